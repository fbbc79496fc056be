"""Values in plain lines that measure something else than the rule: a time, an edge of a band, a multiple, armour."""

from __future__ import annotations

import re

from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rule
from errata.house.english.clauses import Clause, clauses
from errata.house.english.rule_names import known_to
from errata.house.english.word_forms import words

_TIME = re.compile(r"\s*(?P<unit>seconds?|minutes?|hours?|days?|weeks?|months?|years?|rounds?|turns?)\b", re.IGNORECASE)
"""What makes the dice before it a time."""
_PERIOD = re.compile(
    r"\b(?:(?:per|an?|each|every|once|twice|in|for|after|/)\s*)+"
    r"(?P<time>minute|hour|day|week|fortnight|month|year|session)s?\b"
    r"|\b(?P<often>hourly|weekly|monthly|yearly)\b|\bevery\s+(?P<seldom>other|second|third|few)\s+\w+",
    re.IGNORECASE,
)
"""How often something is so, or for how long."""
_FROM_AND_TO = re.compile(
    r"\d\D*?(?:\bto\b|[-–])\s*\d|\bor\b|[+≤≥<>]|\b(?:up to|at most|more|less|beyond|within)\b", re.IGNORECASE
)
"""What gives a band both of its edges, or says that it is open."""
_MULTIPLE = re.compile(r"\s?[×x*]\s?(?P<by>\d+)$", re.IGNORECASE)
_SO_MUCH = re.compile(
    r"\s+(?:the\s+|as\s+)?(?P<what>effect|points?|dice|amount|skill|damage|dms?|bonus|much|many|characteristics?)\b",
    re.IGNORECASE,
)
"""What there is twice as much of, where a rule says how often."""
_KEPT = re.compile(r"\b(?:keep|kept)\w*\s+(?:the|their|its|only)?\s*(?:best|worst|high\w*|low\w*)?\s*$", re.IGNORECASE)
"""What stands before dice that are picked out of more."""
_OWN = re.compile(r"\b(?:gets?|ha(?:s|ve)|gains?|wears?)\b(?=.*\b(?:armou?r|protection)\b)", re.IGNORECASE)
_BEHIND = re.compile(r"\b(?:behind|in|inside|under|cover|hid\w*|shelter\w*|target|attacker)\b", re.IGNORECASE)
"""Who has armour, and who is behind something."""

_TO_HIT = re.compile(r"\s*(?:DM\s+)?(?:to|on|with)\s+(?:all\s+|any\s+|their\s+)?(?:hit|attack\w*)\b", re.IGNORECASE)
"""What makes the DM before it one of attacks."""


def other_measure(rule: Rule, text: str, value: tuple[int, int]) -> str:
    """Why a value measures something else than a rule; empty if it does not.

    >>> other_measure(RAW.rule("healing/first-aid/restores"), "First aid takes 1D minutes", (16, 18))
    "it is a time, '1D minutes', and the rule is not"
    """
    start, end = value
    printed = text[start:end].strip()
    if rule.kind.name == "dice" and (found := _TIME.match(text, end)) and not _is_time(rule, found["unit"]):
        return f"it is a time, '{printed} {found['unit']}', and the rule is not"
    if period := _other_period(rule, text, start):
        return f"it is so much {period!r}, and the rule is not"
    if rule.kind.name == "kilometres" and not _FROM_AND_TO.search(printed):
        return f"{printed!r} is one edge of the band, so say from where to where it goes"
    if rule.kind.name == "dice" and "×" not in rule.text and multiplied(printed) not in (0, multiple_of(rule)):
        return f"{printed!r} may have the damage multiple in it, so say which are the dice"
    if "Initiative" in rule.title and _TO_HIT.match(text, end) and "initiative" not in text.lower():
        return f"it is {printed!r} to hit, and the rule is for initiative"
    return _other_cover(rule, text, printed) or _other_number(rule, text, value)


def _other_cover(rule: Rule, text: str, printed: str) -> str:
    """Why a value is not the armour that something gives to those behind it, where the rule is that."""
    if rule.section != "personal/cover":
        return ""
    if printed.removeprefix("DM").strip().startswith(("-", "minus")):
        return f"{printed!r} takes away, and cover only adds armour"
    own = _OWN.search(text) and not _BEHIND.search(text)
    return "it speaks of the armour of a thing itself, and not of who is behind it" if own else ""


def _other_number(rule: Rule, text: str, value: tuple[int, int]) -> str:
    """Why a value is not how many dice are rolled, or how often something can be done, where the rule is that."""
    if rule.id.endswith("/dice") and _KEPT.search(text, 0, value[0]):
        return "it says how many dice are kept, and the rule is how many are rolled"
    found = _SO_MUCH.match(text, value[1]) if rule.id.endswith("/times") else None
    return f"it is so many times {found['what'].lower()!r}, and the rule is not" if found else ""


def _is_time(rule: Rule, unit: str) -> bool:
    """Whether a rule counts a time in a unit."""
    return unit.rstrip("s") in f"{rule.id.rpartition('/')[2]} {rule.text}".lower()


def _other_period(rule: Rule, text: str, start: int) -> str:
    """How often the clause of a value says that it is so, where the rule does not know that; else empty."""
    own = next((one for one in clauses(text) if one.start <= start < one.end), Clause(0, 0, ""))
    for found in _PERIOD.finditer(own.text):
        if found["seldom"] or known_to(rule.id).isdisjoint(words(found["time"] or found["often"])):
            return found[0].strip()
    return ""


def multiplied(text: str) -> int:
    """By what dice are multiplied; 0 if they are not.

    >>> multiplied("4D x 3"), multiplied("4D")
    (3, 0)
    """
    found = _MULTIPLE.search(text.strip())
    return int(found["by"]) if found else 0


def without_multiple(text: str) -> str:
    """Dice without what multiplies them."""
    return _MULTIPLE.sub("", text.strip())


def multiple_of(rule: Rule) -> int:
    """The damage multiple that the mount of a weapon has by the book; missiles and torpedoes have none.

    >>> multiple_of(RAW.rule("ship/barbettes/pulse-laser-barbette/damage"))
    3
    """
    if any(name in rule.row for name in ("missile", "torpedo")):
        return 1
    multiple = RAW["space/damage-multiples/barbette"] if rule.section == "ship/barbettes" else 1
    return multiple if isinstance(multiple, int) else 1
