"""The edges of the mechanics: what happens at a limit, by default, and under rules that RAW does not have."""

from fractions import Fraction

import pytest

from engine import RAW, Distribution
from engine.errors import RuleBroken
from engine.mechanics.crew_actions import (
    dodges,
    point_defence,
    repair,
    sensor_lock,
    severity_to,
    split_fire_control,
    thrust_between,
)
from engine.mechanics.criticals import critical, hull_damage, sustained
from engine.mechanics.healing import first_aid, medical_care, waking
from engine.mechanics.personal_attack import Situation, Weapon, modifiers, next_action_dm, parry_dm
from engine.mechanics.personal_attack import attack as shoot
from engine.mechanics.ship_design import ShipNumbers, crew, hardpoints, hardpoints_used, quarters
from engine.mechanics.ship_weapons import custom, find
from engine.mechanics.space_attack import attack, drain, power_left, severity
from engine.mechanics.wounds import Body
from engine.rulebook.editions import CRB_2022


def test_an_attack_without_options_meets_no_armour_and_no_dm():
    shot = attack("railgun")
    assert shot.armour.pmf() == {0: 1}
    assert shot.dms == {"Short range": 1}
    assert (shot.weapon.multiple, shot.weapon.attack_dm, shot.weapon.linked) == (1, 0, 1)


def test_boons_and_banes_are_counted_against_each_other():
    assert attack("pulse laser", lock=True, boons=1, banes=1).mode == "boon"
    assert attack("pulse laser", lock=True, banes=1).mode == ""
    assert attack("pulse laser", lock=True, banes=2).mode == "bane"
    spoiled = RAW.overlay({"checks/boon-and-bane/cancel": "no"})
    assert attack("pulse laser", lock=True, banes=1, book=spoiled).mode == "bane"


def test_severity_can_be_rounded_down_and_lessened():
    down = RAW.overlay({"space/critical/severity-rounds": "down"})
    assert [severity(6, d, down) for d in (9, 10, 19, 20)] == [1, 1, 1, 2]
    less = RAW.overlay({"space/critical/severity-less": 5})
    assert [severity(6, d, less) for d in (5, 15, 16)] == [1, 1, 2]


def test_a_critical_may_need_no_damage_in_somebody_elses_rules():
    loose = RAW.overlay({"space/critical/needs-damage": "no"})
    assert (severity(6, 0), severity(6, 0, loose)) == (0, 1)
    assert attack("beam laser", gunner=4, armour=99, book=loose).critical == Fraction(26, 36)
    assert attack("beam laser", gunner=4, armour=99).critical == 0


def test_the_last_severity_still_has_its_own_effect_and_the_next_has_not():
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


def test_ion_by_other_rules():
    def mean(**changes):
        rules = {f"space/ion/{name.replace('_', '-')}": value for name, value in changes.items()}
        return drain(attack("ion cannon", gunner=6, armour=30, book=RAW.overlay(rules))).power.mean()

    assert mean() == 3 * Fraction(49, 2)
    assert mean(multiple_applies="no") == Fraction(49, 2)
    assert mean(effect_added="yes") == 3 * (Fraction(49, 2) + 7 - 2)
    seven = Distribution.die(6).sum_of(7)
    assert mean(ignores_armour="no") == 3 * (seven - 30).clamp(0).mean()
    critical_too = RAW.overlay({"space/ion/causes-criticals": "yes"})
    assert drain(attack("ion cannon", gunner=6, book=critical_too)).critical == Fraction(15, 36)
    assert power_left(10, 4) == (0, 6)


def test_an_ion_weapon_may_hurt_the_hull_in_somebody_elses_rules():
    house = RAW.overlay({"space/ion/reduces": "Hull"})
    assert attack("ion cannon", gunner=6, book=house).damage.low > 0


def test_long_range_stops_at_very_long_and_without_a_limit_at_distant():
    free = RAW.overlay({"ship/weapon-advantages/long-range/effect": "+9 range band"})
    assert find("beam laser", advantages=["Long Range"], book=free).reach == "Distant"
    assert find("missile rack", advantages=["Long Range"]).reach == "Special"


def test_dice_of_another_high_yield_bring_their_plus():
    house = RAW.overlay({"ship/weapon-advantages/high-yield/effect": "+1D+2 damage"})
    assert str(find("pulse laser", "double turret", advantages=["High Yield"], book=house).damage) == "2D+1D+4"


def test_a_weapon_without_ap_pierces_nothing():
    assert custom("Slug", "2D", "single turret").ap == 0
    assert attack("pulse laser", armour=5).pierced == 0
    twice = RAW.overlay({"space/damage/armour-per-ap": 2})
    assert attack("railgun", armour=10, book=twice).armour.pmf() == {2: 1}


def test_fire_control_is_split_from_nothing_up():
    assert split_fire_control(1, [1, 0]) == [1, 0]
    with pytest.raises(RuleBroken, match="to split, not -1"):
        split_fire_control(3, [-1, 4])
    whole = RAW.overlay({"space/fire-control/dm-can-be-split": "no"})
    assert split_fire_control(3, [3, 0], whole) == [3, 0]
    with pytest.raises(RuleBroken, match="cannot be split"):
        split_fire_control(3, [2, 1], whole)


def test_staying_where_one_is_costs_no_thrust():
    assert thrust_between("Medium", "Medium") == 0
    assert thrust_between("Adjacent", "Close") == thrust_between("Close", "Adjacent") == 1


def test_one_is_what_one_gets_unless_told():
    assert quarters("stateroom").tons == 4
    assert (hardpoints_used(turrets=1), hardpoints_used(barbettes=1), hardpoints_used()) == (1, 1, 0)
    small = crew(ShipNumbers(tons=100))
    assert small == {"Captain": 1, "Pilot": 1, "Engineer": 0, "Gunner": 0, "Sensor Operator": 1, "Medic": 0}


def test_a_crew_rule_that_counts_what_no_ship_has_is_refused():
    house = RAW.overlay({"ship/crew/medic/commercial": "1 per 3 robots"})
    with pytest.raises(RuleBroken, match="no number of 'robots'; there are small craft"):
        crew(ShipNumbers(tons=100), book=house)


def test_tons_in_a_crew_rule_can_be_spelled_out():
    house = RAW.overlay({"ship/crew/engineer/commercial": "1 per 35 tons of drives"})
    assert crew(ShipNumbers(tons=900, drive_tons=700), book=house)["Engineer"] == 20


def test_what_a_weapon_does_not_have_does_not_count():
    plain = Weapon.of("3D", 50)
    assert modifiers(plain, Situation(target_tl=3, strength=2)) == {}
    assert modifiers(Weapon.of("3D", 50, "Bulky"), Situation()) == {}
    assert modifiers(Weapon.of("3D", 50, "Smart"), Situation()) == {"Smart": 1}
    assert shoot(plain).attacks == 1
    assert (parry_dm(0), next_action_dm()) == (0, 0)


def test_automatic_fire_with_a_scope_can_be_allowed():
    rifle = Weapon.of("3D", 250, "Auto 3, Scope")
    house = RAW.overlay({"personal/trait-rules/auto-with-aiming": "yes", "personal/trait-rules/auto-with-scope": "yes"})
    there = Situation(metres=200, aim=1, firing="burst")
    assert modifiers(rifle, there, house) == {"Aiming": 1}
    with_aim_only = RAW.overlay({"personal/trait-rules/auto-with-aiming": "yes"})
    assert modifiers(rifle, there, with_aim_only) == {"Extreme range": -4, "Aiming": 1}


def test_a_laser_sight_may_need_no_aim():
    house = RAW.overlay({"personal/modifier-rules/laser-sight-needs-aim": "no"})
    assert modifiers(Weapon.of("3D", 50), Situation(laser_sight=True), house) == {"Laser sight": 1}


def test_the_hundredth_metre_and_the_first_minute_still_count():
    assert modifiers(Weapon.of("3D", 250), Situation(metres=100)) == {}
    assert first_aid(0, minutes=1) == first_aid(0)
    assert medical_care(0, 1, damaged=2).mean() == 4


def test_end_can_be_left_out_of_healing():
    house = RAW.overlay({"healing/medical-care/end-dm-added": "no", "healing/natural/end-dm-added": "no"})
    assert medical_care(2, 1, book=house).mean() == 4


def test_a_check_that_never_gets_easier_is_refused():
    with pytest.raises(RuleBroken, match="no last minute"):
        waking(0, RAW.overlay({"healing/waking/dm-per-failure": 0}))
    assert waking(6).pmf() == {1: 1}


def test_a_boon_helps_a_person_too():
    gun = Weapon.of("3D", 50)
    assert shoot(gun, boons=1).hit == Fraction(49, 72)
    assert shoot(gun, banes=1).hit < shoot(gun).hit == Fraction(5, 12)


def test_a_boon_never_hurts_whatever_the_dice():
    for dice in ("2D", "3D", "4D+1"):
        house = RAW.overlay({"checks/check/dice": dice, "space/attack/dice": dice})
        assert attack("railgun", boons=1, book=house).effect.mean() > attack("railgun", book=house).effect.mean()


def test_a_fraction_of_a_weapon_is_refused_and_does_no_harm():
    with pytest.raises(RuleBroken, match="not a whole number"):
        find("pulse laser", "triple turret", weapons=2.0)
    assert attack("pulse laser", "triple turret", weapons=2).damage.high == 12 + 2 + 6


def test_a_rule_that_is_not_there_has_a_default_like_any_mapping():
    assert RAW.get("no/such/rule", 7) == 7


def test_ion_against_hull_follows_the_ion_rules():
    house = RAW.overlay({"space/ion/reduces": "Hull"})
    assert attack("ion cannon", gunner=8, armour=10, book=house).damage.mean() == Fraction(147, 2)


def test_high_yield_keeps_the_rest_of_the_dice():
    house = RAW.overlay({"ship/turret-weapons/pulse-laser/damage": "2DD"})
    assert find("pulse laser", advantages=["High Yield"], book=house).roll().high == 120


def test_smart_missiles_count_the_tech_levels_when_told():
    assert attack("missile rack").dms == {}
    assert attack("missile rack", target_tl=5).dms == {"Smart": 2}
    assert attack("pulse laser", range="Medium", target_tl=5).dms == {"Pulse Laser": 2}


def test_a_shot_is_called_at_short_range_or_less():
    with pytest.raises(RuleBroken, match="at Short range or less"):
        attack("pulse laser", range="Long", called=True, book=CRB_2022)
    assert attack("pulse laser", range="Short", called=True, book=CRB_2022).dm == 1


def test_a_volley_of_stun_adds_up():
    shot = shoot(Weapon.of("1D", 9, "Stun, Auto 3"), skill=3, situation=Situation(firing="full auto"))
    assert shot.stuns(Body(), volley=True) != shot.stuns(Body())


def test_a_hull_critical_that_brings_another_is_refused():
    house = RAW.overlay({"space/critical-effects/hull/severity-1": "Hull Sev +1"})
    with pytest.raises(RuleBroken, match="would never end"):
        hull_damage("Hull", 1, book=house)


def test_high_recoil_is_another_name_for_bulky():
    assert modifiers(Weapon.of("3D", 10, "High Recoil"), Situation(strength=5)) == {"Bulky": -2}


def test_cover_and_distance_mean_nothing_to_a_blade_at_hand():
    assert shoot(Weapon.of("2D"), armour=3, situation=Situation(metres=1, cover="stone wall")).armour == 3
    with pytest.raises(RuleBroken, match="a melee attack reaches 2 m"):
        shoot(Weapon.of("2D"), situation=Situation(metres=50))


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: attack("pulse laser", evasion=-3),
        lambda: crew(ShipNumbers(tons=100, turrets=-3)),
        lambda: hardpoints(-100),
        lambda: dodges(-3),
        lambda: point_defence(2, -1),
    ],
)
def test_counts_below_zero_are_refused(wrong):
    with pytest.raises(RuleBroken, match="is not below 0"):
        wrong()


def test_sensors_help_the_lock_and_not_the_attack():
    chances = [sensor_lock(0, grade).success for grade in ("Basic", "Civilian", "Military", "Improved", "Advanced")]
    assert chances == [Fraction(n, 36) for n in (1, 6, 15, 21, 26)]
    assert sensor_lock(
        0, "Advanced", book=RAW.overlay({"space/sensor-lock/sensor-dm-counts": "no"})
    ).success == Fraction(5, 12)


def test_what_is_easy_to_repair_is_and_what_is_resilient_suffers_less():
    assert repair(1, 2, weapon=["Easy to Repair"]).success == repair(2, 2).success
    assert [severity_to(["Resilient"], n) for n in (1, 4)] == [0, 3]
    assert severity_to(["Resilient", "Resilient"], 4) == 2
    assert severity_to(["Accurate"], 4) == 4


@pytest.mark.parametrize("reduces", ["Power", "Hull"])
@pytest.mark.parametrize("criticals", ["yes", "no"])
def test_what_is_said_of_an_ion_attack_agrees_whichever_way_it_is_asked(reduces, criticals):
    house = RAW.overlay({"space/ion/reduces": reduces, "space/ion/causes-criticals": criticals})
    shot = attack("ion cannon", gunner=6, book=house)
    assert shot.critical == drain(shot).critical == sum(chance for end, chance in shot.joint() if end.critical)
    assert (shot.critical > 0) == (criticals == "yes")
    assert shot.damage.mean() == sum(end.damage * chance for end, chance in shot.joint())
