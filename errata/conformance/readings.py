"""Other ways to read the rules: another edition, or the values of others where a ruling names some."""

from __future__ import annotations

from functools import cache

from engine.rulebook.editions import EDITIONS
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import RecordingRulebook, Rulebook
from engine.rulebook.values import Value
from errata.conformance.operation import Operation
from errata.conformance.scenes import all_values, ordinary
from verify.rulings import rulings


@cache
def rules_read(operation: Operation) -> frozenset[str]:
    """The rules that an operation reads in simple scenes."""
    book = RecordingRulebook(RAW)
    base = ordinary(operation, all_values(operation))
    simple = ({given.name: value} for given in operation.inputs for value in given.values)
    for changed in ({}, *simple, *operation.seeds):
        operation.outcomes({**base, **changed}, book)
    return frozenset(book.read)


def readings(operation: Operation, book: Rulebook) -> list[tuple[str, Rulebook]]:
    """The other rulebooks by which an implementation may be right, each with who has them: whole ones first."""
    read = rules_read(operation)
    found = [
        (f"CRB {year}", edition)
        for year, edition in EDITIONS.items()
        if any(edition[rule] != book[rule] for rule in read)
    ]
    for year, edition in EDITIONS.items():
        sections: dict[str, dict[str, Value]] = {}
        for rule in sorted(read):
            if edition[rule] != book[rule]:
                sections.setdefault(RAW.rule(rule).section, {})[rule] = edition[rule]
        found += [(f"CRB {year}", book.overlay(changes)) for changes in sections.values() if len(sections) > 1]
    for number, ruling in rulings().items():
        others = [(rule, value) for rule, value in ruling.others if rule in read and value != book[rule]]
        if len({rule for rule, _ in others}) > 1:
            found.append((f"ruling {number}", book.overlay(dict(others))))
        found += [(f"ruling {number}", book.overlay({rule: value})) for rule, value in others]
    return found
