"""Tables recognised by their name: their errors stay errors however many values are wrong."""

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
def test_a_named_table_stays_an_error_however_many_of_its_values_are_wrong(tmp_path, name):
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
def test_a_table_of_another_quality_or_with_other_rows_is_no_error(tmp_path, name):
    assert errors(report(tmp_path, {"a.js": NOT_CALLED[name]})) == []


@pytest.mark.parametrize(
    "head", ["Colors", "Colours", "Icons", "Order", "Weights", "Xp", "Width", "ZIndex", "Ids", "Count"]
)
def test_a_table_whose_name_ends_with_another_quality_is_no_error(tmp_path, head):
    text = (
        f"const difficulty{head} = {{ simple: 2, easy: 4, routine: 6, average: 8, difficult: 9, veryDifficult: 11 }};"
    )
    assert errors(report(tmp_path, {"a.js": text})) == []


def test_the_names_of_fields_outweigh_the_name_of_their_table(tmp_path):
    rows = ", ".join(f"{{ name: '{name}', attackDM: {dm + (name == 'Short')} }}" for name, dm in RANGES.items())
    [(rule, *_)] = errors(report(tmp_path, {"a.js": f"const rangeBandSlots = [{rows}];"}))
    assert rule == "space/range-bands/short/attack-dm"


@pytest.mark.parametrize(
    "values",
    [
        {"adjacent": 0, "close": 0, "short": -1, "medium": 0, "long": 2, "veryLong": 4, "distant": 6},
        {"adjacent": 1, "close": 1, "short": 2, "medium": 1, "long": -1, "veryLong": -3, "distant": -5},
    ],
    ids=["all signs turned", "all one more"],
)
def test_a_table_with_one_mistake_in_all_its_values_is_still_recognised(tmp_path, values):
    cells = ", ".join(f"{name}: {dm}" for name, dm in values.items())
    told = report(tmp_path, {"src/config.js": f"export const RANGE_DMS = {{ {cells} }};\n"})
    book = {"adjacent": 0, "close": 0, "short": 1, "medium": 0, "long": -2, "veryLong": -4, "distant": -6}
    assert len(errors(told)) == sum(values[name] != dm for name, dm in book.items())


MOSTLY_WRONG = {
    "const difficultyXp = { easy: 4, routine: 5, average: 8, difficult: 12, formidable: 20 };": 0,
    "const TASK_DIFFICULTY = { easy: 4, routine: 5, average: 8, difficult: 12, formidable: 20 };": 0,
    "const rangeBandCost = { adjacent: 0, close: 0, short: 1, medium: 3, long: 4, veryLong: 5, distant: 9 };": 0,
    "const RANGE_DM = { adjacent: 2, close: 0, short: -1, medium: -2, long: -2, veryLong: -4, distant: -4 };": 4,
}


@pytest.mark.parametrize("source", MOSTLY_WRONG)
def test_a_table_with_mostly_wrong_values_is_an_error_only_if_its_name_says_what_they_are(tmp_path, source):
    assert len(errors(report(tmp_path, {"combat.js": source}))) == MOSTLY_WRONG[source]
