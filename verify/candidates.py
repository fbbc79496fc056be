"""A grid in code that is taken for a rule table: its cells, and which of them are sums or of things made otherwise."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from engine.rulebook.names import normal
from engine.rulebook.raw import RAW
from verify.code_names import is_telling, row_in_code, rows_needed, things_in
from verify.page import Grid
from verify.shapes import Shape, words_in

NAME_FIELDS = (
    "name", "id", "key", "label", "title", "type", "grade", "roll", "band", "range", "weapon", "weapons", "system",
    "mount", "text", "value",
)  # fmt: skip
"""Fields of a record that may say what it is, the best first; readers put them first."""
MOST_NAME_FIELDS = 7
"""Columns among which the names of the rows are looked for."""


@dataclass(frozen=True)
class Candidate:
    """A grid that is taken for a rule table: where its names stand, and which row of the table each of its rows is."""

    grid: Grid
    shape: Shape
    names_in: int
    rows: dict[int, int]

    def cells(self, c: int, column: int) -> Iterator[tuple[str, str]]:
        """The rule and the text of each cell of a field that is taken for a column; totals are left out."""
        kind = self.shape.columns[column].kind
        for n, row in self.rows.items():
            rules, cells = self.shape.rows[row].rules, self.grid.rows[n]
            if kind is None or c >= len(cells) or column >= len(rules) or not rules[column] or not cells[c].text:
                continue
            if not self.is_total(n, kind.name):
                yield rules[column], cells[c].text

    def field(self, c: int) -> str:
        """What the values of a field are called: by its own name, or by that of the table if it has none."""
        head = self.grid.header[c].text if c < len(self.grid.header) else ""
        named = (text for where, text in reversed(self.grid.scopes) if where in ("name", "key"))
        return head or next(named, "")

    def is_total(self, n: int, kind: str) -> bool:
        """Whether a value is that of several things at once: so many of one, or a mount and the weapons in it."""
        known = self._totals.get((n, kind))
        if known is None:
            known = self._totals[n, kind] = self._is_total(n, kind)
        return known

    @cached_property
    def _totals(self) -> dict[tuple[int, str], bool]:
        return {}

    def _is_total(self, n: int, kind: str) -> bool:
        cells = self.grid.rows[n]
        if kind == "dice":
            return self.shape.id == "ship/turret-weapons" and any(map(linked_in, (cell.text for cell in cells)))
        if kind not in _SUMMED:
            return False
        name = cells[self.names_in].text
        if says_many(name) or self._is_armed(name) or any(text not in ("", "1") for text in self._under(n, _COUNTS)):
            return True
        return any(
            _is_another(part, name, self.shape, kind)
            for cell in cells[:MOST_NAME_FIELDS]
            if 2 < len(cell.text) < 200
            for part in cell.text.split(", ")
        )

    def _is_armed(self, name: str) -> bool:
        """Whether a name is of a mount and of weapons in it: `Double Turret (lasers)`, `Beam Laser Turret`."""
        words = words_in(name[:80])
        if self.shape.id == "ship/turret-weapons":
            return "turret" in words
        return self.shape.id == "ship/mounts" and not _weapon_words().isdisjoint(words)

    def is_customised(self, n: int, known: Collection[int] = ()) -> bool:
        """Whether a thing says that it was made better or worse than the book's, in another field than those known."""
        if any(text.lower() not in _NO_CHANGE for text in self._under(n, _CUSTOMISED, known)):
            return True
        named = frozenset(words_in(self.grid.rows[n][self.names_in].text[:80]))
        row = self.shape.rows[self.rows[n]]
        return any(own < named and named - own <= _made_otherwise() for own in row.words)

    def _under(self, n: int, heads: frozenset[str], known: Collection[int] = ()) -> Iterator[str]:
        """What a row has in fields of some names."""
        for c, head in enumerate(self.grid.header):
            if c not in known and c < len(self.grid.rows[n]) and normal(head.text.rsplit(".", 1)[-1]) in heads:
                yield self.grid.rows[n][c].text


_MANY = re.compile(r"\d+ ?[x×]? (?=\D).*|.*?[a-z]s? ?(?:[x×] ?\d+|[(\[][x×]? ?\d+[x×]?[)\]])", re.IGNORECASE)


def says_many(name: str) -> bool:
    """Whether a name says how many there are, more than one.

    >>> says_many("Low Berth x20"), says_many("2 Pulse Lasers"), says_many("Stateroom (4)"), says_many("Fire Control/2")
    (True, True, True, False)
    """
    return _MANY.fullmatch(name[:80]) is not None and any(number != "1" for number in re.findall(r"\d+", name[:80]))


LINKED = {"double": 2, "triple": 3, "quad": 4}


def linked_in(text: str) -> int:
    """How many weapons the name of a mount links: 3 for a triple turret; 0 if it is no such name."""
    words = words_in(text) if len(text) < 60 else ()
    return next((LINKED[word] for word in words if word in LINKED), 0) if "turret" in words else 0


@cache
def _weapon_words() -> frozenset[str]:
    """The words for what a turret holds."""
    rows = RAW.table("ship/turret-weapons").rows
    return frozenset(word for row in rows for name in (row.name, *row.also) for word in words_in(name) if len(word) > 3)


@cache
def _made_otherwise() -> frozenset[str]:
    """The words for how advanced a thing is made, and for its advantages."""
    tables = (RAW.table(f"ship/{name}") for name in ("technology-levels", "weapon-advantages", "weapon-disadvantages"))
    return frozenset(word for table in tables for row in table.rows for word in words_in(row.name))


_CUSTOMISED = frozenset(
    normal(name)
    for name in (
        "mods", "modifications", "advantages", "disadvantages", "upgrades", "customisation", "customisations",
        "customization", "customizations", "customised", "customized", "improvements", "options", "tech stage",
        "quality", "grade", "technology", "tech level modifier", "prototype",
    )
)  # fmt: skip
"""Fields that say how a thing was changed."""
_NO_CHANGE = frozenset({"", "0", "none", "null", "nil", "false", "[]", "{}", "standard"})
_COUNTS = frozenset({"count", "quantity", "qty", "amount", "number", "num", "units", "howmany", "total"})
"""Fields that say how many there are; the tons and the cost beside them are then totals."""
_SUMMED = ("tons", "credits", "count")
"""Kinds whose values add up."""


@lru_cache(maxsize=20_000)
def _is_another(text: str, name: str, shape: Shape, kind: str) -> bool:
    """Whether a text names a thing of another table, which adds up in the same kind."""
    if not is_telling(text):
        return False
    named = (other for other in things_in(text) if other is not shape and rows_needed(other) == 1)
    others = [other for other in named if row_in_code(other, name) is None]
    return row_in_code(shape, text) is None and any(
        column.kind is not None and column.kind.name == kind for other in others for column in other.columns
    )
