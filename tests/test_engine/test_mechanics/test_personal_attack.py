"""Attacks on people against a brute force that rolls every die, and the rest of a fight by hand."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Dice
from engine.errors import RuleBroken, UnknownRule
from engine.mechanics.personal_attack import (
    Situation,
    Weapon,
    attack,
    blast_metres,
    bulky_dm,
    cover_armour,
    dodge_dm,
    firing,
    modifiers,
    next_action_dm,
    parry_dm,
    radiation,
    radiation_metres,
    range_band,
    smart_dm,
)
from engine.mechanics.wounds import Body
from engine.rulebook.editions import CRB_2022
from engine.rulebook.raw import RAW

D6 = range(1, 7)
RIFLE = Weapon.of("3D", 250, "AP 2, Auto 3, Scope")
BLADE = Weapon.of("2D")


def by_force(dice, dm, added, armour, destructive=False):
    """Roll everything; a hit with Effect 6 or more hurts by at least one point."""
    ways = Counter()
    for a, b, *points in product(D6, repeat=2 + dice):
        effect = a + b + dm - 8
        if effect < 0:
            ways[False, effect, 0] += 1
            continue
        rolled = sum(points) * 10 if destructive else sum(points) + effect
        dealt = max(0, rolled + added - armour)
        ways[True, effect, max(1, dealt) if effect >= 6 else dealt] += 1
    return {outcome: Fraction(n, 6 ** (2 + dice)) for outcome, n in ways.items()}


@settings(deadline=None, max_examples=40)
@given(
    st.integers(1, 3),
    st.integers(0, 4),
    st.integers(-2, 2),
    st.integers(0, 18),
    st.integers(0, 6),
    st.booleans(),
    st.booleans(),
)
def test_an_attack_is_what_rolling_every_die_says(dice, skill, dex, armour, ap, burst, destructive):
    weapon = Weapon.of(f"{dice}{'DD' if destructive else 'D'}", 50, f"Auto 2, AP {ap}" if ap else "Auto 2")
    there = Situation(metres=10, firing="burst" if burst else "single", prone=True)
    shot = attack(weapon, skill, dex, armour, there)
    expected = by_force(dice, skill + dex + 1 - 1, 2 * burst, max(0, armour - ap), destructive)
    got = Counter()
    for outcome, chance in shot.joint():
        got[tuple(outcome)] += chance
    assert got == expected
    assert shot.damage.mean() == sum(o[2] * c for o, c in expected.items())


@pytest.mark.parametrize(
    ("metres", "band"),
    [(1, "Short"), (62, "Short"), (63, "Normal"), (100, "Normal"), (101, "Extreme"), (1000, "Extreme")],
)
def test_beyond_a_hundred_metres_every_shot_is_extreme(metres, band):
    assert range_band(metres, Weapon.of("3D", 250)) == band


def test_an_aimed_scope_ignores_extreme_range_and_a_calm_firer_shoots_to_300_metres():
    assert range_band(200, RIFLE, aimed=True) == "Normal"
    assert range_band(200, RIFLE, aimed=False) == "Extreme"
    assert range_band(300, RIFLE, aimed=True) == "Long"
    assert range_band(200, Weapon.of("3D", 250), calm=True) == "Normal"
    assert range_band(301, Weapon.of("3D", 250), calm=True) == "Extreme"
    with pytest.raises(RuleBroken, match="beyond Extreme Range, 1000 m"):
        range_band(1001, RIFLE)


@pytest.mark.parametrize(
    ("situation", "expected"),
    [
        (Situation(metres=10), {"Short range": 1}),
        (Situation(metres=90), {}),
        (Situation(metres=400, aim=1), {"Long range": -2, "Aiming": 1}),
        (Situation(metres=600, aim=1), {"Extreme range": -4, "Aiming": 1}),
        (Situation(aim=6), {"Aiming": 6}),
        (Situation(aim=9, laser_sight=True), {"Aiming": 6, "Laser sight": 1}),
        (Situation(laser_sight=True), {}),
        (Situation(moved_metres=29), {"Fast-moving target": -2}),
        (Situation(dual=True), {"Dual weapons": -2}),
        (Situation(prone=True), {"Prone target": -1}),
        (Situation(cover="stone wall"), {"Target in cover": -2}),
        (Situation(dive=True), {"Target dives": -2}),
        (Situation(dive=False), {"Target dives": -1}),
        (Situation(dive=True, cover="stone wall"), {"Target dives": -2}),
        (Situation(dive=False, prone=True), {"Target dives": -1}),
        (Situation(reaction_dm=dodge_dm(1, 2)), {"Target reacts": -2}),
    ],
)
def test_each_modifier_of_a_ranged_attack(situation, expected):
    assert modifiers(RIFLE, situation) == expected


def test_melee_has_no_range_or_cover_dm_but_a_free_attack():
    assert modifiers(BLADE, Situation(metres=1, cover="vegetation")) == {}
    assert modifiers(BLADE, Situation(leaving=True)) == {"Target leaves": 2}
    assert modifiers(BLADE, Situation(reaction_dm=parry_dm(2))) == {"Target reacts": -2}
    assert attack(BLADE, situation=Situation(strength=12), skill=4).damage.high == 12 + 8 + 2


@pytest.mark.parametrize(
    ("situation", "message"),
    [
        (Situation(aim=1, dual=True), "two weapons at once cannot be aimed"),
        (Situation(aim=1, firing="burst"), "automatic fire cannot be aimed"),
        (Situation(aim=-1), "counted from 0 up"),
        (Situation(firing="spray"), "burst or full auto, not 'spray'"),
    ],
)
def test_what_cannot_be_done_together_is_refused(situation, message):
    with pytest.raises(RuleBroken, match=message):
        attack(RIFLE, situation=situation)


def test_cover_gives_armour_to_anyone_in_2016_and_to_those_who_hide_in_2022():
    behind = Situation(cover="Fortifications")
    assert cover_armour(behind) == 20
    assert cover_armour(behind, CRB_2022) == 0
    assert cover_armour(Situation(cover="Fortifications", hiding=True), CRB_2022) == 20
    with pytest.raises(UnknownRule, match="Cover: there is no 'brick'"):
        cover_armour(Situation(cover="brick"))


def test_reactions_cost_the_next_actions():
    assert next_action_dm(dodges=2) == -2
    assert next_action_dm(dodges=1, other_reactions=1) == -1
    assert next_action_dm(dodges=1, other_reactions=1, book=CRB_2022) == -2
    assert (dodge_dm(-2, 0), dodge_dm(1, 0), parry_dm(3)) == (0, -1, -3)


def test_auto_bulky_smart_and_radiation_work_as_printed():
    assert firing(3, "burst") == (1, 3, 3)
    assert firing(3, "full auto") == (3, 9, 0)
    assert [bulky_dm(s) for s in (9, 8, 5, 2)] == [0, -1, -2, -3]
    assert [bulky_dm(s, "Very Bulky") for s in (12, 11, 8)] == [0, -1, -2]
    assert [smart_dm(12, tl) for tl in (13, 12, 11, 9, 3)] == [1, 1, 1, 3, 6]
    assert radiation().pmf() == {40 * 0 + 20 * t: Fraction(6 - abs(7 - t), 36) for t in range(2, 13)}
    assert radiation(spacecraft_scale=True).high == 12 * 20 * 5
    assert radiation_metres(Dice.parse("4DD")) == 40
    assert radiation_metres(Dice.parse("4D")) is None


def test_full_auto_makes_as_many_attacks_as_the_auto_score():
    shot = attack(RIFLE, skill=2, situation=Situation(firing="full auto"))
    assert shot.attacks == 3
    assert shot.volley.mean() == 3 * shot.damage.mean()


def test_automatic_fire_gets_no_benefit_from_a_scope():
    assert modifiers(RIFLE, Situation(metres=200, firing="burst")) == {"Extreme range": -4}


def test_a_stun_weapon_reduces_end_and_incapacitates():
    shot = attack(Weapon.of("2D", 5, "Stun"), skill=1)
    chances = shot.stuns(Body(end=5))
    assert sum(chances.values()) == 1
    assert chances[5, 0] == 1 - shot.hit
    assert all(body.str == body.dex == 7 for body in shot.wounds(Body(end=5)))


def test_a_blast_cannot_be_dodged_but_one_can_dive():
    grenade = Weapon.of("5D", 20, "Blast 9")
    with pytest.raises(RuleBroken, match="a blast cannot be dodged"):
        attack(grenade, situation=Situation(reaction_dm=-1))
    assert attack(grenade, situation=Situation(dive=True)).dm == -2
    assert blast_metres(9) == 9


def test_effect_is_not_added_against_a_smaller_scale_nor_ap_against_spacecraft():
    gun = Weapon.of("3D", 100, "AP 5")
    assert attack(gun, skill=4, situation=Situation(smaller_scale=True)).damage.high == 18
    assert attack(gun, skill=4, armour=5, situation=Situation(spacecraft=True)).armour == 5
    assert attack(gun, skill=4, armour=5).armour == 0


def test_surprise_gives_no_attack_dm_unless_a_house_rule_adds_one():
    house = RAW.overlay({"personal/surprise/attack-dm": "+2"})
    assert modifiers(RIFLE, Situation(unaware=True)) == {}
    assert modifiers(RIFLE, Situation(unaware=True), house) == {"Target unaware": 2}


def test_a_house_rule_can_change_the_multiple_of_destructive_weapons():
    house = RAW.overlay({"personal/destructive/times": "×5"})
    assert attack(Weapon.of("1DD", 50), book=house).damage.high == 30


def test_a_trait_that_a_weapon_lacks_changes_nothing():
    plain = Weapon.of("3D", 50)
    assert modifiers(plain, Situation(target_tl=3, strength=2)) == {}
    assert modifiers(Weapon.of("3D", 50, "Bulky"), Situation()) == {}
    assert modifiers(Weapon.of("3D", 50, "Smart"), Situation()) == {"Smart": 1}
    assert attack(plain).attacks == 1
    assert (parry_dm(0), next_action_dm()) == (0, 0)


def test_a_house_rule_can_allow_automatic_fire_with_a_scope():
    rifle = Weapon.of("3D", 250, "Auto 3, Scope")
    house = RAW.overlay({"personal/trait-rules/auto-with-aiming": "yes", "personal/trait-rules/auto-with-scope": "yes"})
    there = Situation(metres=200, aim=1, firing="burst")
    assert modifiers(rifle, there, house) == {"Aiming": 1}
    with_aim_only = RAW.overlay({"personal/trait-rules/auto-with-aiming": "yes"})
    assert modifiers(rifle, there, with_aim_only) == {"Extreme range": -4, "Aiming": 1}


def test_a_house_rule_can_let_laser_sights_work_without_aiming():
    house = RAW.overlay({"personal/modifier-rules/laser-sight-needs-aim": "no"})
    assert modifiers(Weapon.of("3D", 50), Situation(laser_sight=True), house) == {"Laser sight": 1}


def test_a_distance_of_exactly_100_metres_is_not_extreme():
    assert modifiers(Weapon.of("3D", 250), Situation(metres=100)) == {}


def test_boons_and_banes_apply_to_personal_attacks():
    gun = Weapon.of("3D", 50)
    assert attack(gun, boons=1).hit == Fraction(49, 72)
    assert attack(gun, banes=1).hit < attack(gun).hit == Fraction(5, 12)


def test_the_stun_damage_of_a_volley_adds_up():
    shot = attack(Weapon.of("1D", 9, "Stun, Auto 3"), skill=3, situation=Situation(firing="full auto"))
    assert shot.stuns(Body(), volley=True) != shot.stuns(Body())


def test_high_recoil_means_bulky():
    assert modifiers(Weapon.of("3D", 10, "High Recoil"), Situation(strength=5)) == {"Bulky": -2}


def test_cover_does_not_help_against_melee_and_melee_has_a_reach():
    assert attack(Weapon.of("2D"), armour=3, situation=Situation(metres=1, cover="stone wall")).armour == 3
    with pytest.raises(RuleBroken, match="a melee attack reaches 2 m"):
        attack(Weapon.of("2D"), situation=Situation(metres=50))
