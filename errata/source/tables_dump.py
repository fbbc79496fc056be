"""`errata --dump`: a list of every table that was lifted out of a codebase, and why it was recognised or not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from errata.impact.number_text import counted
from errata.literals.branch_grids import grids
from errata.literals.model import ProblemKind, TooLong
from errata.source.files import Source
from errata.source.prefilter import look
from errata.source.scan import lifted_from, qualified_name, time_limit
from errata.source.text import as_utf8
from errata.terminal import visible
from verify.grids import Grid
from verify.recognition.code.code_table_recogniser import recognise_code_table


def dump(sources: Iterable[Source]) -> str:
    """The output of `rawcheck errata --dump`."""
    lines: list[str] = []
    skipped = 0
    for source in sources:
        file_lines = list(_file(source))
        skipped += not file_lines
        lines += file_lines
    lines.append(f"Not parsed, as they name too few rows of any rule table: {counted(skipped, 'file')}.")
    return visible("\n".join(lines))


def _file(source: Source) -> Iterator[str]:
    """The tables of a file; nothing if it is not parsed. At a timeout, those so far."""
    try:
        data = as_utf8(source.data())
        data = source.without_long_lines(data) if data is not None else None
        if data is None or not look(data, source.name).tables:
            return
        with time_limit():
            lifted, problem = lifted_from(source, data)
            yield f"{source.name}: {problem or 'parsed'}"
            for piece in lifted:
                for grid in grids(piece, every=True):
                    yield from _grid(source.name, grid)
    except TooLong:
        yield f"{source.name}: {ProblemKind.TIMEOUT.value}"
    except OSError as error:
        yield f"{source.name}: {(error.strerror or str(error)).lower()}"
    except (RecursionError, MemoryError):
        yield f"{source.name}: it is nested too deeply"


def _grid(file: str, grid: Grid) -> Iterator[str]:
    """A table, and the rule tables that it was or was not recognised as."""
    match, guesses = recognise_code_table(grid)
    name = qualified_name(file, grid) or f"line {grid.line}"
    heads = ", ".join(head.text for head in grid.header if head.text)
    size = counted(len(grid.rows), "row") + (f" of {heads[:60]}" if heads else "")
    yield f"  {grid.line}: {name}: {size}"
    if match is not None:
        for recognised in (match, *match.also):
            doubt = "" if any(known.sure for known in recognised.known.values()) else "in doubt, "
            yield f"    {doubt}{recognised.rule_table.id}: {'; '.join(recognised.evidence)}"
    elif guesses:
        best = guesses[0]
        yield f"    not {best.rule_table.id}: {best.reason or 'no column of it is known'}"
    else:
        yield "    no: too few of its names are rows of any rule table"
