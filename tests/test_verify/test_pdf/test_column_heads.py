"""Heads and what is none: words of a title, names in another order, the title of a table beside."""

import pytest

from engine.rulebook.raw import RAW
from tests.test_verify.test_pdf.books import Maker, drawn, printed, title
from tests.test_verify.test_pdf.random_books import judged

DIFFICULTIES = "checks/difficulties"
COVER = "personal/cover"
TURRETS = "ship/turret-weapons"


def verdicts(path, id):
    """How often each verdict is given on the cells of a table."""
    told = [verdict for verdict, *_ in judged(path, id).values()]
    return {verdict: told.count(verdict) for verdict in told}


@pytest.mark.parametrize("ruled", [True, False])
def test_a_word_of_the_title_is_not_the_head_that_has_the_same_name(tmp_path, ruled):
    def draw(page):
        title(page, "Task Difficulty", y=748)
        drawn(page, printed(DIFFICULTIES), 30, 740, [48, 60], ruled=ruled, size=8)

    assert verdicts(Maker(tmp_path / "a.pdf").page(draw).save(), DIFFICULTIES) == {"agrees": 8}


def test_numbers_at_the_right_of_a_head_with_its_words_in_another_order_are_its_cells(tmp_path):
    cells = printed(COVER, {f"{COVER}/stone-wall": "+10"})

    def draw(page):
        title(page, "Cover", x=316)
        page.setFont("Times-Roman", 8)
        for n, (name, value) in enumerate([("Cover", "Armour Bonus"), *cells[1:]]):
            page.drawString(316, 740 - 12 * n, name)
            page.drawRightString(520, 740 - 12 * n, value)

    assert verdicts(Maker(tmp_path / "a.pdf").page(draw).save(), COVER) == {"agrees": 5, "differs": 1}


def test_a_table_ends_where_its_lines_end_whatever_stands_beside_it(tmp_path):
    beside = [["Kind", "Of which"], *(["Minor", "one, or\ntwo more"] for _ in range(5))]

    def draw(page):
        title(page, RAW.table(COVER).title)
        page.setFont("Times-Bold", 11)
        page.drawString(300, 727, "Actions")
        drawn(page, printed(COVER), 40, 740, [120, 120], style=[("LINEBELOW", (0, 0), (-1, -1), 0.5, (0, 0, 0))])
        drawn(page, beside, 300, 715, [60, 60], size=7)

    assert verdicts(Maker(tmp_path / "a.pdf").page(draw).save(), COVER) == {"agrees": 6}


@pytest.mark.parametrize("ruled", [True, False])
def test_a_column_below_an_unknown_head_is_told_by_its_values_and_never_differs(tmp_path, ruled):
    cells = printed(TURRETS, {f"{TURRETS}/missile-rack/traits": "AP 9"})
    cells[0][-1] = "Special"
    path = Maker(tmp_path / "a.pdf").page(lambda p: drawn(p, cells, 30, 740, [80] * 7, ruled=ruled, size=8)).save()
    assert verdicts(path, TURRETS) == {"agrees": 53, "unchecked": 1}


def test_a_column_below_an_unknown_head_with_other_values_is_not_ours(tmp_path):
    cells = printed(TURRETS)
    for n, row in enumerate(cells):
        row[3] = f"{n + 3}" if n else "Recoil"  # in the place of Power
    path = Maker(tmp_path / "a.pdf").page(lambda p: drawn(p, cells, 30, 740, [80] * 7, size=8)).save()
    assert not [rule for rule in judged(path, TURRETS) if rule.endswith("/power")]
