"""Space combat: duels at each range, barbettes, missiles, and what a crew does besides.

Every gunner has Gunner 1. The target is a free trader, Hull 80 and armour 2, unless another is named. It is disabled
when hits, and the damage that their criticals add, have used up its Hull; sustained damage and what criticals do to
its systems are left out of that count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from engine.dice.distribution import Distribution
from engine.mechanics import crew_actions, criticals
from engine.mechanics.ship_weapons import BARBETTE, Weapon, find, listed
from engine.mechanics.space_attack import Attack, attack
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook, Table
from engine.rules.customised_components import ADVANTAGES, DISADVANTAGES
from engine.rules.ship_armament import BARBETTES, TURRET_WEAPONS
from engine.rules.space_combat import RANGE_BANDS
from errata.impact.scenes import COMMON, PLAIN, SPECIAL, Scene, a, capital
from errata.impact.scenes.figures import Figure, amount, chance, damage, hit, mean_rounds, rolled

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


FAMILY = "space combat"
TRADER = "a free trader"
HULL, ARMOUR, PILOT, GUNNER = 80, 2, 2, 1
"""A free trader that dodges, and who fires at it."""
FAR_GUNNER = 3
"""Who fires further than that, at one that does not."""
BANDS = tuple(row.name for row in RANGE_BANDS.rows)


def scenes() -> Iterator[Scene]:
    """All of them."""
    for weapon in ("Beam Laser", "Pulse Laser"):
        for band in BANDS:
            yield _duel(weapon, band)
    yield _duel("Particle Beam", "Very Long", "single turret", FAR_GUNNER, pilot=0)
    yield _duel("Missile Rack", "Distant", "single turret", FAR_GUNNER, pilot=0)
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
