"""What people say before a rule: a word to begin with, and what they think of how it was."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from errata.house.english.neighbours import Stated
from errata.house.english.plain_lines import Line
from errata.house.english.rule_names import is_row, known_to
from errata.house.english.said_values import has_value
from errata.house.english.stories import is_set, of_somebody
from errata.house.english.word_forms import words

_AT_OUR_TABLE = (
    r"(?:(?:in|at|for|with|on) (?:my|our) (?:own )?(?:\w+ )?(?:games?|table|campaigns?|universe|setting|group|side)"
    r"|for us|with us|here)"
)
_OURS = re.compile(_AT_OUR_TABLE, re.IGNORECASE)
_OPENER = re.compile(
    r"\W*(?:(?:so|well|ok(?:ay)?|oh|yeah|honestly|frankly|basically|personally|obviously|also|next|anyway|finally"
    r"|tl;?\s?dr|imh?o|tbh|fwiw|btw|ps|imtu|imc|in short|long story short|bottom line|to be honest|by the way"
    rf"|house rule|{_AT_OUR_TABLE})\b\s*[,:–—-]*\s+(?:(?:and|also|yes|right)\b,?\s+)*(?!(?:far|long|much|many|what)\b)"
    r"|(?:and |but |so )?(?:I|we) (?:also |both |all |really |just |simply |personally |generally )*"
    r"(?:think|feel|believe|say|rule|figure|reckon|find|(?:have )?(?:decided|agreed|settled|ruled) (?=that\b))"
    r"\s*(?:that\s+)?(?=[a-z])(?!.*\b(?:book|RAW|rules|Guard)\b))",
    re.IGNORECASE,
)
"""How people begin before they come to the rule."""
_THOUGHT = (
    r"too \w+(?:-\w+)?|(?:tough|weak|strong|deadl|hard|slow|fast|cheap|bigg|scari)i?er"
    r"|terrifying|scary|deadly|boring|silly|weak|strong|broken|useless|pointless|overpowered|underpowered|ridiculous"
    r"|awful|great|brutal|nasty|annoying|lethal|power-hungry|op|a joke|a pain|love[sd]?|hate[sd]?|likes?|enjoys?"
)
"""Words for what somebody thinks of something."""
_LEAD = re.compile(
    rf"\W*(?P<who>[^,;:()\d=]*?)\s*\b(?:{_THOUGHT})\b(?P<rest>[^,;:()\d=]*?)"
    r"\s*(?:[,;]?\s+(?:so|hence|therefore|thus)(?: that)?,?\s+|:\s+|\s*=>\s*|;\s+|\s+[–—]\s+)",
    re.IGNORECASE,
)
"""What somebody thinks of something, and what follows from that."""
_RESTRICTS = re.compile(
    r"\b(?:if|when|whenever|while|unless|except|only|against|versus|vs|until|without|during|after|before|where|who|whose"
    r"|maybe|perhaps|might|would|could|not|never|\w+n['’]t|\w+['’]d|no|had|were|was|used to|old|says)\b",
    re.IGNORECASE,
)
"""What makes more of it than a thought."""
_PLAYERS = r"(?:my|our|the) (?:players?|group|table|party)"
_TELLS = re.compile(
    rf"\b(?:(?:I|we|{_PLAYERS})(?: also| all| really)*(?: (?:find|found|think|thought|feel|felt|treat))?(?: that)?"
    r"|should|seem(?:s|ed)?|feels?|felt|hits?|as|than (?:in )?(?:the )?(?:book|RAW)(?: (?:does|has|do|is))?"
    r"|a bit|a lot|far|way|just|simply|really|much|slightly)\b",
    re.IGNORECASE,
)
"""Words around a thought that say nothing of whose, or of what, it is."""
_BEGUN = re.compile(r"(?:they|it|its|their|these|those|this|that|he|she|his|her|one)\b", re.IGNORECASE)
"""How a rule goes on about what was spoken of."""
_ANY = frozenset(words("fight battle gunfight firefight session scene dogfight player"))
"""What any rule may be about."""


class Chatter(NamedTuple):
    """What stands before a rule: where that begins, and what was spoken of, and whether that is one thing."""

    end: int
    about: frozenset[str] = frozenset()
    thing: str = ""


def chatter(text: str) -> Chatter | None:
    """What a line says before it comes to its rule; None if it says nothing of that sort.

    >>> said = "Honestly, torpedoes are terrifying in my campaign: 8D damage each"
    >>> chatter(said).end, chatter(said[10:]).thing
    (10, 'torpedoes are')
    >>> chatter("Torpedoes against stations are terrifying: 8D"), chatter("Pirates are deadly, so they aim at +2")
    (None, None)
    """
    if opened := _OPENER.match(text):
        return Chatter(opened.end())
    lead = _LEAD.match(text)
    if lead is None or has_value(lead[0]) or _RESTRICTS.search(lead[0]):
        return None
    told = _TELLS.sub(" ", lead["who"])
    about = frozenset(words(f"{told} {_TELLS.sub(' ', _OURS.sub(' ', lead['rest']))}"))
    thing = told.strip() if is_row(about) or is_set(about) else ""
    if of_somebody(told) or (not thing and _BEGUN.match(text, lead.end())):
        return None
    return Chatter(lead.end(), about - _ANY, thing)


def behind_chatter(text: str, read: Callable[[str, str], list[Stated]]) -> list[Stated]:
    """What a line states behind what people say before a rule, if it is of what they spoke of; else nothing.

    `read` reads the rest of a line, about the thing that was spoken of.
    """
    said = chatter(text)
    made = read(text[said.end :], said.thing) if said else []
    rules = [one.found.rule for one in made if isinstance(one.found, Line)]
    if said is None or not rules or not all(said.about <= known_to(rule) for rule in rules):
        return []
    return [one._replace(offset=one.offset + said.end) for one in made]
