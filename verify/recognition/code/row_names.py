"""Names in code: which rows of the rule tables a key, an id or a text can mean."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from itertools import takewhile

from engine.rulebook.kinds import CHOICE, CREDITS, FLAG, PRICE, PROSE, QUANTITY, SKILL
from engine.rulebook.names import normal
from engine.rulebook.raw import RAW
from verify.recognition.rule_tables import RuleTable, by_row_name, rule_tables
from verify.recognition.words import says_roll, words_in

NEVER_STATED = (PROSE, FLAG, SKILL)
"""Kinds that code does not state as a value."""
_WORDED = (*NEVER_STATED, CHOICE, QUANTITY)
"""Kinds whose values are words; a table of nothing else is not looked for in code."""


@cache
def rows_needed(rule_table: RuleTable) -> int:
    """How many rows make a table: one if its things have prices, otherwise two or three."""
    if any(column.is_a(CREDITS) for column in rule_table.columns):
        return 1
    return min(3, len(rule_table.rows)) if rule_table.complete else 2


def lists_things(rule_table: RuleTable) -> bool:
    """Whether each row is a thing of its own, such as a weapon, so that one record is enough."""
    return rows_needed(rule_table) == 1


@cache
def has_price(rule_table: RuleTable) -> bool:
    """Whether a rule table gives prices, so that its things can be bought in better and worse versions."""
    return any(column.is_a(CREDITS, PRICE) for column in rule_table.columns)


@cache
def rule_tables_in_code() -> tuple[RuleTable, ...]:
    """The rule tables whose values code can state."""
    return tuple(s for s in rule_tables() if any(c.kind is not None and not c.kind.is_a(*_WORDED) for c in s.columns))


def row_names(texts: list[str]) -> list[str]:
    """Keys or names without the words that all of them begin or end with.

    >>> row_names(["rangeShort", "rangeVeryLong", "rangeMedium"]), row_names(["bCover", "bProne", "bLaserSight"])
    (['short', 'very long', 'medium'], ['Cover', 'Prone', 'LaserSight'])
    """
    names = [_BRACKETS.sub("", text.strip()) or text.strip() for text in texts]
    prefixed = all(map(_TYPE_PREFIX.match, filter(None, names)))
    if len(names) > 2 and len({name[:1] for name in names if name}) == 1 and prefixed:
        names = [name[1:] for name in names]
    split = [words_in(name) for name in names if name]
    if len(split) < 3 or sum(normal(name) in by_row_name() for name in names) * 2 > len(split):
        return names
    head, tail = _shared_words(split), _shared_words([words[::-1] for words in split])
    if not head and not tail:
        return names
    short_names = [
        " ".join(words[head : len(words) - tail]) if len(words) > head + tail else name
        for words, name in zip(map(words_in, names), names, strict=True)
    ]
    shared = (*split[0][:head], *split[0][-tail:][:tail])
    if any(name.isdecimal() for name in short_names) and not _COUNTED.issuperset(shared):
        return names
    return short_names


_COUNTED = frozenset(
    {"roll", "result", "score", "stat", "characteristic", "effect", "severity", "sev", "level", "dice", "die", "d", "r"}
)
"""Words beside a number that may be a row of a table: `roll7`. A `pop8` is a population."""
_BRACKETS = re.compile(r"(?<!\s)\s*\([^()]{1,20}\)$")
"""A remark behind a name: `Average (8+)`."""
_TYPE_PREFIX = re.compile(r"[a-z](?=[A-Z])")
"""A letter that gives the type of a variable: `bLaserSight`."""


def _shared_words(split: list[tuple[str, ...]]) -> int:
    """How many words all names begin with; each keeps at least one of its own."""
    shared = list(takewhile(lambda words: len(set(words)) == 1, zip(*split, strict=False)))
    return max(0, min(len(shared), min(map(len, split)) - 1))


_ROLLS = frozenset(
    {"", "roll", "range", "2d", "2d6", "dice", "result", "key", "id", "index", "number", "total", "band"}
)
"""Fields whose numbers can be those of a roll."""


def is_rolled(field: str) -> bool:
    """Whether the numbers in a field can be those of a roll."""
    return field.isdecimal() or normal(field.rpartition(".")[2]) in _ROLLS or says_roll(field)


def has_keys(rule_table: RuleTable) -> bool:
    """Whether code can name the rows of a table by bands of numbers, as its first column does."""
    return rule_table.key == 0


LONGEST_NAME = 60
"""Characters of the longest text that can be the name of a row."""


@lru_cache(maxsize=50_000)
def rows_in_code(name: str) -> Mapping[RuleTable, int]:
    """The row of each rule table that a name in code may mean: by the name, or by its words in any order."""
    name = name.strip()
    if not name or len(name) > LONGEST_NAME or (name.isascii() and _words_of_rows().isdisjoint(words_in(name))):
        return {}
    named = (rule_table for rule_table in by_row_name().get(normal(name), ()) if rule_table in rule_tables_in_code())
    rows = {rule_table: row for rule_table in named if (row := rule_table.find_row(name)) is not None}
    if name.strip("+-").isdecimal():
        return rows
    words = frozenset(words_in(name))
    for rule_table, row in _by_words(words).items():
        rows.setdefault(rule_table, row)
    if not rows and "." in name and " " not in name:
        return rows_in_code(name.rpartition(".")[2])
    return rows


@lru_cache(maxsize=50_000)
def names_a_row(name: str) -> bool:
    """Whether a name in code may mean a row of some rule table; a bare number names none."""
    return not name.isdecimal() and bool(rows_in_code(name))


def name_a_table(names: Iterable[str]) -> bool:
    """Whether names in code can be those of a whole table."""
    named: dict[RuleTable, dict[str, int]] = {}
    for name in filter(names_a_row, names):
        for rule_table, row in rows_in_code(name).items():
            named.setdefault(rule_table, {})[name] = row
    return any(
        are_enough(rule_table, len(set(rows.values())), sum(map(is_telling, rows)))
        for rule_table, rows in named.items()
    )


def are_enough(rule_table: RuleTable, rows: int, telling: int, most: bool = True) -> bool:
    """Whether a number of rows is enough for a table, given how many of their names are telling.

    `most` is whether these are most of the rows of the grid.
    """
    least = max(2, len(rule_table.rows) // 4) if telling > 1 else len(rule_table.rows)
    if rows < min(rows_needed(rule_table), least):
        return False
    return telling > 0 or (most and (bool(rule_table.where) or rows >= min(3, len(rule_table.rows))))


def row_in_code(rule_table: RuleTable, name: str) -> int | None:
    """The row of a table that a name in code means."""
    return rows_in_code(name).get(rule_table)


def _by_words(words: frozenset[str]) -> dict[RuleTable, int]:
    """The row of each rule table whose words are all among these, if no other word makes it a different thing."""
    fitting: dict[RuleTable, list[tuple[frozenset[str], int]]] = {}
    for word in words:
        for terms, rule_table, row in _word_index().get(word, ()):
            clear = len(terms) > 1 or any(word in words for word in rule_table.where)
            if terms <= words and (len(terms) == len(words) or (clear and words - terms <= _EXTRA_WORDS)):
                fitting.setdefault(rule_table, []).append((terms, row))
    rows_by_table = {}
    for rule_table, rows in fitting.items():
        longest, row = max(rows, key=lambda entry: len(entry[0]))
        if all(terms <= longest for terms, _ in rows):  # else two rows are named at once
            rows_by_table[rule_table] = row
    return rows_by_table


@lru_cache(maxsize=20_000)
def things_in(text: str) -> frozenset[RuleTable]:
    """The rule tables of which a text names a row, whatever else it names."""
    words = frozenset(words_in(text))
    rows = (entry for word in words for entry in _word_index().get(word, ()))
    return frozenset(rule_table for own, rule_table, _ in rows if own <= words and (len(own) > 1 or len(words) == 1))


@cache
def _words_of_rows() -> frozenset[str]:
    """All words of the names of rows; a text without any of them names no row."""
    names = (name for rule_table in rule_tables_in_code() for row in rule_table.rows for name in (row.name, *row.also))
    return frozenset(word for name in (*by_row_name(), *names) for word in words_in(name))


@cache
def _word_index() -> Mapping[str, list[tuple[frozenset[str], RuleTable, int]]]:
    """The names of all rows by the longest of their words."""
    index: dict[str, list[tuple[frozenset[str], RuleTable, int]]] = {}
    for rule_table in rule_tables_in_code():
        for n, row in enumerate(rule_table.rows):
            for terms in {frozenset(words_in(name)) for name in (row.name, *row.also)}:
                if not all(word.isdecimal() for word in terms):
                    index.setdefault(max(terms, key=lambda word: (len(word), word)), []).append((terms, rule_table, n))
    return index


_EXTRA_WORDS = frozenset(
    (
        "turret", "mount", "weapon", "ship", "space", "spacecraft", "starship", "system", "grade", "sensor", "suite",
        "range", "band", "type", "level", "b", "standard", "mk", "std", "the", "a", "an", "of", "basic", "0", "1",
        "2", "3", "4", "5", "6", "7", "8", "9", "crit", "critical", "hit", "dm", "modifier", "difficulty", "task",
        "target", "bon", "pen",
    )
)  # fmt: skip
"""Words that a name may have besides those of its row."""


LONG_NAME = 9
"""Letters of one word that says what is meant."""


@lru_cache(maxsize=4096)
def is_telling(name: str) -> bool:
    """Whether a name alone says what is meant: two words, or a long one. `Short` could be anything."""
    words = words_in(name)
    return len(words) >= 2 or len("".join(words)) >= LONG_NAME or words in _distinctive_names()


@cache
def _distinctive_names() -> frozenset[tuple[str, ...]]:
    """The short row names that are declared to be distinctive."""
    return frozenset(words_in(row.name) for table in RAW.tables.values() for row in table.rows if row.distinctive)
