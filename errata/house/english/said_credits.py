"""Credits as people write them: `half a million credits`, `Cr 75k`, `Cr 600.000`."""

from __future__ import annotations

import re
from fractions import Fraction

from engine.rulebook.names import in_decimals

NUMBER = r"(?:\d(?:[\d,]*\d)?(?:\.\d+|[½¼¾])?|[½¼¾])"
_CREDITS = re.compile(
    rf"(?P<before>[MK]?Cr)?\s?(?P<number>half a|{NUMBER})\s?(?P<times>million|thousand|k)?"
    r"(?:\s?(?P<after>(?:mega)?credits?|[MK]?Cr))?$",
    re.IGNORECASE,
)
_THOUSANDS = re.compile(r"\d{1,3}(?:[.,]\d{3})+")
_COMMAS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_TIMES = {"million": 10**6, "thousand": 1000, "k": 1000}
_UNITS = {"m": 10**6, "k": 1000}
"""What a credit is of which the name begins so: MCr, kCr."""


def in_credits(text: str) -> str:
    """Credits as the books print them; what has a comma that parts no thousands stays as it is.

    >>> [in_credits(text) for text in ("half a million credits", "Cr 75k", "Cr 600.000", "MCr1.5", "3,5 MCr")]
    ['Cr500000', 'Cr75000', 'Cr600000', 'MCr1.5', '3,5 MCr']
    >>> in_credits("half a megacredit"), in_credits("2 megacredits")
    ('Cr500000', 'Cr2000000')
    >>> in_credits("400 kCr"), in_credits("KCr 75"), in_credits("400k")
    ('Cr400000', 'Cr75000', 'Cr400000')
    """
    text = in_decimals(text)
    found = _CREDITS.match(text)
    bare = found is not None and not found["before"] and not found["after"]
    if found is None or (found["before"] and found["after"]) or (bare and not found["times"]):
        return text
    unit = _UNITS.get((found["before"] or found["after"] or "")[:1].lower(), 1)
    given = shown = found["number"].lower()
    if unit == 1 and not found["times"] and _THOUSANDS.fullmatch(given):
        shown = re.sub("[.,]", "", given)
    elif "," in given and not _COMMAS.fullmatch(given):
        return text
    if found["before"] and not found["times"] and shown == given and unit != 1000:
        return text
    number = Fraction(1, 2) if shown == "half a" else Fraction(shown.replace(",", ""))
    return f"Cr{number * _TIMES.get((found['times'] or '').lower(), 1) * unit}"
