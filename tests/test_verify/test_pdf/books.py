"""Made-up rulebooks for the tests: PDFs with rule tables in every layout that books have; nothing is a book's own."""

import io
from pathlib import Path

import reportlab
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen import canvas
from reportlab.platypus import Paragraph, Table

from engine.rulebook.raw import RAW

WIDE, HIGH = A4
VERA = "Vera"
pdfmetrics.registerFont(TTFont(VERA, str(Path(reportlab.__file__).parent / "fonts" / "Vera.ttf")))
PROSE = (
    "The referee rolls for the ship and tells what the crew can see of it. Each of them says what they do, and the "
    "dice decide. Nobody is asked to hurry, and in the end the captain has to answer for all of it."
)


def printed(id, changes=None, rows=None):
    """A rule table as a book prints it: its heads, then its rows, with some cells changed."""
    table = RAW.table(id)
    heads = [table.heading, *(column.title for column in table.columns)]
    made = [heads]
    for row in table.rows if rows is None else [table.find(name) for name in rows]:
        rules = ["/".join(filter(None, (id, row.id, column.id))) for column in table.columns]
        made.append([row.name, *((changes or {}).get(rule, RAW.rule(rule).text) for rule in rules)])
    return made


def drawn(
    page, cells, x, y, widths, *, ruled=False, style=(), valign="TOP", align=0, font="Times-Roman", size=9, pad=3
):
    """Draw a table with its upper left corner at a point, and tell how far down it reaches."""
    text = ParagraphStyle("cell", fontName=font, fontSize=size, leading=size * 1.2, alignment=align)
    made = [[cell if cell is None else Paragraph(cell, text) for cell in row] for row in cells]
    lines = [("GRID", (0, 0), (-1, -1), 0.5, (0, 0, 0))] if ruled else []
    pads = [("TOPPADDING", (0, 0), (-1, -1), pad), ("BOTTOMPADDING", (0, 0), (-1, -1), pad)]
    table = Table(made, widths, style=[("VALIGN", (0, 0), (-1, -1), valign), *pads, *lines, *style])
    _, high = table.wrapOn(page, sum(widths), HIGH)
    table.drawOn(page, x, y - high)
    return y - high


def prose(page, x, y, wide, lines=200, text=PROSE):
    """Draw some prose, and tell how far down it reaches."""
    made = Paragraph(text * max(1, lines // 4), ParagraphStyle("prose", fontName="Times-Roman", fontSize=9, leading=11))
    _, high = made.wrapOn(page, wide, HIGH)
    made.drawOn(page, x, y - high)
    return y - high


class Maker:
    """A PDF that is made page by page, with the number of each page at its foot."""

    def __init__(self, path, first=1, title="", labels=0, **options):
        self.path, self.number, self.labels = path, first, labels
        self.canvas = canvas.Canvas(str(path), pagesize=A4, **options)
        self.canvas.setTitle(title)

    def page(self, *draws, number=True, rotated=0):
        """Add a page with some drawings on it; `rotated` is what the file says of how it is shown."""
        self.canvas.setPageRotation(rotated)
        for draw in draws:
            self.canvas.saveState()
            draw(self.canvas)
            self.canvas.restoreState()
        if number:
            self.canvas.setFont("Times-Roman", 9)
            self.canvas.drawCentredString(WIDE / 2, 30, str(self.number))
        self.number += 1
        self.canvas.showPage()
        return self

    def save(self):
        """Write the file, and tell where it is."""
        if self.labels:
            self.canvas.addPageLabel(0, style="ARABIC", start=self.labels)
        self.canvas.save()
        return self.path


def title(page, text, x=60, y=780, size=14):
    page.setFont("Times-Bold", size)
    page.drawString(x, y, text)


def turned(draw, angle):
    """A drawing turned about the middle of the page, counter to the clock."""

    def done(page):
        page.translate(WIDE / 2, HIGH / 2)
        page.rotate(angle)
        page.translate(-HIGH / 2, -WIDE / 2) if angle % 180 else page.translate(-WIDE / 2, -HIGH / 2)
        draw(page)

    return done


def scanned(path, target, scale=200 / 72):
    """The same book as pictures only."""
    import pypdfium2

    pdf = pypdfium2.PdfDocument(path)
    made = canvas.Canvas(str(target), pagesize=A4)
    for page in pdf:
        kept = io.BytesIO()
        page.render(scale=scale).to_pil().convert("L").save(kept, "PNG")
        made.drawImage(ImageReader(kept), 0, 0, WIDE, HIGH)
        made.showPage()
    made.save()
    pdf.close()
    return target
