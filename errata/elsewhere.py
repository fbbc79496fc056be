"""Tables that are changed in another file than they stand in: `RANGE_DM.short = 3` behind an import."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from errata.alterations import worked_into
from errata.fields import fields_of
from errata.labels import grid_of
from errata.literals import Change, Leaf, Path, Scope
from errata.scan import Scanned, Table, changed_table
from verify.grids import Grid, Passage
from verify.recognition.code.row_names import code_shapes, row_in_code
from verify.recognition.recognise import recognise
from verify.recognition.rule_tables import Shape

_ELSEWHERE = 0
"""The line of a cell that stands in the other file."""


def with_changes_elsewhere(every: Sequence[Scanned]) -> list[Scanned]:
    """The files with what they put into tables of others, as tables that were changed there."""
    if not any(one.elsewhere for one in every):
        return list(every)
    by_name: dict[str, list[Table]] = {}
    for one in every:
        for table in one.tables:
            if table.sure and not table.later and not table.local:
                by_name.setdefault(table.name.rpartition(".")[2], []).append(table)
    return [replace(one, tables=[*one.tables, *_put(one, by_name)]) if one.elsewhere else one for one in every]


def _put(one: Scanned, by_name: dict[str, list[Table]]) -> Iterator[Table]:
    """What a file makes of the tables of others."""
    for change in one.elsewhere:
        for table, rest in _found(change.path, by_name):
            if table.file != one.file:
                yield from _changed(one.file, change, table, rest)


def _found(path: Path, by_name: dict[str, list[Table]]) -> Iterator[tuple[Table, Path]]:
    """The tables that a path leads into, one of each kind, and the rest of it; none if files differ on the name."""
    for n, name in enumerate(path[:-1]):
        kinds: dict[str, dict[str, Table]] = {}
        for table in by_name.get(name, ()):
            kinds.setdefault(table.file, {})[table.shape] = table
        if len({frozenset(own) for own in kinds.values()}) == 1:
            yield from ((table, path[n + 1 :]) for table in next(iter(kinds.values())).values())
            return


def _changed(file: str, change: Change, table: Table, rest: Path) -> Iterator[Table]:
    """The table as it is after a change, if that makes it state something."""
    shape = next(shape for shape in code_shapes() if shape.id == table.shape)
    told = [Scope("comment", text) for text in (table.name, *change.within)]
    scopes = (Scope("file", file), *told, Scope("name", change.named or table.name))
    grid = _grid(shape, table, rest, change, scopes)
    if grid is None:
        return
    match, _ = recognise(grid)
    for one in [match, *match.also] if match is not None else []:
        made = changed_table(file, grid, one, change.sure or bool(change.named), change.sure)
        made.facts = [fact for fact in made.facts if fact.place.line != _ELSEWHERE]
        if made.facts:
            yield made


def _grid(shape: Shape, table: Table, rest: Path, change: Change, scopes: tuple[Scope, ...]) -> Grid | None:
    """What a table states, and what is put into one of its rows, under our names for rows and columns."""
    cells = {
        (r, row.rules.index(fact.rule)): Passage(fact.printed, _ELSEWHERE)
        for fact in table.facts
        for r, row in enumerate(shape.rows)
        if fact.rule in row.rules
    }
    columns = sorted({c for _, c in cells})
    row = row_in_code(shape, rest[0])
    put = dict(fields_of(change.value, ".".join(rest[1:]))) if change.value is not None and row is not None else {}
    for field, cell in put.items():
        column = columns[0] if len(columns) == 1 and not field else table.fields.get(field)
        if (
            column in columns
            and row is not None
            and (made := _made(cells.get((row, column)), cell, change)) is not None
        ):
            cells[row, column] = made
    if not put or all(cell.line == _ELSEWHERE for cell in cells.values()):
        return None
    heads = ["", *(shape.columns[c].title if len(columns) > 1 else "" for c in columns)]
    rows = [
        [Passage(shape.rows[r].name, change.line), *(cells.get((r, c), Passage("", _ELSEWHERE)) for c in columns)]
        for r in sorted({r for r, _ in cells})
    ]
    return grid_of(heads, rows, scopes, change.line)


def _made(old: Passage | None, cell: Passage, change: Change) -> Passage | None:
    """What a cell comes to where a value is put there, or worked into the one that was there."""
    if not change.sign:
        return cell
    made = worked_into(Leaf(old.text.lstrip("+"), 0, 0, "number") if old is not None else None, change)
    return Passage(made.text, change.line, change.column) if isinstance(made, Leaf) and made.line else None
