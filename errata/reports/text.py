"""A report for the terminal: what matters most in the first line, then the findings by document."""

from __future__ import annotations

from itertools import groupby

from errata.reports import Options
from errata.tables import listed, ruled
from verify.coverage import Account
from verify.findings import LEVELS, Finding, Report

_COLOURS = {"error": "31", "warning": "33", "note": "36"}
_MARGIN = 24
"""Columns that the place and the code take."""


def render(report: Report, options: Options) -> str:
    """The summary, the findings as far as they were asked for, and the coverage if it was."""
    shown = [f for f in report.sorted() if LEVELS.index(f.level) <= LEVELS.index(options.least)]
    lines = [headline(report), counts(report), ""]
    for file, found in groupby(sorted(shown, key=lambda f: (f.place.file, *_order(f))), key=lambda f: f.place.file):
        lines += [file, _findings(list(found), options), ""]
    hidden = len(report.findings) - len(shown)
    if report.unclaimed and not options.coverage:
        plural = "numbers are" if report.unclaimed > 1 else "number is"
        lines += [f"{report.unclaimed:,} {plural} not accounted for; --coverage lists them.", ""]
    if hidden:
        lines += [f"{hidden} more below that level; --level note lists them.", ""]
    if options.coverage:
        lines += [*_coverage(options.coverage), ""]
    return "\n".join(lines).rstrip()


def headline(report: Report) -> str:
    """The summary line with all five verdicts, what is wrong first."""
    told = report.summary()
    return (
        f"{told['differs']:,} differ, {told['contested']:,} contested, {told['missing']:,} missing, "
        f"{told['unchecked']:,} unchecked, {told['agrees']:,} agree"
    )


def counts(report: Report) -> str:
    """How much was looked at, and how many findings of each level there are."""
    told = report.summary()
    number = {level: sum(f.level == level for f in report.findings) for level in LEVELS}
    found = ", ".join(f"{number[level] or 'no'} {level}{'s' * (number[level] != 1)}" for level in LEVELS)
    looked = ", ".join(
        f"{told[f'{name}s']:,} {name}{'s' * (told[f'{name}s'] != 1)}" for name in ("file", "table", "fact")
    )
    return f"{looked}; {found}"


def _order(finding: Finding) -> tuple[int, int, int]:
    return LEVELS.index(finding.level), finding.place.line, finding.place.column


def _findings(found: list[Finding], options: Options) -> str:
    rows = [
        (f"{f.place.line}:{f.place.column}", _painted(f"{f.level} {f.code}", f.level, options.coloured), _told(f))
        for f in found
    ]
    width = max(24, options.width - _MARGIN - 4)
    return listed(rows, width)


def _painted(text: str, level: str, coloured: bool) -> str:
    return f"\x1b[{_COLOURS[level]}m{text}\x1b[0m" if coloured else text


def _told(finding: Finding) -> str:
    source = f" [{finding.source}]" if finding.source else ""
    hints = [line for line in finding.evidence if line.startswith(HINTS)]
    return finding.message + source + "".join(f"\n- {hint}" for hint in hints)


HINTS = ("a known misreading", "the sign", "the number would", "it is the value", "right for", "line ")
"""The evidence that helps a reader at once; JSON has all of it."""


def _coverage(accounts: tuple[Account, ...]) -> list[str]:
    heads = ("document", "numbers", "table", "claim", "cite", "unclaimed", "accounted for")
    rows = [
        (
            a.document.name,
            len(a.numbers),
            a.count("table"),
            a.count("claim"),
            a.count("cite"),
            a.unclaimed_count,
            f"{a.share:.1%}" if a.numbers else "—",
        )
        for a in accounts
    ]
    lines = [ruled(rows, heads, range(1, len(heads)))]
    for a in accounts:
        if a.unclaimed:
            lines += ["", f"Unclaimed in {a.document.name}:"]
            lines += [f"  {n.line}:{n.column}  {n.text}  in: {n.around}" for n in a.unclaimed]
    return lines
