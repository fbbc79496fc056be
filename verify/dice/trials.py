"""Dice claims put to the test: what documents print, against exact values; exact values, against dice rolled by hand.

A run makes one test for each claim and one for each way of rolling, and corrects them all together by Holm, so that
`alpha` is the chance that a run in which nothing is wrong says that something is.
"""

# ruff: noqa: PT028 - test_claims and test_rolls test dice, not this program
from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import sqrt

from engine.dice.distribution import Distribution
from engine.dice.notation import Dice
from engine.errors import RawcheckError, UnknownRule
from engine.rulebook.names import suggestion
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook
from verify.dice.exact_quantities import QUANTITIES, NamedQuantity, Roll
from verify.dice.procedures import Procedure
from verify.dice.roller import Roller, Tally
from verify.dice.rounding import Printed
from verify.dice.statistics import (
    IMPOSSIBLE,
    Outcome,
    binomial_test,
    cells,
    chi_square_test,
    departure_seen,
    fit_test,
    holm,
    mean_test,
    normal_quantile,
    sample_size,
    two_sided,
    wilson,
)

ALPHA = 1e-6
"""False alarms per run: at most one in a million."""

DEPARTURE = 0.01
"""What must be seen: a mean or a chance that is off by a hundredth of the standard deviation of one roll."""

POWER = 0.999
"""How surely it must be seen."""

CONFIDENCE = 0.99
"""Of the intervals that are shown."""

LEAST_EXPECTED = 500
"""Cells of a fit in a run that expect fewer are pooled: five will do at 5 %, but not at one in a hundred million."""

ONE_LIST = 0.01
"""False alarms per list of rolls that someone brings."""

MOST_SUMS = 2000
"""Rolls times the span of values up to which the distribution of their sum is worked out: 200 rolls of 2D."""

LEAST_SERIAL = 30
"""Rolls from which on it is tested whether each depends on the one before."""

AGREES, DIFFERS, WRONG = "agrees", "differs", "printed value is wrong"


@dataclass(frozen=True, slots=True)
class Plan:
    """How many rolls a run makes of each kind, and what that shows."""

    tests: int
    departure: float
    rolls: int

    def __str__(self) -> str:
        return (
            f"{self.rolls:,} rolls of each kind show what is off by {self.departure:g} standard deviations of a roll "
            f"in {POWER:.1%} of all runs; at most one run in {1 / ALPHA:,.0f} raises a false alarm"
        )


def plan(departure: float = DEPARTURE) -> Plan:
    """The number of rolls that shows the smallest departure, whatever the other tests say.

    >>> 780_000 < plan().rolls < 800_000, plan(departure=0.1).rolls < 8_000
    (True, True)
    """
    tests = len(QUANTITIES) + len({roll.by_hand(RAW) for quantity in QUANTITIES.values() for roll in quantity.rolls})
    return Plan(tests, departure, sample_size(departure, 1, ALPHA / tests, POWER))


@dataclass(frozen=True, slots=True)
class PrintedValue:
    """A value that a document prints for a quantity, where, and whether the exact value rounds to it."""

    printed: Printed
    place: object
    holds: bool


@dataclass(frozen=True, slots=True)
class Fit:
    """How well the rolls of one kind fit the exact distribution."""

    title: str
    outcome: Outcome
    adjusted: float = 1.0


@dataclass(frozen=True, slots=True)
class DiceResult:
    """A dice claim: what is printed, what is exact, what was rolled, and what follows."""

    quantity: NamedQuantity
    exact: Fraction
    rolls: int
    simulated: float
    low: float
    high: float
    """The ends of the confidence interval of the simulated value."""
    outcome: Outcome
    """The test of the simulated value against the exact one."""
    adjusted: float = 1.0
    """Its p-value after Holm's correction over the whole run."""
    fits: tuple[Fit, ...] = ()
    """The tests of all results of the rolls that it is made of."""
    printed: tuple[PrintedValue, ...] = ()
    verdict: str = AGREES


def test_claims(
    book: Rulebook,
    printed: Mapping[str, Sequence[tuple[str, object]]],
    seed: int,
    alpha: float = ALPHA,
    rolls: int | None = None,
    roller: Roller | None = None,
) -> list[DiceResult]:
    """Every quantity that has a name: printed, exact, rolled by hand, tested. `printed` has (text, place) by id.

    >>> results = test_claims(RAW, {"dice/boon/mean": [("8.46", "p. 1"), ("8.5", "p. 2"), ("9", "p. 3")]}, 1, rolls=500)
    >>> boon = next(result for result in results if result.quantity.id == "dice/boon/mean")
    >>> [value.holds for value in boon.printed], boon.verdict
    ([True, True, False], 'printed value is wrong')
    """
    for id in printed:
        if id not in QUANTITIES:
            raise UnknownRule(f"no quantity has the id {id!r}; {suggestion(id, QUANTITIES)}")
    run = _Run(book, roller or Roller(seed), rolls or plan().rolls)
    claims = [run.measure(quantity) for quantity in QUANTITIES.values()]
    fits = run.fits()
    adjusted = iter(holm([claim.outcome.p for claim in claims] + [fit.outcome.p for fit in fits.values()]))
    claims = [replace(claim, adjusted=p) for claim, p in zip(claims, adjusted, strict=False)]
    fits = {procedure: replace(fit, adjusted=next(adjusted)) for procedure, fit in fits.items()}
    results = []
    for claim in claims:
        own = tuple(fits[roll.by_hand(book)] for roll in claim.quantity.rolls)
        read = [(Printed.parse(text), place) for text, place in printed.get(claim.quantity.id, ())]
        values = tuple(PrintedValue(value, place, value.holds(claim.exact)) for value, place in read)
        verdict = WRONG if not all(value.holds for value in values) else AGREES
        if min(claim.adjusted, *(fit.adjusted for fit in own)) <= alpha:
            verdict = DIFFERS
        results.append(replace(claim, fits=own, printed=values, verdict=verdict))
    return results


class _Run:
    """The rolls of one run: each kind is rolled once, however many claims rest on it."""

    def __init__(self, book: Rulebook, roller: Roller, rolls: int) -> None:
        self.book, self.roller, self.rolls = book, roller, rolls
        self.rolled: dict[Procedure, tuple[Roll, Tally]] = {}
        self.z = normal_quantile((1 - CONFIDENCE) / 2)

    def fits(self) -> dict[Procedure, Fit]:
        """The fit of each kind of roll to its exact distribution, by chi-square with rare values pooled."""
        fits = {}
        for procedure, (roll, tally) in self.rolled.items():
            exact = roll.exact(self.book)
            pooled = cells(tally, exact, Fraction(LEAST_EXPECTED * exact.total, self.rolls))
            is_possible = sum(cell.observed for cell in pooled) == self.rolls
            fits[procedure] = Fit(roll.title, chi_square_test(pooled) if is_possible else IMPOSSIBLE)
        return fits

    def mean(self, quantity: NamedQuantity, roll: Roll) -> Fraction:
        """The mean of what was rolled, or the share of the rolls that won."""
        procedure = roll.by_hand(self.book)
        if procedure not in self.rolled:
            self.rolled[procedure] = roll, self.roller.tally(procedure, self.rolls)
        tally = self.rolled[procedure][1]
        if quantity.wins is None:
            return Fraction(sum(value * count for value, count in tally.items()), self.rolls)
        return Fraction(sum(count for value, count in tally.items() if quantity.wins(self.book, value)), self.rolls)

    def measure(self, quantity: NamedQuantity) -> DiceResult:
        """A quantity as it was rolled, with its interval and its test.

        Two kinds of roll are independent; a share g of the second is tested as `first - (1 + g) second = 0`.
        """
        exact = expected = quantity.exact(self.book)
        mean = simulated = self.mean(quantity, quantity.roll)
        if quantity.wins is not None and quantity.against is None:
            won = int(mean * self.rolls)
            low, high = wilson(won, self.rolls, CONFIDENCE)
            outcome = binomial_test(won, self.rolls, exact)
            return DiceResult(quantity, exact, self.rolls, float(mean), low, high, outcome)
        variance, scale = quantity.scored(quantity.roll, self.book).variance(), 1.0
        if quantity.against is not None:
            other = self.mean(quantity, quantity.against)
            factor = 1 + exact if quantity.share else Fraction(1)
            variance += factor**2 * quantity.scored(quantity.against, self.book).variance()
            simulated = mean - other
            mean -= factor * other
            if quantity.share:
                expected, simulated, scale = Fraction(0), simulated / other, abs(float(other))
        outcome = mean_test(mean, expected, variance, self.rolls)
        spread, middle = self.z * sqrt(variance / self.rolls) / scale, float(simulated)
        return DiceResult(quantity, exact, self.rolls, middle, middle - spread, middle + spread, outcome)


# Rolls that someone brings


@dataclass(frozen=True, slots=True)
class Face:
    """A value that came more or less often than it should."""

    value: int
    observed: int
    expected: Fraction
    p: float
    """The chance of a departure at least so large, for this value by itself."""


@dataclass(frozen=True, slots=True)
class RollsResult:
    """A list of rolls against an expression."""

    expression: str
    rolls: int
    impossible: tuple[tuple[int, int], ...]
    """Values that cannot come up, each with its position in the list from 1."""
    exact_mean: Fraction
    mean: Fraction
    low: float
    high: float
    """The ends of the confidence interval of the mean."""
    outcomes: Mapping[str, Outcome]
    """The tests by what they look at: fit, mean and, in a longer list, order."""
    adjusted: Mapping[str, float]
    """Their p-values after Holm's correction."""
    over: tuple[Face, ...]
    under: tuple[Face, ...]
    """The values that came too often and too seldom, the most striking first."""
    seen: float
    """A mean that is off by so much would be seen in a list of this length four times out of five."""
    verdict: str


def test_rolls(rolls: Sequence[int], expression: str, alpha: float = ONE_LIST) -> RollsResult:
    """Whether a list of rolls can come from an expression.

    >>> result = test_rolls([7, 13, 6, 8], "2D")
    >>> result.impossible, result.verdict
    (((2, 13),), 'differs')
    """
    exact = Dice.parse(expression).distribution()
    if not rolls:
        raise RawcheckError(f"no rolls to test against {expression}")
    count, came = len(rolls), Counter(rolls)
    impossible = tuple((at, value) for at, value in enumerate(rolls, 1) if value not in exact)
    outcomes = {"fit": fit_test(came, exact), "mean": _sum_test(rolls, exact)}
    if count >= LEAST_SERIAL and exact.variance():
        outcomes["order"] = serial_test(rolls, exact)
    adjusted = dict(zip(outcomes, holm([outcome.p for outcome in outcomes.values()]), strict=True))
    mean, sigma = Fraction(sum(rolls), count), sqrt(exact.variance())
    spread = normal_quantile((1 - CONFIDENCE) / 2) * sigma / sqrt(count)
    faces = [
        Face(value, came[value], chance * count, binomial_test(came[value], count, chance).p)
        for value, chance in exact.pmf().items()
    ]
    faces.sort(key=lambda face: (face.p, face.value))
    return RollsResult(
        expression=expression,
        rolls=count,
        impossible=impossible,
        exact_mean=exact.mean(),
        mean=mean,
        low=float(mean) - spread,
        high=float(mean) + spread,
        outcomes=outcomes,
        adjusted=adjusted,
        over=tuple(face for face in faces if face.observed > face.expected),
        under=tuple(face for face in faces if face.observed < face.expected),
        seen=departure_seen(count, sigma, alpha / len(outcomes), 0.8),
        verdict=DIFFERS if impossible or min(adjusted.values()) <= alpha else AGREES,
    )


def _sum_test(rolls: Sequence[int], exact: Distribution) -> Outcome:
    """The mean, by the exact distribution of the sum of so many rolls; in a long list by the normal curve."""
    z = mean_test(Fraction(sum(rolls), len(rolls)), exact.mean(), exact.variance(), len(rolls))
    if len(rolls) * (exact.high - exact.low) > MOST_SUMS:
        return z
    total = exact.sum_of(len(rolls))
    tail = min(total.chance(">=", sum(rolls)), total.chance("<=", sum(rolls)))
    return Outcome("exact sum", z.statistic, float(min(Fraction(1), 2 * tail)))


def serial_test(rolls: Sequence[int], exact: Distribution) -> Outcome:
    """Whether a roll depends on the one before it: the products of neighbours' departures have mean 0.

    >>> from engine import roll
    >>> serial_test([2, 12] * 20, roll("2D")).p < 1e-6
    True
    """
    mean, variance = float(exact.mean()), float(exact.variance())
    off = [value - mean for value in rolls]
    z = sum(a * b for a, b in pairwise(off)) / (variance * sqrt(len(rolls) - 1))
    return Outcome("lag-1 correlation", z, two_sided(z))
