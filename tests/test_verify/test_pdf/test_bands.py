"""A band across a table names the rows below it, and the same rows can stand below several."""

import pytest

from tests.test_verify.test_pdf.books import drawn, printed, title
from tests.test_verify.test_pdf.test_book import TURRETS, book, read
from tests.test_verify.test_pdf.test_captions import counted
from tests.test_verify.test_pdf.test_tables import WIDTHS
from tests.test_verify.test_pdf.test_tables_of_another_name import PULSE

OURS, OTHER = {}, {PULSE: "12"}


def banded(*groups, ruled):
    """What draws one table with some groups of rows, each a band and what is changed below it."""
    cells, style = [printed(TURRETS)[0]], []
    for band, changes in groups:
        style.append(("SPAN", (0, len(cells)), (-1, len(cells))))
        cells += [[band, *[""] * 6], *printed(TURRETS, changes)[1:]]

    def draw(page):
        title(page, "Turret Weapons")
        drawn(page, cells, 60, 760, WIDTHS[TURRETS], ruled=ruled, style=style)

    return draw


@pytest.mark.parametrize("ruled", [False, True])
@pytest.mark.parametrize(
    ("groups", "counts"),
    [
        ([("Vehicles", OURS), ("Starships", OTHER)], (53, 1)),
        ([("Starships", OTHER), ("Vehicles", OURS)], (53, 1)),
        ([("Vehicles", OTHER), ("Starships", OURS)], (54, 0)),
        ([("Until 1105", OURS), ("From 1105", OTHER)], (53, 0)),
    ],
)
def test_of_rows_that_stand_twice_those_count_whose_band_is_no_others(tmp_path, groups, counts, ruled):
    made = read(book(tmp_path / "book.pdf", {28: banded(*groups, ruled=ruled)}))
    assert counted(made, TURRETS) == counts


@pytest.mark.parametrize("band", ["Vehicles", "Small Craft", "First Edition", "Optional"])
def test_a_band_of_other_things_puts_the_rows_below_it_in_doubt(tmp_path, band):
    made = read(book(tmp_path / "book.pdf", {28: banded((band, OTHER), ruled=True)}))
    assert counted(made, TURRETS) == (0, 0)


def test_a_plain_band_leaves_the_rows_what_they_are(tmp_path):
    made = read(book(tmp_path / "book.pdf", {28: banded(("Standard types", OTHER), ruled=True)}))
    assert counted(made, TURRETS) == (53, 1)
