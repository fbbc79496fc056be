"""Fields in code: which column of a rule table each of them is, by its name, the table's name, or its values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache

from engine.errors import WrongKind
from engine.rulebook.kinds import Kind
from engine.rulebook.names import normal
from engine.rulebook.raw import RAW
from verify.grids import POSITION
from verify.recognition.code.candidates import (
    BY_BANDS,
    CALLED,
    DM_WORDS,
    Candidate,
    called_column,
    readable,
    valued_by_bands,
)
from verify.recognition.code.notations import Notation, notation
from verify.recognition.code.row_names import LEFT_ALONE, has_keys, is_telling, row_in_code, rows_needed
from verify.recognition.code.surroundings import surroundings
from verify.recognition.rule_tables import Shape
from verify.recognition.words import find_word, words_in

_DECORATION = frozenset(
    (
        "base", "default", "value", "number", "num", "rating", "required", "requirement", "restriction", "limit",
        "total", "std", "standard", "weapon", "ship", "system", "stat", "data", "attr", "mcr", "cr", "kcr", "credit",
        "credits", "km", "tonnes", "per", "pct", "percent", "percentage", "min", "max", "the", "of", "in", "to", "is",
        "score", "bonus", "mod", "points", "pt",
    )
)  # fmt: skip
"""Words around the name of a field that do not change what it is."""


Named = tuple[int, str]
"""A column of a rule table, and by what it is known."""


def columns_in_code(table: Candidate) -> dict[int, Named]:
    """Which column each field is, and by what it is known: its own name, the table's, or its values."""
    shape, names_in = table.shape, table.names_in
    found: dict[int, Named] = {}
    taken: set[int] = set()
    heads = [cell.text for cell in table.grid.header]
    own = _key_column(table)
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
    open_fields = [c for c, head in enumerate(heads) if c != names_in and _is_open(table, c, head)]
    if len(open_fields) == 1 and not set(found) - {names_in}:
        if (column := called_column(table)) is not None and column not in taken:
            return found | {open_fields[0]: (column, CALLED)}
        by_name = _named_column(table, taken) or _says_dm(table, open_fields[0]) or _named_dm(table, open_fields[0])
        by_name = by_name or _by_bands(table, open_fields[0])
        by_values = _by_values(table, found)
        if by_name is not None and (open_fields[0] not in by_values or _has_known(table, open_fields[0], by_name[0])):
            found[open_fields[0]] = by_name
        return by_values | found
    said = [c for c, head in enumerate(heads) if c not in (names_in, *found) and DM_WORDS.intersection(words_in(head))]
    if len(said) == 1 and not set(found) - {names_in} and (dm := _named_dm(table, said[0])) is not None:
        found[said[0]] = dm
    return found | _by_values(table, found)


def _has_known(table: Candidate, c: int, column: int) -> bool:
    """Whether any value of a field is the book's for a column."""
    kind, cells = table.shape.columns[column].kind, list(table.cells(c, column))
    return kind is not None and bool(cells) and notation(kind, cells).known > 0


def _is_open(table: Candidate, c: int, head: str) -> bool:
    """Whether a field has no name of its own, only its place, and does not only name the row once more."""
    if head and not head.removeprefix("column ").isdecimal():
        return False
    cells = ((row, table.grid.rows[n][c].text) for n, row in table.rows.items() if c < len(table.grid.rows[n]))
    return not head or any(row_in_code(table.shape, text) != row for row, text in cells)


SAYS_DM = "its values, which say DM"


def _says_dm(table: Candidate, c: int) -> Named | None:
    """The only column of DMs, where the values themselves say that they are some: `+2 DM`."""
    column = _dm_column(table.shape)
    texts = [table.grid.rows[n][c].text for n in table.rows if c < len(table.grid.rows[n])]
    told = [text for text in texts if any(map(str.isdigit, text))]
    says_so = len(told) * 2 > len(texts) and all("DM" in text for text in told)
    return (column, SAYS_DM) if column is not None and says_so else None


def _named_dm(table: Candidate, c: int) -> Named | None:
    """The only column of DMs, where a name near says that the values are some, and half of them are the book's."""
    names = [(where, text) for where, text in table.grid.scopes[-3:] if where not in ("comment", "file")]
    names.insert(0, ("field", table.grid.header[c].text))
    where, name = next(((str(w), text) for w, text in names if DM_WORDS.intersection(words_in(text))), ("", ""))
    column = _dm_column(table.shape)
    if column is None or not name:
        return None
    kind = table.shape.columns[column].kind
    assert kind is not None
    cells = list(table.cells(c, column))
    way = notation(kind, cells, name)
    things = all(is_telling(table.grid.rows[n][table.names_in].text) for n in table.rows)
    most = way.known * 2 >= len(cells) and (way.distinct >= 3 or (things and way.known > 0))
    return (column, f"the {where} {_short(name)!r}") if most or are_swapped(cells, kind, way) else None


def _by_bands(table: Candidate, c: int) -> Named | None:
    """The column beside the bands of a table, where they tell what it is."""
    column = valued_by_bands(table, c)
    return (column, BY_BANDS) if column is not None else None


def _dm_column(shape: Shape) -> int | None:
    """The column of DMs, if there is one and no other."""
    columns = [n for n, column in enumerate(shape.columns) if column.kind is not None and column.kind.name == "DM"]
    return columns[0] if len(columns) == 1 else None


def are_swapped(cells: list[tuple[str, str]], kind: Kind, way: Notation) -> bool:
    """Whether the values are the book's, all of them different, in another order: rows were swapped."""
    values = []
    for rule, text in cells:
        with suppress(WrongKind):
            values.append((way.read(kind, text, rule), RAW[rule]))
    here, book = [value for value, _ in values], [value for _, value in values]
    numbers = [value for value in here if isinstance(value, int)]
    several = len(set(here)) == len(here) == len(cells) > 1 and any(abs(number) > 1 for number in numbers)
    return several and here != book and set(here) == set(book)


_COUNTED = ("DM", "count", "target", "factor", "TL", "tons", "credits", "percent", "signed percent", "kilometres")
"""Kinds whose values are numbers."""
_NEVER_BY_VALUES = (*LEFT_ALONE, "changes", "posts")


def _by_values(table: Candidate, found: dict[int, Named]) -> dict[int, Named]:
    """Fields under other names whose values are nearly all the book's, and not just noughts and ones.

    Beside a column that is right in all its rows, most of them are enough: else one wrong value would hide the rest.
    """
    if len(table.rows) < 3:
        return {}
    made = {c: (n, BY_VALUES) for c, n in _alike(table, found, 8, 3)}
    if any(_is_right(table, c, n) for c, (n, _) in (found | made).items() if c != table.names_in):
        made |= {c: (n, BY_MOST_VALUES) for c, n in _alike(table, found | made, 6, 2)}
    return made


BY_VALUES, BY_MOST_VALUES = "its values", "its values beside a column that is right"


def _is_right(table: Candidate, c: int, column: int) -> bool:
    """Whether a field has all of a column's values, and several different ones."""
    kind, cells = table.shape.columns[column].kind, list(table.cells(c, column))
    way = notation(kind, cells, table.field(c)) if kind is not None and len(cells) > 2 else None
    return way is not None and way.known == len(cells) and way.distinct >= 3


def _alike(table: Candidate, found: Mapping[int, Named], tenths: int, distinct: int) -> Iterator[tuple[int, int]]:
    """The other fields of which so many tenths are the values of a column, and so many of them different."""
    heads = [head.text for head in table.grid.header]
    taken = {column for column, _ in found.values()}
    thing = rows_needed(table.shape) == 1  # a thing with a price has fields with names, or none at all
    free = (c for c, head in enumerate(heads) if not thing or not head or head.isdecimal())
    for c in (c for c in free if c != table.names_in and c not in found):
        for n, column in enumerate(table.shape.columns):
            if n in taken or column.kind is None or column.kind.name in _NEVER_BY_VALUES:
                continue
            cells = list(table.cells(c, n))
            counted = column.kind.name in _COUNTED
            if len(cells) < 3 or (counted and not any(map(str.isdigit, cells[0][1]))):
                continue
            if counted and heads[0] == POSITION and surroundings(table.grid, table.shape, column)[0] <= 0:
                continue  # numbers in a row, of anything
            way = notation(column.kind, cells, table.field(c))
            banded = way.ladder or column.kind.name == "band"
            steps = banded and len(cells) == len(table.shape.rows)  # all bands, one after the other, are telling
            read = readable(column.kind, way, cells)
            read = read if (len(cells) - read) * 4 <= len(cells) else len(cells)  # one that is not read says nothing
            if way.known * 10 >= read * (5 if steps else tenths) and way.distinct >= distinct:
                taken.add(n)
                yield c, n
                break


def _parent(path: str) -> str:
    return path.rpartition(".")[0]


def _parents(path: str) -> list[str]:
    """The paths that a field stands in: `system.weapon.damage` in `system.weapon` and in `system`."""
    parts = path.split(".")[:-1]
    return [".".join(parts[: n + 1]) for n in range(len(parts))]


def _key_column(table: Candidate) -> int | None:
    """The column that the keys are values of themselves, where rows are known by bands."""
    if not has_keys(table.shape) or len(set(table.rows.values())) < len(table.rows):
        return None  # numbers, several of which lie in one band
    if table.grid.header[table.names_in].text == POSITION:
        return None  # only places in a list
    keyed = sum(any(ch.isdigit() for ch in table.grid.rows[n][table.names_in].text) for n in table.rows)
    return table.shape.key if keyed * 2 > len(table.rows) else None


@lru_cache(maxsize=20_000)
def field_column(shape: Shape, field: str, strict: bool = True) -> int | None:
    """The column that the name of a field means; not strictly, without the words around it."""
    last = field.rsplit(".", 1)[-1]
    if last.lower() in ("dice", "value", "base", "formula") and "." in field:
        return field_column(shape, field.rpartition(".")[0], strict)
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
    if len(shape.columns) == 1 and words in shape.phrases:
        return 0
    priced = [n for n, column in enumerate(shape.columns) if column.kind is not None and column.kind.name == "credits"]
    return priced[0] if len(priced) == 1 and not plain and _MONEY.intersection(words) else None


_MONEY = frozenset({"mcr", "cr", "kcr", "credit"})
"""Units that name a field by themselves."""


def _named_column(table: Candidate, taken: set[int]) -> Named | None:
    """The column that what stands around a table names, the nearest first."""
    shape = table.shape
    for where, text in reversed(table.grid.scopes):
        if where == "file":
            continue
        words = words_in(text)
        is_dm = any(word in DM_WORDS for word in words)
        best = max(
            (
                (len(phrase), n)
                for n, column in enumerate(shape.columns)
                for phrase in column.phrases
                if n not in taken and not (is_dm and column.kind is not None and column.kind.name != "DM")
                if _stands_in(phrase, words) and (len(phrase) > 1 or _is_own(phrase[0], shape, words))
            ),
            default=None,
        )
        if best is not None and (where != "comment" or best[0] > 1):
            return best[1], f"the {where} {_short(text)!r}"
        near = where in ("name", "function", "key") and find_word(words, shape.near)
        if len(shape.columns) == 1 and (near or any(_stands_in(phrase, words) for phrase in shape.phrases)):
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
