"""Headings by their own words: a strange one that narrows a word of a rule makes another thing of it: `Mass combat`."""

from __future__ import annotations

import re

from errata.house.english.families import without_family
from errata.house.english.rule_names import is_word
from errata.house.english.topics import CHAPTER
from errata.house.english.under import of_the_table
from errata.house.english.word_forms import words

_WORD = re.compile(r"[A-Za-z][A-Za-z'’]*")
_PART = re.compile(r"[,;:/&+()|–—]|\b(?:and|or|plus|with)\b", re.IGNORECASE)
_AT = frozenset(["at", "in", "on", "of", "for", "from", "near", "aboard", "around", "within", "inside"])
_OF_US = re.compile(r"\b(?:we|I|our|my|us|you|your|ours)\b")
_NEUTRAL = frozenset(
    words(
        "key everything anything houserules homerules major minor useful handy better brutal epic crunchy pulp pulpy"
        " narrative improved smoother smarter quicker tougher deadly lethal deadlier softer harder easier grittier"
        " speedy sensible sane fairer extra more further new newer additional expanded extended revised house homebrew"
        " table general specific global universal overall player pc npc everybody star space personal scale level rpg"
        " tactical abstract detailed optional custom customised balanced starship spaceship vessel ship's trooper"
        " traveller's referee's gm's old-school newfangled real modern light"
    )
)
"""Words before the name of a rule that make no other thing of it."""


def is_narrowed(heading: str) -> bool:
    """Whether a heading has a word of rules, and beside it a strange one that says of what sort, or where.

    >>> [is_narrowed(text) for text in ("Mass combat", "Prices at Regina downport", "Hiver healing")]
    [True, True, True]
    >>> [is_narrowed(text) for text in ("Cover and concealment", "The Drinax campaign", "Simplified combat", "Pew pew")]
    [False, False, False, False]
    """
    if of_the_table(heading) or _OF_US.search(heading):
        return False
    return any(_is_narrowed(_WORD.findall(part)) for part in _PART.split(heading))


def _is_narrowed(said: list[str]) -> bool:
    at = next((n for n, word in enumerate(said) if n and word.lower() in _AT), len(said))
    what, where = said[:at], said[at + 1 :]
    if not any(map(_is_of_rules, what)):
        return False
    last = max(n for n, word in enumerate(what) if _is_of_rules(word))
    return any(map(_is_strange, what[:last])) or any(map(_is_strange, where))


def _is_of_rules(word: str) -> bool:
    """Whether a word is one of a rule, or says what a chapter is about."""
    return len(word) > 1 and (not without_family(word) or any(map(is_word, words(word))))


def _is_strange(word: str) -> bool:
    bare = re.sub(r"['’]s?$", "", word)
    if _is_of_rules(bare) or word.lower().endswith("ed"):
        return False
    return any(one not in CHAPTER and one not in _NEUTRAL for one in words(bare))
