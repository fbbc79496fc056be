"""Cells at one side of their columns and heads at the other, ditto marks, signs apart from their numbers."""

import pytest

from tests.test_verify.test_pdf.books import Maker, printed, prose, title
from tests.test_verify.test_pdf.test_book import TURRETS, book, checked, read
from tests.test_verify.test_pdf.test_captions import captioned, counted
from tests.test_verify.test_pdf.test_tables import WIDTHS
from verify.pdf.confusions import disagreement
from verify.pdf.ditto import is_ditto

WIDE = [90, 50, 85, 70, 65, 70, 85]


def set_at(cells, widths, heads, values, names=0.0):
    """What draws a table; heads and values stand at the left, the middle or the right of their columns: 0 to 1."""

    def draw(page):
        title(page, "Turret Weapons")
        for n, row in enumerate(cells):
            left = 40.0
            page.setFont("Helvetica-Bold" if not n else "Helvetica", 8)
            for k, (text, wide) in enumerate(zip(row, widths, strict=True)):
                share = names if not k else heads if not n else values
                room = wide - 6 - page.stringWidth(text, page._fontname, 8)
                page.drawString(left + share * room, 750 - 14 * n, text)
                left += wide

    return draw


@pytest.mark.parametrize(("heads", "values"), [(0, 1), (1, 0), (0, 0.5), (0.5, 1), (1, 1), (0, 0)])
def test_cells_are_known_at_whichever_side_of_their_columns(tmp_path, heads, values):
    changes = {f"{TURRETS}/railgun/tl": "11", f"{TURRETS}/pulse-laser/damage": "3D"}
    draw = set_at(printed(TURRETS, changes), WIDE, heads, values)
    assert counted(read(book(tmp_path / "book.pdf", {28: draw}, first=20)), TURRETS) == (52, 2)


@pytest.mark.parametrize(("heads", "values"), [(0, 1), (1, 0)])
def test_an_empty_column_makes_no_cell_that_of_the_next_head(tmp_path, heads, values):
    cells = [[*row[:3], row[3] if not n else "", *row[4:]] for n, row in enumerate(printed(TURRETS))]
    made = read(book(tmp_path / "book.pdf", {28: set_at(cells, WIDE, heads, values)}, first=20))
    assert counted(made, TURRETS)[1] == 0


@pytest.mark.parametrize("mark", ['"', "”", "''", "ditto", "do."])
def test_a_ditto_mark_is_what_stands_above_it(tmp_path, mark):
    cells = printed("ship/weapon-advantages")
    last = [row[:] for row in cells]
    for above, row, own in zip(last, last[1:], cells[1:], strict=False):
        own[1:] = [mark if a == b and a not in ("—", "-", "") else b for a, b in zip(above[1:], row[1:], strict=True)]
    assert sum(text == mark for row in cells for text in row) > 2
    draw = captioned("Weapon and Screen Advantages", cells, WIDTHS["ship/weapon-advantages"])
    made = read(book(tmp_path / "book.pdf", {71: draw}, 75, 60))
    agrees, differs = counted(made, "ship/weapon-advantages")
    assert (agrees > 20, differs) == (True, 0)


def test_a_ditto_mark_below_a_row_that_is_not_known_is_in_doubt(tmp_path):
    cells = printed("ship/weapon-advantages")
    strange = ["Gilded", "+3 DM to barter", "1", "nothing at all"]
    cells[3:4] = [strange, [cells[3][0], '"', *cells[3][2:]]]
    draw = captioned("Weapon and Screen Advantages", cells, WIDTHS["ship/weapon-advantages"])
    made = read(book(tmp_path / "book.pdf", {71: draw}, 75, 60))
    assert counted(made, "ship/weapon-advantages")[1] == 0


def test_what_is_a_ditto_mark():
    assert all(map(is_ditto, ('"', "〃", "„", "– ” –", "as above", "Ditto")))
    assert not any(map(is_ditto, ("—", "-", "", "2", '2"', "do it", "x")))


@pytest.mark.parametrize("minus", ["- ", "– ", "-", "–"])
@pytest.mark.parametrize("percent", [" %", "%"])
def test_a_sign_may_stand_apart_from_its_number(tmp_path, minus, percent):
    cells = [
        [text.replace("-", minus, 1).replace("+", "+ ", 1).replace("%", percent) if k and n else text
         for k, text in enumerate(row)]
        for n, row in enumerate(printed("ship/technology-levels", {"ship/technology-levels/budget/cost": "-35%"}))
    ]  # fmt: skip
    draw = captioned("Prototype and Advanced", cells, WIDTHS["ship/technology-levels"])
    made = read(book(tmp_path / "book.pdf", {70: draw}, 75, 60))
    assert counted(made, "ship/technology-levels") == (23, 1)


@pytest.mark.parametrize("dash", ["- ", "– ", "— "])
def test_a_dash_before_a_number_that_has_no_sign_is_none(tmp_path, dash):
    cells = [[row[0], dash + row[1] if n else row[1], *row[2:]] for n, row in enumerate(printed(TURRETS))]
    draw = captioned("Turret Weapons", cells, WIDE)
    assert counted(read(book(tmp_path / "book.pdf", {28: draw}, first=20)), TURRETS)[1] == 0


def test_parts_of_a_credit_are_another_price(tmp_path):
    rule = f"{TURRETS}/beam-laser/cost"
    draw = captioned("Turret Weapons", printed(TURRETS, {rule: "Cr0.5"}), WIDE)
    report, _ = checked(read(book(tmp_path / "book.pdf", {28: draw}, first=20)))
    assert [fact.rule for fact, verdict in report.facts if verdict == "differs"] == [rule]


@pytest.mark.parametrize("size", [6, 7.5, 8.33])
def test_raised_marks_of_any_usual_size_are_no_part_of_a_value(tmp_path, size):
    rows = printed(TURRETS)

    def draw(page):
        title(page, "Turret Weapons")
        for n, row in enumerate(rows):
            left = 40.0
            for k, (text, wide) in enumerate(zip(row, WIDE, strict=True)):
                page.setFont("Helvetica", 10)
                page.drawString(left, 750 - 16 * n, text)
                if k and n and (n + k) % 3 == 0:
                    after = left + page.stringWidth(text, "Helvetica", 10)
                    page.setFont("Helvetica", size)
                    page.drawString(after, 753.3 - 16 * n, "2")
                left += wide

    assert counted(read(book(tmp_path / "book.pdf", {28: draw}, first=20)), TURRETS) == (54, 0)


@pytest.mark.parametrize(("text", "closer"), [("—", "二"), ("0", "。"), ("-3", "—3"), ("—", "一")])
def test_a_dash_or_a_nought_in_another_script_is_no_other_reading(text, closer):
    from engine.rulebook.kinds import DM

    assert not disagreement(DM, text, closer, 0.9)


@pytest.mark.parametrize("more", ["", "11"])
def test_a_value_that_is_struck_out_is_in_doubt_and_the_others_are_read(tmp_path, more):
    def draw(page):
        set_at(printed(TURRETS), WIDE, 0, 0)(page)
        page.line(129, 738.5, 140, 738.5)
        page.drawString(141, 736, more)

    made = read(book(tmp_path / "book.pdf", {28: draw}, first=20))
    report, _ = checked(made)
    told = {fact.rule: verdict for fact, verdict in report.facts if fact.rule.startswith(TURRETS)}
    assert told[f"{TURRETS}/beam-laser/tl"] == "unchecked"
    assert list(told.values()).count("agrees") >= 52
    assert not made.unread


@pytest.mark.parametrize("head", ["Chapter 3: Spacecraft", "", "High Guard 8"])
def test_pages_of_an_excerpt_are_known_by_the_number_that_stands_alone(tmp_path, head):
    """Pages 24, 28 to 30 and 70 of a book, with the number of a chapter above each."""

    def headed(draw):
        return lambda page: (page.setFont("Helvetica", 8), page.drawString(60, 820, head), draw(page))

    draws = {28: captioned("Turret Weapons", printed(TURRETS), WIDE)}
    draws[70] = captioned("Prototype and Advanced", printed("ship/technology-levels"), WIDTHS["ship/technology-levels"])
    made = Maker(tmp_path / "book.pdf", title="High Guard 2022 edition")
    for number in (24, 28, 29, 30, 70):
        made.number = number
        made.page(headed(draws.get(number, lambda page: prose(page, 60, 780, 400, 4))))
    held = read(made.save())
    assert [one.numbers for one in held.tables if one.pages] == [("28",), ("70",)]
    assert all(one.is_cited for one in held.tables if one.pages)
