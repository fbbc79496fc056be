"""What was read of a book: its rule tables, cell by cell, each with its place and what is in doubt of it."""

from __future__ import annotations

from typing import NamedTuple

from verify.pdf.units import NOTHING, Unit
from verify.pdf.words import Box


class CellRead(NamedTuple):
    """A cell as it was read: its rule, what stands there, where, and why it is in doubt if it is."""

    rule: str
    text: str
    page: int
    number: str
    """The printed number of its page."""
    box: Box
    turn: int
    sure: float
    doubt: str
    note: str
    scanned: bool
    unit: Unit | None = NOTHING
    """What its head says of the numbers below it; None if it has no head."""
    others: tuple[tuple[str, str], ...] = ()
    """What copies of the table print in its place: the page, as it is told, and the text."""
    is_layer: bool = False
    """Whether it was read from the text layer of a scan."""
    is_chosen: bool = True
    """Whether the cite chooses between it and the copies."""
    is_held: bool = False
    """Whether its words stand between the lines of a cell, and both readings of it agree."""


class TableRead(NamedTuple):
    """A rule table as a book has it, or why it has it not."""

    id: str
    pages: tuple[int, ...]
    """Empty if it was not found."""
    numbers: tuple[str, ...]
    cells: tuple[CellRead, ...]
    missing: tuple[str, ...]
    """Rules of rows and columns that it does not have."""
    is_cited: bool
    """Whether it stands on a page that its cite names."""
    problem: str
    """Why it was not found, if a page was the reason."""
    parts: tuple[tuple[int, int, Box], ...] = ()
    """Where it stands: page, turn and box of each part."""
    why: str = ""
    """What the pages have that it was sought on, if it was not found."""
