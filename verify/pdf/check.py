"""Books held against the engine and the references, cell by cell: what agrees, what differs, what could not be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from engine.rulebook.editions import CITED_EDITIONS
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook
from verify.documents.cites import pages as pages_of
from verify.finding_codes import Chapter
from verify.findings import Fact, Finding, Level, Place, Results, Verdict
from verify.pdf.digits import EXCHANGED, are_exchanged
from verify.pdf.gathered import gathered
from verify.pdf.judging import contradiction, judge_cell
from verify.pdf.moved import moved_together
from verify.pdf.pictures import SCANNING
from verify.pdf.reader import BookRead
from verify.pdf.readings import CellRead, TableRead
from verify.pdf.seek import cite_of, cited_numbers, is_whole
from verify.recognition.rule_tables import RuleTable, rule_tables


def check_books(books: Sequence[BookRead], stated: dict[str, list[tuple[Fact, Verdict]]]) -> Results:
    """A report on books; `stated` is what the references say of each rule."""
    report = Results("pdf")
    for n, book in enumerate(books):
        report.files += 1
        _check(book, report, stated, _read_in(n, books))
    return report


def _read_in(n: int, books: Sequence[BookRead]) -> set[str]:
    """The cells that a file need not have: those it has, and of a book in several files those of the others.

    What none of them has is missing in the first.
    """
    key = books[n].title.key
    same = [book for book in books if key and book.title.key == key] or [books[n]]
    read = {cell.rule for book in same for table in book.tables for cell in table.cells}
    return read if same[0] is books[n] else read | set(RAW)


def _check(book: BookRead, report: Results, stated: dict[str, list[tuple[Fact, Verdict]]], read: set[str]) -> None:
    facts: list[tuple[Fact, Verdict]] = []
    findings: list[Finding] = []
    known = {shape.id: shape for shape in rule_tables()}
    exchanged = _has_exchanged_digits(book)
    cells = _settled(book.tables)
    for table in book.tables:
        shape = known[table.id]
        report.tables += bool(table.pages)
        findings += _found(book, table, shape, read)
        said: list[tuple[CellRead, Finding]] = []
        for cell in map(_with_doubtful_digits, cells[table.id]) if exchanged else cells[table.id]:
            fact, verdict, finding = judge_cell(book, cell, stated.get(cell.rule, []))
            facts.append((fact, verdict))
            said += [(cell, finding)] if finding is not None else []
            said += [(cell, contradiction(fact, cell))] if cell.others else []
        findings += gathered(said, shape)
        lost = _lost_rules(table, shape, read)
        facts += [
            (Fact(rule, "", None, Place(book.name), "table"), "unchecked" if exchanged else _lost(book, table))
            for rule in lost
        ]
    findings = moved_together(findings, book.tables, book.title.key, book.name)
    findings += _pages(book)
    report.notes.append(_told(book))
    report.facts += facts
    if exchanged:
        words = {"reason": EXCHANGED}
        findings.append(Finding("RC606", "unchecked", Place(book.name), case="digits", words=words))
    report.findings += _as_one_edition(book, facts, findings)


def _has_exchanged_digits(book: BookRead) -> bool:
    """Whether the numbers of a book differ from ours as a whole, each digit in the same way."""
    cells = [cell for table in book.tables for cell in table.cells if not cell.scanned]
    return are_exchanged((cell.text, RAW.rule(cell.rule).text) for cell in cells)


def _with_doubtful_digits(cell: CellRead) -> CellRead:
    has_digits = any(letter.isdecimal() for letter in cell.text)
    return cell._replace(doubt=cell.doubt or EXCHANGED) if has_digits and not cell.scanned else cell


def _settled(tables: Sequence[TableRead]) -> dict[str, list[CellRead]]:
    """The cells of each table; one that two tables have, as they can share rows, is told once, by whom it is sure."""
    sure = {cell.rule for table in tables for cell in table.cells if not cell.doubt}
    told: set[tuple[str, int, str]] = set()
    made: dict[str, list[CellRead]] = {}
    for table in tables:
        made[table.id] = []
        for cell in table.cells:
            key = cell.rule, cell.page, cell.text
            if key not in told and not (cell.doubt and cell.rule in sure):
                told.add(key)
                made[table.id].append(cell)
    return made


def _lost_rules(table: TableRead, shape: RuleTable, read: set[str]) -> list[str]:
    """The cells of a table that were read nowhere, in it or in one that has cells of several."""
    lost = table.missing if table.pages else [rule for row in shape.rows for rule in row.rules]
    return [rule for rule in lost if rule not in read] if is_whole(shape) else []


def _lost(book: BookRead, table: TableRead) -> Verdict:
    """What a cell is that was not found: missing where it must be, else unchecked."""
    out_of_sight = table.problem or _is_scan(book) or book.unlooked or _is_damaged(book)
    sought = _is_from(book, table.id) and not out_of_sight and not book.title.against
    return "missing" if sought else "unchecked"


def _is_from(book: BookRead, table: str) -> bool:
    """Whether the cite of a table, and not only those of some cells, names a page of the book."""
    return any(not book.title.key or key == book.title.key for key, _, _ in pages_of(RAW.table(table).cite))


def _is_scan(book: BookRead) -> bool:
    """Whether a book is made of pictures that cannot be read here."""
    return bool(book.scanning) and book.textless * 2 > book.pages


def _is_damaged(book: BookRead) -> bool:
    """Whether most pages of a book cannot be read."""
    return sum("could not" in why for why in book.unread.values()) * 2 > book.pages


def _damaged(book: BookRead) -> str:
    """What is said of a file of which most pages cannot be read, and no table was; empty if it is none."""
    unread = sum("could not" in why for why in book.unread.values())
    lost = f"the file is damaged: {unread} of {book.pages} pages could not be read, so it cannot be checked"
    return lost if _is_damaged(book) and not any(table.pages for table in book.tables) else ""


def _told(book: BookRead) -> str:
    """What is said of a book itself: which it is, and how its pages are numbered."""
    title = book.title.told or f"which book it is was not found: say it with --book HG={book.name}"
    found = sum(any(not cell.doubt for cell in table.cells) for table in book.tables)
    unsure = sum(bool(table.pages) for table in book.tables) - found
    if _is_scan(book):
        pictures = f"{book.textless} of {book.pages} pages have no text, only pictures"
        return f"{book.name}: {title}; {pictures}, so it cannot be checked; {book.scanning}"
    if damaged := _damaged(book):
        return f"{book.name}: {title}; {damaged}"
    more = f", and {unsure} more of which no cell is certain" if unsure else ""
    return f"{book.name}: {title}; {book.numbering}; {found} of {len(book.tables)} tables found{more}"


# Tables and pages


def _found(book: BookRead, table: TableRead, shape: RuleTable, read: set[str]) -> Iterator[Finding]:
    """What is to be said of where a table stands, and of what it lacks and `read` does not have from another."""
    numbers = cited_numbers(shape, book.title.key)
    cite = cite_of(shape)
    if not table.pages and (not is_whole(shape) or any(rule in read for row in shape.rows for rule in row.rules)):
        return
    if not table.pages and (_is_scan(book) or _is_damaged(book)):
        why = "the pages have no text" if _is_scan(book) else "the file is damaged"
        words = {"title": shape.title, "reason": why}
        unsought = Finding("RC603", "unchecked", Place(book.name), shape.id, source=cite, case="unsought", words=words)
        yield replace(unsought, level_given="note")
        return
    if not table.pages:
        level: Level | None = None if _is_from(book, shape.id) else "note"
        if table.problem:
            words = {"title": shape.title, "reason": table.problem, "scanning": book.scanning}
            unread = Finding("RC604", "unchecked", Place(book.name), shape.id, source=cite, case="table", words=words)
            yield replace(unread, level_given=level or "warning")
            return
        why = table.why or ("" if numbers else "its cite names no page")
        why = why if not numbers or level is None else "only some of its cells are cited from this one"
        words = {"title": shape.title, "reason": why}
        yield Finding("RC603", "missing", Place(book.name), shape.id, source=cite, words=words, level_given=level)
        return
    first = Place(book.name, table.pages[0] + 1)
    if numbers and not table.is_cited and (stands := table.numbers[0]):
        words = {"title": shape.title, "page": stands}
        yield Finding("RC605", "differs", first, shape.id, f"p. {stands}", cite, cite, words=words)
    lost_rules = set(_lost_rules(table, shape, read))
    rows = [row for row in shape.rows if lost_rules.issuperset(row.rules)]
    lost = Finding("RC603", "missing", first, shape.id, source=cite, words={"title": shape.title, "page": _page(table)})
    for row in rows:
        level = None if _are_cited_there(book, table, row.rules) else "note"
        yield replace(lost, expected=row.name, case="row", level_given=level)
    for n, column in enumerate(shape.columns):
        if all(row.rules[n] in lost_rules for row in shape.rows):
            level = None if _are_cited_there(book, table, [row.rules[n] for row in shape.rows]) else "note"
            yield replace(lost, expected=column.title, case="column", level_given=level)


def _are_cited_there(book: BookRead, table: TableRead, rules: Iterable[str]) -> bool:
    """Whether the cite of a row or a column names a page that its table was found on."""
    cites = {RAW.cite(rule) for rule in rules if rule in RAW}
    pages = [page for cite in cites for page in pages_of(cite) if page[0] == book.title.key]
    return any(low <= int(n) <= high for _, low, high in pages for n in table.numbers if n.isdecimal())


def _page(table: TableRead) -> str:
    return table.numbers[0] or f"{table.pages[0] + 1} of the file"


def _pages(book: BookRead) -> Iterator[Finding]:
    """Pages that have no text, and a reading that came to no end."""
    reasons: dict[str, list[int]] = {}
    for page, why in sorted(book.unread.items()):
        reasons.setdefault(why, []).append(page)
    for why, pages in reasons.items():
        way_out = book.scanning or "read as a picture"
        way_out = "" if "could not" in why else way_out
        level: Level | None = None if book.scanning or "could not" in why else "note"
        told = [(f"Page {page + 1} of the file", page) for page in pages]
        if len(pages) > _SINGLE:
            first = ", ".join(str(page + 1) for page in pages[:_SINGLE])
            told = [(f"{len(pages):,} pages of the file, {first} and others: each", pages[0])]
        for which, page in told:
            words = {"which": which, "reason": why, "way_out": way_out}
            yield Finding("RC607", "unchecked", Place(book.name, page + 1), words=words, level_given=level)
    if book.textless > len(book.unread):
        way_out = book.scanning or "those that cites lead to were read as pictures"
        words = {"count": str(book.textless), "pages": str(book.pages), "way_out": way_out}
        given: Level | None = None if book.scanning and book.textless * 2 > book.pages else "note"
        yield Finding("RC607", "unchecked", Place(book.name), case="pictures", words=words, level_given=given)
    if book.unlooked:
        words = {"count": str(book.unlooked), "pages": str(book.pages), "minutes": f"{SCANNING / 60:.0f}"}
        yield Finding("RC607", "unchecked", Place(book.name), case="unlooked", words=words, level_given="warning")
    if book.stopped:
        words = {"reason": book.stopped, "unsought": str(len(book.unsought) or "")}
        yield Finding("RC110", "unchecked", Place(book.name), case="stopped", words=words, level_given="warning")


def _as_one_edition(book: BookRead, facts: list[tuple[Fact, Verdict]], findings: list[Finding]) -> Iterable[Finding]:
    """The findings; all notes if the book is another one, by what it says or since most of it differs."""
    wanted = CITED_EDITIONS.get(book.title.key, "")
    says = book.title.edition
    verdicts = [verdict for _, verdict in facts]
    most = verdicts.count("differs") > verdicts.count("agrees") and verdicts.count("differs") > _FEW
    other = bool(wanted and says and says != wanted)
    unknown = not book.title.key
    if most or other or book.title.against or unknown:
        findings = [
            replace(f, level_given="note") if f.chapter in (Chapter.BOOKS, Chapter.DOCUMENTS) else f for f in findings
        ]
    if book.title.against:
        words = {"title": book.title.against, "key": book.title.key}
        return [*findings, Finding("RC606", "unchecked", Place(book.name), case="swapped", words=words)]
    if unknown and any(verdict in ("differs", "contested") for verdict in verdicts):
        return [*findings, Finding("RC606", "unchecked", Place(book.name), case="unknown")]
    if most or other:
        said = f"it says {says}" if other else ""
        more = "most of what was read differs" if most else ""
        words = {
            "reason": " and ".join(filter(None, (said, more))),
            "cited": f"{book.title.key} {wanted}" if wanted else "others",
            "fonts": "its fonts" if most else "",
        }
        findings = [*findings, Finding("RC606", "unchecked", Place(book.name), words=words)]
    return findings


_SINGLE = 6
"""Pages that are told one by one if they cannot be read; of more, one finding tells how many they are."""
_FEW = 8
"""Cells that differ, at most, in a book that is taken for the right one whatever else it has."""


def stated_by(report: Results, rulebook: Rulebook = RAW) -> dict[str, list[tuple[Fact, Verdict]]]:
    """What the documents of a report state of each rule."""
    made: dict[str, list[tuple[Fact, Verdict]]] = {}
    for fact, verdict in report.facts:
        if fact.rule in rulebook:
            made.setdefault(fact.rule, []).append((fact, verdict))
    return made
