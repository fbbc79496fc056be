"""Constants that stand alone in code: `ATTACK_TARGET = 8`, known by the words of their names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache, lru_cache

from engine.errors import WrongKind
from engine.rulebook.raw import RAW, called_in_code
from engine.rulebook.rulebook import Row, Table
from engine.rulebook.values import Post, Value
from verify.findings import Fact, Place
from verify.recognition.code.notations import notation
from verify.recognition.code.row_names import is_telling
from verify.recognition.values import bare_number, is_no_value
from verify.recognition.words import words_in

_NOISE = frozenset({"default", "base", "value", "the", "const", "number", "dm", "std", "mcr", "kcr", "cr", "pct"})
"""Words that a name may have besides those of the rule."""
_SORT = re.compile(r"^[a-z](?=[A-Z])")
"""A letter before a name that says what sort of value it has: `nTarget`."""
_OWN = ("self.", "this.")
"""What an object keeps to itself: a nought in it is where it begins to count."""
_PER = frozenset({"per", "each"})


@cache
def _by_words() -> Mapping[frozenset[str], str]:
    """Rules by the words of the names that code gives them."""
    return {_same_words(name): rule for name, rule in called_in_code()}


def _named(words: frozenset[str]) -> str | None:
    """The rule that code calls so."""
    return _by_words().get(words) or (_posts().get(words) if "per" in words else None)


_SAME = {"crit": "critical", "minimum": "min", "maximum": "max", "mod": "dm", "modifier": "dm"}
"""Words that say the same in the name of a constant."""


def _same_words(name: str) -> frozenset[str]:
    """The words of a name, one for all that say the same."""
    return frozenset(_SAME.get(word, word) for word in words_in(name))


@cache
def _in_capitals() -> frozenset[frozenset[str]]:
    """The names that say enough only where nothing else can stand under them than a constant: `JUMP_DM`."""
    return frozenset(_same_words(name) for name, _ in called_in_code() if name.isupper())


_OF = ("tons", "drive tons", "people", "heads", "persons", "crew", "passengers", "crew and passengers")
"""What one of the crew can be for."""


@cache
def _posts() -> Mapping[frozenset[str], str]:
    """The rules of the crew of whom one is for a number of something, by the words for that."""
    found: dict[frozenset[str], str] = {}
    for row in RAW.table("ship/crew").rows:
        rule = f"ship/crew/{row.id}/commercial"
        posts = RAW[rule]
        if isinstance(posts, tuple) and len(posts) == 1 and isinstance(posts[0], Post) and (posts[0].per or 0) > 1:
            found |= {frozenset((*words_in(of), "per", *words_in(row.name))): rule for of in _OF}
    return found


@cache
def _rows_by_word() -> Mapping[str, list[tuple[frozenset[str], Table, Row]]]:
    """Rows that a constant can name, by the longest of the words of each of their names."""
    found: dict[str, list[tuple[frozenset[str], Table, Row]]] = {}
    for table in RAW.tables.values():
        for row in table.rows:
            for name in (row.name, *row.also) if is_telling(row.name) or len(table.columns) == 1 else ():
                if words := frozenset(words_in(name)):
                    found.setdefault(max(words, key=lambda word: (len(word), word)), []).append((words, table, row))
    return found


def _cell_by_words(words: frozenset[str]) -> str:
    """The cell that the words of its row and its column name, `BEAM_LASER_DM`; empty if that is not clear."""
    if len(words) < 2 or any(word.isdecimal() for word in words):
        return ""
    near = (entry for word in words for entry in _rows_by_word().get(word, ()))
    rules = {
        "/".join(filter(None, (table.id, row.id, column.id)))
        for own, table, row in near
        if own <= words
        for column in table.columns
        if any(own.union(words_in(name)) == words for name in (column.title, *column.also))
    }
    return rules.pop() if len(rules) == 1 else ""


@lru_cache(maxsize=50_000)
def constant_rule(name: str) -> str:
    """The rule that the name of a constant means; empty if it means none.

    >>> constant_rule("ATTACK_TARGET"), constant_rule("nVeryBulkyDM"), constant_rule("attackTargetId")
    ('space/attack/target', 'personal/trait-rules/very-bulky-dm', '')
    """
    if len(name) > 60:
        return ""
    parts = words_in(_SORT.sub("", name.rpartition(".")[2]))
    words = _same_words(" ".join(parts))
    if words in _in_capitals() and not name.rpartition(".")[2].isupper():
        return ""
    constant = name.isupper() or (name[:1].isupper() and name.isalnum() and len(parts) > 2)  # and no variable
    constant |= name.isidentifier() and len(parts) > 1 and _DIFFICULTY in (parts[0], parts[-1])
    ways: list[Callable[[frozenset[str]], str | None]] = [_named, _cell_by_words]
    for known in ways if constant else ways[:1]:
        if rule := known(words):
            return rule
        rule = known(words - _NOISE)
        if rule and ("dm" not in words or RAW.rule(rule).kind.name == "DM"):
            return rule
    return ""


_DIFFICULTY = "difficulty"
_OF_OURS = frozenset({"average", "routine", "very-difficult", "difficult", "formidable"})
"""Difficulties whose names few other games have; one of them alone can be meant."""
NEAR = 2
"""How far from the book's a target can be that stands alone, and is not one of another scale."""


def _are_ours(stated: list[Fact]) -> bool:
    """Whether targets of difficulties are on the book's scale: half of several, or one that is near.

    Every game has an easy and a hard, and many number them: 1, 2, 3.
    """
    if len(stated) != 1:
        return sum(fact.value == RAW[fact.rule] for fact in stated) * 2 >= len(stated)
    fact, row = stated[0], RAW.rule(stated[0].rule).row
    near = _is_near(fact.value, RAW[fact.rule])
    return near and row in _OF_OURS and set(words_in(row)) <= set(words_in(fact.evidence[0]))


def constants(entries: Iterator[tuple[tuple[str, ...], str, int, int]], file: str) -> Iterator[Fact]:
    """What constants state: each has names, the shortest first, a text and the place of the text."""
    stated = list(_stated(entries, file))
    difficulties = [fact for fact in stated if RAW.rule(fact.rule).section == "checks/difficulties"]
    left_out = difficulties if not _are_ours(difficulties) else []
    yield from (fact for fact in stated if fact not in left_out)


def _stated(entries: Iterator[tuple[tuple[str, ...], str, int, int]], file: str) -> Iterator[Fact]:
    """What each constant states by itself."""
    for names, text, line, column in entries:
        name, rule = next(((name, rule) for name in names if (rule := constant_rule(name))), ("", ""))
        if not rule or (text.strip("+-0.") == "" and name.startswith(_OWN)):
            continue
        kind = RAW.rule(rule).kind
        way = notation(kind, [(rule, text)], name)
        if way.guessed:
            continue
        made = Fact(rule, text, None, Place(file, line, column), "code", (f"the name {name!r}",))
        try:
            value = way.read(kind, text, rule)
        except WrongKind as wrong:
            number = bare_number(text, kind.name)
            if number is not None and number.denominator > 1 and is_no_value(kind, text, rule):
                yield made._replace(problem=str(wrong), doubtful=not _is_near(number, RAW[rule]))
            continue
        begins = value == 0 and kind.name == "DM" and not name.isupper()  # a DM of 0 may be where it begins to count
        far = kind.name == "count" and _is_far(value, RAW[rule])
        yield made._replace(value=value, doubtful=begins or far)


FAR = 20
"""Times the book's value from which on a number is rather that of something else."""


def _is_far(value: Value, book: Value) -> bool:
    """Whether a number is so many times the book's that it is hardly a slip."""
    return isinstance(value, int) and isinstance(book, int) and value > FAR * book > 0


def _is_near(value: Value, book: Value) -> bool:
    """Whether a number is near the book's, so that it is hardly one of something else."""
    return isinstance(value, (int, Fraction)) and isinstance(book, int) and abs(Fraction(value) - book) <= NEAR


@cache
def column_words() -> tuple[tuple[frozenset[str], frozenset[str], str, str], ...]:
    """Columns of numbers that differ from row to row: the words of each, of its table, and what the book has."""
    found = []
    for table in RAW.tables.values():
        own = frozenset(words_in(table.heading))
        for column in table.columns:
            if column.kind.name not in ("count", "tons", "credits"):
                continue
            rules = [RAW.rule("/".join(filter(None, (table.id, row.id, column.id)))) for row in table.rows]
            if len({rule.value for rule in rules}) < 3:
                continue
            told = ", ".join(f"{row.name} {rule.text}" for row, rule in zip(table.rows, rules, strict=True))
            for name in (column.title, *column.also):
                found.append((frozenset(words_in(name)), own, rules[0].id, told))
    return tuple(found)


@lru_cache(maxsize=50_000)
def one_for_all(name: str) -> tuple[str, str] | None:
    """The rule of the first row, and the values, of a column for which a constant stands: `THRUST_PER_RANGE`."""
    words = frozenset(words_in(name))
    if not words & _PER:
        return None
    for column, own, rule, told in column_words():
        rest = words - column - _PER
        if column <= words and rest and rest <= own:
            return rule, told
    return None
