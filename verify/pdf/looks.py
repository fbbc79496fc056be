"""What digits and signs look like: a font can show one and say another, and then no cell in it can be read.

Each is held against those of plain fonts. Only what is clearly another one counts, and no sign is read by its look.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from operator import mul
from typing import Any

from verify.pdf.words import Box, Sheet, Sign

SIGNS = "0123456789+-"
_SAME = str.maketrans("−–", "--")
FONTS = ("Helvetica", "Helvetica-Bold", "Helvetica-Oblique", "Times-Roman", "Times-Bold", "Times-Italic", "Courier",
         "Courier-Bold")  # fmt: skip
"""The plain fonts, which whoever draws a page has at hand."""
_GRID = 16
"""Dots along each side of a look."""
_OWN = 0.85
"""A sign that is so much like what it is said to be is that."""
_CLEAR = ((0.8, 0.15), (0.75, 0.2))
"""How like another it must be, and how much more than like its own, to be that one; no sign of some 50 fonts was."""
_SOME = 3
"""Signs of one name and width that are looked at."""

Look = tuple[float, ...]
Drawing = Callable[[str, str], list[Any]]
"""What draws signs in a plain font, each as a picture."""
Cut = Callable[[Box], Any]
"""What cuts a piece out of the picture of a page."""


def is_misnamed(sheet: Sheet, around: Box, cut: Cut, plain: Drawing) -> bool:
    """Whether a digit or a sign within a box is seen as another than its text says."""
    held: dict[tuple[str, float], list[Sign]] = {}
    for sign in _signs(sheet, around):  # several signs can have one name, and are not all as wide then
        wide = round((sign.box.x1 - sign.box.x0) / max(1.0, sign.box.y1 - sign.box.y0), 2)
        held.setdefault((sign.text.translate(_SAME), wide), []).append(sign)
    return any(
        _is_another(name, sign, cut, plain)
        for (name, _), signs in held.items()
        for sign in signs[:: max(1, len(signs) // _SOME)][:_SOME]
    )


def _signs(sheet: Sheet, around: Box) -> Iterator[Sign]:
    """The digits and signs that stand wholly within a box."""
    for word in sheet.words:
        if around.holds(*word.box.middle) and not word.fault:
            for sign in word.signs:
                inside = around.holds(sign.box.x0, sign.box.y0) and around.holds(sign.box.x1, sign.box.y1)
                if inside and not sign.fault and sign.text.translate(_SAME) in SIGNS:
                    yield sign


def _is_another(name: str, sign: Sign, cut: Cut, plain: Drawing) -> bool:
    """Whether a sign is seen as another, in its whole box and above its line alone: a ruled line can be close to it."""
    box = sign.box
    return all(
        (seen := seen_as(name, cut(piece), plain)) and seen != name
        for piece in (box, Box(box.x0, box.y0, box.x1, min(box.y1, sign.base + 0.05 * (box.y1 - box.y0))))
    )


def seen_as(name: str, picture: Any, plain: Drawing) -> str:
    """The sign that a picture shows, where it is clearly another than it is said to be; else its name."""
    look = look_of(picture)
    known = _known(name)
    if look is None or any(_like(look, one) >= _AGAIN for one in known):
        return name
    own = max(_like(look, one) for one in _plain(name, plain))
    likeness, other = (0.0, "") if own >= _OWN else _likest(look, name, plain)
    if not _is_clear(likeness, own, _SLACK):
        known.appendleft(look)
    return other if _is_clear(likeness, own) else name


def _is_clear(likeness: float, own: float, slack: float = 0.0) -> bool:
    """Whether a look is so much like another sign, and so much less like its own, that it is that one."""
    return any(likeness >= least - slack and likeness - own >= more - slack for least, more in _CLEAR)


@cache
def _known(name: str) -> deque[Look]:
    """Looks that a sign was seen with last, and that are far from being another's: a book has few fonts."""
    return deque(maxlen=_LAST)


_AGAIN, _LAST, _SLACK = 0.97, 8, 0.05
"""How like a look is to one that was seen before to be the same, how many of those are kept, and how far they are
from being another's."""


def look_of(picture: Any) -> Look | None:
    """The look of a sign, whatever its size, colour and place; None if nothing is seen."""
    bright = picture.convert("L")
    paper = sorted(bright.resize((8, 8)).tobytes())[40]
    ink = _through(bright, _away(paper))
    most = ink.getextrema()[1]
    found = _through(ink, _above(most)).getbbox() if most > _FAINT else None
    if found is None:
        return None
    x0, y0, x1, y1 = found
    side = max(x1 - x0, y1 - y0)
    left, top = (x0 + x1 - side) // 2, (y0 + y1 - side) // 2
    alone = ink.crop(found)  # without what stands beside it
    square = alone.crop((left - x0, top - y0, left - x0 + side, top - y0 + side)).resize((_GRID, _GRID), 2)
    return _even(square.tobytes())


def _through(picture: Any, table: bytes) -> Any:
    """A grey picture with each brightness as a table has it; four times as fast as the picture's own way."""
    made = picture.copy()
    made.frombytes(picture.tobytes().translate(table))
    return made


@cache
def _away(paper: int) -> bytes:
    """How far each brightness is from that of the paper."""
    return bytes(abs(value - paper) for value in range(256))


@cache
def _above(most: int) -> bytes:
    """Which shares of the most ink are those of a sign."""
    return bytes(255 * (value > 0.4 * most) for value in range(256))


_FAINT = 40
"""How much ink must differ from the paper, of 255."""


def _even(dots: Iterable[int]) -> Look | None:
    """Dots of which the sum is nothing and the length one."""
    held = tuple(dots)
    usual = sum(held) / len(held)
    long = math.sqrt(max(0.0, sum(map(mul, held, held)) - len(held) * usual * usual))
    return tuple([(dot - usual) / long for dot in held]) if long else None


def _like(look: Look, other: Look) -> float:
    """How like a look is to another: 1 if it is the same."""
    return float(sum(map(mul, look, other)))


def _likest(look: Look, name: str, draw: Drawing) -> tuple[float, str]:
    """The sign, other than one, that a look is most like in the plain fonts, and how much."""
    return max((_like(look, one), sign) for sign in SIGNS if sign != name for one in _plain(sign, draw))


def _plain(sign: str, draw: Drawing) -> Iterator[Look]:
    """The looks of a sign in the plain fonts, one after the other."""
    return (look for font in FONTS if (look := _plain_look(sign, font, draw)) is not None)


@cache
def _plain_look(sign: str, font: str, draw: Drawing) -> Look | None:
    return look_of(_drawn(font, draw)[SIGNS.index(sign)])


@cache
def _drawn(font: str, draw: Drawing) -> list[Any]:
    return draw(font, SIGNS)
