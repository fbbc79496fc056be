"""`--show`: the page of a table with its cells outlined, read in a process of its own like everything of a PDF."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from engine.errors import RawcheckError
from verify.pdf.apart import Send, Stopped, messages
from verify.pdf.book import Book
from verify.pdf.judging import judge_cell
from verify.pdf.picture import outlined
from verify.pdf.reader import AGAIN, SILENCE, BookRead, Wanted, scanner
from verify.pdf.readings import TableRead
from verify.pdf.seek import is_printed
from verify.recognition.rule_tables import RuleTable, rule_tables


class NotThere(RawcheckError):
    """A table that is not in the book."""


def show(wanted: Wanted, table: str, rule: str, target: Path) -> list[str]:
    """Write the pages of a table, or of one of its rules, as pictures, and say what they are.

    A page on which the reading ends is left out.
    """
    left_out: list[int] = []
    while True:
        said, at = [], -1
        try:
            given = wanted, table, rule, target, tuple(left_out)
            for kind, told in messages(_show, *given, silence=SILENCE, most=4 * SILENCE):
                if kind == "at":
                    at = told
                else:
                    said.append(told)
            return said
        except Stopped:
            if at < 0 or at in left_out or len(left_out) == AGAIN:
                raise
            left_out.append(at)


def _read(book: Book, table: str, rule: str) -> tuple[RuleTable, TableRead]:
    """A table with a rule as a book has it: its own, or one that is printed with cells of several."""
    own = next(shape for shape in rule_tables() if shape.id == table)
    with_it = [s for s in rule_tables() if s is not own and is_printed(s) and any(rule in row.rules for row in s.rows)]
    read = book.read(own)
    for shape in with_it if rule not in {cell.rule for cell in read.cells} else ():
        other = book.read(shape)
        if rule in {cell.rule for cell in other.cells}:
            return shape, other
    return own, read


def _show(send: Send, wanted: Wanted, table: str, rule: str, target: Path, left_out: tuple[int, ...]) -> None:
    at: Callable[[int], None] = lambda page: send(("at", page))  # noqa: E731
    book = Book(wanted.path, wanted.name, wanted.said, wanted.password, scanner()[0], at, left_out)
    book.search(lambda: None)
    shape, read = _read(book, table, rule)
    if not read.pages:
        why = f": {read.problem}" if read.problem else ""
        raise NotThere(f"{wanted.name}: {shape.title} was not found{why}")
    told = BookRead(wanted.name, book.title, "", book.file.pages, book.numbers.told)
    asked = [
        r for row in shape.rows for r in row.rules if r == rule or rule in (table, shape.id) or r.startswith(f"{rule}/")
    ]
    cells = [cell for cell in read.cells if cell.rule in asked]
    if not cells:
        raise NotThere(f"{wanted.name}: {rule} was not found in {shape.title}")
    judged = [(cell, judge_cell(told, cell, [])[1]) for cell in cells]
    pictures = outlined(book, read.parts, judged, target)
    for n, (path, at_page, held) in enumerate(pictures):
        page = book.numbers.printed(at_page) or f"{at_page + 1} of the file"
        agree = sum(verdict == "agrees" for _, verdict in held)
        count = f"{len(held)} cells on it" if len(pictures) > 1 else f"{len(asked)} cells"
        goes_on = ", where it goes on" if n else ""
        send(("shown", f"{path}: {shape.title}, page {page}{goes_on}; {agree} of {count} agree"))
