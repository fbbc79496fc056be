"""Plain lines of several clauses, about several things, or under a heading."""

import pytest

from errata.house.english.about_lines import read_about
from errata.house.english.plain_lines import Unclear, read_line
from errata.house.english.whole_lines import read_whole


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("Beam laser: TL 9, damage 2D", ["ship/turret-weapons/beam-laser/tl", "ship/turret-weapons/beam-laser/damage"]),
        ("Stone walls give +10 and vegetation +4", ["personal/cover/stone-wall", "personal/cover/vegetation"]),
        ("Sensor lock gives a Boon and +1", ["space/sensor-lock/gives", "space/sensor-lock/dm"]),
        ("Boons roll four dice and keep the best two", ["checks/boon-and-bane/dice", "checks/boon-and-bane/keep"]),
        (
            "First aid: 2 points minimum, within 5 minutes",
            ["healing/first-aid/minimum", "healing/first-aid/within-minutes"],
        ),
        (
            "Sensor lock adds +2 to attacks and is broken by ECM",
            ["space/sensor-lock/dm", "space/sensor-lock/broken-by-electronic-warfare"],
        ),
        ("Close range +2, one more than the book", ["space/range-bands/close/attack-dm"]),
    ],
)
def test_each_clause_of_a_line_is_read(text, rules):
    assert [one.found.rule for one in read_whole(text)] == rules


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Beam lasers do 2D damage and blind the crew", ("blind the crew",)),
        ("Criticals on Effect 5+, and they ignore armour", ("they ignore armour",)),
        ("Stone walls give +10 armour (the robots laugh)", ("the robots laugh",)),
        ("Stone walls give +10 armour", ()),
    ],
)
def test_what_is_left_of_a_line_is_told(text, left):
    [stated] = read_whole(text)
    assert stated.found.left == left


def test_what_stands_under_a_heading_is_about_it():
    above = ["Space combat", "Beam lasers"]
    assert [read_about(text, above).rule.rpartition("/")[2] for text in ("TL 9", "damage 2D", "reach Long")] == [
        "tl", "damage", "range",
    ]  # fmt: skip
    assert isinstance(read_about("Short range +2", above), Unclear)
    assert read_about("Short range +2", above[:1]).rule == "space/range-bands/short/attack-dm"


SHARED = {
    "Short and Medium range: +1": ["space/range-bands/short/attack-dm", "space/range-bands/medium/attack-dm"],
    "Beam and pulse lasers do 3D damage": [
        "ship/turret-weapons/beam-laser/damage",
        "ship/turret-weapons/pulse-laser/damage",
    ],
    "Close, Short and Medium range in space: +2": [
        f"space/range-bands/{band}/attack-dm" for band in ("close", "short", "medium")
    ],
    "Stone walls and tree trunks give +10": ["personal/cover/stone-wall", "personal/cover/tree-trunk"],
    "Double and triple turrets cost MCr 2": ["ship/mounts/double-turret/cost", "ship/mounts/triple-turret/cost"],
    "Dodging and parrying are free": ["personal/action-kinds/dodge", "personal/action-kinds/parry"],
    "Boons and Banes roll 4 dice": ["checks/boon-and-bane/dice"],
}


@pytest.mark.parametrize("text", SHARED)
def test_what_is_said_of_several_is_said_of_each(text):
    assert [one.found.rule for one in read_whole(text)] == SHARED[text]


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        (
            "Long range -3, Very Long -5, Distant -7",
            "space/range-bands/long space/range-bands/very-long space/range-bands/distant",
        ),
        ("Short +2, Extreme -6", "personal/ranges/short personal/ranges/extreme"),
    ],
)
def test_a_clause_that_may_be_of_several_tables_is_of_that_of_its_neighbours(text, rules):
    assert [one.found.rule.rpartition("/")[0] for one in read_whole(text)] == rules.split()


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("Turrets cost half", "ship/mounts/triple-turret/cost"),
        ("All turrets cost MCr 0.5", "ship/mounts/double-turret/cost"),
        ("Task chain: +2 on any success", "checks/effects/exceptional-success/chain-dm"),
    ],
)
def test_what_is_for_all_of_a_name_is_not_for_one_of_them(text, row):
    found = read_line(text)
    assert found.why == "it may be for one of several, or for all of them"
    assert row in found.nearest


def test_the_name_of_a_row_is_no_change():
    made = read_whole("Sensors: military MCr1.5, improved MCr3")
    assert [(one.found.rule.split("/")[2], one.found.value) for one in made] == [
        ("military", 1_500_000),
        ("improved", 3_000_000),
    ]


def test_a_name_of_two_families_is_taken_for_the_one_around_it_and_the_other_is_told():
    assert read_line("Short range: +2").also == ("personal/ranges/short/attack-dm",)
    assert read_line("Short range: +2", family="personal").rule == "personal/ranges/short/attack-dm"
    assert read_line("Short range: +2", around=["Personal combat"]).rule == "personal/ranges/short/attack-dm"
    assert read_line("Short range in space: +2").also == ()


def test_crew_for_ships_of_either_sort_is_not_guessed():
    found = read_line("Engineer 1 per 50 tons of drives")
    assert found.nearest == ("ship/crew/engineer/commercial", "ship/crew/engineer/military")
    assert found.why.endswith("so say which is meant")
