"""Whether a statement is what claims found in it: it may deny that, tell it as a story, or say it of others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from engine.rulebook.raw import RAW
from errata.house.english.clauses import clauses, strange_before, strange_behind
from errata.house.english.denials import says_no
from errata.house.english.meant_values import TOTALS, as_named, meant_value
from errata.house.english.negations import is_denied
from errata.house.english.old_values import without_old
from errata.house.english.only_some import SOME
from errata.house.english.other_measures import multiplied
from errata.house.english.other_things import of_another
from errata.house.english.rule_names import is_word, known_to, row_in
from errata.house.english.said_values import NUMERALS, Said, has_value, said_values, without_values
from errata.house.english.shared_values import read_shared
from errata.house.english.spans import faces
from errata.house.english.stories import no_rule
from errata.house.english.units import Unit
from errata.house.english.word_forms import words
from verify.claims.matching import claims_in
from verify.findings import Fact
from verify.tokens import words_of

_NEGATED = re.compile(r"\b(?:no|not|never|cannot|without|none)\b", re.IGNORECASE)


_ANYBODY = words("player opponent group suggested")
"""Words for those of whom a claim speaks, where it has no word for them."""
_GOES_ON = re.compile(r"\s?(?:k|thousand|mil(?:lion)?)\b|[.,]\d|[½¼¾⅓⅔⅛⅜⅝⅞]", re.IGNORECASE)
"""How a number goes on of which a claim has read only the beginning."""
_SPELLED = re.compile(rf"(?:{'|'.join(sorted(NUMERALS, key=len, reverse=True))})\b", re.IGNORECASE)
"""A number in words, of which a claim has the figures."""
_MARKED = re.compile(r"(?<!M)Cr\s?\d{1,3}\.\d{3}\b|\b\d{1,3}\.\d{3}\s?(?:Cr|credits)|\d,\d{1,2}\b", re.IGNORECASE)
"""A price with a point that parts thousands, or a number with a comma that does not."""


def alone(unit: Unit, own: Sequence[Fact]) -> list[Fact]:
    """What a statement claims by its own words and its headings, whatever the lines beside it speak of."""
    if not own:
        return []
    made = {claim.phrase.written for claim, _, _ in claims_in(without_old(unit.text)[0], unit.above)}
    said = [fact for fact in own if fact.by != "claim" or any(_phrase(one) in made for one in fact.evidence)]
    return [fact for fact in said if not _is_gloss(unit, fact)]


def _is_gloss(unit: Unit, fact: Fact) -> bool:
    """Whether a fact only says in brackets what a difficulty needs that is told of something else: `(10+)`."""
    row = RAW.rule(fact.rule).row if fact.rule.startswith("checks/difficulties/") else ""
    at = unit.offset(*fact.place[1:])
    own = {*words(row.replace("-", " ")), *words("check task target")}
    return bool(row) and unit.text[:at].rstrip().endswith("(") and not own.issuperset(words(unit.text[:at]))


def _phrase(evidence: str) -> str:
    return evidence.removeprefix("the text says: ")


def says_otherwise(unit: Unit, own: Sequence[Fact]) -> bool:
    """Whether a statement denies what claims found in it, tells it as a story, or says it of more, or of others."""
    whole = without_old(unit.text)[0]
    rules = [fact.rule for fact in own]
    said = words(" ".join(phrase for fact in own for phrase in fact.evidence))
    if no_rule(unit.text) or read_shared(unit.text, unit.above) or _is_in_part(unit, whole, own):
        return True
    turned = {
        said.start for said in said_values(whole) if said.text.startswith("-") and not said.printed.startswith("-")
    }
    signed = [said for said in said_values(whole) if said.sort == "signed"]
    for fact in own:
        start = unit.offset(*fact.place[1:])
        spelled = _SPELLED.match(whole, start)
        value = start, spelled.end() if spelled else start + len(fact.printed)
        if of_another(whole, fact.rule, value) or _GOES_ON.match(whole, value[1]) or _MARKED.search(fact.printed):
            return True
        if isinstance(fact.value, int) and fact.value > 0 and start in turned:
            return True  # it is called a penalty
        if any(start in (one.start, one.start + 1) and not _can_be_signed(fact, one) for one in signed):
            return True  # one more is not one
        if any(one.start <= start < one.end and _is_change(fact, one) for one in said_values(whole)):
            return True
        if is_denied(whole, value) and not any(map(_NEGATED.search, fact.evidence)):
            return True
        known = (*said, *_ANYBODY)
        strange = words(strange_before(whole, rules, value, known))
        is_there = whole.startswith(fact.printed, start) and has_value(fact.printed)
        behind = words(strange_behind(whole, rules, value, known)) if is_there else ()
        if row_in(strange) or any(not is_word(word) or word in SOME for word in (*strange, *behind)):
            return True
        if _narrower(whole[:start], fact.rule, said):
            return True
    return False


def _is_of_another_row(fact: Fact) -> bool:
    """Whether a value is what the book has in the same column of another row: it names that, and is no new value."""
    own = RAW.rule(fact.rule)
    return own.kind.name == "band" and any(
        other.value == fact.value
        for other in RAW.rules.values()
        if other.section == own.section and other.column == own.column and other.row != own.row
    )


def _is_in_part(unit: Unit, whole: str, own: Sequence[Fact]) -> bool:
    """Whether what claims found is not all: it is denied behind, it is of one side, or of more faces of a die."""
    told = [set(re.findall(r"\d+", fact.printed)) for fact in own if "count as" in fact.printed]
    if any(not one >= faces(whole) for one in told):
        return True
    return any(map(_is_of_another_row, own)) or _is_denied(unit, whole, own) or _is_of_one_side(unit, whole, own)


def _is_denied(unit: Unit, whole: str, own: Sequence[Fact]) -> bool:
    """Whether a clause into which the words of a claim go on says that it is not so: `1D, END DM is not added`."""
    parts = clauses(whole)
    for start, end in stated_by(unit, whole, own, denying=False):
        for one in parts:
            if start < one.start < end and says_no(one.text):
                return True
    return False


_OF_BOTH = frozenset(words("initiative dm"))
"""What a number for two sides may be told to be of."""


def _is_of_one_side(unit: Unit, whole: str, own: Sequence[Fact]) -> bool:
    """Whether a number that a claim gives to two sides, to one of them as a minus, is told of one of them only.

    It is if it has a minus itself, or if more stands beside it than what the number is of.
    """
    for one, other in combinations(own, 2):
        turned = isinstance(one.value, int) and isinstance(other.value, int) and one.value == -other.value != 0
        if one.place != other.place or not turned:
            continue
        start, end = min(stated_by(unit, whole, own, denying=False), default=(0, len(whole)))
        beside = words(without_values(f"{whole[:start]} {whole[end:]}"))
        values = said_values(f"{whole[:start]} {whole[end:]}")
        if "-" in one.printed or values or not _OF_BOTH.issuperset(beside):
            return True
    return False


def stated_by(unit: Unit, whole: str, own: Sequence[Fact], denying: bool) -> Iterator[tuple[int, int]]:
    """From where to where the words of the claims stand that made some facts, of those that deny something or not."""
    said = {_phrase(one) for fact in own if fact.by == "claim" for one in fact.evidence}
    for phrase in dict.fromkeys(claim.phrase for claim, _, _ in claims_in(whole, unit.above)):
        if phrase.written in said and denying == phrase.denies:
            yield from phrase.spans(words_of(whole))


def _is_change(fact: Fact, said: Said) -> bool:
    """Whether a value is so much more or less than the book's, or many times it, where a claim has it as it is."""
    if multiplied(fact.printed) and "×" not in RAW.rule(fact.rule).text:
        return True  # the multiple is not of the dice
    named = as_named(RAW.rule(fact.rule), said)
    told = {word for phrase in fact.evidence for word in re.findall(r"\w+", phrase.lower())}
    if not named.more or named.is_open or named.way.split()[0] in told:
        return False
    return meant_value(RAW.rule(fact.rule), named) != fact.value


def _can_be_signed(fact: Fact, said: Said) -> bool:
    """Whether a value with a sign can be a rule's: a total has one only where it is added or taken off."""
    rule, taken_off = RAW.rule(fact.rule), f"-{fact.value}" == said.text.replace(" ", "")
    return rule.kind.name not in TOTALS or taken_off or meant_value(rule, said) is not None


def _narrower(text: str, rule: str, said: Sequence[str]) -> bool:
    """Whether a text names one of several of what a claim speaks of: a triple turret, where it is for all turrets."""
    named, known = set(row_in(words(text)).split()), {*known_to(rule), *said}
    return bool(named & known and named - known)
