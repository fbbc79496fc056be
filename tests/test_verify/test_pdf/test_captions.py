"""A table with our row names is not ours if its caption or its heads say so."""

import pytest

from tests.test_verify.test_pdf.books import drawn, printed, title
from tests.test_verify.test_pdf.test_book import TURRETS, book, checked, found, read
from tests.test_verify.test_pdf.test_tables import WIDTHS

BANDS = ("Adjacent", "Close", "Short", "Medium", "Long", "Very Long", "Distant")
DMS = ("+4", "+2", "+1", "0", "-2", "-4", "-6")
CORE = "Traveller Core Rulebook 2016"


def captioned(caption, cells, widths, y=780):
    def draw(page):
        title(page, caption, y=y)
        drawn(page, cells, 60, y - 20, widths)

    return draw


def counted(made, table=""):
    """How many cells have each verdict that counts."""
    report, _ = checked(made)
    verdicts = [verdict for fact, verdict in report.facts if fact.rule.startswith(table)]
    return verdicts.count("agrees"), verdicts.count("differs")


@pytest.mark.parametrize(
    ("caption", "head", "values"),
    [
        ("Sensor Detection", "DM", DMS),
        ("Sensor Targets by Range Bands", "DM", DMS),
        ("Missile Flight Time", "Thrust", ("1", "1", "2", "5", "10", "20", "40")),
    ],
)
def test_the_caption_of_another_table_is_believed(tmp_path, caption, head, values):
    cells = [["Range Band", head], *map(list, zip(BANDS, values, strict=True))]
    draw = captioned(caption, cells, [90, 60])
    made = read(book(tmp_path / "book.pdf", {155: draw}, 157, 150, CORE))
    assert counted(made, "space/range-bands") == (0, 0)


def test_a_column_under_a_foreign_head_is_not_ours(tmp_path):
    cells = [
        [*row[:3], mass, *row[3:]] for row, mass in zip(printed("ship/barbettes"), ["Mass", *"222222222"], strict=True)
    ]
    draw = captioned("Barbettes", cells, [120, 30, 60, 40, 40, 50, 60, 90])
    made = read(book(tmp_path / "book.pdf", {30: draw}))
    assert counted(made, "space/attack-modifiers") == (0, 0)
    assert counted(made, "ship/barbettes") == (54, 0)


def test_page_numbers_of_an_index_are_no_tech_levels(tmp_path):
    cells = [[row[0], row[1] if n else "Page"] for n, row in enumerate(printed(TURRETS))]
    made = read(book(tmp_path / "book.pdf", {28: captioned("Index of weapons", cells, [120, 60])}))
    assert counted(made) == (0, 0)


def earlier():
    return [[row[0], str(int(row[1]) - 1) if n else row[1], *row[2:]] for n, row in enumerate(printed(TURRETS))]


def test_an_example_on_a_page_that_is_not_cited_is_in_doubt(tmp_path):
    draw = captioned("Example: Weapons of the Fleet", earlier(), WIDTHS[TURRETS])
    assert counted(read(book(tmp_path / "book.pdf", {33: draw}))) == (0, 0)


def test_a_caption_chooses_between_two_tables_on_the_cited_page(tmp_path):
    other = captioned("Weapon Availability", [row[:3] for row in earlier()], WIDTHS[TURRETS][:3])
    own = captioned("Turret Weapons", printed(TURRETS), WIDTHS[TURRETS], y=450)

    def both(page):
        other(page)
        own(page)

    made = read(book(tmp_path / "book.pdf", {28: both}))
    assert counted(made) == (54, 0)
    assert not any(cell.others for cell in found(made).cells)


@pytest.mark.parametrize("caption", ["Staterooms and berths", "Small Craft Armaments"])
def test_a_foreign_caption_on_the_cited_page_puts_a_table_in_doubt_that_is_not_ours_throughout(tmp_path, caption):
    cells = [[*row[:-3], "9D", "MCr9", row[-1]] if n else row for n, row in enumerate(printed(TURRETS))]
    made = read(book(tmp_path / "book.pdf", {28: captioned(caption, cells, WIDTHS[TURRETS])}))
    assert counted(made, TURRETS) == (0, 0)
    report, _ = checked(made)
    (doubt,) = [f for f in report.findings if f.code == "RC604" and f.rule.startswith(TURRETS)]
    assert "54 cells are not certain: each time, it stands below the caption of another table" in doubt.message


def test_a_table_with_our_values_may_have_another_name_in_the_book(tmp_path):
    changes = {"ship/turret-weapons/pulse-laser/tl": "12"}
    cells = printed(TURRETS, changes)
    made = read(book(tmp_path / "book.pdf", {28: captioned("What to Mount", cells, WIDTHS[TURRETS])}))
    assert counted(made, TURRETS) == (53, 1)


def test_a_table_under_its_own_name_whose_cells_are_mostly_odd_was_found_and_is_in_doubt(tmp_path):
    multiples = "space/damage-multiples"
    odd = {f"{multiples}/{row}": "one hundred" for row in ("barbette", "small-bay", "large-bay")}
    made = read(book(tmp_path / "book.pdf", {29: captioned("Damage Multiples", printed(multiples, odd), [120, 90])}))
    assert found(made, multiples).pages == (28,)
    report, _ = checked(made)
    (told,) = [f.message for f in report.findings if f.rule.startswith(multiples)]
    assert "5 cells are not certain: each time, much of its column is no value" in told
    assert {verdict for fact, verdict in report.facts if fact.rule.startswith(multiples)} == {"unchecked"}


def test_the_caption_below_the_table_before_is_none_of_the_next_one(tmp_path):
    mounts = "ship/mounts"

    def draw(page):
        low = drawn(page, printed(mounts), 60, 760, WIDTHS[TURRETS][:5])
        title(page, "Table 4: Turrets and fixed mounts", y=low - 12, size=8)
        low = drawn(page, printed(TURRETS, {"ship/turret-weapons/railgun/tl": "9"}), 60, low - 20, WIDTHS[TURRETS])
        title(page, "1 Only if the referee is asked.", y=low - 8, size=6)
        title(page, "Table 5: Turret weapons", y=low - 18, size=8)

    made = read(book(tmp_path / "book.pdf", {28: draw}))
    assert (counted(made, mounts), counted(made, TURRETS)) == ((20, 0), (53, 1))


@pytest.mark.parametrize("caption", ["Other Component Advantages", "Component Advantages", "Advantages of Components"])
def test_a_caption_with_the_words_of_our_title_is_no_foreign_one(tmp_path, caption):
    draw = captioned(caption, printed("ship/component-advantages"), [180, 180, 90])
    made = read(book(tmp_path / "book.pdf", {71: draw}, 72, 65))
    assert counted(made, "ship/component-advantages") == (18, 0)


def test_a_caption_with_a_word_more_than_our_title_is_a_foreign_one(tmp_path):
    changes = {f"ship/component-advantages/{row}/effect": "other" for row in ("energy-efficient", "size-reduction")}
    cells = [[text.replace("10%", "15%") for text in row] for row in printed("ship/component-advantages", changes)]
    draw = captioned("Component Advantages of Robots", cells, [180, 180, 90])
    made = read(book(tmp_path / "book.pdf", {71: draw}, 72, 65))
    assert counted(made, "ship/component-advantages")[1] == 0


@pytest.mark.parametrize(
    ("caption", "counts"), [("Common Modifiers to Ranged Attacks", (3, 2)), ("Common Faults of Old Weapons", (0, 0))]
)
def test_a_caption_with_most_words_of_ours_is_believed_while_half_the_values_are_ours(tmp_path, caption, counts):
    rows = ("Aiming", "Laser Sight", "Fast-Moving Target", "Dual Weapons", "Prone Target")
    cells = printed("personal/attack-modifiers", rows=rows)
    cells[2][1], cells[3][1] = "+3", "-4"
    made = read(book(tmp_path / "book.pdf", {73: captioned(caption, cells, [120, 60])}, 75, 70, CORE))
    assert counted(made, "personal/attack-modifiers") == counts
