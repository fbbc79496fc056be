"""Whether a number in a plain line is of something else than the rule: of people, of a skill, for each of some."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rule
from errata.house.english.bounds import bound
from errata.house.english.not_played import not_played
from errata.house.english.other_measures import other_measure
from errata.house.english.rule_names import known_to
from errata.house.english.said_values import NUMERALS
from errata.house.english.spans import span
from errata.house.english.word_forms import words

_THINGS = re.compile(
    r"\s+(?:(?:extra|more|additional|further|minor|significant|free|major|full|trained|separate)\s+)*"
    r"(?P<what>gunners?|attacks|actions|reactions|people|persons?|crew|crewm[ae]n|m[ae]n|operators?|pilots?|shots|turns|tries"
    r"|attempts|targets|weapons|hands|players|travellers|skills|charges|(?:range\s+)?bands"
    r"|(?:steps?|levels?|notch(?:es)?|degrees?|categor(?:y|ies)|ranks?|rows?|grades?)(?!\s+of))\b",
    re.IGNORECASE,
)
"""Things that are counted by the number before them."""
_MEASURED = frozenset({"DM", "dice", "TL", "credits", "tons", "number", "percent", "factor", "target"})
"""Kinds of values that count no things."""
_OF = re.compile(
    r"\s+(?:(?:extra|more|points? of|to)\s+)*(?P<what>damage|armou?r|protection|initiative|hull|power|thrust)\b",
    re.IGNORECASE,
)
"""What a number is of that stands right before it."""
_STOPPED, _TAKEN_OFF = re.compile(r"\b(?:stop|absorb|block|soak)\w*\s+$", re.IGNORECASE), frozenset(words("damage"))
"""Who stops damage has armour."""
_SKILL = re.compile(
    r"\b(?:medic|gunner|pilot|electronics|engineer|mechanic|tactics|leadership|admin|astrogation|recon|stealth|melee"
    r"|gun combat|heavy weapons|explosives|athletics|science|broker|steward|vacc suit)(?:\s\([a-z ]+\))?\s+$",
    re.IGNORECASE,
)
"""Skills, of which the number after them is a level."""
_SOMEBODY = re.compile(r"\b(?:gives?|grants?|adds?)\s+(?:the|a|each|every|your|its)\s+[a-z]+\s+[+-]", re.IGNORECASE)
"""Somebody who is called after a skill, and gets a DM: `gives the gunner +2`."""
_EACH = re.compile(r"\s*(?:\bper|/|\bfor (?:each|every)|\bevery)\s+(?P<many>[\d,]+\s+)?(?P<what>[a-z]+)", re.IGNORECASE)
_ONE = frozenset(words("unit piece item copy set suite weapon berth stateroom system installation"))
"""Words for one of anything."""
_SEVERAL = frozenset(words("gunner person player crew turret weapon ship"))
"""Of whom there are several, for each of whom no rule has a DM that does not say so."""
_WHOLE = frozenset({"credits", "tons", "TL"})
"""Kinds of values that a thing has as a whole."""
_SIGNS = re.compile(r"[+\-−–±/][+\-−–]?$")
_PICKED = re.compile(
    r"\b(?:drop|discard|ignor|reroll|re-roll|keep)\w*\b[^,;.]*\b(?:low|high|best|worst|die|dice|ones?|1s)\w*",
    re.IGNORECASE,
)
"""What is done with dice after they are rolled."""
_WHATEVER = re.compile(
    r"\b(?:always|automatic(?:ally)?|auto)[\s-]+(?:an?\s+)?(?:hit|miss|succe|fail|crit)\w*|\bnatural(?:ly)?\s+\d+",
    re.IGNORECASE,
)
"""What a roll does, whatever is added to it."""
_SECOND_HAND = re.compile(
    r"^\W*(?:used|old)\s+(?!(?:by|to|with|in|for|on|as|at|rules?|values?|costs?|price|damage)\b)[a-z]", re.IGNORECASE
)
"""How a line begins that speaks of things in another state than the book's."""
_PIERCED = r"\b(?:per|each|every|points?|armou?r|protection|ignor\w*|remov\w*|reduc\w*|pierc\w*|penetrat\w*)\b"
_MISHAP = r"\bmishap|\bfail|\beffect\b|\bbelow\b|\bbotch|\bburn|\bbreak|\bdamage"
_NEEDED = {
    "checks/tasks/dm-per-timeframe": r"\b(?:rush|hurr|hast|slow|fast|quick|time)\w*|\bcareful\w*",
    "checks/tasks/multiple-steps": r"\b(?:several|multiple|at once|same time|simultaneous\w*|more than one|both|two)\b",
    "space/ion/long-rounds": r"\beffect\b|\bexceptional\w*|\bcritical\w*|\bgood\b",
    "healing/surgery/failure-loses": r"\b(?:los[est]+|costs?|damages?|hurts?|takes?|suffers?|inflicts?|harm\w*)\b",
    "healing/first-aid/times": r"\b(?:times?|once|twice|again|repeat\w*|attempts?|tries)\b",
    "personal/reactions/next-action-dm": r"\bdodg\w*|\breact\w*|\bevad\w*",
    "personal/action-rules/minors-for-significant": r"\b(?:further|extra|more|additional\w*|another|on top|trad\w+"
    r"|swap\w*|exchang\w+|convert\w*|turn\w*|worth|for\s+(?:\d|two|three|four|five))",
    "personal/surprise/attack-dm": r"\bhits?\b|\battack(?:s|ing)?\b|\bsho(?:ot|ts?)\w*",
    "personal/armour/armour-per-ap": _PIERCED,
    "space/damage/armour-per-ap": _PIERCED,
    "space/critical/severity-less": r"\b(?:less|minus|subtract|deduct|reduc|lower|takes? off|taken off)|-\s?\d",
    "space/actions/overload-drive-mishap": _MISHAP,
    "space/actions/overload-plant-mishap": _MISHAP,
    "healing/first-aid/within-minutes": r"\b(?:within|before|after|later|of the (?:wound|injury)|at most|up to"
    r"|limit|window|deadline)\b",
    "personal/armour/always-hurts-effect": r"\b(?:always|hurts?|at least|minimum|matter|regardless|through|still)\b",
    "personal/trait-rules/full-auto-attacks-per-auto": r"\b(?:per|each|every|times|score|rating|as many)\b|[x×]",
    "personal/trait-rules/auto-settings": r"\b(?:settings?|modes?|rates?|ways)\b",
    "space/sustained-damage/share": r"\bcrit\w*|\bsustain\w*|\bdamage\w*|\b(?:los[est]+|loss|hits?)\b",
}
"""Rules of a special case, and the words of which one must tell it."""
_OF_THE_SHOOTER = (
    r"\b(?:sho(?:ot|ots|oting)|fir(?:e|es|ing)|attack(?:s|ing)?)\s+(?:from|while|when|if)\b"
    r"|\b(?:from|while|when)\s+(?:you(?:['’]re| are)\s+)?(?:in\s+|behind\s+)?(?:cover|prone)\b.*\byou\b"
    r"|\bthe prone (?:get|have|suffer|take)\b|\bprone (?:shooters?|attackers?|gunners?)\b"
)
_OTHERWISE = {
    "personal/attack-modifiers/target-in-cover": _OF_THE_SHOOTER,
    "personal/attack-modifiers/prone-target": _OF_THE_SHOOTER,
    "personal/attack-modifiers/fast-moving-target": r"\bmoving (?:attack|shoot)er|\b(?:attack|shoot)ers? (?:who|that)",
    "personal/surprise/attack-dm": r"\bsurprised \w*\s*(?:get|have|suffer|take)\b",
    "personal/surprise/surprised-dm": r"^(?!.*\binitiative\b).*\b(?:attack|to (?:be )?hit\b)",
    "personal/surprise/ambusher-dm": r"^(?!.*\binitiative\b).*\b(?:attacks?\b|to (?:be )?hit\b)",
    "space/critical/severity-less": r"\b(?:add|extra|more|increas|rais|plus)\w*\b",
    "space/sustained-damage/share": r"\b(?:remaining|current)\b",
    "space/linked-fire/damage-per-die": r"\bfor (?:beam |pulse )?(?:lasers?|missiles?)\b",
    "ship/technology-levels": r"\b(?:weapons?|drives?|sensors?|computers?|turrets?|lasers?)\b",
}
"""Rules, or sets of them, and the words that say the same of somebody else, of some only, or the contrary."""


def of_another(text: str, id: str, value: tuple[int, int]) -> str:
    """Why a value that stands in a text is not the one of a rule; empty if nothing speaks against it.

    >>> of_another("Beam lasers take 2 gunners", "space/attack-modifiers/beam-laser", (17, 18))
    "it counts 'gunners', and the rule does not"
    """
    rule, (start, end) = RAW.rule(id), value
    printed = text[start:end].strip()
    if why := _special(text, id) or _more_than_dice(text, rule, value):
        return why
    if why := _not_one(text, value) or not_played(text, value) or of_others(text, [id]):
        return why
    if why := other_measure(rule, text, value):
        return why
    if about := bound(rule, text, value):
        return f"it says {about!r}, and not how much it is"
    if _is_on_top(rule, text, start):
        return all_or_on_top(printed, rule)
    if printed[:1] in "+-−–0123456789" and (found := _SIGNS.search(text, 0, start)):
        return f"{found[0] + printed!r} is no value"
    if _is_bare(printed) and (what := _counted(rule, text, end)):
        return f"it counts {what!r}, and the rule does not"
    if _is_bare(printed) and (found := _SKILL.search(text, 0, start)) and not _SOMEBODY.search(text, 0, start + 1):
        return f"it is a level of a skill, {found[0].strip()!r}, and the rule has none"
    known = known_to(id) | stopped(text, start) | frozenset(words(rule.text) if rule.kind.name == "changes" else ())
    if (found := _OF.match(text, end)) and not set(words(found["what"])) & known:
        return f"it says how much {found['what'].lower()!r} there is, and the nearest rule is about something else"
    each = _each(rule, text, end)
    return f"it is so much {each!r}, and the rule is not" if each else ""


_TO = re.compile(r"\s+(?:to|through)\s+\d+\b(?!\s*(?:%|km))", re.IGNORECASE)
"""How a number goes on that is the first of several."""


def _special(text: str, id: str) -> str:
    """Why a text does not speak of the case that a rule is for; empty if it does, or the rule is for any."""
    if id in _NEEDED and not re.search(_NEEDED[id], text, re.IGNORECASE):
        return "the rule is for a special case, of which it does not speak"
    said = _OTHERWISE.get(id) or _OTHERWISE.get(RAW.rule(id).section, "")
    other = re.search(said, text, re.IGNORECASE) if said else None
    return f"it says {other[0]!r}, and the nearest rule says something else" if other else ""


def _more_than_dice(text: str, rule: Rule, value: tuple[int, int]) -> str:
    """Why dice are not all of what a text gives; empty if they are, or the rule has what is added to them.

    >>> _more_than_dice("Pulse lasers do 2D+Effect", RAW.rule("ship/turret-weapons/pulse-laser/damage"), (16, 18))
    "it adds 'Effect' to 2D, and the rule has dice alone"
    """
    if rule.kind.name == "dice" and (whole := _IN_ALL.match(text, value[1])):
        return f"it says {whole[0].strip()!r}, and the rule is for each"
    more = _ADDED.match(text, value[1]) if rule.kind.name == "dice" else None
    if more is None or known_to(rule.id).issuperset(words(more["what"])):
        return ""
    return f"it adds {more['what']!r} to {text[slice(*value)].strip()}, and the rule has dice alone"


def _not_one(text: str, value: tuple[int, int]) -> str:
    """Why a value is not one, or not of one thing; empty if it is."""
    start, end = value
    if several := span(text):
        return f"it says {several!r}, which is several rules, so give each of them a line"
    if far := _TO.match(text, end) if text[start:end].strip().isdecimal() else None:
        return f"it says '{text[start:end].strip()}{far[0]}', which is several values"
    goes_on = text[end : end + 1] in tuple("⅓⅔⅛⅜⅝⅞")
    return f"{text[start : end + 1].strip()!r} cannot be read as a value" if goes_on else ""


_ADDED = re.compile(r"\s*\+\s*(?:the\s+)?(?P<what>(?!a?\s*(?:Boon|Bane)\b)[A-Za-z]+)", re.IGNORECASE)
"""What is added to dice besides a number."""
_IN_ALL = re.compile(
    r"(?:\s+(?:of\s+)?damage)?\s+(?:in (?:all|total)|altogether|(?:per|for each) (?:turret|mount|bay|ship))\b",
    re.IGNORECASE,
)
"""What says that dice are those of several weapons together."""
_BESIDES = re.compile(r"\bbesides\b")


def _is_on_top(rule: Rule, text: str, start: int) -> bool:
    """Whether a value has a plus, and what that comes to may be the book's own value.

    >>> _is_on_top(RAW.rule("healing/surgery/restores"), "Surgery restores +5", 17)
    True
    >>> _is_on_top(RAW.rule("healing/surgery/restores"), "Surgery restores Effect +5", 24)
    False
    """
    if rule.kind.name in ("credits", "price") and "+" in text[max(0, start - 1) : start + 1]:
        return True
    found = _BESIDES.search(rule.title)
    others = set(words(rule.title[found.end() :])) if found else set()
    return found is not None and text.startswith("+", start) and others.isdisjoint(words(text))


def all_or_on_top(printed: str, rule: Rule) -> str:
    """What is told of a value with a plus, where the book has a total."""
    return f"it does not say whether {printed} is all that there is, or on top of the book's {rule.text}"


def stopped(text: str, start: int) -> frozenset[str]:
    """The words for what a value takes off, where a verb before it says that it is stopped.

    >>> stopped("Sandcasters stop 2D damage", 17), stopped("Beam lasers do 2D damage", 15)
    (frozenset({'damag'}), frozenset())
    """
    return _TAKEN_OFF if _STOPPED.search(text, 0, start) else frozenset()


def of_others(text: str, rules: Iterable[str]) -> str:
    """Why a whole text speaks of other things than its rules, wherever their values stand in it; empty if it does not.

    >>> of_others("Roll 3D and drop the lowest", ["checks/check/dice"])
    "it picks among the dice, 'drop the lowest', and the rule does not"
    """
    if _SECOND_HAND.search(text):
        return "it speaks of things that are not new, and the rule does not"
    kinds = {RAW.rule(rule).kind.name for rule in rules}
    if "target" in kinds and (sure := _WHATEVER.search(text)):
        return f"it says what always comes of a roll, {sure[0]!r}, and the rule does not"
    found = _PICKED.search(text) if "dice" in kinds else None
    return f"it picks among the dice, {found[0]!r}, and the rule does not" if found else ""


def _is_bare(printed: str) -> bool:
    return printed.lstrip("+").isdecimal() or printed.lower() in NUMERALS


def _counted(rule: Rule, text: str, end: int) -> str:
    """What the number before it counts, where the rule counts something else."""
    found = _THINGS.match(text, end)
    if found and rule.kind.name in _MEASURED:
        return found["what"]
    noun = _NOUN.match(text, end)
    said = frozenset(words(noun["what"])) if noun else frozenset()
    own = _counts(rule.id)
    return noun["what"] if noun and own and said <= _all_counted() and said and said != own else ""


_NOUN = re.compile(r"\s+(?:extra\s+|more\s+|additional\s+)?(?P<what>[a-z]+)\b", re.IGNORECASE)
_SO_MANY = re.compile(r"(?:[a-z]+-)*?(?P<what>[a-z]+)-(?:in|per)-")


def _counts(id: str) -> frozenset[str]:
    """What a rule counts by its id, `weapons-in-double-turret`; nothing if that does not tell."""
    found = _SO_MANY.match(id.rpartition("/")[2])
    return frozenset(words(found["what"])) if found else frozenset()


@cache
def _all_counted() -> frozenset[str]:
    """All that any rule counts."""
    return frozenset().union(*map(_counts, RAW.rules))


def _each(rule: Rule, text: str, end: int) -> str:
    """For each of what a value is told that the book has for a thing as a whole, or for each of something unknown."""
    found = _EACH.match(text, end)
    if found is None or re.search(r"\b(?:per|each|every)\b", rule.title, re.IGNORECASE) or "/" in rule.text:
        return ""
    what = set(words(found["what"]))
    if rule.kind.name not in _WHOLE:
        others = what - known_to(rule.id) | what & _SEVERAL - set(words(rule.title))
        return found[0].strip() if rule.kind.name == "DM" and others and not found["many"] else ""
    table = RAW.tables.get(rule.section)
    row = next((one for one in table.rows if one.id == rule.row), None) if table else None
    named = set(words(" ".join((row.name, *row.also)))) if row else set(words(rule.title))
    one = _ONE if rule.section != "ship/mounts" else _ONE - frozenset(words("weapon"))
    one_of_it = bool(what) and what <= named | one and (found["many"] or "1").strip() == "1"
    return "" if one_of_it else found[0].strip()
