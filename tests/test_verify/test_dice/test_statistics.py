"""Curves against tables, closed forms and simulation by hand; exact tests against counting every case."""

from fractions import Fraction
from itertools import product
from math import comb, erfc, exp, inf, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import roll
from engine.errors import LimitError
from tests.test_verify.test_dice.chi_square_power import chi_square_power, chi_square_quantile
from verify.dice.statistics import (
    Cell,
    binomial_sf,
    binomial_test,
    cells,
    cells_to_count,
    chi_square_sf,
    chi_square_test,
    departure_seen,
    exact_chance,
    exact_test,
    fit_test,
    holm,
    mean_test,
    normal_quantile,
    pearson,
    sample_size,
    two_sided,
    wilson,
)

TABLE = [
    (3.841458820694124, 1, 0.05),
    (5.991464547107979, 2, 0.05),
    (11.070497693516351, 5, 0.05),
    (18.307038053275146, 10, 0.05),
    (6.634896601021213, 1, 0.01),
    (23.209251158954356, 10, 0.01),
    (124.34211340400408, 100, 0.05),
    (10.827566170662733, 1, 0.001),
    (3.9402991361190605, 10, 0.95),
]


@pytest.mark.parametrize(("statistic", "df", "p"), TABLE)
def test_chi_square_is_as_in_the_tables(statistic, df, p):
    assert chi_square_sf(statistic, df) == pytest.approx(p, abs=1e-12)
    assert chi_square_quantile(p, df) == pytest.approx(statistic, rel=1e-9)


@given(st.floats(0, 500))
def test_chi_square_has_its_closed_forms(x):
    assert chi_square_sf(x, 1) == pytest.approx(erfc(sqrt(x / 2)), rel=1e-12)
    assert chi_square_sf(x, 2) == pytest.approx(exp(-x / 2), rel=1e-12)
    assert chi_square_sf(x, 4) == pytest.approx(exp(-x / 2) * (1 + x / 2), rel=1e-12)


@given(st.floats(0.01, 300), st.integers(1, 60))
def test_chi_square_grows_with_its_degrees_of_freedom_and_falls_with_the_statistic(x, df):
    assert chi_square_sf(x, df) <= chi_square_sf(x, df + 1) + 1e-15 <= 1 + 1e-15
    assert chi_square_sf(x * 1.01, df) <= chi_square_sf(x, df) + 1e-15


def test_chi_square_at_its_ends():
    assert chi_square_sf(0, 3) == chi_square_sf(-1e-9, 3) == chi_square_sf(0, 0) == 1
    assert chi_square_sf(inf, 3) == chi_square_sf(1, 0) == 0
    assert chi_square_sf(2000, 2000) == pytest.approx(0.4957945, abs=1e-6)


def test_normal_curve_and_its_inverse():
    assert two_sided(1.959963984540054) / 2 == pytest.approx(0.025, abs=1e-15)
    assert two_sided(-2.5758293035489) == pytest.approx(0.01, abs=1e-13)
    for p in (0.5, 0.025, 1e-6, 3.5e-9):
        assert two_sided(normal_quantile(p)) / 2 == pytest.approx(p, rel=1e-10)


@given(st.integers(1, 40), st.integers(0, 41), st.fractions(0, 1, max_denominator=216))
def test_a_binomial_tail_is_the_sum_of_its_chances(trials, successes, chance):
    tail = sum(comb(trials, n) * chance**n * (1 - chance) ** (trials - n) for n in range(successes, trials + 1))
    assert binomial_sf(successes, trials, float(chance)) == pytest.approx(float(tail), rel=1e-9, abs=1e-12)


def test_a_binomial_tail_of_a_million_trials():
    # Six standard deviations out of a fair coin the normal curve is right to a few parts in ten thousand.
    assert binomial_sf(503_000, 1_000_000, 0.5) == pytest.approx(two_sided(5.999) / 2, rel=1e-3)


def test_a_binomial_test_of_what_cannot_fail_or_cannot_happen():
    assert binomial_test(0, 50, Fraction(0)).p == binomial_test(50, 50, Fraction(1)).p == 1
    assert binomial_test(1, 50, Fraction(0)).p == binomial_test(49, 50, Fraction(1)).p == 0


def test_a_mean_is_tested_by_its_exact_variance():
    test = mean_test(Fraction(75, 10), Fraction(7), Fraction(35, 6), 210)
    assert test.statistic == pytest.approx(3)
    assert test.p == pytest.approx(0.0026998, abs=1e-7)
    assert mean_test(Fraction(7), Fraction(7), Fraction(0), 5).p == 1
    assert mean_test(Fraction(8), Fraction(7), Fraction(0), 5).p == 0


counts = st.lists(st.tuples(st.integers(0, 3), st.integers(1, 5)), min_size=1, max_size=4).filter(
    lambda pairs: 0 < sum(observed for observed, _ in pairs) <= 6
)


def made(pairs):
    return [Cell(observed, ways) for observed, ways in pairs]


def by_force(counted):
    """Roll every sequence of results, and count those whose statistic is at least as large."""
    faces = [i for i, cell in enumerate(counted) for _ in range(cell.ways)]
    rolls, total = sum(cell.observed for cell in counted), len(faces)
    reach, chance = pearson(counted), Fraction(0)
    for shown in product(range(len(counted)), repeat=rolls):
        table = [Cell(shown.count(i), cell.ways) for i, cell in enumerate(counted)]
        if pearson(table) >= reach:
            ways = 1
            for i in shown:
                ways *= counted[i].ways
            chance += Fraction(ways, total**rolls)
    return chance


@given(counts)
def test_the_exact_test_equals_counting_every_case(pairs):
    assert exact_chance(made(pairs)) == by_force(made(pairs))


def test_the_exact_test_of_some_real_rolls():
    assert exact_test(cells({2: 2}, roll("2D"), 1)).p == pytest.approx(2 / 36**2)  # snake eyes or boxcars, twice
    assert exact_test(cells({1: 4}, roll("1D"), 1)).p == pytest.approx(6 / 6**4)


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(1, 50)), min_size=1, max_size=8))
def test_pearsons_statistic_adds_up_squared_departures_over_what_is_expected(pairs):
    rolls, total = sum(n for n, _ in pairs), sum(ways for _, ways in pairs)
    expected = [Fraction(rolls * ways, total) for _, ways in pairs]
    if rolls:
        assert pearson(made(pairs)) == sum((n - e) ** 2 / e for (n, _), e in zip(pairs, expected, strict=True))


def test_where_cells_expect_enough_chi_square_is_close_to_the_exact_test():
    for observed in ((5, 5, 5, 5, 5, 4), (2, 7, 5, 5, 6, 4), (1, 3, 5, 9, 7, 4), (11, 3, 4, 3, 3, 5)):
        counted = made([(n, 1) for n in observed])
        assert chi_square_test(counted).p == pytest.approx(exact_test(counted).p, abs=0.06)


def test_an_exact_test_that_is_too_large_is_refused():
    with pytest.raises(LimitError, match="too many tables"):
        exact_chance(cells({7: 100}, roll("2D"), 1))


@given(st.sampled_from(["1D", "2D", "3D", "2D boon", "D66", "1D×10"]), st.integers(1, 500), st.data())
def test_pooling_loses_no_roll_and_no_chance(text, rolls, data):
    dice = roll(text)
    observed = {value: data.draw(st.integers(0, rolls)) for value, _ in dice}
    least = Fraction(5 * dice.total, rolls)
    pooled = cells(observed, dice, least)
    assert sum(cell.observed for cell in pooled) == sum(observed.values())
    assert sum(cell.ways for cell in pooled) == dice.total
    assert len(pooled) == 1 or all(cell.ways >= least for cell in pooled)


def test_pearson_statistic_and_chi_square_of_a_textbook_die():
    test = chi_square_test(made([(22, 1), (24, 1), (38, 1), (30, 1), (46, 1), (44, 1)]))
    assert test.statistic == pytest.approx(15.294, abs=1e-3)
    assert round(test.p, 4) == 0.0092


@pytest.mark.parametrize(
    ("text", "rolls", "name"),
    [
        ("2D", 1, "exact multinomial"),
        ("2D", 12, "exact multinomial"),
        ("2D", 25, "exact multinomial"),
        ("2D", 60, "chi-square"),
        ("1D", 29, "exact multinomial"),
        ("1D", 30, "chi-square"),
        ("D66", 5, "exact multinomial"),
        ("D66", 180, "chi-square"),
        ("20D", 8, "exact multinomial"),
        ("20D", 500, "chi-square"),
    ],
)
def test_small_samples_are_tested_exactly_whatever_they_show(text, rolls, name):
    dice = roll(text)
    middle = dice.percentile(50)
    for observed in ({dice.low: rolls}, {middle: rolls}, {dice.low: 1, dice.high: rolls - 1}):
        assert fit_test(observed, dice).name == name


def test_the_exact_test_pools_only_when_it_must():
    assert len(cells_to_count({7: 12}, roll("2D"))) == 11
    assert 5 <= len(cells_to_count({7: 25}, roll("2D"))) <= 8


def test_a_value_that_cannot_come_up_settles_the_matter():
    assert fit_test({7: 50, 13: 1}, roll("2D")).p == 0
    assert fit_test({7: 5, 13: 0}, roll("2D")).name == "exact multinomial"


def test_holm_as_in_his_paper_and_at_its_ends():
    assert holm([0.01, 0.005, 0.2, 0.03]) == pytest.approx([0.03, 0.02, 0.2, 0.06])
    assert holm([]) == []
    assert holm([0.7]) == [0.7]


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_holm_keeps_the_order_and_treats_the_smallest_as_bonferroni_does(ps):
    adjusted = holm(ps)
    assert all(p <= a <= 1 for p, a in zip(ps, adjusted, strict=True))
    assert min(adjusted) == min(1, len(ps) * min(ps))
    for p, a in zip(ps, adjusted, strict=True):
        assert all(b <= a for q, b in zip(ps, adjusted, strict=True) if q <= p)


def test_wilson_interval():
    low, high = wilson(15, 36, 0.95)
    assert (round(low, 4), round(high, 4)) == (0.2714, 0.5780)
    assert wilson(0, 9, 0.95)[0] == 0
    assert wilson(9, 9, 0.95)[1] == 1


@given(st.floats(0.001, 1), st.floats(0.1, 10), st.sampled_from([1e-8, 1e-4, 0.05]), st.sampled_from([0.8, 0.999]))
def test_a_sample_detects_the_departure_it_is_sized_for(departure, sigma, alpha, power):
    rolls = sample_size(departure, sigma, alpha, power)
    assert departure_seen(rolls, sigma, alpha, power) <= departure
    assert rolls == 1 or departure_seen(rolls - 1, sigma, alpha, power) > departure


@pytest.mark.parametrize(
    ("noncentrality", "df", "alpha", "power"),
    [(10.507, 1, 0.05, 0.9), (12.654, 2, 0.05, 0.9), (12.828, 5, 0.05, 0.8), (1e-9, 7, 0.01, 0.01)],
)
def test_the_power_of_chi_square_is_as_in_the_tables(noncentrality, df, alpha, power):
    assert chi_square_power(noncentrality, df, alpha) == pytest.approx(power, abs=1e-4)
