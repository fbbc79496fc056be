"""Scans: the words of a page that is a picture, with a confidence for each. This is the one home of RapidOCR.

It was chosen since its models come inside its package, so that it runs without a network, and since it reads single
digits that stand alone, which Tesseract loses.
"""

from __future__ import annotations

import io
import math
import os
import re
from functools import cache
from statistics import median
from typing import Any

from engine.errors import RawcheckError
from verify.pdf.apart import make_room
from verify.pdf.blocks import between, is_prose
from verify.pdf.file import File
from verify.pdf.lean import turned
from verify.pdf.words import Box, Sheet, Word

SCALE = 200 / 72
"""Dots for each point at which a page is looked at; a cell is looked at once more, more closely."""
CLOSER = 300 / 72
_SIGNS = str.maketrans(
    {"一": "—", "－": "-", "＋": "+", "（": "(", "）": ")", "，": ",", "：": ":", "％": "%", "丨": "|"}
)
_WORDS = re.compile(r"\S+")


@cache
def _engine() -> Any:
    make_room()
    try:
        from rapidocr_onnxruntime import RapidOCR
    except ImportError as error:
        raise RawcheckError(f"what reads scans is installed and does not start: {error}") from error
    import logging

    logging.disable(logging.WARNING)
    return RapidOCR(intra_op_num_threads=os.cpu_count() or 1, det_limit_type="max", det_limit_side_len=_LARGEST)


_LARGEST = 2400
"""Dots along the longer side of a picture, at most; by itself it makes a strip as high as a page."""


def scan(file: File, page: int) -> list[Sheet]:
    """The words of a page, read from its picture; one that makes no words is turned until it does."""
    turn = file.rotation(page)
    best = _read(file, page, turn)
    for more in (90, 270, 180):
        if _worth(best) >= _FEW:
            break
        best = max(best, _read(file, page, (turn + more) % 360), key=_worth)
    return [best]


_FEW = 6
"""Words that a page must have to be the right way up."""


def _worth(sheet: Sheet) -> int:
    """How many words stand on a sheet that are words, and lie as words do: what stands on end is read all the same."""
    lying = (word for word in sheet.words if word.box.x1 - word.box.x0 > word.box.y1 - word.box.y0)
    return sum(word.sure > 0.8 and bool(re.search("[A-Za-z]{4}", word.text)) for word in lying)


def edges(file: File, page: int) -> list[str]:
    """What stands along the upper and the lower edge of a page."""
    picture = file.picture(page, file.rotation(page), SCALE)
    wide, high = picture.size
    made = []
    for top in (round(0.91 * high), 0):
        found, _ = _engine()(_bytes(picture.crop((0, top, wide, top + round(0.09 * high)))), use_cls=False)
        made.append(" ".join(str(text) for _, text, _ in found or ()))
    return made


class Closer:
    """A page looked at more closely, cell by cell."""

    def __init__(self, file: File, page: int, turn: int) -> None:
        self._picture = file.picture(page, turn, CLOSER).convert("L")

    def text(self, box: Box, size: float) -> str:
        """What stands in a box that holds one line."""
        sides = (box.x0 - 0.4 * size, box.y0 - 0.15 * size, box.x1 + 0.4 * size, box.y1 + 0.15 * size)
        cut = self._picture.crop([round(side * CLOSER) for side in sides])
        found, _ = _engine()(_bytes(cut), use_det=False, use_cls=False, use_rec=True)
        return " ".join(str(text) for text, *_ in found or ()).translate(_SIGNS).strip()


def _read(file: File, page: int, turn: int) -> Sheet:
    """The words of a page at a turn."""
    picture = file.picture(page, turn, SCALE)
    found = _pieces(picture)
    sheet = Sheet(turn, picture.size[0] / SCALE, picture.size[1] / SCALE, scanned=True)
    sheet.lean = _lean([quad for quad, _, _ in found])
    boxes = [(_box(quad, sheet), str(text).translate(_SIGNS), float(score)) for quad, text, score in found]
    usual = median(box.y1 - box.y0 for box, _, _ in boxes) if boxes else 0.0
    for box, text, score in boxes:
        sheet.words += _words(box, text, score, usual)
    return sheet


def _pieces(picture: Any) -> list[tuple[Any, str, float]]:
    """The pieces of lines on a picture: where each is, what it says, and how sure that is.

    Of blocks of prose, some lines are read. Nothing is turned: single digits would be turned upside down.
    """
    engine = _engine()
    image = engine.load_img(_bytes(picture))
    quads, _ = engine.auto_text_det(image)
    found = list(quads if quads is not None else ())
    cuts = engine.get_crop_img_list(image, found)
    boxes = [Box(*map(float, (*quad.min(axis=0), *quad.max(axis=0)))) for quad in found]
    left = between(boxes)
    said = _said(cuts, [n for n in range(len(cuts)) if n not in left])
    said |= _said(cuts, [n for n, around in left.items() if not all(is_prose(said[one][0]) for one in around)])
    return [(found[n], *said[n]) for n in sorted(said) if said[n][1] >= _READ]


_READ = 0.5
"""How sure a piece must be to count as read."""


def _said(cuts: list[Any], which: list[int]) -> dict[int, tuple[str, float]]:
    """What some pieces say."""
    found, _ = _engine().text_rec([cuts[n] for n in which]) if which else ([], 0)
    return {n: (str(text), float(score)) for n, (text, score, *_) in zip(which, found, strict=True)}


def _bytes(picture: Any) -> bytes:
    kept = io.BytesIO()
    picture.convert("RGB").save(kept, "PNG", compress_level=1)
    return kept.getvalue()


def _lean(quads: list[Any]) -> float:
    """The angle at which the lines of a page rise, by those that are long enough to show it."""
    found = []
    for (x0, y0), (x1, y1), _, (x3, y3) in quads:
        if math.hypot(x1 - x0, y1 - y0) > _LONG * math.hypot(x3 - x0, y3 - y0):
            found.append(math.atan2(float(y0 - y1), float(x1 - x0)))
    angle = median(found) if len(found) >= _FEW else 0.0
    return angle if _STRAIGHT < abs(angle) < _STEEP else 0.0


_LONG = 3
"""How many times longer than high a piece of a line is that shows its angle."""
_STRAIGHT, _STEEP = math.radians(0.3), math.radians(10)


def _box(quad: Any, sheet: Sheet) -> Box:
    """The box of a piece of a line, on a sheet that is held level."""
    xs, ys = [float(x) / SCALE for x, _ in quad], [float(y) / SCALE for _, y in quad]
    if not sheet.lean:
        return Box(min(xs), min(ys), max(xs), max(ys))
    x, y = turned(sum(xs) / 4, sum(ys) / 4, sheet.lean, sheet.middle)
    wide, high = math.hypot(xs[1] - xs[0], ys[1] - ys[0]), math.hypot(xs[3] - xs[0], ys[3] - ys[0])
    return Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)


def _words(box: Box, text: str, score: float, usual: float) -> list[Word]:
    """A piece of a line as words, each as wide as its share of the signs."""
    high = box.y1 - box.y0
    size = usual if 0.65 * usual < high < 1.4 * usual else high
    base = (box.y0 + box.y1) / 2 + 0.3 * size
    step = (box.x1 - box.x0) / max(1, len(text))
    return [
        Word(found[0], Box(box.x0 + found.start() * step, box.y0, box.x0 + found.end() * step, box.y1), base, size,
             found[0], score)
        for found in _WORDS.finditer(text)
    ]  # fmt: skip
