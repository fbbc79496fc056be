"""House rules that this table does not play: denied above, crossed out, folded away, or only for some."""

import pytest

from tests.test_errata.test_house.pages import changed, said, told

AIMING, SIGHT = "personal/attack-modifiers/aiming", "personal/attack-modifiers/laser-sight"

# By the book: aiming +1, a laser sight +1


@pytest.mark.parametrize("lead_in", ["The following are NOT house rules", "None of these are in play yet"])
def test_a_lead_in_that_denies_holds_back_the_items_below_it(tmp_path, lead_in):
    page = f"{lead_in}:\n- Aiming +2\n- Laser sight +3\n"
    assert changed(tmp_path, page) == {}
    assert all(repr(lead_in) in message for message in said(tmp_path, page))
    assert told(tmp_path, page) == [("RC006", 2, ""), ("RC006", 3, "")]


@pytest.mark.parametrize(
    "heading",
    [
        "Optional rules we may try later", "What the book says", "RAW reminders", "Things we won't change",
        "Other groups' house rules", "From my D&D game", "Cinematic mode (off)", "Rules I hate", "Common mistakes",
        "Cepheus Engine rules", "Lifted", "Mass combat", "Season 1 (finished)", "Prices at Regina downport",
        "House rules from Dave's game", "Vehicle rules", "Weapons we no longer allow", "Ignore these",
        "Rules that didn't survive",
    ],
)  # fmt: skip
def test_a_heading_of_others_or_of_the_past_holds_back_what_stands_below_it(tmp_path, heading):
    page = f"# House rules\n\n## {heading}\n- Aiming +2\n\n## In force\n- Laser sight +3\n"
    assert changed(tmp_path, page) == {SIGHT: 3}
    assert ("RC006", 4, "") in told(tmp_path, page)
    assert any("it stands under" in message for message in said(tmp_path, page))


@pytest.mark.parametrize(
    "heading",
    [
        "Changes to the Core Rulebook", "Deviations from RAW", "Not in the book", "Don't forget", "Everything else",
        "Cover and concealment", "Simplified combat", "The Drinax campaign", "Drinax", "Key actions", "Other changes",
        "Fixed mistakes", "Houserules v2", "How we handle aiming", "What RAW doesn't cover",
        "Nothing fancy, just these",
    ],
)  # fmt: skip
def test_a_heading_of_this_table_holds_back_nothing(tmp_path, heading):
    assert changed(tmp_path, f"# House rules\n\n## {heading}\n- Aiming +2\n") == {AIMING: 2}


@pytest.mark.parametrize(
    "page",
    [
        '"Aiming gives +2" was the old rule; we are back to the book.\n',
        "- Aiming +3 (off)\n",
        "- ❌ Aiming +3\n", "- <s>Aiming +3</s>\n", "<del>Aiming +3</del>\n", "- [-] Aiming +3\n",
        "A\u0336i\u0336m\u0336i\u0336n\u0336g\u0336 \u0336+\u03363\u0336\n",
        "- Aiming +3\n\nThe above applies only to robots.\n", "- Aiming +3\n\nThis is for NPCs only.\n",
        "<details><summary>Archive</summary>\n\nAiming +3\n\n</details>\n", "<h2>Rejected</h2>\n\nAiming +3\n",
    ],
)  # fmt: skip
def test_what_is_crossed_out_folded_away_or_restricted_behind_is_listed_and_not_played(tmp_path, page):
    assert changed(tmp_path, page) == {}
    assert any("Aiming" in message for message in said(tmp_path, page))


def test_what_stands_behind_a_part_that_is_folded_away_is_played(tmp_path):
    page = "<details><summary>Archive</summary>\n\nAiming +3\n\n</details>\n\nLaser sight +3\n"
    assert changed(tmp_path, page) == {SIGHT: 3}


@pytest.mark.parametrize(
    "behind", ["This applies only in personal combat.", "These are just for fun.", "In space only lasers matter."]
)
def test_what_a_later_sentence_says_of_all_that_a_rule_is_for_holds_back_nothing(tmp_path, behind):
    assert changed(tmp_path, f"- Aiming +3\n\n{behind}\n") == {AIMING: 3}


def test_a_later_sentence_of_the_other_sort_of_combat_holds_back_a_rule(tmp_path):
    assert changed(tmp_path, "- Aiming +3\n\nOnly in space combat.\n") == {}


@pytest.mark.parametrize("value", ['{"aiming": "+3"}', '["Aiming +3"]', '"Aiming +3"'])
def test_settings_under_a_name_that_says_so_are_not_played(tmp_path, value):
    page = f'{{"disabledRules": {value}}}'
    assert changed(tmp_path, page, "house.json") == {}
    assert told(tmp_path, page, "house.json") == [("RC006", 1, "")]


def test_a_setting_of_several_lines_is_a_page(tmp_path):
    page = '{"houseRules": "Aiming +3\\nLaser sight +3\\nBananas +3"}'
    assert changed(tmp_path, page, "house.json") == {AIMING: 3, SIGHT: 3}
    assert [code for code, *_ in told(tmp_path, page, "house.json")].count("RC006") == 1


@pytest.mark.parametrize("heading", ["When a ship is disabled", "If you did not move", "Weapons that are not lasers"])
def test_a_heading_that_says_when_something_holds_is_told_as_that(tmp_path, heading):
    page = f"# House rules\n\n## {heading}\n- Aiming +2\n"
    assert changed(tmp_path, page) == {}
    assert any("so it holds only of that, and is not played" in message for message in said(tmp_path, page))
