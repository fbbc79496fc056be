"""Ladders of ifs and switches: their edges, what they are over, and what their branches change."""

import pytest

from tests.test_errata.vtts import errors, report


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
