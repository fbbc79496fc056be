"""Numerals in the notations of programming languages."""

import pytest

from errata.literals.numerals import plain_number


@pytest.mark.parametrize(
    ("text", "plain"), [("1_000", "1000"), ("2.50", "2.50"), ("7.0", "7"), ("1E3", "1000"), ("12L", "12")]
)
def test_numbers_are_read_as_languages_write_them(text, plain):
    assert plain_number(text) == plain
