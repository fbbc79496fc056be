"""Notations of values in code: dice, credits, percentages, penalties, and cells that cannot be read."""

import json
from fractions import Fraction

import pytest

from engine.rulebook.raw import RAW
from errata.fix.recheck import FixOptions
from tests.test_errata.vtts import errors, report, stated, write
from verify.recognition.code.notations import notation

TURRET = {
    "Beam Laser": (10, "Medium", 4, 1),
    "Fusion Gun": (14, "Medium", 12, 4),
    "Particle Beam": (12, "Very Long", 8, 3),
    "Plasma Gun": (11, "Medium", 6, 3),
    "Pulse Laser": (9, "Long", 4, 2),
    "Railgun": (10, "Short", 2, 2),
}
"""TL, range, Power and dice of damage, HG 2022 p. 28-29."""
BANDS = {"Adjacent": 0, "Close": 0, "Short": 1, "Medium": 0, "Long": -2, "Very Long": -4, "Distant": -6}
"""The attack DMs of the range bands, CRB 2016 p. 156."""
TARGETS = {"Simple": 2, "Easy": 4, "Routine": 6, "Average": 8, "Difficult": 10, "Very Difficult": 12, "Formidable": 14}
"""The targets of the difficulties, referee screen."""
UNREAD = ["Difficult", "Very Difficult"]

Rows = list[tuple[str, int, str, int, str]]


def _lines(before, row, after, rows):
    return "\n".join([before, *(row.format(n, tl, far, power, damage) for n, tl, far, power, damage in rows), after])


FORMATS = {
    "w.js": ("const TURRET_WEAPONS = {{", '"{0}": {{ tl: {1}, range: "{2}", power: {3}, damage: "{4}" }},', "}};"),
    "w.ts": (
        "export const TURRET_WEAPONS: W = {{",
        "'{0}': {{ tl: {1}, range: '{2}', power: {3}, damage: '{4}' }},",
        "}};",
    ),
    "w.lua": ("TurretWeapons = {{", '["{0}"] = {{ tl = {1}, range = "{2}", power = {3}, damage = "{4}" }},', "}}"),
    "w.py": ("TURRET_WEAPONS = {{", '"{0}": {{"tl": {1}, "range": "{2}", "power": {3}, "damage": "{4}"}},', "}}"),
    "w.cs": (
        "class D {{ static readonly W[] TurretWeapons = {{",
        'new W {{ Name = "{0}", TL = {1}, Range = "{2}", Power = {3}, Damage = "{4}" }},',
        "}}; }}",
    ),
    "w.yaml": (
        "turret_weapons:",
        '  - {{name: {0}, tl: {1}, range: {2}, power: {3}, damage: "{4}"}}',
        "",
    ),
    "w.xml": ("<turretWeapons>", '<w name="{0}" tl="{1}" range="{2}" power="{3}" damage="{4}"/>', "</turretWeapons>"),
    "w.html": (
        "<h2>Turret weapons</h2><table><tr><th>Weapon</th><th>TL</th><th>Range</th><th>Power</th><th>Damage</th></tr>",
        "<tr><td>{0}</td><td>{1}</td><td>{2}</td><td>{3}</td><td>{4}</td></tr>",
        "</table>",
    ),
    "w.csv": ("Weapon,TL,Range,Power,Damage", '{0},{1},{2},{3},"{4}"', ""),
    "w.md": ("|Weapon|TL|Range|Power|Damage|", "|{0}|{1}|{2}|{3}|{4}|", ""),
}


def weapons(name, damage, wrong=0, only=None):
    """Turret weapons in a format, their damage in a notation; the first has so many dice too many."""
    rows: Rows = []
    for n, (weapon, (tl, far, power, dice)) in enumerate(TURRET.items()):
        way = damage if only is None or n in only else "#D"
        rows.append((weapon, tl, far, power, way.replace("#", str(dice + (wrong if n == 0 else 0)))))
    if name == "w.json":
        fields = ("name", "tl", "range", "power", "damage")
        records = (json.dumps(dict(zip(fields, row, strict=True))) for row in rows)
        return '{"turretWeapons": [\n' + ",\n".join(records) + "\n]}"
    before, row, after = FORMATS[name]
    return _lines(before.format(), row, after.format(), rows)


WAYS = [
    "[[#d6]]",
    "(#d6)",
    "/roll #d6",
    "/r #d6",
    "/gmr #d6 // hit",
    "#d6[fire]",
    "[[/r #d6]]{Hit}",
    "{#d6}",
    "#d6 damage",
]


@pytest.mark.parametrize("way", WAYS)
def test_dice_are_read_in_the_notation_of_virtual_tabletops(tmp_path, way):
    assert errors(report(tmp_path / "a", {"w.js": weapons("w.js", way)})) == []
    told = report(tmp_path / "b", {"w.js": weapons("w.js", way, wrong=4)})
    assert [(rule, line) for rule, _, line, _ in errors(told)] == [("ship/turret-weapons/beam-laser/damage", 2)]


@pytest.mark.parametrize("name", [*FORMATS, "w.json"])
def test_an_inline_roll_is_read_in_every_format(tmp_path, name):
    assert report(tmp_path / "a", {name: weapons(name, "[[#d6]]")})["summary"]["unchecked"] == 0
    told = report(tmp_path / "b", {name: weapons(name, "[[#d6]]", wrong=4)})
    assert [rule for rule, *_ in errors(told)] == ["ship/turret-weapons/beam-laser/damage"]


@pytest.mark.parametrize("name", [*FORMATS, "w.json"])
@pytest.mark.parametrize("only", [frozenset({1, 2}), frozenset({0, 1, 2, 3}), frozenset(range(6))])
def test_dice_with_a_sheet_reference_are_unchecked_in_every_format(tmp_path, name, only):
    told = report(tmp_path, {name: weapons(name, "#d6 + @{dex}", only=only)})
    unread = [f for f in told["findings"] if f["code"] == "RC305"]
    assert len(unread) == len(only) == told["summary"]["unchecked"]
    assert {f["level"] for f in unread} == {"note"}
    assert all(f["rule"].endswith("/damage") and f["actual"] in f["message"] for f in unread)


def test_a_single_weapon_with_a_damage_formula_is_unchecked(tmp_path):
    told = report(tmp_path, {"w.json": '{"type": "weapon", "name": "Pulse Laser", "damage": "2d6 + @dex.mod"}'})
    assert [f["code"] for f in told["findings"]] == ["RC305"]
    names = report(tmp_path, {"w.json": '{"type": "weapon", "name": "Pulse Laser", "damage": "W2.Damage.Pulse"}'})
    assert names["findings"] == []


def test_equal_dice_that_are_added_up_are_the_same_dice(tmp_path):
    source = weapons("w.js", "#D").replace('"2D"', '"1d6+1d6"')
    assert report(tmp_path, {"w.js": source})["summary"]["agrees"] == 24


def dms(**other):
    """The range DMs as JavaScript has them, one to a line."""
    rows = BANDS | {key.replace("_", " "): value for key, value in other.items()}
    return "const RANGE_DM = {\n" + "".join(f"  {json.dumps(key)}: {value},\n" for key, value in rows.items()) + "};\n"


DMS = BANDS.items()
NO_VALUES = [
    ("a.js", dms(Distant=-6.5), 8),
    ("a.md", "|Range|Attack DM|\n|---|---|\n" + "".join(f"|{k}|{v + (k == 'Short') / 2}|\n" for k, v in DMS), 5),
    ("a.csv", "Range Band,Attack DM\n" + "".join(f"{k},{v if k != 'Long' else -2.5}\n" for k, v in DMS), 6),
    ("a.js", weapons("w.js", "#D").replace("tl: 10,", "tl: 10.5,", 1), 2),
    ("a.js", weapons("w.js", "#D").replace("power: 12", "power: -12"), 3),
    ("a.js", weapons("w.js", "#D").replace('"4D"', "0"), 3),
    ("a.json", '{"name": "Beam Laser", "tl": 10.5, "range": "Medium", "power": 4, "damage": "1D", "cost": 500000}', 1),
    ("a.js", f"const DIFFICULTY_TARGETS = {json.dumps(TARGETS | {'Average': 8.5})};", 1),
    ("a.js", f"const DIFFICULTY_TARGETS = {json.dumps(TARGETS | {'Average': 80})};", 1),
]  # fmt: skip


@pytest.mark.parametrize(("name", "source", "line"), NO_VALUES)
def test_a_number_outside_its_kind_is_wrong_in_a_recognised_table(tmp_path, name, source, line):
    told = report(tmp_path, {name: source})
    assert [(f["code"], f["level"], f["line"]) for f in told["findings"] if f["level"] == "error"] == [
        ("RC202", "error", line)
    ]
    found = next(f for f in told["findings"] if f["code"] == "RC202")
    assert found["expected"] in found["message"]
    assert told["summary"]["differs"] == 1


@pytest.mark.parametrize("value", ['"varies"', '"lots"', "null", "true", '""', "BASE", '"-6 - x"'])
def test_a_cell_that_is_no_number_is_unchecked_or_missing(tmp_path, value):
    told = report(tmp_path, {"a.js": dms(Distant=value)})
    assert [(f["level"], f["line"]) for f in told["findings"]] == [("note", 8)]
    assert told["summary"]["unchecked"] + told["summary"]["missing"] == 1
    assert told["summary"]["agrees"] == 6


@pytest.mark.parametrize(
    "source",
    [
        dms(Distant=-6.5).replace("RANGE_DM", "SENSOR_RANGE_DM"),
        dms(Adjacent=0.5, Close=1.5, Short=2.5, Medium=0.25).replace("RANGE_DM", "RANGE_WEIGHTS"),
        f"const difficultyXp = {json.dumps(TARGETS | {'Average': 8.5})};",
        f"const difficultyXp = {json.dumps(TARGETS | {'Routine': 5, 'Easy': 5} | dict.fromkeys(UNREAD, 'x'))};",
        "// classic traveller\n" + dms(Distant=-6.5),
        dms(Short="1.0", Long="-2.0"),
        weapons("w.js", "#D").replace("tl: 10,", 'mods: "Size Reduction", tl: 10,', 1).replace("er: 4", "er: 3.5", 1),
    ],
)  # fmt: skip
def test_a_fraction_in_another_table_is_no_error(tmp_path, source):
    told = report(tmp_path, {"a.js": source})
    assert [f for f in told["findings"] if f["level"] != "note"] == []


def test_an_unreadable_cell_leaves_the_others_checked(tmp_path):
    rows = BANDS | {"Medium": "tbd", "Long": -3}
    table = "|Band|Thrust|Hits|\n|---|---|---|\n" + "".join(
        f"|{name}|{thrust}|{dm}|\n" for (name, dm), thrust in zip(rows.items(), (1, 1, 2, 5, 10, 25, 50), strict=True)
    )
    told = report(tmp_path, {"a.md": "# Space range bands\n\n" + table})
    assert [(rule, line) for rule, _, line, _ in errors(told)] == [("space/range-bands/long/attack-dm", 9)]
    assert [(f["code"], f["line"]) for f in told["findings"] if f["level"] == "note"] == [("RC305", 8)]


@pytest.mark.parametrize("way", ["{} or more", "{} or better", "{}+", "at least {}", "({}+)", ">= {}", "2D {}+"])
def test_a_target_number_may_stand_in_words(tmp_path, way):
    told = report(tmp_path, {"a.json": json.dumps({"difficulties": {k: way.format(v) for k, v in TARGETS.items()}})})
    assert (told["summary"]["agrees"], told["summary"]["unchecked"]) == (7, 0)
    rows = TARGETS | {"Routine": 7}
    told = report(tmp_path, {"a.json": json.dumps({"difficulties": {k: way.format(v) for k, v in rows.items()}})})
    assert [rule for rule, *_ in errors(told)] == ["checks/difficulties/routine"]


def bullets(head, item, rows):
    """A list of a document under a heading."""
    return f"# Rules\n\n## {head}\n\n" + "".join(item.format(name, value) + "\n" for name, value in rows.items())


@pytest.mark.parametrize("item", ["- {}: {:+d}", "* **{}**: {:+d}", "- {} — {:+d}", "1. {} = {:+d}", "- {} (DM{:+d})"])
def test_the_items_of_a_document_are_rows_under_a_heading_that_names_the_table(tmp_path, item):
    head = "Space range bands: attack DM"
    assert report(tmp_path, {"a.md": bullets(head, item, BANDS)})["summary"]["agrees"] == 7
    told = report(tmp_path, {"a.md": bullets(head, item, BANDS | {"Short": -2})})
    assert [(rule, line) for rule, _, line, _ in errors(told)] == [("space/range-bands/short/attack-dm", 7)]


@pytest.mark.parametrize(
    ("head", "rows"),
    [
        ("Sensor detection DM by range", BANDS | {"Short": 2, "Long": -1}),
        ("Experience by difficulty", {name: n for n, name in enumerate(TARGETS)}),
        ("Rounds to cross a band", {name: 2**n for n, name in enumerate(BANDS)}),
        ("Changelog", BANDS | {"Short": -2}),
    ],
)
def test_items_of_another_rule_are_left_alone(tmp_path, head, rows):
    told = report(tmp_path, {"a.md": bullets(head, "- {}: {}", rows)})
    assert [f for f in told["findings"] if f["level"] != "note"] == []


def test_a_number_outside_its_kind_is_fixed_if_its_notation_is_clear(tmp_path):
    source = dms(Distant=-6.5) + weapons("w.js", "[[#d6]]", wrong=2).replace("tl: 14", "tl: 14.5")
    write(tmp_path, {"a.js": source})
    report(tmp_path, fix=FixOptions(allow_dirty=True))
    assert (tmp_path / "a.js").read_text() == dms() + weapons("w.js", "[[#d6]]")


@pytest.mark.parametrize(
    ("source", "codes"), [("const ATTACK_TARGET = 8.5;", ["RC202"]), ("const ATTACK_TARGET = 0.5;", ["RC305"])]
)
def test_a_fractional_constant_is_wrong_near_the_books_value_and_unchecked_elsewhere(tmp_path, source, codes):
    assert [f["code"] for f in report(tmp_path, {"a.js": source})["findings"]] == codes


def test_average_damage_is_not_read_as_a_number_of_dice(tmp_path):
    weapon = '{"name": "Beam Laser", "tl": 10, "range": "Medium", "power": 4, "damage": 3.5, "cost": 500000}'
    assert [f["level"] for f in report(tmp_path, {"a.json": weapon})["findings"]] == ["note"]


def test_a_heading_of_another_rule_outweighs_a_known_misreading(tmp_path):
    rows = BANDS | {"Short": -2}
    table = "|Range|DM|\n|---|---|\n" + "".join(f"|{name}|{dm}|\n" for name, dm in rows.items())
    assert errors(report(tmp_path / "a", {"a.md": "# DMs in space combat\n\n" + table})) != []
    assert errors(report(tmp_path / "b", {"a.md": "# Communications DM by range\n\n" + table})) == []


@pytest.mark.parametrize(
    ("rule", "text", "field", "value"),
    [
        ("ship/turret-weapons/pulse-laser/cost", "1", "costMCr", 1_000_000),
        ("ship/turret-weapons/pulse-laser/damage", "2", "damageDice", RAW["ship/turret-weapons/pulse-laser/damage"]),
        ("ship/turret-weapons/beam-laser/range", "close, adjacent, short, medium", "range", "Medium"),
        ("ship/technology-levels/budget/cost", "0.75", "cost", Fraction(-1, 4)),
        ("ship/technology-levels/prototype/modifications", "-1", "mods", "1 Disadvantage"),
        ("ship/technology-levels/prototype/modifications", "4 Advantages", "mods", "4 Advantages"),
        ("ship/crew/engineer/commercial", "35", "TONS_PER_ENGINEER", RAW["ship/crew/engineer/commercial"]),
        ("space/range-bands/long/distance", "25000", "max", RAW["space/range-bands/long/distance"]),
        ("space/range-bands/distant/distance", "Infinity", "max", RAW["space/range-bands/distant/distance"]),
        ("space/range-bands/long/attack-dm", "2", "penalty", -2),
        ("ship/turret-weapons/railgun/traits", "AP4", "traits", RAW["ship/turret-weapons/railgun/traits"]),
    ],
)
def test_a_notation_is_the_one_that_makes_sense(rule, text, field, value):
    kind = RAW.rule(rule).kind
    assert notation(kind, ((rule, text),), field).read(kind, text, rule) == value


WEAPONS = "ship/turret-weapons"


@pytest.mark.parametrize(
    ("field", "value", "right"),
    [
        ("cost", "1000000", True),
        ("cost", "1_000_000", True),
        ("costMCr", "1", True),
        ("cost_mcr", "1.0", True),
        ("price", "1e6", True),
        ("price", "'MCr1'", True),
        ("price", "'Cr1,000,000'", True),
        ("cost", "5 * 200000", True),
        ("cost", "900000", False),
        ("costMCr", "2", False),
    ],
)
def test_credits_are_read_in_every_unit(tmp_path, field, value, right):
    source = f"const SHIP_WEAPONS = {{ pulseLaser: {{ tl: 9, damage: '2D', {field}: {value} }} }};"
    told = report(tmp_path, {"a.js": source})
    assert f"{WEAPONS}/pulse-laser/cost" in stated(told)
    assert (errors(told) == []) is right


@pytest.mark.parametrize(
    ("cells", "wrong"),
    [
        ("0.75 1.1 1.25 1.5", None),
        ("-25 10 25 50", None),
        ("-0.25 0.1 0.25 0.5", None),
        ("'-25%' '+10%' '+25%' '+50%'", None),
        ("0.75 1.2 1.25 1.5", "1.2"),
        ("-25 10 30 50", "30"),
    ],
)
def test_percentages_are_read_in_every_notation(tmp_path, cells, wrong):
    names = ("budget", "advanced", "veryAdvanced", "highTech")
    rows = ", ".join(f"{name}: {{ cost: {cell} }}" for name, cell in zip(names, cells.split(), strict=True))
    found = errors(report(tmp_path, {"a.js": f"const PROTOTYPE_LEVELS = {{ {rows} }};"}))
    assert [actual for _, actual, *_ in found] == ([wrong] if wrong else [])


IN_CODE = "export const RANGE_PENALTY = { adjacent: 0, close: 0, medium: 0, long: 2, veryLong: 4, distant: %s };"


IN_DATA = '{"rangePenalty": {"adjacent": 0, "close": 0, "medium": 0, "long": 2, "veryLong": 4, "distant": %s}}'


BARBETTES = '[{"name": "Particle Barbette", "damage": "%s", "power": 15, "tl": 11}, {"name": "Plasma Barbette",'
BARBETTES += ' "damage": "4D x 3", "power": 12, "tl": 11}]'


@pytest.mark.parametrize(("name", "source"), [("a.js", IN_CODE), ("a.json", IN_DATA)])
def test_a_table_of_penalties_states_negative_dms(tmp_path, name, source):
    assert errors(report(tmp_path / "right", {name: source % 6})) == []
    found = errors(report(tmp_path / "wrong", {name: source % 5}))
    assert [one[:2] for one in found] == [("space/range-bands/distant/attack-dm", "5")]


def test_the_damage_of_a_barbette_may_have_its_multiple_and_no_other(tmp_path):
    assert errors(report(tmp_path / "right", {"a.json": BARBETTES % "4D x 3"})) == []
    found = errors(report(tmp_path / "wrong", {"a.json": BARBETTES % "4D x 5"}))
    assert [one[:2] for one in found] == [("ship/barbettes/particle-barbette/damage", "4D x 5")]
