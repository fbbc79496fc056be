"""Lines of prose, read word by word: most of a page is prose, and its words need not be put together from signs.

A line is read that way only where nothing can be wrong with it: level, of one size, with blanks between its words.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from itertools import pairwise
from operator import eq
from statistics import median
from typing import Any

from verify.pdf.letters import GAP
from verify.pdf.seen import Ink
from verify.pdf.spacing import BLANK
from verify.pdf.words import Box, Word

_ANY = re.compile(r"[^\r\n]+")
_LINE = re.compile(r"[A-Za-z0-9 ,.;:'’“”()!?/+%×–—-]{40,}")
_ODD = re.compile(r"[a-z.,;:)]\d|ii|jj|([,;:'!.])\1|([ltfr])\2\2")
"""What may be the mark of a footnote within a line, and narrow letters that may be printed twice."""
_MARK = re.compile(r".{1,3}$|[\d*†‡§]{1,2} ")
"""A line that is, or begins with, what may be the raised mark of the line before it."""
_WORD = re.compile(r"[^ ]+")
_LEAST = 7
"""Words of a line of prose."""
_SMALL = 0.6
"""The share of its signs that are small letters."""
_TWICE = 0.2
"""The share of letters that are the same as the one before, from which on they may be printed twice."""
_NEAR, _BESIDE = 3, 2
"""Of so many lines before a line within a passage, and of so many behind it, how many are prose at least."""
_EVEN = 0.02
"""How far sizes and heights on a line differ, in heights of letters."""


def is_prose(line: str) -> bool:
    """Whether a line is one of prose, by what it says.

    >>> is_prose("The referee rolls for the ship and tells what the crew can see of it.")
    True
    >>> is_prose("Pulse Laser 9 Long 4 2D MCr1 Very Long 3 MCr0.5 TL 12")
    False
    >>> is_prose("TThhee rreeffeerreeee rroollllss ffoorr tthhee sshhiipp aanndd iitt")
    False
    """
    if _ODD.search(line):
        return False
    words = line.split()
    small = sum(map(str.islower, line))
    twice = sum(map(eq, line, line[1:]))
    return len(words) >= _LEAST and small > max(_SMALL * len(line), 2.5 * len(words)) and twice < _TWICE * len(line)


def within(text: str) -> Iterator[tuple[int, str]]:
    r"""The lines within passages of prose, with where each begins; those at the ends show how a table near by is set.

    >>> prose = ["The referee rolls for the ship, and so it goes on for a while"] * 6
    >>> [start for start, _ in within("\n".join(["Pulse Laser", *prose, "Beam Laser"]))]
    [136, 198]
    """
    lines = [(found.start(), found[0]) for found in _ANY.finditer(text)]
    known = [_LINE.fullmatch(line) is not None and is_prose(line) for _, line in lines]
    for n, line in enumerate(lines):
        before, behind = known[max(0, n - _NEAR) : n], known[n + 1 : n + 1 + _NEAR]
        if known[n] and min(sum(before), sum(behind)) >= _BESIDE and not _MARK.match(lines[n + 1][1]):
            yield line


class Passages:
    """The lines of prose on a page, and the signs that are left."""

    def __init__(self, raw: Any, text: Any, said: str, page: Box, ink: Ink | None = None) -> None:
        """Read what is plain; `ink` shows what is seen, where something may be hidden."""
        self._raw, self._text, self._page, self._ink = raw, text.raw, page, ink
        self._rect, self._matrix = raw.FS_RECTF(), raw.FS_MATRIX()
        self.words: list[Word] = []
        self.rest: list[range] = []
        """Which signs are in none of the lines."""
        done = 0
        for start, line in within(said):
            words = self._line(start, line)
            if words is not None:
                self.words += words
                self.rest.append(range(done, start))
                done = start + len(line)
        self.rest.append(range(done, len(said)))

    def _line(self, start: int, line: str) -> list[Word] | None:
        """The words of a line; None if it is not as plain as it looks."""
        base = self._base(start)
        if base is None:
            return None
        words = [
            (found[0], *self._box(start + found.start(), start + found.end() - 1)) for found in _WORD.finditer(line)
        ]
        sizes, lows = [size for *_, size in words], [box.y1 for _, box, _ in words]
        size = sizes[0]
        gaps = [b.x0 - a.x1 for (_, a, _), (_, b, _) in pairwise(words)]
        if size <= 0 or max(sizes) - min(sizes) > _EVEN * size or max(lows) - min(lows) > _EVEN * size:
            return None
        if min(gaps) <= GAP * size or (self._ink and not all(self._ink.is_seen(box) for _, box, _ in words)):
            return None
        blank = max(BLANK * size, 1.35 * median(gaps))
        return [Word(text, box, base, size, text, 1.0, "", blank) for text, box, size in words]

    def _base(self, first: int) -> float | None:
        """The height of a line that is level; None if it is not."""
        x, y = ctypes.c_double(), ctypes.c_double()
        self._raw.FPDFText_GetMatrix(self._text, first, self._matrix)
        self._raw.FPDFText_GetCharOrigin(self._text, first, x, y)
        return self._page.y1 - y.value if self._matrix.b == 0 and self._matrix.a > 0 else None

    def _box(self, first: int, last: int) -> tuple[Box, float]:
        """The box of a word, and the height of its letters; of no height where it is uneven or not known."""
        raw, rect, page = self._raw, self._rect, self._page
        raw.FPDFText_GetLooseCharBox(self._text, first, rect)
        left, low, high = rect.left, rect.bottom, rect.top
        unmapped = raw.FPDFText_HasUnicodeMapError(self._text, first) == 1
        raw.FPDFText_GetLooseCharBox(self._text, last, rect)
        even = abs(rect.bottom - low) + abs(rect.top - high) < _EVEN * (high - low)
        box = Box(left - page.x0, page.y1 - high, rect.right - page.x0, page.y1 - low)
        return box, high - low if even and not unmapped and box.x1 > box.x0 else 0.0
