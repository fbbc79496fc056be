"""Standing scenes: what people do at the table, to be played by any rulebook and compared. A family is a file here.

Each figure of a scene is a chance or an amount, exact, with the whole distribution where it is rolled for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from importlib import import_module
from math import gcd
from typing import NamedTuple

from engine.dice.distribution import Distribution
from engine.errors import LimitError, RawcheckError, RuleBroken
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
    event: tuple[str, str] = ("", "")
    """What has happened by then, and that it never does: `Power is back`, `Power is never back`."""


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
    band: str = ""
    """The range band, if the same is played at each."""
    series: str = ""
    """What scenes that differ in a band or a number have in common: `A double turret of beam lasers`."""

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


def a(name: str) -> str:
    """A name with its article.

    >>> a("ion cannon"), a("Railgun")
    ('an ion cannon', 'a Railgun')
    """
    return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"


def capital(text: str) -> str:
    """A text that begins a sentence."""
    return text[0].upper() + text[1:]


MAX_POINTS = 2000


@lru_cache(maxsize=1024)
def mean_rounds(points: int, loss: Distribution) -> Fraction | None:
    """The mean number of rounds until so many points are lost, rolled anew each round; None if that never happens.

    With c ways out of n to lose d points, and m = n - c₀ ways to lose any, E(h) = (n + Σ c E(h - d)) / m. All of it is
    kept over the one denominator mʰ, so that whole numbers do; the sum is taken from the greatest loss down, each step
    times m, so that no factor but one is ever long.

    >>> mean_rounds(1, Distribution({0: 1, 1: 1})), mean_rounds(2, Distribution.die(2))
    (Fraction(2, 1), Fraction(3, 2))
    """
    if points <= 0:
        raise RuleBroken(f"there is nothing to lose in {points} points")
    if points > MAX_POINTS:
        raise LimitError(f"{points} points are more than {MAX_POINTS}, the limit")
    common = gcd(*(count for _, count in loss))
    ways = {lost: count // common for lost, count in loss if lost > 0}
    any_loss = sum(ways.values())
    if not any_loss:
        return None
    powers = [1]
    for _ in range(points):
        powers.append(powers[-1] * any_loss)
    falling = sorted((lost for lost in ways if lost < points), reverse=True)
    steps = [(lost, ways[lost], powers[lost - below]) for lost, below in zip(falling, (*falling[1:], 1), strict=False)]
    scaled = [0]
    for left in range(1, points + 1):
        further = 0
        for lost, count, power in steps:
            if lost < left:
                further = (further + count * scaled[left - lost]) * power
        scaled.append(loss.total // common * powers[left - 1] + further)
    return Fraction(scaled[points], powers[points])


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
