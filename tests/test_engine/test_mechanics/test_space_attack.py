"""Attacks in space against a brute force that rolls every die, with figures typed from the references."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import ceil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Distribution
from engine.errors import RawcheckError, RuleBroken, UnknownRule
from engine.mechanics.crew_actions import (
    aid_gunners,
    disperse_sand,
    dodges,
    fire_control_as_gunner,
    improve_initiative,
    jump,
    overload,
    point_defence,
    range_band,
    repair,
    sensor_lock,
    split_fire_control,
    thrust_between,
)
from engine.mechanics.criticals import critical, extra_damage, hull_damage, locations, sustained, sustained_odds
from engine.mechanics.ship_weapons import custom, find
from engine.mechanics.space_attack import attack, drain, power_left, severity
from engine.rulebook.editions import CRB_2022
from engine.rulebook.raw import RAW

D6 = range(1, 7)

# name, mount: dice, added damage, attack DM, AP, multiple, furthest band. HG 2022 p. 28-30, CRB 2016 p. 156.
WEAPONS = {
    ("beam laser", "single turret"): (1, 0, 4, 0, 1, 3),
    ("pulse laser", "single turret"): (2, 0, 2, 0, 1, 4),
    ("pulse laser", "double turret"): (2, 2, 2, 0, 1, 4),
    ("beam laser", "triple turret"): (1, 2, 4, 0, 1, 3),
    ("railgun", "fixed mount"): (2, 0, 0, 4, 1, 2),
    ("plasma gun", "barbette"): (4, 0, 0, 2, 3, 3),
    ("railgun", "barbette"): (3, 0, 0, 5, 3, 3),
    ("beam laser", "barbette"): (2, 0, 4, 0, 3, 3),
    ("missile rack", "barbette"): (4, 0, 0, 0, 1, 6),
}
BANDS = ["Adjacent", "Close", "Short", "Medium", "Long", "Very Long", "Distant"]
RANGE_DMS = [0, 0, 1, 0, -2, -4, -6]


def rolls(mode):
    if mode == "":
        return Counter(a + b for a, b in product(D6, repeat=2))
    kept = slice(1, 3) if mode == "boon" else slice(0, 2)
    return Counter(sum(sorted(r)[kept]) for r in product(D6, repeat=3))


def by_force(dice, added, dm, ap, multiple, armour, mode):
    """Every die rolled; what hits, hurts and is critical, as the references say it step by step."""
    ways = Counter()
    damages = Counter(sum(r) for r in product(D6, repeat=dice))
    for (rolled, n), (points, m) in product(rolls(mode).items(), damages.items()):
        effect = rolled + dm - 8
        if effect < 0:
            ways[False, effect, 0, False, 0] += n * m
            continue
        dealt = max(0, points + added + effect - max(0, armour - ap)) * multiple
        is_critical = effect >= 6 and dealt > 0
        ways[True, effect, dealt, is_critical, min(6, ceil(dealt / 10)) if is_critical else 0] += n * m
    total = sum(ways.values())
    return {outcome: Fraction(n, total) for outcome, n in ways.items()}


@settings(deadline=None, max_examples=60)
@given(
    st.sampled_from(sorted(WEAPONS)),
    st.integers(0, 6),
    st.integers(0, 4),
    st.integers(-2, 3),
    st.integers(0, 15),
    st.booleans(),
    st.integers(0, 3),
    st.integers(0, 5),
    st.integers(0, 1),
)
def test_an_attack_is_what_rolling_every_die_says(weapon, band, gunner, dex, armour, lock, evasion, software, banes):
    dice, added, weapon_dm, ap, multiple, reach = WEAPONS[weapon]
    band = min(band, reach)
    shot = attack(
        *weapon,
        range=BANDS[band],
        gunner=gunner,
        dex_dm=dex,
        armour=armour,
        lock=lock,
        evasion=evasion,
        fire_control=software,
        banes=banes,
    )
    mode = "boon" if lock and not banes else "bane" if banes and not lock else ""
    dm = gunner + dex + weapon_dm + RANGE_DMS[band] - evasion + software
    expected = by_force(dice, added, dm, ap, multiple, armour, mode)
    got = Counter()
    for outcome, chance in shot.joint():
        got[tuple(outcome)] += chance
    assert {o: c for o, c in got.items() if c} == expected
    assert shot.hit == sum(c for o, c in expected.items() if o[0])
    assert shot.damage.mean() == sum(o[2] * c for o, c in expected.items())
    assert shot.critical == sum(c for o, c in expected.items() if o[3])
    for level, chance in shot.severities.items():
        assert chance == sum(c for o, c in expected.items() if o[4] == level)


def test_a_triple_pulse_laser_rolls_two_dice_and_adds_four():
    assert str(find("pulse laser", "triple turret").damage) == "2D+4"


def test_only_as_many_weapons_as_the_mount_holds_can_be_linked():
    assert str(find("pulse laser", "triple turret", weapons=2).damage) == "2D+2"
    with pytest.raises(RuleBroken, match="holds 3 weapons, not 4"):
        find("pulse laser", "triple turret", weapons=4)


def test_the_damage_multiple_leaves_out_missiles_and_torpedoes():
    assert find("torpedo").multiple == 1
    assert find("missile barbette").multiple == 1
    assert find("particle barbette").multiple == 3
    assert find("torpedo", book=RAW.overlay({"space/damage/multiple-applies-to-missiles": "yes"})).multiple == 3


def test_a_weapon_is_found_in_the_only_mount_that_holds_it():
    assert find("ion cannon").mount == "Barbette"
    assert find("pulse laser").mount == "Single Turret"
    with pytest.raises(UnknownRule, match="Ion Cannon is not in Turret weapons; it stands in Barbette weapons"):
        find("ion cannon", "triple turret")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: attack("pulse lazer"), "did you mean Pulse Laser"),
        (lambda: attack("pulse laser", "quad turret"), "no mount is called 'quad turret'; did you mean"),
        (lambda: attack("pulse laser", range="far"), "Space range bands: there is no 'far'; there are Adjacent, Close"),
        (lambda: attack("pulse laser", armour=-1), "armour is not below 0"),
        (lambda: attack(find("pulse laser"), "triple turret"), "has its mount"),
        (lambda: custom("Meson Bay", "5D", "smal bay"), "there is no 'smal bay'"),
        (lambda: attack("pulse laser", called=True), "there are no called shots"),
        (lambda: attack("railgun", sand=disperse_sand(1)), "sand helps against lasers only"),
        (lambda: point_defence(1, 3, "railgun"), "takes a laser, not a Railgun"),
        (lambda: point_defence(1, 3, "pulse laser", "barbette"), "takes a turret, not a Barbette"),
        (lambda: repair(1, 2, "hull"), "not what is hull"),
        (lambda: attack("beam laser", range="Long"), r"Beam Laser reaches Medium, not Long \(HG 2022 p. 28\)"),
        (lambda: attack("sandcaster"), "does no damage of its own: Special"),
        (lambda: attack("pulse laser", "pop-up mounting"), "added to a turret or fixed mount"),
        (lambda: attack("missile rack", advantages=("High Yield",)), "for anything but missiles and torpedoes"),
        (lambda: attack("plasma gun", advantages=("Intense Focus",)), "lasers and particle weapons"),
        (lambda: attack("pulse laser", advantages=("Size Reduction",)), "for anything but turret weapons"),
        (lambda: attack("pulse laser", advantages=("Long Range", "Long Range")), "Long Range is for one use"),
        (
            lambda: attack("pulse laser", advantages=("Accurate", "Very High Yield")),
            "these take 4 Advantages; the most is 3",
        ),
        (lambda: attack("pulse laser", advantages=("Accurate", "Inaccurate")), "either Advantages or Disadvantages"),
        (lambda: attack("pulse laser", advantages=("High Yeild",)), "did you mean High Yield"),
    ],
)
def test_what_the_rules_do_not_allow_is_refused_in_words(wrong, message):
    with pytest.raises(RawcheckError, match=message):
        wrong()


def test_advantages_change_the_weapon_as_the_table_says():
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


def test_without_a_range_the_attack_is_at_medium_or_as_far_as_the_weapon_reaches():
    assert attack("pulse laser").range == "Medium"
    assert attack("railgun").range == "Short"
    assert attack("laser drill").range == "Adjacent"


def test_severity_is_damage_by_ten_rounded_up_and_never_above_six():
    assert [severity(6, d) for d in (0, 1, 10, 11, 59, 60, 61, 600)] == [0, 1, 1, 2, 6, 6, 6, 6]
    assert severity(5, 60) == 0


def test_the_2022_edition_locks_with_a_dm_and_reads_severity_from_effect():
    shot = attack("pulse laser", "triple turret", range="Short", lock=True, gunner=3, book=CRB_2022)
    assert (shot.dm, shot.mode) == (3 + 2 + 1 + 2, "")
    assert set(shot.severities) == {1, 2, 3, 4, 5, 6}
    assert severity(8, 1, CRB_2022) == 3


def test_armour_may_come_off_after_the_multiple_in_somebody_elses_rules():
    other = RAW.overlay({"space/damage/armour-subtracted": "after the multiple"})
    raw, house = (attack("plasma gun", "barbette", gunner=9, armour=5, book=b) for b in (RAW, other))
    assert raw.damage.high - 0 == (24 + 13 - 3) * 3
    assert house.damage.high == (24 + 13) * 3 - 3


def test_effect_need_not_be_added_in_somebody_elses_rules():
    other = RAW.overlay({"space/damage/effect-added": "never"})
    shot = attack("pulse laser", gunner=2, armour=3, book=other)
    assert shot.damage.high == 9
    assert sum(c for o, c in shot.joint() if o.damage == 9) == shot.damage.pmf()[9]


def test_locations_follow_two_dice():
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


def test_effects_of_lower_severities_stay_in_force():
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


def test_hull_criticals_add_dice_and_some_others_raise_the_hull_a_step():
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


def test_an_ion_cannon_drains_power_through_any_armour():
    lost = drain(attack("ion cannon", gunner=2, armour=12))
    dice = Counter(sum(r) for r in product(D6, repeat=7))
    hit = Fraction(26, 36)
    assert lost.power.mean() == hit * 3 * Fraction(49, 2)
    assert lost.power.pmf()[63] == hit * Fraction(dice[21], 6**7)
    # Effect 6 takes a roll of 12: one hit in 26 lasts D3 rounds.
    assert lost.rounds.pmf() == {
        0: Fraction(10, 36),
        1: Fraction(25, 36) + Fraction(1, 36) / 3,
        2: Fraction(1, 108),
        3: Fraction(1, 108),
    }
    assert sum(lost.joint.values()) == 1
    assert lost.critical == 0
    assert attack("ion cannon", gunner=2).damage.high == 0


def test_an_ion_drain_that_never_ends_can_be_played():
    assert drain(attack("ion cannon", book=RAW.overlay({"space/ion/permanent": "yes"}))).rounds is None


def test_hardened_systems_get_their_power_first():
    assert power_left(60, 50, hardened=20) == (20, 0)
    assert power_left(60, 30, hardened=20) == (20, 10)
    assert power_left(60, 50, 20, RAW.overlay({"space/ion/hardened-powered-first": "no"})) == (10, 0)


def test_sand_adds_a_die_and_the_effect_where_it_succeeds():
    sand = disperse_sand(1)
    expected = Counter()
    for a, b, c in product(D6, repeat=3):
        effect = a + b + 1 - 8
        expected[c + effect if effect >= 0 else 0] += 1
    assert sand.pmf() == {v: Fraction(n, 216) for v, n in sorted(expected.items())}
    through = attack("beam laser", gunner=1, armour=2, sand=sand)
    by_armour = [(attack("beam laser", gunner=1, armour=v + 2).damage, c) for v, c in sand.pmf().items()]
    assert through.damage == Distribution.mixture(by_armour)


def test_point_defence_takes_out_a_missile_for_each_point_of_effect():
    out = point_defence(2, salvo=3)
    counts = Counter(min(3, max(0, a + b + 2 - 8)) for a, b in product(D6, repeat=2))
    assert out.pmf() == {v: Fraction(n, 36) for v, n in sorted(counts.items())}


def test_thrust_range_and_dodges():
    assert thrust_between("Short", "Medium") == 2
    assert thrust_between("Medium", "Short") == 5
    assert thrust_between("Distant", "Adjacent") == 50 + 25 + 10 + 5 + 2 + 1
    assert thrust_between("Long", "Long") == 0
    named = [range_band(km) for km in (1, 2, 10, 11, 1250, Fraction(2501, 2), 10_000, 25_001, 50_000, 50_001)]
    assert named == [
        "Adjacent",
        "Close",
        "Close",
        "Short",
        "Short",
        "Medium",
        "Medium",
        "Very Long",
        "Very Long",
        "Distant",
    ]
    assert dodges(4) == 4


def test_fire_control_has_only_so_much_to_split():
    assert split_fire_control(3, [2, 1]) == [2, 1]
    with pytest.raises(RuleBroken, match=r"Fire Control/3 has DM\+3 to split, not 2\+2"):
        split_fire_control(3, [2, 2])


def test_the_other_actions_of_a_round():
    assert overload("drive", 2).success == Fraction(15, 36)
    assert overload("drive", 2).mishap == Fraction(1, 36)
    assert (overload("drive", 0).gain, overload("plant", 0).gain) == (1, Fraction(1, 10))
    assert repair(2, severity=3).success == Fraction(15, 36) - Fraction(5, 36)
    assert jump(0).success == Fraction(6, 36)
    assert sensor_lock(-2).success == Fraction(6, 36)
    assert improve_initiative(1).mean() == 0
    assert aid_gunners(0) == {
        -3: Fraction(1, 36),
        -2: Fraction(14, 36),
        -1: Fraction(6, 36),
        0: Fraction(5, 36),
        1: Fraction(10, 36),
    }


def test_range_dms_come_from_the_rulebook_that_is_played():
    house = RAW.overlay({"space/range-bands/short/attack-dm": -2})
    raw, vtt = (attack("pulse laser", range="Short", gunner=1, book=b).hit for b in (RAW, house))
    assert (raw, vtt) == (Fraction(33, 36), Fraction(21, 36))


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


def test_sensors_add_to_the_attack_in_somebody_elses_rules_only():
    assert attack("pulse laser", sensors="Advanced").dm == 2
    flat = RAW.overlay({"space/sensor-lock/sensor-dm-adds-to-attack": "yes"})
    assert attack("pulse laser", sensors="Advanced", book=flat).dm == 4


def test_a_reflective_coating_is_armour_against_lasers():
    assert attack("pulse laser", armour=2, coating="reflec").armour.pmf() == {5: 1}
    assert attack("railgun", armour=9, coating="reflec").armour.pmf() == {5: 1}
    assert attack("pulse laser", armour=2, coating="heat shielding").armour.pmf() == {2: 1}


def test_a_called_shot_costs_two_in_2022():
    assert attack("pulse laser", range="Short", called=True, book=CRB_2022).dm == 1


def test_effect_after_the_multiple_in_somebody_elses_rules():
    other = RAW.overlay({"space/damage/effect-added": "after the multiple"})
    shot = attack("plasma gun", "barbette", gunner=2, armour=6, book=other)
    assert shot.damage.high == (24 - 4) * 3 + 6
    assert shot.damage.mean() == sum(o.damage * c for o, c in shot.joint())


def test_two_yields_leave_the_better_face():
    for order in (("High Yield", "Very High Yield"), ("Very High Yield", "High Yield")):
        assert find("pulse laser", advantages=order).faces == ((1, 3), (2, 3))


def test_fire_control_can_shoot_by_itself():
    assert [fire_control_as_gunner(n) for n in (1, 5)] == [1, 5]
