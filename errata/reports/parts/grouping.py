"""Findings of code by rule: one rule with all its places, so that copies of a table are seen together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from engine.rulebook.raw import RAW
from verify.findings import LEVELS, Finding


@dataclass
class Group:
    """A rule, or a finding code that is about no rule, and what was found on it."""

    title: str
    expected: str
    source: str
    findings: list[Finding]

    @property
    def weight(self) -> Fraction:
        """The most that it matters at the table."""
        return max(finding.weight for finding in self.findings)

    @property
    def rank(self) -> tuple[int, Fraction, str]:
        """For the order of groups: the gravest first, then what matters most."""
        return min(LEVELS.index(f.level) for f in self.findings), -self.weight, self.title


def grouped(findings: Iterable[Finding]) -> list[Group]:
    """Findings by rule, the gravest and those that matter most first."""
    groups: dict[tuple[str, str], Group] = {}
    for finding in findings:
        key, title = _about(finding)
        if key not in groups:
            expected = "" if finding.verdict == "missing" else finding.expected
            groups[key] = Group(title, expected, finding.source, [])
        groups[key].findings.append(finding)
    for group in groups.values():
        group.findings.sort(key=lambda f: (LEVELS.index(f.level), -f.weight, f.place))
    return sorted(groups.values(), key=lambda group: group.rank)


def _about(finding: Finding) -> tuple[tuple[str, str], str]:
    if finding.rule in RAW and finding.code[:3] in ("RC0", "RC2", "RC3"):
        return ("", finding.rule), RAW.rule(finding.rule).title
    from verify.codes import CODES

    if finding.rule in RAW.tables:
        return (finding.code, finding.rule), f"{RAW.tables[finding.rule].title}: {CODES[finding.code].title.lower()}"
    return (finding.code, finding.rule), CODES[finding.code].title


def title_of(finding: Finding) -> str:
    """What a finding is about, for people: the title of its rule, of its table, or of its code."""
    return _about(finding)[1]


def here(finding: Finding) -> str:
    """What stands there, as a reader of the code sees it."""
    text = finding.expected if finding.verdict == "missing" else finding.actual
    return text if len(text) <= 40 else text[:39] + "…"


def at_the_table(finding: Finding) -> str:
    """What a difference does: `hit chance of Gunner 1 at Short range: 72.2 % → 58.3 %`."""
    if "told" in finding.impact:
        return finding.impact["told"]
    if "book" not in finding.impact:
        return finding.impact["what"] if finding.code[:3] == "RC0" and finding.impact else ""
    return f"{finding.impact['what']}: {finding.impact['book']} → {finding.impact['here']}"
