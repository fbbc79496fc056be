"""Coverage: every number of a document, and what it was taken for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from verify.documents.files import Document

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
