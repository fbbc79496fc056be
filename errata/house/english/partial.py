"""Tables that name a rule table's own rows and columns: too small or too changed to be recognised, enough to be read.

A table may lie on its side, with the things in its header.
"""

from __future__ import annotations

from dataclasses import replace

from engine.rulebook.names import normal
from engine.rulebook.raw import RAW
from verify.documents.reading import Reading
from verify.documents.table_facts import read_match
from verify.findings import Fact, States
from verify.grids import Grid, Layout
from verify.recognition.document_table_recogniser import recognise_document_table
from verify.recognition.recognised_table import Match
from verify.recognition.values import bare

LEAST, MANY = 2, 4
"""Columns that have to be a table's own, and rows that are enough for one."""


def stated(grid: Grid) -> dict[tuple[int, int], Fact]:
    """What the cells of a grid state by the heads of its columns and the names of its rows, each by its place."""
    return _stated(grid) or _stated(upright(grid))


def upright(grid: Grid) -> Grid:
    """A table with its rows for columns; an empty one, or one whose rows are not all as long, stays as it is."""
    if not grid.header or any(len(row) != len(grid.header) for row in grid.rows):
        return grid
    first, *rows = (list(cells) for cells in zip(grid.header, *grid.rows, strict=True))
    return replace(grid, header=first, rows=rows)


def _stated(grid: Grid) -> dict[tuple[int, int], Fact]:
    found = [match for match in recognise_document_table(grid)[1] if _is_named(grid, match)]
    if len(found) != 1:
        return {}
    facts = read_match(Reading("", Layout([], [grid], [])), grid, found[0], RAW)
    return {fact.place[1:]: fact for fact in facts if fact.states is States.VALUE and fact.printed}


def _is_named(grid: Grid, match: Match) -> bool:
    """Whether all heads of a grid are those of one table, that over the names of the rows as well."""
    heads = [bare(head.text) for head in grid.header]
    full = len(grid.rows) == len(match.rows) >= MANY
    if match.names_in or not heads or not (full or not heads[0] or normal(heads[0]) in match.rule_table.headings):
        return False
    columns = [match.rule_table.find_column(head) for head in heads[1:]]
    return (full or len(columns) >= LEAST) and None not in columns and len(set(columns)) == len(columns)
