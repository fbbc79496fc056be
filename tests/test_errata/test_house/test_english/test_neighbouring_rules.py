"""Plain lines that speak of something else than the rule that comes nearest: of each, of some, of a fight."""

import pytest

from errata.house.english.plain_lines import Line
from errata.house.english.whole_lines import read_whole


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


@pytest.mark.parametrize(
    "line",
    [
        "Ambush DMs are +4/-4 instead of +6/-6", "Ambush: +4 and -4", "+4 for the ambusher, and -4 for the ambushee",
    ],
)  # fmt: skip
def test_a_bonus_and_a_penalty_are_for_the_two_sides_of_an_ambush(line):
    said = {one.found.rule: one.found.value for one in read_whole(line, ["Ambushes"])}
    assert said == {"personal/surprise/ambusher-dm": 4, "personal/surprise/surprised-dm": -4}


@pytest.mark.parametrize(
    ("line", "rule", "value"),
    [
        ("Victims of an ambush get -4", "personal/surprise/surprised-dm", -4),
        ("The target of an ambush gets -4", "personal/surprise/surprised-dm", -4),
        ("First aid time limit, 10 minutes", "healing/first-aid/within-minutes", 10),
        ("Oh, and prone targets are at -2.", "personal/attack-modifiers/prone-target", -2),
    ],
)
def test_a_line_in_other_words_is_read(line, rule, value):
    [one] = read_whole(line)
    assert (one.found.rule, one.found.value, one.found.left) == (rule, value, ())


def test_a_bonus_and_a_penalty_that_are_not_decided_are_not_read():
    assert not any(isinstance(one.found, Line) for one in read_whole("Maybe ambush +4/-4"))
