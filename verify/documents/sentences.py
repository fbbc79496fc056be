"""Facts out of sentences: the claims that a passage makes, each number with the rule that it states.

Sentences that call themselves house rules are noted and not compared.
"""

from __future__ import annotations

import re
from functools import lru_cache

from engine.errors import WrongKind
from engine.rulebook.rulebook import Rulebook
from verify.claims import Claim, Target
from verify.claims.matching import claims_in
from verify.claims.phrases import Slot
from verify.documents.reading import Reading
from verify.findings import Fact, States, WorkedExample
from verify.grids import Passage
from verify.recognition.values import read_value


def read_passage(reading: Reading, passage: Passage, rulebook: Rulebook) -> list[Fact]:
    """What a passage states; its facts are added to the reading."""
    if not passage.tokens:
        return []
    house = house_rule_spans(passage) if reading.has_house_rules else []
    facts: list[Fact] = []
    taken = {
        n
        for n, token in enumerate(passage.tokens)
        if token.kind == "number" and reading.marks.get(passage.place(token.start)) == "table"
    }
    for claim, at, slots in claims_in(passage.text, passage.context):
        numbers = {n for slot in slots for n in slot.tokens}
        if numbers & taken or (slots and not numbers) or not _has_form(claim, slots, rulebook):
            continue
        if any(start <= at < end for start, end in house):
            reading.house.append(reading.place(passage, at))
            continue
        taken |= numbers
        for n in numbers:
            reading.marks[passage.place(passage.tokens[n].start)] = "claim"
        if claim.worked:
            numbers_there = tuple((slot.text, reading.place(passage, slot.start)) for slot in slots)
            reading.worked.append(WorkedExample(claim.worked, numbers_there))
            continue
        stated = [
            (target, slot.text, slot.start)
            for targets, slot in zip(claim.slots, slots, strict=True)
            for target in targets
        ]
        stated += [(target, _filled(target.fixed, slots), at) for target in claim.fixed]
        evidence = (f"the text says: {claim.phrase.written}",)
        for target, text, start in stated:
            place = reading.place(passage, start)
            fact = Fact(target.rule, text, None, place, "claim", evidence, states=target.states)
            facts.append(_with_value(fact, target, rulebook) if fact.states is States.VALUE else fact)
    reading.facts += facts
    reading.passage_facts.append((passage, facts))
    return facts


def _filled(value: str, slots: tuple[Slot, ...]) -> str:
    """A value that is put together from the numbers of a phrase: `$1` is the first, `;` stands for a comma."""
    numbers = [slot.text.replace("DM", "").strip() for slot in slots]
    return re.sub(r"\$(\d)", lambda match: numbers[int(match[1]) - 1], value).replace(";", ",")


def _with_value(fact: Fact, target: Target, rulebook: Rulebook) -> Fact:
    """The fact with the value of what is printed, or the reason why it has none."""
    text = fact.printed
    if target.suffix:
        text = text.removesuffix("6") if text.upper().endswith("D6") else text
        text = text[: -len(target.suffix)] if text.upper().endswith(target.suffix.upper()) else text
    try:
        value = read_value(rulebook.rule(fact.rule).kind, text, target.negated)
    except WrongKind as wrong:
        return fact._replace(printed=text, problem=str(wrong))
    return fact._replace(printed=text, value=value)


_FORMS = {
    "DM": re.compile(r"[+\-±]|DM|^0$|^o$"),
    "dice": re.compile(r"\dD|D\d", re.IGNORECASE),
    "target": re.compile(r"\d\s?\+|≥"),
    "percent": re.compile("%"),
    "signed percent": re.compile("%"),
    "credits": re.compile("Cr"),
}
"""What a number must look like to be one of a kind; a bare 5 in a sentence may be anything."""


_TARGET_WORDS = re.compile(r"\b(?:more|better|higher|hit|hits|success|target|needs?)\b")
"""Words that make a bare number a target: `8 or more`."""


def _has_form(claim: Claim, slots: tuple[Slot, ...], rulebook: Rulebook) -> bool:
    """Whether the numbers that a phrase found look like what it states."""
    for targets, slot in zip(claim.slots, slots, strict=False):
        for target in targets:
            rule = rulebook.rules.get(target.rule)
            kind = "" if rule is None or target.negated else rule.kind.name
            named = kind == "target" and _TARGET_WORDS.search(claim.phrase.written) and slot.text[0] not in "+-"
            if kind in _FORMS and not named and not _FORMS[kind].search(slot.text):
                return False
    return True


# House rules in a document

_HOUSE = re.compile(
    r"\bHR\s?:|(?<!no )(?<!not a )\bhouse[- ]?rules?\b|\bhomebrew|\bin our (?:game|campaign)\b|\bat (?:our|my) table\b"
    r"|\bwe (?:changed?|cap)\b|\bwe (?:use|play|give|rule) (?:it |them |DM|[+\-\d])|\binstead of RAW\b",
    re.IGNORECASE,
)
_HEADING = re.compile(r"\W*(?:our |my |the )?(?:house[- ]?rules?|homebrew|variants?|HR)\b", re.IGNORECASE)
"""A heading over house rules."""
_WORDS = (
    "house", "hr:", "hr :", "homebrew", " our game", " our campaign", "our table", "my table", "we change", "we cap",
    "we use", "we play", "we give", "we rule", "instead of raw", "variant", "# hr",
)  # fmt: skip
"""Any text with house rules contains one of these."""

_BOOK = re.compile(r"\W*(?:RAW|by the book|the book|rules as written)\b", re.IGNORECASE)
"""How a sentence begins that gives the book's rule before the change."""


def may_have_house_rules(text: str) -> bool:
    """Whether a text has any word of house rules; a quick test, since most have none."""
    small = text.lower()
    return any(word in small for word in _WORDS)


def house_rule_spans(passage: Passage) -> list[tuple[int, int]]:
    """The spans of the sentences that call themselves house rules, or stand under a heading that does."""
    under = is_house_rule(passage.context)
    if not under and not _HOUSE.search(passage.text):
        return []
    ends = [token.end for token in passage.tokens if token.kind == "stop"] + [len(passage.text)]
    spans = zip([0, *ends], ends, strict=False)
    return [
        (start, end)
        for start, end in spans
        if _HOUSE.search(passage.text, start, end) or (under and not _BOOK.match(passage.text, start, end))
    ]


@lru_cache(maxsize=4096)
def is_house_rule(context: tuple[str, ...]) -> bool:
    """Whether one of some headings says that house rules stand below it."""
    return any(_HEADING.match(above) for above in context)
