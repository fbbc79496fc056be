"""DMs that count more than once, or only then: what may stand beside such a number without changing what it means.

The book prints `+1 per aim action (max +6)`, and the rules have the +1, and apart from it the 6.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rule
from verify.tokens import leading_number

_WORD = re.compile("[a-z]+")
_NUMBER = re.compile(r"\d+")
BESIDE = "beside it stands"
_MOST = "max maximum most cap limit limited total up to at a"
_EACH = "per each every for full of"


class Condition(NamedTuple):
    """What stands beside a DM: the words that say it, and the rule that its number is the value of."""

    words: str
    bound: str = ""


CONDITIONS = {
    "personal/attack-modifiers/aiming": Condition(
        f"{_EACH} {_MOST} aim aiming minor action actions spent on round rounds consecutive dm",
        "personal/modifier-rules/aim-maximum",
    ),
    "personal/attack-modifiers/fast-moving-target": Condition(
        f"{_EACH} m metre metres meter meters moved relative movement speed round the target moves",
        "personal/modifier-rules/fast-metres",
    ),
    "personal/attack-modifiers/laser-sight": Condition("if when only while aiming aimed an attack shot"),
}
"""By the DM. The rule of each says how the engine counts it."""


def conditional(text: str, rule: Rule) -> tuple[str, str] | None:
    """The number of a DM that has a condition beside it, and what is wrong with that; None if it is not such a text.

    >>> conditional("+1 per aim action (max +6)", RAW.rule("personal/attack-modifiers/aiming"))
    ('+1', '')
    >>> conditional("-1 per 20m", RAW.rule("personal/attack-modifiers/fast-moving-target"))
    ('-1', 'beside it stands 20, where we have 10')
    >>> conditional("-1 per level", RAW.rule("personal/attack-modifiers/aiming"))
    """
    known = CONDITIONS.get(rule.id)
    span = leading_number(rule.kind, text) if known is not None else None
    if known is None or span is None or text[: span[0]].strip(" DM"):
        return None
    beside = re.sub(r"(?<=\d)(?=[a-z])", " ", text[span[1] :].lower())
    if not set(_WORD.findall(beside)) <= set(known.words.split()):
        return None
    bound = RAW.rule(known.bound).text if known.bound else ""
    other = next((number for number in _NUMBER.findall(beside) if number != bound), "")
    if other and not bound:
        return None
    return text[slice(*span)], f"{BESIDE} {other}, where we have {bound}" if other else ""
