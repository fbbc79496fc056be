"""RAW, the rules as written: CRB 2016 with High Guard 2022, built from the entries in `engine/rules/`."""

from collections.abc import Iterable

from engine.declare import Facts
from engine.rulebook import Rulebook, Table
from engine.rules import checks, healing, personal, ship, space

ENTRIES: tuple[Table | Facts, ...] = (
    *checks.ENTRIES, *space.ENTRIES, *ship.ENTRIES, *personal.ENTRIES, *healing.ENTRIES,
)  # fmt: skip


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
