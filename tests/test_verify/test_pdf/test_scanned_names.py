"""Scans: a name whose blanks are lost is the same name, and a page whose number was not read may have a table."""

from pathlib import Path

import pytest

from tests.test_verify.test_pdf.test_book import TURRETS, book
from tests.test_verify.test_pdf.test_captions import captioned, printed
from tests.test_verify.test_pdf.test_tables import SHAPES
from verify.pdf.book import Book
from verify.pdf.captions import strange_words
from verify.pdf.check import check_books
from verify.pdf.reader import BookRead
from verify.pdf.tables import read_table

MOUNTS = "ship/mounts"


@pytest.mark.parametrize(
    ("caption", "strange"),
    [
        ("TURRETSANDFIXEDMOUNTS", []),
        ("ADVANCEDSPACECRAFT", []),
        ("SURPLUSMOUNTS", ["SURPLUSMOUNTS"]),
        ("SMALLCRAFTMOUNTS", ["SMALLCRAFTMOUNTS"]),
    ],
)
def test_a_caption_of_a_scan_is_compared_without_blanks(tmp_path, caption, strange):
    path = book(tmp_path / "book.pdf", {28: captioned(caption, printed(MOUNTS), [120, 60, 60, 60, 60])})
    held = Book(Path(path), "book.pdf", "HG", None, None)
    part = read_table(SHAPES[MOUNTS], [27], held, True).parts[0]
    part.sheet.scanned = True
    assert strange_words(part) == strange
    held.file.close()


def test_a_table_whose_page_may_be_a_picture_without_a_number_was_not_read(tmp_path):
    held = Book(Path(book(tmp_path / "book.pdf", {}, last=20)), "book.pdf", "HG", None, None)
    held.search(lambda: None)
    held.textless.append(3)
    held.numbers = held.numbers.__class__("labels", None, {"1": 0}, "")
    made = BookRead("book.pdf", held.title, "", held.file.pages, "", [held.read(SHAPES[TURRETS])])
    held.file.close()
    report = check_books([made], {})
    (told,) = report.findings
    assert told.code == "RC604"
    assert "the table could not be read: its page may be a picture: on none the number 28 was read" in told.message
    assert {verdict for _, verdict in report.facts} == {"unchecked"}
