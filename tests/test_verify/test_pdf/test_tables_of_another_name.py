"""A table under another name is another table: it proves nothing, whatever its rows, its heads and its page are."""

import pytest

from tests.test_verify.test_pdf.books import printed
from tests.test_verify.test_pdf.test_book import TURRETS, book, checked, read
from tests.test_verify.test_pdf.test_captions import captioned, counted
from tests.test_verify.test_pdf.test_tables import WIDTHS

PULSE = f"{TURRETS}/pulse-laser/tl"


def weapons(caption, changes=None):
    return captioned(caption, printed(TURRETS, changes), WIDTHS[TURRETS])


@pytest.mark.parametrize(
    "caption",
    [
        "Surplus Weapons",
        "Turret Weapons of the Vargr",
        "Rental per Month",
        "Robots: Turret Weapons",
        "Price on the Black Market",
        "PIRATE ARMS",
        "Turret weapons (obsolete)",
    ],
)
@pytest.mark.parametrize("page", [28, 12])
def test_a_caption_with_words_of_no_rule_table_puts_a_table_in_doubt(tmp_path, caption, page):
    made = read(book(tmp_path / "book.pdf", {page: weapons(caption)}))
    assert counted(made, TURRETS) == (0, 0)


@pytest.mark.parametrize(
    "caption",
    [
        "Turret Weapons",
        "Table 7: Turret Weapons",
        "Turret Weapons (continued)",
        "TURRET WEAPONS",
        "Ship Weapons by Type",
        "High Guard: Turret Weapons",
        "The weapons that a turret can have are these:",
    ],
)
def test_a_caption_with_words_of_the_rules_is_no_other_name(tmp_path, caption):
    assert counted(read(book(tmp_path / "book.pdf", {28: weapons(caption)})), TURRETS) == (54, 0)


@pytest.mark.parametrize(
    "caption", ["Advanced Turret Weapons", "Weapons", "Turret Weapons for Missiles", "Pirate Arms"]
)
@pytest.mark.parametrize("page", [29, 30, 31, 33, 10])
def test_the_table_with_our_name_elsewhere_is_held_against_another_on_the_cited_page(tmp_path, caption, page):
    pages = {28: weapons(caption), page: weapons("Turret Weapons", {PULSE: "12"})}
    report, _ = checked(read(book(tmp_path / "book.pdf", pages)))
    assert next(verdict for fact, verdict in report.facts if fact.rule == PULSE) == "unchecked"
    assert "differs" not in [verdict for fact, verdict in report.facts if fact.rule.startswith(TURRETS)]
