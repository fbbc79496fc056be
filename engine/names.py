"""Names as people write them: `Very Long`, `veryLong`, `very_long` and `VERYLONG` are one name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from engine.text import plain

_BETWEEN = re.compile(r"(?<=\d)\s*-\s*(?=\d)")
_NOT_NAME = re.compile(r"(?!(?:(?<=\d)|(?<![a-z\d]))-\d)[^a-z0-9+]+")
_GAPS = re.compile(r"[^a-z0-9]+")
SPELLINGS = (("armor", "armour"), ("maneuver", "manoeuvre"), ("defense", "defence"), ("meter", "metre"))
"""American spellings, and the book's."""


@lru_cache(maxsize=20_000)
def normal(name: str) -> str:
    """The letters and digits of a name, so that spellings of one name are equal; a minus of a number stays.

    >>> {normal(n) for n in ("Very Long", "veryLong", "very_long", "VERYLONG")}
    {'verylong'}
    >>> normal("M-Drive"), normal("armor"), normal("1 - 2"), normal("12"), normal("-6 or less"), normal("severity-1")
    ('mdrive', 'armour', '1-2', '12', '-6orless', 'severity1')
    """
    letters = name.lower().replace(" ", "")
    if not (letters.isascii() and letters.isalnum()):  # else there is nothing more to take out
        letters = _NOT_NAME.sub("", _BETWEEN.sub("-", plain(name).lower()))
    for theirs, ours in SPELLINGS:
        letters = letters.replace(theirs, ours)
    return letters


def slug(name: str) -> str:
    """A name as it stands in a rule id.

    >>> slug("Very Long"), slug("M-Drive"), slug("Fire Control/1"), slug("6 or more")
    ('very-long', 'm-drive', 'fire-control-1', '6-or-more')
    """
    return _GAPS.sub("-", name.lower().replace("'", "")).strip("-")


def nearest(name: str, names: Iterable[str], most: int = 3) -> list[str]:
    """The names that look most like this one, best first.

    >>> nearest("space/atack/target", ["space/attack/target", "personal/attack/target", "checks/boon/keep"])
    ['space/attack/target', 'personal/attack/target']
    """
    from difflib import get_close_matches

    return get_close_matches(name, list(names), n=most)


def near_or_all(name: str, names: Iterable[str]) -> str:
    """The names nearest to one that does not exist, or which there are, where none is near.

    >>> near_or_all("editon", ["edition", "house"]), near_or_all("foo", ["edition", "house"])
    ('the nearest: edition', 'there are edition, house')
    """
    names = list(names)
    near = nearest(name, names)
    return f"the nearest: {', '.join(near)}" if near else f"there are {', '.join(names)}"


def suggestion(name: str, names: Iterable[str]) -> str:
    """What to say to someone who gave a name that does not exist.

    >>> suggestion("puls laser", ["Pulse Laser", "Railgun"]), suggestion("x", ["Pulse Laser", "Railgun"])
    ('did you mean Pulse Laser?', 'there are Pulse Laser, Railgun')
    """
    names = list(names)
    by_letters = {known.lower(): known for known in names}
    close = [by_letters[near] for near in nearest(name.lower(), by_letters)]
    return f"did you mean {or_list(close)}?" if close else f"there are {', '.join(names)}"


def or_list(names: Iterable[str]) -> str:
    """Names for a sentence: `a, b or c`."""
    *first, last = names
    return f"{', '.join(first)} or {last}" if first else last
