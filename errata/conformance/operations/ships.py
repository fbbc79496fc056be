"""Ship design: what mounts, weapons, sensors, coatings and quarters take and cost, and who crews it all."""

from __future__ import annotations

from engine.errors import RuleBroken
from engine.mechanics import advantages, ship_design
from engine.rulebook.rulebook import Rulebook
from errata.conformance.operation import flag, name_of, number, operation, rows, whole
from errata.conformance.operations.space_attacks import BARBETTES, MOUNTS, TURRET_WEAPONS
from errata.conformance.outcomes import Outcomes, certain

ADVANTAGES, DISADVANTAGES = rows("ship/weapon-advantages"), rows("ship/weapon-disadvantages")
CHANGE = ("ship/weapon-advantages/{}/effect", "ship/weapon-disadvantages/{}/effect")
LEVELS = ("Advanced", *(level for level in rows("ship/technology-levels") if level != "Advanced"))
EDGES = [0, 99, 100, 101, 199, 200, 299, 399, 400, 500, 599, 600, 999, 1000, 1999, 2000, 3000]
HULL_TONS = number("hull_tons", [100, 200, 400, 600, 1000, 2000], 200)
HULL_COST = number("hull_cost", [2_500_000, 8_000_000, 20_000_000, 30_000_000], 8_000_000)


def _component(found: ship_design.Component) -> dict[str, object]:
    return {"tons": found.tons, "power": found.power, "cost": found.cost_cr, "tl": found.tl}


@operation(
    "ship.hardpoints", "hardpoints", number("tons", EDGES, 100), rules="ship/mount-rules/hull-tons-per-hardpoint"
)
def hardpoints(book: Rulebook, tons: int) -> Outcomes:
    """Hardpoints of a hull."""
    return certain(hardpoints=ship_design.hardpoints(tons, book))


@operation(
    "ship.hardpoints_used",
    "hardpoints",
    whole("turrets", 0, 10, 1, "ship/mount-rules/hardpoints-per-turret"),
    whole("barbettes", 0, 5, 0, "ship/mount-rules/hardpoints-per-barbette"),
    rules="ship/mount-rules/hardpoints-per-turret",
    seeds=[{"turrets": 3, "barbettes": 2}],
)
def hardpoints_used(book: Rulebook, turrets: int, barbettes: int) -> Outcomes:
    """Hardpoints that turrets and barbettes use."""
    return certain(hardpoints=ship_design.hardpoints_used(turrets, barbettes, book))


@operation(
    "ship.mount",
    "tons power cost tl",
    name_of("mount", MOUNTS[:4], "Single Turret", "ship/mounts/{}/cost", "ship/mounts/{}/power"),
    name_of("weapon", ["Pulse Laser", *(name for name in TURRET_WEAPONS if name != "Pulse Laser")], "Pulse Laser",
            "ship/turret-weapons/{}/cost", "ship/turret-weapons/{}/power"),
    whole("number", 0, 4, 1, "ship/mount-rules/weapons-in-single-turret"),
    flag("pop_up", "ship/mounts/pop-up-mounting/cost"),
    flag("adjustable_hull", "ship/adjustable-hull/pop-up-included"),
    rules="ship/mounts/single-turret/cost ship/turret-weapons/pulse-laser/cost",
    seeds=[
        {"mount": "Triple Turret", "number": 3}, {"mount": "Double Turret", "number": 2},
        {"mount": "Triple Turret", "number": 4}, {"mount": "Double Turret", "number": 3},
        {"mount": "Fixed Mount", "number": 2}, {"mount": "Fixed Mount", "pop_up": True, "number": 0},
        {"mount": "Fixed Mount", "number": 0}, {"mount": "Single Turret", "number": 0, "pop_up": True},
        {"mount": "Double Turret", "number": 0}, {"mount": "Triple Turret", "number": 0},
        {"pop_up": True, "adjustable_hull": True}, {"mount": "Fixed Mount", "weapon": "Laser Drill"},
    ],
)  # fmt: skip
def mount(book: Rulebook, mount: str, weapon: str, number: int, pop_up: bool, adjustable_hull: bool) -> Outcomes:
    """A turret or fixed mount with its weapons."""
    return certain(**_component(ship_design.mount(mount, [weapon] * number, pop_up, adjustable_hull, book)))


@operation("ship.barbette", "tons power cost tl",
           name_of("weapon", BARBETTES, BARBETTES[0], "ship/barbettes/{}/cost", "ship/barbettes/{}/power"),
           rules="ship/barbette-rules/tons")  # fmt: skip
def barbette(book: Rulebook, weapon: str) -> Outcomes:
    """A barbette."""
    return certain(**_component(ship_design.barbette(weapon, book)))


@operation(
    "ship.customise",
    "tons power cost tl",
    name_of("weapon", BARBETTES, BARBETTES[0], "ship/barbettes/{}/cost"),
    name_of("level", LEVELS, "Advanced", "ship/technology-levels/{}/cost", "ship/technology-levels/{}/modifications"),
    name_of("first", ("", *ADVANTAGES, *DISADVANTAGES), "", *CHANGE),
    name_of("second", ("", *ADVANTAGES, *DISADVANTAGES), "", *CHANGE),
    name_of("third", ("", *ADVANTAGES), "", *CHANGE),
    rules="ship/technology-levels/advanced/cost",
    seeds=[
        {"level": "High Technology", "first": "Energy Efficient", "second": "Energy Efficient",
        "third": "Size Reduction"},
        {"level": "High Technology", "first": "Size Reduction", "second": "Size Reduction", "third": "Size Reduction"},
        {"level": "High Technology", "first": "Long Range", "second": "Long Range"},
        {"level": "High Technology", "first": "Accurate", "second": "Accurate"},
        {"level": "Very Advanced", "first": "Accurate"}, {"level": "Very Advanced", "first": "Long Range"},
        {"level": "Very Advanced", "first": "Intense Focus"}, {"level": "Very Advanced", "first": "Very High Yield"},
        {"level": "Very Advanced", "first": "Energy Efficient", "second": "Resilient"},
        {"level": "Advanced", "first": "Size Reduction"}, {"level": "Advanced", "first": "Energy Efficient"},
        {"level": "Budget", "first": "Increased Size"}, {"level": "Budget", "first": "Energy Inefficient"},
        {"level": "Prototype", "first": "Inaccurate"}, {"level": "Prototype", "first": "Increased Size"},
        {"level": "Early Prototype", "first": "Energy Inefficient", "second": "Increased Size"},
        {"level": "Early Prototype", "first": "Increased Size", "second": "Increased Size"},
        {"level": "Early Prototype", "first": "Inaccurate"}, {"level": "Budget", "first": "Accurate"},
        {"level": "Very Advanced", "first": "Easy to Repair", "second": "Inaccurate"},
        {"level": "Advanced", "first": "High Yield", "weapon": "Torpedo"},
    ],
)  # fmt: skip
def customise(book: Rulebook, weapon: str, level: str, first: str, second: str, third: str) -> Outcomes:
    """A barbette of another technology level, with its advantages or disadvantages."""
    changes = [name for name in (first, second, third) if name]
    made = ship_design.customise(ship_design.barbette(weapon, book), level, changes, advantages.WEAPON, book)
    return certain(**_component(made))


@operation("ship.sensors", "tons power cost tl dm",
           name_of("grade", rows("ship/sensors"), "Basic", "ship/sensors/{}/cost", "ship/sensors/{}/dm"),
           rules="ship/sensors/basic/dm")  # fmt: skip
def sensors(book: Rulebook, grade: str) -> Outcomes:
    """A sensor suite."""
    return certain(
        **_component(ship_design.sensors(grade, book)), dm=book.number(book.path("ship/sensors", grade, "dm"))
    )


@operation("ship.fire_control", "bandwidth cost tl dm",
           whole("rating", 1, 5, 1, "ship/fire-control/fire-control-{}/cost",
           "ship/fire-control/fire-control-{}/bandwidth"),
           rules="ship/fire-control/fire-control-1/cost")  # fmt: skip
def fire_control(book: Rulebook, rating: int) -> Outcomes:
    """Fire control software."""
    software, bandwidth = ship_design.fire_control(rating, book)
    dm = book.number(book.path("ship/fire-control", f"Fire Control/{rating}", "dm"))
    return certain(bandwidth=bandwidth, cost=software.cost_cr, tl=software.tl, dm=dm)


@operation(
    "ship.quarters",
    "tons cost",
    name_of("kind", rows("ship/quarters"), "Standard Stateroom", "ship/quarters/{}/tons", "ship/quarters/{}/cost"),
    whole("number", 0, 20, 1),
    rules="ship/quarters/standard-stateroom/cost",
    seeds=[{"kind": "Low Berth", "number": 3}, {"kind": "Emergency Low Berth", "number": 2}],
)
def quarters(book: Rulebook, kind: str, number: int) -> Outcomes:
    """Staterooms or berths."""
    found = ship_design.quarters(kind, number, book)
    return certain(tons=found.tons, cost=found.cost_cr)


@operation(
    "ship.common_areas",
    "cost",
    number("tons", [0, 1, 10, 25], 10),
    rules="ship/quarters-rules/common-area-cost-per-ton",
)
def common_areas(book: Rulebook, tons: int) -> Outcomes:
    """Common areas."""
    return certain(cost=ship_design.common_areas(tons, book).cost_cr)


@operation(
    "ship.berths",
    "number",
    whole("people", 0, 12, 1),
    name_of("kind", rows("ship/quarters"), "Standard Stateroom", "ship/quarters/{}/occupants"),
    rules="ship/quarters/standard-stateroom/occupants",
    seeds=[{"kind": kind, "people": people} for kind in rows("ship/quarters") for people in (3, 4, 5)],
)
def berths(book: Rulebook, people: int, kind: str) -> Outcomes:
    """Quarters that so many people need."""
    return certain(number=ship_design.berths_for(people, kind, book))


@operation(
    "ship.adjustable_hull",
    "tons cost tl",
    HULL_TONS,
    HULL_COST,
    rules="ship/adjustable-hull/tonnage ship/adjustable-hull/cost",
)
def adjustable_hull(book: Rulebook, hull_tons: int, hull_cost: int) -> Outcomes:
    """What an adjustable hull adds to a hull."""
    found = ship_design.adjustable_hull(hull_tons, hull_cost, book)
    return certain(tons=found.tons, cost=found.cost_cr, tl=found.tl)


@operation(
    "ship.coating",
    "tons cost tl",
    name_of("name", rows("ship/coatings"), "Reflective", "ship/coatings/{}/cost", "ship/coatings/{}/tons"),
    HULL_TONS,
    HULL_COST,
    rules="ship/coatings/reflective/cost",
    seeds=[
        {"name": "Emission Absorption Grid", "hull_tons": 600},
        {"name": "Radiation Shielding", "hull_cost": 20_000_000},
    ],
)
def coating(book: Rulebook, name: str, hull_tons: int, hull_cost: int) -> Outcomes:
    """A hull coating."""
    found = ship_design.coating(name, hull_tons, hull_cost, book)
    return certain(tons=found.tons, cost=found.cost_cr, tl=found.tl)


@operation(
    "ship.crew",
    "pilot engineer gunner medic sensor_operator captain",
    number("tons", [100, 200, 1000, 7499, 7500, 7501, 9000], 200, "ship/crew/sensor-operator/commercial"),
    number("drive_tons", [0, 1, 10, 34, 35, 36, 70, 71, 700], 10, "ship/crew/engineer/commercial"),
    whole("small_craft", 0, 3, 0, "ship/crew/pilot/commercial"),
    whole("turrets", 0, 10, 0, "ship/crew/gunner/commercial"),
    whole("bays", 0, 2, 0, "ship/crew/gunner/military"),
    whole("large_bays", 0, 2, 0, "ship/crew/gunner/military"),
    number("people", [0, 1, 119, 120, 121, 240, 241, 300], 0, "ship/crew/medic/commercial"),
    name_of("service", ("commercial", "military"), "commercial", "ship/crew/pilot/military"),
    rules="ship/crew/pilot/commercial",
    ruling=60,
    seeds=[
        {"service": "military", "turrets": 4}, {"service": "military", "bays": 1}, {"service": "military",
        "large_bays": 1},
        {"service": "military", "small_craft": 2}, {"service": "military", "tons": 7501},
        {"service": "military", "people": 121},
        {"service": "military", "drive_tons": 71}, {"service": "military", "people": 10, "turrets": 3,
        "small_craft": 1},
    ],
)  # fmt: skip
def crew(
    book: Rulebook, tons: int, drive_tons: int, small_craft: int, turrets: int, bays: int, large_bays: int,
    people: int, service: str,
) -> Outcomes:  # fmt: skip
    """Who crews a ship."""
    ship = ship_design.ShipNumbers(tons, drive_tons, small_craft, turrets, bays, large_bays, people)
    try:
        posts = ship_design.crew(ship, service, book)
    except ValueError as error:
        raise RuleBroken(str(error)) from error
    return certain(**{position.lower().replace(" ", "_"): number for position, number in posts.items()})
