"""Weapons in code: alone, linked, customised, in turrets and barbettes."""

import json

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
def test_a_weapon_in_a_constant_of_its_own_is_compared(tmp_path, text, rule):
    right, wrong = ("1D", "2D") if rule == BEAM else ("2d6", "3d6")
    assert not errors(report(tmp_path, {"src/weapons.js": text.replace("@", right)}))
    assert [one[:3] for one in errors(report(tmp_path, {"src/weapons.js": text.replace("@", wrong)}))] == [
        (rule, wrong, 1)
    ]


def _ship(**weapon):
    ship = {"name": "Pirate", "weapons": [{"name": "Pulse Laser", "range": "long"} | weapon]}
    return {"ships.json": json.dumps([ship]), "src/combat.js": RIGHT["src/combat.js"]}


@pytest.mark.parametrize(
    ("mount", "damage"), [("triple turret", "2d6+4"), ("Double Turret", "2d6+2"), ("triple turret", "2d6")]
)
def test_the_damage_of_linked_weapons_is_right_with_its_plus(tmp_path, mount, damage):
    assert not errors(report(tmp_path, _ship(mount=mount, damage=damage)))


def test_linked_weapons_do_not_add_their_dice(tmp_path):
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
def test_a_customised_weapon_is_no_error(tmp_path, weapon):
    assert not errors(report(tmp_path, _ship(**weapon)))


LOOKALIKES = {
    "hits to kill with each weapon": (
        'export const HITS_TO_KILL = { "Beam Laser": 3, "Pulse Laser": 2, "Fusion Gun": 1, "Particle Beam": 1 };'
    ),
    "fusion power plants": """export const POWER_PLANTS = {
  f8: { name: 'Fusion (TL8)', powerPerTon: 8, costPerTon: 1, minTL: 8 },
  f12: { name: 'Fusion (TL12)', powerPerTon: 12, costPerTon: 1, minTL: 12 },
  f15: { name: 'Fusion (TL15)', powerPerTon: 15, costPerTon: 1, minTL: 15 } };""",
    "ranges of weapons beside their attack DMs": """const WEAPONS = {
  beam_laser: { tl: 10, damage: '1d6', range: 'medium', attackDM: 4 },
  pulse_laser: { tl: 9, damage: '2d6', range: 'long', attackDM: 2 },
  railgun: { tl: 10, damage: '2d6', range: 'short', attackDM: 0 } };""",
}


@pytest.mark.parametrize("text", LOOKALIKES.values(), ids=LOOKALIKES)
def test_numbers_beside_names_of_weapons_that_mean_something_else_are_no_error(tmp_path, text):
    assert not errors(report(tmp_path, {"src/code.ts": text, "src/combat.js": RIGHT["src/combat.js"]}))


def test_nine_numbers_are_not_the_damage_of_nine_weapons(tmp_path):
    text = 'export const table = { "DAMAGE": [3, 4, 5, 6, 7, 8, 9, 10, 11], "CR": [1, 5, 7, 9, 11, 13, 15, 17, 19] };\n'
    assert not report(tmp_path, {"classData.js": text})["findings"]


def test_a_torpedo_in_a_list_of_barbettes_is_a_barbette_unless_its_mount_says_otherwise(tmp_path):
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


def test_a_short_name_can_mean_the_turret_or_the_barbette(tmp_path):
    source = "const WEAPON_DAMAGE = { pulse_laser: 2, beam_laser: 1, missile_rack: 4, particle: @ }; // dice"
    for value, wrong in (("3", False), ("4", False), ("6", True)):
        found = errors(report(tmp_path / value, {"a.js": source.replace("@", value)}))
        assert bool(found) is wrong


@pytest.mark.parametrize(("dice", "level"), [("7D", None), ("2D x 10", "warning"), ("2D", "warning"), ("9D", "error")])
def test_an_ion_cannon_of_the_earlier_book_is_contested_and_one_of_no_book_is_wrong(tmp_path, dice, level):
    weapons = "".join(
        f'  {{ name: "{name}", tl: {tl}, power: {power}, damage: "{damage}" }},\n'
        for name, tl, power, damage in (
            ("Fusion Barbette", 12, 20, "5D"),
            ("Ion Cannon", 12, 10, dice),
            ("Plasma Barbette", 11, 12, "4D"),
        )
    )
    told = report(tmp_path, {"barbettes.js": f"export const BARBETTES = [\n{weapons}];\n"})
    found = [f["level"] for f in told["findings"] if f["rule"] == "ship/barbettes/ion-cannon/damage"]
    assert found == ([level] if level else [])


LASER = "export const beamLaser = { name: 'Beam Laser', tl: @, range: 'Medium', damage: '1D', price: 9000 };"


def test_an_odd_price_outweighs_one_right_field_but_not_three(tmp_path):
    wrong = errors(report(tmp_path / "a", {"ship-weapons.js": LASER.replace("@", "12")}))
    assert [rule for rule, *_ in wrong] == ["ship/turret-weapons/beam-laser/tl"]
    less = LASER.replace("range: 'Medium', damage: '1D', ", "")
    assert errors(report(tmp_path / "b", {"ship-weapons.js": less.replace("@", "12")})) == []
