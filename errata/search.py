"""Many patterns looked for at once, of which those that the texts cannot have are not even built.

To build an automaton of all names of all rules takes ten times as long as to search ten files with it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from errata.automaton import Automaton

Part = tuple[str, str]
"""A pattern, and a word in small letters without which it is nowhere; empty if there is no such word."""
_WORD = re.compile(rb"[a-z]+")


class Search:
    """Patterns in small letters that are looked for in bytes, in capitals too.

    >>> ranges = Search()
    >>> ranges.add([("very[ _]?long", "very")]), ranges.add([("short", "short"), ("close", "close")], behind=":")
    (0, 1)
    >>> ranges.expect(b"{ Short: 1 }")
    >>> ranges.find(b"{ Short: 1 }"), sorted(ranges.find(b"{ veryLong: -4, close: 0 }"))
    ([1], [0, 1])
    """

    def __init__(self) -> None:
        self._patterns: list[tuple[str, Sequence[Part], str]] = []
        self._automaton: Automaton | None = None
        self._numbers: list[int] = []
        self._left: list[bytes] = []
        """The words of what was not built."""
        self._expected: tuple[bytes, ...] = ()

    def add(self, parts: Sequence[Part], before: str = "", behind: str = "") -> int:
        """Add any of some patterns, with what stands before and behind each of them; and tell its number."""
        self._patterns.append((before, parts, behind))
        return len(self._patterns) - 1

    def expect(self, *texts: bytes) -> None:
        """Build only what can be found in these texts. If another is searched that has more, all of it is built."""
        self._expected = texts
        words = {word.encode() for _, parts, _ in self._patterns for _, word in parts}
        there = b" ".join({word for text in texts for word in _WORD.findall(text.lower())})
        self._left = [word for word in words if word not in there]
        self._build({word.decode() for word in words.difference(self._left)})

    def _build(self, words: set[str] | None = None) -> None:
        """Build what has one of these words, or all."""
        made = Automaton()
        self._numbers = []
        for number, (before, parts, behind) in enumerate(self._patterns):
            kept = [pattern for pattern, word in parts if words is None or word in words]
            if kept:
                either = kept[0] if len(kept) == 1 and not (before or behind) else f"(?:{'|'.join(kept)})"
                made.add(f"{before}{either}{behind}")
                self._numbers.append(number)
        made.done()
        self._automaton = made

    def find(self, text: bytes) -> list[int]:
        """The numbers of what is found, in no order."""
        if self._automaton is None or self._has_more(text):
            self._left = []
            self._build()
        assert self._automaton is not None
        return [self._numbers[n] for n in self._automaton.find(text)]

    def _has_more(self, text: bytes) -> bool:
        if not self._left or any(text in known for known in self._expected):
            return False
        small = text.lower()
        return any(word in small for word in self._left)
