"""Every operation on distributions is proved by rolling all faces; hypothesis chooses the case."""

import pickle
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice.distribution import ALL_FACES, COMPARISONS, Distribution, thin_dice
from engine.dice.notation import Dice
from engine.errors import LimitError

counts = st.dictionaries(st.integers(-20, 20), st.integers(1, 9), min_size=1, max_size=5)
sparse = st.dictionaries(st.integers(-3, 3).map(lambda n: n * 10), st.integers(1, 10**12), min_size=1, max_size=4)
small = st.one_of(counts, sparse)
tiny = st.dictionaries(st.integers(-5, 9), st.integers(1, 3), min_size=1, max_size=4)


def faces(table):
    """All equally likely outcomes of a table of counts, one by one."""
    return [value for value, count in table.items() for _ in range(count)]


def by_force(dice, outcome):
    """Roll every combination of faces and count what comes out."""
    return Counter(outcome(*rolled) for rolled in product(*dice))


def same(got, expected):
    total = sum(expected.values())
    assert (got.low, got.high) == (min(expected), max(expected))
    assert dict(got.pmf()) == {v: Fraction(n, total) for v, n in expected.items()}


@given(small)
def test_a_distribution_gives_back_the_counts_that_it_was_made_of(table):
    made = Distribution(table)
    assert dict(made) == table
    assert (made.low, made.high, made.total) == (min(table), max(table), sum(table.values()))
    assert len(made) == len(table)


@given(small)
def test_mean_and_variance_are_exact(table):
    total = sum(table.values())
    mean = Fraction(sum(v * n for v, n in table.items()), total)
    made = Distribution(table)
    assert made.mean() == mean
    assert made.variance() == sum((v - mean) ** 2 * n for v, n in table.items()) / total


@given(small, st.sampled_from(sorted(COMPARISONS)), st.integers(-40, 40))
def test_a_chance_counts_the_outcomes_that_compare(table, sign, value):
    holds = COMPARISONS[sign]
    expected = Fraction(sum(n for v, n in table.items() if holds(v, value)), sum(table.values()))
    assert Distribution(table).chance(sign, value) == expected


@given(tiny, tiny)
def test_adding_two_rolls(a, b):
    same(Distribution(a) + Distribution(b), by_force([faces(a), faces(b)], lambda x, y: x + y))
    same(Distribution(a) - Distribution(b), by_force([faces(a), faces(b)], lambda x, y: x - y))


@given(counts, sparse)
def test_adding_rolls_with_different_steps_between_values(a, b):
    expected = Counter()
    for (x, n), (y, m) in product(a.items(), b.items()):
        expected[x + y] += n * m
    same(Distribution(a) + Distribution(b), expected)


@given(small, st.integers(-50, 50))
def test_a_single_value_fits_any_grid(table, shift):
    wide = Distribution(table) * 100_000
    assert (wide + Distribution.constant(shift)).pmf() == (wide + shift).pmf()


@given(small, st.integers(-50, 50), st.integers(-7, 7))
def test_shifting_and_scaling(table, shift, factor):
    made = Distribution(table)
    same(made + shift, Counter({v + shift: n for v, n in table.items()}))
    same(shift - made, Counter({shift - v: n for v, n in table.items()}))
    scaled = Counter()
    for value, count in table.items():
        scaled[value * factor] += count
    same(made * factor, scaled)


@given(tiny, st.integers(0, 4))
def test_the_sum_of_several_rolls(table, times):
    same(Distribution(table).sum_of(times), by_force([faces(table)] * times, lambda *rolled: sum(rolled)))


@given(tiny, st.integers(0, 4), st.integers(0, 4))
def test_keeping_the_best_and_the_worst(table, keep, more):
    of = min(4, keep + more)
    keep = min(keep, of)
    dice = [faces(table)] * of
    best = by_force(dice, lambda *rolled: sum(sorted(rolled, reverse=True)[:keep]))
    worst = by_force(dice, lambda *rolled: sum(sorted(rolled)[:keep]))
    same(Distribution(table).best(keep, of=of), best)
    same(Distribution(table).worst(keep, of=of), worst)


@given(small, st.dictionaries(st.integers(-20, 20), st.integers(-20, 20)))
def test_mapping_faces(table, change):
    expected = Counter()
    for value, count in table.items():
        expected[change.get(value, value)] += count
    same(Distribution(table).map(change), expected)
    same(Distribution(table).map(lambda v: change.get(v, v)), expected)


@given(small, st.integers(-25, 25) | st.none(), st.integers(-25, 25) | st.none())
def test_clamping(table, low, high):
    if low is not None and high is not None and low > high:
        low, high = high, low
    expected = Counter()
    for value, count in table.items():
        at_least = value if low is None else max(low, value)
        expected[at_least if high is None else min(high, at_least)] += count
    same(Distribution(table).clamp(low, high), expected)


@given(st.lists(st.tuples(small, st.fractions(0, 5, max_denominator=9)), min_size=1, max_size=4))
def test_a_mixture_weighs_its_parts(parts):
    total = sum(weight for _, weight in parts)
    if total == 0:
        with pytest.raises(ValueError, match="weights above zero"):
            Distribution.mixture((Distribution(t), w) for t, w in parts)
        return
    expected = Counter()
    for table, weight in parts:
        for value, count in table.items():
            expected[value] += weight / total * Fraction(count, sum(table.values()))
    mixed = Distribution.mixture((Distribution(t), w) for t, w in parts)
    assert mixed.pmf() == {v: p for v, p in sorted(expected.items()) if p}


@given(small, st.sampled_from(sorted(COMPARISONS)), st.integers(-25, 25))
def test_conditioning_keeps_the_odds_among_what_is_left(table, sign, value):
    kept = Counter({v: n for v, n in table.items() if COMPARISONS[sign](v, value)})
    if kept:
        same(Distribution(table).given(sign, value), kept)
    else:
        with pytest.raises(ValueError, match="no outcome is"):
            Distribution(table).given(sign, value)


@given(small, st.integers(0, 100))
def test_a_percentile_has_that_share_at_or_below_it(table, share):
    made = Distribution(table)
    value = made.percentile(share)
    assert made.chance("<=", value) >= Fraction(share, 100)
    assert value == made.low or made.chance("<", value) < Fraction(share, 100)


@given(tiny, tiny, st.lists(st.integers(-9, 20), min_size=1, max_size=4), st.integers(0, 4), st.integers(-6, 3))
def test_a_blow_through_armour(effect, damage, armours, times, gate):
    got = Distribution(effect).beyond(Distribution(damage), armours, times, gate)
    for armour, dealt in zip(armours, got, strict=True):
        expected = by_force(
            [faces(effect), faces(damage)], lambda e, d, a=armour: max(0, e + d - a) * times if e >= gate else 0
        )
        same(dealt, expected)


@given(tiny, tiny)
def test_distributions_are_equal_if_every_chance_is(a, b):
    assert Distribution(a) == Distribution({v: 7 * n for v, n in a.items()})
    assert hash(Distribution(a)) == hash(Distribution({v: 7 * n for v, n in a.items()}))
    assert (Distribution(a) == Distribution(b)) == (Distribution(a).pmf() == Distribution(b).pmf())


@given(small)
def test_a_distribution_can_be_pickled(table):
    assert pickle.loads(pickle.dumps(Distribution(table))) == Distribution(table)


@pytest.mark.parametrize("n", [1, 12, 13, 24, 25, 60, 200])
def test_many_dice_never_overflow(n):
    many = Distribution.die(6).sum_of(n)
    assert many.total == 6**n
    assert sum(count for _, count in many) == 6**n
    assert many.mean() == Fraction(7 * n, 2)
    assert many.variance() == Fraction(35 * n, 12)


@pytest.mark.parametrize("other", [1.5, Fraction(1, 2), "2", None])
def test_only_whole_numbers_and_rolls_can_be_added(other):
    for wrong in (lambda: Distribution.die(6) + other, lambda: Distribution.die(6) * other):
        with pytest.raises(TypeError):
            wrong()


def test_too_many_rolls_are_refused_at_once():
    for wrong in (Distribution.die(6).sum_of, lambda n: Distribution.die(6).best(n - 1, of=n)):
        with pytest.raises(LimitError):
            wrong(10**9)


def test_a_distribution_cannot_be_changed():
    die = Distribution.die(6)
    for name in ("low", "high", "total"):
        with pytest.raises(AttributeError):
            setattr(die, name, 3)


@pytest.mark.parametrize("table", [{}, {1: 0}, {1: -1, 2: 3}])
def test_counts_that_make_no_distribution_are_refused(table):
    with pytest.raises(ValueError, match=r"outcome|negative"):
        Distribution(table)


def test_a_spread_that_is_too_wide_is_refused_at_once():
    with pytest.raises(LimitError, match=r"5,000,000 values; the limit is 200,000"):
        Distribution.die(6) * 1_000_000 + Distribution.die(6)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda d: d.chance("=>", 3),
        lambda d: d.given("≥", 3),
        lambda d: d.percentile(101),
        lambda d: d.best(3, of=2),
        lambda d: d.best(-1, of=0),
        lambda d: d.worst(-1, of=3),
        lambda d: d.sum_of(-1),
        lambda d: d.clamp(5, 2),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(wrong):
    with pytest.raises(
        ValueError, match=r"unknown comparison|percentile|cannot keep|whole number of times|cannot clamp"
    ):
        wrong(Distribution.die(6))


# Thin dice

SHOWN = st.sets(st.sampled_from(ALL_FACES), min_size=1).map(sorted)


@given(SHOWN, st.integers(0, 4), st.integers(0, 4))
def test_thin_dice_are_as_exact_as_whole_ones(shown, keep, more):
    of = min(4, keep + more)
    keep = min(keep, of)
    with thin_dice(shown):
        die = Distribution.die(6)
        same(die, by_force([shown], lambda face: face))
        same(die.sum_of(of), by_force([shown] * of, lambda *rolled: sum(rolled)))
        same(die.best(keep, of), by_force([shown] * of, lambda *rolled: sum(sorted(rolled, reverse=True)[:keep])))
        same(die.worst(keep, of), by_force([shown] * of, lambda *rolled: sum(sorted(rolled)[:keep])))


@given(SHOWN)
def test_other_thin_dice_show_what_stands_as_high_among_their_faces(shown):
    with thin_dice(shown):
        same(Distribution.die(3), Counter((face + 1) // 2 for face in shown))
        same(Distribution.die(2), Counter(1 if face <= 3 else 2 for face in shown))
        same(Dice.parse("D3").distribution(), Counter((face + 1) // 2 for face in shown))
        same(Dice.parse("D66").distribution(), by_force([shown, shown], lambda tens, ones: 10 * tens + ones))
        same(Dice.parse("2D").distribution(), by_force([shown, shown], lambda a, b: a + b))


def test_dice_are_whole_again_afterwards_also_after_an_error():
    with pytest.raises(ValueError, match="at least one outcome"), thin_dice([6]):
        Distribution({})
    assert Distribution.die(6).low == 1


@pytest.mark.parametrize("faces", [(), (0,), (1, 7)])
def test_a_die_shows_some_of_its_own_faces(faces):
    with pytest.raises(ValueError, match="the faces of a die are some of 1 to 6"), thin_dice(faces):
        pass
