"""Space combat, what weapons do to ships: ion weapons, railguns against armour, bays, and critical hits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from engine.dice.distribution import Distribution
from engine.mechanics import criticals
from engine.mechanics.ship_weapons import custom
from engine.mechanics.space_attack import Attack, attack, drain
from engine.rulebook.rulebook import Rulebook
from errata.impact.scenes import SPECIAL, Scene
from errata.impact.scenes.figures import Figure, amount, chance, damage, hit, rolled
from errata.impact.scenes.space_duels import ARMOUR, GUNNER, HULL, critical, extra, in_space, shot_figures, shot_scene

FAMILY = "space combat"
POWER, ION_ARMOUR = 60, 4
"""A ship that ion cannons are fired at."""
ACE = 3
"""The Gunner skill of those who score criticals."""
HEAVY_ARMOUR = 8
"""Armour that AP matters for."""


def scenes() -> Iterator[Scene]:
    """All of them."""
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
        yield _bay(bay)


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


def _bay(bay: str) -> Scene:
    def play(book: Rulebook) -> Iterable[Figure]:
        weapon = custom("Particle", "4D", bay, book=book)
        return shot_figures(attack(weapon, gunner=GUNNER, armour=4, book=book))

    return Scene(f"A {bay}, 4D, at armour 4", f"{bay.capitalize()}s", play, given=in_space(GUNNER, 4))
