"""Tables set letter by letter: wide or tight, bold by printing twice, in any font, with lines or without."""

import re
from dataclasses import dataclass, field, replace

from reportlab.pdfbase.pdfmetrics import stringWidth


@dataclass
class Style:
    """How a text is set."""

    font: str = "Times-Roman"
    size: float = 9.0
    tracking: float = 0.0
    """Room between letters, in points."""
    doubled: float = 0.0
    """How far beside itself each letter stands once more."""
    pieces: str = "lines"
    """What is placed at once: lines, words or single letters."""
    leading: float = 1.2

    def wide(self, text):
        """How wide a text is."""
        return stringWidth(text, self.font, self.size) + self.tracking * len(text)

    def draw(self, page, x, y, text):
        """Set a line of text."""
        for at, piece in self._pieces(text):
            for shift in (0, self.doubled) if self.doubled else (0,):
                out = page.beginText(x + at + shift, y)
                out.setFont(self.font, self.size)
                out.setCharSpace(self.tracking)
                out.textOut(piece)
                page.drawText(out)

    def _pieces(self, text):
        if self.pieces == "lines" and not self.doubled:
            return [(0, text)]
        found = re.finditer(r"\S+" if self.pieces == "words" and not self.doubled else r"\S", text)
        return [(self.wide(text[: one.start()]), one[0]) for one in found]


@dataclass
class Layout:
    """How a table is set: drawn by chance, or chosen."""

    text: Style = field(default_factory=Style)
    gap: float = 10.0
    aligns: tuple[int, ...] = (0,) * 12
    """0 left, 1 centred, 2 right, column by column."""
    valign: str = "top"
    lines: str = "none"
    pad: float = 3.0
    widest: float = 150.0
    """Where cells go on in the next line."""
    signs: dict[str, str] = field(default_factory=dict)
    angle: float = 0.0
    turn: int = 0
    around: str = "nothing"
    titled: str = "plain"
    marks: float = 0.0
    split: int = 0
    heads: bool = True
    strange: str = ""
    """A row or a column that is not known."""
    sections: bool = False
    units: str = "cells"
    """Where a price has its unit: in the cells, or in the head."""


def wrapped(text, style, wide):
    """A text as lines."""
    lines = [""]
    for word in text.split(" "):
        tried = f"{lines[-1]} {word}".strip()
        if lines[-1] and style.wide(tried) > wide:
            lines.append(word)
        else:
            lines[-1] = tried
    return lines


def widths_of(cells, layout):
    """How wide each column is."""
    style = layout.text
    return [
        max(style.wide(line) for row in cells for line in wrapped(row[n], style, layout.widest))
        for n in range(len(cells[0]))
    ]


def fitting(cells, layout, room):
    """The layout with letters and gaps so small that the table has room."""
    while (total := sum(widths_of(cells, layout)) + layout.gap * (len(cells[0]) - 1)) > room:
        share = max(0.8, room / total)
        text = replace(layout.text, size=layout.text.size * share, tracking=layout.text.tracking * share)
        if text.size < 4.5:
            return layout
        layout = replace(layout, text=text, gap=layout.gap * share, widest=max(40, layout.widest * share))
    return layout


def draw_table(page, cells, layout, x, y, heads=True):
    """Draw a table with its upper left corner at a point, and tell how far down it reaches."""
    style, widths = layout.text, widths_of(cells, layout)
    leading, down = style.size * style.leading, y
    edges = [x + sum(widths[:n]) + layout.gap * n for n in range(len(widths))]
    right = edges[-1] + widths[-1]
    bars = [y]
    for n, row in enumerate(cells):
        made = [wrapped(text, style, layout.widest) for text in row]
        most = max(map(len, made))
        high = most * leading + 2 * layout.pad
        if layout.lines == "zebra" and n % 2:
            page.setFillGray(0.9)
            page.rect(x - 2, down - high, right - x + 4, high, stroke=0, fill=1)
            page.setFillGray(0)
        valign = "bottom" if n == 0 and heads else layout.valign
        for lines, edge, wide, align in zip(made, edges, widths, layout.aligns, strict=False):
            spare = {"top": 0, "middle": (most - len(lines)) / 2, "bottom": most - len(lines)}[valign]
            for k, line in enumerate(lines):
                shift = (0, (wide - style.wide(line)) / 2, wide - style.wide(line))[align]
                style.draw(page, edge + shift, down - layout.pad - (spare + k + 0.8) * leading, line)
        down -= high
        bars.append(down)
    page.setLineWidth(0.5)
    left, half = x - 2, layout.gap / 2
    if layout.lines in ("grid", "rows"):
        for bar in bars:
            page.line(left, bar, right + 2, bar)
    if layout.lines in ("grid", "columns"):
        for edge in (left, *(e - half for e in edges[1:]), right + 2):
            page.line(edge, y, edge, down)
    if layout.lines == "frame":
        page.rect(left, down, right - x + 4, y - down)
    return down
