"""What else a crew does in a round: move, dodge, shoot down missiles, scatter sand, overload, repair."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil
from typing import NamedTuple

from engine.dice.distribution import Distribution
from engine.errors import RuleBroken, refuse_negative
from engine.mechanics import advantages
from engine.mechanics.checks import PLAIN, Check, chain_dm, check
from engine.mechanics.ship_weapons import find
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook


def thrust_between(start: str, end: str, book: Rulebook = RAW) -> int:
    """Thrust to get from one range band to another: leaving a band costs the Thrust of its row (ruling 45).

    >>> thrust_between("Medium", "Short"), thrust_between("Short", "Long")
    (5, 7)
    """
    table = book.table("space/range-bands")
    at, goal = table.position(start), table.position(end)
    crossed = table.rows[at:goal] if at < goal else table.rows[goal + 1 : at + 1]
    return sum(book.number(f"{table.id}/{row.id}/thrust") for row in crossed)


def range_band(km: int | Fraction, book: Rulebook = RAW) -> str:
    """The range band of a distance; where two bands meet, the nearer one (ruling 1)."""
    if km < 0:
        raise RuleBroken(f"a distance is not below 0: {km} km")
    return book.holding("space/range-bands", "distance", ceil(km)).name


def dodges(thrust: int, book: Rulebook = RAW) -> int:
    """How many attacks a pilot can dodge with the Thrust that is left."""
    refuse_negative(thrust=thrust)
    return thrust // book.number("space/evasive-action/thrust")


def aid_gunners(pilot_dm: int, mode: str = PLAIN, book: Rulebook = RAW) -> dict[int, Fraction]:
    """The DM that a pilot's check gives the gunners, as a task chain."""
    return check(pilot_dm, mode=mode, book=book).effect.chances_of(lambda effect: chain_dm(effect, book))


def sensor_lock(dm: int, sensors: str | None = None, mode: str = PLAIN, book: Rulebook = RAW) -> Check:
    """The check of the sensor operator: skill and characteristic, and the grade of the ship's sensors.

    >>> sensor_lock(1, "Civilian").success
    Fraction(5, 18)
    """
    if sensors is not None and book.flag("space/sensor-lock/sensor-dm-counts"):
        dm += book.number(book.path("ship/sensors", sensors, "dm"))
    return check(dm, book.word("space/sensor-lock/difficulty"), mode, book=book)


def point_defence(
    gunner_dm: int,
    salvo: int,
    weapon: str = "Pulse Laser",
    mount: str | None = None,
    mode: str = PLAIN,
    book: Rulebook = RAW,
) -> Distribution:
    """How many missiles of a salvo a turret laser takes out."""
    refuse_negative(salvo=salvo)
    armed = find(weapon, mount, book=book)
    path = "space/point-defence"
    if book.word(f"{path}/weapons") == "laser" and armed.sort != "laser":
        raise book.broken(f"{path}/weapons", f"point defence takes a laser, not a {armed.name}")
    if book.word(f"{path}/mount") == "turret" and not armed.mount.endswith("Turret"):
        raise book.broken(f"{path}/mount", f"point defence takes a turret, not a {armed.mount}")
    per = book.number(f"{path}/missiles-per-effect")
    return check(gunner_dm, mode=mode, book=book).effect.clamp(low=0).map(lambda effect: min(salvo, effect * per))


def disperse_sand(gunner_dm: int, mode: str = PLAIN, book: Rulebook = RAW) -> Distribution:
    """Armour that sand adds against one laser attack; 0 if the check fails.

    Give it to the attack: `attack(…, armour=4, sand=disperse_sand(1))`.
    """
    added = book.dice("space/disperse-sand/armour").distribution()
    counts_effect = book.flag("space/disperse-sand/effect-added")

    def armour(effect: int) -> Distribution:
        if effect < 0 and book.flag("space/disperse-sand/needs-success"):
            return Distribution.constant(0)
        return added + effect if counts_effect else added

    return Distribution.mixture((armour(effect), n) for effect, n in check(gunner_dm, mode=mode, book=book).effect)


def fire_control_as_gunner(rating: int, book: Rulebook = RAW) -> int:
    """The DM of an attack that fire control makes by itself, in place of a gunner."""
    if not book.flag("space/fire-control/acts-as-gunner"):
        raise book.broken("space/fire-control/acts-as-gunner", "fire control cannot act as a gunner")
    return book.number(book.path("ship/fire-control", f"Fire Control/{rating}", "dm"))


def split_fire_control(rating: int, shares: Sequence[int], book: Rulebook = RAW) -> list[int]:
    """The DMs of the attacks that fire control assists; they cannot add up to more than it has."""
    name = f"Fire Control/{rating}"
    path = book.path("ship/fire-control", name)
    total = book.number(f"{path}/dm")
    if any(share < 0 for share in shares) or sum(shares) > total:
        raise book.broken(f"{path}/dm", f"{name} has DM+{total} to split, not {'+'.join(map(str, shares))}")
    splits = book.flag("space/fire-control/dm-can-be-split") and book.flag(f"{path}/split")
    if len([share for share in shares if share]) > 1 and not splits:
        raise book.broken(f"{path}/dm", f"the DM of {name} cannot be split")
    return list(shares)


class Overload(NamedTuple):
    """An engineer's try to get more out of a drive or plant."""

    success: Fraction
    gain: int | Fraction
    """Thrust, or the share of Power, gained next round."""
    mishap: Fraction
    """The chance of a critical."""
    severity: int


def overload(what: str, engineer_dm: int, mode: str = PLAIN, book: Rulebook = RAW) -> Overload:
    """Overload the `drive` or the `plant`.

    >>> overload("drive", 0).success, overload("drive", 0).mishap
    (Fraction(1, 6), Fraction(1, 6))
    """
    if what not in ("drive", "plant"):
        raise RuleBroken(f"a drive or a plant can be overloaded, not {what!r}")
    path = f"space/actions/overload-{what}"
    result = check(engineer_dm, book.word(f"{path}-difficulty"), mode, book=book)
    gain = book.number(f"{path}-thrust") if what == "drive" else book.fraction(f"{path}-power")
    mishap = result.effect.chance("<=", book.number(f"{path}-mishap"))
    return Overload(result.success, gain, mishap, book.number(f"{path}-severity"))


def repair(
    engineer_dm: int,
    severity: int,
    what: str = "system",
    mode: str = PLAIN,
    weapon: Sequence[str] = (),
    book: Rulebook = RAW,
) -> Check:
    """The check to repair a system in combat, against the severity of its damage.

    `what` may also be `hull` or `destroyed`, which RAW does not allow; `weapon` are the advantages of a weapon that
    is repaired, such as Easy to Repair.
    """
    rule = f"space/actions/repairs-{what}"
    if what != "system" and not book.flag(rule):
        raise book.broken(rule, f"a repair in combat restores effects only, not what is {what}")
    dm = engineer_dm + _change(weapon, "repair-dm", book)
    dm += severity * book.number("space/actions/repair-dm-per-severity")
    return check(dm, book.word("space/actions/repair-difficulty"), mode, book=book)


def severity_to(weapon: Sequence[str], severity: int, book: Rulebook = RAW) -> int:
    """The severity of a critical to a weapon with these advantages, such as Resilient; 0 is none.

    >>> severity_to(["Resilient"], 3)
    2
    """
    return max(0, severity + _change(weapon, "severity", book))


def _change(names: Sequence[str], what: str, book: Rulebook) -> int:
    """The sum of the changes that a weapon's advantages make to one of its values."""
    amounts = (advantages.find(name, advantages.WEAPON, book).changes.get(what) for name in names)
    return sum(amount for amount in amounts if isinstance(amount, int))


def jump(engineer_dm: int, difficulty: str = "Average", mode: str = PLAIN, book: Rulebook = RAW) -> Check:
    """An emergency jump in combat."""
    return check(engineer_dm + book.number("space/actions/jump-dm"), difficulty, mode, book=book)


def improve_initiative(leadership_dm: int, mode: str = PLAIN, book: Rulebook = RAW) -> Distribution:
    """What a captain's Leadership check adds to next round's initiative: its Effect, bad or good."""
    return check(leadership_dm, mode=mode, book=book).effect
