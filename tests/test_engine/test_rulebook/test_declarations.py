"""Rules are declared in tables and sets of facts; a rulebook has them by id, and an overlay changes some."""

import pickle
from dataclasses import replace

import pytest

from engine.rulebook.declarations import column, fact, facts, row, table
from engine.rulebook.kinds import DM
from engine.rulebook.raw import RAW, called_in_code, rules_by_id
from engine.rulebook.rulebook import Rulebook

SHORT, LONG, AIM = "space/ranges/short/dm", "space/ranges/long/dm", "space/attack/aim"
RANGES = table("space/ranges", "Ranges", "p. 1", "Range", [column("dm", "DM", DM)], [row("Short", 1), row("Long", -2)])
ATTACK = facts("space/attack", "Attack", "p. 2", fact("aim", 1, DM, "Aiming", constants="aim dm"))


def test_rules_come_in_the_order_in_which_they_are_declared():
    rules = rules_by_id([RANGES, ATTACK])
    assert list(rules) == [SHORT, LONG, AIM]
    assert [rule.value for rule in rules.values()] == [1, -2, 1]


@pytest.mark.parametrize("id", ["space/ranges", "space/ranges/short", "space/attack/aim/dm", "", "/", 8, None])
def test_an_id_that_is_no_rule_is_not_in_a_rulebook(id):
    book = Rulebook("Two entries", rules_by_id([RANGES, ATTACK]), {RANGES.id: RANGES})
    assert id not in book
    assert id not in RAW


def test_a_row_that_is_declared_twice_is_an_error():
    twice = table("space/ranges", "Ranges", "p. 1", "Range", [column("", "DM", DM)], [row("Short", 1), row("short", 2)])
    with pytest.raises(ValueError, match="space/ranges/short is declared twice"):
        rules_by_id([twice])


def test_an_overlay_of_an_overlay_has_the_changes_of_both():
    book = Rulebook("Two entries", rules_by_id([RANGES, ATTACK]), {RANGES.id: RANGES})
    second = book.overlay({SHORT: -2}).overlay({LONG: 1})
    assert (second[SHORT], second[LONG], second[AIM]) == (-2, 1, 1)
    assert list(second) == list(book)
    assert second.changes_from(book) == {SHORT: (1, -2), LONG: (-2, 1)}
    assert book.changes_from(book) == {}


def test_an_overlay_that_is_undone_equals_the_original_and_has_its_hash():
    there_and_back = RAW.overlay({"space/attack/target": 9}).overlay({"space/attack/target": 8})
    assert there_and_back == RAW
    assert hash(there_and_back) == hash(RAW)
    assert RAW.overlay({"space/attack/target": 9}) != RAW


def test_values_and_declarations_survive_pickling_and_replacing():
    band = RAW.band("space/range-bands/short/distance")
    dice = RAW.dice("ship/turret-weapons/pulse-laser/damage")
    for value in (band, dice):
        assert pickle.loads(pickle.dumps(value)) == value
    assert replace(band, low=None).high == band.high
    assert replace(RANGES, title="Bands").rows == RANGES.rows


def test_every_name_that_code_has_for_a_rule_leads_to_it():
    names = list(called_in_code())
    assert {rule for _, rule in names} <= set(RAW)
    assert all(name in (*RAW.rule(rule).constants, *RAW.rule(rule).in_code) for name, rule in names)
    assert sum(len(rule.constants) + len(rule.in_code) for rule in RAW.rules.values()) == len(names)
