"""The text of a cell: words put together, and two readings of it compared."""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.rulebook.names import normal
from verify.pdf.letters import SOFT_END


def join(words: Iterable[str]) -> str:
    """Words as a text; one that is parted at the end of a line is put together.

    >>> join(["Radi" + SOFT_END, "ation,", "AP", "3"]), join(["Radia-", "tion"]), join(["M-", "Drive"])
    ('Radiation, AP 3', 'Radiation', 'M-Drive')
    >>> join(["DM" + SOFT_END, "2", "to", "all"]), join(["J" + SOFT_END, "Dri" + SOFT_END, "ve"])
    ('DM-2 to all', 'J-Drive')
    """
    made = ""
    for word in words:
        if made.endswith(SOFT_END):  # before a number it is a minus, and before a capital the hyphen of a name
            made = made[:-1] + "-" * (word[:1].isdecimal() or word[:1].isupper()) + word
        elif made.endswith("-") and len(made) > 1 and made[-2].isalpha() and word[:1].isalpha():
            made = (made[:-1] if word[:1].islower() else made) + word
        else:
            made += f" {word}" if made else word
    return made.removesuffix(SOFT_END)


def tightened(text: str) -> str:
    """A text whose first sign stands by its number, as does each per cent.

    >>> tightened("– 25 %"), tightened("- 6 or less"), tightened("— 6"), tightened("1 - 2"), tightened("+10 %")
    ('–25%', '-6 or less', '— 6', '1 - 2', '+10%')
    """
    return _PERCENT.sub("%", _SIGN.sub(r"\1", text))


_SIGN = re.compile(r"^([+\-−–])\s+(?=\d)")
_PERCENT = re.compile(r"(?<=\d)\s+%")


def same_text(one: str, other: str) -> bool:
    """Whether two readings are one, but for spaces and hyphens.

    >>> same_text("10 km", "10km"), same_text("+1", "-1"), same_text("—", "-")
    (True, False, True)
    """
    return _squeezed(one) == _squeezed(other)


def _squeezed(text: str) -> str:
    bare = normal("".join(text.split()))
    signs = [c for c in text if c in "+×%<>≤≥.,/"]
    return bare + "|" + "".join(sorted(signs))
