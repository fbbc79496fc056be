"""Every mechanic can be played with any rulebook, and every rule is played by one or listed as not played."""

from contextlib import suppress
from fnmatch import fnmatchcase
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import RawcheckError, WrongKind
from engine.rulebook.editions import CRB_2022
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook
from tests.test_errata.test_impact.every_mechanic import every_mechanic

VALUES = [0, 1, 2, 3, 7, -1, -7, 100, 10**6]
VALUES += (
    """
0 | +0 | -9 | 0% | 50% | +100% | -100% | -25% | MCr0 | MCr9 | 1D | 9D | 200D | D66 | 2DD | 3D+2 | 2D-9 | D3
| — | Special | Unlimited | Included | 9+ | ×0 | ×9 | 5 or less | 3 or more | 4 to 6 | 1-2 km | 1D seconds |
AP 9, Ion | Ion | Smart | 0 per turret | 2 | Thrust -1 | 4D extra damage | DM-9 all checks | 1s count as 6s
| AP+9 | +9 range band | -100% tonnage | yes | no | Bridge | Hull | Effect | none | after the multiple |
never | total | lowest | reroll | Simple | Impossible | Distant | Adjacent | worst | best | hiding |
multiplied | modified size | down
""".strip()
    .replace("\n", " ")
    .split(" | ")
)
"""Values as people type them, for rules of every kind."""


def play(book):
    """Every mechanic once; a refusal with a reason is an answer too."""
    for mechanic in every_mechanic(book):
        with suppress(RawcheckError):
            mechanic()


@pytest.mark.parametrize("book", [RAW, CRB_2022], ids=lambda book: book.name)
def test_every_mechanic_can_be_played(book):
    play(book)


@settings(deadline=None, max_examples=150)
@given(st.sampled_from(list(RAW)), st.sampled_from(VALUES))
def test_any_fitting_value_of_a_rule_can_be_played_or_is_refused_with_a_reason(id, value):
    try:
        house = RAW.overlay({id: value})
    except WrongKind:
        return
    play(house)


class Watched(Rulebook):
    """A rulebook that notes which rules are read; equal to no other, so that no cached result hides a reading."""

    seen: set[str]
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __getitem__(self, id):
        self.seen.add(id)
        return super().__getitem__(id)


def test_every_rule_is_played_or_listed_as_only_compared():
    """A rule that no mechanic reads can be compared, but a change to it has no effect at the table."""
    lines = Path(__file__).with_name("rules_not_played.txt").read_text(encoding="utf-8").splitlines()
    told = [line for line in lines if line and not line.startswith("#")]
    seen = set()
    for book in (RAW, CRB_2022):
        watched = Watched(book.name, book.rules, book.tables)
        watched.seen = seen
        play(watched)
    unread = {id for id in RAW if id not in seen}
    listed = {id for id in RAW if any(fnmatchcase(id, pattern) for pattern in told)}
    assert unread - listed == set(), "read by no mechanic, and not listed in rules_not_played.txt"
    assert listed - unread == set(), "listed in rules_not_played.txt, and read by a mechanic after all"
    assert [pattern for pattern in told if not any(fnmatchcase(id, pattern) for id in RAW)] == []
