"""Regular expressions that are compiled when they are first used: a run needs few of those that there are.

Compiled at import, those on the way of a gate take as long as it takes to read ten files.
"""

from __future__ import annotations

import re
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


_METHODS = ("search", "match", "fullmatch", "sub", "subn", "split", "findall", "finditer", "pattern", "flags", "groups")


def late(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """What `re.compile` gives, as far as it is ever used.

    >>> late("[ab]+").fullmatch("abba")
    <re.Match object; span=(0, 4), match='abba'>
    """
    return cast("re.Pattern[AnyStr]", _Late(text, flags))
