"""A critical whose severity counts the hits on a location, whatever the damage."""

from __future__ import annotations

import re
from collections.abc import Iterator

from errata.signatures import Code, Sign

CODE = "RC806"
RULE = "space/critical/severity-from"
TRIGGER = r"severity\w*\s?="

_COUNTED = re.compile(r"(\w{0,40}severity\w{0,40})\s*=\s*(\w{0,40}severity\w{0,40}\s*\+\s*1)\b", re.IGNORECASE)
_DIVIDED = re.compile(r"/\s*10\b|ceil|\beffect\s*[-/]", re.IGNORECASE)
_CRITICAL = re.compile(r"crit", re.IGNORECASE)
_WEIGHED = re.compile(r"\bmax\(", re.IGNORECASE)
"""A comparison with another severity."""


def find(source: Code) -> Iterator[Sign]:
    """Places where a severity is increased by 1, in a file that never computes one from damage."""
    if source.is_data:
        return
    for n, found in source.matches(_COUNTED, "severity"):
        if _DIVIDED.search("\n".join(source.lines)):
            return
        block = source.block(n)
        if _CRITICAL.search(block) and not _WEIGHED.search(block):
            yield Sign(
                n,
                found.start(2) + 1,
                found[2],
                "hits",
                "Each critical raises the severity by 1 here, whatever the damage",
            )
