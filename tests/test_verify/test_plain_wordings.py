"""Plain lines in the words of a table: what holds for all is no condition, and a word may stand for another."""

import pytest

from engine.raw import RAW
from verify.plain_lines import Line
from verify.whole_lines import read_whole


def read(text, *above, family=""):
    """What a line states: rules and values as a book prints them."""
    made = [one.found for one in read_whole(text, above, family)]
    return {one.rule: RAW.rule(one.rule).kind.text(one.value) for one in made if isinstance(one, Line)}


@pytest.mark.parametrize(
    ("text", "rule", "value"),
    [
        ("If you're in cover people get a -4 to shoot you", "personal/attack-modifiers/target-in-cover", "-4"),
        ("When a character is prone, attackers get -2", "personal/attack-modifiers/prone-target", "-2"),
        ("First aid can be tried twice on the same patient", "healing/first-aid/times", "2"),
        ("We let first aid restore at least 2 points, even on a bad roll", "healing/first-aid/minimum", "2"),
        ("Long range for guns is 3 times the listed range", "personal/ranges/long/up-to", "3"),
        (
            "Armour is subtracted after the multiple for barbettes and bays, which makes armour a lot better",
            "space/damage/armour-subtracted",
            "after the multiple",
        ),
        ("Missiles also get the barbette damage multiple", "space/damage/multiple-applies-to-missiles", "yes"),
    ],
)
def test_what_holds_for_all_of_a_rule_is_no_condition(text, rule, value):
    assert read(text) == {rule: value}


@pytest.mark.parametrize(
    "text",
    [
        "People in cover get +4 to hit",
        "If a person is drunk he gets -2 to hit",
        "If people watch, aiming gives +2",
        "Surgery heals 4 points even on a failure",
        "First aid restores 2 points on a bad roll",
        "Long range for pistols is 3 times the listed range",
        "Long range for lasers is 3 times the listed range",
        "Armour is subtracted after the multiple for barbettes only",
        "Enemies get +2 when aiming",
    ],
)
def test_what_holds_only_of_some_is_one(text):
    assert read(text) == {}


@pytest.mark.parametrize(
    ("text", "rule", "value"),
    [
        ("Healing naturally gives back 1D+1 points every day", "healing/natural/restores", "1D+1"),
        (
            "Doing several things at once raises the difficulty by two steps for each extra thing",
            "checks/tasks/multiple-steps",
            "2",
        ),
        ("Rushing a job costs you DM-3 per step on the time table", "checks/tasks/dm-per-timeframe", "3"),
        ("Leaving close combat gives enemies +4 on the free attack", "personal/close-combat/leaving-attack-dm", "+4"),
        ("Ground round is 5 secs", "personal/round/seconds", "5"),
        ("Ground combat initiative is an Average check", "personal/initiative/difficulty", "Average"),
        ("A low berth runs Cr60,000", "ship/quarters/low-berth/cost", "Cr60,000"),
        ("Pulse lasers go for MCr1.2 a piece", "ship/turret-weapons/pulse-laser/cost", "MCr1.2"),
        ("Melee reach is 3 metres", "personal/close-combat/metres", "3"),
        ("Redlining the drive gets you 2 Thrust", "space/actions/overload-drive-thrust", "2"),
        ("Medics heal 2 points a day in a sickbay", "healing/medical-care/restores", "2"),
    ],
)
def test_words_of_a_table_stand_for_those_of_the_book(text, rule, value):
    assert read(text) == {rule: value}


def test_a_line_that_names_its_sort_of_combat_is_of_that_whatever_stands_beside_it():
    assert read("Attack rolls in personal combat use 7+", family="space") == {"personal/attack/target": "7+"}
    assert read("Attack rolls in space combat use 7+", family="personal") == {"space/attack/target": "7+"}
