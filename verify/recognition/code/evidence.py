"""Weighs the evidence for a table in code: which columns are read, and how sure each is.

The same names can belong to another rule, and code has no captions. So the names of rows and fields, the words around
the table, and the kind and the size of the values are weighed; each decision says why.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

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
)
from engine.rulebook.names import small_whole
from engine.rulebook.raw import RAW
from engine.rulebook.values import Band, Value
from engine.rules.critical_hits import SYSTEM
from verify.recognition.cell_agreement import is_known_value
from verify.recognition.code.candidates import Candidate, has_bands, is_called
from verify.recognition.code.columns import SEVERAL
from verify.recognition.code.notations import MOST_DM, Notation
from verify.recognition.code.recognised_code_table import Doubt, How, Identified, KnownColumn, Objection
from verify.recognition.code.row_names import NEVER_STATED, are_enough, is_telling, lists_things, rows_needed
from verify.recognition.code.surroundings import (
    Hint,
    name_of_old_rules,
    name_with_foreign_word,
    name_without_table_word,
    other_game,
    rows_with_words,
    surroundings,
)
from verify.recognition.values import is_no_value
from verify.recognition.words import find_word, words_in

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
MOST_ROWS = Fraction(6, 10)
"""The share of the rows of a grid that must be rows of the rule table, if no name says by itself what it means."""
_TWO_DICE = frozenset(str(n) for n in range(2, 13))
"""What two dice can give."""


def has_enough_rows(table: Candidate) -> bool:
    """Whether enough rows are rows of the rule table: some of a thing, most of what could be anything."""
    rule_table, rows = table.rule_table, table.rows
    different = len(set(rows.values()))
    if {row.name for row in rule_table.rows} == _TWO_DICE:
        rolls = [text.replace("–", "-") for text in table.grid.texts(table.names_in)]
        numbers = [int(text[:4]) for text in rolls if text.isdecimal()]
        if any(not 2 <= number <= 12 for number in numbers):
            return False  # a table for one die
        if any("-" in text and text.replace("-", "").isdecimal() for text in rolls):
            return False  # a table with one thing for several results, where ours has one for each
    if not are_enough(rule_table, different, _telling_names(table), most=len(rows) >= table.named_rows * MOST_ROWS):
        return False
    if not lists_things(rule_table) and not rule_table.keys and len(rows) > 3 and different * 2 <= len(rows):
        return False  # a list in which each name stands many times, such as one for each severity
    shared = rows_needed(rule_table) > 2 and table.names_in and different < len(rows)
    # records that share a value, such as the range of a weapon, are no rows of a table of ranges
    return not (shared and any(head.text for head in table.grid.header))


def _telling_names(table: Candidate) -> int:
    """How many different names say by themselves what they mean."""
    return sum(is_telling(name) for name in {table.grid.rows[n][table.names_in].text for n in table.rows})


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
    if any(_has_other_unit(table, c, identified.column) for c, identified in columns.items()):
        return Decision({}, str(Doubt(Objection.OTHER_UNIT)))
    judged = {c: _judge_column(table, c, identified) for c, identified in columns.items()}
    titles = (table.rule_table.columns[identified.column].title for identified in columns.values())
    reasons = [f"{title}: {answer}" for title, answer in zip(titles, judged.values(), strict=True)]
    known = {c: answer for c, answer in judged.items() if isinstance(answer, KnownColumn)}
    unread = {c: column for c, column in _unread_columns(table, columns) if c not in known}
    known |= _slips(table, columns, known, unread)
    other_size = lists_things(table.rule_table) and any(
        isinstance(answer, Doubt) and answer.objection is Objection.OTHER_SIZE and columns[c].how is How.FIELD
        for c, answer in judged.items()
    )
    if set(known) <= {table.names_in} or (other_size and len(known) < MANY_FIELDS - 1):
        # a price of another size may be that of something else altogether
        formulas = {c: column for c, column in unread.items() if _are_formulas(column.notation)}
        return Decision(formulas if _telling_names(table) and not other_size else {}, "; ".join(reasons))
    if _is_carrier(table, known):
        return Decision({}, str(Doubt(Objection.CARRIER)))
    fields = [column for c, column in known.items() if columns[c].how is How.FIELD]
    matching, cells = sum(column.notation.known for column in fields), sum(column.cells for column in fields)
    if len(fields) >= MANY_FIELDS and matching >= cells * MOST_KNOWN:
        known |= {c: replace(known[c], sure=True) for c in known if columns[c].how is How.FIELD}
        reasons.append("most of its values, over all fields, are the book's")
    if not any(column.notation.known or column.supported for column in known.values()):
        if len(known) > 1:
            known, reasons = {}, ["none of its values is one of the book's"]
        elif len(table.rows) == 1 and not table.rule_table.where:
            known = {c: replace(column, sure=False) for c, column in known.items()}
            reasons.append(str(Doubt(Objection.ONE_VALUE)))
    known = _with_equal_certainty(table, columns, known, unread)
    doubts = list(_doubts(table, columns, known))
    if doubts:
        known = {c: replace(column, sure=False) for c, column in known.items()}
    if known:
        known |= {c: column for c, column in unread.items() if c not in known}
    return Decision(known, "; ".join([*reasons, *map(str, doubts)]))


def _with_equal_certainty(
    table: Candidate, columns: dict[int, Identified], known: KnownColumns, unread: KnownColumns
) -> KnownColumns:
    """The columns with one certainty for all that a name identifies: the table is this one, or it is not.

    If a value of a sure column is the book's, so are the other columns sure; if none is, and another column cannot be
    read or is doubtful, then all are.
    """
    fields = {c: column for c, column in known.items() if c != table.names_in}
    if not any(column.sure for column in fields.values()):
        return known
    if any(column.sure and column.notation.known for column in fields.values()):
        return known | {c: replace(column, sure=True) for c, column in fields.items() if columns[c].is_named}
    if unread or not all(column.sure for column in fields.values()):
        return {c: replace(column, sure=False) for c, column in known.items()}
    return known


def _has_other_unit(table: Candidate, c: int, column: int) -> bool:
    """Whether most values of a field name the unit of another rule: `50 m` is no distance in space."""
    cells, unless = table.cells(c, column), table.rule_table.columns[column].unless
    named = [any(map(str.isdigit, text)) and find_word(words_in(text), unless) for _, text in cells]
    return table.kind(column).is_a(KM) and sum(map(bool, named)) * 2 > len(cells)


def _unread_columns(table: Candidate, columns: dict[int, Identified]) -> Iterator[tuple[int, KnownColumn]]:
    """The columns that a name identifies and of which most cells cannot be read."""
    for c, identified in columns.items():
        if identified.is_named and not table.kind(identified.column).is_a(*NEVER_STATED, CHOICE):
            way = table.notation(c, identified.column)
            if way.fits * 2 < len(way.cells):
                yield c, KnownColumn(identified.column, False, way, read=False)


_NO_FORMULA = re.compile(r"^[+-]?[\d.]+$|, |^[A-Za-z_$][\w$]*+[.:/-][\w$-]++(?:[.:/][\w$-]++)*$")
"""A number, a list, or the name of something that stands elsewhere: `MGT2.Difficulty.Easy`."""


def _are_formulas(way: Notation) -> bool:
    """Whether most cells hold a number among other signs, as a formula or a roll does, and no list or name."""
    formulas = [any(map(str.isdigit, text)) and not _NO_FORMULA.search(text) for _, text in way.cells]
    return sum(formulas) * 2 > len(formulas)


OTHER_ZEROS = (10, 100, Fraction(1, 10), Fraction(1, 100))
"""The ratio to the book's price with one or two zeros too many or too few; three would be another unit."""


def _slips(table: Candidate, columns: dict[int, Identified], known: KnownColumns, unread: KnownColumns) -> KnownColumns:
    """Columns that are wrong throughout in a table whose other columns are all known: a slip, not another thing.

    Prices have other zeros, or numbers are no values of their kind.
    """
    if len(known) < MANY_FIELDS - 1 or not all(column.notation.known == column.cells for column in known.values()):
        return {}
    prices = {}
    for c, identified in columns.items():
        if c not in known and identified.how is How.FIELD and table.kind(identified.column).is_a(CREDITS):
            way = table.notation(c, identified.column)
            if way.cells and not way.unread and all(_times(value, rule) in OTHER_ZEROS for rule, value in way.values):
                prices[c] = KnownColumn(identified.column, True, way)
    numbers = {
        c: replace(column, sure=True, certain=True, read=True)
        for c, column in unread.items()
        if all(is_no_value(column.notation.kind, text, rule) for rule, text in column.notation.cells)
    }
    return prices or numbers


def _is_carrier(table: Candidate, known: KnownColumns) -> bool:
    """Whether a record is of something that carries weapons, and has no field that only a weapon has."""
    field = table.grid.heading(table.names_in).rpartition(".")[2].lower()
    of_weapon = any(column.notation.kind.is_a(DICE, RANGE_BAND, TRAITS) for column in known.values())
    return field in ("weapons", "turrets", "barbettes") and not of_weapon


PERCENT_OF_BANDS, PERCENT_OF_NUMBERS = 55, 85
"""Per cent of the values that must be the book's: beside bands, and beside numbers, where many match by chance."""


def _doubts(table: Candidate, columns: dict[int, Identified], known: KnownColumns) -> Iterator[Doubt]:
    """What makes a table doubtful."""
    rule_table, names_in = table.rule_table, table.names_in
    if not rule_table.complete and not lists_things(rule_table):
        others = (row[names_in].text for n, row in enumerate(table.grid.rows) if n not in table.rows and row)
        is_wrong = any(column.notation.right < column.cells for column in known.values())
        if is_wrong and sum(map(is_telling, others)) >= len(table.rows):
            yield Doubt(Objection.OTHER_ROWS)
    if has_bands(table) and not rows_with_words(table.grid, rule_table.where, table.rows, names_in):
        for column in (column for c, column in known.items() if c != names_in):
            percent = PERCENT_OF_NUMBERS if column.cells > len(rule_table.rows) else PERCENT_OF_BANDS
            if column.notation.known * 100 < column.cells * percent:
                yield Doubt(Objection.BANDS_ALONE)
                break
    named_fields = any(columns[c].how is How.FIELD for c in known)  # they say more than the name of the table
    if (name := name_with_foreign_word(table.grid, rule_table)) and not named_fields:
        yield Doubt(Objection.OTHER_NAME, name)
    if name := name_of_old_rules(table.grid.scopes):
        yield Doubt(Objection.OLD_RULES, name)


# One column: whether it is read, how sure that is, or what speaks against it.


_TELLING_KINDS = (DICE, CREDITS, RANGE_BAND, TRAITS, SYSTEM, SIGNED_PERCENT)
"""Kinds whose values hardly belong to anything else."""


def _judge_column(table: Candidate, c: int, identified: Identified) -> KnownColumn | Doubt:
    """Whether a field is read as the column that it is identified as, and how sure that is; or the objection to it."""
    n, how, things = identified.column, identified.how, lists_things(table.rule_table)
    column, kind = table.rule_table.columns[n], table.kind(n)
    if kind.is_a(*NEVER_STATED):
        return Doubt(Objection.NEVER_STATED)
    field, way = table.grid.heading(c), table.notation(c, n)
    cells, read = len(way.cells), way.readable
    if not cells:
        return Doubt(Objection.EMPTY)
    hint = surroundings(table.grid, table.rule_table, column, field)
    called = hint.side >= 0 and is_called(table, n, field)
    no_rival = not (column.unless or table.rule_table.unless)  # no other rule has DMs for its rows
    says_dm = how is How.SAYS_DM and (hint.side > 0 or (hint.side == 0 and no_rival))
    side = 1 if called or says_dm else hint.side
    remark: Hint | Doubt = hint
    matching = max(way.known, _slipped(way))
    share, share_of_all = Fraction(matching, read), Fraction(matching, cells)
    foreign = name_without_table_word(table.grid, table.rule_table)
    if side > 0 and share_of_all < HALF and not called and not things and foreign:
        side, remark = 0, Doubt(Objection.OTHER_ENDING, foreign)
    telling = _telling_names(table)
    by_itself = how is not How.SURROUNDINGS and cells <= FEW_CELLS and not way.guessed
    mostly_unknown = cells > LONG_COLUMN and share < QUARTER
    sure = (
        called
        or says_dm
        or share >= HALF
        or (telling > 0 and kind.is_a(*_TELLING_KINDS) and (share > 0 or by_itself))
        or (side > 0 and not mostly_unknown and (share > 0 or (telling > 0 and cells <= FEW_CELLS)))
    )
    if kind.is_a(TARGET) and share_of_all < HALF and not called:
        sure = False  # every game has an easy and a hard
    if how is How.MOST_VALUES and not called:
        sure &= way.distinct >= SEVERAL and way.known >= read - 1  # else one more word would be enough
    if how in (How.VALUES, How.MOST_VALUES) and kind.is_a(COUNT) and side <= 0 and not things:
        sure &= way.known == read  # else numbers that look like it, under a name that does not say so
    refusal = _objection(table, c, way, hint)
    if refusal is None and not sure and share == 0 and cells > (FEW_CELLS if side <= 0 else LONG_COLUMN):
        refusal = Doubt(Objection.NONE_MATCH, cells)
    if refusal is not None:
        return refusal
    certain = called or (way.known * 2 >= cells and not foreign)
    return KnownColumn(n, sure, way, side > 0, called, certain, identified=identified, remark=remark)


def column_by_configuration(table: Candidate, c: int, n: int) -> KnownColumn | None:
    """A field as the column given in the configuration; None if it holds no value of its kind."""
    way = table.notation(c, n)
    return KnownColumn(n, True, way, True, certain=True) if way.fits else None


def _objection(table: Candidate, c: int, way: Notation, hint: Hint) -> Doubt | None:
    """What speaks against a column, whatever its name: kind, size, surroundings, siblings, an order."""
    cells = len(way.cells)
    all_known = way.known == cells
    if way.fits * 2 < cells:
        return Doubt(Objection.OTHER_KIND, way.kind.expects)
    if not _has_size_of_book(way):
        return Doubt(Objection.OTHER_SIZE)
    if hint.side < 0:
        matching = way.known if hint.where == "file" else way.right  # the name of a file says less
        if not (matching == cells and way.distinct >= SEVERAL):
            return Doubt(Objection.OTHER_RULE, hint)
    if table.grid.siblings > 1 and not all_known:
        return Doubt(Objection.SIBLINGS, table.grid.siblings)
    if _counts_up([text for _, text in way.cells]) and way.known * 2 < cells:
        return Doubt(Objection.VALUES_COUNT_UP)
    values = list(filter(None, table.grid.texts(c)))
    has_other_rows = table.names_in < c and len(values) >= 2 * cells and len(set(values)) > 1
    if has_other_rows and _counts_up(values) and not all_known:
        return Doubt(Objection.ALL_VALUES_COUNT_UP)
    return None


def _counts_up(texts: list[str]) -> bool:
    """Whether values only count: 0, 1, 2, 3."""
    numbers = [number for text in texts if (number := small_whole(text)) is not None]
    if len(texts) < 4 or len(numbers) < len(texts):
        return False
    return len({b - a for a, b in pairwise(numbers)}) == 1 and texts[0] in ("0", "1")


MOST_TIMES = 8
"""How many times the book's value a value of the same thing can be."""


def _has_size_of_book(way: Notation) -> bool:
    """Whether at least half of the values are about as large as the book's; others are of something else."""
    if way.kind.is_a(DM):
        numbers = [number for _, text in way.cells if (number := small_whole(text)) is not None]
        return sum(abs(number) > MOST_DM for number in numbers) * 2 < len(way.cells)
    if not way.kind.is_a(CREDITS, KM, TONS):
        return True
    inside = [
        Fraction(1, MOST_TIMES) <= times <= MOST_TIMES or is_known_value(rule, value)
        for rule, value in way.values
        if (times := _times(value, rule)) is not None
    ]
    return sum(inside) * 2 >= len(inside)


def _times(value: Value, rule: str) -> Fraction | None:
    """The ratio of a value to the book's; None if one of them is zero or not a number."""
    here, book = _size(value), _size(RAW[rule])
    return here / book if here and book else None


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


def _slipped(way: Notation) -> int:
    """How many cells would have the book's value without a slip that all of them share.

    A slip moves the values by a row, swaps them, reverses their signs, or shifts them all by the same amount.
    """
    cells = len(way.cells)
    if way.is_swapped:
        return cells
    if cells < SHORTEST_SLIP:
        return 0
    values, books = [value for _, value in way.values], [RAW[rule] for rule, _ in way.values]
    if way.kind.is_a(DM) and len(set(values)) > MANY_VALUES:
        pairs = list(zip(values, books, strict=True))
        shifts = {value - book for value, book in pairs if isinstance(value, int) and isinstance(book, int)}
        has_other_sign = all(isinstance(value, int) and -value == book for value, book in pairs)
        if has_other_sign or (len(shifts) == 1 and abs(shifts.pop()) <= MOST_SHIFT):
            return cells
    above = sum(value == book for value, book in zip(values[1:], books, strict=False))
    below = sum(value == book for value, book in zip(values, books[1:], strict=False))
    most = max(above, below)
    return most if most >= cells * MOST_SLIPPED and len(set(books)) > MANY_VALUES + 1 else 0
