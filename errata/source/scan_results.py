"""What a scan finds in a file: its tables, constants and mechanics. Pure data, which the cache stores."""

from __future__ import annotations

from dataclasses import dataclass, field

from errata.report import SuppressionComment
from verify.findings import Fact, Finding

FAILED = "a reader failed on it"
CRASHED = "a reader crashed on it"
"""What is said where rawcheck itself is at fault."""
Bound = tuple[str, str]
"""The name of a table, and the rule table that it is said to be."""
UNNAMED = "unnamed"
"""What stands for the name of tables that have none: the list that a file is, or what it exports."""


def names_of(at: str, line: int) -> tuple[str, ...]:
    """What a table can be called: by its name, or by its line if it has none."""
    return (at,) if at else (UNNAMED, f"line {line}")


@dataclass
class Table:
    """A table that was recognised: where, as what, and what it states."""

    file: str
    line: int
    shape: str
    name: str
    at: str = ""
    """The names that it stands under: `Combat.RANGE_DM`."""
    facts: list[Fact] = field(default_factory=list)
    strangers: list[tuple[str, int, int]] = field(default_factory=list)
    absent: list[str] = field(default_factory=list)
    sure: bool = True
    later: bool = False
    """Whether it is a table as a statement further down changed it."""
    said: bool = False
    """Whether a person said what it is."""
    nobodys: bool = False
    """Whether its values are mostly not the book's, so that it may be of another game."""
    single: list[tuple[str, int, int]] = field(default_factory=list)
    """Barbettes that have no damage multiple, and where they stand."""


@dataclass
class Scanned:
    """What was found in one file."""

    file: str
    tables: list[Table] = field(default_factory=list)
    constants: list[Fact] = field(default_factory=list)
    played: list[tuple[str, str, Fact]] = field(default_factory=list)
    """Mechanics by their signature: the code, what is said, and the fact."""
    findings: list[Finding] = field(default_factory=list)
    problem: str = ""
    skipped: str = ""
    """Why it was left out, if it was."""
    plays_once: bool = False
    """Whether a weapon without a damage multiple is played with one of 1."""
    bound: set[Bound] = field(default_factory=set)
    """What a person said of tables, as far as there are such tables."""
    suppression_comments: list[SuppressionComment] = field(default_factory=list)
    names_rules: bool = False
    """Whether it has the names of rules, so that what was not read of it may matter."""
    edition: str = ""
    """Another edition of the game that its title names, where it speaks for all: at the top of the codebase."""
    key: bytes = b""
    """What it was found in, by content; empty if another run may find something else."""
