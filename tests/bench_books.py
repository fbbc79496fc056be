"""Made-up books to time the reading of PDFs on: set loosely, as rulebooks are, in two dense columns, and light."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from engine.rulebook.raw import RAW
from tests.test_verify.test_pdf.books import PROSE, Maker, drawn, printed, prose
from verify.documents.cites import pages as pages_of

PAGES = 250
TOP, FOOT = 790.0, 50.0
LEFT, RIGHT, WIDTH = 45.0, 305.0, 245.0
"""Where the two columns of a dense page begin, and how wide each is."""


def on_pages() -> dict[int, list[str]]:
    """Every rule table on the page that is cited, or on one of its own."""
    free = iter(range(180, PAGES))
    on: dict[int, list[str]] = {}
    for id, table in RAW.tables.items():
        cited = pages_of(table.cite)
        on.setdefault(cited[0][1] if cited else next(free), []).append(id)
    return on


def a_book(path: Path) -> None:
    """A book with ruled tables, and with less on a page than it would hold."""
    made, on = Maker(path), on_pages()

    def drawing(ids: list[str]) -> Callable[[Any], None]:
        def draw(page: Any) -> None:
            down = tables(page, ids, 50, 800, 500, size=6, pad=1)
            if down > 300:
                prose(page, 50, down - 20, 240, 40)

        return draw

    for number in range(1, PAGES + 1):
        if number in on:
            made.page(drawing(on[number]))
        else:
            made.page(lambda page: prose(page, 50, 800, 240, 80), lambda page: prose(page, 310, 800, 240, 80))
    made.save()


def tables(page: Any, ids: list[str], x: float, y: float, wide: float, **style: Any) -> float:
    """Draw tables under each other, each below its title, and tell how far down they reach."""
    for id in ids:
        cells = printed(id)
        page.setFont("Times-Bold", 9)
        page.drawString(x, y + 5, RAW.table(id).title)
        y = drawn(page, cells, x, y, [wide / len(cells[0])] * len(cells[0]), ruled=True, **style) - 25
    return y


def a_dense_book(path: Path) -> None:
    """A book of two columns with about 1,400 words on each page, which speak of what the tables have."""
    made, on, words = Maker(path), on_pages(), sentences()

    def drawing(ids: list[str]) -> Callable[[Any], None]:
        def draw(page: Any) -> None:
            down = tables(page, ids, LEFT, TOP, RIGHT + WIDTH - LEFT, size=7, pad=1) if ids else TOP
            for x in (LEFT, RIGHT):
                column(page, x, down, words)

        return draw

    for number in range(1, PAGES + 1):
        made.page(drawing(on.get(number, [])))
    made.save()


def a_light_book(path: Path) -> None:
    """A book with some 300 words on a page, which are fast to read for everybody: what is not prose counts the more."""
    made, on, words = Maker(path), on_pages(), sentences()

    def drawing(ids: list[str]) -> Callable[[Any], None]:
        def draw(page: Any) -> None:
            if ids:
                tables(page, ids, LEFT, TOP, RIGHT + WIDTH - LEFT, size=7, pad=1)
            else:
                column(page, LEFT, TOP, words, TOP - _LIGHT)

        return draw

    for number in range(1, PAGES + 1):
        made.page(drawing(on.get(number, [])))
    made.save()


_LIGHT = 500.0
"""How far down the prose of a light page reaches, in points."""


def column(page: Any, x: float, y: float, words: Iterator[str], foot: float = FOOT) -> None:
    """Fill a column with prose, from a height down to the foot of the page, or less far."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    blank, line, used = stringWidth(" ", "Times-Roman", 10), "", 0.0
    page.setFont("Times-Roman", 10)
    while y > foot:
        word = next(words)
        used += stringWidth(word, "Times-Roman", 10) + blank
        if used - blank > WIDTH:
            page.drawString(x, y, line)
            y, line, used = y - 12.5, "", stringWidth(word, "Times-Roman", 10) + blank
        line += f"{word} "


def sentences() -> Iterator[str]:
    """Words of prose without end, with names of rows among them as a rulebook has them."""
    chance = Random(1977)
    names = [row.name for table in RAW.tables.values() for row in table.rows]
    plain = PROSE.split()
    while True:
        start = chance.randrange(len(plain))
        yield from plain[start : start + chance.randint(4, 12)]
        yield from chance.choice(names).split()


class Timed(NamedTuple):
    """Seconds of reading a book, of pdfplumber on every page of it, and how many tables of how many were found."""

    ours: float
    theirs: float
    found: int
    wanted: int


def read_and_extracted(make: Callable[[Path], None]) -> Timed:
    """A book, read by us, the faster of two times, and by pdfplumber."""
    import tempfile

    import pdfplumber

    from verify.pdf.reader import Wanted, read_book

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "book.pdf"
        make(path)
        ours = float("inf")
        for _ in range(2):
            start = time.perf_counter()
            read = read_book(Wanted(path, "book.pdf"))
            ours = min(ours, time.perf_counter() - start)
        start = time.perf_counter()
        with pdfplumber.open(path) as pdf:
            for page in pdf.pages:
                page.extract_tables()
                page.close()
        theirs = time.perf_counter() - start
    return Timed(ours, theirs, sum(bool(t.pages) for t in read.tables if t.id in RAW.tables), len(RAW.tables))
