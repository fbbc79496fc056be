"""Markdown: the tables of the documents that come with a codebase; code in them is ignored."""

from __future__ import annotations

import re
from collections.abc import Iterable

from errata.literals.header_rows import records
from errata.literals.model import Branch, Entry, Leaf, Lifted, Node, Problem, Scope, Wanted
from errata.source.text import decoded
from verify.documents.layout import list_grids, read_layout
from verify.documents.scanner_damage import unfold
from verify.documents.sentences import is_house_rule
from verify.grids import Grid, Passage
from verify.recognition.values import bare

_DAY = r"(?:19|20)\d\d-\d\d-\d\d"
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* (?:19|20)\d\d"
_VERSION = r"(?:version |release |v)\[?\d+(?:\.\d+)+\]?|\[?\d+\.\d+\.\d+\]?|\[\d+\.\d+\]"
_HISTORY = re.compile(
    rf"^\W*(?:change ?log|release notes|(?:version |revision )?history|what'?s new|unreleased|(?:changes?|new) in [v\d]"
    rf"|{_DAY}|{_MONTH}\W*$|(?:{_VERSION})(?![\w.])(?:\W*(?:$|{_DAY}|{_MONTH})))",
    re.IGNORECASE,
)
"""A heading over former rules: a changelog, a version, a date."""


def read(data: bytes, name: str, wanted: Wanted) -> tuple[list[Lifted], Problem | None]:
    """The tables of a document, each as a list of records under its headings, and its lists of names and values."""
    layout = read_layout(decoded(data))
    tables = ((grid, records(_leaves((grid.header, *grid.rows)))) for grid in map(unfold, layout.grids))
    return [
        Lifted((Scope("file", name), *(Scope("comment", bare(above)) for above in grid.context[-3:])), tree)
        for grid, tree in (*tables, *((grid, _listed(grid)) for grid in list_grids(layout)))
        if tree is not None and not _is_ignored(grid.context)
    ], None


def _is_ignored(context: tuple[str, ...]) -> bool:
    """Whether the headings above say that a table is a house rule or a former one."""
    return is_house_rule(context) or any(_HISTORY.search(above) for above in context)


def _leaves(rows: Iterable[list[Passage]]) -> list[list[Leaf]]:
    return [[_leaf(cell) for cell in row] for row in rows if row]


def _listed(grid: Grid) -> Node:
    """The names and values of a list as a branch."""
    entries = [Entry(name, value) for name, value in _leaves(grid.rows)]
    return Branch(grid.line, 1, entries)


def _leaf(cell: Passage) -> Leaf:
    return Leaf(bare(cell.text), *cell.place(0))
