"""Books that are pictures: what is read of them is right or in doubt, and confusions are told as such."""

import pytest

from engine.rulebook.kinds import CREDITS, DICE, DM, TL
from engine.rulebook.raw import RAW
from tests.test_verify.test_pdf.books import Maker, drawn, printed, scanned, turned
from tests.test_verify.test_pdf.test_tables import SHAPES, WIDTHS
from verify.pdf.book import Book
from verify.pdf.confusions import confused, disagreement, lost_sign, mended
from verify.pdf.judging import judge_cell
from verify.pdf.reader import BookRead
from verify.pdf.readings import CellRead
from verify.pdf.tables import read_table
from verify.pdf.titles import Title
from verify.pdf.words import Box

BOOK = BookRead("book.pdf", Title("HG", "2022", ""), "", 1, "")
PULSE = "ship/turret-weapons/pulse-laser"


def judged(rule, text, sure=0.99, doubt=""):
    cell = CellRead(rule, text, 0, "28", Box(0, 0, 1, 1), 0, sure, doubt, "", scanned=True)
    _, verdict, finding = judge_cell(BOOK, cell, [])
    return verdict, finding and finding.code


@pytest.mark.parametrize(
    ("kind", "text", "taken_for"),
    [
        (TL, "l0", "10"),
        (TL, "1O", "10"),
        (TL, "S", "5"),
        (CREDITS, "MCrl", "MCr1"),
        (DM, "0+", "+0"),
        (DICE, "ZD", "2D"),
    ],
)
def test_a_confusion_is_put_right_by_the_kind_of_the_column(kind, text, taken_for):
    assert mended(kind, text).text == taken_for


@pytest.mark.parametrize("text", ["", "abc", "??", "1l1l1l1l1l1l x"])
def test_what_is_no_confusion_is_left_alone(text):
    assert mended(TL, text) is None


def test_a_sign_that_is_lost_is_no_difference():
    assert confused("2", "-2") == "the sign may be lost"
    assert confused("7", "-2") == ""
    assert disagreement(DM, "-2", "2", 0.99) == ""
    assert disagreement(DM, "2", "-2", 0.99)


def test_every_cell_of_a_scan_has_one_of_the_verdicts():
    assert judged(f"{PULSE}/tl", "9") == ("agrees", None)
    assert judged(f"{PULSE}/tl", "12") == ("differs", "RC602")
    assert judged(f"{PULSE}/tl", "g") == ("agrees", "RC609")
    assert judged(f"{PULSE}/tl", "l2") == ("unchecked", "RC609")
    assert judged(f"{PULSE}/tl", "9", sure=0.5) == ("unchecked", "RC604")
    assert judged(f"{PULSE}/tl", "9", doubt="two looks") == ("unchecked", "RC604")
    assert judged("space/range-bands/long/attack-dm", "2") == ("unchecked", "RC609")
    assert judged(f"{PULSE}/traits", "") == ("unchecked", "RC604")


@pytest.mark.parametrize(("text", "code"), [("1", "RC609"), ("2", "RC609"), ("+1", None)])
def test_a_number_without_the_sign_of_its_column_neither_agrees_nor_differs(text, code):
    doubt = lost_sign(DM, text, ["+0", text, "-2"])
    verdict = "unchecked" if code else "agrees"
    assert judged("space/range-bands/short/attack-dm", text, doubt=doubt) == (verdict, code)


def read(path, id):
    """A table of a scan by rule: what is read, and what is in doubt."""
    pytest.importorskip("rapidocr_onnxruntime")
    from verify.pdf.scans import scan

    held = Book(path, "book.pdf", "HG", None, scan)
    found = read_table(SHAPES[id], [0], held, True)
    told = held._told(SHAPES[id], found, {0})
    held.file.close()
    return {cell.rule: cell for cell in told.cells}


@pytest.mark.parametrize(
    ("id", "planted", "angle"),
    [("ship/turret-weapons", f"{PULSE}/tl", 0), ("ship/sensors", "ship/sensors/improved/tl", 90)],
    ids=["upright", "on its side"],
)
def test_a_scan_is_read_and_what_is_planted_in_it_is_found(tmp_path, id, planted, angle):
    cells = printed(id, {planted: "17"})

    def draw(page):
        drawn(page, cells, 60, 560, WIDTHS[id], ruled=True, size=10)

    made = Maker(tmp_path / "a.pdf").page(turned(draw, angle) if angle else draw)
    found = read(scanned(made.save(), tmp_path / "b.pdf"), id)
    verdicts = {rule: judge_cell(BOOK, cell, [])[1] for rule, cell in found.items()}
    assert [rule for rule, verdict in verdicts.items() if verdict == "differs"] == [planted]
    assert sum(verdict == "agrees" for verdict in verdicts.values()) >= 0.8 * len(verdicts)
    assert all(0 < cell.sure <= 1 for cell in found.values())
    assert set(verdicts) == {rule for rule in RAW if rule.startswith(f"{id}/")}


@pytest.mark.parametrize("angle", [-2, 2])
def test_a_scan_that_lies_askew_is_read(tmp_path, angle):
    def draw(page):
        page.translate(300, 420)
        page.rotate(angle)
        page.translate(-300, -420)
        drawn(page, printed("ship/turret-weapons", {f"{PULSE}/tl": "17"}), 60, 700, WIDTHS["ship/turret-weapons"])

    made = Maker(tmp_path / "a.pdf").page(draw)
    found = read(scanned(made.save(), tmp_path / "b.pdf"), "ship/turret-weapons")
    verdicts = [(rule, judge_cell(BOOK, cell, [])[1]) for rule, cell in found.items()]
    assert [rule for rule, verdict in verdicts if verdict == "differs"] == [f"{PULSE}/tl"]
    assert sum(verdict == "agrees" for _, verdict in verdicts) >= 0.6 * len(verdicts)
