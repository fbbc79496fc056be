"""Numbers as others are written: with the marks between their digits, their noughts, their base and their minus."""

from __future__ import annotations

import re
from fractions import Fraction

NUMBER = re.compile(r"[-+−]?(?:\d+(?:_\d+|,\d{3}(?!\d))*(?:\.\d+)?|\.\d+)")
OTHER_NUMBER = re.compile(
    r"(?P<hex>0[xX])(?P<digits>[0-9a-fA-F]+)\b|(?P<first>\d+(?:\.\d+)?)(?P<e>[eE]\+?)(?P<noughts>\d{1,2})\b"
)
"""A whole number in another notation: 0x0F, 5e5."""


def like(raw: str, number: Fraction) -> str | None:
    """A number with the marks between its digits that another has.

    >>> like("1,300", Fraction(1250)), like("2.0", Fraction(1)), like("−3", Fraction(-2)), like("1", Fraction(1, 2))
    ('1,250', '1.0', '−2', '0.5')
    """
    if number.denominator == 1:
        mark = next((sign for sign in "_," if sign in raw), "")
        digits: str = (
            f"{number.numerator:,}".replace(",", mark) if mark or abs(number) < 1000 else str(number.numerator)
        )
        own = re.search(r"\.0+$", raw)
        return _signed(raw, digits + (own[0] if own else ""))
    for places in range(1, MOST_PLACES):
        if (number * 10**places).denominator == 1:
            whole, rest = divmod(int(abs(number) * 10**places), 10**places)
            return _signed(raw, f"{'-' if number < 0 else ''}{whole}.{rest:0{places}d}")
    return None


def _signed(raw: str, text: str) -> str:
    """A number with the minus sign that another has."""
    return text.replace("-", "−") if "−" in raw else text


MOST_PLACES = 7


def plain_number(text: str) -> str:
    """A number without the marks between its digits, and with a plain sign."""
    return text.replace("_", "").replace(",", "").replace("−", "-").lstrip("+")


def other_number(text: str) -> Fraction:
    """A number in another notation.

    >>> other_number("0x0F"), other_number("2.5e6")
    (Fraction(15, 1), Fraction(2500000, 1))
    """
    return Fraction(int(text, 16)) if text[:2] in ("0x", "0X") else Fraction(text)


def as_other_number(found: re.Match[str], wanted: Fraction) -> str | None:
    """A number in the notation of another that is not written plainly: as many digits, as many noughts."""
    if wanted < 0:
        return None
    if found["hex"]:
        capital = found["digits"].isupper()
        digits = f"{int(wanted):0{len(found['digits'])}{'X' if capital else 'x'}}" if wanted.denominator == 1 else ""
        return found["hex"] + digits if digits else None
    first = like(found["first"], wanted / 10 ** int(found["noughts"]))
    return f"{first}{found['e']}{found['noughts']}" if first is not None else None
