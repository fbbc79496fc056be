"""Names of rows in code: spellings, names of two rows, and what all names of a table share."""

import pytest

from verify.recognition.code.row_names import row_names, rows_in_code


@pytest.mark.parametrize(
    "name", ["veryLong", "very_long", "Very Long", "VERYLONG", "vlong", "MGT2.Range.VeryLong", "very-long"]
)
def test_a_row_is_known_in_every_spelling(name):
    assert "Very Long" in {shape.rows[row].name for shape, row in rows_in_code(name).items()}


def test_names_with_two_rows_in_them_are_no_row():
    assert {shape.id for shape in rows_in_code("pop_up_double_turret")} == set()
    assert rows_in_code("missile_rack_ammo") == {}


def test_what_all_names_share_is_no_part_of_them():
    assert row_names(["RANGE_SHORT_DM", "RANGE_LONG_DM", "RANGE_VERY_LONG_DM"]) == ["short", "long", "very long"]
