"""Test vectors: what is in the suites of a release, the command that writes them, and the runners that play them."""

import json
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest

from engine.rulebook.editions import EDITIONS
from engine.rulebook.raw import RAW
from errata import __version__
from errata.commands.vectors import RUNNERS
from errata.conformance.operation import find, operations
from errata.conformance.vectors import as_text, suite
from tests.test_errata.command import rawcheck, run_here

TOP = Path(__file__).parents[3]
CONFORMANCE = files("errata.conformance")
SCHEMA = json.loads(CONFORMANCE.joinpath("vectors.schema.json").read_text(encoding="utf-8"))
TEXTS = {
    year: CONFORMANCE.joinpath("suites", f"rawcheck-vectors-{year}.json").read_text(encoding="utf-8")
    for year in EDITIONS
}
SUITES = {year: json.loads(text) for year, text in TEXTS.items()}
VECTORS = {vector["id"]: vector for vector in SUITES["2016"]["vectors"]}

# The suites of this release


@pytest.mark.parametrize("year", EDITIONS)
def test_the_suites_of_this_release_are_what_the_rules_make(year):
    made = as_text(suite(EDITIONS[year], year, __version__))
    assert made.splitlines() == TEXTS[year].splitlines(), "a rule has changed: run `make vectors`"


@pytest.mark.parametrize("year", EDITIONS)
def test_the_suites_of_this_release_are_as_the_schema_says(year):
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    jsonschema.Draft202012Validator(SCHEMA).validate(SUITES[year])


WRONG = {
    "no face of a die": {"dice": 7},
    "both an outcome and a refusal": {"refused": "out of reach"},
    "no operation": {"op": "Attack"},
    "a list of names as an input": {"in": {"traits": ["AP"]}},
    "contested by nobody": {"contested": []},
}


@pytest.mark.parametrize("change", WRONG.values(), ids=WRONG)
def test_the_schema_refuses_a_vector_with(change):
    vector = VECTORS["space.attack/range-short/6s"]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(SUITES["2016"] | {"vectors": [vector | change]}, SCHEMA)


@pytest.mark.parametrize("year", EDITIONS)
def test_a_suite_is_small_and_has_each_scene_once_and_every_operation(year):
    vectors = SUITES[year]["vectors"]
    assert len(TEXTS[year]) < 2_000_000
    assert len({vector["id"] for vector in vectors}) == len(vectors)
    assert len({json.dumps([v["op"], v["in"], v.get("dice")]) for v in vectors}) == len(vectors)
    assert {vector["op"] for vector in vectors} == set(operations()) == set(SUITES[year]["operations"])


def test_each_vector_stands_on_a_line_of_its_own():
    assert sum(line.startswith('  {"id":') for line in TEXTS["2016"].splitlines()) == len(VECTORS)


BY_HAND = {  # a Pulse Laser: 2D of damage, DM+2; Short range: DM+1
    "space.attack/range-short/6s": {"hit": True, "effect": 7, "damage": 19, "critical": True, "severity": 2},
    "space.attack/ordinary/2s": {"hit": False},
    "space.attack/ordinary/3s": {"hit": True, "effect": 0, "damage": 6, "critical": False, "severity": 0},
    "space.attack/dm-minus-1/3s": {"hit": False},
    "checks.check/dm-1/3s": {"success": False, "effect": -1},
    "checks.check/dm-2/3s": {"success": True, "effect": 0},
    "checks.characteristic_dm/score-0": {"dm": -3},
    "checks.characteristic_dm/score-2": {"dm": -2},
    "checks.characteristic_dm/score-3": {"dm": -1},
    "checks.characteristic_dm/score-14": {"dm": 2},
    "checks.characteristic_dm/score-15": {"dm": 3},
    "checks.characteristic_dm/score-18": {"dm": 3},
    "space.range_band/km-10": {"band": "Close"},
    "space.range_band/km-11": {"band": "Short"},
    "space.damage/armour-7/4s": {"damage": 1},
    "space.damage/armour-8/4s": {"damage": 0},
    "space.damage/armour-9/4s": {"damage": 0},
    "personal.modifiers/ordinary": {"dm": 0, "dms": {}},
}


@pytest.mark.parametrize("id", BY_HAND)
def test_both_sides_of_an_edge_have_a_vector_that_is_right(id):
    assert VECTORS[id]["out"] == BY_HAND[id]


def test_the_edge_of_a_critical_hit_has_vectors():
    effects = {
        v["out"].get("effect"): v["out"].get("critical")
        for v in VECTORS.values()
        if v["op"] == "space.attack" and "out" in v
    }
    assert (effects[5], effects[6]) == (False, True)


def test_two_inputs_that_matter_together_have_a_vector():
    changed = {frozenset(vector["in"]) for vector in VECTORS.values() if vector["op"] == "personal.dodge"}
    assert frozenset({"dex_dm", "athletics"}) in changed
    power = [set(v["in"]) for v in VECTORS.values() if v["op"] == "space.attack" and len(v["in"]) == 2]
    assert {"pilot", "thrust"} not in power  # which do nothing together


def test_a_refusal_says_why():
    assert "Railgun reaches Short" in VECTORS["space.attack/weapon-railgun/6s"]["refused"]


def test_a_vector_says_who_contests_it_and_the_other_suite_agrees():
    contested = [
        v for v in VECTORS.values() if "CRB 2022" in v.get("contested", ()) and v["op"] != "space.hit_chance"
    ]  # chances of which the rounded ones may be the same
    others = {vector["id"]: vector for vector in SUITES["2022"]["vectors"]}
    shared = [vector for vector in contested if vector["id"] in others]
    assert len(shared) > 100
    assert all(vector.get("out") != others[vector["id"]].get("out") for vector in shared)
    plain = [v for v in VECTORS.values() if "contested" not in v and v["id"] in others]
    assert all(v.get("out") == others[v["id"]].get("out") for v in plain)


def test_a_changed_rule_changes_the_vectors_that_are_about_it():
    changed = suite(RAW.overlay({"space/range-bands/short/attack-dm": 2}), "2016", __version__, ["space.range_dm"])
    [short] = [vector for vector in changed["vectors"] if vector["in"] == {"range": "Short"}]
    assert short["out"] == {"dm": 2}
    assert VECTORS[short["id"]]["out"] == {"dm": 1}


# The command


def test_vectors_of_some_operations_are_printed():
    run = rawcheck("vectors", "--op", "checks.c*", "--op", "space.dodges")
    assert run.returncode == 0
    names = {"checks.chain", "checks.characteristic_dm", "checks.check", "space.dodges"}
    printed = json.loads(run.stdout)
    assert set(printed["operations"]) == {vector["op"] for vector in printed["vectors"]} == names


def test_vectors_are_written_as_the_suites_are(tmp_path):
    run = rawcheck("vectors", "--op", "space.dodges", "--edition", "2022", "--output", tmp_path / "v.json")
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
    lines = (tmp_path / "v.json").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if '"id"' in line][1:-1] == [
        line for line in TEXTS["2022"].splitlines() if line.startswith('  {"id":"space.dodges/')
    ][1:-1]


def test_split_writes_a_file_for_each_operation(tmp_path):
    assert rawcheck("vectors", "--op", "space.d[io]*", "--split", tmp_path / "new" / "folder").returncode == 0
    written = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in tmp_path.glob("new/folder/*")}
    assert set(written) == {"space.disperse_sand.json", "space.dodges.json"}
    for name, content in written.items():
        jsonschema.validate(content, SCHEMA)
        assert {f"{vector['op']}.json" for vector in content["vectors"]} == {name}


def test_the_readings_of_others_are_followed_where_that_is_asked_for():
    ours, others = (
        json.loads(rawcheck("vectors", "--op", "checks.chain", *words).stdout)
        for words in ([], ["--readings", "others"])
    )
    assert others["rulebook"] == "CRB 2016 with HG 2022 with the values of others"
    assert others["vectors"] != ours["vectors"]


def test_the_list_fits_80_columns_and_names_every_input_with_its_default():
    printed = rawcheck("vectors", "--list").stdout
    assert max(map(len, printed.splitlines())) <= 80
    paragraphs = printed.split("\n\n")
    assert len(paragraphs) == len(operations())
    for paragraph in paragraphs:
        operation = find(paragraph.partition(":")[0])
        listed = [line.split()[0] for line in paragraph.splitlines() if line[:3].strip() and line.startswith("  ")]
        assert listed[-1:] == ["gives"] or not operation.inputs
        assert [given.name for given in operation.inputs] == listed[:-1][-len(operation.inputs) or len(listed) :]


def test_the_list_shows_what_an_input_may_be():
    assert rawcheck("vectors", "--list", "--op", "space.ion").stdout == (
        "space.ion: A hit by an ion cannon: Power lost, and for how many rounds\n"
        "  range   Adjacent | Close | Short | Medium [Medium]\n"
        "  gunner  0 to 5 [0]\n"
        "  armour  0 to 15 [0]\n"
        "  dm      -4 to 6 [0]\n"
        "  gives   hit, power, rounds\n"
    )


MISUSES = {
    ("--op", "space.atack"): "there is no operation 'space.atack'; the nearest: space.attack",
    ("--split", "a", "--output", "b"): "--split writes vectors into files of its own",
    ("--split", "a", "--format", "jest"): "--split writes vectors into files of its own",
    ("--split", "file/folder"): "cannot make the folder file/folder: Not a directory",
    ("--op", "space.dodges", "--output", "none/b.json"): "cannot write none/b.json",
    ("--edition", "1977"): "'1977' is not one of '2016', '2022'",
}


@pytest.mark.parametrize("words", MISUSES)
def test_a_misuse_is_named_and_nothing_is_written(words, tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    run = run_here("vectors", *words, cwd=tmp_path)
    assert (run.returncode, run.stdout) == (2, "")
    assert MISUSES[words] in " ".join(run.stderr.split())
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


# Runners. They are played with two vectors made wrong: those fail and no other.

FAILING = {"checks.characteristic_dm/score-0", "checks.characteristic_dm/score-15"}
PLAYED = {id for id in VECTORS if id.startswith("checks.characteristic_dm/")}


@pytest.fixture(params=["right", "wrong"])
def folder(request, tmp_path):
    """A folder with all runners and the suite; what fails in it by its name."""
    for framework, file in RUNNERS.items():
        assert rawcheck("vectors", "--format", framework, "--output", tmp_path / file).returncode == 0
    wrong = FAILING if request.param == "wrong" else set()
    vectors = [v | {"out": {"dm": 9}} if v["id"] in wrong else v for v in VECTORS.values()]
    (tmp_path / "rawcheck-vectors.json").write_text(json.dumps(SUITES["2016"] | {"vectors": vectors}), encoding="utf-8")
    return tmp_path, wrong


def test_a_runner_is_what_stands_in_the_package():
    for framework, file in RUNNERS.items():
        assert rawcheck("vectors", "--format", framework).stdout == CONFORMANCE.joinpath("runners", file).read_text(
            "utf-8"
        )


def test_the_runner_for_pytest_plays_what_is_mapped(folder):
    at, wrong = folder
    words = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:randomly",
        "-rA",
        "-q",
        RUNNERS["pytest"],
    ]
    run = subprocess.run(words, cwd=at, capture_output=True, encoding="utf-8", check=False)
    ends = dict(
        reversed(line.split(" ")[:2]) for line in run.stdout.splitlines() if line.startswith(("PASSED", "FAILED"))
    )
    named = {name.partition("[")[2].rstrip("]"): end for name, end in ends.items()}
    assert set(named) == PLAYED
    assert {id for id, end in named.items() if end == "FAILED"} == wrong
    assert ("dm -3, not 9" in run.stdout) == bool(wrong)


FRAMEWORK = """
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import assert from 'node:assert/strict';
const real = Math.random;
const tests = [], after = [];
const spy = {
  spyOn: () => ({ mockReturnValue: value => { Math.random = () => value; } }),
  restoreAllMocks: () => { Math.random = real; },
};
const contains = names => ({ toEqual: ({ all }) => assert(all.every(name => names.includes(name))) });
const expect = given => Array.isArray(given) ? contains(given) : typeof given === 'function'
  ? { rejects: { toThrow: () => assert.rejects(given) } } : { toEqual: wanted => assert.deepEqual(given, wanted) };
expect.arrayContaining = all => ({ all });
const test = (name, run) => tests.push([name, run]), afterEach = run => after.push(run);
const jest = spy, vi = spy;
RUNNER
for (const [name, run] of tests) {
  try { await run(); console.log('ok ' + name); } catch (error) { console.log('not ' + name); }
  after.forEach(each => each());
}
if (Math.random !== real) console.log('not restored');
"""
"""As much of jest and vitest as the runners use."""

ROLLS = """
  'dice.roll': { in: { dice: ['2D'] }, play: () => ({ total: die() + die() }) },
  'space.hit_chance': { in: {}, play: () => ({ percent: 72.6 }) },
  'space.range_dm': { in: { range: true }, refuses: true, play: () => ({ dm: null }) },
  'space.split_fire_control': { in: {}, play: () => ({ allowed: true }) },
  'checks.harder': { in: { difficulty: ['Impossible'] }, refuses: true, play: () => { throw new Error('no'); } },
"""


def in_node(runner, folder):
    """What comes of each test of a runner in JavaScript."""
    if not shutil.which("node"):
        pytest.skip("node is not installed")
    body = "\n".join(line for line in runner.splitlines() if not line.startswith("import "))
    script = FRAMEWORK.replace("RUNNER", f"const require = createRequire(import.meta.url);\n{body}")
    (folder / "played.mjs").write_text(script, encoding="utf-8")
    run = subprocess.run(["node", "played.mjs"], cwd=folder, capture_output=True, encoding="utf-8", check=False)
    return run.returncode, dict(line.split(" ")[::-1] for line in run.stdout.splitlines())


@pytest.mark.parametrize("framework", ["jest", "vitest"])
def test_the_runners_in_javascript_play_what_is_mapped(framework, folder):
    at, wrong = folder
    code, ends = in_node((at / RUNNERS[framework]).read_text(encoding="utf-8"), at)
    assert (code, set(ends)) == (0, PLAYED)
    assert {id for id, end in ends.items() if end == "not"} == wrong


@pytest.mark.parametrize("framework", ["jest", "vitest"])
def test_a_runner_sets_the_dice_and_heeds_limits_refusals_and_rounded_chances(framework, folder):
    at, _ = folder
    text = (
        (at / RUNNERS[framework])
        .read_text(encoding="utf-8")
        .replace(
            "const operations = {",
            f"const die = () => 1 + Math.floor(Math.random() * 6);\nconst operations = {{{ROLLS}",
        )
    )
    code, ends = in_node(text, at)
    assert code == 0
    assert {id: end for id, end in ends.items() if not id.startswith("checks.characteristic_dm")} == {
        **{f"dice.roll/ordinary/{face}s": "ok" for face in range(1, 7)},
        "space.hit_chance/ordinary": "ok",
        **{id: "ok" if v["out"]["dm"] == 0 else "not" for id, v in VECTORS.items()
           if id.startswith("space.range_dm/") and "contested" not in v},
        "space.split_fire_control/ordinary": "ok",
        "checks.harder/difficulty-impossible": "ok",
    }  # fmt: skip


@pytest.mark.parametrize("framework", ["jest", "vitest"])
def test_a_runner_names_an_input_that_no_operation_has(framework, folder):
    at, _ = folder
    text = (at / RUNNERS[framework]).read_text(encoding="utf-8").replace("in: { score: true }", "in: { scores: true }")
    assert in_node(text, at)[0] == 1


BUSTED = """
local after
function describe(name, run) run() end
function after_each(run) after = run end
function it(name, run) results[name] = pcall(run) after() end
local same = function(wanted, given) if wanted ~= given then error('differs') end end
local plain = assert
assert = setmetatable({ are = { same = same }, has_error = function(run) plain(not pcall(run)) end },
  { __call = function(_, ...) return plain(...) end })
package.preload.dkjson = function() return { decode = decode } end
"""
"""As much of busted as the runner uses."""


@pytest.mark.parametrize("version", ["lua51", "lua54", "luajit21"])
def test_the_runner_for_busted_plays_what_is_mapped(version, folder, monkeypatch):
    at, wrong = folder
    module = pytest.importorskip(f"lupa.{version}", reason="lupa is not installed")
    lua = module.LuaRuntime(register_eval=False, register_builtins=False)

    def table(value):
        if isinstance(value, dict):
            return lua.table_from({name: table(part) for name, part in value.items() if part is not None})
        return lua.table_from([*map(table, value)]) if isinstance(value, list) else value

    lua.globals().results = lua.table()
    lua.globals().decode = lambda text: table(json.loads(text))
    lua.execute(BUSTED)
    monkeypatch.chdir(at)
    dice = (
        "['dice.roll'] = { inputs = {}, play = function() return { total = math.random(6) + math.random(1, 6) } end },"
    )
    runner = (
        (at / RUNNERS["busted"]).read_text(encoding="utf-8").replace("operations = {", f"operations = {{ {dice}", 1)
    )
    lua.execute(runner)
    results = dict(lua.globals().results)
    assert set(results) == PLAYED | {f"dice.roll/ordinary/{face}s" for face in range(1, 7)}
    assert {id for id, passed in results.items() if not passed} == wrong
