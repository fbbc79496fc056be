"""Judges house rules: where they depart from the book, repeat it, contradict each other, or cannot be meant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from engine.dice.notation import Dice
from engine.rulebook.declarations import ERRATA_LOG
from engine.rulebook.editions import EDITIONS
from engine.rulebook.kinds import EFFECT, FACTOR, TARGET, decimal
from engine.rulebook.names import plain
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rule, Rulebook
from engine.rulebook.values import Value
from errata.house.english.doubts import one_way
from errata.house.english.meant_values import is_its_number, is_value
from errata.house.english.rule_names import known_to
from errata.house.english.said_values import has_value
from errata.house.english.unplayed import Unplayed
from errata.house.english.word_forms import words
from errata.house.house_page import INSTEAD, HouseRule, Page, Problem, shortened, turned
from verify.findings import Fact, Finding, Place, Verdict
from verify.recognition.cell_agreement import is_known_value
from verify.recognition.values import same_value
from verify.rulings import alternatives, cite_of, rulings

LEAST_ROLL = 2
"""The lowest roll of 2D; a lower target is always reached."""
TIMES = 100
"""An amount of more than this many times the largest value of its column in the book is unreasonable."""


def out_of_reason(rule: Rule, value: Value) -> str:
    """Why a value is unreasonable; empty if it is not.

    >>> out_of_reason(RAW.rule("space/critical/effect"), 60)
    'no roll has an Effect beyond 20'
    """
    kind = rule.kind
    if isinstance(value, Dice):
        return f"nobody rolls more than {kind.most} dice" if kind.most and value.count > kind.most else ""
    if isinstance(value, bool) or not isinstance(value, (int, Fraction)) or is_known_value(rule.id, value):
        return ""
    if value <= 0 and kind.unit:
        return "there has to be some of it"
    if not value and kind.is_a(FACTOR):
        return "nothing would be left of what it multiplies"
    if kind.is_a(TARGET) and value < LEAST_ROLL:
        return f"every roll of 2D is {LEAST_ROLL} or more"
    size = abs(Fraction(value))
    if kind == EFFECT:
        return f"no roll has an Effect beyond {EFFECT.most}" if size > EFFECT.most else ""
    amounts = (row.value for row in RAW.rules.values() if (row.section, row.column) == (rule.section, rule.column))
    largest = max(Fraction(1), *(abs(Fraction(amount)) for amount in amounts if isinstance(amount, (int, Fraction))))
    if kind.most:
        limit = max(kind.most, int(2 * largest))
        return f"no {kind.name} there goes beyond {limit}" if size > limit else ""
    return f"it is more than {TIMES} times what the book knows" if size > TIMES * largest else ""


def beyond_another(id: str, value: Value, book: Mapping[str, Value]) -> str:
    """Why a value conflicts with the value of a related rule in a rulebook; empty if it does not.

    >>> beyond_another("checks/boon-and-bane/dice", 1, {"checks/boon-and-bane/keep": 2})
    'no more can be kept than are rolled, and 2 are kept'
    """
    if not isinstance(value, int):
        return ""
    maximum = book.get(RAW.rule(id).at_most)
    if isinstance(maximum, int) and value > maximum:
        return f"no more can be kept than are rolled, and {maximum} are rolled"
    minimums = (book.get(rule) for rule, limit in _AT_MOST if limit == id)
    minimum = max((minimum for minimum in minimums if isinstance(minimum, int)), default=value)
    return f"no more can be kept than are rolled, and {minimum} are kept" if value < minimum else ""


_AT_MOST = [(rule.id, rule.at_most) for rule in RAW.rules.values() if rule.at_most]
"""Each rule whose value must not exceed that of another rule, with the id of that other rule."""


# Findings on house rules


class Judged(NamedTuple):
    """The facts that house rules state, the findings on them, and the changes of each rule in force by its name."""

    facts: list[tuple[Fact, Verdict]]
    findings: list[Finding]
    changes: dict[str, dict[str, Value]]
    places: dict[str, Place]
    """The place of each rule in `changes`."""


def judged(pages: Sequence[Page], book: Rulebook = RAW) -> Judged:
    """Compares house rules with a rulebook; where two contradict each other, the last one counts."""
    rules = [rule for page in pages for rule in page.rules]
    judge = _Judge(book, {**book, **{id: value for rule in rules for id, value in rule.changes.items()}})
    for page in pages:
        judge.result.findings.extend(map(_problem, page.problems))
        for rule in page.rules:
            for id, value in rule.changes.items():
                judge.judge(rule, book.rule(id), value)
    stated, result = judge.stated, judge.result
    for rule in rules:
        values = ((id, value) for id, (source, value) in stated.items() if source is rule)
        changes = {id: value for id, value in values if not same_value(value, book[id], book.rule(id).kind)}
        for id, value in list(changes.items()):
            linked = book.companions(id, value)
            changes = {**{o: v for o, v in linked.items() if o not in stated or stated[o][1] == v}, **changes}
        if changes:
            name = _name(rule, result.changes)
            result.changes[name], result.places[name] = changes, rule.place
    return result


class _Judge:
    """Judges the values of house rules in order, each together with the values stated before it."""

    def __init__(self, book: Rulebook, played: Mapping[str, Value]) -> None:
        self.book, self.played, self.result = book, played, Judged([], [], {}, {})
        self.stated: dict[str, tuple[HouseRule, Value]] = {}
        """The values that count so far, and the house rules that state them."""

    def judge(self, house: HouseRule, rule: Rule, value: Value) -> None:
        """Add the findings on one value, and record it as stated unless it is unreasonable."""
        replaced = self._replaced(house, rule.id, value)
        verdict, findings = self._verdict(house, rule, value, replaced)
        self.result.findings.extend(findings)
        repeat = rule.id in self.stated and self.stated[rule.id][1] == value  # repeats count as one rule
        if not repeat:
            fact = Fact(rule.id, rule.kind.text(value), value, house.place, "claim")
            self.result.facts.append((fact, verdict))
        if repeat or any(finding.code == "RC007" for finding in findings) or (house.quoted and rule.id in self.stated):
            return
        self.stated[rule.id] = house, value
        self.stated.pop(replaced, None)

    def _replaced(self, house: HouseRule, id: str, value: Value) -> str:
        """The rule stated earlier, on another line, that conflicts with a value; empty if there is none."""
        alternative = INSTEAD.get(id, "")
        conflicts = alternative in self.stated and value not in _NONE and self.stated[alternative][1] not in _NONE
        return alternative if conflicts and not self._is_in_line(house, alternative) else ""

    def _is_in_line(self, house: HouseRule, id: str) -> bool:
        """Whether the line of a house rule also states another rule: a Boon and a DM."""
        return id in self.stated and self.stated[id][0].place[:2] == house.place[:2]

    def _verdict(self, house: HouseRule, rule: Rule, value: Value, replaced: str) -> tuple[Verdict, list[Finding]]:
        """The verdict on one value of a house rule, and all findings on it."""
        make = partial(_finding, house, rule)
        why = beyond_another(rule.id, value, self.played) or out_of_reason(rule, value)
        if not why and not rule.kind.accepts(value):
            why = f"it is not {rule.kind.expects}"
        if why:
            return "unchecked", [make("RC007", "unchecked", "unreasonable", reason=why)]
        if rule.id in self.stated and self.stated[rule.id][1] == value:
            verdict: Verdict = "agrees" if value == rule.value else "differs"
            repetition = make("RC003", verdict, "repeated", there=str(self.stated[rule.id][0].place))
            return verdict, [] if self._is_in_line(house, rule.id) else [replace(repetition, level_given="note")]
        issues = list(self._contradicted(house, rule, value, replaced))
        if house.was and not _is_the_books(rule, house.was, self.book) and not _is_no_book(house):
            issues.append(make("RC008", "differs", quoted=house.was))
        if (others := _covers_too(rule, house.text)) and not any(other.code == "RC011" for other in issues):
            issues.append(make("RC011", "unchecked", others=others))
        if house.also:
            issues.append(make("RC009", "unchecked", others=_titles(house.also, " or ")))
        if same_value(value, rule.value, rule.kind):
            return "agrees", [*issues, make("RC002", "agrees")]
        departure = self._departure(house, rule, value)
        return departure.verdict, [*issues, departure]

    def _contradicted(self, house: HouseRule, rule: Rule, value: Value, replaced: str) -> Iterator[Finding]:
        """Findings on earlier values that contradict a value: of the same rule, or of the rule that it replaces."""
        if replaced:
            other, before = self.stated[replaced]
            words = {"earlier": self.book.rule(replaced).kind.text(before), "there": str(other.place)}
            yield _finding(house, rule, "RC003", "differs", "replaced", **words)
        if rule.id in self.stated and not (house.quoted or self.stated[rule.id][0].quoted):
            other, before = self.stated[rule.id]
            words = {"earlier": rule.kind.text(before), "there": str(other.place)}
            way, other_way = one_way(rule.id, house.text)[0], one_way(rule.id, other.text)[0]
            if way and other_way and way != other_way:
                yield _finding(house, rule, "RC011", "unchecked", "two-ways", way=way, other_way=other_way, **words)
            else:
                yield _finding(house, rule, "RC003", "differs", **words)

    def _departure(self, house: HouseRule, rule: Rule, value: Value) -> Finding:
        """A value that is not the book's: an old misreading, on a contested rule, or a departure like any other."""
        replaced = (
            self.book.rule(other).text
            for other in self.book.companions(rule.id, value)
            if other in INSTEAD and not (other == INSTEAD.get(rule.id) and self._is_in_line(house, other))
        )
        open_value, assumed = rule.leaves_open
        words = {
            "by": _by(rule, value),
            "replaced": ", in place of ".join(replaced),
            "assumed": assumed if rule.kind.text(value) == open_value else "",
        }
        misread = _misread(RAW.rule(rule.id), value)
        edition = next((name for name, other in EDITIONS.items() if other[rule.id] == value != rule.value), "")
        known = any(other == value for _, other in alternatives(rule))
        if edition or known or (rule.ruling is not None and rulings()[rule.ruling].contested):
            words |= {"misread": misread, "ruling": str(rule.ruling) if rule.ruling is not None else ""}
            if not edition and not known:
                return _finding(house, rule, "RC004", "contested", "unsettled", **words)
            who = f"the {edition} Core Rulebook has" if edition else "other sources have"
            return _finding(house, rule, "RC004", "contested", who=who, **words)
        if misread:
            return _finding(house, rule, "RC005", "differs", misread=misread, log=ERRATA_LOG, **words)
        if rule.kind.name == "DM" and turned(rule.id, value):
            words["usual"] = "penalty" if turned(rule.id, 1) else "bonus"
        return _finding(house, rule, "RC001", "differs", **words)


_NONE = (0, "none", None)
"""Values that mean none."""


def _finding(house: HouseRule, rule: Rule, code: str, verdict: Verdict, case: str = "", **words: str) -> Finding:
    played = rule.kind.text(house.changes[rule.id])
    return Finding(
        code,
        verdict,
        house.place,
        rule.id,
        rule.text,
        played,
        cite_of(rule),
        case=case,
        words=words,
        under=house.under,
    )


def _name(rule: HouseRule, used: Mapping[str, object]) -> str:
    """What a house rule is called in a list: its own words, cut short, with its line or rule where two are alike."""
    short = shortened(rule.text, 48)
    longer = (f"{short} ({at})" for at in (f"{rule.place.file}:{rule.place.line}", rule.place, *rule.changes))
    return next((name for name in (short, *longer) if name not in used), f"{short} ({rule.place}, {len(used)})")


def _problem(problem: Problem) -> Finding:
    level = "note" if problem.code == "RC006" and not problem.nearest else None
    unplayed = isinstance(problem.why, Unplayed)
    return Finding(
        problem.code,
        "unchecked",
        problem.place,
        actual=problem.quote,
        words={"reason": str(problem.why), "nearest": _titles(problem.nearest)},
        evidence=tuple(f"the nearest: {id}" for id in problem.nearest),
        unplayed=unplayed,
        is_prose=level == "note" and not unplayed and not has_value(problem.quote),
        under=problem.text if problem.heads else "",
        level_given=level,  # type: ignore[arg-type]
    )


def _titles(ids: Sequence[str], joined: str = ", ") -> str:
    """The titles of rules, quoted and joined."""
    return joined.join(f"{RAW.rule(id).title!r}" if id in RAW else id for id in ids)


_NO_BOOK = re.compile(
    r"\b(?:not|no longer|never|\w+n['’]t|formerly|previously|earlier|was|were|used to \w+|(?:our|my)(?:\s+\w+)?"
    r"|old|former|previous|before)[\s:]+(?:(?:an?|the|just|only)\s+)*(?:DM\s?|(?:AP|effect|severity|thrust|power)\s+)?$",
    re.IGNORECASE,
)
"""What stands before a value that is denied, or was played before, and is not said to be the book's."""
_THE_BOOKS = re.compile(r"\b(?:books?|rulebook|RAW|CRB|rules as written|by the rules)\b[^,;.(]*$", re.IGNORECASE)
"""Words that attribute the value of a clause to the book."""


def _is_no_book(house: HouseRule) -> bool:
    """Whether a line has a value that is not played, and does not say that it is the book's; or another line has it."""
    text = plain(house.text)
    position = text.find(plain(house.was))
    before = text[: max(0, position)]
    return position < 0 or (_NO_BOOK.search(before) is not None and _THE_BOOKS.search(before) is None)


def _is_the_books(rule: Rule, was: str, book: Rulebook) -> bool:
    """Whether what a line says that the book has is so, of its rule or of the one whose place that takes."""
    if is_value(rule, was) or is_its_number(rule, was):
        return True
    return rule.id in INSTEAD and is_value(book.rule(INSTEAD[rule.id]), was)


def _covers_too(rule: Rule, text: str) -> str:
    """What else a rule for two things is for, where a line names one of them; empty if it names both, or none.

    >>> _covers_too(RAW.rule("checks/boon-and-bane/dice"), "Boons roll four dice")
    'a Bane'
    """
    if other := one_way(rule.id, text)[1]:
        return other
    if set(map(str.lower, _CHARACTERISTICS)) <= known_to(rule.id):
        named = {match[0] for match in _CHARACTERISTIC.finditer(text)}
        return "every other characteristic" if named and not named.issuperset(_CHARACTERISTICS) else ""
    others = [thing for thing in rule.covers if not set(words(thing)) & set(words(text))]
    return f"a {others[0]}" if len(others) == 1 else ""


_CHARACTERISTICS = ("STR", "DEX", "END", "INT", "EDU", "SOC")
_CHARACTERISTIC = re.compile(rf"\b(?:{'|'.join(_CHARACTERISTICS)})\b")


def _misread(rule: Rule, value: Value) -> str:
    """The entry of the errata log that lists a value as a misreading; empty if there is none."""
    for text, logged in ((rule.misread, rule.misread), rule.misplayed):
        if text and rule.kind.accepts(text) and rule.kind.value(text) == value:
            return logged
    return ""


def _by(rule: Rule, value: Value) -> str:
    """The difference from the book's value, or the factor."""
    numbers = (int, Fraction)
    if isinstance(value, bool) or not isinstance(value, numbers) or not isinstance(rule.value, numbers):
        return ""
    now, before = Fraction(value), Fraction(rule.value)
    if rule.kind.name in ("credits", "price", "tons", "tonnage", "number") and before:
        return f"{decimal(now / before)} times" if now else ""
    times, unit = (100, "%-points") if "percent" in rule.kind.name else (1, "")
    return f"{'+' if now > before else ''}{decimal((now - before) * times)}{unit}"
