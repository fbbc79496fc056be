"""A report as JSON: the contract that other tools rely on. `schema.json` beside this file describes it."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from engine.dice.distribution import Distribution
from errata import __version__
from errata.impact.results import Change, Panel
from errata.report import PlayedFunction, Report
from errata.reports import Options
from verify.documents.coverage import CATEGORIES, Account
from verify.finding_codes import Chapter
from verify.findings import Fact, Finding, Verdict


def render(report: Report, options: Options) -> str:
    """The whole report, with the findings of all levels."""
    result: dict[str, Any] = {
        "tool": "rawcheck",
        "version": __version__,
        "command": report.command,
        "summary": report.summary(),
        "findings": [_finding(finding) | _probed(finding, report) for finding in report.sorted()],
    }
    if report.command == "probe":
        result["functions"] = [_fields(f, " ".join(PlayedFunction._fields)) for f in report.functions]
        result["not_offered"] = report.not_offered
    if options.facts:
        result["facts"] = [_fact(fact, verdict, report) for fact, verdict in report.facts]
    if report.notes:
        result["told"] = report.notes
    if report.is_of_code:
        result["skipped"] = report.skipped
        result["unread_languages"] = report.unread_languages
    if report.unknown_settings:
        result["left_alone"] = report.unknown_settings
    if report.decision is not None:
        result["gate"] = {
            **_fields(report.decision, "failed fail_on known"),
            "suppressed": [{"finding": _finding(f), "reason": reason} for f, reason in report.decision.suppressed],
            "passed": report.decision.let_through,
            "hidden": report.decision.hidden,
        }
    if report.matrix is not None:
        result["matrix"] = [
            {
                "rule": rule,
                "expected": report.expected(rule)[0],
                "stated": dict(zip(report.matrix.names, values, strict=True)),
            }
            for rule, values in report.matrix.rows
        ]
        result["outliers"] = report.matrix.outliers
    if report.panel is not None:
        result["panel"] = _panel(report.panel)
    if options.coverage:
        result["coverage"] = [_account(account) for account in options.coverage]
    return json.dumps(result, indent=1)


def _fields(thing: object, names: str) -> dict[str, Any]:
    """Some attributes of a thing, as they are called."""
    return {name: getattr(thing, name) for name in names.split()}


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        **_fields(finding, "code level verdict rule message expected actual"),
        **finding.place._asdict(),
        **_fields(finding, "source evidence impact fingerprint"),
    }


def _probed(finding: Finding, report: Report) -> dict[str, Any]:
    """What a probe knows of a finding: the words that there are, the vector, and the number that shows what differs."""
    if report.command != "probe" or finding.chapter is not Chapter.CONFORMANCE:
        return {}
    words = {name: text for name, text in finding.words.items() if text}
    known: dict[str, Any] = {"function": finding.qualified_name, **words}
    if finding.case:
        known["case"] = finding.case
    if finding.contested_by:
        known["contested_by"] = finding.contested_by
    if "vector" in words:
        known["vector"] = json.loads(words["vector"])
    if spread := report.spreads.get(finding.fingerprint):
        known["spread"] = {"output": spread.output, "rules": _chances(spread.rules), "here": _chances(spread.here)}
    return {"probe": known}


def _chances(distribution: Distribution) -> dict[str, str]:
    """The values of a distribution with their chances, as fractions."""
    return {str(n): str(share) for n, share in distribution.pmf().items()}


def _fact(fact: Fact, verdict: Verdict, report: Report) -> dict[str, Any]:
    expected, source = report.expected(fact.rule)
    actual = fact.printed
    if report.command == "pdf":  # here the book is right
        expected, actual = actual, expected
    return {
        "verdict": verdict,
        "rule": fact.states.id(fact.rule),
        "expected": expected,
        "actual": actual,
        **fact.place._asdict(),
        "source": source,
        "evidence": fact.evidence,
    }


def _panel(panel: Panel) -> dict[str, Any]:
    """The impact of house rules: figures as fractions, distributions as values with their chances."""
    return {
        "played": panel.played,
        "alone": {name: scene.sentence for name, scene in panel.alone.items()},
        "together": {
            name: {"partners": partners, "sentence": scene.sentence}
            for name, (partners, scene) in panel.together.items()
        },
        "scenes": [
            {
                **_fields(scene, "title family sentence given"),
                "figures": [_change(change) for change in scene.changes],
            }
            for scene in panel.scenes
        ],
        "sweeps": [
            {
                **_fields(sweep, "rule what unit book"),
                "points": [{"value": value, "outcome": _number(outcome)} for value, outcome in sweep.points],
            }
            for sweep in panel.sweeps
        ],
    }


def _change(change: Change) -> dict[str, Any]:
    spreads = list(map(_chances, change.spreads or ()))
    return {
        **_fields(change, "name unit"),
        **{name: _number(value) for name, value in _fields(change, "before after difference distance").items()},
        "alone": {name: str(effect) for name, effect in change.alone.items()},
        "together": str(change.together),
        "joined": change.joined,
        "variances": dict(zip(("before", "after"), map(str, change.variances or ()), strict=False)),
        "distributions": dict(zip(("before", "after"), spreads, strict=False)),
    }


def _number(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


def _account(account: Account) -> dict[str, Any]:
    """The coverage of a document."""
    return {
        "file": account.document.name,
        "numbers": len(account.numbers),
        **{category: account.count(category) for category in CATEGORIES},
        "unclaimed_numbers": [_fields(number, "line column text around") for number in account.unclaimed],
    }
