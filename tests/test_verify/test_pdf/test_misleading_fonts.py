"""Fonts that show other digits than they say: what is seen counts, and a table in such a font is unreadable."""

import re

import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.generic import NameObject, StreamObject

from engine.rulebook.raw import RAW
from tests.test_verify.test_pdf.books import VERA, Maker, printed, title
from tests.test_verify.test_pdf.test_fonts import TURRETS, read
from tests.test_verify.test_pdf.typesetting import Layout, Style, draw_table
from verify.pdf.book import Book
from verify.pdf.file import File, plain_signs
from verify.pdf.legible import MISNAMED, as_layer
from verify.pdf.looks import SIGNS, seen_as
from verify.recognition.rule_tables import rule_tables

SENSORS = "ship/sensors"


def made(path, id, font=VERA):
    """A book with a table on its page."""

    def draw(page):
        title(page, RAW.table(id).title)
        draw_table(page, printed(id), Layout(Style(font), gap=12), 30, 760)

    number = {TURRETS: 28, SENSORS: 76}[id]
    return Maker(path, first=number, title="High Guard 2022 edition").page(draw).save()


def forged(path, names):
    """The same book with a font that gives some signs the names of others."""
    wrong = {f"{ord(one):04X}": f"{ord(other):04X}" for one, other in names.items()}
    writer = PdfWriter(clone_from=PdfReader(path))
    for font in writer.pages[0]["/Resources"]["/Font"].values():
        held = font.get_object()
        if "/ToUnicode" in held:
            said = held["/ToUnicode"].get_object().get_data().decode()
            stream = StreamObject()
            stream.set_data(re.sub(r"(?<= <)\w{4}(?=>)", lambda m: wrong.get(m[0], m[0]), said).encode())
            held[NameObject("/ToUnicode")] = writer._add_object(stream)
    writer.write(path)
    return path


@pytest.mark.parametrize(
    ("id", "names"),
    [(TURRETS, {"2": "3", "3": "2"}), (TURRETS, {"4": "5"}), (TURRETS, {"0": "1", "1": "0"}), (SENSORS, {"-": "+"})],
)
def test_a_font_that_shows_other_digits_than_it_says_makes_its_page_unreadable(tmp_path, id, names):
    report = read(forged(made(tmp_path / "a.pdf", id), names), id)
    assert {verdict for _, verdict in report.facts} == {"unchecked"}
    (told,) = [f for f in report.findings if f.rule == id]
    assert f"page 1 of the file {MISNAMED}" in told.message


@pytest.mark.parametrize("font", [VERA, "Times-Italic", "Courier-Bold", "Helvetica-BoldOblique"])
def test_a_font_that_shows_what_it_says_is_believed(tmp_path, font):
    report = read(made(tmp_path / "a.pdf", TURRETS, font))
    assert {verdict for _, verdict in report.facts} == {"agrees"}


@pytest.mark.parametrize("font", ["Helvetica", "Times-BoldItalic", "Courier-Oblique"])
def test_every_digit_of_a_plain_font_is_seen_as_itself_and_as_no_other(font):
    for sign, picture in zip(SIGNS, plain_signs(font, SIGNS), strict=True):
        assert seen_as(sign, picture, plain_signs) == sign
        assert all(seen_as(other, picture, plain_signs) in (sign, other) for other in SIGNS)


def test_every_table_in_a_font_without_letters_is_found_by_its_picture(tmp_path):
    barbettes = "ship/barbettes"

    def book(name):
        made = Maker(tmp_path / name)
        for id in (barbettes, TURRETS):
            layout = Layout(Style(VERA), gap=12)
            made.page(lambda page, id=id, layout=layout: draw_table(page, printed(id), layout, 30, 700), number=False)
        return made.save()

    plain = File(book("plain.pdf"))
    path = forged(book("book.pdf"), {chr(n): chr(0xF700 + n) for n in range(33, 127)})
    seen = Book(path, "book.pdf", "HG", None, lambda _, page: [as_layer(sheet) for sheet in plain.sheets(page)])
    seen.search(lambda: None)
    tables = {shape.id: shape for shape in rule_tables()}
    assert [seen.read(tables[id]).pages for id in (TURRETS, barbettes)] == [(1,), (0,)]
    assert "each of the pages 1 and 2 of the file" in seen.read(tables[SENSORS]).problem
    seen.file.close()
    plain.close()
