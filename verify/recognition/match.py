"""A recognised table: which rule table a grid is, what its rows and columns are, and the evidence for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache, wraps
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


def conflict(match: Match, other: Match) -> bool:
    """Whether two matches of a grid would compare a cell with different rules."""
    common = match.rows.keys() & other.rows.keys()
    return any(_rule(match, row, column) != _rule(other, row, column) for row in common for column in match.columns)


def _rule(match: Match, row: int, column: int) -> str:
    if column not in match.columns:
        return ""
    rules = match.rule_table.rows[match.rows[row]].rules
    return rules[match.columns[column]] if match.columns[column] < len(rules) else ""


class _Content:
    """A grid that equals another if both hold the same text in the same surroundings."""

    __slots__ = ("grid", "key")

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        cells = tuple(tuple(cell.text for cell in row) for row in (grid.header, *grid.rows))
        self.key = (cells, grid.context[-2:], grid.scopes, grid.siblings)

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Content) and self.key == other.key


T = TypeVar("T")


def cached_by_content(recognise: Callable[[Grid], T]) -> Callable[[Grid], T]:
    """Caches a function of grids by their text, so that a table that stands in many files is recognised once."""

    @lru_cache(maxsize=2048)
    def recognised(content: _Content) -> T:
        return recognise(content.grid)

    @wraps(recognise)
    def cached(grid: Grid) -> T:
        return recognised(_Content(grid))

    return cached
