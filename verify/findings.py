"""What can be right or wrong, and what is said about it: facts, findings and their places."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, NamedTuple

from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook
from engine.rulebook.values import Value

if TYPE_CHECKING:
    from errata.impact.results import Panel

Verdict = Literal["agrees", "differs", "contested", "missing", "unchecked"]
VERDICTS: tuple[Verdict, ...] = ("agrees", "differs", "contested", "missing", "unchecked")
Level = Literal["error", "warning", "note"]
LEVELS: tuple[Level, ...] = ("error", "warning", "note")


class Place(NamedTuple):
    """Where something stands: a file, and the line and column in it, both from 1."""

    file: str
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class Fact(NamedTuple):
    """One thing that a source states: which rule, what it prints, what that means, and where."""

    rule: str
    printed: str
    value: Value
    place: Place
    by: str
    """`table`, `claim` or `code`."""
    evidence: tuple[str, ...] = ()
    problem: str = ""
    """Why the printed text is not a value of the rule's kind, if it is not."""
    damaged: bool = False
    quoted: bool = False
    """Stated as a value that is wrong, in a log of errata."""
    doubtful: bool = False
    """Whether the source may mean another rule."""
    at: str = ""
    """In code, the names that it stands under: `Combat.RANGE_DM`."""
    begins: int = 0
    """In code, the line at which its table begins."""
    item: str = ""
    """In code, which of the things in a list it belongs to, by name or by number."""
    row: int = 0
    """In code, the line on which the name of its row stands."""
    whole: bool = False
    """In code, whether the bands of its column have both ends, so that one number is all of a band."""


@dataclass(frozen=True)
class Finding:
    """One thing to say about a source."""

    code: str
    verdict: Verdict
    message: str
    place: Place
    rule: str = ""
    expected: str = ""
    actual: str = ""
    source: str = ""
    evidence: tuple[str, ...] = ()
    impact: dict[str, str] = field(default_factory=dict)
    level_given: Level | None = None
    weight: Fraction = Fraction(0)
    """How much it matters at the table, for the order of a report."""
    nth: int = 0
    """How many findings that are equal but for their line stand before it in the file."""
    at: str = ""
    """In code, the names that it stands under: `Combat.RANGE_DM`."""
    begins: int = 0
    """In code, the line at which its table begins."""
    item: str = ""
    """In code, which of the things in a list it belongs to, by name or by number."""
    row: int = 0
    """In code, the line on which the name of its row stands."""
    means: str = ""
    """What stands there as a book would print it, whatever its notation."""
    unplayed: bool = False
    """Whether it is of a house rule that is understood, and left out on purpose."""
    under: str = ""
    """The heading over a house rule that is not understood, so that it may not be in force, or that heading itself."""

    @property
    def level(self) -> Level:
        """How much it matters; each code has its own unless the finding says otherwise."""
        from verify.codes import CODES

        return self.level_given or CODES[self.code].level

    @property
    def fingerprint(self) -> str:
        """The same for the same finding, wherever it has moved in the file."""
        about = (self.rule, self.expected, self.actual) if self.rule else (self.message,)
        return _hashed(self.code, *about, self.place.file, *([str(self.nth)] if self.nth else []))

    @property
    def mark(self) -> str:
        """The same for the same departure, wherever it has moved, in its file or with it; another value is another."""
        missing = self.expected if self.verdict == "missing" else ""
        about = (self.rule, missing, self.means or self.actual, self.at) if self.rule else (self.message,)
        return _hashed(self.code, *about, *([self.item] if self.item else []))


def _hashed(*parts: str) -> str:
    if TYPE_CHECKING:
        from hashlib import sha256
    else:
        try:
            from _sha256 import sha256  # what hashlib gives, without the rest of it: a gate must start fast
        except ImportError:
            from hashlib import sha256
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]


class LookedAt(NamedTuple):
    """What a run depends on, by paths: places, each with what stood there before, and files that were there."""

    places: dict[bytes, bytes]
    files: tuple[bytes, ...]


@dataclass(frozen=True)
class Matrix:
    """Rules against codebases: what each states, and on which rules most of them differ from the book."""

    names: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    """A rule, and what each codebase has: empty if it says nothing."""
    outliers: tuple[str, ...]
    """Rules that most of those that state them have differently from the reference."""


_ON_NO_FACT = ("RC5", "RC808", "RC809", "RC81")
"""Findings on what no single value states."""


class Found(NamedTuple):
    """What was found in one codebase: what it states, what is to be said of it, and how much was looked at."""

    facts: list[tuple[Fact, Verdict]]
    findings: list[Finding]
    tables: int
    skipped: dict[str, int]
    """Files that were left out for what is in them, by the reason."""
    remarks: list[tuple[str, int, int, int, bool, str]]
    """What the sources say to rawcheck itself: the file, the line, the lines that it may be about, and the text."""
    bound: list[tuple[str, str, str]]
    """What a person said of tables, as far as there are such tables: the file, the name, and the rule table."""
    lasting: bool = True
    """Whether the same is found again in the same files."""

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
class Report:
    """All that was found in a run, and how much was looked at."""

    command: str
    rulebook: Rulebook = RAW
    files: int = 0
    tables: int = 0
    facts: list[tuple[Fact, Verdict]] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    unclaimed: int = 0
    """Numbers in the text that nothing accounts for."""
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
    remarks: list[tuple[str, int, int, int, bool, str]] = field(default_factory=list)
    """What the sources say to rawcheck itself, as in `Found`."""
    told: list[str] = field(default_factory=list)
    """What is to be said of the run itself: which books there are, and how their pages are numbered."""
    seen: int | None = None
    """Values that agree and were seen in print, where an attestation says which were."""
    counted: dict[str, int] | None = None
    """The counts of the run, where not all of its findings are kept."""
    texts: Mapping[str, Callable[[], str]] = field(default_factory=dict, repr=False)
    """How the text of each file is read, by its name, for excerpts."""
    looked_at: LookedAt | None = None
    """What it depends on; None if another run may say something else although all of that is the same."""

    @property
    def is_of_code(self) -> bool:
        """Whether code was looked at, whose copies of a table are to be seen together."""
        return self.command in ("errata", "gate", "house")

    def add(self, found: Found) -> None:
        """Add what was found in a codebase."""
        self.facts += found.facts
        self.findings += found.findings
        self.tables += found.tables
        self.remarks += found.remarks
        for reason, count in found.skipped.items():
            self.skipped[reason] = self.skipped.get(reason, 0) + count
            self.files -= count

    def summary(self) -> dict[str, int]:
        """The counts of the run: files, tables, facts, and the facts by verdict."""
        if self.counted is not None:
            return self.counted
        by_verdict: dict[str, int] = dict.fromkeys(VERDICTS, 0)
        for _, verdict in self.facts:
            by_verdict[verdict] += 1
        by_verdict["differs"] += sum(f.code.startswith(_ON_NO_FACT) and f.verdict == "differs" for f in self.findings)
        by_verdict["missing"] += sum(f.code in ("RC301", "RC302") for f in self.findings)
        by_verdict["unchecked"] += (
            sum(f.code in ("RC006", "RC110", "RC111", "RC304", "RC307") for f in self.findings)
            + sum(f.code == "RC007" and not f.rule for f in self.findings)  # that of a rule is a fact
            + self.unclaimed
        )
        facts = sum(by_verdict.values())
        seen = {} if self.seen is None else {"seen_in_print": self.seen}
        return {"files": self.files, "tables": self.tables, "facts": facts, **by_verdict, **seen}

    def expected(self, rule: str) -> tuple[str, str]:
        """What the rulebook of the run has for a rule, and where it stands; empty for what is no rule."""
        known = self.rulebook.rules.get(rule)
        return (known.text, known.cite) if known is not None else ("", "")

    def sorted(self) -> list[Finding]:
        """The findings, the gravest first, then what matters most at the table, then by place."""
        unread = ("RC006", "RC007")  # lines of house rules that change nothing stand behind those that do
        return sorted(
            self.findings, key=lambda f: (f.code in unread, LEVELS.index(f.level), -f.weight, f.place, f.code)
        )

    def fails(self, fail_on: Level) -> bool:
        """Whether anything is as grave as that, or graver."""
        worst = self.worst()
        return worst is not None and LEVELS.index(worst) <= LEVELS.index(fail_on)

    def worst(self) -> Level | None:
        """The gravest level there is, if anything was found."""
        return min((f.level for f in self.findings), key=LEVELS.index, default=None)
