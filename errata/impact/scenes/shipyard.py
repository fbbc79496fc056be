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
from errata.impact.scenes import SPECIAL, Scene, a, capital
from errata.impact.scenes.scene_figures import Figure, amount

TRADER_TONS, PATROL_TONS, HULL_COST_CR = 200, 600, 30_000_000
_LEVELS = {
    "Early Prototype": ("Inaccurate", "Increased Size"),
    "Prototype": ("Inaccurate",),
    "Budget": ("Increased Size",),
    "Advanced": ("Resilient",),
    "Very Advanced": ("Energy Efficient", "Size Reduction"),
    "High Technology": ("Long Range",),
}
"""Levels of technology, each with changes that it can have."""


def scenes() -> Iterator[Scene]:
    """All of them."""
    given = "a double turret with a beam laser and a sandcaster, civilian sensors, 10 staterooms, 20 low berths, "
    given += "10 tons of common areas"
    outfit = "The outfit of a free trader"
    yield Scene(f"{outfit}, {TRADER_TONS} tons", outfit, _trader, rank=SPECIAL, given=given)
    given = "3 triple turrets of pulse lasers, a particle barbette, military sensors, Fire Control/2, "
    given += "a reflective hull that can be adjusted, 20 staterooms"
    outfit = "The outfit of a patrol ship"
    yield Scene(f"{outfit}, {PATROL_TONS} tons", outfit, _patrol, rank=SPECIAL, given=given)
    given = "70 tons of drives, 1 small craft, 6 turrets, 1 bay, 40 people"
    for service in ("commercial", "military"):
        title = f"The {service} crew of a ship of 600 tons"
        yield Scene(title, f"{service.capitalize()} crews", partial(_crew, service), given=given)
    given = "3 turrets, 1 barbette, 30 people"
    yield Scene("Hardpoints and berths of a ship of 600 tons", "Ships of 600 tons", _room, given=given)
    yield from _each(
        TURRET_WEAPONS, "a single turret with {a}", lambda it, book: design.mount("single", [it], book=book)
    )
    yield from _each(MOUNTS, "an empty pop-up {low}", lambda it, book: design.mount(it, pop_up=True, book=book))
    yield from _each(BARBETTES, "{a}", design.barbette)
    yield from _each(SENSORS, "a suite of {low} sensors", design.sensors)
    yield from _each(QUARTERS, "a set of ten {low}s", lambda it, book: design.quarters(it, 10, book))
    given = f"{PATROL_TONS} tons, a hull for MCr{HULL_COST_CR // 1_000_000}"
    yield from _each(COATINGS, "a coating, {low}", _coated, given)
    yield from _each(map(str, range(1, 6)), "Fire Control/{name}", _software, series="Fire Control")
    given = "20 tons, Power 9, MCr10, TL 9 before"
    yield from _each(COMPONENT_ADVANTAGES, "an advanced drive or plant, {name}", _improved, given)
    yield from _each(_LEVELS, "{a} pulse laser barbette", _customised)


def _each(
    names: Table | Iterable[str],
    called: str,
    build: Callable[[str, Rulebook], Component],
    given: str = "",
    series: str = "",
) -> Iterator[Scene]:
    """What each thing of a table or of some names is called, by `{name}`, `{low}` or `{a}`, and how it is built."""
    if isinstance(names, Table):
        names = (row.name for row in names.rows if row.name != "Pop-Up Mounting")
    for name in names:
        what = capital(called.format(name=name, low=name.lower(), a=a(name.lower())))
        play = partial(_built, build, name)
        yield Scene(f"{what}: cost, tons, Power and TL", what, play, given=given, series=series)


def _built(build: Callable[[str, Rulebook], Component], name: str, book: Rulebook) -> Iterable[Figure]:
    return _figures(build(name, book))


def _coated(coating: str, book: Rulebook) -> Component:
    return design.coating(coating, PATROL_TONS, HULL_COST_CR, book)


def _software(rating: str, book: Rulebook) -> Component:
    return design.fire_control(int(rating), book)[0]


def _improved(advantage: str, book: Rulebook) -> Component:
    kind, name = advantage.split(": ")
    drive = Component("Drive", Fraction(20), Fraction(9), Fraction(10_000_000), 9)
    return design.customise(drive, "High Technology", [name], kind, book)


def _customised(level: str, book: Rulebook) -> Component:
    return design.customise(design.barbette("pulse laser", book), level, _LEVELS[level], book=book)


def _figures(component: Component) -> Iterable[Figure]:
    yield amount("cost", "Cr", component.cost_cr, "now costs {after} instead of {before}")
    yield amount("tonnage", "tons", component.tons, "takes {after} tons instead of {before}")
    yield amount("Power", "Power", component.power, "draws {after} Power instead of {before}")
    if component.tl is not None:
        yield amount("tech level", "TL", component.tl, "needs TL {after} instead of {before}")


def _trader(book: Rulebook) -> Iterable[Figure]:
    armed = design.mount("double turret", ["beam laser", "sandcaster"], book=book)
    seen = design.sensors("Civilian", book)
    housed = design.quarters("Standard Stateroom", 10, book) + design.quarters("Low Berth", 20, book)
    return _figures(armed + seen + housed + design.common_areas(10, book))


def _patrol(book: Rulebook) -> Iterable[Figure]:
    turret = design.mount("triple turret", ["pulse laser"] * 3, book=book)
    armed = turret + turret + turret + design.barbette("particle", book)
    seen = design.sensors("Military", book) + design.fire_control(2, book)[0]
    hull = design.coating("Reflective", PATROL_TONS, HULL_COST_CR, book)
    hull += design.adjustable_hull(PATROL_TONS, HULL_COST_CR, book)
    return _figures(armed + seen + hull + design.quarters("Standard Stateroom", 20, book))


def _crew(service: str, book: Rulebook) -> Iterable[Figure]:
    people = design.crew(design.ShipNumbers(PATROL_TONS, 70, 1, 6, 1, 0, 40), service, book)
    yield amount("crew", "people", sum(people.values()), "now number {after} instead of {before}")
    for who, number in people.items():
        yield amount(who, "people", number, f"now count {{after}} under {who} instead of {{before}}")


def _room(book: Rulebook) -> Iterable[Figure]:
    all_of_them, used = design.hardpoints(PATROL_TONS, book), design.hardpoints_used(3, 1, book)
    yield amount("hardpoints", "hardpoints", all_of_them, "now have {after} hardpoints, not {before}")
    left = all_of_them - used
    told = "have {after} hardpoints left instead of {before}"
    if left < 0:
        told = f"now lack {-left} of the {used} hardpoints that their weapons need"
    yield amount("hardpoints left", "hardpoints", left, told)
    rooms = design.berths_for(30, "Standard Stateroom", book)
    yield amount("staterooms for thirty", "staterooms", rooms, "now need {after} staterooms for thirty, not {before}")
    for rating in range(1, 6):
        bandwidth = design.fire_control(rating, book)[1]
        told = f"now need bandwidth {{after}} for Fire Control/{rating} instead of {{before}}"
        yield amount(f"bandwidth of Fire Control/{rating}", "bandwidth", bandwidth, told)
