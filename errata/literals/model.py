"""The model of what a reader lifts: trees of literals with their places, and the scopes around them.

A table in code is a Branch: an object, a list, a switch, a chain of ifs, a list of options. Which rule it states is
decided by recognition, not here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Literal, NamedTuple, TypeAlias

Wanted = Callable[[bytes], bool]
"""Whether a piece of a source can hold anything that is looked for."""
MAX_SECONDS = 3
"""Seconds of work to lift the tables of one file, as many to recognise them, and as many for the rest."""


class TooLong(Exception):
    """A step of the scan of a file takes too long."""


class ProblemKind(Enum):
    """Why some or all of a file was not read; the value is the text for people."""

    NOT_OPENED = "the file cannot be opened: {}"
    UNREADABLE = "{}"
    LONG_LINE = "a very long line was skipped (minified or generated)"
    TIMEOUT = f"it took more than {MAX_SECONDS} s, and the rest was skipped"
    NESTED = "it is nested too deeply"
    READER_FAILED = "a reader failed on it ({})"
    READER_CRASHED = "a reader crashed on it"


class Problem(NamedTuple):
    """Why some or all of a file was not read, and what the text for people names."""

    kind: ProblemKind
    detail: str = ""
    line: int = 1
    """The line of the first place that was not read."""

    def __str__(self) -> str:
        text: str = self.kind.value
        return text.format(self.detail)


def unreadable(detail: str, line: int = 1) -> Problem:
    """The problem of a file of which some or all cannot be read or parsed, from a line on."""
    return Problem(ProblemKind.UNREADABLE, detail, line)


LeafKind = Literal["number", "text", "word", "flag", "nothing"]
BranchKind = Literal["map", "list", "ladder", "part"]
"""`part`: some entries are no literals and were not read."""


class Leaf(NamedTuple):
    """One literal or name: its text, its line and column (from 1), and its kind."""

    text: str
    line: int
    column: int
    kind: LeafKind = "text"
    inset: int = 0
    """Characters before the text that belong to the literal: a quote."""


MAX_NUMBER = 30
"""Characters of a number; a longer one is no value of a rule."""


class Entry(NamedTuple):
    """A value of a branch, with its key if it has one."""

    key: Leaf | None
    value: Node


@dataclass
class Branch:
    """Literals of one object, list, switch or ladder of conditions."""

    line: int
    column: int
    entries: list[Entry] = field(default_factory=list)
    kind: BranchKind = "map"
    rest: bool = False
    """Whether there is an else or a default."""
    unread: list[Leaf] = field(default_factory=list)
    """The keys of entries with computed values, each at the place of its value."""


Node: TypeAlias = Leaf | Branch


class Scope(NamedTuple):
    """A name or comment around a literal that may tell what it means."""

    where: Literal["file", "class", "function", "comment", "name", "key"]
    text: str


@dataclass
class Lifted:
    """A literal tree with the scopes around it, outermost first."""

    scopes: tuple[Scope, ...]
    tree: Node
    later: bool = False
    """Whether it is a table as a later statement changed it: `DM.short = 3`."""
