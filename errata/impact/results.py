"""What changed rules do at the table: scenes that were played by two rulebooks, figure by figure."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from engine.dice.distribution import Distribution
from errata.impact.number_text import root
from errata.impact.scenes import COMMON, OWN


@dataclass(frozen=True)
class Scene:
    """A scene that rules bear on: what it is, its figures, and that in a plain sentence."""

    title: str
    family: str
    """`space combat`, `personal combat`, `healing`, `checks`, `ships`, or `your own`."""
    sentence: str
    changes: tuple[Change, ...]
    nth: int = 0
    """Its place in the panel."""
    rank: int = COMMON
    """How plain it is: 0 is what people do most."""
    given: str = ""
    """What it takes for granted: `Gunner 1; a free trader with armour 2 and Hull 80`."""
    series: str = ""
    """Its title without a number: the same weapon against armour 0, 4, 8 and 12 is one series."""

    @property
    def moved(self) -> bool:
        """Whether its figures change; an own scene is shown even if they do not."""
        return any(change.moved for change in self.changes)

    @property
    def cancelled(self) -> bool:
        """Whether it is unchanged only because rules cancel each other out."""
        return not self.moved and any(change.alone for change in self.changes)

    @property
    def own(self) -> bool:
        """Whether it is the GM's own."""
        return self.family == OWN

    @property
    def weight(self) -> Fraction:
        """How much it matters: as much as its figure that changes most."""
        return max((change.weight for change in self.changes), default=Fraction(0))

    @property
    def most(self) -> str:
        """The name of the figure that changes most; empty if it has none."""
        return max(self.changes, key=lambda change: change.weight).name if self.changes else ""


class Sweep(NamedTuple):
    """An outcome over a range of values of one rule."""

    rule: str
    what: str
    """What is plotted: `hit chance of a beam laser at Short range`."""
    unit: str
    points: tuple[tuple[str, Fraction | None], ...]
    """Each value as a book would print it, and what comes of it; None where it cannot be played."""
    book: str
    """The value that the book has."""
    also: tuple[str, ...] = ()
    """Other rules that may have been asked for."""


class Ranged(NamedTuple):
    """A chance over all range bands at which a scene is played, where it changes at any of them."""

    title: str
    name: str
    points: tuple[tuple[str, Fraction | None, Fraction | None], ...]
    """Each band, the nearest first, with the chance by the book and with the changes."""


class Together(NamedTuple):
    """The effect of a rule that does nothing alone, together with the rules that it needs."""

    partners: tuple[str, ...]
    scene: Scene


_SELDOM = ("healing", "ships")
"""Families of scenes that are played between the others, which come first."""
_NOTICED = Fraction(1, 50)
"""The least weight of a change that is noticed at the table."""


@dataclass(frozen=True)
class Panel:
    """Own scenes, then the scenes that change, the weightiest first, and the number of scenes played."""

    scenes: tuple[Scene, ...]
    played: int
    alone: Mapping[str, Scene] = field(default_factory=dict)
    """For each house rule the scene that it changes most by itself; none for one that changes none."""
    unread: tuple[str, ...] = ()
    """The house rules that no scene reads, by the book or with all house rules."""
    together: Mapping[str, Together] = field(default_factory=dict)
    """The house rules that do nothing alone and something with others."""
    ranges: tuple[Ranged, ...] = ()
    sweeps: tuple[Sweep, ...] = ()

    @property
    def first(self) -> Scene | None:
        """The scene to begin with: the one that changes most in a figure by which the rules are told, each by itself.

        One in which rules cancel each other out is that only where no other comes out otherwise.
        """
        if moved := self.moved:
            titles = {scene.title for scene in self.alone.values()}
            played = [scene for scene in moved if scene.family not in _SELDOM and scene.weight >= _NOTICED]
            figures = {change.name for scene in played if scene.title in titles for change in scene.changes}
            alike = [scene for scene in played if scene.most in figures]
            most = max((scene.weight for scene in alike), default=Fraction(0))
            own = [scene for scene in alike if scene.title in titles and scene.weight >= most * NEARLY[scene.rank]]
            return plainest(own or alike or played or moved, enough=NEARLY)
        return next((scene for scene in self.scenes if scene.cancelled), None)

    @property
    def moved(self) -> list[Scene]:
        """The scenes that change."""
        return [scene for scene in self.scenes if scene.moved]

    @property
    def cancelled(self) -> int:
        """The number of scenes in which rules cancel each other out."""
        return sum(scene.cancelled for scene in self.scenes)


ENOUGH = (Fraction(1, 3), Fraction(3, 5), Fraction(1))
"""The share of the largest change from which on a scene of each rank tells as much."""
NEARLY = (Fraction(9, 10), Fraction(19, 20), Fraction(1))
"""The same where it is said to be what changes most of all."""


OF_IT = Fraction(1, 4)
"""The same for a scene that is about what a rule names."""


def plainest(scenes: Sequence[Scene], names: Collection[str] = (), enough: tuple[Fraction, ...] = ENOUGH) -> Scene:
    """The scene that tells most: of those that change nearly as much as any, the plainest.

    `names` are what the changed rules are about; scenes with one of them in their title go before others.
    """
    most = max(scene.weight for scene in scenes)
    heavy = [scene for scene in scenes if scene.weight >= most * OF_IT]
    about = [scene for scene in heavy if any(name in scene.title.lower() for name in names)]
    telling = about or [scene for scene in scenes if scene.weight >= most * enough[scene.rank]]
    plain = [scene for scene in telling if scene.rank == min(other.rank for other in telling)]
    most = max(scene.weight for scene in plain)
    first = min((scene for scene in plain if scene.weight >= most * enough[COMMON]), key=lambda scene: scene.nth)
    series = [scene for scene in plain if scene.series == first.series] if first.series else [first]
    return min(series, key=lambda scene: (-scene.weight, scene.nth))


# A figure of a scene by two rulebooks: its means, spreads and distance, and what each rule does to it.


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
    joined: tuple[str, ...] = ()
    """The rules that do nothing by themselves and without which it would come out otherwise."""

    @property
    def moved(self) -> bool:
        """Whether its mean or its distribution changes."""
        return self.before != self.after or (self.spreads is not None and self.spreads[0] != self.spreads[1])

    @property
    def difference(self) -> Fraction | None:
        """How much more it is than by the book."""
        return None if self.before is None or self.after is None else self.after - self.before

    @property
    def distance(self) -> Fraction | None:
        """How far apart the two are, from 0 to 1: the share of all rolls that come out otherwise (total variation)."""
        if self.spreads is not None:
            old, new = (spread.pmf() for spread in self.spreads)
            return sum((abs(old.get(n, Fraction(0)) - new.get(n, Fraction(0))) for n in {*old, *new}), Fraction(0)) / 2
        if self.unit == "%" and self.difference is not None:
            return abs(self.difference)
        return None

    @property
    def variances(self) -> tuple[Fraction, Fraction] | None:
        """How widely either is spread, exactly."""
        return None if self.spreads is None else (self.spreads[0].variance(), self.spreads[1].variance())

    @property
    def deviations(self) -> tuple[Fraction, Fraction] | None:
        """The same as standard deviations, to twelve decimals: how far from the mean a roll lies as a rule."""
        return None if self.variances is None else (root(self.variances[0]), root(self.variances[1]))

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
            known = self.after if self.before is None else self.before
            return abs(known) if known is not None and self.unit == "%" else Fraction(1, 10)
        change = abs(self.after - self.before)
        if not change and self.moved:
            return (self.distance or Fraction(0)) / 10
        if self.unit == "%":
            return change
        if self.spreads is not None:
            span = max(spread.high for spread in self.spreads) - min(spread.low for spread in self.spreads)
            return min(Fraction(1), change / span) if span else Fraction(1, 2) * bool(change)
        if self.unit == "DM":
            return min(Fraction(1), change / 20)
        if self.unit in ("rounds", "days"):
            return abs(1 / max(self.after, Fraction(1)) - 1 / max(self.before, Fraction(1)))
        most = max(abs(self.after), abs(self.before))
        return change / most / 2 if most else Fraction(0)
