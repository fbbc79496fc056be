"""Codebases side by side: the values of each for a rule, compared with the book, with links to findings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from engine.rulebook.raw import RAW
from errata.report import Matrix
from verify.findings import Finding

MARKS = {"differs": "≠", "contested": "?", "agrees": "✓", "silent": ""}
"""The symbol for each result of the comparison with the book, the gravest first."""


class Cell(NamedTuple):
    """The values of a codebase for a rule, how they compare with the book, and a link to the finding."""

    mark: str
    text: str
    href: str = ""

    @property
    def sign(self) -> str:
        """The symbol for how it compares."""
        return MARKS[self.mark]


class Side(NamedTuple):
    """A rule with the values of the book and of each codebase."""

    rule: str
    title: str
    book: str
    source: str
    cells: tuple[Cell, ...]
    outlier: bool
    """Whether most of the codebases that have it differ from the reference."""

    @property
    def mark(self) -> str:
        """The gravest result among the codebases."""
        return next(mark for mark in MARKS if any(cell.mark == mark for cell in self.cells))


Linked = Mapping[str, Iterable[tuple[Finding, str]]]
"""The findings of each codebase, the gravest first, each with its link."""


def sides(matrix: Matrix, linked: Linked) -> list[Side]:
    """The rows of a matrix, rules with departures first."""
    departures: dict[tuple[str, str], list[tuple[Finding, str]]] = defaultdict(list)
    for name, findings in linked.items():
        for finding, href in findings:
            if finding.verdict in ("differs", "contested"):
                departures[name, finding.rule].append((finding, href))
    rows = []
    for rule, values in matrix.rows:
        book = RAW.rule(rule)
        stated = zip(matrix.names, values, strict=True)
        cells = tuple(_cell(value, departures[name, rule], book.text) for name, value in stated)
        rows.append(Side(rule, book.title, book.text, book.cite, cells, rule in matrix.outliers))
    return sorted(rows, key=lambda side: list(MARKS).index(side.mark))


def _cell(value: str, findings: list[tuple[Finding, str]], book: str) -> Cell:
    if not value:
        return Cell("silent", "")
    if value == "✓":
        return Cell("agrees", book)
    differing = [(finding, link) for finding, link in findings if finding.verdict == "differs"]
    href = next((link for _, link in differing or findings), "")
    text = value.replace("✓", book)
    return Cell("differs" if differing or not findings else "contested", text, href)
