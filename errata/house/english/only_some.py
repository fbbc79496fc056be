"""Words beside a rule that say that it holds only of some, or somewhere: `pistols only`, `in zero-g`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from errata.house.english.clauses import ANYBODY
from errata.house.english.unplayed import Unplayed
from errata.house.english.word_forms import words

_ONLY = re.compile(r"\bonly\b|\bexclusively\b|\bjust (?:for|with|when|if|in|at|against)\b", re.IGNORECASE)
_INSTEAD = re.compile(r"\W*only (?!if\b|when\b|with\b|for\b|against\b|in\b|at\b)", re.IGNORECASE)
_WHERE = re.compile(
    r"\W*(?:in(?!stead\b)|at|on|aboard|inside|outside|under|during|within|beyond|near|around|with|without|against|for"
    r"|from|by|versus|vs|if|when|while|where|once|after|before|until|unless|except|not(?!\s+(?:an?|the)\s+(?:boon|bane)))\b",
    re.IGNORECASE,
)
"""How a clause begins that says where, when or of what something holds."""
SOME = frozenset(
    words(
        "npc enemy foe ally friendly hostile sniper pistol rifle carbine shotgun blade melee laser missile hand"
        " night dark fog rain vacuum underwater water gravity atmosphere vehicle veteran rookie human alien"
        " indoors outdoors tonight today marine soldier navy pirate police"
    )
)
"""Words for some of those of whom a rule speaks, for a sort of weapon, and for places."""
REMARKS = frozenset(
    words(
        "now fun simplicity balance realism speed ease clarity drama flavour example instance general effect practice"
        " time being moment reason sake everybody everyone group party player simple good sure"
    )
)
"""What may follow such a word and restricts nothing: `for now`, `in general`."""


OF_SOME = Unplayed("it says {!r}, so it holds only of some, and the rule is for all")
"""Why such a line is not read."""


def only_some(left: Iterable[str], denied: bool = False) -> str:
    """What of the words beside a rule says that it holds only of some, or somewhere; empty if nothing does.

    Behind what is `denied` stands what there is instead: `no DM, only armour`.

    >>> only_some(["pistols only"]), only_some(["In zero-g"]), only_some(["for now", "everybody agreed"])
    ('pistols only', 'In zero-g', '')
    """
    return next((text for text in left if _restricts(text) and not (denied and _INSTEAD.match(text))), "")


_RAW_WORD = re.compile(r"[A-Za-z][A-Za-z'’-]*")


def only_names(clauses: Iterable[str]) -> str:
    """The first of some clauses beside a rule that only names something; empty if none does.

    It has no verb, no pronoun and no article: it says nothing, and may name those for whom the rule is.

    >>> only_names(["my favourite change", "nobody sleeps"]), only_names(["elite troops"])
    ('', 'elite troops')
    """
    return next((text for text in clauses if _is_name(text)), "")


def _is_name(text: str) -> bool:
    said = _RAW_WORD.findall(text)
    told = frozenset(words(text)) - REMARKS - ANYBODY
    return max(map(len, said), default=0) > 1 and all(map(words, said)) and bool(told)


def leads_in(text: str) -> bool:
    """Whether a text begins like one that says where, when or of what something holds.

    >>> leads_in("at class A starports"), leads_in("faster at class A starports")
    (True, False)
    """
    return _WHERE.match(text) is not None


_DEGREE = re.compile(
    r"\W*(?:full|partial|half|total|complete|heavy|light|soft|hard|three[- ]quarters?|minor|major|near[- ]total)\W*$",
    re.IGNORECASE,
)
"""How much of something there is, where a rule is for any: full cover."""


def _restricts(text: str) -> bool:
    said = frozenset(words(text)) - REMARKS - ANYBODY
    if _DEGREE.match(text):
        return True
    if _ONLY.search(text) or said & SOME:
        return True
    return leads_in(text) and bool(said)
