"""Regular expressions that are compiled when they are first used: a run needs few of those that there are.

Compiled at import, those on the way of a gate take as long as it takes to read ten files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, AnyStr, cast


class _Late:
    """A regular expression to be; what is asked of it is asked of the real one, which is made for that."""

    def __init__(self, text: Any, flags: int) -> None:
        self._said = text, flags

    def __getattr__(self, name: str) -> Any:
        if name not in _METHODS:
            raise AttributeError(name)
        made = re.compile(*self._said)
        self.__dict__.update({name: getattr(made, name) for name in _METHODS})
        return getattr(made, name)


class _Worded:
    """One that fits nothing in which none of some words stands: most texts are done with before it is compiled."""

    def __init__(self, text: Any, flags: int, words: tuple[Any, ...]) -> None:
        self._late, self._words = _Late(text, flags), words

    def _may_be_in(self, text: Any) -> bool:
        small = text.lower()
        return any(word in small for word in self._words)

    def search(self, text: Any, *ends: int) -> Any:
        return self._late.search(text, *ends) if self._may_be_in(text) else None

    def match(self, text: Any, *ends: int) -> Any:
        return self._late.match(text, *ends) if self._may_be_in(text) else None

    def fullmatch(self, text: Any, *ends: int) -> Any:
        return self._late.fullmatch(text, *ends) if self._may_be_in(text) else None

    def findall(self, text: Any) -> Any:
        return self._late.findall(text) if self._may_be_in(text) else []

    def finditer(self, text: Any) -> Any:
        return self._late.finditer(text) if self._may_be_in(text) else iter(())

    def sub(self, to: Any, text: Any) -> Any:
        return self._late.sub(to, text) if self._may_be_in(text) else text


_METHODS = ("search", "match", "fullmatch", "sub", "subn", "split", "findall", "finditer", "pattern", "flags", "groups")


def late(text: AnyStr, flags: int = 0, words: Iterable[AnyStr] = ()) -> re.Pattern[AnyStr]:
    """What `re.compile` gives, as far as it is ever used.

    `words`, in small letters, are what it cannot do without: in whatever it fits, one of them stands.

    >>> late("[ab]+").fullmatch("abba")
    <re.Match object; span=(0, 4), match='abba'>
    >>> late("MCr|credits?", words=("cr",)).search("Cost in credits"), late("MCr", words=("mcr",)).search("price")
    (<re.Match object; span=(8, 15), match='credits'>, None)
    """
    made = _Worded(text, flags, tuple(words)) if words else _Late(text, flags)
    return cast("re.Pattern[AnyStr]", made)
