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
        here = table.path(f"{kind}: {name}")
        size, changes = book.number(f"{here}/advantages"), book.changes(f"{here}/effect")
        return Advantage(name, True, size, changes, "any", table.cite)
    tables = {True: book.table("ship/weapon-advantages"), False: book.table("ship/weapon-disadvantages")}
    for good, table in tables.items():
        if (row := table.get(name)) is not None:
            here = f"{table.id}/{row.id}"
            size, only = book.number(f"{here}/advantages") if good else 1, book.word(f"{here}/only")
            return Advantage(row.name, good, size, book.changes(f"{here}/effect"), only, table.cite)
    names = [row.name for table in tables.values() for row in table.rows]
    raise UnknownRule(f"no weapon advantage is called {name!r}; {suggestion(name, names)}")


def weapon_class(name: str) -> str:
    """What sort of weapon a name means, as the limits of advantages tell them apart.

    >>> [weapon_class(name) for name in ("Pulse Laser Barbette", "Particle Beam", "Torpedo", "Railgun")]
    ['laser', 'particle', 'missile', 'other']
    """
    words = normal(name)
    marks = {"laser": "laser", "particle": "particle", "missile": "missile", "torpedo": "missile"}
    return next((sort for mark, sort in marks.items() if mark in words), "other")


def choose(
    names: Sequence[str], kind: str, component: str, classes: Iterable[str], turret: bool, book: Rulebook
) -> list[Advantage]:
    """All of these for one component, or an error that says which rule forbids them.

    `classes` are the sorts of weapon in it, `turret` whether they stand in a turret or fixed mount.
    """
    chosen = [find(name, kind, book) for name in ([names] if isinstance(names, str) else names)]
    rules = "ship/customising"
    if len({one.good for one in chosen}) > 1 and not book.flag(f"{rules}/mixes-advantages-and-disadvantages"):
        either = "a component has either Advantages or Disadvantages, not both"
        raise book.broken(f"{rules}/mixes-advantages-and-disadvantages", either)
    if len({one.name for one in chosen}) < len(chosen) and not book.flag(f"{rules}/can-repeat"):
        raise book.broken(f"{rules}/can-repeat", "the same change cannot be made twice")
    for one in chosen:
        if _forbidden(one, chosen, set(classes), turret):
            raise RuleBroken(f"{one.name} is for {one.only}; {component} cannot have it so ({one.cite})")
    spent, most = sum(one.size for one in chosen if one.good), book.number(f"{rules}/maximum-advantages")
    if spent > most:
        raise book.broken(f"{rules}/maximum-advantages", f"these take {spent} Advantages; the most is {most}")
    return chosen


def _forbidden(one: Advantage, chosen: list[Advantage], classes: set[str], turret: bool) -> bool:
    """Whether its restriction keeps it from a component."""
    return {
        "any": False,
        "anything but missiles and torpedoes": "missile" in classes,
        "lasers and particle weapons": not classes or not classes <= {"laser", "particle"},
        "one use": [other.name for other in chosen].count(one.name) > 1,
        "anything but turret weapons": turret,
    }[one.only]
