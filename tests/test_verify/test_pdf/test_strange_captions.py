"""A strange caption is no other table where the body proves that it is ours; one of things of another sort is."""

import pytest

from tests.test_verify.test_pdf.books import drawn, printed, prose, title
from tests.test_verify.test_pdf.test_book import TURRETS, book, read
from tests.test_verify.test_pdf.test_captions import captioned, counted
from tests.test_verify.test_pdf.test_tables import WIDTHS
from tests.test_verify.test_pdf.test_tables_of_another_name import PULSE, weapons

CAPTIONS = ["Turret Armament", "Turret Weaponry", "Turrets and Fixed Mounts", "Exotic and Usual Turret Weapons"]


@pytest.mark.parametrize("caption", CAPTIONS)
def test_a_table_that_is_ours_throughout_may_have_a_strange_caption_on_the_cited_page(tmp_path, caption):
    assert counted(read(book(tmp_path / "book.pdf", {28: weapons(caption)})), TURRETS) == (54, 0)


@pytest.mark.parametrize("caption", CAPTIONS)
def test_what_is_not_ours_below_a_strange_caption_is_in_doubt(tmp_path, caption):
    made = read(book(tmp_path / "book.pdf", {28: weapons(caption, {PULSE: "12"})}))
    assert counted(made, TURRETS) == (53, 0)


@pytest.mark.parametrize(
    "caption",
    [
        "Small Craft Turret Weapons",
        "Old Turret Weapons",
        "Turret Weapons (First Edition)",
        "Optional Turret Weapons",
        "Turret Weapons: Maintenance Cost",
        "Robot Turret Weapons",
        "Turret Weapons (2016)",
    ],
)
def test_a_caption_of_things_of_another_sort_puts_a_table_in_doubt_that_has_our_values(tmp_path, caption):
    assert counted(read(book(tmp_path / "book.pdf", {28: weapons(caption)})), TURRETS) == (0, 0)


@pytest.mark.parametrize(("year", "counts"), [("2016", (0, 0)), ("2022", (25, 0)), ("2008", (0, 0))])
def test_the_year_in_a_caption_is_that_of_the_book_in_hand_whatever_other_books_the_rule_is_cited_from(
    tmp_path, year, counts
):
    sensors = "ship/sensors"
    draw = captioned(f"Sensors - {year} Edition", printed(sensors), WIDTHS[sensors])
    assert counted(read(book(tmp_path / "book.pdf", {76: draw}, 80, 70)), sensors) == counts


VEHICLES = "For vehicles, use these values instead of those for ships:"


@pytest.mark.parametrize(
    ("lead", "counts"),
    [
        (VEHICLES, (0, 0)),
        (f"Nobody else has them. {VEHICLES}", (0, 0)),
        ("In the edition of 2016, the weapons that all ships could have in their turrets were as follows.", (0, 0)),
        ("The weapons that can be mounted in a turret, on any ship of any size, are the following:", (54, 0)),
        ("Vehicles and robots have their own. The weapons that can be mounted in turrets of ships are:", (54, 0)),
        ("Vehicles cannot have any of them, whatever their owner may say about it, and may pay for it.", (54, 0)),
    ],
)
@pytest.mark.parametrize("caption", ["", "Turret Weapons"])
def test_a_line_that_leads_to_a_table_counts_like_a_caption(tmp_path, caption, lead, counts):
    def draw(page):
        low = prose(page, 60, 780, 260, 1, lead)
        title(page, caption, y=low - 20)
        drawn(page, printed(TURRETS), 60, low - (34 if caption else 14), WIDTHS[TURRETS])

    assert counted(read(book(tmp_path / "book.pdf", {28: draw})), TURRETS) == counts


@pytest.mark.parametrize(
    ("column", "head"),
    [(1, "Minimum TL"), (1, "TL Required"), (3, "Power Points"), (5, "Purchase Cost"), (6, "Special Traits")],
)
def test_a_word_in_a_head_that_changes_nothing_puts_nothing_in_doubt(tmp_path, column, head):
    cells = printed(TURRETS)
    cells[0][column] = head
    made = read(book(tmp_path / "book.pdf", {28: captioned("Turret Weapons", cells, [80] * 7)}))
    assert counted(made, TURRETS) == (54, 0)
