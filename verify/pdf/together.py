"""Words that run together, as a reader of scans gives them where it loses blanks: `HitsLocation`."""

from __future__ import annotations

from collections.abc import Collection

from verify.recognition.words import words_in

_LEAST = 3
"""Letters that a word must have to be one of several that run together."""
_SMALL = ("of", "in", "on", "or", "to", "by")


def is_together(word: str, known: Collection[str]) -> bool:
    """Whether some letters are known words without blanks between them.

    >>> is_together("HitsLocation", {"hit", "location"}), is_together("Relocation", {"hit", "location"})
    (True, False)
    """
    return _are_known(word.lower(), known)


def _are_known(letters: str, known: Collection[str]) -> bool:
    if not letters:
        return True
    firsts = (letters[:n] for n in range(2, len(letters) + 1))
    parts = (first for first in firsts if first in _SMALL or (len(first) >= _LEAST and _is_one(first, known)))
    return any(_are_known(letters[len(part) :], known) for part in parts)


def _is_one(word: str, known: Collection[str]) -> bool:
    words = words_in(word)
    return bool(words) and all(one in known for one in words)
