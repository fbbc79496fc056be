r"""The finding codes: one closed table, never reused, in `finding_codes.txt` beside this file.

`rawcheck explain` prints them. An entry:

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
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal, cast

Level = Literal["error", "warning", "note"]
LEVELS: tuple[Level, ...] = ("error", "warning", "note")
"""The levels of findings, the gravest first."""

_CHOICE = re.compile(r"⟦([^¦]*)¦([^⟧]*)⟧")


@dataclass(frozen=True)
class Code:
    """A finding code: its number, its level, its title, and the page that explains it."""

    id: str
    level: Level
    title: str
    page: str

    @property
    def means(self) -> str:
        """What it means."""
        return self._fields["means"]

    @property
    def matters(self) -> str:
        """Why it matters."""
        return self._fields["matters"]

    @property
    def do(self) -> str:
        """What to do about it."""
        return self._fields["do"]

    @property
    def shown(self) -> str:
        """Why there is no example; empty where there is one."""
        return self._fields.get("shown", "")

    @property
    def wrong(self) -> dict[str, str]:
        """Files in which it is found."""
        return {file: _CHOICE.sub(r"\1", text) for file, text in self._files.items()}

    @property
    def right(self) -> dict[str, str]:
        """The same files put right."""
        return {file: _CHOICE.sub(r"\2", text) for file, text in self._files.items()}

    @cached_property
    def _fields(self) -> dict[str, str]:
        fields = re.findall(r"^(means|matters|do|shown) +(.+(?:\n +[^ |].*)*)", self.page, re.MULTILINE)
        return {label: " ".join(text.split()) for label, text in fields}

    @cached_property
    def _files(self) -> dict[str, str]:
        files = re.findall(r"^in +(\S+)\n((?:  \|.*\n)*)", self.page, re.MULTILINE)
        return {file: re.sub(r"^  \| ?", "", text, flags=re.MULTILINE) for file, text in files}


def _read_codes(text: str) -> Iterator[Code]:
    for section in text.split("\nRC")[1:]:
        head, _, page = section.partition("\n")
        number, level, title = head.split(" ", 2)
        yield Code(f"RC{number}", cast("Level", level), title, page)


CODES = {code.id: code for code in _read_codes(Path(__file__).with_name("finding_codes.txt").read_text("utf-8"))}
"""Every code by its id."""
