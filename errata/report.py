"""A report: everything a command found, the codebases side by side, the gate's decision, the impact of house rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal, NamedTuple

from engine.dice.distribution import Distribution
from engine.rulebook.rulebook import Rulebook
from errata.impact.number_text import counted
from errata.impact.results import Panel
from verify.findings import VERDICTS, Fact, Finding, Level, Place, Results, Verdict


def unread_files(languages: Mapping[str, int]) -> str:
    """How many files were not read for want of a reader, by their language, the most first; empty if none.

    >>> unread_files({"Go": 1, "Rust": 19})
    '19 Rust files, 1 Go file not read'
    """
    counts = sorted(languages.items(), key=lambda item: (-item[1], item[0]))
    return f"{', '.join(counted(count, f'{language} file') for language, count in counts)} not read" if counts else ""


_SKIPPED = {
    "vendor and tool folders": "vendored folder",
    "histories": "changelog",
    "tests": "test",
    "links": "link",
    "generated": "generated file",
    "minified": "minified file",
    "binary": "binary file",
    "empty": "empty file",
    "reports of rawcheck": "rawcheck report",
}
"""How text counts what was skipped for a reason; other reasons follow their number as they are."""


def skipped_files(skipped: Mapping[str, int]) -> str:
    """How many files and folders were skipped, by the reason.

    >>> skipped_files({"histories": 2, "tests": 1, "links": 0, "ignored by .gitignore": 3})
    '2 changelogs, 3 ignored by .gitignore, 1 test'
    """
    return ", ".join(
        counted(count, _SKIPPED[reason]) if reason in _SKIPPED else f"{count:,} {reason}"
        for reason, count in sorted(skipped.items())
        if count
    )


class Matrix(NamedTuple):
    """Several codebases side by side: the values that each has for a rule."""

    names: tuple[str, ...]
    """The codebases."""
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    """Each rule with the values of each codebase as text: empty for none, ✓ for the book's."""
    outliers: tuple[str, ...]
    """Rules on which most of the codebases that have them differ from the reference."""


class SuppressionComment(NamedTuple):
    """The text behind `rawcheck:` in a comment, and the lines that it covers."""

    file: str
    line: int
    first: int
    """The first line that it covers: its own, or the next one if the comment stands alone on its line."""
    last: int
    """The last line on which a table that it covers may begin."""
    opens_table: bool
    """Whether a table begins at the lines that it covers."""
    text: str


class BoundTable(NamedTuple):
    """A table that the configuration names and that was found."""

    file: str
    name: str
    rule: str


FunctionVerdict = Literal["agrees", "differs", "contested", "known", "skipped", "failed"]
"""What came of a function: `known` differs, as its adapter says; the last two were not played."""


class PlayedFunction(NamedTuple):
    """A function of a VTT that was played: its operation, its place, and what came of it."""

    operation: str
    title: str
    at: str
    label: str
    verdict: FunctionVerdict
    scenes: int
    """The scenes in which it was played."""
    runs: int
    """How often it was run."""
    reason: str = ""
    """Why it was not played, or is known to differ."""

    @property
    def name(self) -> str:
        """Its operation and its label, by which its findings are found."""
        return f"{self.operation} {self.label}" if self.label else self.operation

    @property
    def place(self) -> Place:
        """Where it is."""
        return place_of(self.at)


_AT = re.compile(r"(?P<file>.+?)(?::(?P<line>[1-9]\d{0,8}))?(?::(?P<column>[1-9]\d{0,8}))?", re.DOTALL)


def place_of(at: str) -> Place:
    """The place that an adapter gives.

    >>> place_of("./lib/combat.js:181"), place_of("")
    (Place(file='lib/combat.js', line=181, column=1), Place(file='adapter', line=1, column=1))
    """
    found = _AT.fullmatch(at.strip().removeprefix("./"))
    return Place(found["file"], int(found["line"] or 1), int(found["column"] or 1)) if found else Place("adapter")


class Spread(NamedTuple):
    """A number that a function gives, by the rules and here: every value with its chance, 0 where it is missing."""

    output: str
    rules: Distribution
    here: Distribution


MAX_SPAN = 10_000
"""From the lowest value of a spread to the highest; what lies further apart is not drawn."""
Chances = Sequence[tuple[int, Fraction]]


def spread_of(output: str, rules: Chances, here: Chances) -> Spread | None:
    """A spread of some values with their chances; None if it shows nothing, or too much."""
    values = [value for value, _ in (*rules, *here)]
    if not rules or not here or max(len(rules), len(here)) < 3 or max(values) - min(values) > MAX_SPAN:
        return None
    return Spread(output, Distribution.from_chances(rules), Distribution.from_chances(here))


class CodebaseResults(NamedTuple):
    """What was found in one codebase."""

    facts: list[tuple[Fact, Verdict]]
    findings: list[Finding]
    tables: int
    skipped: Counter[str]
    """The number of files that were skipped because of their content, by the reason."""
    suppression_comments: list[SuppressionComment]
    bound: list[BoundTable]
    book: Rulebook
    """The rulebook by which it was judged."""
    followed: str = ""
    """The edition that the code follows, if it was to decide and enough of it tells."""
    edition: str = ""
    """Which edition was taken, and why, as a sentence; empty if that was asked for."""

    def below(self, above: str) -> CodebaseResults:
        """The same results with a prefix to the name of each file."""

        def moved(place: Place) -> Place:
            return place._replace(file=above + place.file)

        facts = [(fact._replace(place=moved(fact.place)), verdict) for fact, verdict in self.facts]
        findings = [replace(finding, place=moved(finding.place)) for finding in self.findings]
        edition = f"{above.rstrip('/')}: {self.edition}" if self.edition else ""
        return self._replace(facts=facts, findings=findings, edition=edition)


@dataclass
class Decision:
    """The decision of a gate, and the findings that it does not list."""

    fail_on: Level
    failed: bool = False
    known_findings: list[Finding] = field(default_factory=list)
    """The findings that are in the baseline."""
    gone: list[Finding] = field(default_factory=list)
    """Findings on entries of the baseline that no longer occur: fixed, most likely."""
    suppressed: list[tuple[Finding, str]] = field(default_factory=list)
    """The suppressed findings, each with its reason."""
    not_counted: int = 0
    """The number of findings that the configuration switches off."""
    let_through: dict[str, int] = field(default_factory=dict)
    """The number of values that are not the book's and pass, by what allows them: an edition, house rules, a ruling."""
    contested: int = 0
    """The number of those that are contested."""
    rulings: list[int] = field(default_factory=list)
    """The rulings on them."""
    hidden: int = 0
    """The number of findings on lines that did not change since `since`."""
    since: str = ""
    baseline_changes: list[str] = field(default_factory=list)
    """The changes to the baseline, as lines of text."""

    @property
    def known(self) -> int:
        """The number of findings in the baseline."""
        return len(self.known_findings)


@dataclass
class Report(Results):
    """Everything that a run found."""

    skipped: Counter[str] = field(default_factory=Counter)
    """The number of files and folders that were skipped, by the reason."""
    unread_languages: Counter[str] = field(default_factory=Counter)
    """The number of files in each programming language for which there is no reader."""
    unknown_settings: tuple[str, ...] = ()
    """The names of a VTT's settings that are no rules."""
    titles: Mapping[Place, str] = field(default_factory=dict)
    """The text to show for a place, where it is not the text of its line."""
    matrix: Matrix | None = None
    """Several codebases side by side."""
    decision: Decision | None = None
    """The decision of a gate."""
    fixed: str = ""
    """The values that were fixed, as text, or a patch that would fix them."""
    panel: Panel | None = None
    """The impact of house rules."""
    functions: list[PlayedFunction] = field(default_factory=list)
    """The functions that a probe played."""
    not_offered: tuple[str, ...] = ()
    """The operations that an adapter does not offer."""
    spreads: Mapping[str, Spread] = field(default_factory=dict)
    """By the fingerprint of a finding, the number that shows what differs."""
    probe: Report | None = None
    """What a probe found in the same codebase."""
    suppression_comments: list[SuppressionComment] = field(default_factory=list)
    full_summary: dict[str, int] | None = None
    """The counts of the run before a gate sorted findings out."""
    texts: Mapping[str, Callable[[], str]] = field(default_factory=dict, repr=False)
    """A function for each file that reads its text, for excerpts."""

    @classmethod
    def of(cls, results: Results) -> Report:
        """The report on the results of documents or books."""
        return cls(**vars(results))

    @property
    def is_of_code(self) -> bool:
        """Whether code was checked, whose findings are grouped by rule."""
        return self.command in ("errata", "gate", "house")

    def add(self, results: CodebaseResults) -> None:
        """Add the results of a codebase."""
        self.facts += results.facts
        self.findings += results.findings
        self.tables += results.tables
        self.suppression_comments += results.suppression_comments
        self.skipped.update(results.skipped)
        self.files -= results.skipped.total()
        self.notes += [results.edition] if results.edition and results.facts else []

    def summary(self) -> dict[str, int]:
        """The counts of the run: files, tables, facts, and the facts by verdict."""
        return self.full_summary or super().summary()

    def by_verdict(self) -> dict[str, int]:
        """How much has each verdict; of code, what agrees and otherwise as many as there are findings."""
        if self.command == "probe":
            played: Counter[str] = Counter(function.verdict for function in self.functions)
            played["differs"] += played["known"]
            played["unchecked"] = played["skipped"] + played["failed"]
            return {verdict: played[verdict] for verdict in VERDICTS}
        if self.command not in ("errata", "gate"):
            return super().by_verdict()
        counts = Counter(finding.verdict for finding in self.findings)
        counts["agrees"] = sum(verdict == "agrees" for _, verdict in self.facts)
        return {verdict: counts[verdict] for verdict in VERDICTS}
