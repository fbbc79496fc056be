"""Names and numbers as people type them, each in one plain form: signs, spaces, spellings, number words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from fractions import Fraction
from functools import lru_cache

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


MAX_DIGITS = 30
"""Digits of a whole number; what has more is out of all reason."""
MAX_LENGTH = 400
"""Signs of a number with all its decimals."""


def whole(digits: str) -> int:
    """A whole number from text such as `-1,250` or `+ 2`; ValueError if it is none, or has too many digits."""
    if len(digits) > 2 * MAX_DIGITS or sum(map(str.isdigit, digits)) > MAX_DIGITS:
        raise ValueError(f"a number of {len(digits):,} digits")
    return int(digits.replace(",", "").replace(" ", ""))


def exact(text: str) -> Fraction:
    """A number from text such as `-2`, `0.5`, `1/4` or `2.5e6`; ValueError if it is none, or out of all reason.

    >>> exact("2.5e6"), exact("-1/4")
    (Fraction(2500000, 1), Fraction(-1, 4))
    >>> exact("1e99999999")
    Traceback (most recent call last):
    ...
    ValueError: 1e99999999 is out of all reason
    """
    exponent = text.lower().partition("e")[2].strip().lstrip("+-0_")
    number = None
    if len(text) <= MAX_LENGTH and len(exponent) <= 2:  # looked at first: a number of a million digits is never made
        try:
            number = Fraction(text)
        except ZeroDivisionError:
            raise ValueError(f"{text} divides by nothing") from None
    if number is None or abs(number) >= 10**MAX_DIGITS:
        raise ValueError(f"{text[:MAX_DIGITS]} is out of all reason")
    return number


def small_whole(text: str) -> int | None:
    """A whole number of at most eight digits, with one sign or none before it; None if the text is anything else.

    >>> small_whole("+1"), small_whole("-12"), small_whole("++1"), small_whole("1.5")
    (1, -12, None, None)
    """
    digits = text[1:] if text[:1] in ("+", "-") else text
    return int(text) if digits.isdecimal() and len(digits) <= 8 else None


COUNTED = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
"""Numbers in words; the place in the list is the number."""

_PARTS = {"½": "5", "¼": "25", "¾": "75"}


def in_decimals(text: str) -> str:
    """A text whose halves and quarters are decimals, each with the number before it.

    >>> in_decimals("1½ tons"), in_decimals("¼"), in_decimals("MCr 2¾")
    ('1.5 tons', '0.25', 'MCr 2.75')
    """
    if not any(part in text for part in _PARTS):
        return text
    return re.sub(r"(?<!\d)(\d*)([½¼¾])", lambda found: f"{found[1] or '0'}.{_PARTS[found[2]]}", text)


# Names as people write them: `Very Long`, `veryLong`, `very_long` and `VERYLONG` are one name.


_BETWEEN = re.compile(r"(?<=\d)\s*-\s*(?=\d)")
_NOT_NAME = re.compile(r"(?!(?:(?<=\d)|(?<![a-z\d]))-\d)[^a-z0-9+]+")
_GAPS = re.compile(r"[^a-z0-9]+")
SPELLINGS = (
    ("armor", "armour"),
    ("maneuvering", "manoeuvring"),
    ("maneuver", "manoeuvre"),
    ("defense", "defence"),
    ("meter", "metre"),
    ("center", "centre"),
    ("specialty", "speciality"),
    ("minimize", "minimise"),
)
"""American spellings, and the book's."""


@lru_cache(maxsize=20_000)
def british(text: str) -> str:
    """A text in small letters as the book spells it.

    >>> british("armored maneuvering"), british("10 meters")
    ('armoured manoeuvring', '10 metres')
    """
    for american, ours in SPELLINGS:
        text = text.replace(american, ours)
    return text


@lru_cache(maxsize=20_000)
def normal(name: str) -> str:
    """The letters and digits of a name, so that spellings of one name are equal; a minus of a number stays.

    >>> {normal(n) for n in ("Very Long", "veryLong", "very_long", "VERYLONG")}
    {'verylong'}
    >>> normal("M-Drive"), normal("armor"), normal("1 - 2"), normal("12"), normal("-6 or less"), normal("severity-1")
    ('mdrive', 'armour', '1-2', '12', '-6orless', 'severity1')
    """
    letters = name.lower().replace(" ", "")
    if not (letters.isascii() and letters.isalnum()):  # else there is nothing more to take out
        letters = _NOT_NAME.sub("", _BETWEEN.sub("-", plain(name).lower()))
    return british(letters)


def slug(name: str) -> str:
    """A name as it stands in a rule id.

    >>> slug("Very Long"), slug("M-Drive"), slug("Fire Control/1"), slug("6 or more")
    ('very-long', 'm-drive', 'fire-control-1', '6-or-more')
    """
    return _GAPS.sub("-", name.lower().replace("'", "")).strip("-")


def nearest(name: str, names: Iterable[str], most: int = 3) -> list[str]:
    """The names that look most like this one, best first.

    >>> nearest("space/atack/target", ["space/attack/target", "personal/attack/target", "checks/boon/keep"])
    ['space/attack/target', 'personal/attack/target']
    """
    return get_close_matches(name, list(names), n=most)


def near_or_all(name: str, names: Iterable[str]) -> str:
    """The names nearest to one that does not exist, or which there are, where none is near.

    >>> near_or_all("editon", ["edition", "house"]), near_or_all("foo", ["edition", "house"])
    ('the nearest: edition', 'there are edition, house')
    """
    names = list(names)
    near = nearest(name, names)
    return f"the nearest: {', '.join(near)}" if near else f"there are {', '.join(names)}"


def suggestion(name: str, names: Iterable[str]) -> str:
    """What to say to someone who gave a name that does not exist.

    >>> suggestion("puls laser", ["Pulse Laser", "Railgun"]), suggestion("x", ["Pulse Laser", "Railgun"])
    ('did you mean Pulse Laser?', 'there are Pulse Laser, Railgun')
    """
    names = list(names)
    by_letters = {known.lower(): known for known in names}
    close = [by_letters[near] for near in nearest(name.lower(), by_letters)]
    return f"did you mean {or_list(close)}?" if close else f"there are {', '.join(names)}"


def or_list(names: Iterable[str]) -> str:
    """Names for a sentence: `a, b or c`."""
    *first, last = names
    return f"{', '.join(first)} or {last}" if first else last
