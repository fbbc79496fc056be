"""A report as JUnit XML: a suite for each file, a case for each finding, and one for the values that agree.

Of a probe there is a case for each function.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from errata import __version__
from errata.report import Decision, PlayedFunction, Report
from errata.reports import Options, listed, path_of, shown_path, with_reasons
from errata.reports.parts.functions import RESULTS, details, findings_on, functions_of
from errata.reports.text import decided
from verify.findings import Finding, Level


def render(report: Report, options: Options) -> str:
    """The listed findings, as failures at the level at which the run fails, and the suppressed ones as skipped."""
    fail_on: Level = report.decision.fail_on if report.decision is not None else "error"
    if report.command == "probe":
        return _as_xml(_functions(report, options, fail_on))
    findings: dict[str, list[tuple[Finding, str]]] = defaultdict(list)
    for finding, reason in with_reasons(report, options):
        findings[path_of(finding, options)].append((finding, reason))
    agreeing = Counter(options.base + fact.place.file for fact, verdict in report.facts if verdict == "agrees")
    suites = Element("testsuites", name=f"rawcheck {__version__}")
    for file in sorted({*findings, *agreeing}):
        _add_suite(suites, file, findings[file], agreeing[file], fail_on)
    if report.decision is not None and report.decision.hidden:
        _add_decision(suites, report, report.decision)
    return _as_xml(suites)


def _as_xml(suites: Element) -> str:
    indent(suites)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(suites, encoding="unicode")}'


def _add_suite(suites: Element, file: str, findings: list[tuple[Finding, str]], agreeing: int, fail_on: Level) -> None:
    """Add the suite of a file: its findings, each with the reason if it is suppressed, and the values that agree."""
    suite = SubElement(
        suites,
        "testsuite",
        name=file,
        tests=str(len(findings) + bool(agreeing)),
        failures=str(sum(not reason and finding.is_at_least(fail_on) for finding, reason in findings)),
        skipped=str(sum(bool(reason) for _, reason in findings)),
    )
    for finding, reason in findings:
        place = finding.place
        name = f"{finding.code} {finding.rule or 'rawcheck'} at {place.line}:{place.column}"
        case = SubElement(suite, "testcase", classname=file, name=name, file=file, line=str(place.line))
        if reason:
            SubElement(case, "skipped", message=f"{finding.message}; meant: {reason}")
            continue
        if finding.is_at_least(fail_on):
            kind = f"{finding.level} {finding.code}"
            details = SubElement(case, "failure", type=kind, message=finding.message)
        else:
            details = SubElement(case, "system-out")
        source = [f"source: {finding.source}"] if finding.source else []
        details.text = "\n".join([finding.message, *source, *finding.evidence])
    if agreeing:
        SubElement(suite, "testcase", classname=file, name=f"{agreeing} values agree")


def _add_decision(suites: Element, report: Report, decision: Decision) -> None:
    """Add a suite for the decision of a gate that hides findings, as the listed ones may not explain it."""
    failed = decision.failed and not report.fails(decision.fail_on)
    suite = SubElement(suites, "testsuite", name="rawcheck gate", tests="1", failures=str(int(failed)))
    case = SubElement(suite, "testcase", classname="rawcheck", name="findings on lines that did not change")
    text = "\n".join(decided(report))
    if failed:
        SubElement(case, "failure", type="error", message=text)
    else:
        SubElement(case, "system-out").text = text


def _functions(report: Report, options: Options, fail_on: Level) -> Element:
    """A suite for each file with a case for each of its functions; then one for findings that are about none."""
    suites = Element("testsuites", name=f"rawcheck {__version__}")
    left = listed(report, options)
    by_file: dict[str, list[PlayedFunction]] = defaultdict(list)
    for function in functions_of(report):
        by_file[shown_path(function.place.file, options)].append(function)
    for file, functions in sorted(by_file.items()):
        suite = SubElement(suites, "testsuite", name=file, tests=str(len(functions)))
        for function in functions:
            findings = findings_on(function, left)
            left = [finding for finding in left if finding not in findings]
            _add_function(suite, file, function, findings, fail_on)
        for name, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            suite.set(name, str(len(suite.findall(f"testcase/{tag}"))))
    for finding in left:  # on an entry of the baseline, for one
        _add_suite(suites, path_of(finding, options), [(finding, "")], 0, fail_on)
    return suites


def _add_function(suite: Element, file: str, function: PlayedFunction, findings: list[Finding], fail_on: Level) -> None:
    """Add the case of a function: failed by its findings, in error by the adapter's own fault, or skipped."""
    line = str(function.place.line)
    case = SubElement(suite, "testcase", classname=file, name=function.name, file=file, line=line)
    text = "\n\n".join("\n".join([finding.message, *_details(finding)]) for finding in findings)
    if function.verdict in ("failed", "skipped"):
        SubElement(case, "error" if function.verdict == "failed" else "skipped", message=function.reason)
    elif failing := [finding for finding in findings if finding.is_at_least(fail_on)]:
        kind = f"{failing[0].level} {failing[0].code}"
        SubElement(case, "failure", type=kind, message=failing[0].message).text = text
    elif text or function.reason:
        SubElement(case, "system-out").text = text or f"{RESULTS[function.verdict]}: {function.reason}"


def _details(finding: Finding) -> list[str]:
    again = [("again", finding.words["again"])] if finding.words.get("again") else []
    vector = [("vector", finding.words["vector"])] if finding.words.get("vector") else []
    return [f"{label}: {text}" for label, text in (*details(finding), *again, *vector)]
