"""Ships: what fittings cost, weigh and draw, by a trader, a patrol ship and each thing that can be built in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial

from engine.mechanics import ship_design as design
from engine.mechanics.ship_design import Component
from engine.rulebook.rulebook import Rulebook, Table
from engine.rules.customised_components import COMPONENT_ADVANTAGES
from engine.rules.ship_armament import BARBETTES, MOUNTS, TURRET_WEAPONS
from engine.rules.ship_fittings import COATINGS, QUARTERS, SENSORS
from errata.impact.scenes import SPECIAL, Figure, Scene, a, amount, capital

FAMILY = "ships"
TRADER_TONS, PATROL_TONS, HULL_COST_CR = 200, 600, 30_000_000
_CREW = design.ShipNumbers(PATROL_TONS, 70, 1, 6, 1, 0, 40)
_CREWED = "70 tons of drives, 1 small craft, 6 turrets, 1 bay, 40 people"
_DRIVE = Component("Drive", Fraction(20), Fraction(9), Fraction(10_000_000), 9)
_DRIVEN = "20 tons, Power 9, MCr10, TL 9 before"
_HULL = f"{PATROL_TONS} tons, a hull for MCr{HULL_COST_CR // 1_000_000}"
_ROOM = "3 turrets, 1 barbette, 30 people"
_TRADE = (
    "a double turret with a beam laser and a sandcaster, civilian sensors, 10 staterooms, 20 low berths, 10 tons of "
    "common areas"
)
_PATROL = (
    "3 triple turrets of pulse lasers, a particle barbette, military sensors, Fire Control/2, a reflective hull that "
    "can be adjusted, 20 staterooms"
)


def scenes() -> Iterator[Scene]:
    """All of them."""
    yield Scene(
        "The outfit of a free trader, 200 tons", "The outfit of a free trader", _of(_trader), rank=SPECIAL, given=_TRADE
    )
    yield Scene(
        "The outfit of a patrol ship, 600 tons",
        "The outfit of a patrol ship",
        _of(_patrol),
        rank=SPECIAL,
        given=_PATROL,
    )
    for service in ("commercial", "military"):
        yield Scene(
            f"The {service} crew of a ship of 600 tons", f"{service.capitalize()} crews", _crew(service), given=_CREWED
        )
    yield Scene("Hardpoints and berths of a ship of 600 tons", "Ships of 600 tons", _room, given=_ROOM)
    for table, named, built in _THINGS:
        for row in table.rows:
            if row.name != "Pop-Up Mounting":
                named_so = named.format(row.name.lower(), a=a(row.name.lower()))
                yield _thing(named_so, partial(built, row.name), _HULL if built is _coated else "")
    for rating in range(1, 6):
        yield _thing(f"Fire Control/{rating}", partial(_software, rating), series="Fire Control")
    for row in COMPONENT_ADVANTAGES.rows:
        yield _thing(f"an advanced drive or plant, {row.name}", partial(_improved, row.name), _DRIVEN)
    for level in _LEVELS:
        yield _thing(a(f"{level.lower()} pulse laser barbette"), partial(_customised, level))


_LEVELS = {
    "Early Prototype": ("Inaccurate", "Increased Size"),
    "Prototype": ("Inaccurate",),
    "Budget": ("Increased Size",),
    "Advanced": ("Resilient",),
    "Very Advanced": ("Energy Efficient", "Size Reduction"),
    "High Technology": ("Long Range",),
}
"""Levels of technology, each with changes that it can have."""


def _customised(level: str, book: Rulebook) -> Component:
    return design.customise(design.barbette("pulse laser", book), level, _LEVELS[level], book=book)


def _software(rating: int, book: Rulebook) -> Component:
    return design.fire_control(rating, book)[0]


def _improved(advantage: str, book: Rulebook) -> Component:
    kind, name = advantage.split(": ")
    return design.customise(_DRIVE, "High Technology", [name], kind, book)


def _turret(weapon: str, book: Rulebook) -> Component:
    return design.mount("single", [weapon], book=book)


def _empty(mount: str, book: Rulebook) -> Component:
    return design.mount(mount, pop_up=True, book=book)


def _ten(kind: str, book: Rulebook) -> Component:
    return design.quarters(kind, 10, book)


def _coated(coating: str, book: Rulebook) -> Component:
    return design.coating(coating, PATROL_TONS, HULL_COST_CR, book)


_THINGS: tuple[tuple[Table, str, Callable[[str, Rulebook], Component]], ...] = (
    (TURRET_WEAPONS, "a single turret with {a}", _turret),
    (MOUNTS, "an empty pop-up {}", _empty),
    (BARBETTES, "{a}", design.barbette),
    (SENSORS, "a suite of {} sensors", design.sensors),
    (QUARTERS, "a set of ten {}s", _ten),
    (COATINGS, "a coating, {}", _coated),
)
"""Tables whose rows can be built in, what such a thing is called, and how it is built."""


def _figures(made: Component) -> Iterable[Figure]:
    yield amount("cost", "Cr", made.cost_cr, "now costs {after} instead of {before}")
    yield amount("tonnage", "tons", made.tons, "takes {after} tons instead of {before}")
    yield amount("Power", "Power", made.power, "draws {after} Power instead of {before}")
    if made.tl is not None:
        yield amount("tech level", "TL", made.tl, "needs TL {after} instead of {before}")


def _of(built: Callable[[Rulebook], Component]) -> Callable[[Rulebook], Iterable[Figure]]:
    return lambda book: _figures(built(book))


def _thing(name: str, built: Callable[[Rulebook], Component], given: str = "", series: str = "") -> Scene:
    title = f"{capital(name)}: cost, tons, Power and TL"
    return Scene(title, capital(name), _of(built), given=given, series=series)


def _trader(book: Rulebook) -> Component:
    armed = design.mount("double turret", ["beam laser", "sandcaster"], book=book)
    seen = design.sensors("Civilian", book)
    housed = design.quarters("Standard Stateroom", 10, book) + design.quarters("Low Berth", 20, book)
    return armed + seen + housed + design.common_areas(10, book)


def _patrol(book: Rulebook) -> Component:
    turrets = design.mount("triple turret", ["pulse laser"] * 3, book=book)
    armed = turrets + turrets + turrets + design.barbette("particle", book)
    seen = design.sensors("Military", book) + design.fire_control(2, book)[0]
    hull = design.coating("Reflective", PATROL_TONS, HULL_COST_CR, book) + design.adjustable_hull(
        PATROL_TONS, HULL_COST_CR, book
    )
    return armed + seen + hull + design.quarters("Standard Stateroom", 20, book)


def _crew(service: str) -> Callable[[Rulebook], Iterable[Figure]]:
    def play(book: Rulebook) -> Iterable[Figure]:
        people = design.crew(_CREW, service, book)
        yield amount("crew", "people", sum(people.values()), "now number {after} instead of {before}")
        for who, number in people.items():
            yield amount(who, "people", number, f"now count {{after}} under {who} instead of {{before}}")

    return play


def _room(book: Rulebook) -> Iterable[Figure]:
    yield amount(
        "hardpoints", "hardpoints", design.hardpoints(PATROL_TONS, book), "now have {after} hardpoints, not {before}"
    )
    used = design.hardpoints_used(3, 1, book)
    left = design.hardpoints(PATROL_TONS, book) - used
    told = "have {after} hardpoints left instead of {before}"
    if left < 0:
        told = f"now lack {-left} of the {used} hardpoints that their weapons need"
    yield amount("hardpoints left", "hardpoints", left, told)
    rooms = Fraction(design.berths_for(30, "Standard Stateroom", book))
    yield amount("staterooms for thirty", "staterooms", rooms, "now need {after} staterooms for thirty, not {before}")
    for rating in range(1, 6):
        bandwidth = design.fire_control(rating, book)[1]
        told = f"now need bandwidth {{after}} for Fire Control/{rating} instead of {{before}}"
        yield amount(f"bandwidth of Fire Control/{rating}", "bandwidth", bandwidth, told)
