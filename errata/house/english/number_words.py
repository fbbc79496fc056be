"""Numbers that are put together from several words: `a hundred and fifty`, `twenty-five`, `seven and a half`."""

from __future__ import annotations

import re
from bisect import bisect_right
from fractions import Fraction
from typing import NamedTuple

from engine.rulebook.kinds import decimal

ONES = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9}
TEENS = {
    "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
    "seventeen": 17, "eighteen": 18, "nineteen": 19,
}  # fmt: skip
TENS = {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
_WORDS = {
    "a": Fraction(1),
    "an": Fraction(1),
    **{word: Fraction(number) for word, number in (ONES | TEENS | TENS).items()},
}
_SCALES = {"dozen": 12, "hundred": 100, "thousand": 1000}
_PARTS = {"half": Fraction(1, 2), "quarter": Fraction(1, 4), "three quarters": Fraction(3, 4)}
_OF_ONE = {"h": "0.5", "a": "0.25", "t": "0.75"}
"""Parts of one unit, by their first letter."""
_ = r"(?:[ \t]+|[ \t]*\n[ \t]*)"
_ONES, _TENS, _ALL = "|".join(ONES), "|".join(TENS), "|".join(sorted(ONES | TEENS | TENS, key=len, reverse=True))
_COUPLED = rf"(?:{_TENS})(?:-|{_})(?:{_ONES})"
_FIGURES = r"(?<![\w.,/+-])\d{1,3}(?:\.\d+)?(?![\w.,/+-])"
_SMALL = rf"(?:{_COUPLED}|{_ALL})"
_FEW = rf"(?:{_SMALL}|{_FIGURES}|a)"
_HUNDREDS = rf"(?:{_FEW}{_}hundred(?:{_}(?:and{_})?{_SMALL})?)"
_THOUSANDS = rf"(?:(?:{_HUNDREDS}|{_FEW}){_}thousand(?:{_}(?:and{_})?(?:{_HUNDREDS}|{_SMALL}))?)"
_AND_PART = rf"{_}and{_}(?:(?:a|one){_})?(three(?:-|{_})quarters|half|quarter)"
_PART = re.compile(rf"{_AND_PART}$")
_LAST = (" last", " lasts", " take", " takes", "within")
"""What stands before one that is a time, and not `each`: a round lasts a minute."""
_UNIT = r"(?:round|minute|second|hour|day|week|ton|metre|meter|kilometre|kilometer|credit|megacredit)"
_TIME = r"(?= (?:minute|hour|day)\b)"
_ONE_TIME = rf"(?:{'|'.join(rf'(?<={verb} )' for verb in _LAST)})an?{_TIME}|(?<=within )the{_TIME}"
_NUMBER = re.compile(
    rf"(?<![\w-])(?:half{_}a{_}dozen|{_FEW}{_}dozen|(?:{_THOUSANDS}|{_HUNDREDS}|{_COUPLED})(?:{_AND_PART})?"
    rf"|(?:{_SMALL}|{_FIGURES}){_AND_PART}|an?{_}(?P<unit>{_UNIT}){_}and{_}a{_}half|{_ONE_TIME}"
    rf"|(?<!add )(?<!adds )(?P<dice>{_FEW}|an){_}(?P<more>extra|additional|further|more){_}dic?e{_}of{_}damage"
    rf"|(?P<part>half|a{_}quarter{_}of|three(?:-|{_})quarters{_}of){_}an?{_}(?P<whole>{_UNIT}))"
    rf"(?![\w'’-]|{_}(?:hundred|thousand|dozen|score|of)\b)",
    re.IGNORECASE,
)
_ANY = rf"(?:\b(?:{_ALL}|an?)|(?<!\d)\d[\d.,]*D?)"
_UNREAD = re.compile(
    rf"(?:{_ANY}|\b(?:several|few|couple(?:{_}of)?|many|some))(?:-|{_})(?:and{_})?(?:hundred|thousand|dozen)s?\b"
    rf"|{_ANY}{_}and{_}(?:some\b|{_ANY}(?:-|{_})(?:half|quarter|third|fifth|sixth|eighth|tenth)s?\b)|{_ANY}(?:-|{_})odd\b"
    rf"|\d{_}\d+/\d+\b|\b(?:hundred|thousand|dozen)(?:-|{_})(?:and{_})?{_ANY}|\b(?:{_ALL})(?<!one){_}score\b",
    re.IGNORECASE,
)
"""What goes on as a number does, and cannot be read as one."""


class Figures(NamedTuple):
    """A text with its numbers in figures, and where in the written one its parts begin."""

    text: str
    here: tuple[int, ...]
    there: tuple[int, ...]
    words: tuple[tuple[str, str], ...]
    """Each of those numbers in figures, and as it is written."""

    def written(self, offset: int) -> int:
        """Where in the written text a sign of it stands; those of a number where that begins."""
        n = bisect_right(self.here, offset) - 1
        return self.there[n] + (0 if n % 2 else offset - self.here[n])


def in_figures(text: str) -> Figures:
    """A text with the numbers in figures that are put together from several words; its lines stay.

    >>> in_figures("One per a hundred and fifty tons, or seven and a half").text
    'One per 150 tons, or 7.5'
    >>> in_figures("twenty-five, half a dozen, half an hour, an hour and a half").text
    '25, 6, 0.5 hours, 1.5 hours'
    """
    made: list[str] = []
    here, there, words = [0], [0], []
    length = last = 0
    for found in _NUMBER.finditer(text):
        number = _shown(found)
        made += [text[last : found.start()], number, "\n" * found[0].count("\n")]
        start = length + found.start() - last
        length = start + len(made[-2]) + len(made[-1])
        here += [start, length]
        there += [*found.span()]
        words.append((number, found[0]))
        last = found.end()
    return Figures("".join((*made, text[last:])), tuple(here), tuple(there), tuple(words))


def _shown(found: re.Match[str]) -> str:
    """A number in figures, with what it counts where that stands within it."""
    if found["unit"]:
        return f"1.5 {found['unit']}s"
    if found["dice"]:
        return f"{_value(found['dice'].lower())}D {'more' if found['more'].lower() == 'more' else 'extra'} damage"
    if found["part"]:
        return f"{_OF_ONE[found['part'][0].lower()]} {found['whole']}s"
    if found[0].lower() == "the":
        return "1"
    number = _value(found[0].lower())
    return f"{int(number):,}" if number.denominator == 1 else decimal(number)


def _value(text: str) -> Fraction:
    """What a number in words comes to."""
    if text.startswith("half"):
        return Fraction(6)
    whole = own = Fraction(0)
    found = _PART.search(text)
    for word in re.findall(r"[a-z]+|[\d.]+", text[: found.start()] if found else text):
        if word == "thousand":
            whole, own = whole + own * 1000, Fraction(0)
        elif word in _SCALES:
            own *= _SCALES[word]
        elif word != "and":
            own += _WORDS.get(word) or Fraction(word)
    return whole + own + (_PARTS[" ".join(re.split(r"[-\s]+", found[1]))] if found else 0)


def unread_number(text: str) -> str:
    """What in a text goes on as a number does, and cannot be read as one; empty if nothing does.

    >>> unread_number("six score metres"), unread_number("100 and some metres"), unread_number("100 metres")
    ('six score', '100 and some', '')
    """
    return next((found[0] for found in _UNREAD.finditer(text) if not _CREDITS.search(text, 0, found.start())), "")


_CREDITS = re.compile(r"Cr\s?[\d.,]*$", re.IGNORECASE)
"""What stands before a part of a price."""
