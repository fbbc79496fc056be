"""What a reader lifts out of a source: literals with their places, as a tree, and what stands around them.

A table in code is a branch: an object, a list, a switch, a ladder of ifs, a row of options. What it means is not known
here; that is for recognition.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

Wanted = Callable[[bytes], bool]
"""Whether a piece of a source can hold anything that is looked for."""
MAX_SECONDS = 3
"""Seconds of work to lift the tables of one file, and as many to recognise them; what takes longer is other data."""
TOO_LONG = f"it took more than {MAX_SECONDS} s, and the rest was left out"
LeafKind = Literal["number", "text", "word", "flag", "nothing"]


class Leaf(NamedTuple):
    """One literal or name: its text, where it stands (from 1), and what it is."""

    text: str
    line: int
    column: int
    kind: LeafKind = "text"
    inset: int = 0
    """Characters before the text that belong to the literal: a quote."""


MAX_NUMBER = 30
"""Digits of a number; what has more is no value of a rule."""


class Entry(NamedTuple):
    """A value in a branch, and the key that it stands under, if it has one."""

    key: Leaf | None
    value: Node


@dataclass
class Branch:
    """Literals that stand together: an object, a list, a switch or a ladder of conditions."""

    line: int
    column: int
    entries: list[Entry] = field(default_factory=list)
    kind: Literal["map", "list", "ladder", "part"] = "map"
    """`part` is a branch of which not all entries are literals that were read."""
    rest: bool = False
    """Whether something stands for all that is not named: an else, a default."""
    unread: list[Leaf] = field(default_factory=list)
    """The keys of entries that are worked out, each at the place of its value."""


Node: TypeAlias = Leaf | Branch


class Scope(NamedTuple):
    """Something that stands around a literal and may tell what it means."""

    where: Literal["file", "class", "function", "comment", "name", "key"]
    text: str


@dataclass
class Lifted:
    """A literal tree with its surroundings, the outermost first."""

    scopes: tuple[Scope, ...]
    tree: Node
    later: bool = False
    """Whether it is a table as a statement further down changed it: `DM.short = 3`."""
