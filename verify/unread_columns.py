"""Columns in code that are named and cannot be read, in most of their cells: they are told of, and never passed by.

Half of a column may be in a notation that is not known (`@{str}+2d6`), or a column of one record may hold what is no
value of its kind (`tl: 10.5`). Beside fields that are right the latter is a slip; else nothing says that it is wrong.
"""

from __future__ import annotations

import re
from fractions import Fraction

from engine.kinds import Kind
from engine.late import late
from engine.notation import Dice
from engine.raw import RAW
from verify.called import CALLED
from verify.values import bare

_PLAIN = r"[+-]?(?:\d+(?:\.\d+)?|\.\d+)"
_MARKED = late(rf"(?:DM|TL|TN|×|x)?\s?({_PLAIN})\s?(?:DM|\+|×|x)?", re.IGNORECASE)
"""A number with the sign of its kind, as a DM or a target has it."""
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
    number, book = _MARKED.fullmatch(bare(text)), RAW[rule]
    if number is None or book is None or book in kind.words:
        return False
    if isinstance(book, Dice):  # what is rolled on average is another way to tell it
        return Fraction(number[1]) != book.distribution().mean()
    return kind.name in _WITHOUT_UNIT or (kind.name in _UNSIGNED and number[1].startswith("-"))


def bare_number(text: str, kind: str) -> Fraction | None:
    """The number that a text is, where no unit says how much one of it is."""
    number = _MARKED.fullmatch(bare(text)) if kind in _WITHOUT_UNIT else None
    return Fraction(number[1]) if number is not None else None


def is_named(how: str) -> bool:
    """Whether a column is known by a name, its own or one above it, and not by its values."""
    return how.startswith(("its field", "the ")) or how == CALLED


def has_notation(cells: list[tuple[str, str]]) -> bool:
    """Whether most cells hold a number among other signs, as a formula or a roll does, and no list or name."""
    told = [any(map(str.isdigit, text)) and not _OTHERWISE.search(text) for _, text in cells]
    return sum(told) * 2 > len(told)


_OTHERWISE = late(rf"^{_PLAIN}$|, |^[A-Za-z_$][\w$]*(?:[.:/-][\w$-]+)+$")
"""A number, a list, or the name of something that stands elsewhere: `MGT2.Difficulty.Easy`."""
