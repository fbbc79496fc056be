"""Dense books: pages that only speak of a table are not read, and lines of prose are read as fast as right."""

import pypdfium2

from engine.rulebook.raw import RAW
from tests.test_verify.test_pdf.books import PROSE, Maker, drawn, printed, prose, title
from tests.test_verify.test_pdf.test_tables import SHAPES, WIDTHS
from verify.pdf.book import Book
from verify.pdf.check import check_books
from verify.pdf.file import File
from verify.pdf.letters import words_of
from verify.pdf.reader import Wanted, read_book
from verify.pdf.signs import signs_of
from verify.pdf.words import Box

TURRETS = "ship/turret-weapons"
NAMES = [row.name for row in RAW.table(TURRETS).rows]
SPOKEN = " ".join(f"Many a {name} was seen at work on that ship." for name in NAMES)


def speaks(page):
    """Two columns of prose that name every row."""
    prose(page, 50, 780, 240, 8, text=SPOKEN + PROSE)
    prose(page, 310, 780, 240, 8, text=PROSE + SPOKEN)


def has_the_table(page):
    title(page, RAW.table(TURRETS).title)
    drawn(page, printed(TURRETS), 60, 760, WIDTHS[TURRETS])
    prose(page, 60, 300, 240, 20)


def opened(tmp_path, *draws):
    made = Maker(tmp_path / "book.pdf")
    for draw in draws:
        made.page(draw, number=False)
    return Book(made.save(), "book.pdf", "HG", None, None)


def test_pages_that_speak_of_every_row_are_not_read(tmp_path):
    book = opened(tmp_path, *[speaks] * 12, has_the_table, *[speaks] * 12)
    book.search(lambda: None)
    read = book.read(SHAPES[TURRETS])
    assert read.pages == (12,)
    assert len(read.cells) == 54
    assert not any(cell.doubt for cell in read.cells)
    assert book.sheets.cache_info().misses <= 2
    book.file.close()


def test_a_copy_of_a_table_among_prose_is_still_found(tmp_path):
    book = opened(tmp_path, speaks, has_the_table, speaks, has_the_table)
    book.search(lambda: None)
    assert book.index.likely(SHAPES[TURRETS])[:2] == [1, 3]
    book.file.close()


def test_prose_has_the_same_words_as_when_read_sign_by_sign(tmp_path):
    path = Maker(tmp_path / "book.pdf").page(speaks).save()
    file, document = File(path), pypdfium2.PdfDocument(path)
    (sheet,) = file.sheets(0)
    text = document[0].get_textpage()
    left, bottom, right, top = document[0].get_bbox()
    signs = signs_of(pypdfium2.raw, text, Box(left, bottom, right, top), None, [range(text.count_chars())])
    slowly = words_of(sign for _, _, sign in signs)
    assert sum(not word.signs for word in sheet.words) > 100  # these were not put together from signs

    def told(words):
        return sorted((word.text, *(round(side, 2) for side in word.box), round(word.base, 2)) for word in words)

    assert told(sheet.words) == told(slowly)
    file.close()
    document.close()


def test_whatever_is_in_doubt_names_what_shows_it(tmp_path):
    def draw(page):
        title(page, RAW.table(TURRETS).title)
        drawn(page, printed(TURRETS, {f"{TURRETS}/railgun/tl": "1O"}), 60, 760, WIDTHS[TURRETS])

    path = Maker(tmp_path / "book.pdf").page(draw).save()
    found = [f for f in check_books([read_book(Wanted(path, "book.pdf", "HG"))], {}).findings if f.code == "RC604"]
    assert [f.message.partition("--show ")[2] for f in found] == [f"{TURRETS}/railgun/tl"]
