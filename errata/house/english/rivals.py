"""Tables that may be one of two: the same rows and columns, of turret weapons as well as of barbettes.

What a house rule says cannot tell them apart: the table whose values happen to be the book's is no likelier.
"""

from __future__ import annotations

from engine.rulebook.raw import RAW
from errata.house.english.rule_names import known_to
from verify.grids import Grid
from verify.recognition.document_table_recogniser import recognise_document_table
from verify.recognition.recognised_table import Match, conflict


def rivals(grid: Grid) -> list[Match]:
    """The other tables that a recognised grid may be, if nothing above it names the one."""
    match, guesses = recognise_document_table(grid)
    if match is None or match.captioned:
        return []
    return [
        other
        for other in guesses
        if other.rule_table is not match.rule_table
        and other.rows.keys() >= match.rows.keys()
        and _heads(match) <= _heads(other)
        and conflict(match, other)
    ]


def _heads(match: Match) -> set[tuple[int, str]]:
    """What each printed column is called in the table."""
    return {(n, match.rule_table.columns[column].title) for n, column in match.columns.items()}


def elsewhere(rule: str) -> tuple[str, ...]:
    """The rules of other tables that have the same column, and a row that may be called the same.

    >>> elsewhere("ship/turret-weapons/beam-laser/damage")
    ('ship/barbettes/beam-laser-barbette/damage',)
    """
    own = RAW.rule(rule)
    row = next(row for row in RAW.table(own.section).rows if row.id == own.row)
    return tuple(
        f"{table.id}/{other.id}/{own.column}"
        for table in RAW.tables.values()
        for other in table.rows
        if table.id != own.section
        and {row.name, *row.also} & {other.name, *other.also}
        and f"{table.id}/{other.id}/{own.column}" in RAW
        and known_to(f"{table.id}/{other.id}/{own.column}")
    )
