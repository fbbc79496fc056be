"""Splits names into words: those of an identifier, a heading or a remark, in one spelling."""

from __future__ import annotations

import re
from functools import lru_cache

from engine.rulebook.names import SPELLINGS

_ENDINGS = re.compile(r"(?<=[a-z]{3})(?:ing|ed|es|s)$")


@lru_cache(maxsize=20_000)
def name_words(name: str) -> frozenset[str]:
    """The words of a printed name without their endings, so that `Target moving fast` is `Fast-Moving Target`."""
    return frozenset(_ENDINGS.sub("", word) for word in re.findall(r"[a-z]+|\d+", name.lower()))


_PLURAL_OF_CAPITALS = re.compile(r"(?<=[A-Z]{2})s\b")
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")


@lru_cache(maxsize=20_000)
def words_in(text: str) -> tuple[str, ...]:
    """The words of an identifier, a path or a remark, in small letters and in the singular.

    >>> words_in("SPACE_RANGE_DMs"), words_in("calculateSensorDM"), words_in("lib/roles/gunner-state.js")
    (('space', 'range', 'dm'), ('calculate', 'sensor', 'dm'), ('lib', 'role', 'gunner', 'state', 'j'))
    >>> words_in("rangedm"), words_in("combatant")
    (('range', 'dm'), ('combatant',))
    """
    if (text.islower() or text.istitle()) and text.isascii() and text.replace(" ", "").isalpha():  # as most names are
        return tuple([part for word in text.lower().split() for part in _parts(word)])
    spaced = _PLURAL_OF_CAPITALS.sub("", text).replace("MCr", "Mcr").replace("KCr", "Kcr")
    return tuple([part for word in _WORD.findall(spaced) for part in _parts(word.lower())])


_COMPOUND_PARTS = (
    "attack", "armour", "armor", "barbette", "band", "bay", "bonus", "bulky", "char", "combat", "cost", "cover",
    "critical", "crit", "damage", "dice", "difficulty", "dms", "dm", "effect", "fuel", "gunner", "hit", "hull", "jump",
    "km", "laser", "location", "max", "min", "modifiers", "modifier", "mods", "mod", "mount", "multiples", "multiple",
    "multipliers", "multiplier", "personal", "power", "price", "range", "sensors", "sensor", "severity", "ship",
    "skill", "space", "stat", "str", "survival", "table", "target", "task", "thrust", "tl", "tons", "traits", "trait",
    "turret", "weapons", "weapon",
)  # fmt: skip
"""Words that people join in small letters: `rangedm`. Where two begin alike, the longer one comes first."""
_SHORTEST_COMPOUND = 5
"""Letters of the shortest word that is split into such parts."""
_SPELLING = {
    **dict(SPELLINGS),
    "kilometer": "kilometre",
    "acces": "access",
    "los": "loss",
    "bonu": "bonus",
}
"""The book's spelling of a word, and words that end in s in the singular too."""


@lru_cache(maxsize=20_000)
def _parts(word: str) -> list[str]:
    """The parts of a compound, or the word itself, in the singular and in the book's spelling."""
    singular = [part[:-1] if len(part) > 1 and part[-1] == "s" else part for part in _split_compound(word)]
    return [_SPELLING.get(part, part) for part in singular]


def _split_compound(word: str) -> list[str]:
    parts, at = [], 0
    while word.startswith(_COMPOUND_PARTS, at):
        parts.append(next(known for known in _COMPOUND_PARTS if word.startswith(known, at)))
        at += len(parts[-1])
    return parts if at == len(word) and len(word) >= _SHORTEST_COMPOUND else [word]


@lru_cache(maxsize=20_000)
def find_word(words: tuple[str, ...], wanted: tuple[str, ...]) -> str:
    """The first of the wanted words that stands among words, or "".

    A wanted word of four letters or more also matches the beginning of a longer one, `detect` that of `detection`,
    unless a point ends it: `comm.` does not match `common`.
    """
    text = f" {' '.join(words)} "
    for word in wanted:
        if f" {word.rstrip('.')} " in text or (len(word) > 3 and f" {word}" in text):
            return word
    return ""


_ROLLED = re.compile(r"\b(?:\d*d\d*|roll|die|dice)\b", re.IGNORECASE)


def says_roll(heading: str) -> bool:
    """Whether a heading says that what stands under it is rolled.

    >>> says_roll("2D"), says_roll("Roll (2D6)"), says_roll("Die Roll"), says_roll("Name")
    (True, True, True, False)
    """
    return bool(_ROLLED.search(heading))
