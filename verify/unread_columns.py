"""Columns in code that are named and cannot be read, in most of their cells: they are told of, and never passed by.

Half of a column may be in a notation that is not known (`@{str}+2d6`), or a column of one record may hold what is no
value of its kind (`tl: 10.5`). Beside fields that are right the latter is a slip; else nothing says that it is wrong.
"""

from __future__ import annotations

from engine.kinds import Kind
from engine.late import late
from engine.raw import RAW
from verify.called import CALLED
from verify.values import bare

_PLAIN = r"[+-]?(?:\d+(?:\.\d+)?|\.\d+)"
_NUMBER = late(_PLAIN)
_WITHOUT_UNIT = ("DM", "TL", "count", "target", "factor", "dice")
"""Kinds whose numbers are in no unit, so that none is another way to write a value of theirs."""


def is_no_value(kind: Kind, text: str, rule: str) -> bool:
    """Whether a text that cannot be read is a plain number, where the book has another that it can be held against.

    >>> kind = RAW.rule("space/range-bands/distant/attack-dm").kind
    >>> [is_no_value(kind, text, "space/range-bands/distant/attack-dm") for text in ("-6.5", "varies", "-6 - x")]
    [True, False, False]
    """
    return kind.name in _WITHOUT_UNIT and is_number(text) and RAW[rule] is not None and RAW[rule] not in kind.words


def is_number(text: str) -> bool:
    """Whether a text is a number and nothing else."""
    return _NUMBER.fullmatch(bare(text)) is not None


def is_named(how: str) -> bool:
    """Whether a column is known by a name, its own or one above it, and not by its values."""
    return how.startswith(("its field", "the ")) or how == CALLED


def has_notation(cells: list[tuple[str, str]]) -> bool:
    """Whether most cells hold a number among other signs, as a formula or a roll does, and no list or name."""
    told = [any(map(str.isdigit, text)) and not _OTHERWISE.search(text) for _, text in cells]
    return sum(told) * 2 > len(told)


_OTHERWISE = late(rf"^{_PLAIN}$|, |^[A-Za-z_$][\w$]*(?:[.:/-][\w$-]+)+$")
"""A number, a list, or the name of something that stands elsewhere: `MGT2.Difficulty.Easy`."""
