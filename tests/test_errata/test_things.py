"""Weapons that stand alone, are linked, were made otherwise, or belong to the past."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.test_errata.vtts import RIGHT, errors, report

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
