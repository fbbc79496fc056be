"""A line in plain words as a statement of a rule: `Short range: +2 instead of +1`, `Criticals on Effect 5+`.

The words say which rule, the value has to be one of its kind, and where two rules fit equally it is not guessed.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from engine.rulebook.raw import RAW
from engine.rulebook.values import Value
from errata.house.english.attempts import Attempt, attempts
from errata.house.english.clauses import beside, unaccounted
from errata.house.english.degrees import only_degree
from errata.house.english.doubts import doubt, told_by_value
from errata.house.english.families import family_told
from errata.house.english.fitting import per_another
from errata.house.english.meant_values import is_value
from errata.house.english.nearest import is_near, named_in, nearest_rules
from errata.house.english.negations import can_be_denied, instead_of_denied, is_denied
from errata.house.english.old_values import without_old
from errata.house.english.refusals import in_part, several, unread
from errata.house.english.rule_names import known_to, namesakes, rows_called
from errata.house.english.said_values import has_value, said_values
from errata.house.english.stories import LONGEST, no_rule
from errata.house.english.unplayed import Unplayed
from errata.house.english.word_forms import words

MOST = 3
"""Rules that are named as near to a line."""
ENOUGH, APART = 0.7, 0.04
"""The share of its words that a rule must explain, and how much better than the next it must do so."""

ONLY_OLD = Unplayed("the only value that it gives is one that is not played")


class Line(NamedTuple):
    """What a line states: the rule, the value as it stands there and what it means, and how sure that is."""

    rule: str
    printed: str
    value: Value
    offset: int
    was: str = ""
    """The value that it says the book has."""
    also: tuple[str, ...] = ()
    """Other rules that it could mean as well."""
    left: tuple[str, ...] = ()
    """What of the line is not understood."""


class Unclear(NamedTuple):
    """A line that is not understood: why, and the rules that come nearest."""

    why: str
    nearest: tuple[str, ...] = ()


def read_line(text: str, around: Iterable[str] = (), family: str = "") -> Line | Unclear:
    """What a line states; `around` is what stands above it, `family` what the lines beside it are about.

    >>> read_line("Criticals on Effect 5+")[:3], read_line("Pulse laser damage: 3D instead of 2D")[:3:2]
    (('space/critical/effect', '5+', 5), ('ship/turret-weapons/pulse-laser/damage', Dice('3D')))
    """
    if why := no_rule(text):
        return Unclear(why, nearest_rules(text[:LONGEST]))
    whole, was = without_old(text)
    around = tuple(around)
    context = [word for above in around for word in words(above)]
    found = attempts(whole, was, context)
    found = [one for one in found if one.score < ENOUGH or not beside(whole, one.rule, one.span)] or found
    if not found:
        nearest = nearest_rules(whole)
        only_old = was and not has_value(whole) and has_value(was)
        return Unclear(ONLY_OLD if only_old else unread(whole, nearest, ENOUGH), nearest)
    if found[0].score < ENOUGH:
        said, values = named_in(whole), said_values(whole)
        near = (*nearest_rules(whole)[:2], *(one.rule for one in found[:MOST] if is_near(one.rule, said, values)))
        return Unclear(in_part(whole, (*near, found[0].rule)[0]), tuple(dict.fromkeys(near))[:MOST])
    equal = {one.rule: one for one in reversed(found) if found[0].score - one.score < APART}
    families = {family_of(rule) for rule in equal}
    wanted = family if family in families else "space" if "space" in families else family_of(found[0].rule)
    own = [one for rule, one in equal.items() if family_of(rule) == wanted]
    if len(own) > 1:
        return Unclear(several(list(equal)[::-1]), tuple(equal)[::-1][:4])
    best = _of_family(own[0], family, words(whole))
    if called := namesakes(best.rule, words(whole)):
        told = family_told(around)  # what the lines beside it are about is not enough
        alike = [rule for rule in (best.rule, *called) if family_of(rule) == told]
        if len(alike) != 1:
            return Unclear(several((best.rule, *called)), (best.rule, *called)[:MOST])
        best = best._replace(rule=alike[0])
    if why := doubt(whole, best) or only_degree(best.rule, whole, context):
        near = (best.rule, *rows_called(best.rule, words(whole)), *nearest_rules(whole))
        return Unclear(why, tuple(dict.fromkeys(near))[:3])
    others = (rule for rule in equal if rule != best.rule and not _is_told(best.rule, rule, context))
    also = (*others, *twins(best.rule, (*words(whole), *context)))
    return _line(whole, was, best, also)


def _line(text: str, was: str, best: Attempt, also: tuple[str, ...]) -> Line:
    """What a line states, by the best reading of it."""
    rule, value = RAW.rule(best.rule), best.value
    if can_be_denied(best.rule) and is_denied(text, best.span):
        value = instead_of_denied(best.rule, value)
    told = told_by_value(text, best)
    left = (*unaccounted(text, [best.rule], best.span, told), *filter(None, [per_another(rule, text)]))
    also = tuple(dict.fromkeys((*also, *rows_called(best.rule, words(text)))))
    was = was if has_value(was) or is_value(rule, was) else ""  # a lock may give +1 instead of a Boon
    return Line(best.rule, best.printed, value, best.offset, was, also, left)


def _of_family(best: Attempt, family: str, said: Iterable[str]) -> Attempt:
    """A reading of a rule that both sorts of combat have, as that of the one that the lines beside it are about.

    Unless a word that is `said` tells which of them it is.
    """
    first, _, rest = best.rule.partition("/")
    other = f"{family}/{rest}"
    if first == family or other not in RAW or RAW.rule(other).kind.name != RAW.rule(best.rule).kind.name:
        return best
    return best if (known_to(best.rule) - known_to(other)).intersection(said) else best._replace(rule=other)


def _is_told(rule: str, other: str, context: Iterable[str]) -> bool:
    """Whether what stands above a line says that it is of the sort of combat of one rule, and not of the other's."""
    return family_of(rule) != family_of(other) and not (known_to(rule) - known_to(other)).isdisjoint(context)


def twins(rule: str, said: Iterable[str]) -> tuple[str, ...]:
    """The same rule of the other sort of combat, if no word of a line and its headings tells which of them it means.

    >>> twins("personal/armour/armour-per-ap", words("Each point of AP ignores 2 armour"))
    ('space/damage/armour-per-ap',)
    """
    first, _, rest = rule.partition("/")
    family, given = "space" if first == "personal" else "personal", frozenset(said)
    if first not in ("personal", "space"):
        return ()
    other = f"{family}/{rest}"
    if other in RAW:
        return () if given & (known_to(rule) - known_to(other)) else (other,)
    last = rest.rpartition("/")[2]
    if RAW.rule(rule).row or len(given.intersection(words(last.replace("-", " ")))) < _NAME_ENOUGH:
        return ()
    alike = [id for id in RAW if id.startswith(f"{family}/") and id.rpartition("/")[2] == last]
    return tuple(alike) if not given & _only_of(first) else ()


_NAME_ENOUGH = 2
"""Words of the last part of an id that say what it is, wherever it stands."""


@cache
def _only_of(family: str) -> frozenset[str]:
    """Words that only rules of one sort of combat know."""
    known = {family: frozenset[str](), "": frozenset[str]()}
    for id in RAW:
        own = family if family_of(id) == family else ""
        known[own] |= known_to(id)
    return known[family] - known[""]


def family_of(rule: str) -> str:
    """What a rule belongs to: `ship` and `space` are one."""
    first = rule.partition("/")[0]
    return "space" if first == "ship" else first
