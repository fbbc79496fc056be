"""RAW, the rules as written: CRB 2016 with High Guard 2022, built from the tables and facts in `engine/rules/`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.rulebook.declarations import Facts
from engine.rulebook.rulebook import Rule, Rulebook, Table
from engine.rules import (
    critical_hits,
    customised_components,
    damage_and_armour,
    injury_and_recovery,
    personal_attack_dms,
    personal_combat,
    ship_armament,
    ship_fittings,
    space_combat,
    space_combat_actions,
    tasks,
    weapon_traits,
)

CHAPTERS = (
    tasks, space_combat, space_combat_actions, critical_hits, ship_armament, customised_components, ship_fittings,
    personal_combat, personal_attack_dms, damage_and_armour, weapon_traits, injury_and_recovery,
)  # fmt: skip
"""The modules that declare rules. Every table and every set of facts that they define belongs to RAW."""

ENTRIES: tuple[Table | Facts, ...] = tuple(
    entry for chapter in CHAPTERS for entry in vars(chapter).values() if isinstance(entry, (Table, Facts))
)
"""All tables and sets of facts, in order."""


def rules_by_id(entries: Iterable[Table | Facts]) -> dict[str, Rule]:
    """The rules of some tables and sets of facts, in order; an id that is declared twice is an error."""
    rules: dict[str, Rule] = {}
    for entry in entries:
        for rule in entry.rules():
            if rule.id in rules:
                raise ValueError(f"{rule.id} is declared twice")
            rules[rule.id] = rule
    return rules


RAW = Rulebook(
    "CRB 2016 with HG 2022",
    rules_by_id(ENTRIES),
    {entry.id: entry for entry in ENTRIES if isinstance(entry, Table)},
)
"""The rules as written, as the four references give them."""


def called_in_code() -> Iterator[tuple[str, str]]:
    """The names that code gives to constants, each with the id of its rule."""
    for rule in RAW.rules.values():
        yield from ((name, rule.id) for name in (*rule.constants, *rule.in_code))
