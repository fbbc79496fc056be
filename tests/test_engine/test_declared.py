"""Rules that are made when one of them is asked for: the same as if all had been made at once."""

import pytest

from engine.rulebook.declarations import column, fact, facts, row, table
from engine.rulebook.kinds import DM
from engine.rulebook.raw import RAW, called_in_code
from engine.rulebook.rulebook import Changed, Declared, changed

RANGES = table("space/ranges", "Ranges", "p. 1", "Range", [column("dm", "DM", DM)], [row("Short", 1), row("Long", -2)])
ATTACK = facts("space/attack", "Attack", "p. 2", fact("aim", 1, DM, "Aiming", constants=("aim dm",)))


def test_rules_come_in_the_order_in_which_they_are_declared():
    rules = Declared([RANGES, ATTACK])
    assert rules["space/attack/aim"].value == 1
    assert list(rules) == ["space/ranges/short/dm", "space/ranges/long/dm", "space/attack/aim"]
    assert [rule.value for rule in rules.values()] == [1, -2, 1]
    assert len(rules) == 3


def test_only_what_is_asked_for_is_made():
    rules = Declared([RANGES, ATTACK])
    assert rules["space/ranges/long/dm"].value == -2
    assert list(rules._made) == ["space/ranges"]


@pytest.mark.parametrize("id", ["space/ranges", "space/ranges/short", "space/attack/aim/dm", "", "/", 8, None])
def test_what_is_no_rule_is_not_in_it(id):
    rules = Declared([RANGES, ATTACK])
    assert id not in rules
    assert rules.get(id) is None


def test_a_row_that_stands_twice_is_told():
    twice = table("space/ranges", "Ranges", "p. 1", "Range", [column("", "DM", DM)], [row("Short", 1), row("short", 2)])
    rules = Declared([twice])
    for _ in range(2):  # and again, however often one asks
        with pytest.raises(ValueError, match="space/ranges/short is declared twice"):
            rules["space/ranges/short"]


def test_changes_over_changes_are_changes_of_the_first():
    rules = Declared([RANGES, ATTACK])
    one, other = rules["space/ranges/short/dm"], rules["space/ranges/long/dm"]
    first = Changed({"space/ranges/short/dm": other}, rules)
    second = Changed({"space/ranges/long/dm": one}, first)
    assert (second["space/ranges/short/dm"], second["space/ranges/long/dm"]) == (other, one)
    assert list(second) == list(rules)
    assert set(changed(second)) == {"space/ranges/short/dm", "space/ranges/long/dm"}
    assert changed(rules) == {}


def test_every_name_that_code_has_for_a_rule_leads_to_it():
    names = list(called_in_code())
    assert {rule for _, rule in names} <= set(RAW)
    assert all(name in (*RAW.rule(rule).constants, *RAW.rule(rule).in_code) for name, rule in names)
    assert sum(len(rule.constants) + len(rule.in_code) for rule in RAW.rules.values()) == len(names)
