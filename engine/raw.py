"""RAW, the rules as written: CRB 2016 with High Guard 2022, built from the tables and facts in `engine/rules/`."""

from collections.abc import Iterable

from engine.declare import Facts
from engine.rulebook import Rulebook, Table
from engine.rules import (
    checks,
    criticals,
    customising,
    harm,
    healing,
    personal,
    personal_attacks,
    ship,
    ship_weapons,
    space,
    weapon_traits,
)

FAMILIES = (
    checks, space, criticals, ship_weapons, customising, ship, personal, personal_attacks, harm, weapon_traits, healing,
)  # fmt: skip
"""The modules that declare rules; every table and every set of facts in them counts by standing there."""

ENTRIES: tuple[Table | Facts, ...] = tuple(
    entry for family in FAMILIES for entry in vars(family).values() if isinstance(entry, (Table, Facts))
)


def build(entries: Iterable[Table | Facts]) -> Rulebook:
    """A rulebook from its entries; an id that is declared twice is an error."""
    rules, tables = {}, {}
    for entry in entries:
        if isinstance(entry, Table):
            tables[entry.id] = entry
        for rule in entry.rules():
            if rule.id in rules:
                raise ValueError(f"{rule.id} is declared twice")
            rules[rule.id] = rule
    return Rulebook("CRB 2016 with HG 2022", rules, tables)


RAW = build(ENTRIES)
"""The rules as written, as the four references give them."""
