"""A report as JUnit XML: a suite for each file, a case for each finding, and one for the values that agree."""

from __future__ import annotations

import re
from collections import Counter
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from errata import __version__
from errata.report import Report
from errata.reports import Options, listed, path_of, suppressed
from errata.reports.text import decided
from verify.findings import LEVELS, Finding, Level

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML cannot hold."""


def render(report: Report, options: Options) -> str:
    """The findings at the wanted level or above; those at the level at which the run fails are failures."""
    fail_on: Level = report.decision.fail_on if report.decision is not None else "error"
    findings: dict[str, list[Finding]] = {}
    for finding in listed(report, options):
        findings.setdefault(path_of(finding, options), []).append(finding)
    skipped: dict[str, list[tuple[Finding, str]]] = {}
    for finding, reason in suppressed(report, options):
        skipped.setdefault(path_of(finding, options), []).append((finding, reason))
    agreeing = Counter(options.base + fact.place.file for fact, verdict in report.facts if verdict == "agrees")
    suites = Element("testsuites", name=f"rawcheck {__version__}")
    for file in sorted({*findings, *skipped, *agreeing}):
        _add_suite(suites, file, findings.get(file, []), skipped.get(file, []), agreeing[file], fail_on)
    if report.decision is not None and report.decision.hidden:
        _add_hidden(suites, report)
    for element in suites.iter():
        element.attrib = {name: _NOT_XML.sub("�", value) for name, value in element.attrib.items()}
        element.text = _NOT_XML.sub("�", element.text) if element.text else None
    indent(suites)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(suites, encoding="unicode")}'


def _add_suite(
    suites: Element,
    file: str,
    findings: list[Finding],
    skipped: list[tuple[Finding, str]],
    agreeing: int,
    fail_on: Level,
) -> None:
    """Add the suite of one file."""
    suite = SubElement(
        suites,
        "testsuite",
        name=file,
        tests=str(len(findings) + len(skipped) + bool(agreeing)),
        failures=str(sum(_fails(finding, fail_on) for finding in findings)),
        skipped=str(len(skipped)),
    )
    for finding in findings:
        case = _add_case(suite, file, finding)
        if _fails(finding, fail_on):
            kind = f"{finding.level} {finding.code}"
            details = SubElement(case, "failure", type=kind, message=finding.message)
        else:
            details = SubElement(case, "system-out")
        source = [f"source: {finding.source}"] if finding.source else []
        details.text = "\n".join([finding.message, *source, *finding.evidence])
    for finding, reason in skipped:
        SubElement(_add_case(suite, file, finding), "skipped", message=f"{finding.message}; meant: {reason}")
    if agreeing:
        SubElement(suite, "testcase", classname=file, name=f"{agreeing} values agree")


def _add_case(suite: Element, file: str, finding: Finding) -> Element:
    """Add the case of one finding, without its outcome."""
    name = f"{finding.code} {finding.rule or 'rawcheck'} at {finding.place.line}:{finding.place.column}"
    return SubElement(suite, "testcase", classname=file, name=name, file=file, line=str(finding.place.line))


def _add_hidden(suites: Element, report: Report) -> None:
    """Add a suite for the decision of a gate that hides findings, as those that are shown may not explain it."""
    decision = report.decision
    assert decision is not None
    failed = decision.failed and not any(_fails(finding, decision.fail_on) for finding in report.findings)
    suite = SubElement(suites, "testsuite", name="rawcheck gate", tests="1", failures=str(int(failed)))
    case = SubElement(suite, "testcase", classname="rawcheck", name="what the change did not touch")
    text = "\n".join(decided(report))
    if failed:
        SubElement(case, "failure", type="error", message=text)
    else:
        SubElement(case, "system-out").text = text


def _fails(finding: Finding, fail_on: Level) -> bool:
    return LEVELS.index(finding.level) <= LEVELS.index(fail_on)
