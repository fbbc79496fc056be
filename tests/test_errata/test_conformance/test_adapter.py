"""Adapters: what they offer and answer; that hostile ones neither hang us nor put the blame on another scene."""

import fcntl
import json
import signal
import subprocess
import sys
import time
from fractions import Fraction
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest

from errata.conformance.adapters import process
from errata.conformance.adapters.adapter import Adapter, AdapterFailed, Died, Request
from errata.conformance.adapters.messages import AdapterError, Counts, Over, Played, Skipped
from errata.conformance.adapters.process import Limits

HOSTILE = Path(__file__).with_name("hostile_adapters.py")
QUICK = {"seconds": 5, "memory_mb": 300, "file_mb": 1, "stop_seconds": 1}
D6 = range(1, 7)
FINE = object()


def command(kind):
    return [sys.executable, "-I", "-S", str(HOSTILE), kind]


@pytest.fixture
def adapter(tmp_path):
    """Starts an adapter of a kind; afterwards none of its processes may be left."""
    adapters = []

    def opened(kind, **limits):
        adapters.append(Adapter(command(kind), tmp_path, Limits(**{**QUICK, **limits})))
        return adapters[-1]

    yield opened
    for each in adapters:
        each.stop()
    assert all_have_ended(tmp_path)


def all_have_ended(folder):
    """Whether the lock that the adapters and their children share is free, or becomes free soon."""
    with open(folder / "lock", "a") as lock:
        for _ in range(100):
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return True
            except BlockingIOError:
                time.sleep(0.05)
    return False


def number(value):
    return Played([({"dm": value}, {0: 1}, [])], 1, 0)


# Adapters that behave


def test_an_adapter_says_what_it_offers(adapter):
    start = adapter("good").start()
    assert (start.name, start.version, start.edition) == ("hostile", "1", "2016")
    first, _, third = start.offers
    assert (first.op, first.at, dict(first.inputs), first.out) == ("a.number", "lib/a.js:1", {"x": (1, 9)}, None)
    assert (third.walks, third.refuses, third.known, third.issue, third.edition) == (False, True, "wrong", "#1", "2016")


def test_a_scene_comes_out_in_all_ways_of_the_dice(adapter):
    played = adapter("good").play(1, {}, D6)
    assert {outcome["total"]: ways for outcome, ways, _ in played.dist}[7] == {2: 6}
    assert (played.runs, played.most, played.dist[0][2]) == (36, 2, [1, 1])


@pytest.mark.parametrize(
    ("scene", "answer"),
    [
        ({"x": 3}, number(3)),
        ({"x": "skip"}, Skipped("no such thing here", "#2")),
        ({"x": Fraction(9, 2)}, number("9/2")),
    ],
)
def test_a_scene_is_answered(adapter, scene, answer):
    assert adapter("good").play(0, scene, [6]) == answer


def test_too_many_ways_are_over_the_limit(adapter):
    assert adapter("good").play(1, {}, D6, limit=35) == Over(35, 2)


def test_scenes_in_batches_come_out_as_one_by_one(adapter):
    it = adapter("good")
    ways = ((0, [6]), (1, [1, 6]), (1, [3]), (2, [1, 6]))
    requests = [Request(n, {"x": x}, faces) for x in range(1, 50) for n, faces in ways if n < 2 or x < 5]
    assert it.play_all(requests) == [it.play(r.n, r.scene, r.faces) for r in requests]


@pytest.mark.parametrize("dice", [1, 2, 4])
def test_the_ways_are_walked_here_for_an_adapter_that_does_not(adapter, dice):
    played = adapter("good").play(2, {"x": dice}, D6)
    assert (played.runs, played.most) == (6**dice, dice)
    assert {outcome["total"]: ways[dice] for outcome, ways, _ in played.dist}[dice + 1] == dice
    assert all(sum(tape) == outcome["total"] for outcome, _, tape in played.dist)


def test_endless_draws_are_over_the_limit_or_an_outcome(adapter):
    it = adapter("good")
    assert isinstance(it.play(2, {"x": 0}, D6, limit=5000), Over)
    assert it.play(2, {"x": 0}, [6]).dist[0][:2] == ({"raises": "more than 200 draws"}, {200: 1})


def test_a_scene_is_played_with_the_vtts_own_random_numbers(adapter):
    assert adapter("good").sample(0, {"x": 3}, 20) == Counts([({"dm": 3}, 19), ({"raises": "Error"}, 1)])


def test_the_schema_has_all_that_was_said(adapter, tmp_path):
    it = adapter("throws")
    it.play_all(Request(n, {"x": x}, D6, limit) for n in (0, 1, 2) for x in (2, "skip") for limit in (1, 60_000))
    it.play(0, {"x": "bad"}, [6])
    it.sample(0, {"x": 3}, 20)
    it.stop()
    schema = files("errata.conformance.adapters").joinpath("probe-messages.schema.json").read_text(encoding="utf-8")
    validator = jsonschema.Draft202012Validator(json.loads(schema))
    messages = [json.loads(line) for line in (tmp_path / "transcript.jsonl").read_text(encoding="utf-8").splitlines()]
    assert {message.get("cmd") for message in messages} == {None, "start", "run", "batch", "stop"}
    assert [error.message for message in messages for error in validator.iter_errors(message)] == []


def test_an_adapter_sees_no_secrets_and_an_empty_home(tmp_path, monkeypatch):
    monkeypatch.setenv("GITHUB_TOKEN", "secret")
    script = (
        "import os, sys, json; print(json.dumps([dict(os.environ), os.getcwd(), os.listdir(os.environ['HOME'])]),"
        "file=sys.stderr)"
    )
    with Adapter([sys.executable, "-c", script], tmp_path) as it, pytest.raises(AdapterFailed) as failed:
        it.start()
    environment, folder, home = json.loads(str(failed.value).splitlines()[1])
    assert set(environment) - {"LC_CTYPE"} <= {"PATH", "LANG", "HOME", "TMPDIR", "TEMP", "TMP", "USERPROFILE"} | {
        "NODE_OPTIONS"
    }
    assert environment["HOME"] == environment["TMPDIR"]
    assert (folder, home) == (str(tmp_path), [])
    assert not Path(environment["HOME"]).exists()


# Adapters that do not


KINDS = {
    "loop": "no answer within",
    "exit": "exit code 3",
    "exit quietly": "exit code 0",
    "abort": "SIGABRT",
    "memory": "exit code 1",
    "noise": "1,000 lines",
    "endless noise": "1,000 lines",
    "some noise": FINE,
    "forged answers": FINE,
    "raw writes": "rolling 2D... ",
    "throws": AdapterError("ZeroDivisionError: integer division or modulo by zero", "…"),
    "error": AdapterError("no such weapon"),
    "cyclic": AdapterError("ValueError: Circular reference detected", "…"),
    "NaN": number({"$": "NaN"}),
    "no answer": "no answer within",
    "nothing": AdapterError("the answer to `run` has no `dist`", kind="answer"),
    "wrong chances": AdapterError("the chances in `dist` of the answer to `run` add up to 2/1, not 1", kind="answer"),
    "30 MB": "a line of more than 16 MB",
    "8 MB": number("x" * 8_000_000),
    "one endless line": "a line of more than 16 MB",
    "deep": FINE,
    "dies after the answer": FINE,
    "dies a little after the answer": FINE,
    "80 MB in a file": AdapterError("OSError: [Errno 27] File too large", "…"),
    "closes its output": "closed its output",
    "closes its input": FINE,
    "ignores SIGTERM": "no answer within",
    "leaves a child": FINE,
    "leaves a child and ends": "exit code 4",
    "leaves a child in another session and ends": "exit code 4",
    "old answer first": FINE,
    "UTF-16": "but a line that is none",
    "stderr": FINE,
    "stderr, then ends": "exit code 1",
    "lone surrogate": Skipped("��[2J"),
}
SLOW = {"loop", "raw writes", "no answer", "ignores SIGTERM", "UTF-16"}
"""Kinds whose only sign is that time runs out."""


@pytest.mark.parametrize("kind", KINDS)
def test_a_scene_that_goes_wrong_is_to_blame_and_no_other(adapter, kind):
    it = adapter(kind, seconds=0.5 if kind in SLOW else 10)
    assert it.play(0, {"x": 1}, [6]) == number(1)
    bad = it.play(0, {"x": "bad"}, [6])
    assert [it.play(0, {"x": x}, [6]) for x in (2, 3)] == [number(2), number(3)]
    expected = KINDS[kind]
    if isinstance(expected, str):
        assert isinstance(bad, Died)
        assert expected in bad.reason
    else:
        assert bad == (number(0) if expected is FINE else expected)
    assert it.deaths == isinstance(bad, Died) + len(it.late_deaths)


@pytest.mark.parametrize("kind", ["loop", "exit", "throws", "dies after the answer", "nothing"])
def test_a_batch_with_such_a_scene_leaves_the_others_as_they_are(adapter, kind):
    it = adapter(kind, seconds=0.5 if kind in SLOW else 10)
    scenes = [1, 2, "bad", 4, 5]
    answers = it.play_all(Request(0, {"x": x}, [6]) for x in scenes)
    assert [answer for i, answer in enumerate(answers) if i != 2] == [number(x) for x in scenes if x != "bad"]
    assert isinstance(answers[2], Died | AdapterError) or kind == "dies after the answer"
    assert it.deaths <= 2


def commands_sent(folder):
    """The requests of a transcript: the number of runs in each batch, 1 for a run by itself."""
    messages = [json.loads(line) for line in (folder / "transcript.jsonl").read_text(encoding="utf-8").splitlines()]
    return [len(message.get("runs", "1")) for message in messages if message.get("cmd") in ("run", "batch")]


@pytest.mark.parametrize("kind", ["error", "nothing"])
def test_of_a_batch_only_what_was_answered_badly_is_asked_again(adapter, tmp_path, kind):
    it = adapter(kind)
    it.play_all(Request(0, {"x": x}, [6]) for x in (1, "bad", 3, 4))
    assert commands_sent(tmp_path) == [4, 1]


def test_batches_get_smaller_where_they_take_too_long(adapter, tmp_path):
    it = adapter("no answer", seconds=0.4)
    it.play_all(Request(0, {"x": x}, [6]) for x in ("bad", *range(1, 64)))
    it.play_all(Request(0, {"x": x}, [6]) for x in range(1, 65))
    assert commands_sent(tmp_path) == [64] + [1] * 64 + [32, 32]


@pytest.mark.parametrize("kind", ["dies after the answer", "dies a little after the answer"])
def test_a_death_after_the_answer_is_laid_at_the_scene_that_was_answered(adapter, kind):
    it = adapter(kind)
    it.play(0, {"x": "bad"}, [6])
    time.sleep(0.2)
    assert it.play(0, {"x": 2}, [6]) == number(2)
    [death] = it.late_deaths
    assert [request.scene for request in death.requests] == [{"x": "bad"}]


def test_the_noise_of_an_adapter_is_counted_and_its_end_kept(adapter):
    it = adapter("some noise")
    it.play(0, {"x": "bad"}, [6])
    assert (it.noise.count, len(it.noise.lines), it.noise.lines[-1]) == (900, 100, "rolling 899")
    assert it.play(0, {"x": "bad"}, [6]) == number(0)
    assert it.noise.count == 1800


def test_the_end_of_what_it_wrote_to_stderr_is_shown(adapter):
    errors = adapter("stderr, then ends").play(0, {"x": "bad"}, [6]).errors
    assert errors.endswith("a warning\nthe reason")
    assert len(errors) <= 64_000


def test_an_adapter_that_dies_too_often_is_given_up(adapter):
    it = adapter("exit", deaths=2)
    deaths = [it.play(0, {"x": "bad"}, [6]).reason for _ in range(5)]
    assert deaths[2:] == ["it ended with exit code 3"] + ["the adapter died 3 times and is not started again"] * 2
    assert it.is_given_up
    assert it.play_all([Request(0, {"x": 1}, [6])] * 3) == [it.play(0, {"x": 1}, [6])] * 3


def test_an_adapter_that_offers_something_else_when_it_is_started_again_is_not_trusted(adapter):
    it = adapter("changes")
    it.start()
    it.play(0, {"x": "bad"}, [6])
    assert "offers something else" in it.play(0, {"x": 1}, [6]).reason


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (command("never starts"), "no answer within 0.6 s"),
        (command("ends at once"), "exit code 1\nError: Cannot find module 'lodash'"),
        (command("another protocol"), "does not speak rawcheck-probe/1"),
        (["no-such-program"], "cannot be run: .*no-such-program"),
        ([sys.executable, "a\0b"], "cannot be run: .*null byte"),
    ],
)
def test_an_adapter_that_does_not_start_says_why(tmp_path, words, reason):
    limits = Limits(start_seconds=0.6 if "never starts" in words else 10)
    with Adapter(words, tmp_path, limits) as it, pytest.raises(AdapterFailed, match=reason):
        it.start()
    assert all_have_ended(tmp_path)


def test_a_request_that_nobody_reads_hangs_nothing(adapter):
    it = adapter("reads no more", seconds=0.6)
    assert it.play(0, {"x": "bad"}, [6]) == number(0)
    assert "no answer within" in it.play(0, {"x": "x" * 1_000_000}, [6]).reason
    assert it.play(0, {"x": 2}, [6]) == number(2)


@pytest.mark.parametrize("kind", ["good", "exit", "30 MB"])
def test_where_only_sockets_can_be_waited_for_threads_copy_the_pipes(adapter, kind, monkeypatch):
    monkeypatch.setattr(process, "PIPES_NEED_THREADS", True)
    it = adapter(kind)
    assert it.play(0, {"x": "x" * 1_000_000}, [6]) == number("x" * 1_000_000)
    assert isinstance(it.play(0, {"x": "bad"}, [6]), Played if kind == "good" else Died)
    assert it.play(0, {"x": 2}, [6]) == number(2)


DRIVER = """
import sys
from pathlib import Path
from errata.conformance.adapters.adapter import Adapter
with Adapter(sys.argv[1:], Path.cwd()) as adapter:
    adapter.start()
    print("started", flush=True)
    while True:
        adapter.play(0, {"x": 1 if "good" in sys.argv else "bad"}, [6])
"""


@pytest.mark.parametrize(("kind", "sign"), [("good", signal.SIGKILL), ("good", signal.SIGINT), ("loop", signal.SIGINT)])
def test_the_adapter_ends_when_the_probe_is_killed_or_interrupted(tmp_path, kind, sign):
    here = Path(__file__).parents[3]
    words = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(here)!r})\n{DRIVER}", *command(kind)]
    with subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as driver:
        driver.stdout.readline()
        time.sleep(0.1)
        driver.send_signal(sign)
    assert all_have_ended(tmp_path)
