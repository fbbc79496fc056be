"""Space combat: duels at each range, barbettes, missiles, and what a crew does besides.

Every gunner has Gunner 1. The target is a free trader, Hull 80 and armour 2, unless another is named. It is disabled
when hits, and the damage that their criticals add, have used up its Hull; sustained damage and what criticals do to
its systems are left out of that count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from engine.dice.distribution import Distribution
from engine.mechanics import crew_actions, criticals
from engine.mechanics.ship_weapons import BARBETTE, Weapon, find, listed
from engine.mechanics.space_attack import Attack, attack
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook, Table
from engine.rules.customised_components import ADVANTAGES, DISADVANTAGES
from engine.rules.ship_armament import BARBETTES, TURRET_WEAPONS
from engine.rules.space_combat import RANGE_BANDS
from errata.impact.scenes import COMMON, PLAIN, SPECIAL, Figure, Scene, a, amount, capital, chance, mean_rounds, rolled

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
_AT = in_space(GUNNER, ARMOUR)
_CALLED = f"a fusion gun; {in_space(GUNNER, ARMOUR, band='Short')}"
_SALVO = f"Medium range; Gunner {GUNNER} on either side, armour {ARMOUR}"
_LOCKED = in_space(GUNNER, ARMOUR, HULL, 0, TRADER, "Long")
BANDS = tuple(row.name for row in RANGE_BANDS.rows)
HIT = "now hit {after} of the time instead of {before}"
DOES = "now do {after} damage on average instead of {before}"
CRITICAL = "score critical hits {after} of the time instead of {before}"


def scenes() -> Iterator[Scene]:
    """All of them."""
    for weapon in ("Beam Laser", "Pulse Laser"):
        for band in BANDS:
            yield _duel(weapon, band)
    for weapon, mount, band in (
        ("Particle Beam", "single turret", "Very Long"),
        ("Missile Rack", "single turret", "Distant"),
    ):
        yield _duel(weapon, band, mount, FAR_GUNNER, pilot=0)
    for armour in (0, 4, 8, 12):
        yield _against_armour(find("Particle Barbette"), armour)
    for piercing in sorted((weapon for weapon in listed() if weapon.ap), key=lambda weapon: weapon.turret):
        yield _against_armour(piercing, 12)
    yield Scene("Six missiles at a free trader with a laser on point defence", "Six missiles", _missiles, given=_SALVO)
    yield Scene(
        "A pulse laser at Long range under a sensor lock", "Pulse lasers under a sensor lock", _locked, given=_LOCKED
    )
    yield Scene(
        "A beam laser at a free trader that scatters sand", "Beam lasers through sand", _sand, rank=SPECIAL, given=_AT
    )
    yield Scene("A shot that is called at Short range", "Called shots", _called_shot, given=_CALLED)
    yield Scene("A pulse laser at a reflective hull", "Lasers at reflective hulls", _reflected, rank=SPECIAL, given=_AT)
    yield Scene("A gunner with a Boon and a Bane", "Gunners with a Boon and a Bane", _both, rank=SPECIAL, given=_AT)
    for table in (TURRET_WEAPONS, BARBETTES):
        for row in table.rows:
            yield _armed(row.name, table)
    for row in (*ADVANTAGES.rows, *DISADVANTAGES.rows):
        yield _improved(row.name)


def shot_figures(shot: Attack, hull: int = HULL, target: str = TRADER) -> Iterable[Figure]:
    """What an attack comes to: hit, damage, critical, rounds to disable."""
    yield from one_shot(shot)
    rounds = mean_rounds(hull, _loss(shot))
    yield amount("rounds to disable", "rounds", rounds, f"{target} is{{never}} disabled {{sooner}}")


def one_shot(shot: Attack) -> Iterable[Figure]:
    """What a shot comes to where nothing is disabled: hit, damage, critical."""
    yield chance("hit chance", shot.hit, HIT)
    yield rolled("damage", "points", shot.damage, DOES)
    yield chance("critical chance", shot.critical, CRITICAL)


def _loss(shot: Attack) -> Distribution:
    """What one attack takes off the Hull, with the damage that its critical adds."""
    return Distribution.mixture(
        (dealt + extra(severity, shot.book) if severity else dealt, share) for severity, dealt, share in shot.graded
    )


@lru_cache(maxsize=256)
def extra(severity: int, book: Rulebook) -> Distribution:
    """What a critical of a severity adds to the damage."""
    return criticals.extra_damage(severity, book=book)


def _duel(weapon: str, band: str, mount: str = "double turret", gunner: int = GUNNER, pilot: int = PILOT) -> Scene:
    def play(book: Rulebook) -> Iterable[Figure]:
        shot = attack(weapon, mount, range=band, gunner=gunner, armour=ARMOUR, evasion=pilot, book=book)
        return shot_figures(shot)

    name = weapon.capitalize()
    rank = PLAIN if band in ("Short", "Medium") else COMMON
    series, given = f"A {mount} of {name.lower()}s", in_space(gunner, ARMOUR, HULL, pilot, TRADER, band)
    title, subject = f"{series} at {band} range", f"{name}s at {band} range"
    return Scene(title, subject, play, rank=rank, given=given, band=band, series=series)


def _against_armour(weapon: Weapon, armour: int) -> Scene:
    band = _usual_band(weapon.reach)

    def play(book: Rulebook) -> Iterable[Figure]:
        shot = attack(weapon.name, range=band, gunner=GUNNER, armour=armour, book=book)
        return shot_figures(shot, 160, "a patrol corvette")

    name = _called(weapon.name, weapon.mount == BARBETTE)
    series = f"{capital(a(name.lower()))} at a patrol corvette, Hull 160, armour"
    given = in_space(GUNNER, armour, 160, 0, "a patrol corvette", band)
    return Scene(
        f"{series} {armour}", f"{name.capitalize()}s against armour {armour}", play, given=given, series=series
    )


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
    yield rolled("damage", "points", through, DOES)


def _locked(book: Rulebook) -> Iterable[Figure]:
    return shot_figures(attack("pulse laser", range="Long", gunner=GUNNER, armour=ARMOUR, lock=True, book=book))


def _sand(book: Rulebook) -> Iterable[Figure]:
    sand = crew_actions.disperse_sand(GUNNER, book=book)
    yield rolled("armour of the sand", "armour", sand, "meet {after} more armour instead of {before}")
    yield from one_shot(attack("beam laser", gunner=GUNNER, armour=ARMOUR, sand=sand, book=book))


def _called_shot(book: Rulebook) -> Iterable[Figure]:
    return one_shot(attack("fusion gun", range="Short", gunner=GUNNER, armour=ARMOUR, called=True, book=book))


def _reflected(book: Rulebook) -> Iterable[Figure]:
    return one_shot(attack("pulse laser", gunner=GUNNER, armour=ARMOUR, coating="Reflective", book=book))


def _both(book: Rulebook) -> Iterable[Figure]:
    return one_shot(attack("pulse laser", gunner=GUNNER, armour=ARMOUR, boons=1, banes=1, book=book))


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
            yield from one_shot(shot)

    name = _called(weapon, table is BARBETTES)
    title, given = f"{name.capitalize()} at a free trader that dodges", in_space(GUNNER, ARMOUR, None, 0, TRADER, band)
    return Scene(title, f"{name.capitalize()}s", play, given=f"{given}, Pilot {PILOT}")


def _improved(name: str) -> Scene:
    def play(book: Rulebook) -> Iterable[Figure]:
        return one_shot(attack("pulse laser", "barbette", gunner=GUNNER, armour=ARMOUR, advantages=[name], book=book))

    return Scene(f"A pulse laser barbette with {name}", f"{name} weapons", play, given=_AT)
