"""Books: which it is, where its tables stand, and what is said of every cell."""

import re
from pathlib import Path

import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.generic import NameObject, StreamObject

from tests.test_verify.test_pdf.books import VERA, Maker, drawn, printed, prose, scanned, title
from tests.test_verify.test_pdf.test_tables import WIDTHS
from verify.check import check_documents
from verify.documents.files import Document
from verify.findings import Place
from verify.pdf.book import Book
from verify.pdf.check import check_books, stated_by
from verify.pdf.file import File
from verify.pdf.reader import BookRead
from verify.pdf.readings import TableRead
from verify.pdf.seek import wanted
from verify.pdf.titles import Title

TURRETS = "ship/turret-weapons"
PULSE = "ship/turret-weapons/pulse-laser/tl"
WORDS = "So many words of prose that a page has enough of them and nobody takes it for an empty one. "


def table(id, changes=None, **options):
    """What draws a table with its title above it."""

    def draw(page):
        title(page, printed(id) and id.rpartition("/")[2].replace("-", " ").title())
        drawn(page, printed(id, changes), 60, 750, WIDTHS[id], **options)
        prose(page, 60, 300, 400, 4, WORDS * 4)

    return draw


def book(path, tables, last=34, first=1, said="High Guard 2022 edition", numbers=True, **options):
    """A book with tables on some printed pages."""
    made = Maker(path, first=first, title=said, **options)
    for number in range(first, last + 1):
        made.page(tables.get(number, lambda page: prose(page, 60, 780, 400, 4)), number=numbers)
    return made.save()


def read(path, said=""):
    """What the process of its own reads, without the process."""
    held = Book(Path(path), "book.pdf", said, None, None)
    held.search(lambda: None)
    tables = [held.read(shape) for shape in held.tables()]
    made = BookRead("book.pdf", held.title, "0" * 64, held.file.pages, held.numbers.told, tables, held.unread)
    made.textless, made.scanning = len(held.textless), "pip install 'rawcheck[ocr]' reads such pages"
    held.file.close()
    return made


def found(made, id=TURRETS):
    return next(one for one in made.tables if one.id == id)


def checked(made, stated=None):
    report = check_books([made], stated or {})
    return report, {finding.code: finding for finding in report.findings if finding.code != "RC603"}


CREDITS = "Traveller (c) 2022 by its makers, all rights reserved. "


@pytest.mark.parametrize(
    ("said", "cover", "credits", "told"),
    [
        (
            "crb.pdf",
            "Core Rulebook\n2016",
            f"Core Rulebook 2016. {CREDITS}",
            "CRB (its title), 2016 by its first pages",
        ),
        ("crb.pdf", "Core Rulebook", CREDITS, "CRB (its title), 2022 by its copyright line"),
        ("", "Core Rulebook", CREDITS, "CRB 2022 (its first pages)"),
        ("Core Rulebook 2016", "Core Rulebook", CREDITS, "CRB 2016 (its title)"),
        ("", "Core Rulebook\n2016", "Core Rulebook. An update of 2022 may follow. ", "CRB 2016 (its first pages)"),
        ("", "Core Rulebook", "Core Rulebook 2016 edition. ", "CRB 2016 (its first pages)"),
    ],
)
def test_the_title_page_weighs_more_than_a_copyright_line_and_it_is_told_where_the_year_was_read(
    tmp_path, said, cover, credits, told
):
    def front(page):
        for n, line in enumerate(cover.splitlines()):
            title(page, line, y=700 - 30 * n)

    pages = {1: front, 2: lambda page: prose(page, 60, 780, 400, 4, credits)}
    path = book(tmp_path / "a.pdf", pages, last=3, said=said)
    assert read(path).title.told == told
    own = "its copyright line" if "2022" in told else "its own pages"
    assert read(path, said="CRB").title.told == f"CRB (as you say), {read(path).title.edition} by {own}"


def test_a_table_is_found_by_its_printed_page_whatever_page_of_the_file_that_is(tmp_path):
    made = read(book(tmp_path / "a.pdf", {28: table(TURRETS)}, first=20))
    assert (found(made).pages, found(made).numbers, found(made).is_cited) == ((8,), ("28",), True)
    assert made.numbering == "page 1 of the file is printed page 20 (by the numbers on 15 of 15 pages)"


def test_page_labels_count_where_no_number_is_printed(tmp_path):
    made = read(book(tmp_path / "a.pdf", {28: table(TURRETS)}, first=20, numbers=False, labels=20))
    assert (found(made).pages, found(made).numbers, found(made).is_cited) == ((8,), ("28",), True)
    assert made.numbering == "page 1 of the file is 20 by its page labels"


def test_what_is_printed_counts_more_than_labels_that_say_otherwise(tmp_path):
    made = read(book(tmp_path / "a.pdf", {28: table(TURRETS)}, first=20, labels=1))
    assert found(made).numbers == ("28",)
    assert made.numbering.startswith("page 1 of the file is printed page 20")


def test_a_table_on_another_page_is_found_by_its_rows_and_that_is_told(tmp_path):
    made = read(book(tmp_path / "a.pdf", {33: table(TURRETS)}))
    assert (found(made).numbers, found(made).is_cited) == (("33",), False)
    report, codes = checked(made)
    assert "it stands on page 33, the cite says HG 2022 p. 28" in codes["RC605"].message
    assert report.summary()["agrees"] == 54


def test_without_numbers_and_labels_tables_are_sought_everywhere(tmp_path):
    made = read(book(tmp_path / "a.pdf", {28: table(TURRETS)}, numbers=False))
    assert found(made).pages == (27,)
    assert "no printed page numbers were found" in made.numbering


def test_a_book_is_known_by_its_title_its_first_pages_its_name_or_by_what_the_user_says(tmp_path):
    path = book(tmp_path / "a.pdf", {}, last=3, said="Core Rulebook Update 2022")
    assert read(path).title == Title("CRB", "2022", "its title")
    assert read(path, said="hg").title == Title("HG", "2022", "as you say", "CRB by its title")
    front = {1: lambda page: title(page, "HIGH GUARD, copyright 2022")}
    assert read(book(tmp_path / "b.pdf", front, last=3, said="")).title == Title("HG", "2022", "its first pages")


def test_a_changed_cell_is_an_error_with_page_cell_and_both_values(tmp_path):
    made = read(book(tmp_path / "a.pdf", {28: table(TURRETS, {PULSE: "12"})}, first=20))
    references, _ = check_documents([Document("sheet.md", "## Turret Weapons\n\n" + SHEET)])
    report, codes = checked(made, stated_by(references))
    finding = codes["RC602"]
    assert (finding.level, finding.rule, finding.place) == ("error", PULSE, Place("book.pdf", 9))
    assert (finding.expected, finding.actual) == ("12", "9")
    assert (
        "the book prints 12 (HG 2022 p. 28, page 9 of the file), the reference and the engine have 9" in finding.message
    )
    assert "sheet.md:11 says 9" in finding.evidence
    assert (report.summary()["differs"], report.summary()["agrees"]) == (1, 53)


SHEET = "| Weapon | TL | Damage |\n|---|---|---|\n" + "".join(
    f"| {row[0]} | {row[1]} | {row[4]} |\n" for row in printed(TURRETS)[1:]
)


def test_a_reference_that_is_wrong_is_told_where_book_and_engine_agree(tmp_path):
    made = read(book(tmp_path / "a.pdf", {28: table(TURRETS)}))
    references, _ = check_documents(
        [Document("sheet.md", "## Turret Weapons\n\n" + SHEET.replace("| 9 | 2D |", "| 8 | 2D |"))]
    )
    _, codes = checked(made, stated_by(references))
    assert codes["RC602"].message.endswith("the book and the engine have 9, sheet.md:11:17 has 8")


def test_a_contested_value_stays_contested(tmp_path):
    made = read(
        book(tmp_path / "a.pdf", {77: table("ship/sensors", {"ship/sensors/civilian/cost": "MCr3"})}, last=80, first=60)
    )
    _, codes = checked(made)
    assert "RC602" not in codes
    assert (codes["RC208"].verdict, codes["RC208"].level) == ("contested", "warning")
    assert codes["RC208"].message.startswith(
        "Our reference is doubtful: Cr50,000 there, MCr3 in the book and in two ship"
    )


def test_a_table_that_is_not_there_is_missing_cell_by_cell(tmp_path):
    report, _ = checked(read(book(tmp_path / "a.pdf", {})))
    lost = next(f for f in report.findings if f.rule == TURRETS)
    assert (lost.code, lost.level, lost.verdict) == ("RC603", "warning", "missing")
    assert sum(v == "missing" for fact, v in report.facts if fact.rule.startswith(TURRETS)) == 54
    assert not report.summary()["agrees"]


def test_another_edition_says_so_and_is_no_error(tmp_path):
    changes = {
        f"{TURRETS}/{row}/{column}": "77" for row in ROWS for column in ("tl", "power", "damage", "cost", "range")
    }
    report, codes = checked(
        read(book(tmp_path / "a.pdf", {28: table(TURRETS, changes)}, said="High Guard edition 2016"))
    )
    assert "it says 2016 and most of what was read differs" in codes["RC606"].message
    assert {finding.level for finding in report.findings if finding.code == "RC602"} == {"note"}


ROWS = ("beam-laser", "fusion-gun", "laser-drill", "missile-rack", "plasma-gun", "pulse-laser", "railgun")


def test_a_page_without_text_says_so_and_what_to_install(tmp_path):
    from tests.test_verify.test_pdf.books import scanned

    path = scanned(book(tmp_path / "a.pdf", {28: table(TURRETS)}, first=26, last=30), tmp_path / "b.pdf", 1)
    writer = PdfWriter(clone_from=path)
    writer.set_page_label(0, 4, "/D", start=26)
    writer.write(tmp_path / "c.pdf")
    _, codes = checked(read(tmp_path / "c.pdf", said="HG"))
    assert "pip install 'rawcheck[ocr]'" in codes["RC607"].message
    assert codes["RC607"].level == "warning"


def with_broken_fonts(path, target, map_to):
    """The same book, whose fonts say of each sign that it is another one."""
    writer = PdfWriter(clone_from=PdfReader(path))
    for page in writer.pages:
        for font in page["/Resources"]["/Font"].values():
            lines = "\n".join(f"<{n:02X}> <{map_to(n):04X}>" for n in range(256))
            stream = StreamObject()
            stream.set_data(
                b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def\n"
                b"1 begincodespacerange <00> <FF> endcodespacerange\n256 beginbfchar\n"
                + lines.encode()
                + b"\nendbfchar endcmap end end"
            )
            font.get_object()[NameObject("/ToUnicode")] = writer._add_object(stream)
    writer.write(target)
    return target


@pytest.mark.parametrize(
    "map_to",
    [lambda n: 0xE000 + n, lambda n: ord("bcdfghjklm"[n % 10]) if n != 32 else n],
    ids=["private signs", "wrong letters"],
)
def test_a_font_with_a_broken_map_is_not_read(tmp_path, map_to):
    made = book(tmp_path / "a.pdf", {28: table(TURRETS, font=VERA)}, first=26, last=30, numbers=False, labels=26)
    report, codes = checked(read(with_broken_fonts(made, tmp_path / "b.pdf", map_to), said="HG"))
    assert "RC607" in codes
    assert "letters" in codes["RC607"].message
    assert not [fact for fact, verdict in report.facts if verdict in ("agrees", "differs")]


def test_a_table_read_has_only_what_is_told():
    assert TableRead("x", (), (), (), (), False, "").parts == ()


def test_a_damaged_page_is_left_out_and_the_rest_is_read(tmp_path):
    path = book(tmp_path / "book.pdf", {28: table(TURRETS)})
    data = path.read_bytes()
    starts = [found.start() + 1 for found in re.finditer(rb"\n<<\n/Contents", data)]
    start, end = starts[11], data.index(b"endobj", starts[11])
    path.write_bytes(data[:start] + b"null".ljust(end - start - 1) + b"\n" + data[end:])
    held = read(path)
    report, findings = checked(held)
    assert held.unread == {11: "could not be read: it is damaged"}
    assert findings["RC607"].message == "Page 12 of the file could not be read: it is damaged"
    assert [verdict for _, verdict in report.facts].count("agrees") == 54


def test_a_scan_that_cannot_be_read_is_said_first_and_misses_nothing(tmp_path):
    path = scanned(book(tmp_path / "text.pdf", {28: table(TURRETS)}, first=27, last=29), tmp_path / "book.pdf", 1)
    report, _ = checked(read(path, "HG"))
    assert "3 of 3 pages have no text, only pictures, so it cannot be checked; pip install" in report.notes[0]
    assert {verdict for _, verdict in report.facts} == {"unchecked"}
    assert not [f for f in report.findings if f.code == "RC603" and f.level != "note"]


@pytest.mark.parametrize("number", ["", "{}"])
def test_a_short_scan_is_read_with_numbers_or_without(tmp_path, monkeypatch, number):
    text = File(book(tmp_path / "text.pdf", {28: table(TURRETS)}, first=27, last=29))
    path = scanned(tmp_path / "text.pdf", tmp_path / "book.pdf", 1)
    monkeypatch.setattr("verify.pdf.scans.edges", lambda _, page: [number.format(27 + page)])
    held = Book(path, "book.pdf", "HG", None, lambda _, page: text.sheets(page))
    held.search(lambda: None)
    shape = next(shape for shape in held.tables() if shape.id == TURRETS)
    assert (held.numbers.by, len(held.read(shape).cells)) == ("numbers" if number else "", 54)


def test_a_long_scan_without_numbers_is_read_as_long_as_there_is_time_and_the_rest_is_told(tmp_path, monkeypatch):
    text = File(book(tmp_path / "text.pdf", {28: table(TURRETS)}, first=10, last=30))
    path = scanned(tmp_path / "text.pdf", tmp_path / "book.pdf", 1)
    monkeypatch.setattr("verify.pdf.scans.edges", lambda _, page: [])
    shape = next(shape for shape in wanted("HG") if shape.id == TURRETS)

    def held(seconds):
        monkeypatch.setattr("verify.pdf.book.SCANNING", seconds)
        made = Book(path, "book.pdf", "HG", None, lambda _, page: text.sheets(page))
        made.search(lambda: None)
        return made

    assert (held(600).unlooked, len(held(600).read(shape).cells)) == (0, 54)
    short = held(0)
    assert (short.unlooked, short.read(shape).pages) == (20, ())
    told = BookRead("book.pdf", short.title, "", 21, "", [short.read(shape)], textless=21, unlooked=short.unlooked)
    report, codes = checked(told)
    assert codes["RC607"].message.startswith("20 of 21 pages are pictures without page numbers, and were not looked")
    assert {verdict for _, verdict in report.facts} == {"unchecked"}


def test_a_file_of_some_pages_only_is_read_by_the_numbers_on_them(tmp_path):
    levels = "ship/technology-levels"
    made = Maker(tmp_path / "book.pdf", title="High Guard 2022 edition", first=27)
    empty = lambda page: prose(page, 60, 780, 400, 4)  # noqa: E731
    made.page(empty).page(table(TURRETS)).page(empty)
    made.number = 70
    made.page(table(levels))
    made.number = 76
    held = read(made.page(empty).save())
    report, codes = checked(held)
    assert [one.numbers for one in held.tables if one.id in (TURRETS, levels)] == [("28",), ("70",)]
    assert "RC605" not in codes
    assert [verdict for fact, verdict in report.facts if fact.rule.startswith(levels)] == ["agrees"] * 24
