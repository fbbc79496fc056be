"""The words between the anchors: what stands in each row and column of a table that was found on a page.

A cell whose lines can belong to several rows is in doubt.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from verify.pdf.anchors import Stack
from verify.pdf.body import Body, body_of
from verify.pdf.gutters import cut
from verify.pdf.heads import UNKNOWN, Head, heads_of
from verify.pdf.leftward import BESIDE, cells_before, heads_before
from verify.pdf.placing import Placed, by_gutters, placed_of, within
from verify.pdf.qualified import more_in
from verify.pdf.rows import MODES, Level, Parted, part
from verify.pdf.text import join
from verify.pdf.words import Box, Sheet
from verify.recognition.cell_agreement import accepts
from verify.recognition.rule_tables import RuleTable

BY_VALUES = "by its values it can be a cell of another column"
TWICE = "the name of its row stands there twice"
FOREIGN = "its head is not known, and may be that of another column"
FIRM = frozenset((BY_VALUES, TWICE, FOREIGN, BESIDE))
"""Doubts about which row or column it is, which the lines around a cell do not settle."""


class Cell(NamedTuple):
    """What stands in a cell: its text, its box, and why it is in doubt if it is."""

    text: str
    box: Box
    raw: str
    sure: float = 1.0
    doubt: str = ""
    note: str = ""
    """How it was read, if it was not plain: merged, from a scan."""
    is_held: bool = False
    """Whether its words stand between the lines of a cell, and both readings of it agree."""


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
    doubt: str = ""
    """Why all of it is in doubt, if it is."""
    under: Found | None = None
    """The rows that it stands under in the same table, if a band parts them from it."""

    @property
    def box(self) -> Box:
        """The least box that holds it."""
        heads = (head.box for head in self.heads if head.column != UNKNOWN)
        return Box.over((self.stack.box, *heads, *(cell.box for cell in self.cells.values())))


def read_stack(sheet: Sheet, page: int, stack: Stack, shape: RuleTable, like: Found | None = None) -> Found:
    """The table that a stack of row names belongs to; one that goes on from another has that one's columns."""
    heads, borrowed = heads_of(sheet, stack, shape), False
    before = heads_before(sheet, stack, heads, shape)
    if not any(head.column != UNKNOWN for head in heads) and like is not None:
        shift = stack.box.x0 - like.stack.box.x0
        heads = [head._replace(box=_moved(head.box, shift, stack), base=stack.anchors[0].first) for head in like.heads]
        before = [head for head in heads if head.box.x1 <= stack.box.x0]
        heads, borrowed = [head for head in heads if head not in before], True
    found = Found(page, sheet, stack, heads)
    body = body_of(sheet, stack, heads)
    if not any(head.column != UNKNOWN for head in heads):
        found.heads = by_gutters(body)
        found.by_values = True
    _fill(found, body, shape)
    _doubt_qualified(found, shape)
    if before:
        found.cells |= {
            at: _cell([Placed(run, (0,), doubt)], "")
            for at, (run, doubt) in cells_before(sheet, stack, before, shape).items()
        }
        found.heads = [*before, *found.heads]
    if borrowed and like is not None:
        _compare(found, like)
    if shape.key is not None and (kind := shape.columns[shape.key].kind) is not None:
        for anchor in stack.anchors:  # the name of a row can be its value: 1-2
            if accepts(kind, anchor.text):
                found.cells.setdefault((anchor.row, shape.key), Cell(anchor.text, anchor.box, anchor.text))
    return found


def _doubt_qualified(found: Found, shape: RuleTable) -> None:
    """Put heads in doubt that say more than the rule does; what has cells of its own is another head."""
    strange = {word for head in found.heads if head.column < UNKNOWN for word in head.words}
    filled = {column for _, column in found.cells}
    for n, head in enumerate(found.heads):
        if head.column >= 0 and head.words:
            near = [
                w.text
                for w in dict.fromkeys((*head.beside, *head.around))
                if w not in strange or head.column not in filled
            ]
            more = more_in([word.text for word in head.words], near, shape.columns[head.column], shape)
            doubt = f"its head says {' '.join(more)}, which the rule does not" if more else ""
            found.heads[n] = head._replace(doubt=head.doubt or doubt)


def _compare(found: Found, like: Found) -> None:
    """Put a part in doubt whose columns do not stand where they did in the one that the table goes on from."""
    shift = found.stack.box.x0 - like.stack.box.x0
    for column in {column for _, column in found.cells}:
        size = found.stack.anchors[0].size
        before = [_sides(cell.box, shift) for (_, c), cell in like.cells.items() if c == column and not cell.note]
        here = [_sides(cell.box, 0.0) for (_, c), cell in found.cells.items() if c == column]
        same = [
            min((abs(a - b) for other in before for a, b in zip(sides, other, strict=True)), default=0.0) < 0.5 * size
            for sides in here
        ]
        if sum(same) * 3 < len(same) * 2:
            found.doubt = "its columns are not where they were before the break"


def _sides(box: Box, shift: float) -> tuple[float, float, float]:
    return box.x0 + shift, box.middle[0] + shift, box.x1 + shift


def _moved(box: Box, shift: float, stack: Stack) -> Box:
    top = stack.box.y0
    return Box(box.x0 + shift, top - 1, box.x1 + shift, top)


def _fill(found: Found, body: Body, shape: RuleTable) -> None:
    """Put the runs into the cells of their rows and columns."""
    heads = found.heads
    if not heads or not body.rows:
        return
    runs, unsure = cut(within(body.runs, heads, shape), heads, shape, found.stack.box.x1)
    placed = placed_of(runs, heads, shape, unsure)
    columns = {n: _lines([p for p in placed if n in p.columns], body.leading) for n in range(len(heads))}
    levels = [level for _, level in body.rows]
    modes = [m for m in MODES if all(part([y for y, _ in each], levels, m, body.leading) for each in columns.values())]
    for n, head in enumerate(heads):
        if not columns[n]:
            continue
        at = head.column if head.column != UNKNOWN else UNKNOWN - 1 - n
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
                row: cell if _is_same(row, cell, made) else cell._replace(doubt=cell.doubt or _SEVERAL)
                for row, cell in _parted(columns[n], near, body).items()
            }
        for row, cell in cells.items():
            found.cells[row, at] = cell
        found.heads[n] = head._replace(column=at)


_SEVERAL = "its lines can belong to several rows"


def _is_same(row: int, cell: Cell, ways: list[dict[int, Cell]]) -> bool:
    """Whether a cell is the same whichever way the lines of its column are parted."""
    return bool(ways) and all(row in way and way[row].text == cell.text for way in ways)


def _parted(lines: list[tuple[float, list[Placed]]], way: Parted, body: Body) -> dict[int, Cell]:
    """The cells of a column, by row, if its lines belong to these rows."""
    pieces: dict[int, list[Placed]] = {}
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


def _lines(placed: list[Placed], leading: float) -> list[tuple[float, list[Placed]]]:
    """What stands in a column, line by line."""
    made: list[tuple[float, list[Placed]]] = []
    for one in sorted(placed, key=lambda p: (p.run.base, p.run.box.x0)):
        if made and one.run.base - made[-1][0] < 0.35 * leading:
            made[-1][1].append(one)
        else:
            made.append((one.run.base, [one]))
    return [(y, sorted(of, key=lambda p: p.run.box.x0)) for y, of in made]


def _cell(placed: list[Placed], note: str) -> Cell:
    box = Box.over(one.run.box for one in placed)
    words = [word for one in placed for word in one.run.words]
    said = next((one.doubt for one in placed if one.doubt), "")
    said = next((word.fault for word in words if word.fault), said)
    text, raw = join(word.text for word in words), join(word.raw for word in words)
    return Cell(text, box, raw, min(word.sure for word in words), said, note)
