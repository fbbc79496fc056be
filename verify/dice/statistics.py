"""Tests of dice in the standard library alone: chi-square, exact multinomial and binomial tests, Holm, sample sizes.

Counts and chances are exact; only what has no exact form (a p-value from a curve) is a float.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from math import ceil, comb, erfc, exp, fsum, inf, lcm, lgamma, log, log1p, sqrt
from statistics import NormalDist
from typing import NamedTuple

from engine.dice.distribution import Distribution
from engine.errors import LimitError

LEAST_EXPECTED = 5
"""Cells of a chi-square test that expect fewer are pooled with their neighbours: Cochran's rule."""

MOST_WORK = 120_000_000
"""Tables of an exact test, times the bits of their counts; half a second's worth, 12 rolls of 2D on all its values."""

POOLED_CELLS = 12
"""Cells that an exact test pools values into where all of them are too many."""

UNPOOLED_CELLS = 36
"""Values that an exact test can have unpooled; enough for D66."""

TINY = 1e-300


# Curves


def chi_square_sf(statistic: float, df: int) -> float:
    """The chance that chi-square with so many degrees of freedom is at least this, by a finite sum.

    >>> round(chi_square_sf(3.841458820694124, 1), 12), round(chi_square_sf(18.307038053275146, 10), 12)
    (0.05, 0.05)
    """
    half = statistic / 2
    if half <= 0 or df == 0:
        return 1.0 if half <= 0 else 0.0
    if half == inf:
        return 0.0
    first, step = (exp(-half), 1.0) if df % 2 == 0 else (erfc(sqrt(half)), 0.5)
    # Q(a + 1, x) = Q(a, x) + x^a e^-x / Γ(a + 1), from a = 1 or a = 1/2 up.
    places = (step + i for i in range((df - 1) // 2))
    return min(1.0, fsum([first, *(exp(a * log(half) - half - lgamma(a + 1)) for a in places)]))


def normal_quantile(upper: float) -> float:
    """The standard normal number that is reached with this chance.

    >>> round(normal_quantile(0.025), 6)
    1.959964
    """
    return -NormalDist().inv_cdf(upper)


def two_sided(z: float) -> float:
    """The chance of a standard normal number at least so far from 0."""
    return erfc(abs(z) / sqrt(2))


def binomial_sf(successes: int, trials: int, chance: float) -> float:
    """The chance of at least so many successes: the regularised incomplete beta function, by its continued fraction.

    >>> round(binomial_sf(8, 10, 0.5), 12)
    0.0546875
    """
    if successes <= 0 or chance >= 1:
        return 1.0 if successes <= trials else 0.0
    if successes > trials or chance <= 0:
        return 0.0
    a, b = float(successes), float(trials - successes + 1)
    if chance > (a + 1) / (a + b + 2):  # the fraction converges fast on the other side
        return 1.0 - _beta(b, a, 1 - chance)
    return _beta(a, b, chance)


def _beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function by Lentz's method (Numerical Recipes, 6.4)."""
    front = exp(lgamma(a + b) - lgamma(a + 1) - lgamma(b) + a * log(x) + b * log1p(-x))
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, 100_000):
        for step in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / ((1 + step * d) or TINY)
            c = (1 + step / c) or TINY
            value *= c * d
        if abs(c * d - 1) < 1e-15:
            return front * value
    raise LimitError(f"the incomplete beta function of {a:g} and {b:g} at {x:g} does not converge")


# Tests


class Outcome(NamedTuple):
    """What a test found: its name, its statistic and the chance of one at least as far out."""

    name: str
    statistic: float
    p: float


IMPOSSIBLE = Outcome("impossible values", inf, 0.0)
"""What is found where something came that cannot come; there is nothing left to work out."""


def mean_test(mean: Fraction, expected: Fraction, variance: Fraction, rolls: int) -> Outcome:
    """Whether a mean of so many rolls is the expected one; the variance of one roll is known exactly.

    >>> test = mean_test(Fraction(36, 5), Fraction(7), Fraction(35, 6), 100)
    >>> round(test.statistic, 4), round(test.p, 4)
    (0.8281, 0.4076)
    """
    off = float(mean - expected)
    z = off / sqrt(variance / rolls) if variance else inf if off else 0.0
    return Outcome("z test", z, two_sided(z))


def binomial_test(successes: int, trials: int, chance: Fraction) -> Outcome:
    """Whether successes come with this chance: twice the smaller exact tail."""
    share = float(chance)
    tail = min(binomial_sf(successes, trials, share), binomial_sf(trials - successes, trials, 1 - share))
    spread = sqrt(trials * share * (1 - share))
    off = successes - trials * share
    return Outcome("exact binomial", off / spread if spread else (inf if off else 0.0), min(1.0, 2 * tail))


class Cell(NamedTuple):
    """Neighbouring values that are counted together: how often they came, in how many of all ways they come."""

    observed: int
    ways: int


def cells(observed: Mapping[int, int], ways: Iterable[tuple[int, int]], least: Fraction | int) -> list[Cell]:
    """Every possible value with its count, pooled with its neighbours until the ways of a cell are `least`.

    >>> [tuple(cell) for cell in cells({1: 3, 3: 1}, [(1, 1), (2, 1), (3, 2)], least=2)]
    [(3, 2), (1, 2)]
    """
    pooled: list[Cell] = []
    came = count = 0
    for value, more in ways:
        came, count = came + observed.get(value, 0), count + more
        if count >= least:
            pooled.append(Cell(came, count))
            came = count = 0
    if count:
        last = pooled.pop() if pooled else Cell(0, 0)
        pooled.append(Cell(last.observed + came, last.ways + count))
    return pooled


def pearson(counted: Sequence[Cell]) -> Fraction:
    """Pearson's statistic, exactly: squared departures over what is expected, added up."""
    rolls, total = sum(cell.observed for cell in counted), sum(cell.ways for cell in counted)
    squares = sum((Fraction(cell.observed**2, cell.ways) for cell in counted), Fraction(0))
    return squares * total / rolls - rolls


def chi_square_test(counted: Sequence[Cell]) -> Outcome:
    """Goodness of fit by chi-square; the cells must expect enough for the curve to hold.

    >>> test = chi_square_test([Cell(count, 1) for count in (16, 18, 16, 14, 12, 20)])
    >>> test.statistic, round(test.p, 4)
    (2.5, 0.7765)
    """
    statistic = float(pearson(counted))
    return Outcome("chi-square", statistic, chi_square_sf(statistic, len(counted) - 1))


def exact_test(counted: Sequence[Cell]) -> Outcome:
    """Goodness of fit by counting: the chance that Pearson's statistic is at least as large as it was.

    >>> exact_test([Cell(4, 1), Cell(0, 1)]).p == 2 / 16
    True
    """
    return Outcome("exact multinomial", float(pearson(counted)), float(exact_chance(counted)))


def exact_chance(counted: Sequence[Cell]) -> Fraction:
    """That chance as a fraction.

    Statistics are ordered by the sum of `observed² / ways`, in whole numbers. It grows from cell to cell, so tables
    are built up cell by cell, those with the same rolls left and the same sum are one, and one that has reached the
    sum is done: whatever the other cells show, it counts.
    """
    rolls = sum(cell.observed for cell in counted)
    if work_to_count(counted) > MOST_WORK:
        raise LimitError(f"{rolls} rolls in {len(counted)} cells make too many tables for an exact test")
    scale = lcm(*(cell.ways for cell in counted))
    reach = sum(cell.observed**2 * (scale // cell.ways) for cell in counted)
    ordered = sorted(cell.ways for cell in counted)  # rare cells first: they reach it soonest
    after = list(accumulate(reversed(ordered), initial=0))[-2::-1]
    states, reached = {(rolls, 0): 1}, 0
    for ways, rest in zip(ordered, after, strict=True):
        step, grown = scale // ways, dict[tuple[int, int], int]()
        for (remaining, so_far), number in states.items():
            for here in range(remaining + 1) if rest else (remaining,):
                total, tables = so_far + here * here * step, number * comb(remaining, here) * ways**here
                if total >= reach:
                    reached += tables * rest ** (remaining - here)
                else:
                    grown[remaining - here, total] = grown.get((remaining - here, total), 0) + tables
        states = grown
    return Fraction(reached, sum(ordered) ** rolls)


def fit_test(observed: Mapping[int, int], distribution: Distribution) -> Outcome:
    """Goodness of fit of counts to a distribution: chi-square where cells expect enough, exact for small samples.

    Both may have to pool neighbouring values; the one that is left with more cells is used. Which one it is depends
    on the number of rolls alone, never on what they show.

    >>> from engine import roll
    >>> fit_test({7: 5}, roll("2D")).name, fit_test({face: 9 for face in range(1, 7)}, roll("1D")).name
    ('exact multinomial', 'chi-square')
    """
    if any(value not in distribution for value, count in observed.items() if count):
        return IMPOSSIBLE
    rolls, total = sum(observed.values()), distribution.total
    large = cells(observed, distribution, Fraction(LEAST_EXPECTED * total, rolls))
    small = cells_to_count(observed, distribution)
    return chi_square_test(large) if len(large) >= len(small) else exact_test(small)


def cells_to_count(observed: Mapping[int, int], distribution: Distribution) -> list[Cell]:
    """As many cells as an exact test of so many rolls can have."""
    pooled = cells(observed, distribution, 1)
    if len(pooled) <= UNPOOLED_CELLS and work_to_count(pooled) <= MOST_WORK:
        return pooled
    for number in range(POOLED_CELLS, 0, -1):
        pooled = cells(observed, distribution, Fraction(distribution.total, number))
        if work_to_count(pooled) <= MOST_WORK:
            break
    return pooled


def work_to_count(counted: Sequence[Cell]) -> int:
    """The ways to share the rolls out among the cells, times the bits of the numbers that count them."""
    rolls, total = sum(cell.observed for cell in counted), sum(cell.ways for cell in counted)
    return comb(rolls + len(counted) - 1, rolls) * rolls * total.bit_length()


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's adjusted p-values: where one is at most alpha, the whole family still errs with at most alpha.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    steps = accumulate((min(1.0, (len(order) - rank) * p_values[i]) for rank, i in enumerate(order)), max)
    adjusted = dict(zip(order, steps, strict=True))
    return [adjusted[i] for i in range(len(order))]


# Intervals and sizes


def wilson(successes: int, trials: int, confidence: float) -> tuple[float, float]:
    """Wilson's interval for a chance.

    >>> tuple(round(end, 4) for end in wilson(0, 10, 0.95))
    (0.0, 0.2775)
    """
    z = normal_quantile((1 - confidence) / 2)
    share, widening = successes / trials, z * z / trials
    middle = (share + widening / 2) / (1 + widening)
    half = z * sqrt(share * (1 - share) / trials + widening / (4 * trials)) / (1 + widening)
    return (middle - half if successes else 0.0), (middle + half if successes < trials else 1.0)


def sample_size(departure: float, sigma: float, alpha: float, power: float) -> int:
    """Rolls that show a mean which is off by `departure` with chance `power`, in a two-sided test at `alpha`.

    >>> sample_size(departure=0.5, sigma=1, alpha=0.05, power=0.8)
    32
    """
    return ceil(((normal_quantile(alpha / 2) + normal_quantile(1 - power)) * sigma / departure) ** 2)


def departure_seen(rolls: int, sigma: float, alpha: float, power: float) -> float:
    """The departure of a mean that so many rolls show: the inverse of `sample_size`."""
    return (normal_quantile(alpha / 2) + normal_quantile(1 - power)) * sigma / sqrt(rolls)
