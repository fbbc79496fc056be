"""Critical hits: their locations, effects and extra damage, and criticals from sustained damage."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from engine.dice.distribution import ALL_FACES, Distribution, tally, thin_dice
from engine.dice.notation import Dice
from engine.errors import RuleBroken
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook
from engine.rulebook.values import Change

PRINTED_SEVERITIES = len(RAW.table("space/critical-effects").columns)
"""Severities whose effects the references print; 5 and 6 are named and not listed (ruling 50)."""


def maximum_severity(book: Rulebook = RAW) -> int:
    """The highest severity of any location."""
    return book.number("space/critical/maximum-severity")


def locations(book: Rulebook = RAW) -> dict[str, Fraction]:
    """The chance of each location, in the order of the table.

    >>> locations()["Hull"]
    Fraction(1, 6)
    """
    rolled = location_dice(book).distribution().pmf()
    table = book.table("space/critical-locations")
    with thin_dice(ALL_FACES):
        possible = set(location_dice(book).distribution().pmf())
    if possible != {int(row.name) for row in table.rows}:
        dice = book.rule("space/critical/location-dice")
        raise book.broken(dice.id, f"{dice.text} does not give the rolls of the location table")
    chances = ((book.word(f"{table.id}/{row.id}"), rolled.get(int(row.name), Fraction(0))) for row in table.rows)
    return tally(chances)


def rolls_that_strike(location: str, book: Rulebook = RAW) -> set[int]:
    """The rolls that hit a location.

    >>> rolls_that_strike("Hull")
    {7}
    """
    table = book.table("space/critical-locations")
    return {int(row.name) for row in table.rows if book.word(f"{table.id}/{row.id}") == location}


def location_dice(book: Rulebook = RAW) -> Dice:
    """The dice that find a location."""
    return book.dice("space/critical/location-dice")


class Critical(NamedTuple):
    """The effects of a critical on a location at a severity."""

    location: str
    severity: int
    changes: tuple[Change, ...]
    """Every change in force, those of lower severities first."""
    printed: bool
    """Whether the references print the effects of this severity."""


def critical(location: str, severity: int, book: Rulebook = RAW) -> Critical:
    """The effects of a critical on a location; those of lower severities stay in force.

    >>> [change.what for change in critical("Power Plant", 1).changes]
    ['thrust', 'power']
    """
    most = maximum_severity(book)
    if not 1 <= severity <= most:
        raise book.broken("space/critical/maximum-severity", f"a severity lies from 1 to {most}, not at {severity}")
    row = book.table("space/critical-effects").find(location)
    last = min(severity, PRINTED_SEVERITIES)
    first = 1 if book.flag("space/critical/cumulative") else last
    in_force = (book.changes(f"space/critical-effects/{row.id}/severity-{n}") for n in range(first, last + 1))
    changes = tuple(Change(*change) for at_level in in_force for change in at_level.items())
    return Critical(row.name, severity, changes, severity <= PRINTED_SEVERITIES)


def hull_damage(location: str, severity: int, hull_severity: int = 0, book: Rulebook = RAW) -> Distribution:
    """Hull damage that a critical adds when it happens; `hull_severity` is the current severity of the Hull location.

    A hit on a location that is at the maximum already adds the dice for that instead.
    """
    if severity > maximum_severity(book):
        return book.dice("space/critical/beyond-maximum").distribution()
    if severity < 1:
        raise RuleBroken(f"a severity is at least 1, not {severity}")
    level = min(severity, PRINTED_SEVERITIES)
    row = book.table("space/critical-effects").find(location)
    changes = book.changes(f"space/critical-effects/{row.id}/severity-{level}")
    added = changes.get("hull-damage")
    total = added.distribution() if isinstance(added, Dice) else Distribution.constant(0)
    step = changes.get("hull-severity")
    if isinstance(step, int):
        if row.name == "Hull":
            raise RuleBroken("a hull critical cannot bring another one: it would never end")
        total = total + hull_damage("Hull", hull_severity + step, book=book)
    return total


def extra_damage(severity: int, hull_severity: int = 0, book: Rulebook = RAW) -> Distribution:
    """Hull damage that a critical at a random location adds.

    >>> extra_damage(1).mean()
    Fraction(7, 12)
    """
    return Distribution.mixture(
        (hull_damage(place, severity, hull_severity, book), chance) for place, chance in locations(book).items()
    )


def sustained(hull: int, before: int, damage: int, book: Rulebook = RAW) -> int:
    """The number of criticals that damage causes as sustained damage, if the ship had lost `before` already.

    >>> sustained(hull=40, before=3, damage=9)
    3
    """
    if hull <= 0 or before < 0 or damage < 0:
        raise RuleBroken(f"a ship has Hull and loses some: not Hull {hull}, {before} lost, then {damage}")
    share = book.fraction("space/sustained-damage/share") * hull
    if not share:
        return 0
    lost = min(before + damage, hull)
    return lost // share - min(before, hull) // share


def sustained_odds(hull: int, before: int, damage: Distribution, book: Rulebook = RAW) -> Distribution:
    """The same for damage that is still to be rolled."""
    return damage.map(lambda points: sustained(hull, before, points, book))


def stacked(now: int, severity: int, book: Rulebook = RAW) -> int:
    """The severity of a location that is hit again (ruling 63); above the maximum the hit only adds damage.

    >>> stacked(1, 3), stacked(3, 1), stacked(6, 2)
    (3, 4, 7)
    """
    most = maximum_severity(book)
    if not 0 <= now <= most or severity < 1:
        raise RuleBroken(f"a location has a severity from 0 to {most} and is hit with one of at least 1")
    return min(max(severity, now + 1 if now else severity), most) if now < most else most + 1
