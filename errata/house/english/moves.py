"""Lines that say what it costs to get from one range band to another: a ship pays for the band that it leaves."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from engine.rulebook.raw import RAW

_BANDS = "space/range-bands"
_PAID = re.compile(r"\bthrust\b", re.IGNORECASE)


@cache
def _move() -> re.Pattern[str]:
    """From one band to another, by the names of the bands, the longest first."""
    names = sorted((row.name for row in RAW.table(_BANDS).rows), key=len, reverse=True)
    band = rf"(?:{'|'.join(map(re.escape, names))})"
    return re.compile(
        rf"\b(?:from\s+)?(?P<left>{band})(?:\s+range)?(?P<to>\s*(?:\b(?:in)?to\b|->|=>|→)\s*(?P<goal>{band})(?:\s+range)?)\b",
        re.IGNORECASE,
    )


class Move(NamedTuple):
    """Where a line names the band to which a ship goes, if that is the next one, and what leaving the other costs."""

    start: int
    end: int
    cost: str


def move_in(text: str) -> Move | None:
    """The way from one range band to another of which a line about Thrust speaks.

    >>> move_in("Moving from Medium to Short costs 4 Thrust"), move_in("Railguns go from Short to Medium")
    (Move(start=18, end=27, cost='5'), None)
    >>> move_in("Moving from Long to Short costs 9 Thrust")
    Move(start=0, end=0, cost='')
    """
    found = _move().search(text) if _PAID.search(text) else None
    if found is None:
        return None
    table = RAW.table(_BANDS)
    at, goal = (table.position(found[name].title()) for name in ("left", "goal"))
    if abs(at - goal) != 1:
        return Move(0, 0, "")  # it leaves several, or none
    return Move(*found.span("to"), RAW.rule(f"{_BANDS}/{table.rows[at].id}/thrust").text)
