"""Matching: text and its headings in, the claims that the text makes out, the most specific first."""

from __future__ import annotations

from functools import lru_cache

from verify.claims import Claim, claims_for
from verify.claims.phrases import Slot
from verify.tokens import words_of

FoundClaim = tuple[Claim, int, tuple[Slot, ...]]
"""A claim, where in the text it stands, and the numbers that it found."""


@lru_cache(maxsize=16_384)
def claims_in(text: str, context: tuple[str, ...]) -> tuple[FoundClaim, ...]:
    """The claims that a text makes under some headings: those with more numbers first, then those with more words.

    Documents repeat each other, so the result is cached.
    """
    parts = words_of(text)
    line = parts.line
    words = set(line.split(" "))
    around = ""
    found: list[tuple[int, int, int, FoundClaim]] = []
    tried: set[int] = set()
    for word in words:
        for n, needed, claim in claims_for(word):
            if n in tried or not needed <= words or not claim.phrase.stands_in(line):
                continue
            tried.add(n)
            if claim.where is not None:
                around = around or "".join(words_of(above).line for above in context) + " ." + line
                if not claim.where.stands_in(around):
                    continue
            if claim.unless is not None and claim.unless.stands_in(line):
                continue
            for at, slots in claim.phrase.find(parts):
                found.append((-len(slots), -claim.phrase.weight, n, (claim, at, slots)))
    found.sort(key=lambda entry: entry[:3])
    return tuple(claim for *_, claim in found)
