"""House rules under headings that say whether they are played: the nearest counts, and none is passed over."""

import json

import pytest

from tests.test_errata.test_house.pages import changed, run, said, told

AIMING, SIGHT = "personal/attack-modifiers/aiming", "personal/attack-modifiers/laser-sight"

# By the book: aiming +1, a laser sight +1, six metres in a Minor Action


@pytest.mark.parametrize(
    "heading",
    [
        "## Gone since 2.0", "## v1 (before 2024)", "## Lost the vote 2:3", "## Used until 2022", "**Removed in 1.3:**",
        "## Rules up to session 14", "## Reverted 3 to 2", "**Sunk and dropped 4-1**", "Rejected 4-1\n------------",
        "NOT IN USE SINCE 2.0", "Thrown out in round 2:", "## Should we use these 2?", "## The GM said no",
    ],
)  # fmt: skip
def test_a_heading_with_a_number_ends_what_the_one_before_it_says(tmp_path, heading):
    page = f"## In force\n- Laser sight +3\n\n{heading}\n\n- Aiming +2\n"
    assert changed(tmp_path, page) == {SIGHT: 3}
    assert any("Aiming" in message and "is not played" in message for message in said(tmp_path, page))


@pytest.mark.parametrize(
    "heading",
    [
        "## Voted in 5-0", "## Active since 2.0", "## Adopted 12 March", "**Current (v3):**", "## Kept 5-0", "Now:",
        "## Passed 4:1", "Instead:", "Everything below is in force.", "And these are the ones we do use.", "## Combat",
        "## In force from session 3", "AGREED TODAY", "[19:03] GM_Kat: **IN:**", "## Stays as it was last campaign",
        "## Editor's pick of the rules in play", "## On trial until Easter", "## Carried over from the Pirates game",
    ],
)  # fmt: skip
def test_a_heading_over_what_is_played_ends_what_the_one_before_it_says(tmp_path, heading):
    page = f"# Ours\n\n## Voted down 4-1\n- Laser sight +3\n\n{heading}\n\n- Aiming +2\n"
    wanted = {AIMING: 2}
    assert changed(tmp_path, page) == wanted
    assert not any("which is not understood" in message for message in said(tmp_path, page))


@pytest.mark.parametrize("topic", ["Active sensors", "Live fire", "Passed checks", "Current weapons", "Space"])
def test_a_topic_below_what_is_dropped_brings_nothing_back(tmp_path, topic):
    assert changed(tmp_path, f"# Ours\n\n## Dropped\n### {topic}\n- Aiming +2\n") == {}


def test_a_rule_that_is_set_as_a_heading_ends_the_section_before_it(tmp_path):
    assert changed(tmp_path, "# Ours\n\n## Dropped\n- Laser sight +3\n\n## Aiming +2\n") == {AIMING: 2}


def test_a_heading_with_a_value_that_is_no_rule_is_still_told(tmp_path):
    page = "# Ours\n\n## Luck points: 3\nBring dice.\n"
    assert ("RC006", 3, "") in told(tmp_path, page)


@pytest.mark.parametrize(
    "heading",
    [
        "# On hold", "# Postponed", "**Retconned**", "__Retconned__", "# Rules Dave wants", "# Dead rules", "Denied:",
        "Things people get wrong", "# Mothballed", "# Cutting room floor", "# Sunk 1:4", "POSTPONED",
    ],
)  # fmt: skip
def test_each_rule_under_a_heading_that_is_not_understood_says_so(tmp_path, heading):
    page = f"{heading}\n- Aiming +2\n- Laser sight +1\n"
    assert changed(tmp_path, page) == {AIMING: 2}
    name = heading.strip("#*_: ")
    wanted = f"it stands under {name!r}, which is not understood: look whether it is in force"
    assert [wanted in message for message in said(tmp_path, page)][-2:] == [True, True]
    assert said(tmp_path, page)[0].startswith(f"{name!r}: this heading is not understood")


@pytest.mark.parametrize(
    "heading",
    [
        "Combat", "Space stuff", "Getting shot", "Chapter 2: Guns", "Session 0 notes", "Rulings", "How we roll",
        "Damage & armour", "Skills and checks", "GM screen", "Everything else", "Things to remember",
    ],
)  # fmt: skip
def test_a_heading_that_names_a_topic_brings_no_remark(tmp_path, heading):
    assert told(tmp_path, f"# Ours\n\n## {heading}\n- Aiming +2\n") == [("RC001", 4, AIMING)]


def test_the_title_over_all_other_headings_brings_no_remark(tmp_path):
    page = "# The Ruling Book of the Free Trader *Second Wind*\n\n## Combat\n- Aiming +2\n"
    assert told(tmp_path, page) == [("RC001", 4, AIMING)]
    assert told(tmp_path, "# Second Wind\n\n## Combat\n- Aiming +2\n") == [("RC001", 4, AIMING)]


def test_every_format_tells_that_a_heading_is_not_understood(tmp_path):
    page = tmp_path / "house.md"
    page.write_text("# Ours\n\n## Postponed\n- Aiming +2\n\n## Mothballed\n- Laser sight +3\n")
    for form in ("text", "json", "markdown", "html", "sarif", "junit", "github"):
        out = " ".join(run(str(page), "--format", form)[1].split()).replace("&#39;", "'").replace("&apos;", "'")
        assert "which is not understood: look whether it is in force" in out, form
    out = " ".join(run(str(page))[1].split())
    assert "2 of the rules stand under headings that are not understood: 'Postponed', 'Mothballed'" in out
    found = json.loads(run(str(page), "--format", "json")[1])["findings"]
    assert sum("which is not understood" in one["message"] for one in found) == 2


def test_html_puts_headings_in_doubt_and_what_is_not_played_apart(tmp_path):
    page = tmp_path / "house.md"
    page.write_text("# Ours\n\n## Postponed\n- Aiming +2\n\n## Dropped\n- Laser sight +3\n\n## Fun\n- Bananas +3\n")
    out = run(str(page), "--format", "html")[1]
    parts = [out.split(f'<h2 id="{id}">')[1].split("</section>")[0] for id in ("doubtful-h", "unread-h", "unplayed-h")]
    assert ["Postponed" in part for part in parts] == [True, False, False]
    assert ["Bananas" in part for part in parts] == [False, True, False]
    assert ["Laser sight" in part for part in parts] == [False, False, True]


@pytest.mark.parametrize(
    "lead_in",
    [
        "The following is no longer used.", "None of the following is in force.",
        "Everything below this line is old and not used.",
        "You may ignore everything below this line.", "[20:11] Kat: rejected:", "@everyone dropped:",
        "Below is stuff from my notebook that I have not decided on yet.", "Nobody liked these:",
    ],
)  # fmt: skip
def test_a_sentence_about_what_follows_reaches_down(tmp_path, lead_in):
    assert changed(tmp_path, f"{lead_in}\n\n- Aiming +2\n- Laser sight +3\n") == {}


def test_what_is_said_of_everything_below_holds_under_later_headings(tmp_path):
    page = "- Aiming +2\n\nEverything below this line is not in force.\n\n## Combat\n- Laser sight +3\n"
    assert changed(tmp_path, page) == {AIMING: 2}


@pytest.mark.parametrize(
    "page",
    [
        "- Aiming +2\n\nNone of the above is in force any more.\n", "- Aiming +2\n  - rejected 4-1\n",
        "- Aiming +2\n  Status: rejected\n", "- Aiming +2: no!\n", "- NO: Aiming +2\n", "- Aiming +2 👎\n",
        "Aiming gives +2, we tried it, hated it.\n", '"Aiming gives +2", said nobody ever\n',
        "| Rule | Value | Votes |\n|---|---|---|\n| Aiming | +2 | 1 for, 4 against |\n",
        "| Rule | Value | Vote |\n|---|---|---|\n| Aiming | +2 | 1-4 |\n",
    ],
)  # fmt: skip
def test_a_rule_to_which_its_own_line_or_the_next_says_no_is_listed_and_not_played(tmp_path, page):
    assert changed(tmp_path, page) == {}
    assert any("Aiming" in message and "played" in message for message in said(tmp_path, page))


@pytest.mark.parametrize(
    "page",
    [
        "- Aiming +2 [approved]\n", "[19:03] Kat: aiming +2\n", "- Aiming +2 👍\n",
        "| Rule | Value | Votes |\n|---|---|---|\n| Aiming | +2 | 4-1 |\n",
    ],
)  # fmt: skip
def test_a_rule_to_which_it_says_yes_is_played(tmp_path, page):
    assert changed(tmp_path, page) == {AIMING: 2}


def test_what_takes_back_a_sentence_leaves_those_before_it(tmp_path):
    page = "Aiming gives +2. When I was younger, a laser sight gave +3. That's history.\n"
    assert changed(tmp_path, page) == {AIMING: 2}
    assert changed(tmp_path, "Aiming gives +2. It makes fights quick. We dropped it.\n") == {}


@pytest.mark.parametrize("heading", ["Straight from the book (people keep asking)", "Clarifications, not changes"])
def test_what_is_quoted_from_the_book_repeats_it_or_is_not_played(tmp_path, heading):
    page = f"# Ours\n\n## {heading}\n- Aiming +1\n- Laser sight +3\n"
    assert changed(tmp_path, page) == {}
    assert [one for one in told(tmp_path, page) if one[2]] == [("RC002", 4, AIMING)]


def test_what_is_told_of_a_line_that_is_not_played_lines_up(tmp_path):
    page = tmp_path / "house.md"
    page.write_text("## Dropped because nobody at this table could ever remember it\n- Aiming +2\n")
    lines = run(str(page))[1].splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("  not played "))
    assert len(lines[at + 1]) - len(lines[at + 1].lstrip()) == len("  not played ")
