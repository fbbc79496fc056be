"""Sentences that state no rule: they tell what happened at a table, or what somebody there has, or only ask."""

from __future__ import annotations

import re

from engine.late import late
from verify.rule_names import is_word
from verify.said_values import NUMERALS
from verify.word_forms import words

_PAST = late(
    r"(?<!if )(?<!when )"
    r"\b(?:had|took|did|went|gave|fell|ran|drew|fled|flew|blew|threw|began|broke|spoke|chose|stole)\b",
    re.IGNORECASE,
)
"""Verbs in a form that only tells what was."""
_DONE = late(
    r"(?<!are )(?<!is )(?<!be )(?<!been )(?<!were )(?<!was )(?<!points )(?<!dice )"
    r"(?<!has )(?<!have )(?<!we )(?<!damage )"
    r"\b(?:restored|healed|rolled|fired|missed|killed|bought|sold|paid|spent|lost|dealt|scored|suffered|inflicted|repaired"
    r"|regained|recovered|earned|attacked|won|shot)\s+(?:for\s+|an?\s+|another\s+)?"
    rf"(?=[+-]?\d|M?Cr\s?\d|(?:{'|'.join(NUMERALS)})\b)",
    re.IGNORECASE,
)
"""Verbs that tell what was where a number follows them, and nothing makes them part of another verb."""


_OF_THE_TABLE = (
    r"table|games?|campaign|group|house|home|rules?|ruling|version|values?|universe|setting|sessions?|take|way"
    r"|own rules?|idea|suggestion"
)
"""What a table calls its own where it speaks of its rules."""
_THINGS = (
    r"ships?|vessels?|boats?|traders?|scouts?|corsairs?|corvettes?|fighters?|party|crew|gunners?|pilots?|captain|medics?"
    r"|engineers?|marines?|characters?|PCs?|heroes|rifles?|pistols?|guns?|lasers?|turrets?|barbettes?|missiles?|racks?"
    r"|weapons?|sensors?|armou?r|swords?|blades?|staterooms?|sandcasters?|drives?|computer"
)
"""What people at a table have, or are."""
_OURS = late(
    rf"\b(?:our|my)\s+(?!(?:{_OF_THE_TABLE})\b)(?:[\w-]+\s+){{0,3}}?(?:{_THINGS})\b(?:['’]s)?"
    rf"|\b(?:we|I)(?:['’]ve(?:\s+got)?|\s+(?:have|own|carry|fly|got))\s+(?:an?|the|\d+|one|two|three|four)\s+"
    rf"(?:[\w-]+\s+){{0,3}}?(?:{_THINGS})\b"
    rf"|\bthe\s+(?:party|players?|PCs?|group|crew|heroes)(?:['’]s?)\s+(?:[\w-]+\s+){{0,2}}?(?:{_THINGS})\b",
    re.IGNORECASE,
)
"""Words for what belongs to those at the table."""
_NAMED = late(rf"\b(?P<who>[A-Z][\w-]*)['’]s\s+(?=[a-zA-Z])(?!(?:house\s+)?(?:{_OF_THE_TABLE})\b)")
"""Somebody or something with a name, and what is theirs."""
_BOOKS = frozenset(words("RAW Guard Mongoose Traveller Referee GM DM Rulebook Companion Catalogue Handbook"))
"""Words of names that have rules of their own."""


_UNDECIDED = late(r"\W*(?P<word>todo|tbd|maybe|perhaps)\b", re.IGNORECASE)
_TAKEN_BACK = late(r"\b(?P<words>no,? wait|scratch that|strike that|on second thoughts?|never ?mind)\b", re.IGNORECASE)
_NOT_USED = late(r"\W*(?:do not|don['’]t|never|no longer) (?:use|allow|play)\b", re.IGNORECASE)
LONGEST = 400
"""Letters of a statement; what is longer is a story."""


def no_rule(text: str) -> str:
    """Why a sentence states no rule for all; empty if it may.

    >>> no_rule("The corsair had armour 6"), no_rule("Points that are restored: 5")
    ('it tells what happened, and is no rule', '')
    >>> no_rule("Kira's pulse laser does 4D")
    "it tells of 'Kira's' alone, and is no rule for all"
    """
    if text.rstrip(" *_").endswith("?"):
        return "it is a question"
    if found := _UNDECIDED.match(text):
        return f"it begins with {found['word']!r}, and is not decided"
    if found := _TAKEN_BACK.search(text):
        return f"it takes back what it says before {found['words']!r}"
    if _NOT_USED.match(text):
        return "it says what is not used, and not what is played instead"
    if len(text) > LONGEST:
        return f"it is longer than {LONGEST} letters, and no rule is"
    if _PAST.search(text) or _DONE.search(text):
        return "it tells what happened, and is no rule"
    thing = _of_somebody(text)
    return f"it tells of '{thing}' alone, and is no rule for all" if thing else ""


def _of_somebody(text: str) -> str:
    """What in a sentence belongs to those at the table, or to somebody who has a name; else empty."""
    if found := _OURS.search(text):
        return found[0]
    owners = (found["who"] for found in _NAMED.finditer(text))
    strange = (who for who in owners if words(who) and not any(is_word(word) or word in _BOOKS for word in words(who)))
    return next((f"{who}'s" for who in strange), "")
