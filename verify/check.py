"""The check of documents: each one read, held against the engine, against itself and against the others."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from os import cpu_count

from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook
from verify.compare import judge
from verify.dice.figures import judge_figure, judge_fixed, judge_worked
from verify.documents.cites import check_cites
from verify.documents.consistency import disagreements, make_sense
from verify.documents.coverage import Account, account
from verify.documents.files import Document
from verify.documents.scanner_damage import find_damage, stray_values
from verify.documents.status_marks import status_notes
from verify.documents.table_completeness import check_tables
from verify.documents.table_facts import read_document
from verify.findings import Fact, Finding, Place, Results, Verdict


@dataclass
class Checked:
    """What was found in one document."""

    name: str
    edition: str
    tables: int
    unclaimed: int
    account: Account | None
    """What each number was taken for, if that is wanted."""
    facts: list[tuple[Fact, Verdict]] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def check_documents(
    documents: Sequence[Document],
    rulebook: Rulebook = RAW,
    done: Callable[[], None] = lambda: None,
    coverage: bool = True,
) -> tuple[Results, list[Account]]:
    """A report on some documents, and an account of the numbers of each if it is wanted."""
    report = Results("verify", rulebook)
    accounts: list[Account] = []
    editions: dict[str, str] = {}
    for checked in _uncollected(_each(documents, rulebook, coverage)):
        report.files += 1
        report.tables += checked.tables
        report.facts += checked.facts
        report.findings += checked.findings
        report.unclaimed += checked.unclaimed
        accounts += [checked.account] if checked.account is not None else []
        editions[checked.name] = checked.edition
        done()
    apart = list(disagreements(report.facts, editions, rulebook))
    told = {(f.rule, f.place) for f in apart}
    report.findings = [f for f in report.findings if f.code not in _ONE_SIDED or (f.rule, f.place) not in told] + apart
    return report, accounts


def _uncollected(checked: Iterator[Checked]) -> Iterator[Checked]:
    """The same without a search for garbage: there is hardly any, and looking for it takes a third of a long run."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield from checked
    finally:
        if collecting:
            gc.enable()


_ONE_SIDED = ("RC203", "RC204")
"""What a disagreement between documents tells more fully."""

MANY = 64
"""Documents from which on it pays to share the work among processes."""


def _each(documents: Sequence[Document], rulebook: Rulebook, coverage: bool) -> Iterator[Checked]:
    """Each document checked, in order; many of them by all processors at once."""
    check = partial(check_document, rulebook=rulebook, coverage=coverage)
    workers = min(8, cpu_count() or 1)
    if len(documents) < MANY or workers < 2 or rulebook is not RAW:
        yield from map(check, documents)
        return
    from concurrent.futures import BrokenExecutor, ProcessPoolExecutor

    done = 0
    try:
        with ProcessPoolExecutor(workers, initializer=gc.disable) as pool:
            for checked in pool.map(partial(check_document, coverage=coverage), documents, chunksize=8):
                yield checked
                done += 1
    except (OSError, ImportError, NotImplementedError, BrokenExecutor):  # no processes to be had, or one was killed
        yield from map(check, documents[done:])


def check_document(document: Document, rulebook: Rulebook = RAW, coverage: bool = True) -> Checked:
    """All that is to be said of one document by itself."""
    reading = read_document(document.text, document.name, rulebook)
    stray = list(stray_values(reading, rulebook))
    reading.facts += [fact for fact, _ in stray]
    numbers = account(document, reading)
    kept = numbers if coverage else None
    made = Checked(document.name, document.edition, len(reading.layout.grids), numbers.unclaimed_count, kept)
    if document.encoding != "utf-8":
        message = f"Read as {document.encoding}"
        made.findings.append(Finding("RC102", "unchecked", message, Place(document.name)))
    made.findings += reading.findings
    made.findings += [finding for _, finding in stray]
    made.findings += find_damage(document.text, reading)
    for fact in reading.facts:
        _judge(fact, made, rulebook)
    for worked in reading.worked:
        wrong = list(judge_worked(worked, rulebook))
        made.findings += wrong
        fact = Fact(f"worked:{worked.name}", worked.slots[-1][0], None, worked.slots[-1][1], "claim")
        made.facts.append((fact, "differs" if wrong else "agrees"))
    made.findings = list(_with_other_statements(made))
    made.findings += check_tables(reading)
    made.findings += _not_twice(make_sense(reading, rulebook), made)
    made.findings += check_cites(reading, rulebook)
    made.findings += status_notes(reading)
    made.findings += _unaccounted(numbers)
    verdicts = [verdict for _, verdict in made.facts]
    if document.other_game and verdicts.count("differs") > verdicts.count("agrees"):
        made.findings = [replace(finding, level_given="note") for finding in made.findings]
        message = f"It names another game ({document.other_game}), and most of it differs; all findings are notes"
        made.findings.append(Finding("RC108", "unchecked", message, Place(document.name)))
    return made


def _judge(fact: Fact, made: Checked, rulebook: Rulebook) -> None:
    sort, colon, _ = fact.rule.partition(":")
    if colon and sort not in _JUDGES:
        return
    verdict, finding = _JUDGES[sort](fact, rulebook) if colon else judge(fact, rulebook, made.edition)
    made.facts.append((fact, verdict))
    if finding is not None:
        made.findings.append(finding)


def _with_other_statements(made: Checked) -> Iterator[Finding]:
    """The findings, each with what the document says of the same rule elsewhere; and where it contradicts itself."""
    said: dict[str, list[tuple[Fact, Verdict]]] = {}
    for fact, verdict in made.facts:
        if ":" not in fact.rule and not fact.problem:
            said.setdefault(fact.rule, []).append((fact, verdict))
    right = {rule: [fact for fact, verdict in facts if verdict != "differs"][:3] for rule, facts in said.items()}
    for finding in made.findings:
        told = right.get(finding.rule, []) if finding.verdict == "differs" else []
        lines = [f"line {fact.place.line} says {fact.printed}" for fact in told if fact.place != finding.place]
        yield replace(finding, evidence=(*finding.evidence, *lines)) if lines else finding
    for rule, facts in said.items():
        values = {fact.value for fact, _ in facts}
        if len(values) > 1 and not any(verdict in ("differs", "unchecked") for _, verdict in facts):
            first = facts[0][0]
            last = next(fact for fact, _ in reversed(facts) if fact.value != first.value)
            title = RAW.rule(rule).title
            message = f"{title}: {last.printed} here, {first.printed} in line {first.place.line}"
            yield Finding("RC507", "contested", message, last.place, rule, first.printed, last.printed)


_JUDGES = {"dice": judge_figure, "is": judge_fixed}


def _not_twice(found: Iterable[Finding], made: Checked) -> Iterator[Finding]:
    """What makes no sense, unless the same value is already reported as wrong."""
    reported = {(f.rule, f.place) for f in made.findings if f.verdict == "differs" and f.rule}
    for finding in found:
        if finding.code not in ("RC501", "RC502") or (finding.rule, finding.place) not in reported:
            yield finding


KNOWN = 0.9
"""The share of a document's numbers that must be accounted for before each of the others is worth a note."""


def _unaccounted(account: Account) -> Iterator[Finding]:
    if account.share >= KNOWN:
        for number in account.unclaimed:
            place = Place(account.document.name, number.line, number.column)
            message = f"Nothing accounts for {number.text} in: {number.around}"
            yield Finding("RC704", "unchecked", message, place, actual=number.text)
