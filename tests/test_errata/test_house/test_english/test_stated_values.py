"""Whose a value of a plain line is: of what it is, when it holds, and what the line says besides."""

import pytest

from errata.house.english.plain_lines import Unclear
from errata.house.english.whole_lines import read_whole

BEAM = "ship/turret-weapons/beam-laser"


def why(text, family=""):
    """Why a line is not read, as a whole."""
    [stated] = read_whole(text, (), family)
    assert isinstance(stated.found, Unclear), stated
    assert stated.text == text
    return stated.found.why


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("Pulse lasers do 3D but only at Medium.", "only at Medium"),
        ("Particle beams do 4D, though only at Short range.", "only at Short range"),
        ("Beam lasers get +4, but only at short range.", "only at short range"),
        ("Beam lasers hit at +5, only at Close range.", "only at Close range"),
        ("Plasma guns do 4D, but only within Short range.", "only within Short range"),
        ("Missile racks do 5D, only up to Long.", "only up to Long"),
    ],
)
def test_where_alone_a_value_holds_is_a_condition_and_no_range(text, where):
    assert why(text) == f"it holds under a condition that is not understood, {where!r}"


def test_a_range_beside_a_value_is_read_with_it():
    made = {one.found.rule: str(one.found.value) for one in read_whole("Beam lasers do 2D, range Short.")}
    assert made == {f"{BEAM}/damage": "2D", f"{BEAM}/range": "Short"}
    of_two = read_whole("Fusion guns: damage 5D, range Short only")
    assert [(one.found.rule.rpartition("/")[2], one.found.left) for one in of_two] == [("damage", ()), ("range", ())]
    [alone] = read_whole("Beam lasers reach only Short range.")
    assert (alone.found.rule, alone.found.value) == (f"{BEAM}/range", "Short")


@pytest.mark.parametrize(
    ("text", "plus", "book"),
    [
        ("Healing: +1 point per day for everyone in a hospital.", "+1", "3"),
        ("Patients heal +2 per day in hospital.", "+2", "3"),
        ("Surgery heals +5", "+5", "3"),
        ("Barbettes take +2 tons", "+2", "5"),
        ("Staterooms: +1 ton.", "+1", "4"),
        ("Beam lasers cost +MCr1", "MCr1", "MCr0.5"),
        ("Low berths cost +Cr10000", "Cr10000", "Cr50,000"),
    ],
)
def test_a_plus_on_a_total_may_come_on_top_of_it(text, plus, book):
    assert why(text) == f"it does not say whether {plus} is all that there is, or on top of the book's {book}"


def test_tons_do_not_come_on_top_of_a_price():
    assert "on top of" not in why("Common areas take +2 tons per stateroom")


def test_a_plus_on_what_the_book_adds_to_is_that():
    [stated] = read_whole("Surgery restores Effect +5.")
    assert (stated.found.rule, stated.found.value) == ("healing/surgery/restores", 5)


@pytest.mark.parametrize(
    ("text", "success", "failure"),
    [
        ("Task chains: success +1, failure -1.", 1, -1),
        ("Chain checks: success gives +2, failure gives -1.", 2, -1),
        ("Task chain: failure -2, success +2", 2, -2),
    ],
)
def test_each_value_is_of_the_word_before_it(text, success, failure):
    made = {one.found.rule: one.found.value for one in read_whole(text)}
    row = "checks/effects/average-{}/chain-dm"
    assert made == {row.format("success"): success, row.format("failure"): failure}


@pytest.mark.parametrize("text", ["Dodging costs -2.", "Dodge DM: -3"])
def test_what_two_rules_are_called_is_neither_unless_a_heading_tells(text):
    rules = ["space/evasive-action/dm", "personal/reactions/next-action-dm"]
    for family in ("", "personal", "space"):
        assert why(text, family).endswith("so say which is meant")
    assert sorted(read_whole(text)[0].found.nearest) == sorted(rules)
    assert [read_whole(text, [head])[0].found.rule for head in ("Space combat", "Personal combat")] == rules


def test_rounds_are_no_dm():
    assert why("You can aim for at most 3 rounds.") == "the nearest rule does not count 'rounds'"
    assert why("Sensor lock takes 2 rounds") == "the nearest rule does not count 'rounds'"


@pytest.mark.parametrize(
    ("text", "further"),
    [
        ("Crits need effect 6 and a 1D roll of 5+.", "a 1D roll of 5+"),
        ("A critical requires Effect 6, and a coin flip", "a coin flip"),
    ],
)
def test_what_is_needed_besides_is_a_condition(text, further):
    assert why(text) == f"it holds under a condition that is not understood, {further!r}"


def test_what_else_a_thing_needs_is_no_condition():
    made = [one.found.rule.rpartition("/")[2] for one in read_whole("Beam lasers need TL 9 and 3 Power")]
    assert made == ["tl", "power"]
