"""A grid in code that may be a rule table: its cells, and which of them are totals or of customised things."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache

from engine.rulebook.kinds import COUNT, CREDITS, DICE, DM, TONS, Kind
from engine.rulebook.names import normal
from engine.rulebook.raw import RAW
from engine.rulebook.values import Band
from verify.grids import POSITION, Grid
from verify.recognition.code.notations import Cell, Notation, notation
from verify.recognition.code.row_names import has_keys, is_telling, lists_things, row_in_code, things_in
from verify.recognition.code.surroundings import NEUTRAL_WORDS, names_around
from verify.recognition.rule_tables import RuleTable, keys_of
from verify.recognition.words import words_in

NAME_FIELDS = (
    "name", "id", "key", "label", "title", "type", "grade", "roll", "band", "range", "weapon", "weapons", "system",
    "mount", "text", "value",
)  # fmt: skip
"""Fields of a record that may say what it is, the best first; readers put them first."""
MOST_NAME_FIELDS = 7
"""Columns among which the names of the rows are looked for."""
LONGEST_NAME = 80
"""Characters of a name that are looked at."""
LONGEST_TEXT = 200
"""Characters of the longest cell that may name another thing."""


@dataclass
class Candidate:
    """A grid that may be a rule table: the column of its names, and the row of the rule table that each row is."""

    grid: Grid
    rule_table: RuleTable
    names_in: int
    rows: dict[int, int]
    _totals: dict[tuple[int, str], bool] = field(default_factory=dict, init=False)

    @property
    def named_rows(self) -> int:
        """How many rows have a name."""
        return sum(map(bool, self.grid.texts(self.names_in)))

    @property
    def is_list(self) -> bool:
        """Whether its keys are only positions in a list: numbers in a row, of anything."""
        return self.grid.heading(0) == POSITION

    def kind(self, column: int) -> Kind:
        """The kind of a column."""
        kind = self.rule_table.columns[column].kind
        assert kind is not None  # only a view for documents has columns without a kind
        return kind

    def cells(self, c: int, column: int) -> tuple[Cell, ...]:
        """The rule and the text of each cell of a field, read as a column of the rule table, without totals."""
        kind, rows = self.kind(column), self.rule_table.rows
        cells = [
            (rows[row].rules[column], text)
            for n, row in self.rows.items()
            if (text := self.grid.text(n, c)) and rows[row].rules[column] and not self.is_total(n, kind)
        ]
        return tuple(cells)

    def notation(self, c: int, column: int, name: str = "") -> Notation:
        """The notation of a field read as a column; a field without a name uses the name of the table."""
        name = name or self.grid.heading(c) or next(iter(names_around(self.grid.scopes, ("name", "key"))), "")
        return notation(self.kind(column), self.cells(c, column), name)

    def is_total(self, n: int, kind: Kind) -> bool:
        """Whether a value of a row is a total of several things: several of one kind, or a mount with its weapons."""
        key = n, kind.name
        if key not in self._totals:
            self._totals[key] = self._is_total(n, kind)
        return self._totals[key]

    def _is_total(self, n: int, kind: Kind) -> bool:
        cells = self.grid.rows[n]
        if kind.is_a(DICE):
            return bool(self.rule_table.mounted_in) and any(map(linked_in, (cell.text for cell in cells)))
        if not kind.is_a(*_SUMMED):
            return False
        name = cells[self.names_in].text
        words = frozenset(words_in(name[:LONGEST_NAME]))
        of_both = {TURRET} if self.rule_table.mounted_in else _words_of_weapons(self.rule_table.id)
        if says_many(name) or not words.isdisjoint(of_both):  # a mount and weapons in it: `Beam Laser Turret`
            return True
        if any(text not in ("", "1") for text in self._under(n, _COUNTS)):
            return True
        return any(
            _names_another_thing(part, name, self.rule_table, kind)
            for cell in cells[:MOST_NAME_FIELDS]
            if 2 < len(cell.text) < LONGEST_TEXT
            for part in cell.text.split(", ")
        )

    def is_customised(self, n: int, known: Collection[int] = ()) -> bool:
        """Whether a thing is customised, according to its name or to a field that is not a known column."""
        if any(text.lower() not in _NO_CHANGE for text in self._under(n, _CUSTOMISED, known)):
            return True
        named = frozenset(words_in(self.grid.rows[n][self.names_in].text[:LONGEST_NAME]))
        row = self.rule_table.rows[self.rows[n]]
        return any(row_words < named and named - row_words <= _words_of_customising() for row_words in row.words)

    def _under(self, n: int, heads: frozenset[str], known: Collection[int] = ()) -> Iterator[str]:
        """The texts of a row in the fields of some names."""
        for c, head in enumerate(self.grid.header):
            if c not in known and normal(head.text.rsplit(".", 1)[-1]) in heads:
                yield self.grid.text(n, c)


_MANY = re.compile(r"\d+ ?[x×]? (?=\D).*|.*?[a-z]s? ?(?:[x×] ?\d+|[(\[][x×]? ?\d+[x×]?[)\]])", re.IGNORECASE)


def says_many(name: str) -> bool:
    """Whether a name says how many there are, more than one.

    >>> says_many("Low Berth x20"), says_many("2 Pulse Lasers"), says_many("Stateroom (4)"), says_many("Fire Control/2")
    (True, True, True, False)
    """
    name = name[:LONGEST_NAME]
    return _MANY.fullmatch(name) is not None and any(number != "1" for number in re.findall(r"\d+", name))


TURRET = "turret"
"""The word for a mount that links weapons."""
LONGEST_MOUNT = 60
"""Characters of the longest name of a mount."""
LINKED = {"double": 2, "triple": 3, "quad": 4}


def linked_in(text: str) -> int:
    """How many weapons the name of a mount links: 3 for a triple turret; 0 if it is no such name."""
    words = words_in(text) if len(text) < LONGEST_MOUNT else ()
    return next((LINKED[word] for word in words if word in LINKED), 0) if TURRET in words else 0


@cache
def _words_of_weapons(mounts: str) -> frozenset[str]:
    """The words for the weapons that stand in the mounts of a table."""
    rows = (row for table in RAW.tables.values() if table.mounted_in == mounts for row in table.rows)
    return frozenset(word for row in rows for name in (row.name, *row.also) for word in words_in(name) if len(word) > 3)


@cache
def _words_of_customising() -> frozenset[str]:
    """The words for how advanced a thing is made, and for its advantages."""
    tables = (table for table in RAW.tables.values() if table.customises)
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
_SUMMED = (TONS, CREDITS, COUNT)
"""Kinds whose values add up."""


@lru_cache(maxsize=20_000)
def _names_another_thing(text: str, name: str, rule_table: RuleTable, kind: Kind) -> bool:
    """Whether a text names a thing of another table, whose values of the same kind may be added."""
    if not is_telling(text):
        return False
    named = (other for other in things_in(text) if other is not rule_table and lists_things(other))
    others = [other for other in named if row_in_code(other, name) is None]
    return row_in_code(rule_table, text) is None and any(
        column.is_a(kind) for other in others for column in other.columns
    )


# Tables whose name says which rule table and which column they are, and that have all its rows.


DM_WORDS = frozenset({"dm", "mod", "modifier", "bonus", "penalty"})
"""Words that say that values are DMs, whatever else a name says."""
_EMPTY_WORDS = frozenset(NEUTRAL_WORDS) - DM_WORDS | {
    "get", "calc", "calculate", "compute", "find", "all", "std", "standard", "core", "mgt", "traveller", "const", "the",
    "e", "a", "k", "my", "our", "system", "game", "basic", "json", "enum",
}  # fmt: skip
"""Words in the name of a table that do not say which table it is."""
FEWEST_ROWS = 4
"""Rows without which the name of a table is not enough."""
PERCENT_OF_ROWS = 80
"""Per cent of the rows of a rule table that must be there."""


def is_called(table: Candidate, column: int, field: str = "") -> bool:
    """Whether the nearest names say which rule table and column it is, and nothing else, and nearly all rows are there.

    A table of one column needs no more than its name.
    """
    named, different = table.named_rows, len(set(table.rows.values()))
    if table.is_list or not len(table.rows) == named == different >= FEWEST_ROWS:
        return False
    if different * 100 < len(table.rule_table.rows) * PERCENT_OF_ROWS:
        return False
    terms, columns = _name_words(table.rule_table, column)
    names = names_around(table.grid.scopes)[:2]
    called = (frozenset(words_in(" ".join((*names[: n + 1], field)))) - _EMPTY_WORDS for n in range(len(names)))
    return any(words & terms and (words - terms in columns or (not columns and words <= terms)) for words in called)


def called_column(table: Candidate) -> int | None:
    """The column named by the name of a table without fields; None if it names none, or several."""
    columns = [n for n in range(len(table.rule_table.columns)) if is_called(table, n)]
    return columns[0] if len(columns) == 1 else None


@cache
def _name_words(rule_table: RuleTable, column: int) -> tuple[frozenset[str], frozenset[frozenset[str]]]:
    """The words of the names of a table, and the sets of words beside them that name a column.

    A table of one column has no such sets; the words of the column are its own. The range bands have band, range,
    ship, space and spacecraft; besides those, thrust and cost name the column of Thrust.
    """
    wanted = rule_table.columns[column]
    tables = (
        *rule_table.phrases,
        words_in(rule_table.id.rpartition("/")[2].replace("-", " ")),
        *map(words_in, rule_table.headed),
    )
    table_words = frozenset(word for phrase in tables for word in phrase) - _EMPTY_WORDS - DM_WORDS
    dms = DM_WORDS if wanted.is_a(DM) else ()
    phrases = {*(frozenset(phrase) - _EMPTY_WORDS for phrase in wanted.phrases), *(frozenset([word]) for word in dms)}
    if len(rule_table.columns) == 1:
        return table_words.union(*phrases), frozenset()
    return table_words, frozenset(phrase - table_words for phrase in phrases) - {frozenset()}


# Tables that their bands identify, whatever their names: 0, 1-2, 3-5 and so on up to 15+ are characteristics' scores.


MOVED_BANDS = 2
"""Bands that may differ from the book's: one moved edge makes two bands differ."""
LONGEST_COUNT = 12
"""Numbers from 0 up, each with its own value, that make a table."""


def band_of(name: str) -> Band | None:
    """The band that a name in code is, if it is one."""
    return next((value for value in keys_of(name) if isinstance(value, Band)), None)


def has_bands(table: Candidate) -> bool:
    """Whether the keys of a table are nearly all bands of a rule table, or every number in them, and nothing else.

    Few bands say nothing: this is for a table that has many, and that needs a word near it if they do not fit.
    """
    rule_table = table.rule_table
    if not (has_keys(rule_table) and rule_table.where) or table.names_in or table.is_list:
        return False
    bands = {n: band for n, name in enumerate(table.grid.texts(0)) if (band := band_of(name)) is not None}
    lowest = next((n for n, band in bands.items() if band == Band(None, 0)), None)
    if lowest is not None:
        bands[lowest] = Band(0, 0)  # nothing is below 0
    exact = {row for n, row in table.rows.items() if n in bands and rule_table.keys.get(bands[n]) == row}
    numbers = [band.low for band in bands.values() if band.low is not None and band.low == band.high]
    if len(numbers) > len(rule_table.rows):
        return len(bands) == len(numbers) >= LONGEST_COUNT and sorted(numbers) == list(range(len(numbers)))
    return len(exact) >= len(rule_table.rows) - MOVED_BANDS and len(bands) - len(exact) <= MOVED_BANDS
