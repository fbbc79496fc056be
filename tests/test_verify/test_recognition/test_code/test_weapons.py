"""Weapons that stand alone, are linked, were made otherwise, or belong to the past."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.test_errata.vtts import RIGHT, WRONG, errors, report

BEAM, PULSE = "ship/turret-weapons/beam-laser/damage", "ship/turret-weapons/pulse-laser/damage"


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ('const BEAM_LASER = { tl: 10, damage: "@" };\n', BEAM),
        ("export const PULSE_LASER = { damage: '@', range: 'long', power: 4, tl: 9 };\n", PULSE),
    ],
)
def test_a_weapon_in_a_constant_of_its_own_is_a_record(tmp_path: Path, text: str, rule: str) -> None:
    right, wrong = ("1D", "2D") if rule == BEAM else ("2d6", "3d6")
    assert not errors(report(tmp_path, {"src/weapons.js": text.replace("@", right)}))
    assert [one[:3] for one in errors(report(tmp_path, {"src/weapons.js": text.replace("@", wrong)}))] == [
        (rule, wrong, 1)
    ]


def _ship(**weapon: Any) -> dict[str, str | bytes]:
    ship = {"name": "Pirate", "weapons": [{"name": "Pulse Laser", "range": "long"} | weapon]}
    return {"ships.json": json.dumps([ship]), "src/combat.js": RIGHT["src/combat.js"]}


@pytest.mark.parametrize(
    ("mount", "damage"), [("triple turret", "2d6+4"), ("Double Turret", "2d6+2"), ("triple turret", "2d6")]
)
def test_linked_weapons_do_more_and_are_right(tmp_path: Path, mount: str, damage: str) -> None:
    assert not errors(report(tmp_path, _ship(mount=mount, damage=damage)))


def test_linked_weapons_do_not_add_their_dice(tmp_path: Path) -> None:
    """Each further weapon adds 1 to each die, HG 2022 p. 28."""
    told = report(tmp_path, _ship(mount="triple turret", damage="6d6"))
    assert [(f["code"], f["expected"]) for f in told["findings"]] == [("RC809", "2D+4")]


@pytest.mark.parametrize(
    "weapon",
    [
        {"tl": 11, "mods": ["long range", "high yield"], "range": "very long", "damage": "2d6"},
        {"name": "Pulse Laser (very advanced)", "cost": 1250000},
        {"name": "High Yield Pulse Laser", "tl": 10},
    ],
)
def test_a_weapon_that_was_made_better_is_no_error(tmp_path: Path, weapon: dict[str, Any]) -> None:
    assert not errors(report(tmp_path, _ship(**weapon)))


@pytest.mark.parametrize("name", ["OLD_RANGE_DM", "LEGACY_RANGE_DM_V1", "previousRangeDM"])
def test_what_was_so_once_is_no_error(tmp_path: Path, name: str) -> None:
    wrong = RIGHT["src/combat.js"].replace("short: 1", "short: -2").replace("RANGE_DM", name)
    assert not errors(report(tmp_path, {"src/combat.js": wrong}))


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
def test_a_field_that_the_code_works_out_is_told_as_not_checked(tmp_path: Path, cell: str) -> None:
    told = report(tmp_path, {"src/weapons.js": ROWS.replace("@", cell)})
    assert [(f["code"], f["rule"], f["line"]) for f in told["findings"]] == [("RC305", BEAM, 3)]


def test_a_getter_that_gives_a_number_is_that_number(tmp_path: Path) -> None:
    right = RIGHT["src/combat.js"]
    text = right.replace("short: 1", "get short() { return @; }")
    assert not report(tmp_path, {"src/combat.js": text.replace("@", "1")})["findings"]
    assert len(errors(report(tmp_path, {"src/combat.js": text.replace("@", "2")}))) == 1


@pytest.mark.parametrize(
    "values",
    [
        {"adjacent": 0, "close": 0, "short": -1, "medium": 0, "long": 2, "veryLong": 4, "distant": 6},
        {"adjacent": 1, "close": 1, "short": 2, "medium": 1, "long": -1, "veryLong": -3, "distant": -5},
    ],
    ids=["all signs turned", "all one more"],
)
def test_a_table_with_one_slip_in_all_its_values_is_still_the_table(tmp_path: Path, values: dict[str, int]) -> None:
    cells = ", ".join(f"{name}: {dm}" for name, dm in values.items())
    told = report(tmp_path, {"src/config.js": f"export const RANGE_DMS = {{ {cells} }};\n"})
    book = {"adjacent": 0, "close": 0, "short": 1, "medium": 0, "long": -2, "veryLong": -4, "distant": -6}
    assert len(errors(told)) == sum(values[name] != dm for name, dm in book.items())


def test_a_band_that_begins_too_late_differs(tmp_path: Path) -> None:
    """Short is 11 to 1,250 km, CRB 2016 p. 155-156."""
    table = """\
const RANGE_KM = { close: "2-10 km", short: "@-1,250 km", medium: "1,251-10,000 km",
  long: "10,001-25,000 km", veryLong: "25,001-50,000 km" };
"""
    assert not errors(report(tmp_path, {"bands.js": table.replace("@", "11")}))
    assert [one[:2] for one in errors(report(tmp_path, {"bands.js": table.replace("@", "12")}))] == [
        ("space/range-bands/short/distance", "12-1,250 km")
    ]


def test_a_severity_that_adds_up_where_the_others_of_its_row_do_not_differs(tmp_path: Path) -> None:
    """M-Drive: DM-1, DM-2 with Thrust -1, DM-3 with Thrust -1, DM-4 with Thrust -1; High Guard reference."""
    row = {"1": "DM-1 all checks", "2": "@", "3": "DM-3 all checks, Thrust -1", "4": "DM-4 all checks, Thrust -1"}
    text = json.dumps({"criticalEffects": {"mDrive": row, "jDrive": _J_DRIVE, "sensors": _SENSORS}})
    rule = "space/critical-effects/m-drive/severity-2"
    for cell, wrong in (("DM-2 all checks, Thrust -1", False), ("DM-3 all checks, Thrust -1", True)):
        told = report(tmp_path, {"crits.json": text.replace("@", cell)}, cached=False)
        assert [f["rule"] for f in told["findings"] if f["rule"] == rule and f["level"] != "note"] == [rule] * wrong


_J_DRIVE = {"1": "DM-2 to jump", "2": "DM-2 to jump", "3": "J-Drive disabled", "4": "J-Drive destroyed"}
_SENSORS = {
    "1": "DM-2 to sensor checks",
    "2": "Blind beyond Medium",
    "3": "Blind beyond Short",
    "4": "Blind beyond Close",
}


def test_a_number_for_each_of_many_weapons_is_no_attack_modifier(tmp_path: Path) -> None:
    text = 'export const HITS_TO_KILL = { "Beam Laser": 3, "Pulse Laser": 2, "Fusion Gun": 1, "Particle Beam": 1 };\n'
    assert not errors(report(tmp_path, {"src/tactics.js": text, "src/combat.js": RIGHT["src/combat.js"]}))


def test_power_plants_are_no_fusion_guns(tmp_path: Path) -> None:
    rows = ", ".join(
        f"f{tl}: {{ name: 'Fusion (TL{tl})', powerPerTon: {tl}, costPerTon: 1, minTL: {tl} }}" for tl in (8, 12, 15)
    )
    assert not errors(report(tmp_path, {"ship.ts": f"export const POWER_PLANTS = {{ {rows} }};\n"}))


def test_nine_numbers_are_not_the_damage_of_nine_weapons(tmp_path: Path) -> None:
    text = 'export const table = { "DAMAGE": [3, 4, 5, 6, 7, 8, 9, 10, 11], "CR": [1, 5, 7, 9, 11, 13, 15, 17, 19] };\n'
    assert not report(tmp_path, {"classData.js": text})["findings"]


@pytest.mark.parametrize(
    "title", ["Classic Traveller Starship Designer", "MegaTraveller ships", "Cepheus Engine builder"]
)
def test_what_the_title_gives_to_another_edition_is_no_error(tmp_path: Path, title: str) -> None:
    assert errors(report(tmp_path / "a", WRONG))
    page = {"index.html": f"<html><head><title>{title}</title></head></html>\n"}
    told = report(tmp_path / "b", WRONG | page)
    assert not errors(told)
    assert [(f["code"], f["file"]) for f in told["findings"] if f["level"] == "warning"] == [("RC304", "index.html")]
    assert not errors(report(tmp_path / "c", WRONG | {"README.md": f"# {title}\n\nShips and all.\n"}))


def test_names_of_one_table_only_are_read_beside_one_that_says_what_they_are(tmp_path):
    weapons = (
        'export const weapons = [\n  { name: "Ion Cannon", tl: 12, power: %s, damage: "7D", cost: 6000000 },\n'
        '  { name: "Torpedo", tl: 7, power: 2, damage: "6D", cost: 3000000, mount: "%s" },\n'
        '  { name: "Missile Barbette", tl: 7, power: 0, damage: "4D", cost: 4000000 },\n];\n'
    )
    assert len(report(tmp_path / "a", {"a.js": weapons % (10, "")})["facts"]) == 12
    assert [f[0] for f in errors(report(tmp_path / "b", {"a.js": weapons % (9, "")}))] == [
        "ship/barbettes/ion-cannon/power"
    ]
    assert len(report(tmp_path / "c", {"a.js": weapons % (10, "small bay")})["facts"]) == 8
