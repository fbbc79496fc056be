"""Text that leans: a page that was not laid straight, or a text at a slight angle, is turned level to be read."""

from __future__ import annotations

import math
from collections.abc import Iterable

from verify.pdf.words import Box, Sheet, Sign

_LEVEL = math.radians(0.15)
"""An angle that does no harm: over the width of a page it is less than a third of a line."""
_APART = math.radians(0.6)
"""How far the angles of texts are apart that do not belong together."""


def is_leaning(angle: float) -> bool:
    """Whether an angle does harm."""
    return abs(angle) > _LEVEL


def groups(signs: Iterable[tuple[float, Sign]]) -> list[tuple[float, list[Sign]]]:
    """Signs with their angles, put together by like angles: each group with its angle, in the order of the page."""
    held = list(signs)
    angles = sorted({angle for angle, _ in held})
    parts: list[list[float]] = []
    for angle in angles:
        if parts and angle - parts[-1][-1] < _APART:
            parts[-1].append(angle)
        else:
            parts.append([angle])
    made = []
    for part in parts:
        own = sorted(angle for angle, _ in held if part[0] <= angle <= part[-1])
        usual = own[len(own) // 2]
        angle = usual if is_leaning(usual) else 0.0
        made.append((angle, [sign for its, sign in held if part[0] <= its <= part[-1]]))
    return made


def levelled(sign: Sign, angle: float, about: tuple[float, float]) -> Sign:
    """A sign of a text that rises at an angle, as it stands when the text is level.

    >>> tilted = Sign("a", Box(99, 49, 101, 51), 50, at=100)
    >>> round(levelled(tilted, math.pi / 6, (0, 0)).base, 1)
    93.3
    """
    if not sign.text.strip():
        return sign
    _, base = turned(sign.at, sign.base, angle, about)
    x, y = turned(*sign.box.middle, angle, about)
    wide, high = _unswollen(sign.box.x1 - sign.box.x0, sign.box.y1 - sign.box.y0, abs(angle))
    box = Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
    return sign._replace(box=box, base=base, at=turned(sign.at, sign.base, angle, about)[0])


def turned(x: float, y: float, angle: float, about: tuple[float, float]) -> tuple[float, float]:
    """A point turned about another, with the clock where the angle is positive; heights count downward."""
    x, y = x - about[0], y - about[1]
    cos, sin = math.cos(angle), math.sin(angle)
    return about[0] + x * cos - y * sin, about[1] + x * sin + y * cos


def on_page(sheet: Sheet, box: Box) -> Box:
    """The least upright box around one of a sheet that was levelled, where it stands on the page."""
    if not sheet.lean:
        return box
    corners = [turned(x, y, -sheet.lean, sheet.middle) for x in (box.x0, box.x1) for y in (box.y0, box.y1)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return Box(min(xs), min(ys), max(xs), max(ys))


def _unswollen(wide: float, high: float, angle: float) -> tuple[float, float]:
    """The sides of a box that leans, from those of the upright box around it."""
    cos, sin = math.cos(angle), math.sin(angle)
    share = cos * cos - sin * sin
    if share < 0.5:
        return wide, high
    return max(0.1, (wide * cos - high * sin) / share), max(0.1, (high * cos - wide * sin) / share)
