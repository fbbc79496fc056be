"""Negations in plain lines: whether a line says that a value is what does not hold, and what holds then."""

from __future__ import annotations

import re

from engine.rulebook.kinds import FLAG
from engine.rulebook.raw import RAW
from engine.rulebook.values import Value
from errata.house.english.clauses import clauses
from errata.house.english.denials import DENIES, EVEN, MERELY, NO
from errata.house.english.rule_names import known_to
from errata.house.english.rule_words import names
from errata.house.english.word_forms import words

_NONE_OF = re.compile(r"\b(?:no|without|neither|nor)(?:\s+an?y?)?\s+$", re.IGNORECASE)
"""What stands right before something of which there is none."""


def is_denied(text: str, value: tuple[int, int]) -> bool:
    """Whether the clause of a value says that it does not hold.

    >>> is_denied("Aiming no longer gives +1", (23, 25)), is_denied("Aim for no more than 3 actions", (21, 22))
    (True, False)
    """
    start, end = value
    own = next((one for one in clauses(text) if one.start <= start < one.end), None)
    if own is None:
        return False
    before, after = text[own.start : start], text[end : max(end, own.end)]
    shown = EVEN.sub(" ", MERELY.sub(" ", f"{before} {after}"))
    return bool(_NONE_OF.search(before) or DENIES.search(shown))


_NO_SUCH = re.compile(r"\b(?:no|without|lacking)\s+(?:an?y?\s+)?(?P<what>[a-z]+)", re.IGNORECASE)


def is_without(text: str, rule: str) -> bool:
    """Whether a line speaks of where there is none of what a rule is about.

    >>> is_without("Where there is no cover, the attack has DM-1", "personal/attack-modifiers/target-in-cover")
    True
    """
    rows = frozenset().union(*names()[rule].must)
    return any(rows.intersection(words(found["what"])) for found in _NO_SUCH.finditer(text))


def instead_of_denied(rule: str, value: Value) -> Value:
    """What holds where a value does not: nothing, if the rule knows that; None if it is not said.

    >>> instead_of_denied("space/sensor-lock/gives", "Boon"), instead_of_denied("checks/boon-and-bane/keep", 2)
    ('none', None)
    """
    own = RAW.rule(rule)
    if "none" in own.kind.choices and value != "none":
        return "none"
    return 0 if own.kind.name == "DM" and value == own.value else None


def can_be_denied(rule: str) -> bool:
    """Whether a negation leaves the value of a rule open; those of yes and no, and traits, say it themselves."""
    return RAW.rule(rule).kind.name not in (FLAG.name, "traits")


UNSAID = frozenset(words("without lacking impossible outside"))
"""Words that say no, and that tell something elsewhere."""


def yes_or_no(text: str, rule: str) -> tuple[bool, int, int] | None:
    """Whether a text says yes to a rule, and where; None if it says no twice, or of something else.

    >>> needs = "healing/first-aid/needs-medikit"
    >>> [yes_or_no(f"{said} a medikit", needs)[0] for said in ("First aid without", "No first aid without")]
    [False, True]
    >>> yes_or_no("No medikit without first aid", needs)
    """
    head, needs, _ = rule.rpartition("/")[2].partition("needs-")
    shown = _blanked(MERELY, text) if needs else _blanked(EVEN, _blanked(MERELY, text))
    found = [one for one in NO.finditer(shown) if needs or not (one["lacking"] or "").startswith("outside")]
    lacking = [one for one in found if one["lacking"]]
    if len(lacking) > 1 or len(found) > 1 + len(lacking):
        return None
    if lacking:
        end = next((one.start() for one in found if one.start() > lacking[0].start()), len(text))
        own = {*words(head), *words(rule.split("/")[-2].replace("-", " "))} - {*words(rule.partition("needs-")[2])}
        said = set(words(text[lacking[0].end() : end]))
        if not needs or said & own or not said & known_to(rule):
            return None
    if not found:
        return True, 0, len(text)
    return len(found) == 2, *found[0].span()


def _blanked(what: re.Pattern[str], text: str) -> str:
    return what.sub(lambda found: " " * len(found[0]), text)
