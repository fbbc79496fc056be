"""House rules that deny something: what goes without, what not only, and exceptions for some."""

import pytest

from tests.test_errata.test_house.pages import SHORT, changed, said, told

# Yes and no. By the book first aid takes a medikit, medical care and natural healing take bed rest, a critical takes
# damage, a laser sight and a scope take aiming, grappling takes close combat, and ion weapons ignore armour
MEDIKIT, BED = "healing/first-aid/needs-medikit", "healing/medical-care/needs-bed-rest"
DAMAGE, IGNORES = "space/critical/needs-damage", "space/ion/ignores-armour"
SIGHT, SCOPE = "personal/modifier-rules/laser-sight-needs-aim", "personal/trait-rules/scope-needs-aim"
GRAPPLE = "personal/grapple/needs-close-combat"


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("No critical without damage.", DAMAGE),
        ("Criticals can't happen without damage.", DAMAGE),
        ("No first aid without a medikit, as the book says.", MEDIKIT),
        ("First aid without a medikit isn't allowed.", MEDIKIT),
        ("First aid is impossible without a medikit.", MEDIKIT),
        ("Nobody gets first aid without a medikit.", MEDIKIT),
        ("No medical care without bed rest.", BED),
        ("Laser sights do nothing without aiming.", SIGHT),
        ("Scopes don't work without aiming.", SCOPE),
        ("Grappling is impossible outside close combat.", GRAPPLE),
        ("Ion weapons don't merely ignore armour.", IGNORES),
        ("Ion weapons ignore armour even if it isn't damaged.", IGNORES),
    ],
)
def test_what_is_not_so_without_something_takes_that(tmp_path, text, rule):
    assert told(tmp_path, text) == [("RC002", 1, rule)]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("First aid works without a medikit.", MEDIKIT),
        ("First aid never needs a medikit.", MEDIKIT),
        ("Laser sights work even without aiming.", SIGHT),
        ("You can grapple without being in close combat.", GRAPPLE),
        ("Ion weapons do not ignore armour.", IGNORES),
    ],
)
def test_what_goes_without_something_does_not_take_it(tmp_path, text, rule):
    assert changed(tmp_path, text) == {rule: False}


@pytest.mark.parametrize(
    "text",
    ["No aiming without a scope.", "You can't aim without a laser sight.", "Nobody can dodge a blast without cover."],
)
def test_what_takes_something_else_is_another_rule_and_says_no_twice(tmp_path, text):
    assert changed(tmp_path, text) == {}
    assert "it says no twice" in said(tmp_path, text)[0]


def test_where_something_holds_as_well_does_not_deny_it(tmp_path):  # by the book +1
    for text in ("Laser sights give +1 even when not aiming.", "Laser sights add +1, even if you are not aiming."):
        assert changed(tmp_path, text) == {SIGHT: False}
        assert ("RC002", 1, "personal/attack-modifiers/laser-sight") in told(tmp_path, text)


def test_not_only_says_yes(tmp_path):
    text = "Ion weapons don't just ignore armour, they also ignore the multiple."
    assert changed(tmp_path, text) == {}
    assert ("RC002", 1, IGNORES) in told(tmp_path, text)
    assert "not understood" in " ".join(said(tmp_path, text))  # what they ignore besides


def test_a_negation_that_only_stresses_denies_nothing(tmp_path):  # by the book it can not
    both = "personal/trait-rules/auto-with-scope"
    assert changed(tmp_path, "Auto can be used with Scope, no problem.") == {both: True}


# By the book: beam lasers +4, pulse lasers +2, cover -2, aiming +1, dual weapons -2, evasive action -1


@pytest.mark.parametrize(
    ("text", "apart", "value"),
    [
        ("Cover is -2, or -4 if behind a wall.", "-4 if behind a wall", "-2"),
        ("Beam lasers get +4, +5 at Short.", "+5 at Short", "+4"),
        ("Cover is -2 and -4 when prone.", "-4 when prone", "-2"),
        ("Sensor lock gives a Boon, +2 at Short range.", "+2 at Short range", "Boon"),
        ("Aiming is +1, +2 prone.", "+2 prone", "+1"),
        ("Evasive action is -1, -2 with Pilot 3.", "-2 with Pilot 3", "-1"),
        ("Average is 8+, 10+ in zero-g.", "10+ in zero-g", "8+"),
    ],
)
def test_another_value_for_some_is_an_exception_and_no_other_rule(tmp_path, text, apart, value):
    assert changed(tmp_path, text) == {}
    assert f"'{apart}' is an exception, so '{value}' is not for all" in said(tmp_path, text)[0]


def test_an_exception_behind_a_semicolon_is_one(tmp_path):
    assert {code for code, _, _ in told(tmp_path, "Prone targets: -1; -3 at long range.")} == {"RC006"}


def test_a_value_of_another_thing_is_no_exception(tmp_path):
    beam, pulse = (f"space/attack-modifiers/{name}-laser" for name in ("beam", "pulse"))
    assert changed(tmp_path, "Beam lasers get +5, +3 for pulse lasers.") == {beam: 5, pulse: 3}
    assert changed(tmp_path, "+2 at Short, +1 at Medium, -3 at Long in space.") == {
        SHORT: 2,
        "space/range-bands/medium/attack-dm": 1,
        "space/range-bands/long/attack-dm": -3,
    }


def test_an_exception_that_the_book_has_too_is_a_rule(tmp_path):  # by the book DM-2, and DM-1 without cover
    text = "Diving for cover gives attackers DM-3, or DM-1 if there is no cover."
    assert changed(tmp_path, text) == {"personal/reactions/dive-dm": -3}
