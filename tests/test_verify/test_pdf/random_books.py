"""Made-up pages by chance: a rule table in a layout that nobody thought of, some cells changed, and what is meant.

`python -m tests.test_verify.test_pdf.random_books 500` counts what is read rightly, what is in doubt and what is read
wrongly.
"""

import random
import re
import sys
import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path

from engine.errors import WrongKind
from engine.rulebook.raw import RAW
from tests.test_verify.test_pdf.books import HIGH, VERA, WIDE, Maker, printed, prose
from tests.test_verify.test_pdf.typesetting import Layout, Style, draw_table, fitting, widths_of
from verify.pdf.book import Book
from verify.pdf.judging import judge_cell
from verify.pdf.reader import BookRead
from verify.recognition.rule_tables import rule_tables
from verify.recognition.values import read_value, same_value

SHAPES = {shape.id: shape for shape in rule_tables() if shape.id in RAW.tables}
IDS = tuple(SHAPES)
BROAD = ("prose", "choice", "changes", "skill", "system")
"""Kinds of words: what is changed in them is for a person to compare."""
PLANTED = 0.06
"""The share of cells that are changed."""


def by_chance(chance, id):
    """A layout."""
    pick = chance.choice
    size = pick((6, 7, 8, 9, 9, 10, 12))
    style = Style(
        pick(("Times-Roman", "Helvetica", "Courier", VERA)),
        size,
        pick((0, 0, 0, 0, 0.03, 0.1, 0.2, 0.35)) * size,
        pick((0, 0, 0, 0.2, 0.35, 0.5)),
        pick(("lines", "lines", "words", "letters")),
        pick((1.05, 1.2, 1.4)),
    )
    columns = len(SHAPES[id].columns) + 2
    one = pick((0, 0, 1, 2))
    aligns = tuple(pick((0, 0, 1, 2)) for _ in range(columns)) if chance.random() < 0.3 else (0, *(one,) * columns)
    return Layout(
        style,
        pick((0.15, 0.3, 0.5, 0.8, 1.2, 2, 4)) * size,
        aligns,
        pick(("top", "top", "middle", "bottom")),
        pick(("none", "none", "grid", "rows", "zebra", "frame", "columns")),
        pick((0.5, 2, 4, 8)),
        pick((60, 90, 150, 300)),
        {
            "minus": pick(("-", "–", "−" if style.font == VERA else "-")),
            "none": pick(("—", "—", "–", "-", "")),
            "times": pick(("×", "×", "x")),
            "thousands": pick((",", ",", ",", " ", "", ".")),
            "half": pick(("0.5", "0.5", "½", ".5")),
        },
        pick((0, 0, 0, 0, 0.5, -1, 2, -3)),
        pick((0, 0, 0, 0, 90, 270)),
        pick(("nothing", "prose below", "prose left", "prose right", "another table", "another beside", "footnote")),
        pick(("plain", "plain", "none", "boxed", "below")),
        pick((0, 0, 0, 0.2)),
        pick((0, 0, 0, 0, 1)),
        chance.random() > 0.08,
        pick(("", "", "", "row", "column")),
        chance.random() < 0.1,
        pick(("cells", "cells", "behind", "MCr", "Cr", "KCr", "wrong")),
    )


# What is printed


def changed(chance, rule):
    """Another value than ours, as a book would print it; None if there is none."""
    own = RAW.rule(rule)
    if own.kind.name in BROAD:
        return None
    near = [r for r in RAW.rules.values() if r.kind == own.kind and r.section == own.section and r.value != own.value]
    texts = [r.text for r in near]
    number = re.search(r"\d+", own.text)
    if number is not None:
        texts += [own.text[: number.start()] + str(int(number[0]) + 1) + own.text[number.end() :]] * 2
        texts += [own.text.translate(str.maketrans("+-", "-+"))]
    texts = [text for text in texts if _differs(own, text)]
    return chance.choice(texts) if texts else None


def _differs(rule, text):
    try:
        return not same_value(read_value(rule.kind, text), rule.value, rule.kind)
    except WrongKind:
        return False


def set_as(text, kind, signs):
    """A text with the signs that a book uses."""
    if text == "—":
        return signs["none"]
    if kind in ("DM", "step", "signed percent", "count", "band", "kilometres", "changes"):
        text = text.replace("-", signs["minus"])
    if kind == "factor":
        text = text.replace("×", signs["times"])
    if kind in ("tons", "number") and text == "0.5":
        text = signs["half"]
    return re.sub(r"(?<=\d),(?=\d{3})", signs["thousands"], text)


def priced(texts, rules, how):
    """A column of prices with its unit elsewhere: the texts, the head, and by which factor the book is wrong."""
    if how == "behind":
        return [re.sub(r"^(M?Cr)(.*)$", r"\2 \1", text) for text in texts], "Cost", 1
    meant = [re.fullmatch(r"(M?Cr)([\d.,]+)", text) for text in texts]
    if how == "cells" or not all(m or not re.search(r"\d", t) for m, t in zip(meant, texts, strict=True)):
        return texts, "Cost", 1
    unit = {"MCr": 10**6, "KCr": 10**3, "Cr": 1, "wrong": 10**6}[how]
    made = []
    for found, text in zip(meant, texts, strict=True):
        if found is None:
            made.append(text)
            continue
        amount = float(found[2].replace(",", "")) * (10**6 if found[1] == "MCr" else 1) / unit
        made.append(f"{amount:,.6f}".rstrip("0").rstrip("."))
    return made, f"Cost ({'Cr' if how == 'wrong' else how})", 10**-6 if how == "wrong" else 1


def made_up(chance, id, layout):
    """The texts of a table, and what each rule is to be: `agrees` or `differs`."""
    shape = SHAPES[id]
    rules = [rule for row in shape.rows for n, rule in enumerate(row.rules) if n != shape.key]
    changes = {rule: text for rule in rules if chance.random() < PLANTED and (text := changed(chance, rule))}
    cells = printed(id, changes)
    truth = {rule: "differs" if rule in changes else "agrees" for row in shape.rows for rule in row.rules}
    for n, column in enumerate(shape.columns):
        own = [row.rules[n] for row in shape.rows]
        if column.kind.name == "credits" and (layout.heads or layout.units == "behind"):
            truth |= price(cells, n + 1, own, layout.units)
        for row in cells[1:]:
            row[n + 1] = set_as(row[n + 1], column.kind.name, layout.signs)
    for row in cells[1:] if layout.text.font != VERA else ():
        row[:] = [text + "*" * (bool(text) and chance.random() < layout.marks) for text in row]
    return cells, truth


def price(cells, n, rules, how):
    """Print a column of prices with its unit elsewhere, and tell which of them are wrong by that."""
    texts, head, factor = priced([row[n] for row in cells[1:]], rules, how)
    cells[0][n] = cells[0][n].replace("Cost", head)
    for row, text in zip(cells[1:], texts, strict=True):
        row[n] = text
    return {
        rule: "differs" for rule, text in zip(rules, texts, strict=True) if factor != 1 and re.search("[1-9]", text)
    }


# How it is drawn


def with_strangers(chance, cells, layout):
    """The texts with a row or a column that is not known, or a line that parts them, and without heads if so."""
    if layout.strange == "row":
        cells.insert(chance.randrange(1, len(cells)), ["Unheard Of", *(chance.choice(cells[1:])[1:])])
    if layout.strange == "column":
        at = chance.randrange(1, len(cells[0]) + 1)
        for n, row in enumerate(cells):
            row.insert(at, str(chance.randrange(20)) if n else "Oddity")
    if not layout.heads:
        cells = cells[1:]
    if layout.sections:
        cells.insert(len(cells) // 2, ["Of another sort", *[""] * (len(cells[0]) - 1)])
    return cells


def pages_of(chance, id, layout):
    """What draws each page of a book with the table, and what is to be said of each rule."""
    cells, truth = made_up(chance, id, layout)
    cells = with_strangers(chance, cells, layout)
    wide = HIGH if layout.turn else WIDE
    half = layout.around in ("prose left", "prose right", "another beside")
    room = (wide - 100) / 2 - 10 if half else wide - 100
    fitted = fitting(cells, layout, room)
    if half and sum(widths_of(cells, fitted)) + fitted.gap * (len(cells[0]) - 1) > room:  # there is no room for more
        room = wide - 100
        fitted = fitting(cells, replace(layout, around="nothing"), room)
    parts = [cells]
    if layout.split and len(cells) > 5:
        at = len(cells) // 2
        parts = [cells[:at], [cells[0], *cells[at:]] if layout.heads else cells[at:]]
    return [page_of(part, fitted, RAW.table(id).title, room) for part in parts], truth


def page_of(cells, layout, heading, room):
    """What draws a page with a table on it and other things around it, turned and askew."""
    wide, high = (HIGH, WIDE) if layout.turn else (WIDE, HIGH)
    left = wide - 50 - room if layout.around == "prose left" else 50

    def draw(page):
        page.translate(WIDE / 2, HIGH / 2)
        page.rotate(layout.angle + layout.turn)
        page.translate(-wide / 2, -high / 2)
        down = captioned(page, layout.titled, heading, left, high - 60, room)
        down = draw_table(page, cells, layout, left, down, layout.heads)
        if layout.titled == "below":
            page.setFont("Helvetica-Oblique", 8)
            page.drawString(left, down - 12, f"Table 3: {heading}")
        surround(page, layout.around, left, down - 14, room)
        if layout.around == "prose left":
            prose(page, 50, high - 60, room, 20)
        if layout.around == "prose right":
            prose(page, wide - 50 - room, high - 60, room, 20)
        if layout.around == "another beside":
            draw_table(page, OTHER, Layout(Style(size=8)), wide - 50 - room, high - 60)

    return draw


def captioned(page, titled, heading, left, down, room):
    """Draw the title of a table, and tell how far down it reaches."""
    if titled == "boxed":
        page.setFillGray(0.85)
        page.rect(left, down - 4, room, 16, stroke=0, fill=1)
        page.setFillGray(0)
    if titled not in ("plain", "boxed"):
        return down
    page.setFont("Helvetica-Bold", 11)
    page.drawString(left + 3, down, heading)
    return down - 14


def surround(page, around, left, down, room):
    """Draw what stands below a table."""
    if around == "footnote":
        page.setFont("Times-Roman", 7)
        page.drawString(left, down, "* Only where the referee allows it, at 2 for each.")
    if around in ("prose below", "nothing", "footnote") and down > 120:
        prose(page, left, down - 14, room, 8)
    if around == "another table":
        draw_table(page, OTHER, Layout(Style(size=8)), left, down - 20)


OTHER = [["Cargo", "Lot", "Price"], *([f"Sort {n}", str(n * 3), f"Cr{n}00"] for n in range(1, 7))]
"""Another table, which is none of ours."""


# What is read of it


def judged(path, id):
    """The verdict on each rule of a table in a book."""
    book = Book(Path(path), "book.pdf", "", None, None)
    book.search(lambda: None)
    read = book.read(SHAPES[id])
    told = BookRead("book.pdf", book.title, "", book.file.pages, book.numbers.told)
    verdicts = {}
    for cell in read.cells:
        fact, verdict, _ = judge_cell(told, cell, [])
        verdicts[cell.rule] = verdict, cell.text, cell.doubt or fact.problem
    book.file.close()
    return verdicts


def outcome(wanted, verdict):
    """Whether a verdict is right, in doubt or wrong."""
    if verdict in ("missing", "unchecked", "lost"):
        return "doubt" if verdict != "lost" else "lost"
    if wanted == "agrees":
        return "right" if verdict == "agrees" else "wrong"
    return "right" if verdict in ("differs", "contested") else "wrong"


def written(folder, seed, limit=None):
    """One book made by chance: its file, its table, its layout, and what is true of each rule."""
    chance = random.Random(seed)
    id = chance.choice(limit or IDS)
    layout = by_chance(chance, id)
    draws, truth = pages_of(chance, id, layout)
    made = Maker(Path(folder) / f"{seed}.pdf")
    for draw in draws:
        made.page(draw)
    return made.save(), id, layout, truth


def tried(folder, seed, limit=None):
    """One book made by chance: its layout, and the outcome of each rule with what was read."""
    path, id, layout, truth = written(folder, seed, limit)
    verdicts = judged(path, id)
    told = {}
    for rule, wanted in truth.items():
        verdict, text, why = verdicts.get(rule, ("lost", "", ""))
        told[rule] = outcome(wanted, verdict), wanted, verdict, text, why
    return id, layout, told


def main(count, first=0):
    """Count, and tell what is wrong."""
    sums = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + count):
            _, layout, told = tried(folder, seed)
            sums.update(one[0] for one in told.values())
            for rule, one in told.items():
                if one[0] == "wrong":
                    print(seed, rule, *one[1:], layout)
            Path(folder, f"{seed}.pdf").unlink()
    print(dict(sums))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
