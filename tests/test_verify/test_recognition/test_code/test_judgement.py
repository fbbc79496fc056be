"""What is told of a table once it is read, and what is left alone."""

import pytest

from tests.test_errata.vtts import errors, report, stated

HISTORY = """# Corrections

| Item | Old (Wrong) Value | Corrected (RAW) Value | Source |
|---|---|---|---|
| Range DM: Short | -2 | +1 | CRB p156 |
| Range DM: Medium | -4 | 0 | CRB p156 |
| Range DM: Long | -6 | -2 | CRB p156 |
| High Yield effect | +1D damage | 1s count as 2s | HG p72 |
"""


def test_what_a_log_of_errata_calls_wrong_is_not_a_departure(tmp_path):
    assert errors(report(tmp_path, {"docs/errata.md": HISTORY})) == []


def test_what_a_history_says_of_former_versions_is_not_a_departure(tmp_path):
    table = (
        "# 0.9\n\n| Range | Attack DM |\n|---|---|\n| Short | -2 |\n| Medium | 0 |\n| Long | -2 |\n| Distant | -6 |\n"
    )
    held = {"src/combat.js": "const ATTACK_TARGET = 8;"}
    told = report(tmp_path / "a", held | {"CHANGELOG.md": table})
    assert errors(told) == []
    assert told["skipped"] == {"histories": 1}
    assert len(errors(report(tmp_path / "b", held | {"rules.md": table}))) == 1
    dated = table.replace("# 0.9", "# Changelog\n\n## [0.9.0] - 2024-03-01")
    for name in ("README.md", "NEWS.md", "docs/releases/v0.9.md", "CHANGELOG-1.2.md"):
        assert errors(report(tmp_path / name, held | {name: dated})) == []
    for name in ("changes-to-combat.md", "history-of-combat.md"):
        assert len(errors(report(tmp_path / name, held | {name: table}))) == 1


def test_a_table_of_house_rules_in_a_document_is_not_a_departure(tmp_path):
    table = "| Range | Attack DM |\n|---|---|\n| Short | -2 |\n| Medium | 0 |\n| Long | -2 |\n| Distant | -6 |\n"
    assert errors(report(tmp_path / "a", {"a.md": f"## House rules\n\n{table}"})) == []
    assert len(errors(report(tmp_path / "b", {"a.md": f"## Attack DM by range\n\n{table}"}))) == 1


def test_a_picture_in_a_line_does_not_hide_the_rest_of_a_file(tmp_path):
    table = "const RANGE_DM = { close: 0, short: -2, medium: 0, long: -2, veryLong: -4, distant: -6 };"
    icon = f'const ICON = "data:image/png;base64,{"iVBORw0KGgo" * 2000}";\n'
    assert len(errors(report(tmp_path / "a", {"a.js": icon + table}))) == 1
    told = report(tmp_path / "b", {"a.js": "// " + "x" * 21_000 + "\n" + table})
    assert [f["code"] for f in told["findings"] if f["level"] != "note"] == ["RC201", "RC110"]
    assert report(tmp_path / "c", {"a.js": "let a=1;" * 4000 + table})["skipped"] == {"minified": 1}
    assert len(errors(report(tmp_path / "d", {"a.js": " " * 30_000 + table}))) == 1


W = "{ adjacent: 0, close: 0, short: -2, medium: 0, long: -2, veryLong: -4, distant: -6 }"
PY = W.replace("{ a", '{"a').replace(": ", '": ').replace(", ", ', "').replace(" }", "}")
BRANCHES = {
    "else.js": f"function f(a) {{ if (a) {{ x(); }} else {{ const RANGE_DMS = {W}; }} }}",
    "arm.ts": f"const RANGE_DMS = ed ? {W.replace('-2, m', '1, m')} : {W};",
    "else.py": f"def f(a):\n    if a:\n        x()\n    else:\n        RANGE_DMS = {PY}\n",
    "else.lua": f"if a then x() else RANGE_DMS = {W.replace(':', ' =')} end",
}


@pytest.mark.parametrize("name", BRANCHES)
def test_a_table_in_the_last_branch_is_read_like_any_other(tmp_path, name):
    assert [one[1] for one in errors(report(tmp_path, {name: BRANCHES[name]}))] == ["-2"]


@pytest.mark.parametrize(("value", "wrong"), [("- -1", 0), ("-(-1)", 0), ("+1", 0), ("- -3", 1), ("-(+2)", 1)])
def test_signs_before_signs_are_counted(tmp_path, value, wrong):
    told = report(tmp_path, {"a.js": f"const RANGE_DMS = {W.replace('short: -2', f'short: {value}')};"})
    assert [f["code"] for f in told["findings"]] == ["RC201"] * wrong


@pytest.mark.parametrize("value", ["SHORT", "1 - 3 * x", "Number(-2)"])
def test_a_value_that_the_code_works_out_is_told_as_not_checked(tmp_path, value):
    told = report(tmp_path, {"a.js": f"const RANGE_DMS = {W.replace('short: -2', f'short: {value}')};"})
    assert [(f["code"], f["rule"]) for f in told["findings"]] == [("RC305", "space/range-bands/short/attack-dm")]
    assert told["summary"]["unchecked"] == 1


@pytest.mark.parametrize(
    "name",
    ["data/sensor-lock.json", "data/thrust-min.json", "data/specs/a.json", "lib/history.js", "src/migrations/a.js"],
)
def test_a_name_that_only_sounds_like_a_tools_or_a_historys_is_no_reason_to_leave_a_file_out(tmp_path, name):
    text = f"const RANGE_DMS = {W};" if name.endswith("js") else f'{{"RANGE_DMS": {PY}}}'
    assert len(errors(report(tmp_path, {name: text}))) == 1


@pytest.mark.parametrize(
    "name", ["src/combat.tests.ts", "src/combat_test.js", "src/combatTest.js", "src/test-combat.js"]
)
def test_a_test_is_known_by_its_name(tmp_path, name):
    held = {"a.js": "const ATTACK_TARGET = 8;"}
    assert report(tmp_path, held | {name: f"const RANGE_DMS = {W};"})["skipped"] == {"tests": 1}


@pytest.mark.parametrize(
    "head",
    [
        "// Unlike GURPS, Traveller range DMs are flat (Mongoose 2e).\n",
        "// Defaults; homebrew modules may override these.\n",
        "import x from '../systems/dnd5e.js';\nimport { y } from './srd.js';\n",
        "// Not D&D!\n",
        "// We also support D&D\n",
        "// Starfinder players: note that these are other bands\n",
        "// Simpler than GURPS\n",
    ],
)
def test_another_game_that_is_only_mentioned_does_not_silence_a_table(tmp_path, head):
    assert len(errors(report(tmp_path, {"a.js": f"{head}const RANGE_DMS = {W};"}))) == 1


def test_a_table_that_is_left_alone_as_another_games_is_told(tmp_path):
    told = report(tmp_path, {"a.js": f"// GURPS\nconst RANGE_DMS = {W};"})
    assert [(f["code"], f["level"], f["line"]) for f in told["findings"]] == [("RC304", "note", 2)]
    assert "GURPS" in told["findings"][0]["message"]
    assert told["summary"]["unchecked"] == 1


@pytest.mark.parametrize(
    ("heading", "wrong"),
    [
        ("## v1.2.0", 0),
        ("## [1.2.0]", 0),
        ("## Version 1.2", 0),
        ("## Unreleased", 0),
        ("## Changes in 2.0", 0),
        ("## March 2025", 0),
        ("# Combat rules (updated 2025-03-01)", 1),
        ("## As of 2025-01-01 the attack DMs are", 1),
    ],
)
def test_a_heading_tells_whether_a_document_speaks_of_what_was(tmp_path, heading, wrong):
    table = "| Range | Attack DM |\n|---|---|\n| Short | -2 |\n| Medium | 0 |\n| Long | -2 |\n| Distant | -6 |\n"
    held = {"a.js": "const ATTACK_TARGET = 8;"}
    assert len(errors(report(tmp_path, held | {"docs.md": f"{heading}\n\n{table}"}))) == wrong


def test_the_range_of_a_weapon_is_no_row_of_the_table_of_ranges(tmp_path):
    source = """const WEAPONS = {
  beam_laser: { tl: 10, damage: '1d6', range: 'medium', attackDM: 4 },
  pulse_laser: { tl: 9, damage: '2d6', range: 'long', attackDM: 2 },
  railgun: { tl: 10, damage: '2d6', range: 'short', attackDM: 0 } };"""
    assert errors(report(tmp_path, {"a.js": source})) == []


def test_a_short_name_can_mean_the_turret_or_the_barbette(tmp_path):
    source = "const WEAPON_DAMAGE = { pulse_laser: 2, beam_laser: 1, missile_rack: 4, particle: @ }; // dice"
    for value, wrong in (("3", False), ("4", False), ("6", True)):
        found = errors(report(tmp_path / value, {"a.js": source.replace("@", value)}))
        assert bool(found) is wrong


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
def test_no_row_is_missing_where_something_stands_for_the_rest(tmp_path, file, source):
    told = report(tmp_path, {file: source})
    assert told["summary"]["agrees"] > 2
    assert [f["message"] for f in told["findings"] if f["code"] == "RC301"] == []


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-8-sig", "utf-32"])
def test_other_encodings_are_read(tmp_path, encoding):
    source = "const ATTACK_RANGE_DM = { short: 3, medium: 0, long: -2, very_long: -4, distant: -6 };\n" * 2
    found = errors(report(tmp_path, {"a.js": source.encode(encoding)}))
    assert [(line, column) for *_, line, column in found] == [(1, 34), (2, 34)]


def test_equal_findings_in_one_file_have_fingerprints_of_their_own(tmp_path):
    source = "const ATTACK_RANGE_DM = { short: 3, medium: 0, long: -2, very_long: -4, distant: -6 };\n" * 2
    told = report(tmp_path, {"a.js": source})
    prints = [f["fingerprint"] for f in told["findings"]]
    assert len(prints) == len(set(prints)) > 1


DIFFICULTIES = "const DIFFICULTY = { Simple: 2, Easy: 4, Routine: 6, Average: 8, Difficult: 10, Formidable: 15 };\n"


def test_a_table_of_another_game_does_not_silence_the_rest_of_its_file(tmp_path):
    other = "/** for D&D 5e */\nconst DC = { easy: 10, medium: 15, hard: 20 };\n"
    assert [line for *_, line, _ in errors(report(tmp_path / "a", {"a.ts": DIFFICULTIES + other}))] == [1]
    assert errors(report(tmp_path / "b", {"a.ts": "// D&D 5e\n" + DIFFICULTIES})) == []


def test_a_wrong_copy_beside_a_right_one_is_told(tmp_path):
    right = "{ adjacent: 0, close: 0, short: 1, medium: 0, long: -2, very_long: -4, distant: -6 }"
    wrong = right.replace("-6", "-5")
    source = f"const RULES = {{ attackRangeDMs: {wrong},\n  gunnerRangeDMs: {right} }};"
    found = errors(report(tmp_path, {"a.js": source}))
    assert [(rule, line) for rule, _, line, _ in found] == [("space/range-bands/distant/attack-dm", 1)]


def test_a_name_under_a_second_condition_is_no_row(tmp_path):
    source = """function attackRangeDM(band, sighted) {
  if (band === 'short' && sighted) return 3;
  if (b && band === 'short') return 4;
  if (band === 'short') return 1;
  if (band === 'medium') return 0;
  if (band && band === 'long') return @;
  if (band === 'very long') return -4;
  return -6;
}"""
    assert errors(report(tmp_path / "a", {"a.js": source.replace("@", "-2")})) == []
    assert [line for *_, line, _ in errors(report(tmp_path / "b", {"a.js": source.replace("@", "-3")}))] == [6]


def test_a_row_that_is_worked_out_is_not_missing_and_one_that_changes_nothing_is_no_stranger(tmp_path):
    source = "const RANGE_DM = { adjacent: 0, close: 0, short: BASE, medium: 0, long: -2, veryLong: -4, distant: -6 };"
    assert [f["code"] for f in report(tmp_path / "a", {"a.js": source})["findings"]] == ["RC305"]
    times = (
        "const DAMAGE_MULTIPLES = { turret: 1, barbette: 3, smallBay: 10, mediumBay: 20, largeBay: 100, spinal: 1000 };"
    )
    assert report(tmp_path / "b", {"a.js": times})["findings"] == []
    odd = times.replace("turret: 1", "turret: 2")
    assert [f["code"] for f in report(tmp_path / "c", {"a.js": odd})["findings"]] == ["RC303"]


def test_signs_that_steer_a_terminal_are_not_printed(tmp_path):
    source = """[{"name": "Pulse Laser", "damage": "2D", "range": "\\u001b[2JShort\\ud800"},
{"name": "Beam Laser", "damage": "1D", "range": "Medium"}]"""
    told = report(tmp_path, {"weapons.json": source})
    assert any("Short" in f["actual"] for f in told["findings"])
    assert not any(sign in str(f) for f in told["findings"] for sign in ("\x1b", "\ud800"))


@pytest.mark.parametrize("name", ["a.ts", "A.cs"])
def test_members_of_an_enum_count_on_from_the_first_and_one_that_counts_from_nothing_says_nothing(tmp_path, name):
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


def test_distances_are_known_by_a_name_of_kilometres_and_one_wrong_edge_is_one_error(tmp_path):
    source = """static class A { static Band FromKilometres(double n) {
    if (n <= 1) return Band.Adjacent; if (n <= 10) return Band.Close; if (n <= 1500) return Band.Short;
    if (n <= 10000) return Band.Medium; if (n <= 25000) return Band.Long; if (n <= 50000) return Band.VeryLong;
    return Band.Distant; } }"""
    told = report(tmp_path, {"A.cs": source})
    found = [(rule, actual) for rule, actual, *_ in errors(told)]
    assert found == [("space/range-bands/short/distance", "11 to 1,500")]
    [note] = [f for f in told["findings"] if f["level"] == "note"]
    assert (note["rule"], note["line"]) == ("space/range-bands/medium/distance", 3)
    assert note["message"].endswith("it follows from line 2")


def test_what_each_severity_adds_is_the_same_as_what_they_come_to(tmp_path):
    row = '"M-Drive": ["suffer DM-1", "suffer DM-{0}, Thrust reduced by -1", "suffer DM-{1}, Thrust reduced by -1"]'
    row = row.replace("suffer", "All checks to control spacecraft suffer")
    rest = (
        '"Hull": ["1D extra damage"], "J-Drive": ["DM-2 to jump checks", "Jump drive disabled", "Jump drive destroyed"]'
    )
    for name, steps, wrong in (("in all", (2, 3), 0), ("by step", (1, 1), 0), ("neither", (4, 5), 2)):
        source = f"const criticalEffects = {{ {row.format(*steps)}, {rest} }};"
        assert len(errors(report(tmp_path / name, {"a.js": source}))) == wrong


LASER = "export const beamLaser = { name: 'Beam Laser', tl: @, range: 'Medium', damage: '1D', price: 9000 };"


def test_an_odd_price_does_not_outweigh_three_right_fields_but_does_outweigh_fewer(tmp_path):
    wrong = errors(report(tmp_path / "a", {"ship-weapons.js": LASER.replace("@", "12")}))
    assert [rule for rule, *_ in wrong] == ["ship/turret-weapons/beam-laser/tl"]
    less = LASER.replace("range: 'Medium', damage: '1D', ", "")
    assert errors(report(tmp_path / "b", {"ship-weapons.js": less.replace("@", "12")})) == []


@pytest.mark.parametrize("name", ["ranges/index.mjs", "order.mjs", "sensors.mjs", "common.mjs", "commands.mjs"])
def test_what_a_field_is_called_says_more_than_what_its_file_is(tmp_path, name):
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


EFFECTS = """{"effect": [
 {"result": "Exceptional Failure", "min": @, "max": -6, "dm": -3},
 {"result": "Average Failure", "min": -5, "max": -2, "dm": -2},
 {"result": "Marginal Failure", "min": -1, "max": -1, "dm": -1},
 {"result": "Marginal Success", "min": 0, "max": 0, "dm": 0},
 {"result": "Average Success", "min": 1, "max": 5, "dm": 1},
 {"result": "Exceptional Success", "min": 6, "max": #, "dm": 2}]}"""


@pytest.mark.parametrize(("low", "high"), [(-99, 99), (-12, 10), (-20, 12), (-100, 100), (-999, 999), ("null", "null")])
def test_an_end_that_no_roll_lies_beyond_stands_for_none(tmp_path, low, high):
    made = report(tmp_path, {"e.json": EFFECTS.replace("@", str(low)).replace("#", str(high))})
    assert errors(made) == []
    assert made["summary"]["agrees"] >= 12


def test_an_end_that_rolls_lie_beyond_is_one(tmp_path):
    made = report(tmp_path, {"e.json": EFFECTS.replace("@", "-7").replace("#", "9")})
    assert sorted((rule.split("/")[2], printed) for rule, printed, *_ in errors(made)) == [
        ("exceptional-failure", "-7 to -6"),
        ("exceptional-success", "6 to 9"),
    ]


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
