"""House rules of several things in one line, each with a value of its own; and how people begin a line."""

import pytest

from engine.rulebook.raw import RAW
from tests.test_errata.test_house.pages import changed, run

RANGE, CHECK, MODIFIER = "personal/ranges/{}/attack-dm", "checks/difficulties/{}", "personal/attack-modifiers/{}"


@pytest.mark.parametrize(
    ("text", "rule", "values"),
    [
        ("Short/Normal/Long/Extreme: +2/+1/-1/-3", RANGE, {"short": 2, "normal": 1, "long": -1, "extreme": -3}),
        ("Average/Difficult/Formidable: 7/9/13", CHECK, {"average": 7, "difficult": 9, "formidable": 13}),
        ("Average 7 Difficult 9 Formidable 13", CHECK, {"average": 7, "difficult": 9, "formidable": 13}),
        ("Aiming +2 prone target -2", MODIFIER, {"aiming": 2, "prone-target": -2}),
    ],
)
def test_names_and_as_many_values_are_pairs(tmp_path, text, rule, values):
    assert changed(tmp_path, text) == {rule.format(row): value for row, value in values.items()}


@pytest.mark.parametrize(
    "text", ["Short/Normal/Extreme: +2/+1", "Average 8 Difficult 10 or 11", "Aiming +2 Effect 5 movement 9"]
)
def test_what_does_not_pair_off_is_not_guessed(tmp_path, text):
    assert changed(tmp_path, text) == {}


# By the book -2, 1D, +1, 2 and -2
BEGUN = {
    "2024-03-01: Dive for cover now -3": ("personal/reactions/dive-dm", "-3"),
    "01.03.2024 - Aiming +2": ("personal/attack-modifiers/aiming", "+2"),
    "We also decided that a beam laser does 2D damage": ("ship/turret-weapons/beam-laser/damage", "2D"),
    "Skip the laser sight bonus": ("personal/attack-modifiers/laser-sight", "+0"),
    "You fall unconscious when one characteristic reaches 0": ("personal/damage/unconscious-at-zero", "1"),
    "Cover penalty is one worse": ("personal/attack-modifiers/target-in-cover", "-3"),
}


@pytest.mark.parametrize("text", BEGUN)
def test_a_line_is_read_however_it_begins(tmp_path, text):
    [(rule, value)] = changed(tmp_path, text).items()
    assert (rule, RAW.rule(rule).kind.text(value)) == BEGUN[text]


@pytest.mark.parametrize("text", ["We decided against aiming +2", "We decided that we might use aiming +2"])
def test_what_was_decided_against_or_not_at_all_is_not_played(tmp_path, text):
    assert changed(tmp_path, text) == {}


def test_each_of_three_that_share_a_value_is_played_and_told(tmp_path):
    (tmp_path / "house.md").write_text("Short, Medium and Very Long range in space: +3\n")
    made = changed(tmp_path, "Short, Medium and Very Long range in space: +3\n")
    assert made == {f"space/range-bands/{band}/attack-dm": 3 for band in ("short", "medium", "very-long")}
    printed = " ".join(run("house.md", cwd=tmp_path)[1].partition("At the table")[0].split())
    told = zip(("Very Long", "Medium", "Short"), printed.split(" does ")[1:], strict=True)  # what changes most first
    assert all(f"at {band} range" in does for band, does in told)
