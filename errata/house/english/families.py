"""What a chapter is about, by the words of its headings: fights of people, fights of ships, healing, checks."""

from __future__ import annotations

import re
from collections.abc import Iterable

_FAMILIES = {
    "personal": {"personal", "melee", "ground", "gunfight", "gunfights", "firefight", "firefights", "brawl", "people"},
    "space": {"space", "ship", "ships", "starship", "starships", "spacecraft", "gunnery", "naval", "vessels"},
    "healing": {"healing", "medical", "medicine", "recovery", "injury", "injuries"},
    "checks": {"checks", "tasks", "skills", "dice"},
}
"""Words of a heading that say what it is about."""


def family_told(above: Iterable[str]) -> str:
    """What headings say that all below them is about; empty if they do not say.

    >>> family_told(["House rules", "Ship combat"]), family_told(["House rules"])
    ('space', '')
    """
    said = {word for text in above for word in re.findall(r"[a-z]+", text.lower())}
    return next((family for family, words in _FAMILIES.items() if said & words), "")


def without_family(text: str) -> str:
    """A text without the words of it that say what a chapter is about, and those for a fight of any sort.

    >>> without_family("in space combat"), without_family("When a ship is disabled")
    ('in  ', 'When a  is disabled')
    """
    told = frozenset().union(*_FAMILIES.values(), _FIGHTS)
    return re.sub(r"[A-Za-z]+", lambda found: "" if found[0].lower() in told else found[0], text)


_FIGHTS = frozenset({"combat", "combats", "fight", "fights", "fighting", "battle", "battles"})
