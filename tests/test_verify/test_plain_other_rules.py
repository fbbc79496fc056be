"""Plain lines that speak of something else than the rule that comes nearest: of each, of some, of a fight."""

import pytest

from verify.plain_lines import Line
from verify.whole_lines import read_whole


@pytest.mark.parametrize(
    "line",
    [
        "Max 2 severity per hit",
        "Full cover gives -4 to hit",
        "Long range costs -1 less than in the book in ship combat",
    ],
)
def test_a_line_of_another_rule_or_case_is_not_read(line):
    assert not any(isinstance(one.found, Line) for one in read_whole(line))


@pytest.mark.parametrize(
    ("line", "rule", "value"),
    [
        ("Max severity is 4", "space/critical/maximum-severity", 4),
        ("Cover gives -4 to hit", "personal/attack-modifiers/target-in-cover", -4),
        ("The Long Range advantage costs 1 advantage", "ship/weapon-advantages/long-range/advantages", 1),
    ],
)
def test_a_line_of_the_rule_itself_is_read(line, rule, value):
    [one] = read_whole(line)
    assert (one.found.rule, one.found.value) == (rule, value)
