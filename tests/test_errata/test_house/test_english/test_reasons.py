"""Plain lines as people write them: with a reason, with what came before it, and with what goes without saying."""

import pytest

from engine.rulebook.raw import RAW
from errata.house.english.plain_lines import Line, Unclear, read_line
from errata.house.english.whole_lines import read_whole


def read(text, *above):
    """What a line states: rules and values as a book prints them."""
    made = [one.found for one in read_whole(text, above)]
    return {one.rule: RAW.rule(one.rule).kind.text(one.value) for one in made if isinstance(one, Line)}


BEAM, AIM = "ship/turret-weapons/beam-laser/damage", "personal/attack-modifiers/aiming"


@pytest.mark.parametrize(
    "text",
    [
        "Aiming gives +2 (we got tired of misses)",
        "Aiming gives +2, which feels better to all of us",
        "Aiming gives +2, since +1 made rifles useless",
        "After a long talk we settled on aiming being +2",
        "To keep fights short we decided that anyone who spends a minor action aiming gets +2",
        "Aiming gives +2 rather than the usual +1",
        "Aiming gives +1 on top of RAW",
    ],
)
def test_a_reason_is_no_condition(text):
    assert read(text) == {AIM: "+2"}


@pytest.mark.parametrize(
    "text",
    ["Aiming gives +2 (we like it if it rains)", "We decided against aiming at +2", "Aiming gives +2 to stop a ship"],
)
def test_what_may_be_a_condition_is_no_reason(text):
    assert read(text) == {}


@pytest.mark.parametrize(
    "text",
    [
        "A roll of 12 always hits",
        "A natural 2 to hit is a miss",
        "Ship shares are worth 1% of the hull value",
        "On 2 it is the sensors of the ship",
        "Ships need TL 13",
        "Turrets: one gunner each",
        "Parrying costs DM-1 on the next action",
    ],
)
def test_what_says_nothing_of_a_rule_is_not_read_as_one(text):
    assert isinstance(read_line(text), Unclear)


def test_a_clause_goes_on_about_the_thing_before_it():
    assert read("Plasma barbettes deal 5D and have AP 5") == {
        "ship/barbettes/plasma-barbette/damage": "5D",
        "ship/barbettes/plasma-barbette/traits": "AP 5",
    }
    assert read("Particle beams cost 5 MCr and need TL 13") == {
        "ship/turret-weapons/particle-beam/cost": "MCr5",
        "ship/turret-weapons/particle-beam/tl": "13",
    }
    assert read("Advanced components cost 20% more, very advanced 40% more") == {
        "ship/technology-levels/advanced/cost": "+20%",
        "ship/technology-levels/very-advanced/cost": "+40%",
    }


def test_a_heading_names_the_column_of_bare_numbers_below_it():
    assert read("Short 3, Medium 6", "Space: thrust to change range") == {
        "space/range-bands/short/thrust": "3",
        "space/range-bands/medium/thrust": "6",
    }


def test_a_value_behind_a_clause_is_of_that_clause():
    made = read("Two characteristics at zero means out cold, three means dead")
    assert made["personal/damage/unconscious-at-zero"] == "2"
    assert made.get("personal/damage/dead-at-zero") != "2"


@pytest.mark.parametrize(
    ("text", "rule", "value"),
    [
        ("Staterooms cost 400 kCr", "ship/quarters/standard-stateroom/cost", "MCr0.4"),
        ("Fusion guns: TL 13 instead of 14", "ship/turret-weapons/fusion-gun/tl", "13"),
        ("Surprise lasts 2 rounds", "personal/surprise/rounds", "2"),
        ("First aid heals 2D instead of the Effect", "healing/first-aid/restores", "2D"),
        ("Luck can be declared after the roll", "checks/check/luck-declared", "after rolling"),
        ("Laser sights work without aiming", "personal/modifier-rules/laser-sight-needs-aim", "no"),
        ("Melee damage no longer adds STR DM", "personal/damage/melee-adds-str", "no"),
        ("Double the damage multiple of spinal mounts", "space/damage-multiples/spinal-mount", "×2,000"),
        ("Hardpoints: 1 per 200 tons", "ship/mount-rules/hull-tons-per-hardpoint", "200"),
        ("Fire Control/3 needs bandwidth 5", "ship/fire-control/fire-control-3/bandwidth", "5"),
        ("Military gunners: two per turret", "ship/crew/gunner/military", "2 per turret"),
        ("Stun damage heals after 2 hours", "personal/trait-rules/stun-heals-hours", "2"),
        ("Initiative: Difficult", "personal/initiative/difficulty", "Difficult"),
    ],
)
def test_what_people_write_is_what_it_stands_for(text, rule, value):
    assert read(text) == {rule: value}


def test_a_share_has_no_unit():
    assert "personal/movement/prone" not in read("Humans move 8 m per minor action, 4 m when prone")
