"""What a text layer drops or adds is no other value: signs at the end of a line, blanks, raised digits."""

import pytest

from engine.rulebook.raw import RAW
from tests.test_verify.test_pdf.books import drawn, printed, title
from tests.test_verify.test_pdf.test_book import TURRETS, book, checked, found, read
from tests.test_verify.test_pdf.test_captions import captioned, counted
from tests.test_verify.test_pdf.test_tables import WIDTHS
from verify.pdf.check import check_books
from verify.pdf.meaning import meaning
from verify.pdf.reader import BookRead
from verify.pdf.readings import CellRead, TableRead
from verify.pdf.titles import Title
from verify.pdf.words import Box

MULTIPLES = "space/damage-multiples"
SMALL, SPINAL = f"{MULTIPLES}/small-bay", f"{MULTIPLES}/spinal-mount"


def multiples(path, changes, note=""):
    def draw(page):
        title(page, "Damage Multiples")
        low = drawn(page, printed(MULTIPLES, changes), 60, 760, [120, 90])
        page.setFont("Times-Roman", 8)
        page.drawString(60, low - 15, note)

    return counted(read(book(path / "book.pdf", {29: draw})), MULTIPLES)


@pytest.mark.parametrize("power", ["10<super>2</super>", "10²"])
def test_a_raised_digit_behind_a_number_without_a_note_may_be_a_power(tmp_path, power):
    assert multiples(tmp_path, {SMALL: power, SPINAL: "10<super>3</super>"}) == (3, 0)


def test_a_raised_digit_with_a_note_or_behind_words_too_is_the_mark_of_a_footnote(tmp_path):
    assert multiples(tmp_path, {SMALL: "×10<super>2</super>"}, "2 The gunner has to be asked.") == (5, 0)
    cells = printed(TURRETS)
    cells[1][2], cells[1][3] = f"{cells[1][2]}<super>2</super>", f"{cells[1][3]}<super>2</super>"
    draw = captioned("Turret Weapons", cells, WIDTHS[TURRETS])
    assert counted(read(book(tmp_path / "other.pdf", {28: draw})), TURRETS) == (54, 0)


@pytest.mark.parametrize(
    ("rule", "text"),
    [("ship/turret-weapons/laser-drill/traits", "AP -4"), ("checks/difficulties/average", "8++")],
)
def test_a_sign_too_many_is_not_passed_over(rule, text):
    assert meaning(text, RAW.rule(rule)).problem


def cell(rule, text):
    return CellRead(rule, text, 70, "71", Box(0, 0, 1, 1), 0, 1.0, "", "", False)


def reported(tables, key="HG"):
    held = BookRead("book.pdf", Title(key, "2022", "its title" if key else ""), "", 100, "", tables)
    return check_books([held], {})


def test_a_text_without_its_blanks_never_differs():
    rule = "ship/weapon-advantages/long-range/effect"
    text = cell(rule, "+1 range band(maxVeryLong)")
    report = reported([TableRead("ship/weapon-advantages", (70,), ("71",), (text,), (), True, "")])
    assert [verdict for fact, verdict in report.facts if fact.rule == rule] == ["unchecked"]


def test_the_differences_of_a_book_that_is_not_known_are_notes():
    table = TableRead(TURRETS, (27,), ("28",), (cell(f"{TURRETS}/pulse-laser/tl", "17"),), (), True, "")
    assert max(finding.level == "error" for finding in reported([table]).findings)
    told = {finding.code: finding for finding in reported([table], "").findings}
    assert told["RC602"].level == "note"
    assert "Which book it is was not found, so what was found are notes" in told["RC606"].message


@pytest.mark.parametrize(("step", "far"), [(8, "8 pages further on"), (-1, "1 page further back")])
def test_tables_that_all_stand_as_far_from_their_cites_put_the_page_numbers_in_doubt(step, far):
    tables = [
        TableRead(id, (number,), (str(number + step),), (), (), False, "")
        for id, number in ((TURRETS, 28), (MULTIPLES, 29), ("ship/barbettes", 30))
    ]
    told = [finding for finding in reported(tables).findings if finding.code == "RC605"]
    assert [finding.level for finding in told] == ["note"]
    assert f"3 tables stand {far} than they are cited" in told[0].message
    assert len([f for f in reported(tables[:2]).findings if f.code == "RC605"]) == 2


def test_a_minus_at_the_end_of_a_line_is_kept(tmp_path):
    effects = "ship/weapon-disadvantages"
    cells = [[text.replace("DM-", "DM-<br/>") for text in row] for row in printed(effects)]
    draw = captioned("Weapon and Screen Disadvantages", cells, [110, 160, 90])
    made = read(book(tmp_path / "book.pdf", {72: draw}, 75, 70))
    checked(made)
    assert all("DM-" in one.text for one in found(made, effects).cells if "DM" in RAW.rule(one.rule).text)


def test_a_table_that_is_nowhere_is_told_with_the_pages_that_were_looked_at(tmp_path):
    def spoken(page):
        cells = [[row[0], "of no use"] for row in printed(TURRETS)]
        drawn(page, cells, 60, 700, [120, 90])

    alone = read(book(tmp_path / "a.pdf", {}, 32, 26))
    assert found(alone, TURRETS).why == "page 28, page 3 of the file, has none of its 9 rows under each other"
    made = read(book(tmp_path / "b.pdf", {31: spoken}, 33, 26))
    assert found(made, TURRETS).why.endswith("; names of them stand on page 31, where it was not made out either")
