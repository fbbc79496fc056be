"""Constants that stand alone in code: `ATTACK_TARGET = 8`, known by the words of their names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache, lru_cache

from engine.errors import WrongKind
from engine.rulebook.kinds import COUNT, CREDITS, DM, POSTS, TONS
from engine.rulebook.raw import RAW, called_in_code
from engine.rulebook.rulebook import Row, Table
from engine.rulebook.values import Post, Value
from verify.findings import Fact, Place
from verify.recognition.code.notations import notation
from verify.recognition.code.row_names import is_telling
from verify.recognition.values import bare_number, is_no_value
from verify.recognition.words import words_in

_EXTRA_WORDS = frozenset({"default", "base", "value", "the", "const", "number", "dm", "std", "mcr", "kcr", "cr", "pct"})
"""Words that a name may have besides those of the rule."""
_TYPE_PREFIX = re.compile(r"^[a-z](?=[A-Z])")
"""A letter that gives the type of a variable: `nTarget`."""
_MEMBER = ("self.", "this.")
"""Prefixes of a variable of an object. A zero in one is where it begins to count."""
_PER = frozenset({"per", "each"})
LONGEST_NAME = 60
"""Characters of the longest name that can be that of a constant."""
NEAR = 2
"""How far from the book's a value can be that is hardly one of another game."""
FAR = 20
"""Times the book's value from which a number is rather that of something else."""
SYNONYMS = {"crit": "critical", "minimum": "min", "maximum": "max", "mod": "dm", "modifier": "dm"}
"""Words that mean the same in the name of a constant."""


def _name_words(name: str) -> frozenset[str]:
    """The words of a name, with one word for all that mean the same."""
    return frozenset(SYNONYMS.get(word, word) for word in words_in(name))


@cache
def _names_in_capitals() -> frozenset[frozenset[str]]:
    """The names that only mean a rule in capitals, where nothing but a constant can have them: `JUMP_DM`."""
    return frozenset(_name_words(name) for name, _ in called_in_code() if name.isupper())


_POST_UNITS = ("tons", "drive tons", "people", "heads", "persons", "crew", "passengers", "crew and passengers")
"""Units that a crew member can be responsible for."""


@cache
def _posts_by_words() -> Mapping[frozenset[str], str]:
    """Rules that give a number of units per crew member, by the words of names such as `TONS_PER_ENGINEER`."""
    rules: dict[frozenset[str], str] = {}
    for table in RAW.tables.values():
        columns = [column.id for column in table.columns if column.kind.is_a(POSTS)][:1]
        for row, rule in ((row, table.path(row.name, column)) for column in columns for row in table.rows):
            posts = RAW[rule]
            if isinstance(posts, tuple) and len(posts) == 1 and isinstance(posts[0], Post) and (posts[0].per or 0) > 1:
                rules |= {frozenset((*words_in(unit), "per", *words_in(row.name))): rule for unit in _POST_UNITS}
    return rules


@cache
def _rules_by_words() -> Mapping[frozenset[str], str]:
    """Rules by the words of the names that code gives them."""
    return {**_posts_by_words(), **{_name_words(name): rule for name, rule in called_in_code()}}


@cache
def _rows_by_word() -> Mapping[str, list[tuple[frozenset[str], Table, Row]]]:
    """Rows that a constant can name, by the longest word of each of their names."""
    rows: dict[str, list[tuple[frozenset[str], Table, Row]]] = {}
    for table in RAW.tables.values():
        for row in table.rows:
            for name in (row.name, *row.also) if is_telling(row.name) or len(table.columns) == 1 else ():
                if words := frozenset(words_in(name)):
                    rows.setdefault(max(words, key=lambda word: (len(word), word)), []).append((words, table, row))
    return rows


def _rule_by_cell(words: frozenset[str]) -> str:
    """The cell that words name by its row and its column, `BEAM_LASER_DM`; empty if there is not exactly one."""
    if len(words) < 2 or any(word.isdecimal() for word in words):
        return ""
    near = (entry for word in words for entry in _rows_by_word().get(word, ()))
    rules = {
        table.path(row.name, column.id)
        for row_words, table, row in near
        if row_words <= words
        for column in table.columns
        if any(row_words.union(words_in(name)) == words for name in (column.title, *column.also))
    }
    return rules.pop() if len(rules) == 1 else ""


@lru_cache(maxsize=50_000)
def constant_rule(name: str) -> str:
    """The rule that the name of a constant means, `ATTACK_TARGET` or `nVeryBulkyDM`; empty if it means none."""
    if len(name) > LONGEST_NAME:
        return ""
    parts = words_in(_TYPE_PREFIX.sub("", name.rpartition(".")[2]))
    words = _name_words(" ".join(parts))
    if words in _names_in_capitals() and not name.rpartition(".")[2].isupper():
        return ""
    by_name: Callable[[frozenset[str]], str | None] = _rules_by_words().get
    for find in (by_name, _rule_by_cell) if _is_constant(name, parts) else (by_name,):
        if rule := find(words):
            return rule
        rule = find(words - _EXTRA_WORDS)
        if rule and ("dm" not in words or RAW.rule(rule).kind.is_a(DM)):
            return rule
    return ""


def _is_constant(name: str, words: tuple[str, ...]) -> bool:
    """Whether a name is written as that of a constant, or names a row of a table that every game has."""
    if name.isupper() or (name[:1].isupper() and name.isalnum() and len(words) > 2):
        return True
    headings = {words_in(table.heading) for table in _tables_of_every_game()}
    return name.isidentifier() and len(words) > 1 and not headings.isdisjoint({words[:1], words[-1:]})


@cache
def _tables_of_every_game() -> tuple[Table, ...]:
    """The tables that other games have too, with other values: every game has an easy and a hard task."""
    return tuple(table for table in RAW.tables.values() if table.own_names)


NamedFact = tuple[str, Fact]
"""The name of a constant, and what it states."""


def _are_on_scale(table: Table, stated: list[NamedFact]) -> bool:
    """Whether values of a table that every game has are the book's: half of several, or one that is near.

    Many games only number their difficulties: 1, 2, 3.
    """
    if len(stated) != 1:
        return sum(fact.value == RAW[fact.rule] for _, fact in stated) * 2 >= len(stated)
    name, fact = stated[0]
    own = next((own for own in table.own_names if table.find(own).id == RAW.rule(fact.rule).row), None)
    return own is not None and _is_near(fact.value, RAW[fact.rule]) and set(words_in(own)) <= set(words_in(name))


def constants(entries: Iterator[tuple[tuple[str, ...], str, int, int]], file: str) -> Iterator[Fact]:
    """What constants state: each has names, the shortest first, a text and the place of the text."""
    stated = list(_stated(entries, file))
    for table in _tables_of_every_game():
        rows = [named for named in stated if RAW.rule(named[1].rule).section == table.id]
        if not _are_on_scale(table, rows):
            stated = [named for named in stated if named not in rows]
    yield from (fact for _, fact in stated)


def _stated(entries: Iterator[tuple[tuple[str, ...], str, int, int]], file: str) -> Iterator[NamedFact]:
    """What each constant states by itself."""
    for names, text, line, column in entries:
        name, rule = next(((name, rule) for name in names if (rule := constant_rule(name))), ("", ""))
        if not rule or (text.strip("+-0.") == "" and name.startswith(_MEMBER)):
            continue
        kind, book = RAW.rule(rule).kind, RAW[rule]
        way = notation(kind, ((rule, text),), name)
        if way.guessed:
            continue
        fact = Fact(rule, text, None, Place(file, line, column), "code", (f"the name {name!r}",))
        try:
            value = way.read(kind, text, rule)
        except WrongKind as wrong:
            number = bare_number(text, kind)
            if number is not None and number.denominator > 1 and is_no_value(kind, text, rule):
                yield name, fact._replace(problem=str(wrong), doubtful=not _is_near(number, book))
            continue
        is_start = value == 0 and kind.is_a(DM) and not name.isupper()  # a DM of 0 may be where it begins to count
        is_far = isinstance(value, int) and isinstance(book, int) and kind.is_a(COUNT) and value > FAR * book > 0
        yield name, fact._replace(value=value, doubtful=is_start or is_far)


def _is_near(value: Value, book: Value) -> bool:
    """Whether a number is so near the book's that it is hardly a value of something else."""
    return isinstance(value, (int, Fraction)) and isinstance(book, int) and abs(Fraction(value) - book) <= NEAR


@cache
def _varying_columns() -> list[tuple[frozenset[str], frozenset[str], str, str]]:
    """The columns of at least three different numbers, one entry for each of their names.

    The words of the name, those for what the rows are, the first rule, and all rows with their values, for people.
    """
    entries = []
    for table in RAW.tables.values():
        for column in (column for column in table.columns if column.kind.is_a(COUNT, TONS, CREDITS)):
            rules = [RAW.rule(rule) for rule in table.cells(column.id)]
            if len({rule.value for rule in rules}) >= 3:
                values = ", ".join(f"{row.name} {rule.text}" for row, rule in zip(table.rows, rules, strict=True))
                row_words = frozenset(words_in(table.heading))
                for name in (column.title, *column.also):
                    entries.append((frozenset(words_in(name)), row_words, rules[0].id, values))
    return entries


def words_after_per() -> frozenset[str]:
    """The words for rows in the name of a constant that stands for all of them, or for one of the crew: `PER_RANGE`."""
    of_rows = (row_words for _, row_words, _, _ in _varying_columns())
    return frozenset[str]().union(*of_rows, *_posts_by_words()) - {"per"}


def names_of_row_constants() -> Iterator[tuple[str, ...]]:
    """The names of constants for rows of tables that every game has: `DIFFICULTY_EASY`, `EASY_DIFFICULTY`."""
    for table in _tables_of_every_game():
        for name in (name for row in table.rows for name in (row.name, *row.also)):
            heading, words = words_in(table.heading), words_in(name)
            yield from ((*heading, *words), (*words, *heading))


@lru_cache(maxsize=50_000)
def column_as_constant(name: str) -> tuple[str, str] | None:
    """The column that a constant gives one value for all rows, `THRUST_PER_RANGE`: its first rule, and its values."""
    words = frozenset(words_in(name))
    if not words & _PER:
        return None
    for column_words, row_words, first_rule, values in _varying_columns():
        rest = words - column_words - _PER
        if column_words <= words and rest and rest <= row_words:
            return first_rule, values
    return None
