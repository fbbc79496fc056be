"""A mark beside a value leads to a footnote, which can say another value."""

import pytest
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Paragraph

from tests.test_verify.test_pdf.books import drawn, printed, title
from tests.test_verify.test_pdf.test_book import TURRETS, book, read
from tests.test_verify.test_pdf.test_captions import counted
from tests.test_verify.test_pdf.test_tables import WIDTHS

POWER = f"{TURRETS}/laser-drill/power"
SMALL = ParagraphStyle("note", fontName="Times-Roman", fontSize=8, leading=10)


def noted(path, value, note, place=(3, 3)):
    """A book with a mark in one cell of a table, and a note below it."""
    cells = printed(TURRETS, {POWER: value} if place == (3, 3) else {})
    row, column = place
    cells[row][column] += "" if place == (3, 3) else value

    def draw(page):
        title(page, "Turret Weapons")
        low = drawn(page, cells, 60, 760, WIDTHS[TURRETS])
        text = Paragraph(note, SMALL)
        text.wrapOn(page, 400, 100)
        text.drawOn(page, 60, low - 30)

    return read(book(path / "book.pdf", {28: draw}))


@pytest.mark.parametrize(
    ("value", "note"),
    [
        ("4*", "* 6 in a barbette."),
        ("4*", "*6 in a barbette."),
        ("4†", "† Doubled in an atmosphere."),
        ("4<super>1</super>", "<super>1</super> 6 in a barbette."),
        ("4<super>a</super>", "a) Six, or 6, in a barbette."),
    ],
)
def test_a_value_with_the_mark_of_a_note_that_can_change_it_is_in_doubt(tmp_path, value, note):
    assert counted(noted(tmp_path, value, note), TURRETS) == (53, 0)


@pytest.mark.parametrize("note", ["* The gunner has to be asked.", "* See page 44.", "† 6 in a barbette."])
def test_a_note_that_changes_nothing_puts_nothing_in_doubt(tmp_path, note):
    assert counted(noted(tmp_path, "4*", note), TURRETS) == (54, 0)


def test_another_value_than_ours_differs_unless_the_note_has_ours(tmp_path):
    assert counted(noted(tmp_path, "5*", "* 6 in a barbette."), TURRETS) == (53, 1)
    assert counted(noted(tmp_path, "5*", "* 4 in a single turret."), TURRETS) == (53, 0)


@pytest.mark.parametrize(("place", "left"), [((3, 0), 48), ((0, 3), 45)])
def test_the_mark_of_a_row_or_a_head_is_that_of_its_cells(tmp_path, place, left):
    assert counted(noted(tmp_path, "*", "* 6 in a barbette.", place), TURRETS) == (left, 0)


@pytest.mark.parametrize(
    ("note", "agree"), [("* Short in an atmosphere.", 53), ("* Very Long in a barbette", 53), ("* Long as well.", 54)]
)
def test_a_note_that_has_another_value_in_words_puts_the_marked_one_in_doubt(tmp_path, note, agree):
    row = next(n for n, cells in enumerate(printed(TURRETS)) if cells[2] == "Long")
    assert counted(noted(tmp_path, "*", note, (row, 2)), TURRETS) == (agree, 0)
