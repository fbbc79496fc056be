"""Columns without a head that is known, told by their values."""

from __future__ import annotations

from verify.pdf.grid import BY_VALUES, FOREIGN, Cell, Found
from verify.pdf.heads import UNKNOWN
from verify.pdf.units import NOTHING, unit_of
from verify.recognition.cell_agreement import accepts, states
from verify.recognition.rule_tables import RuleTable


def name_columns(part: Found, shape: RuleTable) -> None:
    """Tell the columns without a known head by their values; where another would do as well, they are in doubt."""
    if not part.by_values:
        _name_strange(part, shape)
        return
    columns = sorted({column for _, column in part.cells if column < UNKNOWN}, reverse=True)
    shares = {(column, n): _share(part, shape, column, n) for column in columns for n in range(len(shape.columns))}
    taken: dict[int, int] = {}
    doubtful: set[int] = set()
    for (column, n), share in sorted(shares.items(), key=lambda item: (-item[1], -item[0][0])):
        if share >= 0.5 and column not in taken and n not in taken.values():
            taken[column] = n
            rivals = [other for (c, k), other in shares.items() if (c == column) != (k == n)]
            doubtful |= {column} if any(other > share - _CLEAR for other in rivals) else set()
    if [taken.get(column) for column in columns] == list(range(len(shape.columns))):  # all of them, in our order
        doubtful = set()
    if not taken and len(columns) == len(shape.columns) == 1 and _all_fit(part, shape, columns[0]):
        taken[columns[0]] = 0
    part.cells = {
        (row, taken.get(c, c)): cell._replace(doubt=cell.doubt or BY_VALUES) if c in doubtful else cell
        for (row, c), cell in part.cells.items()
        if c in taken or c >= 0
    }
    part.heads = [head._replace(column=taken.get(head.column, UNKNOWN)) for head in part.heads]


def _name_strange(part: Found, shape: RuleTable) -> None:
    """Tell columns under heads that are not known by their values, if nearly all are ours; the others are in doubt."""
    taken: dict[int, int] = {}
    plain = {head.column for head in part.heads if unit_of(head.text) == NOTHING}
    for column in sorted({column for _, column in part.cells if column < UNKNOWN} & plain, reverse=True):
        headed = {head.column for head in part.heads} | set(taken.values())
        for n in set(range(len(shape.columns))) - headed:
            texts = {
                cell.text for (row, c), cell in part.cells.items() if c == column and _is_ours(shape, row, n, cell)
            }
            if len(texts) >= _DISTINCT and _share(part, shape, column, n) >= _NEARLY:
                taken[column] = n
                break
    part.cells = {
        (row, taken.get(c, c)): cell._replace(doubt=cell.doubt or FOREIGN)
        if c in taken and not _is_ours(shape, row, taken[c], cell)
        else cell
        for (row, c), cell in part.cells.items()
        if c in taken or c >= 0
    }
    part.heads = [head._replace(column=taken.get(head.column, max(head.column, UNKNOWN))) for head in part.heads]


_DISTINCT, _NEARLY = 3, 0.7
"""Values that are not the same, and the share of all that are ours, by which a column is known without its head."""


def _is_ours(shape: RuleTable, row: int, column: int, cell: Cell) -> bool:
    return states(shape.rows[row].rules[column], cell.text)


_CLEAR = 0.3
"""By how much more of its values a column must be known than by those of another."""


def _share(part: Found, shape: RuleTable, column: int, n: int) -> float:
    """The share of a column's cells that have the values of one of ours."""
    cells = [(row, cell.text) for (row, c), cell in part.cells.items() if c == column]
    return sum(states(shape.rows[row].rules[n], text) for row, text in cells) / len(cells)


def _all_fit(part: Found, shape: RuleTable, column: int) -> bool:
    kind = shape.columns[0].kind
    return kind is not None and all(accepts(kind, cell.text) for (_, c), cell in part.cells.items() if c == column)
