"""A report as annotations of GitHub Actions: one line for each finding, shown beside the code of a pull request."""

from __future__ import annotations

from errata import __version__
from errata.report import Report
from errata.reports import Options, listed, path_of, suppressed
from errata.reports.text import decided, headline
from verify.findings import Finding

_NAMES = {"error": "error", "warning": "warning", "note": "notice"}


def render(report: Report, options: Options) -> str:
    """An annotation for each finding, the gravest first, then for what is meant, if it is wanted; then the summary."""
    lines = [_annotation(finding, _NAMES[finding.level], options) for finding in listed(report, options)]
    held = [_annotation(f, "notice", options, f"\nmeant: {reason}") for f, reason in suppressed(report, options)]
    told_by = list(map(_text, decided(report)))
    if not lines and report.decision is not None and report.decision.failed:  # what fails was not touched, or not shown
        lines = [f"::error title={_field(f'rawcheck {__version__}')}::{'%0A'.join(told_by)}"]
    return "\n".join([*lines, *held, *told_by, headline(report)])


def _annotation(finding: Finding, name: str, options: Options, further: str = "") -> str:
    told = {
        "file": path_of(finding, options),
        "line": finding.place.line,
        "col": finding.place.column,
        "title": f"{finding.code} {finding.rule or 'rawcheck'} (rawcheck {__version__})",
    }
    fields = ",".join(f"{key}={_field(str(value))}" for key, value in told.items())
    source = f" [{finding.source}]" if finding.source else ""
    return f"::{name} {fields}::{_text(finding.message + source + further)}"


def _text(text: str) -> str:
    """A message on one line, in which nothing can begin another command."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _field(text: str) -> str:
    return _text(text).replace(":", "%3A").replace(",", "%2C")
