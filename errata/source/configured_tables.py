"""Applies the configuration's `[[table]]` entries to a source: which rule table each table is, or that it is none.

An entry confirms a table that was recognised as that rule table; only where none was, it forces another to be read so.
A column that the table had earlier and has lost is read again, whatever its values are now.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace

from engine.rulebook.raw import RAW
from errata.source.scan_results import UNNAMED, Binding, configuration_names
from verify.grids import Grid
from verify.recognition.code.code_table_recogniser import recognise_as
from verify.recognition.code.recognised_code_table import CodeMatch, KnownColumn

NONE = "none"
"""The rule table of an entry whose table is something else."""


class Bindings:
    """The entries for one source, with the columns that its tables have lost, and what of both was found."""

    def __init__(self, configured: Sequence[Binding], lost: Set[Binding] = frozenset()) -> None:
        self.configured = configured
        self.lost = {(name or UNNAMED, column) for name, column in lost}
        self.found: set[Binding] = set()

    @property
    def missing(self) -> list[Binding]:
        """The entries whose table was not found yet, and the tables of lost columns that were not."""
        tables = {(name, column.rpartition("/")[0]) for name, column in self.lost - self.found}
        return [*(binding for binding in self.configured if binding not in self.found), *sorted(tables)]

    def name(self, qualified_name: str, line: int) -> str:
        """The name of a table in the configuration."""
        names = configuration_names(qualified_name, line)
        entries = {name for name, _ in (*self.configured, *self.lost)}
        return next((name for name in names if name in entries), names[-1])

    def is_bound(self, name: str) -> bool:
        """Whether there is an entry for a table."""
        return any(configured == name for configured, _ in self.configured)

    def applied(self, name: str, grid: Grid, matches: list[CodeMatch]) -> list[CodeMatch]:
        """The matches of a table that its entries allow, with all columns; those that they confirm are certain."""
        if self._is_none(name):
            return []
        matches = [self._completed(name, grid, match) for match in matches]
        rules = {rule for configured, rule in self.configured if configured == name}
        if not rules:
            return matches
        confirmed = [match for match in matches if _rule_tables(match) <= rules]
        self.found |= {(name, rule) for match in confirmed for rule in _rule_tables(match)}
        others = [match for match in matches if match not in confirmed] if name == UNNAMED else []
        return [*map(_certain, confirmed), *others]

    def forced(self, name: str, grid: Grid) -> Iterator[CodeMatch]:
        """The matches of a table that was not recognised, by its entries or its lost columns alone."""
        if self._is_none(name):
            return
        for configured, rule in self.missing:
            match = recognise_as(grid, rule) if configured == name else None
            if match is not None and (wanted := self._wanted(name, match)):
                self.found |= {(configured, rule), *((name, _column_id(match, known)) for known in wanted.values())}
                yield _certain(replace(match, known=wanted))

    def _completed(self, name: str, grid: Grid, match: CodeMatch) -> CodeMatch:
        """A match with the columns that only an entry or an earlier version tells: none of their values is right."""
        table = match.rule_table.id
        is_named = any(name == other for other, _ in (*self.configured, *self.lost))
        configured = recognise_as(grid, table) if is_named and table in RAW.tables else None
        if configured is not None and configured.names_in == match.names_in:
            wanted = {known.column: (c, known) for c, known in self._wanted(name, configured).items()}
            known = {
                c: replace(column, sure=column.sure or column.column in wanted) for c, column in match.known.items()
            }
            others = dict(wanted[column] for column in wanted.keys() - {column.column for column in known.values()})
            match = replace(match, known=others | known)
        self.found |= self.lost & {(name, _column_id(match, known)) for known in match.known.values()}
        return match

    def _wanted(self, name: str, match: CodeMatch) -> dict[int, KnownColumn]:
        """The columns of a table that an entry or an earlier version tells."""
        told = {rule for other, rule in (*self.configured, *self.lost) if other == name}
        return {c: known for c, known in match.known.items() if told & {match.rule_table.id, _column_id(match, known)}}

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


def _column_id(match: CodeMatch, known: KnownColumn) -> str:
    """The id of a column, such as `space/range-bands/attack-dm`."""
    table = match.rule_table.id
    return f"{table}/{RAW.tables[table].columns[known.column].id}" if table in RAW.tables else table


def _certain(match: CodeMatch) -> CodeMatch:
    match.known = {column: replace(known, sure=True) for column, known in match.known.items()}
    return match
