"""Values that code computes: signs, branches, enum members, calls; what cannot be read is reported as unchecked."""

import pytest

from tests.test_errata.vtts import RIGHT, errors, report, stated

W = "{ adjacent: 0, close: 0, short: -2, medium: 0, long: -2, veryLong: -4, distant: -6 }"


PY = W.replace("{ a", '{"a').replace(": ", '": ').replace(", ", ', "').replace(" }", "}")


BRANCHES = {
    "else.js": f"function f(a) {{ if (a) {{ x(); }} else {{ const RANGE_DMS = {W}; }} }}",
    "arm.ts": f"const RANGE_DMS = ed ? {W.replace('-2, m', '1, m')} : {W};",
    "else.py": f"def f(a):\n    if a:\n        x()\n    else:\n        RANGE_DMS = {PY}\n",
    "else.lua": f"if a then x() else RANGE_DMS = {W.replace(':', ' =')} end",
}


@pytest.mark.parametrize("name", BRANCHES)
def test_a_table_in_the_last_branch_is_read(tmp_path, name):
    assert [one[1] for one in errors(report(tmp_path, {name: BRANCHES[name]}))] == ["-2"]


@pytest.mark.parametrize(("value", "wrong"), [("- -1", 0), ("-(-1)", 0), ("+1", 0), ("- -3", 1), ("-(+2)", 1)])
def test_signs_before_signs_are_counted(tmp_path, value, wrong):
    told = report(tmp_path, {"a.js": f"const RANGE_DMS = {W.replace('short: -2', f'short: {value}')};"})
    assert [f["code"] for f in told["findings"]] == ["RC201"] * wrong


@pytest.mark.parametrize("value", ["SHORT", "1 - 3 * x", "Number(-2)"])
def test_a_value_that_the_code_computes_is_reported_as_unchecked(tmp_path, value):
    told = report(tmp_path, {"a.js": f"const RANGE_DMS = {W.replace('short: -2', f'short: {value}')};"})
    assert [(f["code"], f["rule"]) for f in told["findings"]] == [("RC305", "space/range-bands/short/attack-dm")]
    assert told["summary"]["unchecked"] == 1


@pytest.mark.parametrize("name", ["a.ts", "A.cs"])
def test_enum_members_count_on_from_the_first_value_and_an_enum_without_values_states_nothing(tmp_path, name):
    places = "Sensors = 2, PowerPlant, Fuel, Weapon, Armour, Hull, MDrive, Cargo, JDrive, Crew, Computer"
    bands = "enum RangeBand { Adjacent, Close, Short, Medium, Long, VeryLong, Distant }"
    right = report(tmp_path / "right", {name: f"enum CriticalLocation {{ {places} }}\n{bands}\n"})
    assert (errors(right), len(stated(right))) == ([], 11)
    worked_out = places.replace("PowerPlant", "PowerPlant = 1 + 2")
    assert errors(report(tmp_path / "part", {name: f"enum CriticalLocation {{ {worked_out} }}\n"})) == []
    swapped = places.replace("MDrive, Cargo", "Cargo, MDrive")
    wrong = errors(report(tmp_path / "wrong", {name: f"enum CriticalLocation {{ {swapped} }}\n"}))
    assert [(rule, actual) for rule, actual, *_ in wrong] == [
        ("space/critical-locations/8", "Cargo"),
        ("space/critical-locations/9", "MDrive"),
    ]


BEAM = "ship/turret-weapons/beam-laser/damage"
ROWS = """\
export const SHIP_WEAPONS = {
  pulseLaser: { name: "Pulse Laser", tl: 9, damage: "2d6", range: "long", power: 4, cost: 1000000 },
  beamLaser: { name: "Beam Laser", tl: 10, damage: @, range: "medium", power: 4, cost: 500000 },
};
"""


@pytest.mark.parametrize(
    "cell",
    [
        "dice(2)",
        'isHouse ? "2d6" : "1d6"',
        "{ dice: 2, type: 6 }",
        'new Roll("2d6")',
        'cfg.beam ?? "2d6"',
        "BEAM_DAMAGE",
    ],
)
def test_a_field_that_the_code_computes_is_reported_as_unchecked(tmp_path, cell):
    told = report(tmp_path, {"src/weapons.js": ROWS.replace("@", cell)})
    assert [(f["code"], f["rule"], f["line"]) for f in told["findings"]] == [("RC305", BEAM, 3)]


def test_a_getter_that_returns_a_number_states_it(tmp_path):
    right = RIGHT["src/combat.js"]
    text = right.replace("short: 1", "get short() { return @; }")
    assert not report(tmp_path, {"src/combat.js": text.replace("@", "1")})["findings"]
    assert len(errors(report(tmp_path, {"src/combat.js": text.replace("@", "2")}))) == 1
