"""A report for GitLab's code quality: a list of findings that a merge request compares with those of its target."""

from __future__ import annotations

import json
from typing import Any

from errata import __version__
from errata.report import Report
from errata.reports import Options, listed, path_of, suppressed
from verify.findings import Finding

_SEVERITIES = {"error": "major", "warning": "minor", "note": "info"}


def render(report: Report, options: Options) -> str:
    """The list, with what is meant if it is wanted; empty if nothing was found."""
    made = [_issue(f, options) for f in listed(report, options)]
    for finding, reason in suppressed(report, options):
        issue = _issue(finding, options)
        made.append(issue | {"severity": "info", "description": f"{issue['description']}; meant: {reason}"})
    return json.dumps(made, indent=1, ensure_ascii=False)


def _issue(finding: Finding, options: Options) -> dict[str, Any]:
    place = finding.place
    return {
        "type": "issue",
        "check_name": f"rawcheck/{finding.code}",
        "description": finding.message,
        "categories": ["Bug Risk"],
        "severity": _SEVERITIES[finding.level],
        "fingerprint": finding.fingerprint,
        "location": {
            "path": path_of(finding, options),
            "lines": {"begin": place.line},
            "positions": {"begin": {"line": place.line, "column": place.column}},
        },
        "rule": finding.rule,
        "engine": f"rawcheck {__version__}",
    }
