"""Advantages and disadvantages of components: what each does, and which a component may have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from engine.errors import RuleBroken, UnknownRule
from engine.rulebook.names import normal, suggestion
from engine.rulebook.rulebook import Rulebook
from engine.rulebook.values import Amount

WEAPON = "weapon"
"""The kind of component that has tables of its own; the others are named in one table."""


class Advantage(NamedTuple):
    """An Advantage, or a Disadvantage where it is not `good`."""

    name: str
    good: bool
    size: int
    """How many Advantages it counts for."""
    changes: Mapping[str, Amount]
    only: str
    """What may have it."""
    cite: str


def find(name: str, kind: str, book: Rulebook) -> Advantage:
    """An Advantage or Disadvantage by its name; `kind` is weapon, Jump Drive, Manoeuvre Drive or Power Plant."""
    if kind != WEAPON:
        table = book.table("ship/component-advantages")
        path = table.path(f"{kind}: {name}")
        size, changes = book.number(f"{path}/advantages"), book.changes(f"{path}/effect")
        return Advantage(name, True, size, changes, "any", table.cite)
    tables = {True: book.table("ship/weapon-advantages"), False: book.table("ship/weapon-disadvantages")}
    for good, table in tables.items():
        if (row := table.get(name)) is not None:
            path = f"{table.id}/{row.id}"
            size, only = book.number(f"{path}/advantages") if good else 1, book.word(f"{path}/only")
            return Advantage(row.name, good, size, book.changes(f"{path}/effect"), only, table.cite)
    names = [row.name for table in tables.values() for row in table.rows]
    raise UnknownRule(f"no weapon advantage is called {name!r}; {suggestion(name, names)}")


def weapon_class(name: str) -> str:
    """The sort of a weapon, by its name, as the restrictions of advantages distinguish them.

    >>> [weapon_class(name) for name in ("Pulse Laser Barbette", "Particle Beam", "Torpedo", "Railgun")]
    ['laser', 'particle', 'missile', 'other']
    """
    words = normal(name)
    marks = {"laser": "laser", "particle": "particle", "missile": "missile", "torpedo": "missile"}
    return next((sort for mark, sort in marks.items() if mark in words), "other")


def choose(
    names: Sequence[str], kind: str, component: str, classes: Iterable[str], turret: bool, book: Rulebook
) -> list[Advantage]:
    """The named advantages for one component; raises an error that names the rule if one forbids them.

    `classes` are the sorts of weapon in it, `turret` whether they stand in a turret or fixed mount.
    """
    chosen = [find(name, kind, book) for name in ([names] if isinstance(names, str) else names)]
    rules = "ship/customising"
    if len({item.good for item in chosen}) > 1 and not book.flag(f"{rules}/mixes-advantages-and-disadvantages"):
        message = "a component has either Advantages or Disadvantages, not both"
        raise book.broken(f"{rules}/mixes-advantages-and-disadvantages", message)
    if len({item.name for item in chosen}) < len(chosen) and not book.flag(f"{rules}/can-repeat"):
        raise book.broken(f"{rules}/can-repeat", "the same change cannot be made twice")
    for item in chosen:
        if _forbidden(item, chosen, set(classes), turret):
            raise RuleBroken(f"{item.name} is for {item.only}; {component} cannot have it so ({item.cite})")
    spent, most = sum(item.size for item in chosen if item.good), book.number(f"{rules}/maximum-advantages")
    if spent > most:
        raise book.broken(f"{rules}/maximum-advantages", f"these take {spent} Advantages; the most is {most}")
    return chosen


def _forbidden(advantage: Advantage, chosen: list[Advantage], classes: set[str], turret: bool) -> bool:
    """Whether the restriction of an advantage forbids it for a component."""
    return {
        "any": False,
        "anything but missiles and torpedoes": "missile" in classes,
        "lasers and particle weapons": not classes or not classes <= {"laser", "particle"},
        "one use": [other.name for other in chosen].count(advantage.name) > 1,
        "anything but turret weapons": turret,
    }[advantage.only]
