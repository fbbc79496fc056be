"""Names that stand on a page as those of rows do: alone, with a gap or a value beside them, and in no sentence.

A page of prose can speak of every row of a table. To see that it does no more, a few of its signs are looked at.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, cached_property

from engine.rulebook.names import normal
from verify.pdf.words import Box

_GAP = 0.5
"""The least gap between two cells, in heights of letters; within a cell it is no wider than that."""
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")
_LETTER, _OTHER = re.compile("[a-z0-9]"), re.compile("[^a-z0-9]+")
_VALUE = frozenset("+-−–—×(")
"""With what a value begins that stands close behind a name, or a remark."""


class Standing:
    """The text of a page, sign by sign, and what tells where each of them stands."""

    def __init__(self, text: str, box: Callable[[int], Box]) -> None:
        self._text, self._box = text, box
        low = text.lower()
        self._low = low if len(low) == len(text) else ""
        self._letters = _OTHER.sub("", self._low)

    def is_spoken(self, name: str) -> bool:
        r"""Whether a page has a name in sentences only; not so where that cannot be said.

        >>> def at(n): return Box(5.0 * n, 0.0, 5.0 * n + 5, 10.0)
        >>> texts = "at Short range", "Short   +1", "Short\nrange", "Medium"
        >>> [Standing(text, at).is_spoken("Short") for text in texts]
        [True, False, False, False]
        """
        wanted, pattern = _sought(name)
        count = self._letters.count(wanted) if wanted else 0
        if not count:
            return False
        places = [(found.start(), found.end() - 1) for found in pattern.finditer(self._low)]
        if len(places) != count:
            places = list(self._places(wanted))
        return not any(self._is_alone(*place) for place in places)

    def _places(self, wanted: str) -> Iterator[tuple[int, int]]:
        """Where a name stands, from its first sign to its last, whatever is between its letters."""
        place = self._letters.find(wanted)
        while place >= 0:
            yield self._at[place], self._at[place + len(wanted) - 1]
            place = self._letters.find(wanted, place + 1)

    @cached_property
    def _at(self) -> list[int]:
        """Which sign each letter is."""
        return [found.start() for found in _LETTER.finditer(self._low)]

    def _is_alone(self, first: int, last: int) -> bool:
        """Whether a name is parted from what is before and behind it on its line, or has a value behind it."""
        before = _next(self._low, first, -1)
        if before is not None and not self._is_parted(before, first):
            return False
        after = _next(self._low, last, 1)
        if after is None or self._is_parted(last, after):
            return True
        return self._low[after].isdigit() or not _VALUE.isdisjoint(self._low[last + 1 : after])

    def _is_parted(self, one: int, other: int) -> bool:
        """Whether two letters that follow each other are of different lines, or of different cells of one."""
        between = self._text[one + 1 : other]
        if not between or "\n" in between or "\r" in between:
            return bool(between)
        left, right = self._box(one), self._box(other)
        size = right.y1 - right.y0
        level = abs(left.y1 - right.y1) < 0.5 * size
        return not level or right.x0 < left.x0 or right.x0 - left.x1 > _GAP * size


@cache
def _sought(name: str) -> tuple[str, re.Pattern[str]]:
    """The letters of a name, and what finds its words one after the other."""
    words = (re.escape(word) for word in _OTHER.split(name.lower()) if word)
    return normal(name), re.compile("[^a-z0-9]*".join(words))


def _next(text: str, at: int, step: int) -> int | None:
    """The next letter or digit of a text before or behind a place."""
    at += step
    while 0 <= at < len(text):
        if text[at] in _LETTERS:
            return at
        at += step
    return None
