"""Tables that their bands tell, whatever they are called: 0, 1-2, 3-5 and so on up to 15+ are characteristics' scores.

Where most values beside the bands are the book's too, such a table is meant; where they are not, that is in doubt.
"""

from __future__ import annotations

from engine.rulebook.raw import RAW
from engine.rulebook.values import Band
from verify.candidates import Candidate
from verify.code_names import has_keys
from verify.notations import notation
from verify.page import POSITION
from verify.shapes import keys_of
from verify.surroundings import rows_with_words

BY_BANDS = "its bands"


def has_bands(table: Candidate) -> bool:
    """Whether the keys of a table are nearly all bands of a rule table, or every number in them, and nothing else.

    Few bands say nothing: this is for a table that has many, and of which a word near has to speak else.
    """
    if not (has_keys(table.shape) and table.shape.where) or table.names_in or _is_listed(table):
        return False
    own = _bands(table)
    exact = {row for n, row in table.rows.items() if own.get(n) == _book(table, row)}
    numbers = [band.low for band in own.values() if band.low is not None and band.low == band.high]
    if len(numbers) > len(table.shape.rows):
        return len(own) == len(numbers) and sorted(numbers) == list(range(len(numbers))) and len(numbers) >= _LONGEST
    return len(exact) >= len(table.shape.rows) - MOVED and len(own) - len(exact) <= MOVED


MOVED = 2
"""Bands that may be other than the book's: an edge that is moved is that of two."""
_LONGEST = 12
"""Numbers from 0 on, each with its own value, that make a table."""


def _is_listed(table: Candidate) -> bool:
    """Whether its keys are only places in a list: numbers in a row, of anything."""
    return bool(table.grid.header) and table.grid.header[0].text == POSITION


def _bands(table: Candidate) -> dict[int, Band]:
    """The band that each row of a grid stands for."""
    found = {}
    for n, row in enumerate(table.grid.rows):
        texts = keys_of(row[table.names_in].text) if row else ()
        if (band := next((value for value in texts if isinstance(value, Band)), None)) is not None:
            found[n] = band
    lowest = next((n for n, band in found.items() if band == Band(None, 0)), None)
    return found if lowest is None else found | {lowest: Band(0, 0)}  # nothing is below 0


def _book(table: Candidate, row: int) -> Band | None:
    value = RAW[table.shape.rows[row].rules[table.shape.key or 0]]
    return value if isinstance(value, Band) else None


def valued_by_bands(table: Candidate, c: int) -> int | None:
    """The column that a field beside such bands is: the only one that there is, if any value of it is the book's."""
    columns = [n for n in range(len(table.shape.columns)) if n != table.shape.key]
    if len(columns) != 1 or not has_bands(table):
        return None
    return columns[0] if _known(table, c, columns[0]) > 0 else None


def is_told_by_bands(table: Candidate) -> bool:
    """Whether nothing but its bands says what a table is, where a word near has to say so else."""
    around = rows_with_words(table.grid, table.shape.where, table.rows, table.names_in)
    return not around and has_bands(table)


def is_doubtful(table: Candidate, c: int, column: int) -> bool:
    """Whether too few of the values beside such bands are the book's to say that they are meant."""
    cells = len(list(table.cells(c, column)))
    most = MOST_NUMBERS if cells > len(table.shape.rows) else MOST_BANDS
    return _known(table, c, column) * 100 < cells * most


MOST_BANDS, MOST_NUMBERS = 55, 85
"""Per cent of the values that must be the book's: of bands, and of numbers, many of which are right by chance."""


def _known(table: Candidate, c: int, column: int) -> int:
    """How many values of a field are the book's for a column."""
    kind, cells = table.shape.columns[column].kind, list(table.cells(c, column))
    return notation(kind, cells).known if kind is not None and cells else 0
