"""Pages whose text cannot be read, or cannot be trusted, and why."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.rulebook.names import normal
from verify.pdf.letters import UNMAPPED, is_broken
from verify.pdf.seen import UNSEEN
from verify.pdf.words import Sheet

LEFT_OUT = "could not be read"
DAMAGED = "could not be read: it is damaged"
EMPTY = "has no text, only a picture"
LAYER = "is a scan with a text layer, which a reader of scans has made and may have wrong"
BROKEN = "has a font that does not say which letters it has"
SHIFTED = "has a font that gives its letters wrong names"
MISNAMED = "has a font that shows other digits or signs than its text says"
STRANGE = "has letters that make no words"
_FEW = 4
_PLAIN_WORDS = frozenset(("the", "of", "and", "to", "in", "is", "for", "on", "with", "or", "by", "as", "that", "from"))


def as_layer(sheet: Sheet) -> Sheet:
    """The sheet of a scan with the words of its layer, which are not seen and no less words for that."""
    sheet.scanned = sheet.is_layer = True
    sheet.words = [word._replace(fault="" if word.fault == UNSEEN else word.fault) for word in sheet.words]
    return sheet


def unreadable(sheets: list[Sheet]) -> str:
    """Why the text of a page cannot be read; empty if it can."""
    words = [word for sheet in sheets for word in sheet.words]
    if len(words) < _FEW:
        return EMPTY
    if sum(word.fault == UNMAPPED for word in words) * 4 > len(words):
        return BROKEN
    letters = [re.sub(r"[^a-z]", "", word.text.lower()) for word in words]
    long = [word for word in letters if len(word) > 3]
    voiced = sum(bool(re.search("[aeiouy]", word)) for word in long)
    if len(long) >= 25 and voiced * 2 < len(long) and not _PLAIN_WORDS & set(letters):
        return STRANGE
    return ""


def says_nothing(text: str) -> bool:
    """Whether a text is empty, or has hardly a letter or digit in it: a reader of scans left signs that say nothing.

    >>> says_nothing("#### ## ######## ### #### #"), says_nothing("+1 -2 (DM) 3-4 /5/"), says_nothing("—")
    (True, False, False)
    >>> says_nothing("7(G$ TO32S >S 4@0 D2U6I75& $L<&F H!'L &+ A#?$-J AZ6 -ZQ? 6T?7K#94Q GI:&3,W ;(A9D6 " * 3)
    True
    """
    signs = [sign for sign in text if not sign.isspace()]
    if not signs or (len(signs) >= _SIGNS and sum(sign.isalnum() for sign in signs) * 4 < len(signs)):
        return True
    words = text.split()
    says = sum(_SAYS.fullmatch(word) is not None or is_broken(word) for word in words)
    return len(words) >= _MANY and says * 2 < len(words)


_SIGNS = 20
"""Signs of a page that are enough to tell."""
_MANY = 40
"""Words of a page that are enough to tell whether most of them are none."""
_SAYS = re.compile(
    r"[(\"'“‘+\-−–—×•*]*(?:[^\W\d_]+(?:['’/\-–][^\W\d_]+)*|(?:[KM]?Cr|TL)?\d[\d.,]*(?:[-–]\d+|[Dd]\d*)?)[.,;:!?)\"'”’%*+…]*"
)
"""A word or a number, with signs before and behind it."""


def fault_of(sheets: Sequence[Sheet], names: Sequence[str]) -> str:
    """Why the text of a page cannot be trusted for a table with these row names; empty if nothing speaks against it."""
    words = [word for sheet in sheets for word in sheet.words]
    if sum(word.fault == UNMAPPED for word in words) >= _SOME:
        return BROKEN
    return SHIFTED if is_shifted("".join(word.raw for word in words), names) else ""


_SOME = 3
"""Words without known letters, from which on they can be those of a table."""
_FAR = 40
"""How far from its own place a letter can be in the wrong map of a font."""


def is_shifted(text: str, names: Sequence[str]) -> bool:
    """Whether a text has most of some names in letters that are all equally far from the right ones.

    >>> is_shifted("Qvmtf!Mbtfs", ["Pulse Laser"]), is_shifted("Pulse Laser", ["Pulse Laser"])
    (True, False)
    >>> is_shifted("a basic suite", ["Basic"])
    False
    """
    plain = normal.__wrapped__(text)  # by 32, small letters are capitals, which say the same
    wanted = {name for name in map(normal, names) if len(name) > _FEW and name not in plain}
    letters = set(map(ord, text))
    for by in (by for by in range(-_FAR, _FAR + 1) if by):
        said = normal.__wrapped__(text.translate({letter: max(0, letter + by) for letter in letters}))
        if sum(name in said for name in wanted) * 2 > len(wanted):
            return True
    return False
