"""Two values in a cell: the second in brackets, or the first struck out; neither is taken for the one that is meant."""

import pytest

from tests.test_verify.test_pdf.books import Maker, drawn, printed
from tests.test_verify.test_pdf.random_books import judged

MOUNTS = "ship/mounts"
TL, COST = f"{MOUNTS}/single-turret/tl", f"{MOUNTS}/single-turret/cost"


def verdict(tmp_path, rule, text, **options):
    path = Maker(tmp_path / "a.pdf")
    path.page(lambda p: drawn(p, printed(MOUNTS, {rule: text}), 60, 740, [110, 80, 60, 60, 110], **options))
    return judged(path.save(), MOUNTS)[rule][0]


@pytest.mark.parametrize("ruled", [True, False])
@pytest.mark.parametrize(
    ("rule", "text"),
    [(TL, "7 (8)"), (TL, "8 (7)"), (TL, "7 (8 in CT)"), (COST, "MCr0.2 (MCr0.4)"), (COST, "MCr0.2 (0.4)")],
)
def test_a_second_value_in_brackets_puts_a_cell_in_doubt(tmp_path, rule, text, ruled):
    assert verdict(tmp_path, rule, text, ruled=ruled) == "unchecked"


@pytest.mark.parametrize("text", ["7*", "7 (see page 12)"])
def test_a_mark_or_a_page_behind_a_value_is_no_second_value(tmp_path, text):
    assert verdict(tmp_path, TL, text) == "agrees"


@pytest.mark.parametrize("text", ["<strike>9</strike>11", "<strike>6</strike>7", "7<strike>12</strike>"])
def test_digits_that_are_struck_out_beside_others_put_a_cell_in_doubt(tmp_path, text):
    assert verdict(tmp_path, TL, text) == "unchecked"
