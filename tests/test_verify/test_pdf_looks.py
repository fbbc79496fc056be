"""Fonts that show other digits than they say: what is seen counts, and a table in such a font is unreadable."""

import re

import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.generic import NameObject, StreamObject

from engine.raw import RAW
from tests.test_verify.books import VERA, Maker, printed, title
from tests.test_verify.test_pdf_fonts import TURRETS, read
from tests.test_verify.typesetting import Layout, Style, draw_table
from verify.pdf.file import plain_signs
from verify.pdf.legible import MISNAMED
from verify.pdf.looks import SIGNS, seen_as

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
