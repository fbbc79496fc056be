"""The few rows of a table in code that have no entry of their own: what the code comes to otherwise stands for them."""

from __future__ import annotations

from collections.abc import Iterator

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
    if cell is None or len(values) != 1 or not match.shape.complete:
        return
    if match.strangers:
        return  # one of them may be the missing row, under a name of its own
    (c, known), rows = values[0], [match.shape.rows[row] for row in match.absent]
    rules = [row.rules[known.column] for row in rows if known.column < len(row.rules) and row.rules[known.column]]
    table = Candidate(grid, match.shape, match.names_in, match.rows)
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
    few = len(rules) * 2 < len(match.shape.rows) and len(rules) == len(match.absent)
    return len(rules) == 1 == len(match.absent) or (len(rules) > 1 and few and len({RAW[rule] for rule in rules}) == 1)


# Facts out of tables in code: each cell of a recognised table is a statement of a rule.


_UNSAID = ("null", "none", "nil", "undefined")


def statements(grid: Grid, match: CodeMatch, file: str, said: bool = False) -> Iterator[Fact]:
    """What a table in code states, cell by cell; what it says of itself counts unless a person said what it is."""
    table = Candidate(grid, match.shape, match.names_in, match.rows)
    for n in match.rows:
        facts = list(_row(table, match, n, file, said))
        yield from separate_severities(facts) if has_severities(match.shape) else facts


def _row(table: Candidate, match: CodeMatch, n: int, file: str, said: bool) -> Iterator[Fact]:
    """What one row states."""
    grid, evidence = table.grid, tuple(match.evidence)
    line = grid.rows[n][match.names_in].line
    rules = match.shape.rows[match.rows[n]].rules
    for c, known in match.known.items():
        rule = rules[known.column] if known.column < len(rules) else ""
        if not rule or c >= len(grid.rows[n]):
            continue
        cell, kind = grid.rows[n][c], RAW.rule(rule).kind
        if not cell.text and not (known.sure and _is_empty(cell, rule)):
            continue
        if table.is_total(n, kind):
            continue
        place = Place(file, cell.line, cell.column)
        if cell.text.lower() in _UNSAID and RAW[rule] in kind.words:
            continue  # the book has a word there, such as Special, and code nothing
        doubtful = not known.sure or (has_price(match.shape) and table.is_customised(n, match.known))
        why = why_row_differs(grid, n, kind) if not said else ""
        told = (*evidence, why) if why else evidence
        made = Fact(rule, cell.text, None, place, "code", told, doubtful=doubtful or bool(why), row=line)
        if not cell.text:
            yield made._replace(problem="the cell is empty")
            continue
        try:
            value = known.notation.read(kind, cell.text, rule)
        except WrongKind as wrong:
            wrong_kind = known.certain and is_no_value(kind, cell.text, rule)
            yield made._replace(problem=str(wrong), doubtful=made.doubtful or not wrong_kind)
            continue
        other = _also_called(grid.rows[n][match.names_in].text, rule, value) if not known.supported else ""
        yield made._replace(rule=other or rule, value=value, whole=known.notation.whole)


def _is_empty(cell: Passage, rule: str) -> bool:
    """Whether nothing stands in a cell where the book has a value; a field that is not there has no column."""
    return cell.column > 1 and RAW[rule] not in (None, frozenset(), *RAW.rule(rule).kind.words)


# What is there and was not read: it is not checked, and that is told

_WORKED_OUT = "the code works it out"


def not_read(grid: Grid, match: CodeMatch, file: str) -> Iterator[Fact]:
    """Rows and fields of a table whose values the code works out."""
    for rule, name, line, column in (*_rows_not_read(grid, match), *_fields_not_read(grid, match)):
        if rule in RAW:
            yield Fact(rule, f"({name})", None, Place(file, line, column), "code", (), _WORKED_OUT)


NotRead = tuple[str, str, int, int]
"""A rule, what stands for its value, and the place of that."""


def _rows_not_read(grid: Grid, match: CodeMatch) -> Iterator[NotRead]:
    columns = [known.column for c, known in match.known.items() if c != match.names_in and known.sure]
    if len(columns) != 1 or not match.shape.complete:
        return
    for text, line, column in grid.unread:
        row = rows_in_code(text).get(match.shape)
        rules = match.shape.rows[row].rules if row is not None and row not in match.rows.values() else ()
        if columns[0] < len(rules):
            yield rules[columns[0]], text, line, column


def _fields_not_read(grid: Grid, match: CodeMatch) -> Iterator[NotRead]:
    known = {made.column for c, made in match.known.items() if c != match.names_in and made.sure}
    if not known:
        return
    for n, field, line, column, is_worked_out in grid.gaps:
        own = field_column(match.shape, field) if n in match.rows else None
        rules = match.shape.rows[match.rows[n]].rules if n in match.rows else ()
        read = any(
            made.column == own and c < len(grid.rows[n]) and grid.rows[n][c].text for c, made in match.known.items()
        )
        meant = own in known or (is_worked_out and len(known) > 1)
        if own is not None and meant and not read and own < len(rules):
            yield rules[own], field, line, column


def _also_called(name: str, rule: str, value: Value) -> str:
    """The rule of another table that a short name can mean as well, if that is the one that has the value.

    `particle` is a particle beam in a turret, or a particle barbette.
    """
    if is_telling(name) or value == RAW[rule]:
        return ""
    column = RAW.rule(rule).column
    for shape, row in rows_in_code(name).items():
        for other in shape.rows[row].rules:
            if other in RAW and other != rule and RAW.rule(other).column == column != "" and RAW[other] == value:
                return other
    return ""
