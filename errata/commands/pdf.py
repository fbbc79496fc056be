"""`rawcheck pdf`: the references and the engine against the owner's own books."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import click

from engine.errors import RawcheckError
from engine.rulebook.editions import BOOK_TITLES
from engine.rulebook.names import nearest
from engine.rulebook.raw import RAW
from errata.commands import Rendering, finish, reporting
from errata.report import Report
from errata.reports import Options, render
from errata.source.cache import Cache, key_of
from errata.terminal import progress, say, secret, write_whole
from verify.attestation import Witness, written
from verify.documents.files import bundled
from verify.findings import Fact, Finding, Level, Place, Verdict
from verify.pdf.check import check_books, stated_by
from verify.pdf.reader import BookRead, Wanted, read_book

Progress = Callable[[int], Callable[[], None]]


@dataclass(frozen=True)
class Asked:
    """What is asked of a run."""

    named: tuple[str, ...] = ()
    """Books that the user names: `HG=path`."""
    password: str | None = None
    attest: str | None = None
    today: date | None = None


def books_of(paths: Sequence[str], asked: Asked) -> list[Wanted]:
    """The books that are to be read, each once."""
    wanted = [Wanted(Path(path), Path(path).as_posix(), "", asked.password) for path in paths]
    for one in asked.named:
        key, sign, path = one.partition("=")
        if not sign or not path:
            raise RawcheckError(f"--book {one}: write it as --book HG=path/to/book.pdf")
        if key.upper() not in BOOK_TITLES:
            raise RawcheckError(f"--book {one}: cites name no book {key!r}; there are {', '.join(BOOK_TITLES)}")
        wanted.append(Wanted(Path(path), Path(path).as_posix(), key.upper(), asked.password))
    named = {one.path.resolve() for one in wanted if one.said}
    wanted = [one for one in wanted if one.said or one.path.resolve() not in named]
    wanted = list({(one.path.resolve(), one.said): one for one in wanted}.values())
    if not wanted:
        raise RawcheckError("name a PDF: rawcheck pdf book.pdf, or --book HG=book.pdf")
    return wanted


def refuse_over(paths: Sequence[str], asked: Asked, *targets: str | None) -> None:
    """Refuse to write over a book."""
    books = {wanted.path.resolve() for wanted in books_of(paths, asked)}
    for target in targets:
        if target is not None and Path(target).resolve() in books:
            raise RawcheckError(f"{target} is the book itself, and would be written over; name another file")


def pdf_report(
    paths: Sequence[str],
    form: str,
    options: Options,
    fail_on: Level,
    asked: Asked,
    progress: Progress,
    say: Callable[[str], None] = lambda _: None,
) -> tuple[str, int]:
    """What `rawcheck pdf` prints, and its exit code; `say` is told at once what will take long."""
    books: list[BookRead] = []
    refused: list[Finding] = []
    for wanted in books_of(paths, asked):
        try:
            books.append(read_book(wanted, progress, say))
        except RawcheckError as error:
            refused.append(Finding("RC101", "unchecked", f"Cannot be read: {error}", Place(wanted.name)))
    if not books:
        raise RawcheckError("; ".join(f"{f.place.file}: {f.message}" for f in refused))
    report = Report.of(check_books(books, _stated()))
    report.findings += refused
    _not_given(report, books)
    if asked.attest is not None:
        report.notes.append(attest(report, books, asked))
    return render(report, form, options), 2 if refused else int(report.fails(fail_on))


def _stated() -> dict[str, list[tuple[Fact, Verdict]]]:
    """What the references state of each rule; that is found once, and kept for as long as they are the same."""
    documents, cache = bundled(), Cache()
    key = key_of(*(text for document in documents for text in (document.name, document.text)))
    stated: dict[str, list[tuple[Fact, Verdict]]] | None = cache.get(_REFERENCES, key)
    if stated is None:
        from verify.check import check_documents

        references, _ = check_documents(documents, coverage=False)
        stated = stated_by(references)
        cache.put(_REFERENCES, stated, key)
    return stated


_REFERENCES = "references"
"""The name under which it is kept what the references state."""


def _not_given(report: Report, books: Sequence[BookRead]) -> None:
    """Tell of the tables that are from books that were not given."""
    given = {book.title.key for book in books}
    sought = {table.id for book in books for table in book.tables} | {id for book in books for id in book.unsought}
    left = len(RAW.tables.keys() - sought)
    if left and "" not in given:
        others = " and ".join(key for key in BOOK_TITLES if key not in given)
        report.notes.append(f"{left} tables are from {others}, which was not given")


def attest(report: Report, books: Sequence[BookRead], asked: Asked) -> str:
    """Write which cells were confirmed, and say how many; an unknown book, or another edition, proves nothing."""
    today = (asked.today or date.today()).isoformat()
    keyed = {book.name for book in books if book.title.key}
    refused = {finding.place.file for finding in report.findings if finding.code == "RC606"} & keyed
    unknown = [book for book in books if not book.title.is_proved and book.name not in refused]
    report.findings += map(_unknown, unknown)
    books = [book for book in books if book.title.is_proved and book.name not in refused]
    witnesses = [Witness(b.title.key, b.title.name, b.title.edition, b.sha256, today) for b in books]
    numbers = {
        (book.name, cell.rule, cell.page + 1): cell.number
        for book in books
        for table in book.tables
        for cell in table.cells
    }
    names = [book.name for book in books]
    denied = {fact.rule for fact, verdict in report.facts if verdict == "differs"}  # by another of the books
    cells = [
        (fact.rule, names.index(fact.place.file), numbers[at := (fact.place.file, fact.rule, fact.place.line)], at[2])
        for fact, verdict in report.facts
        if verdict == "agrees" and not fact.damaged and fact.rule not in denied and fact.place.file in names
    ]
    path = Path(asked.attest or "")
    try:
        write_whole(path, (written(witnesses, cells) + "\n").encode())
    except OSError as error:
        raise RawcheckError(f"cannot write {path}: {(error.strerror or str(error)).lower()}") from error
    left = f"; none by {', '.join(sorted(refused))}, which seems to be another book or edition" if refused else ""
    left += f"; none by {', '.join(book.name for book in unknown)}: which book it is must be known" if unknown else ""
    return f"{path}: {len(cells)} cells attested, as seen in print on {today}{left}"


def _unknown(book: BookRead) -> Finding:
    """A book that attests nothing, since any file can hold our values."""
    key = book.title.key
    why = f"only the name of the file says that it is {key}" if key else "nothing says which book it is"
    message = f"Nothing was attested: {why}; say it with --book {key or 'HG'}={book.name}"
    return Finding("RC606", "unchecked", message, Place(book.name))


def write_picture(paths: Sequence[str], rule: str, output: str | None, asked: Asked) -> str:
    """Write a picture of the page of a table, and say where it is."""
    from verify.pdf.show import NotThere
    from verify.pdf.show import show as shown

    table = next((id for id in RAW.tables if rule == id or rule.startswith(f"{id}/")), "")
    if not table:
        near = nearest(rule, [*RAW.tables, *RAW])
        raise RawcheckError(f"no table has the id {rule!r}" + (f"; the nearest: {', '.join(near)}" if near else ""))
    target = Path(output or f"{rule.replace('/', '-')}.png")
    missed = []
    for wanted in books_of(paths, asked):
        try:
            return "\n".join(shown(wanted, table, rule, target))
        except NotThere as error:
            missed.append(str(error))
        except RawcheckError as error:
            missed.append(f"{wanted.name}: {error}")
    raise RawcheckError("; ".join(missed))


# `rawcheck pdf` on the command line.


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
    asked = Asked(named, password, attest)
    refuse_over(books, asked, rendering.output, attest)
    if show is not None:
        finish(write_picture(books, show, rendering.output, asked), 0)
    text, code = pdf_report(books, rendering.form, rendering.options(), rendering.fail_on, asked, progress, say)
    finish(text, code, rendering.output)
