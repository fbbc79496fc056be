"""A printed number is the interval of all numbers that round to it: `8.46` is everything from 8.455 to 8.465.

Half up and half even round the ends differently, so both ends belong to the interval.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from engine.errors import NotationError
from engine.rulebook.names import WHOLE, plain

ACCEPTED = "accepted: 8.46, ~8.46, about 7, +0.167, 4.8%, 28.6 %, 1,400, 203/24"

MAX_LENGTH = 60
"""Letters in one printed number."""

_NUMBER = re.compile(
    rf"\s*+(?P<about>~|≈|≃|(?:about|around|approx(?:imately|\.)?|roughly|circa|ca?\.)\s)?"
    rf"\s*+(?P<sign>[+-])?\s*+(?P<whole>{WHOLE}(?![\d,]))?"
    r"(?:\.(?P<decimals>\d+)|\s*/\s*(?P<below>\d+))?"
    r"\s*+(?P<percent>%|per\s?cent\b)?\s*",
    re.IGNORECASE | re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Printed:
    """A number as a document prints it, and the exact numbers that it can stand for.

    >>> Printed.parse("8.46").holds(Fraction(203, 24)), Printed.parse("+4.8 %").holds(Fraction(1, 21))
    (True, True)
    >>> Printed.parse("7").holds(Fraction(71, 10)), Printed.parse("about 7").holds(Fraction(71, 10))
    (False, True)
    """

    text: str
    low: Fraction
    high: Fraction
    unit: str = ""
    """`%` if it was printed so; low and high are shares then: 4.8 % is 0.0475 to 0.0485."""

    @classmethod
    def parse(cls, text: str) -> Printed:
        """Read a printed number, or say where it goes wrong.

        A decimal or a percentage counts by its last digit. A whole number is meant exactly, unless it is marked as
        approximate; a fraction always is.
        """
        match = _NUMBER.fullmatch(plain(text)) if len(text) <= MAX_LENGTH else None
        if match is None or not (match["whole"] or match["decimals"]) or (match["below"] and not int(match["below"])):
            raise _refused(text)
        decimals = match["decimals"] or ""
        whole = (match["whole"] or "0").replace(",", "")
        size = Fraction(int(whole + decimals), 10 ** len(decimals) * int(match["below"] or 1))
        counted = match["below"] is None and bool(decimals or match["percent"] or match["about"])
        spread = Fraction(1, 2 * 10 ** len(decimals)) if counted else Fraction(0)
        scale = Fraction(1, 100) if match["percent"] else Fraction(1)
        middle = -size if match["sign"] == "-" else size
        low, high = (middle - spread) * scale, (middle + spread) * scale
        return cls(text, low, high, "%" if match["percent"] else "")

    def holds(self, exact: Fraction | int) -> bool:
        """Whether an exact number can be printed so."""
        return self.low <= exact <= self.high

    def __str__(self) -> str:
        return self.text.strip()


def _refused(text: str) -> NotationError:
    """The error that points at the first letter which is not part of a number."""
    at = 0 if len(text) > MAX_LENGTH else len(text) - len(text.lstrip())
    if len(text) <= MAX_LENGTH and (start := _NUMBER.match(plain(text))) and start.end() < len(text):
        at = start.end()
    return NotationError(text, at, "this is not a printed number", ACCEPTED)
