"""Values that cannot be meant: beyond what anyone plays, a time of nothing, or more dice kept than are rolled."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
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
from errata.house.page import INSTEAD, HouseRule, Page, Problem, companions, shortened, turned
from verify.findings import Fact, Finding, Place, Verdict
from verify.recognition.agreement import is_known_value
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
    largest = max(Fraction(1), *(abs(Fraction(other)) for other in _column(rule)))
    if kind.most:
        limit = max(kind.most, int(2 * largest))
        return f"no {kind.name} there goes beyond {limit}" if size > limit else ""
    return f"it is more than {TIMES} times what the book knows" if size > TIMES * largest else ""


def _column(rule: Rule) -> Iterator[int | Fraction]:
    """The numbers that the book has in the column of a rule, or in the set of facts that it belongs to."""
    for other in RAW.rules.values():
        if (other.section, other.column) == (rule.section, rule.column) and isinstance(other.value, (int, Fraction)):
            yield other.value


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
    least = max((least for rule in _limited_by(id) if isinstance(least := book.get(rule), int)), default=value)
    return f"no more can be kept than are rolled, and {least} are kept" if value < least else ""


@cache
def _limited_by(id: str) -> tuple[str, ...]:
    """The rules whose values cannot exceed that of a rule."""
    return tuple(rule.id for rule in RAW.rules.values() if rule.at_most == id)


# What is to be said of house rules: where they depart, repeat, contradict, touch what is contested, or are no rule.


IN_DOUBT = "; it stands under {!r}, which is not understood: look whether it is in force"


class Judged(NamedTuple):
    """What house rules state, what is to be said of them, and what each of them that counts changes, by its name."""

    facts: list[tuple[Fact, Verdict]]
    findings: list[Finding]
    changes: dict[str, dict[str, Value]]
    places: dict[str, Place]
    """Where each of those stands."""


def judged(pages: Sequence[Page], book: Rulebook = RAW) -> Judged:
    """House rules held against a rulebook; where two contradict each other, the last one counts."""
    verdicts = Judged([], [], {}, {})
    said: dict[str, tuple[HouseRule, Value]] = {}
    played = {**book, **{id: value for page in pages for rule in page.rules for id, value in rule.changes.items()}}
    for page in pages:
        verdicts.findings.extend(_problem(problem) for problem in page.problems)
        for rule in page.rules:
            for id, value in rule.changes.items():
                _judge(verdicts, said, rule, id, value, book, beyond_another(id, value, played))
    for rule in (rule for page in pages for rule in page.rules):
        mine = ((id, value) for id, (by, value) in said.items() if by is rule)
        own = {id: value for id, value in mine if not same_value(value, book[id], book.rule(id).kind)}
        for id, value in list(own.items()):
            with_it = companions(id, value, book)
            own = {**{o: given for o, given in with_it.items() if o not in said or said[o][1] == given}, **own}
        if own:
            name = _name(rule, verdicts.changes)
            verdicts.changes[name], verdicts.places[name] = own, rule.place
    return verdicts


def _judge(
    verdicts: Judged,
    said: dict[str, tuple[HouseRule, Value]],
    rule: HouseRule,
    id: str,
    value: Value,
    book: Rulebook,
    why: str,
) -> None:
    """Add what is to be said of one value, and the value to those that are said, unless it cannot be meant."""
    verdict, findings = _one(rule, id, value, book, said, why)
    verdicts.findings.extend(findings)
    again = id in said and said[id][1] == value  # what is said twice is one rule
    if not again:
        verdicts.facts.append((Fact(id, book.rule(id).kind.text(value), value, rule.place, "claim"), verdict))
    if again or any(finding.code == "RC007" for finding in findings) or (rule.quoted and id in said):
        return
    said[id] = rule, value
    other = INSTEAD.get(id, "")
    if other in said and not _beside(rule, id, said) and _holds(value) and _holds(said[other][1]):
        del said[other]


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


def _one(
    house: HouseRule, id: str, value: Value, book: Rulebook, said: Mapping[str, tuple[HouseRule, Value]], why: str
) -> tuple[Verdict, list[Finding]]:
    """The verdict on one value of a house rule, and all that is to be said of it."""
    rule = book.rule(id)
    printed = rule.kind.text(value)
    why = why or out_of_reason(rule, value)
    if not why and not rule.kind.accepts(value):
        why = f"it is not {rule.kind.expects}"
    if why:
        return "unchecked", [
            _finding("RC007", "unchecked", f"{rule.title}: {printed} is out of all reason: {why}", house, rule)
        ]
    if id in said and said[id][1] == value and said[id][0] is not house:
        return _again(house, rule, value, book, said[id][0])
    found = list(_contradicted(house, rule, value, book, said))
    if house.was and not _is_the_books(rule, house.was, book) and not _is_no_book(house):
        message = f"{rule.title}: the book has {rule.text}, and not {house.was} as the line says"
        found.append(_finding("RC008", "differs", message, house, rule))
    if (others := _covers_too(rule, house.text)) and not any(one.code == "RC011" for one in found):
        message = f"{rule.title}: {printed} holds for {others} as well, of which the line says nothing"
        found.append(_finding("RC011", "unchecked", message, house, rule))
    if house.also:
        others = _titles(house.also, " or ")
        message = f"{rule.title}: taken for this; it could also be {others}, so say which is meant"
        found.append(_finding("RC009", "unchecked", message, house, rule))
    if same_value(value, book[id], rule.kind):
        return "agrees", [
            *found,
            _finding("RC002", "agrees", f"{rule.title}: {printed} is what the book has", house, rule),
        ]
    verdict, own = _departs(house, rule, value, book, _beside(house, id, said))
    return verdict, [*found, *own]


def _again(house: HouseRule, rule: Rule, value: Value, book: Rulebook, by: HouseRule) -> tuple[Verdict, list[Finding]]:
    """A value that another house rule has said already, which is noted unless both stand in one line."""
    verdict: Verdict = "agrees" if value == book[rule.id] else "differs"
    if by.place[:2] == house.place[:2]:
        return verdict, []
    message = f"{rule.title}: {rule.kind.text(value)} is said already in {by.place}"
    return verdict, [replace(_finding("RC003", verdict, message, house, rule), level_given="note")]


def _contradicted(
    house: HouseRule, rule: Rule, value: Value, book: Rulebook, said: Mapping[str, tuple[HouseRule, Value]]
) -> Iterator[Finding]:
    """What was said before that cannot hold beside a value: of the same rule, or of one whose place it takes."""
    against, printed = INSTEAD.get(rule.id, ""), rule.kind.text(value)
    both = _beside(house, rule.id, said)
    if against in said and not both and _holds(value) and _holds(said[against][1]):
        other, told = said[against][0], book.rule(against).kind.text(said[against][1])
        message = f"{rule.title}: {printed} here, and {told} in {other.place}; both cannot be, and the last one counts"
        yield _finding("RC003", "differs", message, house, rule)
    if rule.id in said and said[rule.id][1] != value and not (house.quoted or said[rule.id][0].quoted):
        other, told = said[rule.id][0], rule.kind.text(said[rule.id][1])
        way, its = one_way(rule.id, house.text)[0], one_way(rule.id, other.text)[0]
        if way and its and way != its:
            message = f"{rule.title}: {printed} for {way} here, and {told} for {its} in {other.place}; "
            message += "the rule has one number for both, and the last one counts"
            yield _finding("RC011", "unchecked", message, house, rule)
            return
        message = f"{rule.title}: {printed} here, and {told} in {other.place}; the last one counts"
        yield _finding("RC003", "differs", message, house, rule)


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


def _holds(value: Value) -> bool:
    """Whether a value says that there is something at all."""
    return value not in (0, "none", None)


def _beside(house: HouseRule, id: str, said: Mapping[str, tuple[HouseRule, Value]]) -> tuple[str, ...]:
    """The rule whose place another takes as a rule, if one line gives both: a Boon, and a DM besides."""
    against = INSTEAD.get(id, "")
    return (against,) if against in said and said[against][0].place[:2] == house.place[:2] else ()


def _departs(
    house: HouseRule, rule: Rule, value: Value, book: Rulebook, beside: Sequence[str] = ()
) -> tuple[Verdict, list[Finding]]:
    """A value that is not the book's: an old misreading, on a contested rule, or a departure like any other."""
    printed = rule.kind.text(value)
    told = f"{rule.title}: {printed} instead of {rule.text}{_by(rule, value)}"
    for other in companions(rule.id, value, book, beside):
        told += f", in place of {book.rule(other).text}" if other in INSTEAD else ""
    open_value, assumed = rule.leaves_open
    if printed == open_value:
        told += f"; {assumed}"
    misread = _misread(RAW.rule(rule.id), value)
    edition = next((name for name, other in EDITIONS.items() if other[rule.id] == value != book[rule.id]), "")
    known = [who for who, other in alternatives(rule.id) if other == value]
    if edition or known or _is_contested(rule):
        so = f"the {edition} Core Rulebook has it so" if edition else "other sources have it so" if known else ""
        number = f"ruling {rule.ruling}" if rule.ruling is not None else ""
        why = f"{so}{f' ({number})' if number else ''}" if so else f"{number} tells who says what"
        why += f"; the errata log of the references has it as a misreading: {misread}" if misread else ""
        return "contested", [_finding("RC004", "contested", f"{told}; contested: {why}", house, rule)]
    if misread:
        message = f"{told}; this is the old misreading: {misread} ({ERRATA_LOG})"
        return "differs", [_finding("RC005", "differs", message, house, rule)]
    if rule.kind.name == "DM" and turned(rule.id, value):
        told += f"; the book has a {'penalty' if turned(rule.id, 1) else 'bonus'} there: is this meant?"
    return "differs", [_finding("RC001", "differs", told, house, rule)]


def _is_contested(rule: Rule) -> bool:
    return rule.ruling is not None and rulings()[rule.ruling].contested


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
    gain = Fraction(value) - Fraction(rule.value)
    if rule.kind.name in ("credits", "price", "tons", "tonnage", "number") and rule.value:
        if not value:
            return ""
        return f" ({decimal(Fraction(value) / Fraction(rule.value))} times)"
    shown = gain * 100 if "percent" in rule.kind.name else gain
    return f" ({'+' if gain > 0 else ''}{decimal(shown)}{'%-points' if 'percent' in rule.kind.name else ''})"


def _finding(code: str, verdict: Verdict, message: str, house: HouseRule, rule: Rule) -> Finding:
    played = rule.kind.text(house.changes[rule.id])  # the line may say by how much it is more
    message += IN_DOUBT.format(house.under) if house.under else ""
    return Finding(code, verdict, message, house.place, rule.id, rule.text, played, rule.cite, under=house.under)
