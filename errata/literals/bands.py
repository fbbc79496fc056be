"""Bands in records: `{min: 3, max: 5, dm: -1}` has both ends, `{max: 5, dm: -1}` one, and the next record the other.

A band that spans several of the book's is split, so that each of those is compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from engine.rulebook.names import small_whole
from engine.rulebook.values import Band
from errata.literals.model import Leaf
from errata.literals.thresholds import REST, Threshold, banded
from verify.grids import Grid, Passage
from verify.recognition.code.row_names import has_keys, rule_tables_in_code
from verify.recognition.rule_tables import RuleTable, keys_of
from verify.recognition.words import words_in

Flat = list[tuple[Leaf | None, dict[str, Passage]]]
"""Records: a key, and the cells by the names of their fields."""

_ENDS = (("min", "max"), ("low", "high"), ("from", "to"), ("start", "end"), ("lower", "upper"))
_SIGNS = {
    "<=": ("max", "maximum", "up to", "to", "at most", "high", "upper", "end", "until", "lte", "le", "through", "last"),
    "<": ("below", "under", "less than", "lt", "before"),
    ">=": ("min", "minimum", "from", "at least", "low", "lower", "start", "gte", "ge", "first"),
    ">": ("above", "over", "more than", "gt"),
}
"""Names of a field with one end of a band, by the comparison that it stands for."""
_EITHER = ("threshold", "limit", "cutoff", "bound", "step", "break")
"""Names that do not say which end it is."""
_EITHER_END = ("<=", ">=")
_ONE_END: dict[tuple[str, ...], tuple[str, ...]] = {
    **{words_in(name): (sign,) for sign, names in _SIGNS.items() for name in names},
    **{(name,): _EITHER_END for name in _EITHER},
}
_PAIR = ["1", "2"]
"""The fields of a list of pairs: an end of a band, and its result."""
_OF = frozenset({"score", "value", "effect", "roll", "total", "result", "margin", "damage", "characteristic", "stat"})
"""Words for the subject of a band beside the word for its end: `maxScore`."""
LEAST = 3
"""Records that make a ladder."""
MOST_RESULT = 40
"""More than any roll gives; in records with names, a larger number is a distance."""


def with_bands(flat: Flat, fields: list[str]) -> Iterator[tuple[list[int], Flat, list[str]]]:
    """Every way to read records with a field for a band in place of its ends.

    Each way has the numbers of the records in its order, the records, and their fields.
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
    """Whether records hold anything but numbers."""
    return any(_number(cell) is None and not _is_open(cell) for _, record in flat for cell in record.values())


def _number(cell: Passage) -> int | None:
    return small_whole(cell.text.lstrip("+"))


# Both ends


def _with_both(flat: Flat, fields: list[str]) -> list[str] | None:
    """The fields with one for both ends of a band: `minKm` and `maxKm` become `Km`; None if there are no two ends."""
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
    """The names of the fields with both ends of a band, and a name for both."""
    small = {field.lower(): field for field in fields}
    for low, high in _ENDS:
        for field in small:
            other = field.replace(low, high, 1)
            if low in field and other != field and other in small:
                first = small[field]
                name = re.sub(low, "", first, count=1, flags=re.IGNORECASE).strip("_.- ") or "band"
                yield first, small[other], name


def _follow_each_other(flat: Flat, fields: list[str]) -> bool:
    """Whether lists begin with both ends of a band, with at most one gap between the bands: `[3, 5, -1]`."""
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
"""The number for an open end."""


def _band(low: Passage | None, high: Passage | None) -> Passage:
    """Both ends of a band as one cell, at the place of the upper end."""
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
    """Whether an end is open: empty, null, infinity, 999."""
    return end.text.lower().lstrip("-") in ("", "null", "none", "nil", "infinity") or _is_no_end(end.text.lstrip("-"))


def _is_no_end(digits: str) -> bool:
    """Whether digits stand for an open end: 99, 999."""
    return len(digits) > 1 and not digits.strip("9")


# One end


def _with_one(flat: Flat, fields: list[str], named: bool) -> Iterator[tuple[list[int], Flat, list[str]]]:
    """The records with a band in place of a field that has one end; the neighbouring record has the other."""
    for field in fields if len(flat) >= LEAST else ():
        words = words_in(field.rpartition(".")[2])
        subject = next((word for word in words if word in _OF), "")
        signs = _ONE_END.get(tuple(word for word in words if word != subject), ())
        if fields == _PAIR and field == _PAIR[0] and not named:
            signs = _EITHER_END
        for sign in signs:
            bands = _bands([record.get(field) for _, record in flat], sign, named)
            if bands:
                records: Flat = [(flat[n][0], {"band": band, **flat[n][1]}) for n, band in bands.items()]
                for _, record in records:
                    record.pop(field, None)
                yield list(bands), records, ["band", *(f for f in fields if f != field)]


def _bands(ends: list[Passage | None], sign: str, named: bool) -> dict[int, Passage]:
    """The band of each record by one of its ends; none if the ends are not in order, or several are open."""
    numbers = {n: number for n, end in enumerate(ends) if end is not None and (number := _step(end)) is not None}
    rest = [n for n in range(len(ends)) if n not in numbers]
    if named and any(abs(number) > MOST_RESULT for number in numbers.values()):
        return {}
    if len(rest) > 1 or len(set(numbers.values())) < len(numbers) or len(numbers) < LEAST - 1:
        return {}
    order = sorted(numbers, key=numbers.__getitem__, reverse=sign.startswith(">"))
    if list(numbers) not in (order, order[::-1]):
        return {}
    last = ends[order[-1]] or Passage("", 1)
    leaves = [_leaf(ends[n] or last) for n in order]
    rungs = [([Threshold.of(sign, leaf, "")], leaf) for leaf in leaves]
    rungs += [([REST], _leaf(ends[n] or last)) for n in rest]
    bands = [Passage(key.text, leaf.line, leaf.column) for key, leaf in banded(rungs)]
    return dict(zip((*order, *rest), bands, strict=True)) if len(bands) == len(ends) else {}


def _step(end: Passage) -> int | None:
    """The number at which a band ends; None if it is open."""
    return _number(end) if not _is_open(end) else None


def _leaf(end: Passage) -> Leaf:
    return Leaf(end.text.lstrip("+"), end.line, end.column, "number")


# Bands that span several of the book's


MOST = 20
"""Rows of a table that can be bands."""
MAX_NAME = 200
"""Characters of a scope that are searched for the name of a table."""


def with_book_bands(grid: Grid) -> Grid:
    """A grid with a band that spans several of the book's split into those: `score <= 2` is 0 and 1 to 2.

    A scope must name the table: other games have bands of the same kind.
    """
    names = [row[0].text if row else "" for row in grid.rows]
    if not 2 < len(names) <= MOST or not all(any(sign.isdecimal() for sign in name) for name in names):
        return grid
    bands = [next((value for value in keys_of(name) if isinstance(value, Band)), None) for name in names]
    words = {word for _, text in grid.scopes for word in words_in(text[:MAX_NAME])}
    for shape in (shape for shape in rule_tables_in_code() if has_keys(shape) and not words.isdisjoint(shape.where)):
        book = [band for band in shape.keys if isinstance(band, Band)]
        matches = [next((key for key in book if band is not None and _is(band, key, book)), None) for band in bands]
        unmatched = [n for n, match in enumerate(matches) if match is None]
        if len(unmatched) == 1 and len(bands) > len(book) // 2:
            parts = _parts_of(bands[unmatched[0]], [band for band in book if band not in matches])
            if len(parts) > 1:
                return replace(grid, rows=list(_split(grid, unmatched[0], parts, shape)))
    return grid


def _is(band: Band, printed: Band, book: list[Band]) -> bool:
    """Whether a band is this one of the book's; the first and the last may be open."""
    is_same_low = band.low == printed.low or (band.low is None and printed is book[0])
    return is_same_low and (band.high == printed.high or (printed.high is None and printed is book[-1]))


def _parts_of(wide: Band | None, missing: list[Band]) -> list[Band]:
    """The missing bands of the book that make up a wider one; none if they do not."""
    parts = [band for band in missing if wide is not None and _contains(wide, band)]
    if wide is None or not parts:
        return []
    low, high = parts[0].low, parts[-1].high
    return parts if wide.low in (None, low) and (wide.high == high or high is None) else []


def _contains(wide: Band, band: Band) -> bool:
    """Whether a wide band contains another."""
    is_above_low = wide.low is None or (band.low is not None and band.low >= wide.low)
    return is_above_low and (wide.high is None or (band.high is not None and band.high <= wide.high))


def _split(grid: Grid, wide: int, parts: list[Band], shape: RuleTable) -> Iterator[list[Passage]]:
    """The rows of a grid, with one row for each part of the wide band."""
    kind = shape.columns[shape.key or 0].kind
    for n, row in enumerate(grid.rows):
        for band in parts if n == wide else ():
            yield [replace(row[0], text=kind.text(band) if kind is not None else str(band)), *row[1:]]
        if n != wide:
            yield row
