"""`rawcheck errata`: what codebases state, held against the rules as written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.errors import RawcheckError
from errata.diff import add, narrowed
from errata.files import Files, find
from errata.matrix import matrix
from errata.reports import Options, render
from errata.workers import scan_all
from verify.findings import LEVELS, Finding, Level, Place, Report

Progress = Callable[[int], Callable[[], None]]


@dataclass(frozen=True)
class Wanted:
    """What is wanted of a run: rules by globs, verdicts, whether tests are read, or only a list of all tables."""

    rules: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    tests: bool = False
    dump: bool = False


def errata(
    paths: Sequence[str], form: str, options: Options, fail_on: Level, wanted: Wanted, progress: Progress
) -> tuple[str, int]:
    """What `rawcheck errata` prints, and its exit code."""
    found = [_files(Path(path), wanted.tests) for path in paths]
    if wanted.dump:
        from errata.dump import dump

        return dump(source for files in found for source in files.sources), 0
    report = Report("errata")
    names = _names(paths)
    done = progress(sum(len(files.sources) for files in found))
    stated = {}
    for name, files in zip(names, found, strict=True):
        prefix = name if len(paths) > 1 else ""
        report.files += len(files.sources)
        for reason, count in files.skipped.items():
            report.skipped[reason] = report.skipped.get(reason, 0) + count
        stated[name] = add(report, scan_all(files.sources, done), prefix)
        for file, why in files.problems:
            place = Place(f"{prefix}/{file}" if prefix else file)
            report.findings.append(Finding("RC110", "unchecked", f"Not read: {why}", place))
    if len(paths) > 1:
        report.matrix = matrix(stated)
    worst = report.worst()
    narrowed(report, wanted.rules, wanted.only)
    return render(report, form, options), int(worst is not None and LEVELS.index(worst) <= LEVELS.index(fail_on))


def _files(root: Path, tests: bool) -> Files:
    try:
        if not root.exists():
            raise RawcheckError(f"{root}: there is no such file or folder")
        files = find(root, tests)
    except OSError as error:
        raise RawcheckError(f"{root}: {(error.strerror or str(error)).lower()}") from error
    if not files.sources and not files.problems:
        raise RawcheckError(f"{root}: nothing in it can be read; there are readers for code, data, pages and documents")
    return files


def _names(paths: Sequence[str]) -> list[str]:
    """A name for each codebase: the last part of its path, with a number where two are alike."""
    names: list[str] = []
    for path in paths:
        name = Path(path).resolve().name or "root"
        names.append(name if name not in names else f"{name}-{len(names) + 1}")
    return names
