"""The clauses of a plain line, the conditions that it makes, and the words of it that a rule does not account for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from engine.rulebook.raw import RAW
from errata.house.english.denials import says_no
from errata.house.english.rule_names import known_to
from errata.house.english.rule_words import Named, names
from errata.house.english.said_values import has_value, said_values, without_values
from errata.house.english.word_forms import words

_CUT = re.compile(
    r"[,;]\s+(?:(?:and|but|or|so|plus)\s+)?"
    r"|\s+(?:and|but|plus|so|(?<!\bby )(?<!\bin )(?<!\bwith )(?<!\bunder )(?<!\bfor )which)\s+"
    r"|\s*[()\[\]]\s*|\s+[-–—]\s+(?=[A-Za-z])|\s+(?=even\s+(?:if|when|whenever|while|without|on|with|after)\b)"
)
_RESTRICTED = re.compile(
    r"\bonly (?:from|against|for|if|when|with|in|versus|vs|during|while|by|inside|outside|to those)\b"
    r"|\bonly (?:within|beyond|past|up to|out to) (?=[a-z])"
    r"|\b(?:except|unless|other than|apart from|but not|as long as|provided(?! by\b)|excluding|depending)\b",
    re.IGNORECASE,
)
"""Words after which a rule holds only for some of what it speaks of."""
_ONLY_BEHIND = re.compile(
    r"\b(?:for|with|by|from|against|at|in|on|to|versus|vs\.?|inside|outside|aboard)\s+(?P<what>[^,;:()]*?)\s+only\b",
    re.IGNORECASE,
)
"""The same, behind those for which it holds."""
_BUT_NOT = re.compile(
    r"\bbut (?:not|never) (?:if|when|while|with|for|against|in|on|at|from|during|by|versus|vs)\b", re.IGNORECASE
)
"""What takes some of them out again."""
_CONDITION = re.compile(
    r"\b(?:if|when|whenever|while|against|vs\.?|versus|until|during|after|before|where|who(?:['’]s)?|whose|without"
    r"|(?<!at )once)\b",
    re.IGNORECASE,
)
"""Words that begin a condition; one whose words the rule itself has in its name is no further one."""
_SCOPE = re.compile(
    r"\b(?:only\s+)?(?:for|with|by|(?<!on top )of|from|(?<!in addition )to|at(?! once)|in(?! addition to\b)"
    r"|on(?! top of\b)|among|under|inside|outside|near)\s+(?=[a-z])",
    re.IGNORECASE,
)
"""Words after which stands for whom or where a rule holds."""
_NEEDED = re.compile(r"\b(?:need|require|demand)(?:s|ed)?\b|\btakes?\b", re.IGNORECASE)
_BESIDES = re.compile(r"\s*,?\s*\band\s+(?:also\s+)?", re.IGNORECASE)
_SOMETHING = re.compile(r"(?:an?|the|one|some|any)\b", re.IGNORECASE)
"""A verb for what must be there, what joins something else that must be there too, and how that begins."""
ANYBODY = frozenset(words("character traveller person people combatant"))
"""Words for those of whom any rule speaks."""
_AS_WELL = re.compile(r"even\s+(?:on|with|after)\b(?!.*\b(?:only|fail|miss|botch))", re.IGNORECASE)
"""How a clause begins that says where something holds as well."""
_WHO_IS = re.compile(r"if|when", re.IGNORECASE)
"""What begins a condition in which these are anybody."""
_RAW_WORD = re.compile(r"[A-Za-z][A-Za-z'’-]*")


class Clause(NamedTuple):
    """A piece of a line."""

    start: int
    end: int
    text: str


def clauses(text: str) -> list[Clause]:
    """A line in its clauses.

    >>> [one.text for one in clauses("Lock adds +2, and is broken by ECM (always)")]
    ['Lock adds +2', 'is broken by ECM', 'always']
    """
    marks = [(0, 0), *((found.start(), found.end()) for found in _CUT.finditer(text)), (len(text), len(text))]
    made = [Clause(one[1], two[0], text[one[1] : two[0]]) for one, two in pairwise(marks)]
    return [clause for clause in made if clause.text.strip(" .:*_")]


def condition(text: str, rules: Iterable[str], besides: Iterable[str] = ()) -> str:
    """The condition under which a line puts its rules, as it stands there; empty if it puts none.

    `besides` are words that are accounted for in another way.

    >>> condition("Cover adds +12 only from vehicles", ["personal/cover/civilian-vehicle"])
    'only from vehicles'
    """
    rules = list(rules)
    known = frozenset(besides).union(*map(known_to, rules)) - _narrower(rules)
    made = clauses(text)
    for before, clause in pairwise(made):
        joined = _NEEDED.search(before.text) and _BESIDES.fullmatch(text, before.end, clause.start)
        said = words(without_values(clause.text))
        if joined and _SOMETHING.match(clause.text) and (not said or not known.issuperset(said)):
            return clause.text.strip(" .:")
    if found := _BUT_NOT.search(text):
        return text[found.start() :].strip(" .:")
    for clause in (one for one in made if not _AS_WELL.match(one.text)):
        own = clause.text
        if found := _RESTRICTED.search(own) or _only_behind(own, rules):
            return own[found.start() :].strip(" .:")
        if (found := _CONDITION.search(own)) and (rest := without_values(own[found.end() :]).strip(" .:")):
            said = tuple(word for word in words(rest) if word not in ANYBODY or not _WHO_IS.match(found[0]))
            if not said or not known.issuperset(said):
                return own[found.start() :].strip(" .:")
        for found in _SCOPE.finditer(own):
            first = next(iter(words(without_values(own[found.end() :]))), "")
            if first and first not in known and not has_value(own[found.end() : own.lower().find(first, found.end())]):
                return own[found.start() :].strip(" .:")
    return ""


def _only_behind(text: str, rules: Iterable[str]) -> re.Match[str] | None:
    """Where a text says for which only something holds, if that is more than the book says of its rules itself."""
    found = _ONLY_BEHIND.search(text)
    if found is None:
        return None
    own = [RAW.rule(rule) for rule in rules if rule in RAW]
    sets = {one.section for one in own if not one.row}
    beside = (one.text for one in RAW.rules.values() if one.section in sets and one.kind.choices)
    said = words(" ".join((*(one.title for one in own), *beside)))
    named = frozenset(said).union(*(names()[one.id].core.union(*names()[one.id].must) for one in own))
    return found if not named.issuperset(words(without_values(found["what"]))) else None


_SORTS = frozenset(words("pistol rifle carbine shotgun blade melee bow sniper"))
"""Sorts of weapons, none of which is all that a rule is for."""
_ARMS, _GUNS = frozenset(words("weapon")), frozenset(words("gun"))


def _narrower(rules: Iterable[str]) -> frozenset[str]:
    """Words that people say of some rules, and that narrow these where they stand in a condition.

    >>> sorted(_narrower(["personal/attack-modifiers/dual-weapons"])), sorted(_narrower(["personal/ranges/short"]))
    (['gun', 'pistol'], [])
    """
    own = [names()[rule] for rule in rules if rule in names()]
    said = frozenset[str]().union(*(one.talk & (_SORTS | (_GUNS if _is_of_arms(one) else frozenset())) for one in own))
    return said - frozenset[str]().union(*(one.may.union(*one.must) for one in own))


def _is_of_arms(named: Named) -> bool:
    """Whether a rule is named after weapons of any sort."""
    return any(name >= _ARMS for name in named.must)


def unaccounted(
    text: str, rules: Iterable[str], value: tuple[int, int] = (-1, -1), besides: Iterable[str] = ()
) -> list[str]:
    """What of a line none of its rules accounts for: whole clauses without its value, and words beside it.

    >>> unaccounted("Sensor lock adds +2 and is broken by frobbing", ["space/sensor-lock/dm"], (17, 19))
    ['is broken by frobbing']
    """
    return list(_left(text, frozenset(besides).union(ANYBODY, *map(known_to, rules)), value))


def strange_before(text: str, rules: Iterable[str], value: tuple[int, int], besides: Iterable[str] = ()) -> str:
    """What stands before a value in its clause that no rule accounts for: of whom it speaks, or what; else empty.

    >>> strange_before("Pirates use beam lasers with 2D damage", ["ship/turret-weapons/beam-laser/damage"], (29, 31))
    'Pirates'
    """
    start, end = value
    known = frozenset(besides).union(ANYBODY, *map(known_to, rules))
    made = clauses(text)
    nth = next((n for n, one in enumerate(made) if one.start <= start < one.end), None)
    if nth is None:
        return ""
    alone = not words(without_values(text[made[nth].start : start] + " " + text[end : made[nth].end]))
    before = text[made[max(0, nth - alone)].start : start]  # a value that stands alone in brackets is of what is before
    return " ".join(_words_left(without_values(before), known))


def strange_behind(text: str, rules: Iterable[str], value: tuple[int, int], besides: Iterable[str] = ()) -> str:
    """What stands behind a value in its clause that no rule accounts for; else empty.

    >>> strange_behind("Aiming gives +2 to Vargr", ["personal/attack-modifiers/aiming"], (13, 15))
    'Vargr'
    """
    known = frozenset(besides).union(ANYBODY, *map(known_to, rules))
    own = next((one for one in clauses(text) if one.start <= value[0] < one.end), None)
    return " ".join(_words_left(without_values(text[value[1] : own.end]), known)) if own else ""


def _left(text: str, known: frozenset[str], value: tuple[int, int]) -> Iterator[str]:
    start, end = value
    for clause in clauses(text):
        if clause.start <= start < clause.end:
            own = clause.text[: start - clause.start] + " " * (end - start) + clause.text[end - clause.start :]
            yield from _words_left(without_values(own), known)
            continue
        if clause.start < end and clause.end > start:
            continue  # the value goes on in it
        said = [word for word in words(without_values(clause.text)) if not word.isdecimal()]
        if not known.issuperset(said) or (said and says_no(clause.text)):
            yield clause.text.strip(" .:*_")


def beside(text: str, rule: str, value: tuple[int, int], known: Iterable[int] = ()) -> str:
    """Another value in the clause of a value that the name of the rule does not account for; empty if there is none.

    `known` is where values stand that are accounted for in another way.

    >>> beside("Beam lasers do 2D on 9+", "ship/turret-weapons/beam-laser/damage", (15, 17))
    '9+'
    """
    start, end = value
    own = next((one for one in clauses(text) if one.start <= start < one.end), Clause(0, 0, ""))
    for said in said_values(own.text):
        apart = said.end + own.start <= start or said.start + own.start >= end
        names = said.sort in ("plain", "target", "band") and set(re.findall(r"\d+", said.text)) <= known_to(rule)
        names |= said.printed.lower() in known_to(rule)  # `two weapons` are dual weapons
        names |= said.printed.lower() == "one" or (said.printed == "1" and bool(_FOR_EACH.match(own.text, said.end)))
        names |= any(own.start + said.start <= at < own.start + said.end for at in known)
        if apart and not names and said.sort != "times":
            return said.printed
    return ""


_FOR_EACH = re.compile(r"\s+(?:per|for (?:each|every))\b", re.IGNORECASE)


def _words_left(text: str, known: frozenset[str]) -> Iterator[str]:
    """The words of a clause that are not known, those that stand together in one piece, with an `only` beside them."""
    held: list[str] = []
    strange = set(words(text)) - known
    only = ""
    for found in _RAW_WORD.finditer(text):
        if set(words(found[0])) & strange:
            held += [only, found[0]] if only else [found[0]]
        elif held and words(found[0]):
            yield " ".join(held)
            held = []
        elif held and found[0].lower() == "only":
            held.append(found[0])
        only = found[0] if found[0].lower() == "only" and not held else ""
    if held:
        yield " ".join(held)
