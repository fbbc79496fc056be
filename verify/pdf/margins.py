"""Margins: where a table ends to the right, since another column of the page begins there.

Prose above or below the table shows the columns of the page. A table can be wider than one of them: what it has across
an edge, or beyond it under a head of its own, says that it does not end there.
"""

from __future__ import annotations

from collections.abc import Sequence

from verify.pdf.anchors import Stack
from verify.pdf.runs import Run, runs_of, runs_on
from verify.pdf.words import Box, Sheet, overlap

_ABOVE = 7.5
"""How far above the first row what belongs to a table can stand, in heights of letters."""
_COLUMN = 4
"""Lines that begin at one edge, from which on it is that of a column of the page."""
_WORDS = 5
"""Words that a line of prose has."""
_AT_EDGE = 0.8
"""How far from its edge a column of the page can begin, in heights of letters."""

Known = tuple[Box, float]
"""A head of a column that is known: where it stands, and its base line."""


def limit_of(sheet: Sheet, stack: Stack, heads: Sequence[Known]) -> float:
    """Where another column of the page begins, right of the names, and the table does not go on."""
    ends = (x for x in limits_of(sheet, stack) if not _goes_on(sheet, stack, heads, x))
    return min(next(ends, sheet.width + 1), _ruled_end(sheet, stack, heads) or sheet.width + 1)


def limits_of(sheet: Sheet, stack: Stack) -> list[float]:
    """Where other columns of the page begin, right of the names."""
    size = sheet.size
    top, bottom = stack.anchors[0].first - _ABOVE * size, stack.anchors[-1].last + 3 * size
    right = stack.box.x1 + size
    edges = [edge for base, edge in _prose(sheet) if not top < base < bottom and edge > right]
    margins: list[list[float]] = []
    for x in sorted(edges):
        if margins and x - margins[-1][-1] < 0.5 * size:
            margins[-1].append(x)
        else:
            margins.append([x])
    found = (group[0] - 0.3 * size for group in margins if len(group) >= _COLUMN)
    return [x for x in found if not _is_ruled_across(sheet, stack, x)]


def _is_ruled_across(sheet: Sheet, stack: Stack, x: float) -> bool:
    """Whether lines or bands of a table go from its row names across an edge: what is drawn is no guess."""
    size = stack.anchors[0].size
    return sum(end > x + size for end in _ends(sheet, stack)) * 2 > len(stack.anchors)


def _ruled_end(sheet: Sheet, stack: Stack, heads: Sequence[Known]) -> float | None:
    """Where the lines or bands of a table end, if all heads that are known stand before that, and none goes further."""
    ends = [end for end in _ends(sheet, stack) if end > stack.box.x1 + stack.anchors[0].size]
    if not ends or not heads or len(ends) < max(2, len(stack.anchors) // 2):
        return None
    last = max(ends)
    same = sum(end > last - 2 for end in ends) * 3 >= len(ends) * 2
    return last + 1 if same and all(box.x1 <= last + 1 for box, _ in heads) else None


def _ends(sheet: Sheet, stack: Stack) -> list[float]:
    """How far lines or bands go from the row names to the right, end to end, on each height beside them."""
    first, last, size = stack.anchors[0], stack.anchors[-1], stack.anchors[0].size
    bars: dict[int, list[Box]] = {}
    for bar in sheet.bars:
        if first.first - 3 * size < bar.middle[1] < last.last + 1.5 * size:
            bars.setdefault(round(bar.y0), []).append(bar)
    right = stack.box.x1 if bars else 0.0
    return [_reach(of, right) for of in bars.values()]


def _reach(bars: list[Box], x: float) -> float:
    """How far bars on one height, end to end, go from a place."""
    for bar in sorted(bars):
        if bar.x0 <= x + 1:
            x = max(x, bar.x1)
    return x


def _prose(sheet: Sheet) -> list[tuple[float, float]]:
    """The base lines and left edges of lines of prose: many words, close below each other."""
    if not sheet.prose:
        for line in runs_on(sheet):
            for run in line:
                if len(run.words) >= _WORDS and run.box.x1 - run.box.x0 > 12 * sheet.size:
                    sheet.prose.append((run.base, run.box.x0))
        sheet.prose.append((-1.0, -1.0))
    return sheet.prose


def _goes_on(sheet: Sheet, stack: Stack, heads: Sequence[Known], x: float) -> bool:
    """Whether a table goes on beyond an edge: a cell or a head stands across it, or columns of its own beyond it."""
    size = stack.anchors[0].size
    first, last = stack.anchors[0].first - 0.3 * size, stack.anchors[-1].last + 0.3 * size
    rows = [run for line in sheet.lines if first < line[0].base < last for run in runs_of(line)]
    if any(_crosses(box, x) for box in (*(run.box for run in rows), *(box for box, _ in heads))):
        return True
    beyond = [run for run in rows if run.box.x0 >= x]
    at_edge = [run for run in beyond if run.box.x0 < x + (0.3 + _AT_EDGE) * size]
    if any(len(run.words) >= _WORDS or not _is_beside(run, stack) for run in at_edge):
        return False  # as what stands in a column of the page does
    return _is_headed(sheet, heads, x) and _are_of(stack, beyond)


def _is_beside(run: Run, stack: Stack) -> bool:
    """Whether a run stands on the line of a name."""
    return any(abs(run.base - anchor.first) < 0.3 * anchor.size for anchor in stack.anchors)


def _crosses(box: Box, x: float) -> bool:
    return box.x0 < x < box.x1


def _is_headed(sheet: Sheet, heads: Sequence[Known], x: float) -> bool:
    """Whether the first head beyond an edge is known, as that of the row names of another table is not."""
    bases = {base for _, base in heads}
    if not any(box.x0 < x for box, _ in heads):
        return False
    runs = [run for line in sheet.lines if bases & {word.base for word in line} for run in runs_of(line)]
    nearest = min((run for run in runs if run.box.x0 >= x), key=lambda run: run.box.x0, default=None)
    return nearest is not None and any(overlap(box, nearest.box) > 0 for box, _ in heads)


def _are_of(stack: Stack, beyond: Sequence[Run]) -> bool:
    """Whether there are runs beside most of the names."""
    beside = [a for a in stack.anchors if any(abs(run.base - a.first) < 0.3 * a.size for run in beyond)]
    return len(beside) * 3 >= len(stack.anchors) * 2
