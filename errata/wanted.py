"""Which sources can matter: a quick look for the names of rules before anything is parsed.

All names are looked for at once, by one automaton, in one pass over the bytes. This is the one home of re2.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from engine.raw import RAW
from errata.mechanics import Mechanic, mechanics
from verify.code_names import code_shapes, is_telling, rows_needed
from verify.shapes import Shape

_BEHIND = r"(?:s|[ _]?range)?(?:['\"`]|\s?[:=(<|])"
"""What follows a name that could be anything where it is a key or a value."""
_IN_DATA = r"[\n,;\t|]{0}[,;\t]|[:-] {0}\s?\n"
"""The same name as a cell of a list, or a line of YAML."""
_SPELLINGS = {"armour": "armou?r", "defence": "defen[cs]e", "manoeuvre": "man(?:eu|oeu)v(?:er|re)"}
_FIELD = (
    r"(?:damage|dice|cost|price|power|tons?|tonnage|range|restriction|level|tl|dms?|modifier|bonus|traits?)"
    r"['\"`]?\s?[:=|]"
)
"""A field that a thing with a price may have."""
_CONSTANT = r"s?['\"`]?\s?[:=]"
_CALLED = (
    r"per_?(?:range|band|weapon|turret|mount|stateroom)",
    r"effect\s?[<>=]",
    r"(?:characteristic|attribute|stat|score|char)\s?[<>]",
    r"(?:characteristic|attribute|ability|stat|char)_?(?:dm|mod)",
    r"range_?(?:band_?)?(?:attack_?)?(?:dm|mod|thrust)",
)
"""What a ladder over the numbers of a table asks for, or what it, a list of them or one for all is called."""


class _Automaton:
    """All patterns in one, and what each of them is for. Patterns are kept simple: it is built while it searches."""

    def __init__(self) -> None:
        import re2

        options = re2.Options()
        options.case_sensitive = False
        options.encoding = re2.Options.Encoding.LATIN1
        options.never_capture = True
        options.max_mem = 64 << 20  # or it falls back to a slower search
        self.set = re2.Set.SearchSet(options)
        names: dict[str, list[tuple[Shape, int, bool]]] = {}
        for shape in code_shapes():
            for n, row in enumerate(shape.rows):
                for name in (row.name, *row.also):
                    for pattern in _patterns(name):
                        names.setdefault(pattern, []).append((shape, n, is_telling(name)))
        self.rows = {self.set.Add(pattern): tuple(owners) for pattern, owners in names.items()}
        """Names of rows: the table, the row, and whether the name is telling."""
        self.words = {self.set.Add("|".join(shape.where)): shape for shape in code_shapes() if shape.where}
        """Words that must stand near a table."""
        self.field: int = self.set.Add(_FIELD)
        constants = {name for rule in RAW.rules.values() for name in rule.constants}
        self.constants = {self.set.Add("[_ ]?".join(name.split()) + _CONSTANT) for name in sorted(constants)}
        self.constants |= {self.set.Add(pattern) for pattern in _CALLED}
        self.mechanics = {self.set.Add(mechanic.TRIGGER): mechanic for mechanic in mechanics()}
        self.set.Compile()


def _patterns(name: str) -> Iterator[str]:
    """How the name of a row may stand in a source: a telling one anywhere, another only as a key or a value."""
    parts = [_SPELLINGS.get(part, part) for part in re.findall(r"[a-z]+|\d+", name.lower())]
    if len("".join(parts)) < 3 or "".join(parts).isdecimal():
        return
    spelled = "[ _.,:/-]?".join(parts)
    if is_telling(name):
        yield spelled
        if len(parts) == 2:
            yield "[ _.,-]{1,2}".join(parts[::-1])
    else:
        yield spelled + _BEHIND
        yield _IN_DATA.format(spelled)


@cache
def _automaton() -> _Automaton:
    return _Automaton()


class Look(NamedTuple):
    """What a source may hold."""

    tables: bool = False
    mechanics: tuple[Mechanic, ...] = ()


def look(data: bytes, name: str) -> Look:
    """What a source may hold, by the names in it and the words that must stand near them."""
    known = _automaton()
    hits = known.set.Match(data)
    if not hits:
        return Look()
    found = tuple(known.mechanics[hit] for hit in hits if hit in known.mechanics)
    return Look(_has_table(hits, name.lower()) or not known.constants.isdisjoint(hits), found)


def _has_table(hits: list[int], name: str) -> bool:
    known = _automaton()
    rows, telling = _rows(hits)
    near = {known.words[hit] for hit in hits if hit in known.words}
    for shape, named in rows.items():
        if shape.where and shape not in near and not any(word in name for word in shape.where):
            continue
        if _enough(shape, named) or (shape in telling and known.field in hits):
            return True
    return False


def _enough(shape: Shape, named: set[int]) -> bool:
    return len(named) >= max(2, rows_needed(shape)) or (rows_needed(shape) == 1 and bool(shape.where))


def _rows(hits: list[int]) -> tuple[dict[Shape, set[int]], set[Shape]]:
    """The rows that are named, by table; and the tables of which a telling name is enough."""
    rows: dict[Shape, set[int]] = {}
    telling = set()
    owners = _automaton().rows
    for hit in hits:
        for shape, row, told in owners.get(hit, ()):
            rows.setdefault(shape, set()).add(row)
            if told and rows_needed(shape) == 1:
                telling.add(shape)
    return rows, telling


@lru_cache(maxsize=4096)
def _wanted(data: bytes) -> bool:
    known = _automaton()
    hits = known.set.Match(data)
    if not hits:
        return False
    rows, telling = _rows(hits)
    return bool(telling) or not known.constants.isdisjoint(hits) or any(_enough(s, named) for s, named in rows.items())


def wanted(data: bytes) -> bool:
    """Whether a piece of a source has names of rules enough to hold one, whatever stands around it."""
    return _wanted(data) if len(data) < 4096 else _wanted.__wrapped__(data)
