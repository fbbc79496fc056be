"""A report as SARIF 2.1.0, for code scanning: rules with their help, and results with places and fingerprints.

What is suppressed or in the baseline is left out, since code scanning would show it as an alert; what is suppressed
is listed as such if it is asked for.
"""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

from errata import __version__
from errata.report import Report
from errata.reports import Options, listed, path_of, suppressed
from errata.reports.text import decided, headline
from verify.codes import CODES
from verify.findings import Finding

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def render(report: Report, options: Options) -> str:
    """One run with all findings that were asked for."""
    found = listed(report, options)
    held = suppressed(report, options)
    codes = sorted({finding.code for finding in (*found, *(finding for finding, _ in held))})
    driver = {
        "name": "rawcheck",
        "version": __version__,
        "semanticVersion": __version__,
        "rules": [_rule(code) for code in codes],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [
            {
                "executionSuccessful": True,
                "toolExecutionNotifications": [
                    {"level": "note", "message": {"text": line}} for line in (*decided(report), headline(report))
                ],
            }
        ],
        "originalUriBaseIds": {"SRCROOT": {"description": {"text": "The folder in which rawcheck was run."}}},
        "results": [_result(finding, codes.index(finding.code), options) for finding in found]
        + [_result(finding, codes.index(finding.code), options) | _suppressed(reason) for finding, reason in held],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1, ensure_ascii=False)


def _rule(id: str) -> dict[str, Any]:
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


def _result(finding: Finding, index: int, options: Options) -> dict[str, Any]:
    region: dict[str, int] = {"startLine": finding.place.line, "startColumn": finding.place.column}
    source = f" [{finding.source}]" if finding.source else ""
    named = ("rule", "expected", "actual", "source")
    return {
        "ruleId": finding.code,
        "ruleIndex": index,
        "level": finding.level,
        "message": {"text": finding.message + source},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": quote(path_of(finding, options)), "uriBaseId": "SRCROOT"},
                    "region": region,
                }
            }
        ],
        "partialFingerprints": {"rawcheck/v1": finding.fingerprint},
        "properties": {name: value for name in named if (value := getattr(finding, name))} | _impact(finding),
    }


def _suppressed(reason: str) -> dict[str, Any]:
    return {"suppressions": [{"kind": "inSource", "justification": reason}]}


def _impact(finding: Finding) -> dict[str, Any]:
    return {"impact": finding.impact} if finding.impact else {}
