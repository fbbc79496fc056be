"""House rules under headings of what was, of what the book has, and of which nobody can tell."""

import pytest

from tests.test_errata.test_house.pages import changed, said, told

AIMING, BEAM = "personal/attack-modifiers/aiming", "ship/turret-weapons/beam-laser/damage"
IN_DOUBT = "which is not understood: look whether it is in force"

# By the book: aiming +1, beam lasers 1D


def page(heading, rule="Aiming +2"):
    return f"# House rules\n\n## In force\n- Cover -3\n\n{heading}\n\n- {rule}\n"


@pytest.mark.parametrize(
    "heading",
    [
        "# Old", "## Old", "Old:", "**Old**", "## Old (2023)", "## Old way:", "## The old days", "## Old combat",
        "## Our old combat rules", "## Old weapons", "## Combat - old", "Old way", "## Former weapons", "## Ex-rules",
        "## The former range table", "## Healing - the old way", "## Combat under the previous referee",
        "## Past combat", "## Combat as it was", "## Criticals as they were", "OLD", "## Older modifiers (2021)",
        "*Old values*", "## combat_old", "## How combat was",
    ],
)  # fmt: skip
def test_what_stands_under_a_heading_of_the_past_is_not_played(tmp_path, heading):
    assert AIMING not in changed(tmp_path, page(heading))
    assert any("and is not played" in message for message in said(tmp_path, page(heading)))


@pytest.mark.parametrize(
    "heading",
    [
        "Old Expanses house rules",
        "The Old Islands campaign",
        "Old wounds",
        "Too old",
        "Old hands",
        "Shooting past cover",
    ],
)
def test_what_is_old_in_a_heading_and_may_be_no_rule_is_told(tmp_path, heading):
    assert changed(tmp_path, page(f"## {heading}"))[AIMING] == 2
    assert any(IN_DOUBT in message for message in said(tmp_path, page(f"## {heading}")))


@pytest.mark.parametrize(
    "heading",
    [
        "First campaign", "Combat in the first campaign", "First version", "Our first rules", "Early days", "No combat",
        "The hours before", "Nothing", "Combat (2019)", "2019", "Campaign 1", "Day one", "Combat, version 1", "Options",
        "Ship combat (v1)", "Space combat v0.9", "Alternative combat", "Alternatives", "Variants", "Optional",
    ],
)  # fmt: skip
def test_a_heading_that_leaves_open_whether_it_is_played_is_told_at_each_rule(tmp_path, heading):
    assert changed(tmp_path, page(f"## {heading}"))[AIMING] == 2
    assert any(IN_DOUBT in message for message in said(tmp_path, page(f"## {heading}")))


@pytest.mark.parametrize(
    "heading",
    [
        "First strike", "Standard gear", "Core worlds", "Default difficulty", "Basic rules", "Our core rules",
        "House rules 2025", "Combat options", "First round", "Changes to old combat rules", "Session 14 (May 2025)",
        "Task resolution", "Official house rules", "House rules v1.2", "Standard weapons", "Optional rules",
        "As written in session zero", "Captain's way", "2022 update changes", "No more than one Boon",
    ],
)  # fmt: skip
def test_a_heading_that_has_such_words_otherwise_leaves_a_rule_as_it_is(tmp_path, heading):
    assert told(tmp_path, page(f"## {heading}")) == [
        ("RC001", 4, "personal/attack-modifiers/target-in-cover"),
        ("RC001", 8, AIMING),
    ]


@pytest.mark.parametrize("heading", ["Bob's version", "Combat (Bob's version)", "Combat in Traveller 5"])
def test_what_somebody_else_or_another_game_plays_is_not_played(tmp_path, heading):
    assert AIMING not in changed(tmp_path, page(f"## {heading}"))


@pytest.mark.parametrize(
    "heading",
    [
        "RAW combat", "Combat the RAW way", "Combat as written", "Attack rules by the book", "Book values",
        "Space combat according to the book", "Printed values",
    ],
)  # fmt: skip
def test_rules_that_a_heading_calls_the_books_are_played_if_they_are(tmp_path, heading):
    assert AIMING not in changed(tmp_path, page(f"## {heading}"))
    assert ("RC002", 8, BEAM) in told(tmp_path, page(f"## {heading}", "Beam laser damage is 1D"))


@pytest.mark.parametrize("heading", ["Official rules", "Core rules", "Standard rules", "Default values"])
def test_rules_that_a_heading_may_call_the_books_are_in_doubt_if_they_are_not(tmp_path, heading):
    assert any(IN_DOUBT in message for message in said(tmp_path, page(f"## {heading}")))
    assert not any(IN_DOUBT in one for one in said(tmp_path, page(f"## {heading}", "Beam laser damage is 1D")))


@pytest.mark.parametrize("heading", ["RAW combat, streamlined", "House rules as written", "RAW fixes"])
def test_a_heading_that_names_the_book_and_departs_from_it_is_no_quotation(tmp_path, heading):
    assert changed(tmp_path, page(f"## {heading}"))[AIMING] == 2


def test_the_subject_of_an_answer_is_no_question(tmp_path):
    text = "Re: Should we change the rules?\nAiming is +2\n"
    assert changed(tmp_path, text) == {AIMING: 2}


@pytest.mark.parametrize("lead_in", ["Unlike the old rules", "What is new compared to the old rules"])
def test_a_lead_in_that_only_compares_with_what_was_holds_back_nothing(tmp_path, lead_in):
    assert changed(tmp_path, f"{lead_in}:\n- Aiming +2\n") == {AIMING: 2}
