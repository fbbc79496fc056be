"""A report as SARIF 2.1.0, for code scanning: rules with their help, and results with places and fingerprints.

Known findings (those in the baseline) are left out, as code scanning ignores `baselineState` and would show them as
alerts; `--show-known` adds them. Suppressed ones are marked.
"""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

from errata import __version__
from errata.excerpts import value_lengths
from errata.report import Report
from errata.reports import Options, path_of, sentence, with_reasons
from errata.reports.parts.functions import faults
from errata.reports.text import decided, headline
from verify.finding_codes import CODES, Chapter
from verify.findings import Finding

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def render(report: Report, options: Options) -> str:
    """One run with the listed findings, then the suppressed ones; of a gate, each with its state."""
    decision = report.decision
    findings = [(finding, reason, "new" if decision else "") for finding, reason in with_reasons(report, options)]
    if decision is not None and options.known:
        findings += [(finding, "", "unchanged") for finding in decision.known_findings]
    lengths = value_lengths([finding for finding, *_ in findings], report.texts)
    codes = sorted({finding.code for finding, *_ in findings})
    driver = {
        "name": "rawcheck",
        "version": __version__,
        "semanticVersion": __version__,
        "rules": [_rule(code) for code in codes],
    }
    notifications = [{"level": "note", "message": {"text": line}} for line in (*decided(report), headline(report))]
    notifications += [
        {"level": "error", "message": {"text": f"{function.name} at {function.at} was not played: {function.reason}"}}
        for function in faults(report)
    ]
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": not faults(report), "toolExecutionNotifications": notifications}],
        "originalUriBaseIds": {"SRCROOT": {"description": {"text": "The folder in which rawcheck was run."}}},
        "results": [
            _result(finding, codes.index(finding.code), length, options)
            | ({"suppressions": [{"kind": "inSource", "justification": reason}]} if reason else {})
            | ({"baselineState": state} if state else {})
            for (finding, reason, state), length in zip(findings, lengths, strict=True)
        ],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1)


def _rule(id: str) -> dict[str, Any]:
    """A finding code with its help."""
    code = CODES[id]
    help_text = f"{code.means}\n\nWhy it matters: {code.matters}\n\nWhat to do: {code.do}"
    return {
        "id": code.id,
        "name": "".join(word.capitalize() for word in code.title.split()),
        "shortDescription": {"text": code.title},
        "fullDescription": {"text": code.means},
        "help": {"text": help_text, "markdown": help_text + f"\n\n`rawcheck explain {code.id}` tells more."},
        "defaultConfiguration": {"level": code.level},
        "properties": {"tags": ["rules-as-written"]},
    }


def _result(finding: Finding, index: int, length: int, options: Options) -> dict[str, Any]:
    """A finding; `index` is that of its code among the rules, and `length` that of its value in the file."""
    properties = ("rule", "expected", "actual", "source", "impact")
    words = finding.words if finding.chapter is Chapter.CONFORMANCE else {}
    place = finding.place
    end = {"endColumn": place.column + length} if length else {}
    return {
        "ruleId": finding.code,
        "ruleIndex": index,
        "level": finding.level,
        "message": {"text": sentence(finding)},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": quote(path_of(finding, options)), "uriBaseId": "SRCROOT"},
                    "region": {"startLine": place.line, "startColumn": place.column, **end},
                }
            }
        ],
        "partialFingerprints": {"rawcheck/v1": finding.fingerprint},
        "properties": {name: value for name in properties if (value := getattr(finding, name))}
        | {name: text for name, text in words.items() if text},
    }
