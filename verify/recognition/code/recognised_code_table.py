"""A table in code that was recognised: by what each column is identified, how it is written, and how sure that is."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from verify.recognition.code.notations import Notation
from verify.recognition.code.row_names import lists_things
from verify.recognition.code.surroundings import Hint
from verify.recognition.recognised_table import Match


class How(Enum):
    """By what a field is identified as a column; the value is the text for people."""

    KEYS = "its keys"
    FIELD = "its field {!r}"
    SURROUNDINGS = "the {} {!r}"
    TABLE_NAME = "its name, with all of its rows"
    SAYS_DM = "its values, which say DM"
    BANDS = "its bands"
    VALUES = "its values"
    MOST_VALUES = "its values beside a column that is right"
    CONFIGURATION = "the configuration"


LONGEST_SHOWN = 50
"""Characters of a name in the text for people."""


class Identified(NamedTuple):
    """The column of a rule table that a field is, and by what it is identified."""

    column: int
    how: How
    where: str = ""
    """For surroundings, what says it: a name, a key, a function, a comment."""
    name: str = ""
    """The name of the field, or the text around the table, that says it."""

    @property
    def is_named(self) -> bool:
        """Whether a name identifies it, its own or one around it, and not its values."""
        return self.how in (How.FIELD, How.SURROUNDINGS, How.TABLE_NAME)

    def __str__(self) -> str:
        text: str = self.how.value
        short = self.name if len(self.name) <= LONGEST_SHOWN else self.name[: LONGEST_SHOWN - 3] + "…"
        return text.format(self.where, short) if self.how is How.SURROUNDINGS else text.format(self.name)


class Objection(Enum):
    """What speaks against a field or a table being what it looks like; the value is the text for people."""

    NEVER_STATED = "not a value that code states"
    EMPTY = "no values"
    OTHER_KIND = "its values are not {}"
    OTHER_SIZE = "its values are of another size"
    OTHER_UNIT = "its distances are in another unit"
    OTHER_RULE = "{}"
    SIBLINGS = "{} tables with the same rows stand beside it"
    VALUES_COUNT_UP = "its values only count up: an order"
    ALL_VALUES_COUNT_UP = "its values only count up, also where it has other rows: an order"
    NONE_MATCH = "none of its {} values is one of the book's"
    NO_COLUMNS = "none of its fields is a column of it"
    OTHER_GAME = "it is of another game ({})"
    CARRIER = "its names are of what it carries, and its fields its own"
    OTHER_ROWS = "as many of its rows are other things"
    BANDS_ALONE = "only its bands are the book's"
    OTHER_NAME = "but {!r} says that it is something else"
    OLD_RULES = "by {!r} it is what was so once"
    OTHER_ENDING = "but {!r} ends with something else"
    ONE_VALUE = "one value of one record"


class Doubt(NamedTuple):
    """An objection to a field or a table, and what the text for people names."""

    objection: Objection
    detail: object = ""

    def __str__(self) -> str:
        text: str = self.objection.value
        return text.format(self.detail)


@dataclass(frozen=True)
class KnownColumn:
    """A field that was recognised as a column of a rule table: how sure that is, and how its values are written."""

    column: int
    sure: bool
    """Whether it is this column beyond doubt; findings on a doubtful one are notes."""
    notation: Notation
    supported: bool = False
    """Whether a word around the table supports it."""
    called: bool = False
    """Whether the table has all rows of the rule table, and its name says which table and column it is."""
    certain: bool = False
    """Whether the table's name says so, or at least half of its values match: a number of another kind is wrong."""
    read: bool = True
    """Whether most of its cells can be read."""
    identified: Identified | None = None
    """By what it is known."""
    remark: Hint | Doubt = Hint()  # noqa: RUF009  (it is immutable)
    """What the words around the table say of it, or why they do not count."""

    @property
    def cells(self) -> int:
        """How many values it has."""
        return len(self.notation.cells)

    def __str__(self) -> str:
        remark = f", {self.remark}" if str(self.remark) else ""
        return f"known by {self.identified}{remark}; {self.notation.right} of {self.cells} values are the book's"


MANY_COPIES = 3
"""How often one thing can stand in a table before it is another game's: those have lasers too, in many sizes."""


@dataclass
class CodeMatch(Match):
    """A table in code that may be a rule table."""

    known: dict[int, KnownColumn] = field(default_factory=dict)
    """The fields that are columns of the rule table."""
    reason: str = ""
    """Why it was recognised or not, for people."""
    other_game: str = ""
    """The other game that the code around it names, if that is why it was not recognised."""
    also: list[CodeMatch] = field(default_factory=list)
    """Other tables that the same records are rows of: a mount and the weapon in it."""

    @property
    def is_nobodys(self) -> bool:
        """Whether most values of its things are not the book's, or one thing stands in it many times."""
        if not lists_things(self.rule_table) or any(known.called for known in self.known.values()):
            return False
        matching = sum(known.notation.known for known in self.known.values())
        copies = max(Counter(self.rows.values()).values(), default=0)
        return matching * 2 < sum(known.notation.fits for known in self.known.values()) or copies >= MANY_COPIES
