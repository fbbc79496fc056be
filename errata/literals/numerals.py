"""Literals as programming languages write them, in plain form: numbers without separators, texts without quotes."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from operator import add, mul, sub

from engine.rulebook.kinds import decimal
from engine.rulebook.names import exact

_BASES = {"0x": 16, "0b": 2, "0o": 8}
_PREFIX = re.compile(r"^(?:[rbfuRBFU$@]{0,2})(?=[\"'`])|^\[\[|\]\]$")


def unquoted(text: str) -> str:
    """A text without its quotes and escapes.

    >>> unquoted("'Very Long'"), unquoted('f"2D"'), unquoted("[[Short]]")
    ('Very Long', '2D', 'Short')
    """
    if text[:1] not in "\"'`":
        text = _PREFIX.sub("", text)
    quote = text[:3] if text.startswith(('"""', "'''")) and len(text) > 5 else text[:1]
    if quote and quote[0] in "\"'`" and len(text) >= 2 * len(quote) and text.endswith(quote):
        text = text[len(quote) : -len(quote)]
    if "\\" in text:
        text = re.sub(r"\\u([0-9a-fA-F]{4})", lambda m: chr(int(m[1], 16)), text)
        text = text.replace("\\'", "'").replace('\\"', '"')
    return text


def plain_number(text: str) -> str:
    """A number without separators, suffixes and exponents.

    >>> plain_number("1_000_000"), plain_number("1e6"), plain_number("4.3f"), plain_number("0x10"), plain_number("15.0")
    ('1000000', '1000000', '4.3', '16', '15')
    >>> plain_number("5e-1"), plain_number("0b11")
    ('0.5', '3')
    >>> plain_number("1e999999999")  # out of all reason, and left as it is
    '1e999999999'
    """
    if text.isdecimal():
        return text
    text = text.replace("_", "")
    if (base := _BASES.get(text[:2].lower())) is not None:
        digits = re.match(r"[0-9a-fA-F]{1,16}", text[2:])
        with suppress(ValueError):
            return str(int(digits[0], base)) if digits else text
        return text
    match = re.match(r"(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?", text)
    if match is None:
        return text
    number = re.sub(r"\.0*$", "", match[1])
    with suppress(ValueError):
        return decimal(exact(number + match[2])) if match[2] else number
    return match[0]


def signed_number(text: str) -> str:
    """A number that may have a sign, in plain form; the sign stays."""
    sign = text[:1] if text[:1] in ("+", "-") else ""
    return sign + plain_number(text[len(sign) :])


def worked_out(left: str, sign: str, right: str) -> str:
    """The exact result of an operation on two numbers; empty for other operators, and where languages differ.

    >>> worked_out("0.5", "*", "1000000"), worked_out("-2", "+", "3"), worked_out("7", "/", "2")
    ('500000', '1', '')
    """
    try:
        a, b = exact(left), exact(right)
    except ValueError:
        return ""
    if sign == "/" and b and (a / b).denominator == 1:
        return decimal(a / b)
    return decimal(_SIGNS[sign](a, b)) if sign in _SIGNS else ""


_SIGNS: dict[str, Callable[[Fraction, Fraction], Fraction]] = {"*": mul, "+": add, "-": sub}


def negated(text: str) -> str:
    """A number with the opposite sign."""
    return text[1:] if text.startswith("-") else "-" + text.lstrip("+")


_RANGE = re.compile(r"range\(\s*(?:(-?\d{1,4})\s*,\s*)?(-?\d{1,4})\s*\)")


def numbers_of(text: str) -> str:
    """A range of Python as a band; the text itself if it is none.

    >>> numbers_of("range(1, 3)"), numbers_of("range(1)"), numbers_of("range(-5, -1)"), numbers_of("range(n)")
    ('1-2', '0', '-5 to -2', 'range(n)')
    """
    match = _RANGE.fullmatch(text)
    first, last = (int(match[1] or 0), int(match[2]) - 1) if match else (1, 0)
    if first >= last:
        return str(first) if first == last else text
    return f"{first}-{last}" if first >= 0 else f"{first} to {last}"
