"""What a house rule says that was before: it is the book's only where the line says so."""

import pytest

from tests.test_errata.test_house.pages import changed, told


@pytest.mark.parametrize(
    "text",
    [
        "Aiming gives +3 (formerly +2, RAW +1)",
        "Aiming gives +3 (RAW +1, formerly +2)",
        "Aiming gives +3 (was +2, RAW +1)",
        "Aiming gives +3 (up from +2; the book has +1)",
        "Aiming gives +3, not +2",
    ],
)  # by the book +1
def test_what_was_played_before_is_not_said_to_be_the_books(tmp_path, text):
    assert [code for code, _, _ in told(tmp_path, text)] == ["RC001"]
    assert changed(tmp_path, text) == {"personal/attack-modifiers/aiming": 3}


def test_what_is_still_not_so_is_not_said_to_be_the_books(tmp_path):  # by the book 8+
    assert [code for code, _, _ in told(tmp_path, "Average checks are still not 9+ but 8+")] == ["RC002"]


def test_what_is_said_to_be_the_books_and_is_not_is_told(tmp_path):
    assert "RC008" in {code for code, _, _ in told(tmp_path, "Aiming gives +3 instead of +2")}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Aiming was +2, now +3.", 3),
        ("Aiming used to be +2 and is +3 now.", 3),
        ("From now on aiming gives +2 instead of our old +3.", 2),
        ("| Rule | Old | New |\n|---|---|---|\n| Aiming | +2 | +3 |", 3),
        ("| Rule | Was | Is now |\n|---|---|---|\n| Aiming | +2 | +3 |", 3),
    ],
)  # by the book +1
def test_an_old_value_of_the_table_is_not_held_against_the_book(tmp_path, text, value):
    assert [code for code, _, _ in told(tmp_path, text)] == ["RC001"]
    assert changed(tmp_path, text) == {"personal/attack-modifiers/aiming": value}


def test_what_is_the_books_again_repeats_it(tmp_path):
    assert [code for code, _, _ in told(tmp_path, "Aiming used to be +2 but is +1 again.")] == ["RC002"]


@pytest.mark.parametrize(
    "text", ["Aiming gives +3, RAW was +2", "| Rule | Book | New |\n|---|---|---|\n| Aiming | +2 | +3 |"]
)
def test_an_old_value_that_is_said_to_be_the_books_is_held_against_it(tmp_path, text):
    assert "RC008" in {code for code, _, _ in told(tmp_path, text)}


@pytest.mark.parametrize(
    "text",
    [
        "Railguns have AP 6 rather than 4",  # by the book AP 4
        "Railguns: AP 6 instead of AP 4",
        "Pulse lasers do 3D rather than 2",  # 2D
        "Sustained damage every 20% rather than 10",  # 10%
    ],
)
def test_the_books_value_is_read_in_the_notation_of_its_rule(tmp_path, text):
    assert [code for code, _, _ in told(tmp_path, text)] == ["RC001"]


@pytest.mark.parametrize("text", ["Railguns have AP 6 rather than 3", "Pulse lasers do 3D rather than 4"])
def test_another_number_than_the_books_is_told_in_any_notation(tmp_path, text):
    assert "RC008" in {code for code, _, _ in told(tmp_path, text)}


@pytest.mark.parametrize("book", ["as in the book", "as per the book", "as per RAW"])
def test_a_value_that_is_as_in_the_book_is_the_one_that_is_played(tmp_path, book):
    told_of = told(tmp_path, f"Aiming works just {book}: +1 for each minor action you spend on it.")
    assert told_of == [("RC002", 1, "personal/attack-modifiers/aiming")]


@pytest.mark.parametrize(
    ("text", "band", "thrust"),
    [
        ("Moving from Medium to Short costs 4 Thrust", "medium", 4),
        ("Moving from Medium to Short costs 4 Thrust instead of 5", "medium", 4),
        ("Moving from Short to Medium costs 3 Thrust", "short", 3),
        ("Closing from Long to Medium costs 8 Thrust", "long", 8),
        ("Going from Close to Short costs 2 Thrust", "close", 2),
        ("Going from very long to long range costs 20 Thrust", "very-long", 20),
    ],
)
def test_a_move_costs_what_the_band_says_that_is_left(tmp_path, text, band, thrust):  # ruling 45
    assert told(tmp_path, text) == [("RC001", 1, f"space/range-bands/{band}/thrust")]
    assert changed(tmp_path, text) == {f"space/range-bands/{band}/thrust": thrust}


@pytest.mark.parametrize(
    "text",
    [
        "Moving from Long to Short costs 9 Thrust",  # it leaves two bands
        "Going from Very Long to Distant costs 40 Thrust instead of 50",  # 50 is the other band's
    ],
)
def test_a_move_of_which_it_is_not_clear_what_is_paid_changes_nothing(tmp_path, text):
    assert changed(tmp_path, text) == {}
