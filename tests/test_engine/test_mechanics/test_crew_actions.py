"""What a crew does in a round: thrust, dodges, sand, point defence, fire control, repairs, sensor locks."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from engine import Distribution
from engine.errors import RuleBroken
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
    severity_to,
    split_fire_control,
    thrust_between,
)
from engine.mechanics.space_attack import attack
from engine.rulebook.raw import RAW

D6 = range(1, 7)


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


def test_thrust_distances_and_dodges_are_those_of_the_book():
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


def test_fire_control_cannot_split_more_than_its_dm():
    assert split_fire_control(3, [2, 1]) == [2, 1]
    with pytest.raises(RuleBroken, match=r"Fire Control/3 has DM\+3 to split, not 2\+2"):
        split_fire_control(3, [2, 2])


def test_fire_control_can_act_as_a_gunner():
    assert [fire_control_as_gunner(n) for n in (1, 5)] == [1, 5]


def test_overloading_repairs_jumps_locks_and_initiative_have_exact_chances():
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


def test_fire_control_splits_into_shares_from_zero_up():
    assert split_fire_control(1, [1, 0]) == [1, 0]
    with pytest.raises(RuleBroken, match="to split, not -1"):
        split_fire_control(3, [-1, 4])
    whole = RAW.overlay({"space/fire-control/dm-can-be-split": "no"})
    assert split_fire_control(3, [3, 0], whole) == [3, 0]
    with pytest.raises(RuleBroken, match="cannot be split"):
        split_fire_control(3, [2, 1], whole)


def test_staying_in_a_range_band_costs_no_thrust():
    assert thrust_between("Medium", "Medium") == 0
    assert thrust_between("Adjacent", "Close") == thrust_between("Close", "Adjacent") == 1


def test_sensor_grades_change_the_lock_and_not_the_attack():
    chances = [sensor_lock(0, grade).success for grade in ("Basic", "Civilian", "Military", "Improved", "Advanced")]
    assert chances == [Fraction(n, 36) for n in (1, 6, 15, 21, 26)]
    assert sensor_lock(
        0, "Advanced", book=RAW.overlay({"space/sensor-lock/sensor-dm-counts": "no"})
    ).success == Fraction(5, 12)


def test_easy_to_repair_and_resilient_lower_the_severity():
    assert repair(1, 2, weapon=["Easy to Repair"]).success == repair(2, 2).success
    assert [severity_to(["Resilient"], n) for n in (1, 4)] == [0, 3]
    assert severity_to(["Resilient", "Resilient"], 4) == 2
    assert severity_to(["Accurate"], 4) == 4
