"""What a later sentence or paragraph takes back is not played, and no line of a page vanishes."""

import pytest

from errata.house.english.taken_back import takes_back
from errata.house.readers import text

AIMING, SIGHT = "personal/attack-modifiers/aiming", "personal/attack-modifiers/laser-sight"
COVER = "personal/attack-modifiers/target-in-cover"


def played(page):
    return {id for rule in text.read(page, "house.md").rules for id in rule.changes}


def problems(page):
    return {problem.place.line: problem.why for problem in text.read(page, "house.md").problems}


@pytest.mark.parametrize(
    "behind",
    [
        "We voted it down last week.", "Reverted.", "Just kidding.", "It was voted out in June.", "That's gone now.",
        "Nobody liked it.", "Ignore that.", "Never mind.", "We went back to RAW.", "Overruled by the group.",
        "It didn't work out.", "I take it back.", "We changed our minds.", "This rule is no longer in force.",
        "(Dropped.)", "Update: we dropped this.", "The players hated it.", "That turned out to be a mistake.",
    ],
)  # fmt: skip
@pytest.mark.parametrize("between", [" ", "\n", "\n\n"])
def test_a_sentence_takes_back_what_stands_right_before_it(behind, between):
    page = f"Cover is -3.\n\nLaser sight +2.{between}{behind}\n"
    assert played(page) == {COVER}
    assert behind.strip("()") in problems(page)[3]


@pytest.mark.parametrize(
    ("page", "left"),
    [
        ("Aiming +2\n\nThe above no longer applies.", set()),
        ("Aiming +2.\n\nDropped after two sessions.", set()),
        ("Aiming +2\n\nThese were abandoned in May.", set()),
        ("- Aiming +2\n- Cover -3\n\nBoth of these were dropped.", set()),
        ("- Aiming +2\n\n- Cover -3\n\nThis was dropped.", set()),
        ("- Aiming +2\n- Cover -3\nThis was dropped.", set()),
        ("- Aiming +2\n- reverted\n- Cover -3", {COVER}),
        ("> Aiming +2\n\nI disagree with this post.", set()),
        ("We tried these and went back to the book:\n- Aiming +2\n- Cover -3", set()),
        ("Aiming +2. Laser sight +2. Both were dropped.", set()),
        ("Aiming +2. Laser sight +2. It was dropped.", {AIMING}),
        ("# First\nCover -3\n\n# Second\n\nAiming +2\n\nAll of the above was a joke.", {COVER}),
        ("| Situation | DM |\n|---|---|\n| Aiming | +2 |\n\nThis was dropped.", set()),
    ],
)
def test_a_later_line_takes_back_the_list_or_paragraph_above_it(page, left):
    assert played(page) == left
    last = page.count("\n") + 1
    assert last in problems(page) or last in {rule.place.line for rule in text.read(page, "house.md").rules}


@pytest.mark.parametrize(
    "behind",
    [
        "It was not dropped.", "We voted it in.", "It replaces the old one.", "It does not stack.", "We like it.",
        "It is no mistake.", "The old rule was dropped.", "The book's rule was a mistake.", "No exceptions.",
        "That applies to all.", "We dropped the old value for this.", "It did not work in the book.",
    ],
)  # fmt: skip
def test_a_remark_takes_nothing_back(behind):
    assert not takes_back(behind)
    assert played(f"Laser sight +2. {behind}\n") == {SIGHT}


LINES = (
    "This was dropped.", "Both of these were dropped.", "They are gone.", "It was so before.", "Reverted",
    "We have had this.", "All of it was so.", "Those were used.", "These get it.", "He has this", "It gives nothing",
    "Aiming +2", "Have fun!", "It would be good.", "Then it was less.", "- they should have it", "and so on",
)  # fmt: skip


@pytest.mark.parametrize("first", LINES)
@pytest.mark.parametrize("second", ["", "Cover -3", "This was dropped.", "- Cover -3"])
def test_no_line_with_words_vanishes(first, second):
    page = text.read(f"Prone -3\n\n{first}\n\n{second}\n", "house.md")
    told = {one.place.line for one in (*page.rules, *page.problems)}
    quoted = " ".join(f"{one.text} {one.why}" for one in page.problems)
    assert {1, 3} <= told, quoted
    assert not second or 5 in told


@pytest.mark.parametrize(
    "behind",
    [
        "We do not use the rule about bane dice.",
        "We don't use the rule that a hit with Effect 6 always does at least one point of damage.",
        "We never use the rules about grappling.",
    ],
)
@pytest.mark.parametrize("between", [" ", "\n"])
def test_a_sentence_that_names_its_own_rule_takes_nothing_else_back(behind, between):
    assert played(f"A laser sight is worth +2 in my game.{between}{behind}") == {SIGHT}


@pytest.mark.parametrize(
    "behind", ["We don't use the rule about laser sights.", "We dropped the rule that stands above."]
)
def test_a_sentence_that_names_what_stands_before_it_takes_that_back(behind):
    assert played(f"A laser sight is worth +2.\n{behind}") == set()
