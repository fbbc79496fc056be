"""What a book is asked for twice, and what only once: the same is told in less time."""

import pypdfium2
import pytest

from engine.rulebook.raw import RAW
from tests.test_verify.test_pdf.books import Maker, drawn, printed, prose, title
from tests.test_verify.test_pdf.test_tables import SHAPES, WIDTHS
from verify.pdf import pages
from verify.pdf.book import Book
from verify.pdf.ruled import lined_cells
from verify.pdf.words import Box

TURRETS = "ship/turret-weapons"


@pytest.fixture
def again(monkeypatch):
    """The boxes that are read once more, as the book is read."""
    asked = []

    def texts_within(page, boxes):
        asked.extend(boxes)
        return slowly(page, boxes)

    slowly = pages.texts_within
    monkeypatch.setattr(pages, "texts_within", texts_within)
    monkeypatch.setattr(pages, "ruled_cells", lambda page: asked.append(page))
    return asked


def is_held(cell):
    """Whether a cell stands between lines; the last column of the table is drawn without."""
    return cell.is_held or cell.rule.endswith("/traits")


def read(tmp_path, changes=None, style=(), **layout):
    def draw(page):
        title(page, RAW.table(TURRETS).title)
        drawn(page, printed(TURRETS, changes), 60, 760, WIDTHS[TURRETS], style=list(style), **layout)

    book = Book(Maker(tmp_path / "book.pdf").page(draw).save(), "book.pdf", "HG", None, None)
    book.search(lambda: None)
    made = book.read(SHAPES[TURRETS])
    book.file.close()
    return made


def test_a_ruled_table_that_has_our_values_is_not_read_once_more(tmp_path, again):
    told = read(tmp_path, ruled=True)
    assert not again
    assert len(told.cells) == 54
    assert all(is_held(cell) and not cell.doubt for cell in told.cells)


def test_a_cell_of_a_ruled_table_that_is_not_ours_is_read_once_more(tmp_path, again):
    changes = {f"{TURRETS}/railgun/tl": "14", f"{TURRETS}/beam-laser/damage": "7D"}
    told = read(tmp_path, changes, ruled=True)
    assert len(again) == 2
    assert {cell.rule: cell.text for cell in told.cells if cell.rule in changes} == changes
    assert all(is_held(cell) and not cell.doubt for cell in told.cells)


def test_what_is_read_otherwise_once_more_is_in_doubt(tmp_path, monkeypatch):
    monkeypatch.setattr(pages, "texts_within", lambda _, boxes: ["11"] * len(boxes))
    told = read(tmp_path, {f"{TURRETS}/railgun/tl": "14"}, ruled=True)
    (doubt,) = [cell for cell in told.cells if cell.doubt]
    assert (doubt.rule, doubt.doubt) == (f"{TURRETS}/railgun/tl", "'14' and '11' are read in the same place")


@pytest.mark.parametrize(
    "style",
    [
        [("LINEBELOW", (0, n), (-1, n), 0.5, "black") for n in range(9)],
        [("BOX", (0, 0), (-1, -1), 0.5, "black"), ("LINEBELOW", (0, 0), (-1, -2), 0.5, "black")],
    ],
)
def test_lines_that_part_no_columns_settle_nothing_and_are_not_looked_at(tmp_path, again, style):
    told = read(tmp_path, {f"{TURRETS}/railgun/tl": "14"}, style=style)
    assert not again
    assert len(told.cells) == 54
    assert not any(cell.is_held for cell in told.cells)


def test_lines_alone_make_the_cells_between_them():
    lines = [Box(0, y, 90, y) for y in (0, 20, 40)] + [Box(x, 0, x, 40) for x in (0, 30, 90)]
    assert [cell.box for cell in lined_cells(lines)] == [
        Box(0, 0, 30, 20), Box(0, 20, 30, 40), Box(30, 0, 90, 20), Box(30, 20, 90, 40)
    ]  # fmt: skip
    assert not lined_cells(lines[:3])


def test_a_page_is_opened_once_to_find_its_number_and_its_tables(tmp_path, monkeypatch):
    opened = []
    real = pypdfium2.PdfDocument.get_page
    monkeypatch.setattr(pypdfium2.PdfDocument, "get_page", lambda self, n: opened.append(n) or real(self, n))
    made = Maker(tmp_path / "book.pdf")
    for _ in range(60):
        made.page(lambda page: prose(page, 50, 780, 240, 8))
    book = Book(made.save(), "book.pdf", "HG", None, lambda *_: [], say=lambda _: None)
    book.search(lambda: None)
    assert sorted(opened) == list(range(60))
    book.file.close()
