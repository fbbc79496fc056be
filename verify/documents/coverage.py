"""Coverage: every number of a document, and what it was taken for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from verify.documents.files import Document
from verify.documents.reading import Reading

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


def account_for(document: Document, reading: Reading) -> Account:
    """What each number of a document was taken for: a table's, a claim's, a cite or heading, or nothing's."""
    account = Account(document)
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
            account.numbers.append(Number(*place, token.text, mark, around))
    account.numbers += [Number(line, column, str(n), "cite") for line, column, n in reading.layout.numbering]
    account.numbers.sort()
    return account
