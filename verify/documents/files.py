"""Documents: a file that the user names as text, whatever its encoding, or the reason why it cannot be read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from verify.bounded_files import Unreadable, read_plain
from verify.other_games import GAMES_IN_DOCUMENTS, TRAVELLER
from verify.rulings import reference

MAX_BYTES = 20_000_000
"""Larger files are no documents."""
BUNDLED = ("high-guard.md", "combat-quick-sheet.md", "combat-cheat-sheet.md", "referee-screen.md")
"""The references that come with the tool."""


@dataclass(frozen=True)
class Document:
    """A text with its name, the encoding it was read in, and the edition that it follows, if it says."""

    name: str
    text: str
    encoding: str = "utf-8"

    @cached_property
    def edition(self) -> str:
        """The year of the Core Rulebook that the document is made from; empty if it does not say."""
        match = _EDITION.search(" ".join(self.text[:4000].split()))
        return next(filter(None, match.groups()), "") if match else ""

    @cached_property
    def other_game(self) -> str:
        """Another game that the document names, if it names no Traveller; its numbers are not ours."""
        small = self.text.lower()
        if any(name in small for name in TRAVELLER):
            return ""
        match = GAMES_IN_DOCUMENTS.search(self.text[:20_000])
        return match[0] if match else ""


def followed_by_all(documents: Iterable[Document]) -> str:
    """The edition that all documents say they follow; empty if one of them names another one or none.

    >>> followed_by_all([Document("a.md", "Core Rulebook 2022"), Document("b.md", "CRB 2022")])
    '2022'
    """
    years = {document.edition for document in documents}
    return years.pop() if len(years) == 1 else ""


_EDITION = re.compile(
    r"core rulebook[^.|]{0,25}?\b(2016|2022)\b|\b(2016|2022) (?:update|edition|printing) of the core rulebook"
    r"|\bCRB\s?(2016|2022)\b",
    re.IGNORECASE,
)


def bundled() -> list[Document]:
    """The references that come with the tool."""
    return [Document(f"references/{name}", reference(name)) for name in BUNDLED]


def load(path: Path, name: str) -> Document:
    """A file as a document."""
    if path.is_dir():
        raise Unreadable("it is a folder; name the files in it")
    return decode(read_plain(path, MAX_BYTES), name)


def decode(data: bytes, name: str) -> Document:
    """Bytes as a document: UTF-8, UTF-16 by its mark, or Windows-1252."""
    if not data.strip():
        raise Unreadable("it is empty")
    encoding, label = "cp1252", "Windows-1252"
    if data.startswith((b"\xff\xfe\0\0", b"\0\0\xfe\xff")):
        encoding = label = "UTF-32"
    elif data.startswith((b"\xff\xfe", b"\xfe\xff")):
        encoding = label = "UTF-16"
    elif b"\0" in data[:100_000]:
        raise Unreadable("it is binary, not text")
    else:
        with suppress(UnicodeDecodeError):
            return Document(name, data.decode("utf-8-sig"))
        mended = data.decode("utf-8", "replace")
        if mended.count("\ufffd") <= 3 and any(ord(c) > 127 and c != "\ufffd" for c in mended):
            return Document(name, mended, "UTF-8 with broken characters")
    try:
        return Document(name, data.decode(encoding), label)
    except UnicodeDecodeError:
        raise Unreadable("it is not text in UTF-8, UTF-16 or Windows-1252") from None
