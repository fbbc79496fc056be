"""Words on a page: signs put together by where they stand, upright, whatever way the page is turned.

Ligatures are taken apart, soft hyphens out, small capitals are letters, and a mark of a footnote is no part of a value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple


class Box(NamedTuple):
    """A rectangle on a page that is held upright: from the left and from the top, in points."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def middle(self) -> tuple[float, float]:
        """Its centre."""
        return (self.x0 + self.x1) / 2, (self.y0 + self.y1) / 2

    def around(self, other: Box) -> Box:
        """The least box that holds both."""
        return Box(min(self.x0, other.x0), min(self.y0, other.y0), max(self.x1, other.x1), max(self.y1, other.y1))

    def holds(self, x: float, y: float) -> bool:
        """Whether a point is in it."""
        return self.x0 <= x <= self.x1 and self.y0 <= y <= self.y1


class Sign(NamedTuple):
    """One sign as a PDF has it: its box and the height of its base line, upright."""

    text: str
    box: Box
    base: float
    broken: bool = False
    """Whether the font does not say which letter it is."""


class Word(NamedTuple):
    """A word: its text without marks of footnotes, its box, its base line, the height of its letters."""

    text: str
    box: Box
    base: float
    size: float
    raw: str
    """The text with the marks."""
    sure: float = 1.0
    """How sure the reader of a scan was of it."""
    broken: bool = False


@dataclass
class Sheet:
    """What stands one way up on a page, with the quarter turn, clockwise, that holds it upright."""

    turn: int
    width: float
    height: float
    words: list[Word] = field(default_factory=list)
    scanned: bool = False
    prose: list[tuple[float, float]] = field(default_factory=list)
    """Where its lines of prose begin, once that was asked for."""

    @cached_property
    def lines(self) -> list[list[Word]]:
        """The words by lines, from the top and from the left."""
        lines: list[list[Word]] = []
        for word in sorted(self.words, key=lambda w: w.base):
            if lines and word.base - lines[-1][0].base <= _SAME_LINE * max(word.size, lines[-1][0].size):
                lines[-1].append(word)
            else:
                lines.append([word])
        return [sorted(line, key=lambda w: w.box.x0) for line in lines]

    @cached_property
    def size(self) -> float:
        """The usual height of its letters."""
        sizes = sorted(word.size for word in self.words)
        return sizes[len(sizes) // 2] if sizes else 10.0


_SAME_LINE = 0.3
"""How far apart base lines of one line are, in heights of letters."""
_GAP = 0.17
"""The gap between words, in heights of letters with their room above and below."""
_LIGATURES = {0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl", 0xFB05: "st", 0xFB06: "st"}
_SOFT = re.compile("[\u00ad\ufffe\x02]")
_MARKS = re.compile(r"(?<=.)[*†‡§¶⁰¹²³⁴-⁹ªº]+$")
SOFT_END = "\u00ad"
"""What stays at the end of a word that goes on in the next line."""


def clean(text: str) -> str:
    """A text without ligatures and soft hyphens, but for one at its end.

    >>> clean("o\ufb03ce"), clean("com\u00adputer"), clean("com\u00ad") == "com" + SOFT_END
    ('office', 'computer', True)
    """
    text = text.translate(_LIGATURES)
    ended = bool(text) and bool(_SOFT.match(text[-1]))
    return _SOFT.sub("", text) + SOFT_END * ended


def is_broken(text: str) -> bool:
    """Whether a sign stands for no letter: a private one, a control character, a replacement."""
    return bool(_BROKEN.search(text))


_BROKEN = re.compile("[\ue000-\uf8ff\ufffd\0-\x01\x03-\x08\x0b\x0c\x0e-\x1f]")


def words_of(signs: Iterable[Sign]) -> list[Word]:
    """Signs, in the order of the page, put together to words; raised marks go with the word that they follow."""
    made: list[Word] = []
    for word in _put_together(signs):
        before = made[-1] if made else None
        if before is not None and _is_mark(before, word):
            made[-1] = before._replace(raw=before.raw + word.raw)
        else:
            made.append(word)
    return made


def _is_mark(before: Word, word: Word) -> bool:
    """Whether a word is the mark of a footnote at the end of the one before it."""
    small = word.size < 0.82 * before.size and 0.12 * before.size < before.base - word.base < 0.8 * before.size
    return small and -0.1 * before.size < word.box.x0 - before.box.x1 < 0.25 * before.size


def _put_together(signs: Iterable[Sign]) -> Iterator[Word]:
    held: list[Sign] = []
    for sign in signs:
        if not sign.text.strip() or sign.text == "\u00a0":
            yield from _word(held)
            held = []
            continue
        if held and not _goes_on(held, sign):
            yield from _word(held)
            held = []
        held.append(sign)
    yield from _word(held)


def _goes_on(held: list[Sign], sign: Sign) -> bool:
    """Whether a sign belongs to the word before it: beside it on its line, or a small one that is raised."""
    last = held[-1]
    size = max(s.box.y1 - s.box.y0 for s in held)
    beside = sign.box.x0 > last.box.x0 - 0.1 * size and sign.box.x0 - last.box.x1 < _GAP * size
    return beside and (abs(sign.base - held[0].base) < 0.12 * size or _is_raised(held[0], sign))


def _is_raised(first: Sign, sign: Sign) -> bool:
    """Whether a sign is a mark of a footnote: smaller than what it follows, and above its line."""
    tall, own = first.box.y1 - first.box.y0, sign.box.y1 - sign.box.y0
    return own < 0.82 * tall and 0.12 * tall < first.base - sign.base < 0.8 * tall


def _word(signs: list[Sign]) -> Iterator[Word]:
    if not signs:
        return
    raw = clean("".join(s.text for s in signs))
    kept = [s for s in signs if not _is_raised(signs[0], s)]
    text = _MARKS.sub("", clean("".join(s.text for s in kept)))
    box = kept[0].box
    for sign in kept[1:]:
        box = box.around(sign.box)
    broken = any(s.broken or is_broken(s.text) for s in signs)
    yield Word(text, box, kept[0].base, max(s.box.y1 - s.box.y0 for s in kept), raw, broken=broken)
