"""RAW, the rules as written: CRB 2016 with High Guard 2022, built from the tables and facts in `engine/rules/`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING

from engine.rulebook.rulebook import Declared, Rulebook, Rules, Tables

if TYPE_CHECKING:
    from engine.rulebook.declarations import Facts
    from engine.rulebook.rulebook import Table

CHAPTERS = (
    "tasks", "space_combat", "space_combat_actions", "critical_hits", "ship_armament", "customised_components",
    "ship_fittings", "personal_combat", "personal_attack_dms", "damage_and_armour", "weapon_traits",
    "injury_and_recovery",
)  # fmt: skip
"""The modules that declare rules; every table and every set of facts in them counts by standing there."""


@cache
def entries() -> tuple[Table | Facts, ...]:
    """All that the modules declare, in order."""
    from engine.rulebook.declarations import Facts
    from engine.rulebook.rulebook import Table

    chapters = (import_module(f"engine.rules.{name}") for name in CHAPTERS)
    return tuple(entry for chapter in chapters for entry in vars(chapter).values() if isinstance(entry, (Table, Facts)))


def build(declared: Iterable[Table | Facts]) -> tuple[Rules, Tables]:
    """Rules and tables from their entries; an id that is declared twice is an error."""
    from engine.rulebook.rulebook import Table

    every = tuple(declared)
    return Declared(every), MappingProxyType({entry.id: entry for entry in every if isinstance(entry, Table)})


def called_in_code() -> Iterator[tuple[str, str]]:
    """The names that code gives to constants, each with the id of its rule; only facts have such names."""
    from engine.rulebook.declarations import Facts

    for entry in entries():
        if isinstance(entry, Facts):
            for fact in entry.members:
                yield from ((name, f"{entry.id}/{fact.name}") for name in (*fact.constants, *fact.in_code))


RAW = Rulebook("CRB 2016 with HG 2022", lambda: build(entries()))
"""The rules as written, as the four references give them; they are read when one of them is asked for."""
