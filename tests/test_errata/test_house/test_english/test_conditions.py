"""Plain lines that hold for some, deny something, tell a story or give a reason."""

import pytest

from engine.rulebook.raw import RAW
from errata.house.english.meant_values import is_value
from errata.house.english.plain_lines import Unclear, read_line
from errata.house.english.whole_lines import read_whole


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


def test_what_a_contraction_denies_is_what_was():
    assert read_line("Cover isn't -2, it's -3")[:3:2] == ("personal/attack-modifiers/target-in-cover", -3)
    assert is_value(RAW.rule("ship/turret-weapons/beam-laser/cost"), "0.5")  # millions, as the book prints it


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


GONE = {
    "Laser sight bonus is gone": "personal/attack-modifiers/laser-sight",
    "Remove the aiming bonus": "personal/attack-modifiers/aiming",
    "The Distant penalty is waived": "space/range-bands/distant/attack-dm",
}


@pytest.mark.parametrize("text", GONE)
def test_a_bonus_or_penalty_that_is_gone_is_none(text):
    assert read_line(text)[:3:2] == (GONE[text], 0)


def test_what_gives_nothing_or_is_denied_has_a_value():
    assert read_line("Short range gives nothing now")[:3:2] == ("space/range-bands/short/attack-dm", 0)
    assert read_line("Effect isn't added to ship damage")[:3:2] == ("space/damage/effect-added", "never")


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
