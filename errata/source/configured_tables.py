"""Applies the configuration's `[[table]]` entries to a source: which rule table each table is, or that it is none.

An entry confirms a table that was recognised as that rule table; only where none was, it forces another to be read so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.rulebook.raw import RAW
from errata.source.scan_results import UNNAMED, Binding, configuration_names
from verify.grids import Grid
from verify.recognition.code.code_table_recogniser import recognise_as
from verify.recognition.code.recognised_code_table import CodeMatch

NONE = "none"
"""The rule table of an entry whose table is something else."""


class Bindings:
    """The entries for one source, and those whose table was found."""

    def __init__(self, configured: Sequence[Binding]) -> None:
        self.configured = configured
        self.found: set[Binding] = set()

    @property
    def missing(self) -> list[Binding]:
        """The entries whose table was not found yet."""
        return [binding for binding in self.configured if binding not in self.found]

    def name(self, qualified_name: str, line: int) -> str:
        """The name of a table in the configuration."""
        names = configuration_names(qualified_name, line)
        return next((name for name in names if self.is_bound(name)), names[-1])

    def is_bound(self, name: str) -> bool:
        """Whether there is an entry for a table."""
        return any(configured == name for configured, _ in self.configured)

    def applied(self, name: str, matches: list[CodeMatch]) -> list[CodeMatch]:
        """The matches of a table that its entries allow; those that they confirm are certain."""
        if self._is_none(name):
            return []
        rules = {rule for configured, rule in self.configured if configured == name}
        if not rules:
            return matches
        confirmed = [match for match in matches if _rule_tables(match) <= rules]
        self.found |= {(name, rule) for match in confirmed for rule in _rule_tables(match)}
        others = [match for match in matches if match not in confirmed] if name == UNNAMED else []
        return [*map(_certain, confirmed), *others]

    def forced(self, name: str, grid: Grid) -> Iterator[CodeMatch]:
        """The matches of a table that was not recognised, by its entries alone."""
        if self._is_none(name):
            return
        for configured, rule in self.missing:
            match = recognise_as(grid, rule) if configured == name else None
            if match is not None:
                self.found.add((configured, rule))
                yield _certain(match)

    def _is_none(self, name: str) -> bool:
        """Whether an entry for a table, or for one around it, says that it is no rule table; notes these entries."""
        entries = {
            (configured, rule)
            for configured, rule in self.configured
            if rule == NONE and (name == configured or name.startswith(f"{configured}."))
        }
        self.found |= entries
        return bool(entries)


def _rule_tables(match: CodeMatch) -> set[str]:
    """The rule tables that a table has rows of; several where a book prints a list of them."""
    if match.rule_table.id in RAW.tables:
        return {match.rule_table.id}
    rules = (rule for row in match.rows.values() for rule in match.rule_table.rows[row].rules)
    return {RAW.rule(rule).section for rule in rules if rule in RAW}


def _certain(match: CodeMatch) -> CodeMatch:
    match.known = {column: replace(known, sure=True) for column, known in match.known.items()}
    return match
