"""Signs as they are set: once each, and how wide the room between letters and the blank between words are on a line.

A text that is set wide has room between all its letters; in one that is printed twice to look bold, every letter
stands beside itself.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from verify.pdf.words import Sign

_BESIDE = 0.15
"""How far apart the two prints of a letter are at most, in heights of letters."""
_WIDE = 0.75
"""The widest room between the letters of a word, in heights of letters."""
_TIGHT = 0.05
"""Room that is none."""
_ENOUGH = 4
"""Pairs of letters on a line that show how wide it is set."""
BLANK = 0.55
"""The widest blank within a cell where nothing else is known, in heights of letters."""


class Spacing(NamedTuple):
    """How a line is set: the room between letters, and the widest gap that is a blank and not the end of a cell."""

    room: float
    blank: float


def high(sign: Sign) -> float:
    """The height of a sign, with its room above and below."""
    return sign.box.y1 - sign.box.y0


def is_blank(sign: Sign) -> bool:
    """Whether a sign is a blank."""
    return sign.text in _BLANKS


_BLANKS = frozenset(" \r\n\t\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u3000")


def once(signs: Iterable[Sign]) -> list[Sign]:
    """Signs without those that are printed once more beside themselves."""
    held = list(signs)
    return list(_once(held)) if is_doubled((sign.text, sign.box.x0, sign.base) for sign in held) else held


def is_doubled(places: Iterable[tuple[str, float, float]]) -> bool:
    """Whether letters stand beside themselves: some are in the same place, to half a point or more.

    >>> is_doubled([(",", 147.9, 20.0), (",", 148.3, 20.0)]), is_doubled([("l", 10.0, 20.0), ("l", 12.0, 20.0)])
    (True, False)
    """
    held = [(text, x, y) for text, x, y in places if text.strip()]
    return any(len(held) > len({(text, int(x + by), int(y + by)) for text, x, y in held}) for by in (0.0, 0.5))


def _once(signs: list[Sign]) -> Iterator[Sign]:
    seen: dict[tuple[str, int, int], list[Sign]] = {}
    for sign in signs:
        if is_blank(sign):
            yield sign
            continue
        size = high(sign)
        reach = min(_BESIDE * size, 0.5 * (sign.box.x1 - sign.box.x0))
        column, row = int(sign.box.x0 // 4), int(sign.base // 4)
        near = (
            other
            for c in (column - 1, column, column + 1)
            for r in (row - 1, row, row + 1)
            for other in seen.get((sign.text, c, r), ())
        )
        if any(
            abs(other.box.x0 - sign.box.x0) < reach
            and abs(other.base - sign.base) < _BESIDE * size
            and abs(high(other) - size) < 0.1 * size
            for other in near
        ):
            continue
        seen.setdefault((sign.text, column, row), []).append(sign)
        yield sign


def apart(signs: list[Sign]) -> list[Sign]:
    """Signs once each, with a fault on those that stand on each other: one is not seen, or neither can be read."""
    if next(_pairs(signs, 0.0), None) is None:
        return signs
    signs = once(signs)
    at = {n for step in (0.0, 0.5) for pair in _pairs(signs, step) for n in pair}
    return [s._replace(fault=s.fault or OVER) if n in at else s for n, s in enumerate(signs)] if at else signs


OVER = "letters stand on each other there"
_ROW = 6.0
"""Points of a strip of the page in which signs are held against each other."""
_LEAST = 0.5
"""Points that signs share at least which stand on each other."""
_SHARED = 0.4
"""The share of its width that a sign has in common with one that it stands on."""


def _pairs(signs: list[Sign], step: float) -> Iterator[tuple[int, int]]:
    """Signs that stand on each other within strips of a page."""
    rows = [(int(sign.base / _ROW + step), sign.box.x0, n) for n, sign in enumerate(signs) if sign.text not in _BLANKS]
    rows.sort()
    for (row, _, n), (other, x, m) in pairwise(rows):
        if row != other or x >= signs[n].box.x1 - _LEAST:
            continue
        one, two = signs[n].box, signs[m].box
        wide, tall = min(one.x1 - one.x0, two.x1 - two.x0), min(one.y1 - one.y0, two.y1 - two.y0)
        if one.x1 - x <= _SHARED * wide or min(one.y1, two.y1) - max(one.y0, two.y0) <= 0.6 * tall:
            continue
        if _end(signs[n]) - signs[m].at <= _SHARED * wide:
            continue
        if one != two or not (signs[n].text + signs[m].text).isalpha():  # letters of a ligature have one box
            yield n, m


def _end(sign: Sign) -> float:
    """Where a sign ends on its base line; the box of one that slants reaches further."""
    below = sign.box.y1 - sign.base
    slant = max(0.0, sign.at - sign.box.x0) / below if below > 0 else 0.0
    return sign.box.x1 - slant * (sign.base - sign.box.y0)


class _Stretch:
    """Signs beside each other on a line, and what they show of how it is set."""

    def __init__(self, size: float) -> None:
        self.size = size
        self.rooms: list[float] = []
        self.blanks: list[float] = []
        self.widths: list[float] = []

    @property
    def room(self) -> float | None:
        """The room between letters, in heights of letters; None if it does not show."""
        return median(self.rooms) if len(self.rooms) >= _ENOUGH else None

    @property
    def blank(self) -> float | None:
        """The blank between words, as far as it shows: by real ones, or since all letters are equally wide."""
        if self.blanks:
            return median(self.blanks)
        even = len(self.widths) >= 2 * _ENOUGH and max(self.widths) - min(self.widths) < 0.02 * self.size
        return self.widths[0] + 2 * max(0.0, self.room or 0.0) * self.size if even else None


def spacings(signs: list[Sign]) -> list[Spacing]:
    """How each sign is set: by the signs beside it or, where these are few, by what stands near it in the file."""
    stretches: list[_Stretch] = []
    held: list[int] = []
    own = _Stretch(0.0)
    before = base = tall = 0.0
    lettered, between = False, 0
    for sign in signs:
        if sign.text in _BLANKS:
            between += not sign.made_up
            held.append(max(0, len(stretches) - 1))
            continue
        x0, y0, x1, y1 = sign.box
        size, letter = y1 - y0, sign.text.isalpha()
        gap = x0 - before
        if not stretches or abs(sign.base - base) >= 0.12 * size or not -size < gap < 3 * size:
            own = _Stretch(size)
            stretches.append(own)
        elif abs(tall - size) < 0.1 * size:
            if between == 1:
                own.blanks.append(gap)
            elif not between and letter and lettered and -0.2 * size < gap < _WIDE * size:
                own.rooms.append(gap / size)
        if letter:
            own.widths.append(x1 - x0)
        held.append(len(stretches) - 1)
        before, base, tall, lettered, between = x1, sign.base, size, letter, 0
    known = _known(stretches)
    return [known[n] if known else Spacing(0, 0) for n in held]


def _known(stretches: list[_Stretch]) -> list[Spacing]:
    """How each stretch is set: as it shows itself, else as the nearest one of its size does."""
    rooms = _nearest(stretches, [one.room for one in stretches])
    blanks = _nearest(stretches, [one.blank for one in stretches])
    made = []
    for one, share, blank in zip(stretches, rooms, blanks, strict=True):
        room = share * one.size if share > _TIGHT else 0.0
        made.append(Spacing(room, max(BLANK * one.size + 2 * room, 1.35 * blank)))
    return made


def _nearest(stretches: list[_Stretch], values: list[float | None]) -> list[float]:
    """Values, with those that are not there taken from the nearest stretch of the same size; before counts as after."""
    made = [0.0 if value is None else value for value in values]
    away = [0 if value is not None else len(values) + 1 for value in values]
    for order in (range(len(values)), range(len(values) - 1, -1, -1)):
        last: dict[int, int] = {}
        for n in order:
            size = round(stretches[n].size)
            if values[n] is not None:
                last[size] = n
            elif size in last and abs(n - last[size]) < away[n]:
                made[n], away[n] = made[last[size]], abs(n - last[size])
    return made


def in_order(signs: list[Sign]) -> list[Sign]:
    """Signs from left to right where pdfium has mixed those of a word that were placed one by one."""
    made: list[Sign] = []
    last = math.inf
    for sign in signs:
        if sign.text in _BLANKS or last <= sign.box.x0:
            last = last if sign.text in _BLANKS else sign.box.x0
            made.append(sign)
            continue
        at, last = len(made), sign.box.x0
        for n in range(len(made) - 1, max(-1, len(made) - 1 - _MIXED), -1):
            other = made[n]
            if other.made_up:
                continue
            if not _is_after(other, sign):
                break
            at = n
        made.insert(at, sign)
    return made


_MIXED = 6
"""How far back a sign can have been put."""


def _is_after(other: Sign, sign: Sign) -> bool:
    """Whether a sign that comes before another belongs behind it: close to its right, on the same line."""
    size = sign.box.y1 - sign.box.y0
    beside = other.text not in _BLANKS and abs(other.base - sign.base) < 0.12 * size
    return beside and -0.1 * size < other.box.x0 - sign.box.x1 < size
