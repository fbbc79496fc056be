"""Ladders of ifs and switches: their edges, their subject, and what their branches set."""

import pytest

from tests.test_errata.vtts import errors, report, stated


def _bands(edges, sign="<="):
    """A function that tells the range band of a distance, by the edges of the bands."""
    names = ["Adjacent", "Close", "Short", "Medium", "Long", "Very Long", "Distant"]
    steps = list(zip(edges, names[:-1] if sign == "<=" else names[1:], strict=True))
    steps = steps if sign == "<=" else steps[::-1]
    lines = [f"  if (km {sign} {edge}) return '{name}';" for edge, name in steps]
    rest = names[-1] if sign == "<=" else names[0]
    return "\n".join(["function rangeBand(km) {", *lines, f"  return '{rest}';", "}"])


@pytest.mark.parametrize(
    ("sign", "edge", "line", "band"),
    [("<=", 2, 4, "short"), ("<=", 3, 5, "medium"), (">", 2, 5, "medium"), (">", 4, 3, "very-long")],
)
def test_an_edge_of_a_ladder_of_distances_that_is_moved_is_one_error_where_it_stands(tmp_path, sign, edge, line, band):
    book = [1, 10, 1250, 10000, 25000, 50000]
    assert errors(report(tmp_path / "right", {"a.js": _bands(book, sign)})) == []
    moved = [value + 7 * (n == edge) for n, value in enumerate(book)]
    [(rule, _, at, _)] = errors(report(tmp_path / "moved", {"a.js": _bands(moved, sign)}))
    assert (rule, at) == (f"space/range-bands/{band}/distance", line)


def test_a_ladder_over_something_else_than_kilometres_is_left_alone(tmp_path):
    assert errors(report(tmp_path, {"a.js": _bands([1, 2, 5, 10, 25, 50])})) == []
    assert errors(report(tmp_path, {"a.js": _bands([1, 10, 100, 1000, 10000, 100000])})) == []


@pytest.mark.parametrize("name", ["mod", "roll.nMod", "attack_modifier", "dm"])
def test_a_ladder_is_known_by_the_dm_that_its_branches_change(tmp_path, name):
    text = "function build(roll, weapon) {{\n  if (weapon.includes('pulse laser')) {{\n    {0} = {0} + {1};\n  }}\n"
    text += "  if (weapon.includes('beam laser')) {{\n    {0} += 4;\n  }}\n  return roll;\n}}\n"
    assert errors(report(tmp_path / "right", {"attack.js": text.format(name, 2)})) == []
    [(rule, actual, line, _)] = errors(report(tmp_path / "wrong", {"attack.js": text.format(name, 3)}))
    assert (rule, actual, line) == ("space/attack-modifiers/pulse-laser", "3", 3)


def test_a_ladder_that_changes_something_else_is_no_table_of_dms(tmp_path):
    text = "function build(roll, weapon) {\n  if (weapon.includes('pulse laser')) {\n    roll.sound += 3;\n  }\n"
    text += "  if (weapon.includes('beam laser')) {\n    roll.sound += 4;\n  }\n}\n"
    assert errors(report(tmp_path, {"attack.js": text})) == []


CLOSED = """function charDM(score) {{
  if (score >= 1 && score <= 2) return -2;
  if (score >= 3 && score <= 5) return -1;
  if (score >= 6 && score <= 8) return 0;
  if (score >= 9 && score <= {0}) return 1;
  if (score >= {1} && score <= 14) return 2;
  if (score >= 15) return 3;
  return {2};
}}
"""
"""The DMs of scores, CRB 2016, Characteristic Modifiers: 9-11 gives +1, 12-14 gives +2, 0 gives -3."""


@pytest.mark.parametrize("edge", [(12, 13), (10, 11), (10, 12)])
def test_an_edge_of_closed_bands_that_is_moved_is_an_error_there_and_the_rest_agrees(tmp_path, edge):
    assert errors(report(tmp_path / "right", {"a.js": CLOSED.format(11, 12, -3)})) == []
    told = report(tmp_path / "moved", {"a.js": CLOSED.format(*edge, -3)})
    [(rule, _, line, _)] = errors(told)
    assert (rule, line) == ("checks/characteristic-dms/9-11/score", 5)
    assert told["summary"]["agrees"] == 14 - told["summary"]["differs"] >= 12


def test_the_default_of_closed_bands_covers_what_none_of_them_holds(tmp_path):
    [(rule, actual, line, _)] = errors(report(tmp_path, {"a.js": CLOSED.format(11, 12, -2)}))
    assert (rule, actual, line) == ("checks/characteristic-dms/0/dm", "-2", 8)


CHAIN = (("effect >= 1 && effect <= 5", 1), ("effect >= 6", 2), ("effect === 0", 0), ("effect === -1", -1),
         ("effect >= -5", -2), ("", -3))  # fmt: skip
"""The DMs of a task chain, Referee screen, in no order."""


def test_unordered_bands_cover_what_the_ones_before_leave(tmp_path):
    for wrong in (None, *range(6)):
        lines = [
            f"  {f'if ({asked}) ' * bool(asked)}return {dm + 4 * (n == wrong)};" for n, (asked, dm) in enumerate(CHAIN)
        ]
        text = "\n".join(("// task chain", "function chainDM(effect) {", *lines, "}\n"))
        found = errors(report(tmp_path / str(wrong), {"a.js": text}))
        assert [line for *_, line, _ in found] == ([] if wrong is None else [3 + wrong])


DISTANCES = {"Close": (1, 10), "Short": (10, 1250), "Medium": (1250, 10000), "Long": (10000, 25000),
             "Very Long": (25000, 50000)}  # fmt: skip
"""Kilometres, CRB 2016 p. 155-156."""


@pytest.mark.parametrize(
    ("file", "head", "line", "last", "rest"),
    [
        ("a.js", "function rangeBand(km) {{", "  if (km > {1} && km <= {2}) return '{0}';",
         "  if (km > 50000) return 'Distant';", "  return '{}';\n}}"),
        ("a.py", "def range_band(km):", "    if {1} < km <= {2}: return '{0}'", "    if km > 50000: return 'Distant'",
         "    return '{}'"),
    ],
)  # fmt: skip
def test_the_default_of_a_ladder_can_be_the_nearest_band(tmp_path, file, head, line, last, rest):
    rows = [line.format(name, *ends) for name, ends in DISTANCES.items()]
    told = report(tmp_path, {file: "\n".join((head.format(), *rows, last, rest.format("Adjacent"))) + "\n"})
    assert errors(told) == []
    assert stated(told)["space/range-bands/adjacent/distance"] == "1 or less"


def test_the_other_band_of_an_edge_that_is_moved_may_stand_anywhere(tmp_path):
    text = "function rangeBand(km) {\n  if (km > 50000) return 'Distant';\n  if (km <= 1) return 'Adjacent';\n"
    text += "  if (km > 25000) return 'Very Long';\n  if (km <= 10) return 'Close';\n  if (km > 10000) return 'Long';\n"
    text += "  if (km <= 1250) return 'Short';\n  return 'Medium';\n}\n"
    assert errors(report(tmp_path / "right", {"a.js": text})) == []
    [(rule, _, line, _)] = errors(report(tmp_path / "moved", {"a.js": text.replace("25000", "25500")}))
    assert (rule, line) == ("space/range-bands/very-long/distance", 4)


NESTED = {
    "in JavaScript": ("a.js", """function charDM(score) {
  if (score >= 6) {
    if (score >= 15) return 3;
    if (score >= 12) return 2;
    if (score >= 9) return 1;
    return 0;
  }
  if (score >= 3) return -1;
  if (score >= 1) return -2;
  return -3;
}
"""),
    "after something else": ("a.js", """function charDM(score) {
  if (score >= 6) {
    const high = score - 6;
    log(high);
    if (score >= 15) return 3;
    if (score >= 12) return 2;
    if (score >= 9) return 1;
    return 0;
  }
  log(score);
  if (score >= 3) return -1;
  if (score >= 1) return -2;
  return -3;
}
"""),
    "under another name": ("a.js", """function charDM(stat) {
  if (stat.value >= 6) {
    const score = stat.value;
    if (score >= 15) return 3;
    if (score >= 12) return 2;
    if (score >= 9) return 1;
    return 0;
  }
  if (stat.value >= 3) return -1;
  if (stat.value >= 1) return -2;
  return -3;
}
"""),
    "as switches in C#": ("A.cs", """class A { static int CharacteristicDm(int score) {
  if (score < 6) return score switch { <= 0 => -3, <= 2 => -2, _ => -1 };
  return score switch { <= 8 => 0, <= 11 => 1, <= 14 => 2, _ => 3 };
} }
"""),
    "in Python": ("a.py", """def characteristic_dm(score):
    if score < 6:
        if score >= 3:
            return -1
        elif score >= 1:
            return -2
        return -3
    if score <= 8:
        return 0
    if score <= 11:
        return 1
    return 2 if score <= 14 else 3
"""),
    "in the else, in C#": ("A.cs", """class A { static int CharacteristicDm(int score) {
  if (score < 6) { if (score < 1) return -3; else if (score < 3) return -2; else return -1; }
  else { if (score > 14) return 3; if (score > 11) return 2; return score > 8 ? 1 : 0; }
} }
"""),
    "in Lua": ("a.lua", """local function characteristicDM(score)
  local dm
  if score >= 9 then
    if score >= 15 then dm = 3 elseif score >= 12 then dm = 2 else dm = 1 end
  elseif score >= 6 then dm = 0
  else
    if score >= 3 then dm = -1 elseif score >= 1 then dm = -2 else dm = -3 end
  end
  return dm
end
"""),
    "as ternaries": ("a.ts", "const characteristicDM = (n: number): number => n >= 6 ? (n >= 12 ? (n >= 15 ? 3 : 2)"
     " : n >= 9 ? 1 : 0) : n >= 3 ? -1 : n >= 1 ? -2 : -3;\n"),
}  # fmt: skip


@pytest.mark.parametrize("name", NESTED)
def test_a_ladder_in_a_branch_is_bounded_by_the_conditions_around_it(tmp_path, name):
    file, text = NESTED[name]
    told = report(tmp_path / "right", {file: text})
    assert [finding for finding in told["findings"] if finding["level"] != "note"] == []
    if name not in ("after something else", "under another name"):  # two tables, each of them too short to be sure
        assert len([rule for rule in stated(told) if rule.endswith("/dm")]) == 7
        at = (
            text.replace("3 : 2", "3 : 4")
            .replace("return 2", "return 4")
            .replace("dm = 2", "dm = 4")
            .replace("14 => 2", "14 => 4")
        )
        [(rule, actual, _, _)] = errors(report(tmp_path / "wrong", {file: at}))
        assert (rule, actual) == ("checks/characteristic-dms/12-14/dm", "4")


STEPS = """  if (score >= 15) return 3;
  if (score >= 12) return 2;
  if (score >= 9) return 1;
  if (score >= 6) return 0;
  if (score >= 3) return -1;
  if (score >= 1) return -2;
  return -3;
"""
BEFORE = {
    "a number that comes to the same": "  if (score === 7) return 0;",
    "bounds of the score itself": "  if (score < 0) score = 0;\n  if (score > 15) score = 15;",
    "what returns nothing": "  if (score > 20) console.log('high'); else if (score < 0) console.log('low');",
    "what asks for something else": "  if (age < 18) return 0;",
    "nothing at all": "  if (score == null) return 0;",
    "what is changed then": "  if (score > 20) return cap(score);\n  log(score);\n  score -= wounds;",
    "an error": "  if (score < 0) throw new Error('below 0');",
}


@pytest.mark.parametrize("name", BEFORE)
def test_statements_before_a_ladder_leave_its_bands_unchanged(tmp_path, name):
    told = report(tmp_path, {"a.js": f"function characteristicDM(score, age) {{\n{BEFORE[name]}\n{STEPS}}}\n"})
    assert errors(told) == []
    assert told["summary"]["agrees"] == 14


def test_a_condition_that_asks_for_more_bounds_the_ladder_in_it(tmp_path):
    high, low = STEPS.split("  if (score >= 6) return 0;\n")
    text = (
        f"function characteristicDM(score, robot) {{\n if (score >= 6 && !robot) {{\n{high}  return 0;\n }}\n{low}}}\n"
    )
    assert errors(report(tmp_path, {"a.js": text})) == []


def test_a_rung_that_no_number_reaches_states_nothing(tmp_path):
    text = f"function characteristicDM(score) {{\n{STEPS}}}\n".replace(">= 1) return -2", ">= 3) return -2")
    found = errors(report(tmp_path, {"a.js": text}))
    assert {rule.split("/")[2] for rule, *_ in found} <= {"0", "1-2"}
    assert [line for *_, line, _ in found] != []


def test_two_rungs_of_the_same_name_are_one_band(tmp_path):
    text = _bands([1, 10, 1250, 10000, 25000, 50000])
    again = text.replace("  if (km <= 1)", "  if (km === 0) return 'Adjacent';\n  if (km <= 1)")
    again = again.replace("  if (km <= 10)", "  if (km <= 5) return 'Close';\n  if (km <= 10)")
    told = report(tmp_path, {"a.js": again})
    assert errors(told) == []
    assert told["summary"]["agrees"] == 7


def test_the_default_of_a_ladder_can_be_a_record(tmp_path):
    names = {
        50000: ("Distant", -6),
        25000: ("Very Long", -4),
        10000: ("Long", -2),
        1250: ("Medium", 0),
        10: ("Short", 1),
    }
    lines = [f"  if (km > {km}) return {{ band: '{band}', dm: {dm} }};" for km, (band, dm) in names.items()]
    lines += ["  if (km > 1) return { band: 'Close', dm: 0 };", "  return { band: 'Adjacent', dm: 0 };"]
    told = report(tmp_path, {"a.js": "\n".join(("function rangeBand(km) {", *lines, "}\n"))})
    assert [finding for finding in told["findings"] if finding["level"] != "note"] == []
    assert told["summary"]["agrees"] == 14


def test_a_computed_branch_still_takes_its_numbers_from_those_below(tmp_path):
    text = CLOSED.format(11, 12, -3).replace("score <= 8) return 0", "score <= 8) return base")
    assert errors(report(tmp_path / "closed", {"a.js": text})) == []
    text = "function charDM(score) {\n  if (score >= 15) return 3 + extra(score);\n  if (score >= 12) return 2;\n"
    text += "  if (score >= 9) return 1;\n  if (score >= 6) return 0;\n  if (score >= 3) return -1;\n"
    told = report(tmp_path / "open", {"a.js": text + "  if (score >= 1) return -2;\n  return -3;\n}\n"})
    assert errors(told) == []
    assert stated(told)["checks/characteristic-dms/9-11/score"] == "9 to 11"
    text = f"function charDM(score) {{\n  if (score > 20) return cap(score);\n{STEPS}}}\n"
    assert errors(report(tmp_path / "above", {"a.js": text})) == []


def test_a_row_under_a_second_condition_is_ignored(tmp_path):
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


def test_a_ladder_of_kilometres_is_recognised_and_one_wrong_edge_is_one_error(tmp_path):
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
