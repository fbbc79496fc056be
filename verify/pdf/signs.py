"""The signs of a page, one by one, as the PDF library has them: each with its box, its line and what is wrong."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from verify.pdf.letters import UNMAPPED, is_broken
from verify.pdf.seen import UNSEEN, Ink
from verify.pdf.turns import raised, turn_of, upright
from verify.pdf.words import Box, Sign

_SPACE = Sign(" ", Box(0, 0, 0, 0), 0)
_MADE_UP = _SPACE._replace(made_up=True)


def signs_of(
    raw: Any, text: Any, page: Box, ink: Ink | None, which: Iterable[range]
) -> Iterator[tuple[int, float, Sign]]:
    """Some signs of a page, with the turn that holds it upright, and the angle at which it then still rises."""
    signs = text.raw
    rect, matrix, x, y = raw.FS_RECTF(), raw.FS_MATRIX(), ctypes.c_double(), ctypes.c_double()
    at_x, at_y, at_rect = ctypes.byref(x), ctypes.byref(y), ctypes.byref(rect)
    unicode, origin = raw.FPDFText_GetUnicode, raw.FPDFText_GetCharOrigin
    loose, unmapped = raw.FPDFText_GetLooseCharBox, raw.FPDFText_HasUnicodeMapError
    left, top, new = page.x0, page.y1, tuple.__new__  # as fast as can be: a page has thousands
    turn, line, lean = 0, math.nan, 0.0
    for n in chain.from_iterable(which):
        code = unicode(signs, n)
        letter = chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"
        if letter in " \r\n":
            yield turn, lean, _MADE_UP if raw.FPDFText_IsGenerated(signs, n) == 1 else _SPACE
            continue
        origin(signs, n, at_x, at_y)
        if turn or y.value != line:  # the rest of a level line is turned no other way
            raw.FPDFText_GetMatrix(signs, n, matrix)
            turn, lean = turn_of(math.atan2(matrix.b, matrix.a))
            line = y.value
        loose(signs, n, at_rect)
        broken = unmapped(signs, n) == 1 or (not letter.isprintable() and is_broken(letter)) or letter == "\ufffd"
        fault = UNMAPPED if broken else ""
        box = new(Box, (rect.left - left, top - rect.top, rect.right - left, top - rect.bottom))
        if ink is not None and not ink.is_seen(box):
            fault = fault or UNSEEN
        if turn == 0:
            yield 0, lean, new(Sign, (letter, box, top - line, fault, x.value - left, False))
            continue
        at, base = upright(x.value, y.value, page, turn)
        box = raised(Box(rect.left, rect.bottom, rect.right, rect.top), page, turn)
        yield turn, lean, Sign(letter, box, base, fault, at)
