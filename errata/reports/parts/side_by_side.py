"""Side by side: what each codebase has for a rule, how that stands to the book, and the finding that says so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from engine.rulebook.raw import RAW
from errata.report import Matrix
from verify.findings import Finding

MARKS = {"differs": "≠", "contested": "?", "agrees": "✓", "silent": ""}
"""How a codebase stands to the book on a rule, what matters most first, and the sign for it."""


class Cell(NamedTuple):
    """What a codebase has for a rule: how that stands to the book, the values, and where more is said."""

    mark: str
    text: str
    href: str = ""

    @property
    def sign(self) -> str:
        """The sign for it."""
        return MARKS[self.mark]


class Side(NamedTuple):
    """A rule with what the book and each codebase have."""

    rule: str
    title: str
    book: str
    source: str
    cells: tuple[Cell, ...]
    outlier: bool
    """Whether most of those that state it have it differently from the reference."""

    @property
    def mark(self) -> str:
        """How the codebase that departs most stands to the book."""
        return next(mark for mark in MARKS if any(cell.mark == mark for cell in self.cells))


Linked = Mapping[str, Iterable[tuple[Finding, str]]]
"""The findings of each codebase, the gravest first, each with a link to it."""


def sides(matrix: Matrix, linked: Linked) -> list[Side]:
    """The rows of a matrix, those on which somebody departs first."""
    found: dict[tuple[str, str], list[tuple[Finding, str]]] = {}
    for name, findings in linked.items():
        for finding, href in findings:
            if finding.verdict in ("differs", "contested"):
                found.setdefault((name, finding.rule), []).append((finding, href))
    made = []
    for rule, values in matrix.rows:
        book = RAW.rule(rule)
        cells = tuple(
            _cell(value, found.get((name, rule), []), book.text)
            for name, value in zip(matrix.names, values, strict=True)
        )
        made.append(Side(rule, book.title, book.text, book.cite, cells, rule in matrix.outliers))
    return sorted(made, key=lambda side: list(MARKS).index(side.mark))


def _cell(value: str, found: list[tuple[Finding, str]], book: str) -> Cell:
    if not value:
        return Cell("silent", "")
    if value == "✓":
        return Cell("agrees", book)
    plain = [one for one in found if one[0].verdict == "differs"]
    href = next((link for _, link in plain or found), "")
    text = value.replace("✓", book)
    return Cell("differs" if plain or not found else "contested", text, href)
