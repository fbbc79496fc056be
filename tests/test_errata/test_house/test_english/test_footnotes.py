"""Cells, footnotes and items beside a value that restrict it, or say that it is not played."""

import pytest

from tests.test_errata.test_house.pages import changed, run, said
from tests.test_errata.vtts import write

AIMING, COVER = "personal/attack-modifiers/aiming", "personal/attack-modifiers/target-in-cover"
EASY, AVERAGE = "checks/difficulties/easy", "checks/difficulties/average"


@pytest.mark.parametrize("head", ["active", "Keep", "in use", "Enabled?", "approved"])
@pytest.mark.parametrize("no", ["0", "-", "✗", "no", "FALSE", "off", "n", "–"])
def test_a_row_that_is_switched_off_is_not_played(tmp_path, head, no):
    page = f"rule,book,house,{head}\nAiming,+1,+2,{no}\nCover,-2,-3,1\n"
    assert changed(tmp_path, page, "house.csv") == {COVER: -3}
    assert any(f"{head}: " in message and "not played" in message for message in said(tmp_path, page, "house.csv"))


@pytest.mark.parametrize("yes", ["1", "yes", "x", "✓", "keep", "TRUE"])
def test_a_row_that_is_kept_is_played(tmp_path, yes):
    page = f"| Rule | House | Keep |\n|---|---|---|\n| Aiming | +2 | {yes} |\n"
    assert changed(tmp_path, page) == {AIMING: 2}
    assert len(said(tmp_path, page)) == 1


@pytest.mark.parametrize(
    ("head", "cell"),
    [
        ("until", "session 9"), ("ship", "Scout"), ("TL", "12"), ("range", "Long"), ("weapon", "rifles"),
        ("per", "week"), ("per", "attack"), ("per", "per thrust"), ("notes", "Until: session 9"),
        ("notes", "Ship: Scout"), ("notes", "TL: 12"), ("notes", "Range: Long"), ("", "Range: Long"),
    ],
)  # fmt: skip
def test_a_cell_that_restricts_a_value_makes_no_rule_for_all(tmp_path, head, cell):
    assert changed(tmp_path, f"rule,value,{head}\nAiming,+2,{cell}\n", "house.csv") == {}
    assert changed(tmp_path, f"| Rule | Value | {head} |\n|---|---|---|\n| Aiming | +2 | {cell} |\n") == {}


@pytest.mark.parametrize(("head", "cell"), [("ship", "all"), ("range", "any"), ("until", ""), ("notes", "Why: fun")])
def test_a_cell_that_restricts_nothing_leaves_the_value(tmp_path, head, cell):
    assert changed(tmp_path, f"rule,value,{head}\nAiming,+2,{cell}\n", "house.csv") == {AIMING: 2}


def test_the_name_of_a_rule_may_stand_before_what_says_whether_it_is_played(tmp_path):
    page = "| Rule | Approved | Value |\n|---|---|---|\n| Aiming | yes | +2 |\n| Cover | no | -3 |\n"
    assert changed(tmp_path, page) == {AIMING: 2}
    assert any("'Cover: -3; no'" in message for message in said(tmp_path, page))


def test_targets_are_read_beside_a_column_of_times(tmp_path):
    page = "| Difficulty | Target | Time |\n|---|---|---|\n| Easy | 5+ | 1D minutes |\n| Average | 9+ | 1D hours |\n"
    assert changed(tmp_path, page) == {EASY: 5, AVERAGE: 9}


@pytest.mark.parametrize(
    ("mark", "note"),
    [("*", "* "), ("*", "\\* "), ("\\*", "\\* "), ("**", "** "), ("†", "† "), ("[^1]", "[^1]: "), ("¹", "¹ ")],
)
@pytest.mark.parametrize("text", ["Only for rifles.", "rifles only", "Not in melee.", "Dropped in May."])
def test_a_footnote_restricts_what_has_its_mark(tmp_path, mark, note, text):
    assert changed(tmp_path, f"Aiming +2{mark}\nCover -3\n\n{note}{text}\n") == {COVER: -3}
    table = f"| Rule | Value |\n|---|---|\n| Aiming | +2{mark} |\n| Cover | -3 |\n\n{note}{text}\n"
    assert changed(tmp_path, table) == {COVER: -3}


@pytest.mark.parametrize("page", ["*Aiming* +2\n\n* We like it.\n", "Aiming +2*\n\n* We like it.\n"])
def test_a_footnote_that_restricts_nothing_leaves_the_rule(tmp_path, page):
    assert changed(tmp_path, page) == {AIMING: 2}


@pytest.mark.parametrize("at", [0, 1, 2])
@pytest.mark.parametrize("restriction", ["not on small craft", "only on small craft", "only against small craft"])
def test_an_item_under_a_thing_restricts_all_beside_it(tmp_path, at, restriction):
    items = ["damage 2D", "attack +3"]
    items.insert(at, restriction)
    page = "- Beam laser\n" + "".join(f"  - {item}\n" for item in items) + "- Aiming +2\n"
    assert changed(tmp_path, page) == {AIMING: 2}


def test_lines_that_are_left_out_on_purpose_are_not_told_as_not_understood(tmp_path):
    page = "- Aiming +2\n- Cover -3 (rejected)\n- Gvurr 3\n\n## Dropped\n- Laser sight +2\n\n## Missiles\n- Short +2\n"
    _, told, _ = run("house.md", cwd=write(tmp_path, {"house.md": page}))
    assert "3 lines are not played; 1 line is not understood" in " ".join(told.split())
    assert told.count("  not played ") == 3
    assert told.count("  unclear ") == 1
