"""`rawcheck errata`: what codebases state, held against the rules as written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from errata.files import find
from errata.reports import Options, render
from errata.scan import scan_file
from verify.compare import judge
from verify.findings import LEVELS, Finding, Level, Place, Report


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
        files = find(Path(path))
        report.files += len(files.sources)
        for source in files.sources:
            scanned = scan_file(source)
            if scanned.problem:
                report.findings.append(
                    Finding("RC110", "unchecked", f"Not wholly read: {scanned.problem}", Place(source.name))
                )
            for table in scanned.tables:
                report.tables += 1
                for fact in table.facts:
                    verdict, finding = judge(fact)
                    report.facts.append((fact, verdict))
                    if finding:
                        report.findings.append(finding)
    worst = report.worst()
    return render(report, form, options), int(worst is not None and LEVELS.index(worst) <= LEVELS.index(fail_on))
