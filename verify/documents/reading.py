"""The result of reading one document: facts, findings, and what each number was taken for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from verify.documents.coverage import Account, Number
from verify.documents.files import Document
from verify.findings import Fact, Finding, Place, WorkedExample
from verify.grids import Grid, Layout, Passage
from verify.recognition.recognised_table import Match


@dataclass
class Reading:
    """What was read out of one document so far; the readers of tables and sentences add to it."""

    file: str
    layout: Layout
    facts: list[Fact] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    worked: list[WorkedExample] = field(default_factory=list)
    matches: list[tuple[Grid, Match]] = field(default_factory=list)
    marks: dict[tuple[int, int], str] = field(default_factory=dict)
    """What each number was taken for, by its line and column."""
    has_house_rules: bool = True
    """Whether the document has any word of house rules at all; most have none and need no search."""
    house: list[Place] = field(default_factory=list)
    """The places of house rules, which are not compared."""
    passage_facts: list[tuple[Passage, list[Fact]]] = field(default_factory=list)
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
        """Note what the numbers of a passage were taken for, unless that is noted already."""
        for token in passage.numbers:
            self.marks.setdefault(passage.place(token.start), what)

    def account(self, document: Document) -> Account:
        """The coverage: what each number was taken for, a table's, a claim's, a cite or heading, or nothing's."""
        account = Account(document)
        seen = set()
        for passage in self.passages():
            for token in passage.numbers:
                place = passage.place(token.start)
                if place in seen or (token.damaged and place not in self.marks):
                    continue
                seen.add(place)
                mark, around = self.marks.get(place, ""), ""
                if mark == "heading" or (not mark and (token.kind != "number" or passage.heading)):
                    mark = "cite"
                elif not mark:
                    mark = "unclaimed"
                    around = " ".join(passage.text[max(0, token.start - 30) : token.end + 30].split())
                account.numbers.append(Number(*place, token.text, mark, around))
        account.numbers += [Number(line, column, str(n), "cite") for line, column, n in self.layout.numbering]
        account.numbers.sort()
        return account
