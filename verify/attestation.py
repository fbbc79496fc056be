"""An attestation says which values of ours were seen in print, on which page of which book, without the book's text.

A value is kept as a fingerprint of ours, so that the attestation goes stale when our value changes, and only then.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from engine.errors import RawcheckError
from engine.rulebook.editions import CITED_EDITIONS
from engine.rulebook.kinds import Kind
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rule, Rulebook
from engine.rulebook.values import Value
from verify.bounded_files import Unreadable, read_plain
from verify.finding_codes import Chapter
from verify.findings import Fact, Finding, Place, Results, Verdict

MAX_BYTES = 20_000_000
_PAGES = 1_000_000
"""More pages than any file has."""


class WrongAttestation(RawcheckError):
    """A file that is no attestation; the message names the file and what is wrong with it."""


class Witness(NamedTuple):
    """A book that was looked at."""

    id: str
    title: str
    edition: str
    sha256: str
    date: str


class Seen(NamedTuple):
    """A value that was seen in print: its fingerprint, the book, the printed page and that of the file."""

    mark: str
    book: Witness
    page: str
    of_file: int = 0

    @property
    def where(self) -> str:
        """The book and page, and the day."""
        page = f" p. {self.page}" if self.page else f" page {self.of_file} of the file" if self.of_file else ""
        return f"{f'{self.book.id} {self.book.edition}'.strip()}{page}, attested {self.book.date}"

    def __str__(self) -> str:
        return f"seen in print: {self.where}"


@dataclass(frozen=True, slots=True)
class Attestation:
    """What was seen in print, by rule."""

    name: str
    seen: Mapping[str, Seen]

    def of(self, rule: str, value: Value, kind: Kind) -> Seen | None:
        """The record that this value of a rule was seen in print; None if there is none."""
        seen = self.seen.get(rule)
        return seen if seen is not None and seen.mark == mark(rule, kind.text(value)) else None

    def stale(self, rulebook: Rulebook = RAW) -> list[str]:
        """The rules whose values are no longer those that were seen."""
        known = (rule for rule in sorted(self.seen) if rule in rulebook)
        return [rule for rule in known if self.seen[rule].mark != mark(rule, rulebook.rule(rule).text)]


def mark(rule: str, text: str) -> str:
    """The fingerprint of a value of a rule."""
    return hashlib.sha256(f"{rule}\0{text}".encode()).hexdigest()[:16]


Confirmed = tuple[str, int, str] | tuple[str, int, str, int]
"""A rule that was confirmed: the number of its book, the printed page and, where it is known, that of the file."""


def written(books: Sequence[Witness], cells: Iterable[Confirmed]) -> str:
    """An attestation as text: books, and for each rule that was confirmed the number of its book and the page."""
    seen_cells = [
        {"rule": rule, "value": mark(rule, RAW.rule(rule).text), "book": book, "page": page}
        | ({"page_of_file": of_file[0]} if of_file else {})
        for rule, book, page, *of_file in sorted(set(cells))
    ]
    lines = ",\n".join(f"  {json.dumps(cell)}" for cell in seen_cells)
    heads = ",\n".join(f"  {json.dumps(book._asdict(), ensure_ascii=False)}" for book in books)
    return f'{{"rawcheck": "attestation", "version": 1,\n "books": [\n{heads}\n ],\n "cells": [\n{lines}\n ]}}'


def load(path: Path, name: str = "") -> Attestation:
    """Read an attestation."""
    name = name or path.as_posix()
    try:
        data = json.loads(read_plain(path, MAX_BYTES).decode("utf-8-sig"))
    except Unreadable as error:
        raise WrongAttestation(f"{name}: {error}") from error
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise WrongAttestation(f"{name}: it is no attestation, nor JSON at all") from error
    if not isinstance(data, dict) or data.get("rawcheck") != "attestation":
        raise WrongAttestation(f"{name}: it is no attestation; rawcheck pdf --attest writes one")
    if data.get("version") != 1:
        raise WrongAttestation(f"{name}: it is of a later version of rawcheck")
    try:
        books = [Witness(**{field: _text(book[field]) for field in Witness._fields}) for book in data["books"]]
        dates = [date.fromisoformat(book.date) for book in books]
        cells = []
        for cell in data["cells"]:
            book = books[_index(cell["book"], len(books))]
            of_file = _index(cell.get("page_of_file", 0), _PAGES)
            cells.append((_text(cell["rule"]), Seen(_text(cell["value"]), book, _text(cell["page"]), of_file)))
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise WrongAttestation(f"{name}: a book or a cell in it is not as rawcheck pdf --attest writes it") from error
    for problem in _problems(books, dates, [(cell["rule"], cell["book"]) for cell in data["cells"]]):
        raise WrongAttestation(f"{name}: {problem}; rawcheck pdf --attest writes it anew")
    return Attestation(name, dict(cells))


def _problems(books: Sequence[Witness], dates: Sequence[date], cells: Sequence[tuple[str, int]]) -> Iterator[str]:
    """The reasons why an attestation cannot be true."""
    for book, seen_on in zip(books, dates, strict=True):
        cited_edition = CITED_EDITIONS.get(book.id, "")
        if not cited_edition:
            yield f"it is by a book {book.id!r}, and the rules are cited from {' and '.join(CITED_EDITIONS)}"
        if not re.fullmatch("[0-9a-f]{64}", book.sha256):
            yield f"the SHA-256 of {book.id} is none"
        if seen_on > date.today() + timedelta(days=1):  # it may be tomorrow elsewhere
            yield f"{book.id} was seen on {seen_on}, which is yet to come"
        if cited_edition and book.edition and book.edition != cited_edition:
            yield f"it is by {book.id} {book.edition}, and the rules are cited from {book.id} {cited_edition}"
    for (rule, number), count in Counter(cells).items():
        if count > 1 and rule in RAW:
            yield f"{rule} stands there {count} times for {books[number].id}"


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value.isprintable() or len(value) > 300:
        raise ValueError(value)
    return value


def _index(value: Any, length: int) -> int:
    if type(value) is not int or not 0 <= value < length:
        raise ValueError(value)
    return value


def applied(report: Results, attestation: Attestation, file: str) -> None:
    """Add an attestation to the results: evidence for values seen in print, findings for what has changed since."""
    rulebook, report.seen = report.rulebook, 0
    facts: list[tuple[Fact, Verdict]] = []
    for fact, verdict in report.facts:
        known = rulebook.rules.get(fact.rule)
        seen = attestation.of(fact.rule, fact.value, known.kind) if known is not None and not fact.problem else None
        if seen is not None:
            report.seen += verdict == "agrees"
            fact = fact._replace(evidence=(*fact.evidence, str(seen)))
        facts.append((fact, verdict))
    report.facts = facts
    stale = attestation.stale(rulebook)
    current = {rule: attestation.seen[rule] for rule in attestation.seen.keys() - set(stale)}
    report.findings = [_with_evidence(finding, current) for finding in report.findings]
    for rule, seen in sorted(attestation.seen.items()):
        if rule not in rulebook and rule not in RAW:
            words = {"where": seen.where}
            report.findings.append(Finding("RC608", "unchecked", Place(file), rule, case="unknown", words=words))
    report.findings += _gathered([_changed(rule, report, attestation, file) for rule in stale], attestation)
    for fact, verdict in report.facts:
        if verdict == "differs" and fact.by == "table" and fact.rule in current:
            report.findings.append(_changed_cell(fact, rulebook.rule(fact.rule), current[fact.rule]))


def _with_evidence(finding: Finding, current: Mapping[str, Seen]) -> Finding:
    """A finding with the evidence that the expected value was seen in print."""
    if finding.rule not in current or finding.chapter not in _OF_VALUES:
        return finding
    return replace(finding, evidence=(*finding.evidence, f"{finding.expected} was {current[finding.rule]}"))


_OF_VALUES = (Chapter.VALUES, Chapter.TABLES, Chapter.DOCUMENTS, Chapter.BOOKS)
_SINGLE = 3
"""The most changed cells of a table that get a finding each."""


def _gathered(findings: Sequence[Finding], attestation: Attestation) -> Iterator[Finding]:
    """The findings on changed values; many of one table that no document still has become one."""
    groups: dict[tuple[str, str], list[Finding]] = {}
    for finding in findings:
        rule = RAW.rules.get(finding.rule)
        table = rule.section if rule is not None and rule.row else ""
        key = (table, attestation.seen[finding.rule].where) if table and not finding.expected else (finding.rule, "")
        groups.setdefault(key, []).append(finding)
    for (table, where), group in groups.items():
        if len(group) <= _SINGLE:
            yield from group
            continue
        words = {"count": str(len(group)), "where": where}
        cells = tuple(finding.rule.removeprefix(f"{table}/") for finding in group)
        yield replace(group[0], rule=table, actual="", evidence=cells, case="many", words=words)


def _changed(id: str, report: Results, attestation: Attestation, file: str) -> Finding:
    """The finding on a value of the engine that changed since it was seen in print, and where it remains."""
    rule = report.rulebook.rule(id)
    still = next((f for f, _ in report.facts if f.rule == id and attestation.of(id, f.value, rule.kind)), None)
    seen = still.printed if still is not None else ""
    words = {"where": attestation.seen[id].where, "still": str(still.place) if still is not None else ""}
    return Finding("RC608", "unchecked", Place(file), id, seen, rule.text, rule.cite, words=words)


def _changed_cell(fact: Fact, own: Rule, seen: Seen) -> Finding:
    """The finding on a cell that differs from the value seen in print, while the engine still has that value."""
    return Finding(
        "RC608",
        "unchecked",
        fact.place,
        own.id,
        own.text,
        fact.printed,
        own.cite,
        fact.evidence,
        "cell",
        {"where": seen.where},
    )
