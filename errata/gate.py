"""`rawcheck gate`: what `errata` finds, less what is meant and what was there before; and whether that may pass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import RawcheckError
from engine.raw import RAW
from engine.rulebook import Rulebook
from errata import baseline
from errata.cache import Cache
from errata.codebase import Fixing, checked, files_of
from errata.files import Files
from errata.ignored import Patterns, is_ignored, patterns
from errata.settings import Settings, glob_of, load
from errata.suppressions import applied, complaints, suppressions
from verify.findings import LEVELS, Decision, Finding, Found, Level, Place, Report

if TYPE_CHECKING:
    from errata.changes import Touched

Progress = Callable[[int], Callable[[], None]]


@dataclass(frozen=True)
class Asked:
    """What is asked of a gate on the command line."""

    fail_on: Level | None = None
    update: bool = False
    accept_new: bool = False
    since: str = ""
    cached: bool = True
    today: date | None = None
    fixing: Fixing | None = None


def gate(path: str, asked: Asked, progress: Progress) -> tuple[Report, int]:
    """The report of a gate, and its exit code."""
    if not path:
        raise RawcheckError("an empty path names nothing; '.' is the folder you are in")
    root = Path(path)
    settings = load(root)
    files = _files(root, settings)
    book = _book(settings)
    found = checked(root, files, progress(len(files.sources)), Cache() if asked.cached else None, book)
    report = Report("gate", book, len(files.sources), skipped=dict(files.skipped))
    report.add(found)
    report.findings = list(_counted(report.findings, settings))
    made = Decision(asked.fail_on or settings.fail_on, passed=_passed(report))
    failed = [finding for finding in report.findings if finding.code == "RC111"]  # no baseline hides a fault of ours
    report.findings = [finding for finding in report.findings if finding.code != "RC111"]
    own = [*failed, *_suppressed(report, made, found, settings, asked), *_unbound(found, files, settings)]
    if not report.facts:
        own.append(Finding("RC906", "unchecked", "Nothing was checked: no rule was recognised in any file", Place(".")))
    own += _against_baseline(report, made, settings, {source.name for source in files.sources}, asked)
    report.findings += own
    if asked.fixing is not None:
        from errata.fixes import NOTHING, fix_all, told_of

        fixes = fix_all(root, files.sources, report.findings, (f for f, _ in report.facts), book, asked.fixing)
        if fixes and not asked.fixing.only_patch:
            again, code = gate(path, replace(asked, fixing=None), progress)
            again.fixed = told_of(fixes)
            return again, code
        if asked.fixing.only_patch:
            report.fixed = "".join(one.patch() for one in fixes) or NOTHING
    worst = report.worst()
    made.failed = worst is not None and LEVELS.index(worst) <= LEVELS.index(made.fail_on)
    if asked.since:
        _only_touched(report, made, root, asked.since)
    report.decision = made
    return report, 2 if any(finding.code == "RC111" for finding in own) else int(made.failed)


def _files(root: Path, settings: Settings) -> Files:
    """The files that the configuration includes, each with what it says of its tables."""
    files = files_of(root, settings.tests)
    above = _prefix(root, settings)
    kept, left_out = [], 0
    included, excluded = (patterns("\n".join(globs), "") for globs in (settings.include, settings.exclude))
    for source in files.sources:
        name = above + source.name
        if (included and not _fits(name, included)) or _fits(name, excluded):
            left_out += 1
            continue
        bound = tuple((one.at, one.rule) for one in settings.tables if one.file == name)
        kept.append(replace(source, bound=bound) if bound else source)
    files.sources = kept
    if left_out:
        files.skipped["left out by the configuration"] += left_out
    return files


def _fits(name: str, globs: list[Patterns]) -> bool:
    """Whether a file, or a folder that it is in, fits patterns as in `.gitignore`."""
    folders = [name[:n] for n, sign in enumerate(name) if sign == "/"]
    return bool(globs) and (
        is_ignored(name, False, tuple(globs)) or any(is_ignored(f, True, tuple(globs)) for f in folders)
    )


def _prefix(root: Path, settings: Settings) -> str:
    """What stands before the name of a file where the configuration is in a folder above."""
    folder = root.resolve() if root.is_dir() else root.resolve().parent
    above = folder.relative_to(settings.folder).as_posix() if folder != settings.folder else ""
    return f"{above}/" if above else ""


def _book(settings: Settings) -> Rulebook:
    """The rules by which the codebase wants to be judged: an edition, and its house rules."""
    if settings.edition == "2016" and not settings.house:
        return RAW
    from engine.editions import EDITIONS
    from errata.house import house_rules

    book = EDITIONS[settings.edition]
    return book if not settings.house else house_rules(settings.folder / settings.house, book)


# What counts


def _counted(findings: Iterable[Finding], settings: Settings) -> Iterator[Finding]:
    """The findings that the configuration selects, with the levels that it gives; the last line that fits counts."""
    for finding in findings:
        if (settings.select and not _is_about(finding, settings.select)) or _is_about(finding, settings.ignore):
            continue
        given = next((v for t, v in reversed(settings.severity.items()) if _is_about(finding, (t,))), None)
        if given != "off":
            yield replace(finding, level_given=given) if given is not None else finding


def _is_about(finding: Finding, targets: tuple[str, ...]) -> bool:
    """Whether a finding has one of some codes, or is about one of some rules."""
    return any(fnmatchcase(name, glob_of(t)) for t in targets for name in (finding.code, finding.rule) if name)


def _passed(report: Report) -> dict[str, int]:
    """Values that are not the book's and pass, by what they pass by."""
    by: Counter[str] = Counter()
    for fact, verdict in report.facts:
        if verdict == "agrees" and not fact.problem and report.rulebook[fact.rule] != RAW[fact.rule]:
            by[report.rulebook.rule(fact.rule).cite] += 1
    for finding in report.findings:
        if finding.verdict == "contested":
            by[_contested_by(finding)] += 1
    return dict(sorted(by.items()))


def _contested_by(finding: Finding) -> str:
    """Who has it otherwise, or the ruling that says so."""
    said = finding.message.rpartition("contested: ")
    ruling = next((line.partition(",")[0] for line in finding.evidence if line.startswith("ruling ")), "a ruling")
    return said[2].partition(";")[0] if said[1] else ruling


def _suppressed(report: Report, made: Decision, found: Found, settings: Settings, asked: Asked) -> Iterator[Finding]:
    """Take out what is meant; what is wrong with the suppressions is told."""
    today = asked.today or date.today()
    said = suppressions(found.remarks, settings.suppress, settings.file)
    report.findings, held = applied(report.findings, said, today)
    made.suppressed = [(finding, one.told()) for finding, one in held]
    return complaints(said, today)


def _unbound(found: Found, files: Files, settings: Settings) -> Iterator[Finding]:
    """Tables that the configuration names and that are not there."""
    for source in files.sources:
        for at, rule in source.bound:
            if (source.name, at) not in found.bound:
                message = f"There is no table {at!r} in {source.name}, which the configuration says is {rule}"
                yield Finding("RC905", "unchecked", message, Place(settings.file))
    there = {name for source in files.sources for name in [source.name] if source.bound}
    for one in settings.tables:
        if not any(one.file.endswith(name) for name in there):
            message = f"There is no file {one.file}, of which the configuration says that {one.at!r} is {one.rule}"
            yield Finding("RC905", "unchecked", message, Place(settings.file))


# The baseline


def _against_baseline(
    report: Report, made: Decision, settings: Settings, names: set[str], asked: Asked
) -> Iterator[Finding]:
    """Take out what is known; what no longer occurs is told, or removed if an update is asked for."""
    path = settings.folder / settings.baseline
    entries = baseline.read(path)
    counted = [f for f in report.findings if f.level != "note" or made.fail_on == "note"]
    rest = [f for f in report.findings if f.level == "note" and made.fail_on != "note"]
    new, known, stale = baseline.compared(counted, entries or [], names)
    if asked.update:
        taken = new if entries is None or asked.accept_new else [f for f in new if f.level != "error"]
        made.said = list(_updated(path.name, taken, stale, entries is None))
        baseline.write(path, map(baseline.Entry.of, (*known, *taken)))
        new, known, stale = [f for f in new if f not in taken], [*known, *taken], []
    report.findings, made.known = [*new, *rest], len(known)
    for entry in stale:
        yield baseline.complaint(entry, settings.baseline)


def _updated(name: str, added: list[Finding], stale: list[baseline.Entry], is_new: bool) -> Iterator[str]:
    """What an update did."""
    yield f"{name}: {len(added)} added, {len(stale)} removed" + (" (a new file)" if is_new else "")
    yield from (f"  + {f.rule or f.code}: {f.actual or f.expected}  {f.place}" for f in added)
    yield from (f"  - {entry.rule or entry.code}: {entry.actual}  {entry.file}" for entry in stale)


# What the change touched


def _only_touched(report: Report, made: Decision, root: Path, since: str) -> None:
    """Show only what stands on lines that differ from a revision; what is about the gate itself is always shown."""
    from errata.changes import changed_since

    touched = changed_since(root if root.is_dir() else root.parent, since)
    shown = [f for f in report.findings if f.code[:3] == "RC9" or _is_touched(f, touched)]
    made.hidden, made.since = len(report.findings) - len(shown), since
    report.findings = shown


def _is_touched(finding: Finding, touched: Touched) -> bool:
    if finding.place.file not in touched:
        return False
    lines = touched[finding.place.file]
    return lines is None or finding.place.line in lines
