"""Trials: wrong dice are detected at the size that is rolled, and right ones raise no false alarm."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import RAW, roll
from engine.dice.notation import Dice
from engine.errors import NotationError, RawcheckError, UnknownRule
from tests.test_verify.test_dice.chi_square_power import chi_square_power, chi_square_quantile
from verify.dice import trials  # its test_claims and test_rolls are not for pytest
from verify.dice.exact_quantities import QUANTITIES
from verify.dice.procedures import Handful, Procedure, by_hand
from verify.dice.roller import Roller
from verify.dice.statistics import Cell, chi_square_sf, exact_chance, pearson

FEW = 20_000
"""Rolls for what does not depend on their number."""


def run(seed=1, roller=None, book=RAW, rolls=None, printed=(), alpha=trials.ALPHA):
    results = trials.test_claims(book, dict(printed), seed, alpha, rolls, roller)
    return {result.quantity.id: result for result in results}


def verdicts(results):
    return Counter(result.verdict for result in results.values())


@pytest.fixture(scope="module")
def full():
    """One run at the size that the plan asks for."""
    return run(seed=2024, printed={"dice/boon/mean": [("8.46", "p. 1")], "dice/another-die/4d/gain": [("28.6 %", 7)]})


def test_a_run_tests_every_quantity_and_right_dice_pass(full):
    assert list(full) == list(QUANTITIES)
    assert verdicts(full) == {"agrees": len(QUANTITIES) - 1, "printed value is wrong": 1}


def test_a_result_has_every_field_of_a_report(full):
    boon = full["dice/boon/mean"]
    assert boon.exact == Fraction(203, 24)
    assert [(value.printed.text, value.place, value.holds) for value in boon.printed] == [("8.46", "p. 1", True)]
    assert boon.low < boon.simulated < boon.high
    assert boon.simulated == pytest.approx(203 / 24, abs=0.02)
    assert boon.rolls == trials.plan().rolls
    assert (boon.outcome.name, boon.fits[0].outcome.name) == ("z test", "chi-square")
    assert boon.outcome.p <= boon.adjusted <= 1
    assert full["dice/boon/8-or-more"].outcome.name == "exact binomial"
    assert len(full["dice/boon/shift"].fits) == 2


def test_a_false_claim_is_wrong_whatever_the_dice_do(full):
    claim = full["dice/another-die/4d/gain"]
    assert (claim.exact, claim.verdict) == (Fraction(1, 4), trials.WRONG)
    assert [(value.place, value.holds) for value in claim.printed] == [(7, False)]


def test_an_impossible_result_never_occurs(full):
    never = full["dice/difficulty/impossible/chance"]
    assert (never.exact, never.simulated, never.outcome.p) == (0, 0, 1)


def test_a_claim_about_an_unknown_quantity_or_without_a_number_is_refused():
    with pytest.raises(UnknownRule, match="dice/boon/mean"):
        run(printed={"dice/bonn/mean": [("8.46", "p. 1")]}, rolls=100)
    with pytest.raises(NotationError):
        run(printed={"dice/boon/mean": [("eight", "p. 1")]}, rolls=100)


# The same seed


def test_the_same_seed_gives_the_same_rolls_whatever_was_rolled_before():
    boon, two = by_hand(Dice.parse("2D boon")), by_hand(Dice.parse("2D"))
    first, second = Roller(5), Roller(5)
    second.tally(two, 777)
    assert first.tally(boon, FEW) == second.tally(boon, FEW) == first.tally(boon, FEW)
    assert first.tally(boon, FEW) != Roller(6).tally(boon, FEW)


def test_the_rolls_of_a_seed_stay_what_they_are_in_every_version_of_numpy():
    assert Roller(1).faces(5, 2).tolist() == [[5, 3, 1, 6, 4], [6, 2, 6, 1, 4]]


def test_faces_have_a_row_for_each_die_and_a_column_for_each_roll():
    shown = Roller(3).faces(rolls=1000, dice=4)
    assert shown.shape == (4, 1000)
    assert set(shown.ravel().tolist()) == {1, 2, 3, 4, 5, 6}


def test_values_far_apart_are_counted():
    tally = Roller(3).tally(Procedure((Handful(1, times=1_000_000), Handful(1, times=-1)), plus=3), 5000)
    assert sum(tally.values()) == 5000
    assert set(tally) == {1_000_000 * a - b + 3 for a in range(1, 7) for b in range(1, 7)}


# Wrong rollers


class KeepsTheFirstTwo(Roller):
    def kept(self, shown, keep, best):
        return shown[:keep]


class KeepsTheWorstForABoon(Roller):
    def kept(self, shown, keep, best):
        return super().kept(shown, keep, not best)


class RerollsOnes(Roller):
    """Where ones should count as twos."""

    def read(self, shown, faces):
        import numpy as np

        again = self.faces(shown.shape[1], shown.shape[0])
        return np.where(shown == 1, again, shown) if faces else shown


class HasFiveFaces(Roller):
    def faces(self, rolls, dice, sides=6):
        return super().faces(rolls, dice, 5 if sides == 6 else sides)


class HalvesDown(Roller):
    """A D3 as half a die rounded down, with a 0 as 1: it shows 1, 1, 1, 2, 2, 3."""

    def throw(self, handful, rolls):
        if handful.sides != 3:
            return super().throw(handful, rolls)
        return self.added((self.faces(rolls, handful.dice) // 2).clip(1))


class IsLoaded(Roller):
    """One face in so many is turned to the six."""

    one_in = 200

    def faces(self, rolls, dice, sides=6):
        shown = super().faces(rolls, dice, sides)
        turned = super().faces(rolls, dice, self.one_in) == 1
        shown[turned & (shown < sides)] = sides
        return shown


class ForgetsToMultiply(Roller):
    """One time in a thousand: 2D×20 rads are 2D then."""

    def roll(self, procedure, rolls):
        total = super().roll(procedure, rolls)
        if any(handful.times > 1 for handful in procedure.handfuls):
            total[::1000] //= procedure.handfuls[0].times
        return total


WRONG = [
    (KeepsTheFirstTwo, {"dice/boon/mean", "dice/bane/mean", "dice/boon/shift", "dice/boon/8-or-more"}),
    (KeepsTheWorstForABoon, {"dice/boon/mean", "dice/bane/8-or-more"}),
    (RerollsOnes, {"dice/high-yield/gain", "dice/high-yield/mean-per-die", "dice/very-high-yield/gain"}),
    (HasFiveFaces, {"dice/1d/mean", "dice/2d/8-or-more", "dice/boon/mean", "dice/another-die/2d/gain"}),
    (HalvesDown, {"dice/d3/mean", "dice/ion/rounds-mean"}),
    (IsLoaded, {"dice/1d/mean", "dice/2d/mean", "dice/boon/mean", "dice/8d/mean"}),
    (ForgetsToMultiply, {"dice/radiation/rads-mean"}),
]


@pytest.mark.parametrize(("wrong", "caught"), WRONG, ids=lambda value: getattr(value, "__name__", ""))
def test_a_wrong_procedure_is_caught_with_the_default_number_of_rolls(wrong, caught):
    differs = {id for id, result in run(roller=wrong(7)).items() if result.verdict == trials.DIFFERS}
    assert caught <= differs


@pytest.mark.parametrize(
    ("wrong", "untouched"),
    [
        (KeepsTheFirstTwo, "dice/high-yield/gain"),
        (RerollsOnes, "dice/boon/mean"),
        (HalvesDown, "dice/2d/mean"),
    ],
)
def test_a_wrong_procedure_does_not_spoil_the_claims_that_do_not_use_it(wrong, untouched):
    assert run(roller=wrong(7), rolls=FEW)[untouched].verdict == trials.AGREES


class IsOffByTheSmallestDeparture(Roller):
    """One 1 in 49 is turned to the 6: the mean of a die is off by 5/294, a hundredth of its standard deviation."""

    def faces(self, rolls, dice, sides=6):
        shown = super().faces(rolls, dice, sides)
        shown[(shown == 1) & (super().faces(rolls, dice, 49) == 1)] = 6
        return shown


def test_the_smallest_promised_departure_is_detected():
    planned = trials.plan()
    assert (planned.departure, trials.POWER, trials.ALPHA) == (0.01, 0.999, 1e-6)
    assert "1,000,000" in str(planned)
    die = by_hand(Dice.parse("1D"))
    level = trials.ALPHA / planned.tests
    for seed in range(10):
        tally = IsOffByTheSmallestDeparture(seed).tally(die, planned.rolls)
        mean = Fraction(sum(value * count for value, count in tally.items()), planned.rolls)
        assert trials.mean_test(mean, Fraction(7, 2), Fraction(35, 12), planned.rolls).p < level


@pytest.mark.parametrize(("cells", "departure"), [(6, 0.011), (11, 0.0116), (38, 0.0134)])
def test_a_fit_test_detects_a_departure_of_about_a_hundredth(cells, departure):
    planned = trials.plan()
    noncentrality = planned.rolls * departure**2
    assert chi_square_power(noncentrality, cells - 1, trials.ALPHA / planned.tests) >= trials.POWER


# Other rulebooks


@pytest.mark.parametrize(
    "changes",
    [
        {"checks/boon-and-bane/boon-keeps": "worst"},
        {"checks/boon-and-bane/dice": 4},
        {"checks/check/dice": "3D+1"},
        {"ship/weapon-advantages/high-yield/effect": "+1D damage"},
        {"ship/weapon-advantages/high-yield/effect": "1s and 2s count as 6s"},
        {"space/linked-fire/least-weapons": 3},
        {"personal/trait-rules/radiation-rads": "2DD"},
        {"space/critical-effects/hull/severity-1": "D3 extra damage"},
    ],
    ids=str,
)
def test_in_another_rulebook_exact_values_and_rolls_move_together(changes):
    assert verdicts(run(book=RAW.overlay(changes), rolls=FEW)) == {"agrees": len(QUANTITIES)}


# False alarms


def test_two_hundred_runs_raise_no_false_alarm_and_have_uniform_p_values():
    smallest = []
    for seed in range(200):
        results = run(seed=seed, rolls=2000)
        assert verdicts(results) == {"agrees": len(QUANTITIES)}
        smallest.append(min(min(result.adjusted, *(f.adjusted for f in result.fits)) for result in results.values()))
    # At 5 % at most one run in twenty may raise an alarm: 20 of 200 would be three standard deviations more.
    assert sum(p <= 0.05 for p in smallest) < 20


def tail(statistic, chances, rolls):
    """The tail of Pearson's statistic with its first correction (Siotani and Fujikoshi 1984)."""
    k, s = len(chances), sum(1 / chance for chance in chances)
    terms = [2 - 2 * s, 9 * s - 3 * k * k - 6 * k, -12 * s + 6 * k * k + 12 * k - 6, 5 * s - 3 * k * k - 6 * k + 4]
    more = sum(term * chi_square_sf(statistic, k - 1 + 2 * j) for j, term in enumerate(terms))
    return chi_square_sf(statistic, k - 1) + more / (24 * rolls)


def test_the_correction_of_chi_square_is_right_where_all_cases_can_be_counted():
    for ways, observed in (([1] * 4, [9, 13, 20, 18]), ([1, 2, 3], [15, 10, 25]), ([1, 1, 4], [20, 10, 40])):
        counted = [Cell(n, w) for n, w in zip(observed, ways, strict=True)]
        rolls, chances = sum(observed), [w / sum(ways) for w in ways]
        assert tail(float(pearson(counted)), chances, rolls) == pytest.approx(float(exact_chance(counted)), rel=0.12)


def test_chi_square_holds_as_far_out_as_a_run_uses_it():
    planned = trials.plan()
    level = trials.ALPHA / planned.tests
    for text in ("1D", "2D", "2D boon", "4D", "5D", "13D"):
        exact = roll(text)
        pooled = trials.cells({}, exact, Fraction(trials.LEAST_EXPECTED * exact.total, planned.rolls))
        statistic = chi_square_quantile(level, len(pooled) - 1)
        assert tail(statistic, [cell.ways / exact.total for cell in pooled], planned.rolls) < 1.03 * level


# Rolls that someone brings


def rolled(text, rolls, seed=11):
    return Roller(seed).roll(by_hand(Dice.parse(text)), rolls).tolist()


@pytest.mark.parametrize("text", ["2D", "1D", "2D boon", "D66", "3D+2", "2D×20", "4D high yield"])
@pytest.mark.parametrize("rolls", [1, 8, 40, 1500])
def test_fair_rolls_agree_with_their_expression(text, rolls):
    result = trials.test_rolls(rolled(text, rolls), text)
    assert (result.rolls, result.impossible, result.verdict) == (rolls, (), trials.AGREES)
    assert result.low < result.mean < result.high
    assert set(result.outcomes) == set(result.adjusted) == {"fit", "mean"} | ({"order"} if rolls >= 30 else set())


def test_impossible_values_are_named_with_their_places():
    result = trials.test_rolls([7, 13, 6, 1, 13], "2D")
    assert result.impossible == ((2, 13), (4, 1), (5, 13))
    assert (result.outcomes["fit"].p, result.verdict) == (0, trials.DIFFERS)


@pytest.mark.parametrize(
    ("text", "claimed"), [("2D boon", "2D"), ("2D", "2D boon"), ("2D+1", "2D"), ("4D high yield", "4D bane")]
)
def test_rolls_of_another_kind_differ(text, claimed):
    assert trials.test_rolls(rolled(text, 600), claimed).verdict == trials.DIFFERS


def test_ten_boxcars_in_a_row_differ_in_a_short_list():
    result = trials.test_rolls([12] * 10, "2D")
    assert (result.outcomes["fit"].name, result.outcomes["mean"].name) == ("exact multinomial", "exact sum")
    assert result.outcomes["mean"].p == pytest.approx(2 / 36**10)
    assert result.verdict == trials.DIFFERS


def test_a_list_in_order_differs_though_every_face_is_right():
    result = trials.test_rolls(sorted(rolled("1D", 60)), "1D")
    assert result.outcomes["fit"].p > 0.01
    assert result.adjusted["order"] < 1e-6
    assert result.verdict == trials.DIFFERS


def test_the_most_frequent_and_rarest_faces_are_listed_first():
    result = trials.test_rolls([1] * 5 + [2] * 10 + [3] * 10 + [4] * 10 + [5] * 10 + [6] * 30, "1D")
    assert (result.over[0].value, result.over[0].observed, result.over[0].expected) == (6, 30, Fraction(75, 6))
    assert result.under[0].value == 1
    assert result.over[0].p < 0.001 < result.under[0].p


def test_a_longer_list_detects_smaller_departures():
    short, long = trials.test_rolls(rolled("2D", 50), "2D"), trials.test_rolls(rolled("2D", 5000), "2D")
    assert 0 < long.seen < short.seen / 9


@given(st.lists(st.integers(2, 12), min_size=1, max_size=12))
def test_the_test_of_a_mean_in_a_short_list_is_exact(rolls):
    total = roll("2D").sum_of(len(rolls))
    tails = total.chance(">=", sum(rolls)), total.chance("<=", sum(rolls))
    assert trials.test_rolls(rolls, "2D").outcomes["mean"].p == pytest.approx(float(min(1, 2 * min(tails))))


def test_lists_without_rolls_and_texts_without_dice_are_refused():
    with pytest.raises(RawcheckError, match="no rolls"):
        trials.test_rolls([], "2D")
    with pytest.raises(NotationError):
        trials.test_rolls([7], "two dice")


def test_an_expression_without_dice_has_one_result():
    assert trials.test_rolls([7] * 40, "7").verdict == trials.AGREES
    assert trials.test_rolls([7, 8], "7").verdict == trials.DIFFERS


def test_lists_of_fair_rolls_rarely_fail():
    alarms = sum(
        trials.test_rolls(rolled("2D", 40, seed), "2D", alpha=0.05).verdict == trials.DIFFERS for seed in range(300)
    )
    assert alarms < 28  # 15 are expected at most; three standard deviations more
