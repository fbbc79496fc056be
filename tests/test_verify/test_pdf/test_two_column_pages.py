"""Pages as rulebooks have them, prose and tables in two columns: what stands beside a table is none of it."""

import pytest

from engine.rulebook.raw import RAW
from tests.test_verify.test_pdf.books import Maker, drawn, printed, prose, title
from tests.test_verify.test_pdf.random_books import judged

LEFT, RIGHT, COLUMN = 40, 306, 250
NAMES_THINGS = "it was seen at 10 km. and its DM was a matter of the crew, whose TL nobody knew. Cost and effect "
"""Prose that has the names of columns in it."""


def page_with(tmp_path, *draws, beside=40):
    """A book of one page with prose in both columns, so many lines of it in the right one, and with drawings."""

    def draw(page):
        prose(page, LEFT, 780, COLUMN, 4, text=NAMES_THINGS * 2)
        prose(page, RIGHT, 780, COLUMN, beside, text=NAMES_THINGS * 2)
        prose(page, LEFT, 320, COLUMN, 4, text=NAMES_THINGS * 4)
        prose(page, RIGHT, 320, COLUMN, 4, text=NAMES_THINGS * 4)
        for one in draws:
            one(page)

    return Maker(tmp_path / "book.pdf").page(draw).save()


def below(id, x=LEFT, y=700, align=0, caption=True, widths=None, **options):
    """What draws a table with its title in a column."""

    def draw(page):
        if caption:
            title(page, RAW.table(id).title, x, y + 4, 10)
        cells = printed(id)
        wide = widths or [COLUMN / len(cells[0])] * len(cells[0])
        drawn(page, cells, x, y, wide, align=align, size=7, **options)

    return draw


def verdicts(path, id):
    return [verdict for verdict, *_ in judged(path, id).values()]


def test_prose_beside_the_heads_that_names_a_column_is_no_head(tmp_path):
    path = page_with(tmp_path, below("space/range-bands"))
    assert verdicts(path, "space/range-bands") == ["agrees"] * 21


@pytest.mark.parametrize("id", ["checks/difficulties", "personal/attack-modifiers"])
def test_what_is_printed_over_the_row_names_is_no_head_of_values_though_it_is_centred(tmp_path, id):
    def heads(page):
        page.setFont("Times-Bold", 7)
        page.drawCentredString(LEFT + 85, 702, RAW.table(id).heading)
        page.drawCentredString(LEFT + 210, 702, RAW.table(id).columns[0].title)

    def rows(page):
        drawn(page, printed(id)[1:], LEFT, 698, [170, 80], size=7)

    path = page_with(tmp_path, heads, rows)
    assert set(verdicts(path, id)) == {"agrees"}


def test_tables_with_the_same_heads_stand_beside_each_other(tmp_path):
    one, other = "ship/component-advantages", "ship/weapon-advantages"
    path = page_with(tmp_path, below(one), below(other, RIGHT, 690), beside=4)
    assert verdicts(path, one) == ["agrees"] * 18
    assert verdicts(path, other) == ["agrees"] * 27


def test_a_head_that_a_longer_one_begins_with_is_not_in_doubt(tmp_path):
    id = "healing/mortal-wounds"
    table = below(id, y=500, widths=[50, 45, 90, 30, 80, 42, 90, 80])
    path = Maker(tmp_path / "book.pdf").page(table).save()
    assert set(verdicts(path, id)) == {"agrees"}


def test_names_of_two_rows_over_each_other_are_not_one_name(tmp_path):
    id = "personal/action-kinds"
    path = Maker(tmp_path / "book.pdf").page(below(id, pad=0)).save()
    found = judged(path, id)
    rules = [rule for rule in found if rule.endswith(("/draw", "/reload"))]
    assert [found[rule][:2] for rule in rules] == [("agrees", RAW.rule(rule).text) for rule in rules]
    assert len(rules) == 2


def test_the_last_line_of_a_paragraph_is_no_caption(tmp_path):
    id = "space/damage-multiples"
    text = "The engineer had seen the yards where the metal of a hull is poured, all of TL12 "

    def draw(page):
        down = prose(page, LEFT, 780, 220, 4, text=text)
        drawn(page, printed(id), LEFT, down - 2, [120, 100], size=7)

    path = Maker(tmp_path / "book.pdf").page(draw).save()
    assert verdicts(path, id) == ["agrees"] * 5


def test_lines_of_a_table_across_both_columns_beat_the_edge_of_the_prose(tmp_path):
    id = "space/critical-locations"

    def table(page):
        title(page, "Critical Hits Location", LEFT, 704, 10)
        drawn(page, printed(id), LEFT, 700, [RIGHT - LEFT - 16, COLUMN + 16], size=7, ruled=True)

    path = page_with(tmp_path, table, beside=4)
    assert verdicts(path, id) == ["agrees"] * 11
