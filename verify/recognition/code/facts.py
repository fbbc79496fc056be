"""Facts out of tables in code: each cell of a recognised table is a statement of a rule."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import WrongKind
from engine.rulebook.raw import RAW
from engine.rulebook.values import Change, Value
from verify.findings import Fact, Place
from verify.grids import Grid, Passage
from verify.recognition.code.candidates import Candidate
from verify.recognition.code.columns import field_column
from verify.recognition.code.notations import plain_effect, told_alone
from verify.recognition.code.row_names import is_telling, rows_in_code
from verify.recognition.code.surroundings import why_in_doubt
from verify.recognition.match import Match
from verify.recognition.values import is_no_value

_UNSAID = ("null", "none", "nil", "undefined")


def statements(grid: Grid, match: Match, file: str, said: bool = False) -> Iterator[Fact]:
    """What a table in code states, cell by cell; what it says of itself counts unless a person said what it is."""
    table = Candidate(grid, match.shape, match.names_in, match.rows)
    for n in match.rows:
        facts = list(_row(table, match, n, file, said))
        yield from _each_alone(facts) if match.shape.id == "space/critical-effects" else facts


def _row(table: Candidate, match: Match, n: int, file: str, said: bool) -> Iterator[Fact]:
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
        if table.is_total(n, kind.name):
            continue
        place = Place(file, cell.line, cell.column)
        if cell.text.lower() in _UNSAID and RAW[rule] in kind.words:
            continue  # the book has a word there, such as Special, and code nothing
        doubtful = not known.sure or (rule.startswith("ship/") and table.is_customised(n, match.known))
        why = why_in_doubt(grid, n, kind.name) if not said else ""
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
        other = _also_called(grid.rows[n][match.names_in].text, rule, value) if not known.told else ""
        yield made._replace(rule=other or rule, value=value, whole=known.notation.whole)


def _is_empty(cell: Passage, rule: str) -> bool:
    """Whether nothing stands in a cell where the book has a value; a field that is not there has no column."""
    return cell.column > 1 and RAW[rule] not in (None, frozenset(), *RAW.rule(rule).kind.words)


def _each_alone(facts: list[Fact]) -> Iterator[Fact]:
    """The severities of a row: where one states something for itself alone, the others do not add it up."""
    plain = {fact.rule: _plain_changes(fact) for fact in facts if not fact.problem}
    alone = {change.what for rule, changes in plain.items() for change in changes if told_alone(change, rule)}
    for fact in facts:
        own = {change.what: change for change in plain.get(fact.rule, ())}
        read = _changes(fact.value)
        made = tuple(own[change.what] if change.what in alone & own.keys() else change for change in read)
        yield fact._replace(value=made) if read and made != read else fact


def _plain_changes(fact: Fact) -> tuple[Change, ...]:
    """What a severity does as it stands there; as it was read where a sign stands around the words."""
    try:
        return _changes(plain_effect(RAW.rule(fact.rule).kind, fact.printed, fact.rule))
    except WrongKind:
        return _changes(fact.value)


def _changes(value: Value) -> tuple[Change, ...]:
    return tuple(change for change in value if isinstance(change, Change)) if isinstance(value, tuple) else ()


# What is there and was not read: it is not checked, and that is told

_WORKED_OUT = "the code works it out"


def not_read(grid: Grid, match: Match, file: str) -> Iterator[Fact]:
    """Rows and fields of a table whose values the code works out."""
    for rule, name, line, column in (*_rows_not_read(grid, match), *_fields_not_read(grid, match)):
        if rule in RAW:
            yield Fact(rule, f"({name})", None, Place(file, line, column), "code", (), _WORKED_OUT)


NotRead = tuple[str, str, int, int]
"""A rule, what stands for its value, and the place of that."""


def _rows_not_read(grid: Grid, match: Match) -> Iterator[NotRead]:
    columns = [known.column for c, known in match.known.items() if c != match.names_in and known.sure]
    if len(columns) != 1 or not match.shape.complete:
        return
    for text, line, column in grid.unread:
        row = rows_in_code(text).get(match.shape)
        rules = match.shape.rows[row].rules if row is not None and row not in match.rows.values() else ()
        if columns[0] < len(rules):
            yield rules[columns[0]], text, line, column


def _fields_not_read(grid: Grid, match: Match) -> Iterator[NotRead]:
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
