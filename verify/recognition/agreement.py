"""How well cells agree with a rule table: whether they are values of its kinds, and the book's values."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache

from engine.errors import WrongKind
from engine.rulebook.effects import CHANGES
from engine.rulebook.kinds import CHOICE, PROSE, Kind
from engine.rulebook.raw import RAW
from engine.rulebook.values import Value
from verify.grids import Grid
from verify.recognition.rule_tables import RuleTable
from verify.recognition.values import leading_number, read_value
from verify.rulings import other_values


def agreement(grid: Grid, rule_table: RuleTable, rows: dict[int, int], columns: dict[int, int]) -> tuple[float, float]:
    """The share of cells that state what the book has, and of those that state what nobody has."""
    tried = same = wrong = 0
    for n, row in rows.items():
        for c, column in columns.items():
            rule = rule_table.rows[row].rules[column]
            if rule not in RAW or c >= len(grid.rows[n]) or not grid.rows[n][c].text:
                continue
            tried += 1
            same += states(rule, grid.rows[n][c].text)
            wrong += not is_known(rule, grid.rows[n][c].text)
    odd = wrong / tried if tried > 2 or wrong == tried > 1 else 0.0
    return (same / tried, odd) if tried else (0.0, 0.0)


@lru_cache(maxsize=50_000)
def is_known(rule: str, text: str) -> bool:
    """Whether a cell states what the book has, what others have, or what is often misread."""
    kind = RAW.rule(rule).kind
    known = [RAW[rule], *other_values(rule)]
    with suppress(WrongKind):
        known.append(kind.value(RAW.rule(rule).misread))
    span = leading_number(kind, text)
    for part in (text, text[slice(*span)] if span else ""):
        with suppress(WrongKind):
            return read_value(kind, part) in known or kind.is_a(PROSE, CHANGES)
    return kind.is_a(PROSE, CHOICE, CHANGES)


def is_known_value(rule: str, value: Value) -> bool:
    """Whether a value is the book's, another source's, or a known misreading."""
    if value == RAW[rule] or value in other_values(rule):
        return True
    misread, kind = RAW.rule(rule).misread, RAW.rule(rule).kind
    return bool(misread) and kind.accepts(misread) and kind.value(misread) == value


def fit(grid: Grid, rule_table: RuleTable, rows: dict[int, int], columns: dict[int, int]) -> float:
    """The share of cells that are values of their column's kind."""
    tried = fitting = 0
    for n in rows:
        for c, column in columns.items():
            kind = rule_table.columns[column].kind
            if kind is None or c >= len(grid.rows[n]) or not grid.rows[n][c].text:
                continue
            tried += 1
            fitting += accepts(kind, grid.rows[n][c].text)
    return fitting / tried if tried else 0.5


@lru_cache(maxsize=20_000)
def accepts(kind: Kind, text: str) -> bool:
    """Whether a cell is a value of a kind, or opens with one."""
    span = leading_number(kind, text)
    for part in (text, text[slice(*span)] if span else ""):
        with suppress(WrongKind):
            read_value(kind, part)
            return True
    return False


@lru_cache(maxsize=50_000)
def states(rule: str, text: str) -> bool:
    """Whether a cell states what RAW has."""
    if rule not in RAW:
        return False
    try:
        return read_value(RAW.rule(rule).kind, text) == RAW[rule]
    except WrongKind:
        return False
