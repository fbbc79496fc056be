"""House rules in lines that claims know in part: what they say of more, of less, of what was, and of nobody."""

import pytest

from engine.dice.notation import Dice
from tests.test_errata.test_house.pages import SHORT, changed, said, told

# By the book: low berth Cr50,000; stateroom 4 tons, MCr0.5; double turret MCr0.5; fusion gun Power 12; Average 8+;
# a round of personal combat 6 seconds
CHANGES = {
    "Low berths cost Cr 25,000 more.": ("ship/quarters/low-berth/cost", 75_000),
    "Low berths cost Cr 10,000 less.": ("ship/quarters/low-berth/cost", 40_000),
    "Staterooms cost MCr 0.1 more.": ("ship/quarters/standard-stateroom/cost", 600_000),
    "Staterooms take 1 ton more.": ("ship/quarters/standard-stateroom/tons", 5),
    "Staterooms take 1 ton less.": ("ship/quarters/standard-stateroom/tons", 3),
    "Double turrets cost MCr 0.1 less than in the book.": ("ship/mounts/double-turret/cost", 400_000),
    "Double turrets cost MCr 0.1 less.": ("ship/mounts/double-turret/cost", 400_000),
    "Fusion guns need 2 Power less.": ("ship/turret-weapons/fusion-gun/power", 10),
    "A combat round lasts 4 seconds longer.": ("personal/round/seconds", 10),
    "Average checks are 1 easier.": ("checks/difficulties/average", 7),
    "Difficult checks are 2 harder.": ("checks/difficulties/difficult", 12),
}


@pytest.mark.parametrize("text", CHANGES)
def test_so_much_more_or_less_is_reckoned_from_the_book(tmp_path, text):
    assert changed(tmp_path, text) == dict([CHANGES[text]])


@pytest.mark.parametrize("text", ["Average checks are one step harder.", "Difficult checks are 2 levels easier."])
def test_a_step_is_no_number_to_roll(tmp_path, text):
    assert changed(tmp_path, text) == {}


def test_so_much_more_of_a_number_without_a_table_is_not_guessed(tmp_path):
    assert changed(tmp_path, "Criticals need 1 Effect more.") == {}


def test_less_than_nothing_is_no_price(tmp_path):
    assert changed(tmp_path, "Low berths cost Cr 60,000 less.") == {}


@pytest.mark.parametrize(
    "text",
    [
        "Short range used to be +2.",
        "Beam lasers used to do 2D.",
        "Short range used to be +2 in my old campaign, but now we play it as written.",
        "We tried short range at +2.",
        "Short range at +2 is too much.",
        "Short range gives +2, that is too much.",
        "I am against short range +2.",
        "We don't like aiming at +1.",
    ],
)
def test_what_is_past_or_spoken_against_is_not_played(tmp_path, text):
    assert changed(tmp_path, text) == {}
    assert {code for code, _, _ in told(tmp_path, text)} == {"RC006"}


def test_what_was_before_is_held_against_the_book(tmp_path):
    assert changed(tmp_path, "Short range in space used to be +1, now it is +2") == {SHORT: 2}
    assert changed(tmp_path, "+1 is too little, so aiming gives +2") == {"personal/attack-modifiers/aiming": 2}


def test_a_line_that_quotes_the_book_changes_nothing(tmp_path):
    for text in ("RAW: natural healing 2D per day", "The book says natural healing is 2D."):  # by the book 1D
        assert changed(tmp_path, text) == {}
        assert ("RC008", 1, "healing/natural/restores") in told(tmp_path, text)
    assert {code for code, _, _ in told(tmp_path, "RAW: short range in space +1")} == {"RC002"}


@pytest.mark.parametrize(
    "text",
    ["Nobody gets +2 at short range.", "Nothing gives +2 at short range any more.", "Short range gives +2 no more."],
)
def test_what_nobody_gets_is_no_value(tmp_path, text):
    assert changed(tmp_path, text) == {}


def test_what_the_book_has_and_nobody_gets_is_nothing(tmp_path):  # by the book +1
    for text in ("Nobody gets +1 at short range in space.", "Short range in space gives +1 no more."):
        assert changed(tmp_path, text) == {SHORT: 0}


CRITICAL = "space/critical/effect"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Criticals on Effect over 6.", 7),
        ("Criticals happen on an Effect of more than 7.", 8),
        ("Criticals need an Effect of at least 8", 8),
    ],
)
def test_an_effect_over_a_number_is_the_next_or_more(tmp_path, text, value):
    assert changed(tmp_path, text) == {CRITICAL: value}


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("Criticals on Effect 5 or less.", "5 or less"),
        ("Average checks are 7-.", "7-"),
        ("Low berths cost under Cr 25,000.", "under Cr 25,000"),
        ("Staterooms take over 3 tons.", "over 3 tons"),
    ],
)
def test_a_bound_is_no_exact_value(tmp_path, text, bound):
    assert changed(tmp_path, text) == {}
    assert f"it says '{bound}', and not how much it is" in said(tmp_path, text)[0]


def test_a_clause_that_goes_on_is_about_the_same_thing(tmp_path):  # by the book 5 tons and 1 hardpoint
    text = "Barbettes take 3 tons and 1 hardpoint."
    assert changed(tmp_path, text) == {"ship/barbette-rules/tons": 3}
    assert ("RC002", 1, "ship/mount-rules/hardpoints-per-barbette") in told(tmp_path, text)


def test_each_clause_of_yes_and_no_is_read(tmp_path):  # by the book they ignore armour, and no Effect is added
    ignores, added = "space/ion/ignores-armour", "space/ion/effect-added"
    assert changed(tmp_path, "Ion weapons ignore armour but add Effect.") == {added: True}
    assert changed(tmp_path, "Ion weapons do not ignore armour but add Effect.") == {ignores: False, added: True}


@pytest.mark.parametrize("text", ["STR 9-11 gives +2.", "END 9-11 gives +2."])
def test_a_rule_for_one_characteristic_says_that_it_holds_for_all(tmp_path, text):
    assert ("RC011", 1, "checks/characteristic-dms/9-11/dm") in told(tmp_path, text)
    assert "holds for every other characteristic as well" in said(tmp_path, text)[0]


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("Beam laser damage: 2D++3", "2D++3"),
        ("Beam laser damage: 3.5D", "3.5D"),
        ("Beam laser damage: 2Dx", "2Dx"),
        ("Natural healing: 2D + + END DM", "2D + +"),
    ],
)
def test_a_formula_that_is_none_is_told_so(tmp_path, text, formula):
    assert changed(tmp_path, text) == {}
    assert f"'{formula}' cannot be read as a value" in said(tmp_path, text)[0]


def test_a_dash_behind_dice_is_no_sign(tmp_path):
    assert [str(value) for value in changed(tmp_path, "Beam lasers do 2D -- we like it").values()] == ["2D"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("- [ ] Beam lasers do 2D", "its box is not ticked"),
        ("~~Beam lasers do 2D~~", "it is struck out"),
        ("// Beam lasers do 2D", "it is a comment"),
    ],
)
def test_a_line_that_is_passed_over_is_told(tmp_path, text, why):
    assert changed(tmp_path, text) == {}
    assert said(tmp_path, text) == [f"'Beam lasers do 2D': {why}, and was passed over"]


def test_a_value_that_is_struck_out_is_replaced(tmp_path):
    assert told(tmp_path, "Short range in space: ~~+1~~ +2") == [("RC001", 1, SHORT)]


def test_half_that_is_of_what_was_just_said(tmp_path):  # by the book Cr50,000
    assert changed(tmp_path, "Stateroom MCr0.5, low berth half that.") == {"ship/quarters/low-berth/cost": 250_000}
    assert changed(tmp_path, "Low berths cost half that.") == {}


def test_the_most_behind_a_value_is_another_value(tmp_path):  # by the book +1, and 6 at most
    assert changed(tmp_path, "Aiming gives +1, at most +4.") == {"personal/modifier-rules/aim-maximum": 4}


@pytest.mark.parametrize(
    "text",
    [
        "Dual wielding is DM-1 if you have Gun Combat 3.",
        "Dual weapons are -1 with pistols.",
        "Dual weapons are -3, but -1 with pistols.",
        "Dual weapons are -2, but 0 with Gun Combat.",
        "Dual weapons: -1 when using guns.",
        "Sensor lock gives +2 if the operator has Electronics 2.",
        "Laser sights give +2 with pistols.",
        "Cover is -3 if armour is 10.",
        "First aid restores 2D if the medic has skill 2.",
    ],
)
def test_a_condition_in_the_words_of_a_rule_is_one(tmp_path, text):
    assert changed(tmp_path, text) == {}
    assert {code for code, _, _ in told(tmp_path, text)} == {"RC006"}


@pytest.mark.parametrize(
    ("text", "less"),
    [
        ("Severity is Effect minus 4.", 4),
        ("Severity = Effect - 6", 6),
        ("Severity is the Effect less 2.", 2),
        ("Severity comes from Effect.", 5),  # as in CRB 2022
    ],
)
def test_what_is_taken_off_an_effect_is_played(tmp_path, text, less):
    assert changed(tmp_path, text) == {"space/critical/severity-from": "Effect", "space/critical/severity-less": less}


@pytest.mark.parametrize(
    "text",
    [
        "Severity: Effect/2.",
        "Severity is Effect+1",
        "First aid restores Effect minus 1.",
        "First aid restores twice Effect.",
    ],
)
def test_a_number_in_a_formula_is_never_ignored(tmp_path, text):
    assert changed(tmp_path, text) == {}
    assert {code for code, _, _ in told(tmp_path, text)} <= {"RC006", "RC007"}


def test_not_just_one_value_but_another_gives_the_other(tmp_path):  # by the book +1 and 1D
    assert changed(tmp_path, "Short range isn't just +1 but +2 in space.") == {SHORT: 2}
    assert changed(tmp_path, "Aiming gives not just +1 but also a Boon.") == {}


@pytest.mark.parametrize(
    "text",
    [
        "Old: prone -1. New: prone -3.",
        "Before: prone -1; now: prone -3",
        "Old: prone -1\nNew: prone -3",
        "**Old:** prone -1\n\n**New:** prone -3",
        "- Previously: prone -2\n- Now: prone -3",
        "Until now: prone -1. From now on: prone -3.",
        "Original: prone -1. Ours: prone -3.",
        "Old rule: prone is -1. New rule: prone is -3.",
        "Prone: old -1, new -3",
        "Prone: before: -1, now: -3",
        "Prone: previous value -1, new value -3",
        "RAW: prone -1. House: prone -3.",
    ],
)
def test_what_was_does_not_contradict_what_is(tmp_path, text):  # by the book -1
    assert changed(tmp_path, text) == {"personal/attack-modifiers/prone-target": -3}
    assert "RC003" not in {code for code, _, _ in told(tmp_path, text)}


def test_a_rule_that_goes_both_ways_by_one_number_is_told_of_both(tmp_path):  # by the book 2
    page = "Each timeframe slower is DM+1.\nRushing is DM-3 per timeframe.\n"
    assert [code for code, line, _ in told(tmp_path, page) if line == 2] == ["RC011", "RC001"]
    assert any("3 for going faster here, and 1 for going slower in" in one for one in said(tmp_path, page))
    assert "holds for going slower as well" in said(tmp_path, "Rushing is DM-3 per timeframe.")[0]


def test_one_way_that_is_told_twice_is_a_contradiction(tmp_path):
    page = "Rushing is DM-3 per timeframe.\nHurrying is DM-4 per timeframe.\n"
    assert "RC003" in {code for code, _, _ in told(tmp_path, page)}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Pulse laser damage: (2D", "'(2D' cannot be read as a value"),
        ("In the 2016 book cover was -2", "the only value that it gives is one that is not played"),
        ("I'd like short range to be +2", "is not decided"),
        ("What if cover is -3", "is not decided"),
        ("Cover für alle ist -3", "'für'"),
        ("Surprise: +4 for the ambushers, -2 in the dark", "not understood, 'in the dark'"),
    ],
)
def test_a_line_that_is_not_read_says_why(tmp_path, text, why):
    assert changed(tmp_path, text) == {}
    assert why in said(tmp_path, text)[0]


def test_out_to_is_no_denial(tmp_path):  # by the book twice the range
    assert changed(tmp_path, "Long range is out to 3 times Range") == {"personal/ranges/long/up-to": 3}


def test_what_is_read_is_not_called_unclear(tmp_path):  # by the book +6 and -6
    text = "Surprise: +4 for the ambushers, -4 for the ambushed"
    assert changed(tmp_path, text) == {"personal/surprise/ambusher-dm": 4, "personal/surprise/surprised-dm": -4}
    assert {code for code, _, _ in told(tmp_path, text)} == {"RC001"}


# By the book: bays ×10, ×20 and ×100; a score of 9-11 +1, of 12-14 +2; turrets MCr0.2, 0.5 and 1
SETS = {
    "Small bays x10, medium x30, large x50": {
        "space/damage-multiples/medium-bay": 30,
        "space/damage-multiples/large-bay": 50,
    },
    "A stat of 6-8 is +0, 9-11 +2, 12-14 +3.": {
        "checks/characteristic-dms/9-11/dm": 2,
        "checks/characteristic-dms/12-14/dm": 3,
    },
    "Single turrets cost MCr0.3, double MCr0.6": {
        "ship/mounts/single-turret/cost": 300_000,
        "ship/mounts/double-turret/cost": 600_000,
    },
    "Civilian vehicles give +12, armoured +18": {
        "personal/cover/civilian-vehicle": 12,
        "personal/cover/armoured-vehicle": 18,
    },
    "Triple turrets cost two million": {"ship/mounts/triple-turret/cost": 2_000_000},
    "Severity can't exceed 5.": {"space/critical/maximum-severity": 5},
    "Aiming can't exceed +4.": {"personal/modifier-rules/aim-maximum": 4},
    "Stone walls offer no protection.": {"personal/cover/stone-wall": 0},
    "Cover: ranged attacks on a target in cover have DM-3.": {"personal/attack-modifiers/target-in-cover": -3},
    "Torpedoes keep their 6D": {},
}


@pytest.mark.parametrize("text", SETS)
def test_what_is_plain_is_read(tmp_path, text):
    assert changed(tmp_path, text) == SETS[text]
    assert "RC006" not in {code for code, _, _ in told(tmp_path, text)}


@pytest.mark.parametrize(
    ("text", "rule", "value"),
    [
        ("Initiative is an Average check, not Routine.", "personal/initiative/difficulty", "Average"),
        ("Railgun range increased to Medium", "ship/turret-weapons/railgun/range", "Medium"),
        ("Buffed pulse laser: damage 2D → 3D", "ship/turret-weapons/pulse-laser/damage", Dice.parse("3D")),
        ("Fixed: Difficult is 11+", "checks/difficulties/difficult", 11),
        ("Common areas are MCr0.2 per ton", "ship/quarters-rules/common-area-cost-per-ton", 200_000),
        ("FC/2 bandwidth 10", "ship/fire-control/fire-control-2/bandwidth", 10),
        ("Reactions: max 2 per round", "personal/actions/reaction/per-round", 2),
        ("First aid: 2 attempts", "healing/first-aid/times", 2),
        ("Evasive action: -2 per Thrust spent", "space/evasive-action/dm", -2),
    ],
)
def test_what_a_list_of_changes_says_is_read(tmp_path, text, rule, value):
    assert changed(tmp_path, f"{text}\n") == {rule: value}


def test_what_is_removed_by_its_name_is_not_the_line_before_it(tmp_path):
    page = "- Pulse lasers do 3D\n- Removed: aiming cap\n"
    assert changed(tmp_path, page) == {"ship/turret-weapons/pulse-laser/damage": Dice.parse("3D")}
    assert changed(tmp_path, "- Pulse lasers do 3D\n- Removed.\n") == {}


def test_a_band_that_is_another_rows_names_that_row(tmp_path):
    moderate = {"healing/final-attack/moderate/damage", "healing/final-attack/moderate/dm"}
    assert moderate.isdisjoint(changed(tmp_path, "Final attack of 7+ gives DM-4 on the mortal wound roll\n"))


@pytest.mark.parametrize(
    "line",
    [
        "Pulse lasers do 3D damage rather than 2D. Low berths cost Cr40,000.",
        "Particle beams need 6 Power instead of 8. Stone walls give +10 armour. Pop-up mountings cost MCr2.",
        "- Beam lasers do 2D damage instead of 1D. Bulky weapons need STR 8. Stone walls give +10 armour.",
    ],
)
def test_what_one_sentence_says_of_the_book_is_said_of_no_other_rule(tmp_path, line):
    assert "RC008" not in {code for code, _, _ in told(tmp_path, line)}
