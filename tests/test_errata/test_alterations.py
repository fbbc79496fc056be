"""A right table that the code breaks elsewhere: constants, values put in later, tables put over others."""

from pathlib import Path

import pytest

from tests.test_errata.vtts import RANGES, errors, report

JS = "export const RANGE_DM = { adjacent: 0, close: 0, short: 1, medium: 0, long: -2, veryLong: -4, distant: -6 };\n"
PY = JS.replace("export const ", "").replace(" }", "}").replace(";", "").replace("veryLong", "very_long")
for _name in ("adjacent", "close", "short", "medium", "very_long", "distant"):
    PY = PY.replace(f" {_name}:", f' "{_name}":')
PY = PY.replace(" long:", ' "long":')
LUA = JS.replace("export const", "local").replace(":", " =").replace(";", "")
CS = """\
class Ranges {
  public static readonly Dictionary<string, int> RangeDm = new() {
    ["adjacent"] = 0, ["close"] = 0, ["short"] = 1, ["medium"] = 0, ["long"] = -2, ["veryLong"] = -4,
    ["distant"] = -6 };
  static Ranges() { SECOND }
}
"""
WEAPONS = """\
const WEAPONS = {
  pulseLaser: { name: "Pulse Laser", tl: 9, damage: "2D", range: "Long", power: 4 },
  beamLaser: { name: "Beam Laser", tl: 10, damage: "1D", range: "Medium", power: 4 },
};
"""
_TABLE = JS.partition(" = ")[2].strip(";\n")
MAP = f"const RANGE_DM = new Map(Object.entries({_TABLE}));\n"
CONFIG = f"export const MGT2 = {{ rangeDM: {_TABLE} }};\n"
CLASS = f"class A {{ static RANGE_DM = {_TABLE}; }}\n"
LIST = "aSpaceRange = { " + ", ".join(f'{{ sName = "{n}", nDM = {dm} }}' for n, dm in RANGES.items()) + " }\n"
SHORT, BEAM = "space/range-bands/short/attack-dm", "ship/turret-weapons/beam-laser/damage"

BASE = JS.replace("export const RANGE_DM", "const BASE")
PY_BASE, LUA_BASE = PY.replace("RANGE_DM", "BASE"), LUA.replace("RANGE_DM", "BASE")
COPY = "local RANGE_DM = {}\nfor k, v in pairs(BASE) do RANGE_DM[k] = v end\n"
OVER = 'static readonly Dictionary<string, int> RangeDm = new(Base) { ["short"] = @ };'
BROKEN = {
    "a spread of a base": ("a.js", BASE + "export const RANGE_DM = { ...BASE, short: @ };\n", SHORT, 2, "1", "-2"),
    "two parts": ("a.js", BASE.replace(", long", " };\nconst FAR = { long").replace("short: 1", "short: @")
                  + "const RANGE_DM = { ...BASE, ...FAR };\n", SHORT, 1, "1", "-2"),
    "a splat of a base": ("a.py", PY_BASE + 'RANGE_DM = {**BASE, "short": @}\n', SHORT, 2, "1", "-2"),
    "a union with a base": ("a.py", PY_BASE + 'RANGE_DM = BASE | {"short": @}\n', SHORT, 2, "1", "-2"),
    "a changed copy": ("a.js", BASE + "const RANGE_DM = { ...BASE };\nRANGE_DM.short = @;\n", SHORT, 3, "1", "-2"),
    "a loop of Lua that copies": (
        "a.lua", LUA_BASE + COPY + "RANGE_DM.short = @\n", SHORT, 4, "1", "-2"),
    "where Lua looks next": (
        "a.lua", LUA_BASE + "local RANGE_DM = setmetatable({ short = @ }, { __index = BASE })\n",
        SHORT, 2, "1", "-2"),
    "a dictionary of C# that begins with another": (
        "a.cs", CS.replace("RangeDm", "Base").replace("static Ranges() { SECOND }", OVER), SHORT, 5, "1", "-2"),
    "a member": ("a.js", JS + "RANGE_DM.short = @;\n", SHORT, 2, "1", "3"),
    "a member by its name": ("a.ts", JS + "RANGE_DM['short'] = @;\n", SHORT, 2, "1", "3"),
    "a member by an enum": ("a.js", JS.replace("short:", "SHORT:") + "RANGE_DM[Band.SHORT] = @;\n", SHORT, 2, "1", "3"),
    "a spread": ("a.js", JS + "export const OURS = { ...RANGE_DM, short: @ };\n", SHORT, 2, "1", "3"),
    "an assign": ("a.js", JS + "Object.assign(RANGE_DM, { short: @ });\n", SHORT, 2, "1", "3"),
    "an assign to a new one": ("a.js", JS + "let DM = Object.assign({}, RANGE_DM, {short: @});\n", SHORT, 2, "1", "3"),
    "a plus": ("a.js", JS + "RANGE_DM.short += @;\n", SHORT, 2, "0", "2"),
    "a sum with itself": ("a.js", JS + "RANGE_DM.short = RANGE_DM.short + @;\n", SHORT, 2, "0", "2"),
    "a plus of Python": ("a.py", PY + 'RANGE_DM["short"] += @\n', SHORT, 2, "0", "2"),
    "a plus of C#": ("a.cs", CS.replace("SECOND", 'RangeDm["short"] += @;'), SHORT, 5, "0", "2"),
    "a setter": ("a.js", JS + 'foundry.utils.setProperty(RANGE_DM, "short", @);\n', SHORT, 2, "1", "3"),
    "a map": ("a.js", MAP + 'RANGE_DM.set("short", @);\n', SHORT, 2, "1", "3"),
    "a deep merge": ("a.js", WEAPONS + 'mergeObject(WEAPONS, { beamLaser: { damage: "@" } });\n', BEAM, 5, "1D", "3D"),
    "under a namespace": ("a.js", CONFIG + "CONFIG.MGT2.rangeDM.short = @;\n", SHORT, 2, "1", "3"),
    "a subclass": ("a.js", CLASS + "class B { static RANGE_DM = { ...A.RANGE_DM, short: @ }; }\n", SHORT, 2, "1", "3"),
    "another name": ("a.js", JS + "const r = RANGE_DM;\nr.short = @;\n", SHORT, 3, "1", "3"),
    "another name of a row": ("a.js", WEAPONS + 'const b = WEAPONS.beamLaser;\nb.damage = "@";\n', BEAM, 6, "1D", "3D"),
    "another name in Python": ("a.py", PY + 'r = RANGE_DM\nr["short"] = @\n', SHORT, 3, "1", "3"),
    "itself": ("a.js", JS.replace("const", "let") + "RANGE_DM = { ...RANGE_DM, short: @ };\n", SHORT, 2, "1", "3"),
    "itself in Python": ("a.py", PY + 'RANGE_DM = {**RANGE_DM, "short": @}\n', SHORT, 2, "1", "3"),
    "an item of Lua": ("a.lua", LIST + "aSpaceRange[3].nDM = @;\n", SHORT, 2, "1", "3"),
    "in a function": ("a.js", JS + "function setUp() {\n  RANGE_DM.short = @;\n}\n", SHORT, 3, "1", "3"),
    "a constant": ("a.js", "const NEAR = @;\n" + JS.replace("short: 1", "short: NEAR"), SHORT, 2, "1", "3"),
    "a constant that is put in": ("a.js", "const NEAR = @;\n" + JS + "RANGE_DM.short = NEAR;\n", SHORT, 3, "1", "3"),
    "a sum": ("a.js", JS.replace("short: 1", "short: @"), SHORT, 1, "2 - 1", "1 + 2"),
    "a sum with a constant": ("a.js", "const I = 1;\n" + JS.replace("t: 1", "t: @"), SHORT, 2, "2 - I", "I * 3"),
    "a field of a record": ("a.js", WEAPONS + 'WEAPONS.beamLaser.damage = "@";\n', BEAM, 5, "1D", "3D"),
    "a record": ("a.js", WEAPONS + 'WEAPONS.beamLaser = { ...WEAPONS.beamLaser, damage: "@" };\n', BEAM, 5, "1D", "3D"),
    "a subscript of Python": ("a.py", PY + 'RANGE_DM["short"] = @\n', SHORT, 2, "1", "3"),
    "an update of Python": ("a.py", PY + 'RANGE_DM.update({"short": @})\n', SHORT, 2, "1", "3"),
    "an update by keywords": ("a.py", PY + "RANGE_DM.update(short=@)\n", SHORT, 2, "1", "3"),
    "a splat of Python": ("a.py", PY + 'OURS = {**RANGE_DM, "short": @}\n', SHORT, 2, "1", "3"),
    "a dict of Python": ("a.py", PY + "OURS = dict(RANGE_DM, short=@)\n", SHORT, 2, "1", "3"),
    "a union of Python": ("a.py", PY + 'OURS = RANGE_DM | {"short": @}\n', SHORT, 2, "1", "3"),
    "a union in place": ("a.py", PY + 'RANGE_DM |= {"short": @}\n', SHORT, 2, "1", "3"),
    "a field of Lua": ("a.lua", LUA + "RANGE_DM.short = @\n", SHORT, 2, "1", "3"),
    "an index of Lua": ("a.lua", LUA + 'RANGE_DM["short"] = @\n', SHORT, 2, "1", "3"),
    "an index of C#": ("a.cs", CS.replace("SECOND", 'RangeDm["short"] = @;'), SHORT, 5, "1", "3"),
}  # fmt: skip


@pytest.mark.parametrize(("file", "text", "rule", "line", "right", "wrong"), BROKEN.values(), ids=BROKEN)
def test_a_right_table_that_is_changed_is_read_as_it_is_then(
    tmp_path: Path, file: str, text: str, rule: str, line: int, right: str, wrong: str
) -> None:
    told = report(tmp_path, {file: text.replace("@", wrong)})
    assert [(found[0], found[2]) for found in errors(told)] == [(rule, line)]
    assert not errors(report(tmp_path, {file: text.replace("@", right)}))


LEFT_ALONE = {
    "a base for something else": BASE + "const TEST_FIXTURE = { ...BASE, short: 5 };\n",
    "a base with a scope": BASE + "const scopedRangeDM = { ...BASE, long: 0 };\n",
    "under a condition": JS + "if (settings.closer) RANGE_DM.short = 3;\n",
    "another table of that name": JS + "function f() { const RANGE_DM = {}; RANGE_DM.short = 3; }\n",
    "a table for something else": JS + "const SENSOR_DM = { ...RANGE_DM, short: 3 };\n",
    "a table for some other case": JS + "const rangeWithScope = { ...RANGE_DM, long: -1 };\n",
    "a table for people": JS + "const PERSONAL = { ...RANGE_DM, close: 1, long: -3 };\n",
    "of somebody else": JS + "other.RANGE_DM.short = 3;\n",
    "a parameter of that name": JS + "const put = (RANGE_DM) => { RANGE_DM.short = 3; };\n",
    "the name of a parameter": "const near = 3;\nfunction dm(near) {\n  return "
    + JS.partition("= ")[2].replace("1", "near")
    + "}\n",
    "a name that is given twice": "let near = 3;\nnear = 1;\n" + JS.replace("short: 1", "short: near"),
}


@pytest.mark.parametrize("text", LEFT_ALONE.values(), ids=LEFT_ALONE)
def test_what_may_mean_something_else_is_no_error(tmp_path: Path, text: str) -> None:
    assert not errors(report(tmp_path, {"a.js": text}))


def test_constants_that_are_given_each_other_say_nothing(tmp_path: Path) -> None:
    text = "const A = B + 1;\nconst B = A + 1;\n" + JS.replace("short: 1", "short: A")
    assert [f["code"] for f in report(tmp_path, {"a.js": text})["findings"]] == ["RC305"]


def test_a_value_that_is_one_or_another_is_there_and_not_checked(tmp_path: Path) -> None:
    told = report(tmp_path, {"a.py": PY.replace('"short": 1', '"short": 2 if HOUSE else 3')})
    assert [(f["code"], f["rule"]) for f in told["findings"]] == [("RC305", SHORT)]


def test_one_more_is_one_more(tmp_path: Path) -> None:
    assert errors(report(tmp_path, {"a.js": JS + "RANGE_DM.short++;\n"})) == [(SHORT, "2", 2, 1)]


def test_what_is_only_put_where_there_is_nothing_changes_nothing(tmp_path: Path) -> None:
    assert not errors(report(tmp_path, {"a.js": JS + "RANGE_DM.short ??= 3;\n"}))


def test_a_change_under_a_condition_is_told_as_in_doubt(tmp_path: Path) -> None:
    told = report(tmp_path, {"a.js": LEFT_ALONE["under a condition"]})
    assert [(f["code"], f["line"], f["level"]) for f in told["findings"]] == [("RC207", 2, "note")]


def test_a_value_that_is_worked_out_later_is_told_as_not_checked(tmp_path: Path) -> None:
    told = report(tmp_path, {"a.js": JS + "RANGE_DM.short = near + 1;\n"})
    assert [(f["code"], f["rule"], f["line"]) for f in told["findings"]] == [("RC305", SHORT, 2)]


def test_what_a_change_leaves_as_it_is_counts_once(tmp_path: Path) -> None:
    told = report(tmp_path, {"a.js": JS + "RANGE_DM.short = 3;\n"})
    assert (told["summary"]["agrees"], told["summary"]["differs"]) == (7, 1)


RECORDS = (
    "export const BANDS = { "
    + ", ".join(
        f"{name}: {{ attackDM: {dm} }}"
        for name, dm in {"veryLong" if n == "Very Long" else n.lower(): dm for n, dm in RANGES.items()}.items()
    )
    + " };\n"
)
ELSEWHERE = {
    "a base": (
        "c.js",
        BASE.replace("const", "export const"),
        "b.js",
        'import { BASE } from "./c.js";\nexport const RANGE_DM = { ...BASE, short: @ };\n',
        SHORT,
        2,
    ),
    "a base by another name": (
        "c.js",
        JS,
        "b.js",
        'import { RANGE_DM as BASE } from "./c.js";\nexport const RANGE_DM = { ...BASE, short: @ };\n',
        SHORT,
        2,
    ),
    "a base of Python": (
        "c.py",
        PY.replace("RANGE_DM", "BASE"),
        "b.py",
        'from c import BASE\nRANGE_DM = {**BASE, "short": @}\n',
        SHORT,
        2,
    ),
    "a field": ("r.js", RECORDS, "b.js", 'import { BANDS } from "./r.js";\nBANDS.short.attackDM = @;\n', SHORT, 2),
    "another name": (
        "r.js",
        RECORDS,
        "b.js",
        'import { BANDS as B } from "./r.js";\nB.short.attackDM = @;\n',
        SHORT,
        2,
    ),
    "a deep merge": ("r.js", RECORDS, "b.js", "mergeObject(BANDS, { short: { attackDM: @ } });\n", SHORT, 1),
    "a path": ("r.js", RECORDS, "b.js", "setProperty(BANDS, 'short.attackDM', @);\n", SHORT, 1),
    "an import": ("rules.js", JS, "b.js", 'import { RANGE_DM } from "./rules.js";\nRANGE_DM.short = @;\n', SHORT, 2),
    "a namespace": ("rules.js", JS, "b.js", 'import * as r from "./rules.js";\nr.RANGE_DM.short = @;\n', SHORT, 2),
    "a spread": ("rules.js", JS, "b.js", "export const OURS = { ...RANGE_DM, short: @ };\n", SHORT, 1),
    "Python": ("rules.py", PY, "b.py", 'from rules import RANGE_DM\n\nRANGE_DM["short"] = @\n', SHORT, 3),
    "an update elsewhere": ("c.py", PY, "b.py", "from . import c\n\nc.RANGE_DM.update(short=@)\n", SHORT, 3),
    "a module of Lua": ("c.lua", LUA, "b.lua", "local RANGE_DM = require('c')\nRANGE_DM.short = @\n", SHORT, 2),
    "a hook": ("r.js", JS, "b.js", 'Hooks.once("init", () => {\n  RANGE_DM.short = @;\n});\n', SHORT, 2),
    "a global of Lua": ("rules.lua", LUA.replace("local ", ""), "b.lua", "RANGE_DM.short = @\n", SHORT, 1),
}


@pytest.mark.parametrize(("file", "table", "other", "change", "rule", "line"), ELSEWHERE.values(), ids=ELSEWHERE)
def test_a_right_table_that_another_file_changes_is_read_as_it_is_then(
    tmp_path: Path, file: str, table: str, other: str, change: str, rule: str, line: int
) -> None:
    told = report(tmp_path, {file: table, other: change.replace("@", "3")})
    assert [(f["rule"], f["file"], f["line"], f["level"]) for f in told["findings"]] == [(rule, other, line, "error")]
    assert not report(tmp_path, {file: table, other: change.replace("@", "1")})["findings"]


def test_a_table_elsewhere_that_is_spread_for_something_else_is_left_alone(tmp_path: Path) -> None:
    other = 'import { RANGE_DM } from "./rules.js";\nexport const SENSOR_DM = { ...RANGE_DM, short: 3 };\n'
    assert not errors(report(tmp_path, {"rules.js": JS, "b.js": other}))


def test_a_table_of_a_function_is_not_changed_from_elsewhere(tmp_path: Path) -> None:
    inside = "function dm(band) {\n  " + JS.removeprefix("export ") + "  return RANGE_DM[band];\n}\n"
    assert not errors(report(tmp_path, {"rules.js": inside, "b.js": "RANGE_DM.short = 3;\n"}))


def test_a_weapon_that_is_a_row_of_two_tables_is_changed_from_elsewhere(tmp_path: Path) -> None:
    rows = WEAPONS.replace('"Long", power: 4', '"Long", power: 4, attackDM: 2').replace(
        "};",
        '  missileRack: { name: "Missile Rack", tl: 7, damage: "4D", range: "Special", power: 0 },\n'
        '  railgun: { name: "Railgun", tl: 10, damage: "2D", range: "Short", power: 2 },\n};',
    )
    table = "export " + rows.replace('"Medium", power: 4', '"Medium", power: 4, attackDM: 4')
    other = "import { WEAPONS } from './weapons.js';\nWEAPONS.beamLaser.damage = '@';\n"
    files: dict[str, str | bytes] = {"weapons.js": table, "b.js": other.replace("@", "3D")}
    assert [(rule, line) for rule, _, line, _ in errors(report(tmp_path, files))] == [(BEAM, 2)]
    assert not errors(report(tmp_path, files | {"b.js": other.replace("@", "1D")}))


def test_a_change_elsewhere_is_kept_with_the_rest(tmp_path: Path) -> None:
    files = {"rules.js": JS, "b.js": 'import { RANGE_DM } from "./rules.js";\nRANGE_DM.short = 3;\n'}
    first, second = (errors(report(tmp_path, files)) for _ in range(2))
    assert first == second == [(SHORT, "3", 2, 18)]


def test_a_change_elsewhere_is_forgotten_with_its_table(tmp_path: Path) -> None:
    files = {"rules.js": JS, "b.js": 'import { RANGE_DM } from "./rules.js";\nRANGE_DM.short = 3;\n', "c.js": JS + "\n"}
    assert errors(report(tmp_path, files))
    for name in ("rules.js", "c.js"):
        (tmp_path / name).write_text("// nothing\n")
    assert not errors(report(tmp_path))


def test_an_entry_over_one_that_is_merged_in_yaml_counts(tmp_path: Path) -> None:
    base = "\n".join(f"  {name}: {dm}" for name, dm in RANGES.items()).lower().replace("very long", "veryLong")
    text = f"base: &b\n{base}\nrangeDM:\n  <<: *b\n  short: 3\n"
    assert errors(report(tmp_path, {"rules.yaml": text})) == [(SHORT, "3", 11, 10)]
    assert not errors(report(tmp_path, {"rules.yaml": text.replace("short: 3", "short: 1")}))
