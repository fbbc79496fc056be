"""`rawcheck gate`: what `errata` finds, less what is meant and what was there before; and whether that may pass."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from engine.errors import RawcheckError
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook
from errata.again import resolved
from errata.codebase import Fixing, checked, files_of, refuse
from errata.gate.configuration import Settings, is_meant, load, places
from errata.literals.model import TOO_LONG
from errata.readers import reader_of
from errata.report import Decision, Found, LookedAt, Report
from errata.reports.parts.excerpts import Texts, stands_there, texts_of
from errata.source.cache import Cache
from errata.source.files import Files
from errata.source.gitignore import Patterns, is_ignored, patterns
from errata.source.paths import folder_of, prefix
from verify.findings import LEVELS, Finding, Level, Place

if TYPE_CHECKING:
    from datetime import date

    from errata.source.git import Touched

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
    outputs: tuple[str, ...] = ()
    """The files that the report goes to."""
    fixing: Fixing | None = None
    put_right: frozenset[tuple[str, str]] = frozenset()
    """The marks of departures that were put right, each with its file: the baseline needs them no longer."""


def gate(path: str, asked: Asked, progress: Progress) -> tuple[Report, int]:
    """The report of a gate, and its exit code."""
    refuse([path])
    root = path
    before = _stand_there(places(root))
    settings = load(root)
    before |= _stand_there(_named(settings, asked.outputs))
    touched = _touched(root, asked.since)
    files = _files(root, settings, asked.outputs)
    book = _book(settings)
    found = checked(root, files, progress(len(files.sources)), Cache() if asked.cached else None, book)
    report = Report("gate", book, len(files.sources), skipped=dict(files.skipped))
    report.add(found)
    report.texts = texts_of(files.sources)
    _attested(report, settings, root)
    here = Here(root, settings, {source.name for source in files.sources})
    report.counted = report.summary()
    made = Decision(asked.fail_on or settings.fail_on)
    failed = [finding for finding in report.findings if finding.code == "RC111"]  # no baseline hides a fault of ours
    read = {fact.place.file for fact, _ in report.facts}
    every = [_unread(finding, read) for finding in report.findings if finding.code != "RC111"]
    uncounted = [f for f in every if _level(f.rule, f.code, settings) == "off"]
    report.findings = list(_counted(every, settings))
    made.left_out = len(uncounted)
    made.passed = _passed(report, made.fail_on)
    own = [*failed, *_suppressed(report, made, found, here, asked), *_of_named_tables(found, here)]
    if not any(_can_count(fact.rule, settings) for fact, _ in report.facts):
        own.append(Finding("RC906", "unchecked", "Nothing was checked: no rule that counts was recognised", Place(".")))
    if asked.fixing is not None:
        from errata.fix.files import fix_all, patch_of, told_of, told_of_rest

        open_ = [f for f in report.findings if touched is None or _is_touched(f, touched, report.texts)]
        fixes, left = fix_all(files.sources, open_, (f for f, _ in report.facts), book, asked.fixing)
        if fixes and not asked.fixing.only_patch:
            further = asked.fixing.next() if asked.fixing.rounds else None
            right = {(fix.fact.place, fix.fact.rule) for one in fixes for fix in one.fixes}
            marks = {(f.mark, here.above + f.place.file) for f in open_ if (f.place, f.rule) in right}
            again, code = gate(path, replace(asked, fixing=further, put_right=asked.put_right | marks), progress)
            again.fixed = "\n".join(filter(None, (told_of(fixes), again.fixed)))
            return again, code
        report.fixed = patch_of(fixes, path) if asked.fixing.only_patch else told_of_rest(open_, asked.fixing, left)
    if asked.update or os.path.lexists(settings.beside(settings.baseline)):
        from errata.gate.baseline import against_baseline

        own += against_baseline(report, made, here, asked, uncounted)
    report.findings += own
    made.failed = report.fails(made.fail_on)
    if touched is not None:
        shown = [f for f in report.findings if f.code[:3] == "RC9" or _is_touched(f, touched, report.texts)]
        made.hidden, made.since = len(report.findings) - len(shown), asked.since
        report.findings = shown
    report.decision = made
    if touched is None and asked.fixing is None and not asked.update and not asked.put_right and found.lasting:
        known = {path: was for path, was in before.items() if files.asks_git or not path.endswith(b".git/index")}
        report.looked_at = LookedAt(known, (*files.looked_at, *(source.path for source in files.sources)))
    return report, 2 if failed else int(made.failed)


@dataclass(frozen=True)
class Here:
    """What is looked at: the path, the configuration, which may stand in a folder above it, and the files' names."""

    root: str
    settings: Settings
    names: set[str]

    @property
    def above(self) -> str:
        """What stands before the name of a file, seen from the configuration."""
        return _prefix(self.root, self.settings)

    def beside(self, file: str) -> str:
        """A file of the configuration's folder, seen from the path."""
        return "../" * self.above.count("/") + file

    @property
    def is_all(self) -> bool:
        """Whether all that the configuration is about is looked at."""
        return not self.above and os.path.isdir(self.root)

    def is_there(self, file: str) -> bool:
        """Whether there is a file, named from the configuration, read or not."""
        return os.path.exists(self.settings.beside(file))

    def holds(self, file: str) -> bool:
        """Whether a file, named from the configuration, is or would be looked at."""
        if os.path.isdir(self.root):
            return file.startswith(self.above)
        return file in {self.above + name for name in self.names}


def _files(root: str, settings: Settings, outputs: tuple[str, ...] = ()) -> Files:
    """The files that the configuration includes, each with what it says of its tables; none that the run writes."""
    written = {os.path.realpath(os.fsencode(output)) for output in outputs}
    above = _prefix(root, settings)
    wanted = [glob.removeprefix("./").strip("/") for glob in settings.include]

    def is_named(name: str) -> bool:
        path = above + name
        return any(f"{one}/".startswith(path) if path.endswith("/") else one == path for one in wanted)

    files = files_of(root, settings.tests, is_named, "tests = true in the configuration reads tests")
    kept, left_out = [], 0
    included, excluded = (
        patterns("\n".join(glob.removeprefix(".") if glob.startswith("./") else glob for glob in globs), "")
        for globs in (settings.include, settings.exclude)
    )
    for source in files.sources:
        name = above + source.name
        if written and os.path.realpath(source.path) in written:
            from errata.source.own_reports import refuse_to_write

            refuse_to_write(source)
            continue
        if name == settings.baseline:
            continue
        if (included and not _fits(name, included)) or _fits(name, excluded):
            left_out += 1
            continue
        bound = tuple((one.at, one.rule) for one in settings.tables if one.file == name)
        kept.append(replace(source, bound=bound) if bound else source)
    files.sources = kept
    if left_out:
        files.skipped["left out by the configuration"] += left_out
    return files


def _named(settings: Settings, outputs: Iterable[str]) -> list[str]:
    """The files that a configuration names; those that it cannot do without are there, and nothing is to go to any."""
    for key, name in (("house", settings.house), ("attestation", settings.attestation)):
        if name and not os.path.lexists(settings.beside(name)):
            raise RawcheckError(f"{settings.file}: {key}: there is no {name!r} beside it")
    named = [settings.beside(one) for one in (settings.baseline, settings.house, settings.attestation) if one]
    own = {os.path.realpath(one) for one in (*named, settings.beside(settings.file or "."))}
    for output in outputs:
        if os.path.realpath(output) in own:
            raise RawcheckError(f"cannot write {output}: the gate reads that file")
    return named


def _stand_there(paths: Iterable[str]) -> dict[bytes, bytes]:
    """What stands in some places, before anything is read there."""
    return {path: resolved(path) for path in map(os.fsencode, paths)}


def _fits(name: str, globs: list[Patterns]) -> bool:
    """Whether a file, or a folder that it is in, fits patterns as in `.gitignore`."""
    folders = [name[:n] for n, sign in enumerate(name) if sign == "/"]
    return bool(globs) and (
        is_ignored(name, False, tuple(globs)) or any(is_ignored(f, True, tuple(globs)) for f in folders)
    )


def _prefix(root: str, settings: Settings) -> str:
    """What stands before the name of a file where the configuration is in a folder above."""
    return prefix(folder_of(root), settings.folder) or ""


def _book(settings: Settings) -> Rulebook:
    """The rules by which the codebase wants to be judged: an edition, and its house rules."""
    if settings.edition == "2016" and not settings.house:
        return RAW
    from pathlib import Path

    from engine.rulebook.editions import EDITIONS
    from errata.house import house_rules

    book = EDITIONS[settings.edition]
    return book if not settings.house else house_rules(Path(settings.beside(settings.house)), book)


def _attested(report: Report, settings: Settings, root: str) -> None:
    """Take the attestation that the configuration names as evidence."""
    if settings.attestation:
        from pathlib import Path

        from verify.attestation import applied, load

        above = "../" * _prefix(root, settings).count("/")
        seen = load(Path(settings.beside(settings.attestation)), settings.attestation)
        applied(report, seen, above + settings.attestation)


# What counts


def _counted(findings: Iterable[Finding], settings: Settings) -> Iterator[Finding]:
    """The findings that the configuration selects, with the levels that it gives; the last line that fits counts."""
    for finding in findings:
        given = _level(finding.rule, finding.code, settings)
        if given != "off":
            yield replace(finding, level_given=given) if given is not None else finding


def _unread(finding: Finding, read: set[str]) -> Finding:
    """Data that names rules and of which nothing could be read: a gate cannot vouch for it."""
    is_data = reader_of(finding.place.file) in ("json", "yaml", "xml") and finding.place.file not in read
    grave = finding.code == "RC110" and finding.level == "warning" and is_data and TOO_LONG not in finding.message
    message = f"{finding.message}; it names rules and nothing of it was checked, so that the gate cannot pass it"
    return replace(finding, level_given="error", message=message) if grave else finding


def _level(rule: str, code: str, settings: Settings) -> Level | Literal["off"] | None:
    """The level that the configuration gives to a finding: off if it does not count, None for its own.

    A file that was not read is about no rule, so that a selection of rules says nothing of it.
    """
    selected = not settings.select or _is_about(settings.select, rule, code) or (not rule and code == "RC110")
    if not selected or _is_about(settings.ignore, rule, code):
        return "off"
    return next((v for t, v in reversed(settings.severity.items()) if _is_about((t,), rule, code)), None)


def _can_count(rule: str, settings: Settings) -> bool:
    """Whether a rule that is stated or played wrongly would count, under any code that tells so."""
    if not (settings.select or settings.ignore or settings.severity):
        return True
    from verify.codes import CODES

    return any(_level(rule, code, settings) != "off" for code in CODES if code[:3] == "RC8" or code in _VALUES)


_VALUES = ("RC201", "RC203")


def _is_about(targets: tuple[str, ...], rule: str, code: str) -> bool:
    """Whether some targets name a rule or a code."""
    return any(is_meant(target, name) for target in targets for name in (rule, code) if name)


def _passed(report: Report, fail_on: Level) -> dict[str, int]:
    """Values that are not the book's and pass, by what they pass by."""
    by: Counter[str] = Counter()
    for fact, verdict in report.facts if report.rulebook is not RAW else ():
        if verdict == "agrees" and not fact.problem and report.rulebook[fact.rule] != RAW[fact.rule]:
            by[report.rulebook.rule(fact.rule).cite] += 1
    for finding in report.findings:
        if finding.verdict == "contested" and LEVELS.index(finding.level) > LEVELS.index(fail_on):
            by[_contested_by(finding)] += 1
    return dict(sorted(by.items()))


def _contested_by(finding: Finding) -> str:
    """Who has it otherwise, or the ruling that says so."""
    said = finding.message.rpartition("contested: ")
    ruling = next((line.partition(",")[0] for line in finding.evidence if line.startswith("ruling ")), "a ruling")
    return said[2].partition(";")[0] if said[1] else ruling


def _suppressed(report: Report, made: Decision, found: Found, here: Here, asked: Asked) -> Iterator[Finding]:
    """Take out what is meant; what is wrong with the suppressions is told."""
    if not found.remarks and not here.settings.suppress:
        return iter(())
    from datetime import date

    from errata.gate.suppressions import applied, complaints, rows_of, suppressions

    said = suppressions(found.remarks, here.settings.suppress, here.beside(here.settings.file), here.above)
    today = asked.today or date.today()
    report.findings, held = applied(report.findings, said, rows_of(fact for fact, _ in report.facts), today, here.above)
    made.suppressed = [(finding, one.told()) for finding, one in held]
    return complaints([one for one in said if one.line or here.is_all], today)


def _of_named_tables(found: Found, here: Here) -> Iterator[Finding]:
    """What is wrong with the tables that the configuration names."""
    if here.settings.tables:
        from errata.gate.bound_tables import shrunken, unbound

        yield from unbound(found, here)
        yield from shrunken(found, here)


# What the change touched


def _touched(root: str, since: str) -> Touched | None:
    """The lines that differ from a revision, which is asked before anything is done; None if it was not asked for."""
    if not since:
        return None
    from errata.source.git import changed_since

    return changed_since(folder_of(root), since)


def _is_touched(finding: Finding, touched: Touched, texts: Texts) -> bool:
    """Whether a finding is about what a change touched: its line, or where its value may come from."""
    from errata.source.git import touched_lines

    lines = touched_lines(finding.place.file, touched)
    if lines is None or finding.place.line in lines:
        return True
    # what is missing stands on no line; and a value that does not stand there is that of a constant
    return bool(lines) and (finding.verdict == "missing" or not stands_there(finding, texts))
