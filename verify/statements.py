"""Facts out of tables in code: each cell of a recognised table is a statement of a rule."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import WrongKind
from engine.raw import RAW
from engine.values import Value
from verify.code_columns import Candidate
from verify.code_names import is_telling, rows_in_code
from verify.findings import Fact, Place
from verify.layout import Grid
from verify.matched import Match

_UNSAID = ("null", "none", "nil", "undefined")


def statements(grid: Grid, match: Match, file: str) -> Iterator[Fact]:
    """What a table in code states, cell by cell."""
    evidence = tuple(match.evidence)
    table = Candidate(grid, match.shape, match.names_in, match.rows)
    for n, row in match.rows.items():
        for c, known in match.known.items():
            rules = match.shape.rows[row].rules
            rule = rules[known.column] if known.column < len(rules) else ""
            if not rule or c >= len(grid.rows[n]) or not grid.rows[n][c].text:
                continue
            cell, kind = grid.rows[n][c], RAW.rule(rule).kind
            if table.is_total(n, kind.name):
                continue
            place = Place(file, cell.line, cell.column)
            if cell.text.lower() in _UNSAID and RAW[rule] in kind.words:
                continue  # the book has a word there, such as Special, and code nothing
            try:
                value = known.notation.read(kind, cell.text, rule)
            except WrongKind as wrong:
                yield Fact(rule, cell.text, None, place, "code", evidence, str(wrong), doubtful=True)
                continue
            other = _also_called(grid.rows[n][match.names_in].text, rule, value) if not known.told else ""
            doubtful = not known.sure or (rule.startswith("ship/") and table.is_customised(n))
            yield Fact(other or rule, cell.text, value, place, "code", evidence, doubtful=doubtful)


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
