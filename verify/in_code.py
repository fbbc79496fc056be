"""Recognition where code stands around a table: what its fields, its name and its surroundings say for and against it.

The same names can belong to another rule, and code has no captions. What stands nearest decides: the name of a table
before its function, the function before the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import pairwise

from engine.errors import WrongKind
from engine.kinds import Kind
from engine.names import normal
from engine.raw import RAW
from verify.layout import Grid
from verify.notations import Notation, notation
from verify.shapes import Column, Shape, by_row_name, shapes, words_in

MOST_NAME_FIELDS = 7
"""Columns among which the names of the rows are looked for; readers put those that may be names first."""
_TELLING_KINDS = ("dice", "credits", "range band", "traits", "kilometres", "system", "signed percent")
"""Kinds whose values say by themselves that they are meant."""
_LEFT_ALONE = ("prose", "flag", "skill", "posts")
"""Kinds that code does not state as a value."""
_WORDED = (*_LEFT_ALONE, "choice", "quantity")
_DECORATION = frozenset(
    (
        "base", "default", "value", "number", "num", "rating", "required", "requirement", "restriction", "limit",
        "total", "std", "standard", "weapon", "ship", "system", "stat", "data", "attr", "mcr", "cr", "kcr", "credit",
        "credits", "km", "tonnes", "per", "min", "max", "the", "of", "in", "to", "is", "score", "bonus", "mod",
        "points", "pt",
    )
)  # fmt: skip
"""Words around the name of a field that do not change what it is."""


@dataclass(frozen=True)
class Known:
    """A column that was recognised: by what, whether beyond doubt, and how its values are written."""

    column: int
    how: str
    sure: bool
    notation: Notation
    why: str


@cache
def rows_needed(shape: Shape) -> int:
    """How many of its rows make a table: one of a thing that has a price or dice, three of what is only named."""
    if any(column.kind is not None and column.kind.name == "credits" for column in shape.columns):
        return 1
    return min(3, len(shape.rows)) if shape.complete else 2


@cache
def code_shapes() -> tuple[Shape, ...]:
    """The tables whose values code can state; the others are words."""
    return tuple(s for s in shapes() if any(c.kind is not None and c.kind.name not in _WORDED for c in s.columns))


# Names of rows


def row_names(texts: list[str]) -> list[str]:
    """Names as recognition wants them: the last part of a path, without what all of them share.

    >>> row_names(["rangeShort", "rangeVeryLong", "rangeMedium"]), row_names(["bCover", "bProne", "bLaserSight"])
    (['short', 'very long', 'medium'], ['Cover', 'Prone', 'LaserSight'])
    """
    names = [text.strip() for text in texts]
    if len(names) > 2 and len({name[:1] for name in names if name}) == 1 and all(map(_SORT.match, filter(None, names))):
        names = [name[1:] for name in names]
    split = [words_in(name) for name in names if name]
    if len(split) < 3:
        return names
    shared = _shared(split)
    tail = _shared([words[::-1] for words in split])
    if not shared and not tail:
        return names
    cut = [words_in(name) for name in names]
    return [
        " ".join(words[shared : len(words) - tail]) if len(words) > shared + tail else name
        for words, name in zip(cut, names, strict=True)
    ]


_SORT = re.compile(r"[a-z](?=[A-Z])")
"""A letter before a name that says what sort of value it has: `bLaserSight`."""


def _shared(split: list[tuple[str, ...]]) -> int:
    """How many words all names begin with, as long as each has another."""
    count = 0
    for words in zip(*split, strict=False):
        if len(set(words)) > 1:
            break
        count += 1
    return min(count, min(len(words) for words in split) - 1) if count else 0


def has_keys(shape: Shape) -> bool:
    """Whether code can know the rows of a shape by bands of numbers."""
    return shape.key == 0 and bool(shape.keys)


@lru_cache(maxsize=50_000)
def rows_in_code(name: str) -> Mapping[Shape, int]:
    """The rows that a name in code may mean, by table: the name itself, its words in any order, or among others."""
    name = name.strip()
    if not name or len(name) > 60:
        return {}
    named = (shape for shape in by_row_name().get(normal(name), ()) if shape in code_shapes())
    found = {shape: row for shape in named if (row := shape.find_row(name)) is not None}
    if name.strip("+-").isdecimal():
        return found
    words = frozenset(words_in(name))
    for shape, row in _by_words(words).items():
        found.setdefault(shape, row)
    if not found and "." in name and " " not in name:
        return rows_in_code(name.rpartition(".")[2])
    return found


def row_in_code(shape: Shape, name: str) -> int | None:
    """The row of a table that a name in code means."""
    return rows_in_code(name).get(shape)


def _by_words(words: frozenset[str]) -> dict[Shape, int]:
    """Rows of which all words are there, and none besides that would make another thing of it."""
    fitting: dict[Shape, list[tuple[frozenset[str], int]]] = {}
    for word in words:
        for own, shape, row in _word_index().get(word, ()):
            if own <= words and (len(own) == len(words) or (len(own) > 1 and words - own <= _HARMLESS)):
                fitting.setdefault(shape, []).append((own, row))
    made = {}
    for shape, rows in fitting.items():
        most = max(rows, key=lambda found: len(found[0]))
        if all(own <= most[0] for own, _ in rows):  # else two rows are named at once
            made[shape] = most[1]
    return made


@lru_cache(maxsize=20_000)
def _things_in(text: str) -> frozenset[Shape]:
    """The tables of which a row is named in a text, whatever else is."""
    words = frozenset(words_in(text))
    found = (entry for word in words for entry in _word_index().get(word, ()))
    return frozenset(shape for own, shape, _ in found if own <= words and (len(own) > 1 or len(words) == 1))


@cache
def _word_index() -> Mapping[str, tuple[tuple[frozenset[str], Shape, int], ...]]:
    """The names of all rows by the longest of their words."""
    found: dict[str, list[tuple[frozenset[str], Shape, int]]] = {}
    for shape in code_shapes():
        for n, row in enumerate(shape.rows):
            for own in {frozenset(words_in(name)) for name in (row.name, *row.also)}:
                if own and not all(word.isdecimal() for word in own):
                    found.setdefault(max(own, key=lambda word: (len(word), word)), []).append((own, shape, n))
    return {word: tuple(rows) for word, rows in found.items()}


_HARMLESS = frozenset(
    (
        "turret", "mount", "weapon", "ship", "space", "spacecraft", "starship", "system", "grade", "sensor", "suite",
        "range", "band", "type", "level", "b", "standard", "mk", "std", "the", "a", "an", "of", "basic", "0", "1",
        "2", "3", "4", "5", "6", "7", "8", "9", "crit", "critical", "hit", "dm", "modifier", "difficulty", "task",
        "target", "bon", "pen",
    )
)  # fmt: skip
"""Words that a name may have besides its own."""


@lru_cache(maxsize=4096)
def is_telling(name: str) -> bool:
    """Whether a name alone says what is meant: two words, or a long one. `Short` could be anything."""
    words = words_in(name)
    return len(words) >= 2 or len("".join(words)) >= 9 or words == ("railgun",)


# Names of columns


def columns_in_code(grid: Grid, shape: Shape, names_in: int, rows: dict[int, int]) -> dict[int, tuple[int, str]]:
    """Which column each field is, and by what it is known: its own name, the table's, or its values."""
    found: dict[int, tuple[int, str]] = {}
    taken: set[int] = set()
    heads = [cell.text for cell in grid.header]
    own = _key_column(grid, shape, names_in, rows)
    if own is not None:
        found[names_in] = own, "its keys"
        taken.add(own)
    for strict in (True, False):
        for c, head in enumerate(heads):
            mine = head and c != names_in and c not in found and _parent(heads[names_in]) in ("", *_parents(head))
            column = field_column(shape, head, strict) if mine else None
            if column is not None and column not in taken:
                found[c] = column, f"its field {head!r}"
                taken.add(column)
    open_fields = [c for c, head in enumerate(heads) if c != names_in and not head]
    if len(open_fields) == 1 and not set(found) - {names_in}:
        by_name = _named_column(grid, shape, taken) or _says_dm(grid, shape, rows, open_fields[0])
        if by_name is not None:
            found[open_fields[0]] = by_name
    return found | _by_values(grid, shape, names_in, rows, found)


_SAYS_DM = "its values, which say DM"


def _says_dm(grid: Grid, shape: Shape, rows: dict[int, int], c: int) -> tuple[int, str] | None:
    """The only column of DMs, where the values themselves say that they are some: `+2 DM`."""
    columns = [n for n, column in enumerate(shape.columns) if column.kind is not None and column.kind.name == "DM"]
    texts = [grid.rows[n][c].text for n in rows if c < len(grid.rows[n])]
    return (columns[0], _SAYS_DM) if len(columns) == 1 and texts and all("DM" in text for text in texts) else None


def _by_values(
    grid: Grid, shape: Shape, names_in: int, rows: dict[int, int], found: dict[int, tuple[int, str]]
) -> dict[int, tuple[int, str]]:
    """Fields under other names whose values are nearly all the book's, and not just noughts and ones."""
    made: dict[int, tuple[int, str]] = {}
    for c in (c for c in range(len(grid.header)) if c != names_in and c not in found):
        for n, column in enumerate(shape.columns):
            taken = {column for column, _ in (*found.values(), *made.values())}
            if n in taken or column.kind is None or column.kind.name in _LEFT_ALONE:
                continue
            cells = list(_cells(grid, shape, rows, c, n, names_in))
            if len(cells) < 3:
                continue
            way = notation(column.kind, cells, grid.header[c].text)
            if way.known * 10 >= len(cells) * 8 and way.distinct >= 3:
                made[c] = n, "its values"
                break
    return made


def _parent(path: str) -> str:
    return path.rpartition(".")[0]


def _parents(path: str) -> list[str]:
    """The paths that a field stands in: `system.weapon.damage` in `system.weapon` and in `system`."""
    parts = path.split(".")[:-1]
    return [".".join(parts[: n + 1]) for n in range(len(parts))]


def _key_column(grid: Grid, shape: Shape, names_in: int, rows: dict[int, int]) -> int | None:
    """The column that the keys are values of themselves, where rows are known by bands."""
    if not has_keys(shape) or not rows:
        return None
    keyed = sum(any(ch.isdigit() for ch in grid.rows[n][names_in].text) for n in rows)
    return shape.key if keyed * 2 > len(rows) else None


@lru_cache(maxsize=20_000)
def field_column(shape: Shape, field: str, strict: bool = True) -> int | None:
    """The column that the name of a field means; not strictly, without the words around it."""
    last = field.rsplit(".", 1)[-1]
    for text in dict.fromkeys((last, field)):
        wanted = normal(text)
        for n, column in enumerate(shape.columns):
            if wanted in column.names:
                return n
    if strict:
        return None
    words = words_in(last)
    plain = tuple(word for word in words if word not in _DECORATION)
    for n, column in enumerate(shape.columns):
        if any(phrase in (words, plain) for phrase in column.phrases):
            return n
    return None


def _named_column(grid: Grid, shape: Shape, taken: set[int]) -> tuple[int, str] | None:
    """The column that what stands around a table names, the nearest first."""
    for where, text in reversed(grid.scopes):
        if where == "file":
            continue
        words = words_in(text)
        best = max(
            (
                (len(phrase), n)
                for n, column in enumerate(shape.columns)
                for phrase in column.phrases
                if n not in taken
                if _stands_in(phrase, words) and (len(phrase) > 1 or _is_own(phrase[0], shape, words))
            ),
            default=None,
        )
        if best is not None and (where != "comment" or best[0] > 1):
            return best[1], f"the {where} {_short(text)!r}"
        if len(shape.columns) == 1 and any(_stands_in(phrase, words) for phrase in shape.phrases):
            return 0, f"the {where} {_short(text)!r}"
        if len(shape.columns) == 1 and where in ("name", "function", "key") and _speaks(words, shape.near):
            return 0, f"the {where} {_short(text)!r}"
    return None


def _is_own(word: str, shape: Shape, words: tuple[str, ...]) -> bool:
    """Whether one word is enough to name a column: a long one, or beside a word of the table's own."""
    own = {word for phrase in shape.phrases for word in phrase} | set(shape.near)
    return len(word) > 4 or any(other in own for other in words if other != word)


def _stands_in(phrase: tuple[str, ...], words: tuple[str, ...]) -> bool:
    """Whether words stand one after the other among others."""
    size = len(phrase)
    return any(words[n : n + size] == phrase for n in range(len(words) - size + 1))


def _short(text: str) -> str:
    return text if len(text) <= 50 else text[:47] + "…"


# Surroundings


def _speaks(words: tuple[str, ...], wanted: tuple[str, ...]) -> str:
    """The first of some words that stands among others; long ones count in any form: `detect` in `detection`."""
    for want in wanted:
        if any(word == want or (len(want) > 3 and word.startswith(want)) for word in words):
            return want
    return ""


def surroundings(grid: Grid, shape: Shape, column: Column) -> tuple[int, str]:
    """Whether what stands around speaks for a column (1), against it (-1) or neither (0), and which word does."""
    near, unless = (*column.near, *shape.near), (*column.unless, *shape.unless)
    for where, text in reversed(grid.scopes):
        words = words_in(text)
        told, denied = _speaks(words, near), _speaks(words, unless)
        if told and not denied:
            return 1, f"the {where} speaks of {told}"
        if denied and not told:
            return -1, f"the {where} speaks of {denied}, so it is another rule"
    return 0, ""


def rows_with_words(grid: Grid, words: tuple[str, ...], rows: dict[int, int], names_in: int) -> dict[int, int]:
    """The rows around which one of some words stands: all if it stands around the table, else those that have it."""
    around = [text for where, text in grid.scopes if where != "comment" or len(text) < 100]
    if names_in < len(grid.header):
        around.append(grid.header[names_in].text)
    if not words or any(_speaks(words_in(text), words) for text in around):
        return rows
    return {
        n: row
        for n, row in rows.items()
        if any(_speaks(words_in(cell.text), words) for cell in grid.rows[n] if len(cell.text) < 60)
    }


_GAMES = re.compile(
    r"cephe(?:us|i)|classic traveller|megatraveller|2300 ?ad|gurps|starfinder|star frontiers|stars without number"
    r"|battletech|dungeons|d&d|\b5e srd",
    re.IGNORECASE,
)


@lru_cache(maxsize=4096)
def other_game(scopes: tuple[tuple[str, str], ...]) -> str:
    """Another game that what stands around a table names."""
    return next((found[0] for _, text in reversed(scopes) if (found := _GAMES.search(text))), "")


# The decision


def settle(
    grid: Grid, shape: Shape, rows: dict[int, int], columns: dict[int, tuple[int, str]], names_in: int
) -> tuple[dict[int, Known], str]:
    """The columns that are meant, each with how sure that is; or why the table is none of ours."""
    if other := other_game(grid.scopes):
        return {}, f"it is of another game ({other})"
    names = {grid.rows[n][names_in].text for n in rows}
    full = sum(bool(row[names_in].text) for row in grid.rows if names_in < len(row))
    telling = sum(map(is_telling, names))
    here = bool(shape.where)
    if len(set(rows.values())) < rows_needed(shape):
        return {}, f"only {len(rows)} of its {full} rows are rows of {shape.title}"
    many = len(rows) >= min(3, len(shape.rows)) and len(rows) * 10 >= full * 6
    if not many and not telling and not (here and len(rows) * 10 >= full * 6):
        return {}, f"only {len(rows)} of its {full} rows are rows of {shape.title}"
    known: dict[int, Known] = {}
    reasons = []
    if set(columns) <= {names_in}:
        return {}, "none of its fields is a column of it"
    for c, (column, how) in columns.items():
        made, why = _settle_column(grid, shape, rows, c, column, how, telling, names_in)
        if made is not None:
            known[c] = made
        reasons.append(f"{shape.columns[column].title}: {why}")
    if set(known) <= {names_in}:
        known = {}
    told = any(surroundings(grid, shape, shape.columns[made.column])[0] > 0 for made in known.values())
    if len(known) > 1 and not any(made.notation.known for made in known.values()) and not told:
        return {}, "none of its values is one of the book's"
    if len(rows) == 1 and len(known) == 1 and not here and not any(k.notation.known for k in known.values()):
        known = {c: replace(made, sure=False) for c, made in known.items()}
        reasons.append("one value of one record")
    return known, "; ".join(reasons) or "no field is one of its columns"


def _settle_column(
    grid: Grid, shape: Shape, rows: dict[int, int], c: int, n: int, how: str, telling: int, names_in: int
) -> tuple[Known | None, str]:
    column = shape.columns[n]
    kind = column.kind
    if kind is None or kind.name in _LEFT_ALONE:
        return None, "not a value that code states"
    cells = list(_cells(grid, shape, rows, c, n, names_in))
    if not cells:
        return None, "no values"
    way = notation(kind, cells, grid.header[c].text)
    if way.fits * 2 < len(cells):
        return None, f"its values are not {kind.expects}"
    side, word = surroundings(grid, shape, column)
    if side < 0 and not (way.known == len(cells) and way.distinct >= 3):
        return None, word
    share = max(way.known, _slipped(cells, kind, way)) / len(cells)
    if grid.siblings > 1 and way.known < len(cells):
        return None, f"{grid.siblings} tables with the same rows stand beside it"
    if _is_order([text for _, text in cells]) and share < 0.5:
        return None, "its values only count up: an order"
    by_field = how.startswith("its ")
    if how == _SAYS_DM:
        side = 1
    few = len(cells) > 5 and share < 0.25
    sure = share >= 0.5 or (side > 0 and not few and (share > 0 or not by_field or telling > 0))
    if telling and kind.name in _TELLING_KINDS and (share > 0 or (by_field and len(cells) <= 3)):
        sure = True
    if not sure and share == 0 and len(cells) > 3 and side <= 0:
        return None, f"none of its {len(cells)} values is one of the book's"
    why = f"known by {how}" + (f", {word}" if word else "") + f"; {way.known} of {len(cells)} values are the book's"
    return Known(n, how, sure, way, why), why


_COUNTS = frozenset({"count", "quantity", "qty", "amount", "number", "num", "units", "howmany", "total"})
"""Fields that say how many there are; the tons and the cost beside them are then totals."""
_SUMMED = ("tons", "credits", "count")
"""Kinds whose values add up."""


def is_total(grid: Grid, shape: Shape, row: int, kind: str, names_in: int) -> bool:
    """Whether a value is that of several things at once: so many of one, or a mount and the weapons in it."""
    if kind not in _SUMMED:
        return False
    cells = grid.rows[row]
    counts = (c for c, head in enumerate(grid.header) if normal(head.text.rsplit(".", 1)[-1]) in _COUNTS)
    if any(c < len(cells) and cells[c].text not in ("", "1") for c in counts):
        return True
    name = cells[names_in].text
    return any(
        _is_another(part, name, shape, kind)
        for c, cell in enumerate(cells[:MOST_NAME_FIELDS])
        if c != names_in and 2 < len(cell.text) < 200
        for part in cell.text.split(", ")
    )


@lru_cache(maxsize=20_000)
def _is_another(text: str, name: str, shape: Shape, kind: str) -> bool:
    """Whether a text names a thing of another table, which adds up in the same kind."""
    if not is_telling(text):
        return False
    named = (other for other in _things_in(text) if other is not shape and rows_needed(other) == 1)
    others = [other for other in named if row_in_code(other, name) is None]
    return row_in_code(shape, text) is None and any(
        column.kind is not None and column.kind.name == kind for other in others for column in other.columns
    )


def _cells(grid: Grid, shape: Shape, rows: dict[int, int], c: int, n: int, names_in: int) -> Iterator[tuple[str, str]]:
    """The rule and the text of each cell of a column."""
    kind = shape.columns[n].kind
    for row, known in rows.items():
        rules = shape.rows[known].rules
        if kind is None or is_total(grid, shape, row, kind.name, names_in):
            continue
        if c < len(grid.rows[row]) and n < len(rules) and rules[n] and grid.rows[row][c].text:
            yield rules[n], grid.rows[row][c].text


def _slipped(cells: list[tuple[str, str]], kind: Kind, way: Notation) -> int:
    """How many cells have the value of the row above, or of the row below, whichever are more."""
    if len(cells) < 5:
        return 0
    read = []
    for rule, text in cells:
        with suppress(WrongKind):
            read.append((rule, way.read(kind, text, rule)))
    above = sum(value == RAW[rule] for (rule, _), (_, value) in pairwise(read))
    below = sum(value == RAW[rule] for (_, value), (rule, _) in pairwise(read))
    most = max(above, below)
    return most if most * 10 >= len(cells) * 6 and len({RAW[rule] for rule, _ in read}) > 4 else 0


def _is_order(texts: list[str]) -> bool:
    """Whether values only count: 0, 1, 2, 3."""
    if len(texts) < 4 or not all(text.lstrip("+-").isdecimal() for text in texts):
        return False
    return len({int(b) - int(a) for a, b in pairwise(texts)}) == 1 and texts[0] in ("0", "1")
