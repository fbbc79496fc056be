"""Mechanics that are wrong in code and in no table: each is a module here with a signature and a finding code.

A signature is a pattern that is certain enough to be told; what it finds is held against the rulebook like any value,
so that an edition or a ruling counts here too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from pkgutil import iter_modules
from typing import Protocol

from verify.findings import Fact, Place


@dataclass(frozen=True)
class Sign:
    """Where a signature was found: line and column from 1, what stands there, and the value that it plays."""

    line: int
    column: int
    printed: str
    value: object
    message: str
    """What is said about it, up to what the book has."""
    rule: str = ""
    """The rule that it breaks, if not that of the mechanic."""


class Mechanic(Protocol):
    """What a module of this folder has."""

    CODE: str
    RULE: str
    TRIGGER: str
    """A pattern without which no source has it."""

    def find(self, source: Code) -> Iterator[Sign]:
        """Every place that plays it wrongly."""


@cache
def mechanics() -> tuple[Mechanic, ...]:
    """Every mechanic that there is."""
    return tuple(import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__))


_REMARKS = {
    "lua": re.compile(r"--\[\[.*?\]\]|--[^\n]*", re.DOTALL),
    "python": re.compile(r"#[^\n]*"),
    "yaml": re.compile(r"#[^\n]*"),
    "xml": re.compile(r"<!--.*?-->|--\[\[.*?\]\]|--[^\n]*", re.DOTALL),
    "html": re.compile(r"<!--.*?-->|/\*.*?\*/|(?<![:\"'])//[^\n]*", re.DOTALL),
}
_OTHER_REMARKS = re.compile(r"/\*.*?\*/|(?<![:\"'\\])//[^\n]*", re.DOTALL)
_HEADER = re.compile(
    r"\bfunction\b|=>\s*\{?\s*$|^\s*def\s|^\s*(?:async\s+|static\s+|public\s+|private\s+)*[\w$]+\([^;]*\)\s*\{"
)
_NAMED = re.compile(
    r"\bfunction\s+([\w$.:]+)|^\s*def\s+(\w+)|([\w$]+)\s*[:=]\s*(?:async\s*)?(?:function\b|\([^()]*\)\s*=>)"
    r"|^\s*(?:(?:async|static|public|private|protected|override|int|void)\s+)*(?!if\b|for\b|while\b|switch\b|catch\b)"
    r"([\w$]+)\([^;]*\)\s*\{"
)
"""The name of a function where it begins."""
MAX_TEXT = 1_000_000
"""Characters of a source in which signatures are looked for."""
MAX_REMARKS = 2000
"""Comments over several lines in it."""
MAX_LINE = 1000
"""Characters of a line."""
MAX_BLOCK = 80
"""Lines of a function that are looked at."""


class Code:
    """A source as signatures see it: its lines without the comments, and the function around a line."""

    def __init__(self, text: str, reader: str, file: str) -> None:
        self.text, self.reader, self.file = text, reader, file

    @property
    def is_data(self) -> bool:
        """Whether it is no code that anyone wrote: nothing in it is played."""
        if self.reader in ("json", "yaml", "csv", "markdown") or len(self.text) > MAX_TEXT:
            return True
        return max(self.text.count("/*"), self.text.count("<!--"), self.text.count("--[[")) > MAX_REMARKS

    @cached_property
    def lines(self) -> list[str]:
        """The lines, with blanks for what is a comment."""
        if self.reader in ("json", "csv", "markdown"):
            return self._raw
        remarks = _REMARKS.get(self.reader, _OTHER_REMARKS)
        return remarks.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), self.text).split("\n")

    @cached_property
    def _raw(self) -> list[str]:
        return self.text.split("\n")

    def matches(self, pattern: re.Pattern[str], hint: str) -> Iterator[tuple[int, re.Match[str]]]:
        """The first match on each line that has one, with the number of the line; comments do not count.

        `hint` is a word in small letters without which no line matches.
        """
        for n in self._lines_with(hint):
            line = self._raw[n]
            if len(line) <= MAX_LINE and pattern.search(line) and (found := pattern.search(self.lines[n])):
                yield n + 1, found

    def _lines_with(self, hint: str) -> Iterator[int]:
        """The numbers, from 0, of the lines that have a word."""
        text, start, line = self._small, 0, 0
        while (at := text.find(hint, start)) >= 0:
            line += text.count("\n", start, at)
            yield line
            start = text.find("\n", at)
            if start < 0:
                return

    @cached_property
    def _small(self) -> str:
        """The text in small letters; a letter that becomes two is no matter, as only lines are counted."""
        return self.text.lower()

    def block(self, line: int) -> str:
        """The function that a line stands in, as far as it can be told by the headers around it."""
        at = line - 1
        start = next(
            (n for n in range(at, max(-1, at - MAX_BLOCK), -1) if _HEADER.search(self.lines[n])), max(0, at - 20)
        )
        end = next(
            (n for n in range(at + 1, min(len(self.lines), at + MAX_BLOCK)) if _HEADER.search(self.lines[n])), at + 30
        )
        return "\n".join(self.lines[start:end])

    def function_of(self, line: int) -> str:
        """The name of the function that a line stands in; empty if none can be told."""
        for n in range(line - 1, max(-1, line - 1 - MAX_BLOCK), -1):
            names = _NAMED.findall(self.lines[n]) if n < len(self.lines) else []
            if names:
                return str(next(filter(None, names[-1])))
        return ""

    def near(self, line: int, before: int, after: int) -> str:
        """Some lines around one."""
        return "\n".join(self.lines[max(0, line - 1 - before) : line + after])


def played(mechanic: Mechanic, source: Code) -> Iterator[tuple[Mechanic, Sign, Fact]]:
    """What a source plays wrongly, as facts."""
    for sign in mechanic.find(source):
        place = Place(source.file, sign.line, sign.column)
        evidence = (f"the signature of {mechanic.CODE}",)
        at = source.function_of(sign.line)
        fact = Fact(sign.rule or mechanic.RULE, sign.printed, sign.value, place, "code", evidence, at=at)  # type: ignore[arg-type]
        yield mechanic, sign, fact
