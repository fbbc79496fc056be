"""Rules of the house: sentences that say themselves that they are not the book's."""

from __future__ import annotations

import re
from functools import lru_cache

from verify.page import Passage

_HOUSE = re.compile(
    r"\bHR\s?:|(?<!no )(?<!not a )\bhouse[- ]?rules?\b|\bhomebrew|\bin our (?:game|campaign)\b|\bat (?:our|my) table\b"
    r"|\bwe (?:changed?|cap)\b|\bwe (?:use|play|give|rule) (?:it |them |DM|[+\-\d])|\binstead of RAW\b",
    re.IGNORECASE,
)
_HEADING = re.compile(r"\W*(?:our |my |the )?(?:house[- ]?rules?|homebrew|variants?|HR)\b", re.IGNORECASE)
"""A heading that says of all below it that it is the house's."""
_WORDS = (
    "house", "hr:", "hr :", "homebrew", " our game", " our campaign", "our table", "my table", "we change", "we cap",
    "we use", "we play", "we give", "we rule", "instead of raw", "variant", "# hr",
)  # fmt: skip
"""One of these stands in any text that speaks of house rules."""

_BOOK = re.compile(r"\W*(?:RAW|by the book|the book|rules as written)\b", re.IGNORECASE)
"""How a text begins that tells the rule before it is changed."""


def speaks_of_the_house(text: str) -> bool:
    """Whether a text may have a word of house rules at all; most have none, and need not be searched."""
    small = text.lower()
    return any(word in small for word in _WORDS)


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
    return any(_HEADING.match(above) for above in context)
