"""The rows of a page: each finding with all that a reader wants of it, within bounds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.rulebook.raw import RAW
from errata.excerpts import Excerpt, Texts, excerpts
from errata.grouping import at_the_table, grouped, title_of
from errata.reports import Options, meant
from verify.codes import CODES, Code
from verify.findings import Finding, Report

VALUE, TEXT, EVIDENCE = 300, 1000, 12
"""Signs of a value, signs of a text, and pieces of evidence that are shown; JSON has all."""
_RECOGNISED = re.compile(r"\d+ of \d+ rows |columns: |[^:]+: known by ")
"""How evidence begins that tells why a table is taken for a rule's."""


@dataclass(frozen=True)
class Row:
    """A finding as it stands on a page."""

    finding: Finding
    id: str
    title: str
    path: str
    excerpt: Excerpt
    reason: str = ""
    """Why it is meant, if it is."""

    @property
    def code(self) -> Code:
        """Its finding code, with what to do."""
        return CODES[self.finding.code]

    @property
    def rule(self) -> str:
        """The id of its rule or table, if it is about one."""
        return self.finding.rule if self.finding.rule in RAW or self.finding.rule in RAW.tables else ""

    @property
    def book(self) -> str:
        """What the book has."""
        return _cut(self.finding.expected, VALUE)

    @property
    def here(self) -> str:
        """What stands there."""
        return _cut(self.finding.actual, VALUE)

    @property
    def book_order(self) -> str:
        """What the book has, for sorting."""
        return in_order(self.book)

    @property
    def here_order(self) -> str:
        """What stands there, for sorting."""
        return in_order(self.here)

    @property
    def message(self) -> str:
        """What is said of it."""
        return _cut(self.finding.message, TEXT)

    @property
    def says_more(self) -> bool:
        """Whether its message says what its two values do not."""
        return self.finding.code[:3] != "RC2" or not (self.finding.expected and self.finding.actual)

    @property
    def played(self) -> str:
        """What it does at the table."""
        return _cut(at_the_table(self.finding), TEXT)

    @property
    def weight(self) -> str:
        """How much it matters, for sorting."""
        return f"{float(self.finding.weight):.4f}" if self.finding.weight else "0"

    @property
    def evidence(self) -> list[str]:
        """What may have led to it and who has it otherwise, then why it is taken for this."""
        ordered = sorted(self.finding.evidence, key=lambda line: bool(_RECOGNISED.match(line)))
        return [_cut(line, TEXT) for line in ordered[:EVIDENCE]]


_NUMBER = re.compile(r"(?:DM|MCr|Cr|×)? ?([+\-−]?)([\d,]+(?:\.\d+)?)")


def in_order(text: str) -> str:
    """A value as it is sorted: by the number that it begins with, else by its letters.

    >>> in_order("+1"), in_order("DM-4"), in_order("MCr1,250.5"), in_order("Long")
    ('1', '-4', '1250.5', 'Long')
    """
    found = _NUMBER.match(text)
    if found is None:
        return text
    return ("-" if found[1] in ("-", "−") else "") + found[2].replace(",", "")


def rows(report: Report) -> list[Row]:
    """All findings, the gravest first; of code, those on one rule stand together."""
    ordered = report.sorted()
    if report.is_of_code:
        ordered = [finding for group in grouped(ordered) for finding in group.findings]
    return list(_rows([(finding, "") for finding in ordered], report.texts, "f"))


def suppressed(report: Report, options: Options) -> list[Row]:
    """What is meant, with the reasons, if it is to be shown."""
    return list(_rows(meant(report, options), report.texts, "s"))


def _rows(found: Sequence[tuple[Finding, str]], texts: Texts, kind: str) -> Iterator[Row]:
    cuts = excerpts([finding for finding, _ in found], texts)
    ids = anchors((finding for finding, _ in found), kind)
    for (finding, reason), id, excerpt in zip(found, ids, cuts, strict=True):
        yield Row(finding, id, title_of(finding), _cut(finding.place.file, VALUE), excerpt, _cut(reason, TEXT))


def anchors(findings: Iterable[Finding], kind: str = "f") -> Iterator[str]:
    """A name for each finding that stays the same from run to run, and is its own on the page."""
    seen: dict[str, int] = {}
    for finding in findings:
        mark = finding.fingerprint
        seen[mark] = seen.get(mark, 0) + 1
        yield f"{kind}-{mark}" + (f"-{seen[mark]}" if seen[mark] > 1 else "")


def codes_of(rows: Iterable[Row]) -> list[Code]:
    """The finding codes that occur, in order."""
    return [CODES[id] for id in sorted({row.finding.code for row in rows})]


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
