"""Turned pages: a point or a box of a page, which counts from below, on the sheet that is held upright, and back."""

from __future__ import annotations

import math

from verify.pdf.words import Box


def turn_of(angle: float) -> tuple[int, float]:
    """The quarter turn, clockwise, that holds a text upright whose base line has an angle, and what is left of it."""
    quarters = round(angle / (math.pi / 2))
    return quarters % 4 * 90, angle - quarters * math.pi / 2


def upright(x: float, y: float, page: Box, turn: int) -> tuple[float, float]:
    """A point of the page, which counts from below, on the sheet that is held upright by a turn.

    >>> upright(10, 20, Box(0, 0, 600, 800), 0), upright(10, 20, Box(0, 0, 600, 800), 90)
    ((10, 780), (20, 10))
    """
    if turn == 90:
        return y - page.y0, x - page.x0
    if turn == 180:
        return page.x1 - x, y - page.y0
    if turn == 270:
        return page.y1 - y, page.x1 - x
    return x - page.x0, page.y1 - y


def raised(box: Box, page: Box, turn: int) -> Box:
    """A box of the page, which counts from below, on the sheet that is held upright by a turn."""
    corners = upright(box.x0, box.y0, page, turn), upright(box.x1, box.y1, page, turn)
    (x0, x1), (y0, y1) = (sorted(pair) for pair in zip(*corners, strict=True))
    return Box(x0, y0, x1, y1)


def downward(box: Box, page: Box, turn: int) -> Box:
    """A box of a sheet that is held upright by a turn, on the page, which counts from below.

    >>> downward(Box(10, 20, 30, 40), Box(0, 0, 600, 800), 0)
    Box(x0=10, y0=760, x1=30, y1=780)
    """
    if turn == 90:
        return Box(box.y0 + page.x0, box.x0 + page.y0, box.y1 + page.x0, box.x1 + page.y0)
    if turn == 180:
        return Box(page.x1 - box.x1, box.y0 + page.y0, page.x1 - box.x0, box.y1 + page.y0)
    if turn == 270:
        return Box(page.x1 - box.y1, page.y1 - box.x1, page.x1 - box.y0, page.y1 - box.x0)
    return Box(box.x0 + page.x0, page.y1 - box.y1, box.x1 + page.x0, page.y1 - box.y0)
