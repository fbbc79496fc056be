"""Recognition: which rule table a grid is, which row and column each of its cells is, and why.

One piece of code for every source. It weighs row names, column names, the caption and what kind of values there are,
and writes down its evidence. The same row names can belong to several tables, so the columns and the caption decide.
"""

from __future__ import annotations

from functools import lru_cache

from verify.grids import Grid
from verify.recognition.match import Match


class _Content:
    """What a grid holds, so that a table that stands in many documents is recognised once."""

    __slots__ = ("grid", "key")

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        cells = tuple(tuple(cell.text for cell in row) for row in (grid.header, *grid.rows))
        self.key = (cells, grid.context[-2:], grid.scopes, grid.siblings)

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Content) and self.key == other.key


def recognise(grid: Grid) -> tuple[Match | None, list[Match]]:
    """The rule table that a grid is, if it is one beyond doubt, and the best guesses."""
    return _recognised(_Content(grid))


@lru_cache(maxsize=2048)
def _recognised(content: _Content) -> tuple[Match | None, list[Match]]:
    grid = content.grid
    if grid.scopes:
        from verify.recognition.code.tables import recognise_in_code

        return recognise_in_code(grid)
    from verify.recognition.document_tables import recognise_in_document

    return recognise_in_document(grid)
