"""Columns that stand left of the row names, and what only seems to be one."""

import pytest

from engine.rulebook.raw import RAW
from tests.test_verify.test_pdf.books import Maker, drawn, printed, title
from tests.test_verify.test_pdf.random_books import judged

LEVELS = "ship/technology-levels"
EFFECTS = "checks/effects"


def exchanged(cells):
    """A table whose second column stands before its first."""
    return [[second, first, *rest] for first, second, *rest in cells]


def told(tmp_path, id, *tables, **style):
    """The verdict on each rule of a table, where it and others are set side by side."""

    def draw(page):
        title(page, RAW.table(id).title)
        x = 40
        for cells in tables:
            drawn(page, cells, x, 740, [70] * len(cells[0]), **style)
            x += 70 * len(cells[0]) + 12

    return {rule: verdict for rule, (verdict, *_) in judged(Maker(tmp_path / "a.pdf").page(draw).save(), id).items()}


@pytest.mark.parametrize("ruled", [True, False])
def test_a_column_left_of_the_row_names_is_read(tmp_path, ruled):
    changes = {f"{LEVELS}/budget/tl-difference": "+2"}
    made = told(tmp_path, LEVELS, exchanged(printed(LEVELS, changes)), ruled=ruled)
    assert made.pop(f"{LEVELS}/budget/tl-difference") == "differs"
    assert set(made.values()) == {"agrees"}
    assert len(made) == 23


def test_the_effect_of_a_check_is_read_before_its_result(tmp_path):
    made = told(tmp_path, EFFECTS, exchanged(printed(EFFECTS)))
    assert [verdict for rule, verdict in made.items() if rule.endswith("/effect")] == ["agrees"] * 6


@pytest.mark.parametrize("ruled", [True, False])
def test_a_column_of_a_table_on_the_left_is_not_taken_for_one_that_is_not_printed(tmp_path, ruled):
    cells = printed(LEVELS)
    lacking = [[row[0], *row[2:]] for row in cells]
    other = [["Ship", "TL Difference"], *([f"Hull {n}", f"+{n}"] for n in range(1, 7))]
    made = told(tmp_path, LEVELS, other, lacking, ruled=ruled, size=7)
    assert {verdict for rule, verdict in made.items() if "tl-difference" in rule} <= {"unchecked"}
