"""Messages: the examples of the protocol are read, and a wrong answer names its field."""

import copy
import json
from contextlib import suppress
from fractions import Fraction
from importlib.resources import files

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from errata.conformance.adapters.messages import (
    AdapterError,
    Counts,
    Outs,
    Over,
    Played,
    Skipped,
    WrongAnswer,
    canonical,
    decoded,
    encoded,
    read_batch,
    read_counts,
    read_outs,
    read_run,
    read_start,
)

SCHEMA = json.loads(
    files("errata.conformance.adapters").joinpath("probe-messages.schema.json").read_text(encoding="utf-8")
)

START = {
    "seq": 1,
    "protocol": "rawcheck-probe/1",
    "vtt": {"name": "traveller", "version": "0.20.2", "commit": "abc", "issues": "https://example.org/issues"},
    "edition": "2022",
    "dice": "tape",
    "walks": True,
    "ops": [
        {"n": 0, "op": "checks.characteristic_dm", "at": "module/actor.mjs:150", "in": ["score"]},
        {
            "n": 1,
            "op": "space.attack",
            "at": "module/dice-rolls.mjs:669",
            "label": "the gunner's dialog",
            "in": {"weapon": ["Pulse Laser", "Beam Laser"], "range": True, "gunner": [0, 5], "boons": [1, 0]},
            "out": ["hit", "effect"],
            "edition": "2016",
        },
        {"n": 2, "op": "ship.mount", "in": [], "refuses": True, "dice": "none", "walks": False, "grid": 11},
        {"n": 3, "op": "space.repair", "in": ["severity"], "skip": "ours", "known": "wrong", "issue": "#12"},
    ],
}
DIST = {
    "dist": [[{"hit": False}, {"2": 3}, [1, 1]], [{"hit": True, "damage": 4}, {"3": 1, "4": 2}, [6, 6, 1]]],
    "runs": 6,
    "most": 4,
}
RAISES = {"dist": [[{"raises": "TypeError: x", "where": "lib/combat.js:401:17"}, {"0": 1}, []]], "runs": 1, "most": 0}
ERROR = {"error": {"kind": "adapter", "message": "no such weapon", "stack": "at x"}}
OUTS = {"outs": [[{"total": 2}, 2], None]}
COUNTS = {"counts": [[{"total": 2}, 3], [{"total": 3}, 7]]}
RUN = {"n": 1, "in": {"range": "Short", "gunner": 0}, "faces": [1, 6], "limit": 60000, "ms": 7200}
REQUESTS = [
    {"seq": 1, "cmd": "start", "protocol": "rawcheck-probe/1", "rawcheck": "0.2.0", "editions": ["2016", "2022"]},
    {"seq": 2, "cmd": "run", **RUN},
    {"seq": 3, "cmd": "run", "n": 1, "in": {}, "tapes": [[], [1], [6, 1]]},
    {"seq": 3, "cmd": "run", "n": 1, "in": {}, "samples": 20000},
    {"seq": 4, "cmd": "batch", "runs": [RUN]},
    {"seq": 5, "cmd": "stop"},
]
RUN_ANSWERS = [DIST, RAISES, ERROR, OUTS, COUNTS, {"over": 60000, "most": 11}, {"skip": "none here", "issue": "#1"}]
ANSWERS = [START, {"seq": 1, "unsupported": ["rawcheck-probe/1"]}, {"seq": 4, "all": [DIST, ERROR]}] + [
    {"seq": 7, **answer} for answer in RUN_ANSWERS
]


@pytest.mark.parametrize("message", REQUESTS + ANSWERS, ids=lambda message: " ".join(message)[:40])
def test_the_schema_has_every_message(message):
    jsonschema.validate(message, SCHEMA)


def test_the_schema_is_a_schema():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize(
    "message",
    [
        {"cmd": "start"},
        {"seq": 1, "cmd": "strat"},
        {"seq": 2, "cmd": "run", "n": 1, "in": {}},
        {"seq": 7},
        {"seq": 7, "dist": []},
        {"seq": 7, "dist": [[{}, {"two": 1}, []]]},
        {"seq": 7, "over": 3},
        {"seq": 1, "protocol": "rawcheck-probe/2", "ops": []},
        {"seq": 1, "protocol": "rawcheck-probe/1", "ops": [{"n": 0, "op": "a"}]},
        {"seq": 1, "protocol": "rawcheck-probe/1", "ops": [{"n": 0, "op": "a", "in": {"x": "all"}}]},
    ],
)
def test_the_schema_refuses_what_is_no_message(message):
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(message, SCHEMA)


def test_an_offer_says_which_values_of_an_input_it_heeds():
    start = read_start(START)
    assert dict(start.offers[1].inputs) == {
        "weapon": ["Pulse Laser", "Beam Laser"],
        "range": None,
        "gunner": (0, 5),
        "boons": [1, 0],
    }
    assert (start.offers[0].inputs, start.offers[2].inputs) == ({"score": None}, {})


def test_an_offer_has_what_is_said_for_all_unless_it_says_otherwise():
    start = read_start(START | {"grid": 4, "house": {"a/b": 1}})
    assert [(o.edition, o.dice, o.walks, o.grid, o.out) for o in start.offers] == [
        ("2022", "tape", True, 4, None),
        ("2016", "tape", True, 4, ("hit", "effect")),
        ("2022", "none", False, 11, None),
        ("2022", "tape", True, 4, None),
    ]
    assert all(offer.house == {"a/b": 1} for offer in start.offers)


def test_the_edition_may_stand_inside_vtt():
    answer = {name: value for name, value in START.items() if name != "edition"} | {"vtt": {"edition": "2016"}}
    assert (read_start(answer).edition, read_start(answer).offers[0].edition) == ("2016", "2016")


@pytest.mark.parametrize(
    ("answer", "read"),
    [
        (DIST, Played([({"hit": False}, {2: 3}, [1, 1]), ({"hit": True, "damage": 4}, {3: 1, 4: 2}, [6, 6, 1])], 6, 4)),
        ({"over": 60000, "most": 11}, Over(60000, 11)),
        ({"skip": "none here"}, Skipped("none here")),
        (ERROR, AdapterError("no such weapon", "at x")),
        ({"error": {}}, AdapterError("no message")),
        ({"dist": [[[], {"0": 1.0}, {}]]}, Played([({}, {0: 1}, [])], 1, 0)),
    ],
)
def test_an_answer_to_a_run_is_read(answer, read):
    assert read_run(answer, 2) == read


def test_answers_to_other_runs_are_read():
    assert read_outs(OUTS, [[1, 1], [6]]) == Outs([({"total": 2}, 2), None])
    assert read_counts(COUNTS, 10) == Counts([({"total": 2}, 3), ({"total": 3}, 7)])
    assert read_batch({"all": [DIST, ERROR]}, 2) == [DIST, ERROR]


def without(answer, *path):
    answer = copy.deepcopy(answer)
    *above, last = path
    inner = answer
    for step in above:
        inner = inner[step]
    del inner[last]
    return answer


def with_(answer, value, *path):
    answer = copy.deepcopy(answer)
    *above, last = path
    inner = answer
    for step in above:
        inner = inner[step]
    inner[last] = value
    return answer


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (without(START, "ops"), "the answer to `start` has no `ops`"),
        (without(START, "protocol"), "the answer to `start` has no `protocol`"),
        (with_(START, "probe/2", "protocol"), '`protocol` of the answer to `start` is "probe/2"'),
        (with_(START, "x", "vtt"), '`vtt` of the answer to `start` is "x", not an object'),
        (with_(START, 3, "vtt", "name"), "`name` of `vtt` of the answer to `start` is 3, not text"),
        (without(START, "ops", 1, "op"), "`ops[1]` of the answer to `start` has no `op`"),
        (with_(START, "x", "ops", 0), '`ops[0]` of the answer to `start` is "x", not an object'),
        (with_(START, True, "ops", 0, "n"), "`n` of `ops[0]` of the answer to `start` is true, not a whole number"),
        (with_(START, 1, "ops", 0, "n"), "`n` of two of the `ops` of the answer to `start` is 1"),
        (with_(START, "all", "ops", 1, "in", "range"), "`in.range` of `ops[1]` of the answer to `start` is"),
        (with_(START, [1], "ops", 0, "in"), "`in[0]` of `ops[0]` of the answer to `start` is 1, not text"),
        (with_(START, "cards", "ops", 0, "dice"), "`dice` of `ops[0]` of the answer to `start` is"),
        (with_(START, 0, "grid"), "`grid` of `ops[0]` of the answer to `start` is 0"),
        (with_(START, "yes", "walks"), '`walks` of `ops[0]` of the answer to `start` is "yes", not true or false'),
        ({"unsupported": ["rawcheck-probe/1"]}, "does not speak rawcheck-probe/1"),
    ],
)
def test_a_wrong_answer_to_start_names_the_field(answer, message):
    with pytest.raises(WrongAnswer) as error:
        read_start(answer)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ({}, "the answer to `run` has no `dist`"),
        ([1], "the answer to `run` is [1], not an object"),
        ({"dist": {"a": 1}}, '`dist` of the answer to `run` is {"a": 1}, not a list'),
        ({"dist": [[{}, {"0": 1}]]}, "`dist[0]` of the answer to `run` has 2 items, not 3"),
        (with_(DIST, "x", "dist", 1, 2), '`dist[1][2]` of the answer to `run` is "x", not a list'),
        (with_(DIST, "3", "dist", 1, 1, "4"), '`dist[1][1]` of the answer to `run` is "3", not a whole number'),
        (with_(DIST, {"two": 3}, "dist", 0, 1), 'counts ways by "two"'),
        (with_(DIST, 4, "dist", 0, 1, "2"), "add up to 20/16, not 1"),
        (with_(DIST, -1, "dist", 0, 1, "2"), "counts -1 ways"),
        ({"dist": []}, "add up to 0/1, not 1"),
        ({"dist": [[{}, {"201": 1}, []]]}, "runs of 201 draws"),
        ({"over": "many", "most": 1}, '`over` of the answer to `run` is "many", not a whole number'),
        ({"over": 60000}, "the answer to `run` has no `most`"),
        ({"error": "x"}, '`error` of the answer to `run` is "x", not an object'),
    ],
)
def test_a_wrong_answer_to_run_names_the_field(answer, message):
    with pytest.raises(WrongAnswer) as error:
        read_run(answer, 2)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("read", "message"),
    [
        (lambda: read_outs({"outs": [None]}, [[], [1]]), "has 1 outcomes for 2 tapes"),
        (lambda: read_outs({"outs": [[{}, 1]]}, [[1, 2]]), "keeps state between calls"),
        (lambda: read_counts(COUNTS, 11), "`counts` of the answer to `run` add up to 10, not 11"),
        (lambda: read_batch({"all": [DIST]}, 2), "`all` of the answer to `batch` has 1 answers to 2 runs"),
        (lambda: read_batch({"dist": []}, 2), "the answer to `batch` has no `all`"),
    ],
)
def test_other_wrong_answers_say_what_is_wrong(read, message):
    with pytest.raises(WrongAnswer) as error:
        read()
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("line", "value"),
    [
        (b'{"a": NaN, "b": [-Infinity]}\r', {"a": {"$": "NaN"}, "b": [{"$": "-Infinity"}]}),
        (b'\xef\xbb\xbf {"a": "\xc3\xa9"}', {"a": "é"}),
        (b"rolling 2D", None),
        (b"", None),
        (b"[1]", None),
        (b'{"a": 1', None),
        (b'{"a": "\xff"}', None),
        ('{"a": 1}'.encode("utf-16"), None),
        (b'{"a":' * 100_000, None),
        (b'{"a": ' + b"9" * 10_000 + b"}", None),
    ],
)
def test_a_line_is_an_object_or_noise(line, value):
    assert decoded(line) == value


def test_a_number_too_large_for_a_float_is_infinity():
    assert decoded(b'{"a": 1e999}') == {"a": {"$": "Infinity"}}


def test_half_a_character_does_no_harm():
    assert decoded(rb'{"a": "\ud800x", "b": "\ud83c\udfb2"}') == {"a": "�x", "b": "🎲"}


def test_a_request_has_a_fraction_as_text_and_nothing_that_json_has_not():
    assert decoded(encoded({"in": {"tons": Fraction(9, 2), "name": "é"}})) == {"in": {"tons": "9/2", "name": "é"}}
    with pytest.raises(TypeError, match="range"):
        encoded({"faces": range(6)})


def test_equal_outcomes_have_the_same_text():
    assert canonical({"a": 1, "b": {"x": 1, "y": 2}}) == canonical({"b": {"y": 2, "x": 1}, "a": 1})


NAMES = st.sampled_from(
    ["protocol", "vtt", "ops", "n", "op", "in", "out", "dist", "runs", "most", "over", "skip", "error", "outs", "all"]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES | st.text(max_size=3), inner, max_size=4),
    max_leaves=20,
)


@given(JSON)
def test_whatever_is_answered_is_read_or_refused_in_words(value):
    record = value if isinstance(value, dict) else {"dist": value}
    for read in (
        lambda: read_start({"protocol": "rawcheck-probe/1", "ops": value}),
        lambda: read_start(record),
        lambda: read_run(value, 6),
        lambda: read_run(record, 6),
        lambda: read_outs(record, [[]]),
        lambda: read_counts({"counts": value}, 1),
        lambda: read_batch(record, 1),
    ):
        with suppress(WrongAnswer):
            read()
