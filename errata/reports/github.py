"""A report as annotations of GitHub Actions, shown beside the code of a pull request: one line for each rule.

GitHub shows ten errors and ten warnings of a step, and drops the rest.
"""

from __future__ import annotations

from errata import __version__
from errata.impact.number_text import counted
from errata.report import PlayedFunction, Report
from errata.reports import Options, listed, path_of, sentence, shown_path, suppressed
from errata.reports.parts.functions import faults
from errata.reports.parts.grouping import grouped
from errata.reports.text import decided, headline
from errata.terminal import WorkflowCommands, without_commands
from verify.findings import Finding

MAX_PLACES = 20
"""Places that an annotation names for a rule."""
_ANNOTATIONS = {"error": "error", "warning": "warning", "note": "notice"}


def render(report: Report, options: Options) -> str:
    """An annotation for each rule, the gravest first, and for each suppressed finding; then the summary."""
    groups = grouped(listed(report, options))
    lines = [_annotation(group.findings, "", options) for group in groups]
    lines += [_annotation([finding], reason, options) for finding, reason in suppressed(report, options)]
    lines += [_fault(function, options) for function in faults(report)]
    decision = list(map(_escaped, decided(report)))
    if not groups and report.decision is not None and report.decision.failed:  # for reasons that are not listed
        lines.insert(0, f"::error title={_field(f'rawcheck {__version__}')}::{'%0A'.join(decision)}")
    return WorkflowCommands("\n".join([*lines, *map(without_commands, decision), headline(report)]))


def _annotation(findings: list[Finding], reason: str, options: Options) -> str:
    """The annotation of findings on one rule, at the place of the first; `reason` says why it is suppressed."""
    finding = findings[0]
    name = "notice" if reason else _ANNOTATIONS[finding.level]
    values = {
        "file": path_of(finding, options),
        "line": finding.place.line,
        "col": finding.place.column,
        "title": f"{finding.code} {finding.rule or 'rawcheck'} (rawcheck {__version__})",
    }
    fields = ",".join(f"{key}={_field(str(value))}" for key, value in values.items())
    lines = [sentence(finding), *([f"meant: {reason}"] if reason else [])]
    lines += [f"Again: {finding.words['again']}"] if finding.words.get("again") else []
    for other in findings[1:MAX_PLACES]:
        place = f"{path_of(other, options)}:{other.place.line}:{other.place.column}"
        lines.append(f"Also at {place}" + (f": {sentence(other)}" if sentence(other) != lines[0] else ""))
    if (more := len(findings) - MAX_PLACES) > 0:
        lines.append(f"Also at {counted(more, 'other place')}")
    return f"::{name} {fields}::{'%0A'.join(map(_escaped, lines))}"


def _fault(function: PlayedFunction, options: Options) -> str:
    """The annotation of a function that could not be played."""
    title = f"{function.name} was not played (rawcheck {__version__})"
    file, line = shown_path(function.place.file, options), function.place.line
    return f"::error file={_field(file)},line={line},title={_field(title)}::{_escaped(function.reason)}"


def _escaped(text: str) -> str:
    """A message on one line, in which nothing can begin another command."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _field(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")
