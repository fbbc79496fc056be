"""Cells that are hard to read: read if anyone writes them so, wrong if they are no value, told of if nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest

from errata.fix.options import FixOptions
from tests.test_errata.vtts import errors, report, write

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


def _lines(before: str, row: str, after: str, rows: Rows) -> str:
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


def weapons(name: str, damage: str, wrong: int = 0, only: frozenset[int] | None = None) -> str:
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
def test_dice_are_read_as_virtual_tabletops_write_them(tmp_path, way):
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
def test_what_a_sheet_adds_is_told_as_not_checked_in_every_format(tmp_path, name, only):
    told = report(tmp_path, {name: weapons(name, "#d6 + @{dex}", only=only)})
    unread = [f for f in told["findings"] if f["code"] == "RC305"]
    assert len(unread) == len(only) == told["summary"]["unchecked"]
    assert {f["level"] for f in unread} == {"note"}
    assert all(f["rule"].endswith("/damage") and f["actual"] in f["message"] for f in unread)


def test_a_weapon_by_itself_with_a_formula_for_its_damage_is_told_as_not_checked(tmp_path):
    told = report(tmp_path, {"w.json": '{"type": "weapon", "name": "Pulse Laser", "damage": "2d6 + @dex.mod"}'})
    assert [f["code"] for f in told["findings"]] == ["RC305"]
    names = report(tmp_path, {"w.json": '{"type": "weapon", "name": "Pulse Laser", "damage": "W2.Damage.Pulse"}'})
    assert names["findings"] == []


def test_equal_dice_that_are_added_up_are_the_same_dice(tmp_path):
    source = weapons("w.js", "#D").replace('"2D"', '"1d6+1d6"')
    assert report(tmp_path, {"w.js": source})["summary"]["agrees"] == 24


def dms(**other: object) -> str:
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
def test_a_number_that_is_no_value_of_its_rule_is_wrong_in_a_table_that_is_certain(tmp_path, name, source, line):
    told = report(tmp_path, {name: source})
    assert [(f["code"], f["level"], f["line"]) for f in told["findings"] if f["level"] == "error"] == [
        ("RC202", "error", line)
    ]
    found = next(f for f in told["findings"] if f["code"] == "RC202")
    assert found["expected"] in found["message"]
    assert told["summary"]["differs"] == 1


@pytest.mark.parametrize("value", ['"varies"', '"lots"', "null", "true", '""', "BASE", '"-6 - x"'])
def test_what_is_no_number_is_told_as_not_checked_or_missing(tmp_path, value):
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
def test_a_fraction_elsewhere_is_no_error(tmp_path, source):
    told = report(tmp_path, {"a.js": source})
    assert [f for f in told["findings"] if f["level"] != "note"] == []


def test_one_cell_that_cannot_be_read_says_nothing_of_the_others(tmp_path):
    rows = BANDS | {"Medium": "tbd", "Long": -3}
    table = "|Band|Thrust|Hits|\n|---|---|---|\n" + "".join(
        f"|{name}|{thrust}|{dm}|\n" for (name, dm), thrust in zip(rows.items(), (1, 1, 2, 5, 10, 25, 50), strict=True)
    )
    told = report(tmp_path, {"a.md": "# Space range bands\n\n" + table})
    assert [(rule, line) for rule, _, line, _ in errors(told)] == [("space/range-bands/long/attack-dm", 9)]
    assert [(f["code"], f["line"]) for f in told["findings"] if f["level"] == "note"] == [("RC305", 8)]


@pytest.mark.parametrize("way", ["{} or more", "{} or better", "{}+", "at least {}", "({}+)", ">= {}", "2D {}+"])
def test_a_target_is_read_in_words(tmp_path, way):
    told = report(tmp_path, {"a.json": json.dumps({"difficulties": {k: way.format(v) for k, v in TARGETS.items()}})})
    assert (told["summary"]["agrees"], told["summary"]["unchecked"]) == (7, 0)
    rows = TARGETS | {"Routine": 7}
    told = report(tmp_path, {"a.json": json.dumps({"difficulties": {k: way.format(v) for k, v in rows.items()}})})
    assert [rule for rule, *_ in errors(told)] == ["checks/difficulties/routine"]


def bullets(head: str, item: str, rows: dict[str, Any]) -> str:
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


def test_a_number_that_is_no_value_is_rewritten_where_its_notation_is_clear(tmp_path):
    source = dms(Distant=-6.5) + weapons("w.js", "[[#d6]]", wrong=2).replace("tl: 14", "tl: 14.5")
    write(tmp_path, {"a.js": source})
    report(tmp_path, fix=FixOptions(allow_dirty=True))
    assert (tmp_path / "a.js").read_text() == dms() + weapons("w.js", "[[#d6]]")


@pytest.mark.parametrize(
    ("source", "codes"), [("const ATTACK_TARGET = 8.5;", ["RC202"]), ("const ATTACK_TARGET = 0.5;", ["RC305"])]
)
def test_a_constant_with_a_fraction_is_wrong_near_the_books_value_and_not_checked_elsewhere(tmp_path, source, codes):
    assert [f["code"] for f in report(tmp_path, {"a.js": source})["findings"]] == codes


def test_average_damage_is_no_wrong_number_of_dice(tmp_path):
    weapon = '{"name": "Beam Laser", "tl": 10, "range": "Medium", "power": 4, "damage": 3.5, "cost": 500000}'
    assert [f["level"] for f in report(tmp_path, {"a.json": weapon})["findings"]] == ["note"]


def test_a_heading_of_another_rule_counts_although_a_value_is_a_known_misreading(tmp_path):
    rows = BANDS | {"Short": -2}
    table = "|Range|DM|\n|---|---|\n" + "".join(f"|{name}|{dm}|\n" for name, dm in rows.items())
    assert errors(report(tmp_path / "a", {"a.md": "# DMs in space combat\n\n" + table})) != []
    assert errors(report(tmp_path / "b", {"a.md": "# Communications DM by range\n\n" + table})) == []
