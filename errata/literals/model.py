"""What a reader lifts out of a source: literals with their places, as a tree, and what stands around them.

A table in code is a branch: an object, a list, a switch, a ladder of ifs, a row of options. What it means is not known
here; that is for recognition.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias


class Leaf(NamedTuple):
    """One literal or name: its text, where it stands (from 1), and what it is."""

    text: str
    line: int
    column: int
    kind: Literal["number", "text", "word", "flag", "nothing"] = "text"
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


_LISTED = re.compile(r"(?:[\w /%.'-]{1,60}[,|;]){1,19}[\w /%.'-]{1,60}")


def listed_names(remark: str) -> list[str]:
    """The names that a remark lists and nothing else, bare, in brackets or behind a colon; none if it says more.

    >>> listed_names("(label, DM on the attack)"), listed_names("Columns: name, TL"), listed_names("See below.")
    (['label', 'DM on the attack'], ['name', 'TL'], [])
    """
    bare = remark.rpartition(":")[2].strip(" ()[]{}.")
    return [name.strip() for name in re.split("[,|;]", bare)] if _LISTED.fullmatch(bare) else []


@dataclass
class Lifted:
    """A literal tree with its surroundings, the outermost first."""

    scopes: tuple[Scope, ...]
    tree: Node
    later: bool = False
    """Whether it is a table as a statement further down changed it: `DM.short = 3`."""
