"""Tables in layouts drawn by chance, with cells changed by chance: no verdict is wrong, whatever is in doubt."""

from collections import Counter

import pytest

from tests.test_verify.test_pdf.random_books import tried

EACH = 25
"""Books of a test."""


@pytest.mark.parametrize("first", range(0, 4 * EACH, EACH))
def test_no_verdict_is_wrong_in_layouts_drawn_by_chance(tmp_path, first):
    sums = Counter()
    for seed in range(first, first + EACH):
        id, layout, told = tried(tmp_path, seed)
        wrong = {rule: one for rule, one in told.items() if one[0] == "wrong"}
        assert not wrong, (seed, id, layout)
        sums.update(one[0] for one in told.values())
    assert sums["right"] > 0.5 * sum(sums.values())


@pytest.mark.parametrize("seed", [40202, 60394, 61182, 62012, 62386, 72021])
def test_layouts_that_were_once_read_wrongly_are_not(tmp_path, seed):
    id, layout, told = tried(tmp_path, seed)
    assert not {rule: one for rule, one in told.items() if one[0] == "wrong"}, (id, layout)
