"""`rawcheck errata`: what codebases state, held against the rules as written."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.errors import RawcheckError
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook
from errata.report import Found, Report
from errata.reports import Options, render
from errata.reports.parts.excerpts import texts_of
from errata.source.cache import Cache, key_of, name_of
from errata.source.files import Files, Source, find, shown
from errata.source.paths import Path
from verify.findings import Fact, Finding, Level, Place

if TYPE_CHECKING:
    from errata.source.scan import Scanned

Progress = Callable[[int], Callable[[], None]]


@dataclass(frozen=True)
class Wanted:
    """What is wanted of a run: rules by globs, verdicts, tests too, only a list of all tables, the cache."""

    rules: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    tests: bool = False
    dump: bool = False
    cached: bool = True
    fixing: Fixing | None = None


@dataclass(frozen=True)
class Fixing:
    """How wrong literals are rewritten: contested and doubtful ones too, as a patch only, over uncommitted changes."""

    unsafe: bool = False
    only_patch: bool = False
    allow_dirty: bool = False
    rounds: int = 4
    """How often it is tried again: what is put right may let more be recognised."""

    @classmethod
    def of(cls, fix: bool, fix_unsafe: bool, diff: bool, allow_dirty: bool) -> Fixing | None:
        """What the options ask for; None if nothing is to be rewritten."""
        return cls(fix_unsafe, diff, allow_dirty) if fix or fix_unsafe or diff else None

    def next(self) -> Fixing:
        """The same, one round later, over what was just written."""
        return replace(self, allow_dirty=True, rounds=self.rounds - 1)


def errata(
    paths: Sequence[str], form: str, options: Options, fail_on: Level, wanted: Wanted, progress: Progress
) -> tuple[str, int]:
    """What `rawcheck errata` prints, and its exit code."""
    refuse(paths)
    found = [files_of(path, wanted.tests) for path in paths]
    if wanted.dump:
        from errata.dump import dump

        return dump(source for files in found for source in files.sources), 0
    report = _reported(paths, found, wanted, progress)
    if wanted.fixing is not None:
        if len(paths) > 1:
            raise RawcheckError("--fix and --diff take one path")
        from errata.gate.configuration import load

        if (settings := load(paths[0])).file:
            told = f"{settings.beside(settings.file)} may say what is meant"
            raise RawcheckError(f"{told}: rawcheck gate --fix keeps to it, and errata does not")
        from errata.fix.fixed_files import fix_all, fixed_summary, not_fixed_summary, patch_of

        facts = [fact for fact, _ in report.facts]
        open_ = _not_meant(report, facts)
        fixes, left = fix_all(found[0].sources, open_, facts, RAW, wanted.fixing)
        if wanted.fixing.only_patch:
            return patch_of(fixes, paths[0]).rstrip("\n"), int(bool(fixes))
        if fixes:
            further = wanted.fixing.next() if wanted.fixing.rounds else None
            text, code = errata(paths, form, options, fail_on, replace(wanted, fixing=further), progress)
            return f"{fixed_summary(fixes)}\n\n{text}" if form == "text" else text, code
        report.fixed = not_fixed_summary(open_, left)
    return render(report, form, options), _exit_code(report, fail_on)


def _not_meant(report: Report, facts: list[Fact]) -> list[Finding]:
    """The findings that no remark in the code says are meant."""
    from datetime import date

    from errata.gate.suppressions import applied, rows_of, suppressions

    return applied(report.findings, suppressions(report.suppression_comments, (), ""), rows_of(facts), date.today())[0]


def _exit_code(report: Report, fail_on: Level) -> int:
    """1 if anything is as grave as that, 2 if nothing could be read at all."""
    unread = sum(finding.code == "RC110" for finding in report.findings)
    if any(finding.code == "RC111" for finding in report.findings):
        return 2
    if not report.facts and report.files <= unread and (unread or report.skipped):
        return 2
    return int(report.fails(fail_on))


def _reported(paths: Sequence[str], found: Sequence[Files], wanted: Wanted, progress: Progress) -> Report:
    """What was found in each of the codebases, as far as it is wanted."""
    report = Report("errata")
    names = names_of(paths)
    done = progress(sum(len(files.sources) for files in found))
    stated = {}
    for path, name, files in zip(paths, names, found, strict=True):
        report.files += len(files.sources)
        for reason, count in files.skipped.items():
            report.skipped[reason] = report.skipped.get(reason, 0) + count
        told = checked(path, files, done, Cache() if wanted.cached else None)
        report.add(told.below(name) if len(paths) > 1 else told)
        report.texts = {**report.texts, **texts_of(files.sources, f"{name}/" if len(paths) > 1 else "")}
        stated[name] = told.facts
    if len(paths) > 1:
        from errata.errata_diff import matrix

        report.matrix = matrix(stated)
    if wanted.rules or wanted.only:
        from errata.errata_diff import narrowed

        narrowed(report, wanted.rules, wanted.only)
    return report


def report_of(root: Path, files: Files, done: Callable[[], None], cached: bool) -> Report:
    """What was found in one codebase."""
    report = Report("errata", files=len(files.sources), skipped=dict(files.skipped), texts=texts_of(files.sources))
    report.add(checked(root, files, done, Cache() if cached else None))
    return report


def checked(root: Path, files: Files, done: Callable[[], None], cache: Cache | None, book: Rulebook = RAW) -> Found:
    """What a codebase states, judged: as it was found before, as far as nothing has changed since."""
    by = key_of(book.name, *(f"{id}={book.rule(id).text}" for id in book.changes_from(RAW)) if book is not RAW else ())
    run, by_file = f"{name_of(root)}-run", f"{name_of(root)}-files"
    known: dict[bytes, Scanned] = {}
    keys: list[bytes] = []
    if cache is not None and cache.has(run):
        keys = [_key(source) for source in files.sources]
        if (kept := cache.get(run, key_of(by, *keys))) is not None:
            for _ in files.sources:
                done()
            return _with_problems(Found(*kept), files)
        known = cache.get(by_file) or {}
    from errata.source.workers import scan_all

    scanned = scan_all(files.sources, done, [known.get(key) for key in keys])
    from errata.errata_diff import judged  # while other processes are at work

    every = list(scanned)
    lasting = all(one.key for one in every)
    found = judged(every, book)._replace(lasting=lasting)
    if cache is not None:
        if lasting:
            cache.put(run, tuple(found), key_of(by, *(one.key for one in every)))
        cache.put(by_file, {one.key: one for one in every if one.key})
    return _with_problems(found, files)


def _key(source: Source) -> bytes:
    try:
        return source.key(source.data())
    except OSError:
        return b""


def _with_problems(found: Found, files: Files) -> Found:
    """With a finding for each file that could not be read at all."""
    told = [
        Finding("RC110", "unchecked", f"Not read: {why}", Place(file), level_given="warning")
        for file, why in files.problems
    ]
    return found._replace(findings=[*found.findings, *told], lasting=found.lasting and not told)


def files_of(
    root: Path, tests: bool, named: Callable[[str], bool] = lambda _: False, way: str = "--tests reads tests"
) -> Files:
    """The files of a codebase that are read; or a word why there are none, and by which way tests are read too."""
    name = shown(os.fsencode(root))
    try:
        if not (os.path.isfile(root) or stat.S_ISDIR(os.stat(root).st_mode)):
            raise RawcheckError(f"{name}: it is no file but a device or a pipe")
        files = find(root, tests, named)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise RawcheckError(f"{name}: there is no such file or folder") from error
    except (OSError, ValueError) as error:
        raise RawcheckError(f"{name}: {(getattr(error, 'strerror', '') or str(error)).lower()}") from error
    if not files.sources and not files.problems:
        left = ", ".join(f"{what} {count:,}" for what, count in sorted(files.skipped.items()) if count)
        why = f"all of it was left out: {left}" + f"; {way}" * bool(files.skipped["tests"])
        told = why if left else "nothing in it can be read; there are readers for code, data, pages and documents"
        raise RawcheckError(f"{name}: {told}")
    return files


def refuse(paths: Sequence[str]) -> None:
    """An empty path is a mistake of a script, and not the folder that one is in; a link may lead to itself."""
    for path in paths:
        if not path:
            raise RawcheckError("an empty path names nothing; '.' is the folder you are in")
        try:
            os.path.realpath(path, strict=True)
        except OSError as error:
            if error.errno == errno.ELOOP:
                raise RawcheckError(f"{shown(os.fsencode(path))}: it is a link that leads to itself") from error


def names_of(paths: Sequence[str]) -> list[str]:
    """A name for each codebase: the last part of its path, with a number where two are alike."""
    names: list[str] = []
    resolved = [os.path.realpath(path) for path in paths]
    for n, path in enumerate(resolved):
        if path in resolved[:n]:
            raise RawcheckError(f"{paths[n]} is given twice")
        name = shown(os.fsencode(os.path.basename(path))) or "root"
        names.append(name if name not in names else f"{name}-{len(names) + 1}")
    return names
