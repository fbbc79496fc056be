"""Tables of one row or two that name a rule table's own columns: too little to be recognised, and enough to be read."""

from __future__ import annotations

from engine.names import normal
from engine.raw import RAW
from verify.cells import read_match
from verify.findings import Fact
from verify.layout import Grid, Layout
from verify.matched import Match
from verify.reading import Reading
from verify.recognise import recognise
from verify.values import bare

LEAST = 2
"""Columns that have to be a table's own."""


def stated(grid: Grid) -> dict[tuple[int, int], Fact]:
    """What the cells of a grid state by the heads of its columns and the names of its rows, each by its place."""
    found = [match for match in recognise(grid)[1] if _is_named(grid, match)]
    if len(found) != 1:
        return {}
    facts = read_match(Reading("", Layout([], [grid], [])), grid, found[0], RAW)
    return {fact.place[1:]: fact for fact in facts if fact.rule in RAW and fact.printed and not fact.quoted}


def _is_named(grid: Grid, match: Match) -> bool:
    """Whether all heads of a grid are those of one table, that over the names of the rows as well."""
    heads = [bare(head.text) for head in grid.header]
    if match.names_in or not heads or normal(heads[0]) not in match.shape.headings:
        return False
    columns = [match.shape.find_column(head) for head in heads[1:]]
    return len(columns) >= LEAST and None not in columns and len(set(columns)) == len(columns)
