"""Signatures: each wrong mechanic has a miniature that plays it right and one that plays it wrong."""

from time import monotonic

import pytest

from errata.signatures import mechanics
from tests.test_errata.vtts import RIGHT, report
from verify.finding_codes import CODES

MINIATURES = {
    "RC801": (
        "const boon = target.sensorLock ? 1 : 0;\nconst roll = boon ? best2of3() : roll2D();",
        "let dm = gunner;\nif (target.sensorLock) dm += 2;",
    ),
    "RC802": (
        "if (upgrades.includes('high_yield')) {\n  dice = dice.map((d) => (d === 1 ? 2 : d));\n}",
        "if (upgrades.includes('high_yield')) {\n  dice += 1;\n}",
    ),
    "RC803": (
        "const location = CRITICALS[roll2D() - 2]; // there are no called shots",
        "function resolveCalledShot(target, system) {\n  return hit(target, system);\n}",
    ),
    "RC804": (
        "const advantages = { 'High Yield': 1, 'Accurate': 2 };",
        "const upgradeSlots = tl - base;\nconst costs = { high_yield: 1, accurate: 2 };",
    ),
    "RC805": (
        "const severity = Math.ceil(damage / 10);",
        "const severity = Math.max(1, effect - 5);",
    ),
    "RC806": (
        "function critical(ship, damage) {\n  const severity = Math.max(Math.ceil(damage / 10), oldSeverity + 1);\n}",
        "function critical(ship) {\n  const newSeverity = oldSeverity + 1;\n  apply(ship, newSeverity);\n}",
    ),
    "RC807": (
        "function ionDrain(ship, amount) {\n  ship.ionLoss = { amount, until: round + 1 };\n  ship.power -= amount;\n"
        "  restorePowerAfterRound(ship);\n}",
        "function ionDrain(ship, amount) {\n  ship.power = Math.max(0, ship.power - amount);\n"
        "  return Math.round(ship.power);\n}",
    ),
    "RC812": (
        "const FORMULA = { boon: '3d6kh2', bane: '3d6kl2', boonToo: '3d6dl1', baneToo: `3d6dh1` };",
        "const FORMULA = { boon: '3d6kh2', bane: '3d6kh2' };",
    ),
    "RC813": (
        "function isCriticalHit(effect, damage) {\n  return effect >= 6 && damage > 0;\n}\nif (effect > 5) critical();",
        "function isCriticalHit(effect, damage) {\n  return effect > 6 && damage > 0;\n}",
    ),
    "RC815": (
        "function resolveAttack(total) {\n  if (total >= 8) {\n    return 'hit';\n  }\n  const hit = total > 7;\n}",
        "function resolveAttack(total) {\n  const hit = total >= 7;\n  return hit;\n}",
    ),
    "RC816": (
        "const severity = Math.ceil(damage / 10);\nconst sustained = Math.floor(damage / (hull / 10));",
        "const severity = Math.ceil(damage / (ship.maxHull / 10));",
    ),
    "RC814": (
        "const severity = Math.ceil(damage / 10);\nconst tens = Math.floor(damage / 10);",
        "function criticalSeverity(damage) {\n  return Math.floor(damage / 10);\n}",
    ),
}
CONTESTED = {"RC801", "RC803", "RC805"}
"""Those that the 2022 book has as the wrong miniature does."""


def found(tmp_path, source, code):
    told = report(tmp_path, {"src/combat.js": source, "src/ranges.js": RIGHT["src/combat.js"]})
    return [f for f in told["findings"] if f["code"] == code]


def test_called_shots_of_another_game_are_no_finding(tmp_path):
    assert report(tmp_path, {"src/combat.js": MINIATURES["RC803"][1]})["findings"] == []


@pytest.mark.parametrize("code", MINIATURES)
def test_a_mechanic_played_by_the_book_is_not_reported(tmp_path, code):
    assert found(tmp_path, MINIATURES[code][0], code) == []


@pytest.mark.parametrize("code", MINIATURES)
def test_a_mechanic_played_wrongly_is_reported_with_its_code(tmp_path, code):
    [finding] = found(tmp_path, MINIATURES[code][1], code)
    assert finding["verdict"] == ("contested" if code in CONTESTED else "differs")
    assert finding["level"] == ("warning" if code in CONTESTED else "error")
    line = MINIATURES[code][1].split("\n")[finding["line"] - 1]
    assert line[finding["column"] - 1 :].startswith(finding["actual"].lstrip("+"))
    assert finding["source"]


def test_every_mechanic_has_miniatures_and_every_code_its_page():
    assert {mechanic.CODE for mechanic in mechanics()} == set(MINIATURES)
    for code in (*MINIATURES, "RC808", "RC809", "RC810", "RC811"):
        assert CODES[code].means
        assert CODES[code].do


def test_a_mechanic_in_a_comment_is_ignored(tmp_path):
    source = "// if (target.sensorLock) dm += 2;\n/* const severity = effect - 5; */\n"
    assert report(tmp_path, {"src/combat.js": source})["findings"] == []


def test_a_sensor_lock_of_another_size_is_an_error(tmp_path):
    [finding] = found(tmp_path, "if (hasLock) { totalDM += 4; }", "RC801")
    assert (finding["level"], finding["actual"]) == ("error", "+4")


def test_a_barbette_without_a_multiple_is_reported_if_the_code_defaults_to_one(tmp_path):
    barbette = (
        '{ "barbettes": [ { "id": "barbette_particle", "type": "particle", "range": "very_long", "power": 15 } ] }'
    )
    plays = "const multiple = weapon.damageMultiple || 1;"
    assert found_in(tmp_path / "a", {"ship.json": barbette}, "RC808") == []
    [finding] = found_in(tmp_path / "b", {"ship.json": barbette, "combat.js": plays}, "RC808")
    assert finding["impact"] == {"what": "mean damage of 4D, times the multiple", "book": "42.00", "here": "14.00"}
    whole = barbette.replace('"power"', '"damageMultiple": 3, "power"')
    assert found_in(tmp_path / "c", {"ship.json": whole, "combat.js": plays}, "RC808") == []


@pytest.mark.parametrize(("damage", "wrong"), [("1d6+2", False), ("1d6", False), ("4d6", True)])
def test_linked_weapons_add_one_per_die_for_each_further_one(tmp_path, damage, wrong):
    ship = f'{{ "weapons": [ {{ "name": "Triple Turret Beam Laser", "damage": "{damage}", "range": "medium" }} ] }}'
    told = found_in(tmp_path, {"ship.json": ship}, "RC809")
    assert [f["expected"] for f in told] == (["1D+2"] if wrong else [])


def test_a_list_of_other_critical_locations_is_reported(tmp_path):
    source = "const CRITICAL_LOCATIONS = ['hull', 'drive', 'weapons', 'sensors', 'bridge', 'crew'];"
    assert len(found_in(tmp_path / "a", {"a.js": source}, "RC810")) == 1
    assert found_in(tmp_path / "b", {"a.js": source.replace("CRITICAL_LOCATIONS", "PANELS")}, "RC810") == []


@pytest.mark.parametrize(
    ("file", "name"),
    [("a.js", "VEHICLE_CRITICAL_LOCATIONS"), ("vehicles/a.js", "CRITICAL_LOCATIONS"), ("a.js", "ROBOT_CRITICAL_HITS")],
)
def test_the_critical_locations_of_vehicles_are_another_list(tmp_path, file, name):
    source = f"const {name} = ['hull', 'drive', 'weapons', 'sensors', 'crew'];"
    assert report(tmp_path, {file: source})["findings"] == []


def test_a_severity_that_is_rounded_to_the_nearest_number_says_so(tmp_path):
    [finding] = found(tmp_path, "const severity = Math.round(damage / 10);", "RC814")
    assert finding["message"].startswith("A broken severity is rounded to the nearest whole number here")


def test_one_value_for_a_whole_column_is_reported(tmp_path):
    assert len(found_in(tmp_path / "a", {"a.js": "const THRUST_PER_RANGE = 1;"}, "RC811")) == 1
    assert found_in(tmp_path / "b", {"a.js": "const COST_PER_SPACE = 1;\nconst POWER_PER_TON = 2;"}, "RC811") == []


def found_in(tmp_path, files, code):
    return [f for f in report(tmp_path, files)["findings"] if f["code"] == code]


@pytest.mark.parametrize(
    "source",
    [
        "const locks = ships.map((s) => (s.hasLock ? 1 : 0));",
        "if (hasLock) totalLocks += 1;",
        "const help = 'Sensor lock: Electronics check, DM+2 with a good array';",
        "function explosionDamage(ship, n) {\n  ship.power -= n;\n}",
        "function critical() {\n  const severity = oldSeverity + 1;\n  return Math.max(severity, fromDamage);\n}",
    ],
)
def test_code_that_only_resembles_a_wrong_mechanic_is_not_reported(tmp_path, source):
    assert report(tmp_path, {"src/combat.js": source})["findings"] == []


def test_a_file_about_locks_is_no_lock_file(tmp_path):
    told = report(tmp_path, {"sensor-lock.js": MINIATURES["RC801"][1], "package-lock.json": "{}"})
    assert [f["code"] for f in told["findings"]] == ["RC801"]
    assert told["summary"]["files"] == 1


HOSTILE = {
    "letters that grow": "// " + "\u0130" * 30 + "\nif (t.hasLock) dm += 2;",
    "a long severity": "if (hasLock) x();\nseverity = " + "a." * 100_000,
    "severities": "severity = 1;\n" + "severity" * 40_000,
    "powers": "drain()\npower = " + "power" * 40_000,
    "a long called shot": "called shot\ncalled" + "a" * 200_000,
    "comments that never end": "hasLock\n" + "/*\n" * 300_000,
    "many locks": "hasLock\n" * 400_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_source_takes_less_than_20_seconds(tmp_path, name):
    start = monotonic()
    report(tmp_path, {"a.lua": HOSTILE[name], "a.js": HOSTILE[name]})
    assert monotonic() - start < 20


@pytest.mark.parametrize(
    "formula",
    [
        "x.severity = y.effect - 5;",
        "crit['severity'] = Math.max(1, roll.effect - 5);",
        "const severity = Math.min(6, criticalEffect - 5);",
        "return { location, severity: attackEffect - 5 };",
        "let hitSeverity = Math.max(1, Math.min(6, effect));",
    ],
)
def test_a_severity_from_the_effect_is_found_however_it_is_assigned(tmp_path, formula):
    assert [f["level"] for f in found(tmp_path, formula, "RC805")] == ["warning"]


@pytest.mark.parametrize(
    "formula",
    [
        "const severity = Math.ceil(damage / (hull / 10));",
        "ship.severity = math.ceil(netDamage / (target.hull * 0.1))",
        "const severity = Math.ceil(10 * damage / maxHull);",
        "function critSeverity(damage, ship) {\n  return Math.ceil(damage / (ship.hullPoints / 10));\n}",
    ],
)
def test_a_severity_that_is_a_share_of_the_hull_is_found_however_it_is_written(tmp_path, formula):
    assert [f["level"] for f in found(tmp_path, formula, "RC816")] == ["error"]


ATTACK = MINIATURES["RC815"][1]
LOCK = MINIATURES["RC801"][1]


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("src/combat.js", f"// Combat of the Cepheus Engine\n{ATTACK}"),
        ("src/combat.js", f"const x = {{ a: 1, b: 2, c: 3 }};\n// GURPS attacks\n{ATTACK}"),
        ("src/combat.js", ATTACK.replace("const hit = total >= 7;", "const hit = total >= 7; // Starfinder")),
        ("src/vehicles.js", ATTACK),
        ("src/combat.js", ATTACK.replace("resolveAttack", "resolveVehicleAttack")),
        ("src/personal/combat.js", MINIATURES["RC813"][1]),
        ("src/combat.js", MINIATURES["RC803"][1].replace("resolveCalledShot", "resolveMeleeCalledShot")),
        ("src/combat.js", f"function calculateSensorDM(target) {{\n{LOCK}\n}}"),
        ("src/combat.js", f"function detectionModifier(target) {{\n{LOCK}\n}}"),
        ("src/combat.js", f"function breakSensorLock(target) {{\n{LOCK}\n}}"),
        ("src/combat.js", "x.severity = classifySeverity(entry, effect);"),
        ("src/combat.js", "function woundSeverity(damage) {\n  return Math.floor(damage / 10);\n}"),
        ("src/combat.js", "function fallingDamage(metres) {\n  const severity = Math.floor(damage / 10);\n}"),
        ("src/combat.js", "if (traits.includes('High Yield')) { onesAsTwos(); }\nresult.dice += 1;"),
        ("src/combat.py", "if high_yield:\n    ones_as_twos()\ndice += 1"),
        (
            "src/combat.js",
            "function criticals() {\n  for (let severity = 1; severity <= 6; severity++) show(severity);\n}",
        ),
        ("src/combat.js", "function criticals(log) {\n  counts[log.severity] += 1;\n  bySeverity[log.level]++;\n}"),
        ("src/combat.js", "function critical() {\n  if (6 <= effect && 5 < effects.length) hit();\n}"),
        ("src/combat.js", "function attack() {\n  const hit = 8 <= roll.total;\n}"),
    ],
)
def test_a_mechanic_of_another_game_or_of_something_else_is_left_alone(tmp_path, file, source):
    told = report(tmp_path, {file: source, "src/ranges.js": RIGHT["src/combat.js"]})
    assert [f["code"] for f in told["findings"]] == []


@pytest.mark.parametrize(
    "source",
    [
        f"const x = {{ a: 1, b: 2, c: 3 }};\n// sensor lock of the gunner\n{LOCK}",
        f"function gunnerSensorDM(target) {{\n{LOCK}\n}}",
        f"function sensorLockDM(target) {{\n{LOCK}\n}}",
    ],
)
def test_a_sensor_lock_that_counts_for_attacks_is_still_found(tmp_path, source):
    assert [f["level"] for f in found(tmp_path, source, "RC801")] == ["warning"]


@pytest.mark.parametrize(
    "source", [ATTACK.replace("resolveAttack", "legacyAttack"), f"// Mongoose 1st edition\n{ATTACK}"]
)
def test_a_mechanic_of_old_rules_or_another_edition_is_a_note(tmp_path, source):
    assert [f["level"] for f in found(tmp_path, source, "RC815")] == ["note"]


@pytest.mark.parametrize(
    ("file", "title"),
    [
        ("README.md", "# 2300AD Battles\n"),
        ("README.md", "# Stars Without Number campaign\n"),
        ("system.json", '{"title": "Star Wars Saga Edition"}'),
        ("index.html", "<title>A Starfinder shipyard</title>"),
    ],
)
def test_all_facts_of_a_codebase_of_another_edition_or_game_are_doubtful(tmp_path, file, title):
    source = MINIATURES["RC807"][1] + "\nconst ATTACK_TARGET = 9;\n" + MINIATURES["RC805"][1]
    told = report(tmp_path, {"src/combat.js": source, file: title})
    assert {(f["code"], f["level"]) for f in told["findings"]} == {
        ("RC304", "warning"),
        ("RC807", "note"),
        ("RC207", "note"),
        ("RC805", "note"),
    }


def test_a_codebase_with_more_tables_of_another_game_than_of_ours_plays_none_of_our_mechanics(tmp_path):
    ranges = RIGHT["src/combat.js"]
    cepheus = ranges.replace("export", "// Cepheus Engine\nexport")
    one = {"src/attack.js": ATTACK, "src/ranges.js": ranges, "src/other.js": cepheus}
    assert [f["code"] for f in report(tmp_path / "a", one)["findings"]] == ["RC815", "RC304"]
    two = one | {"src/third.js": cepheus.replace("RANGE_DM", "RANGE_DMS")}
    assert [f["code"] for f in report(tmp_path / "b", two)["findings"]] == ["RC304"]


def test_a_severity_that_a_function_returns_is_checked(tmp_path):
    source = "function getCriticalSeverity(@) {\n  return Math.max(1, Math.min(6, @ - 5));\n}"
    assert [f["line"] for f in found(tmp_path / "a", source.replace("@", "effect"), "RC805")] == [2]
    assert found(tmp_path / "b", source.replace("@", "damage"), "RC805") == []


def test_power_restored_each_round_is_no_drain_and_a_battery_no_ion_weapon(tmp_path):
    hit = "function ionHit(ship, dmg) { ship.power -= dmg; }\n"
    back = "function startRound(ship) { ship.power = ship.maxPower; }\n"
    assert [f["line"] for f in found(tmp_path / "a", hit, "RC807")] == [1]
    assert found(tmp_path / "b", hit + back, "RC807") == []
    assert found(tmp_path / "c", "class LithiumIonBattery { drain(n) { this.power -= n; } }", "RC807") == []


@pytest.mark.parametrize(
    ("file", "text", "code", "line"),
    [
        (
            "attack.lua",
            'function onAttack(r)\n\tif r.nTotal >= 9 then\n\t\tr.sResult = "hit";\n\tend\nend\n',
            "RC815",
            2,
        ),
        ("attack.py", "def attack(total):\n    return Result(hit=total > 8)\n", "RC815", 2),
        ("criticals.lua", "function isCritical(nEffect)\n\treturn nEffect >= 7 and true\nend\n", "RC813", 2),
        ("criticals.py", "def critical(effect, damage):\n    return effect >= 5 and damage > 0\n", "RC813", 2),
        ("criticals.py", "def severity(damage):\n    return damage // 10\n", "RC814", 2),
        ("criticals.py", "def critical(roll):\n    return 7 <= roll['effect']\n", "RC813", 2),
        ("criticals.py", 'target["severity"] = roll["effect"] - 5\n', "RC805", 1),
        ("criticals.py", 'target["severity"] = round(damage / 10)\n', "RC814", 1),
        ("attack.js", "function attack() {\n  const hit = 9 <= roll.total;\n}\n", "RC815", 2),
        ("high-yield.js", "if (highYield)\n{\n  dice += 1;\n}\n", "RC802", 3),
        ("high-yield.json", '[{"name": "High Yield",\n"effect": "+1D damage"}]\n', "RC802", 2),
        ("critical.js", "function critical(ship, at) {\n  ship.severity[at] += 1;\n}\n", "RC806", 2),
        ("critical.js", "function critical(ship, at) {\n  ship.systems[at].severity++;\n}\n", "RC806", 2),
    ],
)
def test_a_mechanic_is_found_however_it_is_written(tmp_path, file, text, code, line):
    told = report(tmp_path, {file: text, "ranges.js": RIGHT["src/combat.js"]})
    assert [(f["code"], f["line"]) for f in told["findings"]] == [(code, line)]


@pytest.mark.parametrize(
    "text",
    [
        "function attack(total) {\n  if (total >= 8 + cover) return 'hit';\n}",
        "function skillCheck(total) {\n  const hit = total >= 10;\n}",
        "function attackSort(a) {\n  return a.total > 5;\n}",
        "function rollInitiative(total) {\n  // attack: hit on total >= 9\n  return total >= 9;\n}",
        "function applyEffect(effect) {\n  return effect >= 5;\n}",
        "function criticalBanner(effects) {\n  return effects.length >= 5;\n}",
    ],
)
def test_a_comparison_of_something_else_is_left_alone(tmp_path, text):
    assert report(tmp_path, {"src/play.js": text, "ranges.js": RIGHT["src/combat.js"]})["findings"] == []


@pytest.mark.parametrize("code", ["RC803", "RC804"])
def test_a_feature_is_one_finding_that_names_its_other_files(tmp_path, code):
    files = {f"src/{name}.js": MINIATURES[code][1].replace("(target", f"({name}") for name in "cab"}
    told = report(tmp_path, RIGHT | files)
    [finding] = told["findings"]
    assert (finding["code"], finding["file"]) == (code, "src/a.js")
    assert [text for text in finding["evidence"] if "src/b.js" in text and "src/c.js" in text]
    assert told["summary"]["differs"] + told["summary"]["contested"] == 1


def test_a_formula_in_several_files_is_a_finding_in_each(tmp_path):
    files = {f"src/{name}.js": MINIATURES["RC805"][1] for name in "ab"}
    assert [f["file"] for f in report(tmp_path, files)["findings"]] == ["src/a.js", "src/b.js"]


def test_a_line_that_names_a_lock_below_another_is_counted_once(tmp_path):
    told = report(
        tmp_path, RIGHT | {"src/a.js": "panel('sensor-lock')\npanel('to acquire sensor lock (+2 Attack DM)')"}
    )
    assert (len(told["findings"]), told["summary"]["contested"]) == (1, 1)


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("a.js", "const crit = { severity: 1, chainDm: Math.max(0, effect) };"),
        ("a.js", "const sustained = { severity: 1, count: Math.floor(damage / (hull / 10)) };"),
        ("a.js", "const severity = damage / hull > 0.5 ? 'danger' : 'warning';"),
        ("a.py", "severity = -(-damage // 10)"),
        ("vehicles/crit.js", "const severity = effect - 5;"),
    ],
)
def test_what_stands_beside_a_severity_is_none(tmp_path, file, source):
    told = report(tmp_path, RIGHT | {file: source + "\n"})
    assert told["findings"] == []


def test_the_effect_of_something_that_is_called_after_damage_is_the_effect(tmp_path):
    source = "const effectSeverity = damageOptions.effect - 5;"
    assert [f["code"] for f in report(tmp_path, RIGHT | {"a.js": source})["findings"]] == ["RC805"]
