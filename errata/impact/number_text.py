"""Exact numbers as text: rounded decimals, percentages, amounts with a unit, bars."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from math import isqrt

from engine.rulebook.kinds import decimal, show_credits

_COUNTED = "point round day minute metre hardpoint missile band ton attack dodge critical stateroom step rad Boon Bane"
_ONE = re.compile(rf"(?<![\d.,/-])([+-]?1) ({_COUNTED.replace(' ', '|')})s\b")


def rounded(number: Fraction | int, digits: int = 2) -> str:
    """A number rounded half up, away from zero, worked out in whole numbers.

    >>> rounded(Fraction(203, 24)), rounded(Fraction(-1, 8), 2), rounded(7, 0)
    ('8.46', '-0.13', '7')
    """
    sign = "-" if number < 0 else ""
    scaled = int(abs(Fraction(number)) * 10**digits + Fraction(1, 2))
    whole, rest = divmod(scaled, 10**digits)
    return f"{sign if scaled else ''}{whole}" + (f".{rest:0{digits}d}" if digits else "")


def percent(chance: Fraction, digits: int = 1) -> str:
    """A chance in percent; what is not certain is never shown as 0 % or 100 %.

    >>> percent(Fraction(5, 12)), percent(Fraction(1, 10**6)), percent(Fraction(1))
    ('41.7 %', '<0.1 %', '100 %')
    """
    least = Fraction(1, 10**digits)
    share = chance * 100
    if 0 < share < least / 2:
        return f"<{rounded(least, digits)} %"
    if 100 - least / 2 <= share < 100:
        return f">{rounded(100 - least, digits)} %"
    return f"{rounded(share, 0 if share in (0, 100) else digits)} %"


def root(number: Fraction, digits: int = 12) -> Fraction:
    """A square root to so many decimals, without a float."""
    return Fraction((isqrt(4 * number.numerator * 10 ** (2 * digits) // number.denominator) + 1) // 2, 10**digits)


def square_root(number: Fraction, digits: int = 12) -> str:
    """The same as text.

    >>> square_root(Fraction(35, 6), 4), square_root(Fraction(9, 4))
    ('2.4152', '1.5')
    """
    return decimal(root(number, digits))


def bar(share: Fraction, width: int) -> str:
    """A bar of so many cells for a share of 1, to an eighth of a cell.

    >>> bar(Fraction(1, 2), 4), bar(Fraction(1, 100), 4)
    ('██', '▏')
    """
    full, rest = divmod(int(share * width * 8 + Fraction(1, 2)) or bool(share), 8)
    return "█" * full + " ▏▎▍▌▋▊▉"[rest].strip()


def counted(count: int, thing: str) -> str:
    """A number of things in words.

    >>> counted(1, "value"), counted(2000, "value")
    ('1 value', '2,000 values')
    """
    return f"{count:,} {thing}{'s' * (count != 1)}"


nothing = "—"
"""What stands where there is no figure."""


def measured(value: Fraction | None, unit: str, short: bool = False) -> str:
    """A figure with its unit; a short one has no word behind it.

    >>> measured(Fraction(5, 12), "%"), measured(Fraction(7, 2), "points"), measured(Fraction(500_000), "Cr")
    ('41.7 %', '3.5 points', 'MCr0.5')
    """
    if value is None:
        return nothing
    if unit == "%":
        return percent(value) if 0 <= value <= 1 and not short else f"{mean(value * 100)} %"
    if unit == "Cr":
        return show_credits(value) if value >= 0 else f"-{show_credits(-value)}"
    return mean(value) if short or not unit else singular(f"{mean(value)} {unit}")


def changed(value: Fraction | None, unit: str) -> str:
    """A difference, with its sign; that of two chances is in points of a percent.

    >>> changed(Fraction(1, 4), "%"), changed(Fraction(-7, 3), "rounds"), changed(Fraction(0), "tons")
    ('+25.0 %-points', '-2.33 rounds', 'none')
    """
    if not value:
        return nothing if value is None else "none"
    sign = "+" if value > 0 else "-"
    size = abs(value)
    return sign + (f"{rounded(size * 100, 1)} %-points" if unit == "%" else measured(size, unit))


def mean(value: Fraction) -> str:
    """An amount, to two decimals at most."""
    return f"{Decimal(rounded(value)):,}".rstrip("0").rstrip(".")


def singular(text: str) -> str:
    """A text with the singular behind a 1.

    >>> singular("have 1 hardpoints left instead of 2"), singular("+1 points"), singular("1.1 points, 11 points")
    ('have 1 hardpoint left instead of 2', '+1 point', '1.1 points, 11 points')
    """
    return _ONE.sub(r"\1 \2", text)
