"""The shapes in which people write tables other than the range bands; `@` is a value that is right or wrong."""

import pytest

from tests.test_errata.vtts import errors, report, stated

SYSTEMS = ("Sensors", "Power Plant", "Fuel", "Weapon", "Armour", "Hull", "M-Drive", "@", "J-Drive", "Crew", "Computer")
LOCATIONS = list(enumerate(SYSTEMS, 2))
"""Critical hit locations, CRB 2016 p. 158, with what a 9 hits left open."""
SHAPES = {
    "characteristic DMs by ifs": (
        "a.js",
        """const charDM = (v) => {
  if (v === 0) return -3;
  if (v <= 2) return -2;
  if (v <= 5) return -1;
  if (v <= 8) return 0;
  if (v <= 11) return @;
  if (v <= 14) return 2;
  return 3;
};""",
        "checks/characteristic-dms/9-11/dm",
        "1",
        "2",
    ),
    "characteristic DMs by position": (
        "a.ts",
        "export const CHARACTERISTIC_DM = [-3, -2, -2, -1, -1, -1, 0, 0, 0, @, 1, 1, 2, 2, 2, 3];",
        "checks/characteristic-dms/9-11/dm",
        "1",
        "0",
    ),
    "characteristic DMs by guarded cases": (
        "a.py",
        """def characteristic_dm(score):
    match score:
        case 0: return -3
        case s if s <= 2: return -2
        case s if s <= 5: return -1
        case s if s <= 8: return @
        case s if s <= 11: return 1
        case s if s <= 14: return 2
        case _: return 3
""",
        "checks/characteristic-dms/6-8/dm",
        "0",
        "1",
    ),
    "chain DMs by guarded cases and numbers below 0": (
        "a.py",
        """def chain_dm(effect):
    match effect:
        case e if e <= -6: return -3
        case e if e <= -2: return @
        case -1: return -1
        case 0: return 0
        case e if e <= 5: return 1
        case _: return 2
""",
        "checks/effects/average-failure/chain-dm",
        "-2",
        "-4",
    ),
    "effects of criticals in arrays of C#": (
        "A.cs",
        """class A { static readonly Dictionary<string, string[]> CriticalEffects = new() {
  ["Hull"] = new[] { "1D extra damage", "2D extra damage" },
  ["Cargo"] = new[] { "10% cargo destroyed", "1D×10% cargo destroyed", "2D×10% cargo destroyed" },
  ["J-Drive"] = ["DM-2 to jump checks", "Jump drive disabled"],
  { "Crew", new[] { "Random occupant takes @", "Life support fails in 1D hours" } },
}; }""",
        "space/critical-effects/crew/severity-1",
        "1D",
        "2D",
    ),
    "characteristic DMs by pairs of a score and a DM": (
        "a.ts",
        """const CHAR_DM: Array<[number, number]> = [
  [0, -3], [2, -2], [5, -1], [8, 0], [11, 1], [14, 2],
  [99, @],
];""",
        "checks/characteristic-dms/15/dm",
        "3",
        "4",
    ),
    "characteristic DMs with both ends of each band": (
        "a.py",
        """CHARACTERISTIC_DMS = [
    {"min": 0, "max": 0, "dm": -3}, {"min": 1, "max": 2, "dm": -2}, {"min": 3, "max": 5, "dm": @},
    {"min": 6, "max": 8, "dm": 0}, {"min": 9, "max": 11, "dm": 1}, {"min": 12, "max": 14, "dm": 2},
]""",
        "checks/characteristic-dms/3-5/dm",
        "-1",
        "0",
    ),
    "range DMs by position": (
        "a.js",
        "const BANDS = ['Adjacent'];\nconst RANGE_ATTACK_DM = [0, 0, 1, 0, @, -4, -6];",
        "space/range-bands/long/attack-dm",
        "-2",
        "-1",
    ),
    "distances with both ends": (
        "a.ts",
        """export const spaceRanges = [
  { id: 'adjacent', minKm: 0, maxKm: 1 }, { id: 'close', minKm: 1, maxKm: 10 },
  { id: 'short', minKm: 11, maxKm: @ }, { id: 'medium', minKm: 1251, maxKm: 10000 },
  { id: 'long', minKm: 10001, maxKm: 25000 }, { id: 'very_long', minKm: 25001, maxKm: 50000 }];""",
        "space/range-bands/short/distance",
        "1250",
        "1500",
    ),
    "task chain by Effect": (
        "a.lua",
        """function chain(nEffect)
	local nDM = 0;
	if nEffect <= -6 then nDM = -3;
	elseif nEffect <= -2 then nDM = @;
	elseif nEffect <= -1 then nDM = -1;
	elseif nEffect == 0 then nDM = 0;
	elseif nEffect <= 5 then nDM = 1;
	else nDM = 2; end
	return nDM;
end""",
        "checks/effects/average-failure/chain-dm",
        "-2",
        "-1",
    ),
    "critical locations as a roll table": (
        "table.json",
        '{"name": "Critical Hit Location", "results": ['
        + ", ".join(f'{{"range": [{n}, {n}], "text": "{name}"}}' for n, name in LOCATIONS[:-1])
        + "]}",
        "space/critical-locations/9",
        "Cargo",
        "Fuel",
    ),
    "critical locations under a heading that rolls": (
        "rules.md",
        "## Critical Hits\n\n| 2D | Location |\n|---|---|\n" + "".join(f"| {n} | {name} |\n" for n, name in LOCATIONS),
        "space/critical-locations/9",
        "Cargo",
        "Fuel",
    ),
    "critical locations under a heading that names the table": (
        "rules.html",
        "<h2>Space combat</h2><table><tr><th>Roll (2D6)</th><th>Critical Hit Location</th></tr>\n"
        + "".join(f"<tr><td>{n}</td><td>{name}</td></tr>\n" for n, name in LOCATIONS)
        + "</table>",
        "space/critical-locations/9",
        "Cargo",
        "Fuel",
    ),
    "critical locations as a list of values": (
        "critical-hits.csv",
        "roll,location\n" + "".join(f"{n},{name}\n" for n, name in LOCATIONS),
        "space/critical-locations/9",
        "Cargo",
        "Fuel",
    ),
    "crew for merchants and the navy": (
        "a.py",
        """CREW = {
    "captain": {"commercial": "1", "military": "1"},
    "pilot": {"commercial": "1 + 1 per small craft", "military": "3 + 1 per small craft"},
    "engineer": {"commercial": "1 per @ tons of drives and power plant", "military": "1 per 35t drives+PP+craft"},
    "medic": {"commercial": "1 per 120 crew+passengers", "military": "1 per 120 crew"},
}""",
        "ship/crew/engineer/commercial",
        "35",
        "30",
    ),
    "crew in a document": (
        "a.md",
        """# Crew requirements

| Position | Commercial | Military |
|---|---|---|
| Captain | 1 | 1 |
| Pilot | 1 + 1 per small craft | @ + 1 per small craft |
| Medic | 1 per 120 crew+passengers | 1 per 120 crew |
""",
        "ship/crew/pilot/military",
        "3",
        "2",
    ),
    "DMs with when they count": (
        "a.md",
        """# Attack modifiers

| Bonus | DM |
|---|---|
| Aiming | +1 per aim action (max +6) |
| Laser Sight | @ if aiming |
| Short Range | +1 |
""",
        "personal/attack-modifiers/laser-sight",
        "+1",
        "+2",
    ),
    "ranges of a weapon of which one column is known by its values": (
        "a.js",
        """const PERSONAL_RANGE_BANDS = [
  { id: "short", multiplier: 0.25, dm: 1 }, { id: "normal", multiplier: 1, dm: 0 },
  { id: "long", multiplier: @, dm: -2 }, { id: "extreme", multiplier: 4, dm: -4 },
];""",
        "personal/ranges/long/up-to",
        "2",
        "3",
    ),
    "a weapon whose damage is a formula": (
        "item.json",
        """{"name": "Beam Laser", "system": {"damage": {"formula": "@"}, "range": {"value": "medium"}, "power": 4}}""",
        "ship/turret-weapons/beam-laser/damage",
        "1d6",
        "2d6",
    ),
    "a weapon by itself whose price lost a nought": (
        "item.json",
        """{"name": "Beam Laser", "system": {"damage": "1d6", "range": "medium", "power": 4, "tl": 10, "cost": @}}""",
        "ship/turret-weapons/beam-laser/cost",
        "500000",
        "50000",
    ),
    "lasers by cases of a bonus": (
        "a.ts",
        """class ShipAttack { weaponBonus(type: string): number { switch (type) {
  case 'beamLaser': return @; case 'pulseLaser': return 2; default: return 0; } } }""",
        "space/attack-modifiers/beam-laser",
        "4",
        "2",
    ),
    "critical effects with their severity": (
        "crits.json",
        """{"criticalEffects": {
 "hull": [{"severity": 1, "extraDamage": "@"}, {"severity": 4, "extraDamage": "5d6"}],
 "jDrive": [{"severity": 1, "jumpDM": -2}], "cargo": [{"severity": 1, "cargoLoss": 10}],
 "sensors": [{"severity": 1, "sensorDM": -2}]}}""",
        "space/critical-effects/hull/severity-1",
        "1d6",
        "4d6",
    ),
    "members set one by one": (
        "a.js",
        """const rangeDM = {};
rangeDM.short = 1;
rangeDM.medium = 0;
rangeDM['long'] = @;
rangeDM['very long'] = -4;
rangeDM.distant = -6; // to hit""",
        "space/range-bands/long/attack-dm",
        "-2",
        "-3",
    ),
    "a ladder that asks for two things": (
        "a.js",
        """function attackDM(weapon, range) {
  let dm = 0;
  if (weapon === 'pulse laser') dm += @;
  if (weapon === 'beam laser') dm += 4;
  if (range === 'short') dm += 1;
  if (range === 'long') dm -= 2;
  return dm;
}""",
        "space/attack-modifiers/pulse-laser",
        "2",
        "1",
    ),
    "a constant for a cell": ("a.py", "BEAM_LASER_DM = @\n", "space/attack-modifiers/beam-laser", "4", "2"),
    "attributes of an element": (
        "weapons.xml",
        """<weapons>
  <weapon name="Pulse Laser" tl="9" range="Long" power="4" damage="@"/>
  <weapon name="Beam Laser" tl="10" range="Medium" power="4" damage="1D"/>
</weapons>""",
        "ship/turret-weapons/pulse-laser/damage",
        "2D",
        "3D",
    ),
    "a list in YAML": (
        "weapons.yaml",
        """weapons:
  - name: Pulse Laser
    tl: @
    damage: 2d6
  - name: Beam Laser
    tl: 10
    damage: 1d6
""",
        "ship/turret-weapons/pulse-laser/tl",
        "9",
        "8",
    ),
    "a class with attributes": (
        "weapons.py",
        """class ParticleBarbette(Barbette):
    tl: int = 11
    base_power = @
    base_cost = 8_000_000.0
""",
        "ship/barbettes/particle-barbette/power",
        "15.0",
        "14.0",
    ),
    "a record by its initialiser": (
        "Weapons.cs",
        """static class Catalog {
  public static Weapon Pulse => new() { Name = "Pulse Laser", DamageDice = 2, Range = RangeBand.@ };
}""",
        "ship/turret-weapons/pulse-laser/range",
        "Long",
        "Medium",
    ),
    "an item of a Foundry pack": (
        "pack.db",
        '{"name":"Fusion Barbette","type":"weapon","system":{"tl":12,"damage":{"value":"@"},"range":"medium"}}\n',
        "ship/barbettes/fusion-barbette/damage",
        "5D",
        "6D",
    ),
    "fire control by its number": (
        "software.json",
        '{"software": [{"name": "Fire Control/1", "tl": 9, "dm": 1}, {"name": "Fire Control/2", "tl": @, "dm": 2},'
        ' {"name": "Fire Control/3", "tl": 11, "dm": 3}]}',
        "ship/fire-control/fire-control-2/tl",
        "10",
        "11",
    ),
    "options with a label": (
        "sheet.hbs",
        """<select name="difficulty"><option value="4">Easy (4+)</option><option value="6">Routine (6+)</option>
<option value="@">Average (8+)</option><option value="10">Difficult (10+)</option></select>""",
        "checks/difficulties/average",
        "8",
        "9",
    ),
    "a document with two lists in one table": (
        "docs/rules.md",
        """## Common Modifiers to Spacecraft Attacks

| Bonuses | DM | Penalties | DM |
|---|---|---|---|
| Short Range | @ | Long Range | -2 |
| Using a Pulse Laser | +2 | Very Long Range | -4 |
| Using a Beam Laser | +4 | Distant Range | -6 |
""",
        "space/range-bands/short/attack-dm",
        "+1",
        "+2",
    ),
    "range DMs by members of an enum": (
        "a.ts",
        """export const RANGE_ATTACK_DM: Record<RangeBand, number> = {
  [RangeBand.Adjacent]: 0, [RangeBand.Close]: 0, [RangeBand.Short]: 1, [RangeBand.Medium]: 0,
  [RangeBand.Long]: @,
  [RangeBand.VeryLong]: -4, [RangeBand.Distant]: -6,
};""",
        "space/range-bands/long/attack-dm",
        "-2",
        "-3",
    ),
    "thrust by members of an enum in C#": (
        "A.cs",
        """static class Rules {
  static readonly Dictionary<RangeBand, int> ThrustToChange = new() {
    { RangeBand.Adjacent, 1 }, { RangeBand.Close, 1 }, { RangeBand.Short, 2 }, { RangeBand.Medium, 5 },
    { RangeBand.Long, 10 }, { RangeBand.VeryLong, 25 },
    { RangeBand.Distant, @ },
  };
}""",
        "space/range-bands/distant/thrust",
        "50",
        "40",
    ),
    "range DMs that are added to another": (
        "a.js",
        """function attackRangeDM(band, dm) {
  switch (band) {
    case 'short': return dm + 1;
    case 'medium': return dm;
    case 'long': return dm - @;
    case 'very long': return dm - 4;
    case 'distant': return dm - 6;
  }
}""",
        "space/range-bands/long/attack-dm",
        "2",
        "3",
    ),
    "effects of criticals in records of one field": (
        "a.ts",
        """const CRITICAL_EFFECTS = {
  hull: [{ text: '1D extra damage' }, { text: '2D extra damage' }, { text: '3D extra damage' }],
  cargo: [{ text: '10% of cargo destroyed' }, { text: '1D x 10% of cargo destroyed' },
    { text: '@D x 10% of cargo destroyed' }, { text: 'All cargo destroyed' }],
  jDrive: [{ text: 'DM-2 to jump checks' }, { text: 'Jump drive disabled' }],
};""",
        "space/critical-effects/cargo/severity-3",
        "2",
        "3",
    ),
    "one barbette in a pack, of which all but one field is right": (
        "weapons.db",
        '{"name": "Particle Barbette", "system": {"mount": "barbette", "tl": @, "range": "veryLong", "power": 15,'
        ' "damage": "4D", "cost": 8000000}}',
        "ship/barbettes/particle-barbette/tl",
        "11",
        "12",
    ),
    "people for one of the crew, in a quotient": (
        "a.lua",
        "rCrew.medic = math.ceil(nPeople / @);",
        "ship/crew/medic/commercial",
        "120",
        "100",
    ),
    "damage for a severity, in a quotient": (
        "a.js",
        "function critical(damage) {\n  const severity = Math.ceil(damage / @);\n  return severity;\n}",
        "space/critical/severity-divisor",
        "10",
        "20",
    ),
    "two weapons whose DMs are swapped": (
        "a.py",
        'LASER_DM = {"beam laser": 4, "pulse laser": @}',
        "space/attack-modifiers/pulse-laser",
        "2",
        "3",
    ),
    "effects of criticals behind an empty first": (
        "a.js",
        """const shipCriticalEffects = {
  "Fuel": ["", "Leak - lose 1D6 tons of fuel per hour", "Leak - lose 1D6 tons of fuel per round"],
  "Cargo": ["", "10% of cargo destroyed", "1D6 x 10% of cargo destroyed", "@D6 x 10% of cargo destroyed"],
  "J-Drive": ["", "All checks to use jump drive suffer DM-2", "Jump drive disabled", "Jump drive destroyed"],
};""",
        "space/critical-effects/cargo/severity-3",
        "2",
        "3",
    ),
    "difficulties in a list of options, one of them short for very": (
        "a.html",
        """<select name="attr_difficulty"><option value="4">Easy (4+)</option><option value="8">Average (8+)</option>
<option value="10">Difficult (10+)</option>
<option value="12">V. Difficult (@+)</option></select>""",
        "checks/difficulties/very-difficult",
        "12",
        "13",
    ),
    "a constant whose name is spread over two levels": (
        "a.ts",
        "export const PERSONAL = { aim: { max: @ }, prone: { melee: 2 } };",
        "personal/modifier-rules/aim-maximum",
        "6",
        "5",
    ),
    "a constant alone in a class": (
        "a.py",
        "class Engineer:\n    overload_drive_thrust = @\n    skill = 'Engineer (m-drive)'",
        "space/actions/overload-drive-thrust",
        "1",
        "2",
    ),
    "difficulties in a list of options in code": (
        "a.tsx",
        """export function Picker() {
  return <label>Difficulty <select defaultValue="8">
    <option value="2">Simple</option><option value="4">Easy</option><option value="6">Routine</option>
    <option value="8">Average</option><option value="10">Difficult</option>
    <option value="@">Formidable</option></select></label>;
}""",
        "checks/difficulties/formidable",
        "14",
        "15",
    ),
    "a table in a text of code": (
        "a.js",
        """const help = `<h4>RANGE BANDS & DM</h4> <table>
  <tr><th>Range Band</th><th>Attack DM</th></tr>
  <tr><td>Short</td><td class="dm">@</td></tr>
  <tr><td>Medium</td><td>+0</td></tr> <tr><td>Long</td><td>-2</td></tr> <tr><td>Very Long</td><td>-4</td></tr>
  </table>`;""",
        "space/range-bands/short/attack-dm",
        "+1",
        "+0",
    ),
    "a table whose heads stand beside the rows": (
        "a.html",
        """<table><caption>Damage multiples</caption>
<tr><th>Barbette</th><td>×@</td></tr>
<tr><th>Small Bay</th><td>×10</td></tr> <tr><th>Medium Bay</th><td>×20</td></tr>
<tr><th>Large Bay</th><td>×100</td></tr>
</table>""",
        "space/damage-multiples/barbette",
        "3",
        "5",
    ),
    "sensors that only a docstring speaks of": (
        "a.py",
        """class SuiteDM(int, Enum):
    \"\"\"What the installed sensors add to a check.\"\"\"
    BASIC = -4
    CIVILIAN = -2
    MILITARY = 0
    IMPROVED = 1
    ADVANCED = @
""",
        "ship/sensors/advanced/dm",
        "2",
        "3",
    ),
    "distances in constants that share their ending": (
        "a.ts",
        """// distances between spacecraft
export const ADJACENT_UP_TO_KM = 1;
export const CLOSE_UP_TO_KM = 10;
export const SHORT_UP_TO_KM = @;
export const MEDIUM_UP_TO_KM = 10_000;
export const LONG_UP_TO_KM = 25_000;
export const VERY_LONG_UP_TO_KM = 50_000;""",
        "space/range-bands/short/distance",
        "1_250",
        "1_500",
    ),
    "prices in thousands, some of a million and more": (
        "a.js",
        """const TURRET_WEAPONS = { beam_laser: { damage: '1D', cost: 500 }, pulse_laser: { damage: '2D', cost: @ },
  plasma_gun: { damage: '3D', cost: 2500 }, missile_rack: { damage: '4D', cost: 750 } };""",
        "ship/turret-weapons/pulse-laser/cost",
        "1000",
        "1200",
    ),
    "prices in a field that is called by its unit": (
        "a.py",
        'MOUNTS = [dict(slug="single-turret", tl=7, mcr=0.2), dict(slug="double-turret", tl=8, mcr=@)]',
        "ship/mounts/double-turret/cost",
        "0.5",
        "0.3",
    ),
    "barbettes in a list with commas": (
        "barbettes.csv",
        "name,tl,range,damage\nParticle Barbette,11,Very Long,@\nFusion Barbette,12,Medium,5D\n",
        "ship/barbettes/particle-barbette/damage",
        "4D",
        "9D",
    ),
    "characteristic DMs score by score": (
        "rules.json",
        """{ "stat_modifier": { "0": -3, "1": -2, "2": -2, "3": -1, "4": -1, "5": -1, "6": 0, "7": 0, "8": 0,
  "9": 1, "10": 1, "11": @, "12": 2, "13": 2, "14": 2, "15": 3 } }""",
        "checks/characteristic-dms/9-11/dm",
        "1",
        "2",
    ),
    "characteristic DMs by cases one above the other": (
        "a.ts",
        """function characteristicDm(score: number) {
  switch (score) {
    case 0: return -3;
    case 1: case 2: return -2;
    case 3: case 4: case 5: return -1;
    case 6: case 7: case 8: return 0;
    case 9: case 10: case 11: return @;
    case 12: case 13: case 14: return 2;
    default: return 3;
  }
}""",
        "checks/characteristic-dms/9-11/dm",
        "1",
        "2",
    ),
    "characteristic DMs by a switch over conditions": (
        "a.js",
        """function characteristicDM(c) {
  switch (true) {
    case c === 0: return -3;
    case c >= 1 && c <= 2: return -2;
    case c >= 3 && c <= 5: return -1;
    case c >= 6 && c <= 8: return 0;
    case c >= 9 && c <= 11: return 1;
    case c >= 12 && c <= 14: return 2;
    default: return @;
  }
}""",
        "checks/characteristic-dms/15/dm",
        "3",
        "4",
    ),
    "characteristic DMs by two equalities": (
        "a.js",
        """const characteristicModifier = (n) => {
  if (n === 0) { return -3 }
  else if (n === 1 || n === 2) { return @ }
  else if (n >= 3 && n < 6) { return -1 }
  else if (n >= 6 && n < 9) { return 0 }
  else if (n >= 9 && n < 12) { return 1 }
  else if (n >= 12 && n < 15) { return 2 }
  else { return 3 }
};""",
        "checks/characteristic-dms/1-2/dm",
        "-2",
        "-1",
    ),
    "characteristic DMs with a top of 99": (
        "a.json",
        """{ "characteristic_dms": [ {"min": 0, "max": 0, "dm": -3}, {"min": 1, "max": 2, "dm": -2},
  {"min": 3, "max": 5, "dm": -1}, {"min": 6, "max": 8, "dm": 0}, {"min": 9, "max": 11, "dm": 1},
  {"min": 12, "max": 14, "dm": 2}, {"min": 15, "max": 99, "dm": @} ] }""",
        "checks/characteristic-dms/15/dm",
        "3",
        "4",
    ),
    "a name in small letters, words together": (
        "scripts/data.lua",
        """-- DM on Gunner checks
rangedm = { ["adjacent"] = 0, ["close"] = 0, ["short"] = @, ["medium"] = 0,
  ["long"] = -2, ["verylong"] = -4, ["distant"] = -6 };""",
        "space/range-bands/short/attack-dm",
        "1",
        "-1",
    ),
    "fields that a type names": (
        "Upgrades.cs",
        """static class Upgrades {
    static readonly Dictionary<Level, (int TlDiff, int CostPct)> Levels = new() {
        [Level.EarlyPrototype] = (-2, 1000),
        [Level.Prototype] = (-1, 500),
        [Level.Budget] = (0, -25),
        [Level.Advanced] = (1, 10),
        [Level.VeryAdvanced] = (2, @),
        [Level.HighTechnology] = (3, 50),
    };
}""",
        "ship/technology-levels/very-advanced/cost",
        "25",
        "30",
    ),
    "ratings under the name of the software": (
        "software.yaml",
        """software:
  fire control:
    - {rating: 1, tl: 9, dm: 1}
    - {rating: 2, tl: 10, dm: 2}
    - {rating: 3, tl: @, dm: 3}
    - {rating: 4, tl: 12, dm: 4}
weapon: {name: Pulse Laser, damage: 2D}
""",
        "ship/fire-control/fire-control-3/tl",
        "11",
        "12",
    ),
    "distances in hexes beside the DMs": (
        "bands.js",
        """export const RANGE_BANDS = [ { label: 'Adjacent', maxDistance: 0, attackDM: 0 },
  { label: 'Short', maxDistance: 2, attackDM: @ }, { label: 'Medium', maxDistance: 15, attackDM: 0 },
  { label: 'Long', maxDistance: 38, attackDM: -2 }, { label: 'Very Long', maxDistance: 77, attackDM: -4 } ];""",
        "space/range-bands/short/attack-dm",
        "1",
        "2",
    ),
    "effects in records with a description": (
        "criticals.js",
        """export const CRITICAL_HIT_EFFECTS = {
  Sensors: [ null, { description: 'All sensor checks suffer DM\u22122', mechanic: 'text' },
    { description: 'Sensors inoperative beyond @ range', mechanic: 'text' },
    { description: 'Sensors inoperative beyond Short range', mechanic: 'text' } ],
  Cargo: [ null, { description: '10% of cargo destroyed', mechanic: 'text' },
    { description: '1D x 10% of cargo destroyed', mechanic: 'text' },
    { description: '2D x 10% of cargo destroyed', mechanic: 'text' } ],
  'M-Drive': [ null, { description: 'DM-1 to all checks', mechanic: 'text' } ],
  Armour: [ null, { description: 'Armour reduced by 1', mechanic: 'text' } ],
  'J-Drive': [ null, { description: 'Jump checks suffer DM-2', mechanic: 'text' } ] };""",
        "space/critical-effects/sensors/severity-2",
        "Medium",
        "Long",
    ),
    "effects in records of a kind": (
        "criticals.ts",
        """export const critical = {
  jDrive: [ { kind: "dm", check: "jump", value: @ }, { kind: "state", disabled: true } ],
  cargo: [ { kind: "cargo", loss: "10" }, { kind: "cargo", loss: "1d6*10" }, { kind: "cargo", loss: "2d6*10" } ],
  armour: [ { kind: "armour", value: -1 } ], sensors: [ { kind: "dm", check: "sensors", value: -2 } ],
  hull: [ { kind: "damage", value: "1D" } ] };""",
        "space/critical-effects/j-drive/severity-1",
        "-2",
        "-1",
    ),
    "a constant by the words of a row and a column": (
        "Quarters.cs",
        "class Quarters { public const decimal StateroomCostMCr = 0.5m, EmergencyLowBerthTons = @; }",
        "ship/quarters/emergency-low-berth/tons",
        "1m",
        "2m",
    ),
    "the most that aiming gives, in an object": (
        "personal.ts",
        "export const aiming = { perAction: 1, max: @, laserSight: 1 };",
        "personal/modifier-rules/aim-maximum",
        "6",
        "4",
    ),
    "hidden fields of a sheet": (
        "sheet.html",
        """<input type="hidden" name="attr_attack_target" value="8" />
<input type="hidden" name="attr_very_bulky_str" value="@" />""",
        "personal/trait-rules/very-bulky-str",
        "12",
        "13",
    ),
    "boxes to tick on a sheet": (
        "sheet.html",
        """<h3>Attack modifiers</h3>
<label><input type="checkbox" name="attr_mod_laser" value="1" /> <span>Laser sight</span></label>
<label><input type="checkbox" name="attr_mod_prone" value="@" /> <span>Prone target</span></label>
<label><input type="checkbox" name="attr_mod_cover" value="-2" /> <span>Target in cover</span></label>""",
        "personal/attack-modifiers/prone-target",
        "-1",
        "-2",
    ),
    "cells that are components": (
        "Options.tsx",
        """export const T = () => (<table><caption>Hull coatings</caption>
  <thead><tr><th>Coating</th><th>TL</th></tr></thead>
  <tbody>
    <tr><Cell>Emission Absorption Grid</Cell><Cell>@</Cell></tr>
    <tr><Cell>Reflective</Cell><Cell>10</Cell></tr>
    <tr><Cell>Radiation Shielding</Cell><Cell>7</Cell></tr>
  </tbody></table>);""",
        "ship/coatings/emission-absorption-grid/tl",
        "13",
        "12",
    ),
    "effects under the number of their severity": (
        "crit_table.json",
        """{ "criticals": {
  "sensors": { "1": { "sensorDM": -2 }, "2": { "inoperativeBeyond": "Medium" } },
  "armour": { "1": { "armour": "-1" }, "2": { "armour": "-D3" } },
  "mDrive": { "2": { "allChecksDM": @, "thrust": -1 }, "3": { "allChecksDM": -3, "thrust": -1 } },
  "cargo": { "1": { "cargoDestroyed": "10%" }, "2": { "cargoDestroyed": "1D x 10%" } },
  "jDrive": { "1": { "jumpDM": -2 }, "2": { "text": "Jump drive disabled" } } } }""",
        "space/critical-effects/m-drive/severity-2",
        "-2",
        "-5",
    ),
    "effects of a kind that says what became of it": (
        "crits.ts",
        """export const CRIT_EFFECTS = {
  sensors: [ { kind: 'sensorDm', dm: -2 }, { kind: 'sensorLimit', beyond: '@' } ],
  jDrive: [ { kind: 'jumpDm', dm: -2 }, { kind: 'jumpDisabled' }, { kind: 'jumpDestroyed' },
    { kind: 'jumpDestroyed', hullSeverity: 1 } ],
  cargo: [ { kind: 'cargo', lost: '10%' }, { kind: 'cargo', lost: '1D x 10%' } ],
  crew: [ { kind: 'crew', who: '1', damage: '1D' }, { kind: 'lifeSupport', failsIn: '1D hours' } ],
};""",
        "space/critical-effects/sensors/severity-2",
        "medium",
        "long",
    ),
    "the most that aiming gives, with DM in the middle": (
        "personal.py",
        "AIM_DM_PER_ACTION = 1\nAIM_DM_MAX = @\n",
        "personal/modifier-rules/aim-maximum",
        "6",
        "4",
    ),
    "the edge of a band in a ladder": (
        "a.py",
        """def characteristic_dm(score):
    if score == 0: return -3
    elif score <= 2: return -2
    elif score <= 5: return -1
    elif score <= 8: return 0
    elif score <= @: return 1
    elif score <= 14: return 2
    return 3
""",
        "checks/characteristic-dms/9-11/score",
        "11",
        "10",
    ),
    "a difficulty that stands alone, in C#": (
        "Rules.cs",
        "public static class Rules { public const int AverageDifficulty = @; }",
        "checks/difficulties/average",
        "8",
        "7",
    ),
    "a difficulty that stands alone, in small letters": (
        "rules.js",
        "export const difficultyAverage = @;",
        "checks/difficulties/average",
        "8",
        "9",
    ),
    "what a function of severities divides by": (
        "crits.ts",
        "class Hit { critSeverity(damage: number) { return Math.ceil(damage / @); } }",
        "space/critical/severity-divisor",
        "10",
        "5",
    ),
}
"""A file, its source, the rule that `@` states, and a right and a wrong value."""


@pytest.mark.parametrize("name", SHAPES)
def test_a_right_value_agrees_and_a_wrong_one_is_an_error_where_it_stands(tmp_path, name):
    file, source, rule, right, wrong = SHAPES[name]
    told = report(tmp_path / "right", {file: source.replace("@", right)})
    assert errors(told) == []
    assert rule in stated(told)
    found = errors(report(tmp_path / "wrong", {file: source.replace("@", wrong)}))
    before = source[: source.index("@")]
    line = before.count("\n") + 1
    assert [(id, at) for id, _, at, _ in found] == [(rule, line)]
