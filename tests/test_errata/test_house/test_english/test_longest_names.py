"""House rules whose names hold other names: the longest name at a place is the one that is meant."""

import pytest

from tests.test_errata.test_house.pages import changed

LONG, VERY_LONG = "space/range-bands/long/attack-dm", "space/range-bands/very-long/attack-dm"
LOW, EMERGENCY = "ship/quarters/low-berth/cost", "ship/quarters/emergency-low-berth/cost"


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("In space, Very Long range is -3", VERY_LONG),
        ("Mostly for fun, very long range: -3", VERY_LONG),
        ("Checks, Very Difficult: 11+", "checks/difficulties/very-difficult"),
        ("For us, emergency low berths cost MCr0.5", EMERGENCY),
        ("Berths, emergency low berths cost MCr0.5", EMERGENCY),
        ("On ships, very advanced parts cost 30% more", "ship/technology-levels/very-advanced/cost"),
    ],
)  # by the book -4, 12+, MCr1 and +25%
def test_what_stands_before_a_comma_does_not_cut_a_name(tmp_path, text, rule):
    assert set(changed(tmp_path, text)) <= {rule}


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("Long and Very Long range in space: -3", {LONG, VERY_LONG}),
        ("Low berths and emergency low berths cost MCr0.5", {LOW, EMERGENCY}),
    ],
)
def test_a_name_and_one_that_holds_it_are_two_where_both_stand_there(tmp_path, text, rules):
    assert set(changed(tmp_path, text)) == rules
