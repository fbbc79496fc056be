"""What a plain line says that the book has: `+2 instead of +1`, `from 1D to 2D`, `5+ (RAW 6+)`."""

from __future__ import annotations

import re
from functools import lru_cache

from engine.late import late
from engine.text import plain
from verify.said_values import ANY, said_values

_INSTEAD = late(
    rf"[,(\s\"“”]*\b(?:instead of|rather than|in place of|not|\w+n['’]t|was|were|up from|down from"
    rf"|RAW(?:\s+(?:is|has))?:?"
    rf"|(?:the )?book(?:'s)?(?: says| has| value)?:?|normally|usually|originally|previously|formerly)"
    rf"\s+(?:the\s+|an?\s+)?(?P<old>{ANY})[\"“”]?\)?|(?P<before>{ANY})\s*(?:->|=>|→)\s*(?={ANY})"
    rf"|\b(?:loses?|drops?|trades?)\s+(?:their|its|the)\s+(?P<lost>{ANY})\s+(?:and|but|for)\s+(?=.*(?:{ANY}))"
    rf"|\bfrom\s+(?P<first>{ANY})\s+to\s+(?={ANY})",
    re.IGNORECASE,
)
_MAY_TELL_OLD = late(
    r"\b(?:instead|rather|place|not|was|were|from|raw|book|loses?|drops?|trades?|\w+ly|\w+n['’]t)\b|[-=]>|→",
    re.IGNORECASE,
)
"""A word of any line that may say what the book has; most do not."""
_INSTEAD_OF_A_NAME = late(
    r"[,(\s]*\b(?:instead of|rather than|in place of)\s+(?:an?\s+|the\s+)?"
    r"(?P<old>[A-Z]\w+(?: [A-Z]\w+)?)\b\)?(?P<before>)(?P<first>)(?P<lost>)"
)
_CITE = late(r"\(?\b(?:(?:CRB|HG|TUC|Core Rulebook|High Guard)\b[\s\d,]*)?(?:rulings?|pp?\.|pages?)\s?\d+(?:-\d+)?\)?")
"""Where a rule is printed, which is no value."""
_DASH = late(r"(?<=\s)—(?=\s+\d)|(?<=\s)[–—](?=\s+(?:[+\-−]\d|\d+\s?(?:\+|[dD]\b|%)|DM|M?Cr|×))")
"""A dash between a name and its value, which is no minus; a short one before a bare number may be either."""
_MINUS = dict.fromkeys(map(ord, "−–‑‒—"), "-")


@lru_cache(maxsize=4096)
def without_old(text: str) -> tuple[str, str]:
    """A line without the value that it says the book has, and that value; every sign stays in its place.

    >>> without_old("Short: +2 instead of +1"), without_old("Wall +8 -> +12")
    (('Short: +2              ', '+1'), ('Wall       +12', '+8'))
    """
    text = _DASH.sub(":", text)
    whole = plain(text)
    whole = whole if len(whole) == len(text) else text.translate(_MINUS)
    whole = _CITE.sub(lambda found: " " * len(found[0]), whole)
    hint = _MAY_TELL_OLD.search(whole)
    told = (_INSTEAD.search(whole) or _INSTEAD_OF_A_NAME.search(whole)) if hint else None
    if told is None or (told["first"] and len(said_values(whole[: told.start()] + whole[told.end() :])) > 1):
        return whole, ""  # `scores from 6 to 8` with another value are a band
    blank = " " * (told.end() - told.start())
    return whole[: told.start()] + blank + whole[told.end() :], told["old"] or told["before"] or told["first"] or told[
        "lost"
    ]
