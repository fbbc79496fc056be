"""Fields in code: which column of a rule table each of them is, by its name, the table's name, or its values."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from functools import cache, lru_cache

from engine.errors import WrongKind
from engine.kinds import Kind
from engine.late import late
from engine.names import normal
from engine.raw import RAW
from engine.record import record
from verify.code_names import LEFT_ALONE, has_keys, is_telling, row_in_code, rows_needed, things_in
from verify.layout import POSITION, Grid
from verify.notations import Notation, notation
from verify.shapes import Shape, words_in
from verify.surroundings import speaks, surroundings

NAME_FIELDS = (
    "name", "id", "key", "label", "title", "type", "grade", "roll", "band", "range", "weapon", "weapons", "system",
    "mount", "text", "value",
)  # fmt: skip
"""Fields of a record that may say what it is, the best first; readers put them first."""
MOST_NAME_FIELDS = 7
"""Columns among which the names of the rows are looked for."""
_DECORATION = frozenset(
    (
        "base", "default", "value", "number", "num", "rating", "required", "requirement", "restriction", "limit",
        "total", "std", "standard", "weapon", "ship", "system", "stat", "data", "attr", "mcr", "cr", "kcr", "credit",
        "credits", "km", "tonnes", "per", "pct", "percent", "percentage", "min", "max", "the", "of", "in", "to", "is",
        "score", "bonus", "mod", "points", "pt",
    )
)  # fmt: skip
"""Words around the name of a field that do not change what it is."""


@record
class Candidate:
    """A grid that is taken for a rule table: where its names stand, and which row of the table each of its rows is."""

    grid: Grid
    shape: Shape
    names_in: int
    rows: dict[int, int]

    def cells(self, c: int, column: int) -> Iterator[tuple[str, str]]:
        """The rule and the text of each cell of a field that is taken for a column; totals are left out."""
        kind = self.shape.columns[column].kind
        for n, row in self.rows.items():
            rules, cells = self.shape.rows[row].rules, self.grid.rows[n]
            if kind is None or c >= len(cells) or column >= len(rules) or not rules[column] or not cells[c].text:
                continue
            if not self.is_total(n, kind.name):
                yield rules[column], cells[c].text

    def is_total(self, n: int, kind: str) -> bool:
        """Whether a value is that of several things at once: so many of one, or a mount and the weapons in it."""
        cells = self.grid.rows[n]
        if kind == "dice":
            return self.shape.id == "ship/turret-weapons" and any(map(linked_in, (cell.text for cell in cells)))
        if kind not in _SUMMED:
            return False
        name = cells[self.names_in].text
        if says_many(name) or self._is_armed(name) or any(text not in ("", "1") for text in self._under(n, _COUNTS)):
            return True
        return any(
            _is_another(part, name, self.shape, kind)
            for cell in cells[:MOST_NAME_FIELDS]
            if 2 < len(cell.text) < 200
            for part in cell.text.split(", ")
        )

    def _is_armed(self, name: str) -> bool:
        """Whether the name of a mount names weapons in it as well: `Double Turret (lasers)`."""
        return self.shape.id == "ship/mounts" and not _weapon_words().isdisjoint(words_in(name[:80]))

    def is_customised(self, n: int, known: Collection[int] = ()) -> bool:
        """Whether a thing says that it was made better or worse than the book's, in another field than those known."""
        if any(text.lower() not in _NO_CHANGE for text in self._under(n, _CUSTOMISED, known)):
            return True
        named = frozenset(words_in(self.grid.rows[n][self.names_in].text[:80]))
        row = self.shape.rows[self.rows[n]]
        return any(own < named and named - own <= _made_otherwise() for own in row.words)

    def _under(self, n: int, heads: frozenset[str], known: Collection[int] = ()) -> Iterator[str]:
        """What a row has in fields of some names."""
        for c, head in enumerate(self.grid.header):
            if c not in known and c < len(self.grid.rows[n]) and normal(head.text.rsplit(".", 1)[-1]) in heads:
                yield self.grid.rows[n][c].text


_MANY = late(r"\d+ ?[x×]? (?=\D).*|.*?[a-z]s? ?(?:[x×] ?\d+|[(\[][x×]? ?\d+[x×]?[)\]])", re.IGNORECASE)


def says_many(name: str) -> bool:
    """Whether a name says how many there are, more than one.

    >>> says_many("Low Berth x20"), says_many("2 Pulse Lasers"), says_many("Stateroom (4)"), says_many("Fire Control/2")
    (True, True, True, False)
    """
    return _MANY.fullmatch(name[:80]) is not None and any(number != "1" for number in re.findall(r"\d+", name[:80]))


LINKED = {"double": 2, "triple": 3, "quad": 4}


def linked_in(text: str) -> int:
    """How many weapons the name of a mount links: 3 for a triple turret; 0 if it is no such name."""
    words = words_in(text) if len(text) < 60 else ()
    return next((LINKED[word] for word in words if word in LINKED), 0) if "turret" in words else 0


@cache
def _weapon_words() -> frozenset[str]:
    """The words for what a turret holds."""
    rows = RAW.table("ship/turret-weapons").rows
    return frozenset(word for row in rows for name in (row.name, *row.also) for word in words_in(name) if len(word) > 3)


@cache
def _made_otherwise() -> frozenset[str]:
    """The words for how advanced a thing is made, and for its advantages."""
    tables = (RAW.table(f"ship/{name}") for name in ("technology-levels", "weapon-advantages", "weapon-disadvantages"))
    return frozenset(word for table in tables for row in table.rows for word in words_in(row.name))


_CUSTOMISED = frozenset(
    normal(name)
    for name in (
        "mods", "modifications", "advantages", "disadvantages", "upgrades", "customisation", "customisations",
        "customization", "customizations", "customised", "customized", "improvements", "options", "tech stage",
    )
)  # fmt: skip
"""Fields that say how a thing was changed."""
_NO_CHANGE = frozenset({"", "0", "none", "null", "nil", "false", "[]", "{}", "standard"})
_COUNTS = frozenset({"count", "quantity", "qty", "amount", "number", "num", "units", "howmany", "total"})
"""Fields that say how many there are; the tons and the cost beside them are then totals."""
_SUMMED = ("tons", "credits", "count")
"""Kinds whose values add up."""


@lru_cache(maxsize=20_000)
def _is_another(text: str, name: str, shape: Shape, kind: str) -> bool:
    """Whether a text names a thing of another table, which adds up in the same kind."""
    if not is_telling(text):
        return False
    named = (other for other in things_in(text) if other is not shape and rows_needed(other) == 1)
    others = [other for other in named if row_in_code(other, name) is None]
    return row_in_code(shape, text) is None and any(
        column.kind is not None and column.kind.name == kind for other in others for column in other.columns
    )


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
        by_name = _named_column(table, taken) or _says_dm(table, open_fields[0]) or _named_dm(table, open_fields[0])
        by_values = _by_values(table, found)
        if by_name is not None and (open_fields[0] not in by_values or _has_known(table, open_fields[0], by_name[0])):
            found[open_fields[0]] = by_name
        return by_values | found
    said = [c for c, head in enumerate(heads) if c not in (names_in, *found) and _DM_WORDS.intersection(words_in(head))]
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
    return (column, SAYS_DM) if column is not None and texts and all("DM" in text for text in texts) else None


def _named_dm(table: Candidate, c: int) -> Named | None:
    """The only column of DMs, where a name near says that the values are some, and half of them are the book's."""
    names = [(where, text) for where, text in table.grid.scopes[-3:] if where not in ("comment", "file")]
    names.insert(0, ("field", table.grid.header[c].text))
    where, name = next(((str(w), text) for w, text in names if _DM_WORDS.intersection(words_in(text))), ("", ""))
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
    way = notation(kind, cells, table.grid.header[c].text) if kind is not None and len(cells) > 2 else None
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
            way = notation(column.kind, cells, heads[c])
            steps = way.ladder and len(cells) == len(table.shape.rows)  # all bands, one after the other, are telling
            if way.known * 10 >= len(cells) * (5 if steps else tenths) and way.distinct >= distinct:
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


_DM_WORDS = frozenset({"dm", "mod", "modifier", "bonus", "penalty"})
"""Words that say that values are DMs, whatever else a name says."""


def _named_column(table: Candidate, taken: set[int]) -> Named | None:
    """The column that what stands around a table names, the nearest first."""
    shape = table.shape
    for where, text in reversed(table.grid.scopes):
        if where == "file":
            continue
        words = words_in(text)
        is_dm = any(word in _DM_WORDS for word in words)
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
        near = where in ("name", "function", "key") and speaks(words, shape.near)
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
