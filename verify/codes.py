r"""The finding codes: one closed table, never reused, in `codes.txt` beside this file. `rawcheck explain` prints them.

RC201 error A value differs        the code, its level and its title
means    …                         what it means; a line that is set in goes on with the text
matters  …                         why it matters
do       …                         what to do
shown    …                         why there is no example, where there is none
in       combat.js                 an example: a file, and below it its lines, with what is ⟦wrong¦right⟧
  | short: ⟦-2¦1⟧

In an example, `\x89` is a byte that is no text, ` so{9 times}` stands there nine times, and a PDF is its title and its
pages as text: `page 156`, or `page 156, a picture`, a heading, tables.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import Literal, cast

Level = Literal["error", "warning", "note"]
_CHOICE = re.compile(r"⟦([^¦]*)¦([^⟧]*)⟧")


class Code:
    """A finding code: its number, how grave it is, and what is said of it, which is read when it is asked for."""

    def __init__(self, id: str, level: str, title: str, page: str) -> None:
        self.id, self.level, self.title, self._page = id, cast("Level", level), title, page

    @property
    def means(self) -> str:
        """What it means."""
        return self._said["means"]

    @property
    def matters(self) -> str:
        """Why it matters."""
        return self._said["matters"]

    @property
    def do(self) -> str:
        """What to do about it."""
        return self._said["do"]

    @property
    def shown(self) -> str:
        """Why there is no example; empty where there is one."""
        return self._said.get("shown", "")

    @property
    def wrong(self) -> dict[str, str]:
        """Files in which it is found."""
        return {file: _CHOICE.sub(r"\1", text) for file, text in self._files.items()}

    @property
    def right(self) -> dict[str, str]:
        """The same files put right."""
        return {file: _CHOICE.sub(r"\2", text) for file, text in self._files.items()}

    @cached_property
    def _said(self) -> dict[str, str]:
        found = re.findall(r"^(means|matters|do|shown) +(.+(?:\n +[^ |].*)*)", self._page, re.MULTILINE)
        return {label: " ".join(text.split()) for label, text in found}

    @cached_property
    def _files(self) -> dict[str, str]:
        found = re.findall(r"^in +(\S+)\n((?:  \|.*\n)*)", self._page, re.MULTILINE)
        return {file: re.sub(r"^  \| ?", "", text, flags=re.MULTILINE) for file, text in found}


def _codes(text: str) -> dict[str, Code]:
    made = {}
    for page in text.split("\nRC")[1:]:
        head, _, body = page.partition("\n")
        number, level, title = head.split(" ", 2)
        made[f"RC{number}"] = Code(f"RC{number}", level, title, body)
    return made


with open(f"{__file__.removesuffix('.py')}.txt", encoding="utf-8") as _pages:
    CODES = _codes(_pages.read())
"""Every code by its id."""
