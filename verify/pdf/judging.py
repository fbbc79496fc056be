"""One cell of a book held against the engine and the references: what is said of it unless it agrees."""

from __future__ import annotations

from dataclasses import replace

from engine.errors import WrongKind
from engine.rulebook.editions import EDITIONS as RULEBOOKS
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rule
from verify.compare import judge
from verify.findings import Fact, Finding, Level, Place, Verdict
from verify.pdf.conditions import BESIDE, conditional
from verify.pdf.confusions import (
    LOST,
    UNSIGNED,
    Guess,
    confused,
    is_same_but_blanks,
    is_unsigned,
    mended,
    without_blanks,
)
from verify.pdf.meaning import meaning
from verify.pdf.outside import has_other_numbers, is_another, is_other_words
from verify.pdf.reader import BookRead
from verify.pdf.readings import CellRead
from verify.pdf.units import NOTHING
from verify.recognition.values import bare, read_value, same_value

SURE = 0.75
"""From which confidence on the reader of a scan is believed."""
_ROOM = 40
"""Signs of a cell that are shown; nothing of a book is copied."""


def judge_cell(
    book: BookRead, cell: CellRead, stated: list[tuple[Fact, Verdict]]
) -> tuple[Fact, Verdict, Finding | None]:
    """The verdict on a cell of a book, and what to say of it unless it agrees.

    Here the book is what is right, and what we have is held against it.
    """
    rule = RAW.rule(cell.rule)
    fact = _fact(book, cell, rule)
    if fact.problem and _is_stated(cell, rule, stated):
        fact = fact._replace(value=rule.value, problem="")
    counted = conditional(bare(cell.text), rule)
    number = counted[0] if counted is not None else cell.text
    if cell.doubt == LOST or (not cell.doubt and is_unsigned(rule.kind, number, rule.text)):
        source = "scan" if cell.scanned else "book"
        return fact, "unchecked", _said("RC609", fact, rule, source_kind=source, reason=cell.doubt or UNSIGNED)
    if cell.doubt or cell.sure < SURE:
        why = cell.doubt or f"the scan was read with a confidence of {cell.sure:.0%}"
        return fact, "unchecked", _said("RC604", fact, rule, reason=why)
    if cell.others and not cell.is_chosen:
        return fact, "unchecked", None
    if not fact.printed and (fact.problem or cell.scanned):
        return fact, "unchecked", _said("RC604", fact, rule, case="empty")
    if cell.scanned and (told := _of_scan(cell, fact, rule)):
        return told
    verdict, finding = judge(fact, RAW, _edition(book))
    if fact.problem and verdict != "agrees":
        return _outside(cell, fact, rule, stated)
    if verdict == "differs" and any(is_same_but_blanks(cell.text, ours) for ours in (rule.text, *_printed(stated))):
        return fact, "unchecked", _said("RC604", fact, rule, case="blanks")
    if finding is None:
        return fact, verdict, _reference_differs(fact, rule, stated)
    return fact, verdict, _of_the_book(finding, fact, rule, stated)


def _outside(
    cell: CellRead, fact: Fact, rule: Rule, stated: list[tuple[Fact, Verdict]]
) -> tuple[Fact, Verdict, Finding]:
    """The verdict on a cell that holds no value of its kind: another one, other words, or what was read wrongly."""
    reason, lines = _reason(fact.problem), _lines(stated)
    where = fact.evidence[0].removeprefix("read on ")
    is_kind = reason.startswith("is not ") and not cell.scanned
    if is_kind and is_another(cell.text, rule):
        finding = _said("RC602", fact, rule, *lines, case="kind", where=where, reason=reason, who=_who(lines))
        level: Level | None = None if has_other_numbers(cell.text, rule.text) else "warning"  # names can have synonyms
        return fact, "differs", replace(finding, verdict="differs", level_given=level)
    if is_kind and cell.is_held and is_other_words(cell.text, rule):
        return fact, "unchecked", _said("RC611", fact, rule, *lines, where=where, reason=reason)
    if fact.problem.startswith(BESIDE) and not cell.scanned:
        return fact, "unchecked", _said("RC611", fact, rule, *lines, case="beside", where=where, reason=fact.problem)
    return fact, "unchecked", _said("RC604", fact, rule, case="no-value", reason=reason)


def _lines(stated: list[tuple[Fact, Verdict]]) -> tuple[str, ...]:
    """What the references say of a rule."""
    return tuple(f"{other.place.file}:{other.place.line} says {other.printed}" for other, _ in stated if other.printed)


def _printed(stated: list[tuple[Fact, Verdict]]) -> list[str]:
    """The texts that references have for a rule."""
    return [other.printed for other, verdict in stated if other.printed and verdict == "agrees"]


def _is_stated(cell: CellRead, rule: Rule, stated: list[tuple[Fact, Verdict]]) -> bool:
    """Whether a cell has the text that a reference has, and this is our value without any head: `+1`."""
    if cell.unit not in (None, NOTHING) or bare(cell.text) not in map(bare, _printed(stated)):
        return False
    try:
        return same_value(read_value(rule.kind, cell.text), rule.value, rule.kind)
    except WrongKind:
        return False


def _who(lines: tuple[str, ...]) -> str:
    return "the reference and the engine have" if lines else "the engine has"


def _of_scan(cell: CellRead, fact: Fact, rule: Rule) -> tuple[Fact, Verdict, Finding] | None:
    """The verdict on a cell of a scan that is not ours, if the reader of scans may be what is wrong."""
    if not fact.problem and same_value(fact.value, rule.value, rule.kind):
        return None
    guess = mended(rule.kind, cell.text) if fact.problem else None
    if guess is None and fact.problem and without_blanks(fact.printed, rule.text):
        guess = Guess(rule.value, rule.text, "its blanks are lost")
    if guess is not None:
        return _guessed(fact, rule, guess, cell.is_layer)
    if likely := confused(fact.printed, rule.text):
        return fact, "unchecked", _said("RC609", fact, rule, source_kind="scan", reason=likely)
    if cell.is_layer:
        return fact, "unchecked", _said("RC604", fact, rule, case="layer")
    return None


def contradiction(fact: Fact, cell: CellRead) -> Finding:
    """A cell that copies of its table print otherwise."""
    rule = RAW.rule(cell.rule)
    copies = ", ".join(f"{_short(bare(text))} on page {page}" for page, text in cell.others)
    own = f"{fact.printed} on page {cell.number or f'{cell.page + 1} of the file'}"
    return _said("RC610", fact, rule, case="chosen" if cell.is_chosen else "", printed=own, copies=copies)


def _short(text: str) -> str:
    return text if len(text) <= _ROOM else text[: _ROOM - 1] + "…"


def _fact(book: BookRead, cell: CellRead, rule: Rule) -> Fact:
    place = Place(book.name, cell.page + 1)
    source = f"{book.title.text or 'the book'} p. {cell.number}" if cell.number else f"page {cell.page + 1} of the file"
    evidence = [f"read on {source}" + (f", page {cell.page + 1} of the file" if cell.number else "")]
    evidence += [cell.note] if cell.note else []
    evidence += [f"from a scan, with a confidence of {cell.sure:.0%}"] if cell.scanned else []
    evidence += [f"its head says {cell.unit.text}"] if cell.unit is not None and cell.unit != NOTHING else []
    printed = bare(cell.text)
    value, problem = meaning(cell.text, rule, cell.unit, cell.scanned)
    return Fact(rule.id, _short(printed), value, place, "table", tuple(evidence), problem)


def _reason(problem: str) -> str:
    """Why a text has no value, without the text itself."""
    _, not_ours, expected = problem.partition(" is not ")
    return f"is not {expected}" if not_ours else problem


def _edition(book: BookRead) -> str:
    """The edition of the Core Rulebook, if the book is one that the rules are known in."""
    return book.title.edition if book.title.key == "CRB" and book.title.edition in RULEBOOKS else ""


def _guessed(fact: Fact, rule: Rule, guess: Guess, is_layer: bool) -> tuple[Fact, Verdict, Finding]:
    """A cell of a scan that makes sense once a confusion is put right: it can agree, and proves nothing if not."""
    agrees = same_value(guess.value, rule.value, rule.kind)
    verdict: Verdict = "agrees" if agrees and not is_layer else "unchecked"
    fact = fact._replace(value=guess.value, problem="", damaged=True)
    ours = "" if agrees else rule.text
    finding = _said("RC609", fact, rule, case="taken", meant=guess.text, reason=guess.reason, ours=ours)
    return fact, verdict, replace(finding, verdict=verdict)


def _said(code: str, fact: Fact, rule: Rule, *more: str, case: str = "", **words: str) -> Finding:
    """A finding on a cell that was not checked: `expected` is what the book prints, `actual` the engine's value."""
    evidence = (*fact.evidence, *more)
    return Finding(code, "unchecked", fact.place, rule.id, fact.printed, rule.text, rule.cite, evidence, case, words)


def _of_the_book(finding: Finding, fact: Fact, rule: Rule, stated: list[tuple[Fact, Verdict]]) -> Finding:
    """A finding told from the side of the book: what it prints is right, and what we have is suspect."""
    level: Level | None
    lines = _lines(stated)
    turned = replace(finding, expected=fact.printed, actual=rule.text, evidence=(*finding.evidence, *lines))
    if finding.verdict != "differs":
        words = {**finding.words, "actual": fact.printed, "expected": rule.text, "here": "in the book"}
        # a book in print settles where a reference is doubtful, so that this is more than a note
        level = "warning" if finding.code == "RC208" else finding.level_given
        return replace(turned, words=words, level_given=level)
    where = fact.evidence[0].removeprefix("read on ")
    same = [o for o, _ in stated if not o.problem and same_value(o.value, fact.value, rule.kind)]
    who = "the engine alone has" if same else _who(lines)
    level = None if finding.level == "error" else finding.level
    return replace(turned, code="RC602", case="", words={"where": where, "who": who}, level_given=level)


def _reference_differs(fact: Fact, rule: Rule, stated: list[tuple[Fact, Verdict]]) -> Finding | None:
    """What to say where the book and the engine agree, and a reference has it otherwise."""
    wrong = next((other for other, verdict in stated if verdict == "differs"), None)
    if wrong is None:
        return None
    finding = _said("RC602", fact, rule, case="reference", there=str(wrong.place), other=wrong.printed)
    return replace(finding, verdict="differs")
