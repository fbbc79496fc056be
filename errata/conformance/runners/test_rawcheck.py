"""Plays the test vectors of rawcheck. Beside this file: rawcheck vectors --output rawcheck-vectors.json"""

import json
import random
from pathlib import Path

import pytest

SUITE = json.loads(Path(__file__).with_name("rawcheck-vectors.json").read_text(encoding="utf-8"))
PLAY_CONTESTED = False  # also play what other sources of the rules have in another way


def characteristic_dm(score):
    """An example. Import your own functions, and delete it."""
    return -3 if score == 0 else min(3, score // 3 - 2)


# The operations that your code has: the inputs that it heeds (or only some of their values: "range": ["Short"]), and a
# function from all inputs to outputs. `rawcheck vectors --list` lists all operations. One that refuses what the rules
# forbid has "refuses": True, and raises.
OPERATIONS = {
    "checks.characteristic_dm": {"in": {"score": True}, "play": lambda i: {"dm": characteristic_dm(i["score"])}},
}

assert OPERATIONS.keys() <= SUITE["operations"].keys()


def is_played(vector):
    mine = OPERATIONS.get(vector["op"], {"in": {}})
    inputs = {**SUITE["operations"][vector["op"]]["defaults"], **vector["in"]}
    assert mine["in"].keys() <= inputs.keys(), f"{vector['op']} has other inputs"
    heeds = all(heard is True or inputs[name] in heard for name, heard in mine["in"].items())
    allowed = not ("refused" in vector and not mine.get("refuses")) and (PLAY_CONTESTED or "contested" not in vector)
    return "play" in mine and heeds and allowed and vector["in"].keys() <= mine["in"].keys()


def same(actual, wanted, within=1e-9):
    if isinstance(actual, bool) or isinstance(wanted, bool):
        return actual is wanted or (actual is None and not wanted)
    if isinstance(actual, str) and isinstance(wanted, str):
        actual, wanted = ("".join(filter(str.isalnum, text.lower())) for text in (actual, wanted))
    if isinstance(actual, dict) and isinstance(wanted, dict):
        return all(same(actual.get(name), wanted.get(name)) for name in {**actual, **wanted})
    if actual is None or wanted is None or isinstance(wanted, (str, dict)):
        return actual == wanted or (actual is None and not wanted)
    return abs(actual - wanted) <= within


@pytest.mark.parametrize("vector", list(filter(is_played, SUITE["vectors"])), ids=lambda vector: vector["id"])
def test_vector(vector, monkeypatch):
    share = (vector.get("dice", 6) - 0.5) / 6  # all dice show one face
    monkeypatch.setattr(random, "random", lambda: share)
    monkeypatch.setattr(random.Random, "random", lambda self: share)
    monkeypatch.setattr(random.Random, "_randbelow", lambda self, n: int(n * share))  # randint, randrange, choice …
    about, play = SUITE["operations"][vector["op"]], OPERATIONS[vector["op"]]["play"]
    if "refused" in vector:
        with pytest.raises(Exception):
            play({**about["defaults"], **vector["in"]})
        return
    given = play({**about["defaults"], **vector["in"]})
    assert given.keys() <= set(about["outputs"])
    assert given.keys() & vector["out"].keys(), f"{given} has none of {vector['out']}"
    for name in given.keys() & vector["out"].keys():
        assert same(given[name], vector["out"][name], 1 if name == "percent" else 1e-9), (
            f"{name} {given[name]!r}, not {vector['out'][name]!r}"
        )
