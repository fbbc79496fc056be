"""Which rule a few words mean: `beam laser damage`, `aiming`, `critical effect`; how much of them a rule explains."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from math import log
from typing import NamedTuple

from engine.kinds import FLAG
from engine.raw import RAW
from engine.rulebook import Rule
from verify.table_talk import core_of, said_of
from verify.word_forms import words


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
    heads = frozenset(frozenset(words(head)) for head in (column.title, *column.also)) - {frozenset()}
    return Named(rule.id, tuple(must), may, frozenset(talk) - may, last, heads, whole, core)


@cache
def _weights() -> dict[str, float]:
    """How much a word tells: more, the fewer rules it belongs to."""
    known: dict[str, int] = defaultdict(int)
    for named in names().values():
        for word in named.may | named.talk | frozenset().union(*named.must):
            known[word] += 1
    return {word: log(2 * len(names()) / count) for word, count in known.items()}


@cache
def _by_word() -> Mapping[str, frozenset[str]]:
    """The rules of which one of the words that must stand there is this."""
    found: dict[str, set[str]] = defaultdict(set)
    for named in names().values():
        for word in frozenset(min(name, key=_rarity) for name in named.must) or named.core | named.last:
            found[word].add(named.rule)
    return {word: frozenset(rules) for word, rules in found.items()}


def _rarity(word: str) -> tuple[float, str]:
    return -_weights()[word], word


UNKNOWN = 4.0
"""How much a word tells that belongs to no rule: it speaks against all of them."""
BESIDES = 0.9
"""How much of its weight a word counts that people say of a rule, and no book."""


class Candidate(NamedTuple):
    """A rule that some words may mean: how much of them it explains, and how much of its name is not among them."""

    rule: str
    share: float
    unsaid: float
    shortened: bool
    """Whether its row has a fuller name than the one that stands there, or that is the name of another row."""
    called: bool
    """Whether the last part of its id stands there, word by word, or what its column is called."""
    exact: bool
    """Whether it is called so, and nothing else stands there."""


def _is_named(named: Named, known: frozenset[str], given: frozenset[str]) -> bool:
    """Whether a fact that stands alone is named: two words of it, one of its set, and most of what its id ends with."""
    kind = RAW.rule(named.rule).kind
    wanted = named.last - (frozenset() if kind.name == FLAG.name else _IMPLIED)
    if kind.name in _TELLING and _is_alone(named.rule):
        wanted = frozenset()
    if given in named.whole:
        return True
    if not named.last and kind.name == "count":
        return False  # its id ends with words that tell nothing
    if len(wanted) > 1 and wanted <= given and kind.name != FLAG.name:
        return True
    enough = len(known) > 1 or (bool(kind.choices) and bool(wanted) and wanted <= given)
    return enough and bool(named.core & given) and 2 * len(wanted & given) > len(wanted) - (not wanted)


@cache
def _is_alone(rule: str) -> bool:
    """Whether a rule is the only one of its kind in its set."""
    own = RAW.rule(rule)
    return sum(one.section == own.section and one.kind.name == own.kind.name for one in RAW.rules.values()) == 1


_TELLING = frozenset({"dice", "percent", "factor", "target"})
"""Kinds whose values can be told from others, so that one of them in a set needs no name of its own."""
_GENERAL = frozenset(words("actions other"))
"""Names of sets that say nothing of what is in them."""
_IMPLIED = frozenset(words("dm target dice cost damage gives restores tl difficulty share times"))
"""Words that a value tells by its kind."""


@cache
def _rows() -> frozenset[frozenset[str]]:
    return frozenset(name for named in names().values() for name in named.must)


def is_row(said: frozenset[str]) -> bool:
    """Whether some words are what a row of a table is called.

    >>> is_row(frozenset(words("Beam lasers"))), is_row(frozenset(words("Gunnery at my table")))
    (True, False)
    """
    return said in _rows()


@cache
def _printed() -> frozenset[frozenset[str]]:
    """The names of rows as the book prints them."""
    return frozenset(named.must[0] for named in names().values() if named.must)


def row_in(said: Iterable[str]) -> str:
    """The longest name of a row that stands among some words; empty if none does.

    >>> row_in(words("Triple turrets carry four weapons"))
    'triple turret'
    """
    given = tuple(said)
    named = (name for name in _rows() if name <= frozenset(given))
    found = max(named, key=lambda name: (len(name), sorted(name)), default=frozenset())
    return " ".join(dict.fromkeys(word for word in given if word in found))


@cache
def known_to(rule: str) -> frozenset[str]:
    """Every word that says of a rule what it is."""
    named = names()[rule]
    return named.may | named.talk | frozenset().union(*named.must)


def candidates(said: Iterable[str]) -> list[Candidate]:
    """The rules that some words may mean, the likeliest first."""
    given = frozenset(said)
    known = frozenset(word for word in given if word in _weights())
    return list(_candidates(known, len(given) - len(known)))


def related(said: Iterable[str]) -> tuple[str, ...]:
    """Rules that share some of their words with others, those with most first, whether or not they are named."""
    return _related(frozenset(word for word in said if word in _weights()))


@lru_cache(maxsize=4096)
def _related(said: frozenset[str]) -> tuple[str, ...]:
    weights = _weights()
    shares = {id: sum(weights[word] for word in known_to(id) & said) for id in names()}
    least = max(RELATED, max(shares.values()) / 2)
    return tuple(sorted((id for id, share in shares.items() if share >= least), key=lambda id: -shares[id])[:12])


RELATED = 5.0
"""How much the words that a rule shares with a text must tell for it to be worth naming."""


@lru_cache(maxsize=4096)
def _candidates(given: frozenset[str], unknown: int) -> tuple[Candidate, ...]:
    """The rules that some known words may mean, with so many beside them that belong to none."""
    weights, by_word = _weights(), _by_word()
    whole = sum(weights[word] for word in given) + UNKNOWN * unknown
    found = []
    for id in frozenset().union(*(by_word.get(word, frozenset()) for word in given)):
        named = names()[id]
        row = max((name for name in named.must if name <= given), key=len, default=None)
        if named.must and (row is None or (all(map(str.isdecimal, row)) and not named.core & given)):
            continue
        own = (named.may | (row or frozenset())) & given
        besides = (named.talk & given) - own
        known = own | besides
        if not known or (not named.must and not _is_named(named, known, given)):
            continue
        share = (sum(weights[word] for word in own) + BESIDES * sum(weights[word] for word in besides)) / whole
        shortened = row is not None and (row in _printed() - {named.must[0]} or any(row < name for name in named.must))
        unsaid = sum(sorted(weights[word] for word in named.may - given)[:3]) / 30
        called = (bool(named.last) and named.last <= given) or any(head <= given for head in named.column)
        found.append(Candidate(named.rule, share, unsaid, shortened, called, not unknown and given in named.whole))
    return tuple(sorted(found, key=lambda one: (-one.share, one.unsaid, one.rule)))
