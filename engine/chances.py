"""Chances added up by what they are chances of."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from fractions import Fraction
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)


def tally(pairs: Iterable[tuple[Key, Fraction]]) -> dict[Key, Fraction]:
    """Each outcome once, with the sum of its chances; what cannot happen is left out.

    >>> tally([("hit", Fraction(1, 4)), ("miss", Fraction(1, 2)), ("hit", Fraction(1, 4))])
    {'hit': Fraction(1, 2), 'miss': Fraction(1, 2)}
    """
    total: dict[Key, Fraction] = {}
    for key, chance in pairs:
        if chance:
            total[key] = total[key] + chance if key in total else chance
    return total
