"""Recognition of rule tables in code: which tables are recognised, and which decoys with the same names are not."""

import json

import pytest

from tests.test_errata.vtts import RIGHT, SILENT, WRONG, errors, report, stated

WEAPONS = "ship/turret-weapons"


def test_a_right_vtt_has_no_finding_and_18_facts_that_agree(tmp_path):
    told = report(tmp_path, RIGHT)
    assert errors(told) == []
    assert told["summary"]["agrees"] == len(told["facts"]) == 18


def test_a_vtt_with_two_wrong_values_gets_two_errors_with_page_and_impact(tmp_path):
    told = report(tmp_path, WRONG)
    assert {rule for rule, *_ in errors(told)} == {"space/range-bands/short/attack-dm", f"{WEAPONS}/beam-laser/damage"}
    short = next(f for f in told["findings"] if f["rule"].endswith("short/attack-dm"))
    assert (short["expected"], short["source"]) == ("+1", "CRB 2016 p. 156")
    assert any("known misreading" in line for line in short["evidence"])
    assert short["impact"] == {"what": "hit chance of Gunner 1 at Short range", "book": "72.2 %", "here": "27.8 %"}


def test_a_vtt_without_rules_has_no_facts_and_no_findings(tmp_path):
    told = report(tmp_path, SILENT)
    assert told["findings"] == told["facts"] == []


DECOYS = {
    "sensors": """function calculateSensorDM(r) {
  const rangeDMs = { close: 2, short: 1, medium: 0, long: -1, veryLong: -2, distant: -4 };
}""",
    "detection": """class S {
  /** Get range modifier for detection */
  getRangeDM(r) { const rangeDMs = { 'Adjacent': -2, 'Close': -1, 'Short': 0, 'Medium': 1, 'Long': 2 }; }
}""",
    "order": "const RANGE_BANDS = { Adjacent: 0, Close: 1, Short: 2, Medium: 3, Long: 4, 'Very Long': 5, Distant: 6 };",
    "flight": "const MISSILE_FLIGHT_TURNS = { short: 1, medium: 1, long: 2, very_long: 5, distant: 10 };",
    "hexes": "const HEXES = { adjacent: 1, close: 3, short: 5, medium: 7, long: 12 };",
    "labels": "const RANGE = { short: 'Range.Short', medium: 'Range.Medium', long: 'Range.Long', far: 'Range.Far' };",
    "boarding": "const DIFFICULTY = { light: { mod: -2 }, moderate: { mod: 0 }, heavy: { mod: 2 }, last: { mod: 4 } };",
    "modifiers": """function difficultyModifier(d) {
  switch (d) { case 'Easy': return 4; case 'Average': return 0; case 'Difficult': return -2; }
}""",
    "crew": "const crewRequirements = { pilot: 1, engineer: 2, gunner: 4, medic: 1, captain: 1 };",
    "crew of two services": """const CREW = { captain: { commercial: 1, military: 1 },
  pilot: { commercial: 1, military: 2 }, engineer: { commercial: 1, military: 2 },
  gunner: { commercial: 0, military: 4 }, medic: { commercial: 0, military: 1 } };""",
    "pay of the crew": """const crewPay = { captain: { commercial: 10000, military: 5000 },
  pilot: { commercial: 6000, military: 3000 }, engineer: { commercial: 4000, military: 2000 } };""",
    "bonus to damage": "const damageBonus = { beamLaser: 4, pulseLaser: 3 };",
    "panels": "const PRIORITY = { sensors: 3, powerPlant: 1, fuel: 2, weapon: 4, armour: 5, hull: 0, crew: 6 };",
    "game": """const WEAPONS = {
  pulse_laser: { damage: 10, cooldown: 300, price: 450 }, beam_laser: { damage: 25, cooldown: 40, price: 900 } };""",
    "totals": "const s = { staterooms: { standard: { count: 10, tonnage: 40, cost: 5000000 } } };",
    "mounted": """const w = [
  { mount: 'triple_turret', weapons: ['pulse_laser', 'pulse_laser'], tonnage: 1, cost: 4000000, power: 12 }];""",
    "multiples": """const barbette = { damageMultiplier: {
  beam_laser: 3, fusion: 3, ion_cannon: 3, particle: 3, plasma: 3, missile: null } };""",
    "ship with weapons": "const farTrader = { techLevel: 12, hull: 80, weapons: ['Pulse Laser', 'Pulse Laser'] };",
    "populations": """function passengers(value, modifier) {
  switch (value.population) {
    case "pop1": modifier -= 4; break;
    case "pop67": modifier += 1; break;
    case "pop8": modifier += 3; break;
  }
}""",
    "another game among constants": """/** Stars Without Number */
const SWN_DIFFICULTY = { simple: 6, average: 8, difficult: 10, very_difficult: 12, impossible: 14 };
const LABELS = ["simple", "average", "difficult"];
const COLOURS = { simple: 2, average: 7, difficult: 9 };""",
    "units side by side": """const components = [
  { name: 'Stateroom', tons: 4, cost: 0.5, unit: 'MCr' }, { name: 'Low Berth', tons: 0.5, cost: 50000, unit: 'Cr' },
  { name: 'Emergency Low Berth', tons: 1, cost: 1, unit: 'MCr' }];""",
    "shot": "fireAt({ weaponType: 'Pulse Laser', targetArmour: 4, range: 'short' });",
    "personal": """const gun = {
  name: "Plasma Gun", type: "weapon", techLevel: 12, weight: 3, price: 20000, damage: "10d6", ammo: 40 };""",
    "rulesets": """const DIFFICULTIES = {
  CE: { Easy: { target: 4 }, Routine: { target: 6 }, Average: { target: 8 }, Difficult: { target: 10 } },
  CEL: { Easy: { target: 3 }, Routine: { target: 4 }, Average: { target: 6 }, Difficult: { target: 8 } },
  AC: { Easy: { target: 5 }, Routine: { target: 7 }, Average: { target: 9 }, Difficult: { target: 11 } } };""",
    "by weapon": """const attackRangeTable = {
  pistol: { close: 0, short: 0, medium: -2, long: -4 }, rifle: { close: -2, short: 0, medium: 0, long: 0 },
  shotgun: { close: 0, short: -2, medium: -2, long: -4 } };""",
    "another game": """// Range DMs of attacks in Cepheus Universal
const ATTACK_RANGE_DM = { short: 2, medium: 1, long: 0, veryLong: -1 };""",
    "lasers of another game, in many sizes": """const PARTS = {
  62160: { name: 'Pulse Laser', mount: 'F', cost: 2200, power: 0.39, damage: 2.05 },
  62161: { name: 'Pulse Laser', mount: 'G', cost: 6600, power: 0.39, damage: 1.56 },
  62162: { name: 'Pulse Laser', mount: 'T', cost: 26000, power: 0.38, damage: 1.19 },
  62163: { name: 'Beam Laser', mount: 'F', cost: 37430, power: 0.62, damage: 9.82 },
  62164: { name: 'Mining Laser', mount: 'F', cost: 6800, power: 0.5, damage: 2 } };""",
    "a weapon of another game": """const item = { name: 'Particle beam', type: 'starshipWeapon', system: {
  cost: 20, pcu: 25, range: 'long', damage: { parts: [{ formula: '8d6' }] } } };""",
    "a mount for vehicles": "const fixed = makeMount({ name: 'Fixed Mount', spaces: 0, cost: 0, arc: 'front' });",
    "five numbers in a row": """const BOOSTERS = {
  heavy: { name: 'Heavy Duty', mass: [100, 150, 200, 250, 300], draw: [5, 10, 15, 20, 25], heat: [1, 2, 3, 4, 5] },
  laser: { name: 'Pulse Laser', damage: [5, 10, 15, 20, 25], power: [1, 2, 3, 4, 5], cost: [5, 10, 15, 20, 25] },
  light: { name: 'Fire Resistant', mass: [10, 15, 20, 25, 30], draw: [1, 2, 3, 4, 5], heat: [5, 10, 15, 20, 25] } };""",
    "difficulties by the rating of software": """const EXPERT_DIFFICULTY = {
  1: 'Average (8+)', 2: 'Difficult (10+)', 3: 'Very Difficult (12+)' };""",
    "a DM that adds up": "class Actor { constructor() { this.reactionDM = 0; this.aimMax = 0; } }",
    "advantages under another name": """const TRAITS = {
  accurate: { label: 'Accurate', kind: 'advantage', slots: 2 },
  highYield: { label: 'High Yield', kind: 'advantage', slots: 1 },
  intenseFocus: { label: 'Intense Focus', kind: 'advantage', slots: 2 } };""",
    "milliseconds of a flash": "const hitFlashMs = { beam_laser: 150, pulse_laser: 90, missile_rack: 600 };",
    "order of buttons": """// order of the buttons in the gunner bar
const GUNNER_BAR = { beam_laser: 1, pulse_laser: 2, missile_rack: 3, sandcaster: 4, plasma_gun: 5, railgun: 6 };""",
    "traits that are made by a function": """const WEAPONS = {
  railgun: { name: 'Railgun', tl: 10, range: 'short', power: 2, damage: '2D', traits: [ap(4)] } };""",
    "a DM beside a count of rounds": "const rounds = { seconds: 6, minorActions: 3, surpriseDM: 6 };",
    "difficulties of boarding, one step up": """const BOARDING_DIFFICULTY = {
  easy: 6, routine: 8, average: 10, difficult: 12, formidable: 14 };""",
    "hexes to a band": """const HEXES_PER_BAND = {
  adjacent: 1, close: 1, short: 2, medium: 5, long: 10, veryLong: 25, distant: 100 };""",
    "missiles by range": """const missileAttackDM = {
  adjacent: 0, close: 0, short: 0, medium: 0, long: -2, veryLong: -4, distant: -6 };""",
    "sensors in combat": """class SensorCombat {
  static RANGE_DM = { adjacent: 0, close: 0, short: 0, medium: 0, long: -2, veryLong: -4, distant: -6 };
}""",
    "another edition beside ours": """class ClassicTraveller {
  static RANGE_DM = { adjacent: 0, close: 0, short: 2, medium: 0, long: -2, veryLong: -4, distant: -6 };
}""",
    "a table for one die": """const CRIT_HIT_LOCATION_SMALLCRAFT = {
  1: "Hull", 2: "Power Plant", 3: "Fuel", 4: "Weapon", 5: "Armour", 6: "M-Drive" };""",
    "steps of a difficulty": "const difficulty = { easy: 1, average: 2, difficult: 3 };",
    "modifiers by difficulty": "const DIFFICULTY = { very_easy: -5, easy: -2, hard: 2, very_hard: 5 };",
    "difficulty classes": "const DIFFICULTY_CLASS = { very_easy: 5, easy: 10, medium: 15, hard: 20, very_hard: 25 };",
}
"""Tables with names of rules that are something else."""


@pytest.mark.parametrize("name", DECOYS)
def test_another_rule_is_left_alone(tmp_path, name):
    told = report(tmp_path, {"src/code.js": DECOYS[name]})
    assert [f["message"] for f in told["findings"] if f["level"] != "note"] == []


def test_of_several_rulesets_the_one_for_this_game_is_recognised(tmp_path):
    told = report(tmp_path, {"src/code.js": DECOYS["rulesets"]})
    assert stated(told)["checks/difficulties/average"] == "8"


def test_the_nearest_words_decide_between_two_rules(tmp_path):
    table = "{ short: 0, medium: -1, long: -2, very_long: -4, distant: -6 }"
    sensed = f"function sensorRange() {{ const rangeDMs = {table}; }}"
    fired = f"function fireAtContact() {{ const rangeDMs = {table}; }}"
    assert errors(report(tmp_path / "a", {"lib/gunner.js": sensed})) == []
    assert {e[1] for e in errors(report(tmp_path / "b", {"lib/sensors.js": fired}))} == {"0", "-1"}


def test_a_doubtful_table_is_a_note_and_says_why(tmp_path):
    rows = "short: { dm: 1 }, medium: { dm: 3 }, long: { dm: -2 }, distant: { dm: 5 }, close: { dm: 7 }"
    source = f"export const bands = {{ {rows} }};"
    told = report(tmp_path, {"a.js": source})
    assert errors(told) == []
    assert {f["code"] for f in told["findings"]} <= {"RC207", "RC301", "RC303"}


CRITICALS = (
    "Sensors", "Power Plant", "Fuel", "Weapon", "Armour", "Hull", "M-Drive", "Cargo", "J-Drive", "Crew", "Computer",
)  # fmt: skip


@pytest.mark.parametrize("padding", [[], [""], ["", ""]])
def test_the_position_in_a_list_is_the_roll_padded_or_not(tmp_path, padding):
    source = f"const CRITICAL_LOCATIONS = {[*padding, *CRITICALS]};"
    assert errors(report(tmp_path / "right", {"a.js": source})) == []
    told = report(tmp_path / "wrong", {"a.js": source.replace("'Cargo'", "'Fuel'")})
    assert [rule for rule, *_ in errors(told)] == ["space/critical-locations/9"]


def test_a_list_shifted_by_one_gets_an_error_for_every_row(tmp_path):
    slipped = ("Crew", *CRITICALS[:-1])
    told = report(tmp_path, {"a.js": f"const CRITICAL_LOCATIONS = {list(slipped)};"})
    assert len(errors(told)) == 11


def test_copies_of_a_table_are_linked(tmp_path):
    right = "const ATTACK_RANGE_DM = { short: 1, medium: 0, long: -2, very_long: -4, distant: -6 };"
    wrong = right.replace("short: 1", "short: 0")
    told = report(
        tmp_path, {"a.js": right, "b.js": wrong, "c.js": wrong, "d.js": right.replace("short: 1", "short: -1")}
    )
    first = next(f for f in told["findings"] if f["file"] == "b.js" and f["code"] == "RC201")
    assert "right in a.js:1" in first["evidence"]
    assert "the same in c.js:1" in first["evidence"]
    assert "otherwise in d.js:1 (-1)" in first["evidence"]


def test_a_missing_row_and_an_unknown_row_are_reported(tmp_path):
    source = "const ATTACK_RANGE_DM = { adjacent: 0, close: 0, short: 1, medium: 0, long: -2, distant: -6, far: -12 };"
    told = report(tmp_path, {"a.js": source})
    assert [(f["code"], f["verdict"], f["expected"]) for f in told["findings"] if f["code"] == "RC301"] == [
        ("RC301", "missing", "Very Long")
    ]
    assert [f["actual"] for f in told["findings"] if f["code"] == "RC303"] == ["far"]


@pytest.mark.parametrize(
    ("rows", "findings"),
    [
        ("long: -2,\n  extreme: -4,\n  distant: -6", [("RC301", 3)]),
        ("long: -2,\n  extreme: -4,\n  far: -5,\n  distant: -6", [("RC301", 1), ("RC303", 3), ("RC303", 4)]),
        ("extreme: -4,\n  long: -2,\n  distant: -6", [("RC301", 1), ("RC303", 2)]),
        ("long: -2,\n  distant: -6,\n  extreme: -4", [("RC301", 1), ("RC303", 4)]),
    ],
)
def test_an_unknown_row_in_the_place_of_a_missing_one_is_one_finding(tmp_path, rows, findings):
    source = "const ATTACK_RANGE_DM = { adjacent: 0, close: 0, short: 1, medium: 0,\n  @ };"
    told = report(tmp_path, {"a.js": source.replace("@", rows)})
    assert [(f["code"], f["line"]) for f in told["findings"]] == findings
    assert told["findings"][0]["message"].endswith("; 'extreme' stands in its place") == (len(findings) == 1)


def test_a_thing_between_two_others_does_not_stand_in_the_place_of_a_third(tmp_path):
    rows = ["Standard: { tons: 4, cost: 500000 }", "Luxury: { tons: 8, cost: 1000000 }"]
    rows += ["'Emergency Low Berth': { tons: 1, cost: 1000000 }"]
    told = report(tmp_path, {"a.js": f"const STATEROOMS = {{\n{','.join(rows)} }};"})
    assert [(f["code"], f["level"]) for f in told["findings"] if f["code"][:3] == "RC3"] == [
        ("RC301", "note"),
        ("RC303", "note"),
    ]


def test_a_contested_value_is_never_an_error(tmp_path):
    source = "const SENSORS = { civilian: { tl: 9, dm: -2, cost: 3000000 }, improved: { tl: 12, dm: 1, power: 4 } };"
    told = report(tmp_path, {"a.js": source})
    assert errors(told) == []
    assert {f["code"] for f in told["findings"]} == {"RC208"}
    assert all(any("ruling" in line for line in f["evidence"]) for f in told["findings"])


def test_a_weapon_without_a_range_limit_or_with_a_gap_is_reported(tmp_path):
    source = """const SHIP = { weapons: [
  { name: 'Pulse Laser', damage: '2d6', rangeRestriction: null },
  { name: 'Beam Laser', damage: '1d6', rangeRestriction: ['adjacent', 'close', 'medium'] },
  { name: 'Railgun', damage: '2d6', rangeRestriction: ['adjacent', 'close', 'short'] } ] };"""
    found = errors(report(tmp_path, {"a.js": source}))
    assert [(rule.split("/")[2], line) for rule, _, line, _ in found] == [("beam-laser", 3), ("pulse-laser", 2)]


ROLLED = {
    "a vehicle": (
        "Vehicle criticals",
        ["Hull", "Power Plant", "Weapon", "Armour", "Hull", "Hull", "M-Drive", "Sensors"],
    ),
    "an encounter": ("Encounters", ["Bar", "Hotel", "Computer", "Street", "Cargo", "Dock", "Crew", "Office"]),
    "a draft": ("The draft", ["Navy", "Army", "Marine", "Scout", "Merchant", "Agent", "Crew", "Rogue"]),
}


@pytest.mark.parametrize("name", ROLLED)
def test_another_table_rolled_on_2d_is_not_taken_for_critical_locations(tmp_path, name):
    title, rows = ROLLED[name]
    text = f"# {title}\n\n| 2D | Location |\n|---|---|\n" + "".join(
        f"| {n} | {row} |\n" for n, row in enumerate(rows, 2)
    )
    assert report(tmp_path, {"rules.md": text})["findings"] == []


SHEET = """# A free trader

| Component | Tons | Cost |
|---|---|---|
| Single Turret | 1 | @ |
| Double Turret (beam lasers) | 1 | MCr1.5 |
| Triple Turret (3 pulse lasers) | 1 | MCr4 |
| Double Turret with beam lasers | 1 | MCr1.5 |
| Triple Turret (lasers) | 1 | MCr4 |
| Standard Stateroom x10 | 40 | MCr5 |
| Low Berth (20) | 10 | MCr1 |
| 2 Emergency Low Berths | 2 | MCr2 |
"""


def test_rows_for_a_mount_with_weapons_or_several_of_a_thing_are_sums_and_not_compared(tmp_path):
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in SHEET.splitlines()[4:]]
    lines = "".join(f'{{"name": "{name}", "tons": {tons}, "cost": "{cost}"}},' for name, tons, cost in rows)
    for file, text in {"a.md": SHEET, "a.json": f"[{lines[:-1]}]"}.items():
        assert report(tmp_path / "right", {file: text.replace("@", "MCr0.2")})["summary"]["differs"] == 0
        wrong = errors(report(tmp_path / "wrong", {file: text.replace("@", "MCr0.3")}))
        assert {rule for rule, *_ in wrong} == {"ship/mounts/single-turret/cost"}


def test_a_column_recognised_by_few_values_still_gets_a_note_if_one_is_wrong(tmp_path):
    rows = [("Emission Absorption Grid", 12, "2% hull", "MCr2/ton"), ("Reflective", 10, "0", "10% hull cost")]
    rows += [("Heat Shielding", 10, "0", "10% hull cost"), ("Radiation Shielding", 7, "0", "25% hull cost")]
    told = report(tmp_path, {"a.py": f"HULL_COATINGS = {rows}"})
    [found] = [f for f in told["findings"] if f["verdict"] == "differs"]
    assert (found["rule"], found["level"]) == ("ship/coatings/emission-absorption-grid/tl", "note")


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("a.ts", "const bandDm = (b) => (b === 'short' ? 1 : b === 'long' ? -2 : b === 'extreme' ? -4 : 0);"),
        ("a.js", "function rangeDM(b) { switch (b) { case 'short': return 1; case 'long': return -2;"
         " case 'very long': return -4; case 'distant': return -6; case 'close': return 0; default: return 0; } }"),
        ("a.py", 'for limit, name in ((1, "adjacent"), (10, "close"), (1250, "short"), (10000, "medium"),'
         ' (25000, "long"), (50000, "very long")):\n    if km <= limit:\n        band = name\n'),
        ("a.lua", 'aRangeBands = {\n{ sName = "Adjacent", nMax = 1 }, { sName = "Close", nMax = 10 },\n'
         '{ sName = "Short", nMax = 1250 }, { sName = "Medium", nMax = 10000 }, { sName = "Long", nMax = 25000 },\n'
         '{ sName = "Very Long", nMax = 50000 }, { sName = "Distant" } };'),
        ("a.html", '<select name="attr_range_dm"><option value="1">Short (DM+1)</option>'
         '<option value="0">Normal</option>'
         '<option value="-2">Long (DM-2)</option><option value="-4">Extreme (DM-4)</option></select>'),
    ],
)  # fmt: skip
def test_no_row_is_missing_if_a_default_covers_it(tmp_path, file, source):
    told = report(tmp_path, {file: source})
    assert told["summary"]["agrees"] > 2
    assert [f["message"] for f in told["findings"] if f["code"] == "RC301"] == []


def test_a_wrong_copy_beside_a_right_one_is_an_error(tmp_path):
    right = "{ adjacent: 0, close: 0, short: 1, medium: 0, long: -2, very_long: -4, distant: -6 }"
    wrong = right.replace("-6", "-5")
    source = f"const RULES = {{ attackRangeDMs: {wrong},\n  gunnerRangeDMs: {right} }};"
    found = errors(report(tmp_path, {"a.js": source}))
    assert [(rule, line) for rule, _, line, _ in found] == [("space/range-bands/distant/attack-dm", 1)]


def test_a_computed_row_is_not_missing_and_a_row_that_changes_nothing_is_not_unknown(tmp_path):
    source = "const RANGE_DM = { adjacent: 0, close: 0, short: BASE, medium: 0, long: -2, veryLong: -4, distant: -6 };"
    assert [f["code"] for f in report(tmp_path / "a", {"a.js": source})["findings"]] == ["RC305"]
    times = (
        "const DAMAGE_MULTIPLES = { turret: 1, barbette: 3, smallBay: 10, mediumBay: 20, largeBay: 100, spinal: 1000 };"
    )
    assert report(tmp_path / "b", {"a.js": times})["findings"] == []
    odd = times.replace("turret: 1", "turret: 2")
    assert [f["code"] for f in report(tmp_path / "c", {"a.js": odd})["findings"]] == ["RC303"]


@pytest.mark.parametrize("name", ["ranges/index.mjs", "order.mjs", "sensors.mjs", "common.mjs", "commands.mjs"])
def test_the_name_of_a_field_outweighs_the_name_of_its_file(tmp_path, name):
    dms = {"adjacent": 0, "close": 0, "short": 2, "medium": 0, "long": -2, "veryLong": -4, "distant": -6}
    cells = ", ".join(f"{band}: {{ attackDM: {dm} }}" for band, dm in dms.items())
    told = report(tmp_path, {name: f"export const SPACE_RANGES = {{ {cells} }};\n"})
    assert [one[:2] for one in errors(told)] == [("space/range-bands/short/attack-dm", "2")]


def test_a_column_of_modifications_does_not_make_a_component_a_customised_one(tmp_path):
    rows = {"earlyPrototype": (-2, 2, 11, -2), "prototype": (-1, 1, 6, -1), "budget": (0, 1, 0.75, -1)}
    rows |= {"advanced": (2, 1, 1.1, 1), "veryAdvanced": (2, 1, 1.25, 2), "highTech": (3, 1, 1.5, 3)}
    fields = ("tl", "tonnage", "cost", "modifications")
    lines = [
        f"  {name}: {{ {', '.join(f'{f}: {v}' for f, v in zip(fields, row, strict=True))} }},"
        for name, row in rows.items()
    ]
    told = report(tmp_path, {"config.mjs": "\n".join(["const ADVANCES = {", *lines, "};"])})
    assert errors(told) == [("ship/technology-levels/advanced/tl-difference", "2", 5, 19)]


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("src/space-combat/rounds.js", "export const ROUND_SECONDS = 10;"),
        ("a.js", "export const ROUND_SECONDS = 360;"),
        ("a.json", '{"name": "Beam Laser Turret", "tl": 10, "damage": "1D", "tons": 1, "cost": 0.7, "power": 5}'),
        ("a.js", 'const w = { name: "Pulse Laser", quality: "Very Advanced", tl: 11, cost: 1250000, damage: "2D" };'),
    ],
)
def test_a_similar_value_of_another_thing_is_no_error(tmp_path, name, source):
    assert errors(report(tmp_path, {name: source})) == []


MOUNTS = """\
const MOUNTS = {
  fixed: { label: 'Fixed Mount', power: 0, tons: 0, cost: 0.1 },
  single: { label: 'Single Turret', tl: 7, power: 1, tons: 1, cost: 0.2 },
  double: { label: 'Double Turret', tl: 8, power: 1, tons: 1, cost: 0.5 },
  triple: { label: 'Triple Turret', tl: 9, power: 1, tons: 1, cost: 1 },
};
"""
BAYS = """\
const BAY_SIZES = {
  small: { label: 'Small Bay', tons: 50, hardpoints: 1, crew: 1, damageMultiple: 10 },
  medium: { label: 'Medium Bay', tons: 100, hardpoints: 1, crew: 2, damageMultiple: 20 },
  large: { label: 'Large Bay', tons: 500, hardpoints: 5, crew: 4, damageMultiple: 100 },
};
"""
MULTIPLES = "const DAMAGE_MULTIPLES = { barbette: 3, smallBay: 10, mediumBay: 20, largeBay: 100, spinal: 1000 };\n"


@pytest.mark.parametrize(
    ("table", "elsewhere", "missing"),
    [
        (
            MOUNTS,
            "const POP_UP_MOUNTING = { label: 'Pop-Up Mounting', tl: 10, power: 0, tons: 1, cost: 1 };",
            {"Pop-Up Mounting"},
        ),
        (MOUNTS, "const POP_UP_MOUNTING = { additionalTons: 1, additionalCost: 1, tl: 10 };", {"Pop-Up Mounting"}),
        (BAYS, MULTIPLES, {"Barbette", "Spinal Mount"}),
    ],
)
def test_a_row_that_stands_elsewhere_in_the_file_is_not_missing(tmp_path, table, elsewhere, missing):
    def missed(folder, files):
        return {f["expected"] for f in report(folder, files)["findings"] if f["code"] == "RC301"}

    assert missed(tmp_path / "a", {"a.js": table}) == missing
    assert missed(tmp_path / "b", {"a.js": table + elsewhere}) == set()
    assert missed(tmp_path / "c", {"a.js": table, "b.js": elsewhere}) == missing


def test_a_barbette_has_the_multiple_that_its_file_states_for_all(tmp_path):
    barbette = (
        "const BARBETTES = [{ name: 'Particle Barbette', tl: 11, damage: '4D', range: 'Very Long', power: 15 }];\n"
    )
    plays = "const multiple = weapon.damageMultiple || 1;\n"
    dms = "## Attack modifiers\n\n| Modifier | DM |\n|---|---|\n| Short Range | +1 |\n| Using a Pulse Laser | +2 |\n"
    dms += "| Using a Beam Laser | +4 |\n| Long Range | -2 |\n| Very Long Range | -4 |\n| Distant Range | -6 |\n"
    for extra, codes in (("", ["RC808"]), (MULTIPLES, [])):
        told = report(tmp_path / f"{len(extra)}", {"a.js": barbette + extra, "b.js": plays, "c.md": dms})
        assert [f["code"] for f in told["findings"]] == codes


DISTANCES = {
    "Adjacent": "1",
    "Close": "10",
    "Short": "1,250",
    "Medium": "10,000",
    "Long": "25,000",
    "Very Long": "50,000",
}


@pytest.mark.parametrize(
    ("unit", "is_ours"), [(" km", True), ("km", True), (" m", False), ("m", False), (" metres", False)]
)
@pytest.mark.parametrize("dms", [{}, {"dm": 2}])
def test_a_table_in_metres_is_not_the_space_range_bands(tmp_path, unit, is_ours, dms):
    records = [{"name": name, "distance": distance + unit} | dms for name, distance in DISTANCES.items()]
    told = report(tmp_path, {"a.json": json.dumps({"rangeBands": records})})
    assert any(fact["rule"].startswith("space/range-bands") for fact in told["facts"]) is is_ours


def test_a_table_with_one_thing_for_several_rolls_is_not_that_of_critical_locations(tmp_path):
    """Critical hits on a vehicle, as the Core Rulebook of 2022 has them."""
    rows = "| 4 | Power Plant |\n| 5 | Weapon |\n| 6 | Armour |\n| 7 | Hull |\n| 8 | Cargo |\n| 9 | Occupants |\n"
    told = report(
        tmp_path, {"a.md": f"## Critical hit location\n\n| 2D | Location |\n|---|---|\n| 2–3 | Fuel |\n{rows}"}
    )
    assert told["facts"] == []


def test_another_name_beside_the_own_name_of_a_thing_is_another_thing(tmp_path):
    rows = "| Beam Laser | 10 | 1D |\n| Missile Rack | 7 | 5D |\n| Missile (nuclear) | 7 | 1DD |\n"
    table = f"## Spacecraft weapons\n\n| Weapon | TL | Damage |\n|---|---|---|\n{rows}"
    assert [found[:2] for found in errors(report(tmp_path / "a", {"a.md": table}))] == [MISSILES]
    alone = table.replace("Missile Rack", "Missiles").replace("| Missile (nuclear) | 7 | 1DD |\n", "")
    assert [found[:2] for found in errors(report(tmp_path / "b", {"a.md": alone}))] == [MISSILES]


MISSILES = ("ship/turret-weapons/missile-rack/damage", "5D")


def test_a_part_of_what_others_have_is_noted_where_our_reference_is_doubtful(tmp_path):
    rows = "| Engineer | 1 per 35 tons of drives and power plant | 1 per 35 tons of drives and power plant |\n"
    rows += "| Medic | 1 per 120 crew | 1 per 120 crew |\n| Gunner | 1 per turret | {} per turret |\n"
    table = f"## Crew requirements\n\n| Position | Commercial | Military |\n|---|---|---|\n{rows}"
    for count, code in ((2, "RC208"), (3, "RC201")):
        told = report(tmp_path, {"a.md": table.format(count)})
        assert [f["code"] for f in told["findings"] if f["rule"] == "ship/crew/gunner/military"] == [code]


@pytest.mark.parametrize("heading", ["minTL", "minimumTL", "minTechLevel", "minimumTechLevel", "min_tl"])
def test_a_minimum_tech_level_is_a_tech_level(tmp_path, heading):
    rows = [("Basic", 8, -4), ("Civilian", 9, -2), ("Military", 11, 0), ("Improved", 12, 1), ("Advanced", 15, 2)]
    source = ", ".join(f"{{ name: '{name}', {heading}: {tl}, dm: {dm} }}" for name, tl, dm in rows)
    told = report(tmp_path, {"a.js": f"const SENSORS = [{source}];"})
    assert [(rule, actual) for rule, actual, *_ in errors(told)] == [("ship/sensors/military/tl", "11")]


def test_all_columns_of_a_table_that_is_certain_are(tmp_path):
    bands = {
        "Adjacent": ("< 1km", 1), "Close": ("1-10km", 0), "Short": ("10-1,250km", 0), "Medium": ("1,250-10,000km", -1),
        "Long": ("10,000-25,000km", -2), "Very Long": ("25,000-50,000km", -4), "Distant": ("> 50,000km", -6),
    }  # fmt: skip
    rows = ", ".join(f"{{ band: '{band}', distance: '{km}', attackDM: {dm} }}" for band, (km, dm) in bands.items())
    told = report(tmp_path, {"a.js": f"const chart = [{rows}];"})
    assert {f["code"] for f in told["findings"]} == {"RC201", "RC206"}
    assert {rule.removeprefix("space/range-bands/") for rule, *_ in errors(told)} == {
        "adjacent/attack-dm", "short/attack-dm", "medium/attack-dm",
    }  # fmt: skip


def test_no_column_of_a_record_is_certain_if_none_of_its_values_is_the_book_s(tmp_path):
    weapon = "{ name: 'Pulse Laser', type: 'energy', mode: 'NORMAL', damage: 5, range: 40, fireRate: 2 }"
    told = report(
        tmp_path, RIGHT | {"a.ts": f"export const initialShips = [{{ name: 'Arrow', weapons: [{weapon}] }}];"}
    )
    assert {f["level"] for f in told["findings"]} == {"note"}
