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
    fact, verdict, finding = _judged(book, cell, stated)
    return fact, verdict, finding and replace(finding, expected=finding.actual, actual=finding.expected)


def _judged(book: BookRead, cell: CellRead, stated: list[tuple[Fact, Verdict]]) -> tuple[Fact, Verdict, Finding | None]:
    rule = RAW.rule(cell.rule)
    fact = _fact(book, cell, rule)
    if fact.problem and _is_stated(cell, rule, stated):
        fact = fact._replace(value=rule.value, problem="")
    counted = conditional(bare(cell.text), rule)
    number = counted[0] if counted is not None else cell.text
    if cell.doubt == LOST or (not cell.doubt and is_unsigned(rule.kind, number, rule.text)):
        where = "scan" if cell.scanned else "book"
        why = cell.doubt or UNSIGNED
        message = f"{rule.title}: {fact.printed} in the {where}, {rule.text} here: {why}; {look(rule.id)}"
        return fact, "unchecked", _said("RC609", "unchecked", message, fact, rule)
    if cell.doubt or cell.sure < SURE:
        why = cell.doubt or f"the scan was read with a confidence of {cell.sure:.0%}"
        return (
            fact,
            "unchecked",
            _said("RC604", "unchecked", f"{rule.title}: not certain: {why}; {look(rule.id)}", fact, rule),
        )
    if cell.others and not cell.is_chosen:
        return fact, "unchecked", None
    if not fact.printed and (fact.problem or cell.scanned):
        message = f"{rule.title}: nothing stands in the cell, {rule.text} here; {look(rule.id)}"
        return fact, "unchecked", _said("RC604", "unchecked", message, fact, rule)
    if cell.scanned and (told := _of_scan(cell, fact, rule)):
        return told
    verdict, finding = judge(fact, RAW, _edition(book))
    if fact.problem and verdict != "agrees":
        return _outside(cell, fact, rule, stated)
    if verdict == "differs" and any(is_same_but_blanks(cell.text, ours) for ours in (rule.text, *_printed(stated))):
        message = f"{rule.title}: {fact.printed!r} was read, and only its blanks are not ours; {look(rule.id)}"
        return fact, "unchecked", _said("RC604", "unchecked", message, fact, rule)
    if finding is None:
        return fact, verdict, _reference_differs(fact, rule, stated)
    return fact, verdict, _of_the_book(finding, fact, rule, stated)


def _outside(
    cell: CellRead, fact: Fact, rule: Rule, stated: list[tuple[Fact, Verdict]]
) -> tuple[Fact, Verdict, Finding]:
    """The verdict on a cell that holds no value of its kind: another one, other words, or what was read wrongly."""
    reason, lines = _reason(fact.problem), _lines(stated)
    where = fact.evidence[0].removeprefix("read on ")
    printed = f"the book prints {fact.printed!r} ({where})"
    is_kind = reason.startswith("is not ") and not cell.scanned
    if is_kind and is_another(cell.text, rule):
        message = f"{rule.title}: the book prints {fact.printed} ({where}), which {reason}; {_who(lines)} {rule.text}"
        level: Level | None = None if has_other_numbers(cell.text, rule.text) else "warning"  # names can have synonyms
        return fact, "differs", replace(_said("RC602", "differs", message, fact, rule, *lines), level_given=level)
    if is_kind and cell.is_held and is_other_words(cell.text, rule):
        message = f"{rule.title}: {printed}, which {reason}: another value, or other words for {rule.text}"
        return fact, "unchecked", _said("RC611", "unchecked", f"{message}; {look(rule.id)}", fact, rule, *lines)
    if fact.problem.startswith(BESIDE) and not cell.scanned:
        message = f"{rule.title}: {printed}: {fact.problem}; {look(rule.id)}"
        return fact, "unchecked", _said("RC611", "unchecked", message, fact, rule, *lines)
    message = f"{rule.title}: {fact.printed!r} was read, and {reason}; {rule.text} here, {look(rule.id)}"
    return fact, "unchecked", _said("RC604", "unchecked", message, fact, rule)


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
        message = f"{rule.title}: {fact.printed} in the scan, {rule.text} here: {likely}; {look(rule.id)}"
        return fact, "unchecked", _said("RC609", "unchecked", message, fact, rule)
    if cell.is_layer:
        message = f"{rule.title}: {fact.printed} in the text layer of the scan, {rule.text} here; {look(rule.id)}"
        return fact, "unchecked", _said("RC604", "unchecked", message, fact, rule)
    return None


def look(id: str) -> str:
    """What to do about a cell that is in doubt, or a table that lacks something."""
    return f"look at the page with --show {id}"


def contradiction(fact: Fact, cell: CellRead) -> Finding:
    """A cell that copies of its table print otherwise."""
    rule = RAW.rule(cell.rule)
    copies = ", ".join(f"{_short(bare(text))} on page {page}" for page, text in cell.others)
    own = f"{fact.printed} on page {cell.number or f'{cell.page + 1} of the file'}"
    follows = (
        "the cite leads to the first" if cell.is_chosen else f"no cite chooses, so it was not checked; {look(rule.id)}"
    )
    message = f"{rule.title}: the book prints {own}, {copies}; {follows}"
    return replace(_said("RC610", "unchecked", message, fact, rule), expected=fact.printed, actual=rule.text)


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
    tail = "" if agrees else f"; {rule.text} here, {look(rule.id)}"
    message = f"{rule.title}: {fact.printed!r} in the scan was taken for {guess.text}: {guess.reason}{tail}"
    fact = fact._replace(value=guess.value, problem="", damaged=True)
    return fact, verdict, _said("RC609", verdict, message, fact, rule)


def _said(code: str, verdict: Verdict, message: str, fact: Fact, rule: Rule, *more: str) -> Finding:
    evidence = (*fact.evidence, *more)
    return Finding(code, verdict, message, fact.place, rule.id, rule.text, fact.printed, rule.cite, evidence)


def _of_the_book(finding: Finding, fact: Fact, rule: Rule, stated: list[tuple[Fact, Verdict]]) -> Finding:
    """A finding told from the side of the book: what it prints is right, and what we have is suspect."""
    lines = _lines(stated)
    if finding.verdict != "differs":
        message = finding.message.replace(f"{fact.printed} here", f"{fact.printed} in the book", 1)
        return replace(finding, message=message, evidence=(*finding.evidence, *lines))
    where = fact.evidence[0].removeprefix("read on ")
    same = [o for o, _ in stated if not o.problem and same_value(o.value, fact.value, rule.kind)]
    who = "the engine alone has" if same else _who(lines)
    message = f"{rule.title}: the book prints {fact.printed} ({where}), {who} {rule.text}"
    level: Level | None = None if finding.level == "error" else finding.level
    return replace(finding, code="RC602", message=message, evidence=(*finding.evidence, *lines), level_given=level)


def _reference_differs(fact: Fact, rule: Rule, stated: list[tuple[Fact, Verdict]]) -> Finding | None:
    """What to say where the book and the engine agree, and a reference has it otherwise."""
    wrong = next((other for other, verdict in stated if verdict == "differs"), None)
    if wrong is None:
        return None
    message = f"{rule.title}: the book and the engine have {rule.text}, {wrong.place} has {wrong.printed}"
    return _said("RC602", "differs", message, fact, rule)
