"""Recognition where code stands around a table: whether it is meant, column by column, and how sure that is.

The same names can belong to another rule, and code has no captions. Names of rows and fields, what stands around, and
whether the values are of the right kind and size are weighed; each decision says why.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from engine.errors import WrongKind
from engine.rulebook.kinds import Kind
from engine.rulebook.names import small_whole
from engine.rulebook.raw import RAW
from engine.rulebook.values import Band, Value
from verify.recognition.code.candidates import (
    Candidate,
    has_notation,
    is_called,
    is_doubtful,
    is_named,
    is_told_by_bands,
    readable,
)
from verify.recognition.code.columns import BY_MOST_VALUES, BY_VALUES, SAYS_DM, Named, are_swapped
from verify.recognition.code.match import KnownColumn
from verify.recognition.code.notations import MOST_DM, Notation, is_known_value, notation
from verify.recognition.code.row_names import LEFT_ALONE, is_telling, rows_needed
from verify.recognition.code.surroundings import names_another, of_the_past, other_game, says_otherwise, surroundings
from verify.recognition.values import is_no_value

_TELLING_KINDS = ("dice", "credits", "range band", "traits", "system", "signed percent")
"""Kinds whose values say by themselves that they are meant."""
KnownColumns = dict[int, KnownColumn]
"""Recognised columns by the field of the grid."""
Cells = list[tuple[str, str]]
"""The rule and the text of each cell of a column."""


OTHER_GAME = "it is of another game"
"""Why a table is left alone that what stands around it gives to one."""


def settle(table: Candidate, columns: dict[int, Named]) -> tuple[KnownColumns, str]:
    """The columns that are meant, each with how sure that is; or why the table is none of ours."""
    if set(columns) <= {table.names_in}:
        return {}, "none of its fields is a column of it"
    if other := other_game(table.grid.scopes):
        return {}, f"{OTHER_GAME} ({other})"
    known: KnownColumns = {}
    reasons, odd = [], False
    for c, (column, how) in columns.items():
        made, why = _settle_column(table, c, column, how, _telling(table))
        if made is not None:
            known[c] = made
        reasons.append(f"{table.shape.columns[column].title}: {why}")
        odd |= why == OTHER_SIZE and how.startswith("its field")
    known |= _with_other_noughts(table, columns, known)
    known |= _with_no_values(table, columns, known)
    unread = _unread(table, columns, known)
    odd &= rows_needed(table.shape) == 1
    if set(known) <= {table.names_in} or (odd and len(known) < MANY_FIELDS - 1):
        rolls = {c: made for c, made in unread.items() if has_notation(list(table.cells(c, made.column)))}
        return (rolls if _telling(table) and not odd else {}), "; ".join(
            reasons
        )  # a price of another size may be that of something else altogether
    if _is_carrier(table, known):
        return {}, "its names are of what it carries, and its fields its own"
    known, reason = _weighed(table, columns, known, reasons)
    if why := _in_doubt(table, columns, known):
        known = {c: replace(made, sure=False) for c, made in known.items()}
    return (known | unread if known else {}), reason + why


def _in_doubt(table: Candidate, columns: dict[int, Named], known: KnownColumns) -> str:
    """What makes it doubtful that a table is meant; empty if nothing does."""
    why = ""
    if _has_others(table) and any(made.notation.right < made.cells for made in known.values()):
        why += "; as many of its rows are other things"
    values = ((c, made.column) for c, made in known.items() if c != table.names_in)
    if is_told_by_bands(table) and any(is_doubtful(table, c, column) for c, column in values):
        why += "; only its bands are the book's"
    if (other := says_otherwise(table.grid, table.shape)) and not _has_fields(columns, known):
        why += f"; but {other!r} says that it is something else"
    if past := of_the_past(table.grid.scopes):
        why += f"; by {past!r} it is what was so once"
    return why


def _has_fields(columns: dict[int, Named], known: KnownColumns) -> bool:
    """Whether the values stand under names of their own, which say more than that of the table."""
    return any(columns[c][1].startswith("its field") for c in known)


OTHER_SIZE = "its values are of another size"


def _unread(table: Candidate, columns: dict[int, Named], known: KnownColumns) -> KnownColumns:
    """The columns that have a name and of which most cells cannot be read."""
    found = {}
    for c, (n, how) in columns.items():
        kind, cells = table.shape.columns[n].kind, list(table.cells(c, n))
        if c in known or kind is None or kind.name in (*LEFT_ALONE, "choice") or not cells or not is_named(how):
            continue
        way = notation(kind, cells, table.field(c))
        if way.fits * 2 < len(cells):
            found[c] = KnownColumn(n, False, way, False, len(cells), read=False)
    return found


def _with_no_values(table: Candidate, columns: dict[int, Named], known: KnownColumns) -> KnownColumns:
    """Numbers that are no values of their columns, beside fields that are all right: a slip."""
    if len(known) < MANY_FIELDS - 1 or any(made.notation.known < made.cells for made in known.values()):
        return {}
    found = {}
    for c, made in _unread(table, columns, known).items():
        cells, kind = list(table.cells(c, made.column)), table.shape.columns[made.column].kind
        if kind is not None and all(is_no_value(kind, text, rule) for rule, text in cells):
            found[c] = replace(made, sure=True, certain=True, read=True)
    return found


def _weighed(
    table: Candidate, columns: dict[int, Named], known: KnownColumns, reasons: list[str]
) -> tuple[KnownColumns, str]:
    """The columns with what they say about each other: many that are right bear out the rest, one alone is doubtful."""
    fields = [made for c, made in known.items() if columns[c][1].startswith("its field")]
    if len(fields) >= MANY_FIELDS and sum(m.notation.known for m in fields) * 10 >= sum(m.cells for m in fields) * 6:
        known = {c: replace(made, sure=made.sure or made in fields) for c, made in known.items()}
        reasons.append("most of its values, over all fields, are the book's")
    if not any(made.notation.known or made.supported for made in known.values()):
        if len(known) > 1:
            return {}, "none of its values is one of the book's"
        if len(table.rows) == 1 and not table.shape.where:
            known = {c: replace(made, sure=False) for c, made in known.items()}
            reasons.append("one value of one record")
    return known, "; ".join(reasons)


def _has_others(table: Candidate) -> bool:
    """Whether a table that is one of examples has as many other things in it, which the book says nothing of there."""
    if table.shape.complete or rows_needed(table.shape) == 1:
        return False
    names = (row[table.names_in].text for n, row in enumerate(table.grid.rows) if n not in table.rows and row)
    return sum(is_telling(name) for name in names) >= len(table.rows)


def _is_carrier(table: Candidate, known: KnownColumns) -> bool:
    """Whether a record is of something with weapons, a ship or a mount, and states nothing that only a weapon has."""
    head = table.grid.header[table.names_in].text if table.names_in < len(table.grid.header) else ""
    kinds = (table.shape.columns[made.column].kind for made in known.values())
    own = any(kind is not None and kind.name in ("dice", "range band", "traits") for kind in kinds)
    return head.rpartition(".")[2].lower() in ("weapons", "turrets", "barbettes") and not own


MANY_FIELDS = 4
"""Fields of a table that stand for each other: if most of their values are the book's, all of them are meant."""


def _telling(table: Candidate) -> int:
    """How many of the names say by themselves what they mean."""
    return sum(is_telling(name) for name in {table.grid.rows[n][table.names_in].text for n in table.rows})


def has_rows(table: Candidate) -> bool:
    """Whether enough of the rows are rows of the rule table: some of a thing, most of what could be anything."""
    shape, rows = table.shape, table.rows
    different = len(set(rows.values()))
    names = [row[table.names_in].text for row in table.grid.rows if table.names_in < len(row)]
    if {row.name for row in shape.rows} == _TWO_DICE and any(map(_is_no_roll, names)):
        return False  # a table for one die
    if different < min(rows_needed(shape), max(2, len(shape.rows) // 4) if _telling(table) > 1 else len(shape.rows)):
        return False
    if rows_needed(shape) > 1 and not shape.keys and len(rows) > 3 and different * 2 <= len(rows):
        return False  # a list in which each name stands many times, such as one for each severity
    if rows_needed(shape) > 2 and table.names_in and different < len(rows) and any(h.text for h in table.grid.header):
        return False  # records that share a value, such as the range of a weapon, are no rows of a table of ranges
    full = sum(bool(row[table.names_in].text) for row in table.grid.rows if table.names_in < len(row))
    most = len(rows) * 10 >= full * 6
    return bool(_telling(table)) or (most and (bool(shape.where) or len(rows) >= min(3, len(shape.rows))))


_TWO_DICE = frozenset(str(n) for n in range(2, 13))
"""What two dice can give."""


def _is_no_roll(text: str) -> bool:
    """Whether a number cannot be rolled with two dice."""
    return text.isdecimal() and not 2 <= int(text[:4]) <= 12


def _settle_column(table: Candidate, c: int, n: int, how: str, telling: int) -> tuple[KnownColumn | None, str]:
    """Whether a field is meant as a column, how sure that is, and why."""
    column = table.shape.columns[n]
    kind = column.kind
    if kind is None or kind.name in LEFT_ALONE:
        return None, "not a value that code states"
    cells = list(table.cells(c, n))
    if not cells:
        return None, "no values"
    way = notation(kind, cells, table.field(c))
    side, word = surroundings(table.grid, table.shape, column, table.grid.header[c].text)
    called = side >= 0 and is_called(table, n, table.grid.header[c].text)
    alone = not (column.unless or table.shape.unless)  # no other rule has DMs for its rows
    says_so = how == SAYS_DM and (side > 0 or (side == 0 and alone))
    side = 1 if called or says_so else side
    read, known = readable(kind, way, cells), max(way.known, _slipped(cells, kind, way))
    share, of_all = known / read, known / len(cells)
    if (
        side > 0
        and of_all < 0.5
        and not called
        and rows_needed(table.shape) > 1
        and (another := names_another(table.grid, table.shape))
    ):
        side, word = 0, f"but {another!r} ends with something else"
    sure = called or says_so or _is_sure(kind, way, len(cells), share, side, how.startswith("its "), telling)
    if kind.name == "target" and of_all < 0.5 and not called:
        sure = False  # every game has an easy and a hard
    if how == BY_MOST_VALUES and not called:
        sure &= way.distinct >= 3 and way.known >= read - 1  # else a word on it is enough
    if how in (BY_VALUES, BY_MOST_VALUES) and kind.name == "count" and side <= 0 and rows_needed(table.shape) > 1:
        sure &= way.known == read  # else numbers that look like it, under a name that does not say so
    against = _objection(table, c, cells, kind, way, word if side < 0 else "")
    if not against and not sure and share == 0 and len(cells) > (3 if side <= 0 else 5):
        against = f"none of its {len(cells)} values is one of the book's"
    if against:
        return None, against
    why = f"known by {how}" + (f", {word}" if word else "") + f"; {way.right} of {len(cells)} values are the book's"
    certain = called or (way.known * 2 >= len(cells) and not names_another(table.grid, table.shape))
    return KnownColumn(n, sure, way, side > 0, len(cells), called, certain), why


def as_said(table: Candidate, c: int, n: int) -> KnownColumn | None:
    """A field as a column that a person says it is; None if it holds no value of its kind."""
    kind, cells = table.shape.columns[n].kind, list(table.cells(c, n))
    if kind is None or not cells:
        return None
    way = notation(kind, cells, table.field(c))
    return KnownColumn(n, True, way, True, len(cells), certain=True) if way.fits else None


def _objection(table: Candidate, c: int, cells: Cells, kind: Kind, way: Notation, word: str) -> str:
    """What speaks against a column, whatever its name: kind, size, surroundings, siblings, an order."""
    if way.fits * 2 < len(cells):
        return f"its values are not {kind.expects}"
    if not _is_of_size(cells, kind, way):
        return OTHER_SIZE
    right = way.known == len(cells)
    told = way.known if word.startswith("the file ") else way.right  # what a file is called says less
    if word and not (told == len(cells) and way.distinct >= 3):
        return word
    if table.grid.siblings > 1 and not right:
        return f"{table.grid.siblings} tables with the same rows stand beside it"
    if _is_order([text for _, text in cells]) and way.known * 2 < len(cells):
        return "its values only count up: an order"
    every = [row[c].text for row in table.grid.rows if c < len(row) and row[c].text]
    if table.names_in < c and len(every) >= 2 * len(cells) and len(set(every)) > 1 and _is_order(every) and not right:
        return "its values only count up, also where it has other rows: an order"
    names = [row[table.names_in].text for row in table.grid.rows if table.names_in < len(row)]
    if table.names_in and _is_order(names) and not right:
        return "its numbers only count up: an order"
    return ""


def _is_sure(kind: Kind, way: Notation, cells: int, share: float, side: int, by_field: bool, telling: int) -> bool:
    """Whether a column is meant beyond doubt."""
    if share >= 0.5:
        return True
    if telling and kind.name in _TELLING_KINDS and (share > 0 or (by_field and cells <= 3 and not way.guessed)):
        return True
    few = cells > 5 and share < 0.25
    return side > 0 and not few and (share > 0 or (telling > 0 and cells <= 3))


_SIZED = ("credits", "kilometres", "tons")
"""Kinds whose values cannot be many times the book's: they are then something else, or in another unit."""
TIMES = 8


def _is_of_size(cells: Cells, kind: Kind, way: Notation) -> bool:
    """Whether at least half of the values are within some times of the book's."""
    if kind.name == "DM":
        numbers = [n for _, text in cells if (n := small_whole(text)) is not None]
        return sum(abs(number) > MOST_DM for number in numbers) * 2 < max(1, len(cells))
    if kind.name not in _SIZED:
        return True
    near = far = 0
    for rule, text in cells:
        with suppress(WrongKind):
            value = way.read(kind, text, rule)
            here, book = _size(value), _size(RAW[rule])
            if here and book:
                inside = Fraction(1, TIMES) <= here / book <= TIMES or is_known_value(rule, value)
                near, far = near + inside, far + (not inside)
    return near >= far


def _with_other_noughts(table: Candidate, columns: dict[int, Named], known: KnownColumns) -> KnownColumns:
    """Prices of which only the noughts are others, beside fields that are all right: a slip, and no other unit."""
    if len(known) < MANY_FIELDS - 1 or any(made.notation.known < made.cells for made in known.values()):
        return {}
    found = {}
    for c, (n, how) in columns.items():
        kind, cells = table.shape.columns[n].kind, list(table.cells(c, n))
        if c in known or kind is None or kind.name != "credits" or not cells or not how.startswith("its field"):
            continue
        way = notation(kind, cells, table.field(c))
        if way.fits == len(cells) and all(_has_other_noughts(kind, way, rule, text) for rule, text in cells):
            found[c] = KnownColumn(n, True, way, False, len(cells))
    return found


def _has_other_noughts(kind: Kind, way: Notation, rule: str, text: str) -> bool:
    """Whether an amount has one or two noughts more or less than the book's; three would be another unit."""
    here, book = _size(way.read(kind, text, rule)), _size(RAW[rule])
    return bool(book) and here / book in (10, 100, Fraction(1, 10), Fraction(1, 100))


def _size(value: Value) -> Fraction:
    """How large a value is; a band is as large as its nearest end."""
    if isinstance(value, Band):
        return Fraction(value.high if value.high is not None else value.low or 0)
    return Fraction(value) if isinstance(value, (int, Fraction)) else Fraction(0)


def _slipped(cells: Cells, kind: Kind, way: Notation) -> int:
    """How many cells have the book's value and a slip that all of them share.

    They stand a row too high or too low, have each other's, the other sign, or so much more or less.
    """
    if are_swapped(cells, kind, way):
        return len(cells)
    if len(cells) < 5:
        return 0
    read = []
    for rule, text in cells:
        with suppress(WrongKind):
            read.append((rule, way.read(kind, text, rule)))
    if kind.name == "DM" and (_are_turned(read) or _are_shifted(read)):
        return len(cells)
    above = sum(value == RAW[rule] for (rule, _), (_, value) in pairwise(read))
    below = sum(value == RAW[rule] for (_, value), (rule, _) in pairwise(read))
    most = max(above, below)
    return most if most * 10 >= len(cells) * 6 and len({RAW[rule] for rule, _ in read}) > 4 else 0


Read = list[tuple[str, Value]]


def _are_turned(read: Read) -> bool:
    """Whether all values have the other sign."""
    return len({value for _, value in read}) > MANY_VALUES and all(
        isinstance(value, int) and -value == RAW[rule] for rule, value in read
    )


def _are_shifted(read: Read) -> bool:
    """Whether all values are as much above the book's, or below them, and by no more than a DM usually is."""
    books = [(value, RAW[rule]) for rule, value in read]
    by = {value - book for value, book in books if isinstance(value, int) and isinstance(book, int)}
    return len({value for value, _ in books}) > MANY_VALUES and len(by) == 1 and abs(by.pop()) <= MOST_SHIFT


MANY_VALUES, MOST_SHIFT = 3, 2
"""Different values that cannot all slip by chance; and how far."""


def _is_order(texts: list[str]) -> bool:
    """Whether values only count: 0, 1, 2, 3."""
    numbers = [n for text in texts if (n := small_whole(text)) is not None]
    if len(texts) < 4 or len(numbers) < len(texts):
        return False
    return len({b - a for a, b in pairwise(numbers)}) == 1 and texts[0] in ("0", "1")
