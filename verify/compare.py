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
from verify.rulings import alternatives, cite_of, doubt_of_reference, other_values, rulings

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
        return _finding("RC308", "missing", fact, rule, case="unsaid", level="warning")
    if _changes(fact.value, rule) < _changes(rule.value, rule):
        return _finding("RC205", "differs", fact, rule, book=rulebook.name)
    if rule.kind.is_a(*WORDED):
        return _finding("RC309", "unchecked", fact, rule)
    return _differs(fact, rule, rulebook, edition)


def _judge_code(fact: Fact, rule: Rule, rulebook: Rulebook, edition: str) -> Finding | None:
    """The finding on a fact of code that differs; one on a doubtful fact is a note at most."""
    if fact.problem:
        return _unread_in_code(fact, rule)
    if fact.value == "Special":
        return _finding("RC309", "unchecked", fact, rule, case="no-value", book=rulebook.name)
    if rule.value in (None, "Special"):
        return _finding("RC309", "unchecked", fact, rule, case="open", book=rulebook.name)
    changes, expected = _changes(fact.value, rule), _changes(rule.value, rule)
    if (not fact.whole and _is_edge(fact.value, rule.value)) or (expected and changes == expected):
        return None
    lacks_changes = changes < expected and fact.value not in other_values(rule.id)
    if lacks_changes or (not fact.whole and _is_part(fact.value, rule.value)):
        return _finding("RC205", "differs", fact, rule, book=rulebook.name)
    finding = _differs(fact, rule, rulebook, edition)
    if fact.doubtful and finding.verdict == "differs":
        words = {**finding.words, "otherwise": finding.remark}
        return replace(finding, code="RC207", words=words, level_given="note")
    return replace(finding, level_given="note") if finding.code == "RC206" else finding


def _unread_in_code(fact: Fact, rule: Rule) -> Finding:
    """The finding on a cell in code without a value: it is empty, of another kind, computed, or not understood."""
    if not fact.printed:
        return _empty(fact, rule, "note")
    if not fact.doubtful and is_no_value(rule.kind, fact.printed, rule.id):
        return _of_another_kind(fact, rule)
    if fact.computed:
        return _finding("RC305", "unchecked", fact, rule, case="computed", level="note", reason=fact.problem)
    return _finding("RC305", "unchecked", fact, rule, level="note", kind=rule.kind.expects)


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
    fact: Fact,
    rule: Rule,
    *evidence: str,
    case: str = "",
    level: Level | None = None,
    **words: str,
) -> Finding:
    return Finding(
        code,
        verdict,
        fact.place,
        rule.id,
        rule.text,
        fact.printed,
        cite_of(rule),
        (*fact.evidence, *evidence),
        case,
        words,
        fact.evidence,
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
        return _finding("RC105", "missing", fact, rule, *_ruled(rule))
    if fact.printed in ("", *_DASHES):
        return _empty(fact, rule, "note" if isinstance(rule.value, str) else None)
    if rule.kind.is_a(CHOICE) and not has_digits:
        return _finding("RC309", "unchecked", fact, rule, case="choice")
    if has_digits or rule.kind.is_a(*_GAME_NAMES):
        return _of_another_kind(fact, rule)
    return _finding("RC305", "unchecked", fact, rule, kind=rule.kind.expects)


def _empty(fact: Fact, rule: Rule, level: Level | None) -> Finding:
    return _finding("RC308", "missing", fact, rule, level=level)


def _of_another_kind(fact: Fact, rule: Rule) -> Finding:
    return _finding("RC202", "differs", fact, rule, kind=rule.kind.expects)


def _differs(fact: Fact, rule: Rule, rulebook: Rulebook, edition: str) -> Finding:
    """The finding on a value that is not the rulebook's: by an edition, a band's edge, a ruling, or wrong."""
    ours = rulebook.name
    book = EDITIONS.get(edition)
    if book is not None and book[rule.id] == fact.value:
        return _finding("RC204", "contested", fact, rule, *_ruled(rule), book=ours, edition=book.name)
    if _shares_an_edge(fact.value, rule.value):
        return _finding("RC206", "differs", fact, rule, book=ours)
    if rule.ruling is not None and rulings()[rule.ruling].contested:
        others = alternatives(rule)
        known = [who for who, value in others if value == fact.value or _is_among(fact.value, value)]
        unsettled = not others and isinstance(fact.value, (str, bool))
        if known or unsettled:  # a number that nobody has is an error even if the ruling is contested
            is_read_so = f"ruling {rule.ruling}" in known and doubt_of_reference(rule) is not None
            code, who = "RC208" if is_read_so else "RC203", rulings()[rule.ruling].who
            finding = _finding(
                code, "contested", fact, rule, *_ruled(rule), book=ours, who=who, ruling=str(rule.ruling)
            )
            return replace(finding, contested_by=" and ".join(known) or f"ruling {rule.ruling}")
    hints = tuple(_hints(fact, rule, rulebook))
    return replace(_finding("RC201", "differs", fact, rule, *hints, *_ruled(rule), book=ours), hints=hints)


def _is_among(value: Value, others: Value) -> bool:
    """Whether several things that are stated are some of others: the gunners of turrets, of those for all mounts."""
    return isinstance(value, tuple) and isinstance(others, tuple) and bool(value) and set(value) <= set(others)


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
    if (doubt := doubt_of_reference(rule)) is not None and (others := alternatives(rule)):
        values = " or ".join(rule.kind.text(other) for _, other in others)
        yield f"our reference is doubtful: {values} is in {doubt.who}"
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
