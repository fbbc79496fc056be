"""A table that is called what it is stays an error however many of its values are wrong."""

from __future__ import annotations

import random

import pytest

from tests.test_errata.vtts import RANGES, errors, report

NAMED = {  # how it is written, how a row is, and the book's values
    "a.js": ("export const RANGE_DM = {{ {} }};", "'{}': {}", RANGES),  # CRB 2016 p. 156
    "b.py": (
        "DIFFICULTY_TARGET = {{{}}}",
        '"{}": {}',
        {
            "Simple": 2, "Easy": 4, "Routine": 6, "Average": 8, "Difficult": 10, "Very Difficult": 12,
            "Formidable": 14, "Impossible": 16,
        },
    ),
    "c.json": (
        '{{"damageMultiples": {{{}}}}}',
        '"{}": {}',
        {"Barbette": 3, "Small Bay": 10, "Medium Bay": 20, "Large Bay": 100, "Spinal Mount": 1000},  # HG 2022 p. 29
    ),
    "d.yaml": (
        "sensors:\n  dm: {{{}}}",
        "{}: {}",
        {"basic": -4, "civilian": -2, "military": 0, "improved": 1, "advanced": 2},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", NAMED)
def test_more_wrong_values_never_turn_errors_into_notes(tmp_path, name):
    whole, row, values = NAMED[name]
    shuffled = random.Random(5).sample(list(values), len(values))
    for wrong in range(1, len(values) + 1):
        played = {key: value + (key in shuffled[:wrong]) * (1 + n % 2) for n, (key, value) in enumerate(values.items())}
        text = whole.format(", ".join(row.format(*pair) for pair in played.items()))
        assert len(errors(report(tmp_path / str(wrong), {name: text}))) == wrong


NOT_CALLED = {
    "another quality of the bands": "const RANGE_BAND_COLOUR = { adjacent: 1, close: 2, short: 5, medium: 7, long: 9,"
    " veryLong: 11, distant: 12 };",
    "sensors by range": "// sensor DMs\nconst RANGE_DM = { adjacent: 3, close: 2, short: 2, medium: 1, long: -1,"
    " veryLong: -3, distant: -5 };",
    "some of its rows": "const RANGE_DM = { close: 3, short: 2, long: -1 };",
    "rows of something else too": "const RANGE_DM = { adjacent: 3, close: 2, short: 2, medium: 1, long: -1, epic: 4,"
    " veryLong: -3, distant: -5 };",
    "what was so once": "const OLD_RANGE_DM = { adjacent: 3, close: 2, short: 2, medium: 1, long: -1, veryLong: -3,"
    " distant: -5 };",
}


@pytest.mark.parametrize("name", NOT_CALLED)
def test_a_table_that_says_otherwise_or_lacks_rows_is_not_called_so(tmp_path, name):
    assert errors(report(tmp_path, {"a.js": NOT_CALLED[name]})) == []


@pytest.mark.parametrize(
    "head", ["Colors", "Colours", "Icons", "Order", "Weights", "Xp", "Width", "ZIndex", "Ids", "Count"]
)
def test_a_name_that_ends_with_something_else_is_no_error(tmp_path, head):
    text = (
        f"const difficulty{head} = {{ simple: 2, easy: 4, routine: 6, average: 8, difficult: 9, veryDifficult: 11 }};"
    )
    assert errors(report(tmp_path, {"a.js": text})) == []


def test_fields_with_names_say_more_than_the_name_of_their_table(tmp_path):
    rows = ", ".join(f"{{ name: '{name}', attackDM: {dm + (name == 'Short')} }}" for name, dm in RANGES.items())
    [(rule, *_)] = errors(report(tmp_path, {"a.js": f"const rangeBandSlots = [{rows}];"}))
    assert rule == "space/range-bands/short/attack-dm"
