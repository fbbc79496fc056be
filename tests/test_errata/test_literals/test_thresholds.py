"""Thresholds: the rungs of a ladder become bands that hold each number once."""

from hypothesis import given
from hypothesis import strategies as st

from engine.rulebook.raw import RAW
from errata.literals.model import Leaf
from errata.literals.thresholds import Threshold, banded

HERE = Leaf("0", 1, 1, "number")


@given(st.lists(st.integers(-20, 20), min_size=1, max_size=8, unique=True), st.booleans())
def test_a_ladder_of_thresholds_covers_every_number_once(bounds, downwards):
    sign = ">=" if downwards else "<="
    steps = sorted(bounds, reverse=downwards)
    rungs = [([Threshold.of(sign, Leaf(str(n), 1, 1, "number"), "x")], HERE) for n in steps]
    bands = [key.text for key, _ in banded([*rungs, ([Threshold("", 0)], HERE)])]
    kind = RAW.rule("checks/effects/average-success/effect").kind
    for number in range(-25, 26):
        assert sum(kind.value(text).holds(number) for text in bands) == 1
