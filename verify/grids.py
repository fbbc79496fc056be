"""Text and tables as they are laid out in a document or in code: passages, grids of them, each with its place."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import NamedTuple

from verify.tokens import Token, words_of


@dataclass
class Passage:
    """Some text of a document: a paragraph, an item of a list, a heading or a cell, with its place."""

    text: str
    line: int
    column: int = 1
    context: tuple[str, ...] = ()
    """What stands above it: headings, the paragraph that a list belongs to, a table's caption, row and column."""
    heading: bool = False
    lost: bool = False
    """An empty cell whose content the scanner lost."""
    starts: list[tuple[int, int, int]] = field(default_factory=list)
    """For text that was put together from several lines: offset, line and column of each part."""

    @property
    def tokens(self) -> list[Token]:
        """Its words and numbers."""
        return words_of(self.text).tokens

    @property
    def numbers(self) -> list[Token]:
        """What of it is no word: numbers, pages, dates, rulings, years."""
        return words_of(self.text).numbers

    def place(self, offset: int) -> tuple[int, int]:
        """The line and column of a character of the text."""
        if not self.starts:
            return self.line, self.column + offset
        start, line, column = self.starts[bisect_right(self.starts, (offset, 1 << 60, 0)) - 1]
        return line, column + offset - start

    def join(self, other: Passage, glue: str = "\n") -> None:
        """Add the text of a passage that goes on from this one."""
        if not self.starts:
            self.starts = [(0, self.line, self.column)]
        self.text += glue
        offset = len(self.text)
        self.starts += [
            (offset + at, line, column) for at, line, column in other.starts or [(0, other.line, other.column)]
        ]
        self.text += other.text

    def part(self, start: int, end: int) -> Passage:
        """A piece of the text as a passage of its own."""
        line, column = self.place(start)
        return Passage(self.text[start:end], line, column, self.context)


POSITION = "#"
"""The heading over rows that have no names but their place in a list."""


class Oddity(NamedTuple):
    """What is odd about a row: its line, and the code, case and words of the finding."""

    line: int
    code: str
    case: str
    words: dict[str, str]


@dataclass
class Grid:
    """A table as it is laid out: a header if there is one, and rows of cells."""

    header: list[Passage]
    rows: list[list[Passage]]
    context: tuple[str, ...]
    line: int
    oddities: list[Oddity] = field(default_factory=list)
    scopes: tuple[tuple[str, str], ...] = ()
    """In code, what stands around it and where: file, class, function, comment, name or key, the outermost first."""
    siblings: int = 0
    """In code, how many others with mostly the same keys stand beside it."""
    partial: bool = False
    """In code, whether it has entries that are worked out and cannot be read."""
    item: str = ""
    """In code, which of the things in a list it stands in, by name or by number."""
    unread: tuple[tuple[str, int, int], ...] = ()
    """In code, the names of entries that are worked out, with the line and column of their values."""
    gaps: tuple[tuple[int, str, int, int, bool], ...] = ()
    """In code, the fields of records that are no literals: row, field, line and column, and if they are worked out."""

    @property
    def width(self) -> int:
        """How many cells its longest row has."""
        return max((len(row) for row in self.rows), default=0)

    def heading(self, c: int) -> str:
        """The heading of a column; empty if it has none."""
        return self.header[c].text if c < len(self.header) else ""

    def text(self, n: int, c: int) -> str:
        """The text of a cell; empty if its row is too short."""
        return self.rows[n][c].text if c < len(self.rows[n]) else ""

    def texts(self, c: int) -> list[str]:
        """The text of a column in each row; empty where the row is too short."""
        return [self.text(n, c) for n in range(len(self.rows))]


@dataclass
class Layout:
    """What a document holds, in order."""

    passages: list[Passage]
    grids: list[Grid]
    numbering: list[tuple[int, int, int]]
    """Numbers of list items: line, column, number."""
    code: list[Passage] = field(default_factory=list)
    """Lines of code, which are not read; their numbers are counted."""
    left_out: list[tuple[int, int]] = field(default_factory=list)
    """Lines that are too long to be text, and how long they are."""
