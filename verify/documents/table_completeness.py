"""Findings on rows and columns of recognised tables: missing ones, unknown ones, ones under the wrong name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.rulebook.raw import RAW
from verify.documents.reading import Reading
from verify.findings import Finding, Level, Place, States
from verify.grids import Grid
from verify.recognition.recognised_table import Match
from verify.recognition.rule_tables import RuleTable, rule_tables
from verify.recognition.values import bare


def check_tables(reading: Reading) -> Iterator[Finding]:
    """Rows and columns that are missing, do not belong, or stand under another name."""
    stated = {fact.rule for fact in reading.facts if fact.states is States.VALUE}
    tabled = {fact.rule for fact in reading.facts if fact.states is States.VALUE and fact.by == "table"}
    for grid, match in reading.matches:
        yield from _rows(reading, grid, match)
        yield from _columns(reading, grid, match)
    lines: dict[str, int] = {}
    for grid, match in reading.matches:
        lines.setdefault(match.rule_table.id, grid.line)
    for shape in (shape for shape in rule_tables() if shape.complete):
        place = Place(reading.file, lines.get(shape.id, 1))
        yield from _missing_rows(shape, stated, tabled, place)
        for n, column in enumerate(shape.columns) if shape.id in lines else ():
            present = sum(row.rules[n] in stated for row in shape.rows)
            printed = sum(row.rules[n] in tabled for row in shape.rows)
            if present * 10 <= len(shape.rows) * 3 and printed < 2:  # the rest of the document says little of it
                words = {"title": shape.title}
                yield Finding("RC302", "missing", place, shape.id, column.title, words=words)
    yield from _elsewhere(reading, stated)


def _rows(reading: Reading, grid: Grid, match: Match) -> Iterator[Finding]:
    """Rows under another name, and rows that do not belong."""
    table, words = match.rule_table, {"title": match.rule_table.title}
    for n, row in match.renamed.items():
        cell = grid.rows[n][match.names_in] if match.names_in < len(grid.rows[n]) else grid.rows[n][0]
        name = table.rows[row].name
        if match.names_in not in match.columns:  # else the names are bands, which are compared anyway
            level: Level | None = None if cell.text.strip().isdecimal() else "warning"
            finding = Finding("RC306", "differs", reading.place(cell), expected=name, actual=cell.text, words=words)
            yield replace(finding, level_given=level)
    for n in match.strangers:
        cell = next(cell for cell in grid.rows[n] if cell.text)
        level = None if table.complete else "note"
        yield Finding("RC303", "unchecked", reading.place(cell), actual=cell.text, words=words, level_given=level)


def _columns(reading: Reading, grid: Grid, match: Match) -> Iterator[Finding]:
    """Unknown columns with numbers that nothing accounts for, and known ones under the heading of another."""
    table, words = match.rule_table, {"title": match.rule_table.title}
    for c, head in enumerate(grid.header):
        cells = [row[c] for row in grid.rows if c < len(row)]
        is_open = any(cell.place(t.start) not in reading.marks for cell in cells for t in cell.numbers)
        if head.text and c != match.names_in and c not in match.columns and is_open:
            yield Finding("RC307", "unchecked", reading.place(head), actual=bare(head.text), words=words)
    for c, column in match.columns.items():
        right, heading = table.columns[column].title, bare(grid.heading(c))
        named = table.find_column(heading)
        is_other = named is not None or any(x.isdigit() for x in heading)
        if is_other and named != column and c != match.names_in:
            place = reading.place(grid.header[c])
            yield Finding("RC310", "differs", place, expected=right, actual=heading, words=words)


def _missing_rows(shape: RuleTable, stated: set[str], tabled: set[str], place: Place) -> Iterator[Finding]:
    """Rows that are missing from a column: a warning where most of a printed column is there, else a note."""
    lost: dict[str, list[int]] = {}
    short: set[int] = set()
    for n, column in enumerate(shape.columns):
        absent = [row for row in shape.rows if row.rules[n] not in stated]
        present = [row.rules[n] for row in shape.rows if row.rules[n] in stated]
        few = len(absent) * 10 <= len(shape.rows) * 4
        worded = column.kind is not None and column.kind.name == "prose"
        if not absent or not present or worded or not (few or any(rule in tabled for rule in present)):
            continue
        if few and sum(rule in tabled for rule in present) * 2 > len(present):
            short.add(n)
        for row in absent:
            lost.setdefault(row.name, []).append(n)
    for row in (row for row in shape.rows if row.name in lost):
        columns = lost[row.name]
        grave = any(n in short and RAW[row.rules[n]] for n in columns)
        titles = ", ".join(shape.columns[n].title for n in columns)
        words = {"title": shape.title, "columns": titles}
        level: Level | None = None if grave else "note"
        yield Finding("RC301", "missing", place, shape.id, row.name, case="nowhere", words=words, level_given=level)


def _elsewhere(reading: Reading, stated: set[str]) -> Iterator[Finding]:
    """Rows that a table has lost, although the document states them elsewhere."""
    printed: dict[str, set[int]] = {}
    for _, match in reading.matches:
        printed.setdefault(match.rule_table.id, set()).update(match.rows.values(), match.renamed.values())
    for grid, match in reading.matches:
        shape, rows = match.rule_table, printed.pop(match.rule_table.id, None)
        if rows is None or not shape.complete or len(rows) * 10 < len(shape.rows) * 6:
            continue
        for row in (row for n, row in enumerate(shape.rows) if n not in rows):
            if all(row.rules[column] in stated for column in match.columns.values()):
                place, words = Place(reading.file, grid.line), {"title": shape.title}
                finding = Finding("RC301", "missing", place, shape.id, row.name, case="elsewhere", words=words)
                yield replace(finding, level_given="note")
