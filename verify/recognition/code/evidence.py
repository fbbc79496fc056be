"""Weighs the evidence for a table in code: which columns are read, and how sure each is.

The same names can belong to another rule, and code has no captions. So the names of rows and fields, the words around
the table, and the kind and the size of the values are weighed; each decision says why.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from engine.errors import WrongKind
from engine.rulebook.kinds import (
    CHOICE,
    COUNT,
    CREDITS,
    DICE,
    DM,
    KM,
    RANGE_BAND,
    SIGNED_PERCENT,
    TARGET,
    TONS,
    TRAITS,
    Kind,
)
from engine.rulebook.names import small_whole
from engine.rulebook.raw import RAW
from engine.rulebook.values import Band, Value
from engine.rules.critical_hits import SYSTEM
from verify.recognition.agreement import is_known_value
from verify.recognition.code.candidates import (
    Candidate,
    Cells,
    are_formulas,
    has_few_known_values,
    is_called,
    is_known_by_bands_alone,
    readable,
)
from verify.recognition.code.columns import SEVERAL, are_swapped
from verify.recognition.code.match import Doubt, How, Identified, KnownColumn, Objection
from verify.recognition.code.notations import MOST_DM, Notation
from verify.recognition.code.row_names import NEVER_STATED, are_enough, is_telling, lists_things, rows_needed
from verify.recognition.code.surroundings import (
    Hint,
    name_of_old_rules,
    name_with_foreign_word,
    name_without_table_word,
    other_game,
    surroundings,
)
from verify.recognition.values import is_no_value

KnownColumns = dict[int, KnownColumn]
"""Recognised columns by the field of the grid."""
MANY_FIELDS = 4
"""Fields of one table that support each other."""
MOST_KNOWN = Fraction(6, 10)
"""The share of the values of many fields that must be known for all of these fields to be sure."""
HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
"""Shares of known values: half makes a column sure, less than a quarter of a long one makes it doubtful."""
FEW_CELLS, LONG_COLUMN = 3, 5
"""Values that a column can have without one that is known; and with words around it that support it."""


class Decision(NamedTuple):
    """The columns of a table that are read, why, and the other game that the table is of, if it is of one."""

    known: KnownColumns
    reason: str
    other_game: str = ""


def decide_columns(table: Candidate, columns: dict[int, Identified]) -> Decision:
    """Which of the identified columns are read, each with how sure it is; none if the table is not ours."""
    if set(columns) <= {table.names_in}:
        return Decision({}, str(Doubt(Objection.NO_COLUMNS)))
    if game := other_game(table.grid.scopes):
        return Decision({}, str(Doubt(Objection.OTHER_GAME, game)), game)
    judged = {c: _judge_column(table, c, identified) for c, identified in columns.items()}
    known = {c: column for c, column in judged.items() if isinstance(column, KnownColumn)}
    titles = (table.rule_table.columns[identified.column].title for identified in columns.values())
    reasons = [f"{title}: {answer}" for title, answer in zip(titles, judged.values(), strict=True)]
    other_size = lists_things(table.rule_table) and any(
        isinstance(answer, Doubt) and answer.objection is Objection.OTHER_SIZE and columns[c].how is How.FIELD
        for c, answer in judged.items()
    )
    known |= _prices_with_other_zeros(table, columns, known)
    known |= _numbers_of_another_kind(table, columns, known)
    unread = _unread_columns(table, columns, known)
    if set(known) <= {table.names_in} or (other_size and len(known) < MANY_FIELDS - 1):
        # a price of another size may be that of something else altogether
        formulas = {c: column for c, column in unread.items() if are_formulas(table.cells(c, column.column))}
        return Decision(formulas if _telling_names(table) and not other_size else {}, "; ".join(reasons))
    if _is_carrier(table, known):
        return Decision({}, str(Doubt(Objection.CARRIER)))
    known, reasons = _weigh_together(table, columns, known, reasons)
    doubts = list(_doubts(table, columns, known))
    if doubts:
        known = {c: replace(column, sure=False) for c, column in known.items()}
    return Decision(known | unread if known else {}, "; ".join([*reasons, *map(str, doubts)]))


def _doubts(table: Candidate, columns: dict[int, Identified], known: KnownColumns) -> Iterator[Doubt]:
    """What makes a table doubtful."""
    if _has_many_other_rows(table) and any(column.notation.right < column.cells for column in known.values()):
        yield Doubt(Objection.OTHER_ROWS)
    values = ((c, column.column) for c, column in known.items() if c != table.names_in)
    if is_known_by_bands_alone(table) and any(has_few_known_values(table, c, column) for c, column in values):
        yield Doubt(Objection.BANDS_ALONE)
    named_fields = any(columns[c].how is How.FIELD for c in known)  # they say more than the name of the table
    if (name := name_with_foreign_word(table.grid, table.rule_table)) and not named_fields:
        yield Doubt(Objection.OTHER_NAME, name)
    if name := name_of_old_rules(table.grid.scopes):
        yield Doubt(Objection.OLD_RULES, name)


def _unread_columns(table: Candidate, columns: dict[int, Identified], known: KnownColumns) -> KnownColumns:
    """The columns that a name identifies and of which most cells cannot be read."""
    found = {}
    for c, identified in columns.items():
        n = identified.column
        kind, cells = table.kind(n), table.cells(c, n)
        if c in known or kind.is_a(*NEVER_STATED, CHOICE) or not cells or not identified.is_named:
            continue
        way = table.notation(c, n)
        if way.fits * 2 < len(cells):
            found[c] = KnownColumn(n, False, way, False, len(cells), read=False)
    return found


def _is_beyond_doubt(known: KnownColumns) -> bool:
    """Whether a table has several columns and all their values are known: what differs beside them is a slip."""
    return len(known) >= MANY_FIELDS - 1 and all(column.notation.known == column.cells for column in known.values())


def _numbers_of_another_kind(table: Candidate, columns: dict[int, Identified], known: KnownColumns) -> KnownColumns:
    """Columns of numbers that are no values of their kind, beside fields that all match: a slip."""
    if not _is_beyond_doubt(known):
        return {}
    found = {}
    for c, column in _unread_columns(table, columns, known).items():
        cells, kind = table.cells(c, column.column), table.kind(column.column)
        if all(is_no_value(kind, text, rule) for rule, text in cells):
            found[c] = replace(column, sure=True, certain=True, read=True)
    return found


def _weigh_together(
    table: Candidate, columns: dict[int, Identified], known: KnownColumns, reasons: list[str]
) -> tuple[KnownColumns, list[str]]:
    """The columns with what they say about each other: many that match support the rest, one alone is doubtful."""
    fields = [column for c, column in known.items() if columns[c].how is How.FIELD]
    matching, cells = sum(column.notation.known for column in fields), sum(column.cells for column in fields)
    if len(fields) >= MANY_FIELDS and matching >= cells * MOST_KNOWN:
        known = {c: replace(column, sure=column.sure or column in fields) for c, column in known.items()}
        reasons = [*reasons, "most of its values, over all fields, are the book's"]
    if not any(column.notation.known or column.supported for column in known.values()):
        if len(known) > 1:
            return {}, ["none of its values is one of the book's"]
        if len(table.rows) == 1 and not table.rule_table.where:
            known = {c: replace(column, sure=False) for c, column in known.items()}
            reasons = [*reasons, str(Doubt(Objection.ONE_VALUE))]
    return known, reasons


def _has_many_other_rows(table: Candidate) -> bool:
    """Whether a table of examples has as many rows that are not the book's as rows that are."""
    if table.rule_table.complete or lists_things(table.rule_table):
        return False
    names = (row[table.names_in].text for n, row in enumerate(table.grid.rows) if n not in table.rows and row)
    return sum(is_telling(name) for name in names) >= len(table.rows)


def _is_carrier(table: Candidate, known: KnownColumns) -> bool:
    """Whether a record is of something that carries weapons, and has no field that only a weapon has."""
    columns = (table.rule_table.columns[column.column] for column in known.values())
    has_weapon_field = any(column.is_a(DICE, RANGE_BAND, TRAITS) for column in columns)
    return (
        table.grid.heading(table.names_in).rpartition(".")[2].lower() in ("weapons", "turrets", "barbettes")
        and not has_weapon_field
    )


def _telling_names(table: Candidate) -> int:
    """How many different names say by themselves what they mean."""
    return sum(is_telling(name) for name in {table.grid.rows[n][table.names_in].text for n in table.rows})


_TWO_DICE = frozenset(str(n) for n in range(2, 13))
"""What two dice can give."""
MOST_ROWS = Fraction(6, 10)
"""The share of the rows of a grid that must be rows of the rule table, if no name says by itself what it means."""


def has_enough_rows(table: Candidate) -> bool:
    """Whether enough rows are rows of the rule table: some of a thing, most of what could be anything."""
    rule_table, rows = table.rule_table, table.rows
    different, telling = len(set(rows.values())), _telling_names(table)
    if {row.name for row in rule_table.rows} == _TWO_DICE and any(map(_is_no_roll, table.grid.texts(table.names_in))):
        return False  # a table for one die
    if not are_enough(rule_table, different, telling, most=len(rows) >= table.named_rows * MOST_ROWS):
        return False
    if not lists_things(rule_table) and not rule_table.keys and len(rows) > 3 and different * 2 <= len(rows):
        return False  # a list in which each name stands many times, such as one for each severity
    shared = rows_needed(rule_table) > 2 and table.names_in and different < len(rows)
    # records that share a value, such as the range of a weapon, are no rows of a table of ranges
    return not (shared and any(head.text for head in table.grid.header))


def _is_no_roll(text: str) -> bool:
    """Whether a number cannot be rolled with two dice."""
    return text.isdecimal() and not 2 <= int(text[:4]) <= 12


def _judge_column(table: Candidate, c: int, identified: Identified) -> KnownColumn | Doubt:
    """Whether a field is read as the column that it is identified as, and how sure that is; or the objection to it."""
    n, how = identified.column, identified.how
    column, kind, cells = table.rule_table.columns[n], table.kind(n), table.cells(c, n)
    if kind.is_a(*NEVER_STATED):
        return Doubt(Objection.NEVER_STATED)
    if not cells:
        return Doubt(Objection.EMPTY)
    field, way = table.grid.heading(c), table.notation(c, n)
    hint = surroundings(table.grid, table.rule_table, column, field)
    called = hint.side >= 0 and is_called(table, n, field)
    no_rival = not (column.unless or table.rule_table.unless)  # no other rule has DMs for its rows
    says_dm = how is How.SAYS_DM and (hint.side > 0 or (hint.side == 0 and no_rival))
    side = 1 if called or says_dm else hint.side
    remark: Hint | Doubt = hint
    read, matching = readable(kind, way, cells), max(way.known, _slipped(cells, kind, way))
    share, share_of_all = Fraction(matching, read), Fraction(matching, len(cells))
    foreign = name_without_table_word(table.grid, table.rule_table)
    if side > 0 and share_of_all < HALF and not called and not lists_things(table.rule_table) and foreign:
        side, remark = 0, Doubt(Objection.OTHER_ENDING, foreign)
    sure = called or says_dm or _is_sure(table, identified, kind, way, len(cells), share, side)
    if kind.is_a(TARGET) and share_of_all < HALF and not called:
        sure = False  # every game has an easy and a hard
    if how is How.MOST_VALUES and not called:
        sure &= way.distinct >= SEVERAL and way.known >= read - 1  # else one more word would be enough
    if how in (How.VALUES, How.MOST_VALUES) and kind.is_a(COUNT) and side <= 0 and not lists_things(table.rule_table):
        sure &= way.known == read  # else numbers that look like it, under a name that does not say so
    refusal = _objection(table, c, cells, kind, way, hint if side < 0 else None)
    if refusal is None and not sure and share == 0 and len(cells) > (FEW_CELLS if side <= 0 else LONG_COLUMN):
        refusal = Doubt(Objection.NONE_MATCH, len(cells))
    if refusal is not None:
        return refusal
    certain = called or (way.known * 2 >= len(cells) and not foreign)
    return KnownColumn(n, sure, way, side > 0, len(cells), called, certain, identified=identified, remark=remark)


def column_by_configuration(table: Candidate, c: int, n: int) -> KnownColumn | None:
    """A field as the column that a person says it is; None if it holds no value of its kind."""
    way = table.notation(c, n)
    return KnownColumn(n, True, way, True, len(table.cells(c, n)), certain=True) if way.fits else None


def _objection(table: Candidate, c: int, cells: Cells, kind: Kind, way: Notation, against: Hint | None) -> Doubt | None:
    """What speaks against a column, whatever its name: kind, size, surroundings, siblings, an order."""
    if way.fits * 2 < len(cells):
        return Doubt(Objection.OTHER_KIND, kind.expects)
    if not _has_size_of_book(cells, kind, way):
        return Doubt(Objection.OTHER_SIZE)
    all_known = way.known == len(cells)
    if against is not None:
        matching = way.known if against.where == "file" else way.right  # the name of a file says less
        if not (matching == len(cells) and way.distinct >= SEVERAL):
            return Doubt(Objection.OTHER_RULE, against)
    if table.grid.siblings > 1 and not all_known:
        return Doubt(Objection.SIBLINGS, table.grid.siblings)
    if _counts_up([text for _, text in cells]) and way.known * 2 < len(cells):
        return Doubt(Objection.VALUES_COUNT_UP)
    values = list(filter(None, table.grid.texts(c)))
    has_other_rows = table.names_in < c and len(values) >= 2 * len(cells) and len(set(values)) > 1
    if has_other_rows and _counts_up(values) and not all_known:
        return Doubt(Objection.ALL_VALUES_COUNT_UP)
    if table.names_in and _counts_up(table.grid.texts(table.names_in)) and not all_known:
        return Doubt(Objection.NAMES_COUNT_UP)
    return None


_TELLING_KINDS = (DICE, CREDITS, RANGE_BAND, TRAITS, SYSTEM, SIGNED_PERCENT)
"""Kinds whose values hardly belong to anything else."""


def _is_sure(
    table: Candidate, identified: Identified, kind: Kind, way: Notation, cells: int, share: Fraction, side: int
) -> bool:
    """Whether a field is a column beyond doubt; `share` of its cells are known, and `side` is that of the hint."""
    if share >= HALF:
        return True
    telling = _telling_names(table)
    by_itself = identified.how is not How.SURROUNDINGS and cells <= FEW_CELLS and not way.guessed
    if telling and kind.is_a(*_TELLING_KINDS) and (share > 0 or by_itself):
        return True
    mostly_unknown = cells > LONG_COLUMN and share < QUARTER
    return side > 0 and not mostly_unknown and (share > 0 or (telling > 0 and cells <= FEW_CELLS))


_SIZED = (CREDITS, KM, TONS)
"""Kinds whose values cannot be many times the book's: they are then something else, or in another unit."""
MOST_TIMES = 8
"""How many times the book's value a value of the same thing can be."""


def _has_size_of_book(cells: Cells, kind: Kind, way: Notation) -> bool:
    """Whether at least half of the values are about as large as the book's."""
    if kind.is_a(DM):
        numbers = [number for _, text in cells if (number := small_whole(text)) is not None]
        return sum(abs(number) > MOST_DM for number in numbers) * 2 < max(1, len(cells))
    if not kind.is_a(*_SIZED):
        return True
    near = far = 0
    for rule, text in cells:
        with suppress(WrongKind):
            value = way.read(kind, text, rule)
            here, book = _size(value), _size(RAW[rule])
            if here and book:
                inside = Fraction(1, MOST_TIMES) <= here / book <= MOST_TIMES or is_known_value(rule, value)
                near, far = near + inside, far + (not inside)
    return near >= far


def _prices_with_other_zeros(table: Candidate, columns: dict[int, Identified], known: KnownColumns) -> KnownColumns:
    """Prices with a zero too many or too few, beside fields that all match: a slip, and no other unit."""
    if not _is_beyond_doubt(known):
        return {}
    found = {}
    for c, identified in columns.items():
        n = identified.column
        kind, cells = table.kind(n), table.cells(c, n)
        if c in known or not kind.is_a(CREDITS) or not cells or identified.how is not How.FIELD:
            continue
        way = table.notation(c, n)
        if way.fits == len(cells) and all(_has_other_zeros(kind, way, rule, text) for rule, text in cells):
            found[c] = KnownColumn(n, True, way, False, len(cells))
    return found


def _has_other_zeros(kind: Kind, way: Notation, rule: str, text: str) -> bool:
    """Whether an amount has one or two zeros more or less than the book's; three would be another unit."""
    here, book = _size(way.read(kind, text, rule)), _size(RAW[rule])
    return bool(book) and here / book in (10, 100, Fraction(1, 10), Fraction(1, 100))


def _size(value: Value) -> Fraction:
    """How large a value is; a band is as large as its far end."""
    if isinstance(value, Band):
        return Fraction(value.high if value.high is not None else value.low or 0)
    return Fraction(value) if isinstance(value, (int, Fraction)) else Fraction(0)


SHORTEST_SLIP = 5
"""Cells without which a shared slip could be chance."""
MOST_SLIPPED = Fraction(6, 10)
"""The share of a column that must have its neighbour's value if rows have slipped."""
MANY_VALUES, MOST_SHIFT = 3, 2
"""Different values that cannot all be off by chance; and by how much."""


def _slipped(cells: Cells, kind: Kind, way: Notation) -> int:
    """How many cells have the book's value but for a slip that all of them share.

    They are a row too high or too low, swapped, have the other sign, or are all higher or lower by the same amount.
    """
    if are_swapped(cells, kind, way):
        return len(cells)
    if len(cells) < SHORTEST_SLIP:
        return 0
    read = []
    for rule, text in cells:
        with suppress(WrongKind):
            read.append((rule, way.read(kind, text, rule)))
    if kind.is_a(DM) and (_have_other_sign(read) or _are_shifted(read)):
        return len(cells)
    above = sum(value == RAW[rule] for (rule, _), (_, value) in pairwise(read))
    below = sum(value == RAW[rule] for (_, value), (rule, _) in pairwise(read))
    most = max(above, below)
    return most if most >= len(cells) * MOST_SLIPPED and len({RAW[rule] for rule, _ in read}) > MANY_VALUES + 1 else 0


def _have_other_sign(read: list[tuple[str, Value]]) -> bool:
    """Whether all values have the other sign."""
    return len({value for _, value in read}) > MANY_VALUES and all(
        isinstance(value, int) and -value == RAW[rule] for rule, value in read
    )


def _are_shifted(read: list[tuple[str, Value]]) -> bool:
    """Whether all values are as much above the book's, or below them, and by no more than a DM usually is."""
    books = [(value, RAW[rule]) for rule, value in read]
    by = {value - book for value, book in books if isinstance(value, int) and isinstance(book, int)}
    return len({value for value, _ in books}) > MANY_VALUES and len(by) == 1 and abs(by.pop()) <= MOST_SHIFT


def _counts_up(texts: list[str]) -> bool:
    """Whether values only count: 0, 1, 2, 3."""
    numbers = [number for text in texts if (number := small_whole(text)) is not None]
    if len(texts) < 4 or len(numbers) < len(texts):
        return False
    return len({b - a for a, b in pairwise(numbers)}) == 1 and texts[0] in ("0", "1")
