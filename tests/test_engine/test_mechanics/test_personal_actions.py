"""Initiative, actions of a round, movement, grappling and leadership, by hand or by brute force."""

from fractions import Fraction
from itertools import product

import pytest

from engine.errors import RuleBroken
from engine.mechanics.personal_actions import (
    acts_first,
    extended_action,
    fits_in_round,
    grapple,
    in_close_combat,
    initiative,
    leadership,
    movement,
    throw,
)
from engine.rulebook.editions import CRB_2022
from engine.rulebook.raw import RAW

D6 = range(1, 7)


def test_initiative_is_the_effect_of_a_routine_check():
    assert initiative(1).pmf() == {t + 1 - 6: Fraction(6 - abs(7 - t), 36) for t in range(2, 13)}
    assert initiative(0, tactics_dm=2).mean() == 1 + 3
    assert initiative(0, surprise="surprised").mean() == -5
    assert initiative(0, surprise="surprised", combat_round=2).mean() == 1
    with pytest.raises(RuleBroken, match="no Tactics check"):
        initiative(0, tactics_dm=1, surprise="surprised")


def test_ties_in_initiative_go_to_the_higher_dex():
    same = initiative(0)
    tie = sum(Fraction(6 - abs(7 - t), 36) ** 2 for t in range(2, 13))
    assert acts_first(same, same, 7, 7) == ((1 - tie) / 2, tie)
    assert acts_first(same, same, 8, 7) == ((1 + tie) / 2, 0)
    assert acts_first(same, same, 6, 7) == ((1 - tie) / 2, 0)
    again = RAW.overlay({"personal/initiative/tie": "reroll"})
    assert acts_first(same, same, 6, 7, again) == (Fraction(1, 2), 0)
    assert acts_first(initiative(2), same, 7, 7, RAW.overlay({"personal/initiative/first": "lowest"}))[0] < Fraction(
        1, 4
    )


def test_a_round_holds_one_of_each_or_three_minors():
    fits = [(s, m) for s in range(3) for m in range(5) if fits_in_round(s, m)]
    assert fits == [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1)]


def test_difficult_ground_halves_and_crawling_quarters_movement():
    assert [movement(), movement(3), movement(difficult=True), movement(prone=True)] == [6, 18, 3, Fraction(3, 2)]
    assert in_close_combat(2)
    assert not in_close_combat(Fraction(5, 2))


def test_a_grapple_by_brute_force():
    won = hurtful = strong = Fraction(0)
    for a, b, c, d in product(D6, repeat=4):
        if a + b + 2 > c + d:
            won += Fraction(1, 6**4)
            hurtful += Fraction(max(0, 2 + a + b + 2 - 8), 6**4)
            strong += Fraction(a + b + 2 - 8 >= 6, 6**4)
    got = grapple(2, 0, armour=9)
    assert (got.contest.win, got.damage.mean(), got.disarm, got.take_weapon) == (won, hurtful, won, strong)
    assert grapple(2, 0, book=CRB_2022).disarm == strong
    assert [d.mean() for d in throw()] == [Fraction(7, 2), Fraction(7, 2)]


def test_leadership_gives_its_effect_as_boons_or_banes():
    assert leadership(2).pmf() == {t + 2 - 8: Fraction(6 - abs(7 - t), 36) for t in range(2, 13)}


def test_a_hit_can_cost_an_extended_action_a_round_or_everything():
    hit = extended_action(2, damage=4)
    assert hit.goes_on == Fraction(6, 36)
    assert hit.task_lost == Fraction(6, 36)
    assert hit.goes_on + hit.round_lost + hit.task_lost == 1
