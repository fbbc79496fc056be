"""Critical hits on ships: locations, effects by severity, extra damage, sustained damage."""

from fractions import Fraction

import pytest

from engine import Distribution
from engine.errors import RuleBroken
from engine.mechanics.criticals import (
    critical,
    extra_damage,
    hull_damage,
    locations,
    stacked,
    sustained,
    sustained_odds,
)
from engine.rulebook.editions import CRB_2022
from engine.rulebook.raw import RAW


def test_critical_locations_have_the_chances_of_2d():
    expected = [
        "Sensors",
        "Power-Plant",
        "Fuel",
        "Weapon",
        "Armour",
        "Hull",
        "M-Drive",
        "Cargo",
        "J-Drive",
        "Crew",
        "Computer",
    ]
    assert list(locations()) == [name.replace("-P", " P") for name in expected]
    assert list(locations().values()) == [Fraction(6 - abs(7 - t), 36) for t in range(2, 13)]
    assert locations(CRB_2022)["Bridge"] == Fraction(1, 36)


def test_a_critical_includes_the_effects_of_lower_severities():
    changes = critical("M-Drive", 3).changes
    assert [(c.what, c.amount) for c in changes] == [
        ("control-dm", -1),
        ("spacecraft-dm", -1),
        ("control-dm", -2),
        ("thrust", -1),
        ("control-dm", -3),
        ("thrust", -1),
    ]
    assert critical("Hull", 5).printed is False
    with pytest.raises(RuleBroken, match="from 1 to 6, not at 7"):
        critical("Hull", 7)


def test_hull_criticals_add_dice_and_some_others_raise_hull_severity():
    assert [hull_damage("Hull", s).mean() for s in (1, 2, 3, 4)] == [Fraction(7 * n, 2) for n in (1, 3, 4, 5)]
    assert hull_damage("J-Drive", 4).mean() == Fraction(7, 2)
    assert hull_damage("J-Drive", 4, hull_severity=1).mean() == Fraction(21, 2)
    assert hull_damage("Crew", 4).mean() == 0
    assert hull_damage("Cargo", 7).mean() == 21
    assert extra_damage(2).mean() == Fraction(21, 2) / 6


def test_sustained_damage_brings_a_critical_for_each_tenth_of_the_hull():
    assert [sustained(hull=40, before=0, damage=d) for d in (3, 4, 7, 8, 40, 400)] == [0, 1, 1, 2, 10, 10]
    assert sustained(hull=40, before=3, damage=1) == 1
    assert sustained(hull=45, before=4, damage=1) == 1
    assert sustained_odds(40, 0, Distribution({3: 1, 4: 1})).mean() == Fraction(1, 2)


def test_severity_six_has_its_own_hull_damage_and_seven_has_none():
    assert hull_damage("Hull", 6).mean() == Fraction(35, 2)
    assert hull_damage("Hull", 7).mean() == 21
    assert critical("Fuel", 6).changes == critical("Fuel", 4).changes
    alone = RAW.overlay({"space/critical/cumulative": "no"})
    assert [c.what for c in critical("Fuel", 2, alone).changes] == ["fuel-tons-per-round"]


@pytest.mark.parametrize(("hull", "before", "damage"), [(0, 0, 1), (40, -1, 1), (40, 0, -1)])
def test_a_ship_without_hull_or_with_negative_damage_is_refused(hull, before, damage):
    with pytest.raises(RuleBroken, match="a ship has Hull"):
        sustained(hull, before, damage)


def test_a_hull_cannot_be_lost_twice():
    assert sustained(hull=40, before=40, damage=9) == 0
    assert sustained(hull=40, before=39, damage=9) == 1


def test_a_hull_critical_that_brings_another_is_refused():
    house = RAW.overlay({"space/critical-effects/hull/severity-1": "Hull Sev +1"})
    with pytest.raises(RuleBroken, match="would never end"):
        hull_damage("Hull", 1, book=house)


@pytest.mark.parametrize(
    ("now", "hit", "then"),
    [(0, 1, 1), (0, 4, 4), (1, 1, 2), (1, 3, 3), (3, 1, 4), (5, 6, 6), (5, 1, 6), (6, 1, 7), (6, 6, 7)],
)
def test_a_location_that_is_hit_again_gets_worse_up_to_the_maximum_and_beyond_it_only_the_hull_suffers(now, hit, then):
    assert stacked(now, hit) == then


@pytest.mark.parametrize(("now", "hit"), [(7, 1), (-1, 1), (1, 0)])
def test_no_location_has_such_a_severity(now, hit):
    with pytest.raises(RuleBroken, match="from 0 to 6"):
        stacked(now, hit)
