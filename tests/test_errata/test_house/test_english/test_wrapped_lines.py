"""House rules whose lines go on in the next one, or say of what alone they hold: nothing is lost or taken for all."""

import pytest

from tests.test_errata.test_house.pages import changed, said, told

PRONE, AIMING = "personal/attack-modifiers/prone-target", "personal/attack-modifiers/aiming"

# By the book: prone -1, aiming +1, dual weapons -2, Short in space +1, stateroom MCr0.5, stun heals in 1 hour
NOTES = """\
we all agreed that from tonight on beam lasers get +3 to hit instead of +4
pulse lasers get +3
no penalty for dual wielding
snacks are on whoever was late the last time that we all met at Tom's place
prone is -2
a boon for nobody
"""


def test_each_of_some_notes_in_small_letters_is_read_or_listed(tmp_path):
    assert {line for _, line, _ in told(tmp_path, NOTES)} == {1, 2, 3, 4, 5, 6}
    assert changed(tmp_path, NOTES)[PRONE] == -2
    assert changed(tmp_path, NOTES)["personal/attack-modifiers/dual-weapons"] == 0


@pytest.mark.parametrize(
    "page",
    [
        "We give +2 for aiming\nbut only with rifles.\n",
        "Prone is -2\nexcept in melee.\n",
        "Beam lasers do 2D\nonly if they are linked\n",
        "Cover is -4.\nUnless the target shoots back.\n",
        "Cover is -4. Except against grenades.\n",
        "- Aiming: +2\n  - only with rifles\n",
        "- Aiming gives +2\n- unless you are running\n",
        "short range in space is +2\nif you fire a missile\n",
        "Stone walls give +10\nprovided you crouch\n",
        "Cover is -3 (hard cover\nonly)\n",
        "Long range in space is -3. Not with scopes.\n",
        "Sensor lock gives +2.\nHowever, only military sensors can do it.\n",
        "Particle beams do 4D; but not in barbettes\n",
    ],
)
def test_a_line_that_restricts_the_one_before_it_is_a_part_of_it(tmp_path, page):
    assert changed(tmp_path, page) == {}
    assert told(tmp_path, page)


def test_a_line_that_ends_with_what_something_costs_is_whole(tmp_path):  # by the book -25% and MCr1
    page = "budget components are -40% cost\ntriple turrets cost MCr 1.5\n"
    assert {line for _, line, _ in told(tmp_path, page)} == {1, 2}
    assert changed(tmp_path, page)["ship/mounts/triple-turret/cost"] == 1_500_000


@pytest.mark.parametrize(
    ("page", "rule", "value"),
    [
        ("Staterooms cost\nMCr0.6\n", "ship/quarters/standard-stateroom/cost", 600_000),
        ("Short range in space\nis +2\n", "space/range-bands/short/attack-dm", 2),
        ("Beam lasers do 2D damage\nwhen fired from a\nturret\n", "ship/turret-weapons/beam-laser/damage", "2D"),
        ("- stone walls give those who are behind them\n  armour of +10\n", "personal/cover/stone-wall", 10),
    ],
)
def test_a_line_that_is_broken_anywhere_is_one_statement(tmp_path, page, rule, value):
    assert {id: str(made) for id, made in changed(tmp_path, page).items()} == {rule: str(value)}


def test_what_stands_in_several_lines_is_quoted_with_all_of_them(tmp_path):
    page = (
        "Everybody who has ever served on a ship of the line or\n"
        "of the scouts, and has not been thrown out for drinking,\n"
        "but only in the first year, may sing +2\n"
    )
    [message] = said(tmp_path, page)
    assert " ".join(page.split()) in message


@pytest.mark.parametrize(
    "page",
    ["## Ion weapons ignore armour\n", "**Nobody gets a Boon from a sensor lock**\n", "Drawing is free\n-----\n"],
)
def test_a_rule_that_is_set_as_a_heading_is_read_or_listed(tmp_path, page):
    assert told(tmp_path, page)


@pytest.mark.parametrize("heading", ["## 3. Sensor lock", "## 2.1 Sensor lock", "### Sensor lock"])
def test_the_number_of_a_chapter_is_no_value(tmp_path, heading):
    assert changed(tmp_path, f"{heading}\n- gives +3\n")["space/sensor-lock/dm"] == 3


@pytest.mark.parametrize(
    "text",
    [
        "Short range: +2 (pistols only)",
        "Prone: -2, rifles only",
        "Aiming: +2 (snipers)",
        "Long range: -3 (only pistols)",
        "In zero-g, short range is +0.",
        "At night, cover is -4.",
        "Dual weapons: -1 main hand, -4 off hand",
        "Prone targets: -2 outdoors, -3 indoors",
        "Missile racks do 5D – military ones only",
        "Stun damage heals after 2 hours (humans).",
        "Extreme range: -6. Rifles only.",
        "Stateroom: 5 tons (luxury only)",
    ],
)
def test_what_is_said_of_some_is_not_taken_for_all(tmp_path, text):
    assert changed(tmp_path, text) == {}
    assert {code for code, _, _ in told(tmp_path, text)} == {"RC006"}


def test_a_cell_that_is_said_of_some_is_not_taken_for_all(tmp_path):
    assert changed(tmp_path, "| Situation | DM |\n|---|---|\n| Prone | -2 (melee only) |\n") == {}
    assert changed(tmp_path, "rule,value\nProne (rifles only),-2\n", "house.csv") == {}


def test_what_there_is_instead_of_what_is_denied_restricts_nothing(tmp_path):
    text = "Cover no longer gives a penalty to hit, only armour."
    assert changed(tmp_path, text) == {"personal/attack-modifiers/target-in-cover": 0}


def test_a_remark_restricts_nothing(tmp_path):
    assert changed(tmp_path, "Aiming: +2, for now")[AIMING] == 2
    assert changed(tmp_path, "Aiming: +2 (everybody agreed)")[AIMING] == 2


def test_two_rules_of_one_line_with_the_same_value_are_both_read(tmp_path):
    page = "Aiming +2 and laser sight +2.\n"
    own = {"personal/attack-modifiers/aiming": 2, "personal/attack-modifiers/laser-sight": 2}
    assert changed(tmp_path, page) == own


def test_a_number_for_full_automatic_fire_is_not_one_for_each_point(tmp_path):
    assert changed(tmp_path, "Full auto uses 10 rounds\n") == {}
    per_auto = "personal/trait-rules/full-auto-rounds-per-auto"
    assert changed(tmp_path, "Full auto uses 10 rounds per point of Auto\n") == {per_auto: 10}


def test_a_row_without_a_value_is_listed(tmp_path):
    page = "| Rule | Value |\n|---|---|\n| Aiming | +3 |\n| Laser sight | |\n"
    assert ("RC006", 4, "") in told(tmp_path, page)


def test_a_chapter_on_ranged_attacks_leaves_aiming_as_it_is(tmp_path):
    assert changed(tmp_path, "## Ranged attacks\n- Aiming +3\n") == {"personal/attack-modifiers/aiming": 3}
    assert changed(tmp_path, "## Melee attacks\n- Aiming +3\n") == {}


def test_a_list_of_one_column_is_a_page(tmp_path):
    page = 'Rule\n"Aiming +3"\n"Laser sight, +2"\n"Bananas +3"\n'
    assert changed(tmp_path, page, "house.csv") == {
        "personal/attack-modifiers/aiming": 3,
        "personal/attack-modifiers/laser-sight": 2,
    }
    assert ("RC006", 4, "") in told(tmp_path, page, "house.csv")


def test_items_may_have_letters_or_say_that_they_are_house_rules(tmp_path):
    lettered = "a) prone is -2\nb) aiming gives +2\n"
    assert changed(tmp_path, lettered) == {PRONE: -2, AIMING: 2}
    assert {code for code, _, _ in told(tmp_path, lettered)} == {"RC001"}
    numbered = "House rule 7: aiming +2\nRule 8 - prone is -2\n"
    assert changed(tmp_path, numbered) == {PRONE: -2, AIMING: 2}
    assert {code for code, _, _ in told(tmp_path, numbered)} == {"RC001"}


@pytest.mark.parametrize(
    ("text", "rule", "value"),
    [
        ("Aiming: +1 (book), +2 (us)", AIMING, 2),
        ("Aiming is no longer +1 but +2", AIMING, 2),
        ("Short range in space is no longer +1 but 0.", "space/range-bands/short/attack-dm", 0),
        ("Sensor lock gives you a flat +2 instead of a Boon.", "space/sensor-lock/dm", 2),
        ("Sensor lock gives the gunner +2 instead of a Boon", "space/sensor-lock/dm", 2),
    ],
)  # by the book +1, +1 and a Boon
def test_what_is_no_longer_so_or_the_books_is_told_from_what_is_played(tmp_path, text, rule, value):
    assert changed(tmp_path, text)[rule] == value
    assert {code for code, _, _ in told(tmp_path, text)} <= {"RC001", "RC004"}


@pytest.mark.parametrize("text", ["Sensor lock gives the target +2 instead of a Boon", "Sensor lock gives you +2"])
def test_who_gets_a_dm_is_still_asked_where_it_may_be_the_other(tmp_path, text):
    assert changed(tmp_path, text) == {}
