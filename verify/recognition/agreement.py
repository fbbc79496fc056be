"""How well cells agree with a rule table: whether they are values of its kinds, and the book's values."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

from engine.errors import WrongKind
from engine.rulebook.effects import CHANGES
from engine.rulebook.kinds import CHOICE, PROSE, Kind
from engine.rulebook.raw import RAW
from engine.rulebook.values import Value
from verify.findings import States
from verify.grids import Grid
from verify.recognition.rule_tables import RuleTable
from verify.recognition.values import read_value
from verify.rulings import other_values
from verify.tokens import leading_number


class Agreement(NamedTuple):
    """How well the cells of a grid agree with a rule table, in shares from 0 to 1."""

    readable: float
    """Cells that are values of their column's kind."""
    agreeing: float
    """Cells that state what the book has."""
    unknown: float
    """Cells that state what nobody has."""


def agreement(grid: Grid, rule_table: RuleTable, rows: dict[int, int], columns: dict[int, int]) -> Agreement:
    """How well the cells of a grid agree with a rule table, if these are its rows and columns."""
    cells = [
        (rule_table.columns[column], rule_table.rows[row].rules[column], text)
        for n, row in rows.items()
        for c, column in columns.items()
        if (text := grid.text(n, c))
    ]
    stated = [(rule, text) for column, rule, text in cells if rule in RAW and column.states is States.VALUE]
    unknown = [not is_known(rule, text) for rule, text in stated]
    return Agreement(
        _share((accepts(column.kind, text) for column, _, text in cells if column.kind is not None), 0.5),
        _share(states(rule, text) for rule, text in stated),
        _share(unknown) if len(unknown) > 2 or (len(unknown) > 1 and all(unknown)) else 0.0,
    )


def _share(found: Iterable[bool], of_nothing: float = 0.0) -> float:
    answers = list(found)
    return sum(answers) / len(answers) if answers else of_nothing


@lru_cache(maxsize=50_000)
def _values(kind: Kind, text: str) -> tuple[Value, ...]:
    """The value of a cell, or of the number that it opens with; empty if it has none."""
    span = leading_number(kind, text)
    for part in (text, text[slice(*span)] if span else ""):
        with suppress(WrongKind):
            return (read_value(kind, part),)
    return ()


def accepts(kind: Kind, text: str) -> bool:
    """Whether a cell is a value of a kind, or opens with one."""
    return bool(_values(kind, text))


def is_known(rule: str, text: str) -> bool:
    """Whether a cell states what the book has, what others have, or what is often misread."""
    kind = RAW.rule(rule).kind
    values = _values(kind, text)
    return kind.is_a(PROSE, CHANGES) or (is_known_value(rule, values[0]) if values else kind.is_a(CHOICE))


def is_known_value(rule: str, value: Value) -> bool:
    """Whether a value is the book's, another source's, or a known misreading."""
    if value == RAW[rule] or value in other_values(rule):
        return True
    misread, kind = RAW.rule(rule).misread, RAW.rule(rule).kind
    return bool(misread) and kind.accepts(misread) and kind.value(misread) == value


@lru_cache(maxsize=50_000)
def states(rule: str, text: str) -> bool:
    """Whether a cell states what RAW has."""
    with suppress(WrongKind):
        return rule in RAW and read_value(RAW.rule(rule).kind, text) == RAW[rule]
    return False
