"""A picture of a page with the cells of a table outlined, so that a person can look. This is the one home of Pillow."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from engine.errors import RawcheckError
from verify.findings import Verdict
from verify.pdf.book import Book
from verify.pdf.readings import CellRead
from verify.pdf.words import Box

SCALE = 2.0
"""Dots for each point."""
_COLOURS = {
    "agrees": "#1a7f37",
    "unchecked": "#9a6700",
    "missing": "#9a6700",
    "contested": "#9a6700",
    "differs": "#cf222e",
}
"""The colour of each verdict; what is to be seen most is drawn last."""
_TABLE = "#0969da"


Parts = Iterable[tuple[int, int, Box]]


class Shown(NamedTuple):
    """A picture: its file, the page that it is of, and the cells on that."""

    path: Path
    page: int
    cells: list[tuple[CellRead, Verdict]]


def outlined(book: Book, parts: Parts, cells: Iterable[tuple[CellRead, Verdict]], target: Path) -> list[Shown]:
    """Write a picture of each page that cells stand on, green where they agree, and tell where they are."""
    by_page: dict[tuple[int, int], list[tuple[CellRead, Verdict]]] = {}
    for cell, verdict in cells:
        by_page.setdefault((cell.page, cell.turn), []).append((cell, verdict))
    made = []
    for n, ((page, turn), held) in enumerate(sorted(by_page.items())):
        picture = book.file.picture(page, turn, SCALE).convert("RGB")
        _draw(picture, [box for *at, box in parts if at == [page, turn]], held)
        path = target if n == 0 else target.with_name(f"{target.stem}-{n + 1}{target.suffix}")
        try:
            picture.save(path, "PNG")
        except OSError as error:
            raise RawcheckError(f"cannot write {path}: {(error.strerror or str(error)).lower()}") from error
        made.append(Shown(path, page, held))
    return made


def _draw(picture: Any, tables: list[Box], cells: list[tuple[CellRead, Verdict]]) -> None:
    from PIL import ImageDraw

    pen = ImageDraw.Draw(picture)
    order = list(_COLOURS)
    for cell, verdict in sorted(cells, key=lambda held: order.index(held[1])):
        if cell.text:
            pen.rectangle(_dots(cell.box, 1), None, _COLOURS[verdict], 2)
    for box in tables:
        pen.rectangle(_dots(box, 4), None, _TABLE, 3)


def _dots(box: Box, room: float) -> list[float]:
    """A box in dots, with some room around it."""
    return [(box.x0 - room) * SCALE, (box.y0 - room) * SCALE, (box.x1 + room) * SCALE, (box.y1 + room) * SCALE]
