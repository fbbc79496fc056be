"""What every rule is called, in words: its row, its column, its aliases, and what people say of it at the table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rule
from errata.house.english.table_talk import core_of, said_of
from errata.house.english.word_forms import words

_GENERAL = frozenset(words("actions other trait modifier"))
"""Names of sets that say nothing of what is in them."""


_ANYWHERE = frozenset(words("attack ship weapon damage target"))
"""Words of any chapter, which do not say that the number beside them is the name of a row."""


class Named(NamedTuple):
    """What a rule is called: words that must stand there, one set of them, and words that may."""

    rule: str
    must: tuple[frozenset[str], ...]
    """The names of its row, in words, the one that the book prints first; none for a fact that stands alone."""
    may: frozenset[str]
    talk: frozenset[str]
    """Words that people say of it besides."""
    last: frozenset[str]
    """The words of the last part of its id."""
    column: frozenset[frozenset[str]]
    """What its column is called, in words."""
    whole: frozenset[frozenset[str]]
    """What else it is called as a whole, in words."""
    core: frozenset[str]
    """Words of which one must stand there for a fact that stands alone, or for a row that is called by a number."""


@cache
def names() -> Mapping[str, Named]:
    """What every rule is called, by its id."""
    return {rule.id: _named(rule) for rule in RAW.rules.values()}


def _named(rule: Rule) -> Named:
    table = RAW.tables.get(rule.section)
    last = frozenset(words(rule.id.rpartition("/")[2].replace("-", " ")))
    set_name = rule.section.rpartition("/")[2].replace("-", " ")
    around = [rule.section.replace("/", " "), rule.title, *rule.also, *rule.constants]
    talk = words(said_of(rule.id))
    whole = frozenset(frozenset(words(name)) for name in (*rule.also, *rule.constants))
    if table is None:
        core = frozenset(words(" ".join((set_name, *rule.also, *rule.constants, core_of(rule.id)))))
        core |= last if core <= _GENERAL else frozenset()
        may = frozenset(words(" ".join((*around, rule.id.replace("/", " ")))))
        return Named(rule.id, (), may, frozenset(talk) - may, last, frozenset(), whole, core)
    row = next(row for row in table.rows if row.id == rule.row)
    column = next(column for column in table.columns if column.id == rule.column)
    around += [table.title, table.heading, *table.also, column.title, *column.also]
    may = frozenset(words(" ".join(around)))
    must = dict.fromkeys(name for each in (row.name, *row.also) if (name := frozenset(words(each))))
    core = frozenset(words(" ".join((set_name, table.heading, *table.also)))) | frozenset(talk)
    core = frozenset(word for word in core - _ANYWHERE if word.isalpha() and len(word) > 1)
    heads = frozenset(frozenset(words(head)) for head in (column.title, *column.also)) - {frozenset()}
    return Named(rule.id, tuple(must), may, frozenset(talk) - may, last, heads, whole, core)
