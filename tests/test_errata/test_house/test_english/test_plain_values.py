"""Values in plain lines: penalties, changes by so much, prices, dashes, updates, and what the book has."""

import pytest

from engine.rulebook.raw import RAW
from errata.house.english.old_values import without_old
from errata.house.english.plain_lines import Unclear, read_line
from errata.house.english.whole_lines import read_whole

# By the book a prone target is -1, one in cover -2, Long range in space -2, and two weapons at once -2
PENALTIES = {
    "Cover penalty: 3": ("personal/attack-modifiers/target-in-cover", -3),
    "Prone targets: penalty of 3": ("personal/attack-modifiers/prone-target", -3),
    "Long range has a penalty of 3 in space": ("space/range-bands/long/attack-dm", -3),
    "Dual weapons penalty 4": ("personal/attack-modifiers/dual-weapons", -4),
    "Aiming penalty 2": ("personal/attack-modifiers/aiming", -2),
    "A malus of 2 for prone targets": ("personal/attack-modifiers/prone-target", -2),
    "Target in cover: minus four": ("personal/attack-modifiers/target-in-cover", -4),
    "Prone targets suffer a 2 point penalty": ("personal/attack-modifiers/prone-target", -2),
    "Long range penalty reduced to 1 in space": ("space/range-bands/long/attack-dm", -1),
    "Dual weapons: a -4 penalty": ("personal/attack-modifiers/dual-weapons", -4),
    "Laser sights give a bonus of 2": ("personal/attack-modifiers/laser-sight", 2),
}


@pytest.mark.parametrize("text", PENALTIES)
def test_what_is_called_a_penalty_is_taken_off(text):
    found = read_line(text)
    assert (found.rule, found.value) == PENALTIES[text]


def test_a_bare_number_where_the_book_has_a_penalty_is_not_guessed():
    found = read_line("Prone targets: 2")
    assert found.why == "it does not say whether it is a bonus or a penalty"
    assert found.nearest[0] == "personal/attack-modifiers/prone-target"


@pytest.mark.parametrize(
    "text", ["Surgery restores -5", "Pulse laser damage = 3D+", "Beam laser 2D++", "Beam laser 2D-."]
)
def test_a_value_that_is_broken_is_not_mended(text):
    assert isinstance(read_line(text), Unclear)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Severity of a critical = damage / 5", 5),
        ("Ship crit severity is damage divided by 20", 20),
        ("Critical severity: divide the damage by 20", 20),
    ],
)
def test_what_the_damage_is_divided_by_is_the_divisor(text, value):
    found = read_line(text)
    assert (found.rule, found.value) == ("space/critical/severity-divisor", value)


@pytest.mark.parametrize(
    ("text", "rule", "value"),
    [
        ("Aiming gives +2 per minor action", "personal/attack-modifiers/aiming", 2),
        ("Low berths cost Cr40,000 per berth", "ship/quarters/low-berth/cost", 40_000),
        ("Staterooms cost MCr0.4 per stateroom", "ship/quarters/standard-stateroom/cost", 400_000),
        ("First aid can be given 2 times", "healing/first-aid/times", 2),
    ],
)
def test_so_much_for_one_of_it_is_its_value(text, rule, value):
    assert [(one.found.rule, one.found.value) for one in read_whole(text)] == [(rule, value)]


@pytest.mark.parametrize(
    ("said", "credits"),
    [
        ("Cr 75k", 75_000), ("Cr40K", 40_000), ("Cr 600.000", 600_000), ("40.000 credits", 40_000),
        ("Cr 0.5 million", 500_000), ("MCr 0.600", 600_000), ("Cr75,000", 75_000), ("MCr1.5", 1_500_000),
    ],
)  # fmt: skip
def test_thousands_are_read_however_they_are_marked(said, credits):
    assert read_line(f"Low berths cost {said}")[2] == credits


# By the book a beam laser does 1D, a pulse laser 2D, an Average check needs 8+, a turret for three costs MCr1;
# a critical comes at Effect 6, and aiming adds 6 at most
CHANGED = {
    "Beam lasers improved by 1D": ("ship/turret-weapons/beam-laser/damage", "2D"),
    "Beam lasers improved to 2D": ("ship/turret-weapons/beam-laser/damage", "2D"),
    "Increase pulse laser damage by 1D": ("ship/turret-weapons/pulse-laser/damage", "3D"),
    "Pulse laser damage goes up by 1D": ("ship/turret-weapons/pulse-laser/damage", "3D"),
    "Pulse lasers: damage up one die": ("ship/turret-weapons/pulse-laser/damage", "3D"),
    "Pulse laser damage is down 1D": ("ship/turret-weapons/pulse-laser/damage", "1D"),
    "Add 1D to pulse laser damage": ("ship/turret-weapons/pulse-laser/damage", "3D"),
    "Pulse lasers do an extra 1D": ("ship/turret-weapons/pulse-laser/damage", "3D"),
    "Pulse lasers do 1D extra damage": ("ship/turret-weapons/pulse-laser/damage", "3D"),
    "Increase Average difficulty by 1": ("checks/difficulties/average", "9+"),
    "Lower the aiming cap by 2": ("personal/modifier-rules/aim-maximum", "4"),
    "Lower the critical threshold by 1": ("space/critical/effect", "5"),
    "Increase the price of triple turrets by half": ("ship/mounts/triple-turret/cost", "MCr1.5"),
    "Reduce the price of triple turrets by half": ("ship/mounts/triple-turret/cost", "MCr0.5"),
    "Triple turrets cost half again as much": ("ship/mounts/triple-turret/cost", "MCr1.5"),
    "Drop aiming to +0": ("personal/attack-modifiers/aiming", "+0"),
}


@pytest.mark.parametrize("text", CHANGED)
def test_by_so_much_is_not_to_so_much(text):
    rule, value = CHANGED[text]
    assert read_line(text)[:3:2] == (rule, RAW.rule(rule).kind.value(value))


@pytest.mark.parametrize("text", ["Beam lasers improved 2D", "Increase pulse laser damage 1D"])
def test_what_may_be_by_or_to_so_much_is_not_guessed(text):
    assert read_line(text).why.startswith("it does not say whether it is by")


@pytest.mark.parametrize("text", ["Pulse lasers gain +1 to hit", "Add +1 to beam laser attacks"])
def test_what_may_be_on_top_of_a_dm_is_not_guessed(text):
    assert read_line(text).why.startswith("it does not say whether +1 is all that there is, or on top")


# By the book Long is -2, Very Long -4, Distant -6, a prone target -1, and aiming +1
MODIFIERS = {
    "Penalties at Long are halved": ("space/range-bands/long/attack-dm", -1),
    "Double the penalty for Very Long range": ("space/range-bands/very-long/attack-dm", -8),
    "1 less penalty at Distant range": ("space/range-bands/distant/attack-dm", -5),
    "The Distant penalty is reduced by 2": ("space/range-bands/distant/attack-dm", -4),
    "The penalty for prone targets is doubled": ("personal/attack-modifiers/prone-target", -2),
    "Aiming bonus is doubled": ("personal/attack-modifiers/aiming", 2),
}


@pytest.mark.parametrize("text", MODIFIERS)
def test_a_penalty_is_so_many_times_the_books(text):
    assert read_line(text)[:3:2] == MODIFIERS[text]


@pytest.mark.parametrize(
    "text",
    [
        "The prone penalty is halved",  # half of -1
        "Short range penalty is doubled",  # the book has a bonus
        "Range penalties are halved",  # of which band
        "The prone penalty is reduced by 3",
    ],
)
def test_a_penalty_that_the_book_does_not_have_is_not_made_up(text):
    assert isinstance(read_line(text), Unclear)


@pytest.mark.parametrize(
    ("text", "value"),
    [("Difficult – 9+", 9), ("Difficult - 9+", 9), ("Difficult — 9+", 9), ("Stone wall — 10", 10)],
)
def test_a_dash_between_a_name_and_its_value_is_no_minus(text, value):
    assert read_line(text).value == value


@pytest.mark.parametrize("text", ["Short range – 2", "Short range - 2"])
def test_what_may_be_a_dash_or_a_minus_is_not_guessed(text):
    assert read_line(text).why == "it does not say whether '- 2' has a minus or a dash"


@pytest.mark.parametrize("text", ["Long range: -3", "Long range in space: DM-1"])
def test_an_advantage_is_not_turned_into_its_contrary(text):
    assert read_line(text).rule == "space/range-bands/long/attack-dm"


def test_what_a_thing_loses_is_taken_off_or_is_what_was():
    beam, pulse = "space/attack-modifiers/beam-laser", "ship/turret-weapons/pulse-laser/damage"
    assert read_line("Beam lasers lose their +4 and get +2 instead")[:3:2] == (beam, 2)
    assert read_line("Beam lasers lose their +4")[:3:2] == (beam, 0)
    assert read_line("Pulse lasers lose 1D")[:3:2] == (pulse, RAW.rule(pulse).kind.value("1D"))  # of 2D


def test_a_difficulty_may_be_said_by_its_number():
    assert read_line("Sensor operators need a 10+ to get a lock")[:3:2] == ("space/sensor-lock/difficulty", "Difficult")


def test_who_stops_damage_has_armour():
    assert read_line("Sandcasters stop 2D damage instead of 1D")[:2] == ("space/disperse-sand/armour", "2D")


def test_what_is_raised_up_to_a_value_is_that():
    assert read_line("We bumped beam lasers up to 2D")[0] == "ship/turret-weapons/beam-laser/damage"
    assert read_line("Budget gear is 50% off")[0] == "ship/technology-levels/budget/cost"


@pytest.mark.parametrize(
    ("text", "was"),
    [
        ("Short range: +2 instead of +1", "+1"),
        ("Short range +1 -> +2", "+1"),
        ("Beam laser from 1D to 2D", "1D"),
        ("Short range: +2 (RAW +1)", "+1"),
        ("Short range: +2, not +1", "+1"),
        ("Short range: +2", ""),
    ],
)
def test_the_value_that_a_line_says_the_book_has_is_no_value_of_its_own(text, was):
    rest, found = without_old(text)
    assert (found, len(rest)) == (was, len(text))


@pytest.mark.parametrize(
    ("text", "rule", "value"),
    [
        ("Close combat starts at 3 m", "personal/close-combat/metres", 3),
        ("rounds last 5s", "personal/round/seconds", 5),
        ("Stateroom 5t", "ship/quarters/standard-stateroom/tons", 5),
        ("Beam lasers use no Power", "ship/turret-weapons/beam-laser/power", 0),
        ("INT 15 or more gets +4", "checks/characteristic-dms/15/dm", 4),
        ("INT 15+ -> +4", "checks/characteristic-dms/15/dm", 4),
        ("Short rng ships: DM+2", "space/range-bands/short/attack-dm", 2),
        ("Rushing: -1 per step", "checks/tasks/dm-per-timeframe", 1),
        ("Taking your time: +1 per step", "checks/tasks/dm-per-timeframe", 1),
    ],
)
def test_what_is_written_short_is_what_it_stands_for(text, rule, value):
    found = read_line(text)
    assert (found.rule, found.value, found.left) == (rule, value, ())


def test_the_sign_of_a_rule_that_goes_both_ways_is_that_of_the_way():
    assert read_line("Rushing: +1 per timeframe").why == "+1 is what the contrary gets by the book"
    assert read_line("Going slow: -1 per timeframe").nearest[0] == "checks/tasks/dm-per-timeframe"


@pytest.mark.parametrize("text", ["Sandcasters stop 2D damage", "Sandcasters absorb 2D of damage"])
def test_the_damage_that_is_stopped_is_not_left_over(text):
    assert read_line(text)[:2] == ("space/disperse-sand/armour", "2D")
    assert read_line(text).left == ()


@pytest.mark.parametrize(
    "text",
    [
        "Vegetation +1 (Update 2024-05: now +3)",
        "Vegetation +1. Update: +3",
        "Vegetation +1, revised 12.5.2024: +3",
        "Vegetation +1 (changed to +3)",
        "Vegetation +1, as of session 12: +3",
    ],
)
def test_the_value_of_an_update_counts(text):
    [stated] = read_whole(text)
    assert stated.found[:3:2] == ("personal/cover/vegetation", 3)


def test_a_value_of_another_sort_is_no_update():
    made = {one.found.rule: str(one.found.value) for one in read_whole("Beam lasers: TL 9, changed to 2D damage")}
    assert made == {"ship/turret-weapons/beam-laser/tl": "9", "ship/turret-weapons/beam-laser/damage": "2D"}


def test_what_a_clause_says_that_the_book_has_is_not_what_is_played():
    aiming = "personal/attack-modifiers/aiming"
    for text in ("Where the book says aiming gives +1, it gives +2", "The book gives aiming +1, but it is +2"):
        [stated] = read_whole(text)
        assert (stated.found[0], stated.found.value, stated.found.was) == (aiming, 2, "+1")
    of_two = read_whole("RAW has aiming at +1, laser sights at +2")
    assert [(one.found.rule, one.found.value) for one in of_two] == [
        (aiming, 1),
        ("personal/attack-modifiers/laser-sight", 2),
    ]
    [alone] = read_whole("The rules say aiming gives +1")
    assert (alone.found.rule, alone.found.value) == (aiming, 1)
    lost = read_whole("Where the book says that a Formidable task needs a 14, we read it as needing a 16.")
    assert all(isinstance(one.found, Unclear) for one in lost)


def test_a_value_beside_one_that_is_a_word_is_not_dropped():
    [stated] = read_whole("Sensor lock, which grants a Boon, gives +2")
    assert stated.found.why == "it gives another value, '+2', that is not understood"
