"""Captions stand above their tables or below them, and one between two tables is that of one of them."""

import pytest

from tests.test_verify.test_pdf.books import drawn, printed, prose, title
from tests.test_verify.test_pdf.test_book import TURRETS, book, checked, read
from tests.test_verify.test_pdf.test_captions import counted
from tests.test_verify.test_pdf.test_tables import WIDTHS
from tests.test_verify.test_pdf.test_tables_of_another_name import PULSE

OURS, OTHER = {}, {PULSE: "12"}


def stacked(*pieces, gap=12):
    """What draws captions, as texts, and tables, as their changed cells, under each other, with prose above them."""

    def draw(page):
        low = prose(page, 60, 800, 400, 4) - 6
        for piece in pieces:
            low -= gap
            if isinstance(piece, str):
                title(page, piece, y=low, size=9)
            else:
                low = drawn(page, printed(TURRETS, piece), 60, low + gap - 4, WIDTHS[TURRETS])

    return draw


VEHICLES, TURRET = "Table 1: Vehicle Weapons", "Table 2: Turret Weapons"


@pytest.mark.parametrize(
    ("pieces", "counts"),
    [
        ((OURS, VEHICLES, OTHER, TURRET), (53, 1)),
        ((OTHER, VEHICLES, OURS, TURRET), (54, 0)),
        ((OTHER, "Table 1: Turret Weapons", OURS, "Table 2: Vehicle Weapons"), (53, 1)),
        ((OTHER, "Vehicle Weapons", OURS, "Turret Weapons"), (54, 0)),
        ((OURS, "Turret Weapons", OTHER, "Vehicle Weapons"), (54, 0)),
        ((VEHICLES, OURS, TURRET, OTHER), (53, 1)),
        ((VEHICLES, OTHER, TURRET, OURS), (54, 0)),
    ],
)
def test_the_first_and_the_last_table_tell_on_which_side_captions_stand(tmp_path, pieces, counts):
    assert counted(read(book(tmp_path / "book.pdf", {28: stacked(*pieces)})), TURRETS) == counts


def test_where_it_is_not_clear_whose_a_caption_is_nothing_is_certain(tmp_path):
    draw = stacked("Table 1: Mounts", OTHER, VEHICLES, OTHER, "Table 3: Turret Weapons")
    assert counted(read(book(tmp_path / "book.pdf", {28: draw})), TURRETS)[1] == 0


@pytest.mark.parametrize(
    "below",
    [
        "Table 4: Turret Weapons of the first edition",
        "Fig. 2: Aslan Turret Weapons",
        "Table 3-2: Turret Weapons for vehicles",
        "Table 9: obsolete Turret Weapons",
        "Note: these values are for vehicles.",
    ],
)
@pytest.mark.parametrize("above", [(), ("Turret Weapons",)])
def test_what_stands_below_a_table_can_say_that_it_is_another(tmp_path, above, below):
    made = read(book(tmp_path / "book.pdf", {28: stacked(*above, OTHER, below)}))
    assert counted(made, TURRETS)[1] == 0


@pytest.mark.parametrize("below", ["Frontier Turret Weapons", "Vehicle Weapons"])
def test_a_line_below_a_table_without_caption_that_may_be_one_leaves_no_error(tmp_path, below):
    assert counted(read(book(tmp_path / "book.pdf", {28: stacked(OTHER, below)})), TURRETS) == (53, 0)


@pytest.mark.parametrize("below", ["Table 3-2: Turret Weapons", "Barbettes", "Each of them needs a gunner."])
def test_a_caption_of_its_own_or_a_heading_below_a_table_leaves_it_what_it_is(tmp_path, below):
    made = read(book(tmp_path / "book.pdf", {28: stacked(OTHER, below)}))
    assert counted(made, TURRETS) == (53, 1)


@pytest.mark.parametrize(
    ("caption", "counts"),
    [
        ("Turret Weapons at TL 15", (53, 0)),
        ("Turret Weapons on the Ships of the Marava Company", (53, 0)),
        ("Turret Weapons (see p. 31)", (53, 1)),
        ("The Weapons that a Ship can have in Turrets", (53, 1)),
    ],
)
def test_a_long_caption_and_its_numbers_are_looked_at_too(tmp_path, caption, counts):
    assert counted(read(book(tmp_path / "book.pdf", {28: stacked(caption, OTHER)})), TURRETS) == counts


@pytest.mark.parametrize(
    "lead",
    [
        "The playtest draft gave these figures for turret weapons, since withdrawn.",
        "Referees who like a grittier game may replace the usual turret weapons by these.",
        "Underwater, turret weapons work as follows.",
        "The corsair Marava has had her turrets rebuilt; her weapons are given here.",
        "These are the weapons of ground vehicles.",
    ],
)
def test_a_sentence_above_a_table_without_caption_that_speaks_of_other_things_leaves_no_error(tmp_path, lead):
    assert counted(read(book(tmp_path / "book.pdf", {28: stacked(lead, OTHER)})), TURRETS)[1] == 0


@pytest.mark.parametrize(
    "lead",
    [
        "A ship can mount any of the following in its turrets.",
        "Weapons that fit a turret are given below, with their prices.",
        "Vehicles cannot carry what follows; ships can.",
        "Unlike vehicle weapons, the weapons of a ship have these values.",
        "This replaces the table of the 2016 edition.",
    ],
)
def test_a_plain_sentence_above_a_table_leaves_an_error_one(tmp_path, lead):
    assert counted(read(book(tmp_path / "book.pdf", {28: stacked(lead, OTHER)})), TURRETS) == (53, 1)


def test_the_heading_of_a_section_counts_where_a_table_has_no_caption(tmp_path):
    def draw(page):
        title(page, "Vehicle Weapons", y=800, size=16)
        low = prose(page, 60, 780, 400, 4)
        drawn(page, printed(TURRETS, OTHER), 60, low - 10, WIDTHS[TURRETS])

    assert counted(read(book(tmp_path / "book.pdf", {28: draw})), TURRETS)[1] == 0


def test_the_reason_names_the_words(tmp_path):
    report, _ = checked(read(book(tmp_path / "book.pdf", {28: stacked("Underwater, they work as follows.", OTHER)})))
    assert any("the sentence above it says Underwater" in finding.message for finding in report.findings)


@pytest.mark.parametrize("caption", ["Turret Weapons", "Table 3: Turret Weapons"])
def test_a_sentence_above_a_table_whose_caption_below_names_the_rule_is_no_lead(tmp_path, caption):
    lead = "Most captains learn early that a quiet voyage is a profitable one."
    assert counted(read(book(tmp_path / "book.pdf", {28: led(lead, OTHER, caption)})), TURRETS) == (53, 1)


@pytest.mark.parametrize(
    "lead",
    ["For walkers and tanks, use the following values:", "The playtest draft gave these figures, since withdrawn."],
)
def test_a_sentence_that_speaks_of_a_table_does_so_whatever_caption_is_below_it(tmp_path, lead):
    assert counted(read(book(tmp_path / "book.pdf", {28: led(lead, OTHER, "Turret Weapons")})), TURRETS)[1] == 0


def led(lead, changes, caption):
    """What draws a sentence, a table below it, its caption, and prose."""

    def draw(page):
        low = prose(page, 60, 780, 400, 1, lead) - 4
        low = drawn(page, printed(TURRETS, changes), 60, low, WIDTHS[TURRETS]) - 12
        title(page, caption, y=low, size=9)
        prose(page, 60, low - 6, 400, 4)

    return draw
