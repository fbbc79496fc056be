"""Decides whether a finding is certain enough to be fixed without `--fix-unsafe`."""

from __future__ import annotations

from collections.abc import Iterable

from engine.rulebook.raw import RAW
from verify.findings import Fact, Finding
from verify.rulings import Ruling, other_values, rulings

SAFE = ("RC201", "RC202", "RC206")
_UNCERTAIN = {
    "RC203": "others have it so, and the ruling on it is contested",
    "RC204": "another edition has it so",
    "RC205": "it is right as far as it goes, and the rest may stand elsewhere",
    "RC208": "our reference is doubtful there",
    "RC207": "it may be another rule",
}
FIXABLE = (*SAFE, *_UNCERTAIN)
"""Codes of findings whose literal can be fixed: certain ones, and contested or doubtful ones."""
ENOUGH = 2
"""How many values on one side of a ruling show which side a table is on."""


def doubt(finding: Finding, facts: Iterable[Fact]) -> str:
    """Why the right value of a finding is not certain; empty if it is.

    On a contested ruling, a value that no source has is wrong, but the other values of the same table must show which
    of the sources it follows.
    """
    if finding.code in _UNCERTAIN:
        return _UNCERTAIN[finding.code]
    if finding.values_of:
        return f"its row has the values of {finding.values_of}, so that the name of the row may be wrong"
    if finding.level != "error":
        return f"it is only a {finding.level}"
    number = RAW.rule(finding.rule).ruling if finding.rule in RAW else None
    ruling = rulings()[number] if number is not None else None
    if ruling is None or not ruling.contested or _follows_the_book(finding, ruling, facts):
        return ""
    values = {RAW.rule(finding.rule).kind.text(value) for value in (RAW[finding.rule], *other_values(finding.rule))}
    either = " or ".join(sorted(values | {finding.expected}))
    return f"{finding.actual} is wrong, but sources disagree on {either}: ruling {ruling.number}"


def _follows_the_book(finding: Finding, ruling: Ruling, facts: Iterable[Fact]) -> bool:
    """True if the other values of the table, where the ruling is contested, are all the book's."""
    neighbours = [
        fact
        for fact in facts
        if (fact.place.file, fact.begins) == (finding.place.file, finding.begins)
        and fact.rule != finding.rule
        and ruling.covers(fact.rule)
    ]
    ours = [fact for fact in neighbours if fact.value == RAW[fact.rule] and other_values(fact.rule)]
    theirs = [fact for fact in neighbours if fact.value in other_values(fact.rule)]
    return len(ours) >= ENOUGH and not theirs
