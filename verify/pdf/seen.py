"""What is seen of the text of a page: it can be invisible, as light as the paper, or covered by what is drawn later.

A scan can have its text as an invisible layer, which someone's reader of scans has made.
"""

from __future__ import annotations

import ctypes
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, NamedTuple

from verify.pdf.words import Box, Word

UNSEEN = "it is in the file and is not seen on the page"
_INVISIBLE = (3, 7)
"""How text is drawn that is not seen."""
_LIGHT = 200
"""From which brightness on, of 255, text may be as light as what is behind it."""
_FAINT = 40
"""Opacity, of 255, with which text is hardly seen."""
_DEEP = 3
"""How deep forms are looked into."""
_LONG, _SHORTEST = 3, 12
"""How many times longer than high a line or a band is, and how long at least, in points."""
_WHOLE = 0.8
"""The share of a page that a picture covers that is a scan of it."""


class Drawn(NamedTuple):
    """How a page is drawn."""

    is_hidden: bool
    """Whether some of its text may not be seen."""
    is_layer: bool
    """Whether its text is the invisible layer of a scan."""
    bars: tuple[Box, ...] = ()
    """The lines and bands across it, as long as they can be those of a table; it counts from below."""
    paths: tuple[tuple[Box, bool], ...] = ()
    """All that is drawn on it with lines, and whether that is a line or a rectangle only; it counts from below."""
    strikes: tuple[Box, ...] = ()
    """The thin lines that go through the middle of text."""


def drawn(raw: Any, held: Any, page: Box) -> Drawn:
    """How a page is drawn, by its objects from below to above."""
    texts: list[Box] = []
    paths: list[tuple[Box, bool]] = []
    thin: list[Box] = []
    invisible, is_hidden, is_scan, is_light = 0, False, False, _light(raw)
    for kind, one, box in _objects(raw, held):
        if kind == raw.FPDF_PAGEOBJ_TEXT:
            texts.append(box)
            unseen = raw.FPDFTextObj_GetTextRenderMode(one) in _INVISIBLE
            invisible += unseen
            is_hidden = is_hidden or unseen or is_light(one)
            continue
        if kind == raw.FPDF_PAGEOBJ_PATH:
            paths.append((box, _is_plain(raw, one)))
            if box.y1 - box.y0 < _THIN < box.x1 - box.x0:
                thin.append(box)
        if kind == raw.FPDF_PAGEOBJ_IMAGE or _is_filled(raw, one):
            is_hidden = is_hidden or any(_is_over(box, text) for text in texts)
            covers = (box.x1 - box.x0) * (box.y1 - box.y0) > _WHOLE * (page.x1 - page.x0) * (page.y1 - page.y0)
            is_scan = is_scan or (kind == raw.FPDF_PAGEOBJ_IMAGE and covers)
    bars = tuple(box for box, _ in paths if box.x1 - box.x0 > _LONG * (box.y1 - box.y0) + _SHORTEST)
    layer, strikes = is_scan and invisible * 2 > len(texts), tuple(_strikes(thin, texts))
    return Drawn(is_hidden, layer, bars, tuple(paths), strikes)


def goes_down(path: Box, plain: bool, box: Box) -> bool:
    """Whether one of the lines of a path, held upright, may go down within a box; a plain one has some at its ends.

    >>> row, table = Box(0, 10, 300, 20), Box(50, 0, 250, 100)
    >>> goes_down(row, True, table), goes_down(row, False, table), goes_down(Box(90, 0, 90, 100), True, table)
    (False, True, True)
    """
    if path.y1 < box.y0 - _ABOUT or path.y0 > box.y1 + _ABOUT:
        return False
    left, right = box.x0 - _ABOUT, box.x1 + _ABOUT
    return left < path.x0 < right or left < path.x1 < right or (not plain and path.x0 < right and left < path.x1)


_ABOUT = 6.0
"""Points by which the lines of a path may be away from its box, and be moved to be those of a table."""


def is_far(one: Box, other: Box, room: float) -> bool:
    """Whether a box is further from another than some room."""
    beside = one.x1 < other.x0 - room or one.x0 > other.x1 + room
    return beside or one.y1 < other.y0 - room or one.y0 > other.y1 + room


def _is_plain(raw: Any, one: Any) -> bool:
    """Whether a path is no more than a line or a rectangle."""
    count = raw.FPDFPath_CountSegments(one)
    if not 2 < count <= _SIDES:
        return bool(0 <= count <= _SIDES)
    x, y = ctypes.c_float(), ctypes.c_float()
    at_x, at_y, xs, ys = ctypes.byref(x), ctypes.byref(y), set(), set()
    for n in range(count):
        raw.FPDFPathSegment_GetPoint(raw.FPDFPath_GetPathSegment(one, n), at_x, at_y)
        xs.add(x.value)
        ys.add(y.value)
    return len(xs) <= 2 and len(ys) <= 2


_SIDES = 5
"""Pieces of a rectangle, with the one that closes it."""


def _strikes(thin: list[Box], texts: list[Box]) -> Iterator[Box]:
    """The thin lines that go through the middle of some text; rules stand above or below it."""
    texts = sorted(texts, key=lambda text: text.y0) if thin else []
    lows = [text.y0 for text in texts]
    tall = min(_TALL, max((text.y1 - text.y0 for text in texts), default=0.0))
    for line in thin:
        y = (line.y0 + line.y1) / 2
        near = texts[bisect_left(lows, y - tall) : bisect_left(lows, y)]
        if any(_is_through(y, text) and min(line.x1, text.x1) - max(line.x0, text.x0) > 1 for text in near):
            yield line


def _is_through(y: float, box: Box) -> bool:
    """Whether a height is about the middle of a box."""
    high = box.y1 - box.y0
    return box.y0 + _MIDDLE[0] * high < y < box.y0 + _MIDDLE[1] * high


_THIN, _TALL = 3.2, 60.0
"""How high a line is less than, and letters are at most, in points."""
_MIDDLE = 0.25, 0.75
"""Where in the height of letters a line goes through them."""
STRUCK = "a line is drawn through it"


def struck(words: list[Word], strikes: Sequence[Box]) -> list[Word]:
    """Words of an upright page, with a fault on those that a line is drawn through."""
    if not strikes:
        return words
    return [word._replace(fault=word.fault or STRUCK) if _is_struck(word, strikes) else word for word in words]


def _is_struck(word: Word, strikes: Sequence[Box]) -> bool:
    """Whether a line goes through half of a word or one of its letters, and not only by its end."""
    box = Box(word.box.x0, word.base - 0.6 * word.size, word.box.x1, word.base)
    through = [line for line in strikes if _is_through((line.y0 + line.y1) / 2, box)]
    letters = [sign.box for sign in word.signs if sign.text.isalnum()] if through else []
    return any(_share(line, box) > 0.5 or any(_share(line, one) > 0.8 for one in letters) for line in through)


def _share(line: Box, box: Box) -> float:
    """How much of the width of a box a line goes along."""
    return (min(line.x1, box.x1) - max(line.x0, box.x0)) / max(0.1, box.x1 - box.x0)


def _objects(raw: Any, held: Any) -> Iterator[tuple[int, Any, Box]]:
    """The texts, pictures and paths of a page, in the order in which they are drawn, with their boxes."""
    left, bottom, right, top = sides = [ctypes.c_float() for _ in range(4)]
    at, new = [ctypes.byref(side) for side in sides], tuple.__new__  # as fast as can be: a page has hundreds
    for n in range(raw.FPDFPage_CountObjects(held)):
        one = raw.FPDFPage_GetObject(held, n)
        kind = raw.FPDFPageObj_GetType(one)
        if kind == raw.FPDF_PAGEOBJ_FORM:
            yield from _within(raw, one, None, _DEEP)
        else:
            raw.FPDFPageObj_GetBounds(one, *at)
            yield kind, one, new(Box, (left.value, bottom.value, right.value, top.value))


def _within(raw: Any, one: Any, by: tuple[float, ...] | None, deep: int) -> Iterator[tuple[int, Any, Box]]:
    """The same of what is in a form."""
    kind = raw.FPDFPageObj_GetType(one)
    if kind != raw.FPDF_PAGEOBJ_FORM:
        left, bottom, right, top = sides = [ctypes.c_float() for _ in range(4)]
        raw.FPDFPageObj_GetBounds(one, *sides)
        box = Box(left.value, bottom.value, right.value, top.value)
        yield kind, one, _moved(box, by) if by is not None else box
        return
    matrix = raw.FS_MATRIX()
    raw.FPDFPageObj_GetMatrix(one, matrix)
    own: tuple[float, ...] = (matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)
    own = _product(own, by) if by is not None else own
    for n in range(raw.FPDFFormObj_CountObjects(one) if deep else 0):
        yield from _within(raw, raw.FPDFFormObj_GetObject(one, n), own, deep - 1)


def _product(one: tuple[float, ...], by: tuple[float, ...]) -> tuple[float, ...]:
    """Two matrices one after the other."""
    (a, b, c, d, e, f), (p, q, r, s, t, u) = one, by
    return a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u


def _moved(sides: Box, by: tuple[float, ...]) -> Box:
    a, b, c, d, e, f = by
    x0, y0, x1, y1 = sides
    points = [(a * x + c * y + e, b * x + d * y + f) for x in (x0, x1) for y in (y0, y1)]
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


def _light(raw: Any) -> Callable[[Any], bool]:
    """What tells whether an object is as light as paper, or hardly seen."""
    red, green, blue, opaque = colour = [ctypes.c_uint() for _ in range(4)]
    at, fill = [ctypes.byref(each) for each in colour], raw.FPDFPageObj_GetFillColor

    def is_light(one: Any) -> bool:
        known = fill(one, *at)
        return bool(known) and (opaque.value < _FAINT or min(red.value, green.value, blue.value) > _LIGHT)

    return is_light


def _is_filled(raw: Any, one: Any) -> bool:
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    return bool(raw.FPDFPath_GetDrawMode(one, fill, stroke)) and fill.value != 0


def _is_over(box: Box, text: Box) -> bool:
    """Whether something covers a part of a text."""
    wide, high = min(box.x1, text.x1) - max(box.x0, text.x0), min(box.y1, text.y1) - max(box.y0, text.y0)
    return wide > 1 and high > 0.3 * (text.y1 - text.y0)


class Ink:
    """The picture of a page, to see whether something is printed in a place."""

    SCALE: ClassVar[float] = 2.0
    _PLAIN: ClassVar[int] = 24
    """How much brighter or darker than the rest ink is, of 255."""
    _ACROSS: ClassVar[tuple[float, ...]] = (0.6, 0.45)
    """How far below the top of a box a line is that goes across most letters."""

    def __init__(self, picture: Any) -> None:
        self._picture = picture.convert("L")
        self._wide, self._high = self._picture.size
        self._dots = self._picture.tobytes()

    def is_seen(self, box: Box) -> bool:
        """Whether anything stands out within a box, a little less wide than it is."""
        x0, y0, x1, y1 = box
        edge, scale = 0.1 * (x1 - x0), self.SCALE
        left, top, right, bottom = (
            round((x0 + edge) * scale),
            round(y0 * scale),
            round((x1 - edge) * scale),
            round(y1 * scale),
        )
        if 0 <= left < right <= self._wide and 0 <= top < bottom <= self._high:
            for share in self._ACROSS:  # most letters have ink there
                row = self._wide * (top + int(share * (bottom - top)))
                dots = self._dots[row + left : row + right]
                if max(dots) - min(dots) > self._PLAIN:
                    return True
        least, most = self._picture.crop((left, top, max(right, left + 1), max(bottom, top + 1))).getextrema()
        return bool(most - least > self._PLAIN)
