"""Words for sentences: a name with its article, a text that begins a sentence, and one thing told as one."""

from __future__ import annotations

import re

_MANY = "point round day minute metre hardpoint missile band ton attack dodge critical stateroom step rad Boon Bane"
_ONE = re.compile(rf"(?<![\d.,/-])([+-]?1) ({_MANY.replace(' ', '|')})s\b")


def a(name: str) -> str:
    """A name with its article.

    >>> a("ion cannon"), a("Railgun")
    ('an ion cannon', 'a Railgun')
    """
    return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"


def capital(text: str) -> str:
    """A text that begins a sentence."""
    return text[0].upper() + text[1:]


def singular(text: str) -> str:
    """A text in which one thing is told as one.

    >>> singular("have 1 hardpoints left instead of 2"), singular("+1 points"), singular("1.1 points, 11 points")
    ('have 1 hardpoint left instead of 2', '+1 point', '1.1 points, 11 points')
    """
    return _ONE.sub(r"\1 \2", text)
