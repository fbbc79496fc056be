"""Words beside a value of ours that change its meaning put the cell in doubt."""

import pytest

from engine.rulebook.raw import RAW
from verify.check import check_documents
from verify.documents.files import Document
from verify.pdf.check import check_books, stated_by
from verify.pdf.legible import DAMAGED
from verify.pdf.meaning import meaning
from verify.pdf.reader import BookRead
from verify.pdf.readings import CellRead, TableRead
from verify.pdf.titles import Title
from verify.pdf.words import Box

OTHER = {
    "ship/crew/medic/commercial": ("1 per 120 passengers", "1 per 120 crew, passengers and marines"),
    "ship/crew/gunner/commercial": ("1 per turret", "1 per turret/bay"),
    "ship/crew/engineer/commercial": ("1 per 35t drives",),
    "ship/crew/captain/commercial": ("1 (owner)",),
    "ship/weapon-advantages/high-yield/effect": ("1s on damage dice count as 2s (once)",),
    "ship/turret-weapons/beam-laser/tl": ("10+",),
    "ship/mounts/single-turret/cost": ("MCr0.2 (each)",),
}
SAME = {
    "ship/crew/medic/commercial": ("1 per 120 crew+passengers", "1 per 120 crew and passengers"),
    "ship/crew/gunner/commercial": ("1 per turret/barbette/screen", "1 per turret, barbette or screen"),
    "ship/crew/engineer/commercial": ("1 per 35t drives+PP+craft", "1 per 35 tons of drives, power plant and craft"),
    "ship/crew/captain/commercial": ("1 (leading officer)", "1"),
    "ship/turret-weapons/beam-laser/tl": ("10", "10 (see page 12)"),
}


@pytest.mark.parametrize(("rule", "text"), [(rule, text) for rule, texts in OTHER.items() for text in texts])
def test_other_words_are_in_doubt(rule, text):
    assert meaning(text, RAW.rule(rule)).problem


@pytest.mark.parametrize(("rule", "text"), [(rule, text) for rule, texts in SAME.items() for text in texts])
def test_the_same_in_other_words_is_ours(rule, text):
    assert meaning(text, RAW.rule(rule)).problem == ""


def test_pages_that_cannot_be_read_for_one_reason_are_told_once():
    held = BookRead("book.pdf", Title("HG", "2022", ""), "", 10_000, "", unread=dict.fromkeys(range(9_000), DAMAGED))
    (told,) = [f for f in check_books([held], {}).findings if f.code == "RC607"]
    assert told.message.startswith("9,000 pages of the file, 1, 2, 3, 4, 5, 6 and others: each could not be read")


def test_a_file_of_which_most_pages_are_damaged_says_so_and_lacks_no_tables():
    lost = TableRead("ship/turret-weapons", (), (), (), (), False, "")
    unread = dict.fromkeys(range(1, 9), DAMAGED)
    report = check_books([BookRead("book.pdf", Title("HG", "2022", ""), "", 9, "", [lost], unread)], {})
    assert report.notes[0].endswith("the file is damaged: 8 of 9 pages could not be read, so it cannot be checked")
    (told,) = [f for f in report.findings if f.code == "RC603"]
    assert (told.level, told.message) == ("note", "Turret weapons: it was not sought, since the file is damaged")


def read(id, number, edition="2022"):
    """A book with one table that is not on its page, and with one cell that differs."""
    rule = next(iter(RAW.table(id).rows)).id
    cell = CellRead(f"{id}/{rule}/tl", "17", 40, number, Box(0, 0, 1, 1), 0, 1.0, "", "", False)
    table = TableRead(id, (40,), (number,), (cell,), (), False, "")
    held = BookRead("book.pdf", Title("HG", edition, "its title"), "", 100, "", [table])
    return {f.code: f for f in check_books([held], {}).findings}


def test_a_table_on_a_page_without_a_number_is_not_on_another_page():
    assert "RC605" in read("ship/turret-weapons", "41")
    assert "RC605" not in read("ship/turret-weapons", "")


def test_differences_of_a_book_that_says_it_is_another_edition_are_notes():
    assert read("ship/turret-weapons", "28")["RC602"].level == "error"
    other = read("ship/turret-weapons", "28", "2016")
    assert other["RC602"].level == "note"
    assert "it says 2016; the rules are cited from HG 2022; what was found are notes" in other["RC606"].message


@pytest.mark.parametrize(("text", "verdict"), [("+1", "agrees"), ("+2", "differs"), ("1+", "unchecked")])
def test_a_cell_as_the_reference_prints_it_agrees(text, verdict):
    rule = "ship/mounts/pop-up-mounting/tons"
    sheet = "## Mounts\n\n| Mount | TL | Power | Tons | Cost |\n|---|---|---|---|---|\n"
    sheet += "| Single Turret | 7 | 1 | 1 | MCr0.2 |\n| Pop-Up Mounting | 10 | +0 | +1 | MCr1 |\n"
    stated = stated_by(check_documents([Document("sheet.md", sheet)])[0])
    cell = CellRead(rule, text, 27, "28", Box(0, 0, 1, 1), 0, 1.0, "", "", False)
    table = TableRead("ship/mounts", (27,), ("28",), (cell,), (), True, "")
    held = BookRead("book.pdf", Title("HG", "2022", "its title"), "", 100, "", [table])
    assert {f.rule: v for f, v in check_books([held], stated).facts}[rule] == verdict
