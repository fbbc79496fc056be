"""The body of a table: the runs of words beside its row names, from its heads to its end, and its rows."""

from __future__ import annotations

from typing import NamedTuple

from verify.pdf.anchors import Anchor, Stack
from verify.pdf.heads import UNKNOWN, Head
from verify.pdf.margins import limit_of
from verify.pdf.rows import Level
from verify.pdf.runs import Run, run_of, runs_of
from verify.pdf.words import Sheet, Word, overlap


class Body(NamedTuple):
    """What stands between heads and end: the runs beside the names, and the rows with those that are not known."""

    runs: list[Run]
    rows: list[tuple[int | None, Level]]
    leading: float


def body_of(sheet: Sheet, stack: Stack, heads: list[Head]) -> Body:
    """The runs of the table beside its row names, from the heads to its end."""
    first = stack.anchors[0]
    size = first.size
    known = [head for head in heads if head.column != UNKNOWN]
    limit = limit_of(sheet, stack, [(head.box, head.base) for head in known])
    top = max((head.base for head in known), default=first.first - 0.5 * size) + 0.3 * size
    top = min(top, first.first - 0.3 * size)
    runs: list[Run] = []
    others: list[Run] = []
    last_line = stack.anchors[-1].last
    for line in sheet.lines:
        base = line[0].base
        if base < top:
            continue
        if base > last_line + 0.3 * size and base - _lowest(runs, last_line) > 1.75 * size:
            break
        beside, named, ends = _split(line, stack, limit)
        if base > stack.anchors[-1].last + 0.3 * size and (named or ends):
            break
        runs += beside
        others += named
    return Body(runs, _rows(stack, others, runs), _leading(runs, size))


def _lowest(runs: list[Run], least: float) -> float:
    return max([least, *(run.base for run in runs)])


def _split(line: list[Word], stack: Stack, limit: float) -> tuple[list[Run], list[Run], bool]:
    """The runs of a line beside the names, those among the names that are no anchor, and whether text cuts across."""
    names, size = stack.box, stack.anchors[0].size
    beside, named, ends = [], [], False
    for run in runs_of([word for word in line if word.box.x0 < limit]):
        anchor = next((a for a in stack.anchors if _is_of(run, a)), None)
        if anchor is not None:
            rest = [word for word in run.words if word.box.x0 > anchor.box.x1 - 0.1 * size]
            rest = [word for word in rest if word.base <= anchor.last + 0.3 * size]
            if rest and abs(run.base - anchor.first) < 0.3 * size and not rest[0].text.startswith("("):
                beside.append(run_of(rest))
        elif run.box.x0 >= names.x1 - 0.1 * size:
            beside.append(run)
        elif run.box.x0 >= names.x0 - 0.6 * size:
            named.append(run)
        elif run.box.x1 > names.x0:
            ends = True
    return beside, named, ends


def _is_of(run: Run, anchor: Anchor) -> bool:
    """Whether a run is a line of a row name."""
    inside = anchor.first - 0.1 * anchor.size <= run.base <= anchor.last + 0.1 * anchor.size
    return inside and run.box.x0 < anchor.box.x1 and run.box.x1 > anchor.box.x0


def _rows(stack: Stack, others: list[Run], runs: list[Run]) -> list[tuple[int | None, Level]]:
    """The rows from the top, with those between them that are not known and yet have cells."""
    rows: list[tuple[int | None, Level]] = [(a.row, Level(a.first, a.last)) for a in stack.anchors]
    size = stack.anchors[0].size
    most = max((len(_beside(level, runs, size)) for _, level in rows), default=0)
    for name in _names(others):
        counts = [_count(run, stack, runs) for run in name]
        if not any(counts) and len(name) > 1:  # its cells stand between its lines
            level = Level(name[0].base, name[-1].base)
            rows += [(None, level)] if len(_beside(level, runs, size)) * 2 >= most > 0 else []
        rows += [
            (None, Level(run.base, run.base))
            for run, count in zip(name, counts, strict=True)
            if count and count * 2 >= most and run.text[:1] != "("
        ]
    return sorted(rows, key=lambda row: row[1].middle)


def _names(others: list[Run]) -> list[list[Run]]:
    """Runs among the names that are no anchors, those together that stand close under each other."""
    made: list[list[Run]] = []
    for run in others:
        close = made and 0.5 * run.size < run.base - made[-1][-1].base < 1.45 * run.size
        made[-1].append(run) if close else made.append([run])
    return made


def _count(run: Run, stack: Stack, runs: list[Run]) -> int:
    """How many cells a row has whose name is on one line."""
    into = sum(word.box.x0 > stack.box.x1 for word in run.words)  # its name runs into its values
    return len(_beside(Level(run.base, run.base), runs, stack.anchors[0].size)) + into


def _beside(level: Level, runs: list[Run], size: float) -> list[Run]:
    return [run for run in runs if level.first - 0.3 * size <= run.base <= level.last + 0.3 * size]


def _leading(runs: list[Run], size: float) -> float:
    """The distance of lines within a cell: the least between runs that stand under each other."""
    steps = [1.5 * size]
    for n, run in enumerate(runs):
        below = (r.base - run.base for r in runs[n + 1 :] if overlap(r.box, run.box) > 0)
        steps += [step for step in below if step > 0.75 * size][:1]
    return min(steps)
