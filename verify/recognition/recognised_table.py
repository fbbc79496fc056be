"""A recognised table: which rule table a grid is, what its rows and columns are, and the evidence for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from typing import TypeVar

from verify.grids import Grid
from verify.recognition.rule_tables import RuleTable


@dataclass
class Match:
    """A grid that may be a rule table: the column of the row names, and what each row and column is."""

    rule_table: RuleTable
    names_in: int
    columns: dict[int, int]
    """Column of the grid → column of the rule table."""
    rows: dict[int, int]
    """Row of the grid → row of the rule table."""
    score: float
    """How well it fits, to choose among several matches of one grid."""
    fits: float = 1
    """The share of its cells that are values of their column's kind."""
    evidence: list[str] = field(default_factory=list)
    captioned: bool = False
    """Whether a caption names the rule table."""
    other: bool = False
    """Whether most of its values are nobody's and no caption names it: a table of something else."""
    renamed: dict[int, int] = field(default_factory=dict)
    """Rows of the grid under an unknown name that can only be the row that is missing at that place."""
    strangers: list[int] = field(default_factory=list)
    """Rows of the grid that are no row of the rule table."""
    absent: list[int] = field(default_factory=list)
    """Rows of the rule table that the grid lacks."""

    def rule(self, n: int, c: int) -> str:
        """The rule of a cell of the grid; empty if there is none."""
        return self.rule_table.rows[self.rows[n]].rules[self.columns[c]] if c in self.columns else ""


def conflict(match: Match, other: Match) -> bool:
    """Whether two matches of a grid would compare a cell with different rules."""
    common = match.rows.keys() & other.rows.keys()
    return any(match.rule(n, c) != other.rule(n, c) for n in common for c in match.columns)


MOST_CACHED = 2048
"""Grids whose result is kept."""
T = TypeVar("T")


def cached_by_content(recognise: Callable[[Grid], T]) -> Callable[[Grid], T]:
    """Caches a function of grids by their text, so that a table that stands in many files is recognised once."""
    results: dict[object, T] = {}

    @wraps(recognise)
    def cached(grid: Grid) -> T:
        cells = tuple([tuple([cell.text for cell in row]) for row in (grid.header, *grid.rows)])
        key = (cells, grid.context[-2:], grid.scopes, grid.siblings)
        if key not in results:
            if len(results) >= MOST_CACHED:
                results.clear()
            results[key] = recognise(grid)
        return results[key]

    return cached
