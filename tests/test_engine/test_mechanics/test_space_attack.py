"""Attacks in space against a brute force that rolls every die, with figures typed from the references."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import ceil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Distribution
from engine.errors import RawcheckError, RuleBroken
from engine.mechanics.crew_actions import (
    disperse_sand,
    dodges,
    point_defence,
    repair,
)
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


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: attack("pulse lazer"), "did you mean Pulse Laser"),
        (lambda: attack("pulse laser", "quad turret"), "no mount is called 'quad turret'; did you mean"),
        (lambda: attack("pulse laser", range="far"), "Space range bands: there is no 'far'; there are Adjacent, Close"),
        (lambda: attack("pulse laser", armour=-1), "armour is not below 0"),
        (lambda: attack("pulse laser", evasion=-3), "is not below 0"),
        (lambda: dodges(-3), "is not below 0"),
        (lambda: point_defence(2, -1), "is not below 0"),
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
def test_attacks_that_the_rules_do_not_allow_are_refused_with_a_reason(wrong, message):
    with pytest.raises(RawcheckError, match=message):
        wrong()


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


def test_a_house_rule_can_subtract_armour_after_the_multiple():
    other = RAW.overlay({"space/damage/armour-subtracted": "after the multiple"})
    raw, house = (attack("plasma gun", "barbette", gunner=9, armour=5, book=b) for b in (RAW, other))
    assert raw.damage.high - 0 == (24 + 13 - 3) * 3
    assert house.damage.high == (24 + 13) * 3 - 3


def test_a_house_rule_can_leave_effect_out_of_damage():
    other = RAW.overlay({"space/damage/effect-added": "never"})
    shot = attack("pulse laser", gunner=2, armour=3, book=other)
    assert shot.damage.high == 9
    assert sum(c for o, c in shot.joint() if o.damage == 9) == shot.damage.pmf()[9]


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


def test_range_dms_come_from_the_rulebook_that_is_played():
    house = RAW.overlay({"space/range-bands/short/attack-dm": -2})
    raw, vtt = (attack("pulse laser", range="Short", gunner=1, book=b).hit for b in (RAW, house))
    assert (raw, vtt) == (Fraction(33, 36), Fraction(21, 36))


def test_a_house_rule_can_add_the_sensor_dm_to_attacks():
    assert attack("pulse laser", sensors="Advanced").dm == 2
    flat = RAW.overlay({"space/sensor-lock/sensor-dm-adds-to-attack": "yes"})
    assert attack("pulse laser", sensors="Advanced", book=flat).dm == 4


def test_a_reflective_coating_is_armour_against_lasers():
    assert attack("pulse laser", armour=2, coating="reflec").armour.pmf() == {5: 1}
    assert attack("railgun", armour=9, coating="reflec").armour.pmf() == {5: 1}
    assert attack("pulse laser", armour=2, coating="heat shielding").armour.pmf() == {2: 1}


def test_a_called_shot_has_dm_minus_2_in_2022():
    assert attack("pulse laser", range="Short", called=True, book=CRB_2022).dm == 1


def test_a_house_rule_can_add_effect_after_the_multiple():
    other = RAW.overlay({"space/damage/effect-added": "after the multiple"})
    shot = attack("plasma gun", "barbette", gunner=2, armour=6, book=other)
    assert shot.damage.high == (24 - 4) * 3 + 6
    assert shot.damage.mean() == sum(o.damage * c for o, c in shot.joint())


def test_an_attack_without_options_has_no_armour_and_no_dm():
    shot = attack("railgun")
    assert shot.armour.pmf() == {0: 1}
    assert shot.dms == {"Short range": 1}
    assert (shot.weapon.multiple, shot.weapon.attack_dm, shot.weapon.linked) == (1, 0, 1)


def test_boons_and_banes_cancel_one_for_one():
    assert attack("pulse laser", lock=True, boons=1, banes=1).mode == "boon"
    assert attack("pulse laser", lock=True, banes=1).mode == ""
    assert attack("pulse laser", lock=True, banes=2).mode == "bane"
    spoiled = RAW.overlay({"checks/boon-and-bane/cancel": "no"})
    assert attack("pulse laser", lock=True, banes=1, book=spoiled).mode == "bane"


def test_a_house_rule_can_round_severity_otherwise_or_reduce_it():
    nearest = RAW.overlay({"space/critical/severity-rounds": "nearest"})
    assert [severity(6, d, nearest) for d in (4, 14, 15, 24, 25)] == [1, 1, 2, 2, 3]
    down = RAW.overlay({"space/critical/severity-rounds": "down"})
    assert [severity(6, d, down) for d in (9, 10, 19, 20)] == [1, 1, 1, 2]
    less = RAW.overlay({"space/critical/severity-less": 5})
    assert [severity(6, d, less) for d in (5, 15, 16)] == [1, 1, 2]


def test_a_house_rule_can_allow_criticals_without_damage():
    loose = RAW.overlay({"space/critical/needs-damage": "no"})
    assert (severity(6, 0), severity(6, 0, loose)) == (0, 1)
    assert attack("beam laser", gunner=4, armour=99, book=loose).critical == Fraction(26, 36)
    assert attack("beam laser", gunner=4, armour=99).critical == 0


def test_house_rules_can_change_each_part_of_ion_damage():
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


def test_a_house_rule_can_let_ion_weapons_damage_the_hull():
    house = RAW.overlay({"space/ion/reduces": "Hull"})
    assert attack("ion cannon", gunner=6, book=house).damage.low > 0


def test_a_boon_never_hurts_whatever_the_dice():
    for dice in ("2D", "3D", "4D+1"):
        house = RAW.overlay({"checks/check/dice": dice, "space/attack/dice": dice})
        assert attack("railgun", boons=1, book=house).effect.mean() > attack("railgun", book=house).effect.mean()


def test_ion_damage_to_the_hull_follows_the_ion_rules():
    house = RAW.overlay({"space/ion/reduces": "Hull"})
    assert attack("ion cannon", gunner=8, armour=10, book=house).damage.mean() == Fraction(147, 2)


def test_smart_missiles_get_a_dm_only_if_the_targets_tl_is_given():
    assert attack("missile rack").dms == {}
    assert attack("missile rack", target_tl=5).dms == {"Smart": 2}
    assert attack("pulse laser", range="Medium", target_tl=5).dms == {"Pulse Laser": 2}


def test_a_shot_is_called_at_short_range_or_less():
    with pytest.raises(RuleBroken, match="at Short range or less"):
        attack("pulse laser", range="Long", called=True, book=CRB_2022)
    assert attack("pulse laser", range="Short", called=True, book=CRB_2022).dm == 1


@pytest.mark.parametrize("reduces", ["Power", "Hull"])
@pytest.mark.parametrize("criticals", ["yes", "no"])
def test_every_view_of_an_ion_attack_agrees(reduces, criticals):
    house = RAW.overlay({"space/ion/reduces": reduces, "space/ion/causes-criticals": criticals})
    shot = attack("ion cannon", gunner=6, book=house)
    assert shot.critical == drain(shot).critical == sum(chance for end, chance in shot.joint() if end.critical)
    assert (shot.critical > 0) == (criticals == "yes")
    assert shot.damage.mean() == sum(end.damage * chance for end, chance in shot.joint())
