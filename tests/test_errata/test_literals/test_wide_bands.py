"""A band of code that is wider than the book's states the value of each band that it spans."""

import pytest

from tests.test_errata.vtts import errors, report

LADDER = """\
export function characteristicDm(score) {
  if (score <= 2) return -2;
  if (score <= 5) return -1;
  if (score <= 8) return 0;
  if (score <= 11) return 1;
  if (score <= 14) return 2;
  return 3;
}
"""
RECORDS = (
    "{ min: 0, max: 2, dm: -2 }, { min: 3, max: 5, dm: -1 }, { min: 6, max: 8, dm: 0 }, { min: 9, max: 11, dm: 1 }"
)
NO_DM_FOR_0 = ("checks/characteristic-dms/0/dm", "-2")


@pytest.mark.parametrize(
    ("name", "source", "wrong"),
    [
        ("a.js", LADDER, [NO_DM_FOR_0]),
        ("a.js", LADDER.replace("  if (score <= 2)", "  if (score <= 0) return -3;\n  if (score <= 2)"), []),
        (
            "a.js",
            f"const CHARACTERISTIC_DM = [{RECORDS}, {{ min: 12, max: 14, dm: 2 }}, {{ min: 15, max: 99, dm: 3 }}];",
            [NO_DM_FOR_0],
        ),
        (
            "a.json",
            '{"characteristicDm": {"0-2": -2, "3-5": -1, "6-8": 0, "9-11": 1, "12-14": 2, "15+": 3}}',
            [NO_DM_FOR_0],
        ),
        (
            "a.js",
            "const charDm = (x) => x <= 0 ? -3 : x < 3 ? -2 : x < 6 ? -1 : x < 12 ? 0 : x < 15 ? 2 : 3;",
            [("checks/characteristic-dms/9-11/dm", "0")],
        ),
    ],
)
def test_a_wide_band_is_compared_with_every_band_that_it_spans(tmp_path, name, source, wrong):
    assert [found[:2] for found in errors(report(tmp_path, {name: source}))] == wrong


def test_the_same_steps_of_another_thing_are_no_error(tmp_path):
    levels = "export const LEVEL_BY_XP = { '0-2': 1, '3-5': 2, '6-8': 3, '9-11': 4, '12-14': 5, '15+': 6 };"
    assert errors(report(tmp_path, {"a.js": levels})) == []
