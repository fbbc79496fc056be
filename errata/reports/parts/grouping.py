"""Groups the findings of code by rule, so that copies of a table are seen together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from engine.rulebook.raw import RAW
from errata.reports.parts.text_tables import cut
from verify.finding_codes import CODES, Chapter
from verify.findings import LEVELS, Finding

_BY_RULE = (Chapter.HOUSE_RULES, Chapter.VALUES, Chapter.TABLES)


class Group(NamedTuple):
    """The findings on one rule, or those of one finding code that are about no rule."""

    title: str
    expected: str
    source: str
    findings: list[Finding]


def grouped(findings: Iterable[Finding]) -> list[Group]:
    """Findings by rule, the gravest and those with the most impact first."""
    groups: dict[tuple[str, str], Group] = {}
    for finding in findings:
        key, title = _about(finding)
        expected = "" if finding.verdict == "missing" else finding.expected
        groups.setdefault(key, Group(title, expected, finding.source, [])).findings.append(finding)
    for group in groups.values():
        group.findings.sort(key=lambda f: (LEVELS.index(f.level), -f.weight, f.place))

    def rank(group: Group) -> tuple[int, Fraction, str]:
        return LEVELS.index(group.findings[0].level), -max(f.weight for f in group.findings), group.title

    return sorted(groups.values(), key=rank)


def by_file(findings: Iterable[Finding]) -> Iterator[tuple[str, list[Finding]]]:
    """Findings by file, the gravest first in each."""
    ordered = sorted(findings, key=lambda f: (f.place.file, LEVELS.index(f.level), f.place))
    yield from ((file, list(found)) for file, found in groupby(ordered, key=lambda f: f.place.file))


def _about(finding: Finding) -> tuple[tuple[str, str], str]:
    """The key and the title of the group that a finding belongs to."""
    if finding.rule in RAW and finding.chapter in _BY_RULE:
        return ("", finding.rule), RAW.rule(finding.rule).title
    if finding.rule in RAW.tables:
        return (finding.code, finding.rule), f"{RAW.tables[finding.rule].title}: {CODES[finding.code].title.lower()}"
    return (finding.code, finding.rule), CODES[finding.code].title


def title_of(finding: Finding) -> str:
    """The title of a finding: that of its rule, of its table, or of its code."""
    return _about(finding)[1]


def value_of(finding: Finding) -> str:
    """The value in the code, or what is missing from it, cut short."""
    if finding.case == "unlimited":
        return f"no range limit ({finding.actual})"
    return cut(finding.expected if finding.verdict == "missing" else finding.actual, 40)


def impact_of(finding: Finding) -> str:
    """The impact of a finding: `hit chance of Gunner 1 at Short range: 72.2 % → 58.3 %`."""
    if "told" in finding.impact:
        return finding.impact["told"]
    if "book" not in finding.impact:
        return finding.impact["what"] if finding.chapter is Chapter.HOUSE_RULES and finding.impact else ""
    return f"{finding.impact['what']}: {finding.impact['book']} → {finding.impact['here']}"
