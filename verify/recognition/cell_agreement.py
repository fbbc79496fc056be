"""How cells agree with a rule: whether they are values of its kind, and the book's value."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache

from engine.errors import WrongKind
from engine.rulebook.effects import CHANGES
from engine.rulebook.kinds import CHOICE, PROSE, Kind
from engine.rulebook.raw import RAW
from engine.rulebook.values import Value
from verify.recognition.values import read_value
from verify.rulings import other_values
from verify.tokens import leading_number


@lru_cache(maxsize=50_000)
def _values(kind: Kind, text: str) -> tuple[Value, ...]:
    """The value of a cell, or of the number that it opens with; empty if it has none."""
    span = leading_number(kind, text)
    for part in (text, text[slice(*span)] if span else ""):
        with suppress(WrongKind):
            return (read_value(kind, part),)
    return ()


def accepts(kind: Kind, text: str) -> bool:
    """Whether a cell is a value of a kind, or opens with one."""
    return bool(_values(kind, text))


def is_known(rule: str, text: str) -> bool:
    """Whether a cell states what the book has, what others have, or what is often misread."""
    kind = RAW.rule(rule).kind
    values = _values(kind, text)
    return kind.is_a(PROSE, CHANGES) or (is_known_value(rule, values[0]) if values else kind.is_a(CHOICE))


def is_known_value(rule: str, value: Value) -> bool:
    """Whether a value is the book's, another source's, or a known misreading."""
    if value == RAW[rule] or value in other_values(rule):
        return True
    misread, kind = RAW.rule(rule).misread, RAW.rule(rule).kind
    return bool(misread) and kind.accepts(misread) and kind.value(misread) == value


@lru_cache(maxsize=50_000)
def states(rule: str, text: str) -> bool:
    """Whether a cell states what RAW has."""
    with suppress(WrongKind):
        return rule in RAW and read_value(RAW.rule(rule).kind, text) == RAW[rule]
    return False
