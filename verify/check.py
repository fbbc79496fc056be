"""The check of documents: each one read, held against the engine, against itself and against the others."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from os import cpu_count

from engine.raw import RAW
from engine.rulebook import Rulebook
from verify.across import disagreements
from verify.cites import check_cites
from verify.compare import judge
from verify.coverage import Account, account
from verify.damage import find_damage, stray_values
from verify.documents import Document
from verify.extract import read_document
from verify.figures import judge_figure, judge_fixed, judge_worked
from verify.findings import Fact, Finding, Level, Place, Report, Verdict
from verify.layout import Grid
from verify.reading import Reading
from verify.recognise import Match
from verify.sense import make_sense
from verify.shapes import Shape, shapes
from verify.status import status_notes
from verify.values import bare


@dataclass
class Checked:
    """What was found in one document."""

    name: str
    edition: str
    tables: int
    unclaimed: int
    account: Account | None
    """What each number was taken for, if that is wanted."""
    facts: list[tuple[Fact, Verdict]] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def check_documents(
    documents: Sequence[Document],
    rulebook: Rulebook = RAW,
    done: Callable[[], None] = lambda: None,
    coverage: bool = True,
) -> tuple[Report, list[Account]]:
    """A report on some documents, and an account of the numbers of each if it is wanted."""
    report = Report("verify", rulebook)
    accounts: list[Account] = []
    editions: dict[str, str] = {}
    for checked in _uncollected(_each(documents, rulebook, coverage)):
        report.files += 1
        report.tables += checked.tables
        report.facts += checked.facts
        report.findings += checked.findings
        report.unclaimed += checked.unclaimed
        accounts += [checked.account] if checked.account is not None else []
        editions[checked.name] = checked.edition
        done()
    apart = list(disagreements(report.facts, editions, rulebook))
    told = {(f.rule, f.place) for f in apart}
    report.findings = [f for f in report.findings if f.code not in _ONE_SIDED or (f.rule, f.place) not in told] + apart
    return report, accounts


def _uncollected(checked: Iterator[Checked]) -> Iterator[Checked]:
    """The same without a search for garbage: there is hardly any, and looking for it takes a third of a long run."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield from checked
    finally:
        if collecting:
            gc.enable()


_ONE_SIDED = ("RC203", "RC204")
"""What a disagreement between documents tells more fully."""

MANY = 64
"""Documents from which on it pays to share the work among processes."""


def _each(documents: Sequence[Document], rulebook: Rulebook, coverage: bool) -> Iterator[Checked]:
    """Each document checked, in order; many of them by all processors at once."""
    check = partial(check_document, rulebook=rulebook, coverage=coverage)
    workers = min(8, cpu_count() or 1)
    if len(documents) < MANY or workers < 2 or rulebook is not RAW:
        yield from map(check, documents)
        return
    from concurrent.futures import BrokenExecutor, ProcessPoolExecutor

    done = 0
    try:
        with ProcessPoolExecutor(workers, initializer=gc.disable) as pool:
            for checked in pool.map(partial(check_document, coverage=coverage), documents, chunksize=8):
                yield checked
                done += 1
    except (OSError, ImportError, NotImplementedError, BrokenExecutor):  # no processes to be had, or one was killed
        yield from map(check, documents[done:])


def check_document(document: Document, rulebook: Rulebook = RAW, coverage: bool = True) -> Checked:
    """All that is to be said of one document by itself."""
    reading = read_document(document.text, document.name, rulebook)
    stray = list(stray_values(reading, rulebook))
    reading.facts += [fact for fact, _ in stray]
    numbers = account(document, reading)
    kept = numbers if coverage else None
    made = Checked(document.name, document.edition, len(reading.layout.grids), numbers.unclaimed_count, kept)
    if document.encoding != "utf-8":
        message = f"Read as {document.encoding}"
        made.findings.append(Finding("RC102", "unchecked", message, Place(document.name)))
    made.findings += reading.findings
    made.findings += [finding for _, finding in stray]
    made.findings += find_damage(document.text, reading)
    for fact in reading.facts:
        _judge(fact, made, rulebook)
    for worked in reading.worked:
        wrong = list(judge_worked(worked, rulebook))
        made.findings += wrong
        fact = Fact(f"worked:{worked.name}", worked.slots[-1][0], None, worked.slots[-1][1], "claim")
        made.facts.append((fact, "differs" if wrong else "agrees"))
    made.findings = list(_with_other_statements(made))
    made.findings += _tables(reading)
    made.findings += _not_twice(make_sense(reading, rulebook), made)
    made.findings += check_cites(reading, rulebook)
    made.findings += status_notes(reading)
    made.findings += _unaccounted(numbers)
    verdicts = [verdict for _, verdict in made.facts]
    if document.other_game and verdicts.count("differs") > verdicts.count("agrees"):
        made.findings = [replace(finding, level_given="note") for finding in made.findings]
        message = f"It names another game ({document.other_game}), and most of it differs; all findings are notes"
        made.findings.append(Finding("RC108", "unchecked", message, Place(document.name)))
    return made


def _judge(fact: Fact, made: Checked, rulebook: Rulebook) -> None:
    sort, colon, _ = fact.rule.partition(":")
    if colon and sort not in _JUDGES:
        return
    verdict, finding = _JUDGES[sort](fact, rulebook) if colon else judge(fact, rulebook, made.edition)
    made.facts.append((fact, verdict))
    if finding is not None:
        made.findings.append(finding)


def _with_other_statements(made: Checked) -> Iterator[Finding]:
    """The findings, each with what the document says of the same rule elsewhere; and where it contradicts itself."""
    said: dict[str, list[tuple[Fact, Verdict]]] = {}
    for fact, verdict in made.facts:
        if ":" not in fact.rule and not fact.problem:
            said.setdefault(fact.rule, []).append((fact, verdict))
    for finding in made.findings:
        lines = [
            f"line {fact.place.line} says {fact.printed}"
            for fact, verdict in said.get(finding.rule, [])
            if finding.verdict == "differs" and fact.place != finding.place and verdict != "differs"
        ]
        yield replace(finding, evidence=(*finding.evidence, *lines)) if lines else finding
    for rule, facts in said.items():
        values = {fact.value for fact, _ in facts}
        if len(values) > 1 and not any(verdict in ("differs", "unchecked") for _, verdict in facts):
            last, verdict = next((f, v) for f, v in reversed(facts) if f.value != facts[0][0].value)
            first = facts[0][0]
            title = RAW.rule(rule).title
            message = f"{title}: {last.printed} here, {first.printed} in line {first.place.line}"
            yield Finding("RC507", "contested", message, last.place, rule, first.printed, last.printed)


_JUDGES = {"dice": judge_figure, "is": judge_fixed}


def _not_twice(found: Iterable[Finding], made: Checked) -> Iterator[Finding]:
    """What makes no sense, unless the same value is already reported as wrong."""
    reported = {(f.rule, f.place) for f in made.findings if f.verdict == "differs" and f.rule}
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
                level: Level | None = None if cell.text.strip().isdecimal() else "warning"
                place = reading.place(cell)
                yield Finding("RC306", "differs", message, place, expected=name, actual=cell.text, level_given=level)
        for n in match.strangers:
            cell = next(cell for cell in grid.rows[n] if cell.text)
            message = f"{match.shape.title}: there is no row {cell.text!r}"
            level = None if match.shape.complete else "note"
            yield Finding("RC303", "unchecked", message, reading.place(cell), actual=cell.text, level_given=level)
        yield from _unknown_columns(reading, grid, match)
        yield from _wrong_headings(reading, grid, match)
    yield from _missing(reading, stated)
    yield from _elsewhere(reading, stated)


def _elsewhere(reading: Reading, stated: set[str]) -> Iterator[Finding]:
    """Rows that a table has lost, although the document states them elsewhere."""
    printed: dict[str, set[int]] = {}
    for _, match in reading.matches:
        printed.setdefault(match.shape.id, set()).update(match.rows.values(), match.renamed.values())
    for grid, match in reading.matches:
        shape, rows = match.shape, printed.pop(match.shape.id, None)
        if rows is None or not shape.complete or len(rows) * 10 < len(shape.rows) * 6:
            continue
        for row in (row for n, row in enumerate(shape.rows) if n not in rows):
            if all(row.rules[column] in stated for column in match.columns.values()):
                message = f"{shape.title}: the table has no row {row.name}, which is told elsewhere"
                place = Place(reading.file, grid.line)
                yield Finding("RC301", "missing", message, place, shape.id, row.name, level_given="note")


def _unknown_columns(reading: Reading, grid: Grid, match: Match) -> Iterator[Finding]:
    """Columns with numbers that nothing accounts for."""
    for c, head in enumerate(grid.header):
        cells = [row[c] for row in grid.rows if c < len(row)]
        open_cells = [x for x in cells if any(x.place(t.start) not in reading.marks for t in x.numbers)]
        if head.text and c != match.names_in and c not in match.columns and open_cells:
            message = f"{match.shape.title}: the column {bare(head.text)} is not known, so it was not checked"
            yield Finding("RC307", "unchecked", message, reading.place(head), actual=bare(head.text))


def _wrong_headings(reading: Reading, grid: Grid, match: Match) -> Iterator[Finding]:
    """Columns that are known by their values and stand under the heading of another, or another number."""
    for c, column in match.columns.items():
        right, head = match.shape.columns[column], bare(grid.header[c].text) if c < len(grid.header) else ""
        named = match.shape.find_column(head)
        if named == column or c == match.names_in:
            continue
        if named is not None or any(x.isdigit() for x in head):
            message = f"{match.shape.title}: {head} stands over the column {right.title}"
            place = reading.place(grid.header[c])
            yield Finding("RC310", "differs", message, place, expected=right.title, actual=head)


def _is_key(match: Match) -> bool:
    """Whether the names are values that are compared anyway, such as bands."""
    return match.names_in in match.columns


def _missing(reading: Reading, stated: set[str]) -> Iterator[Finding]:
    """Cells of the rule tables that a document leaves out, where it states most of the column; and whole columns."""
    lines: dict[str, int] = {}
    for grid, match in reading.matches:
        lines.setdefault(match.shape.id, grid.line)
    tabled = {fact.rule for fact in reading.facts if fact.by == "table"}
    for shape in shapes():
        if shape.complete and any(row.rules[0] in RAW for row in shape.rows):
            place = Place(reading.file, lines.get(shape.id, 1))
            yield from _missing_rows(shape, stated, tabled, place)
            if shape.id in lines:
                yield from _missing_columns(shape, stated, tabled, place)


def _missing_rows(shape: Shape, stated: set[str], tabled: set[str], place: Place) -> Iterator[Finding]:
    """Rows that are missing from a column: a warning where most of a printed column is there, else a note."""
    lost: dict[str, list[int]] = {}
    short: set[int] = set()
    for n, column in enumerate(shape.columns):
        absent = [row for row in shape.rows if row.rules[n] not in stated]
        told = [row.rules[n] for row in shape.rows if row.rules[n] in stated]
        few = len(absent) * 10 <= len(shape.rows) * 4
        worded = column.kind is not None and column.kind.name == "prose"
        if not absent or not told or worded or not (few or any(rule in tabled for rule in told)):
            continue
        if few and sum(rule in tabled for rule in told) * 2 > len(told):
            short.add(n)
        for row in absent:
            lost.setdefault(row.name, []).append(n)
    for row in (row for row in shape.rows if row.name in lost):
        columns = lost[row.name]
        grave = any(n in short and RAW[row.rules[n]] for n in columns)
        titles = ", ".join(shape.columns[n].title for n in columns)
        message = f"{shape.title}: nothing on {row.name} ({titles})"
        level: Level | None = None if grave else "note"
        yield Finding("RC301", "missing", message, place, shape.id, row.name, level_given=level)


def _missing_columns(shape: Shape, stated: set[str], tabled: set[str], place: Place) -> Iterator[Finding]:
    """Columns of a recognised table that it does not print, and of which the rest of the document says little."""
    for n, column in enumerate(shape.columns):
        told = sum(row.rules[n] in stated for row in shape.rows)
        printed = sum(row.rules[n] in tabled for row in shape.rows)
        if told * 10 <= len(shape.rows) * 3 and printed < 2:
            message = f"{shape.title}: no column {column.title}"
            yield Finding("RC302", "missing", message, place, shape.id, column.title)


KNOWN = 0.9
"""The share of a document's numbers that must be accounted for before each of the others is worth a note."""


def _unaccounted(account: Account) -> Iterator[Finding]:
    if account.share >= KNOWN:
        for number in account.unclaimed:
            place = Place(account.document.name, number.line, number.column)
            message = f"Nothing accounts for {number.text} in: {number.around}"
            yield Finding("RC704", "unchecked", message, place, actual=number.text)
