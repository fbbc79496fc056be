"""Ways to write a table that one language or another has: headers, ranges as keys, one case for several, markup."""

from __future__ import annotations

import pytest

from tests.test_errata.vtts import RANGES, errors, report

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


@pytest.mark.parametrize("other", ["0", "-4", "-999", "99"])
def test_what_may_be_for_anything_unknown_stands_for_no_row(tmp_path, other):
    for n, (file, text) in enumerate(DEFAULTS.values()):
        assert errors(report(tmp_path / str(n), {file: text.replace("@", other)})) == []


PYTHON = {
    "ranges as keys": "CHARACTERISTIC_DM = {{\n    range(0, 1): -3,\n    range(1, 3): {},\n    range(3, 6): -1,\n"
    "    range(6, {}): 0,\n    range(9, 12): 1,\n    range(12, 15): 2,\n    range(15, 100): 3,\n}}\n",
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


def test_a_row_of_a_csv_that_is_headed_by_a_column_is_checked(tmp_path):
    text = "Range Band,{}\nAttack DM,{}\nThrust,{}\n"
    bands, dms = ",".join(RANGES), ",".join(map(str, RANGES.values()))
    assert errors(report(tmp_path / "right", {"range.csv": text.format(bands, dms, "1,1,2,5,10,25,50")})) == []
    wrong = report(tmp_path / "wrong", {"range.csv": text.format(bands, dms, "1,1,2,6,10,25,50")})
    [(rule, actual, *_)] = errors(wrong)
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
