"""Ruled tables, as their lines have them: another way of reading. This is the one home of pdfplumber."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from verify.pdf.letters import clean
from verify.pdf.spacing import is_doubled
from verify.pdf.words import Box


class Ruled(NamedTuple):
    """A cell between lines: its box and its text, where that was read."""

    box: Box
    text: str | None = None


def ruled_cells(page: bytes) -> list[Ruled]:
    """The cells that the lines on a page make; a page is a file of its own here, turned as it is to be read."""
    with _opened(page) as held:
        signs = _signs(held)
        tables = [[Box(*map(float, box)) for box in table.cells] for table in held.find_tables()]
        return [Ruled(box, _text(own)) for boxes in tables for box, own in _within(boxes, signs)]


def texts_within(page: bytes, boxes: Iterable[Box]) -> list[str]:
    """What stands in some boxes, each there once, on a page that is a file of its own."""
    with _opened(page) as held:
        return [_text(own) for _, own in _within(list(boxes), _signs(held))]


@contextmanager
def _opened(page: bytes) -> Iterator[Any]:
    import io

    import pdfplumber

    logging.getLogger("pdfminer").setLevel(logging.ERROR)
    with pdfplumber.open(io.BytesIO(page)) as pdf:
        yield pdf.pages[0]


def _signs(held: Any) -> list[dict[str, Any]]:
    """The signs of a page, once each."""
    signs: list[dict[str, Any]] = held.chars
    doubled = is_doubled((sign["text"], sign["x0"], sign["top"]) for sign in signs)
    return held.dedupe_chars(tolerance=0.8).chars if doubled else signs


def _text(signs: list[dict[str, Any]]) -> str:
    """What some signs say."""
    from pdfplumber.utils.text import extract_text

    return clean(" ".join(extract_text(signs).split())) if signs else ""


def lined_cells(paths: Iterable[Box]) -> list[Ruled]:
    """The cells that lines and rectangles make, held upright; they are found in the same way."""
    from pdfplumber.table import TableFinder

    page: Any = _Lines([edge for path in paths for edge in _edges(path)])
    return [Ruled(Box(*map(float, box))) for table in TableFinder(page).tables for box in table.cells]


class _Lines:
    """A page that has lines only."""

    def __init__(self, edges: list[dict[str, Any]]) -> None:
        self.edges = edges


def _edges(box: Box) -> Iterator[dict[str, Any]]:
    """The four sides of a box."""
    x0, y0, x1, y1 = box
    for y in (y0, y1):
        yield {"x0": x0, "x1": x1, "top": y, "bottom": y, "width": x1 - x0, "height": 0, "orientation": "h"}
    for x in (x0, x1):
        yield {"x0": x, "x1": x, "top": y0, "bottom": y1, "width": 0, "height": y1 - y0, "orientation": "v"}


def _within(boxes: list[Box], signs: list[dict[str, Any]]) -> list[tuple[Box, list[dict[str, Any]]]]:
    """Each box with the signs that stand in it."""
    bands: dict[tuple[float, float], list[Box]] = {}
    for box in boxes:
        bands.setdefault((box.y0, box.y1), []).append(box)
    held: dict[Box, list[dict[str, Any]]] = {box: [] for box in boxes}
    for sign in signs:
        x, y = (sign["x0"] + sign["x1"]) / 2, (sign["top"] + sign["bottom"]) / 2
        for (top, bottom), row in bands.items():
            if top <= y <= bottom:
                for box in row:
                    if box.x0 <= x <= box.x1:
                        held[box].append(sign)
    return list(held.items())
