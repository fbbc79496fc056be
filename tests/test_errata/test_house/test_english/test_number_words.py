"""House rules whose numbers are spelled out, or have a comma before their decimals."""

from fractions import Fraction

import pytest

from errata.house.readers import read_page
from tests.test_errata.test_house.pages import changed, said
from tests.test_errata.vtts import write

TONS = "ship/mount-rules/hull-tons-per-hardpoint"
WITHIN = "healing/first-aid/within-minutes"

# By the book: spinal mounts ×1,000, large bays ×100, medium ones ×20; a hardpoint for 100 tons; Extreme beyond 100 m
SPELLED = {
    "Spinal mounts multiply damage by five hundred": ("space/damage-multiples/spinal-mount", 500),
    "Spinal mounts multiply damage by two thousand": ("space/damage-multiples/spinal-mount", 2000),
    "Large bays multiply damage by a hundred and fifty": ("space/damage-multiples/large-bay", 150),
    "Medium bays multiply damage by twenty-five": ("space/damage-multiples/medium-bay", 25),
    "One hardpoint per one hundred and fifty tons": (TONS, 150),
    "One hardpoint per one hundred\nand fifty tons": (TONS, 150),
    "Range limit is fifteen hundred metres": ("personal/range-limit/metres", 1500),
    "A barbette takes seven and a half tons": ("ship/barbette-rules/tons", Fraction(15, 2)),
    "Beam lasers cost seven hundred and fifty thousand credits": ("ship/turret-weapons/beam-laser/cost", 750_000),
    "Beam lasers cost one and a half million credits": ("ship/turret-weapons/beam-laser/cost", 1_500_000),
    "Beam lasers cost MCr1,5": ("ship/turret-weapons/beam-laser/cost", 1_500_000),
    "Beam lasers cost 1,25 MCr": ("ship/turret-weapons/beam-laser/cost", 1_250_000),
    "First aid within a dozen minutes": (WITHIN, 12),
}


@pytest.mark.parametrize("text", SPELLED)
def test_a_number_of_several_words_is_one_number(tmp_path, text):
    assert changed(tmp_path, text) == dict([SPELLED[text]])


@pytest.mark.parametrize(
    "text",
    [
        "Movement is seven and a half metres",
        "Movement is 7 and a half metres",
        "Range limit is one hundred and some metres",
        "Range limit is a hundred odd metres",
        "Range limit is six score metres",
        "Range limit is several hundred metres",
        "Range limit is two or three hundred metres",
        "Movement is seven and two thirds metres",
    ],
)
def test_a_number_that_goes_on_is_not_played_by_a_part_of_it(tmp_path, text):
    assert changed(tmp_path, text) == {}
    assert len(said(tmp_path, text)) == 1


@pytest.mark.parametrize(
    ("text", "rule", "value"),
    [
        ("First aid within half an hour", WITHIN, 30),
        ("First aid works within the hour", WITHIN, 60),
        ("Rounds last a minute", "personal/round/seconds", 60),
        ("Natural healing takes 48 hours", "healing/natural/days", 2),
    ],
)  # by the book a minute, 6 seconds and a day
def test_a_time_counts_in_any_unit(tmp_path, text, rule, value):
    assert changed(tmp_path, text) == {rule: value}


def test_a_number_in_words_stays_as_it_is_written(tmp_path):
    text = "We like goats.\nThe limit for two hundred and one goats is a hundred cows. Aiming gives +2.\n"
    page = read_page(write(tmp_path, {"house.md": text}) / "house.md", "house.md")
    assert [rule.place.column for rule in page.rules] == [text.split("\n")[1].index("+2") + 1]
    assert "The limit for two hundred and one goats is a hundred cows." in [one.text for one in page.problems]


@pytest.mark.parametrize("text", ["All laser weapons do one extra die of damage", "Lasers do an extra die of damage"])
def test_a_further_die_of_several_weapons_is_no_damage_for_each_die(tmp_path, text):
    assert changed(tmp_path, text) == {}
    assert len(said(tmp_path, text)) == 1
    assert "is what the book has" not in said(tmp_path, text)[0]


def test_a_further_die_of_one_weapon_is_added(tmp_path):  # by the book 1D
    made = changed(tmp_path, "Beam lasers do one extra die of damage")
    assert {id: str(value) for id, value in made.items()} == {"ship/turret-weapons/beam-laser/damage": "2D"}
