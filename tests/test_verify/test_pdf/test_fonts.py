"""Fonts that give their letters no names, or wrong ones: a table in them is unreadable, and not absent."""

import pytest

from engine.rulebook.raw import RAW
from tests.test_verify.test_pdf.books import VERA, Maker, printed, title
from tests.test_verify.test_pdf.typesetting import Layout, Style, draw_table
from verify.pdf.book import Book
from verify.pdf.check import check_books
from verify.pdf.legible import BROKEN, SHIFTED, is_shifted
from verify.pdf.reader import BookRead
from verify.recognition.rule_tables import rule_tables

TURRETS = "ship/turret-weapons"


class Named(Style):
    """Letters that the file gives other names than it shows."""

    def __init__(self, rename):
        super().__init__(VERA)
        self.rename = rename

    def draw(self, page, x, y, text):
        super().draw(page, x, y, "".join(map(self.rename, text)))


RENAMED = {
    "no digit has a name": (lambda c: chr(0xF700 + ord(c)) if c.isdigit() else c, BROKEN),
    "each letter is the next one": (lambda c: chr(ord(c) + 1) if "1" <= c <= "z" else c, SHIFTED),
}


def read(path, id=TURRETS):
    book = Book(path, "book.pdf", "HG", None, None)
    book.search(lambda: None)
    told = BookRead("book.pdf", book.title, "", book.file.pages, book.numbers.told, scanning="install something")
    told.tables.append(book.read(next(shape for shape in rule_tables() if shape.id == id)))
    book.file.close()
    return check_books([told], {})


@pytest.mark.parametrize("numbered", [True, False])
@pytest.mark.parametrize("how", RENAMED)
def test_a_table_in_a_font_that_is_at_fault_is_unreadable(tmp_path, how, numbered):
    rename, why = RENAMED[how]

    def draw(page):
        title(page, RAW.table(TURRETS).title)
        draw_table(page, printed(TURRETS), Layout(Named(rename), gap=12), 60, 760)

    if why == SHIFTED and not numbered:
        pytest.skip("a page that no number leads to is not tried letter by letter")
    made = Maker(tmp_path / "book.pdf", first=27, title="High Guard 2022 edition")
    empty = lambda page: title(page, "Nothing else is printed here")  # noqa: E731
    report = read(made.page(empty, number=numbered).page(draw, number=numbered).page(empty, number=numbered).save())
    assert {verdict for _, verdict in report.facts} == {"unchecked"}
    (told,) = [f for f in report.findings if f.rule == TURRETS]
    assert (told.code, told.level) == ("RC604", "warning")
    assert f"page 2 of the file {why}" in told.message


def test_a_text_in_its_own_letters_is_not_shifted():
    names = [row.name for row in RAW.table(TURRETS).rows]
    assert not is_shifted(" ".join(names), names)
    assert is_shifted("".join(chr(ord(c) - 29) for c in " ".join(names)), names)
