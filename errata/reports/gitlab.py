"""A report for GitLab's code quality: a list of findings that a merge request compares with those of its target."""

from __future__ import annotations

import json
from typing import Any

from errata import __version__
from errata.report import Report
from errata.reports import Options, path_of, with_reasons
from verify.findings import Finding

_SEVERITIES = {"error": "major", "warning": "minor", "note": "info"}


def render(report: Report, options: Options) -> str:
    """The listed findings, then the suppressed ones."""
    issues = [_issue(finding, reason, options) for finding, reason in with_reasons(report, options)]
    return json.dumps(issues, indent=1)


def _issue(finding: Finding, reason: str, options: Options) -> dict[str, Any]:
    """The issue of a finding; `reason` says why it is suppressed."""
    line, column = finding.place.line, finding.place.column
    return {
        "type": "issue",
        "check_name": f"rawcheck/{finding.code}",
        "description": f"{finding.message}; meant: {reason}" if reason else finding.message,
        "categories": ["Bug Risk"],
        "severity": "info" if reason else _SEVERITIES[finding.level],
        "fingerprint": finding.fingerprint,
        "location": {
            "path": path_of(finding, options),
            "lines": {"begin": line},
            "positions": {"begin": {"line": line, "column": column}},
        },
        "rule": finding.rule,
        "engine": f"rawcheck {__version__}",
    }
