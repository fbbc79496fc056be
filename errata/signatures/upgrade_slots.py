"""Upgrades that are bought with slots; the book has Advantages from the table of prototypes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from errata.signatures import Code, Sign

CODE = "RC804"
RULE = "ship/customising/bought-with"
TRIGGER = r"upgrade[_ ]?slot|slots(?:_?cost)?['\"]?\s?[:|]"

_SLOTS = re.compile(r"\b\w*upgrade[_ ]?slots?\w*\b|[\"']?\bslots(?:_?cost)?\b[\"']?\s*[:|]", re.IGNORECASE)
_ADVANTAGES = re.compile(r"high[_ -]?yield|intense[_ -]?focus|energy[_ -]?efficient|size[_ -]?reduction", re.IGNORECASE)

_COUNTED = re.compile(r"[:=]\s*[\"'](?:dis)?advantage", re.IGNORECASE)
"""Slots that count the book's own advantages, under another name."""


def find(source: Code) -> Iterator[Sign]:
    """The first place in a file with slots near the names of advantages."""
    if source.reader in ("markdown", "csv"):
        return  # words about it play nothing
    if not _ADVANTAGES.search(source.text):
        return
    for n, found in source.matches(_SLOTS, "slot"):
        if _ADVANTAGES.search(source.near(n, 12, 12)) and not _COUNTED.search(source.lines[n - 1]):
            yield Sign(n, found.start() + 1, found[0].strip(" :|"), "slots", "Upgrades are bought with slots here")
            return
