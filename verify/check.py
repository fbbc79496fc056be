"""The check of documents: each one read, held against the engine, against itself and against the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from engine.raw import RAW
from engine.rulebook import Rulebook
from verify.across import disagreements
from verify.cites import check_cites
from verify.compare import judge
from verify.coverage import account
from verify.damage import find_damage, stray_values
from verify.documents import Document
from verify.extract import Reading, read_document
from verify.figures import judge_figure, judge_fixed, judge_worked
from verify.findings import Fact, Finding, Level, Place, Report
from verify.recognise import Match
from verify.sense import make_sense
from verify.status import status_notes


def check_documents(
    documents: Iterable[Document], rulebook: Rulebook = RAW, done: Callable[[], None] = lambda: None
) -> tuple[Report, list[Reading]]:
    """A report on some documents, and what was read out of each."""
    report = Report("verify", rulebook)
    readings = []
    editions: dict[str, str] = {}
    for document in documents:
        reading = check_document(document, report, rulebook)
        readings.append(reading)
        editions[document.name] = document.edition
        done()
    apart = list(disagreements(report.facts, editions, rulebook))
    told = {(f.rule, f.place) for f in apart}
    report.findings = [f for f in report.findings if f.code not in _ONE_SIDED or (f.rule, f.place) not in told] + apart
    return report, readings


_ONE_SIDED = ("RC203", "RC204")
"""What a disagreement between documents tells more fully."""


def check_document(document: Document, report: Report, rulebook: Rulebook = RAW) -> Reading:
    """Check one document, and add what is found to a report."""
    report.files += 1
    reading = read_document(document.text, document.name, rulebook)
    if document.encoding != "utf-8":
        message = f"Read as {document.encoding}"
        report.findings.append(Finding("RC102", "unchecked", message, Place(document.name)))
    for fact, finding in stray_values(reading, rulebook):
        reading.facts.append(fact)
        report.findings.append(finding)
    report.tables += len(reading.layout.grids)
    report.findings += reading.findings
    report.findings += find_damage(document.text, reading)
    for fact in reading.facts:
        _judge(fact, report, rulebook, document.edition)
    for worked in reading.worked:
        wrong = list(judge_worked(worked, rulebook))
        report.findings += wrong
        fact = Fact(f"worked:{worked.name}", worked.slots[-1][0], None, worked.slots[-1][1], "claim")
        report.facts.append((fact, "differs" if wrong else "agrees"))
    report.findings += _tables(reading)
    report.findings += _not_twice(make_sense(reading, rulebook), report)
    report.findings += check_cites(reading, rulebook)
    report.findings += status_notes(reading)
    report.unclaimed += account(document, reading).unclaimed_count
    return reading


def _judge(fact: Fact, report: Report, rulebook: Rulebook, edition: str) -> None:
    sort, colon, _ = fact.rule.partition(":")
    if colon and sort not in _JUDGES:
        return
    verdict, finding = _JUDGES[sort](fact, rulebook) if colon else judge(fact, rulebook, edition)
    report.facts.append((fact, verdict))
    if finding is not None:
        report.findings.append(finding)


_JUDGES = {"dice": judge_figure, "is": judge_fixed}


def _not_twice(found: Iterable[Finding], report: Report) -> Iterator[Finding]:
    """What makes no sense, unless the same value is already reported as wrong."""
    reported = {(f.rule, f.place) for f in report.findings if f.verdict == "differs" and f.rule}
    for finding in found:
        if finding.code not in ("RC501", "RC502", "RC503", "RC504") or (finding.rule, finding.place) not in reported:
            yield finding


# Rows and columns


def _tables(reading: Reading) -> Iterator[Finding]:
    stated = {fact.rule for fact in reading.facts}
    for grid, match in reading.matches:
        for n, row in match.renamed.items():
            cell = grid.rows[n][match.names_in] if match.names_in < len(grid.rows[n]) else grid.rows[n][0]
            name = match.shape.rows[row].name
            if not _is_key(match):
                message = f"{match.shape.title}: {cell.text!r} stands where {name} belongs"
                yield Finding("RC306", "differs", message, reading.place(cell), expected=name, actual=cell.text)
        for n in match.strangers:
            cell = next(cell for cell in grid.rows[n] if cell.text)
            message = f"{match.shape.title}: there is no row {cell.text!r}"
            yield Finding("RC303", "unchecked", message, reading.place(cell), actual=cell.text)
        if match.shape.complete:
            yield from _missing(reading, grid.line, match, stated)


def _is_key(match: Match) -> bool:
    """Whether the names are values that are compared anyway, such as bands."""
    return match.names_in in match.columns


def _missing(reading: Reading, line: int, match: Match, stated: set[str]) -> Iterator[Finding]:
    """Rows and columns of which the document says nothing anywhere."""
    shape = match.shape
    lost = [row for row in shape.rows if not any(rule in stated for rule in row.rules)]
    if lost:
        names = ", ".join(row.name for row in lost)
        whole = len(lost) * 10 > len(shape.rows) * 3
        level: Level | None = "note" if whole else None
        message = f"{shape.title}: nothing on {names}"
        yield Finding("RC301", "missing", message, Place(reading.file, line), shape.id, names, level_given=level)
    for n, column in enumerate(shape.columns):
        if not any(row.rules[n] in stated for row in shape.rows):
            message = f"{shape.title}: no column {column.title}"
            yield Finding("RC302", "missing", message, Place(reading.file, line), shape.id, column.title)
