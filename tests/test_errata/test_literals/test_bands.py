"""Bands of numbers, such as those of characteristic DMs, in every way that code writes them."""

import pytest

from tests.test_errata.vtts import errors, report, stated

BOOK = {"z": -3, "y": -2, "x": -1, "w": 0, "v": 1, "u": 2, "t": 3}
"""The DMs of scores of 0, 1-2, 3-5, 6-8, 9-11, 12-14 and 15+."""
EDGES = {"a": 15, "b": 12, "c": 9, "d": 6, "e": 3, "f": 1}
DOWN = """{{
  if (v >= {a}) return {t};
  if (v >= {b}) return {u};
  if (v >= {c}) return {v};
  if (v >= {d}) return {w};
  if (v >= {e}) return {x};
  if (v >= {f}) return {y};
  return {z};
}}"""
WAYS = {
    "a method that goes down": ("a.mjs", "class Actor {{ static dmFor(v) " + DOWN + " }}"),
    "a function of modifiers": ("a.js", "function getMod(v) " + DOWN),
    "a function with any name": ("a.js", "function calc(v) " + DOWN),
    "one that goes up": (
        "a.py",
        "def mod(v):\n    if v <= 0: return {z}\n    if v <= 2: return {y}\n    if v <= 5: return {x}\n"
        "    if v <= 8: return {w}\n    if v <= 11: return {v}\n    if v <= 14: return {u}\n    return {t}\n",
    ),
    "ternaries": (
        "a.js",
        "const m = n => n >= 15 ? {t} : n >= 12 ? {u} : n >= 9 ? {v} : n >= 6 ? {w} : n >= 3 ? {x} : n >= 1 ? {y}"
        " : {z};",
    ),
    "both ends in one comparison": (
        "a.py",
        "def f(v):\n    if v == 0: return {z}\n    elif 1 <= v <= 2: return {y}\n    elif 3 <= v <= 5: return {x}\n"
        "    elif 6 <= v <= 8: return {w}\n    elif 9 <= v <= 11: return {v}\n    elif 12 <= v <= 14: return {u}\n"
        "    else: return {t}\n",
    ),
    "cases that compare": (
        "A.cs",
        "class A {{ static int Mod(int v) => v switch {{ >= 15 => {t}, >= 12 => {u}, >= 9 => {v}, >= 6 and <= 8 => {w},"
        " >= 3 => {x}, 1 or 2 => {y}, _ => {z} }}; }}",
    ),
    "cases of each number": (
        "a.js",
        "function mod(v) {{ switch (v) {{ case 0: return {z}; case 1: case 2: return {y}; case 3: case 4: case 5:"
        " return {x}; case 6: case 7: case 8: return {w}; case 9: case 10: case 11: return {v};"
        " case 12: case 13: case 14: return {u}; default: return {t}; }} }}",
    ),
    "branches that set a name": (
        "a.lua",
        "local m = 0\nif c.value > 14 then m = {t}\nelseif c.value > 11 then m = {u}\nelseif c.value > 8 then m = {v}\n"
        "elseif c.value > 5 then m = {w}\nelseif c.value > 2 then m = {x}\nelseif c.value > 0 then m = {y}\n"
        "else m = {z} end",
    ),
    "a list of values": (
        "a.csv",
        "Score,DM\n0,{z}\n1-2,{y}\n3-5,{x}\n6-8,{w}\n9-11,{v}\n12-14,{u}\n15+,{t}\n",
    ),
    "a map of bands": (
        "a.json",
        '{{"mods": {{"0": {z}, "1-2": {y}, "3-5": {x}, "6-8": {w}, "9-11": {v}, "12-14": {u}, "15+": {t}}}}}',
    ),
    "a map of numbers": (
        "a.py",
        "def dm(score):\n    return {{0: {z}, 1: -2, 2: {y}, 3: {x}, 4: -1, 5: -1, 6: 0, 7: {w}, 8: 0, 9: 1, 10: 1,"
        " 11: {v}, 12: {u}, 13: 2, 14: 2, 15: {t}}}.get(score, 3)\n",
    ),
}


@pytest.mark.parametrize("name", WAYS)
def test_every_wrong_dm_is_one_error_and_a_right_table_agrees(tmp_path, name):
    file, text = WAYS[name]
    told = report(tmp_path / "right", {file: text.format(**BOOK, **EDGES)})
    assert errors(told) == []
    assert "checks/characteristic-dms/9-11/dm" in stated(told)
    for n, key in enumerate(BOOK):
        wrong = BOOK | {key: BOOK[key] + 1}
        found = errors(report(tmp_path / key, {file: text.format(**wrong, **EDGES)}))
        assert [(id, actual) for id, actual, *_ in found] == [
            (f"checks/characteristic-dms/{('0', '1-2', '3-5', '6-8', '9-11', '12-14', '15')[n]}/dm", str(wrong[key]))
        ]


@pytest.mark.parametrize("by", [1, -1])
@pytest.mark.parametrize("edge", "abcde")
def test_an_edge_that_is_moved_is_one_error_where_it_stands(tmp_path, edge, by):
    text = "function getMod(v) " + DOWN
    moved = EDGES | {edge: EDGES[edge] + by}
    [(rule, _, line, _)] = errors(report(tmp_path, {"a.js": text.format(**BOOK, **moved)}))
    assert rule.endswith("/score")
    assert line == 2 + "abcde".index(edge)


NOT_OURS = {
    "levels by threes": dict(BOOK, t=5, u=4, v=3, w=2, x=1, y=0, z=0),
    "one more in all": {key: value + 1 for key, value in BOOK.items()},
    "the other way round": {key: -value for key, value in BOOK.items()},
    "prices": {key: value * 100 for key, value in BOOK.items()},
    "a few by chance": dict(BOOK, t=9, u=7, v=5, w=2),
}


@pytest.mark.parametrize("called", ["proficiencyBonus", "getMod", "dmFor", "calc"])
@pytest.mark.parametrize("name", NOT_OURS)
def test_bands_with_mostly_other_values_are_no_error(tmp_path, name, called):
    text = f"function {called}(v) {DOWN}".format(**NOT_OURS[name], **EDGES)
    assert errors(report(tmp_path, {"a.js": text})) == []


OTHER_SCALES = {
    "scores from 3 to 18": "function mod(v) { if (v >= 18) return 3; if (v >= 16) return 2; if (v >= 13) return 1;"
    " if (v >= 9) return 0; if (v >= 6) return -1; if (v >= 4) return -2; return -3; }",
    "scores by twos": "function mod(v) { if (v >= 18) return 4; if (v >= 16) return 3; if (v >= 14) return 2;"
    " if (v >= 12) return 1; if (v >= 10) return 0; if (v >= 8) return -1; return -2; }",
    "only what is above the average": "function mod(v) { if (v >= 15) return 3; if (v >= 12) return 2;"
    " if (v >= 9) return 1; return 0; }",
    "a third, rounded down": "function mod(v) { if (v >= 15) return 3; if (v >= 12) return 2; if (v >= 9) return 1;"
    " if (v >= 6) return 0; if (v >= 3) return -1; return -2; }",
    "numbers in a row": "const FEAR = [-4, -3, -2, -2, -1, -1, 0, 0, 0, 1, 1, 1, 2, 2, 2];",
    "fear by number": "const FEAR = {0: -4, 1: -3, 2: -2, 3: -2, 4: -1, 5: -1, 6: 0, 7: 0, 8: 0, 9: 1, 10: 1, 11: 1,"
    " 12: 2, 13: 2, 14: 2};",
    "three bands of anything": "function mod(v) { if (v <= 3) return 4; if (v <= 6) return 2; return 0; }",
    "another game": "// for Stars Without Number\nfunction mod(v) " + DOWN.format(**dict(BOOK, t=4), **EDGES),
}


@pytest.mark.parametrize("name", OTHER_SCALES)
def test_dms_for_scores_of_another_scale_are_no_error(tmp_path, name):
    assert errors(report(tmp_path, {"a.js": OTHER_SCALES[name]})) == []


def test_ages_and_populations_in_the_same_bands_are_no_error(tmp_path):
    bands = ("0", "1-2", "3-5", "6-8", "9-11", "12-14", "15+")
    for head, values in {"Age,Price": (10, 20, 30, 40, 50, 60, 70), "Population,DM": (-4, -3, -1, 0, 2, 4, 6)}.items():
        rows = "".join(f"{band},{value}\n" for band, value in zip(bands, values, strict=True))
        assert errors(report(tmp_path / head[:3], {"a.csv": f"{head}\n{rows}"})) == []


def test_a_band_that_begins_too_late_differs(tmp_path):
    """Short is 11 to 1,250 km, CRB 2016 p. 155-156."""
    table = """\
const RANGE_KM = { close: "2-10 km", short: "@-1,250 km", medium: "1,251-10,000 km",
  long: "10,001-25,000 km", veryLong: "25,001-50,000 km" };
"""
    assert not errors(report(tmp_path, {"bands.js": table.replace("@", "11")}))
    assert [one[:2] for one in errors(report(tmp_path, {"bands.js": table.replace("@", "12")}))] == [
        ("space/range-bands/short/distance", "12-1,250 km")
    ]
