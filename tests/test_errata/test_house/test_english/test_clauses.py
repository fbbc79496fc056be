"""House rules in several clauses: none of them vanishes or says the contrary, whoever gets what, and how much of it."""

from fractions import Fraction

import pytest

from tests.test_errata.test_house.pages import changed, said, told

# By the book: natural healing 1D + END DM; medical care 3 + END DM; sand 1D + Effect; a critical needs damage;
# ion weapons last 1 round, ignore armour and have no Effect added; a lock is broken by electronic warfare
YES_AND_NO = {
    "Natural healing is 2D a day, but the END DM never counts": {
        "healing/natural/restores": "2D",
        "healing/natural/end-dm-added": False,
    },
    "Rest heals 1D and you don't add your END DM": {"healing/natural/end-dm-added": False},
    "Natural healing: 2D, END DM is not added": {
        "healing/natural/restores": "2D",
        "healing/natural/end-dm-added": False,
    },
    "Medical care gives 5 points, and the END DM is never added": {
        "healing/medical-care/restores": 5,
        "healing/medical-care/end-dm-added": False,
    },
    "Sandcasters give 3D armour, and no Effect": {
        "space/disperse-sand/armour": "3D",
        "space/disperse-sand/effect-added": False,
    },
    "Criticals need Effect 7+, but no damage has to get through": {
        "space/critical/effect": 7,
        "space/critical/needs-damage": False,
    },
    "Ion weapons: 3 rounds, and Effect does count": {"space/ion/rounds": 3, "space/ion/effect-added": True},
    "Ion weapons last 2 rounds, they don't ignore armour": {"space/ion/rounds": 2, "space/ion/ignores-armour": False},
    "Sensor lock gives +1 and electronic warfare can't break it": {
        "space/sensor-lock/gives": "none",
        "space/sensor-lock/dm": 1,
        "space/sensor-lock/broken-by-electronic-warfare": False,
    },
    "First aid within 3 minutes, no medikit needed": {
        "healing/first-aid/within-minutes": 3,
        "healing/first-aid/needs-medikit": False,
    },
}


@pytest.mark.parametrize("text", YES_AND_NO)
def test_a_clause_behind_a_value_says_yes_or_no(tmp_path, text):
    assert {rule: str(value) for rule, value in changed(tmp_path, text).items()} == {
        rule: str(value) for rule, value in YES_AND_NO[text].items()
    }


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("Surgery restores 4 and the Effect is not added", "the Effect is not added"),
        ("Surgery restores 5, no Effect", "no Effect"),
        ("Grapple does 4 damage, Effect does not count", "Effect does not count"),
        ("Laser sight +2, no aiming needed", "no aiming needed"),
    ],
)
def test_a_line_that_takes_away_what_belongs_to_its_rule_is_not_read(tmp_path, text, lost):
    assert changed(tmp_path, text) == {}
    assert any(lost in one for one in said(tmp_path, text))


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("Sand gives 3D armour and the Effect is ignored", "the Effect is ignored"),
        ("Beam lasers +3, no gunner skill", "no gunner skill"),
        ("Point defence: 2 missiles per Effect, no reaction needed", "no reaction needed"),
    ],
)
def test_a_denial_of_something_else_is_told_beside_what_is_read(tmp_path, text, lost):
    assert len(changed(tmp_path, text)) == 1
    assert "RC010" in {code for code, _, _ in told(tmp_path, text)}
    assert any(lost in one for one in said(tmp_path, text))


# By the book: the ambushers have +6 to initiative, the surprised -6, for 1 round, and attacks on them +0
AMBUSHER, SURPRISED = "personal/surprise/ambusher-dm", "personal/surprise/surprised-dm"
SIDES = {
    "Surprise: +4": {AMBUSHER: 4, SURPRISED: -4},
    "Surprise: +4 to initiative": {AMBUSHER: 4, SURPRISED: -4},
    "Surprise: -3 for the victims": {SURPRISED: -3},
    "Surprise: -4 for the surprised": {SURPRISED: -4},
    "Surprise: +5 for the attackers": {AMBUSHER: 5},
    "Surprise: +4 to the ambushing side": {AMBUSHER: 4},
    "Surprise: +4 for the ambushers, -2 for the surprised": {AMBUSHER: 4, SURPRISED: -2},
    "Surprise: +4 for the ambushers, -2 for the ambushed": {AMBUSHER: 4, SURPRISED: -2},
    "Surprise: -2 for the ambushed, +3 for the ambushers": {AMBUSHER: 3, SURPRISED: -2},
    "The surprised get -3, the ambushers +2": {AMBUSHER: 2, SURPRISED: -3},
    "Unaware targets: +2 to hit": {"personal/surprise/attack-dm": 2},
    "Surprise: -4 to initiative": {},
    "Surprise: +4, only for the ambushers": {},
    "Ambushers +2 on attacks": {},
}


@pytest.mark.parametrize("text", SIDES)
def test_what_is_told_of_one_side_is_not_of_the_other(tmp_path, text):
    assert changed(tmp_path, text) == SIDES[text]


def test_a_time_behind_a_value_is_of_the_same_thing(tmp_path):
    text = "Surprise: +3 on initiative, lasts 2 rounds"
    assert changed(tmp_path, text) == {"personal/surprise/rounds": 2}
    assert any("+3 on initiative" in one for one in said(tmp_path, text))


# By the book: three Minor Actions in all without a Significant one, which is given up for two further ones
IN_ALL, FURTHER = (
    "personal/actions/minor-without-a-significant/per-round",
    "personal/action-rules/minors-for-significant",
)
MINORS = {
    "If you give up your significant action you get 4 minor actions": {IN_ALL: 4},
    "Give up the Significant Action to take 5 minor actions": {IN_ALL: 5},
    "You get 4 minor actions instead of a significant one": {IN_ALL: 4},
    "Trade your significant action for 3 minor actions": {FURTHER: 3},
    "A significant action is worth 4 minor actions": {FURTHER: 4},
    "If you give up your significant action you get one additional minor action": {FURTHER: 1},
    "If you give up your significant action you get 3 minor actions instead": {},
    "If you give up your significant action you get 4 minor": {},
    "Instead of a significant action you can take 3 minor actions": {},
}


@pytest.mark.parametrize("text", MINORS)
def test_minor_actions_in_all_are_not_further_ones(tmp_path, text):
    assert changed(tmp_path, text) == MINORS[text]


@pytest.mark.parametrize(
    "text",
    [
        "Fire Control/1 to /5 cost half",
        "Fire Control/1 through 3 cost MCr1 each",
        "Fire Control/1 and /2 cost MCr1",
        "Very difficult and up: 13+",
        "Routine and easier checks: 4+",
        "Military sensors and up cost half",
        "Improved sensors and upwards have DM+2",
        "Long range and beyond: -3",
        "Short to Long range: +1",
        "High Yield: 1s to 3s count as 4s",
    ],
)
def test_what_is_said_of_several_is_not_said_of_one(tmp_path, text):
    assert changed(tmp_path, text) == {}
    assert "RC006" in {code for code, _, _ in told(tmp_path, text)}


@pytest.mark.parametrize(
    ("text", "row", "faces"),
    [
        ("High Yield: 1s and 2s count as 4s", "high-yield", ((1, 4), (2, 4))),
        ("High Yield: 1s, 2s count as 3s", "high-yield", ((1, 3), (2, 3))),
        ("Very High Yield: 1s, 2s and 3s count as 4s", "very-high-yield", ((1, 4), (2, 4), (3, 4))),
    ],
)
def test_each_face_of_a_list_counts(tmp_path, text, row, faces):
    [change] = changed(tmp_path, text)[f"ship/weapon-advantages/{row}/effect"]
    assert change.amount == faces


def test_a_name_of_two_tables_is_not_settled_by_its_neighbour(tmp_path):
    assert changed(tmp_path, "Torpedoes do 7D, missiles 5D").keys() == {"ship/barbettes/torpedo/damage"}


# By the book: triple turret MCr1, stateroom 4 tons, low berth half a ton
HALVES = {
    "Triple turret cost: MCr1½": {"ship/mounts/triple-turret/cost": 1_500_000},
    "Beam laser cost MCr2¼": {"ship/turret-weapons/beam-laser/cost": 2_250_000},
    "Double turret: MCr¾": {"ship/mounts/double-turret/cost": 750_000},
    "Staterooms take 3½ tons each": {"ship/quarters/standard-stateroom/tons": Fraction(7, 2)},
    "Low berth: ¾ ton": {"ship/quarters/low-berth/tons": Fraction(3, 4)},
    "Movement in difficult terrain is ¾": {"personal/movement/difficult-terrain": Fraction(3, 4)},
    "Beam lasers +3½": {},
    "Long range: DM -1½": {},
    "Pulse laser: damage 2½D": {},
    "Short range: +1½ instead of +1": {},
    "Triple turret cost: MCr1⅓": {},
}


@pytest.mark.parametrize("text", HALVES)
def test_a_half_behind_a_number_belongs_to_it(tmp_path, text):
    assert changed(tmp_path, text) == HALVES[text]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Stone walls give +10 for ranged attacks only", False),
        ("Beam lasers +3 for pilots only", False),
        ("Sand adds 2D against lasers only", True),  # by the book it is against lasers
    ],
)
def test_only_behind_some_is_for_those_alone(tmp_path, text, read):
    assert bool(changed(tmp_path, text)) is read


def test_a_line_does_not_say_yes_and_no_to_one_rule(tmp_path):
    assert changed(tmp_path, "First aid takes a medikit, no medikit needed") == {}


@pytest.mark.parametrize(
    "beside",
    [
        "(Vargr)",
        "- elite troops",
        "[Darrians]",
        "(experimental)",
        ", point blank",
        ", ambushes",
        "(gauss)",
        ", dreadnoughts",
    ],
)
@pytest.mark.parametrize("rule", ["Aiming +2", "Barbettes ×4", "Criticals on Effect 5+"])
def test_a_clause_that_only_names_something_may_say_for_whom_a_rule_is(tmp_path, rule, beside):
    assert changed(tmp_path, f"{rule}\n") != {}
    assert changed(tmp_path, f"{rule} {beside}\n") == {}


@pytest.mark.parametrize(
    "beside", [", my favourite change", ", no exceptions", "[HR]", "(see p. 30)", ", all of them", "(yes, really)"]
)
def test_a_clause_that_says_something_leaves_a_rule_as_it_is(tmp_path, beside):
    assert changed(tmp_path, f"Barbettes ×4 {beside}\n") == {"space/damage-multiples/barbette": 4}


def test_a_word_behind_a_value_that_is_not_understood_leaves_nothing_to_play(tmp_path):
    assert changed(tmp_path, "Criticals happen on Effect 5+ yonder\n") == {}
    assert changed(tmp_path, "Barbettes multiply by 4 whereabouts\n") == {}


def test_a_thing_that_is_counted_is_no_name_of_a_value(tmp_path):
    assert changed(tmp_path, "Disperse Sand: it counts for two attacks.\n") == {}


@pytest.mark.parametrize(
    "text",
    [
        "At TL 12 and above, beam lasers do 2D",
        "From TL 13 on, pulse lasers do 3D",
        "We voted down barbettes ×4",
        "Barbettes ×4 (I think)",
        "Bays multiply by 8",
        "Surprised sides get one too",
    ],
)
def test_what_is_for_some_or_not_sure_or_of_something_else_is_not_read(tmp_path, text):
    assert changed(tmp_path, f"{text}\n") == {}


@pytest.mark.parametrize(
    ("text", "rule", "value"),
    [
        ("RAW: Beam laser +4. House: +2.", "space/attack-modifiers/beam-laser", 2),
        ("The rulebook says DM-2 for dual weapons. We play it as DM-1.", "personal/attack-modifiers/dual-weapons", -1),
        ("Book: Difficult is 10+. Ours: 11+.", "checks/difficulties/difficult", 11),
    ],
)
def test_a_value_behind_that_of_the_book_is_the_one_that_is_played(tmp_path, text, rule, value):
    assert changed(tmp_path, f"{text}\n") == {rule: value}


@pytest.mark.parametrize("text", ["Aim: +2, snipers +3", "Barbettes ×4, small craft ×2", "Stone walls +10, Flarg +12"])
def test_another_value_for_whom_no_rule_has_a_name_leaves_nothing_to_play(tmp_path, text):
    assert changed(tmp_path, f"{text}\n") == {}


def test_another_value_of_another_rule_leaves_a_rule_as_it_is(tmp_path):
    assert changed(tmp_path, "Aiming +2, dodging +3\n") == {"personal/attack-modifiers/aiming": 2}
