"""The functions that a probe played, and its findings, as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from errata.report import Report
from errata.reports.parts.grouping import impact_of
from errata.terminal import wrapped
from verify.finding_codes import CODES, Chapter
from verify.findings import Finding

_COLOURS = {"error": "31", "warning": "33", "note": "36"}


def functions_in_text(report: Report, findings: Iterable[Finding], width: int, coloured: bool) -> Iterator[str]:
    """The findings one by one, then the functions that were not played."""
    for finding in findings:
        yield from _finding(finding, width, coloured)
        yield ""
    for function in report.functions:
        if function.verdict in ("failed", "skipped"):
            what = "FAILED" if function.verdict == "failed" else "skipped"
            text = f"{what}  {function.operation}  {function.at}  {function.reason}"
            yield from wrapped(text, width, "", "        ")
    if any(function.verdict in ("failed", "skipped") for function in report.functions):
        yield ""


def _finding(finding: Finding, width: int, coloured: bool) -> Iterator[str]:
    """One finding: where, the scene, what came and what the rules have, dice that prove it, how to see it again."""
    words = finding.words
    mark = f"{finding.level} {finding.code}"
    painted = f"\x1b[{_COLOURS[finding.level]}m{mark}\x1b[0m" if coloured else mark
    yield f"{finding.qualified_name or words.get('operation', '')}  {finding.place}  {painted}"
    if finding.chapter is not Chapter.CONFORMANCE or not words.get("scene"):
        yield from wrapped(finding.message, width, "  ", "         ")
        return
    source = f"  {finding.rule} [{finding.source}]" if finding.rule else ""
    lines = [
        (
            "scene",
            f"{words['scene']}, all else ordinary" if words["scene"] != "everything ordinary" else words["scene"],
        ),
        ("here", finding.actual),
        ("rules", f"{finding.expected}{source}"),
        ("inert", f"by the rules {words['inert']} makes no difference here" if words.get("inert") else ""),
        ("dice", words.get("dice", "")),
        ("also", words.get("also", "")),
        ("shift", f"every scene is as with DM{words['shift']}" if words.get("shift") else ""),
        ("right", f"by {finding.contested_by}" if finding.contested_by and finding.case != "silent" else ""),
        ("open", f"the references do not say; {finding.contested_by} does" if finding.case == "silent" else ""),
        ("table", impact_of(finding)),
        ("means", CODES[finding.code].title if finding.code not in ("RC951", "RC952") else ""),
    ]
    for label, text in lines:
        if text:
            yield from wrapped(f"{label:6} {text}", width, "  ", "         ")
    yield f"  again  {words['again']}"  # in one line, to be pasted
