"""Facts out of tables in code: each cell of a recognised table is a statement of a rule."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import WrongKind
from engine.rulebook.names import normal
from engine.rulebook.raw import RAW
from engine.rulebook.values import Value
from verify.findings import Fact, Place
from verify.grids import Grid
from verify.recognition.code.candidates import Candidate
from verify.recognition.code.columns import field_column
from verify.recognition.code.critical_effects import has_severities, separate_severities
from verify.recognition.code.recognised_code_table import CodeMatch, KnownColumn
from verify.recognition.code.row_names import has_price, is_telling, lists_things, rows_in_code
from verify.recognition.code.surroundings import why_row_differs
from verify.recognition.values import UNSTATED, is_no_value


def statements(grid: Grid, match: CodeMatch, file: str, said: bool = False) -> Iterator[Fact]:
    """The facts of a table in code, cell by cell.

    A table or a row that names another edition makes its facts doubtful, unless a person said what the table is.
    """
    table = Candidate(grid, match.rule_table, match.names_in, match.rows)
    for n in match.rows:
        facts = list(_row_facts(table, match, n, file, said))
        yield from separate_severities(facts) if has_severities(match.rule_table) else facts


def _row_facts(table: Candidate, match: CodeMatch, n: int, file: str, said: bool) -> Iterator[Fact]:
    """The facts of one row."""
    cells = table.grid.rows[n]
    name = cells[match.names_in]
    row = match.rule_table.rows[match.rows[n]]
    uncited = normal(name.text) in map(normal, row.uncited)
    for c, known in match.known.items():
        rule = row.rules[known.column]
        if not rule or c >= len(cells):
            continue
        cell, kind, book = cells[c], RAW.rule(rule).kind, RAW[rule]
        # a field that is not there has no position
        lacks_value = known.sure and cell.column > 1 and book not in (None, frozenset(), *kind.words)
        # the book has a word there, such as Special, and code nothing
        is_unstated = cell.text.lower() in UNSTATED and book in kind.words
        if table.is_total(n, kind) or is_unstated or not (cell.text or lacks_value):
            continue
        doubtful = not known.sure or (has_price(match.rule_table) and table.is_customised(n, match.known))
        why = why_row_differs(table.grid, n, kind) if not said else ""
        evidence = (*match.evidence, why) if why else tuple(match.evidence)
        place = Place(file, cell.line, cell.column)
        fact = Fact(rule, cell.text, None, place, "code", evidence, doubtful=doubtful or bool(why), row=name.line)
        fact = fact._replace(uncited=uncited)
        if not cell.text:
            yield fact._replace(problem="the cell is empty")
            continue
        try:
            value = known.notation.read(kind, cell.text, rule)
        except WrongKind as wrong:
            is_wrong = known.certain and is_no_value(kind, cell.text, rule)
            yield fact._replace(problem=str(wrong), doubtful=fact.doubtful or not is_wrong)
            continue
        other = _rule_of_same_name(name.text, rule, value) if not known.supported else ""
        yield fact._replace(rule=other or rule, value=value, whole=known.notation.whole)


def meant_row(grid: Grid, match: CodeMatch, n: int) -> int | None:
    """The absent row whose values an unknown row has, if there is just one: `extreme: -4` is Very Long."""
    if lists_things(match.rule_table):
        return None  # many things cost the same
    stated = [(known, text) for c, known in match.known.items() if c != match.names_in and (text := grid.text(n, c))]
    rows = [row for row in match.absent if stated and all(_has_value(match, row, *cell) for cell in stated)]
    return rows[0] if len(rows) == 1 else None


def _has_value(match: CodeMatch, row: int, known: KnownColumn, text: str) -> bool:
    """Whether a text is the value of a row in a column."""
    rule = match.rule_table.rows[row].rules[known.column]
    try:
        return bool(rule) and known.notation.read(RAW.rule(rule).kind, text, rule) == RAW[rule]
    except WrongKind:
        return False


def _rule_of_same_name(name: str, rule: str, value: Value) -> str:
    """The rule of another table that a short name can mean as well, if its value is the one that is stated.

    `particle` is a particle beam in a turret, or a particle barbette.
    """
    if is_telling(name) or value == RAW[rule]:
        return ""
    column = RAW.rule(rule).column
    for rule_table, row in rows_in_code(name).items():
        for other in rule_table.rows[row].rules:
            if other in RAW and other != rule and RAW.rule(other).column == column != "" and RAW[other] == value:
                return other
    return ""


# Values that the code computes: they are not checked, and a finding says so.


def not_read(grid: Grid, match: CodeMatch, file: str) -> Iterator[Fact]:
    """Facts without a value for the rows and fields of a table that the code computes."""
    for rule, name, line, column in _not_read(grid, match):
        if rule in RAW:
            place = Place(file, line, column)
            yield Fact(rule, f"({name})", None, place, "code", (), "the code works it out", computed=True)


def _not_read(grid: Grid, match: CodeMatch) -> Iterator[tuple[str, str, int, int]]:
    """The rules whose values are computed, each with the name that stands for it, and the place of the value."""
    rule_table = match.rule_table
    sure = [known.column for c, known in match.known.items() if c != match.names_in and known.sure]
    if len(sure) == 1 and rule_table.complete:  # the rows whose only value is computed
        for text, line, column in grid.unread:
            row = rows_in_code(text).get(rule_table)
            if row is not None and row not in match.rows.values():
                yield rule_table.rows[row].rules[sure[0]], text, line, column
    for n, field, line, column, _ in grid.gaps if sure else ():  # the fields that other records have
        own = field_column(rule_table, field)
        if (
            n in match.rows
            and own in sure
            and not any(known.column == own and grid.text(n, c) for c, known in match.known.items())
        ):
            yield rule_table.rows[match.rows[n]].rules[own], field, line, column
