"""What a cell of a book means: its text with the unit of its head, in whichever notation numbers are printed.

What is no value of its column's kind was more likely read wrongly than printed so. It has a problem, and no value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from engine.errors import WrongKind
from engine.rulebook.kinds import Kind
from engine.rulebook.names import in_decimals
from engine.rulebook.rulebook import Rule
from engine.rulebook.values import Value
from verify.pdf.conditions import conditional
from verify.pdf.units import NOTHING, Unit, is_not_counted, parts_of_a_credit, stated
from verify.pdf.wording import another_meaning, second_value
from verify.recognition.values import bare, read_value, same_value
from verify.tokens import leading_number

_MARKS = re.compile(r"\s*(?:[*†‡§]+|\([^()\d]*\))?\s*")
"""What may stand behind a value: the mark of a footnote, a remark without a number."""
_ABOUT = re.compile("[~≥≤<>≈≠½¼¾⅓⅔]")
"""Signs that make another value of a number."""
_NUMBER = re.compile(r"[\d,.]+")
_SPACED = re.compile(r"(?<!\S)[A-Za-z](?: [A-Za-z]){2,}(?!\S)")
"""Letters that stand apart: they are of a word that was set wide."""
_TWO = re.compile(r"[A-Za-z]\s+\d+\s+(?:\+|per\b)")
"""One crew post right behind another, with nothing between them."""
_MINUS = re.compile(r"[A-Za-z] [-−–]\d")
_TWICE = re.compile(r"\+\s*\+|[-−–]\s*[-−–]\s*\d")
_NO_UNIT = "the unit of its price is not printed"
_RAISED = re.compile(r"(?<=\d)[·∙⋅](?=\d)")
"""A point in the middle of the line, before decimals."""


class Meaning(NamedTuple):
    """The value of a cell, or why it has none."""

    value: Value
    problem: str = ""


def meaning(text: str, rule: Rule, unit: Unit | None = NOTHING, scanned: bool = False) -> Meaning:
    """What a cell of a rule means; `unit` is None where it has no head."""
    if unit is None and rule.kind.name in ("credits", "price") and _NUMBER.fullmatch(bare(text)):
        return Meaning(None, _NO_UNIT)
    unit = unit or NOTHING
    text = _in_decimals(text)
    given, amount = stated(text, rule.kind.name, unit)
    amount = amount if amount is not None or scanned else parts_of_a_credit(given, rule.kind.name)
    if (counted := conditional(bare(text), rule)) is not None:
        text = given = counted[0]
        if counted[1]:
            return Meaning(None, counted[1])
    if more := _not_one(text, rule, unit):
        return Meaning(None, more)
    made = Meaning(amount) if amount is not None else _read(given, rule.kind, scanned)
    about = _ABOUT.search(given)
    if about and not _ABOUT.search(rule.text):
        return Meaning(None, f"{about[0]} says more than a value")
    if not made.problem and same_value(made.value, rule.value, rule.kind):
        other = another_meaning(text, made.value, rule)
        return Meaning(None, other) if other else made
    if _SPACED.search(given) or (rule.kind.name == "posts" and _TWO.search(given)):
        return Meaning(None, "its letters stand apart, or two values stand in it")
    for again, why in _otherwise(text, rule.kind, unit):
        if _means(stated(again, rule.kind.name, unit)[0], rule):
            return Meaning(rule.value) if made.problem and not why else Meaning(None, why or _NOTATION)
    return made


def _not_one(text: str, rule: Rule, unit: Unit) -> str:
    """Why a text is not one value; empty if it may be."""
    if second_value(text, rule):
        return "a second value stands in brackets beside it"
    if rule.kind.name == "traits" and _MINUS.search(text):
        return "a minus stands before its number"
    if _TWICE.search(text):
        return "its sign stands there twice"
    return f"its head says ×{unit.times:,}, and it is not one number" if is_not_counted(text, unit) else ""


_NOTATION = "it is ours in another notation of numbers"


def plain_value(kind: Kind, text: str, unit: Unit) -> Value:
    """The value of a text as a kind has it, in any notation of numbers; WrongKind if it has none."""
    text = _in_decimals(text)
    tried = [text, *(other for other, _ in _otherwise(text, kind, unit))]
    for one in tried:
        given, amount = stated(one, kind.name, unit)
        amount = amount if amount is not None else parts_of_a_credit(given, kind.name)
        if amount is not None:
            return amount
        made = _read(given, kind, False)
        if not made.problem:
            return made.value
    raise WrongKind(text)


def is_value(kind: Kind, text: str) -> bool:
    """Whether a text as it stands is a value of a kind."""
    return not _read(_in_decimals(text), kind, False).problem


def _read(text: str, kind: Kind, scanned: bool) -> Meaning:
    try:
        return Meaning(read_value(kind, text))
    except WrongKind as wrong:
        span = None if scanned else leading_number(kind, text)
        if span and not text[: span[0]].strip() and _MARKS.fullmatch(text[span[1] :]):
            try:  # what stands beside a number may change it
                return Meaning(read_value(kind, text[slice(*span)]))
            except WrongKind:
                pass
        return Meaning(None, str(wrong))


def _means(text: str, rule: Rule) -> bool:
    made = _read(text, rule.kind, True)
    return not made.problem and same_value(made.value, rule.value, rule.kind)


def _in_decimals(text: str) -> str:
    """A text whose halves and quarters are decimals, and whose decimals stand behind a point on the line.

    >>> _in_decimals("1½ tons"), _in_decimals("MCr0·5")
    ('1.5 tons', 'MCr0.5')
    """
    return in_decimals(_RAISED.sub(".", text))


def _otherwise(text: str, kind: Kind, unit: Unit) -> Iterator[tuple[str, str]]:
    """A text as it is meant where blanks or points part thousands, or commas decimals, and prices without a unit."""
    yield re.sub(r"(?<=\d)[ \u00a0\u2009\u202f'’](?=\d{3}(?!\d))", ",", text), ""
    yield re.sub(r"(?<=\d)\.(?=\d{3}(?!\d))", ",", text), ""
    yield re.sub(r"(?<=\d),(?=\d)", ".", text), ""
    if kind.name == "credits" and not unit.credits and _NUMBER.fullmatch(bare(text)):
        for sign in ("Cr", "KCr", "MCr"):
            yield f"{sign}{bare(text)}", _NO_UNIT
