"""Which rule a few words mean: `beam laser damage`, `aiming`, `critical effect`; how much of them a rule explains."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from math import fsum, log
from typing import NamedTuple

from engine.rulebook.kinds import FLAG
from engine.rulebook.raw import RAW
from errata.house.english.rule_words import Named, names
from errata.house.english.table_talk import each_of
from errata.house.english.word_forms import words


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


def is_word(word: str) -> bool:
    """Whether a word, in its form, belongs to any rule."""
    return word in _weights()


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
    borrowed: frozenset[str]
    """What its row is called in full besides the name that stands there, if that is the name of another row."""
    called: bool
    """Whether the last part of its id stands there, word by word, or what its column is called."""
    exact: bool
    """Whether it is called so, and nothing else stands there."""


def _is_named(named: Named, known: frozenset[str], given: frozenset[str]) -> bool:
    """Whether a fact that stands alone is named: two words of it, one of its set, and most of what its id ends with."""
    kind = RAW.rule(named.rule).kind
    wanted = named.last - (frozenset() if kind.name == FLAG.name else IMPLIED)
    if kind.name in _TELLING and _is_alone(named.rule):
        wanted = frozenset()
    if given in named.whole:
        return True
    share = frozenset(words(each_of(named.rule)))
    if share and not share & given:
        return False  # so many for each of what is not named
    if share and named.last - share and given == named.last:
        return True  # what is counted and for each of what, and nothing else
    wanted -= share
    if not named.last and kind.name == "count":
        return False  # its id ends with words that tell nothing
    if len(wanted) > 1 + (kind.name == FLAG.name) and wanted <= given:
        return True
    told = bool(wanted) or DIFFICULTY in kind.choices  # of these the name of the value tells as much
    enough = len(known) > 1 or (bool(kind.choices) and told and wanted <= given)
    section = frozenset(words(named.rule.split("/")[-2].replace("-", " ")))
    vague = (_VAGUE | IMPLIED) - section | (_of_several_sets() if section - _of_several_sets() else frozenset())
    telling = (named.core - vague) & given
    return enough and bool(telling) and 2 * len(wanted & given) > len(wanted) - (not wanted)


DIFFICULTY = "Average"
"""A name that every list of difficulties has."""
_VAGUE = frozenset(words("check target dm base basic"))
"""Words of many names, none of which says alone which set is meant."""


@cache
def _of_several_sets() -> frozenset[str]:
    """Words that the names of several sets have: `sensor` says nothing of a sensor lock."""
    sets = {rule.section for rule in RAW.rules.values()}
    count = Counter(word for id in sets for word in set(words(id.rpartition("/")[2].replace("-", " "))))
    return frozenset(word for word, times in count.items() if times > 1)


@cache
def _is_alone(rule: str) -> bool:
    """Whether a rule is the only one of its kind in its set."""
    own = RAW.rule(rule)
    return sum(one.section == own.section and one.kind.name == own.kind.name for one in RAW.rules.values()) == 1


_TELLING = frozenset({"dice", "percent", "factor", "target"})
"""Kinds whose values can be told from others, so that one of them in a set needs no name of its own."""
IMPLIED = frozenset(words("dm target dice cost damage gives restores tl difficulty share times characteristic"))
"""Words that a value tells by its kind."""


@cache
def _rows() -> frozenset[frozenset[str]]:
    return frozenset(name for named in names().values() for name in named.must)


def is_row(said: frozenset[str]) -> bool:
    """Whether some words are what a row of a table is called.

    >>> is_row(frozenset(words("Beam lasers"))), is_row(frozenset(words("Lasers of the navy")))
    (True, False)
    """
    return said in _rows()


@cache
def _printed() -> frozenset[frozenset[str]]:
    """The names of rows as the book prints them."""
    return frozenset(named.must[0] for named in names().values() if named.must)


def rows_called(rule: str, said: Iterable[str]) -> tuple[str, ...]:
    """The rules for other rows of a table that some words may mean as well: a turret is single, double or triple.

    >>> rows_called("ship/mounts/single-turret/cost", words("turrets"))
    ('ship/mounts/double-turret/cost', 'ship/mounts/triple-turret/cost')
    """
    own, given = RAW.rule(rule), frozenset(said)
    named = names()[rule].must
    row = max((name for name in named if name <= given), key=len, default=None)
    if row is None or own.section not in RAW.tables or named[0] <= given:
        return ()
    others = (other.id for other in RAW.table(own.section).rows if other.id != own.row)
    alike = ("/".join(filter(None, (own.section, other, own.column))) for other in others)
    return tuple(id for id in alike if id in names() and row < names()[id].must[0] and row < named[0])


def namesakes(rule: str, said: Iterable[str]) -> tuple[str, ...]:
    """Rules of something else that are called the same, if no word that the book has for the one tells it from them.

    >>> namesakes("space/evasive-action/dm", words("Dodging costs"))
    ('personal/reactions/next-action-dm',)
    >>> namesakes("space/evasive-action/dm", words("Dodging costs the pilot"))
    ()
    """
    own, given = names()[rule], frozenset(said)
    called = [name - IMPLIED for name in own.whole if name - IMPLIED and name - IMPLIED <= given]
    return tuple(
        id
        for id, other in names().items()
        if id.rpartition("/")[2] != rule.rpartition("/")[2] and RAW.rule(id).kind.name == RAW.rule(rule).kind.name
        if any(name - IMPLIED in called for name in other.whole) and not given & own.may - known_to(id)
    )


def is_column(rule: str, said: Iterable[str]) -> bool:
    """Whether some words, such as those of a heading, name the column of a rule.

    >>> is_column("space/range-bands/short/thrust", words("Thrust to change range"))
    True
    """
    given = frozenset(said)
    return any(head <= given for head in names()[rule].column)


def row_in(said: Iterable[str]) -> str:
    """The longest name of a row that stands among some words, in their form; empty if none does.

    >>> row_in(words("Beam lasers carry four weapons"))
    'beam laser'
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


@cache
def about(rule: str) -> frozenset[str]:
    """The words that say what a rule is about: its row, or the set that it belongs to; single letters tell nothing."""
    named = names()[rule]
    row = frozenset(word for name in named.must for word in name if not word.isdecimal())
    return frozenset(word for word in row or named.core | named.last if len(word) > 1)


def explained(rule: str, said: Iterable[str]) -> float:
    """The share of some words that a rule knows, by how much each of them tells.

    >>> explained("space/ion/rounds", words("Ion weapons for all rounds"))
    1.0
    """
    given = frozenset(said)
    whole = fsum(_weights().get(word, UNKNOWN) for word in given)
    return fsum(_weights()[word] for word in given & known_to(rule)) / whole if whole else 0


def candidates(said: Iterable[str]) -> list[Candidate]:
    """The rules that some words may mean, the likeliest first."""
    given = frozenset(said)
    known = frozenset(word for word in given if word in _weights())
    return list(_candidates(known, len(given) - len(known)))


def related(said: Iterable[str], least: float = 5.0) -> tuple[str, ...]:
    """Rules that share some of their words with others, those with most first, whether or not they are named.

    `least` is how much those words must tell for a rule to be worth naming.
    """
    return _related(frozenset(word for word in said if word in _weights()), least)


@cache
def _known_by() -> Mapping[str, tuple[str, ...]]:
    """The rules that each word says something of."""
    found: dict[str, list[str]] = defaultdict(list)
    for id in names():
        for word in known_to(id):
            found[word].append(id)
    return {word: tuple(ids) for word, ids in found.items()}


@lru_cache(maxsize=4096)
def _related(said: frozenset[str], least: float) -> tuple[str, ...]:
    shares: dict[str, float] = {}
    for word in sorted(said):
        for id in _known_by()[word]:
            shares[id] = shares.get(id, 0) + _weights()[word]
    least = max(least, max(shares.values(), default=0) / 2)
    return tuple(sorted((id for id, share in shares.items() if share >= least), key=lambda id: -shares[id])[:NEAR])


NEAR = 40
"""How many related rules are worth naming."""


@lru_cache(maxsize=4096)
def _candidates(given: frozenset[str], unknown: int) -> tuple[Candidate, ...]:
    """The rules that some known words may mean, with so many beside them that belong to none."""
    weights, by_word = _weights(), _by_word()
    whole = fsum(weights[word] for word in given) + UNKNOWN * unknown
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
        share = (fsum(weights[word] for word in own) + BESIDES * fsum(weights[word] for word in besides)) / whole
        borrowed = named.must[0] - row if row is not None and row in _printed() - {named.must[0]} else frozenset()
        shortened = row is not None and (bool(borrowed) or any(row < name for name in named.must))
        unsaid = sum(sorted(weights[word] for word in named.may - given)[:3]) / 30
        called = (bool(named.last) and named.last <= given) or any(head <= given for head in named.column)
        exact = not unknown and given in named.whole
        found.append(Candidate(named.rule, share, unsaid, shortened, borrowed, called, exact))
    return tuple(sorted(found, key=lambda one: (-one.share, one.unsaid, one.rule)))
