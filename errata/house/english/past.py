"""Headings of what was: `Old combat`, `Weapons as they were`; and those of which nobody can tell: `Combat (2019)`."""

from __future__ import annotations

import re

from errata.house.english.families import without_family
from errata.house.english.topics import IN_PLAY, SOME_OF, is_topic
from errata.house.english.word_forms import words

_PAST = re.compile(
    r"(?<![^\W_])(?<!-)(?:(?:older|old|former|previous|earlier|prior|bygone)(?![\w'’]|-\w)|ex-(?=\w)"
    r"|(?:(?<=^)|(?<=the )|(?<=our )|(?<=my ))past"
    r"(?![\w-]|\s+(?:the|an?|this|that|first|short|medium|long|very|extreme|\d)\b))",
    re.IGNORECASE,
)
"""Words that say of rules by them that they were played."""
_SMALL = re.compile(
    r"the|our|my|an?|some|all|these|those|of|in|under|with|at|for|by|and|or|good|ways?|days?|times?|things?|stuff|ones|lot|how"
    r"|we|did|do|done|rules?|rulings?|house|table|values?|versions?",
    re.IGNORECASE,
)
"""Words that tell nothing, and may stand by those."""
_CHANGES = re.compile(
    r"\b(?:(?:chang|fix|tweak|updat|modif|adjust|addit|clarif|replac|improv|differ|depart)\w*|instead|since|than)\b",
    re.IGNORECASE,
)
"""How one begins that says what became of them."""
_OF_RULES = re.compile(r"\b(?:rules?|rulings?|versions?|values?|numbers?|modifiers?|DMs?|tables?)\b", re.IGNORECASE)
_AS_IT_WAS = re.compile(
    r"\bas\s+(?:it|they|things|these|those)\s+(?:once\s+|all\s+)?(?:was|were)\b(?!\s+\w+(?:ed|nt|en)\b)"
    r"|\bhow\s+(?:\w+\s+){1,2}(?:was|were)\W*$",
    re.IGNORECASE,
)
_SAME = re.compile(r"\b(?:same|left|leave|remains?|just|exactly)\b", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z][A-Za-z'’]*")


def is_past(heading: str) -> bool:
    """Whether a heading says of rules, and of nothing else, that they were played.

    >>> [is_past(text) for text in ("Old", "Our old combat rules", "Combat - old", "Former weapons", "As it was")]
    [True, True, True, True, True]
    >>> [is_past(text) for text in ("Old Earth", "Old-school combat", "Fixes to old weapons", "Previous career")]
    [False, False, False, False]
    """
    if _AS_IT_WAS.search(heading):
        return not _SAME.search(heading)
    found = _PAST.search(heading)
    if found is None or not all(map(is_plain_word, _WORD.findall(heading[: found.start()] + heading[found.end() :]))):
        return False
    if _changes(heading, found.start()):
        return False
    told = frozenset(words(heading[found.end() :]))
    return _OF_RULES.search(heading) is not None or told.isdisjoint(IN_PLAY | SOME_OF)


def _changes(heading: str, before: int) -> bool:
    """Whether a heading says that it changes what it names behind that."""
    return _CHANGES.search(heading, 0, before) is not None


def is_plain_word(word: str) -> bool:
    """Whether a word of a heading tells nothing, or only what rules are about.

    >>> [is_plain_word(word) for word in ("the", "Combat", "weapons", "Earth", "new")]
    [True, True, True, False, False]
    """
    told = words(word)
    return _SMALL.fullmatch(word) is not None or not without_family(word) or (bool(told) and all(map(is_topic, told)))


_OWN = r"(?!.*\b(?:house[\s-]?rules?|homebrew|our|my|we)\b)"
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_IN_DOUBT = re.compile(
    r"\b(?:first|initial|early|earliest)\s+(?:(?:house|table|combat)\s+)?"
    r"(?:campaigns?|versions?|rules?|rulings?|attempts?|try|tries|drafts?|(?<!early )games?|seasons?"
    r"|days|groups?|takes?)\b"
    r"|\b(?:before|ago|yesteryear|back\s+then)\W*$"
    rf"|^{_OWN}.*\b(?:campaign|season|day|version|take|attempt|try|game|v)\.?\s*(?:0\.\d+|1(?:\.0)?|one)\b(?!\.?\d|-)"
    rf"|^{_OWN}.*\s(?:0\.\d|1\.0)\W*$"
    r"|^\W*(?:no|nothing|none)(?=\s(?!\s*(?:more|but|less)\b)|\W*$)"
    rf"|^{_OWN}(?!.*\b(?:{_MONTH}|since|as\s+of|updates?|editions?|CRB|core|\w*books?)\b)(?!.*\d{{4}}-\d\d|.*\d[./]\d).*(?<!\d)(?:19|20)\d\d(?!\d)"
    r"|^\W*(?:alternat(?:iv)?es?|variants?|options?|optional)\W*$"
    rf"|^{_OWN}\W*alternat(?:iv)?e\s+(?!.*\brul)",
    re.IGNORECASE,
)
"""How a heading is put that may be over rules which are not played: of the first of several, of a year, of a choice."""


def in_doubt(heading: str) -> bool:
    """Whether a heading of plain words leaves open whether what stands below it is played.

    >>> [in_doubt(text) for text in ("First campaign", "Combat (2019)", "Options", "Space combat v0.9", "Too old")]
    [True, True, True, True, True]
    >>> [in_doubt(text) for text in ("First aid", "House rules 2025", "Combat options", "March 2026", "House rules v1")]
    [False, False, False, False, False]
    """
    return tells_of_past(heading) or _IN_DOUBT.search(heading) is not None


def tells_of_past(heading: str) -> bool:
    """Whether a heading has a word of the past, and does not say what took the place of that.

    >>> [tells_of_past(text) for text in ("Old Expanses house rules", "Changes to the old rules", "Old-school combat")]
    [True, False, False]
    """
    found = _PAST.search(heading)
    return found is not None and not _changes(heading, found.start())
