"""The figures of a scene: chances and amounts, exact, with the whole distribution where they are rolled for."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import gcd
from typing import NamedTuple

from engine.dice.distribution import Distribution
from engine.errors import LimitError, RuleBroken


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


def chance(name: str, value: Fraction, told: str) -> Figure:
    """A figure that is a chance; `now hit` is told as `now hit {after} of the time instead of {before}`."""
    return Figure(name, "%", value, None, told if "{" in told else told + " {after} of the time instead of {before}")


def rolled(name: str, unit: str, spread: Distribution, told: str) -> Figure:
    """A figure that is rolled for: its mean and its distribution."""
    return Figure(name, unit, spread.mean(), spread, told)


def hit(value: Fraction) -> Figure:
    """The chance to hit."""
    return chance("hit chance", value, "now hit")


def damage(spread: Distribution) -> Figure:
    """The damage of an attack."""
    return rolled("damage", "points", spread, "now do {after} damage on average instead of {before}")


def amount(name: str, unit: str, value: int | Fraction | None, told: str) -> Figure:
    """A figure that is the same each time, or a mean whose distribution has no end."""
    return Figure(name, unit, None if value is None else Fraction(value), None, told)


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
