"""The modifiers to attacks of spacecraft: one printed table with cells of several of ours."""

import pytest

from engine.rulebook.raw import RAW
from tests.test_verify.test_pdf.books import Maker, printed, title
from tests.test_verify.test_pdf.typesetting import Layout, draw_table
from verify.pdf.check import check_books
from verify.pdf.reader import Wanted, read_book
from verify.pdf.show import show

BANDS = "space/range-bands"
LASERS = "space/attack-modifiers"
PULSE, BEAM = f"{LASERS}/pulse-laser", f"{LASERS}/beam-laser"
SHORT, LONG, VERY_LONG, DISTANT = (f"{BANDS}/{band}/attack-dm" for band in ("short", "long", "very-long", "distant"))
TWO = [
    ["Bonuses", "DM", "Penalties", "DM"],
    ["Short Range", "+1", "Long Range", "-2"],
    ["Using a Pulse Laser", "+2", "Very Long Range", "-4"],
    ["Using a Beam Laser", "+4", "Distant Range", "-6"],
]
ONE = [["Modifier", "DM"], *([row[n], row[n + 1]] for n in (0, 2) for row in TWO[1:])]


def book(tmp_path, cells):
    def bands(page):
        title(page, RAW.table(BANDS).title)
        made = printed(BANDS)
        at = made[0].index("Attack DM")
        draw_table(page, [row[:at] + row[at + 1 :] for row in made], Layout(gap=14), 60, 760)

    def modifiers(page):
        title(page, "Common Modifiers to Spacecraft Attacks")
        draw_table(page, cells, Layout(gap=20), 60, 760)

    made = Maker(tmp_path / "book.pdf", first=153, title="Core Rulebook 2016 edition")
    empty = lambda page: title(page, "Nothing else is printed here")  # noqa: E731
    return made.page(empty).page(empty).page(bands).page(modifiers).page(empty).save()


def checked(path):
    return check_books([read_book(Wanted(path, "book.pdf", "CRB"))], {})


def verdicts(report):
    return {
        fact.rule: verdict
        for fact, verdict in report.facts
        if fact.rule in (SHORT, LONG, VERY_LONG, DISTANT, PULSE, BEAM)
    }


@pytest.mark.parametrize("cells", [TWO, ONE], ids=["two lists", "one list"])
def test_the_modifiers_to_attacks_are_read_as_one_list_or_two(tmp_path, cells):
    report = checked(book(tmp_path, cells))
    assert verdicts(report) == dict.fromkeys((SHORT, LONG, VERY_LONG, DISTANT, PULSE, BEAM), "agrees")
    assert [fact.rule for fact, _ in report.facts].count(PULSE) == 1
    assert not [f for f in report.findings if f.code == "RC603" and f.rule == BANDS and "Attack DM" in f.message]


@pytest.mark.parametrize("cells", [TWO, ONE], ids=["two lists", "one list"])
def test_a_modifier_that_the_book_prints_otherwise_is_told(tmp_path, cells):
    other = [["-8" if text == "-6" else "+3" if text == "+4" else text for text in row] for row in cells]
    report = checked(book(tmp_path, other))
    found = verdicts(report)
    assert (found[DISTANT], found[BEAM], found[LONG]) == ("differs", "differs", "agrees")


def test_a_book_without_the_modifiers_lacks_the_column_of_the_bands(tmp_path):
    report = checked(book(tmp_path, [["Nothing", "Here"], ["of", "that"]]))
    assert verdicts(report)[LONG] == "missing"
    assert [f for f in report.findings if f.code == "RC603" and f.rule == BANDS and "Attack DM" in f.message]


def test_a_rule_is_shown_where_it_is_printed(tmp_path):
    path = book(tmp_path, TWO)
    (told,) = show(Wanted(path, "book.pdf", "CRB"), BANDS, LONG, tmp_path / "page.png")
    assert "page 156; 1 of 1 cells agree" in told
