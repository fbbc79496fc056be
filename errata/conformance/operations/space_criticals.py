"""Critical hits in space: how severe, where, what they do, and those of sustained damage."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod

from engine.dice.distribution import Distribution
from engine.dice.notation import Dice
from engine.mechanics import crew_actions, criticals, space_attack
from engine.rulebook.rulebook import Rulebook
from engine.rulebook.values import Amount
from errata.conformance.operation import name_of, number, operation, rows, whole
from errata.conformance.operations.space_attacks import IMPROVED
from errata.conformance.outcomes import AnyOf, Outcomes, certain, each, mixed

LOCATIONS = rows("space/critical-effects")
LOCATION = name_of("location", LOCATIONS, "M-Drive")
"""The default is a location with effects of two kinds."""


@operation(
    "space.severity",
    "severity",
    whole("effect", -6, 12, 0, "space/critical/effect"),
    whole("damage", 0, 80, 0, "space/critical/severity-divisor"),
    rules="space/critical/effect space/critical/severity-from",
    seeds=[
        {"effect": effect, "damage": damage}
        for effect, damage in product((5, 6, 7, 10, 12), (0, 1, 9, 10, 11, 20, 21, 59, 60, 61, 80))
    ],
)
def severity(book: Rulebook, effect: int, damage: int) -> Outcomes:
    """How severe a hit is; 0 if it is no critical hit."""
    return certain(severity=space_attack.severity(effect, damage, book))


@operation("space.critical_location", "location", rules="space/critical/location-dice")
def location(book: Rulebook) -> Outcomes:
    """Where a critical hit strikes."""
    return mixed(({"location": place}, chance) for place, chance in criticals.locations(book).items())


CHANGES = {
    "thrust": "thrust", "control_dm": "control-dm", "spacecraft_dm": "spacecraft-dm", "sensor_dm": "sensor-dm",
    "computer_dm": "computer-dm", "computer_rating": "computer-rating", "jump_dm": "jump-dm",
    "sensors_beyond": "sensors-inoperative-beyond", "weapon": "weapon", "jump_drive": "jump-drive",
    "computer": "computer", "fuel_tank": "fuel-tank", "cargo": "cargo",
}  # fmt: skip
"""What stays in force, and how the table calls it."""
SHARES = {"fuel_percent": "fuel-share", "cargo_percent": "cargo-share"}
ROLLED = {
    "fuel_hour": "fuel-tons-per-hour", "fuel_round": "fuel-tons-per-round", "crew_damage": "occupant-damage",
    "cargo_percent": "cargo-share-dice", "armour": "armour-dice", "occupants": "occupants",
    "occupants_damage": "occupants-damage", "life_support_hours": "life-support-hours",
    "life_support_rounds": "life-support-rounds",
}  # fmt: skip
"""What is rolled when the critical hit happens."""


@operation(
    "space.critical",
    " ".join([*CHANGES, "thrust_zero", "power_percent", "sensors_working", *SHARES, *ROLLED]),
    LOCATION._replace(rules=("space/critical-effects/{}/severity-1",)),
    whole("severity", 1, 4, 1),
    rules="space/critical/cumulative",
    seeds=[{"location": place, "severity": severity} for place, severity in product(LOCATIONS, (2, 3, 4))],
)
def critical(book: Rulebook, location: str, severity: int) -> Outcomes:
    """What a critical hit does to a system, with what lesser severities did to it."""
    done: dict[str, list[Amount]] = {}
    for change in criticals.critical(location, severity, book).changes:
        done.setdefault(change.what, []).append(change.amount)
    happens = book.changes(f"{book.path('space/critical-effects', location)}/severity-{severity}")
    powers: list[Amount] = [Fraction(share) * 100 for share in done.get("power", []) if isinstance(share, Fraction)]
    outputs: dict[str, object] = {name: _in_force(done.get(what, [])) for name, what in CHANGES.items()}
    outputs |= {
        "thrust_zero": "thrust-set-to" in done,
        "power_percent": -100 if "power-set-to" in done else _in_force(powers),
        "sensors_working": True,
        "armour": happens.get("armour", 0),
    }
    outputs |= {name: Fraction(str(happens[what])) * 100 for name, what in SHARES.items() if what in happens}
    rolled = {name: dice.distribution() for name, what in ROLLED.items() if isinstance(dice := happens.get(what), Dice)}
    if "armour" in rolled:
        rolled["armour"] = -rolled["armour"]
    return mixed((outputs | dict(pairs), chance) for pairs, chance in _together(rolled))


def _in_force(amounts: list[Amount]) -> object:
    """What several severities come to.

    DMs of two severities may add up, or the graver takes the place of the other: the references do not say which.
    """
    numbers = [amount for amount in amounts if isinstance(amount, (int, Fraction))]
    if not numbers:
        return amounts[-1] if amounts else 0
    return AnyOf((sum(numbers, Fraction(0)), Fraction(numbers[-1]))) if len(numbers) > 1 else numbers[0]


def _together(rolled: dict[str, Distribution]) -> Iterator[tuple[list[tuple[str, int]], Fraction]]:
    """The values of independent rolls together, with their chances."""
    for ends in product(*(distribution.pmf().items() for distribution in rolled.values())):
        values = zip(rolled, (value for value, _ in ends), strict=True)
        yield list(values), prod((chance for _, chance in ends), start=Fraction(1))


@operation("space.hull_critical", "damage", whole("severity", 1, 4, 1, "space/critical-effects/hull/severity-1"),
           rules="space/critical-effects/hull/severity-1")  # fmt: skip
def hull_critical(book: Rulebook, severity: int) -> Outcomes:
    """Damage that a critical hit on the Hull adds."""
    return each("damage", criticals.hull_damage("Hull", severity, book=book))


@operation(
    "space.hull_damage",
    "damage",
    LOCATION._replace(default="Hull", rules=("space/critical-effects/{}/severity-4",)),
    whole("severity", 1, 7, 1, "space/critical/maximum-severity", "space/critical/beyond-maximum"),
    whole("hull_severity", 0, 6, 0),
    rules="space/critical-effects/hull/severity-1",
    seeds=[
        *({"location": place, "severity": 4} for place in LOCATIONS),
        *({"location": "Weapon", "severity": 4, "hull_severity": severity} for severity in (1, 2, 3, 6)),
    ],
)
def hull_damage(book: Rulebook, location: str, severity: int, hull_severity: int) -> Outcomes:
    """Hull damage that a critical hit adds, wherever it strikes."""
    return each("damage", criticals.hull_damage(location, severity, hull_severity, book))


@operation(
    "space.stack_critical",
    "severity damage",
    LOCATION,
    whole("now", 0, 6, 1, "space/critical/maximum-severity"),
    whole("severity", 1, 6, 1),
    rules="space/critical/maximum-severity space/critical/beyond-maximum",
    ruling=63,
    seeds=[{"now": now, "severity": severity} for now, severity in ((1, 2), (2, 4), (4, 2), (5, 5), (6, 3), (0, 3))],
)
def stack_critical(book: Rulebook, location: str, now: int, severity: int) -> Outcomes:
    """A further critical hit where there was one before."""
    level = criticals.stacked(now, severity, book)
    extra = criticals.hull_damage(location, level, book=book) if level > criticals.maximum_severity(book) else None
    if extra is None:
        return certain(severity=level, damage=0)
    most = criticals.maximum_severity(book)
    return mixed(({"severity": most, "damage": points}, chance) for points, chance in extra.pmf().items())


@operation(
    "space.sustained",
    "criticals any",
    number("hull", [1, 9, 10, 11, 15, 39, 40, 44, 45, 100, 105, 200], 40, "space/sustained-damage/share"),
    number("before", [0, 1, 3, 4, 5, 39, 40, 41, 100], 0),
    whole("damage", 0, 60, 0, "space/sustained-damage/share"),
    rules="space/sustained-damage/share",
    seeds=[
        {"hull": hull, "before": before, "damage": damage}
        for hull, before, damage in (
            (40, 3, 1), (40, 3, 5), (40, 4, 3), (40, 4, 4), (40, 38, 10), (45, 4, 1), (45, 0, 9), (44, 4, 5),
            (11, 1, 1),
            (200, 19, 1), (15, 1, 1), (9, 0, 9), (1, 0, 1), (105, 10, 1), (100, 100, 5),
        )
    ],
)  # fmt: skip
def sustained(book: Rulebook, hull: int, before: int, damage: int) -> Outcomes:
    """The critical hits that damage causes as sustained damage."""
    caused = criticals.sustained(hull, before, damage, book)
    return certain(criticals=caused, any=caused > 0)


@operation("space.severity_to", "severity", IMPROVED, whole("severity", 1, 6, 1),
           rules="ship/weapon-advantages/resilient/effect",
           seeds=[{"advantages": "Resilient", "severity": severity} for severity in (2, 3, 6)])  # fmt: skip
def severity_to(book: Rulebook, advantages: str, severity: int) -> Outcomes:
    """The severity of a critical hit to a weapon with advantages."""
    named = [name.strip() for name in advantages.split(",") if name.strip()]
    return certain(severity=crew_actions.severity_to(named, severity, book))
