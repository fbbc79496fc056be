"""Signs and words on a page, by where they stand, upright, whatever way the page is turned."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple


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

    @classmethod
    def over(cls, boxes: Iterable[Box]) -> Box:
        """The least box that holds some, of which there is one at least."""
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        return cls(min(lefts), min(tops), max(rights), max(bottoms))

    def holds(self, x: float, y: float) -> bool:
        """Whether a point is in it."""
        return self.x0 <= x <= self.x1 and self.y0 <= y <= self.y1


def overlap(one: Box, other: Box) -> float:
    """How wide the stretch is that two boxes share, from left to right; less than nothing if there is a gap."""
    return min(one.x1, other.x1) - max(one.x0, other.x0)


class Sign(NamedTuple):
    """One sign as a PDF has it: its box and the height of its base line, upright."""

    text: str
    box: Box
    base: float
    fault: str = ""
    """Why it is not certain which letter is seen there."""
    at: float = 0.0
    """Where it begins on its base line."""
    made_up: bool = False
    """Whether it is a blank that is not in the file, but was put between signs that stand apart."""


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
    fault: str = ""
    """Why it is not certain what it says."""
    blank: float = 0.0
    """The widest gap to the next word of the same cell."""
    signs: tuple[Sign, ...] = ()
    """What it is made of, where that is known."""


@dataclass
class Sheet:
    """What stands one way up on a page, with the quarter turn, clockwise, that holds it upright."""

    turn: int
    width: float
    height: float
    words: list[Word] = field(default_factory=list)
    scanned: bool = False
    is_layer: bool = False
    """Whether its words are those that a scan was given unseen, by someone who read it before."""
    lean: float = 0.0
    """The angle at which its text rises on the page, and by which it was turned about the middle to be level."""
    bars: list[Box] = field(default_factory=list)
    """Lines and bands across it."""
    prose: list[tuple[float, float]] = field(default_factory=list)
    """Where its lines of prose begin, once that was asked for."""
    runs: list[list[Any]] = field(default_factory=list)
    """The words of its lines that belong together, once that was asked for."""

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

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle, about which it is turned to be level."""
        return self.width / 2, self.height / 2

    @cached_property
    def size(self) -> float:
        """The usual height of its letters."""
        sizes = sorted(word.size for word in self.words)
        return sizes[len(sizes) // 2] if sizes else 10.0


_SAME_LINE = 0.3
"""How far apart base lines of one line are, in heights of letters."""
