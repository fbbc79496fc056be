"""Roll queries, as Roll20 has them in macros and sheets: `?{Difficulty|Easy,4|Average,8}` is a list of options."""

from __future__ import annotations

import re

from errata.literals.model import Branch, Entry, Leaf, Lifted, Scope
from errata.source.text import Lines, decoded

_QUERY = re.compile(r"\?\{([^|{}\n]{1,60})\|([^{}\n]{3,2000})\}")


def queries(data: bytes, name: str) -> list[Lifted]:
    """Every query in a source that has options with names and values."""
    if b"?{" not in data:
        return []
    text = decoded(data)
    lines = Lines(text)
    found = []
    for query in _QUERY.finditer(text):
        made = Branch(*lines.place(query.start()))
        at = query.start(2)
        for option in query[2].split("|"):
            shown, comma, value = option.rpartition(",")
            if comma:
                key = Leaf(shown.strip(), *lines.place(at))
                made.entries.append(Entry(key, Leaf(value.strip(), *lines.place(at + len(shown) + 1), kind="number")))
            at += len(option) + 1
        if len(made.entries) > 1:
            found.append(Lifted((Scope("file", name), Scope("name", query[1])), made))
    return found
