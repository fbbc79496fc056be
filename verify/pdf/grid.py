"""The words between the anchors: what stands in each row and column of a table that was found on a page.

Each word is given to a column in two ways, by the head that it stands under and by the gutters between the columns. A
cell on which the two disagree, or whose lines can belong to several rows, is in doubt.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.names import normal
from verify.agreement import accepts
from verify.pdf.anchors import Anchor, Run, Stack, run_of, runs_of
from verify.pdf.heads import UNKNOWN, Head, heads_of, limit_of, overlap
from verify.pdf.rows import MODES, Level, Parted, part
from verify.pdf.words import SOFT_END, Box, Sheet, Word
from verify.shapes import Shape


class Cell(NamedTuple):
    """What stands in a cell: its text, its box, and why it is in doubt if it is."""

    text: str
    box: Box
    raw: str
    sure: float = 1.0
    doubt: str = ""
    note: str = ""
    """How it was read, if it was not plain: merged, from a scan."""


@dataclass
class Found:
    """A table on a page: its rows, heads and cells, by row and column of the rule table."""

    page: int
    sheet: Sheet
    stack: Stack
    heads: list[Head]
    cells: dict[tuple[int, int], Cell] = field(default_factory=dict)
    by_values: bool = False
    """Whether its columns are known by their values, since no head is known."""

    @property
    def box(self) -> Box:
        """The least box that holds it."""
        box = self.stack.box
        for head in self.heads:
            if head.column != UNKNOWN:
                box = box.around(head.box)
        for cell in self.cells.values():
            box = box.around(cell.box)
        return box


def read_stack(sheet: Sheet, page: int, stack: Stack, shape: Shape, like: Found | None = None) -> Found:
    """The table that a stack of row names belongs to; one that goes on from another has that one's columns."""
    heads = heads_of(sheet, stack, shape)
    if not any(head.column != UNKNOWN for head in heads) and like is not None:
        shift = stack.box.x0 - like.stack.box.x0
        heads = [head._replace(box=_moved(head.box, shift, stack), base=stack.anchors[0].first) for head in like.heads]
    found = Found(page, sheet, stack, heads)
    body = _body(found)
    if not any(head.column != UNKNOWN for head in heads):
        found.heads = _by_gutters(body)
        found.by_values = True
    _fill(found, body, shape)
    if shape.key is not None and (kind := shape.columns[shape.key].kind) is not None:
        for anchor in stack.anchors:  # the name of a row can be its value: 1-2
            if accepts(kind, anchor.text):
                found.cells.setdefault((anchor.row, shape.key), Cell(anchor.text, anchor.box, anchor.text))
    return found


def _moved(box: Box, shift: float, stack: Stack) -> Box:
    top = stack.box.y0
    return Box(box.x0 + shift, top - 1, box.x1 + shift, top)


# The lines of the table


class _Body(NamedTuple):
    """What stands between heads and end: the runs beside the names, and the rows with those that are not known."""

    runs: list[Run]
    rows: list[tuple[int | None, Level]]
    leading: float


def _body(found: Found) -> _Body:
    """The runs of the table beside its row names, from the heads to its end."""
    sheet, stack = found.sheet, found.stack
    first = stack.anchors[0]
    size = first.size
    limit = limit_of(sheet, stack)
    known = [head for head in found.heads if head.column != UNKNOWN]
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
    return _Body(runs, _rows(stack, others, runs), _leading(runs, size))


def _lowest(runs: list[Run], least: float) -> float:
    return max([least, *(run.base for run in runs)])


def _split(line: list[Word], stack: Stack, limit: float) -> tuple[list[Run], list[Run], bool]:
    """The runs of a line beside the names, those among the names that are no anchor, and whether text cuts across."""
    names, size = stack.box, stack.anchors[0].size
    beside, named, ends = [], [], False
    for run in runs_of([word for word in line if word.box.x0 < limit]):
        anchor = next((a for a in stack.anchors if _is_of(run, a)), None)
        if anchor is not None:
            rest = [word for word in run.words if word.box.x0 > anchor.box.x1 - 0.1 * size and word.base <= anchor.last]
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
    for run in others:
        cells = _beside(Level(run.base, run.base), runs, size)
        if cells and len(cells) * 2 >= most and run.text[:1] != "(":
            rows.append((None, Level(run.base, run.base)))
    return sorted(rows, key=lambda row: row[1].middle)


def _beside(level: Level, runs: list[Run], size: float) -> list[Run]:
    return [run for run in runs if level.first - 0.3 * size <= run.base <= level.last + 0.3 * size]


def _leading(runs: list[Run], size: float) -> float:
    """The distance of lines within a cell: the least between runs that stand under each other."""
    steps = [1.5 * size]
    for n, run in enumerate(runs):
        below = (r.base - run.base for r in runs[n + 1 :] if overlap(r.box, run.box) > 0)
        steps += [step for step in below if step > 0.75 * size][:1]
    return min(steps)


# Columns


def _by_gutters(body: _Body) -> list[Head]:
    """Columns without a head, as the gutters part them; which is which their values will tell."""
    return [
        Head(-2 - n, Box(x0, 0, x1, 1), 0, ()) for n, (x0, x1) in enumerate(_components([r.box for r in body.runs]))
    ]


def _components(boxes: Iterable[Box]) -> list[tuple[float, float]]:
    """The stretches from left to right that boxes cover together."""
    made: list[tuple[float, float]] = []
    for box in sorted(boxes):
        if made and box.x0 <= made[-1][1]:
            made[-1] = made[-1][0], max(made[-1][1], box.x1)
        else:
            made.append((box.x0, box.x1))
    return made


class _Placed(NamedTuple):
    run: Run
    columns: tuple[int, ...]
    """Places among the heads: one, or several for a merged cell."""
    doubt: str


def _placed(body: _Body, heads: list[Head]) -> list[_Placed]:
    """Each run with its column, by its head and by the gutters."""
    merged = {run: over for run in body.runs if len(over := _over(run, heads)) > 1}
    parts = _components([run.box for run in body.runs if run not in merged] + [head.box for head in heads])
    under = [[n for n, h in enumerate(heads) if x0 <= h.box.middle[0] <= x1] for x0, x1 in parts]
    made = []
    for run in body.runs:
        if run in merged:
            made.append(_Placed(run, tuple(merged[run]), ""))
            continue
        by_head = _nearest(run, heads)
        component = next(n for n, (x0, x1) in enumerate(parts) if x0 <= run.box.middle[0] <= x1)
        by_gutter = under[component]
        alone = len([h for h in heads if overlap(run.box, h.box) > 0]) == 1
        agree = by_gutter == [by_head] or (len(by_gutter) > 1 and by_head in by_gutter and alone)
        made.append(_Placed(run, (by_head,), "" if agree else "heads and gutters give it to different columns"))
    return [_straddling(one, made, heads) for one in made]


def _straddling(one: _Placed, placed: list[_Placed], heads: list[Head]) -> _Placed:
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
        sides = zip((run.box.x0, run.box.middle[0], run.box.x1), (box.x0, box.middle[0], box.x1), strict=True)
        return -max(0.0, overlap(run.box, box)), min(abs(a - b) for a, b in sides)

    return min(range(len(heads)), key=distance)


# Cells


def _fill(found: Found, body: _Body, shape: Shape) -> None:
    """Put the runs into the cells of their rows and columns."""
    heads = found.heads
    if not heads or not body.rows:
        return
    placed = _placed(body, heads)
    columns = {n: _lines([p for p in placed if n in p.columns], body.leading) for n in range(len(heads))}
    levels = [level for _, level in body.rows]
    modes = [m for m in MODES if all(part([y for y, _ in each], levels, m, body.leading) for each in columns.values())]
    for n, head in enumerate(heads):
        if head.column == UNKNOWN or not columns[n]:
            continue
        kind = shape.columns[head.column].kind if head.column >= 0 else None
        ways = [part([y for y, _ in columns[n]], levels, mode, body.leading) for mode in modes or MODES]
        made = [_parted(columns[n], way, body) for way in dict.fromkeys(ways) if way is not None]
        if len(made) > 1 and kind is not None:  # what can be read decides, if it is one of them only
            made = [cells for cells in made if all(accepts(kind, cell.text) for cell in cells.values())] or made
        if len(made) == 1:
            cells = made[0]
        else:
            near = tuple(_closest(y, levels) for y, _ in columns[n])
            cells = {
                row: cell._replace(doubt=cell.doubt or "its lines can belong to several rows")
                for row, cell in _parted(columns[n], near, body).items()
            }
        for row, cell in cells.items():
            found.cells[row, head.column] = cell


def _parted(lines: list[tuple[float, list[_Placed]]], way: Parted, body: _Body) -> dict[int, Cell]:
    """The cells of a column, by row, if its lines belong to these rows."""
    pieces: dict[int, list[_Placed]] = {}
    spans: set[int] = set()
    for (_, of), rows in zip(lines, way, strict=True):
        for row in rows:
            pieces.setdefault(row, []).extend(of)
            spans |= {row} if len(rows) > 1 else set()
    made = {}
    for row, of in pieces.items():
        number = body.rows[row][0]
        if number is not None:
            note = "a merged cell" if row in spans or any(len(p.columns) > 1 for p in of) else ""
            made[number] = _cell(of, note)
    return made


def _closest(y: float, levels: list[Level]) -> tuple[int, ...]:
    return (min(range(len(levels)), key=lambda n: abs(levels[n].middle - y)),)


def _lines(placed: list[_Placed], leading: float) -> list[tuple[float, list[_Placed]]]:
    """What stands in a column, line by line."""
    made: list[tuple[float, list[_Placed]]] = []
    for one in sorted(placed, key=lambda p: (p.run.base, p.run.box.x0)):
        if made and one.run.base - made[-1][0] < 0.35 * leading:
            made[-1][1].append(one)
        else:
            made.append((one.run.base, [one]))
    return [(y, sorted(of, key=lambda p: p.run.box.x0)) for y, of in made]


def _cell(placed: list[_Placed], note: str) -> Cell:
    box = placed[0].run.box
    for one in placed[1:]:
        box = box.around(one.run.box)
    words = [word for one in placed for word in one.run.words]
    said = next((one.doubt for one in placed if one.doubt), "")
    if any(word.broken for word in words):
        said = "its font does not say which letters it has"
    text, raw = join(word.text for word in words), join(word.raw for word in words)
    return Cell(text, box, raw, min(word.sure for word in words), said, note)


def join(words: Iterable[str]) -> str:
    """Words as a text; one that is parted at the end of a line is put together.

    >>> join(["Radi" + SOFT_END, "ation,", "AP", "3"]), join(["Radia-", "tion"]), join(["M-", "Drive"])
    ('Radiation, AP 3', 'Radiation', 'M-Drive')
    """
    made = ""
    for word in words:
        if made.endswith(SOFT_END):
            made = made[:-1] + word
        elif made.endswith("-") and len(made) > 1 and made[-2].isalpha() and word[:1].isalpha():
            made = (made[:-1] if word[:1].islower() else made) + word
        else:
            made += f" {word}" if made else word
    return made.removesuffix(SOFT_END)


def same_text(one: str, other: str) -> bool:
    """Whether two readings are one, but for spaces and hyphens.

    >>> same_text("10 km", "10km"), same_text("+1", "-1"), same_text("—", "-")
    (True, False, True)
    """
    return _squeezed(one) == _squeezed(other)


def _squeezed(text: str) -> str:
    bare = normal("".join(text.split()))
    signs = [c for c in text if c in "+×%<>≤≥.,/"]
    return bare + "|" + "".join(sorted(signs))
