"""Names that run into the cells beside them are found where the other rows have their cells."""

from tests.test_verify.test_pdf.books import printed, title
from tests.test_verify.test_pdf.test_book import book, read
from tests.test_verify.test_pdf.test_captions import CORE, counted
from tests.test_verify.test_pdf.typesetting import Layout, Style, draw_table

ACTIONS = "space/action-summary"


def test_the_longest_name_ends_where_the_cells_of_the_others_begin(tmp_path):
    def draw(page):
        title(page, "Space Combat Actions")
        draw_table(page, printed(ACTIONS), Layout(Style(size=8), gap=3.5), 60, 760)

    made = read(book(tmp_path / "book.pdf", {160: draw}, 162, 155, CORE))
    assert counted(made, ACTIONS) == (30, 0)
