"""A report: all that a command found, with what several codebases have, what a gate decided and what house rules do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from errata.impact.results import Panel
from verify.findings import Fact, Finding, Level, Place, Results, Verdict


@dataclass(frozen=True)
class Matrix:
    """Rules against codebases: what each states, and on which rules most of them differ from the book."""

    names: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    """A rule, and what each codebase has: empty if it says nothing."""
    outliers: tuple[str, ...]
    """Rules that most of those that state them have differently from the reference."""


class SuppressionComment(NamedTuple):
    """A comment to rawcheck, and the lines that it covers."""

    file: str
    line: int
    first: int
    """The line that it covers: its own, or the next one if it stands on a line of its own."""
    last: int
    """The last line on which the table that it covers may begin: the next one where `first` only names it."""
    opens_table: bool
    """Whether a table begins at the lines that it covers."""
    text: str


class BoundTable(NamedTuple):
    """A table that the configuration names: its file, its name, and the rule table that it is."""

    file: str
    at: str
    rule: str


class Found(NamedTuple):
    """What was found in one codebase: what it states, what is to be said of it, and how much was looked at."""

    facts: list[tuple[Fact, Verdict]]
    findings: list[Finding]
    tables: int
    skipped: dict[str, int]
    """Files that were left out for what is in them, by the reason."""
    suppression_comments: list[SuppressionComment]
    bound: list[BoundTable]
    """The tables that the configuration names, as far as they were found."""

    def below(self, prefix: str) -> Found:
        """The same with another part before the name of each file."""
        facts = [(f._replace(place=f.place._replace(file=f"{prefix}/{f.place.file}")), v) for f, v in self.facts]
        found = [replace(f, place=f.place._replace(file=f"{prefix}/{f.place.file}")) for f in self.findings]
        return self._replace(facts=facts, findings=found)


@dataclass
class Decision:
    """What a gate decided, and what it left out of account, and why."""

    fail_on: Level
    failed: bool = False
    known: int = 0
    """Findings that are in the baseline."""
    suppressed: list[tuple[Finding, str]] = field(default_factory=list)
    """Findings that are meant, each with its reason."""
    left_out: int = 0
    """Findings that the configuration does not count."""
    passed: dict[str, int] = field(default_factory=dict)
    """Values that are not the book's and pass, by what they pass by: a ruling, an edition, house rules."""
    hidden: int = 0
    """Findings that the change did not touch, and that are not shown for that."""
    since: str = ""
    said: list[str] = field(default_factory=list)
    """What was done to the baseline."""


@dataclass
class Report(Results):
    """All that was found in a run, and how much was looked at."""

    skipped: dict[str, int] = field(default_factory=dict)
    """Files and folders that were left out, by the reason."""
    left_alone: tuple[str, ...] = ()
    """The names of settings that are no rules."""
    titles: Mapping[Place, str] = field(default_factory=dict)
    """What stands at a place, where its line is not what says so."""
    matrix: Matrix | None = None
    """What several codebases have, if there are several."""
    decision: Decision | None = None
    """What a gate decided."""
    fixed: str = ""
    """What was put right, or a patch that would put it right."""
    panel: Panel | None = None
    """What house rules do at the table."""
    suppression_comments: list[SuppressionComment] = field(default_factory=list)
    counted: dict[str, int] | None = None
    """The counts of the run, where not all of its findings are kept."""
    texts: Mapping[str, Callable[[], str]] = field(default_factory=dict, repr=False)
    """How the text of each file is read, by its name, for excerpts."""

    @classmethod
    def of(cls, results: Results) -> Report:
        """The report of what documents or books were found to say."""
        return cls(**vars(results))

    @property
    def is_of_code(self) -> bool:
        """Whether code was looked at, whose copies of a table are to be seen together."""
        return self.command in ("errata", "gate", "house")

    def add(self, found: Found) -> None:
        """Add what was found in a codebase."""
        self.facts += found.facts
        self.findings += found.findings
        self.tables += found.tables
        self.suppression_comments += found.suppression_comments
        for reason, count in found.skipped.items():
            self.skipped[reason] = self.skipped.get(reason, 0) + count
            self.files -= count

    def summary(self) -> dict[str, int]:
        """The counts of the run: files, tables, facts, and the facts by verdict."""
        return self.counted if self.counted is not None else super().summary()
