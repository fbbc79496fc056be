"""Whether a table in code is called what it is: by the name of a rule table and of its column, with all of its rows.

Such a table is meant, whatever its values are: else one with many wrong values would pass where one with few does not.
"""

from __future__ import annotations

from functools import cache

from verify.candidates import Candidate
from verify.page import POSITION
from verify.shapes import Shape, words_in
from verify.surroundings import SAYING_NOTHING

CALLED = "its name, with all of its rows"
DM_WORDS = frozenset({"dm", "mod", "modifier", "bonus", "penalty"})
"""Words that say that values are DMs, whatever else a name says."""
_NOTHING = frozenset(SAYING_NOTHING) - DM_WORDS | {
    "get", "calc", "calculate", "compute", "find", "all", "std", "standard", "core", "mgt", "traveller", "const", "the",
    "e", "a", "k", "my", "our", "system", "game", "basic", "json", "enum",
}  # fmt: skip
"""Words in the name of a table that say nothing of what it is."""
FEWEST = 4
"""Rows that a table must have for them to tell."""


def is_called(table: Candidate, column: int, field: str = "") -> bool:
    """Whether the nearest names say which rule table and which column it is, and no more, and all rows are there."""
    own, columns = _words(table.shape, column)
    names = [text for where, text in table.grid.scopes if where in ("name", "key", "function")][-2:]
    said = (frozenset(words_in(" ".join((*names[n:], field)))) - _NOTHING for n in range(len(names)))
    return _has_all(table) and any(_tells(each, own, columns) for each in said)


def called_column(table: Candidate) -> int | None:
    """The only column that a table without fields is called by; None if it is called by none, or by several."""
    found = [n for n, column in enumerate(table.shape.columns) if column.kind is not None and is_called(table, n)]
    return found[0] if len(found) == 1 else None


def _tells(said: frozenset[str], own: frozenset[str], columns: frozenset[frozenset[str]]) -> bool:
    return bool(said & own) and (said - own in columns or (not columns and said <= own))


@cache
def _words(shape: Shape, column: int) -> tuple[frozenset[str], frozenset[frozenset[str]]]:
    """The words that a table is called by, and those beside them that say which column; where there is but one, none.

    >>> from verify.code_names import code_shapes
    >>> own, columns = _words(next(one for one in code_shapes() if one.id == "space/range-bands"), 1)
    >>> sorted(own), sorted(map(sorted, columns))[:2]
    (['band', 'range', 'ship', 'space', 'spacecraft'], [['change', 'thrust', 'to'], ['cost', 'thrust']])
    """
    told = shape.columns[column]
    tables = (*shape.phrases, words_in(shape.id.rpartition("/")[2].replace("-", " ")), *map(words_in, shape.headed))
    own = frozenset(word for phrase in tables for word in phrase) - _NOTHING - DM_WORDS
    dms = DM_WORDS if told.kind is not None and told.kind.name == "DM" else ()
    phrases = {*(frozenset(phrase) - _NOTHING for phrase in told.phrases), *(frozenset([word]) for word in dms)}
    if sum(one.kind is not None for one in shape.columns) == 1:
        return own.union(*phrases), frozenset()
    return own, frozenset(phrase - own for phrase in phrases) - {frozenset()}


def _has_all(table: Candidate) -> bool:
    """Whether all rows of a table are rows of a rule table, and nearly all of that are there."""
    full = sum(bool(row[table.names_in].text) for row in table.grid.rows if table.names_in < len(row))
    rows, wanted = set(table.rows.values()), len(table.shape.rows)
    if table.grid.header and table.grid.header[0].text == POSITION:
        return False  # numbers in a row, of anything
    return len(table.rows) == full and len(rows) == full >= FEWEST and len(rows) * 10 >= wanted * 8
