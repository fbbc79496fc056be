"""What a table has besides the rows and columns that are known of it, so that nothing in it is dropped."""

from __future__ import annotations

from dataclasses import replace

from errata.house.english.said_values import has_value
from verify.grids import Grid, Passage
from verify.recognition.recognised_table import Match
from verify.recognition.values import bare

SOURCES = frozenset({"source", "sources", "page", "pages", "ref", "reference", "cite", "book"})
"""Heads of columns that only say where something is printed."""


def strangers(grid: Grid, match: Match) -> Grid | None:
    """A table of the rows that are none of the book's, and of values in columns that it does not have; or None."""
    known = match.rows | match.renamed
    if match.names_in:
        return None
    heads = [bare(head.text).lower() for head in grid.header]
    left = {
        c for c in range(1, len(heads)) if c not in match.columns and SOURCES.isdisjoint(heads[c].split()) and heads[c]
    }
    rows = [row if n not in known else _only(row, left) for n, row in enumerate(grid.rows)]
    rows = [row for row in rows if any(has_value(cell.text) for cell in row[1:])]
    return replace(grid, rows=rows) if rows else None


def _only(row: list[Passage], columns: set[int]) -> list[Passage]:
    """A row with its name and the values of some of its columns."""
    return [
        cell if not c or (c in columns and has_value(cell.text)) else Passage("", cell.line)
        for c, cell in enumerate(row)
    ]


def has_values_before(grid: Grid, match: Match) -> bool:
    """Whether a table is known by a column behind its first one alone, and has values of something else before that."""
    before = range(1, match.names_in)
    return any(has_value(row[c].text) for row in grid.rows for c in before if c < len(row) and c not in match.columns)
