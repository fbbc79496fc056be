"""Which values of a codebase are checked: a table that is no longer recognised is not fixed, only unchecked."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set
from typing import NamedTuple

from engine.rulebook.raw import RAW
from errata.codebase_check import JudgedFacts
from errata.excerpts import Texts, lines_in
from errata.readers import reader_of

Columns = Mapping[str, Set[tuple[str, str]]]
"""Columns by file: the qualified name of the table, and the column, such as `space/range-bands/attack-dm`."""


class TableValue(NamedTuple):
    """A value in a table of a codebase: its file, the qualified name of the table, and its rule or rule table."""

    file: str
    table: str
    rule: str

    @property
    def rule_table(self) -> str:
        """The rule table, or what else its rule belongs to."""
        return RAW.rule(self.rule).section if self.rule in RAW else self.rule

    @property
    def column(self) -> str:
        """The column of the rule table, such as `space/range-bands/attack-dm`; or the rule table itself."""
        return RAW.rule(self.rule).column_id if self.rule in RAW else self.rule

    @property
    def is_of_table(self) -> bool:
        """Whether a rule table has it, and not a constant."""
        return self.rule_table in RAW.tables


def table_values(judged: JudgedFacts) -> Iterator[TableValue]:
    """The values of tables that were checked, and are no doubtful guesses."""
    for fact, verdict in judged:
        is_checked = verdict == "differs" or not fact.problem
        value = TableValue(fact.place.file, fact.qualified_name, fact.rule)
        if is_checked and not fact.doubtful and fact.begins and value.is_of_table:
            yield value


def columns_of(values: Iterable[TableValue], above: str = "") -> Columns:
    """The columns of some values; `above` is put before the names of their files."""
    columns: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for value in values:
        columns[above + value.file].add((value.table, value.column))
    return columns


def no_longer_checked(
    earlier: Iterable[TableValue], judged: JudgedFacts, texts: Texts
) -> Iterator[tuple[TableValue, int]]:
    """Values that were checked earlier and are not now, each with the line on which the name of its table stands.

    Without its table or its file a value is gone, and so is one whose row alone was removed.
    """
    checked = set(table_values(judged))
    columns = {(value.file, value.table, value.column) for value in checked}
    columns |= {(value.file, value.table, value.rule_table) for value in checked}
    unreadable = {TableValue(fact.place.file, fact.qualified_name, fact.rule) for fact, _ in judged if fact.problem}
    for value in sorted(set(earlier) - checked):
        is_in_column = (value.file, value.table, value.column) in columns
        is_lost = value.is_of_table and (value in unreadable or not is_in_column)
        if is_lost and (line := _line_of_table(value, "\n".join(lines_in(texts, value.file)))):
            yield value, line


def _line_of_table(value: TableValue, text: str) -> int:
    """The line on which the table of a value begins; 0 if there is none any more.

    A name is one of a table if something is assigned to it, or if it is that of a function, or of a heading.
    """
    name = re.escape(value.table.rpartition(".")[2])
    if name and reader_of(value.file) not in ("markdown", "html", "xml", "csv"):
        name = rf"(?<![\w$]){name}[\"'\]]*\s*(?:[:=](?!=)|\([^()]*\)\s*(?:[{{:]|=>))"
    found = re.search(name, text) if text else None
    return text.count("\n", 0, found.start()) + 1 if found else 0
