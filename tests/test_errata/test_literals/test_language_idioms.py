"""Idioms of single languages: defaults for missing keys, ranges as keys, several values per case, markup."""

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


@pytest.mark.parametrize("other", ["0", "-4", "-999", "99"])
@pytest.mark.parametrize(("file", "text"), DEFAULTS.values(), ids=DEFAULTS)
def test_a_default_for_unknown_names_is_not_the_value_of_a_missing_row(tmp_path, file, text, other):
    told = report(tmp_path, {file: text.replace("@", other)})
    assert errors(told) == []
    assert list(stated(told).values()) == [str(dm) for dm in SIX.values()]


PYTHON = {
    "ranges as keys": "CHARACTERISTIC_DM = {{\n    range(0, 1): -3,\n    range(1, 3): {},\n    range(3, 6): -1,\n"
    "    range(6, {}): 0,\n    range(9, 12): 1,\n    range(12, 15): 2,\n    range(15, 100): 3,\n}}\n",
    "one case for several": "def stat_dm(score):\n    match score:\n        case 0: return -3\n"
    "        case 1 | 2: return {}\n        case 3 | 4 | 5: return -1\n        case s if s < {}: return 0\n"
    "        case 9 | 10 | 11: return 1\n        case 12 | 13 | 14: return 2\n        case _: return 3\n",
}


@pytest.mark.parametrize("name", PYTHON)
def test_bands_as_python_ranges_and_cases_are_compared(tmp_path, name):
    text = PYTHON[name]
    assert errors(report(tmp_path / "right", {"a.py": text.format(-2, 9)})) == []
    [(rule, *_)] = errors(report(tmp_path / "dm", {"a.py": text.format(-1, 9)}))
    assert rule == "checks/characteristic-dms/1-2/dm"
    assert [rule for rule, *_ in errors(report(tmp_path / "end", {"a.py": text.format(-2, 10)}))] == [
        "checks/characteristic-dms/6-8/score"
    ]


def test_seven_characteristic_dms_in_a_list_are_those_of_the_seven_bands(tmp_path):
    right = report(tmp_path / "right", {"a.js": "const STAT_DMS = [-3, -2, -1, 0, 1, 2, 3];"})
    assert (errors(right), len(stated(right))) == ([], 7)
    wrong = report(tmp_path / "wrong", {"a.js": "const STAT_DMS = [-3, -2, -1, 0, 2, 2, 3];"})
    assert errors(wrong) == [("checks/characteristic-dms/9-11/dm", "2", 1, 34)]


def test_a_csv_with_one_column_per_band_is_compared(tmp_path):
    text = "Range Band,{}\nAttack DM,{}\nThrust,{}\n"
    bands, dms = ",".join(RANGES), ",".join(map(str, RANGES.values()))
    assert errors(report(tmp_path / "right", {"range.csv": text.format(bands, dms, "1,1,2,5,10,25,50")})) == []
    wrong = report(tmp_path / "wrong", {"range.csv": text.format(bands, dms, "1,1,2,6,10,25,50")})
    [(rule, actual, *_)] = errors(wrong)
    assert (rule, actual) == ("space/range-bands/medium/thrust", "6")  # CRB 2016 p. 155-156 has 5


def test_names_with_markup_around_them_are_recognised(tmp_path):
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
