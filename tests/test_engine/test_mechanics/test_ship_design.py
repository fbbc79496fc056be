"""Ship design, with figures worked out by hand from the tables."""

from fractions import Fraction

import pytest

from engine.errors import RawcheckError, RuleBroken
from engine.mechanics.ship_design import (
    Component,
    ShipNumbers,
    adjustable_hull,
    barbette,
    berths_for,
    coating,
    common_areas,
    crew,
    customise,
    fire_control,
    hardpoints,
    hardpoints_used,
    mount,
    quarters,
    sensors,
)
from engine.rulebook.raw import RAW

M = 1_000_000
LASER = Component("Pulse Laser Barbette", Fraction(5), Fraction(12), Fraction(6 * M), 9, frozenset({"laser"}))
DRIVE = Component("Jump Drive", Fraction(15), Fraction(40), Fraction(22 * M), 12)


def figures(component):
    return component.tons, component.power, component.cost_cr, component.tl


def test_a_hull_has_a_hardpoint_for_each_hundred_tons():
    assert [hardpoints(t) for t in (99, 100, 600, 699)] == [0, 1, 6, 6]
    assert hardpoints_used(turrets=2, barbettes=3) == 5


def test_a_triple_turret_of_pulse_lasers():
    assert figures(mount("triple turret", ["pulse laser"] * 3)) == (1, 1 + 3 * 4, M + 3 * M, 9)


def test_a_pop_up_mount_adds_a_ton_and_a_million():
    assert figures(mount("double", ["beam laser", "sandcaster"], pop_up=True)) == (2, 5, (0.5 + 0.5 + 0.25 + 1) * M, 10)


def test_an_adjustable_hull_makes_pop_up_mounts_free():
    assert mount("single", pop_up=True, adjustable_hull=True) == mount("single")


def test_fire_control_software_costs_what_the_book_says():
    assert [(fire_control(n)[0].cost_cr, fire_control(n)[1]) for n in (1, 5)] == [(M, 1), (10 * M, 5)]


def test_a_house_rule_can_base_the_price_on_the_modified_size():
    house = RAW.overlay({"ship/customising/price-from": "modified size"})
    assert customise(LASER, "Advanced", ["Size Reduction"], book=house).cost_cr == Fraction("6.6") * M * Fraction(9, 10)


def test_barbettes_take_five_tons():
    assert figures(barbette("particle barbette")) == (5, 15, 8 * M, 11)


@pytest.mark.parametrize(
    ("grade", "tons", "cost"), [("basic", 0, 0), ("civilian", 1, 50_000), ("advanced", 5, 5_400_000)]
)
def test_sensors_have_the_tons_and_costs_of_the_book(grade, tons, cost):
    assert (sensors(grade).tons, sensors(grade).cost_cr) == (tons, cost)


def test_coatings_and_hulls_are_priced_by_the_hull():
    assert figures(coating("emission absorption", 600, 30 * M)) == (12, 0, 24 * M, 13)
    assert figures(coating("reflec", 600, 30 * M)) == (0, 0, 3 * M, 10)
    assert figures(coating("radiation shielding", 600, 30 * M)) == (0, 0, Fraction(15, 2) * M, 7)
    assert figures(adjustable_hull(600, 30 * M)) == (6, 0, 30 * M, 15)


def test_quarters_have_the_tons_and_costs_of_the_book():
    assert figures(quarters("stateroom", 6)) == (24, 0, 3 * M, None)
    assert figures(quarters("low berth", 3)) == (Fraction(3, 2), 0, 150_000, None)
    assert figures(common_areas(8)) == (8, 0, 800_000, None)
    assert [berths_for(9, kind) for kind in ("stateroom", "low berth", "emergency low berth")] == [5, 9, 3]


@pytest.mark.parametrize(
    ("component", "level", "changes", "kind", "expected"),
    [
        (LASER, "Advanced", ["Energy Efficient"], "weapon", (5, 9, 6.6 * M, 10)),
        (LASER, "High Technology", ["Size Reduction"] * 3, "weapon", (3.5, 12, 9 * M, 12)),
        (LASER, "Budget", ["Increased Size"], "weapon", (6, 12, 4.5 * M, 9)),
        (LASER, "Prototype", ["Energy Inefficient"], "weapon", (5, 15.6, 36 * M, 8)),
        (LASER, "Early Prototype", ["Increased Size"] * 2, "weapon", (12, 12, 66 * M, 7)),
        (DRIVE, "Very Advanced", ["Size Reduction"] * 2, "Jump Drive", (12, 40, 27.5 * M, 14)),
    ],
)
def test_alterations_add_up_from_the_original_size(component, level, changes, kind, expected):
    assert figures(customise(component, level, changes, kind)) == tuple(Fraction(str(n)) for n in expected)


def test_increased_power_rounds_up():
    plant = Component("Power Plant", Fraction(20), Fraction(105), Fraction(M), 10)
    assert customise(plant, "Very Advanced", ["Increased Power"], "Power Plant").power == 116


def test_a_budget_component_has_a_disadvantage():
    with pytest.raises(RawcheckError, match="Budget comes with 1 Disadvantage; name it"):
        customise(LASER, "Budget")


def test_a_jump_drive_is_never_reduced_below_ten_tons():
    small = Component("Jump Drive", Fraction(10), Fraction(20), Fraction(15 * M), 9)
    assert customise(small, "High Technology", ["Size Reduction"] * 3, "Jump Drive").tons == 10


def test_a_house_rule_can_multiply_alterations():
    house = RAW.overlay({"ship/customising/combine": "multiplied"})
    made = customise(LASER, "Very Advanced", ["Size Reduction"] * 2, book=house)
    assert made.tons == 5 * Fraction(81, 100)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: customise(LASER, "Advanced", ["Accurate"]), "Advanced gives 1 Advantage; these take 2"),
        (lambda: customise(LASER, "Budget", ["Resilient"]), "gives 1 Disadvantage, not Advantages"),
        (lambda: customise(LASER, "Advanced", ["Inaccurate"]), "not Disadvantages"),
        (lambda: customise(LASER, "Very Advanced", ["Resilient", "Inaccurate"]), "either Advantages or Disadvantages"),
        (lambda: customise(LASER, "Superb"), "there are Early Prototype, Prototype"),
        (lambda: customise(LASER, "Advanced", ["Shiny"]), "no weapon advantage is called 'Shiny'"),
        (
            lambda: customise(mount("single", ["railgun"]), "Advanced", ["Size Reduction"]),
            "anything but turret weapons",
        ),
        (
            lambda: customise(mount("single", ["missile rack"]), "Advanced", ["High Yield"]),
            "but missiles and torpedoes",
        ),
        (lambda: customise(customise(barbette("torpedo"), "Advanced"), "Advanced", ["High Yield"]), "but missiles"),
        (lambda: mount("triple turret", "pulse laser"), "weapons are a list"),
        (lambda: customise(DRIVE, "Advanced", ["Shiny"], "Jump Drive"), "there is no 'Jump Drive: Shiny'"),
        (lambda: mount("single turret", ["pulse laser"] * 2), "holds 1 weapon, not 2"),
        (lambda: mount("pop-up"), "added to a turret"),
        (lambda: mount("turret", ["ion cannon"]), "Turret weapons: there is no 'ion cannon'"),
        (lambda: crew(ShipNumbers(tons=100, turrets=-3)), "is not below 0"),
        (lambda: hardpoints(-100), "is not below 0"),
    ],
)
def test_designs_that_the_rules_do_not_allow_are_refused(wrong, message):
    with pytest.raises(RawcheckError, match=message):
        wrong()


def test_a_merchant_and_a_warship_of_the_same_size():
    ship = ShipNumbers(tons=7501, drive_tons=71, small_craft=2, turrets=6, bays=2, large_bays=1, people=121)
    assert crew(ship) == {"Captain": 1, "Pilot": 3, "Engineer": 3, "Gunner": 6, "Sensor Operator": 2, "Medic": 2}
    assert crew(ship, "military") == {
        "Captain": 1,
        "Pilot": 5,
        "Engineer": 3,
        "Gunner": 6 + 2 * 2 + 4,
        "Sensor Operator": 6,
        "Medic": 2,
    }


def test_quantities_default_to_one():
    assert quarters("stateroom").tons == 4
    assert (hardpoints_used(turrets=1), hardpoints_used(barbettes=1), hardpoints_used()) == (1, 1, 0)
    small = crew(ShipNumbers(tons=100))
    assert small == {"Captain": 1, "Pilot": 1, "Engineer": 0, "Gunner": 0, "Sensor Operator": 1, "Medic": 0}


def test_a_crew_rule_that_counts_what_no_ship_has_is_refused():
    house = RAW.overlay({"ship/crew/medic/commercial": "1 per 3 robots"})
    with pytest.raises(RuleBroken, match="no number of 'robots'; there are small craft"):
        crew(ShipNumbers(tons=100), book=house)


def test_a_crew_rule_can_spell_out_its_tons():
    house = RAW.overlay({"ship/crew/engineer/commercial": "1 per 35 tons of drives"})
    assert crew(ShipNumbers(tons=900, drive_tons=700), book=house)["Engineer"] == 20
