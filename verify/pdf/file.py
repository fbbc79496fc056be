"""The PDF file itself: its pages, their labels, signs and pictures. This is the one home of pypdfium2."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from verify.pdf.apart import opening
from verify.pdf.kept import Kept
from verify.pdf.lean import groups, is_leaning, levelled
from verify.pdf.letters import words_of
from verify.pdf.passages import Passages
from verify.pdf.refusing import NoBook, refuse, why
from verify.pdf.seen import Drawn, Ink, drawn, is_far, struck
from verify.pdf.signs import signs_of
from verify.pdf.standing import Standing
from verify.pdf.turns import downward, raised, turn_of
from verify.pdf.words import Box, Sheet, Sign

MAX_PAGES = 10_000
"""More pages than that are not searched."""
LABELS = -2
"""What is told in the place of a page while the labels of the pages are asked for."""
MAX_SIGNS = 60_000
"""A page with more signs than that is no page of a book."""


class File:
    """An open PDF. Pages count from 0 here, as they do nowhere else."""

    def __init__(
        self,
        path: Path,
        password: str | None = None,
        at: Callable[[int], None] = lambda _: None,
        left_out: Collection[int] = (),
    ) -> None:
        """Open a file; `at` is told each page before it is opened, and some pages are left out."""
        import pypdfium2
        import pypdfium2.raw as raw

        refuse(path)
        self._raw: Any = raw
        try:
            self._pdf = pypdfium2.PdfDocument(path, password=password)
            self.pages = len(self._pdf)
        except pypdfium2.PdfiumError as error:
            raise NoBook(why(str(error), password)) from None
        if not self.pages:
            raise NoBook("it has no pages")
        self.damaged: set[int] = set()
        """Pages that the file has, and that cannot be opened."""
        self._at, self._last = at, -1
        self.left_out = frozenset(page for page in left_out if page >= 0)
        self._is_labelled = LABELS not in left_out
        self._held: Kept[Any] = Kept(raw.FPDFPage_CountObjects)
        self._layers: Kept[Any] = Kept(raw.FPDFText_CountChars)
        self.drawn = lru_cache(maxsize=64)(self._drawn)
        self._texts: dict[int, str | None] = {}

    def _open(self, page: int) -> Any:
        """A page, or None if it cannot be opened; the others of a damaged file can be read all the same."""
        import pypdfium2

        if page in self.left_out:
            return None
        if page != self._last:
            self._at(page)
            self._last = page
        if (held := self._held.get(page)) is not None:
            return held
        try:
            with opening():
                return self._held.put(page, self._pdf[page])
        except pypdfium2.PdfiumError:
            self.damaged.add(page)
            return None

    def _layer(self, page: int) -> Any:
        """The text of a page as pdfium has it, or None; the last ones are kept, since tables share pages."""
        if (layer := self._layers.get(page)) is not None:
            return layer
        held = self._open(page)
        if held is None:
            return None
        with opening():
            text = held.get_textpage()
        return self._layers.put(page, text) if text.count_chars() <= MAX_SIGNS else text

    def close(self) -> None:
        """Let the file go."""
        self._pdf.close()

    @property
    def title(self) -> str:
        """The title that the file gives itself."""
        return " ".join((self._pdf.get_metadata_dict().get("Title") or "").split())

    def label(self, page: int) -> str:
        """What the file calls a page; empty if it says nothing, or if to ask for it ended the reading."""
        if not self._is_labelled:
            return ""
        if self._last != LABELS:
            self._at(LABELS)
            self._last = LABELS
        return str(self._pdf.get_page_label(page) or "")

    def text(self, page: int) -> str:
        """The text of a page in the order of the file, quickly."""
        text = self._layer(page)
        return str(text.get_text_bounded()) if text is not None else ""

    def level_text(self, page: int, again: bool = False) -> str | None:
        """The same; None if most of the page does not stand upright and straight, since its words are mixed then.

        It is kept if it will be asked for `again`, until then.
        """
        text = self._texts.pop(page) if page in self._texts else self._level_text(page)
        if again and len(self._texts) < _TEXTS:
            self._texts[page] = text
        return text

    def _level_text(self, page: int) -> str | None:
        text = self._layer(page)
        if text is None:
            return ""
        return str(text.get_text_bounded()) if self._is_level(text) else None

    def standing(self, page: int) -> Standing | None:
        """The signs of a page, to see how names stand among them; None if that cannot be seen quickly."""
        import ctypes

        text = self._layer(page)
        count = text.count_chars() if text is not None else 0
        if not 0 < count <= MAX_SIGNS or not self._is_level(text):
            return None
        said = str(text.get_text_range(0, count))
        where, rect = self._raw.FPDFText_GetLooseCharBox, self._raw.FS_RECTF()
        at = ctypes.byref(rect)

        def box(n: int) -> Box:
            where(text.raw, n, at)
            return Box(rect.left, rect.bottom, rect.right, rect.top)

        return Standing(said, box) if len(said) == count else None

    def _is_level(self, text: Any) -> bool:
        """Whether most of a page stands upright and straight, by some of its signs."""
        raw, matrix, count, askew = self._raw, self._raw.FS_MATRIX(), text.count_chars(), 0
        for n in range(0, count, max(1, count // _SOME)):
            raw.FPDFText_GetMatrix(text, n, matrix)
            turn, lean = turn_of(math.atan2(matrix.b, matrix.a))
            askew += bool(turn) or is_leaning(lean)
        return askew * 2 < min(count, _SOME) or not count

    def edges(self, page: int, share: float = 0.1) -> list[str]:
        """What stands in the strips along the four edges of a page, where its number is printed."""
        held = self._open(page)
        if held is None:
            return []
        text = self._layer(page)
        left, bottom, right, top = held.get_bbox()
        high, wide = (top - bottom) * share, (right - left) * share
        strips = (
            (left, bottom, right, bottom + high),
            (left, top - high, right, top),
            (left, bottom, left + wide, top),
            (right - wide, bottom, right, top),
        )
        turned = held.get_rotation() in (90, 270)
        return [str(text.get_text_bounded(*strip)) for strip in (strips if turned else strips[:2])]

    def sheets(self, page: int) -> list[Sheet]:
        """The words of a page, by the way they are turned; the most are on the first sheet."""
        held = self._open(page)
        if held is None:
            return []
        left, bottom, right, top = held.get_bbox()
        made: dict[int, list[tuple[float, Sign]]] = {}
        whole, shown = Box(left, bottom, right, top), self.drawn(page)
        ink = Ink(self.picture(page, 0, Ink.SCALE)) if shown.is_hidden else None
        text = self._layer(page)
        passages = self._passages(text, whole, ink)
        rest = passages.rest if passages is not None else [range(min(text.count_chars(), MAX_SIGNS))]
        for turn, angle, sign in signs_of(self._raw, text, whole, ink, rest):
            made.setdefault(turn, []).append((angle, sign))
        sheets = []
        for turn, found in made.items():
            wide, high = right - left, top - bottom
            wide, high = (high, wide) if turn in (90, 270) else (wide, high)
            for angle, signs in groups(found):
                sheet = Sheet(turn, wide, high, lean=angle)
                sheet.bars = [] if angle or turn else [raised(bar, whole, 0) for bar in shown.bars]
                level = (levelled(sign, angle, sheet.middle) for sign in signs) if angle else signs
                sheet.words = words_of(level)
                if shown.strikes and not angle and not turn:
                    sheet.words = struck(sheet.words, [raised(line, whole, 0) for line in shown.strikes])
                sheets.append(sheet)
        if passages is not None and passages.words:
            straight = [sheet for sheet in sheets if not sheet.turn and not sheet.lean]
            sheets += [] if straight else [Sheet(0, right - left, top - bottom)]
            own = straight[0] if straight else sheets[-1]
            own.words = passages.words + own.words
        return sorted(sheets, key=lambda sheet: -len(sheet.words))

    def _passages(self, text: Any, page: Box, ink: Ink | None) -> Passages | None:
        """The lines of prose on a page, where its signs can be counted."""
        count = text.count_chars()
        said = str(text.get_text_range(0, count)) if 0 < count <= MAX_SIGNS else ""
        return Passages(self._raw, text, said, page, ink) if said and len(said) == count else None

    def _drawn(self, page: int) -> Drawn:
        """How a page is drawn: whether text on it may be hidden, or is the layer of a scan."""
        held = self._open(page)
        return drawn(self._raw, held, Box(*held.get_bbox())) if held is not None else Drawn(False, False)

    def paths(self, page: int, turn: int, around: Box, room: float) -> list[tuple[Box, bool]]:
        """What is drawn with lines near a box, and whether each is a line or a rectangle only.

        Nothing if a page has too few for a ruled table.
        """
        paths, whole = self.drawn(page).paths, Box(*self._open(page).get_bbox())
        held = [(raised(path, whole, turn), plain) for path, plain in paths] if len(paths) >= _LINES else []
        return [(path, plain) for path, plain in held if not is_far(path, around, room)]

    def has_pictures(self, page: int) -> bool:
        """Whether there is a picture on a page, which may be a scan."""
        held = self._open(page)
        return held is not None and any(
            True for _ in held.get_objects(filter=[self._raw.FPDF_PAGEOBJ_IMAGE], max_depth=3)
        )

    def alone(self, page: int, turn: int, boxes: Iterable[Box], near: float, room: float | None) -> bytes:
        """One page as a file of its own, turned as it is to be read, with the text near some boxes only.

        The lines within some room of them are kept, or none.
        """
        import io

        import pypdfium2

        made = pypdfium2.PdfDocument.new()
        made.import_pages(self._pdf, [page])
        held = made[0]
        whole = Box(*held.get_bbox())
        self._keep(held, [downward(box, whole, turn) for box in boxes], near, room)
        held.set_rotation(turn)
        kept = io.BytesIO()
        made.save(kept)
        made.close()
        return kept.getvalue()

    def _keep(self, held: Any, boxes: list[Box], near: float, room: float | None) -> None:
        """Take the text and the lines off a page that are far from all boxes."""
        import ctypes

        raw, sides = self._raw, [ctypes.c_float() for _ in range(4)]
        far = []
        rooms = {raw.FPDF_PAGEOBJ_TEXT: near, raw.FPDF_PAGEOBJ_PATH: room}
        for n in range(raw.FPDFPage_CountObjects(held)):
            one = raw.FPDFPage_GetObject(held, n)
            kind = raw.FPDFPageObj_GetType(one)
            if kind not in rooms or (rooms[kind] is not None and not raw.FPDFPageObj_GetBounds(one, *sides)):
                continue
            own, about = Box(*(side.value for side in sides)), rooms[kind]
            if about is None or all(is_far(own, box, about) for box in boxes):
                far.append(one)
        for one in far:
            if raw.FPDFPage_RemoveObject(held, one):
                raw.FPDFPageObj_Destroy(one)
        if far:
            held.gen_content()

    def rotation(self, page: int) -> int:
        """The quarter turn with which a page is shown."""
        return int(self._open(page).get_rotation())

    def picture(self, page: int, turn: int, scale: float) -> Any:
        """A page as a picture of Pillow, turned as it is to be read."""
        return self._open(page).render(scale=scale, rotation=(turn - self.rotation(page)) % 360).to_pil()

    def part(self, page: int, turn: int, scale: float, box: Box) -> Any:
        """A part of a page as a grey picture of Pillow; the page is turned as it is to be read."""
        held, turned = self._open(page), (turn - self.rotation(page)) % 360
        wide, high = held.get_size() if turned in (0, 180) else reversed(held.get_size())
        left, top = (min(max(0.0, at), most - 1) for at, most in ((box.x0, wide), (box.y0, high)))
        off = (left, max(0.0, high - max(box.y1, top + 1)), max(0.0, wide - max(box.x1, left + 1)), top)
        return held.render(scale=scale, rotation=turned, crop=off, grayscale=True).to_pil()


def plain_signs(font: str, signs: str) -> list[Any]:
    """Signs as one of the plain fonts has them that need not be in a file, each as a picture."""
    import ctypes

    import pypdfium2
    import pypdfium2.raw as raw

    made = pypdfium2.PdfDocument.new()
    page = made.new_page(_ROOM * len(signs), _ROOM)
    for n, sign in enumerate(signs):
        text = raw.FPDFPageObj_NewTextObj(made.raw, font.encode(), 0.7 * _ROOM)
        raw.FPDFText_SetText(text, (ctypes.c_ushort * 2)(ord(sign), 0))
        raw.FPDFPageObj_Transform(text, 1, 0, 0, 1, _ROOM * (n + 0.25), 0.25 * _ROOM)
        raw.FPDFPage_InsertObject(page.raw, text)
    page.gen_content()
    drawn = page.render(scale=1, grayscale=True).to_pil()
    made.close()
    return [drawn.crop((_ROOM * n, 0, _ROOM * (n + 1), _ROOM)) for n in range(len(signs))]


_TEXTS = 256
"""Pages whose text is kept: those that are looked at before the whole book is."""
_SOME = 24
"""Signs of a page that show how it lies."""
_LINES = 4
"""The least lines and bands on a page that has a ruled table."""
_ROOM = 40
"""Dots along each side of a sign that is drawn to be looked at."""
