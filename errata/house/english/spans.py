"""Values that are said of several things at once: of `Difficult and harder`, of `/1 to /5`, of `1s and 2s`."""

from __future__ import annotations

import re

from errata.house.english.said_values import NUMERALS

_AND_UP = re.compile(
    r"(?P<first>[a-z]+)\s+(?:and|or|&)\s+(?:all\s+|everything\s+|anything\s+)?"
    r"(?:up(?:wards?)?|down(?:wards?)?|above|below|beyond|hard\w*er|easier|better|worse|higher|lower|larger|bigger|smaller"
    r"|longer|shorter|closer|nearer|farther|further|greater|stronger|heavier|lighter|later|earlier)\b"
    r"(?!\s+(?:to|than|by)\b)",
    re.IGNORECASE,
)
"""A name, and all that goes on from it."""
_LABELS = re.compile(r"/\s?\d+(?:\s*(?:,|to|through|thru|until|and|or|&|[-–—])\s*/?\s?\d+)+\b", re.IGNORECASE)
"""Several of those that are told apart by the number behind a stroke."""
_FACES = re.compile(r"\b\d+['’]?s(?:\s*(?:,|to|through|and|or|&|[-–—])+\s*\d+['’]?s)+\b", re.IGNORECASE)
"""Several faces of a die."""


def span(text: str) -> str:
    """The words of a text that say of several things at once what it gives; empty if it has none.

    >>> span("Difficult and harder checks: 9+"), span("Fire Control/1 to /5 cost half"), span("Hits on 5 or better")
    ('Difficult and harder', '/1 to /5', '')
    """
    for found in _AND_UP.finditer(text):
        if found["first"].lower() not in NUMERALS:
            return found[0]
    labels = _LABELS.search(text)
    return labels[0] if labels else ""


def faces(text: str) -> frozenset[str]:
    """The faces of a die that a text lists, if it lists several; of a span its ends.

    >>> sorted(faces("1s and 2s count as 3s")), faces("1s count as 2s")
    (['1', '2'], frozenset())
    """
    return frozenset(number for found in _FACES.finditer(text) for number in re.findall(r"\d+", found[0]))
