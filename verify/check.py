"""The check of documents: each is read and compared with the rulebook, with itself and with the others."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from os import cpu_count

from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook
from verify.compare import judge
from verify.dice.printed_figures import judge_figure, judge_fixed, judge_worked
from verify.documents.cites import check_cites
from verify.documents.consistency import disagreements, inconsistencies
from verify.documents.coverage import Account
from verify.documents.document_facts import read_document
from verify.documents.files import Document
from verify.documents.scanner_damage import find_damage, find_stray_values
from verify.documents.status_marks import status_notes
from verify.documents.table_completeness import check_tables
from verify.findings import Fact, Finding, Place, Results, States, Verdict


@dataclass
class Checked:
    """What was found in one document."""

    tables: int
    unclaimed: int
    account: Account | None
    """What each number was taken for, if that was asked for."""
    findings: list[Finding]
    facts: list[tuple[Fact, Verdict]] = field(default_factory=list)


def check_documents(
    documents: Sequence[Document],
    rulebook: Rulebook = RAW,
    done: Callable[[], None] = lambda: None,
    coverage: bool = True,
) -> tuple[Results, list[Account]]:
    """The results for some documents, and an account of the numbers of each if `coverage` is wanted.

    `done` is called after each document.
    """
    report = Results("verify", rulebook)
    accounts: list[Account] = []
    for checked in _each(documents, rulebook, coverage):
        report.files += 1
        report.tables += checked.tables
        report.facts += checked.facts
        report.findings += checked.findings
        report.unclaimed += checked.unclaimed
        accounts += [checked.account] if checked.account is not None else []
        done()
    editions = {document.name: document.edition for document in documents}
    across = list(disagreements(report.facts, editions, rulebook))
    explained = {(finding.rule, finding.place) for finding in across}
    one_sided = ("RC203", "RC204")
    report.findings = [f for f in report.findings if f.code not in one_sided or (f.rule, f.place) not in explained]
    report.findings += across
    return report, accounts


MANY = 64
"""From so many documents on it pays to share the work among processes."""

KNOWN = 0.9
"""The share of a document's numbers that must be accounted for before each of the others is worth a note."""


def _each(documents: Sequence[Document], rulebook: Rulebook, coverage: bool) -> Iterator[Checked]:
    """Each document checked, in order; many of them by all processors at once.

    Garbage collection finds hardly anything and takes a third of a long run, so it is off.
    """
    check = partial(check_document, rulebook=rulebook, coverage=coverage)
    if len(documents) < MANY:
        yield from map(check, documents)
        return
    done = 0
    if rulebook is RAW and (cpu_count() or 1) > 1:
        no_processes = suppress(OSError, ImportError, NotImplementedError, BrokenExecutor)  # or one was killed
        with no_processes, ProcessPoolExecutor(min(8, cpu_count() or 1), initializer=gc.disable) as pool:
            for checked in pool.map(partial(check_document, coverage=coverage), documents, chunksize=8):
                yield checked
                done += 1
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield from map(check, documents[done:])
    finally:
        if collecting:
            gc.enable()


_JUDGES = {States.FIGURE: judge_figure, States.FIXED: judge_fixed}


def check_document(document: Document, rulebook: Rulebook = RAW, coverage: bool = True) -> Checked:
    """Read one document and judge what it states, by the rulebook and by itself."""
    reading = read_document(document.text, document.name, rulebook)
    find_stray_values(reading, rulebook)
    account = reading.account(document)
    findings = reading.findings + list(find_damage(document.text, reading))
    if document.encoding != "utf-8":
        findings.insert(0, Finding("RC102", "unchecked", Place(document.name), words={"encoding": document.encoding}))
    checked = Checked(len(reading.layout.grids), account.unclaimed_count, account if coverage else None, findings)
    for fact in reading.facts:
        if fact.states is States.VALUE:
            verdict, finding = judge(fact, rulebook, document.edition)
        elif fact.states in _JUDGES:
            verdict, finding = _JUDGES[fact.states](fact, rulebook)
        else:
            continue
        checked.facts.append((fact, verdict))
        checked.findings += [finding] if finding is not None else []
    for example in reading.worked:
        wrong = list(judge_worked(example, rulebook))
        checked.findings += wrong
        text, place = example.numbers[-1]
        fact = Fact(example.name, text, None, place, "claim", states=States.EXAMPLE)
        checked.facts.append((fact, "differs" if wrong else "agrees"))
    checked.findings = list(_with_other_statements(checked))
    checked.findings += check_tables(reading)
    wrong_places = {(f.rule, f.place) for f in checked.findings if f.verdict == "differs" and f.rule}
    for finding in inconsistencies(reading, rulebook):  # a wrong value makes gaps and overlaps
        if finding.code not in ("RC501", "RC502") or (finding.rule, finding.place) not in wrong_places:
            checked.findings.append(finding)
    checked.findings += check_cites(reading, rulebook)
    checked.findings += status_notes(reading)
    for number in account.unclaimed if account.share >= KNOWN else ():
        place, words = Place(document.name, number.line, number.column), {"around": number.around}
        checked.findings.append(Finding("RC704", "unchecked", place, actual=number.text, words=words))
    verdicts = [verdict for _, verdict in checked.facts]
    if document.other_game and verdicts.count("differs") > verdicts.count("agrees"):
        checked.findings = [replace(finding, level_given="note") for finding in checked.findings]
        words = {"game": document.other_game}
        checked.findings.append(Finding("RC108", "unchecked", Place(document.name), words=words))
    return checked


def _with_other_statements(checked: Checked) -> Iterator[Finding]:
    """The findings, with the lines that state the same rule rightly; and one where the document contradicts itself."""
    statements: dict[str, list[tuple[Fact, Verdict]]] = {}
    for fact, verdict in checked.facts:
        if fact.states is States.VALUE and not fact.problem:
            statements.setdefault(fact.rule, []).append((fact, verdict))
    right = {rule: [fact for fact, verdict in facts if verdict != "differs"][:3] for rule, facts in statements.items()}
    for finding in checked.findings:
        others = right.get(finding.rule, []) if finding.verdict == "differs" else []
        lines = [f"line {fact.place.line} says {fact.printed}" for fact in others if fact.place != finding.place]
        yield replace(finding, evidence=(*finding.evidence, *lines), hints=(*finding.hints, *lines))
    for rule, facts in statements.items():
        values = {fact.value for fact, _ in facts}
        if len(values) > 1 and not any(verdict in ("differs", "unchecked") for _, verdict in facts):
            first = facts[0][0]
            last = next(fact for fact, _ in reversed(facts) if fact.value != first.value)
            words = {"line": str(first.place.line)}
            yield Finding("RC507", "contested", last.place, rule, first.printed, last.printed, words=words)
