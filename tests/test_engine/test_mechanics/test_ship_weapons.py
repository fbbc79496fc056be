"""Weapons in their mounts: linked weapons, multiples, Advantages, Armour Piercing, weapons of one's own."""

from fractions import Fraction

import pytest

from engine.errors import RuleBroken, UnknownRule
from engine.mechanics.ship_weapons import custom, find
from engine.mechanics.space_attack import attack
from engine.rulebook.raw import RAW


def test_a_triple_pulse_laser_rolls_two_dice_and_adds_four():
    assert str(find("pulse laser", "triple turret").damage) == "2D+4"


def test_only_as_many_weapons_as_the_mount_holds_can_be_linked():
    assert str(find("pulse laser", "triple turret", weapons=2).damage) == "2D+2"
    with pytest.raises(RuleBroken, match="holds 3 weapons, not 4"):
        find("pulse laser", "triple turret", weapons=4)


def test_missiles_and_torpedoes_have_no_damage_multiple():
    assert find("torpedo").multiple == 1
    assert find("missile barbette").multiple == 1
    assert find("particle barbette").multiple == 3
    assert find("torpedo", book=RAW.overlay({"space/damage/multiple-applies-to-missiles": "yes"})).multiple == 3


def test_a_weapon_is_found_in_the_only_mount_that_holds_it():
    assert find("ion cannon").mount == "Barbette"
    assert find("pulse laser").mount == "Single Turret"
    with pytest.raises(UnknownRule, match="Ion Cannon is not in Turret weapons; it stands in Barbette weapons"):
        find("ion cannon", "triple turret")


def test_advantages_change_a_weapon_as_the_table_says():
    assert attack("pulse laser", advantages=("Accurate",)).dm == 3
    assert attack("pulse laser", advantages=("Inaccurate",)).dm == 1
    assert find("particle beam", advantages=("Intense Focus",)).ap == 2
    assert find("beam laser", advantages=("Long Range",)).reach == "Long"
    assert find("particle beam", advantages=("Long Range",)).reach == "Very Long"
    assert find("pulse laser", advantages=("High Yield",)).roll().mean() == Fraction(22, 3)
    assert find("pulse laser", advantages=("Very High Yield",)).roll().mean() == 8


def test_the_old_misreading_of_high_yield_can_be_played():
    misread = RAW.overlay({"ship/weapon-advantages/high-yield/effect": "+1D damage"})
    assert find("pulse laser", advantages=("High Yield",), book=misread).roll().mean() == Fraction(21, 2)


def test_bays_and_spinal_mounts_multiply_more():
    assert [custom("X", "1D", m).multiple for m in ("Small Bay", "Medium Bay", "Large Bay", "Spinal Mounts")] == [
        10,
        20,
        100,
        1000,
    ]
    assert custom("Missile Bay", "4D", "Small Bay").multiple == 1
    shot = attack(custom("Fusion Bay", "6D", "Small Bay", "AP 3"), range="Medium", armour=5, gunner=3)
    assert shot.damage.high == (36 + 7 - 2) * 10


def test_of_two_yield_advantages_the_better_face_counts():
    for order in (("High Yield", "Very High Yield"), ("Very High Yield", "High Yield")):
        assert find("pulse laser", advantages=order).faces == ((1, 3), (2, 3))


def test_long_range_stops_at_very_long_and_without_a_limit_at_distant():
    free = RAW.overlay({"ship/weapon-advantages/long-range/effect": "+9 range band"})
    assert find("beam laser", advantages=["Long Range"], book=free).reach == "Distant"
    assert find("missile rack", advantages=["Long Range"]).reach == "Special"


def test_a_house_rule_for_high_yield_can_add_dice_and_a_plus():
    house = RAW.overlay({"ship/weapon-advantages/high-yield/effect": "+1D+2 damage"})
    assert str(find("pulse laser", "double turret", advantages=["High Yield"], book=house).damage) == "2D+1D+4"


def test_a_weapon_without_ap_ignores_no_armour():
    assert custom("Slug", "2D", "single turret").ap == 0
    assert attack("pulse laser", armour=5).pierced == 0
    twice = RAW.overlay({"space/damage/armour-per-ap": 2})
    assert attack("railgun", armour=10, book=twice).armour.pmf() == {2: 1}


def test_a_fractional_number_of_weapons_is_refused():
    with pytest.raises(RuleBroken, match="not a whole number"):
        find("pulse laser", "triple turret", weapons=2.0)
    assert attack("pulse laser", "triple turret", weapons=2).damage.high == 12 + 2 + 6


def test_high_yield_keeps_destructive_dice():
    house = RAW.overlay({"ship/turret-weapons/pulse-laser/damage": "2DD"})
    assert find("pulse laser", advantages=["High Yield"], book=house).roll().high == 120
