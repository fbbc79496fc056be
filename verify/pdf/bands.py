"""Bands: a line across a table names the rows below it, `Vehicles`; the same rows can stand below several of them.

Rows below a band that stand under others of the same table have the heads and the caption of those.
"""

from __future__ import annotations

from collections.abc import Sequence

from verify.pdf.grid import Found
from verify.pdf.runs import Run, runs_on
from verify.pdf.words import overlap

_CLOSE = 5.0
"""How far below the last row of one group the first of the next stands, in heights of letters."""
_WORDS = 6
"""Words that a band has at most."""


def band_over(part: Found, row: int) -> str:
    """The band that a row of a table stands below; empty if there is none."""
    anchor = next((a for a in part.stack.anchors if a.row == row), None)
    over = [run for run in _bands(part) if anchor is not None and run.base < anchor.first]
    return over[-1].text if over else ""


def _bands(part: Found) -> list[Run]:
    """The lines of a table that stand alone, between its heads and its rows."""
    first, last, box = part.stack.anchors[0], part.stack.anchors[-1], part.box
    heads = [word.base for head in part.heads for word in head.words if word.base < first.first]
    top = max(heads, default=first.first) if part.under is None else part.under.box.y1
    if part.under is None and not heads:
        return []
    made = []
    for line in runs_on(part.sheet):
        if top + 0.5 * first.size < line[0].base < last.first:
            runs = [run for run in line if overlap(run.box, box) > 0]
            if len(runs) == 1 and _is_band(runs[0], part):
                made.append(runs[0])
    return made


def _is_band(run: Run, part: Found) -> bool:
    """Whether a line is no name of a row, nor a line of one or of a cell."""
    boxes = [*(a.box for a in part.stack.anchors), *(cell.box for cell in part.cells.values())]
    taken = any(box.holds(*word.box.middle) for word in run.words for box in boxes)
    return not taken and len(run.words) <= _WORDS and run.text[:1].isupper()


def is_under(part: Found, above: Found) -> bool:
    """Whether the rows of a part, which has no heads, stand right under those of another, with a band between them."""
    first, last = part.stack.anchors[0], above.stack.anchors[-1]
    if not part.by_values or above.by_values or part.sheet is not above.sheet:
        return False
    near = 0 < first.first - last.last < _CLOSE * first.size
    level = abs(part.stack.box.x0 - above.stack.box.x0) < 0.5 * first.size
    return near and level and not part.stack.rows.isdisjoint(above.stack.rows)


def group_above(part: Found, parts: Sequence[Found]) -> Found | None:
    """The part of the same table that another stands under."""
    return next((other for other in parts if other is not part and is_under(part, other)), None)
