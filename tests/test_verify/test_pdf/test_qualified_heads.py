"""Heads that say more than the rule does are those of other columns; units that fit, and names torn apart, are not."""

import pytest

from tests.test_verify.test_pdf.books import Maker, drawn, printed
from tests.test_verify.test_pdf.random_books import judged

TURRETS, BANDS, SENSORS, MOUNTS = "ship/turret-weapons", "space/range-bands", "ship/sensors", "ship/mounts"
WIDTHS = [100, 55, 75, 60, 90, 75, 75]


def verdicts(tmp_path, id, column, head, change=lambda text: text, **options):
    """The verdicts on a column below another head."""
    cells = printed(id)
    at = cells[0].index(column)
    cells[0][at] = head
    for row in cells[1:]:
        row[at] = change(row[at])
    widths = WIDTHS[: len(cells[0])]
    path = Maker(tmp_path / "a.pdf").page(lambda p: drawn(p, cells, 30, 740, widths, **options)).save()
    own = {rule: verdict for rule, (verdict, *_) in judged(path, id).items()}
    texts = [row.rules[at - 1] for row in shape(id).rows]
    return {own.get(rule, "lost") for rule in texts}


def shape(id):
    from verify.recognition.rule_tables import rule_tables

    return next(shape for shape in rule_tables() if shape.id == id)


@pytest.mark.parametrize(
    ("id", "column", "head"),
    [
        (TURRETS, "Cost", "Maintenance Cost"),
        (TURRETS, "Cost", "Cost (used)"),
        (TURRETS, "Cost", "Cost second hand"),
        (TURRETS, "Cost", "Yearly<br/>Cost"),
        (TURRETS, "TL", "Old TL"),
        (TURRETS, "TL", "TL (Vargr)"),
        (TURRETS, "Range", "Minimum Range"),
        (TURRETS, "Damage", "Damage to Missiles"),
        (BANDS, "Distance", "Distance (miles)"),
        (BANDS, "Distance", "Distance (light-seconds)"),
        (BANDS, "Thrust to Change", "Thrust Lost"),
        (SENSORS, "DM", "DM to Hide"),
        (SENSORS, "Cost", "Cost per Year"),
        (SENSORS, "Power", "Power per Shot"),
        (SENSORS, "Tonnage", "Tonnage (kg)"),
    ],
)
@pytest.mark.parametrize("ruled", [True, False])
def test_a_head_that_says_more_than_the_rule_puts_its_column_in_doubt(tmp_path, id, column, head, ruled):
    assert verdicts(tmp_path, id, column, head, ruled=ruled) <= {"unchecked", "lost"}


@pytest.mark.parametrize("head", ["Distance (thousand km)", "Distance (km ×1,000)"])
def test_distances_in_thousands_are_not_ours(tmp_path, head):
    assert verdicts(tmp_path, BANDS, "Distance", head, lambda text: text.replace(" km", "")) <= {"unchecked", "lost"}


def test_dice_below_a_head_with_a_factor_are_in_doubt(tmp_path):
    assert "differs" not in verdicts(tmp_path, TURRETS, "Damage", "Damage (x10)")
    cells = printed(TURRETS)
    cells[0][4] = "Damage (x10)"
    path = Maker(tmp_path / "b.pdf").page(lambda p: drawn(p, cells, 30, 740, WIDTHS)).save()
    assert judged(path, TURRETS)[f"{TURRETS}/beam-laser/damage"][0] == "unchecked"


@pytest.mark.parametrize(
    ("id", "column", "head"),
    [
        (TURRETS, "Cost", "Cost*"),
        (TURRETS, "Cost", "Price"),
        (TURRETS, "Power", "Power Requirement"),
        (TURRETS, "Range", "Max Range"),
        (TURRETS, "Damage", "Damage Dice"),
        (BANDS, "Thrust to Change", "Thrust Required"),
        (BANDS, "Attack DM", "Range DM"),
        (BANDS, "Distance", "Distance (km)"),
        (BANDS, "Distance", "Distance in km"),
        (SENSORS, "Min TL", "Tech Level"),
        (SENSORS, "DM", "Sensor DM"),
        (MOUNTS, "Tons", "Tonnage (tons)"),
    ],
)
def test_a_head_with_our_names_and_units_is_ours(tmp_path, id, column, head):
    assert verdicts(tmp_path, id, column, head) == {"agrees"}


def thousands(text):
    return f"{round(float(text.removeprefix('MCr')) * 1000):,}" if text.startswith("MCr") else text


@pytest.mark.parametrize("head", ["Cost (kCr)", "Cost (KCr)", "Cost ('000 Cr)", "Cost (thousand Cr)", "Cost (Cr 000s)"])
def test_prices_in_thousands_of_credits_are_understood(tmp_path, head):
    assert verdicts(tmp_path, MOUNTS, "Cost", head, thousands) == {"agrees"}
