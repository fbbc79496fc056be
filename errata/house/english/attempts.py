"""Every way to read a plain line: a value in it, a rule of which it can be one, and how well the words name that."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.rulebook.raw import RAW
from engine.rulebook.values import Value
from errata.house.english.clauses import clauses
from errata.house.english.fitting import (
    SHARE,
    is_changed_in_what,
    is_counted,
    is_limited,
    is_ratio,
    is_told,
    limits,
    other_unit,
)
from errata.house.english.meant_values import as_named, is_value, meant_value, oddness
from errata.house.english.rule_names import Candidate, candidates, is_column, known_to
from errata.house.english.said_values import Said, has_value, said_values
from errata.house.english.times import in_other_times
from errata.house.english.word_forms import words
from errata.house.english.worded_values import worded

MOST = 40
"""Candidates that are looked at for each value."""

_UP_TO, _FAR = re.compile(r"\bup to\s*$", re.IGNORECASE), ("metre", "metres", "meter", "meters")
"""What stands before how far somebody can go, which is no limit of anything else."""


class Attempt(NamedTuple):
    """One way to read a line: the rule, its value, from where to where that stands, and how well the words fit."""

    rule: str
    printed: str
    value: Value
    offset: int
    end: int
    score: float
    compared: bool = False
    """Whether it is so much more or less than in the book, or so many times as much."""
    is_open: bool = False
    """Whether it may be by so much as well as to so much."""

    @property
    def span(self) -> tuple[int, int]:
        """From where to where the value stands."""
        return self.offset, self.end


def attempts(text: str, was: str, context: list[str]) -> list[Attempt]:
    """Every way to read a line, the best first; `was` is what it says that the book has, `context` stands above it."""
    return sorted(_attempts(text, was, context), key=lambda one: (-one.score, one.rule))


def _attempts(text: str, was: str, context: list[str]) -> Iterator[Attempt]:
    tokens, share = said_values(text), SHARE.search(text)
    for nth, given in ((nth, one) for nth, said in enumerate(tokens) for one in (said, *in_other_times(said))):
        own = _until_the_next(text, given, tokens)
        before = _UP_TO.sub("", own[: given.start]) if given.unit in _FAR else own[: given.start]
        limited = limits(before + own[given.end :])
        named = words(f"{before} {given.unit} {own[given.end :]}")
        likely = candidates(named)[:MOST]
        owned = {RAW.rule(one.rule).column for one in likely if not one.shortened}
        for one in likely:
            rule = RAW.rule(one.rule)
            if one.borrowed and rule.column in owned and one.borrowed.isdisjoint(context):
                continue  # a beam laser is the one for turrets, whatever its value fits
            if context and not one.called and is_column(one.rule, context):
                one = one._replace(called=True)
            said = as_named(rule, given)
            if not is_told(one, rule, said) or is_ratio(rule, said, text) or is_changed_in_what(rule, said, named):
                continue
            if other_unit(rule, said) or (not one.exact and not is_counted(rule, said, named, own)):
                continue
            value = meant_value(rule, said) if not is_limited(one.rule, limited, share) else None
            if value is not None:
                score = _score(one, was, context) - 0.02 * nth - oddness(rule, said)
                compared = bool(said.more) or said.sort == "times"
                yield Attempt(one.rule, said.printed, value, said.start, said.end, score, compared, said.is_open)
    for one, value, start, end, doubt in worded(text, tokens):
        yield Attempt(one.rule, text[start:end].rstrip(), value, start, end, _score(one, was, context) - doubt)


def _until_the_next(text: str, given: Said, tokens: Sequence[Said]) -> str:
    """A text without the clauses behind a value that have a value, and words for it, of their own.

    >>> said = "Success +1, failure -1"
    >>> _until_the_next(said, said_values(said)[0], said_values(said))
    'Success +1'
    """
    for clause in clauses(text):
        if clause.start >= given.end:
            first = next((said for said in tokens if clause.start <= said.start < clause.end), None)
            if first is not None and words(f"{text[clause.start : first.start]} {text[first.end : clause.end]}"):
                return text[: clause.start].rstrip(" ,;")
    return text


def _score(one: Candidate, was: str, context: list[str]) -> float:
    score = one.share - one.unsaid / 4 - 0.05 * one.shortened + max(0.05 * one.called, 0.1 * one.exact)
    score += 0.1 * bool(known_to(one.rule) & set(context)) + 0.1 * is_column(one.rule, context)
    if has_value(was):
        score += 0.15 if is_value(RAW.rule(one.rule), was) else -0.15
    return score
