"""What parts two lines that stand close under each other, so that the lower one is no end of a name above it.

A ruled line between them does, a line of heads, and cells of their own on both.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.rulebook.names import normal
from verify.pdf.runs import Run
from verify.pdf.words import Sheet, overlap
from verify.recognition.rule_tables import RuleTable

_VALUE = re.compile(r"[+\-−–]?(?:[A-Z]*Cr)?\d(?:[\w.,%+×]*[\w%+×])?(?: (?:tons?|km|m))?|[—–-]")
"""A cell that is whole: a number or a dash, with no words that could go on in the next line."""


def is_number(above: str, below: str) -> bool:
    """Whether two texts would make one number: `1` over `2` is not 12.

    >>> is_number("1", "2"), is_number("Type", "2"), is_number("12-", "14")
    (True, False, False)
    """
    return above[-1:].isdecimal() and below[:1].isdecimal()


def is_over(other: Run, run: Run) -> bool:
    """Whether a line stands close over a run, and may be the first one of its name."""
    return 0.5 * run.size < run.base - other.base < 1.45 * run.size and overlap(other.box, run.box) > 0


def heads_in(shape: RuleTable) -> frozenset[str]:
    """What is printed above the cells and the row names of a table."""
    return shape.headings.union(*(column.names for column in shape.columns))


def is_parted(
    other: Run, above: Sequence[Run], run: Run, line: Sequence[Run], sheet: Sheet, heads: frozenset[str]
) -> bool:
    """Whether a run does not go on with what stands over it: both are given with all the runs on their lines."""
    return _is_ruled(other, run, sheet) or _is_head(other, above, heads) or _have_cells(above, line, run)


def _is_ruled(other: Run, run: Run, sheet: Sheet) -> bool:
    """Whether a line, or the edge of a band, goes between two runs and beyond them: what is underlined is no row."""
    x0, x1 = min(other.box.x0, run.box.x0), max(other.box.x1, run.box.x1)
    return any(
        bar.x0 <= x0 + 1 and bar.x1 >= x1 - 1 and bar.x1 - bar.x0 > x1 - x0 + 0.5 * run.size
        for bar in sheet.bars
        if any(other.base + 0.05 * run.size < y < run.base - 0.5 * run.size for y in (bar.y0, bar.y1))
    )


def _is_head(other: Run, above: Sequence[Run], heads: frozenset[str]) -> bool:
    """Whether a line is that of the heads: what stands over the names is one, or most of what is beside it."""
    if normal(other.text) in heads:
        return True
    beside = [run for run in above if run != other]
    return bool(beside) and sum(normal(run.text) in heads for run in beside) * 2 > len(beside)


def are_heads(over: Sequence[Sequence[Run]], line: Sequence[Run], heads: frozenset[str]) -> bool:
    """Whether a line is the second one of heads: a word of it makes one with what is close over it, `Range` `Band`."""
    words = [run for run in line if normal(run.text).isalpha()]
    pairs = ((other, run) for above in over for other in above for run in words if is_over(other, run))
    return any(normal(other.text + run.text) in heads for other, run in pairs)


def _have_cells(above: Sequence[Run], line: Sequence[Run], run: Run) -> bool:
    """Whether both lines have whole values under each other, right of the names: each is of a row of its own."""
    right = [[one for one in runs if one.box.x0 > run.box.x1 and _VALUE.fullmatch(one.text)] for runs in (above, line)]
    return any(overlap(one.box, two.box) > 0 for one in right[0] for two in right[1])
