"""The unit that a head gives counts for every number below it."""

import pytest

from engine.rulebook.raw import RAW
from tests.test_verify.test_pdf.books import Maker, drawn, printed
from tests.test_verify.test_pdf.random_books import judged

TURRETS, SENSORS = "ship/turret-weapons", "ship/sensors"
WIDE = [110, 40, 70, 45, 50, 70, 90]
FACTORS = {"Cr": 1, "KCr": 10**3, "MCr": 10**6}


def prices(tmp_path, head, unit, id=TURRETS, at=5):
    """The verdicts on a column of prices that are printed in a unit, below a head."""
    cells = printed(id)
    for row, known in zip(cells[1:], RAW.table(id).rows, strict=True):
        value = RAW[f"{id}/{known.id}/cost"]
        row[at] = row[at] if isinstance(value, str) else f"{value / FACTORS[unit]:,.6f}".rstrip("0").rstrip(".")
    cells[0][at] = head
    path = Maker(tmp_path / "book.pdf").page(lambda p: drawn(p, cells, 60, 760, WIDE[: len(cells[0])])).save()
    return {rule: verdict for rule, (verdict, *_) in judged(path, id).items() if rule.endswith("/cost")}


@pytest.mark.parametrize(
    ("head", "unit"),
    [
        ("Cost (MCr)", "MCr"),
        ("Cost (Cr)", "Cr"),
        ("Cost (KCr)", "KCr"),
        ("Cost in MCr", "MCr"),
        ("Price, Cr", "Cr"),
        ("MCr", "MCr"),
        ("Cost<br/>(Cr)", "Cr"),
    ],
)
def test_prices_have_the_unit_of_their_head(tmp_path, head, unit):
    assert set(prices(tmp_path, head, unit).values()) == {"agrees"}


@pytest.mark.parametrize(("head", "unit"), [("Cost (Cr)", "MCr"), ("Cost (MCr)", "KCr"), ("Cost (KCr)", "MCr")])
def test_a_head_whose_unit_is_not_that_of_our_prices_makes_them_differ(tmp_path, head, unit):
    found = set(prices(tmp_path, head, unit).values())
    assert "differs" in found
    assert "agrees" not in found


def test_a_price_per_ton_is_no_price(tmp_path):
    assert "agrees" not in prices(tmp_path, "Cost per ton (MCr)", "MCr").values()


def test_a_price_that_has_a_unit_of_its_own_keeps_it(tmp_path):
    cells = printed(TURRETS)
    cells[0][5] = "Cost (Cr)"
    path = Maker(tmp_path / "book.pdf").page(lambda p: drawn(p, cells, 60, 760, WIDE)).save()
    assert {verdict for verdict, *_ in judged(path, TURRETS).values()} == {"agrees"}


def test_a_price_without_any_unit_that_is_ours_in_another_is_in_doubt(tmp_path):
    assert set(prices(tmp_path, "Cost", "MCr").values()) == {"agrees"}
    assert "differs" not in prices(tmp_path, "Cost", "KCr").values()


@pytest.mark.parametrize("head", ["Tonnage (%)", "Tonnage (×10)", "Tonnage (kg)"])
def test_a_unit_that_is_not_that_of_our_tons_is_noticed(tmp_path, head):
    cells = printed(SENSORS)
    cells[0][2] = head
    path = Maker(tmp_path / "book.pdf").page(lambda p: drawn(p, cells, 60, 760, WIDE[:6])).save()
    tons = [verdict for rule, (verdict, text, _) in judged(path, SENSORS).items() if rule.endswith("/tonnage")]
    assert tons.count("agrees") <= 1  # nothing is nothing in any unit


def test_percentages_without_their_sign_have_that_of_the_head(tmp_path):
    id = "ship/technology-levels"
    cells = [[cell.removesuffix("%") for cell in row] for row in printed(id)]
    cells[0][2:4] = ["Tonnage (%)", "Cost (%)"]
    path = Maker(tmp_path / "book.pdf").page(lambda p: drawn(p, cells, 60, 760, [110, 70, 80, 60, 110])).save()
    assert {verdict for verdict, *_ in judged(path, id).values()} == {"agrees"}


def test_numbers_with_the_name_of_their_column_behind_them_are_numbers(tmp_path):
    cells = [[row[0], row[1], f"{row[2]} tons", f"{row[3]} Power", *row[4:]] for row in printed(SENSORS)]
    cells[0] = printed(SENSORS)[0]
    path = Maker(tmp_path / "book.pdf").page(lambda p: drawn(p, cells, 60, 760, WIDE[:6], ruled=True)).save()
    assert {verdict for verdict, *_ in judged(path, SENSORS).values()} == {"agrees"}


def test_a_point_in_the_middle_of_the_line_stands_before_decimals(tmp_path):
    cells = [[cell.replace("0.", "0·") for cell in row] for row in printed(TURRETS)]
    cells[1][5] = "MCr0·6"  # Beam Laser, MCr0.5
    path = Maker(tmp_path / "book.pdf").page(lambda p: drawn(p, cells, 60, 760, WIDE)).save()
    told = [verdict for verdict, *_ in judged(path, TURRETS).values()]
    assert (told.count("agrees"), told.count("differs")) == (53, 1)
