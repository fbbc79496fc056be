"""A grid in code that is taken for a rule table: its cells, and which of them are sums or of things made otherwise."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from engine.errors import WrongKind
from engine.rulebook.kinds import Kind
from engine.rulebook.names import normal
from engine.rulebook.raw import RAW
from engine.rulebook.values import Band
from verify.grids import POSITION, Grid
from verify.recognition.code.notations import Notation, notation
from verify.recognition.code.row_names import has_keys, is_telling, row_in_code, rows_needed, things_in
from verify.recognition.code.surroundings import SAYING_NOTHING, rows_with_words
from verify.recognition.rule_tables import Shape, keys_of
from verify.recognition.values import is_no_value
from verify.recognition.words import words_in

NAME_FIELDS = (
    "name", "id", "key", "label", "title", "type", "grade", "roll", "band", "range", "weapon", "weapons", "system",
    "mount", "text", "value",
)  # fmt: skip
"""Fields of a record that may say what it is, the best first; readers put them first."""
MOST_NAME_FIELDS = 7
"""Columns among which the names of the rows are looked for."""


@dataclass(frozen=True)
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

    def field(self, c: int) -> str:
        """What the values of a field are called: by its own name, or by that of the table if it has none."""
        head = self.grid.header[c].text if c < len(self.grid.header) else ""
        named = (text for where, text in reversed(self.grid.scopes) if where in ("name", "key"))
        return head or next(named, "")

    def is_total(self, n: int, kind: str) -> bool:
        """Whether a value is that of several things at once: so many of one, or a mount and the weapons in it."""
        known = self._totals.get((n, kind))
        if known is None:
            known = self._totals[n, kind] = self._is_total(n, kind)
        return known

    @cached_property
    def _totals(self) -> dict[tuple[int, str], bool]:
        return {}

    def _is_total(self, n: int, kind: str) -> bool:
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
        """Whether a name is of a mount and of weapons in it: `Double Turret (lasers)`, `Beam Laser Turret`."""
        words = words_in(name[:80])
        if self.shape.id == "ship/turret-weapons":
            return "turret" in words
        return self.shape.id == "ship/mounts" and not _weapon_words().isdisjoint(words)

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


_MANY = re.compile(r"\d+ ?[x×]? (?=\D).*|.*?[a-z]s? ?(?:[x×] ?\d+|[(\[][x×]? ?\d+[x×]?[)\]])", re.IGNORECASE)


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
        "quality", "grade", "technology", "tech level modifier", "prototype",
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


# Whether a table in code is called what it is: by the name of a rule table and of its column, with all of its rows.


CALLED = "its name, with all of its rows"
DM_WORDS = frozenset({"dm", "mod", "modifier", "bonus", "penalty"})
"""Words that say that values are DMs, whatever else a name says."""
_EMPTY_WORDS = frozenset(SAYING_NOTHING) - DM_WORDS | {
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
    said = (frozenset(words_in(" ".join((*names[n:], field)))) - _EMPTY_WORDS for n in range(len(names)))
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

    >>> from verify.recognition.code.row_names import code_shapes
    >>> own, columns = _words(next(one for one in code_shapes() if one.id == "space/range-bands"), 1)
    >>> sorted(own), sorted(map(sorted, columns))[:2]
    (['band', 'range', 'ship', 'space', 'spacecraft'], [['change', 'thrust', 'to'], ['cost', 'thrust']])
    """
    told = shape.columns[column]
    tables = (*shape.phrases, words_in(shape.id.rpartition("/")[2].replace("-", " ")), *map(words_in, shape.headed))
    own = frozenset(word for phrase in tables for word in phrase) - _EMPTY_WORDS - DM_WORDS
    dms = DM_WORDS if told.kind is not None and told.kind.name == "DM" else ()
    phrases = {*(frozenset(phrase) - _EMPTY_WORDS for phrase in told.phrases), *(frozenset([word]) for word in dms)}
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


# Tables that their bands tell, whatever they are called: 0, 1-2, 3-5 and so on up to 15+ are characteristics' scores.


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


# Columns in code of which some cells cannot be read: what the others say, and what is told of where most cannot.


Cells = list[tuple[str, str]]
"""The rule and the text of each cell of a column."""


def readable(kind: Kind, way: Notation, cells: Cells) -> int:
    """How many cells of a column say something, be it right or wrong; all of them if most do not."""
    if way.fits == len(cells) or way.fits * 2 < len(cells):
        return len(cells)
    return sum(is_no_value(kind, text, rule) or _is_read(kind, way, text, rule) for rule, text in cells)


def _is_read(kind: Kind, way: Notation, text: str, rule: str) -> bool:
    try:
        way.read(kind, text, rule)
    except WrongKind:
        return False
    return True


def is_named(how: str) -> bool:
    """Whether a column is known by a name, its own or one above it, and not by its values."""
    return how.startswith(("its field", "the ")) or how == CALLED


def has_notation(cells: Cells) -> bool:
    """Whether most cells hold a number among other signs, as a formula or a roll does, and no list or name."""
    told = [any(map(str.isdigit, text)) and not _OTHERWISE.search(text) for _, text in cells]
    return sum(told) * 2 > len(told)


_OTHERWISE = re.compile(r"^[+-]?[\d.]+$|, |^[A-Za-z_$][\w$]*(?:[.:/-][\w$-]+)+$")
"""A number, a list, or the name of something that stands elsewhere: `MGT2.Difficulty.Easy`."""
