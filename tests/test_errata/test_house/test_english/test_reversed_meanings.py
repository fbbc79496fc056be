"""House rules in words that turn round what they say: worse penalties, borrowed names, what is withdrawn or quoted."""

import pytest

from tests.test_errata.test_house.pages import changed

SHORT, LONG = "space/range-bands/short/attack-dm", "space/range-bands/long/attack-dm"
COVER, PRONE = "personal/attack-modifiers/target-in-cover", "personal/attack-modifiers/prone-target"
BEAM, PULSE = "ship/turret-weapons/beam-laser", "ship/turret-weapons/pulse-laser"
POP_UP, LOCK = "ship/mounts/pop-up-mounting", "space/sensor-lock"
# By the book: Long -2, cover -2, prone -1, aiming +1, Difficult 10+; a beam laser 1D, Power 4, MCr0.5, one in a
# barbette 2D, Power 12, MCr3; a pulse laser 2D, MCr1; a stateroom 4 tons, MCr0.5; a lock gives a Boon
MEANT = {
    "Space: the long range penalty is 1 worse.": {LONG: -3},
    "Long range penalty in space: 1 better.": {LONG: -1},
    "The cover penalty is 1 worse.": {COVER: -3},
    "The cover penalty is 1 milder.": {COVER: -1},
    "The prone target penalty is one point harsher.": {PRONE: -2},
    "The aiming bonus is 1 better.": {"personal/attack-modifiers/aiming": 2},
    "Difficult checks are harder by 1.": {"checks/difficulties/difficult": 11},
    "Difficult checks are easier by 1.": {"checks/difficulties/difficult": 9},
    "Staterooms: the cost is up by 10%.": {"ship/quarters/standard-stateroom/cost": 550_000},
    "Pop-up mountings cost MCr2 and take up 2 tons.": {f"{POP_UP}/cost": 2_000_000, f"{POP_UP}/tons": 2},
    "Pulse lasers use up 5 Power.": {f"{PULSE}/power": 5},
    "Beam lasers cost MCr2 instead of MCr3.": {f"{BEAM}/cost": 2_000_000},
    "Beam laser barbettes cost MCr1 less.": {"ship/barbettes/beam-laser-barbette/cost": 2_000_000},
    "Beam lasers and pulse lasers cost 20% less.": {f"{BEAM}/cost": 400_000, f"{PULSE}/cost": 800_000},
    "Long range -2 becomes -1": {LONG: -1},
    "Critical hits: Effect 6+ becomes Effect 8+": {"space/critical/effect": 8},
    "RAW a stateroom is 4 tons; we use 3.": {"ship/quarters/standard-stateroom/tons": 3},
    "Staterooms: 4 tons in the book; here it's 3.": {"ship/quarters/standard-stateroom/tons": 3},
    "Removed the cover penalty.": {COVER: 0},
    "[x] Short range is +2": {SHORT: 2},
    "Short range is +2 and Long range -3.": {SHORT: 2, LONG: -3},
    "New rule: cover is -3": {COVER: -3},
    "Cover -3 (usually -2)": {COVER: -3},
}


@pytest.mark.parametrize("text", MEANT)
def test_a_line_is_read_as_it_is_meant(tmp_path, text):
    assert changed(tmp_path, text) == MEANT[text]


@pytest.mark.parametrize(
    "text",
    [
        "pulse lasers 3D - no!",
        "pulse lasers 3D - never",
        "pulse lasers 3D (rejected)",
        "pulse lasers 3D (no longer used)",
        "Removed: criticals on Effect 5+.",
        "Abolished: pulse lasers 3D.",
        "The old house rule was pulse lasers 3D.",
        "Our earlier ruling was aiming +2.",
        "[ ] pulse lasers 3D",
        '"Sensor lock gives +2" is what the 2022 book says.',
        '"Pulse lasers do 3D" - 2022 book',
        "RAW pulse lasers do 3D.",
        "Beam laser: additional +1 to hit",
        "Beam lasers use 5 less Power.",
        "Critical severity is 2.",
        "Criticals do 1 extra Severity.",
        "Burst adds 2 per Auto.",
        "Shooting from cover gives you -1.",
        "Firing while prone gives -2.",
        "First aid takes 5 minutes.",
        "Overload drive: DM-2.",
        "Laser sights give +2 indoors.",
        "Pulse lasers do 3D+Effect.",
        "Stone walls give +10 provided you crouch",
        "Laser sights may give +2; not sure yet.",
        "Aiming might be +2",
        "Beam lasers usually do 2D.",
        "Aiming: +2 or so",
        "Some beam lasers do 2D.",
        "Damaged beam lasers do 1D-1.",
        "Budget weapons cost 40% less.",
        "Linked fire +2 damage per die for lasers",
        "Stun is lethal to the old",
        "No sensor lock: -2 to attack.",
        "No laser sight: -1.",
        "Criticals happen on Effect 5 to 8.",
        "Sustained damage: every 20% of remaining Hull",
        "Full auto: 4 attacks",
        "Beam lasers do 2D per turret.",
        "Beam lasers do 2D in all.",
        "Wake-up check: END or STR",
        "Only Effect over 3 is added to damage.",
        "The prone get -2 to attack.",
        "Fast moving attacker -2",
        "Beam laser damage: 2D (optional)",
        "Laser sight +2 // TODO",
        "Triple turrets cost MCr2 per weapon.",
    ],
)
def test_what_is_withdrawn_quoted_or_of_somebody_else_changes_nothing(tmp_path, text):
    assert changed(tmp_path, text) == {}


@pytest.mark.parametrize(
    "text",
    [
        "Fusion guns do 5D and get -1 at Short range.",
        "Beam lasers have a range of Long, with DM-1 at Long.",
        "Sensor lock gives DM+2, with -1 at Long.",
    ],
)
def test_a_clause_that_goes_on_about_one_thing_is_no_rule_for_all(tmp_path, text):
    assert not {SHORT, LONG} & changed(tmp_path, text).keys()


@pytest.mark.parametrize("beside", ["as well as a Boon", "plus a Boon", "and a Boon", "on top of the Boon"])
def test_a_dm_beside_a_boon_does_not_take_its_place(tmp_path, beside):
    assert changed(tmp_path, f"Sensor lock gives DM+1 {beside}.") == {f"{LOCK}/dm": 1}


def test_a_dm_alone_takes_the_place_of_the_boon(tmp_path):
    assert changed(tmp_path, "Sensor lock gives DM+1.") == {f"{LOCK}/dm": 1, f"{LOCK}/gives": "none"}
