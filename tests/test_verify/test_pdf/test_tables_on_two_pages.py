"""Tables on two pages, of which the cite names the first or the second."""

import pytest

from tests.test_verify.test_pdf.books import drawn, printed, title
from tests.test_verify.test_pdf.test_book import TURRETS, book, found, read
from tests.test_verify.test_pdf.test_captions import counted

BARBETTES = "ship/barbettes"
WIDE = [130, 30, 60, 40, 50, 60, 90]


def part(rows, caption="", heads=True):
    """What draws some rows of a table."""
    cells = printed(BARBETTES)

    def draw(page):
        title(page, caption)
        drawn(page, [*cells[:heads], *cells[rows]], 40, 760, WIDE)

    return draw


@pytest.mark.parametrize("first", [29, 30])
@pytest.mark.parametrize("cut", [4, 7])
@pytest.mark.parametrize("heads", [True, False])
def test_a_table_on_two_pages_is_read_from_both_whichever_is_cited(tmp_path, first, cut, heads):
    pages = {first: part(slice(1, cut), "Barbettes"), first + 1: part(slice(cut, None), heads=heads)}
    made = read(book(tmp_path / "a.pdf", pages, first=25))
    assert counted(made, BARBETTES) == (54, 0)
    assert found(made, BARBETTES).numbers == (str(first), str(first + 1))
    assert found(made, BARBETTES).is_cited


def test_a_table_on_the_page_before_the_cited_one_stands_there(tmp_path):
    made = read(book(tmp_path / "a.pdf", {29: part(slice(1, None), "Barbettes")}, first=25))
    assert counted(made, BARBETTES) == (54, 0)
    assert not found(made, BARBETTES).is_cited
    assert not found(made, TURRETS).pages
