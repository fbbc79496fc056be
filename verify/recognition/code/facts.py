"""The few rows of a table in code that have no entry of their own: what the code comes to otherwise stands for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.errors import WrongKind
from engine.rulebook.kinds import DM
from engine.rulebook.names import small_whole
from engine.rulebook.raw import RAW
from engine.rulebook.values import Value
from verify.findings import Fact, Place
from verify.grids import Grid, Passage
from verify.recognition.code.candidates import Candidate
from verify.recognition.code.columns import field_column
from verify.recognition.code.critical_effects import has_severities, separate_severities
from verify.recognition.code.match import CodeMatch
from verify.recognition.code.notations import MOST_DM
from verify.recognition.code.row_names import has_price, is_telling, rows_in_code
from verify.recognition.code.surroundings import why_row_differs
from verify.recognition.values import is_no_value


def what_is_left(grid: Grid, match: CodeMatch, file: str) -> Iterator[Fact]:
    """What a table states of the rows that it lacks by what it comes to otherwise: `else -6`, `?? -6`.

    Nothing, or what another row has, may only be for what is none of them. Of several rows it states what they have in
    common, if they are the lesser part of the table.
    """
    values = [(c, known) for c, known in match.known.items() if c != match.names_in]
    cell = grid.otherwise
    if cell is None or len(values) != 1 or not match.rule_table.complete:
        return
    if match.strangers:
        return  # one of them may be the missing row, under a name of its own
    (c, known), rows = values[0], [match.rule_table.rows[row] for row in match.absent]
    rules = [row.rules[known.column] for row in rows if known.column < len(row.rules) and row.rules[known.column]]
    table = Candidate(grid, match.rule_table, match.names_in, match.rows)
    others = {text.lstrip("+") for _, text in table.cells(c, known.column)}
    if not _are_meant(rules, match) or cell.text.lstrip("+-0") == "" or cell.text.lstrip("+") in others:
        return
    number = small_whole(cell.text)
    if RAW.rule(rules[0]).kind.is_a(DM) and number is not None and abs(number) > MOST_DM:
        return  # a sign that something is wrong
    names = [row.name for row in rows]
    told = (*match.evidence, f"what it comes to otherwise, as it has all rows but {' and '.join(names)}")
    for rule in rules:
        try:
            value = known.notation.read(RAW.rule(rule).kind, cell.text, rule)
        except WrongKind:
            return
        place = Place(file, cell.line, cell.column)
        yield Fact(rule, cell.text, value, place, "code", told, doubtful=not known.sure, row=cell.line)


def _are_meant(rules: list[str], match: CodeMatch) -> bool:
    """Whether the rows that a table lacks are one, or few that have the same value."""
    few = len(rules) * 2 < len(match.rule_table.rows) and len(rules) == len(match.absent)
    return len(rules) == 1 == len(match.absent) or (len(rules) > 1 and few and len({RAW[rule] for rule in rules}) == 1)


# Facts out of tables in code: each cell of a recognised table states a rule.


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
