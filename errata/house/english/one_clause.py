"""One clause of a line: by itself, or about what the clauses before it are about: `6D and AP 5`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.rulebook.raw import RAW
from errata.house.english.about_lines import read_about, read_with, subject
from errata.house.english.degrees import DEGREES
from errata.house.english.plain_lines import Line, Unclear
from errata.house.english.refusals import several
from errata.house.english.rule_names import known_to
from errata.house.english.rule_words import names
from errata.house.english.said_values import has_value, without_values
from errata.house.english.word_forms import words

EVEN_IF = re.compile(r"even\b", re.IGNORECASE)
"""How a clause begins that says where something holds as well."""


def read_clause(text: str, around: Sequence[str], family: str, before: Sequence[str], row: str = "") -> Line | Unclear:
    """A clause by itself, or else as one about what the clauses before it are about; one without a value only so."""
    found = read_about(text, around, family)
    if isinstance(found, Line) and before and _is_only_of(before[0], found, text):
        return Unclear(f"it goes on about {subject(before[0])!r}, and the rule is for all", (found.rule,))
    if isinstance(found, Line) and (not before or has_value(text)):
        if before and not _names(found.rule, before[0], text):
            again = read_with(subject(before[0]), text, around, family)
            same = isinstance(again, Line) and RAW.rule(again.rule).section == RAW.rule(before[0]).section
            return again if same else Unclear("it does not say of what it is", (found.rule,))
        return _of_the_same(before[0], text, around, family) or found if before else found
    sections = {RAW.rule(rule).section for rule in before}
    for about in filter(None, (*map(subject, before[:1]), row)):
        again = read_with(about, text, around, family)
        told = has_value(text) or EVEN_IF.match(text)
        if isinstance(again, Line) and (told or RAW.rule(again.rule).section in sections):
            other = _of_the_set(before[0], text, around, family) if again.rule in before[:1] else again
            return other if isinstance(other, Line) else again
    if before and has_value(text) and not fits_several(found):
        for way in (_in_column, _of_the_set):
            if isinstance(again := way(before[0], text, around, family), Line):
                return again
    return found if isinstance(found, Unclear) else Unclear("it gives no value", (found.rule,))


_GOES_ON = re.compile(
    r"\W*(?:(?:it|they|also|then|with)\b\s*)*(?:(?:an?\s)?(?:DM\s?)?[+-]\s?\d|(?:get|gain|have|suffer|take|receive|ha)s?\b)",
    re.IGNORECASE,
)
"""How a clause begins that names nobody, and so is about what the one before it is about."""


def _is_only_of(before: str, found: Line, text: str) -> bool:
    """Whether a clause gives what stands before it a DM that the rule gives to all: `and get -1 at Short range`."""
    own, made = RAW.rule(before), RAW.rule(found.rule)
    apart = bool(made.row) and made.section != own.section and made.kind.name == "DM"
    return apart and _GOES_ON.match(text) is not None


def fits_several(found: Line | Unclear) -> bool:
    """Whether a clause names by itself things of several tables: `missiles 5D` are of racks and of barbettes."""
    if isinstance(found, Line) or not found.nearest or found.why != several(found.nearest):
        return False
    return len({RAW.rule(rule).section for rule in found.nearest}) > 1


def _names(rule: str, before: str, text: str) -> bool:
    """Whether a clause names what a rule is about, and not only what is told of that: `lasts 2 rounds`."""
    own, said = RAW.rule(rule), frozenset(words(without_values(text)))
    if own.row or own.section == RAW.rule(before).section or said & names()[before].core:
        return True
    about = frozenset(words(own.section.rpartition("/")[2].replace("-", " ")))
    return bool(said & (names()[rule].last | about) - _TIMES)


_TIMES = frozenset(words("rounds minutes hours days seconds"))
"""Words for times, which many things take or last."""


def _of_the_same(rule: str, text: str, around: Sequence[str], family: str) -> Line | None:
    """A clause as one about the row of a rule before it, if nothing in it is of anything else: `and have AP 5`."""
    own = RAW.rule(rule)
    again = read_with(subject(rule), text, around, family) if own.row else None
    if not isinstance(again, Line) or again.left:
        return None
    beside = f"{text[: again.offset]} {text[again.offset + len(again.printed) :]}"
    if not known_to(again.rule).issuperset(words(without_values(beside))):
        return None
    made = RAW.rule(again.rule)
    return again if (made.section, made.row) == (own.section, own.row) and made.column != own.column else None


def _in_column(rule: str, text: str, around: Sequence[str], family: str) -> Line | Unclear:
    """A clause as one of the same column as a rule before it: `Advanced costs 20% more, very advanced 40% more`."""
    own = RAW.rule(rule)
    if not own.column:
        return Unclear("it gives no value")
    title = next(column.title for column in RAW.table(own.section).columns if column.id == own.column)
    found = read_with(title, text, around, family)
    return found if _is_alike(rule, found) else Unclear("it gives no value")


def _is_alike(rule: str, found: Line | Unclear) -> bool:
    """Whether a reading is of the same table and column as a rule."""
    own, made = RAW.rule(rule), RAW.rule(found.rule) if isinstance(found, Line) else None
    return made is not None and (made.section, made.column) == (own.section, own.column)


def _of_the_set(rule: str, text: str, around: Sequence[str], family: str) -> Line | Unclear:
    """A clause about another of the sort of a rule before it: `small bays ×10, medium ×20`."""
    own = RAW.rule(rule)
    if not own.row:
        return Unclear("it gives no value")
    row = [word for word in subject(rule).split() if word.isalpha() and not DEGREES.issuperset(words(word))]
    for about in filter(None, (*row[-1:], own.section.rpartition("/")[2].partition("-")[0])):
        found = read_with(about, text, around, family)
        if (
            isinstance(found, Line)
            and _is_alike(rule, found)
            and RAW.rule(found.rule).row != own.row
            and not found.left
        ):
            return found
    return Unclear("it gives no value")
