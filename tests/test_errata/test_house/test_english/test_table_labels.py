"""House rules in tables and lists with a label above: a word of another rule there makes it another table."""

import pytest

from tests.test_errata.test_house.pages import changed, told

RANGES = "| Range | DM |\n|---|---|\n| Short | +2 |\n| Medium | +1 |\n| Long | -3 |\n"
ITEMS = "- Short: +2\n- Medium: +1\n- Long: -3\n"

# By the book: ships attack at Short +1, at Medium +0, at Long -2


@pytest.mark.parametrize(
    "label",
    ["Sensor DMs (detection):", "Sensors:", "## Sensors", "Sensor DMs by range", "**Detection**", "Flight time:"],
)
def test_a_label_of_another_measure_makes_another_table(tmp_path, label):
    page = f"{label}\n\n{RANGES}"
    assert changed(tmp_path, page) == {}
    assert [code for code, *_ in told(tmp_path, page)] == ["RC006"] * 3


@pytest.mark.parametrize("label", ["Sensors:", "Sensor DMs (detection):", "Missile flight times (rounds):"])
def test_a_label_of_another_measure_makes_another_list(tmp_path, label):
    page = f"{label}\n{ITEMS}"
    assert changed(tmp_path, page) == {}
    assert [code for code, *_ in told(tmp_path, page)] == ["RC006"] * 3


@pytest.mark.parametrize("label", ["Attack DMs (ships):", "## Space combat", "Range bands of ships"])
def test_a_label_of_the_rule_itself_leaves_its_table_as_it_is(tmp_path, label):
    assert changed(tmp_path, f"{label}\n\n{RANGES}")["space/range-bands/short/attack-dm"] == 2


def test_a_label_ends_where_the_next_table_has_its_own(tmp_path):
    page = "Turret weapons:\n\n| Weapon | Damage |\n|---|---|\n| Beam Laser | 2D |\n| Pulse Laser | 3D |\n\n"
    page += "Cover armour (bonus):\n\n| Cover | Armour |\n|---|---|\n| Vegetation | +3 |\n| Stone wall | +9 |\n"
    assert changed(tmp_path, page)["personal/cover/stone-wall"] == 9
