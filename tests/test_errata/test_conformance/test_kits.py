"""The kits with which adapters are written: each plays the same small adapter, in its own language."""

import ast
import json
import shutil
import subprocess
import sys
import threading
from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from engine.mechanics.checks import characteristic_dm
from tests.test_errata.test_conformance.kit_adapters import COMMON, JAVASCRIPT, LUA, MODULE, PYTHON

TOP = Path(__file__).parents[3]
KITS = TOP / "errata/conformance/adapters/kits"
SIX = [1, 2, 3, 4, 5, 6]
LUAS = ("lua51", "lua54", "luajit21")
ADAPTERS = {
    "adapter.mjs": MODULE + JAVASCRIPT,
    "adapter.cjs": COMMON + JAVASCRIPT,
    "adapter.py": PYTHON,
    "adapter.lua": LUA,
}
LANGUAGES = {"mjs": "adapter.mjs", "cjs": "adapter.cjs", "python": "adapter.py"} | dict.fromkeys(LUAS, "adapter.lua")


def command(language, file):
    """The words that run an adapter."""
    if language in LUAS:
        pytest.importorskip("lupa", reason="lupa is not installed")
        return [sys.executable, TOP / "tests/test_errata/test_conformance/lua.py", language, file]
    if language == "python":
        return [sys.executable, file]
    if not shutil.which("node"):
        pytest.skip("node is not installed")
    return ["node", file]


def run(language, file, folder, *words, **more):
    """Runs an adapter to its end: exit code, stdout and stderr."""
    words = [*command(language, file), *words]
    done = subprocess.run(words, cwd=folder, capture_output=True, encoding="utf-8", timeout=20, check=False, **more)
    return done.returncode, done.stdout, done.stderr


class Driver:
    """Asks a running adapter, one request at a time; an adapter that says nothing for 20 seconds is killed."""

    def __init__(self, words, folder):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen(words, cwd=folder, encoding="utf-8", **pipes)
        self.offers = self.ask(cmd="start", protocol="rawcheck-probe/1")
        self.numbers = {offer["op"]: offer["n"] for offer in self.offers["ops"]}

    def ask(self, **request):
        return self.send(json.dumps({"seq": 7, **request}))

    def send(self, line):
        limit = threading.Timer(20, self.process.kill)
        limit.start()
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline() or '{"seq":7,"died":true}')
        limit.cancel()
        return answer

    def play(self, op, **request):
        scene = {"in": {}, "faces": SIX, **request}
        answer = self.ask(cmd="run", n=self.numbers[op], **scene)
        assert answer.pop("seq") == 7
        return answer

    def ways(self, op, **request):
        """How many ways led to each outcome: {(outcome, draws): ways}."""
        dist = self.play(op, **request)["dist"]
        assert all(len(tape) <= max(map(int, ways)) for _, ways, tape in dist)
        return {(text(outcome), int(draws)): count for outcome, ways, _ in dist for draws, count in ways.items()}

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.communicate(timeout=10)


def text(outcome):
    return json.dumps(outcome, sort_keys=True)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("vtt")
    shutil.copytree(KITS, folder, dirs_exist_ok=True)
    for name, source in ADAPTERS.items():
        (folder / name).write_text(source, encoding="utf-8")
    return folder


@pytest.fixture(scope="module", params=LANGUAGES)
def driver(request, folder):
    with Driver(command(request.param, LANGUAGES[request.param]), folder) as driver:
        driver.language = request.param
        yield driver


def rolled(dice, outcome, faces=SIX):
    """By brute force: the ways of some dice to each outcome."""
    return Counter((text(outcome(*roll)), dice) for roll in product(faces, repeat=dice))


def attack(faces, gunner=0):
    """An attack rolls for damage only where it hits."""
    ways = Counter()
    for a, b in product(faces, repeat=2):
        if a + b + gunner < 8:
            ways[text({"hit": False}), 2] += 1
        else:
            ways.update((text({"hit": True, "damage": c + a + b + gunner - 8}), 3) for c in faces)
    return ways


EVERY_WAY = {
    "2D": ("two", {}, rolled(2, lambda a, b: {"total": a + b})),
    "3D, keep two": ("keep", {}, rolled(3, lambda *dice: {"total": sum(sorted(dice)[1:])})),
    "D3": ("d3", {}, rolled(1, lambda a: {"total": (a + 1) // 2})),
    "D66": ("d66", {}, rolled(2, lambda a, b: {"total": 10 * a + b})),
    "attack": ("attack", {"in": {"gunner": 1}}, attack(SIX, 1)),
    "1 and 6 only": ("attack", {"in": {"gunner": 0}, "faces": [1, 6]}, attack([1, 6])),
    "1, 3 and 6 only": ("attack", {"in": {"gunner": 0}, "faces": [1, 3, 6]}, attack([1, 3, 6])),
    "one face": ("attack", {"in": {"gunner": 0}, "faces": [4]}, attack([4])),
    "a list of 11": ("list of 11", {"faces": list(range(1, 12))}, rolled(1, lambda f: {"place": f - 1}, range(1, 12))),
    "a refusal": ("refuses", {}, rolled(1, lambda a: {"refused": "no reach"} if a > 4 else {})),
    "noise": ("noisy", {}, rolled(2, lambda a, b: {"total": a + b})),
    "too many draws": ("endless", {"faces": [6]}, {(text({"raises": "more than 200 draws in one run"}), 200): 1}),
    "caught in the VTT": ("muffled", {"faces": [6]}, {(text({"raises": "more than 200 draws in one run"}), 200): 1}),
    "given rolls": ("rolls", {"rolls": {"attack": [3, 4]}}, {(text({"total": 7}), 0): 1}),
    "keys in any order": ("orders", {}, {(text({f"key{i}": True for i in range(1, 21)}), 1): 6}),
    "a list of its own": ("greedy", {"in": {"weapons": ["beam"]}}, {(text({"weapons": 2}), 0): 1}),
}


@pytest.mark.parametrize("case", EVERY_WAY)
def test_every_way_of_the_dice_is_played(driver, case):
    op, request, expected = EVERY_WAY[case]
    assert driver.ways(op, **request) == expected


def test_an_outcome_names_the_first_faces_that_led_to_it(driver):
    answer = driver.play("attack", **{"in": {"gunner": 0}, "faces": [1, 6]})
    assert answer["dist"][:2] == [[{"hit": False}, {"2": 3}, [1, 1]], [{"hit": True, "damage": 5}, {"3": 1}, [6, 6, 1]]]
    assert (answer["runs"], answer["most"]) == (5, 3)


def test_an_exception_is_an_outcome_with_its_place(driver):
    outcome, ways, tape = next(entry for entry in driver.play("boom")["dist"] if entry[0] != {"fine": True})
    assert (ways, tape) == ({"1": 1}, [3])
    assert "missing" in outcome["raises"]
    source = ADAPTERS[LANGUAGES[driver.language]].splitlines()
    file, line, *_ = outcome["where"].split(":")
    assert file == LANGUAGES[driver.language]
    assert "missing" in source[int(line) - 1]


def test_an_exception_of_the_kit_has_the_place_that_called_it(driver):
    ((outcome, _, _),) = driver.play("empty")["dist"]
    line = int(outcome["where"].split(":")[1])
    assert "empty: none" in ADAPTERS[LANGUAGES[driver.language]].splitlines()[line - 1]


def test_endless_recursion_is_an_outcome(driver):
    ((outcome, _, _),) = driver.play("deep")["dist"]
    assert outcome["raises"]


def test_what_json_lacks_is_tagged(driver):
    ((outcome, _, _),) = driver.play("odd values")["dist"]
    infinities = [{"$": "Infinity"}, {"$": "-Infinity"}]
    assert outcome == {"a": {"$": "NaN"}, "b": infinities, "c": 2, "d": 0.1, "e": {"f": 'Gauß "x"'}}
    assert isinstance(outcome["c"], int)


@pytest.mark.parametrize("words", ["Gauß", "tab\tand\nline", "\U0001f680", '\\ " /', "\u007f\u2028"])
def test_texts_arrive_as_they_were_sent(driver, words):
    ((outcome, _, _),) = driver.play("echo", **{"in": {"text": words, "nothing": None}})["dist"]
    assert outcome == {"text": words, "nothing": "nil"}


NOT_OUTCOMES = {
    "stateful": "keeps state between calls",
    "cooling": "keeps state between calls",
    "cyclic": "cyclic or too deep",
    "bare": "must return",
    "code": "function",
}


@pytest.mark.parametrize("op", NOT_OUTCOMES)
def test_a_mistake_of_the_adapter_is_no_outcome(driver, op):
    error = driver.play(op)["error"]
    assert error["kind"] == "adapter"
    assert NOT_OUTCOMES[op] in error["message"]


def test_a_scene_can_be_skipped(driver):
    assert driver.play("skips") == {"skip": "no missiles", "issue": "https://example.org/2"}


def test_too_many_ways_end_at_the_limit_of_runs(driver):
    assert driver.play("two", limit=35) == {"over": 35, "most": 2}
    assert driver.play("two", limit=36)["runs"] == 36


def test_too_many_ways_end_at_the_limit_of_time(driver):
    answer = driver.play("endless", ms=50, limit=10**9)
    assert answer["over"] > 0
    assert answer["most"] == 200
    assert driver.play("two", ms=50, samples=10**9)["over"] > 0


def test_tapes_are_played_one_by_one(driver):
    answer = driver.play("attack", **{"in": {"gunner": 0}}, tapes=[[], [1], [1, 2], [6, 6, 6], [1, 2, 3]])
    miss = [{"hit": False}, 2]
    assert answer == {"outs": [None, None, miss, [{"hit": True, "damage": 10}, 3], miss]}


def test_a_tape_that_is_too_short_is_no_outcome_even_if_the_function_catches_it(driver):
    assert driver.play("muffled", tapes=[[1, 2]]) == {"outs": [None]}


def test_samples_leave_the_generator_alone(driver):
    assert driver.ways("raw") == {(text({"middle": True}), 1): 6}
    assert driver.play("raw", samples=300) == {"counts": [[{"middle": False}, 300]]}
    counts = {outcome["total"]: count for outcome, count in driver.play("two", samples=2000)["counts"]}
    assert sum(counts.values()) == 2000
    assert counts.keys() == set(range(2, 13))
    assert len(driver.ways("two")) == 11


def test_a_batch_answers_each_of_its_runs(driver):
    runs = [("two", [6]), ("stateful", [6]), ("skips", [6]), ("boom", [1])]
    answer = driver.ask(cmd="batch", runs=[{"n": driver.numbers[op], "in": {}, "faces": faces} for op, faces in runs])
    two, stateful, skips, boom = answer["all"]
    assert two["dist"] == [[{"total": 12}, {"2": 1}, [6, 6]]]
    assert stateful["error"]["kind"] == "adapter"
    assert skips["skip"] == "no missiles"
    assert boom["dist"] == [[{"fine": True}, {"1": 1}, [1]]]


def test_the_first_answer_lists_what_is_offered(driver):
    offers = driver.offers
    assert offers["vtt"] == {"name": "mini", "version": "1.2"}
    assert (offers["protocol"], offers["edition"], offers["dice"], offers["walks"]) == (
        "rawcheck-probe/1",
        "2016",
        "tape",
        True,
    )
    assert [offer["n"] for offer in offers["ops"]] == list(range(len(offers["ops"])))
    assert offers["ops"][0] == {"n": 0, "op": "two", "in": []}
    assert offers["ops"][driver.numbers["attack"]] == {
        "n": 4,
        "op": "attack",
        "at": "guns.js:5",
        "label": "turret",
        "in": {"gunner": [0, 4], "weapon": ["Beam Laser"]},
        "out": ["hit", "damage"],
        "known": "old",
        "issue": "https://example.org/1",
    }


def test_another_protocol_is_not_supported(driver):
    assert driver.ask(cmd="start", protocol="rawcheck-probe/9") == {"seq": 7, "unsupported": ["rawcheck-probe/1"]}


@pytest.mark.parametrize(
    "line", ['{"seq":7,"cmd":"dance"}', '{"seq":7}', '{"seq":7,"cmd":"run","n":999}', '{"seq":7,"cmd":"run"}']
)
def test_a_request_that_is_not_understood_gets_an_answer(driver, line):
    answer = driver.send(line)
    assert answer["seq"] == 7
    assert answer["error"]["kind"] == "adapter"


@pytest.mark.parametrize("line", ["nonsense", '{"seq":', "[]", "5", ""])
def test_rubbish_gets_an_answer_too(driver, line):
    assert driver.send(line)["error"]["kind"] == "adapter"
    assert driver.play("two")["runs"] == 36


CRYPTO = ("crypto.randomInt", "crypto.randomInt below", "crypto remainder", "crypto quotient")
RANDOM = ("randint", "randrange", "choice", "choices", "sample", "uniform", "getrandbits", "seed")
ONE_DIE = {
    "mjs": CRYPTO,
    "cjs": CRYPTO,
    "python": (*RANDOM, "Random", "SystemRandom", "secrets"),
    **dict.fromkeys(LUAS, ("seed", "table of faces")),
}


def test_each_way_to_roll_a_die_takes_one_draw(driver):
    for op in ONE_DIE[driver.language]:
        assert driver.ways(op) == rolled(1, lambda face: {"face": face}), op


def in_languages(*languages):
    return pytest.mark.parametrize("driver", languages, indirect=True)


@in_languages("mjs", "cjs", "python")
def test_an_async_function_can_throw(driver):
    ((outcome, _, _),) = driver.play("async boom")["dist"]
    assert outcome["raises"] == "TypeError: no target"
    assert outcome["where"].startswith(LANGUAGES[driver.language])


@in_languages("mjs", "cjs", "python")
def test_an_error_that_comes_late_belongs_to_its_own_run(driver):
    *in_time, (outcome, ways, tape) = driver.play("late")["dist"]
    assert [entry[0]["face"] for entry in in_time] == [1, 2, 3, 4, 5]
    assert (outcome["raises"], ways, tape) == ("TypeError: too late", {"1": 1}, [6])
    assert driver.ways("two") == EVERY_WAY["2D"][2]


@in_languages("mjs", "cjs")
def test_errors_of_timers_are_outcomes_of_the_scene_that_set_them(driver):
    runs = [{"n": driver.numbers[op], "in": {}, "faces": [6]} for op in ("two", "timer", "two")]
    before, timer, after = driver.ask(cmd="batch", runs=runs)["all"]
    assert timer["dist"][0][0]["raises"] == "Error: tick"
    assert before["dist"] == after["dist"] == [[{"total": 12}, {"2": 1}, [6, 6]]]


@in_languages("mjs", "cjs")
def test_a_late_error_that_does_not_come_again_is_an_outcome_too(driver):
    assert driver.play("once late")["dist"][0][0]["raises"] == "Error: just once"
    assert driver.play("once late")["dist"] == [[{"fine": True}, {"0": 1}, []]]


@in_languages("mjs", "cjs")
def test_an_error_that_comes_far_too_late_is_not_blamed_on_another_scene(driver):
    assert driver.play("far")["dist"][0][0] == {"fine": True}
    assert [driver.play("waits")["dist"][0][0] for _ in range(3)] == [{"fine": True}] * 3


@in_languages("python")
def test_a_task_that_is_left_running_ends_with_its_run(driver):
    *fine, (outcome, ways, _) = driver.play("left running")["dist"]
    assert fine == [[{"fine": True}, {"1": 5}, [1]]]
    assert (outcome["raises"], ways) == ("TypeError: no target", {"1": 1})


@in_languages("python")
def test_exact_numbers_are_sent_as_text(driver):
    ((outcome, _, _),) = driver.play("exact")["dist"]
    assert outcome == {"tons": "9/2", "whole": 2, "cost": "5/2", "level": 2, "pair": [1, 2]}


@in_languages("python")
def test_an_exit_is_an_outcome(driver):
    assert driver.play("exits")["dist"][1][0]["raises"] == "SystemExit: 3"


@in_languages("python")
def test_a_shuffle_takes_one_draw_for_each_place_but_one(driver):
    assert driver.ways("shuffle") == {(text({"first": card}), 2): 12 for card in (1, 2, 3)}


@in_languages(*LUAS)
def test_nothing_is_an_output_too(driver):
    assert driver.ways("null") == {(text({"face": None}), 0): 1}


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_adapter_ends_when_it_is_told_to_and_when_nobody_asks(language, folder):
    assert run(language, LANGUAGES[language], folder, input="") == (0, "", "")
    with Driver(command(language, LANGUAGES[language]), folder) as driver:
        assert driver.ask(cmd="stop") == {"seq": 7}
        assert driver.process.wait(10) == 0


@in_languages("mjs")
def test_an_adapter_ends_although_timers_are_left(driver, folder):
    request = json.dumps({"seq": 7, "cmd": "run", "n": driver.numbers["interval"], "in": {}})
    assert run("mjs", "adapter.mjs", folder, input=request)[0] == 0


VECTORS = {
    "rawcheck": "0.2.0",
    "edition": "2016",
    "operations": {
        "attack": {"defaults": {"gunner": 0, "weapon": "beam-laser", "range": "Short"}},
        "echo": {"defaults": {"text": "", "nothing": None}},
    },
    "vectors": [
        {"id": "two/right", "op": "two", "dice": 6, "out": {"total": 12}},
        {"id": "two/wrong", "op": "two", "dice": 1, "out": {"total": 3}},
        {"id": "attack/known", "op": "attack", "in": {"gunner": 4}, "dice": 6, "out": {"damage": 9, "effect": 8}},
        {"id": "attack/gunner-9", "op": "attack", "in": {"gunner": 9}, "dice": 6, "out": {"hit": False}},
        {"id": "attack/range", "op": "attack", "in": {"range": "Long"}, "dice": 6, "out": {"hit": False}},
        {"id": "attack/weapon", "op": "attack", "in": {"weapon": "Pulse Laser"}, "dice": 6, "out": {"hit": False}},
        {"id": "refuses/right", "op": "refuses", "dice": 6, "refused": True},
        {"id": "refuses/wrong", "op": "refuses", "dice": 1, "refused": True},
        {"id": "refuses/allowed", "op": "refuses", "dice": 5, "out": {}},
        {"id": "boom/3s", "op": "boom", "dice": 3, "out": {"fine": True}},
        {"id": "boom/1s", "op": "boom", "dice": 1, "out": {"fine": 1}},
        {"id": "d3/missing", "op": "d3", "dice": 6, "out": {"total": 3.0000000001, "effect": 5}},
        {"id": "skips/all", "op": "skips", "dice": 6, "out": {"fine": True}},
        {"id": "not ours", "op": "not ours", "dice": 1, "out": {"total": 3}},
        {"id": "not offered", "op": "space.attack", "dice": 6, "out": {}},
        {"id": "two/refused", "op": "two", "dice": 6, "refused": True},
        {"id": "echo/spelling", "op": "echo", "in": {"text": "Very-Long"}, "out": {"text": "very long"}},
    ],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_of_vectors_is_played_and_failures_are_named(language, folder, tmp_path):
    vectors = tmp_path / "vectors.json"
    vectors.write_text(json.dumps(VECTORS), encoding="utf-8")
    status, printed, _ = run(language, LANGUAGES[language], folder, "--vectors", vectors)
    *lines, count = printed.splitlines()
    boom = lines.pop(4)
    assert lines == [
        "two/wrong: total 2, not 3",
        "attack/known: damage 14, not 9 (known)",
        "refuses/wrong: allowed, not refused",
        "refuses/allowed: refused (no reach), not allowed",
        "boom/1s: fine true, not 1",
        "d3/missing: effect missing, not 5",
    ]
    assert boom.startswith("boom/3s: raises ")
    assert count == "10 vectors played, 6 failed, 1 known"
    assert status == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_vectors_that_all_agree_end_well(language, folder, tmp_path):
    vectors = tmp_path / "vectors.json"
    vectors.write_text(json.dumps({**VECTORS, "vectors": VECTORS["vectors"][:1]}), encoding="utf-8")
    answer = run(language, LANGUAGES[language], folder, "--vectors", vectors)
    assert answer == (0, "1 vectors played, 0 failed\n", "")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("words", [["nowhere.json"], ["adapter.py"], []], ids=["missing", "no JSON", "no name"])
def test_vectors_that_cannot_be_read_are_no_failures_of_the_vtt(language, words, folder):
    status, printed, errors = run(language, LANGUAGES[language], folder, "--vectors", *words)
    assert (status, printed) == (2, "")
    assert errors


MISTAKES = {
    "mjs": MODULE + "op('two', { takes: ['x'] }, () => ({}));",
    "python": "from rawcheck_probe import op\nop('two', inputs=['x'])",
    "lua54": LUA.splitlines()[1] + "\nrequire('rawcheck-probe').op('two', { ['in'] = { 'x' } }, print)",
}


@pytest.mark.parametrize("language", MISTAKES)
def test_an_unknown_option_is_named_at_once(language, folder):
    file = folder / f"mistake.{language}"
    file.write_text(MISTAKES[language], encoding="utf-8")
    status, _, errors = run(language, file.name, folder)
    assert status
    assert "unknown option" in errors
    assert "refuses" in errors


TEMPLATES = {
    "adapter-node.mjs": "mjs",
    "adapter-python.py": "python",
    "adapter-lua.lua": "lua54",
    "adapter-foundry.mjs": "mjs",
    "adapter-fantasy-grounds.lua": "lua51",
}


@pytest.mark.parametrize("file", TEMPLATES)
def test_an_adapter_to_begin_with_is_right_as_it_stands(file, folder):
    with Driver(command(TEMPLATES[file], file), folder) as driver:
        for score in range(31):
            expected = {(text({"dm": characteristic_dm(score)}), 0): 1}
            assert driver.ways("checks.characteristic_dm", **{"in": {"score": score}}) == expected
        if "dice.roll" in driver.numbers:
            assert driver.ways("dice.roll", **{"in": {"dice": "2D"}}) == EVERY_WAY["2D"][2]
    lines = (KITS / file).read_text(encoding="utf-8").splitlines()
    for offer in driver.offers["ops"]:
        assert offer["op"] in lines[int(offer["at"].split(":")[1]) - 1]


KIT_FILES = sorted(path for path in KITS.iterdir() if path.is_file() and not path.name.startswith("adapter"))


@pytest.mark.parametrize("path", KIT_FILES, ids=lambda path: path.name)
def test_a_file_of_the_kit_says_what_it_is(path):
    head = path.read_text(encoding="utf-8").splitlines()[:5]
    assert all(line.startswith(("//", "--", "#")) for line in head)
    assert path.stem.replace("_", "-") in head[0]
    assert "`rawcheck probe --init " in "".join(head)
    assert "MIT licence." in head[4]


def test_the_kit_in_python_runs_on_python_3_8():
    ast.parse((KITS / "rawcheck_probe.py").read_text(encoding="utf-8"), feature_version=(3, 8))
