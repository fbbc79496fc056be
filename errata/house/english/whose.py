"""Who gets a DM, and how often: a bonus where the book has a penalty for others may be meant for somebody else."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.rulebook.raw import RAW
from engine.rulebook.values import Value
from errata.house.english.fitting import flat
from errata.house.english.meant_values import is_value
from errata.house.english.old_values import without_old
from errata.house.house_page import INSTEAD, HouseRule, Page, Problem, turned

_OF_OTHERS = re.compile(r"\btarget\b|\bof (?:the )?attacks?\b|\battacks against\b|\bon one who\b", re.IGNORECASE)
"""What the title of a rule says whose DM is for those who attack somebody, and not for that one."""
_ATTACKERS = re.compile(r"\battack(?:s|ers?|ing)?\b|\bshoot(?:s|ers?|ing)?\b|\bto hit\b|\bgunners?\b", re.IGNORECASE)
_AT_THEM = re.compile(r"\b(?:attack(?:s|ing)?|shots?|shooting|fire|firing|to hit)\s+(?:on|against|at)\b", re.IGNORECASE)
_ONE = (
    r"(?:the|a|an|its|their|your)\s+(?:\w+\s+)?(?:target|ship|vessel|enemy|victim|defender)s?|you|them|those\s+in\s+it"
)
_GETS = r"(?:gets?|has|have|suffers?|takes?|rolls?|gains?|receives?|attacks?|shoots?|fires?)"
_TO_THE_OTHER = re.compile(
    rf"\b(?:gives?|grants?|costs?|to|for)\s+(?:{_ONE})\b(?!['’]s)(?!\s+attackers?\b)|\b(?:{_ONE}|targets?)\s+{_GETS}\b"
    r"|\b(?:its|their|your)\s+(?:own\s+)?(?:attacks?|rolls?|shots?)\b",
    re.IGNORECASE,
)
"""How a line says that the one who is attacked gets something."""
WHO = "the rule is for those who attack, and it does not say that {} is for them"


def by_whom(page: Page, lines: Sequence[str] = ()) -> None:
    """List the rules of a page that seem to give to one what the book gives to the other, and take them out."""
    told = [(rule, _doubt(rule) or _once(rule, lines)) for rule in page.rules]
    out = {rule.place.line for rule, why in told if why} - {rule.place.line for rule, why in told if not why}
    page.problems = [one for one in page.problems if one.code != "RC010" or one.place.line not in out]
    page.problems += [Problem("RC006", rule.text, rule.place, why, tuple(rule.changes)) for rule, why in told if why]
    page.rules = [rule for rule, why in told if not why]


def _doubt(house: HouseRule) -> str:
    return next(filter(None, (doubtful(id, value, house.text) for id, value in house.changes.items())), "")


def _once(house: HouseRule, lines: Sequence[str]) -> str:
    """Why a line does not give so much for each of something, as its rule does; empty if it may."""
    text = lines[house.place.line - 1] if house.place.line <= len(lines) else house.text
    told = next(filter(None, (flat(RAW.rule(id), text) for id in house.changes)), "")
    return f"it says {told!r}, and the rule gives so much for each of something" if told else ""


def _is_in_place(id: str, whom: str, text: str) -> bool:
    """Whether a line gives you something in place of what you have by the book: `+2 instead of a Boon`."""
    own = (RAW.rule(one) for one in (id, INSTEAD.get(id, id)))
    old = without_old(text)[1] if whom.lower().endswith(" you") else ""
    return bool(old) and any(is_value(rule, old) for rule in own)


def doubtful(id: str, value: Value, text: str) -> str:
    """Why a line may not give a DM to whom the rule gives it; empty if nothing speaks against it.

    >>> doubtful("personal/attack-modifiers/prone-target", 2, "Lying down gives you +2")
    'the rule is for those who attack, and it does not say that +2 is for them'
    >>> doubtful("personal/attack-modifiers/prone-target", -2, "Prone targets get -2")
    ''
    """
    rule = RAW.rule(id)
    if not _OF_OTHERS.search(rule.title) or rule.title in text or id in text:
        return ""
    is_turned, found = turned(id, value), _TO_THE_OTHER.search(text)
    given = found is not None and not _AT_THEM.search(text, 0, found.end()) and not _is_in_place(id, found[0], text)
    against = is_turned and not _ATTACKERS.search(text)
    better = not is_turned and turned(id, "Bane")  # what is a bonus for those who attack
    return WHO.format(rule.kind.text(value)) if against or (given and (is_turned or better)) else ""
