"""However a table is set, askew, wide, tight or bold, its cells are read rightly or not at all."""

import pytest

from engine.rulebook.raw import RAW
from tests.test_verify.test_pdf.books import VERA, Maker, printed, title
from tests.test_verify.test_pdf.random_books import SHAPES, judged
from tests.test_verify.test_pdf.typesetting import Layout, Style, draw_table

TURRETS = "ship/turret-weapons"
PULSE = "ship/turret-weapons/pulse-laser/tl"


def verdicts(tmp_path, layout, changes=None, id=TURRETS, cells=None, angle=0.0):
    """The verdict on each rule of a table that is set in a way."""

    def draw(page):
        page.rotate(angle)
        title(page, RAW.table(id).title)
        draw_table(page, cells or printed(id, changes), layout, 60, 760)

    path = Maker(tmp_path / "book.pdf").page(draw).save()
    return {rule: verdict for rule, (verdict, *_) in judged(path, id).items()}


def wrong(found, changes=()):
    """The rules with a verdict that is wrong."""
    return {
        rule
        for rule, verdict in found.items()
        if verdict == ("agrees" if rule in changes else "differs") or verdict == "contested"
    }


SETTINGS = {
    "plain": Layout(gap=12),
    "set wide by a tenth": Layout(Style(tracking=0.9), gap=12),
    "set wide by a third": Layout(Style(size=7, tracking=2.3), gap=12),
    "set wide, word by word": Layout(Style(size=7, tracking=2.3, pieces="words"), gap=12),
    "letter by letter": Layout(Style(pieces="letters"), gap=12),
    "bold by printing twice, close": Layout(Style(doubled=0.2), gap=12),
    "bold by printing twice, apart": Layout(Style(doubled=0.5, size=7), gap=12),
    "a typewriter": Layout(Style("Courier", size=8), gap=12),
}


@pytest.mark.parametrize("setting", SETTINGS)
def test_every_cell_is_read_however_it_is_set(tmp_path, setting):
    found = verdicts(tmp_path, SETTINGS[setting], {PULSE: "12"})
    assert found.pop(PULSE) == "differs"
    assert list(found.values()) == ["agrees"] * 53


@pytest.mark.parametrize("angle", [-3, -2, -0.7, 0.7, 2, 3])
@pytest.mark.parametrize("lines", ["none", "grid"])
def test_a_page_that_lies_askew_is_read(tmp_path, angle, lines):
    found = verdicts(tmp_path, Layout(gap=12, lines=lines), {PULSE: "12"}, angle=angle)
    assert found.pop(PULSE) == "differs"
    assert list(found.values()) == ["agrees"] * 53


def test_a_slanted_font_is_not_askew(tmp_path):
    class Slanted(Style):
        def draw(self, page, x, y, text):
            out = page.beginText()
            out.setFont(self.font, self.size)
            out.setTextTransform(1, 0, 0.25, 1, x, y)
            out.textOut(text)
            page.drawText(out)

    found = verdicts(tmp_path, Layout(Slanted(), gap=12), {PULSE: "12"})
    assert found.pop(PULSE) == "differs"
    assert list(found.values()) == ["agrees"] * 53


@pytest.mark.parametrize("gap", [0.5, 1, 1.5, 2, 3])
@pytest.mark.parametrize("align", [0, 1, 2])
def test_columns_closer_than_a_blank_give_no_wrong_verdict(tmp_path, gap, align):
    for id in (TURRETS, "ship/sensors", "ship/crew", "space/range-bands", "ship/coatings"):
        planted = f"{id}/{RAW.table(id).rows[1].id}/{RAW.table(id).columns[0].id}"
        changes = {planted: "17"} if id in (TURRETS, "ship/sensors", "ship/coatings") else {}
        found = verdicts(tmp_path, Layout(gap=gap, aligns=(0, *(align,) * 8)), changes, id)
        assert not wrong(found, changes)


def test_columns_as_close_as_words_are_told_apart(tmp_path):
    found = verdicts(tmp_path, Layout(Style(VERA, size=8), gap=2.4), {PULSE: "12"})
    assert found.pop(PULSE) == "differs"
    assert list(found.values()).count("agrees") >= 50
    assert not wrong(found)


def test_a_letter_that_comes_twice_in_a_word_is_no_second_print(tmp_path):
    layout = Layout(Style(size=6), gap=12)
    cells = [["Location", "Roll"], ["11", "Hull"], ["Crew", "11"]]
    path = (
        Maker(tmp_path / "book.pdf")
        .page(lambda p: (draw_table(p, cells, layout, 60, 700), title(p, "Nothing else is printed here")))
        .save()
    )
    from verify.pdf.file import File

    words = [word.text for sheet in File(path).sheets(0) for word in sheet.words]
    assert [words.count("11"), words.count("Hull")] == [2, 1]


@pytest.mark.parametrize("text", ["½", "0,5", ".5", "0.5"])
def test_a_half_is_read_in_every_notation(tmp_path, text):
    rule = "ship/sensors/military/tons"
    ours = RAW.rule(rule)
    from verify.pdf.meaning import meaning

    half = meaning(text, RAW.rule("ship/quarters/low-berth/tons"))
    assert (half.value, half.problem) == (RAW["ship/quarters/low-berth/tons"], "")
    assert meaning(f"{ours.text}½", ours).value != ours.value


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("space/range-bands/medium/distance", "1.251-10.000 km"),
        ("space/range-bands/medium/distance", "1 251–10 000 km"),
        ("ship/turret-weapons/pulse-laser/cost", "MCr 1"),
        ("space/damage-multiples/barbette", "x3"),
        ("space/range-bands/long/attack-dm", "−2"),
    ],
)
def test_another_notation_of_a_number_is_the_same_number(rule, text):
    from verify.pdf.meaning import meaning

    assert meaning(text, RAW.rule(rule)) == (RAW[rule], "")


def test_an_empty_cell_whose_value_its_neighbour_has_is_in_doubt(tmp_path):
    cells = printed(TURRETS)
    at = next(n for n, row in enumerate(cells) if row[6] == "—")
    cells[at][5], cells[at][6] = f"{cells[at][5]} Radiation", ""
    rule = SHAPES[TURRETS].rows[at - 1].rules[5]
    assert verdicts(tmp_path, Layout(gap=30), cells=cells)[rule] == "unchecked"


def test_an_empty_cell_agrees_with_a_dash_where_nothing_is_beside_it(tmp_path):
    cells = [[text.replace("—", "") for text in row] for row in printed(TURRETS)]
    assert set(verdicts(tmp_path, Layout(gap=20), cells=cells).values()) == {"agrees"}
