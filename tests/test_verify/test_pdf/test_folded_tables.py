"""Tables that are folded: their rows go on beside them, with all their heads once more."""

import pytest

from tests.test_verify.test_pdf.books import Maker, drawn, printed, title
from tests.test_verify.test_pdf.test_column_heads import verdicts

CHARACTERISTICS = "checks/characteristic-dms"
EFFECTS = "checks/effects"
QUARTERS = "ship/quarters"
SCORES = [row[1:] for row in printed(CHARACTERISTICS)]
RESULTS = printed(EFFECTS)


def folded(cells, times):
    """A table whose rows stand in several blocks beside each other."""
    heads, rows = cells[0], cells[1:]
    high = -(-len(rows) // times)
    rows += [[""] * len(heads)] * (high * times - len(rows))
    return [heads * times, *([cell for row in rows[n::high] for cell in row] for n in range(high))]


@pytest.mark.parametrize("times", [2, 3])
@pytest.mark.parametrize("ruled", [True, False])
@pytest.mark.parametrize("head", ["Score", "Characteristic Score"])
def test_the_keys_of_a_folded_table_are_those_of_their_own_block(tmp_path, times, ruled, head):
    cells = folded([[head, "DM"], *SCORES[1:]], times)

    def draw(page):
        title(page, "Characteristic DMs", y=760)
        drawn(page, cells, 40, 740, [90, 40] * times, ruled=ruled)

    told = verdicts(Maker(tmp_path / "a.pdf").page(draw).save(), CHARACTERISTICS)
    assert told.get("differs", 0) == 0
    assert told["agrees"] >= 7


@pytest.mark.parametrize("times", [2, 3])
@pytest.mark.parametrize("order", [(1, 0, 2), (0, 1, 2), (1, 2, 0)])
def test_keys_beside_the_names_of_a_folded_table_are_those_of_their_own_block(tmp_path, times, order):
    cells = folded([[row[n] for n in order] for row in RESULTS], times)

    def draw(page):
        title(page, "Effects", y=760)
        drawn(page, cells, 20, 740, [[90, 50, 42][n] for n in order] * times, size=8)

    assert "differs" not in verdicts(Maker(tmp_path / "a.pdf").page(draw).save(), EFFECTS)


def test_keys_at_the_end_of_each_block_of_a_folded_table_are_those_of_that_block(tmp_path):
    cells = folded(printed(QUARTERS), 2)

    def draw(page):
        title(page, "Staterooms", y=760)
        drawn(page, cells, 20, 740, [95, 35, 60, 55] * 2, size=8)

    assert verdicts(Maker(tmp_path / "a.pdf").page(draw).save(), QUARTERS) == {"agrees": 9}
