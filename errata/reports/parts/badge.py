"""The badge of a gate: JSON for the endpoint badge of shields.io."""

from __future__ import annotations

import json

from errata.impact.number_text import counted
from errata.report import Report
from verify.findings import LEVELS


def badge(report: Report) -> str:
    """Whether the gate passes, or the number of findings that fail it."""
    decision = report.decision
    message, color = "passing", "brightgreen"
    if decision is not None and decision.failed:
        levels = LEVELS[: LEVELS.index(decision.fail_on) + 1]
        counts = {level: sum(finding.level == level for finding in report.findings) for level in levels}
        message = ", ".join(counted(count, level) for level, count in counts.items() if count) or "failing"
        color = "red"
    return json.dumps({"schemaVersion": 1, "label": "rawcheck", "message": message, "color": color})
