"""A report as annotations of GitHub Actions: one line for each finding, shown beside the code of a pull request."""

from __future__ import annotations

from errata import __version__
from errata.report import Report
from errata.reports import Options, path_of, sentence, with_reasons
from errata.reports.text import decided, headline
from errata.terminal import WorkflowCommands, without_commands
from verify.findings import Finding

_ANNOTATIONS = {"error": "error", "warning": "warning", "note": "notice"}


def render(report: Report, options: Options) -> str:
    """An annotation for each finding, the gravest first and suppressed ones last; then the summary."""
    findings = with_reasons(report, options)
    lines = [_annotation(finding, reason, options) for finding, reason in findings]
    decision = list(map(_escaped, decided(report)))
    is_listed = any(not reason for _, reason in findings)
    if not is_listed and report.decision is not None and report.decision.failed:  # for reasons that are not listed
        lines.insert(0, f"::error title={_field(f'rawcheck {__version__}')}::{'%0A'.join(decision)}")
    return WorkflowCommands("\n".join([*lines, *map(without_commands, decision), headline(report)]))


def _annotation(finding: Finding, reason: str, options: Options) -> str:
    """The annotation of a finding; `reason` says why it is suppressed."""
    name = "notice" if reason else _ANNOTATIONS[finding.level]
    values = {
        "file": path_of(finding, options),
        "line": finding.place.line,
        "col": finding.place.column,
        "title": f"{finding.code} {finding.rule or 'rawcheck'} (rawcheck {__version__})",
    }
    fields = ",".join(f"{key}={_field(str(value))}" for key, value in values.items())
    text = f"{sentence(finding)}\nmeant: {reason}" if reason else sentence(finding)
    return f"::{name} {fields}::{_escaped(text)}"


def _escaped(text: str) -> str:
    """A message on one line, in which nothing can begin another command."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _field(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")
