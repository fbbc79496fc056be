"""Plain lines: the words say which rule, and nothing is guessed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rulebook.raw import RAW
from errata.house.english.about_lines import read_about
from errata.house.english.plain_lines import Line, Unclear, read_line
from errata.house.english.whole_lines import read_whole

LINES = {
    "Double turrets cost half a megacredit more": ("ship/mounts/double-turret/cost", "MCr1"),
    "Beam lasers cost two megacredits": ("ship/turret-weapons/beam-laser/cost", "MCr2"),
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
    "No more than severity 5 for criticals": ("space/critical/maximum-severity", "5"),
    "Average tasks need a 9 or better": ("checks/difficulties/average", "9+"),
    "Torpedoes do eight dice of damage": ("ship/barbettes/torpedo/damage", "8D"),
    "DEX 0 means DM-5": ("checks/characteristic-dms/0/dm", "-5"),
    "Scores from 6 to 8 give a +1 DM": ("checks/characteristic-dms/6-8/dm", "+1"),
    "Range DM at Very Long: -3 (book: -4)": ("space/range-bands/very-long/attack-dm", "-3"),
    "High technology costs 60% extra": ("ship/technology-levels/high-technology/cost", "+60%"),
    "Staterooms cost half a million credits": ("ship/quarters/standard-stateroom/cost", "MCr0.5"),
    "A score of 0 gives a DM of -4": ("checks/characteristic-dms/0/dm", "-4"),
    "A critical location roll of 7 hits the Fuel": ("space/critical-locations/7", "Fuel"),
    "Pulse lasers no longer get a bonus to hit": ("space/attack-modifiers/pulse-laser", "+0"),
    "Civilian sensors weigh half a ton": ("ship/sensors/civilian/tons", "0.5"),
    "Aiming maxes out at +4": ("personal/modifier-rules/aim-maximum", "4"),
    "Overloading the drive is Formidable": ("space/actions/overload-drive-difficulty", "Formidable"),
    "Sensor lock is Difficult (10+)": ("space/sensor-lock/difficulty", "Difficult"),
    "Accurate weapons get +2 to hit": ("ship/weapon-advantages/accurate/effect", "DM+2 to all attack rolls"),
    "Fusion barbettes have AP 5": ("ship/barbettes/fusion-barbette/traits", "AP 5, Radiation"),
    "Particle beams lose Radiation": ("ship/turret-weapons/particle-beam/traits", ""),
    "Sustained damage: a critical for every 20% of hull lost": ("space/sustained-damage/share", "20%"),
}


# What the book has is 1D, MCr0.5, MCr1, +4 and -25%
RELATIVE = {
    "Beam lasers do +1D damage": ("ship/turret-weapons/beam-laser/damage", "2D"),
    "Beam lasers do 1D more damage": ("ship/turret-weapons/beam-laser/damage", "2D"),
    "Beam lasers cost twice as much": ("ship/turret-weapons/beam-laser/cost", "MCr1"),
    "Beam lasers cost half": ("ship/turret-weapons/beam-laser/cost", "MCr0.25"),
    "Pop-up mountings are 40% cheaper": ("ship/mounts/pop-up-mounting/cost", "MCr0.6"),
    "Beam laser attack DM is two lower than in the book": ("space/attack-modifiers/beam-laser", "+2"),
    "Budget components are 40% cheaper": ("ship/technology-levels/budget/cost", "-40%"),
}


LINES |= RELATIVE


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
        "Long range is one less than in the book",  # than -2
        "Short range is +2 for pulse lasers",
        "Ion weapons do half damage",
        "Sandcasters give 2D",  # of damage, or of armour
        "Beam lasers do 2D damage on 9+",
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


def _named():
    """Every rule with a number, by the names that the engine declares for it, with another value."""
    for rule in RAW.rules.values():
        number = isinstance(rule.value, int) and not isinstance(rule.value, bool)
        value = rule.kind.text(rule.value + 1) if number else "9D" if rule.kind.name == "dice" else ""
        table = RAW.tables.get(rule.section)
        if table is None:
            yield from ((rule.id, f"{name}: {value}") for name in (*rule.also, *rule.constants) if value)
        elif value:
            name = next(row.name for row in table.rows if row.id == rule.row)
            column = next(column for column in table.columns if column.id == rule.column)
            yield from ((rule.id, f"{name} {head}: {value}") for head in (column.title, *column.also))


def test_no_name_of_a_rule_is_taken_for_another_rule():
    read = [(rule, text, read_line(text)) for rule, text in _named()]
    lines = [(rule, text, found) for rule, text, found in read if isinstance(found, Line)]
    assert [one for one in lines if one[0] not in (one[2].rule, *one[2].also)] == []
    assert len(lines) > 0.85 * len(read)


@pytest.mark.parametrize(
    "text",
    [
        "Cover: -1 light, -2 medium, -4 heavy",
        "Cover -1 light, -2 medium, -4 heavy",
        "Sensors: Short +2, Medium +1",
        "Frobbing and parrying are free",
    ],
)
def test_what_is_said_of_something_else_is_not_said_of_a_namesake(text):
    assert all(isinstance(one.found, Unclear) for one in read_whole(text))


def test_a_rule_that_both_sorts_of_combat_have_is_told_for_the_other():
    assert read_line("Effect is not added to damage").also == ("space/damage/effect-added",)
    assert read_line("Effect is not added to damage in personal combat").also == ()


def test_for_each_of_what_a_rule_holds_is_not_dropped():
    assert read_line("Evasive action is -2 per point of Thrust").left == ("per point of Thrust",)
    assert read_line("Evasive action is -2 per level of Pilot skill").left == ()


def test_so_many_tons_for_one_are_no_tons_of_it():
    assert "ship/mount-rules/hull-tons-per-hardpoint" in read_line("One turret per 200 tons").nearest
    assert read_line("One hardpoint per 200 tons")[:3:2] == ("ship/mount-rules/hull-tons-per-hardpoint", 200)


def test_so_many_for_each_is_said_only_where_it_is_said_of_what():
    assert isinstance(read_line("Hull 400 tons"), Unclear)


@pytest.mark.parametrize(
    "text",
    [
        "Firing at Short range takes 2 gunners", "Beam lasers take 2 gunners", "Beam lasers get 2 attacks",
        "Aiming takes 2 minor actions", "Prone takes 2 actions to get up from", "Surgery needs Medic 3",
        "Low berth costs 1 MCr per 20 berths", "Military sensors cost MCr1 per ton",
        "Staterooms cost MCr0.4 per person", "Short range gives +2 per gunner",
        "Beam lasers cost MCr0.4 per turret", "All checks are one step easier", "All tasks are one step harder",
        "Used beam lasers cost MCr0.3", "First aid heals 2 extra points", "Short range: --2", "Short range: +-2",
        "Beam lasers cost 3,5 MCr", "Roll 3D, drop the lowest",
    ],
)  # fmt: skip
def test_a_number_of_something_else_is_no_value_of_a_rule(text):
    assert all(isinstance(one.found, Unclear) for one in read_whole(text, ["Checks"] if "Roll" in text else []))


def test_a_target_of_checks_is_none_of_attacks():
    assert [one.found.rule for one in read_whole("We use 3D6 for all checks, target 11+")[:1]] == ["checks/check/dice"]
    assert isinstance(read_whole("We use 3D6 for all checks, target 11+")[1].found, Unclear)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("Beam lasers do up to 2D", "ship/turret-weapons/beam-laser/damage"),
        ("Budget components are 50%", "ship/technology-levels/budget/cost"),
        ("You hit on 7+", "space/attack/target"),
        ("Surgery restores -5", "healing/surgery/restores"),
    ],
)
def test_what_comes_nearest_can_have_the_value(text, rule):
    assert rule in read_line(text).nearest


def test_why_a_line_is_not_read_is_told():
    assert read_line("Surgery restores -5").why == "the nearest rule takes a whole number from 0 up, and '-5' is none"
    assert read_line("Standard missiles do 5D damage").why == "the nearest rule says nothing of 'Standard'"
    assert read_line("Ion weapons hurt more").why == "it gives no value"
    assert read_line("A mortgage costs Cr5000 a month").why == "no rule here speaks of 'mortgage' and 'month'"
    assert read_line("Should short range be +2?").why == "it is a question"
    assert read_line("Maybe short range is +2").why == "it begins with 'Maybe', and is not decided"
    assert read_line("Short range is +3, no wait, +2").why == "it takes back what it says before 'no wait'"
    assert read_line("Short range is +2 " + "and so on " * 50).why == "it is longer than 400 letters, and no rule is"


@pytest.mark.parametrize("text", ["Beam lasers deal +2 damage", "Triple turrets use 2 hardpoints"])
def test_a_number_is_of_what_stands_behind_it(text):
    assert isinstance(read_line(text), Unclear)


@pytest.mark.parametrize(
    "text",
    [
        "Ion cannons drain power for D3 rounds",  # by the book only with a good Effect
        "Beam lasers nerfed by 1",  # in damage, in Power, or to hit
        "Long Range adds +2 range bands",
    ],
)
def test_what_is_of_another_case_or_of_nothing_said_is_not_guessed(text):
    assert isinstance(read_line(text), Unclear)


def test_what_heals_is_not_what_is_lost():
    assert isinstance(read_line("Surgery heals 4 points even on a failure"), Unclear)
    assert read_line("A failed surgery costs 2 points")[:3:2] == ("healing/surgery/failure-loses", 2)


def test_a_number_is_no_row_for_what_any_chapter_speaks_of():
    assert isinstance(read_about("It has armour 6", ["Shooting from ships"]), Unclear)


def test_a_number_in_the_name_of_a_row_is_no_other_value():
    assert read_line("Two weapons: -1 each")[:3:2] == ("personal/attack-modifiers/dual-weapons", -1)


def test_the_same_rule_of_the_other_combat_is_told_whatever_it_is_called():
    both = "personal/armour/armour-per-ap", "space/damage/armour-per-ap"
    found = read_line("Every point of AP ignores 2 points of armour")
    assert (found.rule, *found.also) == both
    assert read_about("Every point of AP ignores 2 points of armour", ["Space combat"]).rule == both[1]


def test_what_comes_nearest_is_named():
    assert "ship/turret-weapons/missile-rack/damage" in read_line("Missiles: 5D damage").nearest
    assert read_line("Ion weapons hurt more").nearest
    sand = read_line("Sandcasters give 2D").nearest
    assert sand[0] == "ship/turret-weapons/sandcaster/damage"
    assert any(rule.startswith("space/disperse-sand/") for rule in sand)


def test_nothing_where_there_has_to_be_some_names_the_rule_that_refuses_it():
    found = read_line("Evasive action costs no Thrust")
    assert found.nearest[0] == "space/evasive-action/thrust"
    assert found.why == "the nearest rule takes a whole number from 1 up, and 'no Thrust' is none"


def test_of_two_rules_that_fit_equally_both_are_named():
    why = read_line("Missiles deal 5D").why
    assert "'Turret weapons: Missile Rack, Damage'" in why
    assert "'Barbette weapons: Missile Barbette, Damage'" in why


@pytest.mark.parametrize(
    "text",
    [
        "The moon was bright that night and the crew sang songs",
        "My players adore their battered old ship, which has three turrets and a leaking hatch",
        "To cut a long story short, fuel containers are banned, and so is the smelly cheese Marco brings",
        "If you miss two sessions, your character stays on the ship",
        "Jack-o-T max 2",
    ],
)
def test_nothing_comes_near_to_what_shares_a_word_by_chance(text):
    assert read_line(text).nearest == ()


@given(st.text(max_size=80))
def test_whatever_stands_there_gives_an_answer(text):
    assert isinstance(read_line(text), (Line, Unclear))
