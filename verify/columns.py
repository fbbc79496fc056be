"""Which column of a rule table each printed column is: by its heading, by what stands above, or by its values."""

from __future__ import annotations

from engine.rulebook.names import normal
from engine.rulebook.raw import RAW
from verify.agreement import accepts, states
from verify.page import Grid
from verify.shapes import Column, Shape
from verify.values import bare


def columns_by_heading(grid: Grid, shape: Shape, names_in: int) -> dict[int, int]:
    """Printed columns that are known by their headings, or because there is only one that it can be."""
    columns: dict[int, int] = {}
    for n, cell in enumerate(grid.header):
        column = shape.find_column(bare(cell.text))
        if n != names_in and column is not None and column not in columns.values():
            columns[n] = column
    own = _own_column(grid, shape, names_in)
    if own is not None and own not in columns.values():
        columns[names_in] = own
    rest = [n for n in range(len(grid.header)) if n != names_in and n not in columns]
    free = [c for c in range(len(shape.columns)) if c not in columns.values()]
    if len(rest) == 1 and len(free) == 1 and not columns.keys() - {names_in} and len(shape.columns) <= 2:
        columns[rest[0]] = free[0]
    return columns


def columns_by_values(
    grid: Grid, shape: Shape, names_in: int, rows: dict[int, int], known: dict[int, int]
) -> dict[int, int]:
    """Columns under a heading that is not known, by what stands in them: the caption names one, or the values do."""
    found: dict[int, int] = {}
    for c in (c for c in range(len(grid.header)) if c != names_in and c not in known):
        cells = [
            (row, grid.rows[n][c].text) for n, row in rows.items() if c < len(grid.rows[n]) and grid.rows[n][c].text
        ]
        free = [k for k in range(len(shape.columns)) if k not in known.values() and k not in found.values()]
        fitting = [k for k in free if cells and all(_fits(shape, k, text) for _, text in cells)]
        named = [k for k in fitting if not grid.header[c].text and _is_named(shape.columns[k], grid)]
        same = {k: sum(states(shape.rows[row].rules[k], text) for row, text in cells) for k in fitting}
        best = max(same, key=lambda k: same[k], default=None)
        if len(named) == 1:
            found[c] = named[0]
        elif best is not None and _is_told(shape, best, cells, same[best]):
            found[c] = best
    return found


_TELLING = ("credits", "dice", "traits", "kilometres", "price", "signed percent", "posts", "range band")
"""Kinds whose values are hardly ever those of another column."""


def _is_told(shape: Shape, column: int, cells: list[tuple[int, str]], same: int) -> bool:
    """Whether the values are those of a column: half of them where they are telling, nearly all where they are not."""
    kind = shape.columns[column].kind
    if kind is not None and kind.name in _TELLING:
        full = sum(bool(RAW[rule]) for row, text in cells if states(rule := shape.rows[row].rules[column], text))
        return full >= 2 and same * 2 >= len(cells)
    return same * 10 >= len(cells) * 8 and _tell(shape, column, cells) >= 3


def _tell(shape: Shape, column: int, cells: list[tuple[int, str]]) -> int:
    """How many different values of a column stand in the cells: noughts and ones alone could be anything."""
    return len({RAW[rule] for row, text in cells if states(rule := shape.rows[row].rules[column], text)})


def _fits(shape: Shape, column: int, text: str) -> bool:
    kind = shape.columns[column].kind
    return kind is not None and kind.name != "prose" and accepts(kind, text)


def _is_named(column: Column, grid: Grid) -> bool:
    """Whether what stands above a table names a column of it: `Range DMs` names the DM."""
    above = normal(" ".join(grid.context[-2:]))
    return any(len(name) > 1 and name in above for name in column.names)


def _own_column(grid: Grid, shape: Shape, names_in: int) -> int | None:
    """The column of the shape that the row names are values of themselves, such as the bands of a roll."""
    cells = [row[names_in] for row in grid.rows if names_in < len(row) and row[names_in].text]
    named = shape.find_column(bare(grid.header[names_in].text)) if names_in < len(grid.header) else None
    for column in (c for c in (named, shape.key) if c is not None):
        kind = shape.columns[column].kind
        if kind is not None and sum(accepts(kind, cell.text) for cell in cells) * 2 > len(cells):
            return column
    return None
