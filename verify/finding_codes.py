r"""The finding codes: one closed table, never reused, in `finding_codes.txt` beside this file.

`rawcheck explain` prints them. An entry:

RC201 error A value differs        the code, its level and its title
says     {title}: {actual} here    the sentence of a finding; `says:row` is another one, for the case `row`
remark   it follows from line {n}  the part of it, as {remark}, that a report shows beside the values; `remark:row` too
means    …                         what it means; a line that is set in goes on with the text
matters  …                         why it matters
do       …                         what to do
shown    …                         why there is no example, where there is none
in       combat.js                 an example: a file, and below it its lines, with what is ⟦wrong¦right⟧
  | short: ⟦-2¦1⟧

In a sentence, `{actual}` is a field or word of the finding, or a `part` from the top of the file; `[ in {book}]` is
dropped if a field in it is empty. In an example, `\x89` is a byte that is no text, ` so{9 times}` stands there nine
times, and a PDF is its title and its pages as text: `page 156`, or `page 156, a picture`, a heading, tables.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from string import Formatter
from typing import Literal, cast

Level = Literal["error", "warning", "note"]
LEVELS: tuple[Level, ...] = ("error", "warning", "note")
"""The levels of findings, the gravest first."""

_OPTIONAL = re.compile(r"\[([^][]*)\]")
_CHOICE = re.compile(r"⟦([^⟦¦]*)¦([^⟦⟧]*)⟧")


class Chapter(StrEnum):
    """The chapters of the table: what the findings of a code are about."""

    HOUSE_RULES = "House rules"
    READING = "Reading"
    VALUES = "Values"
    TABLES = "Tables"
    FIGURES = "Figures and examples"
    CONSISTENCY = "Tables in themselves"
    DOCUMENTS = "Documents against each other"
    BOOKS = "Books"
    MARKS = "Marks"
    MECHANICS = "Mechanics in code"
    GATE = "The gate"
    CONFORMANCE = "Conformance"


class Words(dict[str, str]):
    """The words of one finding, by which its sentence is filled; a part of sentences is filled from them too."""

    def __missing__(self, name: str) -> str:
        return self.filled(PARTS[name])

    def filled(self, template: str) -> str:
        """A template with these words.

        >>> Words(title="Short range", actual="+2").filled("{title}: {actual} here[, {expected} in {book}]")
        'Short range: +2 here'
        """
        pieces = _OPTIONAL.split(template)
        return "".join(
            piece.format_map(self) for n, piece in enumerate(pieces) if n % 2 == 0 or all(map(self._has, _names(piece)))
        )

    def _has(self, name: str) -> bool:
        return bool(self[name]) if name in self or name in PARTS else False


def _names(template: str) -> Iterator[str]:
    return (name for _, name, _, _ in Formatter().parse(template) if name)


@dataclass(frozen=True)
class Code:
    """A finding code: its number, its level, its title, its chapter, and the page that explains it."""

    id: str
    level: Level
    title: str
    chapter: Chapter
    page: str

    def sentence(self, case: str, words: Mapping[str, str]) -> str:
        """The sentence of a finding: the one of its case, filled with its words.

        >>> CODES["RC508"].sentence("", {"actual": "4", "expected": "3"})
        'The list counts 4 where 3 comes next'
        """
        of_case = f":{case}" if case else ""
        filled = Words(words)
        filled["remark"] = filled.filled(self._fields.get(f"remark{of_case}", ""))
        return filled.filled(self._fields[f"says{of_case}"])

    def remark(self, case: str, words: Mapping[str, str]) -> str:
        """The part of the sentence that a report shows beside the two values."""
        return Words(words).filled(self._fields.get(f"remark:{case}" if case else "remark", ""))

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
        fields = re.findall(r"^([a-z]+(?::[a-z-]+)?) +(.+(?:\n +[^ |].*)*)", self.page, re.MULTILINE)
        return {label: " ".join(text.split()) for label, text in fields}

    @cached_property
    def _files(self) -> dict[str, str]:
        files = re.findall(r"^in +(\S+)\n((?:  \|.*\n)*)", self.page, re.MULTILINE)
        return {file: re.sub(r"^  \| ?", "", text, flags=re.MULTILINE) for file, text in files}


def _read_codes(text: str) -> Iterator[Code]:
    for section in re.split(r"^# (?!RC)", text, flags=re.MULTILINE):
        chapter, *entries = re.split(r"^RC(?=\d{3} )", section, flags=re.MULTILINE)
        for entry in entries:
            head, _, page = entry.partition("\n")
            number, level, title = head.split(" ", 2)
            yield Code(f"RC{number}", cast("Level", level), title, Chapter(chapter.partition("\n")[0]), page)


_TEXT = Path(__file__).with_name("finding_codes.txt").read_text("utf-8")
PARTS = dict(re.findall(r"^part +(\w+) +(.+)", _TEXT, re.MULTILINE))
"""Parts of sentences that several codes share, by name."""
CODES = {code.id: code for code in _read_codes(_TEXT)}
"""Every code by its id."""
