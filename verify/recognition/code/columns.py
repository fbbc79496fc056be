"""Fields in code: which column of a rule table each of them is, by its name, the table's name, or its values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from engine.rulebook.effects import CHANGES
from engine.rulebook.kinds import (
    COUNT,
    CREDITS,
    DM,
    FACTOR,
    KM,
    POSTS,
    RESULTS,
    SHARE,
    SIGNED_PERCENT,
    TARGET,
    TL,
    TONS,
)
from engine.rulebook.names import normal
from verify.grids import POSITION
from verify.recognition.code.candidates import DM_WORDS, Candidate, called_column, has_bands
from verify.recognition.code.recognised_code_table import How, Identified
from verify.recognition.code.row_names import NEVER_STATED, has_keys, is_telling, lists_things, row_in_code
from verify.recognition.code.surroundings import NAMES, surroundings
from verify.recognition.rule_tables import RuleTable
from verify.recognition.words import find_word, words_in


def identify_columns(table: Candidate) -> dict[int, Identified]:
    """Which column each field is: by its own name, by that of the table, or by its values."""
    rule_table, names_in = table.rule_table, table.names_in
    heads = [cell.text for cell in table.grid.header]
    parent, key = heads[names_in].split(".")[:-1], _key_column(table)
    identified = {names_in: Identified(key, How.KEYS)} if key is not None else {}
    for strict in (True, False):
        for c, head in enumerate(heads):
            if not head or c == names_in or c in identified or head.split(".")[:-1][: len(parent)] != parent:
                continue  # without a name, or of another record
            column = field_column(rule_table, head, strict)
            if column is not None and column not in _columns(identified):
                identified[c] = Identified(column, How.FIELD, name=head)
    if set(identified) - {names_in}:
        return identified | _by_values(table, identified)
    unnamed = [c for c, head in enumerate(heads) if c != names_in and _is_unnamed(table, c, head)]
    if len(unnamed) == 1:
        return _identify_only_field(table, unnamed[0], identified)
    with_dm = [c for c, head in enumerate(heads) if c != names_in and DM_WORDS.intersection(words_in(head))]
    if len(with_dm) == 1 and (dm := _column_named_dm(table, with_dm[0])) is not None:
        identified[with_dm[0]] = dm
    return identified | _by_values(table, identified)


def _columns(found: Mapping[int, Identified]) -> set[int]:
    """The columns that are identified."""
    return {identified.column for identified in found.values()}


def _key_column(table: Candidate) -> int | None:
    """The column whose values are the keys of the table, if its rows are named by bands."""
    if not has_keys(table.rule_table) or len(set(table.rows.values())) < len(table.rows):
        return None  # numbers, several of which lie in one band
    if table.grid.header[table.names_in].text == POSITION:
        return None  # only places in a list
    keyed = sum(any(ch.isdigit() for ch in table.grid.rows[n][table.names_in].text) for n in table.rows)
    return table.rule_table.key if keyed * 2 > len(table.rows) else None


_EXTRA_WORDS = frozenset(
    (
        "base", "default", "value", "number", "num", "rating", "required", "requirement", "restriction", "limit",
        "total", "std", "standard", "weapon", "ship", "system", "stat", "data", "attr", "mcr", "cr", "kcr", "credit",
        "credits", "km", "tonnes", "per", "pct", "percent", "percentage", "min", "max", "the", "of", "in", "to", "is",
        "score", "bonus", "mod", "points", "pt",
    )
)  # fmt: skip
"""Words in the name of a field that do not change what it is."""
_MONEY = frozenset({"mcr", "cr", "kcr", "credit"})
"""Units that name a field by themselves."""


@lru_cache(maxsize=20_000)
def field_column(rule_table: RuleTable, field: str, strict: bool = True) -> int | None:
    """The column that a field name means; if not strict, words that add nothing are ignored."""
    outer, _, last = field.rpartition(".")
    if "." in field and last.lower() in ("dice", "value", "base", "formula"):
        return field_column(rule_table, outer, strict)
    for wanted in dict.fromkeys((normal(last), normal(field))):
        for n, column in enumerate(rule_table.columns):
            if wanted in column.names:
                return n
    if strict:
        return None
    words = words_in(last)
    plain = tuple(word for word in words if word not in _EXTRA_WORDS)
    for n, column in enumerate(rule_table.columns):
        if any(phrase in (words, plain) for phrase in column.phrases):
            return n
    if len(rule_table.columns) == 1 and words in rule_table.phrases:
        return 0
    priced = [n for n, column in enumerate(rule_table.columns) if column.is_a(CREDITS)]
    return priced[0] if len(priced) == 1 and not plain and _MONEY.intersection(words) else None


# The only field of a table, without a name: identified by the table's name, its surroundings or its values.


def _is_unnamed(table: Candidate, c: int, head: str) -> bool:
    """Whether a field has no name but its position, and does not only repeat the name of the row."""
    if head and not head.removeprefix("column ").isdecimal():
        return False
    cells = ((row, table.grid.text(n, c)) for n, row in table.rows.items())
    return not head or any(row_in_code(table.rule_table, text) != row for row, text in cells)


def _identify_only_field(table: Candidate, c: int, identified: dict[int, Identified]) -> dict[int, Identified]:
    """The columns of a table with one field that has no name."""
    if (column := called_column(table)) is not None and column not in _columns(identified):
        return identified | {c: Identified(column, How.TABLE_NAME)}
    by_name = (
        _column_in_surroundings(table, _columns(identified))
        or _column_of_written_dms(table, c)
        or _column_named_dm(table, c)
        or _column_by_bands(table, c)
    )
    by_values = _by_values(table, identified)
    if by_name is not None and (c not in by_values or table.notation(c, by_name.column).known):
        identified[c] = by_name
    return by_values | identified


def _column_in_surroundings(table: Candidate, taken: set[int]) -> Identified | None:
    """The column named by the nearest name or remark around a table that names one."""
    rule_table = table.rule_table
    for where, text in reversed(table.grid.scopes):
        if where == "file":
            continue
        words = words_in(text)
        size, column = _column_in(rule_table, words, taken)
        if size and (where != "comment" or size > 1):
            return Identified(column, How.SURROUNDINGS, where, text)
        near = where in NAMES and find_word(words, rule_table.near)
        if len(rule_table.columns) == 1 and (near or any(_stands_in(phrase, words) for phrase in rule_table.phrases)):
            return Identified(0, How.SURROUNDINGS, where, text)
    return None


def _column_in(rule_table: RuleTable, words: tuple[str, ...], taken: set[int]) -> tuple[int, int]:
    """The column that the longest phrase among words names, after the length of the phrase; 0 if none does.

    One word is enough if it is long, or stands beside a word of the table's own.
    """
    is_dm = not DM_WORDS.isdisjoint(words)
    table_words = {word for phrase in rule_table.phrases for word in phrase}.union(rule_table.near).intersection(words)
    return max(
        (
            (len(phrase), n)
            for n, column in enumerate(rule_table.columns)
            for phrase in column.phrases
            if n not in taken and (not is_dm or column.is_a(DM)) and _stands_in(phrase, words)
            if len(phrase) > 1 or len(phrase[0]) > 4 or table_words.difference(phrase)
        ),
        default=(0, 0),
    )


def _stands_in(phrase: tuple[str, ...], words: tuple[str, ...]) -> bool:
    """Whether a phrase stands among words."""
    size = len(phrase)
    return any(words[n : n + size] == phrase for n in range(len(words) - size + 1))


def _dm_column(rule_table: RuleTable) -> int | None:
    """The column of DMs, if there is one and no other."""
    columns = [n for n, column in enumerate(rule_table.columns) if column.is_a(DM)]
    return columns[0] if len(columns) == 1 else None


def _column_of_written_dms(table: Candidate, c: int) -> Identified | None:
    """The only column of DMs, if the values themselves say that they are DMs: `+2 DM`."""
    column = _dm_column(table.rule_table)
    texts = [table.grid.text(n, c) for n in table.rows]
    numbers = [text for text in texts if any(map(str.isdigit, text))]
    says_dm = len(numbers) * 2 > len(texts) and all("DM" in text for text in numbers)
    return Identified(column, How.SAYS_DM) if column is not None and says_dm else None


def _column_named_dm(table: Candidate, c: int) -> Identified | None:
    """The only column of DMs, if a name near the values says that they are DMs, and half of them are the book's."""
    near = [(where, text) for where, text in table.grid.scopes[-3:] if where not in ("comment", "file")]
    named = (
        (w, text) for w, text in (("field", table.grid.heading(c)), *near) if DM_WORDS.intersection(words_in(text))
    )
    where, name = next(named, ("", ""))
    column = _dm_column(table.rule_table)
    if column is None or not name:
        return None
    way = table.notation(c, column, name)
    are_things = all(is_telling(table.grid.rows[n][table.names_in].text) for n in table.rows)
    enough_known = way.known * 2 >= len(way.cells) and (way.distinct >= SEVERAL or (are_things and way.known > 0))
    return Identified(column, How.SURROUNDINGS, where, name) if enough_known or way.is_swapped else None


def _column_by_bands(table: Candidate, c: int) -> Identified | None:
    """The only column beside the bands that identify a table, if any value of it is known."""
    columns = [n for n in range(len(table.rule_table.columns)) if n != table.rule_table.key]
    if len(columns) != 1 or not has_bands(table) or not table.notation(c, columns[0]).known:
        return None
    return Identified(columns[0], How.BANDS)


# Fields that their values identify, whatever their names.


SEVERAL = 3
"""Different values that hardly match by chance; zeros and ones alone could be anything."""
_COUNTED = (DM, COUNT, TARGET, FACTOR, TL, TONS, CREDITS, SHARE, SIGNED_PERCENT, KM)
"""Kinds whose values are numbers."""
_NEVER_BY_VALUES = (*NEVER_STATED, CHANGES, POSTS)
"""Kinds whose values do not identify a column."""


class Wanted(NamedTuple):
    """How many values must match to identify a column by its values alone."""

    tenths: int
    distinct: int
    """Different values among them."""


NEARLY_ALL, MOST, STEPS = Wanted(8, SEVERAL), Wanted(6, 2), 5
"""What is wanted: as a rule, beside a column that matches in all rows, and the tenths of a ladder of bands."""


def _by_values(table: Candidate, identified: Mapping[int, Identified]) -> dict[int, Identified]:
    """Fields under other names whose values are nearly all the book's, and not just zeros and ones.

    Beside a column that matches in all rows, most values are enough: else one wrong value would hide the others.
    """
    if len(table.rows) < SEVERAL:
        return {}
    by_values = {c: Identified(n, How.VALUES) for c, n in _matching_fields(table, identified, NEARLY_ALL)}
    others = {**identified, **by_values}
    ways = (table.notation(c, known.column) for c, known in others.items() if c != table.names_in)
    if any(way.known == len(way.cells) and way.distinct >= SEVERAL for way in ways):
        by_values |= {c: Identified(n, How.MOST_VALUES) for c, n in _matching_fields(table, others, MOST)}
    return by_values


def _matching_fields(table: Candidate, known: Mapping[int, Identified], wanted: Wanted) -> Iterator[tuple[int, int]]:
    """The fields that are not identified yet and whose values match a column, each with the column."""
    things = lists_things(table.rule_table)  # the record of a thing has fields with names, or none at all
    heads = [head.text for head in table.grid.header]
    free = (c for c, head in enumerate(heads) if not things or not head or head.isdecimal())
    columns = [n for n in range(len(table.rule_table.columns)) if n not in _columns(known)]
    for c in (c for c in free if c != table.names_in and c not in known):
        column = next((n for n in columns if _matches_column(table, c, n, wanted)), None)
        if column is not None:
            columns.remove(column)
            yield c, column


def _matches_column(table: Candidate, c: int, n: int, wanted: Wanted) -> bool:
    """Whether enough values of a field match a column."""
    kind, cells = table.kind(n), table.cells(c, n)
    counted = kind.is_a(*_COUNTED)
    if kind.is_a(*_NEVER_BY_VALUES) or len(cells) < SEVERAL:
        return False
    if counted and not any(map(str.isdigit, cells[0][1])):
        return False
    if counted and table.is_list and surroundings(table.grid, table.rule_table, table.rule_table.columns[n]).side <= 0:
        return False  # numbers in a row, of anything
    way = table.notation(c, n)
    is_ladder = (way.ladder or kind.is_a(RESULTS)) and len(cells) == len(table.rule_table.rows)  # all say enough
    comparable = (
        way.readable if (len(cells) - way.readable) * 4 <= len(cells) else len(cells)
    )  # an unreadable cell says nothing
    return way.known * 10 >= comparable * (STEPS if is_ladder else wanted.tenths) and way.distinct >= wanted.distinct
