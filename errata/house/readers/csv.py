"""CSV: a table like the references', or a list of rules and values under `rule` and `value`."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.rulebook.raw import RAW
from errata.house.english.beside import says_whether
from errata.house.english.cells import compared, family_beside, name_at, read_cells
from errata.house.english.facts import by_cell, cells_of
from errata.house.english.families import family_told
from errata.house.english.plain_lines import Line, Unclear, read_line
from errata.house.english.rivals import rivals
from errata.house.english.rows import begins_with_value, by_rows
from errata.house.english.said_values import has_value
from errata.house.english.unread import unread_cells
from errata.house.english.whole_lines import for_all
from errata.house.english.whose import by_whom
from errata.house.english.worlds import by_neighbours
from errata.house.house_page import HouseRule, Page, Problem
from errata.house.readers import exact, in_part
from errata.house.readers import text as plain_text
from verify.bounded_files import Unreadable
from verify.documents.reading import Reading
from verify.documents.table_facts import read_grid
from verify.findings import Place, States
from verify.grids import Grid, Layout, Passage
from verify.recognition.document_table_recogniser import recognise_document_table


def read(text: str, name: str) -> Page:
    """All rules of the list."""
    rows, lines = list(_rows(text, name)), text.splitlines()
    if rows and all(len(row) == 1 for row in rows):
        return plain_text.read(_as_lines(rows), name)
    return _read(Grid(rows[0], rows[1:], (), rows[0][0].line), name, lines) if rows else Page()


def _as_lines(rows: Sequence[list[Passage]]) -> str:
    """A list of one column as a page, with each cell on its own line."""
    lines = [""] * rows[-1][0].line
    for [cell] in rows:
        lines[cell.line - 1] = " " * (cell.column - 1) + " ".join(cell.text.split())
    return "\n".join(lines)


def _read(grid: Grid, name: str, lines: Sequence[str]) -> Page:
    """Reads a table like the references', a table of several things, or a list of rules and values."""
    page = Page()
    heads = [cell.text.strip() for cell in grid.header]
    old_at, new = compared(heads)
    match, _ = recognise_document_table(grid)
    several = bool(rivals(grid))
    is_table = match is not None and not several and old_at is None
    by_head = len(heads) > 2 and not begins_with_value(heads[1])
    if is_table:
        reading = Reading(name, Layout([], [], []))
        read_grid(reading, grid, RAW)
        for fact in (fact for fact in reading.facts if fact.states is States.VALUE):
            page.add(by_cell(fact, cells_of([grid])))
    elif several or (not new and (by_head or _tell_whether(grid))):
        page.add(read_cells(grid, name, of_several=several))
    else:
        grid = grid if new else Grid([], [grid.header, *grid.rows], (), grid.line)
        at = Heads(name_at(old_at, new, [head.lower() for head in heads]), new[0] if new else 1, old_at)
        family = family_beside(_line(row, at) for row in grid.rows if _has_value(row, at) and not _is_id(row, at))
        for row in grid.rows:
            page.add(_stated(row, at, name, family))
            if extra := [cell for cell in row[len(heads) :] if cell.text]:
                text, place = ", ".join(cell.text for cell in extra), Place(name, extra[0].line, extra[0].column)
                page.problems.append(Problem("RC010", text, place, "the row has more cells than the first one"))
    if not is_table:
        by_whom(page)
    by_rows(page, [grid])
    by_neighbours(page, lines, {})
    page.problems += list(unread_cells([grid], page, (), name))
    return page


def _tell_whether(grid: Grid) -> bool:
    """Whether the first cells of a list have the values, and the second ones, under a head, say what is played."""
    return not has_value(grid.header[0].text) and any(
        len(row) > 1 and has_value(row[0].text) and says_whether("", row[1].text) for row in grid.rows
    )


class Heads(NamedTuple):
    """Which column of a list names the rules, which has what is played, and which what the book has."""

    name: int
    value: int
    old: int | None


def _has_value(row: list[Passage], at: Heads) -> bool:
    return len(row) > at.value and bool(row[at.value].text)


def _is_id(row: list[Passage], at: Heads) -> bool:
    return "/" in row[at.name].text and " " not in row[at.name].text


def _line(row: list[Passage], at: Heads, family: str = "") -> Line | Unclear:
    """A row read as a line; cells before the name of its rule count as headings."""
    was = row[at.old].text if at.old is not None and len(row) > at.old else ""
    text = f"{row[at.name].text}: {row[at.value].text}{f' instead of {was}' if was else ''}"
    above = [cell.text for cell in row[: at.name] if cell.text]
    return read_line(text, above, family_told(above) or family)


def _stated(row: list[Passage], at: Heads, name: str, family: str) -> Iterator[HouseRule | Problem]:
    """What a row of a list states."""
    if not _has_value(row, at):
        text = ", ".join(cell.text for cell in row)
        yield Problem("RC006", text, Place(name, row[0].line), "it gives no value")
        return
    rule, value = row[at.name].text, row[at.value].text
    text, place = f"{rule}: {value}", Place(name, row[at.value].line, row[at.value].column)
    if _is_id(row, at):
        yield exact(rule, value, value, text, place)
        return
    result = for_all(_line(row, at, family))
    if not isinstance(result, Line):
        yield Problem("RC006", text, place, result.why, result.nearest)
        return
    yield HouseRule(text, place, {result.rule: result.value}, {result.rule: result.printed}, result.was, result.also)
    if result.left:
        yield in_part(result.left, place, result.rule)


_DECIMAL = re.compile(r"(?<=^\d),(?=\d{1,2}\s*$)|(?<=^\d\d),(?=\d{1,2}\s*$)")
"""A decimal comma, where cells have another delimiter."""


def _rows(text: str, name: str) -> Iterator[list[Passage]]:
    """The rows, each cell with its line and, where it is found there, its column."""
    delimiter = max(",;\t|", key=text.split("\n", 1)[0].count)
    reader = csv.reader(text.splitlines(keepends=True), delimiter=delimiter)
    lines = text.splitlines()
    last_line = 0
    try:
        for row in reader:
            line = last_line + 1
            last_line = reader.line_num
            position, cells = 0, []
            for cell in row:
                start = lines[line - 1].find(cell, position) if line <= len(lines) and cell else -1
                position = max(position, start)
                cell_text = cell if delimiter == "," else _DECIMAL.sub(".", cell)
                cells.append(Passage(cell_text.strip(), line, position + 1))
                position += len(cell)
            if any(cell.text for cell in cells):
                yield cells
    except csv.Error as error:
        raise Unreadable(f"{name}:{reader.line_num}: it cannot be read as a list: {error}") from error
