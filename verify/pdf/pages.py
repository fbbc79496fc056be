"""The pages of an open book: their words, from their text or from a scan, the cells between their lines, their look."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from verify.pdf.file import File, plain_signs
from verify.pdf.legible import DAMAGED, EMPTY, LAYER, LEFT_OUT, as_layer, unreadable
from verify.pdf.letters import is_broken
from verify.pdf.looks import is_misnamed
from verify.pdf.numbering import numbers_in
from verify.pdf.pictures import is_picture
from verify.pdf.ruled import Ruled, lined_cells, ruled_cells, texts_within
from verify.pdf.seen import Ink, goes_down
from verify.pdf.standing import Standing
from verify.pdf.words import Box, Sheet

if TYPE_CHECKING:
    from verify.pdf.scans import Closer

Scan = Callable[[File, int], list[Sheet]]
"""What reads a page that has no text."""
_EVERY = 4
"""Of scans, so many pages are looked at for one number."""
FEW_SCANS = 12
"""So many pages of a scan are all looked at for numbers."""


class OpenPages:
    """The pages of a file that is open."""

    def __init__(
        self,
        path: Path,
        password: str | None,
        scan: Scan | None,
        at: Callable[[int], None] = lambda _: None,
        left_out: Collection[int] = (),
    ) -> None:
        """Open a file; `at` is told each page before it is worked on, and some pages are left out."""
        self.file = File(path, password, at, left_out)
        self.is_searched = False
        """Whether every page was looked at once."""
        self.textless: list[int] = []
        """Pages that are pictures."""
        self.unread: dict[int, str] = dict.fromkeys(self.file.left_out, LEFT_OUT)
        """Pages that could not be read, and why."""
        self._scan, self._at = scan, at
        self._scanned_sheets: dict[int, list[Sheet]] = {}
        self.edges = lru_cache(maxsize=4096)(self._edges)
        self.sheets = lru_cache(maxsize=64)(self._sheets)
        self.standing = lru_cache(maxsize=64)(self._standing)
        self.closer = lru_cache(maxsize=2)(self._closer)
        self.ink = lru_cache(maxsize=4)(self._ink)
        self.ruled = lru_cache(maxsize=64)(self._ruled)
        self.within = lru_cache(maxsize=64)(self._within)

    def text(self, page: int) -> str:
        """The text of a page: quickly, or line by line where it lies askew and the quick way mixes its words."""
        text = self.file.level_text(page)
        if text is not None:
            return text
        lines = (line for sheet in self.file.sheets(page) for line in sheet.lines)
        return " ".join(word.text for line in lines for word in line)

    def _closer(self, page: int, turn: int) -> Closer:
        from verify.pdf.scans import Closer

        return Closer(self.file, page, turn)

    def _edges(self, page: int) -> list[str]:
        """What stands along the edges of a page, where its number is printed."""
        texts = self.file.edges(page, 0.09)
        if not self.is_searched:
            self.file.level_text(page, again=True)  # it is asked for soon, and the page is open now
        if self._is_unsaid(page, texts):
            if self._scan is None:
                return []
            from verify.pdf.scans import edges

            is_sample = page % _EVERY == 0 or self.file.pages <= FEW_SCANS
            return edges(self.file, page) if is_sample or self.is_searched else []
        return texts

    def _is_unsaid(self, page: int, texts: list[str]) -> bool:
        """Whether what stands along the edges of a page can only be seen: a picture, or a font without letters."""
        if not any(letter.isalnum() for text in texts for letter in text):
            return self.file.has_pictures(page)
        return is_picture(self.file, page) or (any(map(is_broken, texts)) and not numbers_in(texts))

    def _sheets(self, page: int) -> list[Sheet]:
        known = self.unread.get(page, LAYER)
        if known in (LEFT_OUT, DAMAGED) or (known != LAYER and self._scan is None):
            return []
        self._at(page)
        sheets = self.file.sheets(page)
        told = self.unread.get(page, "")
        problem = told or (LAYER if self.file.drawn(page).is_layer else unreadable(sheets))
        if not problem:
            return sheets
        if problem == EMPTY and not self.file.has_pictures(page):
            return sheets
        self.unread[page] = problem
        if self._scan is None:
            return [as_layer(sheet) for sheet in sheets] if problem == LAYER else []
        if page not in self._scanned_sheets:
            self._scanned_sheets[page] = self._scan(self.file, page)
        return self._scanned_sheets[page]

    def _standing(self, page: int) -> Standing | None:
        """How names stand on a page that has text of its own."""
        return None if page in self.unread or page in self.textless else self.file.standing(page)

    def lined(self, page: int, turn: int, around: Box, between: Box) -> list[Ruled] | None:
        """The cells that lines make around a box, without their text; None if these must be looked at more closely.

        There are none if no line parts what is between the names and the values of a table.
        """
        if page in self.unread:
            return []
        paths = self.file.paths(page, turn, around, _ROOM)
        if not any(goes_down(path, plain, between) for path, plain in paths):
            return []
        return lined_cells(path for path, _ in paths) if all(plain for _, plain in paths) else None

    def _within(self, page: int, turn: int, boxes: tuple[Box, ...]) -> list[str]:
        """What stands in some boxes on a page, as it is read once more."""
        self._at(page)
        return texts_within(self.file.alone(page, turn, boxes, _CLOSE, None), boxes)

    def _ruled(self, page: int, turn: int, around: Box) -> list[Ruled]:
        """The cells that lines make around a box, with their text as it is read once more."""
        self._at(page)
        return ruled_cells(self.file.alone(page, turn, [around], _NEAR, _ROOM))

    def _ink(self, page: int, turn: int) -> Ink:
        return Ink(self.file.picture(page, turn, Ink.SCALE))

    def is_misnamed(self, page: int, turn: int, around: Box) -> bool:
        """Whether a font shows other digits in a box on a page than its text says."""
        sheet = next((s for s in self.sheets(page) if (s.turn, s.lean, s.scanned) == (turn, 0.0, False)), None)
        if sheet is None:
            return False
        scale = min(max(_DOTS / sheet.size, _LEAST), _MOST)
        around = Box(around.x0 - _PAD, around.y0 - _PAD, around.x1 + _PAD, around.y1 + _PAD)
        left, top = max(0.0, around.x0), max(0.0, around.y0)
        whole = self.file.part(page, turn, scale, around)

        def cut(box: Box) -> Any:
            sides = (box.x0 - left, box.y0 - top, box.x1 - left, box.y1 - top)
            return whole.crop([round(side * scale) for side in sides])

        return is_misnamed(sheet, around, cut, plain_signs)


_CLOSE, _NEAR, _ROOM = 2, 16, 40
"""Points around a cell, and around a table, of which the text is looked at with it, and the lines."""
_PAD = 2.0
"""Points around a table that are looked at with it."""
_DOTS, _LEAST, _MOST = 36, 3.0, 8.0
"""How high letters are where their look counts, in dots, and the least and the most dots for each point."""
