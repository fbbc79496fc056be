"""What people type and paste: minus signs, spaces and numbers, each in its plain form."""

from __future__ import annotations

import re

PLAIN_SIGNS = dict.fromkeys(map(ord, "\u2212\u2010\u2011\u2013\u2012\ufe63\uff0d"), "-") | dict.fromkeys(
    map(ord, "\u00a0\u2009\u202f"), " "
)
"""Every minus sign and space as the plain one; the length of a text stays the same."""

WHOLE = r"(?:\d{1,3}(?:,\d{3})+|\d+)"
"""A whole number without a sign: `1250` or `1,250`."""


def plain(text: str) -> str:
    """A text with plain minus signs and spaces.

    >>> plain("\u22122\u00a0km")
    '-2 km'
    """
    return text.translate(PLAIN_SIGNS)


def whole(digits: str) -> int:
    """A whole number from text such as `-1,250` or `+ 2`."""
    return int(digits.replace(",", "").replace(" ", ""))


_PARTS = {"½": "5", "¼": "25", "¾": "75"}


def in_decimals(text: str) -> str:
    """A text whose halves and quarters are decimals, each with the number before it.

    >>> in_decimals("1½ tons"), in_decimals("¼"), in_decimals("MCr 2¾")
    ('1.5 tons', '0.25', 'MCr 2.75')
    """
    return re.sub("(\\d*)([½¼¾])", lambda found: f"{found[1] or '0'}.{_PARTS[found[2]]}", text)
