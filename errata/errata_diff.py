"""The errata diff: scans a codebase and judges what it states against a rulebook; compares several codebases."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path

from engine.errors import UnknownRule
from engine.rulebook.names import nearest
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook
from engine.rulebook.values import Band
from errata.report import BoundTable, Found, Matrix, Report
from errata.reports.parts.excerpts import texts_of
from errata.source.cache import Cache, entry_name
from errata.source.files import Files, Source
from errata.source.scan_results import CRASHED, FAILED, Scanned, Table
from verify.compare import SHARED, judge
from verify.findings import Fact, Finding, Level, Place, Verdict
from verify.recognition.code.row_names import rows_needed
from verify.recognition.rule_tables import rule_tables

Judged = list[tuple[Fact, Verdict]]


def check_codebase(
    root: str | Path, files: Files, done: Callable[[], None], cache: Cache | None, book: Rulebook = RAW
) -> Found:
    """Scan the files of a codebase and judge what they state; unchanged files come from the cache.

    `done` is called for each file that is finished.
    """
    entry = entry_name(root)
    known: dict[bytes, Scanned] = (cache.get(entry) if cache is not None else None) or {}
    cached = [known.get(_cache_key(source)) for source in files.sources] if known else []
    scans = _scan(files.sources, cached, done)
    fresh = {scan.key: scan for scan in scans if scan.key}
    if cache is not None and fresh.keys() != known.keys():
        cache.put(entry, fresh)
    found = judged(scans, book)
    unreadable = [
        Finding("RC110", "unchecked", f"Not read: {reason}", Place(file), level_given="warning")
        for file, reason in files.problems
    ]
    return found._replace(findings=[*found.findings, *unreadable])


def _scan(sources: list[Source], cached: list[Scanned | None], done: Callable[[], None]) -> list[Scanned]:
    """What each file holds: as it is cached, or scanned now."""
    if cached and None not in cached:
        for _ in sources:
            done()
        return [scan for scan in cached if scan is not None]
    # the readers and the recognition take half of a gate's start, and a cached run needs neither
    from errata.source.workers import scan_all

    return list(scan_all(sources, done, cached))


def _cache_key(source: Source) -> bytes:
    """The key of a file in the cache; empty if it cannot be read."""
    try:
        return source.key(source.data())
    except OSError:
        return b""


def report_of(root: str | Path, files: Files, done: Callable[[], None], cached: bool) -> Report:
    """The report on one codebase."""
    report = Report("errata", files=len(files.sources), skipped=dict(files.skipped), texts=texts_of(files.sources))
    report.add(check_codebase(root, files, done, Cache() if cached else None))
    return report


def judged(every: Sequence[Scanned], book: Rulebook = RAW) -> Found:
    """All that was found in the files of a codebase, judged by a rulebook."""
    facts: Judged = []
    other = next((one for one in every if one.edition), None)
    every = [replace(one, tables=list(map(_in_doubt, one.tables))) for one in every] if other is not None else every
    ours = _is_ours(every)
    known = any(table.sure and not table.nobodys for one in every for table in one.tables)
    found = [finding for one in every for finding in _in_file(one, facts, ours, book, known)]
    if other is not None and any(table.facts for one in every for table in one.tables):
        message = f"Its title speaks of {other.edition}: what differs from {book.name} is in doubt, and no error"
        found.append(Finding("RC304", "unchecked", message, Place(other.file), level_given="warning"))
    once = next((one.file for one in every if one.plays_once), "")
    if once:
        found += [single for one in every for table in one.tables for single in _singles(table, once, book)]
    found = list(_once({(f.code, f.place, f.rule, f.message): f for f in found}.values()))
    skipped = Counter(one.skipped for one in every if one.skipped)
    comments = [comment for one in every for comment in one.suppression_comments]
    tables = sum(len(one.tables) for one in every)
    bound = [BoundTable(one.file, at, rule) for one in every for at, rule in sorted(one.bound)]
    return Found(facts, list(_with_copies(found, facts)), tables, dict(skipped), comments, bound)


def _once(found: Iterable[Finding]) -> Iterator[Finding]:
    """Tables that are left alone for one reason are told once, with their number."""
    alike: dict[str, list[Finding]] = defaultdict(list)
    for finding in found:
        if finding.code == "RC304":
            alike[finding.message].append(finding)
        else:
            yield finding
    for first, *others in alike.values():
        more = f"; so {'are' if len(others) > 1 else 'is'} {len(others):,} more" if others else ""
        yield replace(first, message=first.message + more)


ENOUGH = 8
"""Values of the book's that make a codebase one of ours."""


def _is_ours(every: Sequence[Scanned]) -> bool:
    """Whether a codebase states the book's values, apart from things that other games have too."""
    known = [f for one in every for table in one.tables if table.sure and not table.nobodys for f in table.facts]
    right = sum(fact.value == RAW[fact.rule] for fact in known)
    return right >= ENOUGH and right * 2 > len(known)


def _in_doubt(table: Table) -> Table:
    """A table that may be of another game; not if a person said what it is."""
    if table.said:
        return table
    return replace(table, facts=[fact._replace(doubtful=True) for fact in table.facts], sure=False)


ANY_GAME = ("RC803", "RC813", "RC814", "RC815")
"""Mechanics that other games have too; where nothing of ours is stated, they are no finding."""


def _in_file(one: Scanned, facts: Judged, ours: bool, book: Rulebook, known: bool = True) -> list[Finding]:
    """All that is to be said of one file; what it states is added to the facts."""
    own: list[Finding] = []
    if one.problem.startswith((FAILED, CRASHED)):
        own.append(Finding("RC111", "unchecked", f"An internal error: {one.problem}", Place(one.file)))
    elif one.problem:
        message = f"Not wholly read: {one.problem}"
        level: Level | None = "warning" if one.names_rules else None
        own.append(Finding("RC110", "unchecked", message, Place(one.file), level_given=level))
    for table in one.tables:
        if table.nobodys and not ours:
            table = _in_doubt(table)
        own += _stated(table, facts, book)
    for fact in one.constants:
        own += _judged(fact, facts, book)
    told = {(f.rule, f.place.line) for f in own}
    for code, message, fact in one.played:
        if (fact.rule, fact.place.line) not in told and (known or code not in ANY_GAME):
            own += _played(code, message, fact, facts, book)
    own += [_with_impact(finding, None, book) for finding in one.findings]
    for table in one.tables if not one.problem else ():
        own += _rows(table, book)
    return own


def _stated(table: Table, facts: Judged, book: Rulebook) -> Iterator[Finding]:
    """What is wrong in a table; where one wrong edge moves the band beside it, that is only a note."""
    wrong: list[Fact] = []
    for fact in table.facts:
        told = list(_judged(fact, facts, book))
        cause = next((one for one in wrong if told and _follows(one, fact)), None)
        wrong += [fact] if told else []  # nothing follows from what agrees
        for finding in told:
            if finding.code == "RC206" and _is_moved(fact, table):
                finding = replace(finding, code="RC201", message=finding.message.removesuffix(SHARED))
            if cause is not None:
                message = f"{finding.message}; it follows from line {cause.place.line}"
                finding = replace(finding, message=message, level_given="note")
            yield finding


def _is_moved(fact: Fact, table: Table) -> bool:
    """Whether the band beside one that begins too early ends before it: no result is in both.

    A distance is measured and not counted, so that below 1 km and up to 1 km come to the same.
    """
    counted = RAW.rule(fact.rule).kind.name != "kilometres"
    return counted and any(_follows(fact, other) for other in table.facts)


def _follows(one: Fact, other: Fact) -> bool:
    """Whether a band differs from the book's only where the one beside it, which is wrong there, ends."""
    here, there = one.value, other.value
    if not isinstance(here, Band) or not isinstance(there, Band):
        return False
    book, wanted = RAW[one.rule], RAW[other.rule]
    same = RAW.rule(one.rule).column == RAW.rule(other.rule).column
    if not same or not isinstance(book, Band) or not isinstance(wanted, Band):
        return False
    if None not in (here.high, there.low) and here.high != book.high and there.high == wanted.high:
        return there.low == (here.high or 0) + 1
    if None not in (here.low, there.high) and here.low != book.low and (there.low or 0) == (wanted.low or 0):
        return there.high == (here.low or 0) - 1
    return False


def _judged(fact: Fact, facts: Judged, book: Rulebook) -> Iterator[Finding]:
    verdict, finding = judge(fact, book)
    facts.append((fact, verdict))
    if finding is not None:
        yield _with_impact(finding, fact, book)


def _played(code: str, message: str, fact: Fact, facts: Judged, book: Rulebook) -> Iterator[Finding]:
    """What is said of a mechanic; by a ruling or another edition it may be contested."""
    verdict, finding = judge(fact, book)
    facts.append((fact, verdict))
    if finding is not None:
        rule = book.rule(fact.rule)
        told = f"{message}; {rule.title}: {rule.text} in {book.name}"
        level: Level = "warning" if verdict == "contested" else "error"
        contested_by = f"ruling {rule.ruling}" if verdict == "contested" else ""
        finding = replace(finding, code=code, message=told, level_given=level, contested_by=contested_by)
        yield _with_impact(finding, fact, book)


def _with_impact(finding: Finding, fact: Fact | None, book: Rulebook) -> Finding:
    """A finding with what it does at the table."""
    if finding.verdict not in ("differs", "contested"):
        return finding
    from errata.impact.measures import NOT_PLAYED, impact  # which a codebase that is right has no need of

    played = impact(fact.rule, fact.value, book) if fact is not None and not fact.problem else None
    if played is None or played.book == played.here:
        return replace(finding, impact=NOT_PLAYED)
    return replace(finding, impact=played.as_text(), weight=played.weight)


def _singles(table: Table, once: str, book: Rulebook) -> Iterator[Finding]:
    """Weapons without their damage multiple, in a codebase that plays them with one of 1."""
    from errata.impact.measures import impact

    if not table.single:
        return
    rule = book.rule(RAW.tables[table.shape].multiplied_by)
    played = impact(rule.id, 1, book)
    for name, line, column in table.single:
        message = f"{name}: no damage multiple, and {once} takes it as 1; {rule.text} in {book.name}"
        place = Place(table.file, line, column)
        finding = Finding("RC808", "differs", message, place, rule.id, rule.text, "×1", rule.cite)
        yield replace(finding, impact=played.as_text(), weight=played.weight) if played is not None else finding


# Rows that are missing, and rows that the book does not have


def _rows(table: Table, book: Rulebook) -> Iterator[Finding]:
    """What a table lacks, and what it has besides, where it has most of the rows."""
    shape = next(shape for shape in rule_tables() if shape.id == table.shape)
    known = len(shape.rows) - len(table.absent)
    if not table.sure or not shape.complete or known * 10 < len(shape.rows) * 6:
        return
    for name in table.absent:
        message = f"{shape.title}: no row for {name}"
        rules = next(row.rules for row in shape.rows if row.name == name)
        contested = any(RAW.rule(rule).ruling for rule in rules if rule in RAW)
        alone = len(table.absent) == 1 and rows_needed(shape) > 1 and not contested
        level: Level = "warning" if alone else "note"
        place = Place(table.file, table.line)
        lost = Finding("RC301", "missing", message, place, shape.id, name, level_given=level)
        yield replace(lost, at=table.at, begins=table.line)
    for name, line, column in table.strangers:
        message = f"{shape.title}: {name!r} is no row of it in {book.name}"
        place = Place(table.file, line, column)
        odd = Finding("RC303", "unchecked", message, place, shape.id, actual=name, level_given="note")
        yield replace(odd, at=table.at, begins=table.line)


# Copies


def _with_copies(findings: Iterable[Finding], facts: Judged) -> Iterator[Finding]:
    """Each finding with where else the codebase states the same rule, and how; equal ones in a file are counted."""
    right: dict[str, list[Place]] = defaultdict(list)
    wrong: dict[str, dict[str, list[Place]]] = defaultdict(lambda: defaultdict(list))
    for fact, verdict in facts:
        if verdict == "agrees":
            if fact.place._replace(column=1) not in right[fact.rule]:
                right[fact.rule].append(fact.place._replace(column=1))
        elif verdict in ("differs", "contested"):
            wrong[fact.rule][fact.printed].append(fact.place)
    seen: Counter[str] = Counter()
    for finding in sorted(findings, key=lambda f: f.place):
        nth = seen[finding.fingerprint]
        seen[finding.fingerprint] += 1
        finding = replace(finding, nth=nth) if nth else finding
        if finding.verdict not in ("differs", "contested"):
            yield finding
            continue
        by_value = wrong.get(finding.rule, {})
        same = [place for place in by_value.get(finding.actual, ())[:5] if place != finding.place]
        count = len(by_value.get(finding.actual, ())) - 1
        other = [f"{places[0].file}:{places[0].line} ({v})" for v, places in by_value.items() if v != finding.actual]
        lines = [
            *_places(
                "right in", [f"{p.file}:{p.line}" for p in right.get(finding.rule, ())[:4]], len(right[finding.rule])
            ),
            *_places("the same in", [f"{p.file}:{p.line}" for p in same], count),
            *_places("otherwise in", other[:4], len(other)),
        ]
        yield replace(finding, evidence=(*finding.evidence, *lines))


def _places(what: str, places: list[str], count: int) -> Iterator[str]:
    if places:
        rest = f" and {count - 3} more" if count > 3 else ""
        yield f"{what} {', '.join(places[:3])}{rest}"


# Several codebases side by side


def matrix(codebases: Mapping[str, Judged], every: bool = False) -> Matrix:
    """Every rule that at least one of them has differently from the book, or states at all, with what each has."""
    stated: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    odd: set[str] = set()
    for name, facts in codebases.items():
        for fact, verdict in facts:
            if fact.problem or fact.doubtful:
                continue
            right = verdict == "agrees"
            stated[fact.rule][name]["✓" if right else fact.printed] += 1
            if not right:
                odd.add(fact.rule)
    names = tuple(codebases)
    rows, outliers = [], []
    for rule in (rule for rule in RAW if rule in (stated if every else odd)):
        by_name = stated[rule]
        rows.append((rule, tuple(_told(by_name.get(name, Counter())) for name in names)))
        wrong = sum("✓" not in counts for counts in by_name.values())
        if len(by_name) > 1 and wrong * 2 > len(by_name):
            outliers.append(rule)
    return Matrix(names, tuple(rows), tuple(outliers))


def _told(counts: Counter[str]) -> str:
    """What a codebase has: a value, or several if its copies differ."""
    values = [value for value, _ in counts.most_common()]
    return " / ".join(values[:3]) + (" …" if len(values) > 3 else "")


# Only some rules or verdicts


def narrowed(report: Report, rules: tuple[str, ...], only: tuple[str, ...]) -> None:
    """Leave only the rules that were asked for, by globs, and the verdicts."""
    if rules:
        wanted = [glob if "*" in glob else f"{glob.rstrip('/')}*" for glob in rules]
        for glob in wanted:
            if not any(fnmatchcase(rule, glob) for rule in RAW):
                near = nearest(glob.rstrip("*"), RAW)
                hint = f"; the nearest: {', '.join(near)}" if near else ""
                raise UnknownRule(f"no rule has an id like {glob!r}{hint}")
        report.facts = [(f, v) for f, v in report.facts if any(fnmatchcase(f.rule, glob) for glob in wanted)]
        report.findings = [
            f
            for f in report.findings
            if f.code in ("RC110", "RC111") or any(fnmatchcase(f.rule, glob) for glob in wanted)
        ]
    if only:
        report.facts = [(f, v) for f, v in report.facts if v in only]
        report.findings = [f for f in report.findings if f.verdict in only]
    if report.matrix is not None and (rules or only):
        left = {fact.rule for fact, _ in report.facts}
        rows = tuple(row for row in report.matrix.rows if row[0] in left)
        outliers = tuple(rule for rule in report.matrix.outliers if rule in left)
        report.matrix = replace(report.matrix, rows=rows, outliers=outliers)
