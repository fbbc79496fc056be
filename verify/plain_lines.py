"""A line in plain words as a statement of a rule: `Short range: +2 instead of +1`, `Criticals on Effect 5+`.

The words say which rule, the value has to be one of its kind, and where two rules fit equally it is not guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.raw import RAW
from engine.values import Value
from verify.clauses import beside, condition, strange_before, unaccounted
from verify.fitting import SHARE, is_counted, is_limited, is_told, limits
from verify.meant_values import is_value, meant_value, oddness
from verify.negations import can_be_denied, instead_of_denied, is_denied
from verify.old_values import without_old
from verify.rule_names import Candidate, candidates, known_to, related
from verify.said_values import has_value, said_values, without_values
from verify.word_forms import words
from verify.worded_values import worded

_DENIED = re.compile(
    r"\W*(?:do not|don't|never|no longer) (?:use|allow|play)\b|\W*(?:todo|maybe|perhaps)\b", re.IGNORECASE
)
LONGEST = 400
"""Letters of a statement; what is longer is a story."""
ENOUGH, APART = 0.7, 0.04
"""The share of its words that a rule must explain, and how much better than the next it must do so."""
MOST = 40
"""Candidates that are looked at for each value."""


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
    if text.rstrip(" *_").endswith("?") or _DENIED.match(text) or len(text) > LONGEST:
        return Unclear("it is no statement", ())
    whole, was = without_old(text)
    context = [word for above in around for word in words(above)]
    found = sorted(_readings(whole, was, context), key=lambda one: (-one.score, one.rule))
    found = [one for one in found if one.score < ENOUGH or not beside(whole, one.rule, (one.offset, one.end))] or found
    if not found:
        near = nearest_rules(whole)
        valued = has_value(whole)
        return Unclear("no rule is known by these words" if not near or valued else "it gives no value", near)
    if found[0].score < ENOUGH:
        near = (*nearest_rules(whole)[:2], *(one.rule for one in found))
        why = "it is not clear which rule is meant, or its value is not understood"
        return Unclear(why, tuple(dict.fromkeys(near))[:3])
    equal = {one.rule: one for one in reversed(found) if found[0].score - one.score < APART}
    families = {family_of(rule) for rule in equal}
    wanted = family if family in families else "space" if "space" in families else family_of(found[0].rule)
    own = [one for rule, one in equal.items() if family_of(rule) == wanted]
    if len(own) > 1:
        return Unclear("several rules fit equally", tuple(equal)[::-1][:4])
    [best] = own
    blank = " " * (best.end - best.offset)
    if under := condition(whole[: best.offset] + blank + whole[best.end :], [best.rule]):
        near = tuple(dict.fromkeys((best.rule, *nearest_rules(whole))))[:3]
        return Unclear(f"it holds under a condition that is not understood, {' '.join(under.split())!r}", near)
    if other := beside(whole, best.rule, (best.offset, best.end)):
        return Unclear(f"it gives another value, {other!r}, that is not understood", (best.rule,))
    if strange := strange_before(whole, [best.rule], (best.offset, best.end)):
        near = tuple(dict.fromkeys((best.rule, *nearest_rules(whole))))[:3]
        return Unclear(f"it speaks of {strange!r}, which is not understood", near)
    if _lacks_sign(best, whole):
        return Unclear("it does not say whether it is a bonus or a penalty", (best.rule,))
    if can_be_denied(best.rule) and is_denied(whole, (best.offset, best.end)):
        instead = instead_of_denied(best.rule, best.value)
        if instead is None:
            return Unclear("it says what is not so, and not what is so instead", (best.rule,))
        best = best._replace(value=instead)
    left = tuple(unaccounted(whole, [best.rule], (best.offset, best.end)))
    also = tuple(rule for rule in equal if rule != best.rule)
    was = was if has_value(was) or is_value(RAW.rule(best.rule), was) else ""  # a lock may give +1 instead of a Boon
    return Line(best.rule, best.printed, best.value, best.offset, was, also, left)


def _lacks_sign(found: _Reading, text: str) -> bool:
    """Whether a bare number stands where the book has a penalty, and nothing says which it is."""
    rule = RAW.rule(found.rule)
    less = isinstance(rule.value, int) and rule.value < 0 and isinstance(found.value, int) and found.value > 0
    return rule.kind.name == "DM" and less and found.printed.isdecimal() and "bonus" not in text.lower()


def nearest_rules(text: str) -> tuple[str, ...]:
    """The rules that come nearest to the words of a text, one of each table or set."""
    said = words(without_values(text))
    by_section: dict[str, str] = {}
    for id in (*(one.rule for one in candidates(said)), *related(said)):
        by_section.setdefault(RAW.rule(id).section, id)
    return tuple(by_section.values())[:3]


def family_of(rule: str) -> str:
    """What a rule belongs to: `ship` and `space` are one."""
    first = rule.partition("/")[0]
    return "space" if first == "ship" else first


class _Reading(NamedTuple):
    rule: str
    printed: str
    value: Value
    offset: int
    end: int
    score: float


def _readings(text: str, was: str, context: list[str]) -> Iterator[_Reading]:
    """Every way to read a line: a value in it, and a rule of which it can be one."""
    tokens, limited, share = said_values(text), limits(text), SHARE.search(text)
    for nth, said in enumerate(tokens):
        named = words(f"{text[: said.start]} {said.unit} {text[said.end :]}")
        for one in candidates(named)[:MOST]:
            rule = RAW.rule(one.rule)
            if not is_told(one, rule, said) or not (one.exact or is_counted(rule, said, named)):
                continue
            value = meant_value(rule, said) if not is_limited(one.rule, limited, share) else None
            if value is not None:
                score = _score(one, was, context) - 0.02 * nth - oddness(rule, said)
                yield _Reading(one.rule, said.printed, value, said.start, said.end, score)
    for one, value, start, end, doubt in worded(text, tokens):
        yield _Reading(one.rule, text[start:end].rstrip(), value, start, end, _score(one, was, context) - doubt)


def _score(one: Candidate, was: str, context: list[str]) -> float:
    score = one.share - one.unsaid / 4 - 0.05 * one.shortened + max(0.05 * one.called, 0.1 * one.exact)
    score += 0.1 * bool(known_to(one.rule) & set(context))
    if has_value(was):
        score += 0.15 if is_value(RAW.rule(one.rule), was) else -0.15
    return score
