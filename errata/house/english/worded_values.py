"""Values of rules that are words: one of some names, a trait, or yes and no."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from engine.errors import WrongKind
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rule
from engine.rulebook.values import Trait, Value
from errata.house.english.denials import NO
from errata.house.english.negations import yes_or_no
from errata.house.english.rule_names import DIFFICULTY, Candidate, candidates, known_to
from errata.house.english.said_values import NUMERALS, Said
from errata.house.english.word_forms import stem, words

_LACKING = re.compile(r"\b(?:without|lacking|impossible|outside(?: of)?)\b", re.IGNORECASE)
_SAYS = re.compile(
    r"[:=]|->|\b(?:is|are|be|was|can|may|must|shall|will|has|have|do|does|gives?|grants?|uses?|needs?|takes?|becomes?|get|gets"
    r"|adds?|added|appl(?:y|ies)|ignores?|causes?|counts?|requires?|reach(?:es)?|hits?|comes?|works?|allow(?:s|ed)?|from|instead|gains?|loses?|rounds?|includes?|reduces?|restores?|heals?)\b"
    r"|\b(?:increased?|raised?|reduced?|lowered?|changed?|extended?|set) to\b"
    r"|\brange\s+(?=(?:adjacent|close|short|medium|long|very long|distant)\b)"
    r"|\b(?:simple|easy|routine|average|difficult|formidable)\b[^,;:.]*?\b(?:check|task)\b",
    re.IGNORECASE,
)
"""What makes a few names a statement."""
_YES_OR_NO = re.compile(
    r"[:=]\s*(?:(?P<yes>yes|true|on|allowed)|(?P<no>no|false|off|forbidden|not allowed))\b", re.IGNORECASE
)
_NEITHER = re.compile(
    r"\bonly\b|\b(?:gone|removed|dropped|ignored|scrapped|abolished|banned|forbidden|void)\b", re.IGNORECASE
)
"""What is so only here or there is neither yes nor no, and of what is gone it is not clear what that is."""
_SCORED = re.compile(r"\b(?:AP|Auto|Blast)\s+\d+\W*$")
"""A trait and its score at the end of a few names, which is enough to say that those have it."""
NEVER = "never"
"""What a rule is where a line denies it, if the rule knows that."""
MOST = 40
"""Candidates that are looked at."""
SURE = 0.85
"""The share of its words that a rule of yes or no must explain."""

Worded = tuple[Candidate, Value, int, int, float]
"""The rule, the value, from where to where it stands, and how doubtful that is."""


def worded(text: str, tokens: Sequence[Said]) -> Iterator[Worded]:
    """Every reading of a text by a value that is a word."""
    shown = _without(text, tokens)
    if not any(found.search(text) for found in (_SAYS, NO, _POST, _SCORED)):
        return
    for one in (*candidates(words(shown))[:MOST], *_unneeded(shown)):
        rule = RAW.rule(one.rule)
        for name in rule.kind.choices:
            yield from _choice(text if any(map(str.isdigit, name)) else shown, tokens, rule, name)
        if DIFFICULTY in rule.kind.choices:
            yield from _needed(text, tokens, rule)
        if rule.kind.name == "traits":
            yield from _trait(text, rule)
        if rule.kind.name == "posts":
            yield from _post(text, rule)
        if rule.kind.name == "credits" and rule.row:
            yield from _free(text, rule)
        if NEVER in rule.kind.choices and one.share > SURE and not tokens and (denied := NO.search(text)):
            yield one, rule.kind.value(NEVER), *denied.span(), 0.25
        told = any(said.sort != "nothing" for said in tokens)  # `no longer adds a DM` is a no
        if rule.kind.name == "flag" and one.share > SURE and (one.called or not rule.column) and not told:
            yield from _flag(text, one)


def _unneeded(text: str) -> list[Candidate]:
    """The rules of what something needs that a text may mean which says that it goes without."""
    found = candidates(words(_LACKING.sub(" ", text))) if _LACKING.search(text) else []
    return [one for one in found[:MOST] if "needs" in one.rule]


def _flag(text: str, one: Candidate) -> Iterator[Worded]:
    if told := _YES_OR_NO.search(text):
        yield one, told["yes"] is not None, told.start("yes" if told["yes"] else "no"), told.end(), 0.1
        return
    if _NEITHER.search(text):
        return
    if said := yes_or_no(text, one.rule):
        yield one, *said, 0.2


def _without(text: str, tokens: Sequence[Said]) -> str:
    """A text with blanks for the values that are no names of rows: of those only bare numbers are."""
    for said in tokens:
        if said.sort not in ("plain", "target", "band", "times"):
            text = text[: said.start] + " " * (said.end - said.start) + text[said.end :]
    return text


@cache
def _named(name: str) -> re.Pattern[str]:
    """A name as people write it: `before rolling` is also `before the roll`."""
    *first, last = name.split()
    last = rf"{re.escape(stem(last.lower()))}\w*" if first and last.isalpha() and last.islower() else re.escape(last)
    written = r"\s+(?:the\s+|an?\s+)?".join((*map(re.escape, first), last))
    return re.compile(rf"\b{written}\b", re.IGNORECASE)


@cache
def _scored(trait: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(trait)}(?:\s+(\d+))?\b")


_COUNTED = re.compile(rf"(?:\d|\b(?:{'|'.join(NUMERALS)}))\s+$", re.IGNORECASE)
"""What stands before a name that is counted there: `one attack` is no step of a round."""


def _choice(text: str, tokens: Sequence[Said], rule: Rule, name: str) -> Iterator[Worded]:
    found = _named(name).search(text) if name != "none" else None
    if found is None or _COUNTED.search(text, 0, found.start()):
        return
    if not known_to(rule.id).intersection(words(text[: found.start()])) and not _is_task(text, rule, found):
        return  # a free attack is no attack that is free
    end = found.end()
    target = next((said for said in tokens if said.sort == "target" and said.start - end in (1, 2)), None)
    if target is not None and _is_target(name, target.text):
        end = target.end  # `Difficult (10+)` says it twice
    rest = words(text[: found.start()] + " " + text[end:])
    again = next((one for one in candidates(rest) if one.rule == rule.id), None)
    if again is not None and rest:
        yield again, rule.kind.value(name), found.start(), end, 0.05


_ASKED = re.compile(
    r"\b(?:uses?|needs?|takes?|requires?|roll|make|have)\s+(?:just\s+|only\s+|now\s+)?an?\s+(?:very\s+)?$",
    re.IGNORECASE,
)
_TASK = re.compile(r"\s+(?:\(\d+\+\)\s+)?(?:[A-Z][\w ()]*?\s+)?(?:check|task|roll)s?\s+(?:for|to)\b")
"""What stands before a difficulty, and behind it, where the check is named after it."""


def _is_task(text: str, rule: Rule, found: re.Match[str]) -> bool:
    """Whether a difficulty that stands before what the check is for is how hard that is."""
    asked = DIFFICULTY in rule.kind.choices and _ASKED.search(text, 0, found.start())
    return bool(asked) and _TASK.match(text, found.end()) is not None


def _needed(text: str, tokens: Sequence[Said], rule: Rule) -> Iterator[Worded]:
    """A difficulty by the number that it needs: `a lock on 10+` is a Difficult one; what has a target has that."""
    if rule.section in _with_targets():
        return
    for said in tokens:
        name = next((one for one in rule.kind.choices if _is_target(one, said.text)), "")
        rest = words(text[: said.start] + " " + text[said.end :])
        again = next((one for one in candidates(rest) if one.rule == rule.id), None) if name else None
        if again is not None and said.sort == "target":
            yield again, rule.kind.value(name), said.start, said.end, 0.1


@cache
def _with_targets() -> frozenset[str]:
    """The sets of rules of which one is a number that is needed."""
    return frozenset(rule.section for rule in RAW.rules.values() if rule.kind.name == "target")


def _is_target(difficulty: str, text: str) -> bool:
    """Whether a number is what a difficulty needs."""
    table = RAW.table("checks/difficulties")
    return difficulty in table and RAW.rule(f"{table.id}/{table.find(difficulty).id}").text == text


_FEW = r"(?:\d+|one|two|three|four|five|six)"
_POST = re.compile(
    rf"\b(?:{_FEW}\s*(?:\+|plus|and)\s*)?{_FEW}\s+(?:per|for\s+(?:each|every))\s+"
    r"[^,;:.()]*?(?:\d,\d{3}[^,;:.()]*?)?(?=\s+(?:on|for|aboard|in)\s|\s*(?:[,;:()]|\.(?:\s|$)|$))",
    re.IGNORECASE,
)
"""Crew for each so much of something."""


def _post(text: str, rule: Rule) -> Iterator[Worded]:
    """So many crew for each of something: `Medics: one per 60 crew and passengers on commercial ships`."""
    found = _POST.search(text)
    rest = words(text[: found.start()] + " " + text[found.end() :]) if found else ()
    again = next((one for one in candidates(rest) if one.rule == rule.id), None)
    if found is not None and again is not None and rule.kind.accepts(found[0]):
        yield again, rule.kind.value(found[0]), *found.span(), 0.05


_FREE = re.compile(
    r"\b(?:is|are|comes?)\s+(?:now\s+)?(?:for\s+)?free(?:\s+of\s+charge)?(?=\W*$)|\bcosts?\s+nothing(?=\W*$)",
    re.IGNORECASE,
)


def _free(text: str, rule: Rule) -> Iterator[Worded]:
    """What something costs that is free: `Fixed mounts are free`."""
    found = _FREE.search(text)
    rest = words(f"{text[: found.start()]} cost") if found else ()
    again = next((one for one in candidates(rest) if one.rule == rule.id), None)
    if found is not None and again is not None:
        yield again, 0, *found.span(), 0.05


_LOST = re.compile(r"\b(?:no longer|lose|loses|without|no|not)\b", re.IGNORECASE)


def _trait(text: str, rule: Rule) -> Iterator[Worded]:
    """The book's traits with one that is named changed, added or taken away."""
    own = rule.value if isinstance(rule.value, frozenset) else frozenset()
    for row in RAW.table("personal/weapon-traits").rows:
        found = _scored(row.name).search(text)
        if found is None:
            continue
        rest = words(_LOST.sub(" ", text[: found.start()] + " " + text[found.end() :]))
        again = next((one for one in candidates(rest) if one.rule == rule.id), None)
        others = frozenset(trait for trait in own if isinstance(trait, Trait) and trait.name != row.name)
        score = int(found[1]) if found[1] else None
        try:
            lost = _LOST.search(text) is not None
            value = rule.kind.value(others if lost else others | {Trait(row.name, score)})
        except WrongKind:
            continue
        if again is not None and rest:
            yield again, value, *found.span(), 0.05
