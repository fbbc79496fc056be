"""Doubts that many cells of a table share are told once, with the cells that they are about."""

from __future__ import annotations

from collections.abc import Sequence

from verify.findings import Finding
from verify.pdf.readings import CellRead
from verify.recognition.rule_tables import RuleTable

_SINGLE = 3
"""Cells in doubt for one reason that are told one by one."""


def gathered(told: Sequence[tuple[CellRead, Finding]], shape: RuleTable) -> list[Finding]:
    """What is said of the cells of a table; one reason for many of a page is said once, where the first stands."""
    groups: dict[tuple[int, str], list[Finding]] = {}
    for cell, finding in told:
        if finding.code == "RC604" and cell.doubt:
            groups.setdefault((cell.page, cell.doubt), []).append(finding)
    many = {reason: of for reason, of in groups.items() if len(of) > _SINGLE}
    made = []
    for cell, finding in told:
        of = many.get((cell.page, cell.doubt), []) if finding.code == "RC604" else []
        if finding not in of:
            made.append(finding)
        elif finding is of[0]:
            made.append(_as_one(of, cell.doubt, shape))
    return made


def _as_one(of: Sequence[Finding], reason: str, shape: RuleTable) -> Finding:
    words = {"title": shape.title, "count": str(len(of)), "reason": reason}
    cells = tuple(finding.rule.removeprefix(f"{shape.id}/") for finding in of)
    first = of[0]
    return Finding(
        "RC604",
        "unchecked",
        first.place,
        shape.id,
        source=first.source,
        evidence=cells,
        case="many",
        words=words,
    )
