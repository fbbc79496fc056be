"""A critical whose severity only counts the hits on a location, whatever the damage."""

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
"""Where another severity is held against it."""


def find(source: Code) -> Iterator[Sign]:
    """Where a severity is the old one and 1, in a source that never works one out."""
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
