"""Words of plain English in one form each, so that `Aimed shots`, `aiming` and `aim` say the same."""

from __future__ import annotations

import re
from functools import lru_cache

_WORD = re.compile(r"[a-z]+|\d+")
_SAME_WORDS = {
    "armour": "armor", "armoured": "armored", "critical": "crit", "damage": "dmg hurt", "cost": "price priced cheap",
    "dm": "dms modifier mod bonus penalty malus", "ton": "tonnage tonne weigh weight", "manoeuvre": "maneuver",
    "defence": "defense", "attack": "hit shot shoot attacker", "metre": "meter", "gunner": "gunnery",
    "ship": "starship spacecraft spaceship vessel space", "multiple": "multiplier multiply multiplied times",
    "restore": "heal recover regain", "check": "difficulty task", "traveller": "pc", "maximum": "max cap capped",
    "minimum": "min", "first": "1st", "evasive": "evade evasion evading", "occupants": "occupant passenger",
    "barbette": "barb", "str": "strength", "dex": "dexterity", "end": "endurance", "int": "intelligence",
    "edu": "education",
}  # fmt: skip
"""Words that mean the same here, under the one that stands for all of them."""
_SILENT = (
    "combat number roll rolls rolled rolling "
    "a an the is are be been being was were of to for in on at by with from and or but not no it its this that these "
    "those all any each every per we our us my you your they their them there i me his her one's "
    "now instead than rather use used uses using "
    "give gives given giving gets get got gain gains have has had having do does did make makes made can may must will "
    "would should as only also just still always simply flat more less most least up down out off over under into when "
    "while where who which what how if then so because rule rules ruling house raw book books game games play played "
    "plays count counts counting become becomes set sets change changes changed value values new old go goes going add "
    "adds added adding grant grants cause causes deal deals need needs needed take takes taken taking apply applies "
    "allow allowed suffer suffers incur incurs receive receives provide provides impose imposes inflict inflicts "
    "require requires happen happens occur occurs mean means say says table campaign everyone everybody "
    "anyone against unless except until after before during plus usual normally default longer much "
    "like same here let lets us both extra additional cannot lose loses losing other others "
    "another own too even quite really again yet work works working treat treated"
)
_EMPTY = frozenset(_SILENT.split(" "))
"""Words that say nothing about which rule is meant."""
_KEPT = frozenset(
    {"armoured", "during", "advanced", "improved", "fixed", "directed", "linked", "increased", "surprised"}
)
"""Words that are names as they stand, whatever they end with."""
_CHANGE = r"(?:rais|increas|reduc|lower|improv|chang|bump|drop|cut|mak|set)(?:e[ds]?|s|ed|ing|ped|t)?"
"""Verbs that say only that something changes."""
_SAID_SO = (
    (re.compile(r"\bhit(?:s|ting)? for\b"), "damage"),
    (re.compile(r"\bto hit\b"), "attack dm"),
    (re.compile(r"\bat most\b|\bno more than\b|\bup to\b|\b(?:max(?:es)?|tops?) out\b"), "maximum"),
    (re.compile(r"\bat least\b|\bno less than\b"), "minimum"),
    (re.compile(r"\b(?:tech(?:nology)?|tec) levels?\b"), "tl"),
    (re.compile(r"\bpoints? (?:of|from|in) "), ""),
    (re.compile(r"\bpd\b"), "point defence"),
    (re.compile(r"\bew\b|\becm\b"), "electronic warfare"),
    (re.compile(rf"^\W*{_CHANGE}\b|\b{_CHANGE}(?=\s*(?:by|from|to)\b|\s*[^a-z\s]|\s{{2}}|\s*$)"), ""),
    (re.compile(r"\bm[ -]drive"), "manoeuvre drive"),
    (re.compile(r"\bj[ -]drive"), "jump drive"),
)
"""What is said in several words, and the words that it stands for."""


def stem(word: str) -> str:
    """A word without its endings.

    >>> [stem(word) for word in "lasers dodging dodge aimed crewing batteries torpedoes".split()]
    ['laser', 'dodg', 'dodg', 'aim', 'crew', 'battery', 'torpedo']
    """
    if word.isdecimal() or word in _KEPT:
        return word
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us")):
        word = f"{word[:-3]}y" if word.endswith("ies") and len(word) > 4 else word[:-1]
    if word in _KEPT:
        return word
    for ending in ("ing", "ed"):
        bare = word.removesuffix(ending)
        if bare != word and len(bare) > 2 and any(sign in "aeiouy" for sign in bare):
            word = bare[:-1] if bare[-1] == bare[-2] and bare[-1] not in "ls" else bare
            break
    return word[:-1] if len(word) > 3 and word.endswith("e") else word


_SAME = {stem(word): stem(one) for one, several in _SAME_WORDS.items() for word in several.split()}


def words(text: str) -> tuple[str, ...]:
    """The words of a text that tell, each in one form.

    >>> words("Beam lasers now do 2D of damage"), words("Aimed shots give +2")
    (('beam', 'laser', '2', 'd', 'damag'), ('aim', 'attack', '2'))
    """
    text = text.lower()
    for said, meant in _SAID_SO:
        text = said.sub(meant, text)
    return tuple(form for found in _WORD.findall(text) if (form := word_form(found)))


@lru_cache(maxsize=20_000)
def word_form(word: str) -> str:
    """A word in the form that stands for it; empty if it tells nothing."""
    if word in _EMPTY:
        return ""
    bare = stem(word)
    return _SAME.get(bare, bare)
