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
from verify.rulings import alternatives, rulings

LEAST_ROLL = 2
"""No roll of 2D gives less, so that any target below this is always reached."""
TIMES = 100
"""How many times the book's largest value of its column another amount can be in any reason."""


def out_of_reason(rule: Rule, value: Value) -> str:
    """Why a value cannot be meant; empty if it can.

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
    alike = (one.value for one in RAW.rules.values() if (one.section, one.column) == (rule.section, rule.column))
    largest = max(Fraction(1), *(abs(Fraction(other)) for other in alike if isinstance(other, (int, Fraction))))
    if kind.most:
        limit = max(kind.most, int(2 * largest))
        return f"no {kind.name} there goes beyond {limit}" if size > limit else ""
    return f"it is more than {TIMES} times what the book knows" if size > TIMES * largest else ""


def beyond_another(id: str, value: Value, book: Mapping[str, Value]) -> str:
    """Why a value cannot hold beside another of a rulebook; empty if it can.

    >>> beyond_another("checks/boon-and-bane/dice", 1, {"checks/boon-and-bane/keep": 2})
    'no more can be kept than are rolled, and 2 are kept'
    """
    if not isinstance(value, int):
        return ""
    most = book.get(RAW.rule(id).at_most)
    if isinstance(most, int) and value > most:
        return f"no more can be kept than are rolled, and {most} are rolled"
    limited = (book.get(rule) for rule, limit in _AT_MOST if limit == id)
    least = max((least for least in limited if isinstance(least, int)), default=value)
    return f"no more can be kept than are rolled, and {least} are kept" if value < least else ""


_AT_MOST = [(rule.id, rule.at_most) for rule in RAW.rules.values() if rule.at_most]
"""Each rule whose value cannot exceed that of another, and that other."""


# Findings on house rules


class Judged(NamedTuple):
    """What house rules state, what is to be said of them, and what each of them that counts changes, by its name."""

    facts: list[tuple[Fact, Verdict]]
    findings: list[Finding]
    changes: dict[str, dict[str, Value]]
    places: dict[str, Place]
    """Where each of those stands."""


def judged(pages: Sequence[Page], book: Rulebook = RAW) -> Judged:
    """House rules held against a rulebook; where two contradict each other, the last one counts."""
    rules = [rule for page in pages for rule in page.rules]
    judge = _Judge(book, {**book, **{id: value for rule in rules for id, value in rule.changes.items()}})
    for page in pages:
        judge.told.findings.extend(map(_problem, page.problems))
        for rule in page.rules:
            for id, value in rule.changes.items():
                judge.judge(rule, book.rule(id), value)
    said, told = judge.said, judge.told
    for rule in rules:
        mine = ((id, value) for id, (by, value) in said.items() if by is rule)
        own = {id: value for id, value in mine if not same_value(value, book[id], book.rule(id).kind)}
        for id, value in list(own.items()):
            with_it = book.companions(id, value)
            own = {**{o: given for o, given in with_it.items() if o not in said or said[o][1] == given}, **own}
        if own:
            name = _name(rule, told.changes)
            told.changes[name], told.places[name] = own, rule.place
    return told


class _Judge:
    """Judges the values of house rules one after the other, each beside those that were said before."""

    def __init__(self, book: Rulebook, played: Mapping[str, Value]) -> None:
        self.book, self.played, self.told = book, played, Judged([], [], {}, {})
        self.said: dict[str, tuple[HouseRule, Value]] = {}
        """The values that count so far, and the house rules that state them."""

    def judge(self, house: HouseRule, rule: Rule, value: Value) -> None:
        """Add what is to be said of one value, and the value to those that are said, unless it cannot be meant."""
        ousted = self._ousted(house, rule.id, value)
        verdict, findings = self._verdict(house, rule, value, ousted)
        self.told.findings.extend(findings)
        again = rule.id in self.said and self.said[rule.id][1] == value  # what is said twice is one rule
        if not again:
            fact = Fact(rule.id, rule.kind.text(value), value, house.place, "claim")
            self.told.facts.append((fact, verdict))
        if again or any(one.code == "RC007" for one in findings) or (house.quoted and rule.id in self.said):
            return
        self.said[rule.id] = house, value
        self.said.pop(ousted, None)

    def _ousted(self, house: HouseRule, id: str, value: Value) -> str:
        """The rule that was said before and that cannot hold beside a value, unless one line gives both; else empty."""
        other = INSTEAD.get(id, "")
        holds = other in self.said and value not in _NONE and self.said[other][1] not in _NONE
        return other if holds and not self._is_in_line(house, other) else ""

    def _is_in_line(self, house: HouseRule, id: str) -> bool:
        """Whether the line of a house rule has given another rule too: a Boon, and a DM besides."""
        return id in self.said and self.said[id][0].place[:2] == house.place[:2]

    def _verdict(self, house: HouseRule, rule: Rule, value: Value, ousted: str) -> tuple[Verdict, list[Finding]]:
        """The verdict on one value of a house rule, and all that is to be said of it."""
        finding, printed = partial(_finding, house, rule), rule.kind.text(value)
        why = beyond_another(rule.id, value, self.played) or out_of_reason(rule, value)
        if not why and not rule.kind.accepts(value):
            why = f"it is not {rule.kind.expects}"
        if why:
            return "unchecked", [finding("RC007", "unchecked", f"{printed} is out of all reason: {why}")]
        if rule.id in self.said and self.said[rule.id][1] == value:
            verdict: Verdict = "agrees" if value == rule.value else "differs"
            again = finding("RC003", verdict, f"{printed} is said already in {self.said[rule.id][0].place}")
            return verdict, [] if self._is_in_line(house, rule.id) else [replace(again, level_given="note")]
        found = list(self._contradicted(house, rule, value, ousted))
        if house.was and not _is_the_books(rule, house.was, self.book) and not _is_no_book(house):
            found.append(finding("RC008", "differs", f"the book has {rule.text}, and not {house.was} as the line says"))
        if (others := _covers_too(rule, house.text)) and not any(one.code == "RC011" for one in found):
            as_well = f"{printed} holds for {others} as well, of which the line says nothing"
            found.append(finding("RC011", "unchecked", as_well))
        if house.also:
            which = f"taken for this; it could also be {_titles(house.also, ' or ')}, so say which is meant"
            found.append(finding("RC009", "unchecked", which))
        if same_value(value, rule.value, rule.kind):
            return "agrees", [*found, finding("RC002", "agrees", f"{printed} is what the book has")]
        departure = self._departure(house, rule, value)
        return departure.verdict, [*found, departure]

    def _contradicted(self, house: HouseRule, rule: Rule, value: Value, ousted: str) -> Iterator[Finding]:
        """What was said before that cannot hold beside a value: of the same rule, or of one whose place it takes."""
        printed = rule.kind.text(value)
        if ousted:
            other, before = self.said[ousted]
            told = f"{self.book.rule(ousted).kind.text(before)} in {other.place}; both cannot be"
            yield _finding(house, rule, "RC003", "differs", f"{printed} here, and {told}, and the last one counts")
        if rule.id in self.said and not (house.quoted or self.said[rule.id][0].quoted):
            other, before = self.said[rule.id]
            told = rule.kind.text(before)
            way, its = one_way(rule.id, house.text)[0], one_way(rule.id, other.text)[0]
            if way and its and way != its:
                message = f"{printed} for {way} here, and {told} for {its} in {other.place}; "
                message += "the rule has one number for both, and the last one counts"
                yield _finding(house, rule, "RC011", "unchecked", message)
            else:
                message = f"{printed} here, and {told} in {other.place}; the last one counts"
                yield _finding(house, rule, "RC003", "differs", message)

    def _departure(self, house: HouseRule, rule: Rule, value: Value) -> Finding:
        """A value that is not the book's: an old misreading, on a contested rule, or a departure like any other."""
        printed = rule.kind.text(value)
        told = f"{printed} instead of {rule.text}{_by(rule, value)}"
        for other in self.book.companions(rule.id, value):
            if other in INSTEAD and not (other == INSTEAD.get(rule.id) and self._is_in_line(house, other)):
                told += f", in place of {self.book.rule(other).text}"
        open_value, assumed = rule.leaves_open
        if printed == open_value:
            told += f"; {assumed}"
        misread = _misread(RAW.rule(rule.id), value)
        edition = next((name for name, other in EDITIONS.items() if other[rule.id] == value != rule.value), "")
        known = any(other == value for _, other in alternatives(rule.id))
        if edition or known or (rule.ruling is not None and rulings()[rule.ruling].contested):
            so = f"the {edition} Core Rulebook has it so" if edition else "other sources have it so" if known else ""
            number = f"ruling {rule.ruling}" if rule.ruling is not None else ""
            why = f"{so}{f' ({number})' if number else ''}" if so else f"{number} tells who says what"
            why += f"; the errata log of the references has it as a misreading: {misread}" if misread else ""
            return _finding(house, rule, "RC004", "contested", f"{told}; contested: {why}")
        if misread:
            message = f"{told}; this is the old misreading: {misread} ({ERRATA_LOG})"
            return _finding(house, rule, "RC005", "differs", message)
        if rule.kind.name == "DM" and turned(rule.id, value):
            told += f"; the book has a {'penalty' if turned(rule.id, 1) else 'bonus'} there: is this meant?"
        return _finding(house, rule, "RC001", "differs", told)


_NONE = (0, "none", None)
"""Values that say that there is nothing at all."""


def _finding(house: HouseRule, rule: Rule, code: str, verdict: Verdict, message: str) -> Finding:
    played = rule.kind.text(house.changes[rule.id])  # the line may say by how much it is more
    doubt = f"; it stands under {house.under!r}, which is not understood: look whether it is in force"
    message = f"{rule.title}: {message}{doubt if house.under else ''}"
    return Finding(code, verdict, message, house.place, rule.id, rule.text, played, rule.cite, under=house.under)


def _name(rule: HouseRule, taken: Mapping[str, object]) -> str:
    """What a house rule is called in a list: its own words, cut short, with its line or rule where two are alike."""
    short = shortened(rule.text, 48)
    told = (f"{short} ({one})" for one in (f"{rule.place.file}:{rule.place.line}", rule.place, *rule.changes))
    return next((name for name in (short, *told) if name not in taken), f"{short} ({rule.place}, {len(taken)})")


def _problem(problem: Problem) -> Finding:
    near = f"; the nearest: {_titles(problem.nearest)}" if problem.nearest else ""
    level = "note" if problem.code == "RC006" and not problem.nearest else None
    unplayed = isinstance(problem.why, Unplayed)
    return Finding(
        problem.code,
        "unchecked",
        f"{problem.quote!r}: {problem.why}{near}",
        problem.place,
        remark=f"{problem.why}{near}",
        actual=problem.quote,
        evidence=tuple(f"the nearest: {id}" for id in problem.nearest),
        unplayed=unplayed,
        is_prose=level == "note" and not unplayed and not has_value(problem.quote),
        under=problem.text if problem.heads else "",
        level_given=level,  # type: ignore[arg-type]
    )


def _titles(ids: Sequence[str], joined: str = ", ") -> str:
    """What rules are called, for those who know no ids."""
    return joined.join(f"{RAW.rule(id).title!r}" if id in RAW else id for id in ids)


_NO_BOOK = re.compile(
    r"\b(?:not|no longer|never|\w+n['’]t|formerly|previously|earlier|was|were|used to \w+|(?:our|my)(?:\s+\w+)?"
    r"|old|former|previous|before)[\s:]+(?:(?:an?|the|just|only)\s+)*(?:DM\s?|(?:AP|effect|severity|thrust|power)\s+)?$",
    re.IGNORECASE,
)
"""What stands before a value that is denied, or was played before, and is not said to be the book's."""
_THE_BOOKS = re.compile(r"\b(?:books?|rulebook|RAW|CRB|rules as written|by the rules)\b[^,;.(]*$", re.IGNORECASE)
"""What says in the clause of a value that it is the book's."""


def _is_no_book(house: HouseRule) -> bool:
    """Whether a line has a value that is not played, and does not say that it is the book's; or another line has it."""
    text = plain(house.text)
    at = text.find(plain(house.was))
    before = text[: max(0, at)]
    return at < 0 or (_NO_BOOK.search(before) is not None and _THE_BOOKS.search(before) is None)


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
        named = {found[0] for found in _CHARACTERISTIC.finditer(text)}
        return "every other characteristic" if named and not named.issuperset(_CHARACTERISTICS) else ""
    others = [thing for thing in rule.covers if not set(words(thing)) & set(words(text))]
    return f"a {others[0]}" if len(others) == 1 else ""


_CHARACTERISTICS = ("STR", "DEX", "END", "INT", "EDU", "SOC")
_CHARACTERISTIC = re.compile(rf"\b(?:{'|'.join(_CHARACTERISTICS)})\b")


def _misread(rule: Rule, value: Value) -> str:
    """What the errata log calls a value, if it has it as one that was wrong; empty if not."""
    for text, logged in ((rule.misread, rule.misread), rule.misplayed):
        if text and rule.kind.accepts(text) and rule.kind.value(text) == value:
            return logged
    return ""


def _by(rule: Rule, value: Value) -> str:
    """How much more or less it is."""
    numbers = (int, Fraction)
    if isinstance(value, bool) or not isinstance(value, numbers) or not isinstance(rule.value, numbers):
        return ""
    now, before = Fraction(value), Fraction(rule.value)
    if rule.kind.name in ("credits", "price", "tons", "tonnage", "number") and before:
        return f" ({decimal(now / before)} times)" if now else ""
    times, unit = (100, "%-points") if "percent" in rule.kind.name else (1, "")
    return f" ({'+' if now > before else ''}{decimal((now - before) * times)}{unit})"
