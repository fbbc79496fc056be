"""Judges facts: compares the value that a source states with the rulebook's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from engine.rulebook.editions import EDITIONS
from engine.rulebook.effects import CHANGES
from engine.rulebook.kinds import CHARACTERISTIC, CHOICE, CREDITS, RANGE_BAND, SHARE
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rule, Rulebook
from engine.rulebook.values import Band, Value
from engine.rules.critical_hits import SYSTEM
from verify.findings import Fact, Finding, Level, Verdict
from verify.recognition.values import WORDED, is_no_value, reads_as, same_value
from verify.rulings import alternatives, other_values, rulings

_DASHES = ("-", "—", "–")
_GAME_NAMES = (RANGE_BAND, SYSTEM, CHARACTERISTIC)
"""Kinds whose values are names that the game defines; any other word is wrong."""


def judge(fact: Fact, rulebook: Rulebook = RAW, edition: str = "") -> tuple[Verdict, Finding | None]:
    """The verdict on a fact, and the finding unless it agrees."""
    rule = rulebook.rule(fact.rule)
    finding = None
    if fact.problem or not same_value(fact.value, rule.value, rule.kind):
        finding = (_judge_code if fact.by == "code" else _judge_document)(fact, rule, rulebook, edition)
    return (finding.verdict if finding is not None else "agrees"), finding


def _judge_document(fact: Fact, rule: Rule, rulebook: Rulebook, edition: str) -> Finding | None:
    if fact.problem:
        stands_for_nothing = fact.printed in _DASHES and rule.value in (0, "Included", "Unlimited")
        return None if stands_for_nothing else _unreadable(fact, rule)
    if not fact.printed and fact.by == "table":
        message = f"{rule.title}: nothing is said; {rule.text} belongs there"
        return _finding("RC308", "missing", message, fact, rule, level="warning")
    if _changes(fact.value, rule) < _changes(rule.value, rule):
        return _finding("RC205", "differs", both_values(fact, rule, rulebook), fact, rule)
    if rule.kind.is_a(*WORDED):
        return _finding("RC309", "unchecked", f"{rule.title}: other words than ours, compare by eye", fact, rule)
    return _differs(fact, rule, rulebook, edition)


def _judge_code(fact: Fact, rule: Rule, rulebook: Rulebook, edition: str) -> Finding | None:
    """The finding on a fact of code that differs; one on a doubtful fact is a note at most."""
    if fact.problem:
        return _unread_in_code(fact, rule)
    if fact.value == "Special":
        message = f"{rule.title}: no value here, {rule.text} in {rulebook.name}"
        return _finding("RC309", "unchecked", message, fact, rule)
    if rule.value in (None, "Special"):
        message = f"{rule.title}: {fact.printed} here, where {rulebook.name} gives no value ({rule.text})"
        return _finding("RC309", "unchecked", message, fact, rule)
    changes, expected = _changes(fact.value, rule), _changes(rule.value, rule)
    if (not fact.whole and _is_edge(fact.value, rule.value)) or (expected and changes == expected):
        return None
    lacks_changes = changes < expected and fact.value not in other_values(rule.id)
    if lacks_changes or (not fact.whole and _is_part(fact.value, rule.value)):
        return _finding("RC205", "differs", both_values(fact, rule, rulebook), fact, rule)
    finding = _differs(fact, rule, rulebook, edition)
    if fact.doubtful and finding.verdict == "differs":
        remark = ", ".join(filter(None, (finding.remark, "if it is this rule")))
        message = f"{finding.message}, if it is this rule"
        return replace(finding, code="RC207", message=message, remark=remark, level_given="note")
    return finding


def _unread_in_code(fact: Fact, rule: Rule) -> Finding:
    """The finding on a cell in code without a value: it is empty, of another kind, computed, or not understood."""
    if not fact.printed:
        return _empty(fact, rule, "note")
    if not fact.doubtful and is_no_value(rule.kind, fact.printed, rule.id):
        return _of_another_kind(fact, rule)
    remark = f"{fact.printed!r} cannot be read as {rule.kind.expects}"
    if fact.computed:
        remark = f"not checked, since {fact.problem}"
    return _finding("RC305", "unchecked", f"{rule.title}: {remark}", fact, rule, remark=remark, level="note")


def _changes(value: Value, rule: Rule) -> frozenset[object]:
    """The changes of an effect as a set; empty if the rule is not an effect. A single value counts as one change."""
    if not rule.kind.is_a(CHANGES):
        return frozenset()
    return frozenset(value if isinstance(value, tuple) else [value])


def _is_edge(value: Value, expected: Value) -> bool:
    """Whether code states only one edge of a band: 6 for 6 or more, -5 for -5 to -2, 2 for 1 to 2."""
    if not isinstance(value, Band) or not isinstance(expected, Band) or value.low != value.high:
        return False
    far = value.low if expected.high is None else -value.low if expected.low is None and value.low is not None else None
    if far is not None and far >= 99 and set(str(far)) == {"9"}:
        return True  # 99 and 999 stand for no end, and so do -99 and -999
    edges = (expected.high,) if expected.low == 1 else (expected.low, expected.high)
    return expected.low != expected.high and value.low in edges


def _is_part(value: Value, expected: Value) -> bool:
    """Whether a single value lies within the book's band: 1 occupant of 1 to 2."""
    if isinstance(value, Band) and isinstance(expected, Band) and value.low is not None and value.low == value.high:
        return expected.holds(value.low)
    return False


def _finding(
    code: str,
    verdict: Verdict,
    message: str,
    fact: Fact,
    rule: Rule,
    *evidence: str,
    remark: str = "",
    level: Level | None = None,
) -> Finding:
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
        remark=remark,
        level_given=level,
        qualified_name=fact.qualified_name,
        begins=fact.begins,
        row=fact.row,
        item=fact.item,
        means="" if fact.problem or fact.value is None else rule.kind.text(fact.value),
    )


def _unreadable(fact: Fact, rule: Rule) -> Finding:
    has_digits = any(c.isdigit() for c in fact.printed)
    if fact.damaged and not fact.printed:
        message = f"{rule.title}: the scanner lost it; {rule.text} belongs there"
        return _finding("RC105", "missing", message, fact, rule, *_ruled(rule))
    if fact.printed in ("", *_DASHES):
        return _empty(fact, rule, "note" if isinstance(rule.value, str) else None)
    if rule.kind.is_a(CHOICE) and not has_digits:
        message = f"{rule.title}: {fact.printed!r} are other words than ours, compare by eye"
        return _finding("RC309", "unchecked", message, fact, rule)
    if has_digits or rule.kind.is_a(*_GAME_NAMES):
        return _of_another_kind(fact, rule)
    message = f"{rule.title}: {fact.printed!r} cannot be read as {rule.kind.expects}"
    return _finding("RC305", "unchecked", message, fact, rule)


def _empty(fact: Fact, rule: Rule, level: Level | None) -> Finding:
    message = f"{rule.title}: nothing stands there, {rule.text} belongs there"
    return _finding("RC308", "missing", message, fact, rule, level=level)


def _of_another_kind(fact: Fact, rule: Rule) -> Finding:
    message = f"{rule.title}: {fact.printed} is not {rule.kind.expects}; {rule.text} belongs there"
    return _finding("RC202", "differs", message, fact, rule)


def _differs(fact: Fact, rule: Rule, rulebook: Rulebook, edition: str) -> Finding:
    """The finding on a value that is not the rulebook's: by an edition, a band's edge, a ruling, or wrong."""
    ours = both_values(fact, rule, rulebook)
    book = EDITIONS.get(edition)
    if book is not None and book[rule.id] == fact.value:
        message = f"{ours}; {book.name} has it so, and the document follows that edition"
        return _finding("RC204", "contested", message, fact, rule, *_ruled(rule))
    if _shares_an_edge(fact.value, rule.value):
        remark = "the edge belongs to the next band too"
        return _finding("RC206", "differs", f"{ours}; {remark}", fact, rule, remark=remark)
    if rule.ruling is not None and rulings()[rule.ruling].contested:
        known = [name for name, value in alternatives(rule.id) if value == fact.value]
        unsettled = not alternatives(rule.id) and isinstance(fact.value, (str, bool))
        if known or unsettled:  # a number that nobody has is an error even if the ruling is contested
            contested_by = " and ".join(known) or f"ruling {rule.ruling}"
            remark = f"contested: {contested_by}"
            finding = _finding("RC203", "contested", f"{ours}; {remark}", fact, rule, *_ruled(rule), remark=remark)
            return replace(finding, contested_by=contested_by)
    hints = tuple(_hints(fact, rule, rulebook))
    return replace(_finding("RC201", "differs", ours, fact, rule, *hints, *_ruled(rule)), hints=hints)


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


def _ruled(rule: Rule) -> tuple[str, ...]:
    """What the ruling on a rule says, as evidence."""
    if rule.ruling is None:
        return ()
    ruling = rulings()[rule.ruling]
    sources = f"ruling {ruling.number}, {ruling.title}: {ruling.fields['Sources']}"
    return sources, f"followed: {ruling.fields['Followed']}"


_UNITS = {
    CREDITS.name: {Fraction(1, 10**6): "in megacredits", Fraction(10**6): "in credits"},
    SHARE.name: {Fraction(1, 100): "as a percentage", Fraction(100): "as a share"},
}


def _hints(fact: Fact, rule: Rule, rulebook: Rulebook) -> Iterator[str]:
    """Where the wrong value may come from: a misreading, the sign, the unit, the row above or below."""
    value, expected = fact.value, rule.value
    if rule.misread and reads_as(rule.kind, rule.misread, value):
        yield "a known misreading: the errata log of the High Guard reference lists it"
    if isinstance(value, (int, Fraction)) and isinstance(expected, (int, Fraction)) and expected:
        ratio = Fraction(value) / Fraction(expected)
        if ratio == -1:
            yield "the sign is turned round"
        elif ratio in _UNITS.get(rule.kind.name, {}):
            yield f"the number would be right {_UNITS[rule.kind.name][ratio]}"
    rows = rulebook.tables[rule.section].rows if rule.section in rulebook.tables else ()
    index = next((n for n, row in enumerate(rows) if row.id == rule.row), None)
    near = [rows[n] for n in (index - 1, index + 1) if 0 <= n < len(rows)] if index is not None else []
    same = [r.name for r in near if rulebook["/".join(filter(None, (rule.section, r.id, rule.column)))] == value]
    if same:
        yield f"it is the value of {' and of '.join(same)}"
