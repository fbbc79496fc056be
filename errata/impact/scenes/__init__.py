"""Standing scenes: what people do at the table, to be played by any rulebook and compared. A family is a file here.

Each figure of a scene is a chance or an amount, exact, with the whole distribution where it is rolled for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from importlib import import_module
from typing import NamedTuple

from engine.dice.distribution import Distribution
from engine.errors import RawcheckError
from engine.rulebook.rulebook import Rulebook


class Figure(NamedTuple):
    """One figure: its name, its unit, what it comes to, and its distribution if it is rolled for."""

    name: str
    unit: str
    """`%` for a chance, `Cr` for credits, else what is counted."""
    value: Fraction | None
    """None where it never comes to that."""
    spread: Distribution | None = None
    told: str = ""
    """How a change is told: `now hit {after} of the time instead of {before}`, or `is{never} disabled {sooner}`."""


PLAIN, COMMON, SPECIAL = 0, 1, 2
OWN = "your own"
"""The family of scenes that are not of the panel."""


@dataclass(frozen=True)
class Scene:
    """A scene: its title, how a sentence about it begins, and how it is played."""

    title: str
    subject: str
    """What a sentence is about: `Beam lasers at Short range`."""
    play: Callable[[Rulebook], Iterable[Figure]]
    family: str = ""
    rank: int = COMMON
    """How plain it is, for the choice of the one to tell: `PLAIN` is what people do most."""
    given: str = ""
    """What it takes for granted: `Gunner 1; a free trader with armour 2 and Hull 80`."""

    def figures(self, book: Rulebook) -> tuple[Figure, ...]:
        """What it comes to by a rulebook; nothing where the rules do not let it happen, or leave nothing to roll."""
        try:
            return tuple(self.play(book))
        except (RawcheckError, ValueError, ZeroDivisionError):
            return ()


def chance(name: str, value: Fraction, told: str) -> Figure:
    """A figure that is a chance."""
    return Figure(name, "%", value, None, told)


def rolled(name: str, unit: str, spread: Distribution, told: str) -> Figure:
    """A figure that is rolled for: its mean and its distribution."""
    return Figure(name, unit, spread.mean(), spread, told)


def amount(name: str, unit: str, value: int | Fraction | None, told: str) -> Figure:
    """A figure that is the same each time, or a mean whose distribution has no end."""
    return Figure(name, unit, None if value is None else Fraction(value), None, told)


FAMILIES = (
    "dice_rolls", "patients", "firefights", "personal_actions", "shipyard", "space_duels", "space_crews", "ship_damage",
)  # fmt: skip
"""The modules of this folder, in the order in which their scenes are told."""


def panel() -> tuple[Scene, ...]:
    """Every scene of every family, in order."""
    found: list[Scene] = []
    for name in FAMILIES:
        family = import_module(f"{__name__}.{name}")
        found += [replace(scene, family=family.FAMILY) for scene in family.scenes()]
    return tuple(found)
