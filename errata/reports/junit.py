"""A report as JUnit XML: a suite for each file, a case for each finding, and one for what agrees."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from errata import __version__
from errata.report import Report
from errata.reports import Options, listed, meant, path_of
from errata.reports.text import decided
from verify.findings import LEVELS, Finding, Level

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Signs that no XML can hold."""


def render(report: Report, options: Options) -> str:
    """All findings that were asked for; those from the level on at which the run fails are failures."""
    fail_on: Level = report.decision.fail_on if report.decision is not None else "error"
    by_file: dict[str, list[Finding]] = {}
    for finding in listed(report, options):
        by_file.setdefault(path_of(finding, options), []).append(finding)
    held: dict[str, list[tuple[Finding, str]]] = {}
    for finding, reason in meant(report, options):
        held.setdefault(path_of(finding, options), []).append((finding, reason))
    right = Counter(options.base + fact.place.file for fact, verdict in report.facts if verdict == "agrees")
    suites = [
        _suite(file, by_file.get(file, []), held.get(file, []), right[file], fail_on)
        for file in sorted({*by_file, *held, *right})
    ]
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            f"<testsuites name={_quoted(f'rawcheck {__version__}')}>",
            *suites,
            *_hidden(report),
            "</testsuites>",
        ]
    )


def _suite(file: str, found: list[Finding], held: list[tuple[Finding, str]], right: int, fail_on: Level) -> str:
    failures = sum(_fails(finding, fail_on) for finding in found)
    cases = [_case(finding, file, fail_on) for finding in found]
    cases += [_skipped(finding, file, reason) for finding, reason in held]
    if right:
        cases.append(f"  <testcase classname={_quoted(file)} name={_quoted(f'{right} values agree')}/>")
    head = f'<testsuite name={_quoted(file)} tests="{len(cases)}" failures="{failures}" skipped="{len(held)}">'
    return "\n".join([head, *cases, "</testsuite>"])


def _hidden(report: Report) -> Iterator[str]:
    """A suite for what a gate decided, where that is not to be seen in the findings that are shown."""
    if report.decision is None or not report.decision.hidden:
        return
    told = "\n".join(decided(report))
    failed = report.decision.failed and not any(_fails(f, report.decision.fail_on) for f in report.findings)
    body = (
        f'<failure type="error" message={_quoted(told)}/>'
        if failed
        else f"<system-out>{escape(_clean(told))}</system-out>"
    )
    yield f'<testsuite name="rawcheck gate" tests="1" failures="{int(failed)}">'
    yield f'  <testcase classname="rawcheck" name="what the change did not touch">{body}</testcase>'
    yield "</testsuite>"


def _fails(finding: Finding, fail_on: Level) -> bool:
    return LEVELS.index(finding.level) <= LEVELS.index(fail_on)


def _place(finding: Finding, file: str) -> str:
    name = f"{finding.code} {finding.rule or 'rawcheck'} at {finding.place.line}:{finding.place.column}"
    return f'classname={_quoted(file)} name={_quoted(name)} file={_quoted(file)} line="{finding.place.line}"'


def _skipped(finding: Finding, file: str, reason: str) -> str:
    """What is meant is no failure, and no success either."""
    told = _quoted(f"{finding.message}; meant: {reason}")
    return f"  <testcase {_place(finding, file)}><skipped message={told}/></testcase>"


def _case(finding: Finding, file: str, fail_on: Level) -> str:
    place = _place(finding, file)
    told = [finding.message, *([f"source: {finding.source}"] if finding.source else []), *finding.evidence]
    text = escape(_clean("\n".join(told)))
    if _fails(finding, fail_on):
        kind = f"type={_quoted(f'{finding.level} {finding.code}')} message={_quoted(finding.message)}"
        return f"  <testcase {place}><failure {kind}>{text}</failure></testcase>"
    return f"  <testcase {place}><system-out>{text}</system-out></testcase>"


def _quoted(text: str) -> str:
    return quoteattr(_clean(text))


def _clean(text: str) -> str:
    return _NOT_XML.sub("�", text)
