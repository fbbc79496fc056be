"""`rawcheck errata`: what codebases state, held against the rules as written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from engine.raw import RAW
from errata.files import find
from errata.reports import Options, render
from errata.scan import Table, scan_file
from verify.compare import judge
from verify.findings import LEVELS, Fact, Finding, Level, Place, Report


def errata(
    paths: Sequence[str],
    form: str,
    options: Options,
    fail_on: Level,
    progress: Callable[[int], Callable[[], None]],
) -> tuple[str, int]:
    """What `rawcheck errata` prints, and its exit code."""
    report = Report("errata")
    for path in paths:
        _check(Path(path), report, progress)
    worst = report.worst()
    return render(report, form, options), int(worst is not None and LEVELS.index(worst) <= LEVELS.index(fail_on))


def _check(root: Path, report: Report, progress: Callable[[int], Callable[[], None]]) -> None:
    files = find(root)
    report.files += len(files.sources)
    done = progress(len(files.sources))
    scanned = []
    for source in files.sources:
        scanned.append(scan_file(source))
        done()
    report.findings += [Finding("RC110", "unchecked", f"Not read: {why}", Place(name)) for name, why in files.problems]
    once = next((one.file for one in scanned if one.plays_once), "")
    for one in scanned:
        if one.problem:
            report.findings.append(Finding("RC110", "unchecked", f"Not wholly read: {one.problem}", Place(one.file)))
        report.findings += one.findings
        report.tables += len(one.tables)
        for fact in (*(fact for table in one.tables for fact in table.facts), *one.constants):
            verdict, finding = judge(fact)
            report.facts.append((fact, verdict))
            report.findings += [finding] if finding is not None else []
        for code, message, fact in one.played:
            _judge_played(code, message, fact, report)
        if once:
            report.findings += [found for table in one.tables for found in _single(table, once)]


def _judge_played(code: str, message: str, fact: Fact, report: Report) -> None:
    verdict, finding = judge(fact)
    report.facts.append((fact, verdict))
    if finding is not None:
        rule = RAW.rule(fact.rule)
        told = f"{message}; {rule.title}: {rule.text} in {RAW.name}"
        level: Level = "warning" if verdict == "contested" else "error"
        report.findings.append(replace(finding, code=code, message=told, level_given=level))


def _single(table: Table, once: str) -> Iterator[Finding]:
    """Barbettes without a damage multiple, in a codebase that plays them with one of 1."""
    rule = RAW.rule("space/damage-multiples/barbette")
    for name, line, column in table.single:
        message = f"{name}: no damage multiple, and {once} takes it as 1; {rule.text} in {RAW.name}"
        yield Finding("RC808", "differs", message, Place(table.file, line, column), rule.id, rule.text, "×1", rule.cite)
