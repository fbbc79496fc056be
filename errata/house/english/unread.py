"""Cells of tables and lines of which nothing was said: neither a rule nor why there is none."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from errata.house.english.beside import is_aside, is_limit, says_whether
from errata.house.english.cells import compared, is_not_played, name_at
from errata.house.english.nearest import nearest_rules
from errata.house.english.said_values import has_value
from errata.house.english.strangers import SOURCES
from errata.house.english.under import is_title
from errata.house.english.units import Unit
from errata.house.house_page import HouseRule, Page, Problem
from verify.findings import Place
from verify.grids import Grid
from verify.recognition.values import bare

NOTHING = "it gives no value"
WHY = "this cell is not understood, and the rest of its row is read without it"


def unread_cells(grids: Iterable[Grid], page: Page, known: Iterable[tuple[int, int]], name: str) -> Iterator[Problem]:
    """The cells of tables that no rule and no problem of a page speaks of; `known` are places that need none."""
    told: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for line, column in known:
        told[line].append((column, ""))
    said: list[HouseRule | Problem] = [*page.rules, *page.problems]
    for one in said:
        told[one.place.line].append((one.place.column, one.text))
    for grid in grids:
        yield from _unread(grid, told, name)


def _unread(grid: Grid, told: Mapping[int, list[tuple[int, str]]], name: str) -> Iterator[Problem]:
    heads = [bare(head.text) for head in grid.header]
    old, new = compared(heads)
    named = name_at(old, new, heads)
    for row in grid.rows:
        first = bare(row[named].text) if named < len(row) else ""
        if first and row[named].line not in told and not any(bare(cell.text) for cell in row[named + 1 :]):
            yield Problem(
                "RC006", first, Place(name, row[named].line, row[named].column), NOTHING, nearest_rules(first)
            )
        for n, cell in enumerate(row):
            value, head = bare(cell.text), heads[n] if n < len(heads) else ""
            if (
                n <= named
                or n == old
                or (new and is_not_played(head))
                or not any(map(str.isalnum, value))
                or _is_aside(head, value)
            ):
                continue
            if cell.line in told and ((new and is_limit(head)) or (has_value(first) and says_whether(head, value))):
                continue  # it is what the rule says itself, or told with it
            end = cell.column + len(cell.text)
            if not any(cell.column <= at <= end or value in text for at, text in told.get(cell.line, ())):
                text = f"{f'{first} {head}'.strip()}: {value}"
                yield Problem("RC006", text, Place(name, cell.line, cell.column), WHY, nearest_rules(text))


def _is_aside(head: str, value: str) -> bool:
    """Whether a cell only says why, or where something is printed."""
    return not SOURCES.isdisjoint(head.lower().split()) or is_aside(head, value)


def unread_lines(every: Sequence[Unit], page: Page, name: str) -> Iterator[Problem]:
    """The statements in whose lines no rule and no problem of a page stands, and that are no titles."""
    told = {one.place.line for one in page.rules} | {one.place.line for one in page.problems}
    for unit in every:
        if told.isdisjoint(unit.lines) and any(map(str.isalpha, unit.text)) and not is_title(unit.text):
            yield Problem("RC006", unit.text, Place(name, *unit.place(0)), NOTHING, (), len(unit.lines))
