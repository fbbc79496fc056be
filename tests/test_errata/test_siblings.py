"""Records that stand side by side, each under a name of its own, are read as the rows of one table."""

import pytest

from tests.test_errata.vtts import errors, report, stated

CIVILIAN, PULSE = "ship/sensors/civilian/dm", "ship/turret-weapons/pulse-laser/damage"
SHAPES = {
    "properties of a class": (
        "a.cs",
        """static class SensorList {
  public static Sensors Basic => new() { SkillModifier = -4 };
  public static Sensors Civilian => new() { SkillModifier = @ };
  public static Sensors Military => new() { SkillModifier = 0 };
  public static Sensors Improved => new() { SkillModifier = 1 };
  public static Sensors Advanced => new() { SkillModifier = 2 };
}""",
        CIVILIAN,
        "-2",
        "-1",
    ),
    "constants of a module": (
        "sensors.ts",
        """export const basic = { sensorDM: -4 };
export const civilian = { sensorDM: @ };
export const military = { sensorDM: 0 };
export const improved = { sensorDM: 1 };
export const advanced = { sensorDM: 2 };""",
        CIVILIAN,
        "-2",
        "-3",
    ),
    "weapons with a name and something that is worked out": (
        "a.cs",
        """static class Guns {
  public static Weapon Beam => new() { Id = Next(), Name = "Beam Laser", DamageDice = 1, Homing = false };
  public static Weapon Pulse => new() { Id = Next(), Name = "Pulse Laser", DamageDice = @, Homing = false };
}""",
        PULSE,
        "2",
        "3",
    ),
}


@pytest.mark.parametrize(("file", "text", "rule", "right", "wrong"), SHAPES.values(), ids=SHAPES)
def test_a_wrong_value_of_one_of_them_is_found_and_a_right_one_is_no_finding(tmp_path, file, text, rule, right, wrong):
    good = report(tmp_path / "right", {file: text.replace("@", right)})
    assert rule in stated(good)
    assert errors(good) == []
    bad = errors(report(tmp_path / "wrong", {file: text.replace("@", wrong)}))
    line = text.partition("@")[0].count("\n") + 1
    assert [(rule, actual, at) for rule, actual, at, _ in bad] == [(rule, wrong, line)]


def test_records_with_other_fields_are_no_rows_of_one_table(tmp_path):
    text = """export const basic = { width: -4 };
export const civilian = { height: -2 };
export const military = { depth: 0 };
export const improved = { weight: 1 };"""
    assert stated(report(tmp_path, {"sensors.ts": text})) == {}


def test_modifiers_of_something_else_under_such_names_are_left_alone(tmp_path):
    text = """export const basic = { priceModifier: 3 };
export const civilian = { priceModifier: 5 };
export const military = { priceModifier: 8 };
export const improved = { priceModifier: 9 };
export const advanced = { priceModifier: 12 };"""
    assert errors(report(tmp_path, {"sensors.ts": text})) == []


def test_what_a_remark_says_of_one_of_them_counts_for_the_table(tmp_path):
    text = SHAPES["constants of a module"][1].replace("@", "-3")
    before = "export const names = ['near', 'far', 'gone'];\n\n"
    assert errors(report(tmp_path / "ours", {"a.ts": f"{before}// Sensor suites\n{text}"})) != []
    assert errors(report(tmp_path / "theirs", {"a.ts": f"{before}// Sensor suites of 2300AD\n{text}"})) == []
