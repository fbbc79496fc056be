"""What is read out of one document: facts, findings, and what each number was taken for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from verify.findings import Fact, Finding, Place
from verify.matched import Match
from verify.page import Grid, Layout, Passage


@dataclass(frozen=True)
class Worked:
    """An example in a text that has to be worked again: its name and the numbers that it gives."""

    name: str
    slots: tuple[tuple[str, Place], ...]


@dataclass
class Reading:
    """What was read out of one document."""

    file: str
    layout: Layout
    facts: list[Fact] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    worked: list[Worked] = field(default_factory=list)
    matches: list[tuple[Grid, Match]] = field(default_factory=list)
    marks: dict[tuple[int, int], str] = field(default_factory=dict)
    """What each number was taken for, by its line and column."""
    has_house_rules: bool = True
    """Whether any word of the document speaks of house rules; most do not, and need not be searched."""
    house: list[Place] = field(default_factory=list)
    """Where rules of the house stand, which are not compared."""
    said: list[tuple[Passage, list[Fact]]] = field(default_factory=list)
    """The facts of each passage."""

    def place(self, passage: Passage, offset: int = 0) -> Place:
        """The place of a character of a passage."""
        return Place(self.file, *passage.place(offset))

    def passages(self) -> Iterator[Passage]:
        """Every passage of the document, the cells of its tables and its lines of code among them."""
        yield from self.layout.passages
        yield from self.layout.code
        for grid in self.layout.grids:
            yield from grid.header
            for row in grid.rows:
                yield from row

    def mark(self, passage: Passage, what: str) -> None:
        """Say what the numbers of a passage were taken for, unless it is said already."""
        for token in passage.numbers:
            self.marks.setdefault(passage.place(token.start), what)
