"""What the text of a page says and is not seen on it, or is seen and not said: such cells are in doubt."""

import pytest
from reportlab.lib.colors import black, white
from reportlab.pdfbase.pdfmetrics import stringWidth

from engine.rulebook.raw import RAW
from tests.test_verify.test_pdf.books import HIGH, WIDE, Maker, printed, scanned, title
from tests.test_verify.test_pdf.random_books import judged
from tests.test_verify.test_pdf.test_book import read
from tests.test_verify.test_pdf.typesetting import Layout, Style, draw_table
from verify.pdf.book import Book
from verify.pdf.check import check_books
from verify.pdf.legible import LAYER
from verify.pdf.reader import Wanted, read_book

TURRETS = "ship/turret-weapons"
PULSE = "ship/turret-weapons/pulse-laser/tl"
PRICE = "ship/turret-weapons/pulse-laser/cost"
SENSORS = "ship/sensors"
BASIC = "ship/sensors/basic/dm"


class Odd(Style):
    """A style that sets the one text `odd` in a way of its own."""

    odd = "MCr17"

    def draw(self, page, x, y, text):
        if text == self.odd:
            self.odd_one(page, x, y, text)
        else:
            super().draw(page, x, y, text)


class Over(Odd):
    """Another value is printed over it, in the same place."""

    def odd_one(self, page, x, y, text):
        super(Odd, self).draw(page, x, y, "MCr20")
        super(Odd, self).draw(page, x, y, text)


class Covered(Odd):
    """It is under a white box."""

    def odd_one(self, page, x, y, text):
        super(Odd, self).draw(page, x, y, text)
        page.setFillColor(white)
        page.rect(x - 1, y - 3, self.wide(text) + 2, 14, fill=1, stroke=0)
        page.setFillColor(black)


class White(Odd):
    """The end of it is as white as the paper."""

    def odd_one(self, page, x, y, text):
        super(Odd, self).draw(page, x, y, "MCr1")
        page.setFillColor(white)
        super(Odd, self).draw(page, x + self.wide("MCr1"), y, "7")
        page.setFillColor(black)


class Invisible(Odd):
    """It is drawn in no colour at all."""

    def odd_one(self, page, x, y, text):
        out = page.beginText(x, y)
        out.setFont(self.font, self.size)
        out.setTextRenderMode(3)
        out.textOut(text)
        out.setTextRenderMode(0)
        page.drawText(out)


class Inverse(Odd):
    """White letters on a black ground, which are seen."""

    def odd_one(self, page, x, y, text):
        page.rect(x - 1, y - 3, self.wide(text) + 2, 14, fill=1, stroke=0)
        page.setFillColor(white)
        super(Odd, self).draw(page, x, y, text)
        page.setFillColor(black)


def verdicts(tmp_path, style, id=TURRETS, changes=None):
    def draw(page):
        title(page, RAW.table(id).title)
        draw_table(page, printed(id, changes), Layout(style, gap=12), 60, 760)

    path = Maker(tmp_path / "book.pdf").page(draw).save()
    return {rule: verdict for rule, (verdict, *_) in judged(path, id).items()}


@pytest.mark.parametrize("style", [Over, Covered, White, Invisible])
def test_a_value_that_is_not_seen_as_it_is_written_is_in_doubt(tmp_path, style):
    found = verdicts(tmp_path, style(), changes={PRICE: "MCr17"})
    assert found.pop(PRICE) == "unchecked"
    assert list(found.values()) == ["agrees"] * 53


def test_white_letters_on_black_are_read(tmp_path):
    assert verdicts(tmp_path, Inverse(), changes={PRICE: "MCr17"})[PRICE] == "differs"


class DrawnMinus(Style):
    """A minus is a line, and no letter."""

    def draw(self, page, x, y, text):
        before, minus, after = text.partition("-")
        if not minus or not after[:1].isdigit():
            return super().draw(page, x, y, text)
        super().draw(page, x, y, before)
        at = x + stringWidth(before, self.font, self.size)
        page.line(at + 0.5, y + 3, at + 4, y + 3)
        return super().draw(page, at + 4.5, y, after)


def test_a_minus_that_is_drawn_puts_its_number_in_doubt(tmp_path):
    found = verdicts(tmp_path, DrawnMinus(), SENSORS)
    assert RAW.rule(BASIC).text == "-4"
    assert found[BASIC] == "unchecked"
    assert "differs" not in found.values()


def test_a_lost_minus_does_not_agree_with_a_plus(tmp_path):
    advanced = "ship/sensors/advanced/dm"
    assert RAW.rule(advanced).text == "+2"
    found = verdicts(tmp_path, DrawnMinus(), "ship/sensors", {advanced: "-2"})
    assert found[advanced] == "unchecked"


TRAITS = "ship/turret-weapons/pulse-laser/traits"


class Empty(Odd):
    """Nothing is printed there."""

    odd = "Smart"

    def odd_one(self, page, x, y, text):
        """Leave it out."""


class DrawnWord(Empty):
    """It is drawn, and no letter."""

    def odd_one(self, page, x, y, text):
        page.line(x, y + 1, x + 8, y + 7)
        page.line(x, y + 7, x + 8, y + 1)


def test_a_cell_where_nothing_is_seen_is_as_good_as_a_dash(tmp_path):
    assert RAW.rule(TRAITS).text == "—"
    assert verdicts(tmp_path, Empty(), changes={TRAITS: "Smart"})[TRAITS] == "agrees"


def test_a_cell_without_text_where_something_is_seen_is_in_doubt(tmp_path):
    assert verdicts(tmp_path, DrawnWord(), changes={TRAITS: "Smart"})[TRAITS] == "unchecked"


def with_layer(tmp_path, layer):
    """A scan with an invisible text over it."""
    import pypdfium2
    from reportlab.lib.utils import ImageReader

    def draw(page, cells, style):
        title(page, RAW.table(TURRETS).title)
        draw_table(page, cells, Layout(style, gap=12), 60, 760)

    class Unseen(Style):
        draw = Invisible.odd_one

    Maker(tmp_path / "text.pdf").page(lambda p: draw(p, printed(TURRETS), Style())).save()
    scan = pypdfium2.PdfDocument(scanned(tmp_path / "text.pdf", tmp_path / "scan.pdf"))
    picture = scan[0].render(scale=2).to_pil()
    made = Maker(tmp_path / "book.pdf")
    made.page(
        lambda p: p.drawImage(ImageReader(picture), 0, 0, WIDE, HIGH),
        lambda p: draw(p, printed(TURRETS, layer), Unseen()),
        number=False,
    )
    return made.save()


def test_a_scan_with_a_text_layer_proves_nothing_whether_it_agrees_or_differs(tmp_path):
    path = with_layer(tmp_path, {PULSE: "g", PRICE: "MCr7"})
    found = {rule: verdict for rule, (verdict, *_) in judged(path, TURRETS).items()}
    assert found.pop(PRICE) == "unchecked"
    assert found.pop(PULSE) == "unchecked"  # g for 9, told as a confusion
    assert list(found.values()) == ["unchecked"] * 52
    report = check_books([read(path, "HG")], {})
    (told,) = [f.message for f in report.findings if "cells are not certain" in f.message]
    assert "52 cells are not certain: each time, the text layer of the scan has it so" in told
    book = Book(path, "book.pdf", "", None, None)
    book.sheets(0)
    assert book.unread == {0: LAYER}
    book.file.close()


def test_digits_that_a_font_gives_wrong_names_are_no_differences(tmp_path):
    class Next(Style):
        """Each digit is the next one: so a wrong map of the font makes it."""

        def draw(self, page, x, y, text):
            super().draw(page, x, y, text.translate(str.maketrans("0123456789", "1234567890")))

    def draw(page):
        title(page, RAW.table(TURRETS).title)
        draw_table(page, printed(TURRETS), Layout(Next(), gap=12), 60, 760)

    report = check_books([read_book(Wanted(Maker(tmp_path / "a.pdf").page(draw).save(), "a.pdf", "HG"))], {})
    own = {fact.rule: verdict for fact, verdict in report.facts if fact.rule.startswith(TURRETS)}
    assert "differs" not in own.values()
    assert own["ship/turret-weapons/pulse-laser/range"] == "agrees"
    assert "give its digits wrong names" in next(f.message for f in report.findings if f.code == "RC606")
