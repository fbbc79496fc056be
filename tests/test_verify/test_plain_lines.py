"""Plain lines: the words say which rule, the value is of its kind, and nothing is guessed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.raw import RAW
from verify.plain_lines import Line, Unclear, read_line, without_old

LINES = {
    "Short range: +2 instead of +1": ("space/range-bands/short/attack-dm", "+2"),
    "High Yield adds +1D": ("ship/weapon-advantages/high-yield/effect", "+1D damage"),
    "Sensor lock gives +2": ("space/sensor-lock/dm", "+2"),
    "Sensor lock gives a Bane": ("space/sensor-lock/gives", "Bane"),
    "Criticals on Effect 5+": ("space/critical/effect", "5"),
    "Beam lasers do 2D damage": ("ship/turret-weapons/beam-laser/damage", "2D"),
    "Beam laser barbettes do 4D damage": ("ship/barbettes/beam-laser-barbette/damage", "4D"),
    "Beam lasers reach Long": ("ship/turret-weapons/beam-laser/range", "Long"),
    "Barbettes multiply damage by 5": ("space/damage-multiples/barbette", "×5"),
    "Damage multiple for barbettes x4": ("space/damage-multiples/barbette", "×4"),
    "Stone wall +8 -> +12": ("personal/cover/stone-wall", "+12"),
    "Difficult checks are 9+": ("checks/difficulties/difficult", "9+"),
    "Average difficulty 7+": ("checks/difficulties/average", "7+"),
    "Triple turrets cost MCr2": ("ship/mounts/triple-turret/cost", "MCr2"),
    "Military sensors have DM+1": ("ship/sensors/military/dm", "+1"),
    "Staterooms take 3 tons": ("ship/quarters/standard-stateroom/tons", "3"),
    "Attack at Extreme range -6 instead of -4": ("personal/ranges/extreme/attack-dm", "-6"),
    "Space combat target number 7+": ("space/attack/target", "7+"),
    "Surgery restores 5": ("healing/surgery/restores", "5"),
    "Critical severity from Effect": ("space/critical/severity-from", "Effect"),
    "Boons and banes do not cancel": ("checks/boon-and-bane/cancel", "no"),
    "Fire Control/3 gives DM+4": ("ship/fire-control/fire-control-3/dm", "+4"),
    "Evasive action −2 per skill": ("space/evasive-action/dm", "-2"),
}


@pytest.mark.parametrize("text", LINES)
def test_a_line_is_the_rule_and_the_value_that_it_says(text):
    rule, value = LINES[text]
    found = read_line(text)
    assert isinstance(found, Line), found
    assert (found.rule, found.value) == (rule, RAW.rule(rule).kind.value(value))
    assert text[found.offset :].startswith(found.printed.lstrip("+")) or found.printed in text.replace("−", "-")


@pytest.mark.parametrize(
    "text",
    [
        "Everyone gets pizza at 8 pm",
        "First aid heals double the Effect",
        "Missiles: 5D damage",  # of a rack, or of a barbette
        "Ion weapons hurt more",
        "Double all damage",
        "Missile salvos of 12",
        "Combat armour protection: 15",
        "Armour 20",
        "Natural healing is 2 points a day",
        "Should short range be +2?",
        "Do not use: Simple checks are 3+",
        "Very Difficult: 12+++",
        "Sensors +2",
        "No more than severity 5 for criticals",
        "Leadership gives one Boon per 2 Effect",
        "Beam lasers do at least 2D",
        "Damage 3Dx+",
        "",
        "+2",
        "Initiative is rolled anew each round by everybody who has DM+2 or more in 3 skills",
    ],
)
def test_what_is_not_clear_is_not_guessed(text):
    assert isinstance(read_line(text), Unclear)


def test_what_comes_nearest_is_named():
    assert "ship/turret-weapons/missile-rack/damage" in read_line("Missiles: 5D damage").nearest
    assert read_line("Ion weapons hurt more").nearest


def test_a_name_of_two_families_is_taken_for_the_one_around_it_and_the_other_is_told():
    assert read_line("Short range: +2").also == ("personal/ranges/short/attack-dm",)
    assert read_line("Short range: +2", family="personal").rule == "personal/ranges/short/attack-dm"
    assert read_line("Short range: +2", around=["Personal combat"]).rule == "personal/ranges/short/attack-dm"
    assert read_line("Short range in space: +2").also == ()


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


@given(st.text(max_size=80))
def test_whatever_stands_there_gives_an_answer(text):
    assert isinstance(read_line(text), (Line, Unclear))
