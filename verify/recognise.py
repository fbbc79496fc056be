"""Recognition: which rule table a grid is, which row and column each of its cells is, and why.

One piece of code for every source. It weighs row names, column names, the caption and what kind of values there are,
and writes down its evidence. The same row names can belong to several tables, so the columns and the caption decide.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from functools import lru_cache

from engine.errors import WrongKind
from engine.names import normal
from engine.raw import RAW
from engine.values import Band, Value
from verify.agreement import agreement, fit, states
from verify.code_columns import MOST_NAME_FIELDS, Candidate, columns_in_code
from verify.code_names import code_shapes, has_keys, row_in_code, row_names, rows_in_code, rows_needed
from verify.columns import columns_by_heading, columns_by_values
from verify.in_code import Known, settle
from verify.layout import POSITION, Grid, Passage
from verify.shapes import Shape, by_key, by_row_name, key_kinds, shapes
from verify.surroundings import rows_with_words
from verify.values import bare, read_value


@dataclass
class Match:
    """A table that was recognised: the shape, the column of the row names, and what each row and column is."""

    shape: Shape
    names_in: int
    columns: dict[int, int]
    """Printed column → column of the shape."""
    rows: dict[int, int]
    """Printed row → row of the shape."""
    score: float
    fits: float
    """The share of its cells that are values of their column's kind."""
    evidence: list[str] = field(default_factory=list)
    captioned: bool = False
    """Whether what stands above it names it."""
    other: bool = False
    """Whether most of its values are nobody's, and no caption names it: a table of something else."""
    renamed: dict[int, int] = field(default_factory=dict)
    """Printed rows that can only be the row that is missing at that place, under another name."""
    strangers: list[int] = field(default_factory=list)
    """Printed rows that are no row of the shape."""
    absent: list[int] = field(default_factory=list)
    """Rows of the shape that are not printed."""
    known: dict[int, Known] = field(default_factory=dict)
    """In code, how each column is known and written."""
    reason: str = ""
    """In code, why it is meant or not."""
    also: list[Match] = field(default_factory=list)
    """Other tables that the same records are rows of: a mount and the weapon in it."""


class _Content:
    """What a grid holds, so that a table that stands in many documents is recognised once."""

    __slots__ = ("grid", "key")

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        cells = tuple(tuple(cell.text for cell in row) for row in (grid.header, *grid.rows))
        self.key = (cells, grid.context[-2:], grid.scopes, grid.siblings)

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Content) and self.key == other.key


def recognise(grid: Grid) -> tuple[Match | None, list[Match]]:
    """The rule table that a grid is, if it is one beyond doubt, and the best guesses."""
    return _recognised(_Content(grid))


@lru_cache(maxsize=2048)
def _recognised(content: _Content) -> tuple[Match | None, list[Match]]:
    grid = content.grid
    guesses = sorted(_candidates(grid), key=lambda m: -m.score)
    if not guesses:
        return None, []
    best = guesses[0]
    if grid.scopes:
        return _settled(grid, guesses), guesses
    rival = next((m for m in guesses if m.shape is not best.shape), None)
    enough = best.columns and len(best.rows) >= min(2, len(best.shape.rows)) and (best.fits >= 0.4 or best.captioned)
    numbered = all(bare(grid.rows[n][best.names_in].text).isdecimal() for n in best.rows)
    if numbered and not best.captioned and not _ROLLED.search(_heading(best, grid)):
        enough = False
    enough = enough and not best.other and (best.columns.keys() != {best.names_in} or _is_headed(best, grid))
    clear = rival is None or best.score - rival.score > 0.25 or not _conflict(best, rival)
    if enough and clear and len(best.rows) * 2 >= len([r for r in grid.rows if any(c.text for c in r)]):
        _align(best, grid)
        return best, guesses
    return None, guesses


def _settled(grid: Grid, guesses: list[Match]) -> Match | None:
    """The best guess that code bears out, if no other does as well."""
    meant = [match for match in guesses if match.known]
    if not meant:
        return None
    best = max(meant, key=lambda m: (sum(k.sure for k in m.known.values()) > 0, m.score))
    for rival in meant:
        if rival.shape is best.shape or not _conflict(best, rival) or best.score - rival.score > 0.5:
            continue
        best.known = {c: replace(known, sure=False) for c, known in best.known.items()}
        best.reason += f"; it could be {rival.shape.title} as well"
    cells = set(_cells(best))
    for other in sorted((m for m in meant if m.shape is not best.shape), key=lambda m: -m.score):
        if cells.isdisjoint(_cells(other)):
            best.also.append(other)
            cells.update(_cells(other))
    for match in (best, *best.also):
        _complete(match, grid)
    return best


def _cells(match: Match) -> Iterator[tuple[int, int]]:
    """The cells that a table in code is read from."""
    return ((n, c) for n in match.rows for c in match.known)


def _complete(match: Match, grid: Grid) -> None:
    """What else is to be said of a table in code: its evidence, its strangers, what it lacks."""
    match.columns = {c: known.column for c, known in match.known.items()}
    match.evidence.append(match.reason)
    full = [n for n, row in enumerate(grid.rows) if match.names_in < len(row) and row[match.names_in].text]
    match.strangers = [n for n in full if n not in match.rows]
    match.absent = [r for r in range(len(match.shape.rows)) if r not in match.rows.values()]
    if match.names_in and not any(head.text for head in grid.header):
        _first_of_each(match, grid)


def _first_of_each(match: Match, grid: Grid) -> None:
    """In a table from numbers to names, a name that stands for several begins at the first of them."""
    first: dict[int, int] = {}
    for n, row in match.rows.items():
        first.setdefault(row, n)
    match.rows = {n: row for row, n in first.items()}


_ROLLED = re.compile(r"^$|\b(?:\d*d\d*|roll|die|dice)\b", re.IGNORECASE)
"""Headings over numbers that are rolled."""


def _heading(match: Match, grid: Grid) -> str:
    """What stands over the row names."""
    return bare(grid.header[match.names_in].text) if match.names_in < len(grid.header) else ""


def _is_headed(match: Match, grid: Grid) -> bool:
    """Whether the heading over the row names is the table's own, and most rows too.

    That much is needed where nothing else is known of a table.
    """
    if len(match.rows) * 10 < len(grid.rows) * 7:
        return False
    heading = _heading(match, grid)
    return match.shape.find_column(heading) is not None or normal(heading) in match.shape.headings


def _conflict(one: Match, other: Match) -> bool:
    """Whether two readings of a grid would compare a cell with different rules."""
    return any(_rule(one, r, c) != _rule(other, r, c) for r in one.rows.keys() & other.rows.keys() for c in one.columns)


def _rule(match: Match, row: int, column: int) -> str:
    if column not in match.columns:
        return ""
    rules = match.shape.rows[match.rows[row]].rules
    return rules[match.columns[column]] if match.columns[column] < len(rules) else ""


def _candidates(grid: Grid) -> list[Match]:
    found = []
    width = max((len(row) for row in grid.rows), default=0)
    for names_in in range(min(width, MOST_NAME_FIELDS if grid.scopes else 3)):
        texts = [row[names_in].text if names_in < len(row) else "" for row in grid.rows]
        if grid.scopes:
            names = row_names(texts)
            known = shapes_in_code(names, names_in, grid.header[names_in].text if names_in < len(grid.header) else "")
        else:
            names = list(map(bare, texts))
            known = _shapes_named(names)
        found += [m for shape in known if (m := _match(grid, shape, names_in, names)) is not None]
    return found


def _shapes_named(names: list[str]) -> list[Shape]:
    """The tables that have a row of one of these names, or of the value that it stands for."""
    known: dict[Shape, None] = {}
    for name in filter(None, names):
        known.update(dict.fromkeys(by_row_name().get(normal(name), ())))
        for value in _keys(name):
            known.update(dict.fromkeys(by_key().get(value, ())))
    return list(known)


_ROLLS = frozenset(
    {"", "roll", "range", "2d", "2d6", "dice", "result", "key", "id", "index", "number", "total", "band"}
)
"""Fields whose numbers can be those of a roll."""


def shapes_in_code(names: list[str], names_in: int, field: str) -> list[Shape]:
    """The tables of which as many rows are named as make a table."""
    hits: dict[Shape, set[object]] = {}
    if field == POSITION:
        alike = (shape for shape in code_shapes() if shape.complete and len(shape.rows) == len(names) > 4)
        hits = {shape: set(range(len(names))) for shape in alike}
    rolled = field == POSITION or normal(field.rpartition(".")[2]) in _ROLLS
    for name in (name for name in names if name and (rolled or not name.isdecimal())):
        for shape, row in rows_in_code(name).items():
            hits.setdefault(shape, set()).add(row)
        if names_in == 0 and len(names) > 2 and any(ch.isdigit() for ch in name):
            for shape in filter(has_keys, code_shapes()):
                if (keyed := row_by_key(shape, name)) is not None:
                    hits.setdefault(shape, set()).add(keyed)
    return [shape for shape, rows in hits.items() if len(rows) >= min(rows_needed(shape), len(names))]


@lru_cache(maxsize=4096)
def _keys(text: str) -> tuple[Value, ...]:
    """What a text is as a value that rows are known by."""
    found = []
    for kind in key_kinds():
        with suppress(WrongKind):
            found.append(read_value(kind, text))
    return tuple(found)


def row_by_key(shape: Shape, name: str) -> int | None:
    """The row of the band that a name in code is, or of the band that holds its number: a score of 4 is in 3-5."""
    for value in _keys(name):
        if value in shape.keys:
            return shape.keys[value]
        if not isinstance(value, Band):
            continue
        end = value.low if value.low is not None else value.high
        if value.low == value.high or (value.low is None and end == 0):
            return next(
                (row for band, row in shape.keys.items() if isinstance(band, Band) and band.holds(end or 0)), None
            )
    return None


def _match(grid: Grid, shape: Shape, names_in: int, names: list[str]) -> Match | None:
    rows: dict[int, int] = {}
    placed = (
        bool(grid.scopes) and grid.header[0].text == POSITION and len(names) == len(shape.rows) and not has_keys(shape)
    )
    for n, name in enumerate(names):
        if placed:
            rows[n] = n
            continue
        row = (row_in_code if grid.scopes else _row_named)(shape, name) if name else None
        if row is None and name and grid.scopes:
            row = row_by_key(shape, name) if names_in == 0 and has_keys(shape) else None
        elif row is None and name and shape.keys:
            row = next((shape.keys[value] for value in _keys(name) if value in shape.keys), None)
        if row is not None:
            rows[n] = row
    if grid.scopes:
        rows = rows_with_words(grid, shape.where, rows, names_in)
    if not rows:
        return None
    known: dict[int, Known] = {}
    reason = ""
    if grid.scopes:
        table = Candidate(grid, shape, names_in, rows)
        fields = columns_in_code(table)
        known, reason = settle(table, fields)
        columns = {c: made.column for c, made in known.items()} or {c: n for c, (n, _) in fields.items()}
    else:
        columns = columns_by_heading(grid, shape, names_in)
        columns |= columns_by_values(grid, shape, names_in, rows, columns)
    full = [n for n, name in enumerate(names) if name]
    heading = normal(grid.header[names_in].text) if names_in < len(grid.header) else ""
    fits = fit(grid, shape, rows, columns)
    agreeing, wrong = agreement(grid, shape, rows, columns)
    caption = next((name for name in shape.names if any(name in normal(text) for text in grid.context[-2:])), "")
    score = (
        5 * len(rows) / len(full)
        + len(rows) / len(shape.rows)
        + 1.5 * len(columns) / max(1, max(len(grid.header) - 1, len(shape.columns)))
        + 1.5 * fits
        + 1.5 * agreeing
        + (1.0 if caption else 0)
        + (0.5 if heading and heading in shape.headings else 0)
        - 0.3 * names_in
    )
    evidence = [
        f"{len(rows)} of {len(full)} rows are rows of {shape.title}",
        f"columns: {', '.join(shape.columns[c].title for c in columns.values()) or 'none known'}",
    ]
    if caption:
        evidence.append(f"the caption names it: {grid.context[-1]}")
    return Match(
        shape,
        names_in,
        columns,
        rows,
        score,
        fits,
        evidence,
        bool(caption),
        other=wrong > 0.5 and not caption,
        known=known,
        reason=reason,
    )


_PARTS = re.compile(r"\s*(?:/|,|\bor\b|\(|\))\s*")


def _row_named(shape: Shape, name: str) -> int | None:
    """The row that a name means, or one of the names in it: `Bushes / vegetation`, `Trees (trunk)`."""
    row = shape.find_row(name)
    if row is not None or name.isdecimal():
        return row
    rows = {found for part in _PARTS.split(name) if part and (found := shape.find_row(part)) is not None}
    return rows.pop() if len(rows) == 1 else shape.row_by_words(name)


def _align(match: Match, grid: Grid) -> None:
    """Pair printed rows without a known name with the rows that are missing between the same neighbours."""
    taken = set(match.rows.values())
    left = [n for n, row in enumerate(grid.rows) if n not in match.rows and _is_row(row, match)]
    absent = [r for r in range(len(match.shape.rows)) if r not in taken]
    in_order = list(match.rows.values()) == sorted(match.rows.values()) and len(left) <= len(match.shape.rows)
    for n in list(left):
        if not in_order:
            break
        above = max((match.rows[k] for k in match.rows if k < n), default=-1)
        below = min((match.rows[k] for k in match.rows if k > n), default=len(match.shape.rows))
        between_rows = [r for r in absent if above < r < below]
        between_left = [k for k in left if _gap(match, k) == _gap(match, n)]
        if len(between_rows) == len(between_left):
            row = between_rows[between_left.index(n)]
            if _could_be(match, grid.rows[n], row):
                match.renamed[n] = row
    match.strangers = [n for n in left if n not in match.renamed]
    match.absent = [r for r in absent if r not in match.renamed.values()]


def _could_be(match: Match, cells: list[Passage], row: int) -> bool:
    """Whether a printed row can be a row under another name: a name much like it, or mostly its values."""
    name = bare(cells[match.names_in].text) if match.names_in < len(cells) else ""
    known = match.shape.rows[row]
    if match.names_in in match.columns or name.isdecimal():
        return True
    if SequenceMatcher(None, normal(name), normal(known.name)).ratio() > 0.75:
        return True
    rules = [(c, known.rules[column]) for c, column in match.columns.items() if c < len(cells) and known.rules[column]]
    same = sum(states(rule, cells[c].text) for c, rule in rules if rule in RAW)
    return same * 2 > len(rules)


def _is_row(row: list[Passage], match: Match) -> bool:
    """Whether a row is neither empty nor a heading that stands among the rows."""
    full = [cell for cell in row if cell.text]
    return bool(full) and not (len(full) == 1 and normal(full[0].text) in match.shape.headings)


def _gap(match: Match, n: int) -> tuple[int, int]:
    above = max((k for k in match.rows if k < n), default=-1)
    below = min((k for k in match.rows if k > n), default=1 << 30)
    return above, below


def nearest_shape(grid: Grid) -> str:
    """The title of the rule table that a grid is most like, if it is like any."""
    _, guesses = recognise(grid)
    if guesses:
        return guesses[0].shape.title
    context = {word for text in grid.context[-2:] for word in bare(text).lower().split() if len(word) > 3}
    scored = [(len(context & set(shape.title.lower().split())), shape.title) for shape in shapes()]
    return max(scored)[1] if scored and max(scored)[0] else ""
