"""A place on a page is one rule table: names, values and captions say which, and where they do not, nothing is told."""

import pytest

from tests.test_verify.test_pdf.books import drawn, printed, prose, title
from tests.test_verify.test_pdf.test_book import TURRETS, book, checked, found, read
from tests.test_verify.test_pdf.test_captions import captioned, counted
from tests.test_verify.test_pdf.test_tables import WIDTHS

BARBETTES = "ship/barbettes"
WIDE = [130, *WIDTHS[TURRETS][1:]]


def bare(cells):
    """What draws a table without a title."""

    def draw(page):
        prose(page, 60, 780, 450, 8)
        drawn(page, cells, 60, 650, WIDE)

    return draw


def short(cells):
    """A table of barbettes whose rows are named as in a turret."""
    return [[row[0].removesuffix(" Barbette"), *row[1:]] for row in cells]


def test_a_table_without_a_title_is_not_two_tables(tmp_path):
    made = read(book(tmp_path / "book.pdf", {30: bare(printed(TURRETS, {f"{TURRETS}/railgun/tl": "11"}))}, first=20))
    assert counted(made, TURRETS) == (53, 1)
    assert counted(made, BARBETTES) == (0, 0)
    told = next(finding.message for finding in checked(made)[0].findings if finding.rule == BARBETTES)
    assert "what page 30, page 11 of the file, has of its rows is the table Turret weapons" in told


@pytest.mark.parametrize("named", [list, short], ids=["own names", "names of turrets"])
def test_the_real_table_is_found_behind_one_on_its_cited_page(tmp_path, named):
    own = named(printed(BARBETTES, {f"{BARBETTES}/railgun-barbette/tl": "12"}))
    made = read(book(tmp_path / "book.pdf", {30: bare(printed(TURRETS)), 32: bare(own)}, 36, 20))
    assert counted(made, TURRETS) == (54, 0)
    assert counted(made, BARBETTES) == (53, 1)
    assert found(made, BARBETTES).numbers == ("32",)


@pytest.mark.parametrize("named", [list, short], ids=["own names", "names of turrets"])
@pytest.mark.parametrize("titled", [True, False])
def test_two_tables_that_share_names_are_told_apart_where_each_is_cited(tmp_path, named, titled):
    tables = {28: printed(TURRETS), 30: named(printed(BARBETTES))}
    captions = {28: "Turret Weapons", 30: "Barbettes"}
    draws = {n: captioned(captions[n], cells, WIDE) if titled else bare(cells) for n, cells in tables.items()}
    made = read(book(tmp_path / "book.pdf", draws, first=20))
    assert counted(made, TURRETS) == counted(made, BARBETTES) == (54, 0)


def test_what_can_be_either_of_two_tables_is_told_of_neither(tmp_path):
    """Turrets' names, and values half of which are one's and half the other's."""
    ours, theirs = printed(TURRETS), {row[0]: row for row in short(printed(BARBETTES))}
    mixed = [ours[0], *([row[0], *theirs[row[0]][1:4], *row[4:]] for row in ours[1:] if row[0] in theirs)]
    made = read(book(tmp_path / "book.pdf", {30: bare(mixed)}, first=20))
    assert counted(made, BARBETTES)[1] == counted(made, TURRETS)[1] == 0


@pytest.mark.parametrize(
    ("caption", "wanted"),
    [
        ("Turret-Mounted Weapons", (53, 1)),
        ("Weapons", (53, 1)),
        ("Point Defence Batteries", (0, 0)),
        ("Armament of the Vargr", (0, 0)),
    ],
)
def test_a_caption_that_is_nearly_ours_is_ours_on_another_page_where_nearly_all_values_are(tmp_path, caption, wanted):
    cells = printed(TURRETS, {f"{TURRETS}/railgun/tl": "11"})
    made = read(book(tmp_path / "book.pdf", {33: captioned(caption, cells, WIDE)}, 36, 20))
    assert counted(made, TURRETS) == wanted


@pytest.mark.parametrize("first", [True, False])
def test_of_two_tables_on_a_page_the_one_with_the_name_alone_is_meant(tmp_path, first):
    own = printed(TURRETS, {f"{TURRETS}/pulse-laser/tl": "11"})
    other = printed(TURRETS, {f"{TURRETS}/beam-laser/tl": "8", f"{TURRETS}/pulse-laser/tl": "7"})
    high, low = (780, 420) if first else (420, 780)
    draws = captioned("Turret Weapons", own, WIDE, high), captioned("Prototype Turret Weapons", other, WIDE, low)
    made = read(book(tmp_path / "book.pdf", {28: lambda page: [draw(page) for draw in draws]}, first=20))
    assert counted(made, TURRETS) == (53, 1)


@pytest.mark.parametrize("behind", [True, False])
@pytest.mark.parametrize("variant", ["Railgun (light)", "Railgun (heavy, TL 12)", "Railgun, Light"])
def test_a_variant_of_a_row_costs_none_of_ours(tmp_path, behind, variant):
    cells = printed(TURRETS, {f"{TURRETS}/railgun/power": "3"})
    at = next(n for n, row in enumerate(cells) if row[0] == "Railgun")
    cells.insert(at + behind, [variant, "9", "Short", "1", "1D", "MCr0.5", "AP 2"])

    def draw(page):
        title(page, "Turret Weapons")
        drawn(page, cells, 60, 750, WIDE)

    assert counted(read(book(tmp_path / "book.pdf", {28: draw}, first=20)), TURRETS) == (53, 1)
