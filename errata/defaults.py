"""What a table comes to for what it has no entry for: `DM[band] ?? -6`, `DM.get(band, -6)`, `({…})[band] || -6`."""

from __future__ import annotations

import re
from functools import cached_property

from errata.literals import Leaf

_ASKED = (
    rb"(?:(?:\?\.)?\[[^\[\]\n]{1,60}\]\s*\)?\s*(?:\?\?|\|\||\bor\b)\s*"
    rb"|\.find\([^\n;]{1,80}?\)\??\.\w+\s*(?:\?\?|\|\|)\s*"
    rb"|\.(?:get|GetValueOrDefault)\(\s*[^,()\n]{1,60},\s*)([+-]?\d{1,4})(?![\w.])"
)
_BEHIND = re.compile(rb"[\s)]*" + _ASKED)
"""How a table is asked right where it stands."""
_NAMED = re.compile(rb"\b([A-Za-z_]\w*)" + _ASKED)
"""How one is asked by its name."""


class Defaults:
    """The numbers that stand for what the tables of one source do not have."""

    def __init__(self, data: bytes, origin: tuple[int, int]) -> None:
        self.data, self.origin = data, origin

    def of(self, end: int, name: str) -> Leaf | None:
        """The one of a table that ends at some byte, or that has a name; None if there is none, or several."""
        if (found := _BEHIND.match(self.data, end)) is not None:
            return self._leaf(found[1], found.start(1))
        told = self._by_name.get(name.rpartition(".")[2], [])
        return self._leaf(*told[0]) if len({number for number, _ in told}) == 1 else None

    @cached_property
    def _by_name(self) -> dict[str, list[tuple[bytes, int]]]:
        made: dict[str, list[tuple[bytes, int]]] = {}
        for found in _NAMED.finditer(self.data) if _may_ask(self.data) else ():
            made.setdefault(found[1].decode(), []).append((found[2], found.start(2)))
        return made

    def _leaf(self, number: bytes, at: int) -> Leaf:
        """A number with its place; a piece of a page begins where it stands."""
        row, start = self.data.count(b"\n", 0, at), self.data.rfind(b"\n", 0, at) + 1
        column = len(self.data[start:at].decode("utf-8", "replace"))
        return Leaf(number.decode(), row + self.origin[0], column + (self.origin[1] if not row else 1), "number")


def _may_ask(data: bytes) -> bool:
    return b"??" in data or b"||" in data or b".get(" in data or b" or " in data or b"OrDefault(" in data
