"""What changed rules do at the table: scenes that were played by two rulebooks, figure by figure."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from engine.distribution import Distribution
from engine.scenes import COMMON


@dataclass(frozen=True)
class Change:
    """One figure of a scene, by the book and by the other rulebook; None where it cannot come to that."""

    name: str
    """`hit chance`, `damage`, `rounds to disable`, `cost`."""
    unit: str
    """`%` for a chance, `Cr` for credits, else what is counted: `points`, `rounds`, `tons`."""
    before: Fraction | None
    after: Fraction | None
    spreads: tuple[Distribution, Distribution] | None = None
    """The two distributions whose means these are, where it is not the same each time."""
    alone: Mapping[str, Fraction] = field(default_factory=dict)
    """What each change of a rule does to it by itself, by what that is called; those that do nothing are left out."""
    of_several: bool = False
    """Whether several rules were changed at once."""

    @property
    def difference(self) -> Fraction | None:
        """How much more it is than by the book."""
        return None if self.before is None or self.after is None else self.after - self.before

    @property
    def distance(self) -> Fraction | None:
        """How far apart the two are, from 0 to 1: the share of all rolls that come out otherwise (total variation)."""
        if self.spreads is not None:
            one, two = (spread.pmf() for spread in self.spreads)
            return sum((abs(one.get(n, Fraction(0)) - two.get(n, Fraction(0))) for n in {*one, *two}), Fraction(0)) / 2
        if self.unit == "%" and self.difference is not None:
            return abs(self.difference)
        return None

    @property
    def together(self) -> Fraction:
        """What only the changes together do: the effect of all, less the sum of the effects of each."""
        if self.difference is None or not self.of_several:
            return Fraction(0)
        return self.difference - sum(self.alone.values(), Fraction(0))

    @property
    def weight(self) -> Fraction:
        """How much it matters, from 0 to 1: the change of a chance, or of an amount in parts of what it can be.

        What takes a hundred rounds and then two hundred hardly matters, so times count by their inverse.
        """
        if self.before is None or self.after is None:
            there = self.after if self.before is None else self.before
            return abs(there) if there is not None and self.unit == "%" else Fraction(1, 10)
        change = abs(self.after - self.before)
        if self.unit == "%":
            return change
        if self.spreads is not None:
            span = max(one.high for one in self.spreads) - min(one.low for one in self.spreads)
            return min(Fraction(1), change / span) if span else Fraction(1, 2) * bool(change)
        if self.unit == "DM":
            return min(Fraction(1), change / 20)
        if self.unit in ("rounds", "days"):
            return abs(1 / max(self.after, Fraction(1)) - 1 / max(self.before, Fraction(1)))
        most = max(abs(self.after), abs(self.before))
        return change / most / 2 if most else Fraction(0)


@dataclass(frozen=True)
class Scene:
    """A scene that comes out otherwise: what it is, its figures, and that in a plain sentence."""

    title: str
    family: str
    """`space combat`, `personal combat`, `healing`, `checks`, `ships`, or `your own`."""
    sentence: str
    changes: tuple[Change, ...]
    nth: int = 0
    """Its place in the panel."""
    rank: int = COMMON
    """How plain it is: 0 is what people do most."""

    @property
    def weight(self) -> Fraction:
        """How much it matters: as much as its figure that changes most."""
        return max((change.weight for change in self.changes), default=Fraction(0))


@dataclass(frozen=True)
class Sweep:
    """An outcome over a range of values of one rule."""

    rule: str
    what: str
    """What is plotted: `hit chance of a beam laser at Short range`."""
    unit: str
    points: tuple[tuple[str, Fraction | None], ...]
    """Each value as a book would print it, and what comes of it; None where it cannot be played."""
    book: str
    """The value that the book has."""


class Ranged(NamedTuple):
    """A chance over all range bands at which a scene is played, where it changes at any of them."""

    title: str
    name: str
    points: tuple[tuple[str, Fraction | None, Fraction | None], ...]
    """Each band, the nearest first, with the chance by the book and with the changes."""


@dataclass(frozen=True)
class Panel:
    """All scenes that come out otherwise, what matters most first, of so many that were played."""

    scenes: tuple[Scene, ...]
    played: int
    alone: Mapping[str, Scene] = field(default_factory=dict)
    """For each house rule the scene that it changes most by itself; none for one that changes none."""
    unread: tuple[str, ...] = ()
    """The house rules that no scene turns on, by the book or with all of them."""
    ranges: tuple[Ranged, ...] = ()
    sweeps: tuple[Sweep, ...] = ()

    @property
    def first(self) -> Scene | None:
        """The scene to begin with."""
        return plainest(self.scenes) if self.scenes else None


ENOUGH = (Fraction(1, 3), Fraction(3, 5), Fraction(1))
"""The share of the largest change from which on a scene of each rank tells as much."""
OF_IT = Fraction(1, 4)
"""The same for a scene that is about what a rule names."""


def plainest(scenes: Sequence[Scene], names: Collection[str] = ()) -> Scene:
    """The scene that tells most: of those that change nearly as much as any, the plainest.

    `names` are what the changed rules are about; scenes with one of them in their title go before others.
    """
    most = max(scene.weight for scene in scenes)
    about = [one for one in scenes if one.weight >= most * OF_IT and any(name in one.title.lower() for name in names)]
    enough = about or [one for one in scenes if one.weight >= most * ENOUGH[one.rank]]
    plain = [one for one in enough if one.rank == min(other.rank for other in enough)]
    most = max(scene.weight for scene in plain)
    return min((one for one in plain if one.weight >= most * ENOUGH[COMMON]), key=lambda one: one.nth)
