"""Numbers that can be no value of a rule: half a DM, a tech level below 0, a target that two dice cannot reach."""

from __future__ import annotations

import re
from fractions import Fraction

from engine.dice.notation import Dice
from engine.rulebook.kinds import Kind
from engine.rulebook.raw import RAW
from verify.values import bare

_NUMBER = re.compile(r"(?:DM|TL|TN|×|x)?\s?([+-]?(?:\d{1,9}(?:\.\d{1,9})?|\.\d{1,9}))\s?(?:DM|\+|×|x)?", re.IGNORECASE)
"""A number, alone or with the sign of its kind, as a DM or a target has it."""
_WITHOUT_UNIT = ("DM", "TL", "count", "target", "factor", "dice")
"""Kinds whose numbers are in no unit, so that none is another way to write a value of theirs."""
_UNSIGNED = ("credits", "tons")
"""Kinds in whatever unit of which no value is below 0."""


def is_no_value(kind: Kind, text: str, rule: str) -> bool:
    """Whether a text that cannot be read is a plain number, where the book has another that it can be held against.

    >>> rule = RAW.rule("space/range-bands/distant/attack-dm")
    >>> [is_no_value(rule.kind, text, rule.id) for text in ("-6.5", "DM-6.5", "varies", "-6 - x")]
    [True, True, False, False]
    """
    number, book = _NUMBER.fullmatch(bare(text)), RAW[rule]
    if number is None or book is None or book in kind.words:
        return False
    if isinstance(book, Dice):  # what is rolled on average is another way to tell it
        return Fraction(number[1]) != book.distribution().mean()
    return kind.name in _WITHOUT_UNIT or (kind.name in _UNSIGNED and number[1].startswith("-"))


def bare_number(text: str, kind: str) -> Fraction | None:
    """The number that a text is, where no unit says how much one of it is."""
    number = _NUMBER.fullmatch(bare(text)) if kind in _WITHOUT_UNIT else None
    return Fraction(number[1]) if number is not None else None
