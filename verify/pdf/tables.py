"""A rule table in a book: found among the pages that it may stand on, and read, wherever it goes on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from engine.rulebook.names import normal
from verify.pdf.anchors import Stack, stacks
from verify.pdf.bands import group_above
from verify.pdf.captions import deny, is_alike, is_of_another, is_of_known, is_own, is_part
from verify.pdf.ditto import repeat
from verify.pdf.doubts import question
from verify.pdf.footnotes import doubt_noted
from verify.pdf.grid import BY_VALUES, TWICE, Cell, Found, read_stack
from verify.pdf.lines import settle
from verify.pdf.meaning import is_value
from verify.pdf.naming import name_columns
from verify.pdf.ruled import Ruled
from verify.pdf.sides import caption_of
from verify.pdf.text import tightened
from verify.pdf.units import Unit, unit_of, without_name
from verify.pdf.words import Box, Sheet
from verify.recognition.cell_agreement import accepts, states
from verify.recognition.rule_tables import RuleTable


class Pages(Protocol):
    """What reads pages: their words, and the cells between their lines."""

    def sheets(self, page: int) -> list[Sheet]:
        """The words of a page."""

    def lined(self, page: int, turn: int, around: Box, between: Box) -> list[Ruled] | None:
        """The same as its lines alone have them, if some part its names and values; None if that is not seen so."""

    def within(self, page: int, turn: int, boxes: tuple[Box, ...]) -> list[str]:
        """What stands in some boxes on a page, as it is read once more."""

    def ruled(self, page: int, turn: int, around: Box) -> list[Ruled]:
        """The cells between the lines of a page, about a box."""


@dataclass
class Read:
    """A rule table as a book has it: its parts, and every cell with its page."""

    shape: RuleTable
    parts: list[Found]
    score: float
    cells: dict[tuple[int, int], tuple[Cell, Found]] = field(default_factory=dict)
    doubt: str = ""
    """Why it may be another table, if it may."""
    sort: str = ""
    """Why it may be about other things than ours, if it may."""

    @property
    def rows(self) -> set[int]:
        """The rows that were found."""
        return {row for part in self.parts for row in part.stack.rows}

    def unit(self, column: int) -> Unit | None:
        """What the head of a column says of the numbers below it.

        None if it has no head, or if the unit that stands by another head may be its own.
        """
        heads = [head for part in self.parts for head in part.heads if head.words]
        own = next((unit_of(head.text) for head in heads if head.column == column), None)
        if own is not None and not own.credits and any(unit_of(h.text).credits for h in heads if h.column != column):
            return None
        return own

    @property
    def is_of_another(self) -> bool:
        """Whether its caption is that of another table."""
        return is_of_another(self.parts[0], self.shape)

    @property
    def is_of_known(self) -> bool:
        """Whether its caption is the name of another rule table."""
        return is_of_known(self.parts[0], self.shape)

    @property
    def is_alike(self) -> bool:
        """Whether its caption is nearly its name."""
        return is_alike(self.parts[0], self.shape)

    @property
    def is_part(self) -> bool:
        """Whether its caption is a part of its name."""
        return is_part(self.parts[0], self.shape)

    @property
    def is_own(self) -> bool:
        """Whether its caption is its name, and nothing else."""
        return is_own(self.parts[0], self.shape)

    @property
    def agrees(self) -> float:
        """The share of its cells that have our values."""
        shares = [(agreeing(part, self.shape), len(part.cells)) for part in self.parts]
        return sum(share * count for share, count in shares) / max(1, sum(count for _, count in shares))

    @property
    def is_captioned(self) -> bool:
        """Whether a caption stands above it, whichever."""
        return bool(caption_of(self.parts[0]))

    @property
    def is_titled(self) -> bool:
        """Whether its own name stands above it."""
        return is_titled(self.parts[0], self.shape)

    @property
    def pages(self) -> list[int]:
        """The pages that it stands on."""
        return sorted({part.page for part in self.parts})


def read_table(shape: RuleTable, pages: Iterable[int], source: Pages, cited: bool) -> Read | None:
    """The best reading of a table among some pages, if it is good enough; `cited` pages need prove less."""
    return next(iter(read_tables(shape, pages, source, cited)), None)


def read_tables(shape: RuleTable, pages: Iterable[int], source: Pages, cited: bool) -> list[Read]:
    """Every copy of a table among some pages, the best first; `cited` pages need prove less."""
    found = [part for page in dict.fromkeys(pages) for part in parts_on(shape, page, source)]
    found.sort(key=lambda part: -_score(part, shape))
    used: list[Found] = []
    made = []
    for part in found:
        is_odd = _is_odd(part, shape, cited)
        if any(part is other for other in used) or not (is_odd or _may_be(part, shape)):
            continue
        read = Read(shape, [part], _score(part, shape), doubt=ODD if is_odd else "")
        taken = _go_on(read, shape, [other for other in found if not any(other is one for one in used)])
        if _is_it(read, shape, cited):
            used += [part, *taken]
            made.append(read)
            _doubt_rows(read, [other for other in found if not any(other is one for one in used)])
    for read in made:
        for part in read.parts:
            settle(part, source, shape)
            repeat(part)
            _tighten(part, shape)
            _leave_out_names(part, shape)
            doubt_noted(part, shape)
            question(part, shape)
            for at, cell in part.cells.items():
                read.cells.setdefault(at, (cell, part))
    return _own_first(made)


def _own_first(reads: list[Read]) -> list[Read]:
    """Readings, first the one that alone has the name of the table as its caption, if it is as whole as the best."""
    own = [read for read in reads if len(reads) > 1 and read.is_own]
    if len(own) != 1 or len(own[0].rows) < len(reads[0].rows):
        return reads
    return [*own, *(read for read in reads if read is not own[0])]


def _tighten(part: Found, shape: RuleTable) -> None:
    """Put signs to their numbers, in columns that have signs and rows of which no cell is empty: it may be its dash."""
    columns = {head.column for head in part.heads if head.column >= 0}
    empty = {row for row in part.stack.rows for column in columns if (row, column) not in part.cells}
    for at, cell in part.cells.items():
        kind = shape.columns[at[1]].kind if at[1] >= 0 else None
        if at[0] not in empty and kind is not None and kind.name in _SIGNED:
            part.cells[at] = cell._replace(text=tightened(cell.text))


_SIGNED = ("DM", "step", "signed percent", "changes", "band", "percent")
"""Kinds of numbers with a sign before or behind them."""


def _leave_out_names(part: Found, shape: RuleTable) -> None:
    """Take the name of its column from a cell that repeats it behind a number, and is no value for that: `2 Power`."""
    for (row, column), cell in part.cells.items():
        known = shape.columns[column] if column >= 0 else None
        if known is not None and known.kind is not None and not is_value(known.kind, cell.text):
            part.cells[row, column] = cell._replace(text=without_name(cell.text, known.names))


def _doubt_rows(read: Read, left: list[Found]) -> None:
    """Put rows in doubt whose names stand once more among those of the table."""
    for part in read.parts:
        size = part.stack.anchors[0].size
        beside = [o for o in left if o.sheet is part.sheet and abs(o.stack.box.x0 - part.stack.box.x0) < 0.5 * size]
        names = [
            a for o in beside for a in o.stack.anchors if part.box.y0 - 2 * size < a.first < part.box.y1 + 2 * size
        ]
        for (row, column), cell in part.cells.items():
            if any(anchor.row == row for anchor in names):
                part.cells[row, column] = cell._replace(doubt=cell.doubt or TWICE)


def parts_on(shape: RuleTable, page: int, source: Pages) -> Iterator[Found]:
    """What stands below names of a table's rows on a page, wherever these stand under each other."""
    for sheet in source.sheets(page):
        held = [stack for stack in stacks(sheet, shape)[:_MOST] if stack.weight >= 0.7]
        parts = [_part(sheet, page, stack, shape) for stack in held]
        for part in parts:
            above = group_above(part, parts)
            yield part if above is None else _part(sheet, page, part.stack, shape, above, is_under=True)


def _part(
    sheet: Sheet, page: int, stack: Stack, shape: RuleTable, like: Found | None = None, is_under: bool = False
) -> Found:
    """What a stack of row names belongs to, without the columns that are said to be of another table."""
    part = read_stack(sheet, page, stack, shape, like=like)
    part.under = like if is_under else None
    name_columns(part, shape)
    deny(part, shape)
    return part


_MOST = 6
"""Stacks of a page that are looked at."""


def _go_on(read: Read, shape: RuleTable, found: list[Found]) -> list[Found]:
    """Add the parts in which a table goes on, below, beside or on the next page, and tell which those are."""
    best, taken = read.parts[0], []
    claimed: set[int] = set()
    near = [p for p in found if abs(p.page - best.page) <= 2 and p is not best]
    for part in sorted(near, key=lambda p: (abs(p.page - best.page), -p.stack.weight)):
        own, known = part.stack.rows, read.rows | claimed
        new = own - known
        claimed |= own
        if not new or len(own & known) * 3 > len(own) or abs(part.page - best.page) > len(read.parts):
            continue
        again = _part(part.sheet, part.page, part.stack, shape, best)
        filled = [cell for (row, _), cell in again.cells.items() if row in new]
        columns = {head.column for head in best.heads if head.column >= 0}
        if len(filled) * 2 >= len(new) * len(columns) and _fits(again, shape) >= 0.6:
            again.cells = {
                at: _held_against(cell, part.cells.get(at)) for at, cell in again.cells.items() if at[0] in new
            }
            _doubt(read, own - new)
            read.parts.append(again)
            taken.append(part)
    return taken


def _doubt(read: Read, rows: set[int]) -> None:
    """Put rows in doubt whose names stand in two parts of a table."""
    for part in read.parts:
        part.cells = {
            at: cell._replace(doubt=cell.doubt or TWICE) if at[0] in rows else cell for at, cell in part.cells.items()
        }


def _held_against(cell: Cell, other: Cell | None) -> Cell:
    """A cell below the heads of another part, in doubt if it is another one by the values of its own part."""
    if other is None or other.text == cell.text:
        return cell
    return cell._replace(doubt=cell.doubt or BY_VALUES)


# Is it the table?


def _score(part: Found, shape: RuleTable) -> float:
    """How well it fits: rows, heads, kinds of values, values, and the title above it."""
    return (
        2 * part.stack.weight / len(shape.rows)
        + 0.7 * _headed(part, shape)
        + 0.5 * _fits(part, shape)
        + 0.7 * agreeing(part, shape)
        + (0.5 if is_titled(part, shape) else 0)
    )


def _may_be(part: Found, shape: RuleTable) -> bool:
    return bool(part.cells) and _fits(part, shape) >= 0.5 and len(part.stack.rows) >= min(2, len(shape.rows))


def _is_odd(part: Found, shape: RuleTable, cited: bool) -> bool:
    """Whether it has the name of a table that is cited there, all its rows and heads, and few of its values."""
    whole = len(part.stack.rows) == len(shape.rows) and _headed(part, shape) == 1
    return cited and whole and is_own(part, shape) and bool(part.cells) and _fits(part, shape) < 0.5


ODD = "most of what stands beside its rows are no values of it"


def _is_it(read: Read, shape: RuleTable, cited: bool) -> bool:
    """Whether a reading with all its parts is the table."""
    part = read.parts[0]
    weight = sum(one.stack.weight for one in read.parts)
    rows = max(weight, _TOGETHER * len(read.rows)) / len(shape.rows)
    headed, agrees, named = _headed(part, shape), agreeing(part, shape), is_titled(part, shape)
    if cited:
        return rows >= 0.35 and (headed >= 0.5 or named or agrees >= 0.5)
    return rows >= 0.55 and _fits(part, shape) >= 0.7 and agrees >= (0.25 if named and headed >= 0.5 else 0.6)


_TOGETHER = 0.8
"""What a row counts for at least whose name runs into its value: where others do the same, it is none of prose."""


def _headed(part: Found, shape: RuleTable) -> float:
    known = {head.column for head in part.heads if head.column >= 0}
    known |= {shape.key} if shape.key is not None else set()
    return len(known) / len(shape.columns)


def _fits(part: Found, shape: RuleTable) -> float:
    """The share of its cells that are values of their column's kind."""
    kinds = {n: column.kind for n, column in enumerate(shape.columns)}
    told = [(kind, cell.text) for (_, c), cell in part.cells.items() if (kind := kinds.get(c)) is not None]
    return sum(accepts(kind, text) for kind, text in told) / len(told) if told else 0.0


def agreeing(part: Found, shape: RuleTable) -> float:
    """The share of its cells that have our values."""
    told = [(shape.rows[row].rules[c], cell.text) for (row, c), cell in part.cells.items() if c >= 0]
    return sum(states(rule, text) for rule, text in told) / len(told) if told else 0.0


def is_titled(part: Found, shape: RuleTable) -> bool:
    """Whether a line close above names the table."""
    first = part.stack.anchors[0]
    above = [
        normal(" ".join(word.text for word in line))
        for line in part.sheet.lines
        if first.first - 12 * first.size < line[0].base < first.first
    ]
    return any(name in line for name in shape.names for line in above)
