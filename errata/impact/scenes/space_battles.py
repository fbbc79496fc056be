"""Space combat: duels at each range, barbettes, missiles, ion weapons, critical hits, and what a crew does besides.

Every gunner has Gunner 1. The target is a free trader, Hull 80 and armour 2, unless another is named. It is disabled
when hits, and the damage that their criticals add, have used up its Hull; sustained damage and what criticals do to
its systems are left out of that count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

from engine.dice.distribution import Distribution
from engine.mechanics import crew_actions, criticals
from engine.mechanics.ship_weapons import BARBETTE, Weapon, custom, find, listed
from engine.mechanics.space_attack import Attack, attack, drain
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook, Table
from engine.rules.customised_components import ADVANTAGES, DISADVANTAGES
from engine.rules.ship_armament import BARBETTES, TURRET_WEAPONS
from engine.rules.ship_fittings import SENSORS
from engine.rules.space_combat import RANGE_BANDS
from errata.impact.scenes import COMMON, PLAIN, SPECIAL, Scene, a, capital
from errata.impact.scenes.scene_figures import Figure, amount, chance, damage, hit, mean_rounds, rolled

ONLY_HULL = "criticals harm only the Hull, sustained damage left out"
"""What duels leave out: criticals of sustained damage, repeated ones, and what they do to anything but the Hull."""


def in_space(
    gunner: int, armour: int, hull: int | None = None, pilot: int = 0, target: str = "the target", band: str = ""
) -> str:
    """Who fires in space, and at what; without a range, Medium, or as far as the weapon reaches.

    >>> in_space(1, 2, 80, 2, "a free trader", "Short").split("; ")[:2]
    ['Short range, Gunner 1', 'a free trader with armour 2 and Hull 80 that dodges, Pilot 2']
    >>> in_space(3, 4)
    'Medium range or as far as it reaches, Gunner 3; the target with armour 4'
    """
    where = f"{band or 'Medium'} range{'' if band else ' or as far as it reaches'}"
    whole = f" and Hull {hull}" if hull is not None else ""
    left = f"; {ONLY_HULL}" if hull is not None else ""
    dodging = f" that dodges, Pilot {pilot}" if pilot else " that does not dodge" if hull is not None else ""
    return f"{where}, Gunner {gunner}; {target} with armour {armour}{whole}{dodging}{left}"


TRADER = "a free trader"
HULL, ARMOUR, PILOT, GUNNER = 80, 2, 2, 1
"""A free trader that dodges, and who fires at it."""
BANDS = tuple(row.name for row in RANGE_BANDS.rows)
POWER, ION_ARMOUR = 60, 4
"""A ship that ion cannons are fired at."""
ACE = 3
"""The Gunner skill of those who fire far, or score criticals."""
HEAVY_ARMOUR = 8
"""Armour that AP matters for."""


def scenes() -> Iterator[Scene]:
    """All of them."""
    for weapon in ("Beam Laser", "Pulse Laser"):
        for band in BANDS:
            yield _duel(weapon, band)
    yield _duel("Particle Beam", "Very Long", "single turret", ACE, pilot=0)
    yield _duel("Missile Rack", "Distant", "single turret", ACE, pilot=0)
    for armour in (0, 4, 8, 12):
        yield _against_armour(find("Particle Barbette"), armour)
    for piercing in sorted((weapon for weapon in listed() if weapon.ap), key=lambda weapon: weapon.turret):
        yield _against_armour(piercing, 12)
    given = f"Medium range; Gunner {GUNNER} on either side, armour {ARMOUR}"
    yield Scene("Six missiles at a free trader with a laser on point defence", "Six missiles", _missiles, given=given)
    title, subject = "A pulse laser at Long range under a sensor lock", "Pulse lasers under a sensor lock"
    yield shot_scene(title, subject, "pulse laser", band="Long", target=TRADER, hull=HULL, lock=True)
    title = "A beam laser at a free trader that scatters sand"
    yield Scene(title, "Beam lasers through sand", _sand, rank=SPECIAL, given=in_space(GUNNER, ARMOUR))
    called = shot_scene("A shot that is called at Short range", "Called shots", "fusion gun", band="Short", called=True)
    yield replace(called, given=f"a fusion gun; {called.given}")
    title, subject = "A pulse laser at a reflective hull", "Lasers at reflective hulls"
    yield shot_scene(title, subject, "pulse laser", rank=SPECIAL, coating="Reflective")
    title, subject = "A gunner with a Boon and a Bane", "Gunners with a Boon and a Bane"
    yield shot_scene(title, subject, "pulse laser", rank=SPECIAL, boons=1, banes=1)
    for table in (TURRET_WEAPONS, BARBETTES):
        for row in table.rows:
            yield _armed(row.name, table)
    for row in (*ADVANTAGES.rows, *DISADVANTAGES.rows):
        title, subject = f"A pulse laser barbette with {row.name}", f"{row.name} weapons"
        yield shot_scene(title, subject, "pulse laser", "barbette", advantages=[row.name])
    given = "each with DM+1; civilian sensors"
    yield Scene("A crew at work: lock, repair, overload, jump, aid and lead", "Crews", _crew, given=given)
    yield Scene("An overload of drive and plant", "Engineers who overload", _overload, given="DM+1")
    yield Scene("A sensor lock by each suite of sensors", "Sensor operators", _sensors, given="DM+1")
    yield Scene("A ship that closes from Distant to Adjacent", "Ships that close in", _closing)
    given = "no gunner; a pulse laser at Long range"
    yield Scene("Fire control at the guns", "Fire control", _fire_control, given=given)
    yield Scene("The range of distances in kilometres", "Ships", _distances)
    yield _ion(GUNNER, "Medium", "An ion cannon at a ship with Power 60", "Ion cannons")
    yield _ion(ACE, "Short", "An ion cannon in skilled hands at a ship with Power 60", "Ion cannons in skilled hands")
    for mount, name in (("single turret", "turret"), ("barbette", "barbette")):
        title, subject = f"A railgun {name} at armour {HEAVY_ARMOUR}", f"Railgun {name}s at armour {HEAVY_ARMOUR}"
        yield shot_scene(title, subject, "railgun", mount, band="Short", armour=HEAVY_ARMOUR)
    given = f"a triple turret of pulse lasers, {in_space(2, ARMOUR, band='Medium')}"
    yield Scene("A critical hit of each severity", "Critical hits", _severities, rank=SPECIAL, given=given)
    given = in_space(ACE, ARMOUR, band="Medium")
    yield Scene("Critical hits by a particle barbette", "Particle barbettes", _severe, rank=SPECIAL, given=given)
    title, given = "A ship with Hull 80 that takes four more dice of damage", "it has lost 3 points before"
    yield Scene(title, "Ships under fire", _sustained, given=given)
    for bay in ("small bay", "medium bay", "large bay", "spinal mount"):
        yield Scene(f"A {bay}, 4D, at armour 4", f"{bay.capitalize()}s", partial(_bay, bay), given=in_space(GUNNER, 4))


def shot_figures(shot: Attack, hull: int | None = None, target: str = TRADER) -> Iterable[Figure]:
    """What an attack comes to: hit, damage, critical, and the rounds to disable a target with so much Hull."""
    yield hit(shot.hit)
    yield damage(shot.damage)
    yield critical(shot.critical)
    if hull is not None:
        loss = Distribution.mixture(
            (dealt + extra(severity, shot.book) if severity else dealt, share) for severity, dealt, share in shot.graded
        )
        told = f"{target} is{{never}} disabled {{sooner}}"
        yield amount("rounds to disable", "rounds", mean_rounds(hull, loss), told)


def critical(value: Fraction) -> Figure:
    """The chance of a critical hit."""
    return chance("critical chance", value, "score critical hits")


@lru_cache(maxsize=256)
def extra(severity: int, book: Rulebook) -> Distribution:
    """What a critical of a severity adds to the damage."""
    return criticals.extra_damage(severity, book=book)


def shot_scene(
    title: str,
    subject: str,
    weapon: str,
    mount: str | None = None,
    *,
    band: str = "",
    gunner: int = GUNNER,
    armour: int = ARMOUR,
    target: str = "the target",
    hull: int | None = None,
    pilot: int = 0,
    rank: int = COMMON,
    **others: Any,
) -> Scene:
    """An attack as a scene; where the target has a Hull, with how long that lasts. The others are of `attack`."""

    def play(book: Rulebook) -> Iterable[Figure]:
        at = {"range": band or None, "gunner": gunner, "armour": armour, "evasion": pilot, **others}
        return shot_figures(attack(weapon, mount, **at, book=book), hull, target)

    return Scene(title, subject, play, rank=rank, given=in_space(gunner, armour, hull, pilot, target, band))


def _duel(weapon: str, band: str, mount: str = "double turret", gunner: int = GUNNER, pilot: int = PILOT) -> Scene:
    series, subject = f"A {mount} of {weapon.lower()}s", f"{weapon.capitalize()}s at {band} range"
    title, rank = f"{series} at {band} range", PLAIN if band in ("Short", "Medium") else COMMON
    scene = shot_scene(
        title, subject, weapon, mount, band=band, gunner=gunner, target=TRADER, hull=HULL, pilot=pilot, rank=rank
    )
    return replace(scene, band=band, series=series)


def _against_armour(weapon: Weapon, armour: int) -> Scene:
    name = _called(weapon.name, weapon.mount == BARBETTE).lower()
    target, band = "a patrol corvette", _usual_band(weapon.reach)
    series, subject = f"{capital(a(name))} at {target}, Hull 160, armour", f"{capital(name)}s against armour {armour}"
    title = f"{series} {armour}"
    scene = shot_scene(title, subject, weapon.name, band=band, armour=armour, target=target, hull=160)
    return replace(scene, series=series)


def _usual_band(reach: str) -> str:
    """Medium range, or as far as a weapon reaches."""
    medium = BANDS.index("Medium")
    return BANDS[min(BANDS.index(reach), medium)] if reach in BANDS else "Medium"


def _called(weapon: str, is_barbette: bool) -> str:
    """The name of a weapon, with the word barbette where it is one."""
    return f"{weapon} barbette" if is_barbette and "barbette" not in weapon.lower() else weapon


def _missiles(book: Rulebook) -> Iterable[Figure]:
    salvo = 6
    stopped = crew_actions.point_defence(GUNNER, salvo, book=book)
    missile = attack("missile rack", range="Medium", gunner=GUNNER, armour=ARMOUR, book=book)
    through = Distribution.mixture(
        (missile.damage.sum_of(salvo - down) if down < salvo else Distribution.constant(0), share)
        for down, share in stopped.pmf().items()
    )
    yield rolled("missiles shot down", "missiles", stopped, "lose {after} of their number instead of {before}")
    yield damage(through)


def _sand(book: Rulebook) -> Iterable[Figure]:
    sand = crew_actions.disperse_sand(GUNNER, book=book)
    yield rolled("armour of the sand", "armour", sand, "meet {after} more armour instead of {before}")
    yield from shot_figures(attack("beam laser", gunner=GUNNER, armour=ARMOUR, sand=sand, book=book))


def _armed(weapon: str, table: Table) -> Scene:
    """A weapon at Medium range, or as far as it reaches by the book, and how far it reaches."""
    range_rule = table.path(weapon, "range")
    band = _usual_band(RAW.word(range_rule))

    def play(book: Rulebook) -> Iterable[Figure]:
        reach = book.word(range_rule)
        is_short = reach in BANDS and BANDS.index(reach) < BANDS.index(band)
        at = reach if is_short else band
        shot = attack(weapon, range=at, gunner=GUNNER, armour=ARMOUR, evasion=PILOT, book=book)
        if reach in BANDS:
            yield amount("reach", "bands", BANDS.index(reach) + 1, f"now reach as far as {reach} range")
        if not is_short:
            yield from shot_figures(shot)

    name = _called(weapon, table is BARBETTES).capitalize()
    given = f"{in_space(GUNNER, ARMOUR, None, 0, TRADER, band)}, Pilot {PILOT}"
    return Scene(f"{name} at {TRADER} that dodges", f"{name}s", play, given=given)


# What a crew does besides firing


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


# What weapons do to ships


def _ion(gunner: int, band: str, title: str, subject: str) -> Scene:
    def play(book: Rulebook) -> Iterable[Figure]:
        shot = attack("ion cannon", "barbette", range=band, gunner=gunner, armour=ION_ARMOUR, book=book)
        taken = drain(shot)
        lost = taken.power.clamp(high=POWER)
        yield hit(shot.hit)
        yield rolled("Power lost", "Power", lost, "now take {after} Power on average instead of {before}")
        yield chance("chance that all Power is gone", lost.chance(">=", POWER), "take all Power")
        told = "now take Power away for {after} rounds on average instead of {before}"
        mean = taken.rounds.mean() if taken.rounds is not None else None
        event = ("Power is back", "Power is never back")
        yield Figure("rounds until Power is back", "rounds", mean, taken.rounds, told, event)
        yield damage(shot.damage)
        yield critical(taken.critical)

    return Scene(title, subject, play, given=f"{in_space(gunner, ION_ARMOUR, band=band)}, Power {POWER}")


def _severity(shot: Attack) -> Iterable[Figure]:
    """How severe its criticals are, if it scores any."""
    if shot.severities:
        every = Distribution.mixture((Distribution.constant(n), share) for n, share in shot.severities.items())
        told = "now score criticals of severity {after} on average instead of {before}"
        yield rolled("severity", "steps", every, told)


def _severities(book: Rulebook) -> Iterable[Figure]:
    shot = attack("pulse laser", "triple turret", range="Medium", gunner=2, armour=ARMOUR, book=book)
    for figure in _severity(shot):
        yield figure._replace(told="now have a severity of {after} on average instead of {before}")
    for severity in range(1, 5):
        told = f"of severity {severity} now add {{after}} damage instead of {{before}}"
        yield rolled(f"damage added at severity {severity}", "points", extra(severity, book), told)


def _severe(book: Rulebook) -> Iterable[Figure]:
    """Criticals that are as severe as can be, and one more on top of that."""
    shot = attack("particle barbette", range="Medium", gunner=ACE, armour=ARMOUR, book=book)
    yield critical(shot.critical)
    yield from _severity(shot)
    most = criticals.maximum_severity(book)
    yield amount("maximum severity", "steps", most, "reach severity {after} at most instead of {before}")
    told = "add {after} damage by a critical beyond the maximum instead of {before}"
    yield rolled("damage added beyond the maximum", "points", extra(most + 1, book), told)


def _sustained(book: Rulebook) -> Iterable[Figure]:
    loss = Distribution.die(6).sum_of(4)
    told = "now suffer {after} criticals of sustained damage instead of {before}"
    yield rolled("sustained criticals", "criticals", criticals.sustained_odds(HULL, 3, loss, book), told)
    places = criticals.locations(book)
    for place in ("Hull", "Fuel", "Crew", "Computer", "Bridge"):
        yield chance(f"critical in the {place}", places.get(place, Fraction(0)), f"are hit in the {place}")


def _bay(bay: str, book: Rulebook) -> Iterable[Figure]:
    return shot_figures(attack(custom("Particle", "4D", bay, book=book), gunner=GUNNER, armour=4, book=book))
