"""Values outside: a cell that is clean and legible, and prints what the rules know no value for.

Our own words with other numbers are another value for certain, and so is a name that is none of ours. Other words may
be other words for ours, and then someone has to look.
"""

from __future__ import annotations

import re

from engine.errors import WrongKind
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rule
from verify.recognition.values import bare, read_value
from verify.recognition.words import words_in

_PIECES = re.compile(r"(?<![\d.,])[+-]?\d[\d,.]*|[A-Za-z]+|[^\s\w,.;:()]")
_NAME = re.compile(r"[A-Z][A-Za-z'/-]*(?: (?:[A-Z][A-Za-z'/-]*|and|or|of)){0,2}")
_WORDED = ("prose", "skill", "changes", "traits")
"""Kinds that take any words, or hold several things at once."""


def is_another(text: str, rule: Rule) -> bool:
    """Whether a text that is no value of its kind is another one than ours, if it was read as it is printed.

    >>> [is_another(text, RAW.rule("ship/technology-levels/prototype/modifications"))
    ...  for text in ("3 Disadvantages", "1 Drawback", "see below")]
    [True, False, False]
    >>> [is_another(text, RAW.rule("space/action-summary/jump/by")) for text in ("Astrogator", "Chief Engineer", "any")]
    [True, False, False]
    >>> is_another("M", RAW.rule("ship/turret-weapons/beam-laser/range"))  # it may be short for Medium
    False
    """
    return has_other_numbers(text, rule.text) or _is_another_name(bare(text), rule)


def has_other_numbers(text: str, ours: str) -> bool:
    """Whether a text is ours but for its numbers; one that only lacks signs may have lost them.

    >>> has_other_numbers("-1000%", "+1000%"), has_other_numbers("+2 range bands (max Long)", "+1 range band, max Long")
    (True, True)
    >>> has_other_numbers("1000%", "+1000%"), has_other_numbers("2 + 3", "2"), has_other_numbers("1 ton", "1")
    (False, False, False)
    """
    one, other = _pieces(text), _pieces(ours)
    if [_word(piece) for piece in one] != [_word(piece) for piece in other]:
        return False
    pairs = [(a, b) for a, b in zip(one, other, strict=True) if not _word(a)]
    return any(a != b and a != b.lstrip("+-") for a, b in pairs)


def _pieces(text: str) -> list[str]:
    return [piece.rstrip(".,") for piece in _PIECES.findall(bare(text))]


def _word(piece: str) -> str:
    """A word in the singular; nothing of a number."""
    return "" if any(sign.isdecimal() for sign in piece) else piece.lower().removesuffix("s")


def _is_another_name(text: str, rule: Rule) -> bool:
    """Whether a text is a name, and none of ours nor made from ours, where a rule has one of some names."""
    names = [name for name in rule.kind.choices if name[:1].isupper()]
    if not names or len(names) < len(rule.kind.choices) or not _NAME.fullmatch(text):
        return False
    if rule.text.startswith(text):
        return False
    return not set(words_in(text)) & set(words_in(" ".join((rule.text, *rule.kind.words)))) and not _is_beside(
        text, rule
    )


def _is_beside(text: str, rule: Rule) -> bool:
    """Whether a text is a value that another cell of the row could have."""
    row = rule.id.rpartition("/")[0]
    beside = [RAW.rule(id) for id in RAW if id.rpartition("/")[0] == row and id != rule.id]
    for other in beside:
        if other.kind.name in _WORDED:
            continue
        try:
            read_value(other.kind, text)
        except WrongKind:
            continue
        return True
    return False


def is_other_words(text: str, rule: Rule) -> bool:
    """Whether a text says something else than ours, and not ours with something beside it.

    >>> rule = RAW.rule("ship/mounts/pop-up-mounting/tl")
    >>> is_other_words("10 someone@example.com", rule), is_other_words("as the hull", rule)
    (False, True)
    """
    own, said = ([piece.lower() for piece in _pieces(each)] for each in (rule.text, text))
    held = any(said[n : n + len(own)] == own for n in range(len(said)))
    return bool(said) and (rule.kind.name in _WORDED or bool(rule.kind.choices) or not held)
