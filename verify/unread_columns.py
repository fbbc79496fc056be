"""Columns in code of which some cells cannot be read: what the others say, and what is told of where most cannot.

Half of a column may be in a notation that is not known (`@{str}+2d6`), or the one cell of a record may hold what is no
value of its kind (`tl: 10.5`). What is not checked is told, and never passed by.
"""

from __future__ import annotations

import re

from engine.errors import WrongKind
from engine.rulebook.kinds import Kind
from verify.called import CALLED
from verify.no_values import is_no_value
from verify.notations import Notation

Cells = list[tuple[str, str]]
"""The rule and the text of each cell of a column."""


def readable(kind: Kind, way: Notation, cells: Cells) -> int:
    """How many cells of a column say something, be it right or wrong; all of them if most do not."""
    if way.fits == len(cells) or way.fits * 2 < len(cells):
        return len(cells)
    return sum(is_no_value(kind, text, rule) or _is_read(kind, way, text, rule) for rule, text in cells)


def _is_read(kind: Kind, way: Notation, text: str, rule: str) -> bool:
    try:
        way.read(kind, text, rule)
    except WrongKind:
        return False
    return True


def is_named(how: str) -> bool:
    """Whether a column is known by a name, its own or one above it, and not by its values."""
    return how.startswith(("its field", "the ")) or how == CALLED


def has_notation(cells: Cells) -> bool:
    """Whether most cells hold a number among other signs, as a formula or a roll does, and no list or name."""
    told = [any(map(str.isdigit, text)) and not _OTHERWISE.search(text) for _, text in cells]
    return sum(told) * 2 > len(told)


_OTHERWISE = re.compile(r"^[+-]?[\d.]+$|, |^[A-Za-z_$][\w$]*(?:[.:/-][\w$-]+)+$")
"""A number, a list, or the name of something that stands elsewhere: `MGT2.Difficulty.Easy`."""
