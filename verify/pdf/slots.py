"""Slots: heads at one side of their columns and cells at the other, so that no cell need stand below its head.

Such cells are known by their order: there are as many columns as heads, each between its own head and the next one,
and what stands in each is of its kind.
"""

from __future__ import annotations

from collections.abc import Sequence

from verify.pdf.gutters import ANY
from verify.pdf.heads import Head
from verify.pdf.runs import Run
from verify.pdf.words import Box, overlap
from verify.recognition.cell_agreement import accepts
from verify.recognition.rule_tables import RuleTable

_FIT = 0.8
"""The share of a column's cells that are values of its kind, at least."""


def stretches(boxes: Sequence[Box]) -> list[tuple[float, float]]:
    """The stretches from left to right that boxes cover together.

    >>> stretches([Box(0, 0, 10, 1), Box(30, 0, 40, 1), Box(5, 1, 20, 2)])
    [(0, 20), (30, 40)]
    """
    made: list[tuple[float, float]] = []
    for box in sorted(boxes):
        if made and box.x0 <= made[-1][1]:
            made[-1] = made[-1][0], max(made[-1][1], box.x1)
        else:
            made.append((box.x0, box.x1))
    return made


def in_slots(runs: Sequence[Run], heads: Sequence[Head], shape: RuleTable) -> list[int] | None:
    """The head of each run, by the order of the columns; None where all stand below them, or if not certain."""
    parts = stretches([run.box for run in runs])
    if len(parts) != len(heads) or _is_any(heads, shape) or all(map(_is_below, parts, heads)):
        return None
    slack = 0.3 * runs[0].size
    if not _is_right_of(parts, heads, slack) and not _is_left_of(parts, heads, slack):
        return None
    own = [next(n for n, (x0, x1) in enumerate(parts) if x0 <= run.box.middle[0] <= x1) for run in runs]
    texts = [[run.text for run, column in zip(runs, own, strict=True) if column == n] for n in range(len(heads))]
    return own if all(_fits(head, said, shape) for head, said in zip(heads, texts, strict=True)) else None


def _is_any(heads: Sequence[Head], shape: RuleTable) -> bool:
    """Whether there is no order, and no kind of values either that tells a column from what stands beside it."""
    kinds = [shape.columns[head.column].kind if head.column >= 0 else None for head in heads]
    return len(kinds) == 1 and (kinds[0] is None or kinds[0].name in ANY)


def _is_below(part: tuple[float, float], head: Head) -> bool:
    return overlap(Box(part[0], 0, part[1], 0), head.box) > 0


def _is_right_of(parts: Sequence[tuple[float, float]], heads: Sequence[Head], slack: float) -> bool:
    """Whether each column begins at its head or right of it, and ends before the next head."""
    begins = all(x0 > head.box.x0 - slack for (x0, _), head in zip(parts, heads, strict=True))
    return begins and all(x1 < head.box.x0 + slack for (_, x1), head in zip(parts, heads[1:], strict=False))


def _is_left_of(parts: Sequence[tuple[float, float]], heads: Sequence[Head], slack: float) -> bool:
    """Whether each column ends at its head or left of it, and begins behind the head before."""
    ends = all(x1 < head.box.x1 + slack for (_, x1), head in zip(parts, heads, strict=True))
    return ends and all(x0 > head.box.x1 - slack for (x0, _), head in zip(parts[1:], heads, strict=False))


def _fits(head: Head, texts: Sequence[str], shape: RuleTable) -> bool:
    """Whether what stands in a column is of the kind of its head; of a head that is not known, anything is."""
    kind = shape.columns[head.column].kind if head.column >= 0 else None
    return kind is None or sum(accepts(kind, text) for text in texts) >= _FIT * len(texts)
