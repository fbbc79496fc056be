"""Suppressions: intended departures, from comments in the source and from the configuration, each with a reason.

// rawcheck: house "Beam lasers hit harder in our game" until 2027-01-01
-- rawcheck: house RC201 space/range-bands "We fight closer"

`errata/source/suppression_comments.py` finds such comments.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from fnmatch import fnmatchcase

from engine.rulebook.names import nearest
from errata.gate.configuration import ConfiguredSuppression, is_meant, unknown_target
from errata.report import SuppressionComment
from errata.source.text import printable
from verify.finding_codes import CODES
from verify.findings import Fact, Finding, Place

_FORM = re.compile(
    r"(?P<verb>\w+)(?P<targets>(?:[\s,]+[\w/*.-]+)*)\s*+"
    r"(?:\"(?P<reason>[^\"]*)\"|'(?P<single_quoted>[^']*)')?\s*+(?:until\s+(?P<until>\S+))?\s*+(?:(?://|#|--).*)?"
)
_QUOTES = str.maketrans("“”„‘’", '"""\'\'')
VERBS = ("house", "ignore")
EXAMPLE = 'write: rawcheck: house "reason" (optionally: until 2027-01-31)'


@dataclass
class Suppression:
    """One suppression: where it stands, which findings it covers, why and until when."""

    place: Place
    files: str
    """A glob of the files that it covers."""
    line: int = 0
    """The line of the value, or the one on which its table begins; 0 for the whole file."""
    last: int = 0
    """The last line on which its table may begin: the next one, where `line` only names it."""
    opens_table: bool = False
    """Whether it stands at the beginning of a table, not beside one of its rows."""
    targets: tuple[str, ...] = ()
    """Finding codes and globs of rules; none for all."""
    reason: str = ""
    until: datetime.date | None = None
    problem: str = ""
    """Why it cannot be parsed; empty if it can."""
    used: int = 0

    def explanation(self) -> str:
        """The reason, with the date until which it holds."""
        return self.reason + (f" (until {self.until})" if self.until is not None else "")

    def covers(self, finding: Finding, rows: Rows, above: str = "") -> bool:
        """True if it covers a finding; `above` is the path from the configuration to the folder that is checked."""
        if self.problem or not fnmatchcase(above + finding.place.file, self.files):
            return False
        if self.line:
            is_on_line = finding.place.line == self.line or self.line <= finding.row <= self.last
            covers_value = is_on_line and finding.verdict != "missing"  # a missing row has no line
            is_beside_row = (finding.place.file, finding.begins, self.line) in rows and not self.opens_table
            covers_table = self.line <= finding.begins <= self.last and not is_beside_row
            if not covers_value and not covers_table:
                return False
        names = (finding.code, finding.rule)
        return not self.targets or any(is_meant(target, name) for target in self.targets for name in names)

    def concerns(self, fact: Fact, rows: Rows, above: str = "") -> bool:
        """True if it would cover a finding on a fact."""
        codes = [target for target in self.targets if target in CODES] or ["RC201"]
        findings = (Finding(code, "differs", fact.place, fact.rule, begins=fact.begins, row=fact.row) for code in codes)
        return any(self.covers(finding, rows, above) for finding in findings)


Rows = Set[tuple[str, int, int]]
"""The lines of rows: the file, the line on which the table begins, and that of a value or of the name of its row."""


def rows_of(facts: Iterable[Fact]) -> Rows:
    """The lines of the rows of all tables."""
    return {(fact.place.file, fact.begins, line) for fact in facts for line in (fact.place.line, fact.row)}


def suppressions(
    comments: Iterable[SuppressionComment],
    configured: Iterable[ConfiguredSuppression],
    configuration: str,
    above: str = "",
) -> list[Suppression]:
    """All suppressions of the sources and of the configuration, whose file name is given."""
    parsed = [_parsed(comment, above) for comment in comments if _is_command(comment.text)]
    for entry in configured:
        place = Place(configuration, entry.line)
        parsed.append(Suppression(place, entry.file, targets=(entry.rule,), reason=entry.reason, until=entry.until))
    return parsed


def _is_command(text: str) -> bool:
    """True if a comment is a suppression or tries to be one; `rawcheck: see the docs` is not."""
    word = re.split(r"\W", text, maxsplit=1)[0].lower()
    return bool(nearest(word, VERBS)) or any(sign in text for sign in "\"'") or " until " in text or not word


def _parsed(comment: SuppressionComment, above: str) -> Suppression:
    """The suppression that a comment states; its `problem` says what is wrong with it."""
    text = printable(comment.text)
    suppression = Suppression(
        Place(comment.file, comment.line),
        re.sub(r"([*?\[])", r"[\1]", above + comment.file),
        comment.first,
        comment.last,
        comment.opens_table,
    )
    parts = _FORM.fullmatch(text.replace('\\"', "'").translate(_QUOTES))
    if parts is None or parts["verb"].lower() not in VERBS:
        suppression.problem = f"{text[:60]!r}; {EXAMPLE}"
        return suppression
    suppression.targets = tuple(re.findall(r"[^\s,]+", parts["targets"]))
    suppression.reason = (parts["reason"] or parts["single_quoted"] or "").strip()
    if not suppression.reason:
        suppression.problem = f"it has no reason; {EXAMPLE}"
    if parts["until"]:
        try:
            suppression.until = datetime.date.fromisoformat(parts["until"])
        except ValueError:
            suppression.problem = f"{parts['until']!r} is no date such as 2027-01-31"
    for target in suppression.targets:
        suppression.problem = suppression.problem or unknown_target(target)
    return suppression


def applied(
    findings: list[Finding], suppressions: list[Suppression], rows: Rows, today: datetime.date, above: str = ""
) -> tuple[list[Finding], list[tuple[Finding, Suppression]]]:
    """The findings that no suppression covers, and the suppressed ones, each with its suppression."""
    remaining, suppressed = [], []
    for finding in findings:
        covering = [suppression for suppression in suppressions if suppression.covers(finding, rows, above)]
        for suppression in covering:
            suppression.used += 1
        valid = next((entry for entry in covering if entry.until is None or entry.until >= today), None)
        if valid is None:
            remaining.append(finding)
        else:
            suppressed.append((finding, valid))
    return remaining, suppressed


def complaints(suppressions: Iterable[Suppression], today: datetime.date) -> Iterator[Finding]:
    """A finding for each suppression that cannot be parsed, has expired, or suppresses nothing."""
    for suppression in suppressions:
        if suppression.problem:
            yield Finding("RC903", "unchecked", suppression.place, words={"reason": suppression.problem})
        elif suppression.until is not None and suppression.until < today:
            words = {"until": str(suppression.until), "reason": suppression.reason}
            yield Finding("RC904", "unchecked", suppression.place, words=words)
        elif not suppression.used:
            words = {"targets": ", ".join(suppression.targets), "reason": suppression.reason}
            yield Finding("RC902", "unchecked", suppression.place, words=words)
