"""A table in code that was recognised: how each of its columns is known and written, and how sure that is."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from verify.recognition.code.notations import Notation
from verify.recognition.code.row_names import rows_needed
from verify.recognition.match import Match


@dataclass(frozen=True)
class KnownColumn:
    """A field that was recognised as a column of a rule table: how sure that is, and how its values are written."""

    column: int
    sure: bool
    """Whether it is this column beyond doubt; findings on a doubtful one are notes."""
    notation: Notation
    supported: bool
    """Whether a word around the table supports it."""
    cells: int
    """How many values it has."""
    called: bool = False
    """Whether the table has all rows of the rule table, and its name says which table and column it is."""
    certain: bool = False
    """Whether the table's name says so, or at least half of its values match: a number of another kind is wrong."""
    read: bool = True
    """Whether most of its cells can be read."""


MANY_COPIES = 3
"""How often one thing can stand in a table. Other games have lasers too, in many sizes."""


@dataclass
class CodeMatch(Match):
    """A table in code that may be a rule table."""

    known: dict[int, KnownColumn] = field(default_factory=dict)
    """The fields that are columns of the rule table."""
    reason: str = ""
    """Why it was recognised or not, for people."""
    other_game: str = ""
    """The other game that the code around it names."""
    also: list[CodeMatch] = field(default_factory=list)
    """Other tables that the same records are rows of: a mount and the weapon in it."""

    @property
    def is_nobodys(self) -> bool:
        """Whether most values of its things are not the book's, or one thing stands in it many times."""
        if rows_needed(self.shape) > 1 or any(known.called for known in self.known.values()):
            return False
        matching = sum(known.notation.known for known in self.known.values())
        copies = max(Counter(self.rows.values()).values(), default=0)
        return matching * 2 < sum(known.notation.fits for known in self.known.values()) or copies >= MANY_COPIES
