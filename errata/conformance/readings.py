"""Other ways to read the rules: another edition, or the values of others where a ruling names some."""

from __future__ import annotations

from functools import cache

from engine.rulebook.editions import EDITIONS
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import RecordingRulebook, Rulebook
from errata.conformance.operation import Operation
from errata.conformance.scenes import all_values, ordinary
from verify.rulings import rulings


@cache
def rules_read(operation: Operation) -> frozenset[str]:
    """The rules that an operation reads in simple scenes."""
    book = RecordingRulebook(RAW)
    base = ordinary(operation, all_values(operation))
    operation.outcomes(base, book)
    for given in operation.inputs:
        for value in given.values:
            operation.outcomes(base | {given.name: value}, book)
    for seed in operation.seeds:
        operation.outcomes(base | dict(seed), book)
    return frozenset(book.read)


def readings(operation: Operation, book: Rulebook) -> dict[str, Rulebook]:
    """The other rulebooks by which an implementation may be right, each with who has them."""
    read = rules_read(operation)
    found: dict[str, Rulebook] = {}
    for year, edition in EDITIONS.items():
        if any(edition[rule] != book[rule] for rule in read):
            found[f"CRB {year}"] = edition
    for number, ruling in rulings().items():
        for rule, value in ruling.others:
            if rule in read and value != book[rule]:
                name = f"ruling {number}"
                found[name] = found.get(name, book).overlay({rule: value}, name)
    return found
