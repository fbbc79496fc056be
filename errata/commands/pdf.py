"""`rawcheck pdf`: the references and the engine against the owner's own books."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import click

from engine.errors import RawcheckError
from engine.rulebook.editions import BOOK_TITLES
from engine.rulebook.names import nearest
from engine.rulebook.raw import RAW
from errata.commands import Rendering, finish, reporting
from errata.report import Report
from errata.reports import render
from errata.source.cache import Cache, key_of
from errata.terminal import progress, say, secret, write_whole
from verify.attestation import Witness, written
from verify.documents.files import bundled
from verify.findings import Fact, Finding, Place, Verdict
from verify.pdf.check import check_books, stated_by
from verify.pdf.reader import BookRead, Wanted, read_book


def _wanted(paths: Sequence[str], named: Sequence[str], password: str | None) -> list[Wanted]:
    """The books to read, each once; `named` are those whose key is given: `HG=path`."""
    wanted = [Wanted(Path(path), Path(path).as_posix(), "", password) for path in paths]
    for text in named:
        key, _, path = text.partition("=")
        if not path:
            raise RawcheckError(f"--book {text}: write it as --book HG=path/to/book.pdf")
        if key.upper() not in BOOK_TITLES:
            raise RawcheckError(f"--book {text}: cites name no book {key!r}; there are {', '.join(BOOK_TITLES)}")
        wanted.append(Wanted(Path(path), Path(path).as_posix(), key.upper(), password))
    if not wanted:
        raise RawcheckError("name a PDF: rawcheck pdf book.pdf, or --book HG=book.pdf")
    with_key = {book.path.resolve() for book in wanted if book.said}
    by_path = {(book.path.resolve(), book.said): book for book in wanted}
    return [book for (path, key), book in by_path.items() if key or path not in with_key]


def _stated() -> dict[str, list[tuple[Fact, Verdict]]]:
    """The values that the references state for each rule; cached until they change."""
    documents, cache = bundled(), Cache()
    key = key_of(*(text for document in documents for text in (document.name, document.text)))
    stated: dict[str, list[tuple[Fact, Verdict]]] | None = cache.get("references", key)
    if stated is None:
        from verify.check import check_documents

        references, _ = check_documents(documents, coverage=False)
        stated = stated_by(references)
        cache.put("references", stated, key)
    return stated


def _attest(report: Report, books: Sequence[BookRead], target: str) -> str:
    """Write the confirmed cells; returns a message with their number. Unknown books and other editions are skipped."""
    today = datetime.now(UTC).date().isoformat()
    keyed = {book.name for book in books if book.title.key}
    refused = {finding.place.file for finding in report.findings if finding.code == "RC606"} & keyed
    unknown = [book for book in books if not book.title.is_proved and book.name not in refused]
    for book in unknown:
        key = book.title.key
        why = f"only the name of the file says that it is {key}" if key else "nothing says which book it is"
        words = {"reason": why, "key": key or "HG"}
        report.findings.append(Finding("RC606", "unchecked", Place(book.name), case="unattested", words=words))
    books = [book for book in books if book.title.is_proved and book.name not in refused]
    witnesses = [Witness(b.title.key, b.title.name, b.title.edition, b.sha256, today) for b in books]
    names = [book.name for book in books]
    numbers = {
        (book.name, cell.rule, cell.page + 1): cell.number
        for book in books
        for table in book.tables
        for cell in table.cells
    }
    denied = {fact.rule for fact, verdict in report.facts if verdict == "differs"}  # by another of the books
    cells = [
        (fact.rule, names.index(fact.place.file), numbers[fact.place.file, fact.rule, fact.place.line], fact.place.line)
        for fact, verdict in report.facts
        if verdict == "agrees" and not fact.damaged and fact.rule not in denied and fact.place.file in names
    ]
    path = Path(target)
    try:
        write_whole(path, (written(witnesses, cells) + "\n").encode())
    except OSError as error:
        raise RawcheckError(f"cannot write {path}: {(error.strerror or str(error)).lower()}") from error
    gaps = f"; none by {', '.join(sorted(refused))}, which seems to be another book or edition" if refused else ""
    gaps += f"; none by {', '.join(book.name for book in unknown)}: which book it is must be known" if unknown else ""
    return f"{path}: {len(cells)} cells attested, as seen in print on {today}{gaps}"


def _picture(books: Sequence[Wanted], rule: str, output: str | None) -> str:
    """Write a picture of the page of a table, and say where it is."""
    from verify.pdf.show import NotThere, show

    table = next((id for id in RAW.tables if rule == id or rule.startswith(f"{id}/")), "")
    if not table:
        near = nearest(rule, [*RAW.tables, *RAW])
        raise RawcheckError(f"no table has the id {rule!r}" + (f"; the nearest: {', '.join(near)}" if near else ""))
    target = Path(output or f"{rule.replace('/', '-')}.png")
    missed = []
    for book in books:
        try:
            return "\n".join(show(book, table, rule, target))
        except NotThere as error:
            missed.append(str(error))
        except RawcheckError as error:
            missed.append(f"{book.name}: {error}")
    raise RawcheckError("; ".join(missed))


EXAMPLES = """\b
Examples:
  rawcheck pdf high-guard.pdf
  rawcheck pdf --book HG=hg.pdf --book CRB=core.pdf --attest seen.json
  rawcheck pdf high-guard.pdf --show ship/turret-weapons --output page.png
"""


@click.command(no_args_is_help=True, epilog=EXAMPLES)
@click.argument("books", nargs=-1, metavar="[BOOK]...", type=click.Path())
@click.option("--book", "named", multiple=True, metavar="HG=PATH", help="A book, and whether it is HG or CRB.")
@click.option("--password", help="The password of an encrypted book; '-' asks for it or reads it from stdin.")
@click.option("--show", metavar="RULE", help="Write a PNG of the page, with the cells of this table outlined.")
@click.option("--attest", type=click.Path(dir_okay=False), help="Record which values were seen in print.")
@reporting("warning")
def pdf(
    books: tuple[str, ...],
    rendering: Rendering,
    named: tuple[str, ...],
    password: str | None,
    show: str | None,
    attest: str | None,
) -> None:
    """Check the references against your own rulebook PDFs.

    BOOK is a PDF that you own. Each table that the rules cite is found in it and compared cell by cell. Nothing of
    the book is stored. Here the book is right: in JSON, `expected` is what it prints, and `actual` is the engine's
    value.
    """
    if password == "-":
        password = secret("Password")
    wanted = _wanted(books, named, password)
    for target in (rendering.output, attest):
        if target is not None and Path(target).resolve() in {book.path.resolve() for book in wanted}:
            raise RawcheckError(f"{target} is the book itself, and would be written over; name another file")
    if show is not None:
        finish(_picture(wanted, show, rendering.output), 0)

    read: list[BookRead] = []
    unreadable: list[Finding] = []
    for book in wanted:
        try:
            read.append(read_book(book, progress, say))
        except RawcheckError as error:
            unreadable.append(Finding("RC101", "unchecked", Place(book.name), words={"reason": str(error)}))
    if not read:
        raise RawcheckError("; ".join(f"{finding.place.file}: {finding.message}" for finding in unreadable))
    report = Report.of(check_books(read, _stated()))
    report.findings += unreadable
    keys = {book.title.key for book in read}
    sought = {table.id for book in read for table in book.tables} | {id for book in read for id in book.unsought}
    if (left := len(RAW.tables.keys() - sought)) and "" not in keys:
        others = " and ".join(key for key in BOOK_TITLES if key not in keys)
        report.notes.append(f"{left} tables are from {others}, which was not given")
    if attest is not None:
        report.notes.append(_attest(report, read, attest))
    text = render(report, rendering.form, rendering.options())
    finish(text, 2 if unreadable else int(report.fails(rendering.fail_on)), rendering.output)
