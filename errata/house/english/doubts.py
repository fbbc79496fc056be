"""Why the best reading of a plain line cannot stand: a condition, a stranger, another value, no sign, several names."""

from __future__ import annotations

import re

from engine.rulebook.raw import RAW
from errata.house.english.attempts import Attempt
from errata.house.english.clauses import beside, condition, strange_before, strange_behind
from errata.house.english.fitting import limit_of_each
from errata.house.english.negations import UNSAID, can_be_denied, instead_of_denied, is_denied, is_without
from errata.house.english.other_things import of_another, stopped
from errata.house.english.rule_names import rows_called
from errata.house.english.rule_words import names
from errata.house.english.said_values import has_value
from errata.house.english.word_forms import words

_DASH, _TAKEN_OFF = re.compile(r"-\s+\d"), re.compile(r"(?:\bDM|[:=(])\s*$", re.IGNORECASE)
"""A hyphen that stands apart from its number, and what makes it a minus all the same."""
_ALL = re.compile(r"\b(?:all|any|every|each)\s+(?:[a-z]+\s+)?[a-z]", re.IGNORECASE)
"""Words that speak of all things of a name."""
_ONLY_THERE = re.compile(r"\bonly\s+(?:(?:at|within|in|to|out to|up to)\s+)?$", re.IGNORECASE)
"""What stands before where something holds."""


_FIGHT = re.compile(
    r"\b(?:in|during) (?:a |an )?(?:[a-z]+ )?(?:combat|battles?|fights?|firefights?|dogfights?)\b", re.IGNORECASE
)
_BUILT = ("ship/weapon-advantages", "ship/weapon-disadvantages", "ship/component-advantages", "ship/customising")
"""A fight, and rules for what is bought long before it."""


def doubt(text: str, best: Attempt) -> str:
    """Why a line may not mean what it seems to; empty if nothing speaks against it.

    >>> doubt("Prone targets: 2", Attempt("personal/attack-modifiers/prone-target", "2", 2, 15, 16, 0.9))
    'it does not say whether it is a bonus or a penalty'
    """
    rest = text[: best.offset] + " " * (best.end - best.offset) + text[best.end :]
    if under := condition(rest, [best.rule], stopped(text, best.offset)) or _only_there(text, rest, best):
        return f"it holds under a condition that is not understood, {' '.join(under.split())!r}"
    if other := beside(text, best.rule, best.span):
        return f"it gives another value, {other!r}, that is not understood"
    told = told_by_value(text, best)
    if strange := strange_before(text, [best.rule], best.span) or strange_behind(text, [best.rule], best.span, told):
        return f"it speaks of {strange!r}, which is not understood"
    if other := _of_something_else(text, best):
        return other
    if best.is_open:
        return f"it does not say whether it is by {best.printed} or to {best.printed}"
    if _DASH.match(best.printed) and not _TAKEN_OFF.search(text, 0, best.offset):
        return f"it does not say whether {best.printed!r} has a minus or a dash"
    if best.rule in _WAYS and _is_the_other_way(text, best):
        return f"{best.printed} is what the contrary gets by the book"
    if _lacks_sign(text, best):
        return "it does not say whether it is a bonus or a penalty"
    if (_ALL.search(text) or best.compared or _is_plural(text, best.rule)) and rows_called(best.rule, words(text)):
        return "it may be for one of several, or for all of them"
    return _either(text, best) or _denied(text, rest, best)


def _of_something_else(text: str, best: Attempt) -> str:
    """Why the value of a line is of something else than the rule: of each, of a fight, of another thing; else empty."""
    if each := limit_of_each(RAW.rule(best.rule), text):
        return f"it sets a limit {each!r}, and the rule sets one for all together"
    if _FIGHT.search(text) and best.rule.startswith(_BUILT):
        return "it speaks of a fight, and the rule is for what is built"
    return of_another(text, best.rule, best.span)


_PLURAL = re.compile(r"[a-z]+[^su\W]s\b", re.IGNORECASE)


def _is_plural(text: str, rule: str) -> bool:
    """Whether a text names several of what a row is called after: bays, and not a bay.

    >>> bay = "space/damage-multiples/small-bay"
    >>> _is_plural("Bays multiply by 8", bay), _is_plural("Each bay multiplies by 8", bay)
    (True, False)
    """
    row = frozenset().union(*names()[rule].must)
    return any(row.intersection(words(found[0])) for found in _PLURAL.finditer(text))


def told_by_value(text: str, best: Attempt) -> frozenset[str]:
    """Words that are told by the value itself: what it takes off, or that there is none."""
    return stopped(text, best.offset) if can_be_denied(best.rule) else UNSAID


def _either(text: str, best: Attempt) -> str:
    """Why a line names no value, but leaves a choice between two; empty if it leaves none.

    >>> _either("Wake-up check: END or STR", Attempt("healing/waking/characteristic", "STR", "STR", 22, 25, 0.9))
    "it leaves a choice, 'END or STR'"
    """
    names = "|".join(re.escape(name) for name in RAW.rule(best.rule).kind.choices if name != "none")
    found = re.search(rf"\b(?:{names})\s+or\s+(?:{names})\b", text) if names else None
    return f"it leaves a choice, {found[0]!r}" if found else ""


def _only_there(text: str, rest: str, best: Attempt) -> str:
    """Where alone another value of a line holds, if that is what was taken for its value: it is how far nothing goes.

    >>> said = "Beam lasers do 2D but only at Short"
    >>> _only_there(said, said[:-5], Attempt("ship/turret-weapons/beam-laser/range", "Short", "Short", 30, 35, 0.9))
    'only at Short'
    """
    found = _ONLY_THERE.search(text, 0, best.offset) if not has_value(best.printed) else None
    return text[found.start() : best.end] if found and has_value(rest) else ""


_WAYS = {
    "checks/tasks/dm-per-timeframe": {
        "-": ("going faster", re.compile(r"\b(?:rush|hurr|hast|fast|quick)\w*", re.IGNORECASE)),
        "+": (
            "going slower",
            re.compile(r"\bslow\w*|\bcareful\w*|\b(?:tak\w+|extra|more) (?:\w+ )?time\b", re.IGNORECASE),
        ),
    },
}
"""Rules that go both ways by one number, and for each sign the way that has it, and words for that."""


def one_way(rule: str, text: str) -> tuple[str, str]:
    """The way that a line speaks of, of a rule that goes both ways by one number, and the other; both empty if none.

    >>> one_way("checks/tasks/dm-per-timeframe", "Rushing is DM-3 per step")
    ('going faster', 'going slower')
    """
    told = [way for way, words_for in _WAYS.get(rule, {}).values() if words_for.search(text)]
    others = [way for way, _ in _WAYS.get(rule, {}).values() if way not in told]
    return (told[0], others[0]) if len(told) == 1 else ("", "")


def _is_the_other_way(text: str, best: Attempt) -> bool:
    """Whether a line gives a plus to what has a minus, or a minus to what has a plus."""
    own = _WAYS[best.rule].get(best.printed.removeprefix("DM").strip()[:1])
    return own is not None and one_way(best.rule, text)[1] == own[0]


def _denied(text: str, rest: str, best: Attempt) -> str:
    if not can_be_denied(best.rule):
        return ""
    if is_without(rest, best.rule):
        return "it speaks of where there is none"
    open_left = is_denied(text, best.span) and instead_of_denied(best.rule, best.value) is None
    return "it says what is not so, and not what is so instead" if open_left else ""


def _lacks_sign(text: str, best: Attempt) -> bool:
    """Whether a bare number stands where the book has a penalty, and nothing says which it is."""
    rule = RAW.rule(best.rule)
    less = isinstance(rule.value, int) and rule.value < 0 and isinstance(best.value, int) and best.value > 0
    return rule.kind.name == "DM" and less and best.printed.isdecimal() and "bonus" not in text.lower()
