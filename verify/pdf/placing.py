"""Columns: each run of words is given to one in two ways, by the head above it and by the gutters between columns.

What they disagree on is in doubt; what stands between two columns is a cell of both.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from verify.pdf.body import Body
from verify.pdf.heads import Head
from verify.pdf.runs import Run
from verify.pdf.slots import in_slots, stretches
from verify.pdf.text import join
from verify.pdf.words import Box, overlap
from verify.recognition.cell_agreement import accepts
from verify.recognition.rule_tables import RuleTable


def by_gutters(body: Body) -> list[Head]:
    """Columns without a head, as the gutters part them; which is which their values will tell."""
    return [Head(-2 - n, Box(x0, 0, x1, 1), 0, ()) for n, (x0, x1) in enumerate(stretches([r.box for r in body.runs]))]


def within(runs: list[Run], heads: list[Head], shape: RuleTable) -> list[Run]:
    """The runs without those of what stands right of the last column, and has no head among ours."""
    if in_slots(runs, heads, shape) is not None:
        return runs
    parts = stretches([run.box for run in runs] + [head.box for head in heads])
    last = next((x1 for x0, x1 in parts if x0 <= heads[-1].box.middle[0] <= x1), None)
    if last is None:
        return runs
    return [run for run in runs if run.box.x0 < last + 2 * run.size]


class Placed(NamedTuple):
    """A run, and the columns that it belongs to."""

    run: Run
    columns: tuple[int, ...]
    """Places among the heads: one, or several for a merged cell."""
    doubt: str


def placed_of(runs: list[Run], heads: list[Head], shape: RuleTable, unsure: Collection[Run] = ()) -> list[Placed]:
    """Each run with its column, by its head and by the gutters; those that are `unsure` may be cells of several."""
    if (own := in_slots(runs, heads, shape)) is not None:
        doubts = ["its columns are too close to be told apart" if run in unsure else "" for run in runs]
        return [Placed(run, (n,), doubt) for run, n, doubt in zip(runs, own, doubts, strict=True)]
    merged = {run: over for run in runs if len(over := _over(run, heads)) > 1}
    parts = stretches([run.box for run in runs if run not in merged] + [head.box for head in heads])
    under = _paired(parts, heads, [run for run in runs if run not in merged])
    made = []
    for run in runs:
        doubt = "its columns are too close to be told apart" if run in unsure else ""
        if run in merged:
            alike = _is_merged(run, [heads[n] for n in merged[run]], shape, runs)
            made.append(Placed(run, tuple(merged[run]), doubt or ("" if alike else _TWO_CELLS)))
            continue
        by_head = _nearest(run, heads)
        component = next(n for n, (x0, x1) in enumerate(parts) if x0 <= run.box.middle[0] <= x1)
        by_gutter = under[component]
        by_head = by_gutter[0] if len(by_gutter) == 1 and not _overlaps_any(run, heads) else by_head
        alone = len([h for h in heads if overlap(run.box, h.box) > 0]) == 1
        agree = by_gutter == [by_head] or (len(by_gutter) > 1 and by_head in by_gutter and alone)
        made.append(Placed(run, (by_head,), doubt if agree else "heads and gutters give it to different columns"))
    return [_straddling(one, made, heads) for one in made]


def _overlaps_any(run: Run, heads: list[Head]) -> bool:
    return any(overlap(run.box, head.box) > 0 for head in heads)


def _paired(parts: list[tuple[float, float]], heads: list[Head], runs: list[Run]) -> list[list[int]]:
    """The heads over each stretch; one without a head belongs to the head without cells, if there is one of each.

    So it is where values stand at the left of a wide column, and its head about the middle.
    """
    under = [[n for n, h in enumerate(heads) if x0 <= h.box.middle[0] <= x1] for x0, x1 in parts]
    filled = [any(x0 <= run.box.middle[0] <= x1 for run in runs) for x0, x1 in parts]
    bare = [n for n, (over, full) in enumerate(zip(under, filled, strict=True)) if full and not over]
    idle = [n for n, (over, full) in enumerate(zip(under, filled, strict=True)) if over and not full]
    own = [n for n, (over, full) in enumerate(zip(under, filled, strict=True)) if over and full]
    for n in bare:
        near = [k for k in idle if not any(min(n, k) < m < max(n, k) for m in own)]
        others = [m for m in bare for k in near if not any(min(m, k) < o < max(m, k) for o in own)]
        if len(near) == 1 and others == [n] and len(under[near[0]]) == 1:
            under[n] = under[near[0]]
    return under


def _straddling(one: Placed, placed: list[Placed], heads: list[Head]) -> Placed:
    """A run that stands at no edge of its column: between two columns it is a merged cell, else it is in doubt."""
    column, run = one.columns[0], one.run
    others = [p.run for p in placed if p.columns == one.columns and p is not one]
    if len(one.columns) > 1 or len(others) < _ENOUGH:
        return one
    edges = zip(_edges(run.box), *(_edges(box) for box in (*(r.box for r in others), heads[column].box)), strict=True)
    if any(min(abs(own - other) for other in rest) < 0.35 * run.size for own, *rest in edges):
        return one
    for beside in (column - 1, column + 1):
        near = [p.run for p in placed if p.columns == (beside,)]
        if not 0 <= beside < len(heads) or any(abs(r.base - run.base) < 0.5 * run.size for r in near):
            continue
        boxes = [r.box for r in (*others, *near)] + [heads[column].box, heads[beside].box]
        middle = (min(box.x0 for box in boxes) + max(box.x1 for box in boxes)) / 2
        heart = (heads[column].box.middle[0] + heads[beside].box.middle[0]) / 2
        if min(abs(run.box.middle[0] - middle), abs(run.box.middle[0] - heart)) < 0.5 * run.size:
            return one._replace(columns=tuple(sorted((column, beside))))
    return one._replace(doubt=one.doubt or "it stands at no edge of its column")


_TWO_CELLS = "it may be one cell over several columns, or several cells"


def _is_merged(run: Run, heads: list[Head], shape: RuleTable, runs: list[Run]) -> bool:
    """Whether a run over several heads is one cell: about their middle, and not a value of each beside the other."""
    kinds = [shape.columns[head.column].kind if head.column >= 0 else None for head in (heads[0], heads[-1])]
    for n in range(1, len(run.words)):
        parts = join(word.text for word in run.words[:n]), join(word.text for word in run.words[n:])
        if all(kind is None or accepts(kind, text) for kind, text in zip(kinds, parts, strict=True)):
            return False
    near = [other.box for other in runs if any(overlap(other.box, head.box) > 0 for head in heads)]
    boxes = [*near, *(head.box for head in heads)]
    hearts = (
        (heads[0].box.middle[0] + heads[-1].box.middle[0]) / 2,
        (heads[0].box.x0 + heads[-1].box.x1) / 2,
        (min(box.x0 for box in boxes) + max(box.x1 for box in boxes)) / 2,
    )
    return any(abs(run.box.middle[0] - heart) < 0.5 * run.size for heart in hearts)


_ENOUGH = 3
"""Other cells of a column that show where its edges are."""


def _edges(box: Box) -> tuple[float, float, float]:
    return box.x0, box.middle[0], box.x1


def _over(run: Run, heads: list[Head]) -> list[int]:
    """The heads that a run stands under wholly."""
    return [n for n, h in enumerate(heads) if overlap(run.box, h.box) >= 0.6 * (h.box.x1 - h.box.x0)]


def _nearest(run: Run, heads: list[Head]) -> int:
    """The head that a run stands under, or whose edge or middle is the nearest to its own."""

    def distance(n: int) -> tuple[float, float]:
        box = heads[n].box
        sides = zip(_edges(run.box), _edges(box), strict=True)
        return -max(0.0, overlap(run.box, box)), min(abs(a - b) for a, b in sides)

    return min(range(len(heads)), key=distance)
