"""Tables in PDFs are read exactly in every layout, or not at all: what is in doubt is said to be."""

from pathlib import Path

import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth

from engine.rulebook.raw import RAW
from tests.test_verify.test_pdf.books import VERA, Maker, drawn, printed, prose, title, turned
from verify.pdf.book import Book
from verify.pdf.tables import read_table
from verify.recognition.rule_tables import rule_tables

WIDTHS = {
    "ship/turret-weapons": [110, 40, 70, 45, 50, 60, 90],
    "space/range-bands": [90, 120, 80, 80],
    "ship/sensors": [90, 60, 60, 60, 80, 50],
    "ship/technology-levels": [110, 70, 60, 60, 110],
    "space/critical-locations": [60, 120],
    "space/critical-effects": [70, 105, 105, 105, 105],
    "ship/weapon-advantages": [100, 160, 60, 130],
    "ship/coatings": [110, 40, 70, 100, 60, 60, 70],
}
"""Some tables, and how wide their columns are where nothing need be wrapped."""
SHAPES = {shape.id: shape for shape in rule_tables()}


def narrow(id, size=9, share=0.75):
    """Columns so narrow that cells go on in the next line, and no word is broken."""
    cells = printed(id)
    words = [
        max(stringWidth(w, "Times-Roman", size) for row in cells for w in row[n].split()) for n in range(len(cells[0]))
    ]
    return [max(share * wide, word + 13) for wide, word in zip(WIDTHS[id], words, strict=True)]


def marked(text, n):
    """A text with the mark of a footnote, of one sort or another."""
    return text + ("*", "†", "<super size=6>1</super>", "")[n % 4]


def in_small_caps(text):
    words = ((word[:1], word[1:].upper()) for word in text.split())
    return " ".join(f"{first}<font size=6.5>{rest}</font>" for first, rest in words)


def with_ligatures(text):
    return text.replace("fi", "\ufb01").replace("fl", "\ufb02")


def with_soft_hyphens(text):
    return " ".join(f"{w[:4]}\u00ad{w[4:]}" if len(w) > 6 and w.isalpha() else w for w in text.split(" "))


def halved(id, share=240):
    return [wide * share / sum(WIDTHS[id]) for wide in WIDTHS[id]]


def at_the_left(page, cells, id):
    down = drawn(page, cells, 50, 760, narrow(id, 6, 240 / sum(WIDTHS[id])), size=6)
    prose(page, 56, down - 14, 230, 8)
    prose(page, 310, 780, 235, 40)


def at_the_right(page, cells, id):
    down = prose(page, 316, 780, 235, 4)
    drawn(page, cells, 310, down - 14, narrow(id, 6, 240 / sum(WIDTHS[id])), size=6)
    prose(page, 50, 780, 235, 40)


LAYOUTS = {
    "without lines": lambda page, cells, id: drawn(page, cells, 60, 760, WIDTHS[id]),
    "without heads": lambda page, cells, id: drawn(page, cells[1:], 60, 760, WIDTHS[id]),
    "centred": lambda page, cells, id: drawn(page, cells, 60, 760, WIDTHS[id], align=1),
    "flush right": lambda page, cells, id: drawn(page, cells, 60, 760, WIDTHS[id], align=2),
    "with lines": lambda page, cells, id: drawn(page, cells, 60, 760, WIDTHS[id], ruled=True),
    "with shaded rows": lambda page, cells, id: drawn(
        page, cells, 60, 760, WIDTHS[id], style=[("ROWBACKGROUNDS", (0, 0), (-1, -1), [(0.9, 0.9, 0.9), (1, 1, 1)])]
    ),
    "wrapped": lambda page, cells, id: drawn(page, cells, 60, 760, narrow(id)),
    "wrapped, about the middle": lambda page, cells, id: drawn(page, cells, 60, 760, narrow(id), valign="MIDDLE"),
    "wrapped, from below": lambda page, cells, id: drawn(page, cells, 60, 760, narrow(id), valign="BOTTOM"),
    "wrapped, with lines": lambda page, cells, id: drawn(page, cells, 60, 760, narrow(id), valign="MIDDLE", ruled=True),
    "left of other text": at_the_left,
    "right of other text": at_the_right,
    "turned": lambda page, cells, id: turned(lambda p: drawn(p, cells, 60, 500, WIDTHS[id]), 90)(page),
    "turned, with lines": lambda page, cells, id: turned(
        lambda p: drawn(p, cells, 60, 500, WIDTHS[id], ruled=True), 270
    )(page),
    "small capitals": lambda page, cells, id: drawn(
        page,
        [[in_small_caps(cell) for cell in cells[0]], *([in_small_caps(row[0]), *row[1:]] for row in cells[1:])],
        60,
        760,
        WIDTHS[id],
    ),
    "footnotes": lambda page, cells, id: drawn(
        page,
        [cells[0], *([marked(cell, n + k) for k, cell in enumerate(row)] for n, row in enumerate(cells[1:]))],
        60,
        760,
        WIDTHS[id],
    ),
    "footnotes, with lines": lambda page, cells, id: drawn(
        page,
        [cells[0], *([marked(cell, n + k) for k, cell in enumerate(row)] for n, row in enumerate(cells[1:]))],
        60,
        760,
        WIDTHS[id],
        ruled=True,
    ),
    "ligatures": lambda page, cells, id: drawn(
        page, [[with_ligatures(cell) for cell in row] for row in cells], 60, 760, WIDTHS[id], font=VERA, size=7
    ),
    "soft hyphens": lambda page, cells, id: drawn(
        page, [[with_soft_hyphens(cell) for cell in row] for row in cells], 60, 760, narrow(id), font=VERA, size=7
    ),
    "with a row that is not known": lambda page, cells, id: drawn(
        page, [*cells[:3], ["Unheard Of", *["77"] * (len(cells[0]) - 1)], *cells[3:]], 60, 760, WIDTHS[id]
    ),
}  # fmt: skip


def read(path, id, pages=None):
    """What is read of a table: the text of each rule, and what is in doubt."""
    book = Book(Path(path), "book.pdf", "", None, None)
    found = read_table(SHAPES[id], range(book.file.pages) if pages is None else pages, book, True)
    cells = {} if found is None else found.cells
    rules = {at: SHAPES[id].rows[at[0]].rules[at[1]] for at in cells}
    texts = {rules[at]: cell.text for at, (cell, _) in cells.items()}
    doubts = {rules[at] for at, (cell, _) in cells.items() if cell.doubt}
    book.file.close()
    return texts, doubts


def stated(id, cells):
    """What a printed table states, by rule."""
    rules = [SHAPES[id].rows[n].rules for n in range(len(cells) - 1)]
    return {
        rule: text for own, row in zip(rules, cells[1:], strict=True) for rule, text in zip(own, row[1:], strict=True)
    }


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_table_is_read_exactly_in_every_layout(tmp_path, layout):
    made = Maker(tmp_path / "book.pdf")
    tables = {
        id: printed(id, {f"{id}/{RAW.table(id).rows[1].id}/{RAW.table(id).columns[0].id}": "99"}) for id in WIDTHS
    }
    for id, cells in tables.items():
        made.page(lambda page, cells=cells, id=id: LAYOUTS[layout](page, cells, id))
    path = made.save()
    for n, (id, cells) in enumerate(tables.items()):
        texts, doubts = read(path, id, [n])
        assert not doubts
        assert texts == stated(id, cells)


@pytest.mark.parametrize("rotated", [90, 180, 270])
def test_a_page_that_the_file_says_to_turn_is_read_too(tmp_path, rotated):
    cells = printed("ship/turret-weapons")
    made = Maker(tmp_path / "book.pdf")
    path = made.page(lambda p: drawn(p, cells, 60, 700, WIDTHS["ship/turret-weapons"], ruled=True), rotated=rotated)
    texts, doubts = read(path.save(), "ship/turret-weapons")
    assert (texts, doubts) == (stated("ship/turret-weapons", cells), set())


@pytest.mark.parametrize("again", [True, False], ids=["heads again", "heads once"])
def test_a_table_goes_on_on_the_next_page(tmp_path, again):
    cells = printed("ship/turret-weapons")
    made = Maker(tmp_path / "book.pdf")
    wide = WIDTHS["ship/turret-weapons"]
    made.page(lambda p: drawn(p, cells[:6], 60, 200, wide))
    made.page(lambda p: drawn(p, [cells[0], *cells[6:]] if again else cells[6:], 60, 780, wide))
    assert read(made.save(), "ship/turret-weapons") == (stated("ship/turret-weapons", cells), set())


@pytest.mark.parametrize("ruled", [True, False])
def test_a_cell_that_two_rows_share_is_the_value_of_both(tmp_path, ruled):
    cells = printed("ship/turret-weapons", {"ship/turret-weapons/laser-drill/traits": "Radiation"})
    shown = [list(row) for row in cells]
    shown[3][6] = ""
    style = [("SPAN", (6, 2), (6, 3))]
    made = Maker(tmp_path / "book.pdf").page(
        lambda p: drawn(p, shown, 60, 760, WIDTHS["ship/turret-weapons"], ruled=ruled, style=style, valign="MIDDLE")
    )
    assert read(made.save(), "ship/turret-weapons") == (stated("ship/turret-weapons", cells), set())


@pytest.mark.parametrize("ruled", [True, False])
def test_a_cell_that_two_columns_share_is_the_value_of_both(tmp_path, ruled):
    cells = printed("ship/sensors")
    cells[2][4] = cells[2][5] = "Special"
    shown = [list(row) for row in cells]
    shown[2][5] = ""
    made = Maker(tmp_path / "book.pdf").page(
        lambda p: drawn(
            p, shown, 60, 760, WIDTHS["ship/sensors"], ruled=ruled, style=[("SPAN", (4, 2), (5, 2))], align=1
        )
    )
    assert read(made.save(), "ship/sensors") == (stated("ship/sensors", cells), set())


@pytest.mark.parametrize("ruled", [True, False])
def test_empty_cells_stay_empty(tmp_path, ruled):
    cells = printed("ship/turret-weapons")
    for n, k in ((1, 1), (2, 4), (2, 5), (9, 6), (5, 3)):
        cells[n][k] = ""
    made = Maker(tmp_path / "book.pdf").page(
        lambda p: drawn(p, cells, 60, 760, WIDTHS["ship/turret-weapons"], ruled=ruled)
    )
    texts, doubts = read(made.save(), "ship/turret-weapons")
    assert not doubts
    assert texts == {rule: text for rule, text in stated("ship/turret-weapons", cells).items() if text}


def test_what_can_belong_to_two_rows_is_in_doubt(tmp_path):
    cells = printed("ship/weapon-disadvantages")
    wide = [100, 90, 70]
    made = Maker(tmp_path / "book.pdf").page(lambda p: drawn(p, cells, 60, 760, wide, valign="BOTTOM", pad=0))
    texts, doubts = read(made.save(), "ship/weapon-disadvantages")
    wrong = {rule for rule, text in stated("ship/weapon-disadvantages", cells).items() if texts.get(rule) != text}
    assert wrong <= doubts


def test_lines_that_say_otherwise_than_the_words_put_a_cell_in_doubt(tmp_path):
    cells = printed("ship/sensors")
    wide, made = WIDTHS["ship/sensors"], Maker(tmp_path / "book.pdf")
    blank = [["&nbsp;"] * len(row) for row in cells]

    def draw(page):
        drawn(page, cells, 60, 760, wide)
        drawn(page, blank, 60, 760, [90, 60 + 15, 60 - 15, 60, 80, 50], ruled=True)  # a line in a wrong place

    texts, doubts = read(made.page(draw).save(), "ship/sensors")
    assert {f"ship/sensors/{row.id}/tons" for row in RAW.table("ship/sensors").rows} <= doubts
    sure = {rule: text for rule, text in texts.items() if rule not in doubts}
    assert sure.items() <= stated("ship/sensors", cells).items()


def test_a_sentence_with_the_same_names_is_no_table(tmp_path):
    text = "Short, Medium, Long and Very Long are ranges. Adjacent and Close are too. Distant is far. " * 3
    made = Maker(tmp_path / "book.pdf").page(lambda p: prose(p, 60, 780, 400, 4, text))
    assert read(made.save(), "space/range-bands") == ({}, set())


def test_another_table_with_the_same_rows_is_left_alone(tmp_path):
    cells = [
        ["Range Band", "Detail", "Who sees it"],
        *([row[0], "Full", "all"] for row in printed("space/range-bands")[1:]),
    ]
    made = Maker(tmp_path / "book.pdf").page(
        lambda p: (title(p, "Sensor Detail"), drawn(p, cells, 60, 760, [90, 80, 80]))
    )
    assert read(made.save(), "space/range-bands") == ({}, set())
