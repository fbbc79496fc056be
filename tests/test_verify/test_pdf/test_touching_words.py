"""What stands too close: heads that make one word, names printed over, pages that are hard to find."""

import pytest

from engine.errors import WrongKind
from engine.rulebook.kinds import POSTS
from engine.rulebook.raw import RAW
from tests.test_verify.test_pdf.books import Maker, printed, title, turned
from tests.test_verify.test_pdf.random_books import SHAPES, judged
from tests.test_verify.test_pdf.typesetting import Layout, Style, draw_table
from verify.pdf.book import Book
from verify.pdf.seek import Index
from verify.recognition.values import read_value

LEVELS = "ship/technology-levels"
WOUNDS = "healing/mortal-wounds"


def found(path, id):
    """The verdict on each rule of a table that was found."""
    return {rule: verdict for rule, (verdict, *_) in judged(path, id).items()}


def test_heads_that_touch_are_taken_apart_and_the_longer_name_is_the_head(tmp_path):
    layout = Layout(Style("Courier", 5.5), gap=1.2)
    path = Maker(tmp_path / "a.pdf").page(lambda p: draw_table(p, printed(WOUNDS), layout, 30, 700)).save()
    told = found(path, WOUNDS)
    assert "differs" not in told.values()
    others = [told[row.rules[4]] for row in SHAPES[WOUNDS].rows]  # Lost from the others, which begins as Lost from does
    assert others.count("agrees") >= 5


@pytest.mark.parametrize("over", ["Early", "Early Prototype is what"])
def test_a_name_whose_beginning_is_printed_over_is_not_taken_for_the_row_that_has_its_end(tmp_path, over):
    cells = [row for row in printed(LEVELS) if row[0] != "Prototype"]

    def draw(page):
        title(page, RAW.table(LEVELS).title)
        draw_table(page, cells, Layout(gap=14), 200, 760)
        page.setFont("Times-Roman", 9)
        page.drawRightString(224, 760 - 3 - 0.8 * 10.8 - 16.8, over)

    told = found(Maker(tmp_path / "a.pdf").page(draw).save(), LEVELS)
    assert "differs" not in told.values()


def test_a_table_with_names_of_several_lines_is_found_by_their_words():
    index = Index()
    index.add("Nothing is said here of that")
    index.add("Nor here")
    index.add("Standard Low Emergency Barracks Brig Stateroom Berth Low Berth Luxury High")
    assert index.likely(SHAPES["ship/quarters"])[:1] == [2]


@pytest.mark.parametrize("angle", [2, 90, 182, 272])
def test_a_table_without_a_title_is_found_however_its_page_is_laid(tmp_path, angle):
    id = "ship/component-advantages"
    layout = Layout(Style(size=7, doubled=0.4 if angle < 180 else 0), gap=12, widest=90)
    path = Maker(tmp_path / "a.pdf").page(turned(lambda p: draw_table(p, printed(id), layout, 60, 500), angle)).save()
    told = found(path, id)
    assert list(told.values()).count("agrees") >= 16
    assert "differs" not in told.values()


def test_the_heads_of_a_table_of_numbers_lead_to_it(tmp_path):
    id = "checks/characteristic-dms"
    path = Maker(tmp_path / "a.pdf").page(lambda p: draw_table(p, printed(id), Layout(gap=12), 60, 700)).save()
    assert [verdict for rule, verdict in found(path, id).items() if rule.endswith("dm")] == ["agrees"] * 7


def test_a_comma_that_is_printed_twice_at_an_edge_of_the_grid_is_one(tmp_path):
    for step in range(10):
        path = (
            Maker(tmp_path / f"{step}.pdf")
            .page(lambda p, x=60 + step / 10: Style(size=8, doubled=0.5, pieces="letters").draw(p, x, 700, "7,500"))
            .save()
        )
        book = Book(path, "a.pdf", "", None, None)
        assert next(word.text for sheet in book.file.sheets(0) for word in sheet.words) == "7,500"
        book.file.close()


@pytest.mark.parametrize("text", ["1 per 7,,500 ship", "1 per 7.500 ship", "1 per 7,50 ship"])
def test_what_is_no_number_of_tons_is_no_post(text):
    with pytest.raises(WrongKind):
        read_value(POSTS, text)
