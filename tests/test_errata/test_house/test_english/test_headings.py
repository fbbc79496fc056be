"""House rules under headings: what is not played, what is for some, and what such a heading leaves as it is."""

import pytest

from tests.test_errata.test_house.pages import SHORT, changed, said, told

BEAM, MOVES = "space/attack-modifiers/beam-laser", "personal/movement/metres"

# By the book: beam lasers +4, six metres in a Minor Action


@pytest.mark.parametrize(
    "heading",
    [
        "Abandoned", "Scrapped after session 3", "Voted down", "House rules we don't play", "Retired rulings",
        "Never adopted", "Proposals", "Draft", "To be decided", "Wishlist", "Things to try", "Not currently in force",
        "Failed experiments", "Brainstorming", "Previous campaign", "What we used to play", "Open questions",
        "Maybe next year", "Removed in 2024", "Turned down by the players",
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    "page", ["## {}\n- Beam lasers get +3\n", "{}:\n\n- Beam lasers get +3\n", "{}\n- Beam lasers: +3"]
)
def test_what_stands_under_a_heading_that_says_so_is_not_played(tmp_path, heading, page):
    page = page.format(heading)
    assert changed(tmp_path, page) == {}
    assert [code for code, *_ in told(tmp_path, page)] == ["RC006"]
    assert "is not played" in said(tmp_path, page)[0]


def test_a_heading_counts_for_all_below_it_and_no_further(tmp_path):
    page = "## Rejected\n### Space\n- Beam lasers get +3\n\n## In force\n- Beam lasers get +2\n"
    assert changed(tmp_path, page) == {BEAM: 2}
    assert "RC003" not in {code for code, *_ in told(tmp_path, page)}


def test_a_table_under_such_a_heading_is_listed_by_its_rows(tmp_path):
    page = "Tried and given up:\n\n| Weapon | Damage |\n|---|---|\n| Beam laser | 3D |\n| Pulse laser | 4D |\n"
    assert changed(tmp_path, page) == {}
    assert [one[:2] for one in told(tmp_path, page)] == [("RC006", 5), ("RC006", 6)]


@pytest.mark.parametrize(
    "heading",
    [
        "Vargr", "Droyne", "Androids", "Wild animals", "Imperial Marines", "Against robots", "In vacuum",
        "TL 12 weapons",
        "Ships over 5,000 tons", "Micro-gravity", "When drunk", "In the Trojan Reach", "Our ship", "Battleships",
        "Underwater", "Minions", "Only for pilots of the navy", "Kira's crew", "During boarding", "Aboard stations",
    ],
)  # fmt: skip
@pytest.mark.parametrize("line", ["Beam lasers get +3", "Movement is 8 metres"])
def test_a_heading_that_names_some_makes_no_rule_for_all(tmp_path, heading, line):
    page = f"## {heading}\n- {line}\n"
    assert changed(tmp_path, page) == {}
    assert ("RC006", 2, "") in told(tmp_path, page)


@pytest.mark.parametrize(
    "heading",
    [
        "Space combat", "Weapons", "My house rules", "Session zero", "Combat", "Ideas we adopted", "House rules in use",
        "Ships", "Turret weapons", "Changes", "Miscellaneous", "Optional rules", "For everybody", "At our table",
        "What we play", "Lasers", "Player characters", "Accepted proposals", "Lethality", "Not in the book", "Fixes",
        "Changes since the previous campaign", "What replaces the old rules",
    ],
)  # fmt: skip
def test_a_heading_of_plain_words_leaves_a_rule_as_it_is(tmp_path, heading):
    page = f"## {heading}\n- Beam lasers get +3\n"
    assert changed(tmp_path, page) == {BEAM: 3}
    assert told(tmp_path, page) == [("RC001", 2, BEAM)]


@pytest.mark.parametrize("heading", ["Pew pew", "The Gvurrdon affair", "Githiasko", "Option B"])
def test_a_heading_of_unknown_words_is_told_once(tmp_path, heading):
    page = f"## {heading}\n- Beam lasers get +3\n- Movement is 8 metres\n"
    assert changed(tmp_path, page) == {BEAM: 3, MOVES: 8}
    assert told(tmp_path, page)[0] == ("RC006", 1, "")
    assert len(told(tmp_path, page)) == 3


def test_the_title_of_a_page_may_name_the_campaign(tmp_path):
    page = "# Pirates of Drinax: house rules\n\n## Ships\n- Beam lasers get +3\n"
    assert told(tmp_path, page) == [("RC001", 4, BEAM)]


def test_what_a_page_of_ideas_would_do_is_told_with_a_note(tmp_path):
    page = "# House rule ideas\n\n- Beam lasers get +3\n"
    assert told(tmp_path, page) == [("RC006", 1, ""), ("RC001", 3, BEAM)]


def test_a_first_line_that_names_a_sort_of_combat_is_a_title(tmp_path):
    assert set(changed(tmp_path, "melee and guns, personal stuff\nshort range is +2\n")) == {
        "personal/ranges/short/attack-dm"
    }
    assert set(changed(tmp_path, "ship things now\nshort range is +2\n")) == {"space/range-bands/short/attack-dm"}


@pytest.mark.parametrize(
    ("heading", "line"),
    [
        ("Missiles", "Short +2"), ("Missiles", "Criticals on Effect 5+"), ("Torpedoes", "Sensor lock +2"),
        ("Lasers", "Criticals on Effect 5+"), ("Barbettes", "Criticals on Effect 5+"), ("Vehicle combat", "Cover -3"),
        ("Vehicle combat", "A round is 30 seconds"), ("Psionics", "Average 9+"), ("Melee", "Average 9+"),
        ("Melee", "Cover -3"), ("Commercial", "One hardpoint per 200 tons"), ("Prototypes", "Beam laser 2D"),
        ("Missiles and torpedoes", "Sensor lock +2"), ("Turrets", "Sensor lock +2"), ("Dogfights", "Short +2"),
        ("Boarding actions", "Cover -3"), ("Missile attacks", "Short +2"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("over", ["", "# Combat\n"])
def test_a_heading_that_names_other_things_makes_no_rule_for_all(tmp_path, heading, line, over):
    page = f"{over}## {heading}\n- {line}\n"
    assert changed(tmp_path, page) == {}
    assert any(repr(heading) in message for message in said(tmp_path, page))


@pytest.mark.parametrize(
    ("heading", "line"),
    [
        ("Combat", "Cover -3"), ("Space combat", "Short +2"), ("Space combat", "Criticals on Effect 5+"),
        ("Personal combat", "Cover -3"), ("Ships", "One hardpoint per 200 tons"), ("Weapons", "Beam laser 2D"),
        ("Skills and checks", "Average 9+"), ("Criticals", "Criticals on Effect 5+"), ("Sensors", "Sensor lock +2"),
        ("Lasers", "Beam laser 2D"), ("Turrets", "Beam laser 2D"), ("Lasers", "Sand soaks 2D"),
        ("Torpedoes", "Damage 8D"), ("Barbettes", "Barbettes take 4 tons"), ("Lasers and criticals", "Beam laser 2D"),
        ("Missiles and criticals", "Criticals on Effect 5+"),
    ],
)  # fmt: skip
def test_a_chapter_leaves_its_own_rules_as_they_are(tmp_path, heading, line):
    assert changed(tmp_path, f"## {heading}\n- {line}\n")


@pytest.mark.parametrize(
    "heading",
    [
        "**Voted down 4-1**",
        "**Scrapped in 2023**",
        "**Cut after session 12**",
        "## If we ever move to the Pirates of Drinax campaign",
        "## Should we move to another sector",
    ],
)
def test_a_heading_with_a_number_or_of_some_other_day_holds_back_what_stands_below_it(tmp_path, heading):
    page = f"# Ours\n\n{heading}\n\n- Cover is DM-3 to hit.\n- Prone targets are DM-2.\n"
    assert changed(tmp_path, page) == {}


def test_a_rule_in_bold_is_a_rule_and_no_heading(tmp_path):
    assert set(changed(tmp_path, "# Ours\n\n**Beam lasers do 2D damage**\n\n- Stone walls give +10\n")) == {
        "ship/turret-weapons/beam-laser/damage",
        "personal/cover/stone-wall",
    }


def test_the_headings_of_a_wiki_hold_back_what_stands_below_them(tmp_path):
    page = (
        "= House rules =\n== Medicine ==\n* Surgery failure costs 2 points instead of 3.\n== Dropped ==\n* Aiming: +2\n"
    )
    assert set(changed(tmp_path, page)) == {"healing/surgery/failure-loses"}
    assert [line for code, line, _ in told(tmp_path, page) if code == "RC006"] == [5]


def test_no_row_of_a_table_in_a_wiki_is_passed_over(tmp_path):
    rows = "| Short range in space || +3\n|-\n| Long range in space\n| -3"
    page = f'== Space ==\n{{| class="wikitable"\n! Rule !! Ours\n|-\n{rows}\n|}}\n'
    assert changed(tmp_path, page) == {SHORT: 3, "space/range-bands/long/attack-dm": -3}


@pytest.mark.parametrize(
    "page",
    [
        "{|\n|}",
        "{|\n|-\n|}\n",
        "{|\n! \n|}",
        "{|\nloose\n| a\nb\n|}",
        "{|\n|+ All\n| a || b\n|-\n",
        "|  |\n",
        "|\n|-\n",
    ],
)
def test_a_table_with_nothing_in_it_is_no_trouble(tmp_path, page):
    assert changed(tmp_path, page) == {}
