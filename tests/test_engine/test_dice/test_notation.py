"""Dice as the books print them, read by hand here and by brute force over the faces."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine import Dice, roll
from engine.errors import LimitError, NotationError, RawcheckError

D6 = range(1, 7)


def chances(values):
    values = list(values)
    return {v: Fraction(values.count(v), len(values)) for v in sorted(set(values))}


TWO = [a + b for a, b in product(D6, repeat=2)]
PRINTED = {
    "2D": TWO,
    "1D": D6,
    "D3": [1, 2, 3],
    "D66": [10 * a + b for a, b in product(D6, repeat=2)],
    "3D+2": [a + b + c + 2 for a, b, c in product(D6, repeat=3)],
    "2D-1": [t - 1 for t in TWO],
    "1D×10": [10 * a for a in D6],
    "2DD": [10 * t for t in TWO],
    "2D boon": [sum(sorted(r)[1:]) for r in product(D6, repeat=3)],
    "2D bane": [sum(sorted(r)[:2]) for r in product(D6, repeat=3)],
    "4D high yield": [sum(max(2, f) for f in r) for r in product(D6, repeat=4)],
    "4D very high yield": [sum(max(3, f) for f in r) for r in product(D6, repeat=4)],
    "2D+1D-3": [a + b + c - 3 for a, b, c in product(D6, repeat=3)],
    "2D-1D": [a + b - c for a, b, c in product(D6, repeat=3)],
}


@pytest.mark.parametrize("text", PRINTED)
def test_printed_dice_have_the_chances_that_their_faces_give(text):
    assert roll(text).pmf() == chances(PRINTED[text])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("2d6", "2D"),
        ("2d", "2D"),
        ("  2D  ", "2D"),
        ("2DDx2", "2DD×2"),
        ("3 D + 2", "3D+2"),
        ("2 d6 boon", "2D boon"),
        ("d6", "1D"),
        ("D", "1D"),
        ("2D \u2212 1", "2D-1"),
        ("2D–1", "2D-1"),
        ("1Dx10", "1D×10"),
        ("1d6 * 10", "1D×10"),
        ("1D X 10", "1D×10"),
        ("2dd", "2DD"),
        ("2D BOON", "2D boon"),
        ("4d6 Very  High Yield", "4D very high yield"),
        ("3D+2 high yield", "3D high yield + 2"),
        ("2D\u00a0boon", "2D boon"),
        ("d66", "D66"),
    ],
)
def test_other_ways_to_write_the_same_roll(written, meant):
    assert Dice.parse(written) == Dice.parse(meant)
    assert roll(written) == roll(meant)


def test_boon_and_bane_have_their_well_known_chances():
    assert roll("2D boon").mean() == Fraction(203, 24)
    assert roll("2D").chance(">=", 8) == Fraction(5, 12)


def test_high_yield_adds_a_21st_and_very_high_yield_a_seventh():
    assert roll("4D high yield").mean() / roll("4D").mean() - 1 == Fraction(1, 21)
    assert roll("4D very high yield").mean() / roll("4D").mean() - 1 == Fraction(1, 7)


@pytest.mark.parametrize("text", [*PRINTED, "7", "1D×20", "2D3+1", "-1D+7", "3D+2 high yield"])
def test_a_roll_is_printed_so_that_it_reads_back_the_same(text):
    dice = Dice.parse(text)
    assert Dice.parse(str(dice)) == dice


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        ("", 0, "expected dice or a number"),
        ("2D+", 3, "expected dice or a number"),
        ("2D++1", 3, "expected dice or a number"),
        ("boon", 0, "expected dice or a number"),
        ("2D 3D", 3, "expected + or -"),
        ("2D+1;", 4, "not dice notation"),
        ("2D6D", 1, "not dice notation"),
        ("two dice", 0, "not dice notation"),
        ("1D×", 3, "the number to multiply by"),
        ("D1", 0, "at least 2 sides"),
        ("2D66", 0, "roll it once"),
        ("D66 boon", 4, "has no boon"),
        ("2D boon bane", 8, "already boon"),
        ("1D+1D+1 boon", 8, "not clear which dice"),
        ("__import__('os')", 0, "not dice notation"),
        ("٣D", 0, "not dice notation"),
    ],
)
def test_bad_notation_shows_the_place_and_what_is_accepted(text, column, reason):
    with pytest.raises(NotationError, match=reason.replace("+", r"\+")) as caught:
        roll(text)
    assert caught.value.position == column
    shown = str(caught.value).splitlines()
    assert shown[1:3] == [f"  {text}", f"  {' ' * column}^"]
    assert "accepted: 2D, 2d6, D3" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("1000000D", "the limit is 200"),
        ("201D", "the limit is 200"),
        ("150D+51D", "the limit is 200"),
        ("1D101", "the limit is 100"),
        ("2D+1000001", "the limit is 1,000,000"),
        ("1D×1000001", "the limit is 1,000,000"),
        ("9" * 5000 + "D", "the limit is 200"),
        ("9" * 150 + "D", "the limit is 200"),
        ("1D×1000000+1D", "the limit is 200,000"),
    ],
)
def test_a_roll_that_is_too_large_is_refused_with_the_limit(text, limit):
    with pytest.raises(LimitError, match=limit):
        roll(text)


@given(st.text(alphabet="0123456789dDxX×*+-\u2212 boanehigyldvr.;()'\"\n\t", max_size=30))
@example("0D")
@example("1D×0")
@example("2D boon×3")
def test_any_text_is_a_roll_or_is_refused_with_a_message(text):
    try:
        rolled = roll(text)
    except RawcheckError:
        return
    assert sum(rolled.pmf().values()) == 1


@given(st.integers(1, 200), st.integers(-50, 50))
def test_n_dice_have_n_times_the_mean_of_one(count, plus):
    assert roll(f"{count}D{plus:+d}").mean() == Fraction(7 * count, 2) + plus
