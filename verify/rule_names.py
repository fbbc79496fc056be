"""Which rule a few words mean: `beam laser damage`, `aiming`, `critical effect`; how much of them a rule explains."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from math import log
from typing import NamedTuple

from engine.raw import RAW
from engine.rulebook import Rule

_WORD = re.compile(r"[a-z]+|\d+")
_SAME = {
    "armor": "armour", "crit": "critical", "dmg": "damage", "modifier": "dm", "mod": "dm", "bonus": "dm",
    "penalty": "dm", "price": "cost", "tonnage": "ton", "tonne": "ton", "maneuver": "manoeuvre", "defense": "defence",
    "hit": "attack", "meter": "metre", "gunnery": "gunner", "starship": "ship", "spacecraft": "ship", "vessel": "ship",
    "space": "ship", "multiplier": "multiple", "multiply": "multiple", "times": "multiple", "aim": "aiming",
    "aimed": "aiming", "heal": "restore", "recover": "restore", "dodging": "dodge", "diving": "dive",
    "difficulty": "check", "task": "check",
    "pc": "traveller",
}  # fmt: skip
"""Words that mean the same here."""
_SILENT = (
    "combat number roll rolls rolled "
    "a an the is are be was were of to for in on at by with from and or but not no it its this that these "
    "those all any each every per we our us my you your they their now instead than rather use used uses using "
    "give gives given gets get gain gains have has had do does did make makes made can may must will would "
    "should as only also just more less most least up down out off over under into when while where who which "
    "what how if then so because rule rules house raw book game play played plays count counts counting become "
    "becomes set sets change changes changed value new old go goes add adds added grant grants cause causes "
    "deal deals need needs take takes apply applies allow allowed"
)
_EMPTY = frozenset(_SILENT.split(" "))
"""Words that say nothing about which rule is meant."""


def words(text: str) -> tuple[str, ...]:
    """The words of a text that tell, each in one form.

    >>> words("Beam lasers now do 2D of damage"), words("Aimed shots give +2")
    (('beam', 'laser', '2', 'd', 'damage'), ('aiming', 'shot', '2'))
    """
    return tuple(word for found in _WORD.findall(text.lower()) if (word := _form(found)) not in _EMPTY)


@lru_cache(maxsize=20_000)
def _form(word: str) -> str:
    if word in _EMPTY:
        return word
    bare = word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
    return _SAME.get(bare, _SAME.get(word, bare))


class Named(NamedTuple):
    """What a rule is called: words that must stand there, one set of them, and words that may."""

    rule: str
    must: tuple[frozenset[str], ...]
    """The names of its row, in words; none for a fact that stands alone."""
    may: frozenset[str]
    last: frozenset[str]
    """The words of the last part of its id."""
    core: frozenset[str]
    """For a fact that stands alone, words of which one must stand there: of its set, or what else it is called."""


@cache
def names() -> tuple[Named, ...]:
    """What every rule is called."""
    return tuple(_named(rule) for rule in RAW.rules.values())


def _named(rule: Rule) -> Named:
    table = RAW.tables.get(rule.section)
    last = frozenset(words(rule.id.rpartition("/")[2].replace("-", " ")))
    set_name = rule.section.rpartition("/")[2].replace("-", " ")
    core = frozenset(words(" ".join((set_name, *rule.also, *rule.constants))))
    around = [rule.section.replace("/", " "), rule.title, *rule.also, *rule.constants]
    if table is None:
        return Named(rule.id, (), frozenset(words(" ".join((*around, rule.id.replace("/", " "))))), last, core)
    row = next(row for row in table.rows if row.id == rule.row)
    column = next(column for column in table.columns if column.id == rule.column)
    around += [table.title, table.heading, *table.also, column.title, *column.also]
    every = (frozenset(words(name)) for name in (row.name, *row.also))
    must = {name for name in every if not all(word.isdecimal() for word in name)}
    must = must or {frozenset({rule.id})}  # a number alone names no row
    return Named(rule.id, tuple(must), frozenset(words(" ".join(around))), last, core)


@cache
def _weights() -> dict[str, float]:
    """How much a word tells: more, the fewer rules it belongs to."""
    known: dict[str, int] = {}
    for named in names():
        for word in named.may | frozenset().union(*named.must):
            known[word] = known.get(word, 0) + 1
    return {word: log(2 * len(names()) / count) for word, count in known.items()}


UNKNOWN = 4.0
"""How much a word tells that belongs to no rule: it speaks against all of them."""


class Candidate(NamedTuple):
    """A rule that some words may mean: how much of them it explains, and how much of its name is not among them."""

    rule: str
    share: float
    unsaid: float
    shortened: bool
    """Whether its row has a fuller name than the one that stands there."""
    called: bool
    """Whether the last part of its id stands there, word by word."""


def _is_named(named: Named, known: frozenset[str], given: frozenset[str]) -> bool:
    """Whether a fact that stands alone is named: two words of it, one of its set, and most of what its id ends with."""
    wanted = named.last - _IMPLIED
    return len(known) > 1 and bool(named.core & given) and 2 * len(wanted & given) > len(wanted) - (not wanted)


_IMPLIED = frozenset({"dm", "target", "dice", "cost", "damage", "gives", "restore", "tl"})
"""Words that a value tells by its kind."""


def candidates(said: Iterable[str]) -> list[Candidate]:
    """The rules that some words may mean, the likeliest first."""
    given = frozenset(said)
    weights = _weights()
    whole = sum(weights.get(word, UNKNOWN) for word in given)
    found = []
    for named in names():
        row = max((name for name in named.must if name <= given), key=len, default=None)
        if named.must and row is None:
            continue
        known = (named.may | (row or frozenset())) & given
        if not known or (not named.must and not _is_named(named, known, given)):
            continue
        share = sum(weights[word] for word in known) / whole
        shortened = any(row is not None and row < name for name in named.must)
        unsaid = sum(sorted(weights[word] for word in named.may - given)[:3]) / 30
        found.append(Candidate(named.rule, share, unsaid, shortened, bool(named.last) and named.last <= given))
    return sorted(found, key=lambda one: (-one.share, one.unsaid, one.rule))
