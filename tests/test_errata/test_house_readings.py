"""House rules in lines that claims know in part: what they say of more, of less, of what was, and of nobody."""

import pytest

from tests.test_errata.house_pages import changed

# By the book: low berth Cr50,000; stateroom 4 tons, MCr0.5; double turret MCr0.5; fusion gun Power 12; Average 8+
CHANGES = {
    "Low berths cost Cr 25,000 more.": ("ship/quarters/low-berth/cost", 75_000),
    "Low berths cost Cr 10,000 less.": ("ship/quarters/low-berth/cost", 40_000),
    "Staterooms cost MCr 0.1 more.": ("ship/quarters/standard-stateroom/cost", 600_000),
    "Staterooms take 1 ton more.": ("ship/quarters/standard-stateroom/tons", 5),
    "Staterooms take 1 ton less.": ("ship/quarters/standard-stateroom/tons", 3),
    "Double turrets cost MCr 0.1 less.": ("ship/mounts/double-turret/cost", 400_000),
    "Fusion guns need 2 Power less.": ("ship/turret-weapons/fusion-gun/power", 10),
    "Average checks are 1 easier.": ("checks/difficulties/average", 7),
    "Difficult checks are 2 harder.": ("checks/difficulties/difficult", 12),
}


@pytest.mark.parametrize("text", CHANGES)
def test_so_much_more_or_less_is_reckoned_from_the_book(tmp_path, text):
    assert changed(tmp_path, text) == dict([CHANGES[text]])


def test_less_than_nothing_is_no_price(tmp_path):
    assert changed(tmp_path, "Low berths cost Cr 60,000 less.") == {}
