"""Recognises tables of documents: which rule table a grid is, and which row and column each cell belongs to.

Row names, headings, the caption and the values are weighed. The same row names can belong to several rule tables, so
the columns and the caption decide.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from engine.rulebook.kinds import CREDITS, DICE, KM, POSTS, PRICE, PROSE, RANGE_BAND, SIGNED_PERCENT, TRAITS
from engine.rulebook.names import normal
from engine.rulebook.raw import RAW
from verify.findings import States
from verify.grids import Grid
from verify.recognition.cell_agreement import accepts, is_known, states
from verify.recognition.recognised_table import Match, cached_by_content, conflict
from verify.recognition.rule_tables import RuleTable, by_key, by_row_name, keys_of, rule_tables
from verify.recognition.values import bare
from verify.recognition.words import says_roll

FEWEST_FITTING = 0.4
"""The share of cells that must be values of their column's kind, unless a caption names the rule table."""
CLEAR_LEAD = 0.25
"""By how much a match must score more than a rival that contradicts it."""
MOST_NAME_COLUMNS = 3
"""Columns among which the row names are looked for."""
TENTHS_OF_ROWS = 7
"""Tenths of the rows that must be known if nothing but a heading says what a table is."""
ROWS, COLUMNS, FITTING, AGREEING = 5, 1.5, 1.5, 1.5
"""What the shares of known rows, of columns, of cells that fit and of cells that agree add to the score."""
CAPTION, HEADING, LATER_NAMES = 1.0, 0.5, 0.3
"""What a caption and a heading add to the score, and what each column before that of the names takes off."""


@cached_by_content
def recognise_document_table(grid: Grid) -> tuple[Match | None, list[Match]]:
    """The rule table that a grid is, if it is one beyond doubt, and the best guesses."""
    guesses = sorted(_matches(grid), key=lambda match: -match.score)
    if not guesses:
        return None, []
    best = guesses[0]
    rival = next((match for match in guesses if match.rule_table is not best.rule_table), None)
    is_clear = rival is None or best.score - rival.score > CLEAR_LEAD or not conflict(best, rival)
    full_rows = sum(any(cell.text for cell in row) for row in grid.rows)
    if _has_enough_evidence(best, grid) and is_clear and len(best.rows) * 2 >= full_rows:
        _align(best, grid)
        return best, guesses
    return None, guesses


def _has_enough_evidence(match: Match, grid: Grid) -> bool:
    """Whether the rows, columns and values of a match are enough to take a grid for the rule table."""
    if not match.columns or match.other or len(match.rows) < min(2, len(match.rule_table.rows)):
        return False
    if match.fits < FEWEST_FITTING and not match.captioned:
        return False
    heading = bare(grid.heading(match.names_in))
    is_numbered = all(bare(grid.text(n, match.names_in)).isdecimal() for n in match.rows)
    if is_numbered and not match.captioned and heading and not says_roll(heading):
        return False
    if match.columns.keys() != {match.names_in}:
        return True
    # no other column is known: the heading over the row names must be the rule table's, and most rows be its rows
    is_headed = match.rule_table.find_column(heading) is not None or normal(heading) in match.rule_table.headings
    return is_headed and len(match.rows) * 10 >= len(grid.rows) * TENTHS_OF_ROWS


def _matches(grid: Grid) -> Iterator[Match]:
    """Every rule table that a grid may be: those with a row of one of its names, or of the value that a name states."""
    for names_in in range(min(grid.width, MOST_NAME_COLUMNS)):
        names = list(map(bare, grid.texts(names_in)))
        known: dict[RuleTable, None] = {}
        for name in filter(None, names):
            known.update(dict.fromkeys(by_row_name().get(normal(name), ())))
            for value in keys_of(name):
                known.update(dict.fromkeys(by_key().get(value, ())))
        for rule_table in known:
            rows = {
                n: row for n, name in enumerate(names) if name and (row := _row_named(rule_table, name)) is not None
            }
            if rows:
                yield _match(grid, rule_table, names_in, rows, sum(map(bool, names)))


_PARTS = re.compile(r"(?<!\s)\s*(?:/|,|\bor\b|\(|\))\s*")


def _row_named(rule_table: RuleTable, name: str) -> int | None:
    """The row with this name, with one of the names in it (`Trees (trunk)`), or with the band or time it states."""
    row = rule_table.find_row(name)
    if row is None and not name.isdecimal():
        rows = {match for part in _PARTS.split(name) if part and (match := rule_table.find_row(part)) is not None}
        row = rows.pop() if len(rows) == 1 else rule_table.row_by_words(name)
    if row is None and rule_table.keys:
        row = next((rule_table.keys[value] for value in keys_of(name) if value in rule_table.keys), None)
    return row


def _match(grid: Grid, rule_table: RuleTable, names_in: int, rows: dict[int, int], named: int) -> Match:
    """A grid as a rule table, with its score; `named` is how many of its rows have a name."""
    columns = _columns_by_heading(grid, rule_table, names_in)
    columns |= _columns_by_values(grid, rule_table, names_in, rows, columns)
    cells = [
        (rule_table.columns[column], rule_table.rows[row].rules[column], text)
        for n, row in rows.items()
        for c, column in columns.items()
        if (text := grid.text(n, c))
    ]
    readable = [accepts(column.kind, text) for column, _, text in cells if column.kind is not None]
    stated = [(rule, text) for column, rule, text in cells if rule in RAW and column.states is States.VALUE]
    fits = sum(readable) / len(readable) if readable else 0.5
    agreeing = sum(states(rule, text) for rule, text in stated) / max(1, len(stated))
    unknown = [not is_known(rule, text) for rule, text in stated]
    mostly_unknown = len(unknown) > 2 and sum(unknown) * 2 > len(unknown)
    captioned = any(name in normal(text) for name in rule_table.names for text in grid.context[-2:])
    score = (
        ROWS * len(rows) / named
        + len(rows) / len(rule_table.rows)
        + COLUMNS * len(columns) / max(1, len(grid.header) - 1, len(rule_table.columns))
        + FITTING * fits
        + AGREEING * agreeing
        + CAPTION * captioned
        + HEADING * (normal(grid.heading(names_in)) in rule_table.headings)
        - LATER_NAMES * names_in
    )
    evidence = [
        f"{len(rows)} of {named} rows are rows of {rule_table.title}",
        f"columns: {', '.join(rule_table.columns[c].title for c in columns.values()) or 'none known'}",
    ]
    if captioned:
        evidence.append(f"the caption names it: {grid.context[-1]}")
    other = not captioned and (mostly_unknown or (len(unknown) == 2 and all(unknown)))
    return Match(rule_table, names_in, columns, rows, score, fits, evidence, captioned, other)


def _columns_by_heading(grid: Grid, rule_table: RuleTable, names_in: int) -> dict[int, int]:
    """Columns identified by their headings, and the last one by elimination."""
    columns: dict[int, int] = {}
    for n, cell in enumerate(grid.header):
        column = rule_table.find_column(bare(cell.text))
        if n != names_in and column is not None and column not in columns.values():
            columns[n] = column
    names = [text for text in grid.texts(names_in) if text]
    key_columns = (rule_table.find_column(bare(grid.heading(names_in))), rule_table.key)
    for column in (column for column in key_columns if column is not None):
        kind = rule_table.columns[column].kind
        if kind is not None and sum(accepts(kind, text) for text in names) * 2 > len(names):
            if column not in columns.values():  # the row names are its values, such as the bands of a roll
                columns[names_in] = column
            break
    rest = [n for n in range(len(grid.header)) if n != names_in and n not in columns]
    free = [c for c in range(len(rule_table.columns)) if c not in columns.values()]
    if len(rest) == 1 and len(free) == 1 and not columns.keys() - {names_in} and len(rule_table.columns) <= 2:
        columns[rest[0]] = free[0]
    return columns


_TELLING_KINDS = (CREDITS, DICE, TRAITS, KM, PRICE, SIGNED_PERCENT, POSTS, RANGE_BAND)
"""Kinds whose values are hardly ever those of another column."""


def _columns_by_values(
    grid: Grid, rule_table: RuleTable, names_in: int, rows: dict[int, int], known: dict[int, int]
) -> dict[int, int]:
    """Columns under an unknown heading that the caption, `Range DMs`, or their values identify.

    Half of the cells must have the book's values if those are telling, nearly all of them if not. Zeros and ones alone
    could be anything, so that several values must differ.
    """
    caption = normal(" ".join(grid.context[-2:]))
    identified: dict[int, int] = {}
    for c in (c for c in range(len(grid.header)) if c != names_in and c not in known):
        cells = [(row, text) for n, row in rows.items() if (text := grid.text(n, c))]
        values = {}
        for k, column in enumerate(rule_table.columns):
            kind, taken = column.kind, k in known.values() or k in identified.values()
            if cells and not taken and kind and not kind.is_a(PROSE) and all(accepts(kind, text) for _, text in cells):
                rules = ((rule_table.rows[row].rules[k], text) for row, text in cells)
                values[k] = [RAW[rule] for rule, text in rules if states(rule, text)]
        names = {k: rule_table.columns[k].names for k in values if not grid.heading(c)}
        captioned = [k for k in names if any(len(name) > 1 and name in caption for name in names[k])]
        best = max(values, key=lambda k: len(values[k]), default=None)
        if len(captioned) == 1:
            identified[c] = captioned[0]
        elif best is not None and rule_table.columns[best].is_a(*_TELLING_KINDS):
            if sum(map(bool, values[best])) >= 2 and len(values[best]) * 2 >= len(cells):
                identified[c] = best
        elif best is not None and len(values[best]) * 10 >= len(cells) * 8 and len(set(values[best])) >= 3:
            identified[c] = best
    return identified


ALIKE = 0.75
"""How much alike two names are, from 0 to 1, if one is the other misspelt."""


def _align(match: Match, grid: Grid) -> None:
    """Pair printed rows without a known name with the rows that are missing between the same neighbours."""
    known, last = match.rows, len(match.rule_table.rows)
    full = {n: texts for n, row in enumerate(grid.rows) if (texts := [cell.text for cell in row if cell.text])}
    headings = match.rule_table.headings  # one may stand among the rows
    extra = [n for n, texts in full.items() if n not in known and (len(texts) > 1 or normal(texts[0]) not in headings)]
    absent = [row for row in range(last) if row not in known.values()]
    if list(known.values()) == sorted(known.values()) and len(extra) <= last:
        for n in extra:
            above = max((k for k in known if k < n), default=-1)
            below = min((k for k in known if k > n), default=len(grid.rows))
            candidates = [row for row in absent if known.get(above, -1) < row < known.get(below, last)]
            extra_between = [k for k in extra if above < k < below]
            if len(candidates) == len(extra_between):
                row = candidates[extra_between.index(n)]
                if _could_be(match, grid, n, row):
                    match.renamed[n] = row
    match.strangers = [n for n in extra if n not in match.renamed]
    match.absent = [row for row in absent if row not in match.renamed.values()]


def _could_be(match: Match, grid: Grid, n: int, row: int) -> bool:
    """Whether a printed row can be a row under another name: a name much like it, or mostly its values."""
    name, known = bare(grid.text(n, match.names_in)), match.rule_table.rows[row]
    if match.names_in in match.columns or name.isdecimal():
        return True
    if SequenceMatcher(None, normal(name), normal(known.name)).ratio() > ALIKE:
        return True
    cells = [(column, c) for c, column in match.columns.items() if c < len(grid.rows[n]) and known.rules[column]]
    stated = [
        match.rule_table.columns[column].states is States.VALUE and states(known.rules[column], grid.text(n, c))
        for column, c in cells
    ]
    return sum(stated) * 2 > len(stated)


def nearest_rule_table(grid: Grid) -> str:
    """The title of the rule table that a grid is most like, if it is like any."""
    _, guesses = recognise_document_table(grid)
    if guesses:
        return guesses[0].rule_table.title
    context = {word for text in grid.context[-2:] for word in bare(text).lower().split() if len(word) > 3}
    scored = [(len(context & set(rule_table.title.lower().split())), rule_table.title) for rule_table in rule_tables()]
    return max(scored)[1] if max(scored)[0] else ""
