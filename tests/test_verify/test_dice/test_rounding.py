"""A printed number is every number that rounds to it, and nothing else."""

from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import NotationError
from verify.dice.rounding import Printed


def ends(text):
    read = Printed.parse(text)
    return read.low, read.high


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("8.46", "8.455", "8.465"),
        ("~8.46", "8.455", "8.465"),
        ("≈ 8.46", "8.455", "8.465"),
        ("approx. 8.5", "8.45", "8.55"),
        ("+0.167", "0.1665", "0.1675"),
        ("−1.46", "-1.465", "-1.455"),
        ("about -1.46", "-1.465", "-1.455"),
        (".5", "0.45", "0.55"),
        ("8.0", "7.95", "8.05"),
        ("4.8%", "0.0475", "0.0485"),
        ("+4.8 %", "0.0475", "0.0485"),
        ("28.6\u00a0%", "0.2855", "0.2865"),
        ("42 percent", "0.415", "0.425"),
        ("42 per cent", "0.415", "0.425"),
        ("100%", "0.995", "1.005"),
        ("about 7", "6.5", "7.5"),
        ("c. 1,400", "1399.5", "1400.5"),
    ],
)
def test_a_decimal_a_percentage_or_an_approximate_number_counts_by_its_last_digit(text, low, high):
    assert ends(text) == (Fraction(low), Fraction(high))


@pytest.mark.parametrize(("text", "exact"), [("7", 7), ("1,400", 1400), ("-3", -3), ("203/24", Fraction(203, 24))])
def test_a_whole_number_and_a_fraction_are_meant_exactly(text, exact):
    assert ends(text) == (exact, exact)
    assert Printed.parse(text).holds(exact)
    assert not Printed.parse(text).holds(exact + Fraction(1, 1000))


def test_a_percentage_is_recorded_as_one():
    assert Printed.parse("4.8 %").unit == "%"
    assert Printed.parse("0.048").unit == ""


@pytest.mark.parametrize(
    ("text", "at"),
    [("", 0), ("eight", 0), ("7 dice", 2), ("8,46", 0), ("7.", 1), ("1/0", 0), ("4.8 % more", 6), ("3" * 99, 0)],
)
def test_text_that_is_no_number_is_refused_with_its_place(text, at):
    with pytest.raises(NotationError, match="not a printed number") as caught:
        Printed.parse(text)
    assert caught.value.position == at


@given(st.decimals(-1000, 1000, places=6), st.integers(1, 4), st.sampled_from([ROUND_HALF_UP, ROUND_HALF_EVEN]))
def test_a_number_holds_in_whichever_way_it_is_rounded(number, digits, rounding):
    text = str(number.quantize(Decimal(1).scaleb(-digits), rounding))
    assert Printed.parse(text).holds(Fraction(number))
    assert Printed.parse(f"{text} %").holds(Fraction(number) / 100)


@given(st.decimals(-1000, 1000, places=2), st.fractions(-2, 2))
def test_a_number_holds_exactly_if_it_is_no_further_than_half_a_digit(printed, off):
    assert Printed.parse(str(printed)).holds(Fraction(printed) + off) == (abs(off) <= Fraction(1, 200))
