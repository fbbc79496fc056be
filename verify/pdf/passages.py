"""Lines of prose, read word by word: most of a page is prose, and its words need not be put together from signs.

A line is read that way only where nothing can be wrong with it: level, of one size, with blanks between its words.
"""

from __future__ import annotations

import ctypes
from itertools import pairwise
from statistics import median
from typing import Any

from engine.late import late
from verify.pdf.letters import GAP
from verify.pdf.seen import Ink
from verify.pdf.spacing import BLANK
from verify.pdf.words import Box, Word

_LINE = late(r"(?<![^\r\n])[A-Za-z0-9 ,.;:'’“”()!?-]{45,}(?![^\r\n])")
_WORD = late(r"[^ ]+")
_LEAST = 7
"""Words of a line of prose."""
_SMALL = 0.7
"""The share of its signs that are small letters."""
_TWICE = 0.2
"""The share of letters that are the same as the one before, from which on they may be printed twice."""
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
    words = line.split()
    small = sum(map(str.islower, line))
    twice = sum(a == b for a, b in pairwise(line))
    return len(words) >= _LEAST and small > _SMALL * len(line) and twice < _TWICE * len(line) and small > 3 * len(words)


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
        for found in _LINE.finditer(said):
            words = self._line(found.start(), found[0]) if is_prose(found[0]) else None
            if words is not None:
                self.words += words
                self.rest.append(range(done, found.start()))
                done = found.end()
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
