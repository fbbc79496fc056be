"""Columns left of the row names: `Effect | Result | Chain DM`. They are read only where nothing else can be meant.

What stands left of a table can be another one. Its column may be headed as one of ours, and its rows stand beside ours.
"""

from __future__ import annotations

from verify.pdf.anchors import Stack
from verify.pdf.heads import UNKNOWN, Head, candidates_in, lines_over
from verify.pdf.runs import Run, runs_of
from verify.pdf.text import join
from verify.pdf.words import Box, Sheet, Word, overlap
from verify.recognition.cell_agreement import states
from verify.recognition.rule_tables import RuleTable

BESIDE = "it stands left of the row names, and may be a cell of another table"


def heads_before(sheet: Sheet, stack: Stack, heads: list[Head], shape: RuleTable) -> list[Head]:
    """The heads left of the row names, on the lines of the others, of columns that none of the others has."""
    known = [head for head in heads if head.column != UNKNOWN]
    if not known:
        return []
    size, left = stack.anchors[0].size, stack.box.x0
    bases = [word.base for head in known for word in head.words]
    top, bottom = min(bases) - 0.2 * size, max(bases) + 0.2 * size
    lines = [
        [w for w in line if w.box.x1 <= left] for line in lines_over(sheet, stack) if top <= line[0].base <= bottom
    ]
    found: dict[int, Head] = {}
    used: set[Word] = set()
    for _, head in sorted(candidates_in([line for line in lines if line], shape), key=lambda c: (-c[0], -c[1].box.x0)):
        if head.column not in {h.column for h in known} and head.column not in found and not used & set(head.words):
            found[head.column] = head
            used |= set(head.words)
    return sorted(found.values(), key=lambda head: head.box.x0)


def cells_before(
    sheet: Sheet, stack: Stack, heads: list[Head], shape: RuleTable
) -> dict[tuple[int, int], tuple[Run, str]]:
    """What stands in the columns left of the row names, and why it is in doubt: it is one line beside each name."""
    found: dict[tuple[int, int], Run] = {}
    strange: list[Run] = []
    torn = False
    top = min([head.base for head in heads] + [word.base for head in heads for word in head.words])
    for line in sheet.lines:
        if not top - 1 < line[0].base < stack.anchors[-1].last + 1:
            continue
        own = next((anchor for anchor in stack.anchors if abs(line[0].base - anchor.first) < 0.3 * anchor.size), None)
        for run in runs_of([word for word in line if word.box.x1 <= stack.box.x0]):
            under = [head for head in heads if overlap(run.box, head.box) > 0]
            if len(under) != 1:
                strange.append(run)
            elif own is not None and (own.row, under[0].column) not in found:
                found[own.row, under[0].column] = run
            else:
                torn = torn or not set(run.words) <= set(under[0].words)
    far = torn or not _are_outside(strange, sheet, stack, [*(h.box for h in heads), *(r.box for r in found.values())])
    doubts = {head.column: _doubt(stack, head, found, shape, torn, far) for head in heads}
    return {at: (run, doubts[at[1]]) for at, run in found.items()}


def _doubt(
    stack: Stack, head: Head, found: dict[tuple[int, int], Run], shape: RuleTable, torn: bool, beside: bool
) -> str:
    """Why a column may be that of another table; not so if all its values are ours, or most where nothing is beside."""
    texts = {row: join(word.text for word in run.words) for (row, c), run in found.items() if c == head.column}
    ours = [text for row, text in texts.items() if states(shape.rows[row].rules[head.column], text)]
    proof = len(set(ours)) >= min(_VALUES, len(shape.rows)) and len(ours) * 2 > len(stack.anchors)
    return "" if proof and not torn and (len(ours) == len(stack.anchors) or not beside) else BESIDE


_VALUES = 3
"""Values of a column that are not the same, from which on they tell that it is ours."""


def _are_outside(strange: list[Run], sheet: Sheet, stack: Stack, boxes: list[Box]) -> bool:
    """Whether runs are of something else: left of the lines of the table, or further from it than its own columns."""
    left, right = min(box.x0 for box in boxes), max(box.x1 for box in boxes)
    ruled = _ruled_from(sheet, stack, left)
    edge = ruled + 1 if ruled is not None else left - _FURTHER * (stack.box.x0 - right)
    return all(run.box.x1 <= edge for run in strange)


_FURTHER = 1.5
"""How much further from a table than its own columns from each other what does not belong to it stands."""


def _ruled_from(sheet: Sheet, stack: Stack, left: float) -> float | None:
    """Where the lines of a table begin that go from its first column to its names; None if there are none."""
    first, last, size = stack.anchors[0], stack.anchors[-1], stack.anchors[0].size
    bars: dict[int, list[Box]] = {}
    for bar in sheet.bars:
        if first.first - 3 * size < bar.middle[1] < last.last + 1.5 * size:
            bars.setdefault(round(bar.y0), []).append(bar)
    found = []
    for of in bars.values():
        x0, x1 = 0.0, -10.0
        for bar in sorted(of):
            x0, x1 = (x0, max(x1, bar.x1)) if bar.x0 <= x1 + 1 else (bar.x0, bar.x1)
            if x0 <= left and x1 > stack.box.x0 + size:
                found.append(x0)
                break
    return min(found) if len(found) * 2 > len(stack.anchors) else None
