"""Exact quantities are proved by rolling every face, in the engine's way and in the roller's own procedure."""

import re
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from engine import RAW
from engine.dice.distribution import Distribution
from engine.dice.notation import Dice
from verify.dice.exact_quantities import QUANTITIES, search
from verify.dice.procedures import by_hand
from verify.dice.roller import Roller
from verify.dice.rounding import Printed

FACES = range(1, 7)


def mean(dice, outcome):
    rolled = [outcome(*faces) for faces in product(FACES, repeat=dice)]
    return Fraction(sum(rolled), len(rolled))


def exact(id, book=RAW):
    return QUANTITIES[id].exact(book)


def best_two(*faces):
    return sum(sorted(faces)[-2:])


def worst_two(*faces):
    return sum(sorted(faces)[:2])


BY_FORCE = {
    "dice/1d/mean": mean(1, lambda a: a),
    "dice/2d/mean": mean(2, lambda a, b: a + b),
    "dice/d3/mean": mean(1, lambda a: (a + 1) // 2),
    "dice/boon/mean": mean(3, best_two),
    "dice/bane/mean": mean(3, worst_two),
    "dice/boon/shift": mean(3, best_two) - 7,
    "dice/bane/shift": mean(3, worst_two) - 7,
    "dice/2d/8-or-more": mean(2, lambda a, b: a + b >= 8),
    "dice/boon/8-or-more": mean(3, lambda *faces: best_two(*faces) >= 8),
    "dice/bane/8-or-more": mean(3, lambda *faces: worst_two(*faces) >= 8),
    "dice/boon/8-or-more-shift": mean(3, lambda *f: best_two(*f) >= 8) - mean(2, lambda a, b: a + b >= 8),
    "dice/difficulty/difficult/chance": mean(2, lambda a, b: a + b >= 10),
    "dice/difficulty/impossible/chance": 0,
    "dice/high-yield/mean-per-die": mean(1, lambda a: max(a, 2)),
    "dice/high-yield/gain-per-die": mean(1, lambda a: max(a, 2) - a),
    "dice/high-yield/gain": mean(1, lambda a: max(a, 2)) / mean(1, lambda a: a) - 1,
    "dice/very-high-yield/mean-per-die": mean(1, lambda a: max(a, 3)),
    "dice/very-high-yield/gain-per-die": mean(1, lambda a: max(a, 3) - a),
    "dice/very-high-yield/gain": mean(1, lambda a: max(a, 3)) / mean(1, lambda a: a) - 1,
    "dice/point-per-die/gain": mean(1, lambda a: a + 1) / mean(1, lambda a: a) - 1,
    "dice/linked-fire/3-weapons/gain": mean(1, lambda a: a + 2) / mean(1, lambda a: a) - 1,
    "dice/another-die/2d/gain": mean(3, lambda *f: sum(f)) / mean(2, lambda *f: sum(f)) - 1,
    "dice/sand/armour-mean": mean(1, lambda a: a),
    "dice/radiation/rads-mean": mean(2, lambda a, b: (a + b) * 20),
    "dice/ion/rounds-mean": mean(1, lambda a: (a + 1) // 2),
    "dice/hull-critical/severity-2/mean": mean(3, lambda *f: sum(f)),
    "dice/critical-location/hull/chance": mean(2, lambda a, b: a + b == 7),
    "dice/damage/pulse-laser/mean": mean(2, lambda a, b: a + b),
}


@pytest.mark.parametrize("id", BY_FORCE)
def test_an_exact_value_is_what_rolling_all_faces_gives(id):
    assert exact(id) == BY_FORCE[id]


def test_well_known_quantities_have_their_known_values():
    famous = {"dice/boon/mean": "203/24", "dice/high-yield/gain": "1/21", "dice/point-per-die/gain": "2/7"}
    assert {id: str(exact(id)) for id in famous} == famous
    assert [exact(f"dice/another-die/{n}d/gain") for n in range(1, 13)] == [Fraction(1, n) for n in range(1, 13)]


def test_chances_of_all_difficulties_and_of_all_locations():
    chances = [exact(id) for id in QUANTITIES if id.startswith("dice/difficulty/")]
    assert chances == [Fraction(n, 36) for n in (36, 33, 26, 15, 6, 1, 0, 0)]
    assert sum(exact(id) for id in QUANTITIES if id.startswith("dice/critical-location/")) == 1


def test_ids_are_paths_and_titles_tell_quantities_apart():
    for id, quantity in QUANTITIES.items():
        assert quantity.id == id
        assert re.fullmatch(r"dice(/[a-z0-9]+(-[a-z0-9]+)*)+", id)
        assert quantity.unit in ("", "%")
        assert all(rule in RAW for rule in quantity.rules)
    assert len({quantity.title for quantity in QUANTITIES.values()}) == len(QUANTITIES)


CHANGES = [
    ("dice/boon/mean", "checks/boon-and-bane/dice", 4, mean(4, best_two)),
    ("dice/boon/mean", "checks/boon-and-bane/boon-keeps", "worst", mean(3, worst_two)),
    ("dice/bane/8-or-more", "checks/boon-and-bane/keep", 1, 0),
    ("dice/boon/shift", "checks/check/dice", "3D", mean(4, lambda *f: sum(sorted(f)[1:])) - Fraction(21, 2)),
    ("dice/high-yield/gain", "ship/weapon-advantages/high-yield/effect", "1s count as 3s", Fraction(2, 21)),
    ("dice/high-yield/mean-per-die", "ship/weapon-advantages/high-yield/effect", "+1D damage", 7),
    ("dice/difficulty/difficult/chance", "checks/difficulties/difficult", 9, Fraction(10, 36)),
    ("dice/linked-fire/2-weapons/gain", "space/linked-fire/damage-per-die", 2, Fraction(4, 7)),
    ("dice/linked-fire/2-weapons/gain", "space/linked-fire/least-weapons", 3, 0),
    ("dice/radiation/rads-mean", "personal/trait-rules/radiation-rads", "2D×10", 70),
    ("dice/hull-critical/severity-2/mean", "space/critical-effects/hull/severity-2", "2D extra damage", 7),
    ("dice/critical-location/hull/chance", "space/critical-locations/6", "Hull", Fraction(11, 36)),
    ("dice/damage/pulse-laser/mean", "ship/turret-weapons/pulse-laser/damage", "2D+1", 8),
]


class EveryFace(Roller):
    """A roller whose dice show every combination of faces, once each."""

    def faces(self, rolls, dice, sides=6):
        import numpy as np

        shown = np.array(list(product(range(1, sides + 1), repeat=dice)), dtype=np.uint8).T
        return shown[:, :rolls]


def all_results(procedure):
    """What a procedure gives for every combination of faces; for procedures with one handful."""
    (handful,) = procedure.handfuls
    thrown = 2 if handful.sides == 66 else handful.dice
    sides = 6 if handful.sides in (3, 66) else handful.sides
    return Distribution(Counter(EveryFace(0).roll(procedure, sides**thrown).tolist()))


@pytest.mark.parametrize(("id", "rule", "value", "expected"), CHANGES)
def test_a_changed_rule_changes_the_exact_value_and_the_procedure(id, rule, value, expected):
    book = RAW.overlay({rule: value})
    quantity = QUANTITIES[id]
    assert quantity.exact(book) == expected != quantity.exact(RAW)
    assert rule in quantity.rules
    if len(quantity.roll.by_hand(book).handfuls) == 1:
        assert all_results(quantity.roll.by_hand(book)) == quantity.roll.exact(book)


SMALL = {
    quantity.roll.title: quantity.roll
    for quantity in QUANTITIES.values()
    if sum(handful.dice for handful in quantity.roll.by_hand(RAW).handfuls) <= 6
}


@pytest.mark.parametrize("title", SMALL)
def test_rolling_by_procedure_over_all_faces_gives_the_exact_distribution(title):
    assert all_results(SMALL[title].by_hand(RAW)) == SMALL[title].exact(RAW)


EXPRESSIONS = ["3D-2", "1D×10", "2DD", "D66", "D3", "2D3+1", "2D10", "3D boon", "2D bane+1", "4D high yield"]


@pytest.mark.parametrize("text", [*EXPRESSIONS, "3D very high yield", "-2D+20"])
def test_over_all_faces_any_expression_rolled_by_hand_is_exact(text):
    dice = Dice.parse(text)
    assert all_results(by_hand(dice)) == dice.distribution()


def found(text, **options):
    printed = Printed.parse(text)
    return search(printed.low, printed.high, **options)


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("28.6 %", "gain by +1 point per die, as a share of the mean"),
        ("4.8%", "gain by High Yield, as a share of the mean"),
        ("8.46", "mean of 2D with a Boon"),
        ("-1.46", "what a Bane adds to the mean"),
        ("9.34", "mean of the best 2 of 4 dice"),
        ("66.7 %", "gain by +2D on 3D, as a share"),
        ("16.7% ", "chance of 10+ on 2D"),
        ("4.17", "mean of a die with 1s and 2s rolled again once"),
        ("4.25", "mean of a die with 1s to 3s rolled again once"),
    ],
)
def test_a_search_finds_which_quantities_a_number_fits_simplest_first(text, title):
    assert found(text)[0].title == title


def test_everything_found_lies_in_the_interval():
    for text in ("28.6 %", "about 7", "0.5", "14.3 %"):
        assert found(text)
        assert all(Printed.parse(text).holds(match.exact) for match in found(text))


def test_a_search_can_be_for_percentages_alone_and_finds_nothing_for_nonsense():
    assert {match.unit for match in found("0.1667", unit="%")} == {"%"}
    assert {match.unit for match in found("0.1667")} == {"%", ""}
    assert found("123.4567") == []


def test_a_search_follows_the_rulebook_and_skips_what_it_cannot_play():
    four = RAW.overlay({"checks/boon-and-bane/dice": 4})
    assert found("9.34", book=four)[0].id == "dice/boon/mean"
    broken = RAW.overlay({"checks/boon-and-bane/keep": 5})
    assert not any(match.id.startswith("dice/boon") for match in found("8.46", book=broken))
    assert found("7", book=broken)[0].id == "dice/2d/mean"
