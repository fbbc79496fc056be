"""Space combat, what a crew does besides firing: locks, overloads, repairs, jumps, closing in, and fire control."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from engine.mechanics import crew_actions
from engine.mechanics.space_attack import attack
from engine.rulebook.rulebook import Rulebook
from engine.rules.ship_fittings import SENSORS
from engine.rules.space_combat import RANGE_BANDS
from errata.impact.scenes import Scene, a
from errata.impact.scenes.figures import Figure, amount, chance, rolled

FAMILY = "space combat"


def scenes() -> Iterator[Scene]:
    """All of them."""
    given = "each with DM+1; civilian sensors"
    yield Scene("A crew at work: lock, repair, overload, jump, aid and lead", "Crews", _crew, given=given)
    yield Scene("An overload of drive and plant", "Engineers who overload", _overload, given="DM+1")
    yield Scene("A sensor lock by each suite of sensors", "Sensor operators", _sensors, given="DM+1")
    yield Scene("A ship that closes from Distant to Adjacent", "Ships that close in", _closing)
    given = "no gunner; a pulse laser at Long range"
    yield Scene("Fire control at the guns", "Fire control", _fire_control, given=given)
    yield Scene("The range of distances in kilometres", "Ships", _distances)


def _crew(book: Rulebook) -> Iterable[Figure]:
    works = {
        "sensor lock": crew_actions.sensor_lock(1, "Civilian", book=book).success,
        "repair of severity 2": crew_actions.repair(1, 2, book=book).success,
        "overload of a drive": crew_actions.overload("drive", 1, book=book).success,
        "overload of a plant": crew_actions.overload("plant", 1, book=book).success,
        "jump": crew_actions.jump(1, book=book).success,
    }
    for name, success in works.items():
        yield chance(name, success, f"now manage {a(name)}")
    aided = crew_actions.aid_gunners(1, book=book)
    mean = sum((dm * share for dm, share in aided.items()), Fraction(0))
    yield amount("DM from aid", "DM", mean, "now aid gunners by DM{after} on average instead of {before}")
    led = crew_actions.improve_initiative(1, book=book)
    yield rolled("initiative gained", "points", led, "now gain {after} initiative instead of {before}")


def _overload(book: Rulebook) -> Iterable[Figure]:
    drive, plant = (crew_actions.overload(what, 1, book=book) for what in ("drive", "plant"))
    yield amount("Thrust gained", "Thrust", drive.gain, "now gain {after} Thrust instead of {before}")
    yield chance("share of Power gained", Fraction(plant.gain), "now gain {after} more Power instead of {before}")
    for name, tried in (("drive", drive), ("plant", plant)):
        yield chance(f"mishap of the {name}", tried.mishap, f"ruin the {name}")
        told = f"do harm of severity {{after}} to the {name} by a mishap instead of {{before}}"
        yield amount(f"severity of a mishap of the {name}", "steps", tried.severity, told)


def _sensors(book: Rulebook) -> Iterable[Figure]:
    for row in SENSORS.rows:
        name = f"{row.name.lower()} sensors"
        lock = crew_actions.sensor_lock(1, row.name, book=book).success
        yield chance(f"lock with {name}", lock, f"with {name} now get a lock")


def _closing(book: Rulebook) -> Iterable[Figure]:
    thrust = crew_actions.thrust_between("Distant", "Adjacent", book)
    yield amount("Thrust to close", "Thrust", thrust, "now need {after} Thrust instead of {before}")
    dodges = crew_actions.dodges(4, book)
    yield amount("dodges with Thrust 4", "dodges", dodges, "now dodge {after} attacks, not {before}")


def _fire_control(book: Rulebook) -> Iterable[Figure]:
    for rating in range(1, 6):
        dm = crew_actions.fire_control_as_gunner(rating, book)
        shot = attack("pulse laser", range="Long", fire_control=dm, book=book)
        yield chance(f"hit chance of Fire Control/{rating}", shot.hit, f"of rating {rating} now hits")


def _distances(book: Rulebook) -> Iterable[Figure]:
    """The DM of an attack over each distance, by the band that it lies in."""
    for km in (1, 5, 1_000, 5_000, 20_000, 40_000, 60_000):
        band = crew_actions.range_band(km, book)
        dm = book.number(RANGE_BANDS.path(band, "attack-dm"))
        told = f"{km:,} km apart now fire with DM{{after}} instead of {{before}}"
        yield amount(f"DM at {km:,} km", "DM", dm, told)
