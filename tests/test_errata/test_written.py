"""Ways to write a table that one language or another has: defaults, lists that grow, headers, ranges, two lists."""

from __future__ import annotations

import pytest

from tests.test_errata.vtts import RANGES, errors, report, stated

SIX = {band: dm for band, dm in RANGES.items() if band != "Distant"}
"""All rows but one; CRB 2016 p. 156 has -6 for it."""
MAP = "{ " + ", ".join(f'"{band}": {dm}' for band, dm in SIX.items()) + " }"
ASKED = " : ".join(f'b === "{band}" ? {dm}' for band, dm in SIX.items())
DEFAULTS = {
    "where it stands": ("a.js", f"const rangeDM = (b) => ({MAP}[b] ?? @);\n"),
    "by its name": ("a.ts", f"const RANGE_DM = {MAP};\nconst dm = RANGE_DM[band] || @;\n"),
    "in a call": ("a.py", f"def range_dm(band):\n    return {MAP}.get(band, @)\n"),
    "at the end of a ladder": ("a.js", f"const rangeDM = (b) => {ASKED} : @;\n"),
}


@pytest.mark.parametrize("name", DEFAULTS)
def test_what_is_left_over_stands_for_the_one_missing_row(tmp_path, name):
    file, text = DEFAULTS[name]
    told = report(tmp_path / "right", {file: text.replace("@", "-6")})
    assert errors(told) == []
    assert stated(told)["space/range-bands/distant/attack-dm"] == "-6"
    [(rule, actual, line, _)] = errors(report(tmp_path / "wrong", {file: text.replace("@", "-5")}))
    assert (rule, actual, line) == (
        "space/range-bands/distant/attack-dm",
        "-5",
        1 + text[: text.index("@")].count("\n"),
    )


@pytest.mark.parametrize("other", ["0", "-4", "-999", "99"])
def test_what_may_be_for_anything_unknown_stands_for_no_row(tmp_path, other):
    for n, (file, text) in enumerate(DEFAULTS.values()):
        assert errors(report(tmp_path / str(n), {file: text.replace("@", other)})) == []


SCORES = ((0, -3), (2, -2), (5, -1), (8, 0), (11, 1), (14, 2), (99, 3))
"""The last score of each characteristic DM, CRB 2016, Characteristic Modifiers."""
ADDED = {
    "a place behind the last": ("a.lua", "statDM[#statDM+1] = {{ max = {}, dm = {} }}", "local statDM = {}"),
    "insert": ("a.lua", "table.insert(statDM, {{ max = {}, dm = {} }})", "local statDM = {}"),
    "push": ("a.js", "statDM.push({{ max: {}, dm: {} }});", "const statDM = [];"),
    "append": ("a.py", 'stat_dm.append({{"max": {}, "dm": {}}})', "stat_dm = []"),
}


@pytest.mark.parametrize("name", ADDED)
def test_a_list_to_which_one_is_added_after_the_other_is_a_table(tmp_path, name):
    file, row, head = ADDED[name]
    right = "\n".join((head, *(row.format(*pair) for pair in SCORES))) + "\n"
    assert errors(report(tmp_path / "right", {file: right})) == []
    wrong = "\n".join((head, *(row.format(end, dm + (end == 5)) for end, dm in SCORES))) + "\n"
    [(rule, actual, line, _)] = errors(report(tmp_path / "wrong", {file: wrong}))
    assert (rule, actual, line) == ("checks/characteristic-dms/3-5/dm", "0", 4)


PYTHON = {
    "ranges as keys": "CHARACTERISTIC_DM = {{\n    range(0, 1): -3,\n    range(1, 3): {},\n    range(3, 6): -1,\n"
    "    range(6, {}): 0,\n    range(9, 12): 1,\n    range(12, 15): 2,\n    range(15, 100): 3,\n}}\n",
    "two lists": "from bisect import bisect_right\nSTAT_DMS = [-3,\n    {}, -1, 0, 1, 2, 3]\nSTAT_STEPS = [1, 3, 6,\n"
    "    {}, 12, 15]\ndef stat_dm(n):\n    return STAT_DMS[bisect_right(STAT_STEPS, n)]\n",
    "one case for several": "def stat_dm(score):\n    match score:\n        case 0: return -3\n"
    "        case 1 | 2: return {}\n        case 3 | 4 | 5: return -1\n        case s if s < {}: return 0\n"
    "        case 9 | 10 | 11: return 1\n        case 12 | 13 | 14: return 2\n        case _: return 3\n",
}


@pytest.mark.parametrize("name", PYTHON)
def test_bands_as_python_writes_them_are_checked(tmp_path, name):
    text = PYTHON[name]
    assert errors(report(tmp_path / "right", {"a.py": text.format(-2, 9)})) == []
    [(rule, *_)] = errors(report(tmp_path / "dm", {"a.py": text.format(-1, 9)}))
    assert rule == "checks/characteristic-dms/1-2/dm"
    assert [rule for rule, *_ in errors(report(tmp_path / "end", {"a.py": text.format(-2, 10)}))] == [
        "checks/characteristic-dms/6-8/score"
    ]


def test_seven_dms_of_characteristics_in_a_list_are_those_of_the_seven_bands(tmp_path):
    assert errors(report(tmp_path / "right", {"a.js": "const STAT_DMS = [-3, -2, -1, 0, 1, 2, 3];"})) == []


TURNED = {
    "in lists": ("a.js", 'const RANGES = [\n  ["Range", {}],\n  ["DM", {}],\n  ["Thrust", {}],\n];\n', '"{}"'),
    "in a list of values": ("range.csv", "Range Band,{}\nAttack DM,{}\nThrust,{}\n", "{}"),
}


@pytest.mark.parametrize("name", TURNED)
def test_a_row_that_is_headed_by_a_column_is_checked(tmp_path, name):
    file, text, name_as = TURNED[name]
    bands = ",".join(name_as.format(band) for band in RANGES)
    dms = ",".join(map(str, RANGES.values()))
    assert errors(report(tmp_path / "right", {file: text.format(bands, dms, "1,1,2,5,10,25,50")})) == []
    [(rule, actual, *_)] = errors(report(tmp_path / "wrong", {file: text.format(bands, dms, "1,1,2,6,10,25,50")}))
    assert (rule, actual) == ("space/range-bands/medium/thrust", "6")  # CRB 2016 p. 155-156 has 5


def test_words_with_markup_around_them_are_names(tmp_path):
    places = (
        "Sensors",
        "Power Plant",
        "Fuel",
        "Cargo",
        "Armour",
        "Hull",
        "M-Drive",
        "Cargo",
        "J-Drive",
        "Crew",
        "Computer",
    )
    rows = ",\n".join(f'{{"text": "<p>{place}</p>", "range": [{n}, {n}]}}' for n, place in enumerate(places, 2))
    [(rule, actual, line, column)] = errors(
        report(tmp_path, {"a.json": f'{{"name": "Critical Hits", "results": [\n{rows}]}}'})
    )
    assert (rule, actual, line, column) == ("space/critical-locations/5", "Cargo", 5, 14)
