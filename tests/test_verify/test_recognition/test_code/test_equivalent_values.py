"""Values that are the book's in another way of counting, or of another thing, are no errors; wrong ones still are."""

import pytest

from tests.test_errata.vtts import errors, report

IN_CODE = "export const RANGE_PENALTY = { adjacent: 0, close: 0, medium: 0, long: 2, veryLong: 4, distant: %s };"
IN_DATA = '{"rangePenalty": {"adjacent": 0, "close": 0, "medium": 0, "long": 2, "veryLong": 4, "distant": %s}}'
BARBETTES = '[{"name": "Particle Barbette", "damage": "%s", "power": 15, "tl": 11}, {"name": "Plasma Barbette",'
BARBETTES += ' "damage": "4D x 3", "power": 12, "tl": 11}]'


@pytest.mark.parametrize(("name", "source"), [("a.js", IN_CODE), ("a.json", IN_DATA)])
def test_what_a_table_of_penalties_takes_off_is_what_the_book_takes_off(tmp_path, name, source):
    assert errors(report(tmp_path / "right", {name: source % 6})) == []
    found = errors(report(tmp_path / "wrong", {name: source % 5}))
    assert [one[:2] for one in found] == [("space/range-bands/distant/attack-dm", "5")]


def test_the_damage_of_a_barbette_may_have_its_multiple_and_no_other(tmp_path):
    assert errors(report(tmp_path / "right", {"a.json": BARBETTES % "4D x 3"})) == []
    found = errors(report(tmp_path / "wrong", {"a.json": BARBETTES % "4D x 5"}))
    assert [one[:2] for one in found] == [("ship/barbettes/particle-barbette/damage", "4D x 5")]


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("src/space-combat/rounds.js", "export const ROUND_SECONDS = 10;"),
        ("a.js", "export const ROUND_SECONDS = 360;"),
        ("a.json", '{"name": "Beam Laser Turret", "tl": 10, "damage": "1D", "tons": 1, "cost": 0.7, "power": 5}'),
        ("a.js", 'const w = { name: "Pulse Laser", quality: "Very Advanced", tl: 11, cost: 1250000, damage: "2D" };'),
    ],
)
def test_what_is_of_another_thing_is_no_error(tmp_path, name, source):
    assert errors(report(tmp_path, {name: source})) == []


def test_the_round_of_people_is_held_against_the_book(tmp_path):
    found = errors(report(tmp_path, {"src/personal/rounds.js": "export const ROUND_SECONDS = 10;"}))
    assert [one[:2] for one in found] == [("personal/round/seconds", "10")]
