"""The lines of a ruled table settle what stands in which cell; where the words say otherwise, it is in doubt."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from verify.pdf.grid import FIRM, FOREIGN, Cell, Found
from verify.pdf.heads import UNKNOWN
from verify.pdf.leftward import BESIDE
from verify.pdf.ruled import Ruled
from verify.pdf.text import join, same_text
from verify.pdf.words import Box, Word
from verify.recognition.cell_agreement import states
from verify.recognition.rule_tables import RuleTable

if TYPE_CHECKING:
    from verify.pdf.tables import Pages


def settle(part: Found, source: Pages, shape: RuleTable) -> None:
    """Hold the cells of a table against the lines on its page, if there are any.

    What stands between the lines is read once more, but for cells that lines and words give as we have them.
    """
    columns = {head.column: head.box.middle[0] for head in part.heads if head.column != UNKNOWN}
    if part.sheet.lean or not columns:
        return
    where = part.page, part.sheet.turn, part.box
    lined = source.lined(*where, _between(part, columns.values()))
    if lined is None:
        _hold(part, columns, source.ruled(*where))
        return
    before = dict(part.cells)
    held = _hold(part, columns, lined)
    ours = {at for at in held if at in before and _is_ours(part.cells[at], at, shape)}
    again = dict.fromkeys(box for at, box in held.items() if at not in ours)
    if again:
        texts = dict(zip(again, source.within(part.page, part.sheet.turn, tuple(again)), strict=True))
        part.cells = before
        _hold(part, columns, [Ruled(cell.box, texts.get(cell.box)) for cell in lined])


def _is_ours(cell: Cell, at: tuple[int, int], shape: RuleTable) -> bool:
    """Whether a cell has our value, and nothing is to be said of it."""
    row, column = at
    said = cell.doubt or cell.note
    return not said and column >= 0 and states(shape.rows[row].rules[column], cell.text)


def _hold(part: Found, columns: dict[int, float], ruled: list[Ruled]) -> dict[tuple[int, int], Box]:
    """Hold the cells of a table against those that lines make, and tell which of these each is."""
    if not ruled:
        return {}
    made = {}
    rows = {anchor.row: anchor.box.middle[1] for anchor in part.stack.anchors}
    names = [anchor.box.middle for anchor in part.stack.anchors]
    within = _Within(part.sheet.words)
    for row, y in rows.items():
        level = [cell for cell in ruled if cell.box.y0 <= y <= cell.box.y1]
        for column, x in columns.items():
            held = next((cell for cell in level if cell.box.x0 <= x <= cell.box.x1), None)
            if held is not None and not any(held.box.holds(*name) for name in names):
                down = [r for r, ry in rows.items() if held.box.y0 <= ry <= held.box.y1]
                across = [c for c, cx in columns.items() if held.box.x0 <= cx <= held.box.x1]
                over = [(r, c) for r in down for c in across]
                if _settled(part, (row, column), held, over, within.words(held.box)):
                    made[row, column] = held.box
    return made


class _Within:
    """The words that stand within boxes, of which many are beside each other."""

    def __init__(self, words: list[Word]) -> None:
        self._words = [(*word.box.middle, word) for word in words]
        self._level: dict[tuple[float, float], list[tuple[float, float, Word]]] = {}

    def words(self, box: Box) -> list[Word]:
        """The words whose middle is in a box, line by line."""
        key = box.y0, box.y1
        if key not in self._level:
            self._level[key] = [held for held in self._words if box.y0 <= held[1] <= box.y1]
        found = [word for x, _, word in self._level[key] if box.x0 <= x <= box.x1]
        return sorted(found, key=lambda word: (round(word.base), word.box.x0))


def _between(part: Found, columns: Iterable[float]) -> Box:
    """What lies between the names of rows and the values: a cell that holds no name begins or ends in it."""
    xs, ys = zip(*(anchor.box.middle for anchor in part.stack.anchors), strict=True)
    xs += tuple(columns)
    return Box(min(xs), min(ys), max(xs), max(ys))


def _settled(part: Found, at: tuple[int, int], held: Ruled, over: list[tuple[int, int]], words: list[Word]) -> bool:
    """Settle what stands in a cell, if the lines do make one there."""
    own = part.cells.get(at)
    if len({part.cells[one].text for one in over if one in part.cells}) > 1:
        return False  # a shaded row or a frame around the table, and no cell
    if own is None and not words and not held.text:
        return False
    made = _cell(words, held)
    if own is not None and not own.doubt and not same_text(own.text, made.text):
        part.cells[at] = own._replace(doubt=f"{own.text!r} by its words, {made.text!r} by the lines of the table")
    elif held.text is not None and not same_text(made.raw, held.text):
        part.cells[at] = made._replace(doubt=f"{made.raw!r} and {held.text!r} are read in the same place")
    else:
        said = (cell.doubt for (_, column), cell in part.cells.items() if column == at[1])
        beside = next((doubt for doubt in said if doubt in (BESIDE, FOREIGN)), "")
        firm = own.doubt if own is not None and own.doubt in FIRM else beside
        part.cells[at] = made._replace(
            note="a merged cell" if len(over) > 1 else "",
            doubt=made.doubt or firm,
            is_held=len(over) == 1 and all(_is_within(word.box, held.box) for word in words),
        )
    return True


def _is_within(word: Box, cell: Box) -> bool:
    """Whether a word stands between the lines of a cell, and does not run across them."""
    return cell.x0 - _ROOM <= word.x0 and word.x1 <= cell.x1 + _ROOM


_ROOM = 1.0
"""Points by which a word may reach over a line."""


def _cell(words: list[Word], held: Ruled) -> Cell:
    fault = next((word.fault for word in words if word.fault), "")
    return Cell(
        join(word.text for word in words),
        held.box,
        join(word.raw for word in words),
        doubt=fault,
    )
