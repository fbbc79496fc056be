"""Words of plain English in one form each, so that `Aimed shots`, `aiming` and `aim` say the same."""

from __future__ import annotations

import re
from functools import lru_cache

from errata.house.english.vocabulary import ANY_SAID_SO, KEPT, SAID_SO, SAME, SILENT

_WORD = re.compile(r"[a-z]+|\d+")


def stem(word: str) -> str:
    """A word without its endings.

    >>> [stem(word) for word in "lasers dodging dodge aimed crewing batteries torpedoes".split()]
    ['laser', 'dodg', 'dodg', 'aim', 'crew', 'battery', 'torpedo']
    """
    if word.isdecimal() or word in KEPT:
        return word
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us")):
        word = f"{word[:-3]}y" if word.endswith("ies") and len(word) > 4 else word[:-1]
    if word in KEPT:
        return word
    for ending in ("ing", "ed"):
        bare = word.removesuffix(ending)
        if bare != word and len(bare) > 2 and any(sign in "aeiouy" for sign in bare):
            word = bare[:-1] if bare[-1] == bare[-2] and bare[-1] not in "ls" else bare
            break
    return word[:-1] if len(word) > 3 and word.endswith("e") else word


_SAME = {stem(word): stem(one) for one, several in SAME.items() for word in several.split()}


def words(text: str) -> tuple[str, ...]:
    """The words of a text that tell, each in one form.

    >>> words("Beam lasers now do 2D of damage"), words("Aimed shots give +2")
    (('beam', 'laser', '2', 'd', 'damag'), ('aim', 'attack', '2'))
    """
    text = text.lower()
    if ANY_SAID_SO.search(text):
        for said, meant in SAID_SO:
            text = said.sub(meant, text)
    return tuple(form for found in _WORD.findall(text) if (form := word_form(found)))


@lru_cache(maxsize=20_000)
def word_form(word: str) -> str:
    """A word in the form that stands for it; empty if it tells nothing."""
    bare = stem(word)
    if word in SILENT or bare in SILENT:
        return ""
    return _SAME.get(bare, bare)
