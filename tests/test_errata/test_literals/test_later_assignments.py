"""A table that later code changes: constants, members assigned afterwards, merged entries."""

import pytest

from tests.test_errata.vtts import RANGES, errors, report

JS = "export const RANGE_DM = { adjacent: 0, close: 0, short: 1, medium: 0, long: -2, veryLong: -4, distant: -6 };\n"
PY = JS.replace("export const ", "").replace(" }", "}").replace(";", "").replace("veryLong", "very_long")
for _name in ("adjacent", "close", "short", "medium", "very_long", "distant"):
    PY = PY.replace(f" {_name}:", f' "{_name}":')
PY = PY.replace(" long:", ' "long":')
LUA = JS.replace("export const", "local").replace(":", " =").replace(";", "")
SHORT = "space/range-bands/short/attack-dm"

BROKEN = {
    "a member": ("a.js", JS + "RANGE_DM.short = @;\n", SHORT, 2, "1", "3"),
    "a member by its name": ("a.ts", JS + "RANGE_DM['short'] = @;\n", SHORT, 2, "1", "3"),
    "a constant": ("a.js", "const NEAR = @;\n" + JS.replace("short: 1", "short: NEAR"), SHORT, 2, "1", "3"),
    "a constant that is put in": ("a.js", "const NEAR = @;\n" + JS + "RANGE_DM.short = NEAR;\n", SHORT, 3, "1", "3"),
    "a sum": ("a.js", JS.replace("short: 1", "short: @"), SHORT, 1, "2 - 1", "1 + 2"),
    "a sum with a constant": ("a.js", "const I = 1;\n" + JS.replace("t: 1", "t: @"), SHORT, 2, "2 - I", "I * 3"),
    "a subscript of Python": ("a.py", PY + 'RANGE_DM["short"] = @\n', SHORT, 2, "1", "3"),
    "a field of Lua": ("a.lua", LUA + "RANGE_DM.short = @\n", SHORT, 2, "1", "3"),
    "an index of Lua": ("a.lua", LUA + 'RANGE_DM["short"] = @\n', SHORT, 2, "1", "3"),
}  # fmt: skip


@pytest.mark.parametrize(("file", "text", "rule", "line", "right", "wrong"), BROKEN.values(), ids=BROKEN)
def test_a_later_assignment_overrides_the_value_in_the_table(tmp_path, file, text, rule, line, right, wrong):
    told = report(tmp_path, {file: text.replace("@", wrong)})
    assert [(found[0], found[2]) for found in errors(told)] == [(rule, line)]
    assert not errors(report(tmp_path, {file: text.replace("@", right)}))


LEFT_ALONE = {
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
def test_an_assignment_to_something_else_is_no_error(tmp_path, text):
    assert not errors(report(tmp_path, {"a.js": text}))


def test_constants_defined_by_each_other_have_no_value(tmp_path):
    text = "const A = B + 1;\nconst B = A + 1;\n" + JS.replace("short: 1", "short: A")
    assert [f["code"] for f in report(tmp_path, {"a.js": text})["findings"]] == ["RC305"]


def test_a_conditional_value_is_unchecked_and_not_missing(tmp_path):
    told = report(tmp_path, {"a.py": PY.replace('"short": 1', '"short": 2 if HOUSE else 3')})
    assert [(f["code"], f["rule"]) for f in told["findings"]] == [("RC305", SHORT)]


def test_an_assignment_for_missing_values_only_changes_nothing(tmp_path):
    assert not errors(report(tmp_path, {"a.js": JS + "RANGE_DM.short ??= 3;\n"}))


def test_a_later_computed_value_is_unchecked(tmp_path):
    told = report(tmp_path, {"a.js": JS + "RANGE_DM.short = near + 1;\n"})
    assert [(f["code"], f["rule"], f["line"]) for f in told["findings"]] == [("RC305", SHORT, 2)]


def test_the_rest_of_a_changed_table_is_counted_once(tmp_path):
    told = report(tmp_path, {"a.js": JS + "RANGE_DM.short = 3;\n"})
    assert (told["summary"]["agrees"], told["summary"]["differs"]) == (7, 1)


def test_an_entry_overrides_a_merged_one_in_yaml(tmp_path):
    base = "\n".join(f"  {name}: {dm}" for name, dm in RANGES.items()).lower().replace("very long", "veryLong")
    text = f"base: &b\n{base}\nrangeDM:\n  <<: *b\n  short: 3\n"
    assert errors(report(tmp_path, {"rules.yaml": text})) == [(SHORT, "3", 11, 10)]
    assert not errors(report(tmp_path, {"rules.yaml": text.replace("short: 3", "short: 1")}))
