"""The book pages that `rawcheck explain` shows as examples, made into PDFs with prose around them."""

import re

from tests.test_verify.test_pdf.books import Maker, drawn, prose, scanned, title
from verify.pdf.book import Book
from verify.pdf.check import check_books
from verify.pdf.reader import BookRead

BANDS = "space/range-bands"
"""The table that they show; others of the book are missing."""
AROUND = 6
"""Pages of prose before and behind those that are shown."""
_PAGE = re.compile(r"^page (\d+)(, a picture)?\n", re.MULTILINE)


def findings_in(folder, text):
    """What is found in a book: its title, then its pages, each a heading, tables and sentences."""
    said, *parts = _PAGE.split(text)
    pages = {int(number): (how, body) for number, how, body in zip(*[iter(parts)] * 3, strict=True)}
    path = _made(folder / "text.pdf", said.strip(), {number: body for number, (_, body) in pages.items()})
    hows = {how for how, _ in pages.values()}
    seen = path if hows == {None} else scanned(path, folder / "book.pdf", 1)
    return check_books([_read(seen)], {}).findings


def _made(path, said, pages):
    made = Maker(path, first=min(pages) - AROUND, title=said)
    for number in range(made.number, max(pages) + AROUND):
        body = pages.get(number)
        made.page(_drawing(body) if body else lambda page: prose(page, 60, 780, 400, 4))
    return made.save()


def _drawing(body):
    """What draws a page."""

    def draw(page):
        y = 780
        for block in re.findall(r"(?:^\|.*\n?)+|^[^|\n].*\n?", body, re.MULTILINE):
            if block.startswith("|"):
                rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in block.strip().split("\n")]
                y = drawn(
                    page, [row for row in rows if set(row[0]) != {"-"}], 60, y - 20, [110] * len(rows[0]), ruled=True
                )
            else:
                title(page, block.strip(), y=y)
        prose(page, 60, 300, 400, 4)

    return draw


def _read(path):
    """What is read of a book where nothing is installed that reads scans."""
    held = Book(path, "book.pdf", "", None, None)
    held.search(lambda: None)
    tables = [held.read(shape) for shape in held.tables()]
    made = BookRead("book.pdf", held.title, "0" * 64, held.file.pages, held.numbers.told, tables, held.unread)
    made.textless, made.scanning = len(held.textless), "pip install 'rawcheck[ocr]' reads such pages"
    held.file.close()
    return made
