"""Whether it is certain what belongs where a wrong value stands, so that it can be written without a second look."""

from __future__ import annotations

from collections.abc import Iterable

from engine.rulebook.raw import RAW
from verify.findings import Fact, Finding
from verify.rulings import Ruling, other_values, rulings

SAFE = ("RC201", "RC202", "RC206")
_DOUBTS = {
    "RC203": "others have it so, and the ruling on it is contested",
    "RC204": "another edition has it so",
    "RC205": "it is right as far as it goes, and the rest may stand elsewhere",
    "RC207": "it may be another rule",
}
UNSAFE = (*SAFE, *_DOUBTS)
"""Findings whose literal can be put right: certain ones, and those that are contested or in doubt."""
ENOUGH = 2
"""Values on one side of a ruling that show which side a table is on."""


def doubt(finding: Finding, facts: Iterable[Fact]) -> str:
    """Why it is not certain what belongs in a place; empty if it is.

    Where a ruling is contested a value that nobody has is wrong, but the table itself has to say which of the others is
    meant: by the other values that the ruling is about.
    """
    if finding.code in _DOUBTS:
        return _DOUBTS[finding.code]
    if finding.level != "error":
        return f"it is only a {finding.level}"
    number = RAW.rule(finding.rule).ruling if finding.rule in RAW else None
    ruling = rulings()[number] if number is not None else None
    if ruling is None or not ruling.contested or _follows_the_book(finding, ruling, facts):
        return ""
    others = {RAW.rule(finding.rule).kind.text(value) for value in other_values(finding.rule)}
    either = f" ({' or '.join([finding.expected, *sorted(others)])})" if others else ""
    return f"nobody has {finding.actual} there, but what belongs there{either} is contested: ruling {ruling.number}"


def _follows_the_book(finding: Finding, ruling: Ruling, facts: Iterable[Fact]) -> bool:
    """Whether the other values of a table on which a ruling is contested are all the book's."""
    beside = [
        fact
        for fact in facts
        if (fact.place.file, fact.begins) == (finding.place.file, finding.begins)
        and fact.rule != finding.rule
        and ruling.covers(fact.rule)
    ]
    ours = [fact for fact in beside if fact.value == RAW[fact.rule] and other_values(fact.rule)]
    theirs = [fact for fact in beside if fact.value in other_values(fact.rule)]
    return len(ours) >= ENOUGH and not theirs
