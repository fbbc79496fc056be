"""The functions that a probe played, and its findings: what every format says of them, and how a terminal shows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from errata.impact.number_text import counted
from errata.report import PlayedFunction, Report
from errata.reports.parts.grouping import impact_of
from errata.terminal import wrapped
from verify.finding_codes import CODES
from verify.findings import Finding

_COLOURS = {"error": "31", "warning": "33", "note": "36"}
RESULTS = {
    "differs": "differs",
    "contested": "contested",
    "known": "known to differ",
    "failed": "FAILED",
    "skipped": "skipped",
    "agrees": "agrees",
}
"""What came of a function, in words; the gravest first."""


def details(finding: Finding) -> list[tuple[str, str]]:
    """What a probe knows of a difference, each with its label; empty for a finding about no scene."""
    words = finding.words
    if not words.get("scene"):
        return []
    ordinary = words["scene"] == "everything ordinary"
    is_silent = finding.case == "silent"
    by = finding.contested_by if is_silent else "rules"
    unusual = finding.code not in ("RC951", "RC952")
    found = [
        ("scene", words["scene"] if ordinary else f"{words['scene']}, all else ordinary"),
        ("here", finding.actual),
        (by, finding.expected),
        ("book", ": ".join(filter(None, (finding.source, finding.rule)))),
        ("note", f"the references do not say; {by} decides it here" if is_silent else ""),
        ("note", f"by the rules {words['inert']} makes no difference here" if words.get("inert") else ""),
        ("dice", words.get("dice", "")),
        ("also", f"at {words['also']}" if words.get("also") else ""),
        ("always", f"every scene is as with DM{words['shift']}" if words.get("shift") else ""),
        ("right", f"by {finding.contested_by}" if finding.contested_by and not is_silent else ""),
        ("does", impact_of(finding)),
        ("means", CODES[finding.code].title if unusual else ""),
    ]
    return [(label, text) for label, text in found if text]


def findings_on(function: PlayedFunction, findings: Iterable[Finding]) -> list[Finding]:
    """The findings on a function."""
    about = (function.name, function.place)
    return [finding for finding in findings if (finding.qualified_name, finding.place) == about]


def functions_of(report: Report) -> list[PlayedFunction]:
    """The functions, by operation, those of an operation by what came of them."""
    return sorted(report.functions, key=lambda f: (f.operation, list(RESULTS).index(f.verdict), f.place))


def faults(report: Report) -> list[PlayedFunction]:
    """The functions that could not be played, by the adapter's own fault."""
    return [function for function in report.functions if function.verdict == "failed"]


def functions_in_text(report: Report, findings: Iterable[Finding], width: int, coloured: bool) -> Iterator[str]:
    """The findings one by one, then the functions that were not played or are known to differ."""
    for finding in findings:
        yield from _finding(finding, width, coloured)
        yield ""
    others = [function for function in report.functions if function.verdict in ("failed", "skipped", "known")]
    for function in others:
        result = "known" if function.verdict == "known" else RESULTS[function.verdict]
        text = f"{result}  {function.name}  {function.at}  {function.reason}"
        yield from wrapped(text, width, "", "        ")
    if others:
        yield ""


def _finding(finding: Finding, width: int, coloured: bool) -> Iterator[str]:
    """One finding: where, the scene, what came and what the rules have, dice that prove it, how to see it again."""
    mark = f"{finding.level} {finding.code}"
    painted = f"\x1b[{_COLOURS[finding.level]}m{mark}\x1b[0m" if coloured else mark
    yield f"{finding.qualified_name or finding.rule or 'rawcheck'}  {place_in_words(finding)}  {painted}"
    for label, text in details(finding):
        yield from wrapped(f"{label:6} {text}", width, "  ", "         ")
    if again := finding.words.get("again"):
        yield f"  again  {again}"  # in one line, to be pasted
    else:
        yield from wrapped(finding.message, width, "  ", "  ")


def place_in_words(finding: Finding) -> str:
    """Where the function is; adapters seldom say the column."""
    file, line, column = finding.place
    return f"{file}:{line}" if column == 1 else f"{file}:{line}:{column}"


def probed(report: Report) -> str:
    """How much was played."""
    scenes, runs = (sum(getattr(function, what) for function in report.functions) for what in ("scenes", "runs"))
    offered = len({function.operation for function in report.functions})
    whole = offered + len(report.not_offered)
    return f"{counted(scenes, 'scene')}, {counted(runs, 'run')}; {offered} of {whole} operations offered"


def probe_headline(report: Report) -> str:
    """The number of functions that differ from the rules, and of the others."""
    verdicts = report.by_verdict()
    known = sum(function.verdict == "known" for function in report.functions)
    parts = [
        f"{verdicts['differs']:,} of {counted(len(report.functions), 'function')} "
        f"differ{'s' * (1 in (verdicts['differs'], len(report.functions)))} from the rules"
        + (f" ({known:,} known)" if known else ""),
        f"{verdicts['agrees']:,} agree{'s' * (verdicts['agrees'] == 1)}",
    ]
    others = (("contested", "contested"), ("unchecked", "not played"))
    return ", ".join(parts + [f"{verdicts[verdict]:,} {words}" for verdict, words in others if verdicts[verdict]])
