"""What changed rules do at the table: scenes that were played by two rulebooks, figure by figure."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from engine.scenes import COMMON, OWN
from verify.scene_changes import Change


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

    @property
    def moved(self) -> bool:
        """Whether it comes out otherwise; an own scene is shown where it does not, too."""
        return any(change.moved for change in self.changes)

    @property
    def cancelled(self) -> bool:
        """Whether it comes out as by the book only because rules cancel each other out."""
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
    also: tuple[str, ...] = ()
    """Other rules that may have been asked for."""


class Ranged(NamedTuple):
    """A chance over all range bands at which a scene is played, where it changes at any of them."""

    title: str
    name: str
    points: tuple[tuple[str, Fraction | None, Fraction | None], ...]
    """Each band, the nearest first, with the chance by the book and with the changes."""


class Together(NamedTuple):
    """What a rule that does nothing by itself does together with others, and which those are."""

    partners: tuple[str, ...]
    scene: Scene


_SELDOM = ("healing", "ships")
"""Families of scenes that are played between the others, which come first."""
_NOTICED = Fraction(1, 50)
"""The weight from which on a change is noticed at the table."""


@dataclass(frozen=True)
class Panel:
    """Own scenes, then all that come out otherwise, what matters most first, of so many that were played."""

    scenes: tuple[Scene, ...]
    played: int
    alone: Mapping[str, Scene] = field(default_factory=dict)
    """For each house rule the scene that it changes most by itself; none for one that changes none."""
    unread: tuple[str, ...] = ()
    """The house rules that no scene turns on, by the book or with all of them."""
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
            told = {scene.title for scene in self.alone.values()}
            played = [scene for scene in moved if scene.family not in _SELDOM and scene.weight >= _NOTICED]
            figures = {change.name for scene in played if scene.title in told for change in scene.changes}
            alike = [scene for scene in played if scene.most in figures]
            own = [scene for scene in alike if scene.title in told and scene.weight >= _least(alike, scene.rank)]
            return plainest(own or alike or played or moved, enough=NEARLY)
        return next((scene for scene in self.scenes if scene.cancelled), None)

    @property
    def moved(self) -> list[Scene]:
        """The scenes that come out otherwise."""
        return [scene for scene in self.scenes if scene.moved]

    @property
    def cancelled(self) -> int:
        """In how many scenes rules cancel each other out."""
        return sum(scene.cancelled for scene in self.scenes)


ENOUGH = (Fraction(1, 3), Fraction(3, 5), Fraction(1))
"""The share of the largest change from which on a scene of each rank tells as much."""
NEARLY = (Fraction(9, 10), Fraction(19, 20), Fraction(1))
"""The same where it is said to be what changes most of all."""


def _least(scenes: Sequence[Scene], rank: int) -> Fraction:
    """From what weight on a scene of a rank changes nearly as much as any of some."""
    return max(scene.weight for scene in scenes) * NEARLY[rank]


OF_IT = Fraction(1, 4)
"""The same for a scene that is about what a rule names."""


def plainest(scenes: Sequence[Scene], names: Collection[str] = (), enough: tuple[Fraction, ...] = ENOUGH) -> Scene:
    """The scene that tells most: of those that change nearly as much as any, the plainest.

    `names` are what the changed rules are about; scenes with one of them in their title go before others.
    """
    most = max(scene.weight for scene in scenes)
    about = [one for one in scenes if one.weight >= most * OF_IT and any(name in one.title.lower() for name in names)]
    told = about or [one for one in scenes if one.weight >= most * enough[one.rank]]
    plain = [one for one in told if one.rank == min(other.rank for other in told)]
    most = max(scene.weight for scene in plain)
    first = min((one for one in plain if one.weight >= most * enough[COMMON]), key=lambda one: one.nth)
    return min((one for one in plain if _kin(one) == _kin(first)), key=lambda one: (-one.weight, one.nth))


def _kin(scene: Scene) -> str:
    """What a scene is but for its numbers: the same weapon against armour 0, 4, 8 and 12 is one."""
    return re.sub(r"\d+", "#", scene.title)
