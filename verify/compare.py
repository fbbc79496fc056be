"""Judges facts: compares what a source states with a rulebook. Nothing else gives a verdict."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from engine.errors import WrongKind
from engine.rulebook.editions import EDITIONS
from engine.rulebook.effects import CHANGES
from engine.rulebook.kinds import CHARACTERISTIC, CHOICE, CREDITS, RANGE_BAND, SHARE
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rule, Rulebook
from engine.rulebook.values import Band, Value
from engine.rules.critical_hits import SYSTEM
from verify.findings import Fact, Finding, Level, Verdict
from verify.recognition.values import WORDED, is_no_value, read_value, same_value
from verify.rulings import alternatives, other_values, rulings

_DASHES = ("-", "—", "–")
_GAME_NAMES = (RANGE_BAND, SYSTEM, CHARACTERISTIC)
"""Kinds whose values are names that the game defines; any other word is wrong."""


def judge(fact: Fact, rulebook: Rulebook = RAW, edition: str = "") -> tuple[Verdict, Finding | None]:
    """The verdict on a fact, and the finding unless it agrees."""
    rule = rulebook.rule(fact.rule)
    if fact.by == "code":
        return _judge_code(fact, rule, rulebook, edition)
    if fact.problem:
        if fact.printed in _DASHES and rule.value in (0, "Included", "Unlimited"):
            return "agrees", None
        return _unreadable(fact, rule)
    if same_value(fact.value, rule.value, rule.kind):
        return "agrees", None
    if not fact.printed and fact.by == "table":
        message = f"{rule.title}: nothing is said; {rule.text} belongs there"
        return "missing", replace(_finding("RC308", "missing", message, fact, rule), level_given="warning")
    if rule.kind.is_a(CHANGES) and isinstance(fact.value, tuple) and set(fact.value) < set(_changes(rule)):
        return "differs", _finding("RC205", "differs", both_values(fact, rule, rulebook), fact, rule)
    if rule.kind.is_a(*WORDED):
        message = f"{rule.title}: other words than ours, compare by eye"
        return "unchecked", _finding("RC309", "unchecked", message, fact, rule)
    return _differs(fact, rule, rulebook, edition)


def _judge_code(fact: Fact, rule: Rule, rulebook: Rulebook, edition: str) -> tuple[Verdict, Finding | None]:
    """The verdict on a fact of code; a doubtful one is a note at most."""
    if fact.problem:
        return _unread_in_code(fact, rule)
    if same_value(fact.value, rule.value, rule.kind):
        return "agrees", None
    if fact.value == "Special":
        message = f"{rule.title}: no value here, {rule.text} in {rulebook.name}"
        return "unchecked", _finding("RC309", "unchecked", message, fact, rule)
    if rule.value in (None, "Special"):
        message = f"{rule.title}: {fact.printed} here, where {rulebook.name} gives no value ({rule.text})"
        return "unchecked", _finding("RC309", "unchecked", message, fact, rule)
    if (not fact.whole and _is_edge(fact.value, rule.value)) or _are_changes(fact, rule):
        return "agrees", None
    if (not fact.whole and _is_part(fact.value, rule.value)) or _are_some_changes(fact, rule):
        return "differs", _finding("RC205", "differs", both_values(fact, rule, rulebook), fact, rule)
    verdict, finding = _differs(fact, rule, rulebook, edition)
    if fact.doubtful and verdict == "differs":
        remark = ", ".join(filter(None, (finding.remark, "if it is this rule")))
        message = f"{finding.message}, if it is this rule"
        return "differs", replace(finding, code="RC207", message=message, remark=remark, level_given="note")
    return verdict, finding


def _unread_in_code(fact: Fact, rule: Rule) -> tuple[Verdict, Finding]:
    """The finding on a cell in code without a value: it is empty, of another kind, computed, or not understood."""
    if not fact.printed:
        return _empty(fact, rule, "note")
    if not fact.doubtful and is_no_value(rule.kind, fact.printed, rule.id):
        return _of_another_kind(fact, rule)
    remark = f"{fact.printed!r} cannot be read as {rule.kind.expects}"
    if fact.computed:
        remark = f"not checked, since {fact.problem}"
    finding = _finding("RC305", "unchecked", f"{rule.title}: {remark}", fact, rule)
    return "unchecked", replace(finding, remark=remark, level_given="note")


def _are_changes(fact: Fact, rule: Rule) -> bool:
    """Whether an effect has the same changes, in any order."""
    return rule.kind.is_a(CHANGES) and isinstance(fact.value, tuple) and set(fact.value) == set(_changes(rule))


def _are_some_changes(fact: Fact, rule: Rule) -> bool:
    """Whether an effect has some of the changes and no other, and no other source has it so."""
    if not rule.kind.is_a(CHANGES) or not isinstance(fact.value, tuple):
        return False
    return set(fact.value) < set(_changes(rule)) and fact.value not in other_values(rule.id)


def _is_edge(value: Value, expected: Value) -> bool:
    """Whether code gives a band by its edge alone: 6 for 6 or more, -5 for -5 to -2, 2 for 1 to 2."""
    if not isinstance(value, Band) or not isinstance(expected, Band) or value.low != value.high:
        return False
    far = value.low if expected.high is None else -value.low if expected.low is None and value.low is not None else None
    if far is not None and far >= 99 and set(str(far)) == {"9"}:
        return True  # 99 and 999 stand for no end, and so do -99 and -999
    edges = (expected.high,) if expected.low == 1 else (expected.low, expected.high)
    return expected.low != expected.high and value.low in edges


def _is_part(value: Value, expected: Value) -> bool:
    """Whether a value is one of the book's band: 1 occupant of 1 to 2."""
    if isinstance(value, Band) and isinstance(expected, Band) and value.low is not None and value.low == value.high:
        return expected.holds(value.low)
    return False


def _changes(rule: Rule) -> tuple[object, ...]:
    return rule.value if isinstance(rule.value, tuple) else ()


def _finding(code: str, verdict: Verdict, message: str, fact: Fact, rule: Rule, *evidence: str) -> Finding:
    return Finding(
        code,
        verdict,
        message,
        fact.place,
        rule.id,
        rule.text,
        fact.printed,
        rule.cite,
        (*fact.evidence, *evidence),
        fact.evidence,
        qualified_name=fact.qualified_name,
        begins=fact.begins,
        row=fact.row,
        item=fact.item,
        means="" if fact.problem or fact.value is None else rule.kind.text(fact.value),
    )


def _unreadable(fact: Fact, rule: Rule) -> tuple[Verdict, Finding]:
    if fact.damaged and not fact.printed:
        message = f"{rule.title}: the scanner lost it; {rule.text} belongs there"
        return "missing", _finding("RC105", "missing", message, fact, rule, *_ruled(rule))
    if fact.printed in ("", *_DASHES):
        return _empty(fact, rule, "note" if isinstance(rule.value, str) else None)
    if rule.kind.is_a(CHOICE) and not any(c.isdigit() for c in fact.printed):
        message = f"{rule.title}: {fact.printed!r} are other words than ours, compare by eye"
        return "unchecked", _finding("RC309", "unchecked", message, fact, rule)
    if any(c.isdigit() for c in fact.printed) or rule.kind.is_a(*_GAME_NAMES):
        return _of_another_kind(fact, rule)
    message = f"{rule.title}: {fact.printed!r} cannot be read as {rule.kind.expects}"
    return "unchecked", _finding("RC305", "unchecked", message, fact, rule)


def _empty(fact: Fact, rule: Rule, level: Level | None) -> tuple[Verdict, Finding]:
    message = f"{rule.title}: nothing stands there, {rule.text} belongs there"
    return "missing", replace(_finding("RC308", "missing", message, fact, rule), level_given=level)


def _of_another_kind(fact: Fact, rule: Rule) -> tuple[Verdict, Finding]:
    message = f"{rule.title}: {fact.printed} is not {rule.kind.expects}; {rule.text} belongs there"
    return "differs", _finding("RC202", "differs", message, fact, rule)


def _differs(fact: Fact, rule: Rule, rulebook: Rulebook, edition: str) -> tuple[Verdict, Finding]:
    ours = both_values(fact, rule, rulebook)
    book = EDITIONS.get(edition)
    if book is not None and book[rule.id] == fact.value:
        message = f"{ours}; {book.name} has it so, and the document follows that edition"
        return "contested", _finding("RC204", "contested", message, fact, rule, *_ruled(rule))
    if _shares_an_edge(fact.value, rule.value):
        remark = "the edge belongs to the next band too"
        return "differs", replace(_finding("RC206", "differs", f"{ours}; {remark}", fact, rule), remark=remark)
    if rule.ruling is not None and _is_contested(fact, rule):
        who = [name for name, value in alternatives(rule.id) if value == fact.value]
        contested_by = " and ".join(who) or f"ruling {rule.ruling}"
        remark = f"contested: {contested_by}"
        finding = _finding("RC203", "contested", f"{ours}; {remark}", fact, rule, *_ruled(rule))
        return "contested", replace(finding, remark=remark, contested_by=contested_by)
    hints = _hints(fact, rule, rulebook)
    return "differs", replace(_finding("RC201", "differs", ours, fact, rule, *hints, *_ruled(rule)), hints=hints)


def both_values(fact: Fact, rule: Rule, rulebook: Rulebook) -> str:
    """The message on a value that differs: what the source has, and what the rulebook has."""
    return f"{rule.title}: {fact.printed} here, {rule.text} in {rulebook.name}"


def _shares_an_edge(value: Value, expected: Value) -> bool:
    """Whether a band is right but begins where the one before it ends: `1,250-10,000 km`."""
    if not isinstance(value, Band) or not isinstance(expected, Band):
        return False
    if value.low is None or expected.low is None:
        return value == Band(None, (expected.high or 0) - 1) and expected.low is None
    return value.high == expected.high and value.low == expected.low - 1 and value.low > 1


def _is_contested(fact: Fact, rule: Rule) -> bool:
    """Whether another source has the value, or it is one side of a question that no source settles.

    A number that nobody has is an error even if the ruling is contested.
    """
    known = other_values(rule.id)
    if not rulings()[rule.ruling or 0].contested:
        return False
    return fact.value in known or (not known and isinstance(fact.value, (str, bool)))


def _ruled(rule: Rule) -> tuple[str, ...]:
    if rule.ruling is None:
        return ()
    ruling = rulings()[rule.ruling]
    return (
        f"ruling {ruling.number}, {ruling.title}: {ruling.fields['Sources']}",
        f"followed: {ruling.fields['Followed']}",
    )


def _hints(fact: Fact, rule: Rule, rulebook: Rulebook) -> tuple[str, ...]:
    """Where the wrong value may come from."""
    hints = []
    value, expected = fact.value, rule.value
    if rule.misread and _is_misreading(fact, rule):
        hints.append("a known misreading: the errata log of the High Guard reference lists it")
    if isinstance(value, (int, Fraction)) and isinstance(expected, (int, Fraction)) and expected:
        ratio = Fraction(value) / Fraction(expected)
        if ratio == -1:
            hints.append("the sign is turned round")
        elif ratio in _UNITS.get(rule.kind.name, {}):
            hints.append(f"the number would be right {_UNITS[rule.kind.name][ratio]}")
    hints += _neighbour(fact, rule, rulebook)
    return tuple(hints)


_UNITS = {
    CREDITS.name: {Fraction(1, 10**6): "in megacredits", Fraction(10**6): "in credits"},
    SHARE.name: {Fraction(1, 100): "as a percentage", Fraction(100): "as a share"},
}


def _is_misreading(fact: Fact, rule: Rule) -> bool:
    try:
        return read_value(rule.kind, rule.misread) == fact.value
    except WrongKind:
        return False


def _neighbour(fact: Fact, rule: Rule, rulebook: Rulebook) -> list[str]:
    """Says if the value is that of the row above or below: a line has slipped."""
    if rule.section not in rulebook.tables:
        return []
    rows = rulebook.tables[rule.section].rows
    at = next((n for n, row in enumerate(rows) if row.id == rule.row), None)
    near = [rows[n] for n in (at - 1, at + 1) if 0 <= n < len(rows)] if at is not None else []
    same = [r.name for r in near if rulebook["/".join(filter(None, (rule.section, r.id, rule.column)))] == fact.value]
    return [f"it is the value of {' and of '.join(same)}"] if same else []
