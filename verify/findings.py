"""The nouns of a check: facts that a source states, findings about them, their places, the results of a run."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from hashlib import sha256
from typing import Literal, NamedTuple

from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook
from engine.rulebook.values import Value
from verify.finding_codes import CODES, Chapter
from verify.finding_codes import LEVELS as LEVELS  # findings have a level, so both are offered here
from verify.finding_codes import Level as Level
from verify.rulings import cite_of

Verdict = Literal["agrees", "differs", "contested", "missing", "unchecked"]
VERDICTS: tuple[Verdict, ...] = ("agrees", "differs", "contested", "missing", "unchecked")


class Place(NamedTuple):
    """Where something stands: a file, and the line and column in it, both from 1."""

    file: str
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class States(StrEnum):
    """What a fact states. The values are how JSON and the lists of claims write it: `dice:boon/mean`."""

    VALUE = ""
    """The value of a rule."""
    WRONG_VALUE = "wrong"
    """A value of a rule that a log of errata calls wrong."""
    CITE = "cite"
    """The page of a rule."""
    PAGE = "page"
    """A page that can be no other."""
    FIXED = "is"
    """A number that can be no other."""
    FIGURE = "dice"
    """A figure that follows from the rules."""
    EXAMPLE = "worked"
    """An example that is worked out."""
    DOCUMENT = "same"
    """Something of the document itself, which must be the same throughout."""

    def id(self, rule: str) -> str:
        """How JSON names what is stated."""
        return f"{self}:{rule}" if self else rule


class Fact(NamedTuple):
    """One thing that a source states: which rule, what it prints, what that means, and where."""

    rule: str
    """The rule's id; of a page or number that can be no other what it must be, of all else its name."""
    printed: str
    value: Value
    place: Place
    by: str
    """`table`, `claim` or `code`."""
    evidence: tuple[str, ...] = ()
    problem: str = ""
    """Why the printed text is not a value of the rule's kind, if it is not."""
    damaged: bool = False
    states: States = States.VALUE
    doubtful: bool = False
    """Whether the source may mean another rule."""
    qualified_name: str = ""
    """In code, the names that it stands under: `Combat.RANGE_DM`."""
    begins: int = 0
    """In code, the line at which its table begins."""
    item: str = ""
    """In code, which of the things in a list it belongs to, by name or by number."""
    row: int = 0
    """In code, the line on which the name of its row stands."""
    whole: bool = False
    """In code, whether the bands of its column have both ends, so that one number is all of a band."""
    computed: bool = False
    """In code, whether the value is computed, so that it was not read."""


class WorkedExample(NamedTuple):
    """An example that a text works out: its name, and its numbers with their places."""

    name: str
    numbers: tuple[tuple[str, Place], ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to say about a source."""

    code: str
    verdict: Verdict
    place: Place
    rule: str = ""
    expected: str = ""
    actual: str = ""
    source: str = ""
    evidence: tuple[str, ...] = ()
    case: str = ""
    """Which sentence of its code says it, where the code has several."""
    words: dict[str, str] = field(default_factory=dict)
    """What the sentence is filled with, besides these fields."""
    recognition: tuple[str, ...] = ()
    """The evidence that the fact states this rule."""
    hints: tuple[str, ...] = ()
    """The evidence that may explain the value: where it may come from, and where it is right."""
    impact: dict[str, str] = field(default_factory=dict)
    level_given: Level | None = None
    weight: Fraction = Fraction(0)
    """How much it matters at the table, for the order of a report."""
    nth: int = 0
    """How many findings that are equal but for their line stand before it in the file."""
    qualified_name: str = ""
    begins: int = 0
    item: str = ""
    row: int = 0
    """These four are the fact's."""
    contested_by: str = ""
    """Who has the value that is contested: another edition, or the ruling that says so."""
    means: str = ""
    """What stands there as a book would print it, whatever its notation."""
    may_hide_rules: bool = False
    """Whether it is on a file that may state rules and was not read, or not wholly; not if that only takes too long."""
    unplayed: bool = False
    """Whether it is of a house rule that is understood, and left out on purpose."""
    is_prose: bool = False
    """Whether it is of a line of house rules that gives no value and is near no rule."""
    under: str = ""
    """The heading over a house rule that is not understood, so that it may not be in force, or that heading itself."""

    @property
    def level(self) -> Level:
        """How much it matters; each code has its own unless the finding says otherwise."""
        return self.level_given or CODES[self.code].level

    def is_at_least(self, level: Level) -> bool:
        """Whether it is at a level, or at a graver one."""
        return LEVELS.index(self.level) <= LEVELS.index(level)

    @property
    def message(self) -> str:
        """What it says: the sentence of its code."""
        return CODES[self.code].sentence(self.case, self._words)

    @property
    def remark(self) -> str:
        """The part of the message that follows the rule's title and the two values."""
        return CODES[self.code].remark(self.case, self._words)

    @property
    def chapter(self) -> Chapter:
        """What it is about."""
        return CODES[self.code].chapter

    @property
    def _words(self) -> dict[str, str]:
        titled = RAW.rules.get(self.rule) or RAW.tables.get(self.rule)
        return {
            "title": titled.title if titled is not None else "",
            "rule": self.rule,
            "expected": self.expected,
            "actual": self.actual,
            "source": self.source,
            "file": self.place.file,
            "contested_by": self.contested_by,
            "means": self.means,
            "under": self.under,
            **self.words,
        }

    @property
    def fingerprint(self) -> str:
        """The same for the same finding, wherever it has moved in the file."""
        about = (self.rule, self.expected, self.actual) if self.rule else (self.actual, *self.words.values())
        return _hashed(self.code, *about, self.place.file, *([str(self.nth)] if self.nth else []))

    @property
    def mark(self) -> str:
        """The same for the same departure, wherever it has moved, in its file or with it; another value is another."""
        missing = self.expected if self.verdict == "missing" else ""
        about = (self.rule, missing, self.means or self.actual, self.qualified_name)
        return _hashed(self.code, *about, *([self.item] if self.item else []))


def _hashed(*parts: str) -> str:
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]


@dataclass
class Results:
    """What a command found: facts with their verdicts, findings, and how much was looked at."""

    command: str
    rulebook: Rulebook = RAW
    files: int = 0
    tables: int = 0
    facts: list[tuple[Fact, Verdict]] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    unclaimed: int = 0
    """Numbers in the text that nothing accounts for."""
    notes: list[str] = field(default_factory=list)
    """Lines about the run itself: which books there are, and how their pages are numbered."""
    seen: int | None = None
    """Values that agree and were seen in print, where an attestation says which were."""

    def summary(self) -> dict[str, int]:
        """The counts of the run: files, tables, facts, and the facts by verdict.

        Two counts are parts of these: what differs and may be another rule, and what is contested because our
        references are doubtful.
        """
        by_verdict = self.by_verdict()
        codes = Counter(finding.code for finding in self.findings)
        apart = {"in_doubt": codes["RC207"], "doubtful_references": codes["RC208"]}
        seen = {} if self.seen is None else {"seen_in_print": self.seen}
        facts = sum(by_verdict.values())
        shown = {name: count for name, count in apart.items() if count}
        return {"files": self.files, "tables": self.tables, "facts": facts, **by_verdict, **shown, **seen}

    def by_verdict(self) -> dict[str, int]:
        """How many facts have each verdict, with what no single value states."""
        counts = Counter(verdict for _, verdict in self.facts)
        counts["differs"] += sum(f.verdict == "differs" and f.chapter is Chapter.CONSISTENCY for f in self.findings)
        counts["missing"] += sum(f.code in ("RC301", "RC302") for f in self.findings)
        counts["unchecked"] += (
            sum(f.code in ("RC006", "RC110", "RC111", "RC304", "RC307") for f in self.findings)
            + sum(f.code == "RC007" and not f.rule for f in self.findings)  # that of a rule is a fact
            + self.unclaimed
        )
        return {verdict: counts[verdict] for verdict in VERDICTS}

    def expected(self, rule: str) -> tuple[str, str]:
        """What the rulebook of the run has for a rule, and where it stands; empty for what is no rule."""
        known = self.rulebook.rules.get(rule)
        return (known.text, cite_of(known)) if known is not None else ("", "")

    def sorted(self) -> list[Finding]:
        """The findings, the gravest first, then what matters most at the table, then by place."""
        unread = ("RC006", "RC007")  # lines of house rules that change nothing stand behind those that do
        return sorted(
            self.findings, key=lambda f: (f.code in unread, LEVELS.index(f.level), -f.weight, f.place, f.code)
        )

    def fails(self, fail_on: Level) -> bool:
        """Whether there are findings at this level or above."""
        return any(finding.is_at_least(fail_on) for finding in self.findings)
