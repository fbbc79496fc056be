"""Reads what a probe found from its JSON, so that a site can show it: `rawcheck probe --format json --output FILE`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, TypeVar, get_args

from engine.errors import RawcheckError
from errata.report import FunctionVerdict, PlayedFunction, Report, Spread, spread_of
from errata.source.text import in_line
from verify.bounded_files import Unreadable, read_plain
from verify.finding_codes import CODES
from verify.findings import VERDICTS, Finding, Place, Results

MAX_BYTES = 50_000_000
WORDS = ("operation", "scene", "dice", "also", "inert", "shift", "again", "reason", "issue", "chance")
"""The words of a finding, as JSON has them."""
T = TypeVar("T")


def read_probe(path: str) -> Report:
    """The report that a file holds; raises RawcheckError if it is none of a probe."""
    try:
        return _report(json.loads(read_plain(path, MAX_BYTES)))
    except Unreadable as error:
        raise RawcheckError(f"{path}: {error}") from error
    except (ValueError, TypeError, KeyError, ArithmeticError, RecursionError) as error:
        raise RawcheckError(f"{path}: it is no report of `rawcheck probe --format json`") from error


def _report(record: object) -> Report:
    top = _typed(record, dict)
    if (top["tool"], top["command"]) != ("rawcheck", "probe"):
        raise ValueError("a report of something else")
    report = Report.of(Results("probe"))
    report.functions = [_function(_typed(function, dict)) for function in _typed(top["functions"], list)]
    report.not_offered = tuple(_text(name) for name in _typed(top["not_offered"], list))
    report.spreads = dict(_findings(report, _typed(top["findings"], list)))
    return report


def _findings(report: Report, records: list[object]) -> Iterator[tuple[str, Spread]]:
    """Adds the findings about functions; yields the numbers that show what differs, by fingerprint."""
    for n, record in enumerate(records):
        fields = _typed(record, dict)
        if "probe" not in fields:
            continue  # on the baseline
        known = _typed(fields["probe"], dict)
        texts = {name: _text(fields[name]) for name in ("code", "verdict", "rule", "expected", "actual", "source")}
        finding = Finding(
            **texts,  # type: ignore[arg-type]
            place=Place(_text(fields["file"]), _typed(fields["line"], int), _typed(fields["column"], int)),
            evidence=tuple(map(_text, _typed(fields["evidence"], list))),
            words=_words(known),
            impact={_text(name): _text(text) for name, text in _typed(fields["impact"], dict).items()},
            qualified_name=_text(known["function"]),
            case=_text(known.get("case", "")),
            contested_by=_text(known.get("contested_by", "")),
            nth=n,
        )
        known_case = finding.case in ("", "silent")
        if finding.code not in CODES or finding.verdict not in VERDICTS or not (known_case and finding.message):
            raise ValueError("no such finding")
        report.findings.append(finding)
        spread = _typed(known.get("spread", {}), dict)
        if spread and (read := spread_of(_text(spread["output"]), *map(_chances, (spread["rules"], spread["here"])))):
            yield finding.fingerprint, read


def _words(known: Mapping[str, Any]) -> dict[str, str]:
    words = {name: _text(known[name]) for name in WORDS if name in known}
    if "vector" in known:
        words["vector"] = json.dumps(_typed(known["vector"], dict), separators=(",", ":"))
    return words


def _chances(record: object) -> list[tuple[int, Fraction]]:
    return [(int(value), Fraction(_text(share))) for value, share in _typed(record, dict).items()]


def _function(record: Mapping[str, Any]) -> PlayedFunction:
    fields = {name: _text(record[name]) for name in ("operation", "title", "at", "label", "verdict", "reason")}
    if fields["verdict"] not in get_args(FunctionVerdict):
        raise ValueError("no such verdict")
    counts = {name: _typed(record[name], int) for name in ("scenes", "runs")}
    return PlayedFunction(**fields, **counts)  # type: ignore[arg-type]


def _text(value: object) -> str:
    return in_line(_typed(value, str))


def _typed(value: object, kind: type[T]) -> T:
    if type(value) is not kind:
        raise TypeError(f"no {kind.__name__}")
    return value
