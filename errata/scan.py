"""The scan of a codebase: its files found, those that can matter read, their tables recognised and compared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from errata.files import Source
from errata.grids import grids
from errata.literals import Lifted
from errata.readers import Unread, read
from errata.wanted import wanted
from verify.findings import Fact
from verify.layout import Grid
from verify.recognise import Match, recognise
from verify.statements import statements


@dataclass
class Table:
    """A table that was recognised: where, as what, and what it states."""

    file: str
    line: int
    shape: str
    name: str
    facts: list[Fact] = field(default_factory=list)
    strangers: list[tuple[str, int, int]] = field(default_factory=list)
    absent: list[str] = field(default_factory=list)
    sure: bool = True


@dataclass
class Scanned:
    """What was found in one file."""

    file: str
    tables: list[Table] = field(default_factory=list)
    problem: str = ""
    unread: bool = False
    parsed: bool = False


def scan_file(source: Source) -> Scanned:
    """All that one file states; what goes wrong is told, never raised."""
    made = Scanned(source.name)
    try:
        data = source.data()
    except OSError as error:
        made.problem, made.unread = (error.strerror or str(error)).lower(), True
        return made
    if not wanted(data):
        return made
    try:
        lifted, made.problem = read(source.reader, data, source.name, wanted)
    except Unread as why:
        made.problem, made.unread = str(why), True
        return made
    except RecursionError:
        made.problem, made.unread = "it is nested too deeply", True
        return made
    made.parsed = True
    made.tables = list(_distinct(_tables(source.name, lifted)))
    return made


def _tables(file: str, lifted: list[Lifted]) -> Iterator[Table]:
    for piece in lifted:
        for grid in grids(piece):
            match, _ = recognise(grid)
            for one in (match, *match.also) if match is not None else ():
                yield _table(file, grid, one)


def _table(file: str, grid: Grid, match: Match) -> Table:
    name = next((text for where, text in reversed(grid.scopes) if where in ("name", "key", "function")), "")
    made = Table(file, grid.line, match.shape.id, name)
    made.facts = list(statements(grid, match, file))
    made.sure = any(known.sure for known in match.known.values())
    cells = [grid.rows[n][match.names_in] for n in match.strangers]
    made.strangers = [(cell.text, cell.line, cell.column) for cell in cells]
    made.absent = [match.shape.rows[row].name for row in match.absent]
    return made


def _distinct(tables: Iterator[Table]) -> Iterator[Table]:
    """Each statement once: a record is read as part of its table rather than by itself."""
    every = sorted(tables, key=lambda table: (not table.sure, -len(table.facts)))
    taken: set[tuple[int, int]] = set()
    for table in every:
        table.facts = [fact for fact in table.facts if (fact.place.line, fact.place.column) not in taken]
        taken.update((fact.place.line, fact.place.column) for fact in table.facts)
        if table.facts:
            yield table
