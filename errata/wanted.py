"""Which sources can matter: a quick look for the names of rules before anything is parsed.

All names are looked for at once, by one automaton, in one pass over the bytes. This is the one home of re2.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache, lru_cache
from typing import Any

from engine.raw import RAW
from verify.in_code import is_telling


@cache
def _names() -> tuple[Any, list[tuple[str, str, bool]]]:
    """The automaton, and for each pattern the table and the row that it is a name of, and whether it is telling."""
    import re2

    options = re2.Options()
    options.case_sensitive = False
    options.encoding = re2.Options.Encoding.LATIN1
    options.never_capture = True
    found = re2.Set.SearchSet(options)
    owners = []
    for table in RAW.tables.values():
        for row in table.rows:
            for name in (row.name, *row.also):
                parts = re.findall(r"[a-z]+|\d+", name.lower())
                if "".join(parts).isdecimal() or len("".join(parts)) < 3:
                    continue
                found.Add(r"[ _.\-]{0,2}".join(_spelled(part) for part in parts) + _KEY)
                owners.append((table.id, row.name, is_telling(name)))
    found.Compile()
    return found, owners


_KEY = r"[a-z0-9_ ]{0,24}['\"`\]]{0,2}\s{0,4}[:=,()\]\[<|&>\n-]"
"""What follows a name that is a key or a text, and seldom one in a sentence."""
_SPELLINGS = {"armour": "armou?r", "armoured": "armou?red", "defence": "defen[cs]e"}


def _spelled(part: str) -> str:
    return _SPELLINGS.get(part, part.replace("manoeuvre", "man(?:eu|oeu)v(?:er|re)"))


@lru_cache(maxsize=4096)
def _wanted(data: bytes) -> bool:
    found, owners = _names()
    hits = found.Match(data)
    if not hits:
        return False
    rows = {owners[n][:2] for n in hits}
    if any(owners[n][2] for n in hits):
        return True
    counts = Counter(table for table, _ in rows)
    return any(count >= 2 for count in counts.values()) or ("ship/sensors" in counts)


def wanted(data: bytes) -> bool:
    """Whether a piece of a source has names of rules enough to hold one."""
    return _wanted(data) if len(data) < 4096 else _wanted.__wrapped__(data)
