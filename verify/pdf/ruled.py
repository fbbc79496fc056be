"""Ruled tables, as their lines have them: another way of reading. This is the one home of pdfplumber."""

from __future__ import annotations

import logging
from typing import Any

from engine.tuples import NamedTuple
from verify.pdf.letters import clean
from verify.pdf.spacing import is_doubled
from verify.pdf.words import Box


class Ruled(NamedTuple):
    """A cell between lines: its box and its text."""

    box: Box
    text: str


def ruled_cells(page: bytes) -> list[Ruled]:
    """The cells that the lines on a page make; a page is a file of its own here, turned as it is to be read."""
    import io

    import pdfplumber
    from pdfplumber.utils.text import extract_text

    logging.getLogger("pdfminer").setLevel(logging.ERROR)
    made = []
    with pdfplumber.open(io.BytesIO(page)) as pdf:
        held = pdf.pages[0]
        signs = held.chars
        if is_doubled((sign["text"], sign["x0"], sign["top"]) for sign in signs):
            signs = held.dedupe_chars(tolerance=0.8).chars
        for table in held.find_tables():
            boxes = [Box(*map(float, box)) for box in table.cells]
            for box, own in _within(boxes, signs):
                text = extract_text(own) if own else ""
                made.append(Ruled(box, clean(" ".join(text.split()))))
    return made


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
