"""Markdown: the tables of the documents that come with a codebase, and the code in them left alone."""

from __future__ import annotations

from errata.literals import Leaf, Lifted, Scope
from errata.readers import Wanted
from errata.readers.html import records
from errata.text import decoded
from verify.layout import Passage, read_layout
from verify.mending import unfold
from verify.values import bare


def read(data: bytes, name: str, wanted: Wanted) -> tuple[list[Lifted], str]:
    """The tables of a document, each as a list of records under its headings."""
    text = decoded(data)
    found = []
    for grid in map(unfold, read_layout(text).grids):
        rows = [[_leaf(cell) for cell in row] for row in (grid.header, *grid.rows) if row]
        made = records(rows)
        if made is not None:
            scopes = tuple(Scope("comment", bare(above)) for above in grid.context[-3:])
            found.append(Lifted((Scope("file", name), *scopes), made))
    return found, ""


def _leaf(cell: Passage) -> Leaf:
    return Leaf(bare(cell.text), *cell.place(0))
