"""Plain lines with what people say before a rule: a word to begin with, what they think of it, and who does."""

import pytest

from engine.rulebook.raw import RAW
from errata.house.english.plain_lines import Line
from errata.house.english.whole_lines import read_whole


def read(text, *above):
    """What a line states: rules and values as a book prints them."""
    made = [one.found for one in read_whole(text, above)]
    return {one.rule: RAW.rule(one.rule).kind.text(one.value) for one in made if isinstance(one, Line)}


@pytest.mark.parametrize(
    ("text", "rule", "value"),
    [
        ("tl;dr criticals need Effect 7+", "space/critical/effect", "7"),
        ("IMTU pulse lasers are DM+4 to hit", "space/attack-modifiers/pulse-laser", "+4"),
        ("Well, IMO surgery should restore 4", "healing/surgery/restores", "4"),
        ("I also think that a critical hit should only need Effect 4 or better", "space/critical/effect", "4"),
        ("Cover is too weak => target in cover is DM-4", "personal/attack-modifiers/target-in-cover", "-4"),
        ("My players love luck, so you may declare luck after rolling", "checks/check/luck-declared", "after rolling"),
        ("I treat trees as tougher than the book does: a tree trunk is worth 8", "personal/cover/tree-trunk", "+8"),
        (
            "We found fusion guns far too power-hungry, so a fusion gun only needs 10 Power at our table",
            "ship/turret-weapons/fusion-gun/power",
            "10",
        ),
    ],
)
def test_what_is_said_before_a_rule_is_no_part_of_it(text, rule, value):
    assert read(text) == {rule: value}


@pytest.mark.parametrize(
    ("text", "rule", "value"),
    [
        ("Torpedoes are terrifying in my campaign: 8D damage each", "ship/barbettes/torpedo/damage", "8D"),
        ("Pulse lasers are weak: 3D damage", "ship/turret-weapons/pulse-laser/damage", "3D"),
        ("Natural healing is too slow, so it restores 2D per day", "healing/natural/restores", "2D"),
        ("Sensor lock felt too strong, so it gives DM+1", "space/sensor-lock/dm", "+1"),
        (
            "Honestly, particle beams are too expensive, so I let players buy one for MCr3",
            "ship/turret-weapons/particle-beam/cost",
            "MCr3",
        ),
        (
            "So in my game I've decided that beam lasers should hit a bit harder, so they now deal 2D damage",
            "ship/turret-weapons/beam-laser/damage",
            "2D",
        ),
    ],
)
def test_a_rule_goes_on_about_what_somebody_thinks_something_of(text, rule, value):
    assert read(text) == {rule: value}


@pytest.mark.parametrize(
    "text",
    [
        "Pirates are deadly, so they aim at +2",
        "Kira's pulse laser is too weak, so it does 4D",
        "Our ship is too weak, so its beam lasers do 2D",
        "Our ship is slow, so beam lasers do 2D",
        "Torpedoes against stations are terrifying: 8D damage each",
        "Torpedoes are terrifying at Long range: 8D damage each",
        "Pirate torpedoes are terrifying: 8D damage each",
        "I'd like beam lasers to be strong, so they deal 2D",
        "Beam lasers were too weak when they did 1D, so we tried 2D",
        "Maybe beam lasers are too weak, so they do 2D",
        "I think the book says beam lasers do 2D",
        "I feel that aiming at +2 is too strong",
        "Beam lasers at 2D are overpowered: 1D it is",
        "Jack hates aiming, so it is +2",
        "So far aiming is +2",
        "Honestly, pirates aim at +2",
    ],
)
def test_what_is_of_some_or_not_decided_stays_so_behind_chatter(text):
    assert read(text) == {}


@pytest.mark.parametrize(
    ("text", "rule", "value"),
    [
        ("Fortifications, as you'd expect, are worth +25 armour", "personal/cover/fortifications", "+25"),
        ("Beam lasers at 3D (yes really)", "ship/turret-weapons/beam-laser/damage", "3D"),
        ("Low berths take half a ton (just a reminder)", "ship/quarters/low-berth/tons", "0.5"),
        ("Aiming gives +2, which feels better to all of us", "personal/attack-modifiers/aiming", "+2"),
    ],
)
def test_a_remark_leaves_nothing_that_is_not_understood(text, rule, value):
    assert read(text) == {rule: value}
    assert not any(one.found.left for one in read_whole(text) if isinstance(one.found, Line))


def test_a_rule_behind_a_reason_is_not_dropped_with_it():
    found = read_whole("Aiming gives +2, because we like rifles, and cover is -3")
    assert any("cover is -3" in one.text for one in found)
