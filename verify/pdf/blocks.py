"""Blocks of prose on a scan: long lines close under each other, of which a few show what the others are.

To read a line takes longer than to find it. Lines within a block hold no table, and need not be read.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from verify.pdf.words import Box

_LONG = 14
"""How many times longer than high a line of prose is."""
_LEAST = 6
"""Lines of a block."""
_NEAR = 8
"""Heights of a line from one long line to the next."""
_EVERY = 4
"""Of the lines within a block, so many stand for one that is read."""
_SMALL = 0.7
"""The share of small letters in prose."""


def between(boxes: Sequence[Box]) -> dict[int, tuple[int, int]]:
    """The lines within blocks that are to be read only if those above and below them, which are told, are no prose.

    >>> column = [Box(50, 12 * n, 290, 12 * n + 10) for n in range(8)]
    >>> between(column)
    {2: (1, 4), 3: (1, 4), 5: (4, 6)}
    >>> between([*column, *(Box(10, 12 * n, 40, 12 * n + 10) for n in range(8))])
    {}
    """
    made: dict[int, tuple[int, int]] = {}
    for block in _blocks(boxes):
        shown = sorted({0, 1, len(block) - 2, len(block) - 1, *range(0, len(block), _EVERY)})
        for one, other in pairwise(shown):
            made |= {block[n]: (block[one], block[other]) for n in range(one + 1, other)}
    return made


def is_prose(text: str) -> bool:
    """Whether a line as it was read is one of prose; blanks can be lost.

    >>> is_prose("the refereerolls for the ship and"), is_prose("Pulse Laser 9 Long 4 2D MCr1")
    (True, False)
    """
    return sum(map(str.islower, text)) > _SMALL * len(text)


def _blocks(boxes: Sequence[Box]) -> list[list[int]]:
    """Long lines under each other at the same edge, with nothing short to the left of any."""
    made: list[list[int]] = []
    for n in sorted(range(len(boxes)), key=lambda n: boxes[n].y0):
        box = boxes[n]
        if box.x1 - box.x0 < _LONG * (box.y1 - box.y0) or any(_is_beside(other, box) for other in boxes):
            continue
        above = next((block for block in reversed(made) if _goes_on(boxes[block[-1]], box)), None)
        if above is None:
            made.append([n])
        else:
            above.append(n)
    return [block for block in made if len(block) >= _LEAST]


def _goes_on(above: Box, box: Box) -> bool:
    """Whether a line begins where another does, not far above it: the end of a paragraph may be between."""
    high = box.y1 - box.y0
    return abs(box.x0 - above.x0) < high and 0 < box.y0 - above.y0 < _NEAR * high


def _is_beside(other: Box, box: Box) -> bool:
    """Whether a short piece stands to the left of a line, as the name of a row does."""
    high = box.y1 - box.y0
    level = abs(other.middle[1] - box.middle[1]) < 0.7 * high
    return level and other.x0 < box.x0 - high and other.x1 - other.x0 < _LONG * high
