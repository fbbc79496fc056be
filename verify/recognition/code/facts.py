"""Facts out of tables in code: each cell of a recognised table is a statement of a rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.errors import WrongKind
from engine.rulebook.raw import RAW
from engine.rulebook.values import Value
from verify.findings import Fact, Place
from verify.grids import Grid, Passage
from verify.recognition.code.candidates import Candidate
from verify.recognition.code.columns import field_column
from verify.recognition.code.critical_effects import has_severities, separate_severities
from verify.recognition.code.match import CodeMatch
from verify.recognition.code.row_names import has_price, is_telling, rows_in_code
from verify.recognition.code.surroundings import why_row_differs
from verify.recognition.values import is_no_value

_UNSTATED = ("null", "none", "nil", "undefined")


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
    rules = match.rule_table.rows[match.rows[n]].rules
    for c, known in match.known.items():
        rule = rules[known.column] if known.column < len(rules) else ""
        if not rule or c >= len(cells):
            continue
        cell, kind = cells[c], RAW.rule(rule).kind
        if not cell.text and not (known.sure and _lacks_value(cell, rule)):
            continue
        if table.is_total(n, kind):
            continue
        if cell.text.lower() in _UNSTATED and RAW[rule] in kind.words:
            continue  # the book has a word there, such as Special, and code nothing
        doubtful = not known.sure or (has_price(match.rule_table) and table.is_customised(n, match.known))
        why = why_row_differs(table.grid, n, kind) if not said else ""
        evidence = (*match.evidence, why) if why else tuple(match.evidence)
        place = Place(file, cell.line, cell.column)
        fact = Fact(rule, cell.text, None, place, "code", evidence, doubtful=doubtful or bool(why), row=name.line)
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


def _lacks_value(cell: Passage, rule: str) -> bool:
    """Whether an empty cell lacks a value that the book has; a field that is not there has no position."""
    return cell.column > 1 and RAW[rule] not in (None, frozenset(), *RAW.rule(rule).kind.words)


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


class Unread(NamedTuple):
    """A rule whose value was not read, the name that stands for it, and the place of the value."""

    rule: str
    name: str
    line: int
    column: int


def not_read(grid: Grid, match: CodeMatch, file: str) -> Iterator[Fact]:
    """Facts without a value for the rows and fields of a table that the code computes."""
    for rule, name, line, column in (*_unread_rows(grid, match), *_unread_fields(grid, match)):
        if rule in RAW:
            place = Place(file, line, column)
            yield Fact(rule, f"({name})", None, place, "code", (), "the code works it out", computed=True)


def _unread_rows(grid: Grid, match: CodeMatch) -> Iterator[Unread]:
    """The rows whose only value is computed."""
    columns = [known.column for c, known in match.known.items() if c != match.names_in and known.sure]
    if len(columns) != 1 or not match.rule_table.complete:
        return
    for text, line, column in grid.unread:
        row = rows_in_code(text).get(match.rule_table)
        rules = match.rule_table.rows[row].rules if row is not None and row not in match.rows.values() else ()
        if columns[0] < len(rules):
            yield Unread(rules[columns[0]], text, line, column)


def _unread_fields(grid: Grid, match: CodeMatch) -> Iterator[Unread]:
    """The fields of records that are computed, if other records have them or other fields are known."""
    sure = {known.column for c, known in match.known.items() if c != match.names_in and known.sure}
    if not sure:
        return
    for n, field, line, column, is_computed in grid.gaps:
        if n not in match.rows or (own := field_column(match.rule_table, field)) is None:
            continue
        rules, cells = match.rule_table.rows[match.rows[n]].rules, grid.rows[n]
        is_read = any(known.column == own and c < len(cells) and cells[c].text for c, known in match.known.items())
        is_wanted = own in sure or (is_computed and len(sure) > 1)
        if is_wanted and not is_read and own < len(rules):
            yield Unread(rules[own], field, line, column)
