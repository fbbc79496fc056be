"""The reading of books, each in a process of its own: what each says of every table, and what is to be said of it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from verify.pdf.apart import Send, Stopped, messages
from verify.pdf.book import Book
from verify.pdf.pages import Scan
from verify.pdf.readings import TableRead
from verify.pdf.refusing import NoBook
from verify.pdf.titles import Title

SILENCE, MOST = 90.0, 1800.0
"""Seconds without a word, and altogether, after which the reading of a book is stopped."""


class Wanted(NamedTuple):
    """A book to be read: the file, its name in reports, which book it is if the user says, and its password."""

    path: Path
    name: str
    said: str = ""
    password: str | None = None


@dataclass
class BookRead:
    """What was read of a book."""

    name: str
    title: Title
    sha256: str
    pages: int
    numbering: str
    tables: list[TableRead] = field(default_factory=list)
    unread: dict[int, str] = field(default_factory=dict)
    """Pages, from 0, that have no text that can be read, and why."""
    textless: int = 0
    """How many pages are pictures."""
    unlooked: int = 0
    """How many of them have no number, and were not read to find tables by."""
    unsought: list[str] = field(default_factory=list)
    """Tables that were not come to."""
    stopped: str = ""
    """Why the reading ended before its time, if it did."""
    scanning: str = ""
    """How pages without text are read, or what to install for it."""


def read_book(
    wanted: Wanted,
    progress: Callable[[int], Callable[[], None]] = lambda _: lambda: None,
    say: Callable[[str], None] = lambda _: None,
) -> BookRead:
    """Read a book; a page on which the reading ends is left out, and the rest is read.

    `say` is told at once what will take long.
    """
    made: BookRead | None = None
    left_out: list[int] = []
    done: list[str] = []
    ended: Stopped | None = None
    why: dict[int, str] = {}
    tell: Callable[[str], None] = lambda text: say(f"{wanted.name}: {text}") if not left_out else None  # noqa: E731
    for _ in range(AGAIN):
        count: Callable[[], None] = lambda: None  # noqa: E731
        at, ended = _NOWHERE, None
        try:
            given = wanted, tuple(left_out), tuple(done)
            for kind, said in _but_long(messages(_read, *given, silence=SILENCE, most=MOST), tell, why):
                if kind == "book":
                    made = made or said
                    count = progress(said.pages + len(said.unsought))
                elif kind == "table" and made is not None:
                    made.tables.append(said)
                    done.append(said.id)
                    count()
                elif kind == "at":
                    at = said
                elif kind == "unread" and made is not None:
                    made.unread |= said[0]
                    made.textless, made.unlooked = said[1:]
                else:
                    count()
            break
        except Stopped as stopped:
            ended = Stopped(f"page {at + 1}: {stopped}" if at >= 0 else str(stopped))
            if at == _NOWHERE or at in left_out:
                break
            left_out.append(at)
            why |= {at: f"could not be read: {stopped}"} if at >= 0 else {}
    if made is None:
        raise ended or Stopped("it has no pages that can be read")
    made.stopped = str(ended) if ended is not None else ""
    made.unread |= why
    made.unsought = [id for id in made.unsought if id not in done]
    return made


def _left_out(why: dict[int, str]) -> str:
    """What is said of the pages that ended the reading of a book without others.

    >>> _left_out({0: "could not be read: the PDF library crashed on it"}), _left_out({})
    ('; page 1 could not be read: the PDF library crashed on it', '')
    """
    return "".join(f"; page {page + 1} {reason}" for page, reason in sorted(why.items()))


def _but_long(
    sent: Iterator[tuple[str, Any]], tell: Callable[[str], None], why: dict[int, str]
) -> Iterator[tuple[str, Any]]:
    """What is sent, but for what takes long, which is told at once; where no page is left, which ones were left out."""
    try:
        for kind, said in sent:
            if kind == "long":
                tell(said)
            else:
                yield kind, said
    except NoBook as error:
        raise NoBook(f"{error}{_left_out(why)}") from None


_NOWHERE = -1
AGAIN = 4
"""How often a book is begun, if a page ends the reading."""


def _read(send: Send, wanted: Wanted, left_out: tuple[int, ...], done: tuple[str, ...]) -> None:
    """What the process does: open the book, and send what each table says."""
    scan, scanning = scanner()
    at: Callable[[int], None] = lambda page: send(("at", page))  # noqa: E731
    say: Callable[[str], None] = lambda told: send(("long", told))  # noqa: E731
    book = Book(wanted.path, wanted.name, wanted.said, wanted.password, scan, at, left_out, say)
    shapes = [shape for shape in book.tables() if shape.id not in done]
    digest = sha256_of(wanted.path)
    ids = [shape.id for shape in shapes]
    made = BookRead(wanted.name, book.title, digest, book.file.pages, book.numbers.told, unsought=ids)
    made.scanning = scanning
    send(("book", made))
    book.search(lambda: send(("page", None)))
    for shape in shapes:
        send(("table", book.read(shape)))
    send(("unread", (book.unread, len(book.textless), book.unlooked)))


def sha256_of(path: Path) -> str:
    """The fingerprint of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def scanner() -> tuple[Scan | None, str]:
    """What reads scans, if it is installed, and what is said of it."""
    from importlib.util import find_spec

    if find_spec("rapidocr_onnxruntime") is None:
        return None, "pip install 'rawcheck[ocr]' reads such pages"
    from verify.pdf.scans import scan

    return scan, ""
