"""House rules that fights of people and of ships both have: those beside them say of which they are."""

import pytest

from tests.test_errata.test_house.pages import changed, told

SPACE, PERSONAL = "space/range-bands/{}/attack-dm", "personal/ranges/{}/attack-dm"


@pytest.mark.parametrize(
    "text",
    [
        "### Ranges\n- Short +2\n- Normal -1\n- Long -1\n",
        "Short range +2\nNormal range -1\nLong range -1\n",
        "- Short +2\n\n- Normal -1\n\n- Long -1\n",
        "Short range +2\n\nNormal range -1\n\nLong range -1\n",
    ],
)  # by the book +1, 0 and -2 in both, and only people have a Normal range
def test_one_that_only_people_have_says_it_of_the_others(tmp_path, text):
    assert changed(tmp_path, text) == {
        PERSONAL.format("short"): 2,
        PERSONAL.format("normal"): -1,
        PERSONAL.format("long"): -1,
    }
    assert "RC009" not in {code for code, _, _ in told(tmp_path, text)}


def test_one_that_only_ships_have_says_it_of_the_others(tmp_path):
    made = changed(tmp_path, "- Short +2\n- Medium +1\n- Very Long -3\n")
    assert made == {SPACE.format("short"): 2, SPACE.format("medium"): 1, SPACE.format("very-long"): -3}


@pytest.mark.parametrize("name", ["house.md", "house.csv"])
def test_a_table_of_two_rows_is_of_one_sort_and_told_so(tmp_path, name):
    text = "### Ranges\n\n| Band | DM |\n|---|---|\n| Medium | +1 |\n| Long | -1 |\n"
    text = text if name.endswith("md") else "Band,DM\nMedium,+1\nLong,-1\n"
    assert changed(tmp_path, text, name) == {SPACE.format("medium"): 1, SPACE.format("long"): -1}
    assert [code for code, _, _ in told(tmp_path, text, name)].count("RC009") == 2


def test_what_others_of_the_page_are_of_does_not_reach_into_a_list_of_both(tmp_path):
    made = changed(tmp_path, "Short range +2\n\nBeam lasers do 2D damage\n\nExtreme range -3\n")
    assert set(made) >= {SPACE.format("short"), PERSONAL.format("extreme")}


def test_a_weapon_beside_a_barbette_is_no_barbette(tmp_path):  # by the book 2D each
    made = changed(tmp_path, "- Beam laser barbettes do 3D\n- Pulse lasers do 4D\n")
    assert set(made) == {"ship/barbettes/beam-laser-barbette/damage", "ship/turret-weapons/pulse-laser/damage"}
