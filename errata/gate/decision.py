"""`rawcheck gate`: which findings of a codebase count, which are suppressed or known, and whether the gate passes."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Literal, NamedTuple

from engine.errors import RawcheckError
from engine.rulebook.raw import RAW
from errata.codebase_check import check_codebase, features_merged, selection
from errata.excerpts import is_literal, texts_of
from errata.fix.recheck import Fixable, FixOptions, FixResult, fix_and_recheck
from errata.gate.baseline import against_baseline
from errata.gate.bound_tables import shrunken, unbound
from errata.gate.configuration import Settings, is_meant, load
from errata.gate.gate_path import CheckedPath
from errata.gate.suppressions import applied, complaints, rows_of, suppressions
from errata.readers import reader_of
from errata.report import Decision, Report
from errata.rulebook_choice import Edition, Reading
from errata.source.cache import Cache
from errata.source.files import Files, Source, files_of, folder_of, refuse_bad_paths
from errata.source.git import Changes
from errata.source.gitignore import Patterns, is_ignored, patterns
from errata.source.own_reports import refuse_to_write
from verify.finding_codes import CODES, Chapter
from verify.findings import Fact, Finding, Level, Place

Progress = Callable[[int], Callable[[], None]]


class GateOptions(NamedTuple):
    """The options of the command line."""

    fail_on: Level | None = None
    update: bool = False
    """Whether to record the findings of today in the baseline."""
    accept_new: bool = False
    """Whether to record new findings that fail the gate as well."""
    prune: bool = False
    """Whether to remove entries that no longer occur from the baseline."""
    since: str = ""
    """A revision: only findings on lines that changed since are shown."""
    cached: bool = True
    today: date | None = None
    outputs: tuple[str, ...] = ()
    """The files that reports are written to."""
    fix: FixOptions | None = None
    edition: Edition | None = None
    readings: Reading | None = None
    rules: tuple[str, ...] = ()
    """Globs of the rules that count; all rules if there are none."""
    tests: bool = False
    """Whether to read tests even if the configuration does not say so."""


def gate(path: str, options: GateOptions, progress: Progress) -> tuple[Report, int]:
    """The report of a gate, and its exit code: 1 if it fails, 2 if rawcheck itself failed on a file."""
    checked, fixes = _checked_and_fixed(path, options, progress)
    report, settings = checked.report, checked.path.settings
    fail_on = options.fail_on or settings.fail_on
    explained = [
        *((finding, "the configuration does not count it") for finding in checked.not_counted),
        *((finding, "it is said to be meant") for finding, _ in checked.suppressed),
    ]
    baseline = against_baseline(
        checked.open,
        checked.path,
        fail_on,
        fixes.findings,
        explained,
        update=options.update,
        accept_new=options.accept_new,
        prune=options.prune,
        is_selected=selection(options.rules),
    )
    gone = [replace(finding, level_given=settings.stale_baseline) for finding in baseline.gone]
    others = [*baseline.findings, *checked.faults, *checked.complaints]
    counting = [*others, *gone]
    failing = counting if settings.stale_baseline == "error" else others
    shown = [finding for finding in counting if finding.chapter is Chapter.GATE or checked.is_touched(finding)]
    contested = [f for f in checked.counted if f.verdict == "contested" and not f.is_at_least(fail_on)]
    report.findings = counting
    report.decision = Decision(
        fail_on,
        failed=any(finding.is_at_least(fail_on) for finding in failing),
        known_findings=list(baseline.known),
        gone=gone,
        suppressed=checked.suppressed,
        not_counted=len(checked.not_counted),
        let_through=_let_through(report, contested),
        rulings=sorted({ruling for finding in contested if (ruling := RAW.rule(finding.rule).ruling) is not None}),
        contested=len(contested),
        hidden=len(counting) - len(shown),
        since=options.since,
        baseline_changes=list(baseline.changes),
    )
    report.findings = list(features_merged(shown))
    report.fixed = fixes.patch or "\n".join(filter(None, (*fixes.rounds, fixes.not_fixed)))
    return report, 2 if checked.faults else int(report.decision.failed)


def fix(path: str, options: GateOptions, progress: Progress) -> FixResult:
    """Correct a codebase as its configuration allows: what `rawcheck errata --fix` does."""
    return _checked_and_fixed(path, options, progress)[1]


def _checked_and_fixed(path: str, options: GateOptions, progress: Progress) -> tuple[_Check, FixResult]:
    """The check of a codebase, after it was fixed if that is wanted."""
    refuse_bad_paths([path])
    settings = load(path)
    _refuse_named_files(settings, options.outputs)

    def check() -> _Check:
        return _check(path, settings, options, progress)

    if options.fix is None:
        return check(), FixResult()
    return fix_and_recheck(path, check, _fixable, options.fix)


class _Check(NamedTuple):
    """One check of the codebase before the baseline is applied: its findings, by what counts."""

    path: CheckedPath
    sources: list[Source]
    facts: list[Fact]
    """All facts, whatever rules are selected."""
    report: Report
    """The selected facts, the counts and the texts."""
    faults: list[Finding]
    """Internal errors, which no configuration and no baseline hides."""
    not_counted: list[Finding]
    """Findings that the configuration switches off."""
    counted: list[Finding]
    """All other findings, with their configured levels."""
    suppressed: list[tuple[Finding, str]]
    """Counted findings that are suppressed, each with its reason."""
    open: list[Finding]
    """Counted findings that are not."""
    complaints: list[Finding]
    """Findings on the configuration and the suppressions."""
    changes: Changes | None
    """What changed since a revision; None if none was given."""

    def is_touched(self, finding: Finding) -> bool:
        """Whether a finding is on a changed line, or its value may come from one, or no revision was given."""
        lines = self.changes.lines(finding.place.file) if self.changes is not None else None
        if lines is None or finding.place.line in lines:
            return True
        # missing values are on no line, and a value that is not written there is that of a constant elsewhere
        return bool(lines) and (finding.verdict == "missing" or not is_literal(finding, self.report.texts))


def _check(root: str, settings: Settings, options: GateOptions, progress: Progress) -> _Check:
    """Scan the codebase, judge it, and apply the configuration and the suppressions."""
    changes = Changes(folder_of(root), options.since) if options.since else None
    files = configured_files(CheckedPath(root, settings), options.tests, HOW_TO_READ_TESTS, options.outputs)
    path = CheckedPath(root, settings, frozenset(source.name for source in files.sources))
    cache = Cache() if options.cached else None
    choice = settings.rulebook(options.edition, options.readings)
    results = check_codebase(root, files, progress(len(files.sources)), cache, choice)
    report = Report("gate", results.book, len(files.sources), skipped=Counter(files.skipped))
    report.texts, report.unread_languages = texts_of(files.sources), files.unread_languages
    report.add(results)
    if settings.attestation:
        from verify import attestation  # the reading of PDFs, which few configurations need

        attested = attestation.load(Path(settings.beside(settings.attestation)), settings.attestation)
        attestation.applied(report, attested, path.seen_from_path(settings.attestation))
    facts = [fact for fact, _ in report.facts]
    is_selected = selection(options.rules)

    def selected(findings: Iterable[Finding]) -> list[Finding]:
        return [finding for finding in findings if is_selected(finding.rule, finding.code)]

    every_finding = report.findings
    report.facts = [(fact, verdict) for fact, verdict in report.facts if is_selected(fact.rule, "")]
    report.findings = list(features_merged(selected(every_finding)))
    report.full_summary = report.summary()

    faults, not_counted, counted = [], [], []
    checked_files = {fact.place.file for fact in facts}
    for finding in (_unread_data(finding, checked_files) for finding in every_finding):
        level = _level(finding.rule, finding.code, settings)
        if finding.code == "RC111":
            faults.append(finding)
        elif level == "off":
            not_counted.append(finding)
        else:
            counted.append(replace(finding, level_given=level) if level is not None else finding)

    today = options.today or datetime.now(UTC).date()
    all_suppressions = suppressions(
        results.suppression_comments, settings.suppress, path.seen_from_path(settings.file), path.prefix
    )
    rows = rows_of(facts)
    open_findings, suppressed = applied(counted, all_suppressions, rows, today, path.prefix)
    in_question = [suppression for suppression in all_suppressions if suppression.line or path.is_whole]
    if options.rules:
        in_question = [
            suppression
            for suppression in in_question
            if suppression.problem or any(suppression.concerns(fact, rows, path.prefix) for fact, _ in report.facts)
        ]
    complaints_found = [
        *complaints(in_question, today),
        *unbound(results, path, is_selected),
        *shrunken(results, path, is_selected),
    ]
    if not any(_can_count(fact.rule, settings) for fact, _ in report.facts):  # not checked is never passed
        complaints_found.append(Finding("RC906", "unchecked", Place(".")))

    reasons = [(f, suppression.explanation()) for f, suppression in suppressed if is_selected(f.rule, f.code)]
    return _Check(
        path=path,
        sources=files.sources,
        facts=facts,
        report=report,
        faults=faults,
        not_counted=selected(not_counted),
        counted=selected(counted),
        suppressed=reasons,
        open=selected(open_findings),
        complaints=complaints_found,
        changes=changes,
    )


def _fixable(checked: _Check) -> Fixable:
    """What `--fix` may correct: counted values that are not suppressed, on lines that changed."""
    findings = [finding for finding in checked.open if checked.is_touched(finding)]
    return Fixable(checked.sources, findings, checked.facts, checked.report.rulebook)


# Files and rules

HOW_TO_READ_TESTS = "tests = true in the configuration reads tests"


def configured_files(path: CheckedPath, tests: bool, how_to_read_tests: str, outputs: Sequence[str] = ()) -> Files:
    """The files that the configuration includes, with its entries for their tables; not those that the run writes."""
    settings = path.settings
    written = {os.path.realpath(os.fsencode(output)) for output in outputs}
    included_names = [glob.removeprefix("./").strip("/") for glob in settings.include]

    def is_named(name: str) -> bool:
        full = path.prefix + name
        return any(f"{glob}/".startswith(full) if full.endswith("/") else glob == full for glob in included_names)

    files = files_of(path.root, settings.tests or tests, is_named, how_to_read_tests)
    included, excluded = _patterns(settings.include), _patterns(settings.exclude)
    sources, skipped = [], 0
    for source in files.sources:
        name = path.prefix + source.name
        if written and os.path.realpath(source.path) in written:
            refuse_to_write(source)
        elif name == settings.baseline:
            continue
        elif (settings.include and not _fits(name, included)) or _fits(name, excluded):
            skipped += 1
        else:
            bound = tuple((table.at, table.rule) for table in settings.tables if table.file == name)
            sources.append(replace(source, bound=bound) if bound else source)
    files.sources = sources
    if skipped:
        files.skipped["left out by the configuration"] += skipped
    return files


def _refuse_named_files(settings: Settings, outputs: Iterable[str]) -> None:
    """Raise RawcheckError if a file that the configuration names is missing, or would be overwritten by the report."""
    for key, name in (("house", settings.house), ("attestation", settings.attestation)):
        if name and not os.path.lexists(settings.beside(name)):
            raise RawcheckError(f"{settings.file}: {key}: there is no {name!r} beside it")
    names = [settings.baseline, settings.house, settings.attestation, settings.file or "."]
    inputs = {os.path.realpath(settings.beside(name)) for name in names if name}
    for output in outputs:
        if os.path.realpath(output) in inputs:
            raise RawcheckError(f"cannot write {output}: the gate reads that file")


def _patterns(globs: Sequence[str]) -> list[Patterns]:
    """The configured patterns of files, which are those of `.gitignore`; `./src` is `/src`."""
    plain = [glob.removeprefix(".") if glob.startswith("./") else glob for glob in globs]
    return [patterns(plain)] if plain else []


def _fits(name: str, globs: Sequence[Patterns]) -> bool:
    """Whether a file, or a folder around it, matches patterns as in `.gitignore`."""
    folders = [name[:n] for n, sign in enumerate(name) if sign == "/"]
    return is_ignored(name, False, globs) or any(is_ignored(folder, True, globs) for folder in folders)


# Findings that count


def _unread_data(finding: Finding, checked_files: set[str]) -> Finding:
    """Raises the finding on an unread data file that names rules to an error: not checked is never passed."""
    is_data = reader_of(finding.place.file) in ("json", "yaml", "xml") and finding.place.file not in checked_files
    fails_gate = finding.may_hide_rules and is_data
    return replace(finding, level_given="error", words={**finding.words, "stopped": "gate"}) if fails_gate else finding


def _level(rule: str, code: str, settings: Settings) -> Level | Literal["off"] | None:
    """The configured level of a finding, from the last entry that fits: `off` if it does not count, None for its own.

    Findings on unread files are about no rule, so they count whatever rules are selected.
    """
    selected = not settings.select or _is_about(settings.select, rule, code) or (not rule and code == "RC110")
    if not selected or _is_about(settings.ignore, rule, code):
        return "off"
    return next((v for t, v in reversed(settings.severity.items()) if _is_about((t,), rule, code)), None)


def _can_count(rule: str, settings: Settings) -> bool:
    """Whether a wrong value or mechanic of a rule would count, under any code."""
    codes = ("RC201", "RC203", *(code.id for code in CODES.values() if code.chapter is Chapter.MECHANICS))
    return any(_level(rule, code, settings) != "off" for code in codes)


def _is_about(targets: tuple[str, ...], rule: str, code: str) -> bool:
    """Whether any target names a rule or a code."""
    return any(is_meant(target, name) for target in targets for name in (rule, code) if name)


def _let_through(report: Report, contested: list[Finding]) -> dict[str, int]:
    """The number of values that are not the book's and pass, by what allows them: an edition, house rules, a ruling."""
    counts: Counter[str] = Counter()
    for fact, verdict in report.facts if report.rulebook is not RAW else ():
        if verdict == "agrees" and not fact.problem and report.rulebook[fact.rule] != RAW[fact.rule]:
            counts[report.rulebook.rule(fact.rule).cite] += 1
    counts.update(finding.contested_by for finding in contested)
    return dict(sorted(counts.items()))
