"""The errata diff: scans a codebase and judges what it states against a rulebook; compares several codebases."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path

from engine.errors import UnknownRule
from engine.rulebook.kinds import KM
from engine.rulebook.names import nearest
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook
from engine.rulebook.values import Band
from errata.excerpts import texts_of
from errata.impact.measures import NOT_PLAYED, impact
from errata.literals.model import Problem, ProblemKind
from errata.report import BoundTable, CodebaseResults, Matrix, Report
from errata.rulebook_choice import AUTO, RulebookChoice, followed_edition
from errata.source.cache import Cache, entry_name
from errata.source.files import Files, Source, codebase_names
from errata.source.scan_results import INTERNAL_ERRORS, PlayedMechanic, Scanned, Table
from verify.compare import judge
from verify.findings import VERDICTS, Fact, Finding, Level, Place, Verdict

JudgedFacts = list[tuple[Fact, Verdict]]


def check_codebase(
    root: str | Path, files: Files, done: Callable[[], None], cache: Cache | None, choice: RulebookChoice = AUTO
) -> CodebaseResults:
    """Scan the files of a codebase and judge what they state by a rulebook; unchanged files come from the cache.

    `done` is called for each file that is finished.
    """
    entry = entry_name(root)
    known: dict[bytes, Scanned] = (cache.get(entry) if cache is not None else None) or {}
    cached = [known.get(_cache_key(source)) for source in files.sources] if known else []
    scans = [scan for scan in cached if scan is not None]
    if scans and len(scans) == len(cached):
        for _ in scans:
            done()
    else:
        # the readers and the recognition take half of a gate's start, and a cached run needs neither
        from errata.source.workers import scan_all

        scans = list(scan_all(files.sources, done, cached))
    fresh = {scan.key: scan for scan in scans if scan.key}
    if cache is not None and fresh.keys() != known.keys():
        cache.put(entry, fresh)
    named = {scan.named_edition for scan in scans}
    year, why = followed_edition(_certain_facts(scans), named) if choice.edition == "auto" else ("", "")
    results = _Judge(scans, choice.book(year)).results()._replace(followed=year, edition=why)
    for file, reason in files.problems:
        results.findings.append(_unopened(file, reason))
    return results


def _cache_key(source: Source) -> bytes:
    """The key of a file in the cache; empty if it cannot be read."""
    try:
        return source.key(source.data())
    except OSError:
        return b""


def _certain_facts(scans: Iterable[Scanned]) -> Iterator[Fact]:
    """What files state for certain: not what a table says that may be another game's."""
    for scan in scans:
        yield from (fact for table in scan.tables if not table.likely_other_game for fact in table.facts)
        yield from (*scan.constants, *(mechanic.fact for mechanic in scan.mechanics))


def report_of(codebases: Sequence[tuple[str, Files, RulebookChoice]], done: Callable[[], None], cached: bool) -> Report:
    """The report on one codebase, or on several side by side, whose names then stand before those of their files."""
    report = Report("errata")
    facts = {}
    names = codebase_names([path for path, _, _ in codebases])
    for (path, files, choice), name in zip(codebases, names, strict=True):
        above = f"{name}/" if len(codebases) > 1 else ""
        results = check_codebase(path, files, done, Cache() if cached else None, choice)
        facts[name] = results.facts
        report.files += len(files.sources)
        report.skipped.update(files.skipped)
        report.unread_languages.update(files.unread_languages)
        results = results._replace(findings=list(features_merged(results.findings)))
        report.add(results.below(above) if above else results)
        report.rulebook = results.book if len(codebases) == 1 else RAW
        report.texts = {**report.texts, **texts_of(files.sources, above)}
    if len(codebases) > 1:
        report.matrix = matrix(facts)
    return report


# Judging one codebase

ENOUGH = 8
"""Values of the book's that show that a codebase is about Mongoose Traveller 2e, if most of its values are such."""
IN_OTHER_GAMES = ("RC803", "RC806", "RC813", "RC814", "RC815")
"""Codes of mechanics that other games have too: no findings in a codebase without a table of ours."""

FEATURES = ("RC803", "RC804")
"""Codes of mechanics that are features of a codebase: one finding, however many of its files play it."""


class _Judge:
    """Judges the scanned files of one codebase; the facts are collected as they are judged."""

    def __init__(self, files: Sequence[Scanned], book: Rulebook) -> None:
        self.book = book
        self.facts: JudgedFacts = []
        self.other_edition = next((file for file in files if file.edition), None)
        if self.other_edition is not None:
            files = [_all_doubtful(file) for file in files]
        self.files = files
        certain = [table for file in files for table in file.tables if table.is_certain and not table.likely_other_game]
        facts = [fact for table in certain for fact in table.facts]
        right = sum(fact.value == RAW[fact.rule] for fact in facts)
        self.is_ours = right >= ENOUGH and right * 2 > len(facts)
        skipped = sum(finding.code == "RC304" for file in files for finding in file.findings)
        self.is_other_game = skipped > len(certain)
        self.has_certain_table = bool(certain)
        constants = [fact for file in files for fact in file.constants]
        self.speaks_of_ours = self.has_certain_table or any(fact.value == RAW[fact.rule] for fact in constants)

    def results(self) -> CodebaseResults:
        """The judged facts and the findings of all files."""
        tables = [table for file in self.files for table in file.tables]
        findings = [finding for file in self.files for finding in self._file(file)]
        if self.other_edition is not None and self.facts:
            place, words = (
                Place(self.other_edition.file),
                {"edition": self.other_edition.edition, "book": self.book.name},
            )
            findings.append(Finding("RC304", "unchecked", place, case="edition", words=words, level_given="warning"))
        if default := next((file.file for file in self.files if file.defaults_multiple_to_1), ""):
            findings += [finding for file in self.files for finding in self._missing_multiples(file, default)]
        findings = list({(finding.place, finding.fingerprint): finding for finding in findings}.values())
        return CodebaseResults(
            facts=self.facts,
            findings=list(_with_copies(_skipped_tables_merged(findings), self.facts)),
            tables=len(tables),
            skipped=Counter(file.skipped for file in self.files if file.skipped),
            suppression_comments=[comment for file in self.files for comment in file.suppression_comments],
            bound=[BoundTable(file.file, name, rule) for file in self.files for name, rule in sorted(file.bound)],
            book=self.book,
        )

    def _file(self, file: Scanned) -> list[Finding]:
        """The findings on one file."""
        findings = [_problem(file.problem, file)] if file.problem is not None else []
        stated = file.stated
        for table in file.tables:
            table = replace(table, facts=[fact for fact in table.facts if fact.printed or fact.rule not in stated])
            findings += self._table(_doubtful(table) if table.likely_other_game and not self.is_ours else table)
        for fact in file.constants:
            findings += self._fact(fact if self.speaks_of_ours else _alone(fact))
        found = {(finding.rule, finding.place.line) for finding in findings}
        for mechanic in file.mechanics:
            is_stated = (mechanic.fact.rule, mechanic.fact.place.line) in found
            is_of_others = not self.has_certain_table and mechanic.code in IN_OTHER_GAMES
            if not is_stated and not is_of_others and not self.is_other_game:
                findings += self._mechanic(mechanic)
        findings += [self._with_impact(finding, None) for finding in file.findings]
        if file.problem is None:
            findings += [finding for table in file.tables for finding in self._rows(table, file)]
        return findings

    def _table(self, table: Table) -> Iterator[Finding]:
        """The findings on the values of a table.

        A band that begins too early is a moved one if the band beside it ends before it, so that no result is in both;
        a wrong band that follows from the one beside it is only a note.
        """
        wrong: list[Fact] = []
        other_rows = self._other_rows(table)
        for fact in table.facts:
            for finding in self._fact(fact):
                if other := other_rows.get(fact.place):
                    hint = f"these are the values of {other}: is the name of the row right?"
                    finding = replace(finding, values_of=other, hints=(hint,), evidence=(*finding.evidence, hint))
                # distances are not whole numbers: below 1 km and up to 1 km are the same
                is_counted = not RAW.rule(fact.rule).kind.is_a(KM)
                if finding.code == "RC206" and is_counted and any(_follows(fact, other) for other in table.facts):
                    finding = replace(finding, code="RC201", level_given=None)
                cause = next((other for other in wrong if _follows(other, fact)), None)
                if cause is not None:
                    words = {**finding.words, "cause": str(cause.place.line)}
                    finding = replace(finding, words=words, level_given="note")
                yield finding
                wrong.append(fact)

    def _other_rows(self, table: Table) -> dict[Place, str]:
        """Another row for each wrong value of a row, if two or more of its values are wrong and all are that row's."""
        wrong: dict[tuple[str, str, int], list[Fact]] = defaultdict(list)
        for fact in table.facts:
            rule = self.book.rule(fact.rule)
            if rule.section in RAW.tables and not fact.problem and fact.value != rule.value:
                wrong[rule.section, rule.row, fact.row].append(fact)
        others: dict[Place, str] = {}
        for (section, own, _), facts in wrong.items():
            stated = {self.book.rule(fact.rule).column: fact.value for fact in facts}
            for row in RAW.tables[section].rows if len(stated) > 1 else ():
                rules = {column: "/".join(filter(None, (section, row.id, column))) for column in stated}
                if row.id != own and all(self.book[rule] == stated[column] for column, rule in rules.items()):
                    others |= {fact.place: row.name for fact in facts}
        return others

    def _fact(self, fact: Fact) -> Iterator[Finding]:
        """The finding on a fact, if it does not agree."""
        verdict, finding = judge(fact, self.book)
        self.facts.append((fact, verdict))
        if finding is not None:
            yield self._with_impact(finding, fact)

    def _mechanic(self, mechanic: PlayedMechanic) -> Iterator[Finding]:
        """The finding on a mechanic; a ruling or another edition can make it contested."""
        for finding in self._fact(mechanic.fact):
            rule = self.book.rule(mechanic.fact.rule)
            words = {**mechanic.words, "book": self.book.name}
            by = f"ruling {rule.ruling}" if finding.verdict == "contested" else ""
            level: Level = "note" if mechanic.fact.doubtful else finding.level
            yield replace(finding, code=mechanic.code, case="", words=words, level_given=level, contested_by=by)

    def _with_impact(self, finding: Finding, fact: Fact | None) -> Finding:
        """A finding with its impact in play."""
        if finding.verdict not in ("differs", "contested"):
            return finding
        played = impact(fact.rule, fact.value, self.book) if fact is not None and not fact.problem else None
        if played is None or played.book == played.here:
            return replace(finding, impact=NOT_PLAYED)
        return replace(finding, impact=played.as_text(), weight=played.weight)

    def _missing_multiples(self, file: Scanned, default: str) -> Iterator[Finding]:
        """Findings on weapons without a damage multiple in a file, where the file `default` takes that as 1."""
        stated = file.stated
        weapons = ((table.rule_table, weapon) for table in file.tables for weapon in table.without_multiple)
        for rule_table, (name, line, column, _) in weapons:
            rule = self.book.rule(RAW.tables[rule_table].multiplied_by)
            if rule.id in stated:
                continue
            words = {"name": name, "file": default, "book": self.book.name}
            place = Place(file.file, line, column)
            finding = Finding("RC808", "differs", place, rule.id, rule.text, "×1", rule.cite, words=words)
            played = impact(rule.id, 1, self.book)
            yield replace(finding, impact=played.as_text(), weight=played.weight) if played is not None else finding

    def _rows(self, table: Table, file: Scanned) -> Iterator[Finding]:
        """Findings on rows that are missing from a nearly complete table and its file, and on rows of no book."""
        declared = RAW.tables.get(table.rule_table)
        if declared is None or declared.examples or not table.is_certain:
            return
        absent = len(table.missing_rows) + sum(bool(row.meant) for row in table.unknown_rows)
        if absent * 10 > len(declared.rows) * 4:
            return
        stated = {RAW.rule(rule).row for rule in file.stated if RAW.rule(rule).section == declared.id}
        missing = [name for name in table.missing_rows if declared.find(name).id not in stated]
        columns = {RAW.rule(fact.rule).column for fact in table.facts}
        rules = (rule for rule in declared.rules() if rule.row_name in missing and rule.column in columns)
        if table.fallback and all(self.book[rule.id] == int(table.fallback) for rule in rules):
            missing = []
        for name in missing:
            is_contested = any(rule.ruling for rule in declared.rules() if rule.row_name == name)
            is_only_one = len(missing) == 1 and not declared.lists_things and not is_contested
            level: Level = "warning" if is_only_one else "note"
            place, words = Place(table.file, table.line), {"fallback": table.fallback}
            finding = Finding("RC301", "missing", place, declared.id, name, words=words, level_given=level)
            yield replace(finding, qualified_name=table.qualified_name, begins=table.line)
        for name, line, column, meant in table.unknown_rows:
            place, words = Place(table.file, line, column), {"book": self.book.name, "meant": meant}
            finding = Finding("RC303", "unchecked", place, declared.id, actual=name, case="code", words=words)
            yield replace(finding, qualified_name=table.qualified_name, begins=table.line, level_given="note")


def _doubtful(table: Table) -> Table:
    """A table whose facts are doubtful, as it may be another game's; not if the configuration says what it is."""
    if table.is_bound:
        return table
    return replace(table, facts=[fact._replace(doubtful=True) for fact in table.facts], is_certain=False)


def _alone(fact: Fact) -> Fact:
    """A constant in a codebase that states nothing else of ours; doubtful if every game has such a value."""
    if not RAW.rule(fact.rule).in_every_game:
        return fact
    evidence = (*fact.evidence, "every game has such a value, and nothing else here is from this book")
    return fact._replace(doubtful=True, evidence=evidence)


def _all_doubtful(file: Scanned) -> Scanned:
    """A file whose facts are all doubtful, as the codebase may be another game's."""
    return replace(
        file,
        tables=[_doubtful(table) for table in file.tables],
        constants=[fact._replace(doubtful=True) for fact in file.constants],
        mechanics=[played._replace(fact=played.fact._replace(doubtful=True)) for played in file.mechanics],
    )


def _problem(problem: Problem, file: Scanned) -> Finding:
    """The finding on a file that was not read, or not wholly."""
    place, words = Place(file.file, problem.line), {"reason": str(problem)}
    if problem.kind in INTERNAL_ERRORS:
        return Finding("RC111", "unchecked", place, words=words)
    if problem.kind is ProblemKind.NOT_OPENED:
        return _unopened(file.file, str(problem))
    may_hide_rules = file.names_rules and problem.kind is not ProblemKind.TIMEOUT
    is_slow = file.names_rules and problem.kind is ProblemKind.TIMEOUT
    level: Level | None = "warning" if is_slow else None
    return Finding("RC110", "unchecked", place, words=words, may_hide_rules=may_hide_rules, level_given=level)


def _unopened(file: str, reason: str) -> Finding:
    """The finding on a file that cannot be opened, or is too large to be read."""
    place, words = Place(file), {"reason": reason}
    return Finding(
        "RC110", "unchecked", place, case="unopened", words=words, level_given="warning", may_hide_rules=True
    )


def _follows(cause: Fact, fact: Fact) -> bool:
    """Whether a band differs from the book's only at the edge that it shares with a wrong band beside it."""
    here, there = cause.value, fact.value
    if not isinstance(here, Band) or not isinstance(there, Band):
        return False
    book_here, book_there = RAW[cause.rule], RAW[fact.rule]
    same_column = RAW.rule(cause.rule).column == RAW.rule(fact.rule).column
    if not same_column or not isinstance(book_here, Band) or not isinstance(book_there, Band):
        return False
    if None not in (here.high, there.low) and here.high != book_here.high and there.high == book_there.high:
        return there.low == (here.high or 0) + 1
    if None not in (here.low, there.high) and here.low != book_here.low and (there.low or 0) == (book_there.low or 0):
        return there.high == (here.low or 0) - 1
    return False


def _skipped_tables_merged(findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings; those on tables that were skipped for one reason become one, with their number."""
    skipped: dict[tuple[str, str], list[Finding]] = defaultdict(list)
    for finding in findings:
        if finding.code == "RC304":
            skipped[finding.rule, finding.words.get("reason", "")].append(finding)
        else:
            yield finding
    for first, *others in skipped.values():
        more = f"{'are' if len(others) > 1 else 'is'} {len(others):,}" if others else ""
        yield replace(first, words={**first.words, "more": more})


def features_merged(findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings as a report shows them: of each feature only the first, whose evidence names the others."""
    merged: set[str] = set()
    for finding in findings:
        if finding.code not in merged:
            yield finding
        if finding.code in FEATURES:
            merged.add(finding.code)


def _with_copies(findings: Iterable[Finding], facts: JudgedFacts) -> Iterator[Finding]:
    """Each finding with the other places of its rule, right and wrong; equal findings in a file are numbered."""
    right: dict[str, dict[str, None]] = defaultdict(dict)
    wrong: dict[str, dict[str, list[Fact]]] = defaultdict(lambda: defaultdict(list))
    for fact, verdict in facts:
        if verdict == "agrees":
            right[fact.rule][f"{fact.place.file}:{fact.place.line}"] = None
        elif verdict in ("differs", "contested"):
            wrong[fact.rule][fact.printed if fact.problem else RAW.rule(fact.rule).kind.text(fact.value)].append(fact)
    occurrences: Counter[str] = Counter()
    for finding in sorted(findings, key=lambda finding: finding.place):
        fingerprint = finding.fingerprint
        finding = replace(finding, nth=occurrences[fingerprint])
        occurrences[fingerprint] += 1
        if finding.verdict not in ("differs", "contested"):
            yield finding
            continue
        by_value = wrong.get(finding.rule, {})
        value = finding.means or finding.actual
        same = [fact.place for fact in by_value.get(value, [])]
        elsewhere = [f"{place.file}:{place.line}" for place in same[:5] if place != finding.place]
        first = [facts[0] for other, facts in by_value.items() if other != value]
        others = [f"{fact.place.file}:{fact.place.line} ({fact.printed})" for fact in first]
        right_in = _places("right in", list(right[finding.rule]), len(right[finding.rule]))
        same_in = _places("the same in", elsewhere, len(same) - 1)
        evidence = (*finding.evidence, *right_in, *same_in, *_places("otherwise in", others, len(others)))
        yield replace(finding, evidence=evidence, hints=(*finding.hints, *right_in))


def _places(what: str, places: list[str], count: int) -> list[str]:
    """The first three places in words, and the number of the others."""
    more = f" and {count - 3} more" if count > 3 else ""
    return [f"{what} {', '.join(places[:3])}{more}"] if places else []


# Several codebases side by side


def matrix(codebases: Mapping[str, JudgedFacts], every: bool = False) -> Matrix:
    """The rules that at least one codebase has differently from the book, or `every` rule that one states."""
    stated: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    differing: set[str] = set()
    for name, facts in codebases.items():
        for fact, verdict in facts:
            if fact.problem or fact.doubtful:
                continue
            stated[fact.rule][name]["✓" if verdict == "agrees" else fact.printed] += 1
            if verdict != "agrees":
                differing.add(fact.rule)
    rows, outliers = [], []
    for rule in (rule for rule in RAW if rule in (stated if every else differing)):
        by_name = stated[rule]
        rows.append((rule, tuple(_values(by_name.get(name, Counter())) for name in codebases)))
        wrong = sum("✓" not in counts for counts in by_name.values())
        if len(by_name) > 1 and wrong * 2 > len(by_name):
            outliers.append(rule)
    return Matrix(tuple(codebases), tuple(rows), tuple(outliers))


def _values(counts: Counter[str]) -> str:
    """The value of a codebase as text, or its values if its copies differ."""
    values = [value for value, _ in counts.most_common()]
    return " / ".join(values[:3]) + (" …" if len(values) > 3 else "")


Selected = Callable[[str, str], bool]
"""Whether what has this rule and this finding code is selected."""
_ON_FILES = ("RC110", "RC111")
"""Codes of findings on files that could not be read, which are about every rule."""


def selection(rules: Iterable[str]) -> Selected:
    """Selects what is about some rules, given as globs, and findings on unread files; everything if there are none."""
    globs = [glob if "*" in glob else f"{glob.rstrip('/')}*" for glob in rules]
    for glob in globs:
        if not any(fnmatchcase(rule, glob) for rule in RAW):
            near = nearest(glob.rstrip("*"), RAW)
            hint = f"; the nearest: {', '.join(near)}" if near else ""
            raise UnknownRule(f"no rule has an id like {glob!r}{hint}")
    return lambda rule, code: not globs or code in _ON_FILES or any(fnmatchcase(rule, glob) for glob in globs)


def narrow(report: Report, rules: tuple[str, ...], only: tuple[str, ...]) -> None:
    """Keep only the facts and findings of some rules, given as globs, and of some verdicts."""
    is_selected = selection(rules)
    verdicts = only or VERDICTS
    report.facts = [
        (fact, verdict) for fact, verdict in report.facts if verdict in verdicts and is_selected(fact.rule, "")
    ]
    report.findings = [
        finding
        for finding in report.findings
        if finding.verdict in verdicts and is_selected(finding.rule, finding.code)
    ]
    if report.matrix is not None:
        remaining = {fact.rule for fact, _ in report.facts}
        rows = tuple(row for row in report.matrix.rows if row[0] in remaining)
        outliers = tuple(rule for rule in report.matrix.outliers if rule in remaining)
        report.matrix = report.matrix._replace(rows=rows, outliers=outliers)
