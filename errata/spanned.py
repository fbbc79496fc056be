"""Bands that span several of the book's, each of those by itself: `score <= 2` is what 0 gives, and what 1 to 2 do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.rulebook.values import Band
from verify.grids import Grid, Passage
from verify.recognition.code.row_names import code_shapes, has_keys
from verify.recognition.rule_tables import Shape, keys_of, words_in

MOST = 20
"""Rows of a table that can be bands."""
MAX_NAME = 200
"""Letters of what a table is called, or of what is said of it, that are looked at."""


def each_band(grid: Grid) -> Grid:
    """A grid by bands with a row for each band of the book in a wider one; the same if it is none, or has no wider.

    It has to be called what it is: other games have bands of the same kind.
    """
    names = [row[0].text if row else "" for row in grid.rows]
    if not 2 < len(names) <= MOST or not all(any(sign.isdecimal() for sign in name) for name in names):
        return grid
    own = [next((value for value in keys_of(name) if isinstance(value, Band)), None) for name in names]
    called = {word for _, text in grid.scopes for word in words_in(text[:MAX_NAME])}
    for shape in (shape for shape in code_shapes() if has_keys(shape) and not called.isdisjoint(shape.where)):
        book = [band for band in shape.keys if isinstance(band, Band)]
        stated = [next((one for one in book if band is not None and _is(band, one, book)), None) for band in own]
        left = [n for n, one in enumerate(stated) if one is None]
        if len(left) == 1 and len(own) > len(book) // 2:
            held = _held(own[left[0]], [one for one in book if one not in stated])
            if len(held) > 1:
                return replace(grid, rows=list(_split(grid, left[0], held, shape)))
    return grid


def _is(band: Band, one: Band, book: list[Band]) -> bool:
    """Whether a band is one of the book's; nothing lies below the first, or above the last."""
    low = band.low == one.low or (band.low is None and one is book[0])
    return low and (band.high == one.high or (one.high is None and one is book[-1]))


def _held(wide: Band | None, left: list[Band]) -> list[Band]:
    """The bands of the book, of those that stand nowhere, that make up a wider one; none if they do not."""
    held = [band for band in left if wide is not None and _holds(wide, band)]
    if wide is None or not held:
        return []
    low, high = held[0].low, held[-1].high
    return held if wide.low in (None, low) and (wide.high == high or high is None) else []


def _holds(wide: Band, band: Band) -> bool:
    """Whether a band lies in another."""
    above = wide.low is None or (band.low is not None and band.low >= wide.low)
    return above and (wide.high is None or (band.high is not None and band.high <= wide.high))


def _split(grid: Grid, wide: int, held: list[Band], shape: Shape) -> Iterator[list[Passage]]:
    """The rows of a grid, one of them as often as it holds bands of the book."""
    kind = shape.columns[shape.key or 0].kind
    for n, row in enumerate(grid.rows):
        for band in held if n == wide else ():
            yield [replace(row[0], text=kind.text(band) if kind is not None else str(band)), *row[1:]]
        if n != wide:
            yield row
