"""Sentences that tell what happened at a table, which state no rule: `Medic check 9, Effect 1, restored 1 END`."""

from __future__ import annotations

import re

from engine.late import late
from verify.said_values import NUMERALS

_PAST = late(
    r"(?<!if )(?<!when )"
    r"\b(?:had|took|did|went|gave|fell|ran|drew|fled|flew|blew|threw|began|broke|spoke|chose|stole)\b",
    re.IGNORECASE,
)
"""Verbs in a form that only tells what was."""
_DONE = late(
    r"(?<!are )(?<!is )(?<!be )(?<!been )(?<!were )(?<!was )(?<!points )(?<!dice )"
    r"(?<!has )(?<!have )(?<!we )(?<!damage )"
    r"\b(?:restored|healed|rolled|fired|missed|killed|bought|sold|paid|spent|lost|dealt|scored|suffered|inflicted|repaired"
    r"|regained|recovered|earned|attacked|won|shot)\s+(?:for\s+|an?\s+|another\s+)?"
    rf"(?=[+-]?\d|M?Cr\s?\d|(?:{'|'.join(NUMERALS)})\b)",
    re.IGNORECASE,
)
"""Verbs that tell what was where a number follows them, and nothing makes them part of another verb."""


def tells_what_happened(text: str) -> bool:
    """Whether a sentence tells of something that happened.

    >>> tells_what_happened("The corsair had armour 6"), tells_what_happened("Points that are restored: 5")
    (True, False)
    """
    return bool(_PAST.search(text) or _DONE.search(text))
