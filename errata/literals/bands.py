"""Bands in records, by the fields that hold both ends, or one: `{min: 3, max: 5, dm: -1}`, `{max: 5, dm: -1}`.

Where only one end is told, the next record tells the other: up to 2, then up to 5, is 3 to 5.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from engine.rulebook.names import small_whole
from engine.rulebook.values import Band
from errata.literals.model import Leaf
from verify.grids import Grid, Passage
from verify.recognition.code.row_names import code_shapes, has_keys
from verify.recognition.rule_tables import Shape, keys_of, words_in

Flat = list[tuple[Leaf | None, dict[str, Passage]]]
"""Records with their keys, their values by the names of their fields."""

_ENDS = (("min", "max"), ("low", "high"), ("from", "to"), ("start", "end"), ("lower", "upper"))
_SIGNS = {
    "<=": ("max", "maximum", "up to", "to", "at most", "high", "upper", "end", "until", "lte", "le", "through", "last"),
    "<": ("below", "under", "less than", "lt", "before"),
    ">=": ("min", "minimum", "from", "at least", "low", "lower", "start", "gte", "ge", "first"),
    ">": ("above", "over", "more than", "gt"),
}
"""What a field is called that holds one end of a band, and what it asks for."""
_EITHER = ("threshold", "limit", "cutoff", "bound", "step", "break")
"""What one is called that does not say which end it is."""
_EITHER_END = ("<=", ">=")
_ONE_END: dict[tuple[str, ...], tuple[str, ...]] = {
    **{words_in(name): (sign,) for sign, names in _SIGNS.items() for name in names},
    **{(name,): _EITHER_END for name in _EITHER},
}
_PAIR = ["1", "2"]
"""The fields of a list of pairs: an end of a band, and what it leads to."""
_OF = frozenset({"score", "value", "effect", "roll", "total", "result", "margin", "damage", "characteristic", "stat"})
"""What a band may be one of, beside the word for its end: `maxScore`."""
LEAST = 3
"""Records that make a ladder."""
MOST_RESULT = 40
"""What nothing that is rolled comes to; where records have names, more than that is a distance."""


def with_bands(flat: Flat, fields: list[str]) -> Iterator[tuple[list[int], Flat, list[str]]]:
    """The records with one field for both ends of a band in place of two, or of one; each way to read them.

    With each comes which records these are, in their order: the one comes first in which an edge stands.
    """
    as_listed = list(range(len(flat)))
    if (both := _with_both(flat, fields)) is not None:
        yield as_listed, flat, both
        return
    named = _has_names(flat)
    readings = list(_with_one(flat, fields, named)) if not any(key is not None for key, _ in flat) else []
    if named or not readings:
        yield as_listed, flat, fields
    yield from readings


def _has_names(flat: Flat) -> bool:
    """Whether records have anything but numbers in them."""
    return any(_number(cell) is None and not _is_open(cell) for _, record in flat for cell in record.values())


def _number(cell: Passage) -> int | None:
    return small_whole(cell.text.lstrip("+"))


# Both ends


def _with_both(flat: Flat, fields: list[str]) -> list[str] | None:
    """The fields, with one for both ends of a band: `minKm` and `maxKm` are `Km`; None if there are no two ends."""
    named = _has_names(flat)
    first, last, name = next(_two_ends(fields), ("", "", ""))
    if not name and _follow_each_other(flat, fields):
        first, last, name = *_PAIR, "band"
    if not name:
        return None
    for _, record in flat:
        if first in record or last in record:
            record[name] = _band(record.pop(first, None), record.pop(last, None))
    rest = [f for f in fields if f not in (first, last)]
    return [name, *rest] if name == "band" or (name.lower() in _OF and not named) else [*rest, name]


def _two_ends(fields: list[str]) -> Iterator[tuple[str, str, str]]:
    """The fields for both ends of a band by their names, and the name for both."""
    small = {field.lower(): field for field in fields}
    for low, high in _ENDS:
        for field in small:
            other = field.replace(low, high, 1)
            if low in field and other != field and other in small:
                first = small[field]
                name = re.sub(low, "", first, count=1, flags=re.IGNORECASE).strip("_.- ") or "band"
                yield first, small[other], name


def _follow_each_other(flat: Flat, fields: list[str]) -> bool:
    """Whether lists begin with two numbers that are the ends of bands, nearly all without a gap: `[3, 5, -1]`."""
    if fields[:2] != _PAIR or len(fields) < LEAST or len(flat) <= LEAST or any(key is not None for key, _ in flat):
        return False
    lows, highs = ([record.get(field, Passage("", 1)) for _, record in flat] for field in _PAIR)
    ends = [(_number(low), NO_END if _is_open(high) else _number(high)) for low, high in zip(lows, highs, strict=True)]
    bands = sorted((low, high) for low, high in ends if low is not None and high is not None)
    if len(bands) < len(flat):
        return False
    gaps = sum(low != before + 1 for (_, before), (low, _) in pairwise(bands))
    return gaps <= 1 and all(low <= high for low, high in bands) and any(low < high for low, high in bands)


NO_END = 10**9
"""What stands for an end that is open."""


def _band(low: Passage | None, high: Passage | None) -> Passage:
    """Both ends of a band as one cell; the far one is where it stands."""
    open_end = high is None or _is_open(high)
    if low is not None and open_end:
        return Passage(f"{low.text} or more", low.line, low.column)
    if high is None:
        return Passage("", 1)
    if low is None or not low.text.lstrip("-").isdecimal() or _is_no_end(low.text.removeprefix("-")):
        return Passage(f"{high.text} or less", high.line, high.column)
    text = low.text if low.text == high.text else f"{low.text} to {high.text}"
    return Passage(text, high.line, high.column)


def _is_open(end: Passage) -> bool:
    """Whether what stands for an end says that there is none."""
    return end.text.lower().lstrip("-") in ("", "null", "none", "nil", "infinity") or _is_no_end(end.text.lstrip("-"))


def _is_no_end(digits: str) -> bool:
    """Whether a number stands for no end: 99, 999."""
    return len(digits) > 1 and not digits.strip("9")


# One end


def _with_one(flat: Flat, fields: list[str], named: bool) -> Iterator[tuple[list[int], Flat, list[str]]]:
    """The records with a band where a field tells one end of it, and the record before or behind it the other."""
    for field in fields if len(flat) >= LEAST else ():
        words = words_in(field.rpartition(".")[2])
        of = next((word for word in words if word in _OF), "")
        signs = _ONE_END.get(tuple(word for word in words if word != of), ())
        if fields == _PAIR and field == _PAIR[0] and not named:
            signs = _EITHER_END
        for sign in signs:
            bands = _bands([record.get(field) for _, record in flat], sign, named)
            if bands:
                made: Flat = [(flat[n][0], {"band": band, **flat[n][1]}) for n, band in bands.items()]
                for _, record in made:
                    record.pop(field, None)
                yield list(bands), made, ["band", *(f for f in fields if f != field)]


def _bands(ends: list[Passage | None], sign: str, named: bool) -> dict[int, Passage]:
    """The band of each record, by one of its ends; none if the ends are no steps, or more than one is open."""
    numbers = {n: number for n, end in enumerate(ends) if end is not None and (number := _step(end)) is not None}
    rest = [n for n in range(len(ends)) if n not in numbers]
    if named and any(abs(number) > MOST_RESULT for number in numbers.values()):
        return {}
    if len(rest) > 1 or len(set(numbers.values())) < len(numbers) or len(numbers) < LEAST - 1:
        return {}
    order = sorted(numbers, key=numbers.__getitem__, reverse=sign.startswith(">"))
    if list(numbers) not in (order, order[::-1]):
        return {}
    from errata.literals.thresholds import REST, Threshold, banded

    last = ends[order[-1]] or Passage("", 1)
    leaves = [_leaf(ends[n] or last) for n in order]
    rungs = [([Threshold.of(sign, leaf, "")], leaf) for leaf in leaves]
    rungs += [([REST], _leaf(ends[n] or last)) for n in rest]
    found = [Passage(key.text, leaf.line, leaf.column) for key, leaf in banded(rungs)]
    return dict(zip((*order, *rest), found, strict=True)) if len(found) == len(ends) else {}


def _step(end: Passage) -> int | None:
    """The number at which a band ends; None if it is open."""
    return _number(end) if not _is_open(end) else None


def _leaf(end: Passage) -> Leaf:
    return Leaf(end.text.lstrip("+"), end.line, end.column, "number")


# Bands that span several of the book's, each of those by itself: `score <= 2` is what 0 gives, and what 1 to 2 do.


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
