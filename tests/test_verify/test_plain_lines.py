"""Plain lines: the words say which rule, the value is of its kind, and nothing is guessed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.raw import RAW
from verify.about_lines import read_about
from verify.meant_values import is_value
from verify.old_values import without_old
from verify.plain_lines import Line, Unclear, read_line
from verify.whole_lines import read_whole

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


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("Cover adds armour only from vehicles: +12", "only from vehicles"),
        ("Prone targets are at -2 unless adjacent", "unless adjacent"),
        ("Stone wall gives +10 against lasers", "against lasers"),
        ("Stone wall gives +10 when it is new", "when it is new"),
        ("Stone wall gives +10, except for robots", "except for robots"),
    ],
)
def test_a_condition_that_the_rule_does_not_know_makes_it_unclear(text, condition):
    [stated] = read_whole(text)
    assert isinstance(stated.found, Unclear)
    assert condition in stated.found.why or "not clear" in stated.found.why


def test_a_word_of_the_rule_itself_is_no_condition():
    assert read_line("Sand gives 2D armour against lasers").rule == "space/disperse-sand/armour"


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


DENIED = {
    "Sensor lock does not give a Boon": ("space/sensor-lock/gives", "none"),
    "Sensor lock isn't a Boon": ("space/sensor-lock/gives", "none"),
    "A sensor lock never gives a Boon": ("space/sensor-lock/gives", "none"),
    "Aiming no longer gives +1": ("personal/attack-modifiers/aiming", 0),
    "Laser sights don't give +1": ("personal/attack-modifiers/laser-sight", 0),
    "Prone targets are not at -1": ("personal/attack-modifiers/prone-target", 0),
    "Ion weapons don't ignore armour": ("space/ion/ignores-armour", False),
    "Ion weapons can’t ignore armour": ("space/ion/ignores-armour", False),
    "Boons and banes don't cancel": ("checks/boon-and-bane/cancel", False),
}


@pytest.mark.parametrize("text", DENIED)
def test_what_is_denied_does_not_hold(text):
    found = read_line(text)
    assert (found.rule, found.value) == DENIED[text]


@pytest.mark.parametrize(
    "text",
    [
        "Boon does not keep the best",
        "A Boon no longer keeps the best two",
        "Beam lasers do not do 2D damage",
        "Difficult checks are not 10+",
        "Unlimited reactions are out",
        "Reactions aren't unlimited",
    ],
)
def test_what_is_denied_without_what_holds_instead_is_unclear(text):
    assert isinstance(read_line(text), Unclear)


def test_a_negation_of_one_clause_is_not_one_of_another():
    assert [(one.found.rule, one.found.value) for one in read_whole("Sensor lock gives +1 but no Boon")] == [
        ("space/sensor-lock/dm", 1),
        ("space/sensor-lock/gives", "none"),
    ]


@pytest.mark.parametrize(
    ("text", "of"),
    [
        ("Pirates use beam lasers with 2D damage", "Pirates"),
        ("Vargr pilots: evasive action -2", "Vargr"),
        ("Surgery restores points as per handout(5)", "handout"),
    ],
)
def test_a_rule_for_somebody_who_is_not_known_is_no_rule_for_all(text, of):
    assert read_line(text).why == f"it speaks of {of!r}, which is not understood"


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
        ("Stone walls give +10 armour (robots laugh)", ("robots laugh",)),
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


def test_the_name_of_a_row_is_no_change():
    made = read_whole("Sensors: military MCr1.5, improved MCr3")
    assert [(one.found.rule.split("/")[2], one.found.value) for one in made] == [
        ("military", 1_500_000),
        ("improved", 3_000_000),
    ]


def test_what_a_contraction_denies_is_what_was():
    assert read_line("Cover isn't -2, it's -3")[:3:2] == ("personal/attack-modifiers/target-in-cover", -3)
    assert is_value(RAW.rule("ship/turret-weapons/beam-laser/cost"), "0.5")  # millions, as the book prints it


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


@pytest.mark.parametrize(
    "text",
    [
        "Our ship's pulse laser does 2D+4",
        "Kira's pulse laser does 4D",
        "The Harrier’s beam laser does 3D damage",
        "My missile rack deals 5D",
        "The party's ship has beam lasers that do 3D",
        "We have a pulse laser that does 2D+4",
    ],
)
def test_what_somebody_has_is_no_rule_for_all(text):
    [stated] = read_whole(text)
    assert stated.found.why.endswith("alone, and is no rule for all")


@pytest.mark.parametrize(
    "text",
    ["In our game beam lasers do 2D", "Our house rule: beam lasers do 2D", "A ship's beam lasers do 2D"],
)
def test_what_a_table_plays_is_a_rule(text):
    assert read_line(text)[0] == "ship/turret-weapons/beam-laser/damage"


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


@pytest.mark.parametrize("text", ["Beam lasers deal +2 damage", "Triple turrets use 2 hardpoints"])
def test_a_number_is_of_what_stands_behind_it(text):
    assert isinstance(read_line(text), Unclear)


GONE = {
    "Laser sight bonus is gone": "personal/attack-modifiers/laser-sight",
    "Remove the aiming bonus": "personal/attack-modifiers/aiming",
    "The Distant penalty is waived": "space/range-bands/distant/attack-dm",
}


@pytest.mark.parametrize("text", GONE)
def test_a_bonus_or_penalty_that_is_gone_is_none(text):
    assert read_line(text)[:3:2] == (GONE[text], 0)


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


def test_what_a_thing_loses_is_taken_off_or_is_what_was():
    beam, pulse = "space/attack-modifiers/beam-laser", "ship/turret-weapons/pulse-laser/damage"
    assert read_line("Beam lasers lose their +4 and get +2 instead")[:3:2] == (beam, 2)
    assert read_line("Beam lasers lose their +4")[:3:2] == (beam, 0)
    assert read_line("Pulse lasers lose 1D")[:3:2] == (pulse, RAW.rule(pulse).kind.value("1D"))  # of 2D


def test_what_heals_is_not_what_is_lost():
    assert isinstance(read_line("Surgery heals 4 points even on a failure"), Unclear)
    assert read_line("A failed surgery costs 2 points")[:3:2] == ("healing/surgery/failure-loses", 2)


def test_a_number_is_no_row_for_what_any_chapter_speaks_of():
    assert isinstance(read_about("It has armour 6", ["Shooting from ships"]), Unclear)


def test_a_number_in_the_name_of_a_row_is_no_other_value():
    assert read_line("Two weapons: -1 each")[:3:2] == ("personal/attack-modifiers/dual-weapons", -1)


def test_what_gives_nothing_or_is_denied_has_a_value():
    assert read_line("Short range gives nothing now")[:3:2] == ("space/range-bands/short/attack-dm", 0)
    assert read_line("Effect isn't added to ship damage")[:3:2] == ("space/damage/effect-added", "never")


def test_a_difficulty_may_be_said_by_its_number():
    assert read_line("Sensor operators need a 10+ to get a lock")[:3:2] == ("space/sensor-lock/difficulty", "Difficult")


def test_the_same_rule_of_the_other_combat_is_told_whatever_it_is_called():
    both = "personal/armour/armour-per-ap", "space/damage/armour-per-ap"
    found = read_line("Every point of AP ignores 2 points of armour")
    assert (found.rule, *found.also) == both
    assert read_about("Every point of AP ignores 2 points of armour", ["Space combat"]).rule == both[1]


def test_who_stops_damage_has_armour():
    assert read_line("Sandcasters stop 2D damage instead of 1D")[:2] == ("space/disperse-sand/armour", "2D")


def test_what_is_raised_up_to_a_value_is_that():
    assert read_line("We bumped beam lasers up to 2D")[0] == "ship/turret-weapons/beam-laser/damage"
    assert read_line("Budget gear is 50% off")[0] == "ship/technology-levels/budget/cost"


def test_what_comes_nearest_is_named():
    assert "ship/turret-weapons/missile-rack/damage" in read_line("Missiles: 5D damage").nearest
    assert read_line("Ion weapons hurt more").nearest
    sand = read_line("Sandcasters give 2D").nearest
    assert sand[0] == "ship/turret-weapons/sandcaster/damage"
    assert any(rule.startswith("space/disperse-sand/") for rule in sand)


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


def test_nothing_where_there_has_to_be_some_names_the_rule_that_refuses_it():
    found = read_line("Evasive action costs no Thrust")
    assert found.nearest[0] == "space/evasive-action/thrust"
    assert found.why == "the nearest rule takes a whole number from 1 up, and 'no Thrust' is none"


def test_of_two_rules_that_fit_equally_both_are_named():
    why = read_line("Missiles deal 5D").why
    assert "'Turret weapons: Missile Rack, Damage'" in why
    assert "'Barbette weapons: Missile Barbette, Damage'" in why


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


@pytest.mark.parametrize(
    ("text", "whose"),
    [
        ("Our trusty old boots give +2 armour", "Our trusty old boots"),
        ("My brother's scout has armour 6", "My brother's"),
        ("Their beam lasers do 3D", "Their beam lasers"),
        ("The crew's vibro-blade does 3D damage", "The crew's vibro-blade"),
        ("Our medic restores 5", "Our medic"),
    ],
)
def test_whatever_somebody_has_is_theirs(text, whose):
    assert read_line(text).why == f"it tells of '{whose}' alone, and is no rule for all"


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("Our aiming bonus is +2", "personal/attack-modifiers/aiming"),
        ("Our sensor lock gives +2", "space/sensor-lock/dm"),
        ("Our criticals happen on Effect 5+", "space/critical/effect"),
        ("To our mind, aiming gives +2", "personal/attack-modifiers/aiming"),
        ("In my Traveller universe beam lasers do 2D", "ship/turret-weapons/beam-laser/damage"),
        ("Pilots add their skill to evasive action: -2", "space/evasive-action/dm"),
    ],
)
def test_a_rule_that_a_table_calls_its_own_is_one(text, rule):
    assert read_line(text)[0] == rule


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


@pytest.mark.parametrize(
    "text",
    [
        "Because nobody could remember the figure, aiming gives +2",
        "For the sake of drama, aiming gives +2",
        "It has been agreed that aiming gives +2",
        "Lest our gunner feel useless, aiming gives +2",
    ],
)
def test_a_reason_before_a_rule_is_no_condition(text):
    [stated] = read_whole(text)
    assert stated.found[:3:2] == ("personal/attack-modifiers/aiming", 2)
    assert text[stated.offset + stated.found.offset :] == "+2"


def test_what_stands_before_a_rule_may_be_a_condition():
    for text in ("After a dodge, aiming gives +2", "If it rains, aiming gives +2"):
        assert all(isinstance(one.found, Unclear) for one in read_whole(text))


def test_a_rule_that_is_no_longer_played_is_not_repeated():
    [stated] = read_whole("We no longer play with the rule by which a sensor lock grants a Boon")
    assert stated.found.why == "it says what is not used, and not what is played instead"


def test_a_value_beside_one_that_is_a_word_is_not_dropped():
    [stated] = read_whole("Sensor lock, which grants a Boon, gives +2")
    assert stated.found.why == "it gives another value, '+2', that is not understood"


@given(st.text(max_size=80))
def test_whatever_stands_there_gives_an_answer(text):
    assert isinstance(read_line(text), (Line, Unclear))
