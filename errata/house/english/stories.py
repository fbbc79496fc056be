"""Sentences that state no rule: they tell what happened at a table, or what somebody there has, or only ask."""

from __future__ import annotations

import re
from functools import cache

from engine.rulebook.raw import RAW
from errata.house.english.broken_values import broken_dice
from errata.house.english.clauses import clauses
from errata.house.english.not_played import AGAINST
from errata.house.english.number_words import unread_number
from errata.house.english.only_some import OF_SOME
from errata.house.english.rule_names import is_word
from errata.house.english.rule_words import names
from errata.house.english.said_values import NUMERALS, has_value
from errata.house.english.unplayed import Unplayed
from errata.house.english.word_forms import words

_PAST = re.compile(
    r"(?<!if )(?<!when )"
    r"\b(?:had|took|did|went|gave|fell|ran|drew|fled|flew|blew|threw|began|broke|spoke|chose|stole)\b",
    re.IGNORECASE,
)
"""Verbs in a form that only tells what was."""
_DONE = re.compile(
    r"(?<!are )(?<!is )(?<!be )(?<!been )(?<!were )(?<!was )(?<!points )(?<!dice )"
    r"(?<!has )(?<!have )(?<!we )(?<!damage )"
    r"\b(?:restored|healed|rolled|fired|missed|killed|bought|sold|paid|spent|lost|dealt|scored|suffered|inflicted|repaired"
    r"|regained|recovered|earned|attacked|won|shot)\s+(?:for\s+|an?\s+|another\s+)?"
    rf"(?=[+-]?\d|M?Cr\s?\d|(?:{'|'.join(NUMERALS)})\b)",
    re.IGNORECASE,
)
"""Verbs that tell what was where a number follows them, and nothing makes them part of another verb."""


_OF_THE_TABLE = (
    r"table|games?|campaign|group|house|home|rules?|ruling|version|variant|values?|universe|setting|sessions?|take|way"
    r"|own rules?|idea|suggestion|mind|opinion|view|taste|experience|reading|understanding|purposes?|sake|changes?"
)
"""What a table calls its own where it speaks of its rules."""
_WHOSE = (
    r"(?:our|my)|(?<!\w\s)(?<![,;]\s)(?:his|her|their)"
    r"|the\s+(?:party|players?|PCs?|group|crew|heroes)(?:['’]s?)"
    r"|(?:we|I)(?:['’]ve(?:\s+got)?|\s+(?:have|own|carry|fly|got))\s+(?:an?|the|\d+|one|two|three|four)"
)
_VERB = (
    r"(?:ha(?:s|ve|d)|do(?:es)?|is|are|gets?|gives?|costs?|deals?|can|will|that|which|with"
    r"|the|an?|their|his|her|our|my)"
)
"""Words that no name goes on with."""
_OURS = re.compile(
    rf"\b(?:{_WHOSE})\s+(?!(?:[\w-]+\s+)?(?:{_OF_THE_TABLE})\b)(?P<what>[a-z][\w'’-]*"
    rf"(?:\s+(?!{_VERB}\b)[a-z][\w'’-]*){{0,3}})",
    re.IGNORECASE,
)
"""Somebody at the table, and what may be theirs."""
_NAMED = re.compile(rf"\b(?P<who>[A-Z][\w-]*)['’]s\s+(?=[a-zA-Z])(?!(?:house\s+)?(?:{_OF_THE_TABLE})\b)")
"""Somebody or something with a name, and what is theirs."""
_OWNED = frozenset(words("ship weapon gun pistol turret barbette crew traveller character party drive computer armour"))
"""Words of rules for what somebody has or is, besides the rows of tables of such things."""
_OF_THINGS = ("ship/", "space/attack-modifiers", "space/critical-locations")
"""Where the tables of things and people begin."""


@cache
def _things() -> frozenset[str]:
    """The words of rules for what somebody can have: the names of weapons, mounts, sensors, and those of a crew."""
    rows = (word for id in RAW if id.startswith(_OF_THINGS) for name in names()[id].must for word in name)
    return _OWNED.union(rows)


@cache
def _sets() -> frozenset[frozenset[str]]:
    """What sets of rules are called, in words: a sensor lock is no sensor."""
    return frozenset(frozenset(words(rule.section.rpartition("/")[2].replace("-", " "))) for rule in RAW.rules.values())


@cache
def _sets_in_full() -> frozenset[frozenset[str]]:
    """The same with what they belong to: natural healing."""
    return frozenset(frozenset(words(re.sub("[/-]", " ", rule.section))) for rule in RAW.rules.values())


def is_set(said: frozenset[str]) -> bool:
    """Whether some words are what a set of rules is called.

    >>> is_set(frozenset(words("Natural healing"))), is_set(frozenset(words("Beam lasers")))
    (True, False)
    """
    return said in _sets() or said in _sets_in_full()


def _is_a_thing(what: str) -> bool:
    """Whether a name begins with a word for what somebody has, and not with one for a rule.

    >>> [_is_a_thing(what) for what in ("beam laser", "battered boots", "aiming bonus", "sensor lock")]
    [True, True, False, False]
    """
    told = words(what)
    if not told or (frozenset(told[:2]) in _sets() and not _POSSESSIVE.search(what)):
        return False
    return told[0] in _things() or not is_word(told[0])


_POSSESSIVE = re.compile(r"['’]s?(?:\s|$)")


def _thing_in(what: str) -> str:
    """The words of a text that name a thing: up to one that owns it, or to the last of those that are alike.

    >>> _thing_in("trusty old boots"), _thing_in("medic feel useless"), _thing_in("ship's pulse laser")
    ('trusty old boots', 'medic', "ship's")
    """
    given, end = what.split(), 0
    known = next((is_word(told[0]) for word in given if (told := words(word))), False)
    for n, word in enumerate(given):
        told = words(word)
        if told and (not _is_a_thing(word) or is_word(told[0]) != known):
            break
        end = n + 1 if told else end
        if _POSSESSIVE.search(word):
            break
    return " ".join(given[:end])


_BOOKS = frozenset(words("RAW Guard Mongoose Traveller Referee GM DM Rulebook Companion Catalogue Handbook"))
"""Words of names that have rules of their own."""


_UNDECIDED = re.compile(
    r"\W*(?P<words>todo|tbd|maybe|perhaps|what if|how about|thinking (?:of|about)|considering|I wish"
    r"|(?:I|we)(?:['’]d| would) (?:like|love|prefer|rather|want))\b",
    re.IGNORECASE,
)
_UNSURE = re.compile(
    r"\bnot (?:quite |really |yet )?(?:sure|certain|decided|settled|final)\b|\bundecided\b"
    r"|\bneeds? (?:more )?(?:play-?)?testing\b|\bto be (?:decided|discussed|confirmed)\b|\?\?"
    r"|\b(?:might|could|ought to)\b|\b(?:usually|mostly)\b(?!\s+(?:DM|[+-]?\s?\d))"
    r"|\b(?:sometimes|occasionally|now and then|from time to time|at times)\b|\bor so\b"
    r"|\b(?:I|we)\s+(?:think|guess|suppose|hope|believe|assume|reckon)\W*$",
    re.IGNORECASE,
)
_DRAFT = re.compile(
    r"(?P<words>\b(?:optional|maybe|perhaps|draft|play-?test(?:ing)?|proposal|proposed|on trial|tbd|todo|wip|untested"
    r"|pending(?: an? \w+)?))\W*$",
    re.IGNORECASE,
)
"""How a line ends that is only tried, or not yet agreed on."""
_SOME_OF = re.compile(
    r"\W*(?P<words>(?:some|most|other|few|certain|damaged|broken|newer|older|modern"
    r"|new(?! (?:rules?|rulings?|house|values?|version|costs?|price|damage|dms?|targets?)\b))\s+[a-z]+)",
    re.IGNORECASE,
)
_SOME_PEOPLE = re.compile(
    r"\b(?P<words>(?:for|to|by|on|against) the (?:old|young|few|rest|others?|go))\b", re.IGNORECASE
)
"""Some of what a rule speaks of, at the beginning of a line, and behind it."""
_NONE_THERE = re.compile(r"\W*(?P<words>no\s+[a-z][^:,;\d]{2,30}):\s*(?:DM\s?)?[+-]?\d", re.IGNORECASE)
"""How a line begins that says what holds where something is not there."""
_TAKEN_BACK = re.compile(
    r"\b(?P<words>no,? wait|scratch that|strike that|on second thoughts?|never ?mind)\b", re.IGNORECASE
)
_NOT_USED = re.compile(
    r"\W*(?:(?:do not|don['’]t|never|no longer) (?:use|allow|play)"
    r"|(?:we|I) (?:do not|don['’]t|never|no longer|(?:have )?stopped) (?:us|play)(?:e|ing)?)\b",
    re.IGNORECASE,
)
_UNTICKED = re.compile(r"[\s*+-]*\[\s?\]\s")
"""The box of a list before what is still to be done."""
_WITHDRAWN = re.compile(
    r"\W*(?:(?:it|this|that)\s+)?(?:(?:is|was|were|are|has been|have been|got)\s+)?(?:(?:now|since|later|already)\s+)?"
    r"(?:no(?:pe)?|never"
    r"|not (?:used|played|in use|in force|adopted|agreed|accepted|yet)(?: any ?more| yet)?"
    r"|no longer (?:used|played|in use|in force|applies|valid)|unused|rejected|removed|abolished|scrapped|dropped"
    r"|deleted|withdrawn|retired|deprecated|obsolete|cancelled|vetoed|struck(?: out)?|voted down|overruled|on hold"
    r"|off|(?:switched|turned) off|disabled|inactive|undecided|pending|tbd|joke|joking|just kidding|kidding|jk)\W*",
    re.IGNORECASE,
)
"""All that a clause says that takes back the one before it."""
_NOT_IN_FORCE = (
    (_UNDECIDED, True, Unplayed("it begins with {!r}, and is not decided")),
    (_UNSURE, False, Unplayed("it says {!r}, and is not decided")),
    (_DRAFT, False, Unplayed("it says {!r}, and is not decided")),
    (_SOME_OF, True, OF_SOME),
    (_SOME_PEOPLE, False, OF_SOME),
    (_NONE_THERE, True, "it says {!r}, which is where there is none"),
    (_TAKEN_BACK, False, Unplayed("it takes back what it says before {!r}")),
    (_NOT_USED, True, Unplayed("it says what is not used, and not what is played instead")),
    (_UNTICKED, True, Unplayed("its box is not ticked")),
)
"""What says that a sentence is not in force: how it is put, whether the sentence begins with it, and the reason."""
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
    for pattern, at_once, why in _NOT_IN_FORCE:
        if found := pattern.match(text) if at_once else pattern.search(text):
            return why.format(found.groupdict().get("words") or found[0])
    back = next((one.text for one in clauses(text) if _WITHDRAWN.fullmatch(one.text)), "")
    if back and has_value(text):
        return AGAINST.format(back.strip(" .!"))
    if broken := broken_dice(text) or unread_number(text):
        return f"{broken!r} cannot be read as a value"
    if len(text) > LONGEST:
        return f"it is longer than {LONGEST} letters, and no rule is"
    if _PAST.search(text) or _DONE.search(text):
        return "it tells what happened, and is no rule"
    thing = of_somebody(text)
    return f"it tells of '{thing}' alone, and is no rule for all" if thing else ""


def of_somebody(text: str) -> str:
    """What in a sentence belongs to those at the table, or to somebody who has a name; else empty."""
    if found := next((one for one in _OURS.finditer(text) if _is_a_thing(one["what"])), None):
        return f"{text[found.start() : found.start('what')]}{_thing_in(found['what'])}"
    owners = (found["who"] for found in _NAMED.finditer(text))
    strange = (who for who in owners if words(who) and not any(is_word(word) or word in _BOOKS for word in words(who)))
    return next((f"{who}'s" for who in strange), "")
