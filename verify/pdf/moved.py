"""Tables that all stand as many pages from where they are cited: it is the numbers of the pages that are in doubt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from verify.findings import Finding, Place
from verify.pdf.readings import TableRead
from verify.pdf.seek import cited_numbers
from verify.recognition.rule_tables import rule_tables

CODE = "RC605"
_SEVERAL = 3
"""Tables, from which on it is the numbers."""


def moved_together(findings: list[Finding], tables: Iterable[TableRead], key: str, name: str) -> list[Finding]:
    """Findings; of tables that all stand as many pages from where they are cited, one tells it for all."""
    steps = _steps(tables, key)
    if not steps:
        return findings
    (step, count), *_ = Counter(steps.values()).most_common(1)
    if count < _SEVERAL:
        return findings
    words = {
        "count": str(count),
        "pages": "1 page" if abs(step) == 1 else f"{abs(step)} pages",
        "way": "further on" if step > 0 else "further back",
    }
    rest = [one for one in findings if one.code != CODE or steps.get(one.rule) != step]
    return [*rest, Finding(CODE, "unchecked", Place(name), case="together", words=words, level_given="note")]


def _steps(tables: Iterable[TableRead], key: str) -> dict[str, int]:
    """How many pages from where it is cited each table stands that is not there."""
    known = {shape.id: shape for shape in rule_tables()}
    made = {}
    for table in tables:
        cited = cited_numbers(known[table.id], key)
        if cited and table.pages and not table.is_cited and table.numbers[0].isdecimal():
            made[table.id] = int(table.numbers[0]) - cited[0]
    return made
