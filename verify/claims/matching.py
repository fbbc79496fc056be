"""Matching: text and its headings in, the claims that the text makes out, the most specific first."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache, lru_cache

from verify.claims import Claim, claims
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
    claims: list[tuple[int, int, int, FoundClaim]] = []
    tried: set[int] = set()
    for word in words:
        for n, needed, claim in _claims_for(word):
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
                claims.append((-len(slots), -claim.phrase.weight, n, (claim, at, slots)))
    claims.sort(key=lambda entry: entry[:3])
    return tuple(claim for *_, claim in claims)


@lru_cache(maxsize=20_000)
def _claims_for(word: str) -> tuple[tuple[int, frozenset[str], Claim], ...]:
    """The claims that a text with this word may hold: the place in the list, the words it must hold, the claim."""
    words, beginnings = _by_word()
    numbers = words.get(word, []) + [n for beginning, n in beginnings if word.startswith(beginning)]
    return tuple((n, claims()[n].phrase.needed, claims()[n]) for n in numbers)


@cache
def _by_word() -> tuple[dict[str, list[int]], list[tuple[str, int]]]:
    """The claims by their rarest word, and by the beginning of one; those without any stand under the empty word."""
    often = Counter(word for claim in claims() for word in frozenset[str]().union(*claim.phrase.anchors))
    words: dict[str, list[int]] = defaultdict(list)
    beginnings: list[tuple[str, int]] = []
    for n, claim in enumerate(claims()):
        for word in min(claim.phrase.anchors, key=lambda group: sum(often[word] for word in group), default=[""]):
            if word.endswith("*"):
                beginnings.append((word[:-1], n))
            else:
                words[word].append(n)
    return words, beginnings
