"""Departures that are meant: said where the value stands, or in the configuration; each with a reason, some for a time.

// rawcheck: house "Beam lasers hit harder in our game" until 2027-01-01
-- rawcheck: house RC201 space/range-bands "We fight closer"
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from engine.rulebook.names import nearest
from errata.gate.configuration import Meant, is_meant, unknown_target
from errata.source.text import printable
from verify.findings import Fact, Finding, Place

if TYPE_CHECKING:
    import datetime

_TOLD = (
    r"(?P<verb>\w+)(?P<what>(?:[\s,]+[\w/*.-]+)*)\s*"
    r"(?:\"(?P<reason>[^\"]*)\"|'(?P<other>[^']*)')?\s*(?:until\s+(?P<until>\S+))?\s*(?:(?://|#|--).*)?"
)
VERBS = ("house", "ignore")


@dataclass
class Suppression:
    """One of them: where it stands, the line or the files that it is about, what it covers, why and until when."""

    place: Place
    covers: str
    """A glob of files."""
    line: int = 0
    """The line of the value, or the one at which its table begins; 0 for all of the file."""
    last: int = 0
    """The last line at which its table may begin: the next one, where the name of it stands above."""
    opens: bool = False
    """Whether it stands at the beginning of a table, and not beside one of its rows."""
    targets: tuple[str, ...] = ()
    """Codes and globs of rules; none for all."""
    reason: str = ""
    until: datetime.date | None = None
    problem: str = ""
    used: int = 0

    def told(self) -> str:
        """Why it is meant, and until when."""
        return self.reason + (f" (until {self.until})" if self.until is not None else "")

    def fits(self, finding: Finding, rows: Rows, above: str = "") -> bool:
        """Whether it is about a finding, in a folder below that of the configuration or in that itself."""
        if self.problem or not fnmatchcase(above + finding.place.file, self.covers):
            return False
        if self.line and not (self._is_beside(finding) or self._is_above(finding, rows)):
            return False
        about = (finding.code, finding.rule)
        return not self.targets or any(is_meant(target, name) for target in self.targets for name in about)

    def _is_beside(self, finding: Finding) -> bool:
        """Whether it is about a value by its line, or by that of its row's name; what a table lacks has none."""
        own = finding.place.line == self.line or self.line <= finding.row <= self.last
        return own and finding.verdict != "missing"

    def _is_above(self, finding: Finding, rows: Rows) -> bool:
        """Whether it is about the table of a finding: it opens that, and is not about one of its rows."""
        is_row = (finding.place.file, finding.begins, self.line) in rows and not self.opens
        return self.line <= finding.begins <= self.last and not is_row


Rows = Set[tuple[str, int, int]]
"""Lines of rows: the file, the line at which the table begins, and that of a value or of the name of its row."""


def rows_of(facts: Iterable[Fact]) -> Rows:
    """The lines of all tables."""
    return {(fact.place.file, fact.begins, line) for fact in facts for line in (fact.place.line, fact.row)}


def suppressions(
    remarks: Iterable[tuple[str, int, int, int, bool, str]], meant: Iterable[Meant], where: str, above: str = ""
) -> list[Suppression]:
    """All that the sources and the configuration say."""
    told = (remark for remark in remarks if _is_meant_for_us(remark[5]))
    found = [
        _of_remark(file, line, (about, last, opens), printable(text), above)
        for file, line, about, last, opens, text in told
    ]
    for one in meant:
        found.append(
            Suppression(Place(where, one.line), one.file, targets=(one.rule,), reason=one.reason, until=one.until)
        )
    return found


def _is_meant_for_us(text: str) -> bool:
    """Whether a remark gives an order, or tries to; another speaks of rawcheck only: `rawcheck: see the docs`."""
    first = re.match(r"\w*", text)
    word = first[0].lower() if first is not None else ""
    return bool(nearest(word, VERBS)) or any(sign in text for sign in "\"'") or " until " in text or not word


def _of_remark(file: str, line: int, lines: tuple[int, int, bool], text: str, above: str) -> Suppression:
    place = Place(file, line)
    covers = re.sub(r"([*?\[])", r"[\1]", above + file)
    told = re.fullmatch(_TOLD, text.replace('\\"', "'").translate(_QUOTES))
    if told is None or told["verb"].lower() not in VERBS:
        return Suppression(place, covers, *lines, problem=f"{text[:60]!r} is not understood; {SHAPE}")
    targets = tuple(re.split(r"[\s,]+", told["what"].strip())) if told["what"].strip() else ()
    reason = (told["reason"] or told["other"] or "").strip()
    until, problem = None, "" if reason else f"it has no reason; {SHAPE}"
    if told["until"]:
        import datetime

        try:
            until = datetime.date.fromisoformat(told["until"])
        except ValueError:
            problem = f"{told['until']!r} is no date such as 2027-01-31"
    for target in targets:
        problem = problem or unknown_target(target)
    return Suppression(place, covers, *lines, targets, reason, until, problem)


_QUOTES = str.maketrans("“”„‘’", '"""\'\'')
SHAPE = 'write: rawcheck: house "why it is meant" until 2027-01-31'


def applied(
    found: list[Finding], said: list[Suppression], rows: Rows, today: datetime.date, above: str = ""
) -> tuple[list[Finding], list[tuple[Finding, Suppression]]]:
    """The findings that nothing suppresses, and the others, each with what does."""
    left, held = [], []
    for finding in found:
        fitting = [one for one in said if one.fits(finding, rows, above)]
        for one in fitting:
            one.used += 1
        valid = next((one for one in fitting if one.until is None or one.until >= today), None)
        if valid is None:
            left.append(finding)
        else:
            held.append((finding, valid))
    return left, held


def complaints(said: Iterable[Suppression], today: datetime.date) -> Iterator[Finding]:
    """What is wrong with suppressions: not understood, expired, or of no use."""
    for one in said:
        if one.problem:
            yield Finding("RC903", "unchecked", f"A suppression is not understood: {one.problem}", one.place)
        elif one.until is not None and one.until < today:
            message = f"A suppression expired on {one.until}: {one.reason}"
            yield Finding("RC904", "unchecked", message, one.place)
        elif not one.used:
            about = f" of {', '.join(one.targets)}" if one.targets else ""
            message = f"A suppression{about} suppresses nothing: {one.reason}"
            yield Finding("RC902", "unchecked", message, one.place)
