"""Records with one or both ends of a band, and spans of a roll."""

import pytest

from tests.test_errata.vtts import RANGES, errors, report, stated

SCORES = {"most": (0, 2, 5, 8, 11, 14), "least": (0, 1, 3, 6, 9, 12, 15)}
"""Where the scores of a characteristic end and begin that have one DM, CRB 2016, Characteristic Modifiers."""
DMS = (-3, -2, -1, 0, 1, 2, 3)
WAYS = {  # a file, how it begins, how a row is written, how it ends, and which ends it tells
    "up to": ("a.js", "const CHARACTERISTIC_DM = [", "  {{ max: {}, dm: {} }},", "];", "most", "Infinity"),
    "up to, in any order of fields": ("a.js", "const statDM = [", "  {{ dm: {1}, upTo: {0} }},", "];", "most", "99"),
    "under any name": ("a.js", "const BANDS = [", "  {{ max: {}, mod: {} }},", "];", "most", "999"),
    "below": ("a.ts", "const characteristicDMs: Band[] = [", "  {{ below: {}, dm: {} }},", "];", "below", "Infinity"),
    "in JSON": ("a.json", '{"characteristicDMs": [', '  {{"upTo": {}, "value": {}}},', "null]}", "most", "99"),
    "in YAML": ("a.yaml", "characteristic_dm:", "  - {{max: {}, dm: {}}}", "", "most", ".inf"),
    "in Lua": ("a.lua", "local characteristicDM = {", "  {{ max = {}, dm = {} }},", "}", "most", "math.huge"),
    "in Python": ("a.py", "CHARACTERISTIC_DMS = [", '    {{"max": {}, "dm": {}}},', "]", "most", 'float("inf")'),
    "in C#": (
        "A.cs",
        "class A { static readonly Band[] CharacteristicDms = {",
        "  new Band {{ Max = {}, Dm = {} }},",
        "}; }",
        "most",
        "int.MaxValue",
    ),
    "in a record of each record": (
        "a.js",
        "const statDM = [",
        "  {{ score: {{ max: {} }}, dm: {} }},",
        "];",
        "most",
        "99",
    ),
    "from": ("a.js", "const CHARACTERISTIC_DM = [", "  {{ min: {}, dm: {} }},", "];", "least", ""),
    "at a threshold, upwards": ("a.js", "const statDM = [", "  {{ threshold: {}, dm: {} }},", "];", "least", ""),
    "at a limit": ("a.js", "const statDM = [", "  {{ limit: {}, dm: {} }},", "];", "most", "99"),
}


def written(name, dms=DMS, moved=-1):
    """A table of characteristics' DMs; the end of one band is moved by one."""
    file, head, row, foot, which, last = WAYS[name]
    ends = [end + (which == "below") for end in SCORES["most" if which == "below" else which]]
    ends = [end + (n == moved) for n, end in enumerate(ends)]
    rows = [row.format(end, dm) for end, dm in zip([*ends, *[last] * (7 - len(ends))], dms, strict=True)]
    return {file: "\n".join((head, *rows, foot)) + "\n"}


@pytest.mark.parametrize("name", WAYS)
def test_a_wrong_dm_and_a_wrong_end_are_errors_where_they_stand(tmp_path, name):
    told = report(tmp_path / "right", written(name))
    assert errors(told) == []
    assert len([rule for rule in stated(told) if rule.startswith("checks/characteristic-dms/")]) == 14
    for n in range(7):
        wrong = tuple(dm + (k == n) for k, dm in enumerate(DMS))
        [(rule, actual, line, _)] = errors(report(tmp_path / f"dm{n}", written(name, wrong)))
        assert rule.endswith("/dm")
        assert (actual, line) == (str(wrong[n]), 2 + n)
    for n in (2, 3, 4):
        [(rule, _, line, _)] = errors(report(tmp_path / f"end{n}", written(name, moved=n)))
        assert rule.endswith("/score")
        assert line == 2 + n


def test_effects_by_their_ends_are_a_task_chain(tmp_path):
    rows = "\n".join(
        f'  {{"minEffect": {low}, "maxEffect": {high}, "dm": {dm}}},'
        for low, high, dm in ((-99, -6, -3), (-5, -2, -1), (-1, -1, -1), (0, 0, 0), (1, 4, 1), (6, 99, 2))
    )
    found = errors(report(tmp_path, {"a.json": f'{{"taskChain": [\n{rows}\n0]}}'}))
    assert [(rule, line) for rule, _, line, _ in found] == [
        ("checks/effects/average-failure/chain-dm", 3),
        ("checks/effects/average-success/effect", 6),
    ]


FINAL = "const {} = [\n  {{ max: 3, dm: 4 }},\n  {{ max: {}, dm: 2 }},\n  {{ max: Infinity, dm: {} }},\n];\n"


def test_three_bands_are_those_of_the_last_attack_only_where_a_name_says_so(tmp_path):
    assert errors(report(tmp_path / "right", {"a.js": FINAL.format("FINAL_ATTACK_DM", 6, -2)})) == []
    [(_, actual, line, _)] = errors(report(tmp_path / "dm", {"a.js": FINAL.format("FINAL_ATTACK_DM", 6, 2)}))
    assert (actual, line) == ("2", 4)
    [(_, _, line, _)] = errors(report(tmp_path / "end", {"a.js": FINAL.format("FINAL_ATTACK_DM", 5, -2)}))
    assert line == 3
    assert errors(report(tmp_path / "other", {"a.js": FINAL.format("AMMO_DM", 6, 2)})) == []


OTHERS = {
    "scores from 3 to 18": "const abilityModifier = [{max: 3, dm: -3}, {max: 5, dm: -2}, {max: 8, dm: -1},"
    " {max: 12, dm: 0}, {max: 15, dm: 1}, {max: 17, dm: 2}, {max: 18, dm: 3}];",
    "ranks in the same bands": "const RANKS = [{max: 0, dm: 0}, {max: 2, dm: 1}, {max: 5, dm: 2}, {max: 8, dm: 3},"
    " {max: 11, dm: 4}, {max: 14, dm: 5}, {max: 99, dm: 6}];",
    "levels by threes": "const attributeBonus = [{min: 15, mod: 5}, {min: 12, mod: 4}, {min: 9, mod: 3},"
    " {min: 6, mod: 2}, {min: 3, mod: 1}, {min: 0, mod: 0}];",
    "zoom": "const ZOOM = [{max: 5, dm: 1}, {max: 8, dm: 2}, {max: 11, dm: 3}, {max: 14, dm: 4}];",
}


@pytest.mark.parametrize("name", OTHERS)
def test_ends_of_other_bands_are_no_error(tmp_path, name):
    assert errors(report(tmp_path, {"a.js": OTHERS[name]})) == []


WOUNDS = (("-99, 1", "Destroyed"), ("2, 3", "Killed"), ("4, 5", "Disabled"), ("6, 7", "Weakened"), ("8, 9", "Scarred"),
          ("10, 11", "Lucky"), ("12, 99", "Unscathed"))  # fmt: skip
"""What 2D leads to at three characteristics of 0, Referee screen, Damage."""


@pytest.mark.parametrize("wrong", ["4, 6", "4, 4", "5, 5"])
def test_a_span_with_a_wrong_end_is_an_error(tmp_path, wrong):
    rows = [f'  {{"range": [{span}], "text": "{name}"}},' for span, name in WOUNDS]
    text = '{"name": "Mortal wounds", "results": [\n' + "\n".join(rows) + "\n0]}"
    assert errors(report(tmp_path / "right", {"a.json": text})) == []
    [(rule, _, line, _)] = errors(report(tmp_path / "wrong", {"a.json": text.replace("4, 5", wrong)}))
    assert (rule, line) == ("healing/mortal-wounds/disabled/total", 4)


PLACES = (
    "Sensors",
    "Power Plant",
    "Fuel",
    "Weapon",
    "Armour",
    "Hull",
    "M-Drive",
    "Cargo",
    "J-Drive",
    "Crew",
    "Computer",
)
"""What 2D hits from a 2 on, CRB 2016 p. 158."""


def test_two_edges_that_are_moved_are_two_errors(tmp_path):
    ends = ((0, -3), (1, -2), (4, -1), (6, 0), (9, 1), (13, 2), (15, 3))
    text = "const statDM = [\n" + "\n".join(f"  {{ min: {end}, dm: {dm} }}," for end, dm in ends) + "\n];\n"
    assert [line for *_, line, _ in errors(report(tmp_path, {"a.js": text}))] == [4, 7]


def test_a_span_can_be_a_key_or_the_first_of_a_pair(tmp_path):
    text = (
        "const statDM = new Map([[[0, 0], -3], [[1, 2], -2],\n  [[3, 5], {}], [[6, 8], 0], [[9, 11], 1], [[12, 14], 2],"
    )
    text += " [[15, 99], 3]]);\n"
    assert errors(report(tmp_path / "right", {"a.js": text.format(-1)})) == []
    [(rule, actual, line, _)] = errors(report(tmp_path / "wrong", {"a.js": text.format(-2)}))
    assert (rule, actual, line) == ("checks/characteristic-dms/3-5/dm", "-2", 2)


def test_how_far_a_band_reaches_that_has_a_name_is_a_distance(tmp_path):
    ends = (1, 10, 1000, 10000, 25000, 50000, "null")  # CRB 2016 p. 155-156 has 1,250 km for Short
    rows = [
        f'{{"upTo": {end}, "name": "{band}", "dm": {dm}}}' for end, (band, dm) in zip(ends, RANGES.items(), strict=True)
    ]
    [(rule, _, line, _)] = errors(report(tmp_path, {"a.json": '{"rangeBands": [\n' + ",\n".join(rows) + "]}"}))
    assert (rule, line) == ("space/range-bands/short/distance", 4)


SPANS = "[0, 0, -3], [1, 2, -2], [3, 5, -1],\n  [6, 8, 0],\n  [9, 11, {}], [12, 14, 2], [15, {}, 3]"


@pytest.mark.parametrize(
    ("file", "text", "last"),
    [
        ("a.js", "const CHARACTERISTIC_DM = [\n  {}\n];\n", "99"),
        ("a.ts", "const CHARACTERISTIC_DM: number[][] = [\n  {}\n];\n", "Infinity"),
        ("a.py", "CHARACTERISTIC_DM = [\n  {}\n]\n", "None"),
        ("a.json", '{{"characteristicDM": [\n  {}\n]}}\n', "null"),
    ],
)
def test_lists_can_begin_with_both_ends_of_a_band(tmp_path, file, text, last):
    told = report(tmp_path / "right", {file: text.format(SPANS.format(1, last))})
    assert [finding for finding in told["findings"] if finding["level"] != "note"] == []
    assert stated(told)["checks/characteristic-dms/1-2/score"] == "1 to 2"
    [(rule, actual, line, _)] = errors(report(tmp_path / "wrong", {file: text.format(SPANS.format(2, last))}))
    assert (rule, actual, line) == ("checks/characteristic-dms/9-11/dm", "2", 4)


EFFECTS = """{"effect": [
 {"result": "Exceptional Failure", "min": @, "max": -6, "dm": -3},
 {"result": "Average Failure", "min": -5, "max": -2, "dm": -2},
 {"result": "Marginal Failure", "min": -1, "max": -1, "dm": -1},
 {"result": "Marginal Success", "min": 0, "max": 0, "dm": 0},
 {"result": "Average Success", "min": 1, "max": 5, "dm": 1},
 {"result": "Exceptional Success", "min": 6, "max": #, "dm": 2}]}"""


@pytest.mark.parametrize(("low", "high"), [(-99, 99), (-12, 10), (-20, 12), (-100, 100), (-999, 999), ("null", "null")])
def test_an_end_beyond_every_roll_means_no_limit(tmp_path, low, high):
    made = report(tmp_path, {"e.json": EFFECTS.replace("@", str(low)).replace("#", str(high))})
    assert errors(made) == []
    assert made["summary"]["agrees"] >= 12


def test_an_end_that_rolls_can_pass_is_compared(tmp_path):
    made = report(tmp_path, {"e.json": EFFECTS.replace("@", "-7").replace("#", "9")})
    assert sorted((rule.split("/")[2], printed) for rule, printed, *_ in errors(made)) == [
        ("exceptional-failure", "-7 to -6"),
        ("exceptional-success", "6 to 9"),
    ]
