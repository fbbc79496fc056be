"""Cells that are in doubt because of what stands beside them: a value can have lost a word to its neighbour.

An empty cell is empty only if nothing stands in its place, and nothing is too much in the cells beside it.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from engine.errors import WrongKind
from engine.rulebook.raw import RAW
from verify.pdf.conditions import conditional
from verify.pdf.grid import Cell, Found
from verify.pdf.heads import UNKNOWN, Head
from verify.pdf.lean import on_page
from verify.pdf.meaning import meaning, plain_value
from verify.pdf.outside import has_other_numbers
from verify.pdf.seen import Ink
from verify.pdf.units import unit_of
from verify.pdf.words import Box, Word, overlap
from verify.recognition.cell_agreement import states
from verify.recognition.rule_tables import RuleTable

SEEN = "no text stands there, and yet something is seen in its place"
NOT_EMPTY = "nothing was put there, and yet something may stand in its place"


def question(part: Found, shape: RuleTable) -> None:
    """Put cells in doubt whose neighbours hold too much, and add the empty ones that may not be empty."""
    columns = [head.column for head in part.heads]
    odd = {at for at, cell in part.cells.items() if at[1] >= 0 and _is_odd(part, at, cell, shape)}
    mixed = {at for at in odd if not part.cells[at].is_held and not _is_ours_otherwise(part.cells[at], at, shape)}
    found = dict(part.cells)
    filled = Counter(column for _, column in part.cells)
    for row in part.stack.rows:
        for n, column in enumerate(columns):
            if column < 0:
                continue
            beside = [columns[k] for k in (n - 1, n + 1) if 0 <= k < len(columns)]
            own = part.cells.get((row, column))
            near = [part.cells[row, other] for other in beside if (row, other) in mixed]
            if own is None:
                place = _place(part, row, column)
                bare = filled[column] * 3 < len(part.stack.rows)  # its cells may stand below another head
                doubt = _too_much(near[0]) if near else NOT_EMPTY if bare or _is_taken(part, place) else ""
                if doubt:
                    found[row, column] = Cell("", place, "", doubt=doubt)
            elif not own.doubt and (parted := [cell for cell in near if " " in cell.text]):
                found[row, column] = own._replace(doubt=_too_much(parted[0]))
    said = _of_columns(part, shape, odd)
    rows = _of_rows(part, shape)
    part.cells = {
        at: cell._replace(doubt=cell.doubt or part.doubt or said.get(at[1], "") or rows.get(at[0], ""))
        for at, cell in found.items()
    }


def _of_rows(part: Found, shape: RuleTable) -> dict[int, str]:
    """Why whole rows are in doubt: one that is not ours throughout may be another, whose name has ours in it."""
    parts = {anchor.row for anchor in part.stack.anchors if anchor.is_part}
    told = [
        (row, shape.rows[row].rules[column], cell.text) for (row, column), cell in part.cells.items() if column >= 0
    ]
    return {row: _LONGER for row, rule, text in told if row in parts and not states(rule, text)}


_LONGER = "a line stands close to the name of its row, which may be a part of a longer one"


def _too_much(cell: Cell) -> str:
    """Why a cell is in doubt beside one that holds too much."""
    said = cell.text if len(cell.text) <= _ROOM else f"{cell.text[: _ROOM - 1]}…"
    return f"the cell beside it holds {said!r}, which is no value, and may have a part of it"


_ROOM = 24
"""Signs of a cell that are shown."""


def _of_columns(part: Found, shape: RuleTable, odd: set[tuple[int, int]]) -> dict[int, str]:
    """Why whole columns are in doubt."""
    filled = Counter(column for _, column in part.cells)
    said = {head.column: head.doubt for head in part.heads}
    for before, head in pairwise(part.heads):
        if before.column == UNKNOWN and head.column >= 0 and not _has_ours(part, head, shape):
            said[head.column] = said[head.column] or "its head may be that of another table beside it"
    for column, count in Counter(column for _, column in odd).items():
        if count * 3 > filled[column] and not part.sheet.scanned:  # a scan confuses letters, which is seen to later
            said[column] = said.get(column) or "much of its column is no value"
    return said


def _has_ours(part: Found, head: Head, shape: RuleTable) -> bool:
    """Whether some value below a head is ours."""
    for (row, column), cell in part.cells.items():
        rule = shape.rows[row].rules[column] if column == head.column else ""
        if rule in RAW and meaning(cell.text, RAW.rule(rule), unit_of(head.text)).value == RAW[rule]:
            return True
    return False


def _is_odd(part: Found, at: tuple[int, int], cell: Cell, shape: RuleTable) -> bool:
    """Whether a cell holds words that are no value of its column."""
    kind = shape.columns[at[1]].kind
    head = next((head for head in part.heads if head.column == at[1]), None)
    if kind is None or not cell.text:
        return False
    try:
        plain_value(kind, cell.text, unit_of(head.text) if head is not None else unit_of(""))
    except WrongKind:
        rule = shape.rows[at[0]].rules[at[1]]
        return rule not in RAW or conditional(cell.text, RAW.rule(rule)) is None
    return False


def _is_ours_otherwise(cell: Cell, at: tuple[int, int], shape: RuleTable) -> bool:
    """Whether a cell holds our words with other numbers, and so nothing of its neighbours."""
    rule = shape.rows[at[0]].rules[at[1]]
    return rule in RAW and has_other_numbers(cell.text, RAW.rule(rule).text)


def _is_taken(part: Found, place: Box) -> bool:
    """Whether words stand where a cell seems to be empty."""
    return any(_is_in(word, place) for word in part.sheet.words)


def _is_in(word: Word, place: Box) -> bool:
    inside = overlap(word.box, place) > 0.3 * min(word.box.x1 - word.box.x0, place.x1 - place.x0)
    return inside and place.y0 < word.base < place.y1


def is_bare(part: Found, row: int, column: int, ink: Ink) -> bool:
    """Whether nothing is seen where a cell has no text: what is drawn, or is a picture, has none."""
    if not any(head.column == column for head in part.heads):
        return False
    x0, _, x1, _ = _place(part, row, column)
    anchor = next(anchor for anchor in part.stack.anchors if anchor.row == row)
    place = Box(x0, anchor.first - 0.6 * anchor.size, x1, anchor.last)
    return not ink.is_seen(on_page(part.sheet, place))


def _place(part: Found, row: int, column: int) -> Box:
    """Where a cell is: between the edges of its column, on the lines of its row."""
    head = next(head for head in part.heads if head.column == column)
    anchor = next(anchor for anchor in part.stack.anchors if anchor.row == row)
    boxes = [cell.box for (_, c), cell in part.cells.items() if c == column and not cell.note]
    x0 = min([head.box.x0, *(box.x0 for box in boxes)])
    x1 = max([head.box.x1, *(box.x1 for box in boxes)])
    rest = [other for other in part.heads if other.column != column and other.column != UNKNOWN]
    x0 = max([x0, *(other.box.x1 for other in rest if other.box.x1 < head.box.x0)])
    x1 = min([x1, *(other.box.x0 for other in rest if other.box.x0 > head.box.x1)])
    return Box(x0, anchor.first - 0.5 * anchor.size, x1, anchor.last + 0.3 * anchor.size)
