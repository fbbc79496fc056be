"""Values that are the book's though they are written otherwise: what is included, where a band begins, a multiple."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache

from engine.rulebook.kinds import Kind
from engine.rulebook.raw import RAW
from engine.rulebook.values import Band, Value
from verify.compare import same_value
from verify.open_ends import opened

Read = Callable[[Kind, str, str], Value]
"""Reads a text as the value of a rule; WrongKind if it is none."""


def as_meant(read: Read) -> Read:
    """What costs nothing is included; a band that begins at 0, or where the one before it ends, is the book's.

    So is a post in other words, and the damage of a barbette together with its multiple.
    """
    known: dict[tuple[str, str, str], Value] = {}

    def once(kind: Kind, text: str, rule: str) -> Value:
        key = kind.name, text, rule
        if key not in known:
            known[key] = meant(kind, text, rule)
        return known[key]

    def meant(kind: Kind, text: str, rule: str) -> Value:
        book = RAW[rule]
        if text == "0" and book == "Included":
            return "Included"
        value = read(kind, text, rule)
        if rule.startswith(_MULTIPLIED) and str(value) == f"{book}×{RAW[_BY]}":
            return book
        if isinstance(value, Band):
            value = opened(value, rule)
        if isinstance(value, Band) and isinstance(book, Band) and value.high == book.high:
            lows = _begins(rule) if kind.name == "kilometres" else {book.low}
            return book if value.low in lows or (book.low == 0 and value.low is None) else value
        return book if kind.name == "posts" and same_value(value, book, kind.name) else value

    return once


_MULTIPLIED, _BY = "ship/barbettes/", "space/damage-multiples/barbette"
"""Weapons whose damage is multiplied, and the rule that says by what."""


@cache
def _begins(rule: str) -> frozenset[int | Fraction | None]:
    """Where a band of distances may begin: as in the book, or right behind the one before it."""
    known = RAW.rule(rule)
    rows = [f"{known.section}/{row.id}/{known.column}" for row in RAW.tables[known.section].rows]
    before = RAW[rows[rows.index(rule) - 1]] if rule in rows[1:] else None
    end = before.high if isinstance(before, Band) else None
    book = RAW[rule]
    lows = {book.low if isinstance(book, Band) else None}
    return frozenset(lows | ({end + 1} if end is not None else {0}))
