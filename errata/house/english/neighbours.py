"""The statements of one line, each by those beside it: of the same table, under the same words, of one subject."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from engine.rulebook.raw import RAW
from engine.rulebook.values import Value
from errata.house.english.about_lines import read_with
from errata.house.english.plain_lines import Line, Unclear, family_of, read_line
from errata.house.english.rule_names import known_to
from errata.house.english.rule_words import names
from errata.house.english.said_values import has_value, said_values, without_values
from errata.house.english.unplayed import UNDER
from errata.house.english.word_forms import words


class Stated(NamedTuple):
    """One statement of a line: where it begins in it, its text, and what it says or why that is not clear."""

    offset: int
    text: str
    found: Line | Unclear


def values_told(made: Iterable[Stated]) -> set[tuple[str, Value]]:
    """What some statements say of which rules."""
    return {(one.found.rule, one.found.value) for one in made if isinstance(one.found, Line)}


def may_be_clearer(made: Iterable[Stated]) -> bool:
    """Whether something of a line is not understood, which may be a reason for the rest."""
    return any(isinstance(one.found, Unclear) or one.found.left for one in made)


def as_the_others(made: list[Stated], around: Sequence[str]) -> list[Stated]:
    """The statements of a line, one that may be of several rules taken for that which is like those beside it."""
    clear = {RAW.rule(one.found.rule).section for one in made if isinstance(one.found, Line) and not one.found.also}
    made = [_unless_odd(_of(one, clear, around), made) for one in made]
    like = {RAW.rule(one.found.rule).section for one in made if isinstance(one.found, Line)}
    families = {family_of(one.found.rule) for one in made if isinstance(one.found, Line)}
    if len(like) != 1 or len(families) != 1:
        return made
    section = f"{next(iter(like)).rpartition('/')[2].replace('-', ' ')} "
    done = []
    for one in made:
        if isinstance(one.found, Unclear) and any(RAW.rule(rule).section in like for rule in one.found.nearest):
            again = read_with(section, one.text, around, *families)
            if isinstance(again, Line) and RAW.rule(again.rule).section in like and _is_in_full(again.rule, one.text):
                one = one._replace(found=again)
        done.append(one)
    return done


def _of(one: Stated, sections: Collection[str], around: Sequence[str]) -> Stated:
    """A statement that could be of another table as well, as one of that if those beside it are."""
    if isinstance(one.found, Line) and RAW.rule(one.found.rule).section not in sections:
        for other in (rule for rule in one.found.also if RAW.rule(rule).section in sections):
            again = read_line(one.text, around, family_of(other))
            return one._replace(found=again) if isinstance(again, Line) and again.rule == other else one
    return one


def _is_in_full(rule: str, text: str) -> bool:
    """Whether a text has a whole name of the row of a rule: `missiles` alone are no missile barbette."""
    rows, said = names()[rule].must, frozenset(words(text))
    return not rows or any(row <= said for row in rows[:1])


def _unless_odd(one: Stated, made: Sequence[Stated]) -> Stated:
    """A statement, unless it is only a word that several tables have, among several that are all of another one."""
    told = ([o.found.rule] if isinstance(o.found, Line) else o.found.nearest[:1] for o in made if o is not one)
    others = [RAW.rule(rule).section for rules in told for rule in rules]
    if isinstance(one.found, Unclear) or not one.found.also or len(others) < LEAST or len(set(others)) > 1:
        return one
    named = frozenset(words(without_values(one.text)))
    if others[0] == RAW.rule(one.found.rule).section or len(named) > 1 or named not in names()[one.found.rule].must:
        return one
    return one._replace(found=Unclear("it stands among values of another table", (one.found.rule,)))


LEAST = 2
"""Statements beside one that say what it has to be of."""


def about_the_lead(made: list[Stated], text: str) -> Iterator[Stated]:
    """The statements of a line, none of them about something of which the words before its colon do not speak.

    A clause that begins with its value goes on from the one before it, and means nothing if that does not; and what
    is said of two things, one of them not known, is not said of the other alone.
    """
    values = said_values(text)
    lead = text[: text.find(":")] if values and 0 < text.find(":") < values[0].start else ""
    told = frozenset(words(without_values(lead)))
    lost, end = "", 0
    for one in made:
        if isinstance(one.found, Line):
            goes_on = bool(lost) and one.found.offset == 0 and has_value(one.text)
            goes_on |= 0 < end == one.offset
            if goes_on or (told and not told & known_to(one.found.rule) and ":" not in one.text):
                why = UNDER.format(lead) if lead else f"it follows {lost!r}"
                one = one._replace(found=Unclear(why, (one.found.rule,)))
        elif not has_value(one.text):
            joined = _JOINED.match(text, one.offset + len(one.text))
            lost, end = (one.text, joined.end()) if joined else (lost, end)
        else:
            lost = one.text
        yield one


_JOINED = re.compile(r"\s*(?:,\s*)?(?:and|or|&)\s+", re.IGNORECASE)
"""What joins two names to one subject."""
