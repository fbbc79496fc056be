"""Names that run into the cell beside them: the longest name of a column can have no more than a blank behind it.

It ends where the cells of the other rows begin.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from engine.rulebook.names import normal
from verify.pdf.runs import Run, run_of
from verify.pdf.words import Box

_SOME = 3
"""Rows whose cells begin at one place, at least, for it to be the edge of a column."""
_NEAR = 0.1
"""How far from an edge what stands at it begins, in heights of letters."""


def run_in(known: Sequence[Box], lines: Sequence[Sequence[Run]], rows: Mapping[str, int]) -> Iterator[tuple[int, Run]]:
    """The rows that are lacking whose names run into their cells, each with the words that are its own.

    `known` is where the names of the other rows stand, and `rows` the names of those that are lacking.
    """
    if len(known) < _SOME:
        return
    left, size = min(box.x0 for box in known), known[0].y1 - known[0].y0
    places = [(n, k) for n, line in enumerate(lines) for k, run in enumerate(line) if run.box in known]
    begins = Counter(round(lines[n][k + 1].box.x0, 1) for n, k in places if k + 1 < len(lines[n]))
    edge, count = begins.most_common(1)[0] if begins else (0.0, 0)
    if count < _SOME:
        return
    for line in lines:
        for run in line:
            if abs(run.box.x0 - left) < _NEAR * size and run.box.x0 < edge < run.box.x1:
                own = [word for word in run.words if word.box.x1 < edge + _NEAR * size]
                behind = next((word for word in run.words if word not in own), None)
                row = rows.get(normal("".join(word.text for word in own)))
                if row is not None and behind is not None and abs(behind.box.x0 - edge) < _NEAR * size:
                    yield row, run_of(own)
