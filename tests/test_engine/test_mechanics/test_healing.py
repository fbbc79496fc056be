"""First aid, surgery, medical care and rest, worked out by hand or over all faces."""

from fractions import Fraction
from itertools import product

import pytest

from engine.errors import RuleBroken
from engine.mechanics.healing import (
    augmentation_dm,
    first_aid,
    medical_care,
    mental_healing,
    natural_healing,
    needs_surgery,
    surgery,
    waking,
)
from engine.rulebook.raw import RAW

D6 = range(1, 7)


def at_least(n):
    """The chance of so much or more on 2D."""
    return Fraction(sum(a + b >= n for a, b in product(D6, repeat=2)), 36)


def test_first_aid_restores_the_effect_and_at_least_one():
    expected = [max(1, a + b + 1 - 8) if a + b + 1 >= 8 else 0 for a, b in product(D6, repeat=2)]
    assert first_aid(1).pmf() == {v: Fraction(expected.count(v), 36) for v in sorted(set(expected))}


def test_first_aid_helps_once_and_within_a_minute():
    assert first_aid(0, minutes=1) == first_aid(0)
    with pytest.raises(RuleBroken, match="within 1 minute after the wound, 1 time"):
        first_aid(1, minutes=2)
    with pytest.raises(RuleBroken, match="1 time"):
        first_aid(1, given_before=1)


def test_first_aid_may_roll_dice_instead_of_the_effect():
    book = RAW.overlay({"healing/first-aid/restores": "2D"})
    assert first_aid(2, book=book).mean() == Fraction(26, 36) * 7  # a check of 6+ succeeds in 26 of 36 rolls


def test_medical_care_cannot_help_three_damaged_characteristics():
    assert medical_care(0, 1, damaged=2).mean() == 4
    with pytest.raises(RuleBroken, match="cannot help 3 damaged"):
        medical_care(1, medic=2, damaged=3)


def test_surgery_restores_or_costs_three_plus_the_effect():
    expected = [3 + e if e >= 0 else -3 + e for a, b in product(D6, repeat=2) for e in [a + b - 8]]
    assert surgery(0).pmf() == {v: Fraction(expected.count(v), 36) for v in sorted(set(expected))}
    assert needs_surgery(3)
    assert not needs_surgery(2)


def test_medical_care_and_rest_restore_what_the_book_says():
    assert medical_care(1, medic=2).pmf() == {6: 1}
    by_effect = RAW.overlay({"healing/medical-care/doctor-adds": "Medic Effect"})
    assert medical_care(1, medic=2, book=by_effect).mean() == 3 + 1 + 1
    assert natural_healing(-1).pmf() == {v: Fraction(1, 6) for v in range(6)}
    assert natural_healing(2, surgery_needed=True).pmf() == {2: 1}
    assert natural_healing(0).sum_of(2).chance(">=", 12) == Fraction(1, 36)
    assert mental_healing(3) == 3
    assert [augmentation_dm(12, tl) for tl in (9, 12, 15)] == [-3, 0, 0]


def test_waking_gets_easier_each_minute():
    minutes = waking(0).pmf()
    asleep = Fraction(1)
    for minute, chance in minutes.items():
        assert chance == asleep * at_least(8 - (minute - 1))
        asleep -= chance
    assert asleep == 0
    assert max(minutes) == 7


def test_a_house_rule_can_leave_end_out_of_healing():
    house = RAW.overlay({"healing/medical-care/end-dm-added": "no", "healing/natural/end-dm-added": "no"})
    assert medical_care(2, 1, book=house).mean() == 4


def test_waking_checks_that_never_get_easier_are_refused():
    with pytest.raises(RuleBroken, match="no last minute"):
        waking(0, RAW.overlay({"healing/waking/dm-per-failure": 0}))
    assert waking(6).pmf() == {1: 1}
