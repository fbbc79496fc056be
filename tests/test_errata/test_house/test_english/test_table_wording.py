"""Plain lines in the words of a table: what holds for all is no condition, and a word may stand for another."""

import pytest

from engine.rulebook.raw import RAW
from errata.house.english.plain_lines import Line
from errata.house.english.whole_lines import read_whole


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


@pytest.mark.parametrize(
    ("text", "rule", "value"),
    [
        ("We use a Difficult check for sensor locks", "space/sensor-lock/difficulty", "Difficult"),
        ("It takes a Routine check to get a sensor lock", "space/sensor-lock/difficulty", "Routine"),
        ("Suppressive fire allowed", "personal/attack/suppressive-fire", "yes"),
        ("Fixed mounts are free", "ship/mounts/fixed-mount/cost", "Cr0"),
        ("Staterooms are free of charge", "ship/quarters/standard-stateroom/cost", "Cr0"),
        ("Reloading is free", "personal/action-kinds/reload", "Free"),
        ("Double the damage of all torpedoes", "ship/barbettes/torpedo/damage", "12D"),
        ("Energy Efficient: -50% Power", "ship/weapon-advantages/energy-efficient/effect", "-50% Power"),
        ("Hull crits severity 1: 2D extra damage", "space/critical-effects/hull/severity-1", "2D extra damage"),
        ("Railgun barbette AP 7 instead of AP 5", "ship/barbettes/railgun-barbette/traits", "AP 7"),
        ("You can drag somebody you've grappled up to 6 metres", "personal/grapple/drag-metres", "6"),
        ("Natural healing every 2 days instead of daily", "healing/natural/days", "2"),
        ("Space: reduce the long range penalty by 1", "space/range-bands/long/attack-dm", "-1"),
        ("Space: increase the long range penalty to 3", "space/range-bands/long/attack-dm", "-3"),
        ("Effect 6+ crits become Effect 8+", "space/critical/effect", "8"),
        ("Sensor lock gives DM+2 on top of the Boon", "space/sensor-lock/dm", "+2"),
    ],
)
def test_a_value_may_stand_in_words_or_beside_what_it_was(text, rule, value):
    assert read(text) == {rule: value}


def test_a_difficulty_alone_is_that_of_the_check_that_the_heading_names():
    assert read("Average check", "Initiative") == {"personal/initiative/difficulty": "Average"}
    assert read("Average check") == read("Difficult check", "Jumping") == {}


def test_a_list_of_values_may_have_a_range_in_it():
    made = read("Pulse laser: damage 3D, power 5, cost MCr1.2, range Medium, TL 10")
    assert made["ship/turret-weapons/pulse-laser/range"] == "Medium"
    assert len(made) == 5


def test_a_lock_that_gives_no_boon_says_both():
    both = {"space/sensor-lock/dm": "+2", "space/sensor-lock/gives": "none"}
    assert read("Sensor lock gives DM+2 and not a Boon") == read("Sensor lock gives DM+2 but no Boon") == both


@pytest.mark.parametrize(
    "text",
    [
        "Beam lasers do half damage",
        "Missiles do double damage",
        "Torpedoes do triple damage on a critical",
        "Pulse lasers do double damage at Short range",
        "Fixed mounts are free if you buy a turret",
        "Beam lasers are free to fire",
        "Suppressive fire allowed with auto weapons",
        "Suppressive fire costs 2 actions",
        "A Difficult check gives a sensor lock",
        "Hull crits do 2D extra damage",
        "Cover: light +2, medium +4, heavy +8",
    ],
)
def test_what_is_of_some_or_in_part_has_no_value_in_words(text):
    assert read(text) == {}


@pytest.mark.parametrize(
    ("text", "rule", "value"),
    [
        ("Getting ambushed is a -4 to initiative", "personal/surprise/surprised-dm", "-4"),
        ("Ambushers get +4 to initiative", "personal/surprise/ambusher-dm", "+4"),
        ("Gunners roll 3D to hit", "space/attack/dice", "3D"),
        ("Crits happen when you beat the roll by 5", "space/critical/effect", "5"),
    ],
)
def test_who_is_ambushed_is_no_ambusher(text, rule, value):
    assert read(text) == {rule: value}


@pytest.mark.parametrize(
    ("text", "rule", "value"),
    [
        ("Point defence shoots down two missiles per Effect", "space/point-defence/missiles-per-effect", "2"),
        ("A single turret takes up 2 tons", "ship/mounts/single-turret/tons", "2"),
        ("Beam laser power goes down 1", "ship/turret-weapons/beam-laser/power", "3"),
        ("Budget parts cost 20% less", "ship/technology-levels/budget/cost", "-20%"),
        ("Drawing a gun is free", "personal/action-kinds/draw", "Free"),
        ("Crouching behind a tree gives +3 armour", "personal/cover/tree-trunk", "+3"),
        ("Doctors restore 4 points per day", "healing/medical-care/restores", "4"),
    ],
)
def test_what_is_taken_up_or_shot_down_is_no_change(text, rule, value):
    assert read(text) == {rule: value}
