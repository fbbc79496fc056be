"""`rawcheck errata`: what codebases state, held against the rules as written."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.errors import RawcheckError
from errata.files import Files, find, shown
from errata.reports import Options
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
    if "" in paths:
        raise RawcheckError("an empty path names nothing; '.' is the folder you are in")
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
        scanned = scan_all(files.sources, done)
        from errata.diff import add, narrowed  # while other processes are at work
        from errata.reports import render

        stated[name] = add(report, scanned, prefix)
        for file, why in files.problems:
            place = Place(f"{prefix}/{file}" if prefix else file)
            report.findings.append(Finding("RC110", "unchecked", f"Not read: {why}", place))
    if len(paths) > 1:
        from errata.matrix import matrix

        report.matrix = matrix(stated)
    narrowed(report, wanted.rules, wanted.only)
    worst = report.worst()
    return render(report, form, options), int(worst is not None and LEVELS.index(worst) <= LEVELS.index(fail_on))


def _files(root: Path, tests: bool) -> Files:
    name = shown(os.fsencode(root))
    try:
        if not root.exists():
            raise RawcheckError(f"{name}: there is no such file or folder")
        if not root.is_file() and not root.is_dir():
            raise RawcheckError(f"{name}: it is no file but a device or a pipe")
        files = find(root, tests)
    except (OSError, ValueError) as error:
        raise RawcheckError(f"{name}: {(getattr(error, 'strerror', '') or str(error)).lower()}") from error
    if not files.sources and not files.problems:
        raise RawcheckError(f"{name}: nothing in it can be read; there are readers for code, data, pages and documents")
    return files


def _names(paths: Sequence[str]) -> list[str]:
    """A name for each codebase: the last part of its path, with a number where two are alike."""
    names: list[str] = []
    resolved = [Path(path).resolve() for path in paths]
    for n, path in enumerate(resolved):
        if path in resolved[:n]:
            raise RawcheckError(f"{paths[n]} is given twice")
        name = shown(os.fsencode(path.name)) or "root"
        names.append(name if name not in names else f"{name}-{len(names) + 1}")
    return names
