"""What the headings above a statement make of it: nothing that is played, a rule for some, or one in doubt."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.rulebook.raw import RAW
from errata.house.english.clauses import ANYBODY
from errata.house.english.denials import says_no
from errata.house.english.families import family_told, without_family
from errata.house.english.in_force import says_in_force
from errata.house.english.only_some import REMARKS
from errata.house.english.rule_names import is_word, known_to
from errata.house.english.stories import of_somebody
from errata.house.english.topics import CHAPTER, SOME_OF, THINGS
from errata.house.english.word_forms import words

_SORT = re.compile(
    r"\bTL\s?\d|\btech(?:nology)?\s+levels?\s+\d|\d\s?(?:t|d?tons?)\b|\b(?:zero|low|high|micro)[- ]?g(?:ravity)?\b",
    re.IGNORECASE,
)
"""How a heading says of which sort of things it speaks, or where."""
_IF = re.compile(
    r"\W*(?:(?:but|and|only|even)\s+)?(?:when(?:ever)?|if|while|unless|once|until|after|before|(?:as|so)\s+long\s+as"
    r"|provided|in\s+case)\b",
    re.IGNORECASE,
)
_ONE = (
    r"ships?|vessels?|craft|weapons?|guns?|lasers?|missiles?|turrets?|targets?|characters?|travellers?|attackers?"
    r"|defenders?|gunners?|pilots?|crews?|people|those|any(?:one|body)|every(?:one|body)|some(?:one|body)|persons?|patients?"
)
_SUCH = re.compile(
    rf"\W*(?:(?:an?|any|each|every|the|all)\s+)?(?:\w+\s+)?(?:{_ONE})\s+(?:that|who|which|whose|with|without|under|in|on|at)\b"
    rf"|\W*(?:an?|any|each|every)\s+(?:\w+\s+){{1,2}}(?:{_ONE})\W*$",
    re.IGNORECASE,
)
"""How a heading begins that is a condition, and one of some of the things of which rules speak."""
_STATE = re.compile(r"\b(?:damaged|disabled|crippled|destroyed|wrecked)\b", re.IGNORECASE)
"""States of a thing, though a rule speaks of damage."""
_ON_A = re.compile(r"\W*(?:in|on|with|from|by|aboard)\s+an?\b", re.IGNORECASE)
"""How one begins that names an occasion, or a place."""
_WHEN = re.compile(
    r"\W*(?:against|versus|vs|when|if|while|during|under|without|unless|except|at|aboard|inside|outside|near|beyond"
    r"|within|behind|only)\b|.*\bonly\W*$",
    re.IGNORECASE,
)
_WHERE = re.compile(r"\W*(?:in|on|for|with|by|from|to|of)\b", re.IGNORECASE)
"""How a heading begins that says when, where or for whom something holds."""
_OF_THE_TABLE = re.compile(
    r"\b(?:rules?|rulings?|homebrew|campaign|games?|tables?|group|sessions?|variants?)\b", re.IGNORECASE
)
_READING = frozenset(words("read start begin play go question doubt ask"))
"""What one does with a page: `Before you start`."""


def is_of_a_sort(heading: str) -> bool:
    """Whether a number in a heading says of which things it speaks.

    >>> is_of_a_sort("TL 15 ships"), is_of_a_sort("House rules 2")
    (True, False)
    """
    return _SORT.search(heading) is not None


def only_of(rule: str, above: Sequence[str], title: str = "") -> str:
    """The heading that says that what stands below it is for some, where a rule is for all; empty if none does.

    >>> only_of("personal/movement/metres", ["House rules", "Vargr"]), only_of("personal/movement/metres", ["Weapons"])
    ('Vargr', '')
    """
    return next((text for text in above if text != title and _restricts(text, rule)), "")


def is_for_some(text: str, rule: str) -> bool:
    """Whether a text names some of those of whom a rule speaks, a sort of things, or somebody.

    >>> is_for_some("NPCs", "personal/movement/metres"), is_for_some("everybody", "personal/movement/metres")
    (True, False)
    """
    said = frozenset(word for word in words(text) if not word.isdecimal()) - known_to(rule)
    return bool(said & SOME_OF or (is_of_a_sort(text) and said) or of_somebody(text))


_ONLY_FOR = re.compile(r"\b(?:only|for|against|versus|vs|aboard|when|if|while|unless|during)\b", re.IGNORECASE)
"""How a heading over what is played says for whom that is."""


def _restricts(heading: str, rule: str) -> bool:
    if says_in_force(heading) and not (_ONLY_FOR.search(heading) or is_of_a_sort(heading)):
        return False
    if is_for_some(heading, rule) or _is_of_others(heading, rule) or _is_of_another_measure(heading, rule):
        return True
    said = frozenset(word for word in words(without_family(heading)) if not word.isdecimal()) - known_to(rule)
    if _IF.match(heading) or (_SUCH.match(heading) and not of_the_table(heading)):
        return bool(said - REMARKS - ANYBODY - _READING or _STATE.search(heading)) or says_no(heading)
    said -= CHAPTER
    if _WHEN.match(heading) or (_ON_A.match(heading) and not of_the_table(heading)):
        return bool(said)
    strange = {word for word in said if not is_word(word)}
    return bool(strange and _WHERE.match(heading) and not of_the_table(heading))


_AND = re.compile(r"[,/&+]|\band\b|\bor\b", re.IGNORECASE)


_MEASURES = frozenset(
    words(
        "sensor detection detect scan scanner stealth flight time duration travel journey cost price power fuel tonnage"
        " initiative speed comms communication weight encumbrance ammo trade passage freight reaction"
    )
)
"""What tables are of that have the same rows as others: of ranges, of weapons, of difficulties."""


def _is_of_another_measure(heading: str, rule: str) -> bool:
    """Whether a heading says what a table is of, where the column of a rule is not of that.

    >>> _is_of_another_measure("Sensor DMs", "space/range-bands/short/attack-dm")
    True
    """
    named = _MEASURES.intersection(words(heading))
    return bool(named and RAW.rule(rule).row) and named.isdisjoint(known_to(rule)) and not of_the_table(heading)


def _is_of_others(heading: str, rule: str) -> bool:
    """Whether a heading names weapons, mounts, or a sort of craft or fight, of which a rule does not speak.

    >>> [_is_of_others(text, "space/critical/effect") for text in ("Missiles and lasers", "Criticals", "Space combat")]
    [True, False, False]
    """
    named = [THINGS.intersection(words(part)) for part in _AND.split(heading)]
    theirs = of_the_table(_RULES.sub("", heading))
    return all(named) and known_to(rule).isdisjoint(frozenset().union(*named)) and not theirs


_RULES = re.compile(r"\brules?\b", re.IGNORECASE)
"""What is said of anything: `Vehicle rules` are of vehicles."""


def is_condition(text: str) -> bool:
    """Whether a text is a condition, or says of which things, on what occasion or where something holds, and no more.

    >>> [is_condition(text) for text in ("If you are wounded", "A ship that is damaged", "In a nebula", "Beam lasers")]
    [True, True, True, False]
    """
    return any(one.match(text) for one in (_IF, _SUCH, _ON_A, _WHEN, _WHERE))


def is_of_one(heading: str) -> bool:
    """Whether a heading is the name of one ship, person or place, of which no rule speaks.

    >>> is_of_one("The Beowulf"), is_of_one("Captain Vex"), is_of_one("The rules of Drinax"), is_of_one("Drinax")
    (True, True, False, False)
    """
    return _NAMED.match(heading) is not None and is_strange(heading) and not of_the_table(heading)


_NAMED = re.compile(
    r"\W*(?:[Tt]he|Captain|Capt\.?|Admiral|Commander|Baron(?:ess)?|Duke|Duchess|Count(?:ess)?|Lord|Lady|Sir|Dr\.?|Doctor"
    r"|Professor|ISS|ISV|HMS|SS|MV|IMS|INS)\s+[A-Z]"
)
"""How such a name begins."""


def of_the_table(heading: str) -> bool:
    """Whether a heading speaks of rules, or of those who play by them."""
    return _OF_THE_TABLE.search(heading) is not None


MOST_WORDS = 4
"""Words of a heading that names something; one of more is a sentence."""


def is_strange(heading: str) -> bool:
    """Whether a heading may name somebody or something of whom no rule speaks.

    >>> [is_strange(text) for text in ("Hivers", "Space combat", "Session zero", "My house rules")]
    [True, False, False, False]
    """
    said = [word for word in words(heading) if not word.isdecimal()]
    strange = [word for word in said if not is_word(word) and word not in CHAPTER]
    return bool(strange) and len(said) <= MOST_WORDS and not (family_told([heading]) or says_in_force(heading))


def is_plain(heading: str) -> bool:
    """Whether a heading has only words that restrict nothing, and perhaps a number: `Session zero`, `Part 2`.

    >>> is_plain("House rules 2.1"), is_plain("Luck points: 3")
    (True, False)
    """
    return CHAPTER.issuperset(word for word in words(heading) if not word.isdecimal() and len(word) > 1)


_TITLE = re.compile(
    r"(?=.*\b(?:house|home|table|rules?|rulings?|list|page|change\w*|games?|below|follow\w*|values?|hello|hi|here)\b)\W*"
    r"(?:(?:here|these|this|those|they|the|our|my|your|a|an|some|all|of|for|and|or|in|at|by|on|with|we|i|us|you|it|is|are"
    r"|be|will|have|use|used|play|played|what|how|which|that|as|below|above|following|follows?|follow|house|home|table|rules?"
    r"|rulings?|list|page|changes?|changed|game|games|new|own|always|now|so|also|just|ok|okay|please|etc|per|to|do|does"
    r"|other|others|more|each|every|any|both|ours|from|instead|value|values|apply|applies|different|differently|hello|hi)\W+)*",
    re.IGNORECASE,
)
"""Words of which titles and greetings are made, and that tell nothing of any rule."""


LONG_TITLE = 200
"""Letters of such a line."""


def is_title(text: str) -> bool:
    """Whether a line is a title, or says only that rules follow.

    >>> [is_title(text) for text in ("House rules", "These are our house rules.", "This was dropped.", "Both are gone")]
    [True, True, False, False]
    """
    return len(text) <= LONG_TITLE and _TITLE.fullmatch(f"{text} ") is not None
