"""Which book a file is, and which edition: by what the user says, its title, its first pages, or its name."""

from __future__ import annotations

import re

from engine.late import late
from engine.tuples import NamedTuple
from verify.pdf.file import File

TITLES = {"CRB": "Core Rulebook", "HG": "High Guard"}
"""The books that cites name, and what they are called."""
EDITIONS = {"CRB": "2016", "HG": "2022"}
"""The editions that the rules are cited from."""
_FIRST = 6
"""Pages at the front that say which book it is."""
_NAMES = {
    "CRB": late(r"core\s*rule\s*book|\bcrb\b", re.IGNORECASE),
    "HG": late(r"high[\s_-]*guard|\bhg\b", re.IGNORECASE),
}
_YEAR = late(
    r"(?:update|edition|©|\(c\)|copyright)\D{0,20}?(20[0-3]\d)|(20[0-3]\d)\D{0,3}(?:update|edition)", re.IGNORECASE
)


class Title(NamedTuple):
    """What is known of a book: how cites call it, its edition, and by what it is known."""

    key: str
    edition: str
    by: str
    against: str = ""
    """Which other book it is by its title or first pages, where the user says that it is this one."""

    @property
    def name(self) -> str:
        """What the book is called."""
        return TITLES.get(self.key, self.key)

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
        """
        if self.by == SAID and self.edition:
            return f"{self.key} ({SAID}), {self.edition} by its own pages"
        return f"{self.text} ({self.by})" if self.key else ""


SAID, BY_NAME = "as you say", "its name"


def title_of(file: File, name: str, said: str = "") -> Title:
    """Which book a file is."""
    front = " ".join(file.text(page) for page in range(min(_FIRST, file.pages)))
    found = _YEAR.findall(f"{file.title} {front[:20_000]}")
    edition = max((one or other for one, other in found), default="")
    told = ((by, _named(text)) for by, text in (("its title", file.title), ("its first pages", front[:3000])))
    by, key = next(((by, key) for by, key in told if key), (BY_NAME, _named(name)))
    if said:
        other = key != said.upper() and by != BY_NAME
        return Title(said.upper(), edition, SAID, f"{key} by {by}" if key and other else "")
    return Title(key, edition, by if key else "")


def _named(text: str) -> str:
    """The book that a text names, if it is one."""
    known = [key for key, pattern in _NAMES.items() if pattern.search(text.replace("_", " "))]
    return known[0] if len(known) == 1 else ""
