"""What a house rule says that was before: it is the book's only where the line says so."""

import pytest

from tests.test_errata.house_pages import changed, told


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
