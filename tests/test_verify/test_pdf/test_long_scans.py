"""Long scans: it is said at once that they take long, and pages come first that cites may lead to."""

import pytest
from pypdf import PdfReader, PdfWriter

from tests.test_verify.test_pdf.books import Maker, prose, scanned
from tests.test_verify.test_pdf.test_book import TURRETS, book, table
from verify.pdf import reader
from verify.pdf.book import Book
from verify.pdf.file import File
from verify.pdf.pictures import pictures_in
from verify.pdf.seek import cited_numbers, wanted


class Enough(Exception):
    """What was waited for has been said."""


def text_of(page):
    prose(page, 60, 780, 400, 4)


@pytest.fixture
def long_scan(tmp_path):
    """Six pages that are pictures."""
    made = Maker(tmp_path / "text.pdf")
    for _ in range(6):
        made.page(text_of)
    return scanned(made.save(), tmp_path / "book.pdf", 1)


def test_a_scan_is_told_before_anything_of_it_is_read(long_scan):
    said = []

    def say(text):
        said.append(text)
        raise Enough

    def scan(*_):
        raise AssertionError("a page was read before")

    with pytest.raises(Enough):
        Book(long_scan, "book.pdf", "", None, scan, say=say)
    assert said[-1].startswith("6 of 6 pages are pictures; those that may hold cited tables are read, which can take")


def test_what_takes_long_is_told_with_the_name_of_the_book(long_scan, monkeypatch):
    monkeypatch.setattr(reader, "messages", lambda *_, **__: iter([("long", "it takes long"), ("book", made)]))
    made = reader.BookRead("book.pdf", None, "", 6, "")
    said = []
    reader.read_book(reader.Wanted(long_scan, "book.pdf"), say=said.append)
    assert said == ["book.pdf: it takes long"]


GARBAGE = "7(G$ TO32S >S 4@0 D2U6I75& $L<&F H!'L &+ A#?$-J AZ6 -ZQ? 6T?7K#94Q"


def layered(scan, target, *lines):
    """A scan with some lines of text, and numbers at the foot of its pages that are not those in the picture."""
    pages, writer = PdfReader(scan).pages, PdfWriter()
    signs = Maker(target.with_name("signs.pdf"), first=28)
    for _ in pages:
        signs.page(*(lambda page, n=n: page.drawString(60, 700 - 14 * n, lines[n]) for n in range(len(lines))))
    for page, layer in zip(pages, PdfReader(signs.save()).pages, strict=True):
        writer.add_page(page).merge_page(layer)
    writer.write(target)
    return target


@pytest.mark.parametrize("lines", [["#### ## ###### ######## ###"], [GARBAGE] * 6])
def test_a_page_whose_text_layer_says_nothing_is_a_picture(tmp_path, long_scan, lines):
    file = File(layered(long_scan, tmp_path / "layer.pdf", *lines))
    assert pictures_in(file) == 6
    file.close()


def test_no_number_is_taken_from_a_text_layer_that_says_nothing(tmp_path, long_scan):
    held = Book(layered(long_scan, tmp_path / "layer.pdf", *[GARBAGE] * 6), "book.pdf", "HG", None, None)
    held.search(lambda: None)
    assert not held.numbers.by
    assert len(held.textless) == 6


def test_a_book_with_text_is_no_scan_whatever_pictures_it_has(tmp_path, long_scan):
    made = Maker(tmp_path / "text.pdf")
    for _ in range(6):
        made.page(text_of)
    assert pictures_in(File(made.save())) == 0
    assert pictures_in(File(long_scan)) == 6


def test_pages_that_cites_may_lead_to_are_read_before_the_others(tmp_path, monkeypatch):
    text = File(book(tmp_path / "text.pdf", {28: table(TURRETS)}, first=1, last=40))
    path = scanned(tmp_path / "text.pdf", tmp_path / "book.pdf", 1)
    monkeypatch.setattr("verify.pdf.scans.edges", lambda _, page: [])
    read = []

    def scan(_, page):
        read.append(page)
        return text.sheets(page)

    held = Book(path, "book.pdf", "HG", None, scan)
    held.search(lambda: None)
    numbers = [number for shape in wanted("HG") for number in cited_numbers(shape, "HG") if number <= 40]
    assert min(numbers) > 10
    assert read.index(min(numbers) - 1) < read.index(5)
    assert sorted(read) == sorted(held.textless)
