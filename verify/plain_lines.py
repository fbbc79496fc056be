"""A line in plain words as a statement of a rule: `Short range: +2 instead of +1`, `Criticals on Effect 5+`.

The words say which rule, the value has to be one of its kind, and where two rules fit equally it is not guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.errors import WrongKind
from engine.kinds import Kind
from engine.raw import RAW
from engine.text import plain
from engine.values import Value
from verify.rule_names import Candidate, candidates, words

_NUMBER = r"\d[\d,]*(?:\.\d+)?"
_UNITS = r"km|kilomet(?:re|er)s?|met(?:re|er)s?|tons?|rounds?|minutes?|seconds?|hours?|days?|m|t"
_SORTS = {
    "money": rf"M?Cr\s?{_NUMBER}(?:\s?(?:/|per )\s?ton)?",
    "dice": r"(?<![a-zA-Z\d])[+-]?\d*\s?[dD]\d*(?:\s?[+-]\s?\d+)?(?:\s?[×x*]\s?\d+)?(?![a-zA-Z])",
    "percent": rf"[+-]?\s?{_NUMBER}\s?%(?: of hull(?: cost)?)?",
    "band": rf"{_NUMBER}\s?(?:-|to)\s?{_NUMBER}(?:\s?(?:{_UNITS})\b)?",
    "signed": r"(?:DM\s?)?[+-]\s?\d+(?![\d.]*%)(?:\s?DM\b)?|DM\s?\d+",
    "target": r"\d+\+(?!\+)",
    "factor": rf"[×x]\s?{_NUMBER}|{_NUMBER}\s?×",
    "plain": rf"(?:TL\s?)?{_NUMBER}(?:\s?(?:{_UNITS})\b)?(?![+\w])",
    "word": r"\b(?:double[ds]?|twice|triple[ds]?|thrice|half|halved?)\b",
}
"""How a value may be written, by its sort; the first that fits counts."""
_VALUE = re.compile("|".join(f"(?P<{sort}>{pattern})" for sort, pattern in _SORTS.items()), re.IGNORECASE)
_ANY = re.sub(r"\(\?P<\w+>", "(?:", _VALUE.pattern)
_INSTEAD = re.compile(
    rf"[,(\s]*\b(?:instead of|rather than|in place of|not|was|were|up from|down from|RAW(?:\s+(?:is|has))?:?"
    rf"|the book (?:says|has))\s+(?:the\s+)?(?P<old>{_ANY})\)?|(?P<from>\bfrom\s+)?(?P<before>{_ANY})\s*(?:->|=>|→"
    rf"|(?<=\s)to(?=\s))\s*(?={_ANY})",
    re.IGNORECASE,
)
_FITTING = {
    "money": ("credits", "price"),
    "dice": ("dice", "quantity", "changes"),
    "percent": ("percent", "signed percent", "price", "tonnage"),
    "band": ("kilometres", "band"),
    "signed": ("DM", "step"),
    "target": ("target", "count", "band", "DM"),
    "factor": ("factor", "count"),
    "plain": (
        "count",
        "TL",
        "target",
        "tons",
        "number",
        "quantity",
        "factor",
        "kilometres",
        "tonnage",
        "credits",
        "DM",
    ),
    "word": ("factor",),
}
"""The kinds of rules that a value of a sort can be of."""
_SPOKEN = {"double": "2", "twice": "2", "triple": "3", "thrice": "3", "half": "0.5", "halve": "0.5"}
_MINUS = dict.fromkeys(map(ord, "−–‑‒—"), "-")
_NO = re.compile(r"\b(?:no|not|never|cannot|can't|don't|doesn't|isn't|aren't|without|none)\b", re.IGNORECASE)


class Line(NamedTuple):
    """What a line states: the rule, the value as it stands there and what it means, and how sure that is."""

    rule: str
    printed: str
    value: Value
    offset: int
    was: str = ""
    """The value that it says the book has."""
    also: tuple[str, ...] = ()
    """Other rules that it could mean as well."""


class Unclear(NamedTuple):
    """A line that is not understood: why, and the rules that come nearest."""

    why: str
    nearest: tuple[str, ...] = ()


ENOUGH, APART = 0.7, 0.04
"""The share of its words that a rule must explain, and how much better than the next it must do so."""


def read_line(text: str, around: Iterable[str] = (), family: str = "") -> Line | Unclear:
    """What a line states; `around` is what stands above it, `family` what the lines beside it are about.

    >>> read_line("Criticals on Effect 5+")[:3], read_line("Pulse laser damage: 3D instead of 2D")[:3:2]
    (('space/critical/effect', '5+', 5), ('ship/turret-weapons/pulse-laser/damage', Dice('3D')))
    """
    if text.rstrip(" *_").endswith("?") or _DENIED.match(text) or len(text) > LONGEST:
        return Unclear("it is no statement", ())
    whole, was = without_old(text)
    context = [word for above in around for word in words(above)]
    found = sorted(_readings(whole, was, context), key=lambda one: (-one.score, one.rule))
    if not found:
        near = _nearest(words(_VALUE.sub(" ", whole)))
        has_value = _VALUE.search(whole) is not None
        return Unclear("no rule is known by these words" if not near or has_value else "it gives no value", near)
    rules = tuple(dict.fromkeys(one.rule for one in found))
    if found[0].score < ENOUGH:
        near = (*_nearest(words(_VALUE.sub(" ", whole)))[:2], *rules)
        return Unclear(
            "it is not clear which rule is meant, or its value is not understood", tuple(dict.fromkeys(near))[:3]
        )
    equal = {one.rule: one for one in reversed(found) if found[0].score - one.score < APART}
    families = {family_of(rule) for rule in equal}
    wanted = family if family in families else "space" if "space" in families else family_of(found[0].rule)
    own = [one for rule, one in equal.items() if family_of(rule) == wanted]
    if len(own) > 1:
        return Unclear("several rules fit equally", tuple(equal)[::-1][:4])
    [best] = own
    return Line(
        best.rule, best.printed, best.value, best.offset, was, tuple(rule for rule in equal if rule != best.rule)
    )


def _nearest(said: Iterable[str]) -> tuple[str, ...]:
    """The rules that come nearest to some words, one of each table or set."""
    by_section: dict[str, str] = {}
    for one in candidates(said):
        by_section.setdefault(RAW.rule(one.rule).section, one.rule)
    return tuple(by_section.values())[:3]


_DENIED = re.compile(
    r"\W*(?:do not|don't|never|no longer) (?:use|allow|play)\b|\W*(?:todo|maybe|perhaps)\b", re.IGNORECASE
)
LONGEST = 400
"""Letters of a statement; what is longer is a story."""


def has_value(text: str) -> bool:
    """Whether a value stands in a text."""
    return _VALUE.search(text) is not None


def without_old(text: str) -> tuple[str, str]:
    """A line without the value that it says the book has, and that value; every sign stays in its place.

    >>> without_old("Short: +2 instead of +1"), without_old("Wall +8 -> +12")
    (('Short: +2              ', '+1'), ('Wall       +12', '+8'))
    """
    whole = plain(text)
    whole = whole if len(whole) == len(text) else text.translate(_MINUS)
    if (told := _INSTEAD.search(whole)) is None:
        return whole, ""
    blank = " " * (told.end() - told.start())
    return whole[: told.start()] + blank + whole[told.end() :], told["old"] or told["before"]


def family_of(rule: str) -> str:
    """What a rule belongs to: `ship` and `space` are one."""
    first = rule.partition("/")[0]
    return "space" if first == "ship" else first


class _Reading(NamedTuple):
    rule: str
    printed: str
    value: Value
    offset: int
    score: float


def _readings(text: str, was: str, context: list[str]) -> Iterator[_Reading]:
    """Every way to read a line: a value in it, and a rule of which it can be one."""
    tokens = list(_VALUE.finditer(text))
    for token in tokens:
        unit = re.sub(r"[^a-z]+", " ", token[0].lower()) if token.lastgroup == "plain" else ""
        said = words(f"{text[: token.start()]} {unit} {text[token.end() :]}")
        for one in candidates(said)[:MOST]:
            kind = RAW.rule(one.rule).kind
            value = _value(kind, token, one.rule) if not _is_limited(text, one.rule) else None
            if value is not None:
                late = 0.02 * tokens.index(token)
                score = _score(one, was, context) - late - _oddness(kind, token)
                yield _Reading(one.rule, token[0].strip(), value, token.start(), score)
    yield from _worded(text, was, context, bool(tokens))


MOST = 40
"""Candidates that are looked at for each value."""


_LIMITS = (
    (
        re.compile(r"\b(?:at most|no more than|max(?:imum)?|capp?ed|up to|limit(?:ed)?)\b", re.IGNORECASE),
        ("max", "limit", "most"),
    ),
    (re.compile(r"\b(?:at least|no less than|min(?:imum)?)\b", re.IGNORECASE), ("min", "least")),
)
"""Words that make a value a limit, and what the id of a rule has that is one."""
_SHARE = re.compile(r"\b(?:per|for every|every|each) (?:\d+|two|three|four|five|six)\b", re.IGNORECASE)
"""One for so many: another thing than so many for one."""


def _is_limited(text: str, rule: str) -> bool:
    """Whether a text speaks of a limit or a share where the rule is none."""
    last = rule.rpartition("/")[2]
    if _SHARE.search(text) and "per-" in last:
        return True
    return any(found.search(text) and not any(word in last for word in words_of) for found, words_of in _LIMITS)


def _score(one: Candidate, was: str, context: list[str]) -> float:
    score = one.share - one.unsaid / 4 - 0.05 * one.shortened + 0.05 * one.called
    score += 0.1 * bool(set(words(one.rule.replace("/", " ").replace("-", " "))) & set(context))
    if was:
        rule = RAW.rule(one.rule)
        score += 0.15 if any(_same(rule.kind, text, rule.value) for text in (was, was.rstrip("+"))) else -0.15
    return score


def _same(kind: Kind, text: str, value: Value) -> bool:
    try:
        return kind.value(text) == value
    except WrongKind:
        return False


def _oddness(kind: Kind, token: re.Match[str]) -> float:
    """How seldom a value of a kind is written in such a sort."""
    return _ODD.get((token.lastgroup or "", kind.name), 0)


_COUNTED = frozenset({"days", "rounds", "minutes", "hours", "seconds", "metres", "tons"})
"""What the last word of an id counts, where the number has to say so."""
_ODD = {("plain", "DM"): 0.1, ("target", "count"): 0.05, ("target", "band"): 0.1, ("target", "DM"): 0.1}


def _value(kind: Kind, token: re.Match[str], rule: str) -> Value:
    """A token as a value of a kind; None if it can be none."""
    sort = token.lastgroup or ""
    if kind.name not in _FITTING.get(sort, ()):
        return None
    text = token[0].strip()
    last = rule.rpartition("/")[2].rpartition("-")[2]
    if last in _COUNTED and sort == "plain" and last.rstrip("s") not in text.lower():
        return None  # `2 points a day` are no two days
    if sort == "word":
        text = next((number for word, number in _SPOKEN.items() if text.lower().startswith(word)), text)
    forms = [text, text.rstrip("+"), re.sub(rf"\s?(?:{_UNITS})$", "", text, flags=re.IGNORECASE)]
    if kind.name == "changes":
        forms = [f"{'' if text.startswith('+') else '+'}{text} damage"] if "weapon-" in rule else []
    for form in dict.fromkeys(forms):
        try:
            return kind.value(form)
        except WrongKind:
            continue
    return None


def _worded(text: str, was: str, context: list[str], numbers: bool) -> Iterator[_Reading]:
    """Values that are words: one of some names, or yes and no where there is no number."""
    for one in candidates(words(text))[:MOST]:
        kind = RAW.rule(one.rule).kind
        for name in kind.choices:
            found = re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE)
            if found is not None and name != "none":
                rest = words(text[: found.start()] + " " + text[found.end() :])
                again = next((c for c in candidates(rest) if c.rule == one.rule), None)
                if again is not None and rest:
                    score = _score(again, was, context) - 0.05
                    yield _Reading(one.rule, found[0], kind.value(name), found.start(), score)
        if kind.name == "flag" and not numbers and one.share > 0.9:
            denied = _NO.search(text)
            printed = denied[0] if denied else "yes"
            yield _Reading(one.rule, printed, denied is None, denied.start() if denied else 0, one.share - 0.2)
