"""What the reader of a scan takes for something else: O and 0, l and 1, S and 5, and signs that are lost.

A confusion is tried against the kind of the column: what is no value of it as it stands may be one when put right.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import product
from typing import NamedTuple

from engine.errors import WrongKind
from engine.rulebook.kinds import Kind
from engine.rulebook.values import Value
from verify.recognition.values import bare, read_value

_LIKE = {"O": "0", "o": "0", "Q": "0", "l": "1", "I": "1", "|": "1", "i": "1", "S": "5", "s": "5", "B": "8", "Z": "2",
         "z": "2", "G": "6", "b": "6", "g": "9", "q": "9"}  # fmt: skip
_MOST = 6
"""Signs of a cell that are tried both ways."""


class Guess(NamedTuple):
    """What a cell may say: its value, the text that was tried, and what was confused."""

    value: Value
    text: str
    reason: str


def mended(kind: Kind, text: str) -> Guess | None:
    """The only value of a kind that a text can be with its confusions put right.

    >>> from engine.rulebook.kinds import DICE, DM, TL
    >>> mended(TL, "l0"), mended(DM, "0+")
    (Guess(value=10, text='10', reason='l for 1'), Guess(value=0, text='+0', reason='the sign stands behind'))
    >>> mended(TL, "abc")
    """
    text = bare(text)
    found: dict[Value, Guess] = {}
    for tried, reason in _attempts(text):
        try:
            value = read_value(kind, tried)
        except WrongKind:
            continue
        found.setdefault(value, Guess(value, tried, reason))
    return next(iter(found.values())) if len(found) == 1 else None


def _attempts(text: str) -> list[tuple[str, str]]:
    """A text with its letters taken for digits, some of them or all, and with its sign in front."""
    if turned := re.fullmatch(r"(\d+)\s*([+\-])", text):
        return [(f"{turned[2]}{turned[1]}", "the sign stands behind")]
    made = []
    if (pointed := re.sub(r"(?<=\d)\.(?=\d{3}\b)", ",", text)) != text:
        made.append((pointed, "a point for a comma"))
    at = [n for n, sign in enumerate(text) if sign in _LIKE][:_MOST]
    for chosen in product((True, False), repeat=len(at)):
        swapped = {n for n, yes in zip(at, chosen, strict=True) if yes}
        if swapped:
            tried = "".join(_LIKE[sign] if n in swapped else sign for n, sign in enumerate(text))
            said = dict.fromkeys(f"{text[n]} for {_LIKE[text[n]]}" for n in sorted(swapped))
            made.append((tried, ", ".join(said)))
    return made


def confused(read: str, ours: str) -> str:
    """What would make our value look like the one that was read; empty if no usual confusion does.

    >>> confused("2", "-2"), confused("S", "5"), confused("25.001 km", "25,001 km"), confused("3", "+5")
    ('the sign may be lost', 'signs that look alike', 'a point for a comma', '')
    >>> confused("MCr25", "MCr2.5")
    'a point or a comma may be lost'
    """
    one, other = _squeezed(read), _squeezed(ours)
    if one == other:
        return "only blanks are other ones"
    if one.lstrip("+-") == other.lstrip("+-"):
        return "the sign may be lost"
    alike = str.maketrans(_LIKE)
    if one.translate(alike).lower() == other.translate(alike).lower():
        return "signs that look alike"
    if one.replace(".", "").replace(",", "") == other.replace(".", "").replace(",", ""):
        same = len(one) == len(other)
        return "a point for a comma" if same else "a point or a comma may be lost"
    return ""


def lost_sign(kind: Kind, text: str, column: Iterable[str]) -> str:
    """Why a number may have lost its sign: others of its column have one; empty if nothing says so.

    >>> from engine.rulebook.kinds import DM, TL
    >>> lost_sign(DM, "2", ["+1", "2", "-2"]), lost_sign(DM, "0", ["+1", "0"]), lost_sign(TL, "9", ["9", "10"])
    ('the sign may be lost, which others of its column have', '', '')
    """
    bare_number = re.fullmatch(r"(?:DM)?[1-9]\d*%?", _squeezed(text)) is not None
    signed = kind.name in _SIGNED and any("+" in _squeezed(other)[:3] for other in column)
    return LOST if bare_number and signed else ""


def is_unsigned(kind: Kind, text: str, ours: str) -> bool:
    """Whether a text is our value without its sign, of a kind that has one: a minus can be drawn, or have no letter.

    >>> from engine.rulebook.kinds import DM
    >>> is_unsigned(DM, "4", "-4"), is_unsigned(DM, "DM 4", "-4"), is_unsigned(DM, "+4", "-4")
    (True, True, False)
    """
    one, other = (re.sub(r"^DM", "", _squeezed(each)) for each in (text, ours))
    signs = re.compile(r"[+\-−]")
    return kind.name in _SIGNED and not signs.search(one) and one != other and one == signs.sub("", other)


LOST = "the sign may be lost, which others of its column have"
UNSIGNED = "the sign may be lost"
_SIGNED = ("DM", "step", "signed percent", "changes")


def disagreement(kind: Kind, text: str, closer: str, sure: float) -> str:
    """Why a cell of a scan is in doubt that was looked at twice; empty if both looks say the same, or one is clear.

    >>> from engine.rulebook.kinds import DM, TL
    >>> disagreement(TL, "9", "6", 1), disagreement(TL, "l0", "10", 1), disagreement(DM, "-2", "", 0.99)
    ("'9' in the scan is '6' when looked at closely", '', '')
    """
    closer = closer.translate(_DRAWN)
    if _dashed(text) == _dashed(closer) or (not closer and sure >= _CLEAR):
        return ""
    meant, other = _meant(kind, text), _meant(kind, closer)
    if meant is not None and (meant.value == other.value if other is not None else sure >= _CLEAR):
        return ""
    if _squeezed(text)[:1] in ("+", "-") and _squeezed(text)[1:] == _squeezed(closer) and sure >= _CLEAR:
        return ""  # a sign can be lost, and is hardly ever made up
    return f"{text!r} in the scan is {closer!r} when looked at closely"


_DRAWN = str.maketrans({"二": "—", "一": "—", "ー": "—", "―": "—", "－": "-", "。": "0", "〇": "0", "○": "0"})
"""What a reader of scans that knows other scripts takes for dashes and noughts."""


def _dashed(text: str) -> str:
    return re.sub(r"[—–−‒]", "-", _squeezed(text))


def without_blanks(text: str, ours: str) -> bool:
    """Whether a text is ours without its blanks.

    >>> without_blanks("4orless", "4 or less"), without_blanks("4 or less", "4 or less"), without_blanks("12", "1 3")
    (True, False, False)
    """
    return text != ours and text == "".join(ours.split())


def is_same_but_blanks(text: str, ours: str) -> bool:
    """Whether two texts are one but for blanks, brackets and the commas between words: blanks can be lost.

    >>> is_same_but_blanks("+1 range band(maxVeryLong)", "+1 range band, max Very Long")
    True
    >>> is_same_but_blanks("1,250", "12,50"), is_same_but_blanks("2D", "3D")
    (False, False)
    """
    return _letters(text) == _letters(ours)


def _letters(text: str) -> str:
    return re.sub(r"[\s()]|,(?!\d)|(?<!\d),", "", bare(text)).lower()


_CLEAR = 0.95


def _meant(kind: Kind, text: str) -> Guess | None:
    try:
        return Guess(read_value(kind, text), text, "")
    except WrongKind:
        return mended(kind, text)


def _squeezed(text: str) -> str:
    return re.sub(r"\s", "", bare(text))
