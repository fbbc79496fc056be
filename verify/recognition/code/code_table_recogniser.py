"""Recognition of tables in code: which rule table a grid of literals is, by its names, fields and surroundings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from engine.rulebook.kinds import FACTOR
from engine.rulebook.names import normal
from engine.rulebook.raw import RAW
from engine.rulebook.values import Band
from verify.grids import POSITION, Grid, Passage
from verify.recognition.code.candidates import (
    MOST_NAME_FIELDS,
    MOVED_BANDS,
    NAME_FIELDS,
    Candidate,
    band_of,
    has_bands,
)
from verify.recognition.code.columns import identify_columns
from verify.recognition.code.evidence import column_by_configuration, decide_columns, has_enough_rows
from verify.recognition.code.recognised_code_table import CodeMatch, How, Identified
from verify.recognition.code.row_names import (
    has_keys,
    is_rolled,
    is_telling,
    lists_things,
    row_in_code,
    row_names,
    rows_in_code,
    rows_needed,
    rule_tables_in_code,
)
from verify.recognition.code.surroundings import rows_with_words
from verify.recognition.recognised_table import cached_by_content, conflict
from verify.recognition.rule_tables import RuleTable, keys_of
from verify.recognition.words import find_word, words_in

CLEAR_LEAD = 0.5
"""By how much a match must score more than a rival that contradicts it."""


@cached_by_content
def recognise_code_table(grid: Grid) -> tuple[CodeMatch | None, list[CodeMatch]]:
    """The rule table that a grid of literals is, if the code around it supports that, and the best guesses."""
    guesses = sorted(_matches(grid), key=lambda match: -match.score)
    return _choose(grid, guesses), guesses


def recognise_as(grid: Grid, name: str) -> CodeMatch | None:
    """A grid as the rule table, or the column of it, that a person says it is: `space/range-bands/attack-dm`."""
    rule_table, only = _rule_table_or_column(name)
    matches = []
    for names_in in range(grid.width):
        names = row_names(grid.texts(names_in))
        table = Candidate(grid, rule_table, names_in, _rows(grid, rule_table, names_in, names))
        fields = identify_columns(table) if table.rows else {}
        if only is not None:
            others = [c for c in range(len(grid.header)) if c != names_in and table.cells(c, only)]
            fields = dict.fromkeys(others[:1], Identified(only, How.CONFIGURATION))
        columns = ((c, column_by_configuration(table, c, field.column)) for c, field in fields.items())
        known = {c: column for c, column in columns if column is not None}
        matches.append(CodeMatch(rule_table, names_in, {}, table.rows, 0, known=known))
    best = max(matches, key=lambda match: len(match.rows) * len(match.known), default=None)
    if best is None or not best.known:
        return None
    best.reason = "the configuration says so"
    _complete(best, grid, set(best.rows))
    return best


def _rule_table_or_column(name: str) -> tuple[RuleTable, int | None]:
    """The rule table that a configuration names, and the column if it names one of its columns."""
    for rule_table in rule_tables_in_code():
        if name == rule_table.id:
            return rule_table, None
        for n, column in enumerate(RAW.tables[rule_table.id].columns if rule_table.id in RAW.tables else ()):
            if name == f"{rule_table.id}/{column.id}":
                return rule_table, n
    raise ValueError(name)


def _choose(grid: Grid, guesses: list[CodeMatch]) -> CodeMatch | None:
    """The best match whose columns are known, with the other tables that the same records state."""
    matches = [match for match in guesses if match.known]
    matches = [match for match in matches if any(column.read for column in match.known.values())] or matches
    if not matches:
        return None
    best = max(matches, key=lambda match: (any(column.sure for column in match.known.values()), match.score))
    for rival in matches:
        if rival.rule_table is best.rule_table or not conflict(best, rival) or best.score - rival.score > CLEAR_LEAD:
            continue
        best.known = {c: replace(column, sure=False) for c, column in best.known.items()}
        best.reason += f"; it could be {rival.rule_table.title} as well"
    cells = set(_cells(best))
    for other in matches:
        if other.rule_table is not best.rule_table and cells.isdisjoint(_cells(other)):
            best.also.append(other)
            cells.update(_cells(other))
    taken = {n for match in (best, *best.also) for n in match.rows}
    for match in (best, *best.also):
        _complete(match, grid, taken)
    return best


def _cells(match: CodeMatch) -> Iterator[tuple[int, int]]:
    """The cells that a table in code is read from."""
    return ((n, c) for n in match.rows for c, column in match.known.items() if column.read)


_NOTHING = ("0", "+0", "none", "null", "nil", "[]")
"""Values that change nothing: `none: 0` adds no row to a table."""
_NO_FACTOR = (*_NOTHING, "1", "x1", "×1")
"""Factors that change nothing."""


def _complete(match: CodeMatch, grid: Grid, taken: set[int]) -> None:
    """Adds to a match its evidence, the rows that are not the rule table's, and those that it lacks."""
    match.columns = {c: known.column for c, known in match.known.items()}
    match.evidence.append(match.reason)
    full = [n for n, text in enumerate(grid.texts(match.names_in)) if text]
    match.strangers = [n for n in full if n not in taken and not _changes_nothing(match, grid.rows[n])]
    last = len(match.rule_table.rows) - 1
    match.absent = [row for row in range(last + 1) if row not in match.rows.values()]
    if match.absent == [last] and any(known.notation.is_end for known in match.known.values()):
        match.absent = []  # if only ends are given, the last band has none
    if match.names_in and not any(head.text for head in grid.header):
        first: dict[int, int] = {}  # from numbers to names: the band of each name begins at its first number
        for n, row in match.rows.items():
            first.setdefault(row, n)
        match.rows = {n: row for row, n in first.items()}


def _changes_nothing(match: CodeMatch, row: list[Passage]) -> bool:
    """Whether all values of a row change nothing."""
    values = ((match.rule_table.columns[column], row[c].text) for c, column in match.columns.items() if c < len(row))
    return all(text.lower() in (_NO_FACTOR if column.is_a(FACTOR) else _NOTHING) for column, text in values)


# The matches of a grid


def _field_of_things(grid: Grid) -> int | None:
    """The field that names a thing, such as a weapon, in most records; the other fields are then the thing's."""
    if not any(head.text for head in grid.header):
        return None
    for c, head in enumerate(grid.header[:MOST_NAME_FIELDS]):
        names = list(filter(None, grid.texts(c)))
        things = sum(any(map(lists_things, rows_in_code(name))) for name in names if is_telling(name))
        if things * 2 > len(names) and (not head.text or head.text.rpartition(".")[2].lower() in NAME_FIELDS):
            return c
    return None


def _matches(grid: Grid) -> Iterator[CodeMatch]:
    things_in = _field_of_things(grid)
    for names_in in range(min(grid.width, MOST_NAME_FIELDS)):
        field = grid.heading(names_in)
        if names_in > 1 and not field.isdecimal() and field.rpartition(".")[2].lower() not in NAME_FIELDS:
            continue
        names = _with_table_name(row_names(grid.texts(names_in)), grid)
        for rule_table in _tables_with_rows(names, names_in, field):
            if things_in is not None and names_in != things_in and not lists_things(rule_table):
                continue  # the range of a weapon is no row of the table of ranges
            table = Candidate(grid, rule_table, names_in, _rows(grid, rule_table, names_in, names))
            named = [names[n] for n in table.rows]
            has_rival = any(len(rows_in_code(name)) != 1 for name in named)
            if has_rival or sum(map(is_telling, named)) < MANY_TELLING:
                near = rows_with_words(grid, rule_table.where, table.rows, names_in)
                if near:  # and the rows whose name only this table has, and that mention no other mount
                    own = {n: row for n, row in table.rows.items() if set(rows_in_code(names[n])) == {rule_table}}
                    cells = {n: [words_in(cell.text) for cell in grid.rows[n]] for n in own}
                    near |= {n: own[n] for n in own if not any(find_word(words, _MOUNTS) for words in cells[n])}
                rows = near or (table.rows if has_bands(table) else {})
                table = Candidate(grid, rule_table, names_in, rows)
            if table.rows:
                yield _match(table)


_MOUNTS = ("bay", "turret", "spinal", "launcher", "vehicle", "pod", "magazine", "ammunition")
"""Words for other mounts that a weapon of the same name can be for."""


def _with_table_name(names: list[str], grid: Grid) -> list[str]:
    """Numbers with the name above them, if there are rows of such names: `fireControl: {1: …}`."""
    if all(name.isdecimal() and len(name) == 1 for name in names):
        for where, text in grid.scopes[-2:]:
            if where in ("name", "key", "class") and rows_in_code(f"{text}/{names[0]}"):
                return [f"{text}/{name}" for name in names]
    return names


MANY_TELLING = 4
"""Names that say what they mean and that only one table has; so many need no word near the table."""


def _tables_with_rows(names: list[str], names_in: int, field: str) -> list[RuleTable]:
    """The rule tables of which enough rows are named."""
    hits: dict[RuleTable, set[int]] = {}
    if field == POSITION and len(names) > 4:
        ordered = (table for table in rule_tables_in_code() if table.complete and not lists_things(table))
        hits = {table: set(range(len(names))) for table in ordered if len(table.rows) == len(names)}
    rolled = field == POSITION or is_rolled(field)
    for name in (name for name in names if name and (rolled or not name.isdecimal())):
        by_key = _rows_by_key(name) if names_in == 0 and len(names) > 2 and any(map(str.isdigit, name)) else {}
        for rule_table, row in (*rows_in_code(name).items(), *by_key.items()):
            hits.setdefault(rule_table, set()).add(row)
    enough = 2 if sum(map(is_telling, names)) > 1 else len(names)
    return [
        rule_table
        for rule_table, rows in hits.items()
        if len(rows) >= min(rows_needed(rule_table), len(names) - _movable_bands(rule_table, names), enough)
    ]


def _movable_bands(rule_table: RuleTable, names: list[str]) -> int:
    """How many bands of a table may differ from the book's: those of one edge, if a word near it must support it."""
    return MOVED_BANDS if has_keys(rule_table) and rule_table.where and len(names) == len(rule_table.rows) else 0


@lru_cache(maxsize=4096)
def _rows_by_key(name: str) -> dict[RuleTable, int]:
    """The rows of all tables whose band a name in code is, or holds: a score of 4 is in 3-5."""
    rows = ((rule_table, _row_by_key(rule_table, name)) for rule_table in rule_tables_in_code() if has_keys(rule_table))
    return {rule_table: row for rule_table, row in rows if row is not None}


def _row_by_key(rule_table: RuleTable, name: str) -> int | None:
    bands = [(band, row) for band, row in rule_table.keys.items() if isinstance(band, Band)]
    for value in keys_of(name):
        if value in rule_table.keys:
            return rule_table.keys[value]
        if isinstance(value, Band) and (value.low == value.high or (value.low is None and value.high == 0)):
            return next((row for band, row in bands if band.holds(value.high or 0)), None)
    return None


def _rows(grid: Grid, rule_table: RuleTable, names_in: int, names: list[str]) -> dict[int, int]:
    """Which row of a rule table each row of a grid is."""
    if grid.header[0].text == POSITION and len(names) == len(rule_table.rows):
        return {n: n for n in range(len(names))}
    keyed = has_keys(rule_table) and names_in == 0
    rows = {}
    for n, name in enumerate(names):
        row = row_in_code(rule_table, name) if name else None
        if row is None and name and keyed:
            row = _rows_by_key(name).get(rule_table)
        if row is not None:
            rows[n] = row
    rows = _without_other_things(rule_table, names, rows)
    return dict(sorted((rows | _rows_with_moved_edges(rule_table, names, rows)).items())) if keyed and rows else rows


def _without_other_things(rule_table: RuleTable, names: list[str], rows: dict[int, int]) -> dict[int, int]:
    """The rows without those that have another name of a thing whose own name stands there too.

    A missile beside a missile rack is ammunition.
    """
    own = {normal(rule_table.rows[row].name): row for row in set(rows.values())}
    named = {own[name] for name in map(normal, names) if name in own}
    others = {name: row for row in named for name in rule_table.rows[row].names if name not in own}
    return {n: row for n, row in rows.items() if others.get(normal(names[n])) != row}


def _rows_with_moved_edges(rule_table: RuleTable, names: list[str], rows: dict[int, int]) -> dict[int, int]:
    """Bands of which some edges are moved, in ascending order.

    They are as many as are missing, and all others are the book's; or, if a word near the table must support it too,
    the table has all its bands, and half of the edges are the book's.
    """
    bands = {n: band for n, name in enumerate(names) if (band := band_of(name)) is not None}
    lows = {n: (band.low is not None, band.low or 0) for n, band in bands.items()}
    order = sorted(bands, key=lows.__getitem__)
    odd = [n for n in order if n not in rows]
    absent = [row for row in range(len(rule_table.rows)) if row not in rows.values()]
    if len(absent) > len(odd) and absent[-1] == len(rule_table.rows) - 1:
        absent = absent[:-1]  # the last band is often a default elsewhere
    if not odd or not rows.keys() <= bands.keys():
        return {}
    if len(odd) == len(absent) <= MOVED_BANDS:
        moved = dict(zip(odd, absent, strict=True))
        in_order = [row for _, row in sorted((rows | moved).items(), key=lambda item: lows[item[0]])]
        return moved if in_order == sorted(in_order) else {}
    ends = [high for n in order if (high := bands[n].high) is not None]
    book = {band.high for band in rule_table.keys if isinstance(band, Band)}
    is_whole = rule_table.where and len(order) == len(names) == len(rule_table.keys)
    if not is_whole or ends != sorted(ends) or len(book.intersection(ends)) * 2 < len(rule_table.keys) - 1:
        return {}
    return {n: row for row, n in enumerate(order)}


ROWS, COLUMNS, VALUES, HEADING = 5, 1.5, 1.5, 0.5
"""What the share of known rows, of columns and of readable and known values adds to the score, and a heading."""
LATER_NAMES = 0.3
"""By how much the rows count less for each column before that of the names."""


def _match(table: Candidate) -> CodeMatch:
    """A match with its score: most rows, then most columns, then most values that are the book's."""
    grid, rule_table, names_in, rows = table.grid, table.rule_table, table.names_in, table.rows
    full = table.named_rows
    score = (ROWS - LATER_NAMES * names_in) * len(rows) / full + len(rows) / len(rule_table.rows)
    match = CodeMatch(rule_table, names_in, {}, rows, score)
    match.evidence = [f"{len(rows)} of {full} rows are rows of {rule_table.title}"]
    if not has_enough_rows(table):
        match.reason = f"only {len(rows)} of its {full} rows are rows of {rule_table.title}"
        return match
    fields = identify_columns(table)
    match.known, match.reason, match.other_game = decide_columns(table, fields)
    readable = {c: column for c, column in match.known.items() if column.read}
    match.columns = {c: column.column for c, column in (readable or match.known or fields).items()}
    match.score += COLUMNS * len(match.columns) / max(1, len(grid.header) - 1, len(rule_table.columns))
    if cells := sum(column.notation.fits for column in readable.values()):
        match.score += VALUES + VALUES * sum(column.notation.known for column in readable.values()) / cells
    match.score += HEADING * (normal(grid.heading(names_in)) in rule_table.headings)
    titles = (rule_table.columns[column].title for column in match.columns.values())
    match.evidence.append(f"columns: {', '.join(titles) or 'none known'}")
    return match
