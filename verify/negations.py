"""Negations in plain lines: whether a line says that a value is what does not hold, and what holds then."""

from __future__ import annotations

import re

from engine.kinds import FLAG
from engine.late import late
from engine.raw import RAW
from engine.values import Value
from verify.clauses import clauses
from verify.rule_words import names
from verify.word_forms import words

_MERELY = late(
    r"\b(?:not|no|never|cannot|\w+n['’]t)\s+(?:only|just|(?:be\s+|go\s+)?(?:more|less|fewer|longer|higher|lower|greater)\s+than"
    r"|exceeds?|go\s+(?:above|beyond|over|below|under)|aim for more)\b",
    re.IGNORECASE,
)
"""Negations that deny no value: they limit it, or add to it."""
_DENIES = late(
    r"\b(?:not|never|cannot|no longer|nor|nobody|no[ -]one|nothing|none|no more(?=\W*$)"
    r"|stops?\s+\w+ing|loses?\s+(?:their|its|the)|\w+n['’]t)\b"
    r"|\b(?:is|are|was|were|been|be)\s+(?:now\s+)?"
    r"(?:out(?! (?:to|of)\b)|gone|off|banned|forbidden|removed|abolished|ignored|scrapped|dropped|void)\b"
    r"|^\W*(?:remove|drop(?!\b.*\bto\b)|scrap|ignore|ban|forget|skip|abolish|delete)\b",
    re.IGNORECASE,
)
"""Words that say of what stands beside them that it is not so."""
_NONE_OF = late(r"\b(?:no|without|neither|nor)(?:\s+an?y?)?\s+$", re.IGNORECASE)
"""What stands right before something of which there is none."""


def is_denied(text: str, value: tuple[int, int]) -> bool:
    """Whether the clause of a value says that it does not hold.

    >>> is_denied("Aiming no longer gives +1", (23, 25)), is_denied("Aim for no more than 3 actions", (21, 22))
    (True, False)
    """
    start, end = value
    own = next((one for one in clauses(text) if one.start <= start < one.end), None)
    if own is None:
        return False
    before, after = text[own.start : start], text[end : max(end, own.end)]
    shown = _MERELY.sub(" ", f"{before} {after}")
    return bool(_NONE_OF.search(before) or _DENIES.search(shown))


_NO_SUCH = late(r"\b(?:no|without|lacking)\s+(?:an?y?\s+)?(?P<what>[a-z]+)", re.IGNORECASE)


def is_without(text: str, rule: str) -> bool:
    """Whether a line speaks of where there is none of what a rule is about.

    >>> is_without("Where there is no cover, the attack has DM-1", "personal/attack-modifiers/target-in-cover")
    True
    """
    rows = frozenset().union(*names()[rule].must)
    return any(rows.intersection(words(found["what"])) for found in _NO_SUCH.finditer(text))


def instead_of_denied(rule: str, value: Value) -> Value:
    """What holds where a value does not: nothing, if the rule knows that; None if it is not said.

    >>> instead_of_denied("space/sensor-lock/gives", "Boon"), instead_of_denied("checks/boon-and-bane/keep", 2)
    ('none', None)
    """
    own = RAW.rule(rule)
    if "none" in own.kind.choices and value != "none":
        return "none"
    return 0 if own.kind.name == "DM" and value == own.value else None


def can_be_denied(rule: str) -> bool:
    """Whether a negation leaves the value of a rule open; those of yes and no, and traits, say it themselves."""
    return RAW.rule(rule).kind.name not in (FLAG.name, "traits")
