"""Names of rows that are the end of another's: what stands close over them may or may not be their beginning."""

import pytest

from engine.rulebook.raw import RAW
from tests.test_verify.test_pdf.books import Maker, drawn, printed, title
from tests.test_verify.test_pdf.random_books import judged

CRITICALS = "space/critical-locations"
LEVELS = "ship/technology-levels"
ROWS = ["Prototype", "Budget", "Advanced", "Very Advanced", "High Technology"]


def told(tmp_path, id, cells, **style):
    """The verdict on each rule of a table that is set close."""

    def draw(page):
        title(page, RAW.table(id).title)
        drawn(page, cells, 60, 740, [90] * len(cells[0]), **style)

    return {rule: verdict for rule, (verdict, *_) in judged(Maker(tmp_path / "a.pdf").page(draw).save(), id).items()}


@pytest.mark.parametrize("ruled", [True, False])
def test_a_number_right_under_the_head_is_not_the_end_of_a_greater_one(tmp_path, ruled):
    assert set(told(tmp_path, CRITICALS, printed(CRITICALS), ruled=ruled, pad=0.5).values()) == {"agrees"}


def test_numbers_under_each_other_are_not_joined_to_one(tmp_path):
    cells = printed(CRITICALS)
    cells[1:1] = [["1", "Nothing"]]
    made = told(tmp_path, CRITICALS, cells, ruled=True, pad=0.5)
    assert made[f"{CRITICALS}/2"] == made[f"{CRITICALS}/12"] == "agrees"


@pytest.mark.parametrize("ruled", [True, False])
def test_a_row_right_under_the_heads_is_not_the_end_of_one_that_begins_there(tmp_path, ruled):
    cells = printed(LEVELS, rows=ROWS)
    made = told(tmp_path, LEVELS, cells, ruled=ruled, pad=0.5)
    assert {verdict for rule, verdict in made.items() if "/prototype/" in rule} == {"agrees"}


def test_a_ruled_line_parts_a_row_from_one_that_is_not_known(tmp_path):
    cells = printed(LEVELS, rows=ROWS)
    cells[1:1] = [["Homemade", *("—",) * (len(cells[0]) - 1)]]
    made = told(tmp_path, LEVELS, cells, ruled=True, pad=0.5)
    assert {verdict for rule, verdict in made.items() if "/prototype/" in rule} == {"agrees"}


def test_the_last_line_of_a_name_that_is_not_known_is_no_row_of_ours(tmp_path):
    cells = printed(LEVELS, rows=ROWS[1:])
    cells[1:1] = [["Homemade<br/>Prototype", *(text.replace("1", "7") for text in printed(LEVELS)[2][1:])]]
    for ruled in (True, False):
        made = told(tmp_path, LEVELS, cells, ruled=ruled, pad=0.5)
        assert not {rule for rule, verdict in made.items() if "/prototype/" in rule and verdict != "unchecked"}
