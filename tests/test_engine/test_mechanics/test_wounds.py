"""Damage to people: characteristics, states, stun, mortal wounds and survival."""

from fractions import Fraction

import pytest

from engine import Distribution
from engine.errors import RuleBroken
from engine.mechanics.personal_attack import (
    Weapon,
    attack,
)
from engine.mechanics.wounds import Body, hurt, lasting_loss, mortal_wound, state, stunned, survival, wounds


def test_damage_goes_to_end_then_to_str_or_dex_and_then_to_the_last():
    body = Body(str=7, dex=8, end=6)
    assert hurt(body, 6) == Body(7, 8, 0)
    assert hurt(body, 9) == Body(7, 5, 0)
    assert hurt(body, 9, spare="dex") == Body(4, 8, 0)
    assert hurt(body, 15) == Body(6, 0, 0)
    assert hurt(body, 99) == Body(0, 0, 0)
    assert [state(hurt(body, d), body) for d in (0, 5, 13, 14, 20, 21)] == [
        "unhurt",
        "wounded",
        "wounded",
        "unconscious",
        "unconscious",
        "dead",
    ]


def test_wounds_add_up_to_one_and_a_dead_target_stays_dead():
    chances = wounds(Body(2, 2, 2), Distribution.die(6).sum_of(2))
    assert sum(chances.values()) == 1
    assert chances[Body(0, 0, 0)] == Fraction(26, 36)
    shot = attack(Weapon.of("4D", 100), skill=4)
    assert sum(shot.states(Body()).values()) == 1


def test_stun_damage_reduces_end_only():
    assert stunned(Body(end=6), 4) == (Body(end=2), 0)
    assert stunned(Body(end=6), 9) == (Body(end=0), 3)


def test_a_mortal_wound_has_the_chances_of_its_table():
    light, heavy = mortal_wound(3), mortal_wound(7)
    assert sum(light.values()) == sum(heavy.values()) == 1
    assert light["Unscathed"] == Fraction(15, 36)
    assert heavy["Destroyed"] == Fraction(3, 36)
    assert heavy["Killed"] == Fraction(7, 36)
    assert mortal_wound(5) == mortal_wound(20, dm=4)


def test_survival_depends_on_the_care_given():
    assert [survival(10, care) for care in ("none", "basic", "prompt")] == [
        Fraction(1, 36),
        Fraction(6, 36),
        Fraction(26, 36),
    ]
    assert [d.mean() for d in lasting_loss("Weakened")] == [Fraction(7, 2), 2]
    assert [d.mean() for d in lasting_loss("Lucky")] == [0, 0]
    with pytest.raises(RuleBroken, match="none, basic or prompt"):
        survival(10, "magic")
