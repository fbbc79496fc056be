"""A table that was recognised: which rule table it is, what its rows and columns are, and why."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from verify.recognition.code.evidence import Known
from verify.recognition.code.row_names import rows_needed
from verify.recognition.rule_tables import Shape


@dataclass
class Match:
    """A table that was recognised: the shape, the column of the row names, and what each row and column is."""

    shape: Shape
    names_in: int
    columns: dict[int, int]
    """Printed column → column of the shape."""
    rows: dict[int, int]
    """Printed row → row of the shape."""
    score: float
    fits: float
    """The share of its cells that are values of their column's kind."""
    evidence: list[str] = field(default_factory=list)
    captioned: bool = False
    """Whether what stands above it names it."""
    other: bool = False
    """Whether most of its values are nobody's, and no caption names it: a table of something else."""
    renamed: dict[int, int] = field(default_factory=dict)
    """Printed rows that can only be the row that is missing at that place, under another name."""
    strangers: list[int] = field(default_factory=list)
    """Printed rows that are no row of the shape."""
    absent: list[int] = field(default_factory=list)
    """Rows of the shape that are not printed."""
    known: dict[int, Known] = field(default_factory=dict)
    """In code, how each column is known and written."""
    reason: str = ""
    """In code, why it is meant or not."""
    also: list[Match] = field(default_factory=list)
    """Other tables that the same records are rows of: a mount and the weapon in it."""

    @property
    def is_nobodys(self) -> bool:
        """In code, whether things have mostly other values than the book's, or one of them stands there many times."""
        if rows_needed(self.shape) > 1 or any(made.called for made in self.known.values()):
            return False
        right = sum(made.notation.known for made in self.known.values())
        often = max(Counter(self.rows.values()).values(), default=0)
        return right * 2 < sum(made.notation.fits for made in self.known.values()) or often >= MANY_TIMES


MANY_TIMES = 3
"""How often one thing can stand in a table: other games have lasers too, in many sizes."""


def conflict(one: Match, other: Match) -> bool:
    """Whether two readings of a grid would compare a cell with different rules."""
    return any(_rule(one, r, c) != _rule(other, r, c) for r in one.rows.keys() & other.rows.keys() for c in one.columns)


def _rule(match: Match, row: int, column: int) -> str:
    if column not in match.columns:
        return ""
    rules = match.shape.rows[match.rows[row]].rules
    return rules[match.columns[column]] if match.columns[column] < len(rules) else ""
