"""Markdown: the tables of the documents that come with a codebase, and the code in them left alone."""

from __future__ import annotations

import re

from engine.late import late
from errata.headed import records
from errata.literals import Leaf, Lifted, Scope
from errata.readers import Wanted
from errata.text import decoded
from verify.house import is_house_rule
from verify.layout import read_layout
from verify.mending import unfold
from verify.page import Passage
from verify.values import bare

_DAY = r"(?:19|20)\d\d-\d\d-\d\d"
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* (?:19|20)\d\d"
_VERSION = r"(?:version |release |v)\[?\d+(?:\.\d+)+\]?|\[?\d+\.\d+\.\d+\]?|\[\d+\.\d+\]"
_HISTORY = late(
    rf"^\W*(?:change ?log|release notes|(?:version |revision )?history|what'?s new|unreleased|(?:changes?|new) in [v\d]"
    rf"|{_DAY}|{_MONTH}\W*$|(?:{_VERSION})(?![\w.])(?:\W*(?:$|{_DAY}|{_MONTH})))",
    re.IGNORECASE,
)
"""A heading over what was so once: a log of changes, a version, a day."""


def read(data: bytes, name: str, wanted: Wanted) -> tuple[list[Lifted], str]:
    """The tables of a document, each as a list of records under its headings."""
    text = decoded(data)
    found = []
    for grid in map(unfold, read_layout(text).grids):
        if is_house_rule(grid.context) or any(_HISTORY.search(above) for above in grid.context):
            continue
        rows = [[_leaf(cell) for cell in row] for row in (grid.header, *grid.rows) if row]
        made = records(rows)
        if made is not None:
            scopes = tuple(Scope("comment", bare(above)) for above in grid.context[-3:])
            found.append(Lifted((Scope("file", name), *scopes), made))
    return found, ""


def _leaf(cell: Passage) -> Leaf:
    return Leaf(bare(cell.text), *cell.place(0))
