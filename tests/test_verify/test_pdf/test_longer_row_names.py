"""Rows whose names have ours in them are other rows, on however many lines their names stand."""

import pytest

from tests.test_verify.test_pdf.books import drawn, printed, title
from tests.test_verify.test_pdf.test_book import TURRETS, book, read
from tests.test_verify.test_pdf.test_captions import CORE, counted

VALUES = ["12", "Medium", "5", "1D", "MCr0.7", "—"]
NAMES = ["Advanced Beam Laser", "Beam Laser Array", "Beam Laser (heavy)", "Super-heavy Beam Laser"]


def with_row(path, name, at, instead=False, **style):
    """A book with a row of a longer name among the others, or instead of the first."""
    cells = printed(TURRETS)
    cells[at : at + instead] = [[name, *VALUES]]

    def draw(page):
        title(page, "Turret Weapons")
        drawn(page, cells, 60, 760, [480 / 7] * 7, **style)

    return read(book(path / "book.pdf", {28: draw}))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("style", [{}, {"ruled": True}, {"valign": "MIDDLE"}, {"ruled": True, "valign": "MIDDLE"}])
@pytest.mark.parametrize("at", [2, 5])
def test_a_row_with_a_longer_name_on_two_lines_leaves_ours_as_it_is(tmp_path, name, style, at):
    assert counted(with_row(tmp_path, name, at, **style), TURRETS) == (54, 0)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("style", [{}, {"ruled": True}, {"valign": "MIDDLE"}, {"ruled": True, "valign": "MIDDLE"}])
def test_a_row_with_a_longer_name_instead_of_ours_proves_nothing(tmp_path, name, style):
    agree, differ = counted(with_row(tmp_path, name, 1, instead=True, **style), TURRETS)
    assert (agree <= 48, differ) == (True, 0)


def test_the_second_line_of_the_heads_is_no_part_of_the_first_name(tmp_path):
    bands = "space/range-bands"
    cells = printed(bands, {f"{bands}/adjacent/attack-dm": "+5"})

    def draw(page):
        title(page, "Space Range Bands")
        drawn(page, cells, 60, 760, [42, 120, 50, 42], pad=0)

    assert counted(read(book(tmp_path / "book.pdf", {156: draw}, 158, 150, CORE)), bands) == (20, 1)
