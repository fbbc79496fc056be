"""What a table in code says of itself: that it is of another edition, or that its prices are those of used goods."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from verify.page import Grid
from verify.shapes import words_in
from verify.surroundings import speaks

_OTHERS = re.compile(
    r"(?<!\d)1e(?![A-Za-z\d])|\b1st[ _-]?ed(?:ition|n)?\b|\bfirst[ _-]edition|\b(?:mgt|mongoose)[ _-]?1\b"
    r"|classic[ _-]?traveller|mega[ _-]?traveller|\btraveller[ _-]?[45]\b|\bnew era\b|\bcephe(?:us|i)\b",
    re.IGNORECASE,
)
"""Other editions of the game, and what came of them."""
_IN_A_FIELD = re.compile(r"1(?:st|\.0)?|first|2008|ct|mt|tne|t4|t5|gt", re.IGNORECASE)
"""What also names one where nothing but an edition stands."""
_OURS = re.compile(r"(?<!\d)2e(?![A-Za-z\d])|\b2nd\b|\bsecond edition|\b20(?:16|22)\b|\bmgt[ _-]?2", re.IGNORECASE)
_MENTION = re.compile(
    r"\b(?:unlike|was|were|had|has|used|instead|not?|than|vs|versus|chang\w*|since|differ\w*|from|longer|replac\w*"
    r"|conver\w*|compar\w*|but|old|previous\w*|before)\b",
    re.IGNORECASE,
)
"""Words with which a remark speaks of another edition and does not say that the table is of it."""
EDITION_FIELDS = frozenset({"edition", "ruleset", "rules", "system", "game", "gamesystem", "rulebook"})
"""Fields that say of which edition something is; a version is as often that of the data."""
_CONDITION_FIELDS = frozenset({"condition", "state", "quality", "wear"})
_WORN = ("worn", "used", "damaged", "second", "salvage", "refurbish", "poor", "battered", "broken")
_USED = ("used", "secondhand", "resale", "salvage", "discount", "wholesale", "scrap", "auction")
_PRICES = ("credits", "price")


def names_another_edition(text: str, field: bool = False) -> str:
    """The other edition that a text says that something is of; in a field for that, an abbreviation will do.

    >>> names_another_edition("MgT 1st edition"), names_another_edition("ctTurretWeapons1e")
    ('1st edition', '1e')
    >>> names_another_edition("unlike the 1st edition"), names_another_edition("T5"), names_another_edition("T5", True)
    ('', '', 'T5')
    """
    found = _OTHERS.search(text) or (_IN_A_FIELD.fullmatch(text.strip()) if field else None)
    return found[0] if found and not _OURS.search(text) and not _MENTION.search(text) else ""


@lru_cache(maxsize=4096)
def other_edition(scopes: tuple[tuple[str, str], ...]) -> str:
    """Another edition that a name or a remark around a table says that it is of; the nearest that says one counts."""
    for where, text in reversed(scopes):
        if found := names_another_edition(text):
            return found
        if where != "file" and _OURS.search(text):
            return ""
    return ""


def why_in_doubt(grid: Grid, n: int, kind: str) -> str:
    """Why a row of a table is not meant to have the book's values, by what the table or the row says; else empty."""
    edition = other_edition(grid.scopes) or _in_fields(grid, n, EDITION_FIELDS, _edition_in)
    if edition:
        return f"it says of itself that it is of another edition: {edition}"
    if kind in _PRICES and (worn := _is_used(grid, n)):
        return f"it says of itself that it is about used goods: {worn}"
    return ""


def _is_used(grid: Grid, n: int) -> str:
    near = [text for where, text in grid.scopes if where in ("name", "key", "class", "function")]
    named = next((text for text in reversed(near) if speaks(words_in(text), _USED)), "")
    return named or _in_fields(grid, n, _CONDITION_FIELDS, _wear_in)


def _edition_in(text: str) -> str:
    return names_another_edition(text, field=True)


def _wear_in(text: str) -> str:
    return text if speaks(words_in(text), _WORN) else ""


def _in_fields(grid: Grid, n: int, fields: frozenset[str], told: Callable[[str], str]) -> str:
    """What a row says in one of some fields, if it says it."""
    cells = zip(grid.header, grid.rows[n], strict=False)
    said = (told(cell.text) for head, cell in cells if head.text.rpartition(".")[2].lower() in fields and cell.text)
    return next(filter(None, said), "")
