"""A table that is wider than a column of its page is read whole: the edge of a column of prose does not cut it."""

import pytest

from tests.test_verify.test_pdf.books import Maker, drawn, printed, prose, title
from tests.test_verify.test_pdf.random_books import judged
from tests.test_verify.test_pdf.test_book import TURRETS, WORDS, book, checked, read
from tests.test_verify.test_pdf.test_tables import WIDTHS

PULSE = "ship/turret-weapons/pulse-laser/tl"
RACK = "ship/turret-weapons/missile-rack/traits"
CHANGES = {PULSE: "12", RACK: "Smart, AP 4"}


def verdicts(path, edge, ruled=False, widths=WIDTHS[TURRETS]):
    """The verdicts on a table over the whole page, above prose whose right column begins at an edge."""

    def draw(page):
        title(page, "Turret Weapons")
        low = drawn(page, printed(TURRETS, CHANGES), 50, 760, widths, ruled=ruled)
        prose(page, 50, low - 20, edge - 68, 20, WORDS)
        prose(page, edge, low - 20, 540 - edge, 20, WORDS)

    made = Maker(path).page(draw).save()
    return {rule: verdict for rule, (verdict, *_) in judged(made, TURRETS).items()}


@pytest.mark.parametrize("ruled", [False, True])
@pytest.mark.parametrize("edge", range(250, 400, 10))
def test_prose_below_does_not_cut_a_table(tmp_path, edge, ruled):
    found = verdicts(tmp_path / "book.pdf", edge, ruled)
    planted = {found.pop(rule, "lost") for rule in CHANGES}
    assert planted <= {"differs", "lost", "unchecked"}
    assert set(found.values()) <= {"agrees", "unchecked"}


def test_cells_on_both_sides_of_an_edge_are_read(tmp_path):
    whole = [edge for edge in range(250, 400, 10) if len(verdicts(tmp_path / "book.pdf", edge)) == 54]
    assert len(whole) > 10


@pytest.mark.parametrize("edge", range(370, 390, 4))
def test_a_cell_across_the_edge_is_not_cut(tmp_path, edge):
    found = verdicts(tmp_path / "book.pdf", edge, widths=[80, 25, 60, 40, 40, 50, 180])  # in Smart, AP 4
    assert (found[RACK], list(found.values()).count("agrees")) == ("differs", 52)


def test_a_column_that_a_cited_page_lacks_is_a_warning(tmp_path):
    def draw(page):
        title(page, "Turret Weapons")
        drawn(page, [row[:-1] for row in printed(TURRETS)], 60, 750, WIDTHS[TURRETS][:-1])

    report, _ = checked(read(book(tmp_path / "book.pdf", {28: draw})))
    lost = [f for f in report.findings if f.rule == TURRETS and "column" in f.message]
    assert [(f.expected, f.level) for f in lost] == [("Traits", "warning")]


@pytest.mark.parametrize("shift", [-2, 0, 2, 4])
def test_a_column_that_begins_at_the_edge_of_the_prose_is_read(tmp_path, shift):
    left = 50 + sum(WIDTHS[TURRETS][:4]) + 6
    found = verdicts(tmp_path / "book.pdf", left + shift)
    assert len(found) == 54
    assert [rule for rule, verdict in found.items() if verdict != "agrees"] == [RACK, PULSE]
