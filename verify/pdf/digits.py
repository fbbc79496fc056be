"""Digits that a font gives wrong names: the page shows one, and the text says another, always the same for it."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable

EXCHANGED = "its font seems to give its digits wrong names: most numbers differ from ours digit for digit"
_CELLS = 12
"""Cells with digits that it takes to tell."""
_KINDS = 4
"""Digits that must stand for others."""
_MOST = 0.8
"""The share of all digits that must be ours once they are exchanged."""


def are_exchanged(pairs: Iterable[tuple[str, str]]) -> bool:
    """Whether what a book prints is what we have, nearly always, with each digit in the place of another.

    >>> ours = [str(n) for n in range(10, 30)]
    >>> are_exchanged((str(int(n) + 11), n) for n in ours if "9" not in n)
    True
    >>> are_exchanged((str(int(n) + 1), n) for n in ours), are_exchanged(zip(ours, ours))
    (False, False)
    """
    votes: defaultdict[str, Counter[str]] = defaultdict(Counter)
    cells = 0
    for printed, ours in pairs:
        one, other = (re.sub(r"\D", "", text) for text in (printed, ours))
        if one and len(one) == len(other):
            cells += 1
            for digit, meant in zip(one, other, strict=True):
                votes[digit][meant] += 1
    best = {digit: meant.most_common(1)[0] for digit, meant in votes.items()}
    moved = [digit for digit, (meant, _) in best.items() if meant != digit]
    distinct = len({meant for meant, _ in best.values()}) == len(best)
    fit = sum(count for _, count in best.values()) >= _MOST * sum(meant.total() for meant in votes.values())
    return cells >= _CELLS and len(moved) >= max(_KINDS, len(best) // 2 + 1) and distinct and fit
