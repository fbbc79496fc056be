"""A page of house rules, read: what each line changes, and the lines that are not understood."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from engine.rulebook.raw import RAW
from engine.rulebook.values import Value
from errata.source.text import unmarked
from verify.findings import Place

LONGEST = 400
"""Letters of a statement that stands in several lines."""


def shortened(text: str, most: int = 80) -> str:
    """A text in one line, cut where it is longer than so many letters, and marked so.

    >>> shortened("Beam lasers do 2D", 80), shortened("Beam lasers do 2D", 12)
    ('Beam lasers do 2D', 'Beam lasers…')
    """
    text = " ".join(unmarked(text).split())
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


@dataclass(frozen=True)
class HouseRule:
    """One house rule: the line as it stands, and the rules that it changes."""

    text: str
    place: Place
    changes: Mapping[str, Value]
    """Rule ids and the values that are played instead."""
    printed: Mapping[str, str] = field(default_factory=dict)
    """The same values as they stand there."""
    was: str = ""
    """The value that the line says the book has."""
    also: tuple[str, ...] = ()
    """Rules of another family that the line could mean as well."""
    quoted: bool = False
    """Whether it only says what the book has."""
    under: str = ""
    """The heading above it that is not understood, so that it may not be in force."""


@dataclass(frozen=True)
class Problem:
    """A line that changes nothing: what is wrong with it, under which code, and the rules that come nearest."""

    code: str
    text: str
    place: Place
    why: str
    nearest: tuple[str, ...] = ()
    lines: int = 1
    """How many lines of the page it stands in."""
    heads: bool = False
    """Whether it is a heading over rules that are played."""

    @property
    def quote(self) -> str:
        """What is shown of it: of one line its beginning, of several all that can be read as one statement."""
        return shortened(self.text, 80 if self.lines == 1 else LONGEST)


@dataclass
class Page:
    """What was read out of one file."""

    rules: list[HouseRule] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    left_alone: list[str] = field(default_factory=list)
    """The names of settings of a VTT that are no rules."""
    by_names: bool = False
    """Whether its rules stand under names of their own, wherever its lines end."""
    text: str = ""
    encoding: str = "utf-8"
    """What it was read from, and how."""

    def add(self, found: Iterable[HouseRule | Problem]) -> None:
        """Add what was read, each where it belongs."""
        for one in found:
            if isinstance(one, HouseRule):
                self.rules.append(one)
            else:
                self.problems.append(one)


INSTEAD = {
    rule.id: other
    for rule in RAW.rules.values()
    for other, _ in rule.companions
    if any(back == rule.id for back, _ in RAW.rule(other).companions)
}
"""Rules of which only one can hold: who says both says two things."""


_BESIDES = re.compile(
    r"(?:\b(?:as well as|plus|and|and also|on top of|in addition to|besides|along with)|[&+])\s+(?:(?:an?|the|its)\s)?"
    r"(?:(?:usual|normal|book['’]?s?)\s)?(?P<what>Boon|Bane)\b"
    r"|\b(?P<before>Boon|Bane)\s+(?:and|plus|as well as|[&+])\s",
    re.IGNORECASE,
)
"""How a line says that a Boon holds as well."""


def with_what_stays(house: HouseRule, text: str) -> HouseRule:
    """A house rule with what a line says that holds beside it, where else it would take its place: `and a Boon`."""
    found = _BESIDES.search(text)
    beside = (found["what"] or found["before"]).capitalize() if found else ""
    kept = {INSTEAD[id]: beside for id in house.changes if id in INSTEAD and beside == RAW[INSTEAD[id]]}
    return replace(house, changes={**kept, **house.changes}, printed={**kept, **house.printed}) if kept else house


def turned(id: str, value: Value) -> bool:
    """Whether a value is a bonus where the book has a penalty, or a penalty where it has a bonus: aiming with DM-1."""
    return _sign(value) * (_sign(RAW[id]) or _sign(RAW[INSTEAD[id]] if id in INSTEAD else 0)) < 0


def _sign(value: Value) -> int:
    """Whether a value is good for whoever rolls, or bad, or neither."""
    if value in ("Boon", "Bane"):
        return 1 if value == "Boon" else -1
    return (value > 0) - (value < 0) if isinstance(value, int) and not isinstance(value, bool) else 0
