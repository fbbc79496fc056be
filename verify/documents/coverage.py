"""What is read out of one document: facts, findings, and what each number was taken for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from verify.findings import Fact, Finding, Place
from verify.grids import Grid, Layout, Passage
from verify.recognition.match import Match

if TYPE_CHECKING:
    from verify.documents.files import Document


@dataclass(frozen=True, slots=True)
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


# Coverage: every number of a document, and what it was taken for.


CATEGORIES = ("table", "claim", "cite", "unclaimed")


class Number(NamedTuple):
    """A number in a document: its place, its text, and what it was taken for."""

    line: int
    column: int
    text: str
    category: str
    around: str = ""
    """The text around one that nothing accounts for."""


@dataclass
class Account:
    """Every number of one document."""

    document: Document
    numbers: list[Number] = field(default_factory=list)

    def count(self, category: str) -> int:
        """How many numbers were taken for this."""
        return sum(number.category == category for number in self.numbers)

    @property
    def unclaimed_count(self) -> int:
        """How many nothing accounts for."""
        return self.count("unclaimed")

    @property
    def unclaimed(self) -> list[Number]:
        """Those that nothing accounts for."""
        return [number for number in self.numbers if number.category == "unclaimed"]

    @property
    def share(self) -> float:
        """The share that is accounted for, for display."""
        return 1 - self.unclaimed_count / len(self.numbers) if self.numbers else 1.0


def account(document: Document, reading: Reading) -> Account:
    """What each number of a document was taken for: a table's, a claim's, a cite or heading, or nothing's."""
    made = Account(document)
    seen = set()
    for passage in reading.passages():
        for token in passage.numbers:
            place = passage.place(token.start)
            if place in seen or (token.damaged and place not in reading.marks):
                continue
            seen.add(place)
            mark = reading.marks.get(place, "")
            if mark not in ("table", "claim"):
                mark = "cite" if mark == "heading" or token.kind != "number" or passage.heading else "unclaimed"
            text = passage.text
            around = " ".join(text[max(0, token.start - 30) : token.end + 30].split()) if mark == "unclaimed" else ""
            made.numbers.append(Number(*place, token.text, mark, around))
    made.numbers += [Number(line, column, str(n), "cite") for line, column, n in reading.layout.numbering]
    made.numbers.sort()
    return made
