"""Bands that the book leaves open and code closes, since a record needs a number: from -99 to -6 is -6 or less."""

from __future__ import annotations

from functools import cache

from engine.rulebook.raw import RAW
from engine.rulebook.values import Band


def opened(value: Band, rule: str) -> Band:
    """A band without the ends that nothing lies beyond, where the book's has none.

    >>> str(opened(Band(-99, -6), "checks/effects/exceptional-failure/effect"))
    '-6 or less'
    >>> str(opened(Band(-7, -6), "checks/effects/exceptional-failure/effect"))
    '-7 to -6'
    """
    book = RAW[rule]
    if not isinstance(book, Band) or value.low == value.high:
        return value
    least, most = reach(RAW.rule(rule).section)
    low, high = value.low, value.high
    if book.low is None and low is not None and low <= least:
        low = None
    if book.high is None and high is not None and high >= most:
        high = None
    return Band(low, high)


@cache
def reach(section: str) -> tuple[int, int]:
    """The least and the most that there can be of what a table has bands of.

    An Effect is what the dice alone reach: 2 against Formidable, the hardest that is possible, and 12 against Simple.
    Another total of 2D has a DM too. Damage and people are counted from 1.

    >>> reach("checks/effects"), reach("healing/mortal-wounds"), reach("healing/final-attack")
    ((-12, 10), (-10, 24), (1, 99))
    """
    if section == "checks/effects":
        hardest, easiest = (RAW.number(f"checks/difficulties/{name}") for name in ("formidable", "simple"))
        return LEAST_ROLL - hardest, MOST_ROLL - easiest
    return _REACH.get(section, (-MOST, MOST))


LEAST_ROLL, MOST_ROLL = 2, 12
"""What 2D can give."""
MOST_DM = 12
"""No DM of the book is as large."""
MOST = 99
"""What nothing in a table of results comes to."""
_REACH = {
    "healing/mortal-wounds": (LEAST_ROLL - MOST_DM, MOST_ROLL + MOST_DM),
    "healing/final-attack": (1, MOST),
    "ship/quarters": (1, MOST),
    "space/range-bands": (0, 10**6 - 1),
}
