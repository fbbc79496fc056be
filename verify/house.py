"""Rules of the house: sentences that say themselves that they are not the book's."""

from __future__ import annotations

import re
from functools import lru_cache

from verify.layout import Passage

_HOUSE = re.compile(
    r"\bHR\s?:|\bhouse[- ]?rule|\bhomebrew|\bin our (?:game|campaign)\b|\bat (?:our|my) table\b"
    r"|\bwe (?:use|play|give|changed?|cap|rule|allow)\b|\binstead of RAW\b",
    re.IGNORECASE,
)


_BOOK = re.compile(r"\W*(?:RAW|by the book|the book|rules as written)\b", re.IGNORECASE)
"""How a text begins that tells the rule before it is changed."""


def of_the_house(passage: Passage) -> list[tuple[int, int]]:
    """The sentences of a passage that say that they are rules of the house, or stand under a heading that does."""
    under = is_house_rule(passage.context)
    if not under and not _HOUSE.search(passage.text):
        return []
    ends = [token.end for token in passage.tokens if token.kind == "stop"] + [len(passage.text)]
    spans = zip([0, *ends], ends, strict=False)
    return [
        (start, end)
        for start, end in spans
        if _HOUSE.search(passage.text, start, end) or (under and not _BOOK.match(passage.text, start, end))
    ]


@lru_cache(maxsize=4096)
def is_house_rule(context: tuple[str, ...]) -> bool:
    """Whether a heading says that what stands below it are rules of the house."""
    return any(_HOUSE.search(above) for above in context)
