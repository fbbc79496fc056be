"""How long something lasts: the mean number of rounds until so many points are gone, exactly."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import gcd

from engine.dice.distribution import Distribution
from engine.errors import LimitError, RuleBroken

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
