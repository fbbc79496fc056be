"""Ruled tables, as their lines have them: another way of reading. This is the one home of pdfplumber."""

from __future__ import annotations

import logging
from typing import NamedTuple

from verify.pdf.words import Box, clean


class Ruled(NamedTuple):
    """A cell between lines: its box and its text."""

    box: Box
    text: str


def ruled_cells(page: bytes) -> list[Ruled]:
    """The cells that the lines on a page make; a page is a file of its own here, turned as it is to be read."""
    import io

    import pdfplumber

    logging.getLogger("pdfminer").setLevel(logging.ERROR)
    made = []
    with pdfplumber.open(io.BytesIO(page)) as pdf:
        held = pdf.pages[0]
        for table in held.find_tables():
            for box in table.cells:
                text = held.crop(box, strict=False).extract_text() or ""
                made.append(Ruled(Box(*map(float, box)), clean(" ".join(text.split()))))
    return made
