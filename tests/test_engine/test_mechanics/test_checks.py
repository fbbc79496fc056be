"""Checks, Effect, task chains, time and opposed checks, worked out by hand or by all faces."""

from fractions import Fraction
from itertools import product

import pytest

from engine.errors import RuleBroken, UnknownRule
from engine.mechanics.checks import (
    chain_dm,
    characteristic_dm,
    check,
    dice,
    difficulties,
    harder,
    in_another_time,
    mode_of,
    opposed,
    result,
    several_at_once,
)
from engine.rulebook.raw import RAW

D6 = range(1, 7)


def at_least(n):
    """The chance of so much or more on 2D."""
    return Fraction(sum(a + b >= n for a, b in product(D6, repeat=2)), 36)


def test_the_ladder_of_difficulties_goes_up_by_two():
    names = ["Simple", "Easy", "Routine", "Average", "Difficult", "VeryDifficult", "Formidable", "Impossible"]
    assert [(n.replace(" ", ""), t) for n, t in difficulties()] == list(zip(names, range(2, 17, 2), strict=True))


@pytest.mark.parametrize(
    ("difficulty", "needed"), [("Simple", 2), ("Routine", 6), ("average", 8), ("very_difficult", 12)]
)
def test_a_check_succeeds_when_it_reaches_the_target(difficulty, needed):
    for dm in range(-3, 4):
        assert check(dm, difficulty).success == at_least(needed - dm)


def test_luck_is_added_to_a_check():
    assert check(1, luck=2).success == at_least(5)
    assert check(1, luck=2, book=RAW.overlay({"checks/check/luck-adds": "no"})).success == at_least(7)


def test_a_characteristic_gives_the_dm_of_its_band():
    expected = [-3, -2, -2, -1, -1, -1, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3]
    assert [characteristic_dm(score) for score in range(17)] == expected
    with pytest.raises(RuleBroken, match="no score holds -1"):
        characteristic_dm(-1)


def test_every_effect_has_one_name_and_one_chain_dm():
    names = {-9: "Exceptional Failure", -6: "Exceptional Failure", -5: "Average Failure", -2: "Average Failure"}
    names |= {-1: "Marginal Failure", 0: "Marginal Success", 1: "Average Success", 5: "Average Success"}
    names |= {6: "Exceptional Success", 12: "Exceptional Success"}
    assert {effect: result(effect) for effect in names} == names
    assert [chain_dm(e) for e in (-6, -5, -2, -1, 0, 1, 5, 6)] == [-3, -2, -2, -1, 0, 1, 1, 2]
    assert sum(check(1).results().values()) == 1
    assert check(1).results()["Exceptional Success"] == 0
    assert check(2).results()["Exceptional Success"] == Fraction(1, 36)


def test_a_task_chain_adds_a_dm_for_the_effect_of_the_first_check():
    chained = check(0).then(dm=1)
    expected = Fraction(0)
    for a, b in product(D6, repeat=2):
        effect = a + b - 8
        dm = (
            -3
            if effect <= -6
            else -2
            if effect <= -2
            else -1
            if effect == -1
            else 0
            if effect == 0
            else 1
            if effect < 6
            else 2
        )
        expected += Fraction(1, 36) * at_least(8 - 1 - dm)
    assert chained.success == expected


def test_boon_and_bane_keep_two_of_three_and_cancel_out():
    for mode, kept in (("boon", slice(1, 3)), ("bane", slice(0, 2))):
        totals = [sum(sorted(r)[kept]) for r in product(D6, repeat=3)]
        assert dice(mode).pmf() == {t: Fraction(totals.count(t), 216) for t in range(2, 13)}
    assert [mode_of(1, 0), mode_of(0, 2), mode_of(1, 1), mode_of(0, 0)] == ["boon", "bane", "", ""]
    with pytest.raises(RuleBroken, match="not a 'blessing'"):
        dice("blessing")


def test_a_rulebook_can_have_another_boon():
    wild = RAW.overlay({"checks/boon-and-bane/dice": 4})
    totals = [sum(sorted(r)[2:]) for r in product(D6, repeat=4)]
    assert dice("boon", wild).mean() == Fraction(sum(totals), 6**4)


def test_several_tasks_at_once_are_each_a_step_harder():
    assert several_at_once("Average") == "Difficult"
    assert harder("Easy", -1) == "Simple"
    with pytest.raises(RuleBroken, match=r"no difficulty \+1 steps from Impossible"):
        several_at_once("Impossible")
    with pytest.raises(UnknownRule, match="did you mean"):
        harder("Averge")


def test_time_can_be_traded_for_a_dm():
    unit, amount, dm = in_another_time("Seconds", 2)
    assert (unit, amount.mean(), dm) == ("seconds", 35, 4)
    unit, amount, dm = in_another_time("Hours", -1)
    assert (unit, amount.high, dm) == ("minutes", 60, -2)
    with pytest.raises(RuleBroken, match="no timeframe"):
        in_another_time("Days", 1)


def test_opposed_checks_compare_effects():
    won = sum(a + b + 1 > c + d for a, b, c, d in product(D6, repeat=4))
    even = sum(a + b + 1 == c + d for a, b, c, d in product(D6, repeat=4))
    both = opposed(check(1), check(0))
    assert (both.win, both.tie, both.lose) == (
        Fraction(won, 1296),
        Fraction(even, 1296),
        1 - Fraction(won + even, 1296),
    )
    harder_for_me = opposed(check(2, "Difficult"), check(0))
    assert harder_for_me.win == harder_for_me.lose
