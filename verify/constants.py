"""Constants that stand alone in code: `ATTACK_TARGET = 8`, known by the words of their names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache

from engine.errors import WrongKind
from engine.late import late
from engine.raw import RAW
from engine.values import Post
from verify.code_names import is_telling
from verify.findings import Fact, Place
from verify.notations import notation
from verify.shapes import words_in

_NOISE = frozenset({"default", "base", "value", "the", "const", "number", "dm", "std", "mcr", "kcr", "cr", "pct"})
"""Words that a name may have besides those of the rule."""
_SORT = late(r"^[a-z](?=[A-Z])")
"""A letter before a name that says what sort of value it has: `nTarget`."""
_OWN = ("self.", "this.")
"""What an object keeps to itself: a nought in it is where it begins to count."""
_PER = frozenset({"per", "each"})


@cache
def _by_words() -> Mapping[frozenset[str], str]:
    """Rules by the words of the names that code gives them."""
    posts = {frozenset((*words_in(of), "per", *words_in(row))): rule for row, rule in _posts() for of in _OF}
    return posts | {frozenset(words_in(n)): rule.id for rule in RAW.rules.values() for n in reversed(rule.constants)}


_OF = ("tons", "drive tons", "people", "heads", "persons", "crew", "passengers", "crew and passengers")
"""What one of the crew can be for."""


def _posts() -> Iterator[tuple[str, str]]:
    """The crew of whom one is for a number of something, and the rule."""
    for row in RAW.table("ship/crew").rows:
        rule = f"ship/crew/{row.id}/commercial"
        posts = RAW[rule]
        if isinstance(posts, tuple) and len(posts) == 1 and isinstance(posts[0], Post) and (posts[0].per or 0) > 1:
            yield row.name, rule


@cache
def _cells_by_words() -> Mapping[frozenset[str], str]:
    """Cells of tables by the words of their row and their column: `BEAM_LASER_DM`; what is not clear is left out."""
    found: dict[frozenset[str], set[str]] = {}
    for table in RAW.tables.values():
        for row in table.rows:
            for column in table.columns if is_telling(row.name) or len(table.columns) == 1 else ():
                rule = "/".join(filter(None, (table.id, row.id, column.id)))
                names = ((own, name) for own in (row.name, *row.also) for name in (column.title, *column.also))
                for own, name in names:
                    words = frozenset((*words_in(own), *words_in(name)))
                    if len(words) > 1 and not any(word.isdecimal() for word in words):
                        found.setdefault(words, set()).add(rule)
    return {words: rules.pop() for words, rules in found.items() if len(rules) == 1}


@lru_cache(maxsize=50_000)
def constant_rule(name: str) -> str:
    """The rule that the name of a constant means; empty if it means none.

    >>> constant_rule("ATTACK_TARGET"), constant_rule("nVeryBulkyDM"), constant_rule("attackTargetId")
    ('space/attack/target', 'personal/trait-rules/very-bulky-dm', '')
    """
    if len(name) > 60:
        return ""
    parts = words_in(_SORT.sub("", name.rpartition(".")[2]))
    words = frozenset(parts)
    constant = name.isupper() or (name[:1].isupper() and name.isalnum() and len(parts) > 2)  # and no variable
    for known in (_by_words, _cells_by_words) if constant else (_by_words,):
        if rule := known().get(words):
            return rule
        rule = known().get(words - _NOISE, "")
        if rule and ("dm" not in words or RAW.rule(rule).kind.name == "DM"):
            return rule
    return ""


def constants(entries: Iterator[tuple[tuple[str, ...], str, int, int]], file: str) -> Iterator[Fact]:
    """What constants state: each has names, the shortest first, a text and the place of the text."""
    for names, text, line, column in entries:
        name, rule = next(((name, rule) for name in names if (rule := constant_rule(name))), ("", ""))
        if not rule or (text.strip("+-0.") == "" and name.startswith(_OWN)):
            continue
        kind = RAW.rule(rule).kind
        way = notation(kind, [(rule, text)], name)
        if not way.fits or way.guessed:
            continue
        evidence = (f"the name {name!r}",)
        try:
            value = way.read(kind, text, rule)
        except WrongKind:
            continue
        yield Fact(rule, text, value, Place(file, line, column), "code", evidence)


@cache
def column_words() -> tuple[tuple[frozenset[str], frozenset[str], str, str], ...]:
    """Columns of numbers that differ from row to row: the words of each, of its table, and what the book has."""
    found = []
    for table in RAW.tables.values():
        own = frozenset(words_in(table.heading))
        for column in table.columns:
            rules = [RAW.rule("/".join(filter(None, (table.id, row.id, column.id)))) for row in table.rows]
            if len({rule.value for rule in rules}) < 3 or column.kind.name not in ("count", "tons", "credits"):
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
