"""Wording: words beside a value that is ours can change what it means, and then the cell is in doubt.

`1 per 120 passengers` is not `1 per 120 crew+passengers`, and `MCr0.2 (each)` is not `MCr0.2`.
"""

from __future__ import annotations

import re

from engine.rulebook.rulebook import Rule
from engine.rulebook.values import Post, Value
from verify.recognition.words import words_in

_REMARK = re.compile(r"\(([^()]*[A-Za-z]{2}[^()]*)\)")
_SECOND = re.compile(r"\w[^()]*\(([^()]*\d[^()]*)\)")
"""A number in brackets behind something."""
_OPEN = re.compile(r"\w\+$")
"""A sign that makes a least value of a number."""
_EMPTY = frozenset(("a", "an", "and", "of", "or", "per", "the", "ton", "tonne", "t", "each", "every"))
"""Words that name nothing."""
_SHORT = {"pp": ("power", "plant"), "plant": ("power", "plant")}
_POINTS = frozenset(("see", "page", "p", "pp", "chapter", "note", "below", "above", "opposite"))
"""Words of remarks that only lead elsewhere."""


def another_meaning(text: str, value: Value, rule: Rule) -> str:
    """Why a text may mean something else than our value, which it has; empty if nothing says so.

    >>> from engine.rulebook.raw import RAW
    >>> rule = RAW.rule("ship/crew/medic/commercial")
    >>> another_meaning("1 per 120 passengers", (Post(1, 120, "passengers"),), rule)
    'it names other things than ours'
    >>> another_meaning("1 per 120 crew and passengers", (Post(1, 120, "crew and passengers"),), rule)
    ''
    """
    ours = f"{rule.text} {rule.declared}" if isinstance(rule.declared, str) else rule.text
    for remark in _REMARK.findall(text):
        words = set(words_in(remark))
        if not words & _POINTS and not words <= set(words_in(ours)):
            return "a remark beside it says more than a value"
    if (_OPEN.search(text.strip()) and "+" not in ours) or _is_more(text, rule):
        return "+ says more than a value"
    if isinstance(value, tuple) and isinstance(rule.value, tuple):
        for one, other in zip(value, rule.value, strict=False):
            if isinstance(one, Post) and isinstance(other, Post) and _things(one.of) != _things(other.of):
                return "it names other things than ours"
    return ""


def _is_more(text: str, rule: Rule) -> bool:
    """Whether a plus before a price or a number makes of it what comes on top of another.

    >>> from engine.rulebook.raw import RAW
    >>> _is_more("+MCr0.5", RAW.rule("ship/turret-weapons/beam-laser/cost"))
    True
    >>> _is_more("+0", RAW.rule("space/range-bands/medium/attack-dm"))
    False
    """
    return text.strip().startswith("+") and "+" not in rule.text and bool(rule.value)


def second_value(text: str, rule: Rule) -> bool:
    """Whether another number stands in brackets behind a value, and is not ours: `7 (8)`.

    >>> from engine.rulebook.raw import RAW
    >>> rule = RAW.rule("ship/mounts/single-turret/tl")
    >>> [second_value(text, rule) for text in ("7 (8)", "7 (see page 8)", "7 (or 8 if refitted)", "7")]
    [True, False, True, False]
    """
    held = [held for held in _SECOND.findall(text) if f"({held})" not in rule.text]
    return any(not set(words_in(one)) & _POINTS for one in held)


def _things(text: str) -> set[str]:
    """What a text names."""
    return {thing for word in words_in(text) if word not in _EMPTY for thing in _SHORT.get(word, (word,))}
