"""The values that a rule can have besides numbers and dice: bands, quantities, traits, posts, changes."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from engine.dice.notation import Dice


@dataclass(frozen=True, slots=True)
class Band:
    """Whole numbers from `low` to `high`, both included; None is open.

    >>> Band(11, 1250).holds(1250), Band(None, -6).holds(-7), str(Band(6, None)), str(Band(-5, -2))
    (True, True, '6 or more', '-5 to -2')
    """

    low: int | None
    high: int | None

    def holds(self, number: int | Fraction) -> bool:
        """Whether a number lies in this band."""
        return (self.low is None or self.low <= number) and (self.high is None or number <= self.high)

    def text(self, unit: str = "") -> str:
        """The band as a book prints it, with its unit."""
        unit = f" {unit}" if unit else ""
        if self.low is None:
            return f"{self.high:,}{unit} or less"
        if self.high is None:
            return f"{self.low:,}{unit} or more"
        if self.low == self.high:
            return f"{self.low:,}{unit}"
        return f"{self.low:,} to {self.high:,}{unit}"

    def __str__(self) -> str:
        return self.text()


class Quantity(NamedTuple):
    """An amount of something: `1D×10 seconds`, `MCr2 per ton`, `10% of hull cost`."""

    amount: int | Fraction | Dice
    unit: str


class Trait(NamedTuple):
    """A weapon trait with its score, if it has one: `AP 3`, `Radiation`."""

    name: str
    score: int | None = None

    def __str__(self) -> str:
        return self.name if self.score is None else f"{self.name} {self.score}"


class Post(NamedTuple):
    """So many crew, once or for each so much of something: `1 per 35t drives`."""

    crew: int
    per: int | None = None
    of: str = ""


Faces: TypeAlias = tuple[tuple[int, int], ...]
"""Faces of a damage die and what they count as: `((1, 3), (2, 3))`."""

Amount: TypeAlias = int | Fraction | Dice | str | Faces
"""By how much, or to what, a thing changes."""


class Change(NamedTuple):
    """One thing that an effect does: `thrust -1`, `power -10%`, `weapon destroyed`."""

    what: str
    amount: Amount


@dataclass(frozen=True, slots=True)
class Reach:
    """The range bands that a weapon of a codebase reaches, where no single band says it: all, or all but some."""

    furthest: str
    missing: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"up to {self.furthest} without {' and '.join(self.missing)}" if self.missing else "every band"


Value: TypeAlias = (
    int
    | Fraction
    | str
    | Dice
    | Band
    | Quantity
    | frozenset[Trait]
    | tuple[Post, ...]
    | tuple[Change, ...]
    | Faces
    | Reach
    | None
)
