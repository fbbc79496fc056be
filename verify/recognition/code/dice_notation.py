"""Dice as virtual tabletops write them: with a command, brackets, labels and what is kept of them.

    /roll 2d6    /gmr 2d6 # damage    [[2d6]]    [[/r 2d6]]{Damage}    2d6[fire]    (2d6)+1    3d6kh2    2d6 damage

What a sheet or a character adds (`@{str}+2d6`, `2d6 + @mod`) is known at the table only, and stays as it is.
"""

from __future__ import annotations

import re

_ROLL_MARKS = (
    (re.compile(r"^/(?:r|roll|gmr|gmroll|pr|publicroll|br|blindroll|sr|selfroll)\s+", re.IGNORECASE), ""),
    (re.compile(r"(?<!\s)\s+(?:#|//).*$"), ""),
    (re.compile(r"^\[\[([^\[\]]+(?:\[[^\[\]]*\][^\[\]]*)*)\]\](?:\{[^{}]*\})?$"), r"\1"),
    (re.compile(r"(?<=[\dD)])\s?\[[A-Za-z][^\[\]@]*\]"), ""),
    (re.compile(r"^\{([^{},]+)\}$"), r"\1"),
    (re.compile(r"\((\d*+(?:\s?d\d*+|\s\d*+)?)\)", re.IGNORECASE), r"\1"),
    (re.compile(r"^\(([^()]+)\)$"), r"\1"),
    (re.compile(r"(?<!\s)\s+(?:points? of )?(?:damage|dmg)$", re.IGNORECASE), ""),
)
"""What stands around dice, and what is left of it; in this order, once and again behind a command in brackets."""
_KEPT = re.compile(r"(?<![\w.])(\d{1,2})d6(?:k([hl]?)|d([hl]))(\d{0,2})(?!\w)", re.IGNORECASE)
"""Dice of which some are kept, or dropped: `3d6kh2`, `3d6dl1`."""


def as_dice(text: str) -> str:
    """An expression without what a virtual tabletop has around it, and with a Boon or a Bane by its name.

    >>> [as_dice(text) for text in ("[[/r 2d6[fire]]]{Damage}", "/gmroll (3d6)+2 # laser", "3d6kh2", "2d6 + @mod")]
    ['2d6', '3d6+2', '2D boon', '2d6 + @mod']
    """
    if len(text) > MAX_LENGTH:
        return text
    for _ in range(2):
        for pattern, replacement in _ROLL_MARKS:
            text = pattern.sub(replacement, text).strip()
    return _KEPT.sub(_kept, text)


MAX_LENGTH = 200


def _kept(match: re.Match[str]) -> str:
    """A Boon or a Bane where all dice but one are kept; anything else stays as it is."""
    count, number = int(match[1]), int(match[4] or 1)
    kept = number if match[3] is None else count - number
    high = (match[2] or "h").lower() == "h" if match[3] is None else match[3].lower() == "l"
    return f"{kept}D {'boon' if high else 'bane'}" if kept == count - 1 > 0 else match[0]
