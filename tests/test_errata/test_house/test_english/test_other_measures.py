"""House rules whose values measure something else than they seem to, and values that are said in other ways."""

from fractions import Fraction

import pytest

from engine.rulebook.raw import RAW
from tests.test_errata.test_house.pages import changed, said, told

# By the book: particle barbette 4D and Radiation, beam laser 1D, railgun barbette 3D and AP 5, pulse laser barbette 3D
# with a damage multiple of 3
TRAITS = {
    "Particle barbette 5D, AP 2": ("ship/barbettes/particle-barbette/traits", "AP 2, Radiation"),
    "Beam lasers 2D, AP 1": ("ship/turret-weapons/beam-laser/traits", "AP 1"),
    "Railgun barbettes 4D, AP 6": ("ship/barbettes/railgun-barbette/traits", "AP 6"),
}


@pytest.mark.parametrize("text", TRAITS)
def test_ap_behind_a_weapon_is_its_trait(tmp_path, text):
    rule, traits = TRAITS[text]
    made = changed(tmp_path, text)
    assert made[rule] == RAW.rule(rule).kind.value(traits)
    assert not [id for id in made if "armour-per-ap" in id]


def test_ap_alone_is_not_what_each_point_of_it_does(tmp_path):
    assert changed(tmp_path, "AP 2") == {}
    assert changed(tmp_path, "Each point of AP ignores 2 armour.") == {"personal/armour/armour-per-ap": 2}


def test_a_multiple_that_the_mount_has_is_not_of_the_dice(tmp_path):
    made = changed(tmp_path, "Pulse laser barbettes do 4D x 3.")
    assert {id: str(dice) for id, dice in made.items()} == {"ship/barbettes/pulse-laser-barbette/damage": "4D"}
    for text in ("Ion cannons do 7D x 5.", "Beam lasers do 2D x 2.", "Torpedoes do 6D x 10."):
        assert changed(tmp_path, text) == {}
        assert "may have the damage multiple in it" in said(tmp_path, text)[0]


@pytest.mark.parametrize(
    "text",
    [
        "First aid takes 1D minutes.",
        "Natural healing takes 2D days.",
        "Natural healing: 1D + END DM per week",
        "Natural healing is 1D every other day.",
        "INT and EDU heal 1 point a week.",
        "Medical care restores 3 points a week.",
        "Evasive action costs 1 Thrust per week.",
    ],
)
def test_a_time_is_no_amount_and_another_time_is_another_rate(tmp_path, text):
    assert {code for code, _, _ in told(tmp_path, text)} == {"RC006"}


@pytest.mark.parametrize(
    "text",
    [
        "Medium range goes out to 20,000 km.",
        "Distant starts at 100,000 km.",
        "Long range starts at 15,000 km in space.",
        "Short range reaches 1,500 km.",
    ],
)
def test_one_edge_of_a_band_is_no_band(tmp_path, text):
    assert changed(tmp_path, text) == {}
    assert "one edge of the band" in said(tmp_path, text)[0]


def test_a_band_with_both_edges_or_an_open_one_is_read(tmp_path):  # by the book 1,251 to 10,000 and 50,001 or more
    for text, row in (("Medium range is 2,000 to 20,000 km.", "medium"), ("Distant is 100,000 km or more.", "distant")):
        rule = f"space/range-bands/{row}/distance"
        assert changed(tmp_path, text) == {rule: RAW.rule(rule).kind.value(text.partition(" is ")[2].rstrip("."))}


@pytest.mark.parametrize(
    "text",
    ["Vehicles get +2 armour.", "Armoured vehicles have 20 armour.", "Vegetation hides you: -2", "Tree trunks: -4"],
)
def test_what_a_thing_has_or_takes_away_is_no_cover(tmp_path, text):
    assert {code for code, _, _ in told(tmp_path, text)} == {"RC006"}


def test_armour_of_who_is_behind_something_is_cover(tmp_path):  # by the book +8
    assert changed(tmp_path, "Those behind a stone wall get +10 armour.") == {"personal/cover/stone-wall": 10}


MULTIPLES = "space/damage-multiples"


def test_members_of_a_list_share_the_noun_of_the_first(tmp_path):  # by the book ×10, ×20 and ×100
    assert changed(tmp_path, "small bays x10, medium x20, large x50") == {f"{MULTIPLES}/large-bay": 50}
    assert changed(tmp_path, "Small bays x12, medium x24") == {
        f"{MULTIPLES}/small-bay": 12,
        f"{MULTIPLES}/medium-bay": 24,
    }


def test_a_word_of_several_tables_is_not_of_another_than_those_beside_it(tmp_path):
    text = "Light wounds +1, medium +2, heavy +3."  # the book has no medium ones
    assert set(changed(tmp_path, text)) == {f"healing/final-attack/{row}/dm" for row in ("light", "heavy")}
    assert "it stands among values of another table" in " ".join(said(tmp_path, text))


@pytest.mark.parametrize("text", ["sensor lock is a +2 instead of a boon", "Sensor lock gives +2 instead of the boon."])
def test_a_number_may_take_the_place_of_a_boon_in_small_letters(tmp_path, text):
    assert changed(tmp_path, text) == {"space/sensor-lock/dm": 2, "space/sensor-lock/gives": "none"}


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("torpedoes keep their 6D", "ship/barbettes/torpedo/damage"),
        ("Pulse lasers keep their +2.", "space/attack-modifiers/pulse-laser"),
        ("double turrets cost half a million", "ship/mounts/double-turret/cost"),
        ("Triple turrets cost 1 million.", "ship/mounts/triple-turret/cost"),
    ],
)
def test_what_is_kept_or_told_in_millions_is_what_the_book_has(tmp_path, text, rule):
    assert told(tmp_path, text) == [("RC002", 1, rule)]


@pytest.mark.parametrize("text", ["High yield adds a die of damage", "High Yield adds one die of damage."])
def test_a_die_of_damage_is_one_die(tmp_path, text):
    assert told(tmp_path, text) == [("RC005", 1, "ship/weapon-advantages/high-yield/effect")]  # the old misreading


def test_how_many_dice_are_kept_is_not_how_many_are_rolled(tmp_path):
    assert changed(tmp_path, "Boons keep the best two dice.") == {}


@pytest.mark.parametrize(
    ("text", "rule", "value"),
    [
        ("Severity can't exceed 5.", "space/critical/maximum-severity", 5),
        ("Aim bonuses never exceed +3.", "personal/modifier-rules/aim-maximum", 3),
        ("Vegetation gives no protection at all.", "personal/cover/vegetation", 0),
        ("a ship takes a crit for every 20% of hull it loses", "space/sustained-damage/share", Fraction(1, 5)),
        ("Ships take a critical per 25% of their hull lost.", "space/sustained-damage/share", Fraction(1, 4)),
    ],
)
def test_what_may_not_be_exceeded_what_there_is_none_of_and_shares_are_read(tmp_path, text, rule, value):
    assert changed(tmp_path, text) == {rule: value}


@pytest.mark.parametrize(
    "text",
    [
        "A ship takes two crits for every 20% of hull lost.",
        "A ship takes a crit for every 20% of hull lost in one hit.",
        "No crit for every 20% of hull lost.",
    ],
)
def test_another_share_of_the_hull_is_not_guessed(tmp_path, text):
    assert changed(tmp_path, text) == {}
