"""Which book a file is, and which edition: by what the user says, its title, its first pages, or its name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from engine.rulebook.editions import BOOK_TITLES
from verify.pdf.file import File

_FIRST = 6
"""Pages at the front that say which book it is."""
_NAMES = {
    "CRB": re.compile(r"core\s*rule\s*book|\bcrb\b", re.IGNORECASE),
    "HG": re.compile(r"high[\s_-]*guard|\bhg\b", re.IGNORECASE),
}
_YEAR = r"(20[0-3]\d)(?!\d)"
_WORD = r"(?:updated?|edition)"
_DATED = re.compile(
    rf"{_WORD}\D{{0,20}}?{_YEAR}|{_YEAR}\D{{0,3}}{_WORD}|(?:core\s*rule\s*book|high\s*guard)\W{{0,3}}{_YEAR}",
    re.IGNORECASE,
)
"""A year that an edition is said to be of."""
_ALONE = re.compile(rf"^\W*(?:{_WORD}\W*)?{_YEAR}\W*$", re.IGNORECASE | re.MULTILINE)
"""A year on a line of its own, as on a title page."""
_COPYRIGHT = re.compile(rf"(?:©|\(c\)|copyright)\D{{0,20}}?{_YEAR}", re.IGNORECASE)


class Title(NamedTuple):
    """What is known of a book: how cites call it, its edition, and by what it is known."""

    key: str
    edition: str
    by: str
    against: str = ""
    """Which other book it is by its title or first pages, where the user says that it is this one."""
    dated: str = ""
    """Where its edition was read, if that is not what tells the book."""

    @property
    def name(self) -> str:
        """What the book is called."""
        return BOOK_TITLES.get(self.key, self.key)

    @property
    def is_proved(self) -> bool:
        """Whether the book itself or its owner says which it is; the name of a file can be anything.

        >>> Title("HG", "2022", "its title").is_proved, Title("HG", "", BY_NAME).is_proved, Title("", "", "").is_proved
        (True, False, False)
        """
        return bool(self.key) and self.by != BY_NAME

    @property
    def text(self) -> str:
        """How cites name it."""
        return f"{self.key} {self.edition}".strip()

    @property
    def told(self) -> str:
        """Which book it is, and by what that is known; the edition is always its own word.

        >>> Title("HG", "2022", "as you say").told, Title("HG", "2022", "its title").told
        ('HG (as you say), 2022 by its own pages', 'HG 2022 (its title)')
        >>> Title("HG", "2022", "its title", dated=COPYRIGHT).told
        'HG (its title), 2022 by its copyright line'
        """
        where = self.dated or ("its own pages" if self.by == SAID else "")
        if self.edition and self.key and where:
            return f"{self.key} ({self.by}), {self.edition} by {where}"
        return f"{self.text} ({self.by})" if self.key else ""


SAID, BY_NAME = "as you say", "its name"
TITLE, FIRST, COPYRIGHT = "its title", "its first pages", "its copyright line"


def title_of(file: File, name: str, said: str = "") -> Title:
    """Which book a file is."""
    pages = [file.text(page) for page in range(min(_FIRST, file.pages))]
    front = " ".join(pages)
    edition, dated = _edition(file.title, pages)
    told = ((by, _named(text)) for by, text in ((TITLE, file.title), (FIRST, front[:3000])))
    by, key = next(((by, key) for by, key in told if key), (BY_NAME, _named(name)))
    if said:
        other = key != said.upper() and by != BY_NAME
        own = dated if dated == COPYRIGHT else ""
        return Title(said.upper(), edition, SAID, f"{key} by {by}" if key and other else "", own)
    return Title(key, edition, by if key else "", dated=dated if by not in (dated, FIRST) else "")


def _edition(title: str, pages: Sequence[str]) -> tuple[str, str]:
    r"""The year of an edition and where it was read: what names it, first of all the title, counts before a copyright.

    >>> _edition("", ["High Guard\n2016", "High Guard. (c) 2022"]), _edition("High Guard 2022", ["(c) 2024"])
    (('2016', 'its first pages'), ('2022', 'its title'))
    """
    front = " ".join(pages)[:20_000]
    cover = next((page for page in pages if _named(page)), "")
    places = ((TITLE, _DATED, title), (FIRST, _ALONE, cover), (FIRST, _DATED, front), (COPYRIGHT, _COPYRIGHT, front))
    for where, pattern, text in places:
        if years := [year for found in pattern.finditer(text) for year in found.groups() if year]:
            return max(years), where
    return "", ""


def _named(text: str) -> str:
    """The book that a text names, if it is one."""
    known = [key for key, pattern in _NAMES.items() if pattern.search(text.replace("_", " "))]
    return known[0] if len(known) == 1 else ""
