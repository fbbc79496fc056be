"""Exact numbers as people read them: rounded decimals, percentages, bars."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

BLOCKS = " ▏▎▍▌▋▊▉█"


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


def square_root(number: Fraction, digits: int = 12) -> str:
    """A square root to so many decimals, without a float.

    >>> square_root(Fraction(35, 6), 4), square_root(Fraction(9, 4))
    ('2.4152', '1.5')
    """
    scaled = isqrt(4 * number.numerator * 10 ** (2 * digits) // number.denominator)
    text = rounded(Fraction(scaled, 2 * 10**digits), digits)
    return text.rstrip("0").rstrip(".") if "." in text else text


def bar(share: Fraction, width: int) -> str:
    """A bar of so many cells for a share of 1, to an eighth of a cell.

    >>> bar(Fraction(1, 2), 4), bar(Fraction(1, 100), 4)
    ('██', '▏')
    """
    eighths = int(share * width * 8 + Fraction(1, 2))
    if share and not eighths:
        eighths = 1
    full, rest = divmod(eighths, 8)
    return "█" * full + (BLOCKS[rest] if rest else "")
