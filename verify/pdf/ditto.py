"""Ditto marks: a cell that says no more than that it is what stands above it."""

from __future__ import annotations

import re
from itertools import pairwise
from statistics import median

from verify.pdf.grid import Found

_MARK = re.compile(
    r"(?:[\"„“”‟″〃‴]|'{2}|’{2}|‘{2}|,{2}|[-–—]\s*[\"„“”″〃]\s*[-–—]|↑|\s"
    r"|\b(?:do\.?|ditto|idem|id\.|(?:same )?as above))+",
    re.IGNORECASE,
)
DITTO = "a ditto mark stands there, and what it repeats is not certain"
NOTE = "a ditto mark, read as what stands above it"
_NEXT = 1.5
"""How much further than usual a row is from the one above it, at most, if none is between."""


def is_ditto(text: str) -> bool:
    """Whether a cell holds a ditto mark and nothing else.

    >>> is_ditto('"'), is_ditto("ditto"), is_ditto("– ” –"), is_ditto("as above"), is_ditto("—"), is_ditto("")
    (True, True, True, True, False, False)
    """
    return bool(text.strip()) and _MARK.fullmatch(text.strip()) is not None


def repeat(part: Found) -> None:
    """Put what stands above it in the place of a ditto mark; where that is not certain, the cell is in doubt."""
    marked = {at for at, cell in part.cells.items() if is_ditto(cell.text)}
    if not marked:
        return
    anchors = sorted(part.stack.anchors, key=lambda anchor: anchor.first)
    steps = [below.first - above.last for above, below in pairwise(anchors)]
    usual = median(steps) if steps else 0.0
    over = {
        below.row: above.row
        for (above, below), step in zip(pairwise(anchors), steps, strict=True)
        if step <= _NEXT * usual
    }
    for row, column in sorted(marked, key=lambda at: [anchor.row for anchor in anchors].index(at[0])):
        cell, above = part.cells[row, column], part.cells.get((over.get(row, -1), column))
        if above is None or not above.text or is_ditto(above.text):
            part.cells[row, column] = cell._replace(doubt=cell.doubt or DITTO)
        else:
            part.cells[row, column] = cell._replace(text=above.text, note=NOTE, doubt=cell.doubt or above.doubt)
