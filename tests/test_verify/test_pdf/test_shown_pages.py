"""What a person reads of a book: one line for one reason, the page that each picture is of, the pages as they are."""

from PIL import Image
from pypdf import PdfReader, PdfWriter

from engine.rulebook.raw import RAW
from tests.test_verify.test_pdf.books import Maker, drawn, printed, title
from tests.test_verify.test_pdf.test_book import TURRETS, book, read
from verify.pdf.book import Book
from verify.pdf.check import check_books
from verify.pdf.picture import outlined
from verify.pdf.reader import BookRead, Wanted
from verify.pdf.readings import CellRead, TableRead
from verify.pdf.show import show
from verify.pdf.titles import Title
from verify.pdf.words import Box

WHY = "its lines can belong to several rows"
RULES = [f"{TURRETS}/{row.id}/{column.id}" for row in RAW.table(TURRETS).rows for column in RAW.table(TURRETS).columns]


def doubts(count):
    """What is said of a table with so many cells in doubt for one reason."""
    cells = tuple(
        CellRead(rule, RAW.rule(rule).text, 8, "28", Box(0, 0, 1, 1), 0, 1.0, WHY if n < count else "", "", False)
        for n, rule in enumerate(RULES)
    )
    made = TableRead(TURRETS, (8,), ("28",), cells, (), True, "")
    report = check_books([BookRead("book.pdf", Title("HG", "2022", "its title"), "", 100, "", [made])], {})
    assert sum(verdict == "unchecked" for _, verdict in report.facts) == count
    return [finding for finding in report.findings if finding.code == "RC604"]


def test_one_reason_for_many_cells_is_told_once():
    (told,) = doubts(12)
    assert told.message.startswith(f"Turret weapons: 12 cells are not certain: each time, {WHY}; look at the page with")
    assert told.rule == TURRETS
    assert [f"{TURRETS}/{cell}" for cell in told.evidence] == RULES[:12]


def test_a_few_cells_in_doubt_are_told_one_by_one():
    assert [finding.rule for finding in doubts(3)] == RULES[:3]


def part(rows):
    """What draws some rows of a table."""
    cells = printed(TURRETS)

    def draw(page):
        title(page, RAW.table(TURRETS).title)
        drawn(page, [cells[0], *cells[rows]], 40, 760, [110, 40, 70, 50, 60, 70, 90], ruled=True)

    return draw


def test_a_row_that_is_missing_on_its_cited_page_is_a_warning(tmp_path):
    made = read(book(tmp_path / "a.pdf", {28: part(slice(2, None))}, first=20))
    (told,) = [f for f in check_books([made], {}).findings if f.code == "RC603" and "the row" in f.message]
    assert told.level == "warning"


def test_each_picture_of_a_table_on_two_pages_names_its_own_page(tmp_path):
    path = book(tmp_path / "a.pdf", {28: part(slice(1, 6)), 29: part(slice(6, None))}, first=20)
    first, second = show(Wanted(path, "a.pdf", "HG"), TURRETS, TURRETS, tmp_path / "page.png")
    assert "page 28; 30 of 30 cells on it agree" in first
    assert "page 29, where it goes on; 24 of 24 cells on it agree" in second


def test_the_offset_is_told_by_a_page_that_bears_a_number(tmp_path):
    made = book(tmp_path / "a.pdf", {20: lambda page: title(page, "High Guard")}, first=20, last=30)
    assert "page 1 of the file is printed page 20" in read(made).numbering
    cover = PdfWriter()
    cover.add_blank_page(595, 842)
    for page in PdfReader(made).pages:
        cover.add_page(page)
    cover.write(tmp_path / "b.pdf")
    assert "page 2 of the file is printed page 20" in read(tmp_path / "b.pdf").numbering


def test_the_frames_of_cells_that_differ_are_drawn_over_those_of_their_neighbours(tmp_path):
    blank = Book(Maker(tmp_path / "a.pdf").page(lambda page: None).save(), "a.pdf", "HG", None, None)
    made = CellRead(f"{TURRETS}/railgun/tl", "9", 0, "1", Box(5, 5, 15, 15), 0, 1.0, "", "", False)
    below = made._replace(box=Box(5, 16, 15, 26))
    (shown,) = outlined(blank, [], [(made, "differs"), (below, "agrees")], tmp_path / "page.png")
    blank.file.close()
    with Image.open(shown.path) as picture:
        assert picture.getpixel((20, 31)) == (207, 34, 46)
        assert picture.getpixel((20, 53)) == (26, 127, 55)
