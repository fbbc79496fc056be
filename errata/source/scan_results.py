"""What a scan finds in a file: its tables, constants and mechanics. Pure data, which the cache stores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from errata.literals.model import Problem, ProblemKind
from errata.report import SuppressionComment
from verify.findings import Fact, Finding

INTERNAL_ERRORS = (ProblemKind.READER_FAILED, ProblemKind.READER_CRASHED)
"""Problems for which rawcheck itself is to blame, not the file."""
Binding = tuple[str, str]
"""The name of a table in the configuration, and the rule table that it is."""
UNNAMED = "unnamed"
"""The name for tables that have none: the list that a file is, or what it exports."""


def configuration_names(qualified_name: str, line: int) -> tuple[str, ...]:
    """The names by which a configuration can refer to a table: its own, or if it has none, `unnamed` or its line."""
    return (qualified_name,) if qualified_name else (UNNAMED, f"line {line}")


class Located(NamedTuple):
    """The name of a row, with its line and column."""

    name: str
    line: int
    column: int
    meant: str = ""
    """The row of the rule table that it probably is, by its values."""


@dataclass
class Table:
    """A table that was recognised as a rule table, and the facts that it states."""

    file: str
    line: int
    rule_table: str
    """The id of the rule table."""
    qualified_name: str = ""
    """The names that it stands under: `Combat.RANGE_DM`."""
    facts: list[Fact] = field(default_factory=list)
    unknown_rows: list[Located] = field(default_factory=list)
    """Rows that the rule table does not have."""
    missing_rows: list[str] = field(default_factory=list)
    fallback: str = ""
    """The whole number that a look-up gives for missing rows, if there is one."""
    is_certain: bool = True
    """Whether at least one column is recognised beyond doubt."""
    is_update: bool = False
    """Whether these are changes that a later statement makes to a table."""
    is_bound: bool = False
    """Whether the configuration says which rule table it is."""
    likely_other_game: bool = False
    """Whether most of its values are not the book's."""
    without_multiple: list[Located] = field(default_factory=list)
    """Weapons without a damage multiple, where the rule table has one."""


class PlayedMechanic(NamedTuple):
    """A mechanic that a signature found: the finding code, the words of its sentence, and the fact to compare."""

    code: str
    words: Mapping[str, str]
    fact: Fact


@dataclass
class Scanned:
    """What was found in one file."""

    file: str
    tables: list[Table] = field(default_factory=list)
    constants: list[Fact] = field(default_factory=list)
    mechanics: list[PlayedMechanic] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    problem: Problem | None = None
    """Why some or all of it was not read."""
    skipped: str = ""
    """Why it was skipped: `binary`, `empty`, `minified`; empty text if it was not."""
    defaults_multiple_to_1: bool = False
    """Whether it takes the damage multiple of a weapon without one as 1."""
    bound: set[Binding] = field(default_factory=set)
    """The configured tables that were found."""
    suppression_comments: list[SuppressionComment] = field(default_factory=list)
    names_rules: bool = False
    """Whether it names rules, so that an unread part may matter."""
    edition: str = ""
    """The other edition that its title names, in a file at the top of the codebase."""
    named_edition: str = ""
    """The year of the Core Rulebook that it names, if it is a document."""
    key: bytes = b""
    """The key of its content in the cache; empty if the result must not be cached."""

    @property
    def stated(self) -> set[str]:
        """The rules of which it states a value anywhere."""
        facts = (*self.constants, *(fact for table in self.tables for fact in table.facts))
        return {fact.rule for fact in facts if fact.printed}
