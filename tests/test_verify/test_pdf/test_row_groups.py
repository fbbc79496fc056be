"""Rows whose groups stand in bands, in a column of their own, or as the captions of tables under each other."""

import pytest

from tests.test_verify.test_pdf.books import drawn, printed, title
from tests.test_verify.test_pdf.test_book import book, read
from tests.test_verify.test_pdf.test_captions import counted
from verify.recognition.rule_tables import rule_tables

COMPONENTS = "ship/component-advantages"
SHAPE = next(shape for shape in rule_tables() if shape.id == COMPONENTS)
HEADS = ["Advantage", "Effect", "Cost (Advantages)"]
CHANGES = {SHAPE.rows[3].rules[1]: "3", SHAPE.rows[8].rules[1]: "2"}


def groups(changes):
    """The rows of each group, without its name."""
    made = {}
    for name, *rest in printed(COMPONENTS, changes)[1:]:
        group, _, own = name.partition(": ")
        made.setdefault(group, []).append([own, *rest])
    return made


def bands(changes):
    return [HEADS, *(row for group, rows in groups(changes).items() for row in ([group, "", ""], *rows))]


def column(changes):
    rows = [[group if not n else "", *row] for group, of in groups(changes).items() for n, row in enumerate(of)]
    return [["Component", *HEADS], *rows]


def every(changes):
    return [["Component", *HEADS], *([group, *row] for group, rows in groups(changes).items() for row in rows)]


def drawing(cells, **style):
    def draw(page):
        title(page, "Other Component Advantages")
        drawn(page, cells, 60, 760, [480 / len(cells[0])] * len(cells[0]), **style)

    return draw


def apart(page):
    low = 780
    for group, rows in groups(CHANGES).items():
        title(page, f"{group} Advantages", y=low, size=11)
        low = drawn(page, [HEADS, *rows], 60, low - 8, [150, 220, 100]) - 25


def seen(path, draw):
    return counted(read(book(path / "book.pdf", {71: draw}, 72, 65)), COMPONENTS)


@pytest.mark.parametrize("ruled", [False, True])
@pytest.mark.parametrize("cells", [bands, column, every])
def test_rows_in_groups_are_found_with_what_differs_in_them(tmp_path, cells, ruled):
    assert seen(tmp_path, drawing(cells({}), ruled=ruled)) == (18, 0)
    assert seen(tmp_path, drawing(cells(CHANGES), ruled=ruled)) == (16, 2)


def test_tables_under_each_other_can_be_the_groups_of_one(tmp_path):
    assert seen(tmp_path, apart) == (16, 2)


def test_groups_in_the_middle_of_their_rows_are_not_guessed(tmp_path):
    spans = [("SPAN", (0, 1), (0, 5)), ("SPAN", (0, 6), (0, 7)), ("SPAN", (0, 8), (0, 9))]
    assert seen(tmp_path, drawing(column(CHANGES), valign="MIDDLE", style=spans)) == (0, 0)
