"""Which sources can matter: a quick look for the names of rules before anything is parsed.

All names are looked for at once, by one automaton, in one pass over the bytes. This is the one home of re2.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import NamedTuple

from engine.raw import RAW
from errata.mechanics import Mechanic, mechanics
from verify.code_names import code_shapes, is_telling, rows_needed
from verify.shapes import Shape

_BEHIND = r"(?:[a-z0-9_ ]{0,16}['\"`\]]{0,2}\s{0,4}[:=,()\]\[<|&>}-]|['\"]|\s{0,2}\r?\n|\s(?:then|and|or|\?|&&)\s)"
"""What follows a telling name that is a key or a value, and seldom one in a sentence."""
_RIGHT_BEHIND = r"(?:[a-z_]{0,8}['\"`\]]{1,2}\s{0,3}(?:[:=,;)\]}?&|]|then)|[a-z_]{0,8}\s{0,2}[:=]|\s?[(<|])"
"""The same for a name that could be anything."""
_IN_DATA = r"[\n,;\t|]{0}[,;\t]|[:-]\s{{1,3}}['\"]?{0}['\"]?\s{{0,3}}\r?\n|=\s?['\"]{0}['\"]"
"""A name that could be anything, as a cell of a list, a line of YAML or an attribute."""
_SPELLINGS = {"armour": "armou?r", "defence": "defen[cs]e", "manoeuvre": "man(?:eu|oeu)v(?:er|re)"}


_FIELD = (
    r"(?:damage|dice|cost|price|power|tons?|tonnage|range|restrictions?|level|tl|dms?|modifiers?|bonus|traits?"
    r"|multipl[a-z]{0,4})['\"`]?\s{0,2}[:=|]"
)
"""A field that a thing with a price may have."""


_CONSTANT = r"[a-z_]{0,8}['\"`]?\s{0,2}[:=]"
_PER = r"per_?(?:range|band|weapon|turret|mount|stateroom)\w{0,4}['\"`]?\s{0,2}[:=]"


_COMPARED = (
    r"effect\w{0,6}\s{0,2}(?:<=|<|>=|>|==)\s{0,2}-?\d",
    r"(?:characteristic|attribute|stat|score|char)\w{0,8}\s{0,2}(?:<=|<|>=|>)\s{0,2}\d",
    r"(?:characteristic|attribute|ability|stat|char)_?(?:dms?|mod(?:ifier)?s?)\b",
    r"range_?(?:band_?)?(?:attack_?)?(?:dms?|mod(?:ifier)?s?|thrust)\b",
)
"""What a ladder over the numbers of a table asks for, or what it or a list of them is called."""


class _Automaton:
    """All patterns in one, and what each of them is for."""

    def __init__(self) -> None:
        import re2

        options = re2.Options()
        options.case_sensitive = False
        options.encoding = re2.Options.Encoding.LATIN1
        options.never_capture = True
        self.set = re2.Set.SearchSet(options)
        self.rows: dict[int, tuple[Shape, int, bool]] = {}
        """Names of rows: the table, the row, and whether the name is telling."""
        self.words: dict[int, Shape] = {}
        """Words that must stand near a table."""
        for shape in code_shapes():
            for n, row in enumerate(shape.rows):
                for name in (row.name, *row.also):
                    self._add_name(shape, n, name)
            if shape.where:
                self.words[self.set.Add("|".join(shape.where))] = shape
        self.field: int = self.set.Add(_FIELD)
        names = {name for rule in RAW.rules.values() for name in rule.constants}
        self.constants = {self.set.Add(r"[_ ]?".join(name.split()) + _CONSTANT) for name in sorted(names)}
        self.constants |= {self.set.Add(pattern) for pattern in (_PER, *_COMPARED)}
        self.mechanics = {self.set.Add(mechanic.TRIGGER): mechanic for mechanic in mechanics()}
        self.set.Compile()

    def _add_name(self, shape: Shape, row: int, name: str) -> None:
        parts = re.findall(r"[a-z]+|\d+", name.lower())
        if len("".join(parts)) >= 3 and not "".join(parts).isdecimal():
            telling = is_telling(name)
            for order in (parts, parts[::-1]) if len(parts) == 2 else (parts,):
                spelled = r"[ _.,:/\-]{0,2}".join(_SPELLINGS.get(part, part) for part in order)
                self.rows[self.set.Add(spelled + (_BEHIND if telling else _RIGHT_BEHIND))] = shape, row, telling
            if not telling:
                self.rows[self.set.Add(_IN_DATA.format(spelled))] = shape, row, telling


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
        if hit in owners:
            shape, row, told = owners[hit]
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
