"""The scan of a codebase: its files found, those that can matter read, their tables recognised and compared."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from time import process_time

from engine.rulebook.raw import RAW
from errata.literals.branch_grids import grids
from errata.literals.inferences import inferences
from errata.literals.model import MAX_SECONDS, Branch, Lifted, Problem, ProblemKind, Scope
from errata.readers import read, reader_of
from errata.signatures import Code, played
from errata.source.configured_tables import Bindings
from errata.source.files import Source
from errata.source.own_reports import HEAD, is_report
from errata.source.prefilter import Look, look, wanted
from errata.source.scan_results import Located, Scanned, Table
from errata.source.suppression_comments import suppression_comments
from errata.source.text import as_utf8, decoded, in_line, printable
from verify.findings import Finding, Place
from verify.grids import Grid
from verify.recognition.code.code_tables import recognise_code_table
from verify.recognition.code.constants import constants
from verify.recognition.code.facts import not_read, statements
from verify.recognition.code.match import CodeMatch
from verify.recognition.code.surroundings import (
    edition_in_title,
    game_of,
    other_edition,
    other_game,
    speaks_of_ships,
    speaks_of_vehicles,
)

_SPEAKS = frozenset({"readme.md", "index.html", "index.htm", "package.json", "system.json", "module.json"})
"""Files at the top of a codebase whose title says what all of it is about."""
MAX_HEAD = 2000


_NOT_CACHED = (ProblemKind.UNREADABLE, ProblemKind.READER_FAILED, ProblemKind.TIMEOUT)
"""Problems that another run may not have."""


def _text(made: Scanned, source: Source) -> bytes | None:
    """The bytes of a file as UTF-8, unless it is left out."""
    raw = source.data()
    made.key = source.key(raw)
    data = as_utf8(raw)
    if data is None:
        made.skipped = "binary"
    elif not (short := source.without_long_lines(data)).strip():
        made.skipped = "minified"
    elif is_report(source.reader, data):
        made.skipped = "reports of rawcheck"
    else:
        if short != data:
            made.problem = Problem(ProblemKind.LONG_LINE)
        data = short
        made.suppression_comments = suppression_comments(data, source.reader, source.name)
        if source.name.lower() in _SPEAKS:
            made.edition = edition_in_title(data[:MAX_HEAD].decode("utf-8", "replace"))
    return data if not made.skipped else None


def scan_file(source: Source, expected: Look | None = None) -> Scanned:
    """All that one file states. Whatever goes wrong becomes its `problem`, so that one file cannot end the run.

    `expected` says what it may hold; without it the prefilter decides that.
    """
    scanned = Scanned(source.name)
    try:
        data = _text(scanned, source)
        if data is not None:
            _scan(scanned, source, data, expected or look(data, source.name))
    except OSError as error:
        scanned.problem = Problem(ProblemKind.UNREADABLE, (error.strerror or str(error)).lower())
    except (RecursionError, MemoryError):
        scanned.problem = Problem(ProblemKind.NESTED)
    except Exception as error:
        detail = f"{type(error).__name__}: {printable(str(error))[:80]}"
        scanned.problem = Problem(ProblemKind.READER_FAILED, detail)
    if scanned.problem is not None and scanned.problem.kind in _NOT_CACHED:
        scanned.key = b""
    return scanned


def _scan(scanned: Scanned, source: Source, data: bytes, expected: Look) -> None:
    """Read what a file may hold: tables, mechanics known by their signature."""
    if expected.tables or source.bound:
        scanned.names_rules = True
        _read_tables(scanned, source, data)
    if expected.mechanics:
        code = Code(printable(decoded(data)), source.reader, source.name)
        for mechanic in expected.mechanics:
            scanned.mechanics += played(mechanic, code)
    scanned.defaults_multiple_to_1 = expected.defaults_multiple_to_1


class TooLong(Exception):
    """A file takes too long."""


_VALUES = re.compile(r"(?:[:=]\s?[-+]?\d.*?){3}", re.DOTALL)
"""Enough values that a table has begun."""


def head_of(data: bytes) -> str:
    r"""The beginning of a file, up to its first table: what is said there is said of all of it.

    >>> head_of(b"// Cepheus\nconst A = {a: 1, b: 2, c: 3}; // GURPS")
    '// Cepheus\nconst A = {a'
    """
    head = data[:HEAD].decode("utf-8", "replace")
    begun = _VALUES.search(head)
    return head[: begun.start()] if begun else head


def lifted_from(source: Source, data: bytes, everything: bool = False) -> tuple[list[Lifted], Problem | None]:
    """What stands in a source as far as it may be wanted, or all of it; and what could not be read of it."""
    lifted, problem = read(source.reader, data, source.name, wanted if not everything else lambda _: True)
    if game := game_of(head_of(data)):
        lifted = [replace(piece, scopes=(Scope("comment", game), *piece.scopes)) for piece in lifted]
    return lifted, problem


def _read_tables(made: Scanned, source: Source, data: bytes) -> None:
    lifted, problem = lifted_from(source, data)
    made.problem = problem or made.problem
    found: list[Table] = []
    try:
        found += _tables(source, data, lifted, made)  # what came before it took too long is kept
    except TooLong:
        made.problem = Problem(ProblemKind.TIMEOUT)
    made.tables = list(_told_apart(_distinct(found)))
    stated = {fact.place for table in made.tables for fact in table.facts}
    for piece in (one for one in lifted if not one.later):
        if isinstance(piece.tree, Branch) and not (speaks_of_vehicles(piece.scopes) or other_game(piece.scopes)):
            above = next((scope.text for scope in reversed(piece.scopes) if scope.where in ("name", "key")), "")
            told = constants(_named(piece.tree, above), source.name)
            own, of_ships = named_by(piece.scopes), speaks_of_ships(piece.scopes, source.name)
            for fact in (fact for fact in told if fact.place not in stated):
                other = of_ships and RAW.rule(fact.rule).is_about_people
                made.constants.append(fact._replace(qualified_name=own, doubtful=fact.doubtful or other))
        made.findings += inferences(piece, source.name)


def _named(branch: Branch, above: str = "") -> Iterator[tuple[tuple[str, ...], str, int, int]]:
    """Every value of a tree that has a name: the name, also with that above it, the value, and its place."""
    for key, value in branch.entries:
        if isinstance(value, Branch):
            yield from _named(value, key.text if key is not None else "")
        elif key is not None and value.kind in ("number", "text"):
            names = (key.text, f"{above} {key.text}") if above else (key.text,)
            yield names, in_line(value.text), value.line, value.column


def _tables(source: Source, data: bytes, lifted: list[Lifted], made: Scanned) -> Iterator[Table]:
    """The tables that are recognised, or that a person said what they are; the names of these are noted."""
    start = process_time()
    bindings = Bindings(source.bound)
    for piece in lifted:
        for grid in grids(piece):
            if process_time() - start > MAX_SECONDS:
                raise TooLong
            match, guesses = recognise_code_table(grid)
            if match is None and guesses and guesses[0].other_game:
                made.findings += _left_alone(source.name, grid, guesses[0])
            looks = [match, *match.also] if match is not None else []
            if piece.later:
                yield from (_changed_table(source.name, grid, one) for one in looks)
                continue
            name = bindings.name(qualified_name(source.name, grid), grid.line)
            matches = bindings.applied(name, looks)
            yield from (_table(source.name, grid, one, bindings.is_bound(name)) for one in matches)
    if bindings.missing:  # it may look like nothing of ours
        for piece in lifted_from(source, data, everything=True)[0]:
            for grid in grids(piece, every=True) if not piece.later else ():
                name = bindings.name(qualified_name(source.name, grid), grid.line)
                yield from (_table(source.name, grid, one, is_bound=True) for one in bindings.forced(name, grid))
    made.bound = bindings.found


def _changed_table(file: str, grid: Grid, match: CodeMatch) -> Table:
    """A table as a statement changed it; what it lacks is told where it stands."""
    made = _table(file, grid, match)
    facts = [fact._replace(begins=0) for fact in made.facts]
    return replace(made, facts=facts, is_update=True, unknown_rows=[], missing_rows=[], without_multiple=[])


def _left_alone(file: str, grid: Grid, guess: CodeMatch) -> Iterator[Finding]:
    """A table that has most rows of one of ours and is left alone: not checked is never passed."""
    if guess.rule_table.complete and len(guess.rows) * 2 > len(guess.rule_table.rows):
        message = f"{guess.rule_table.title}: the table is left alone, since {guess.reason}"
        yield Finding("RC304", "unchecked", message, Place(file, grid.line), guess.rule_table.id)


def _table(file: str, grid: Grid, match: CodeMatch, is_bound: bool = False) -> Table:
    """The facts of a table that was recognised, and its rows that do not fit."""
    name = qualified_name(file, grid)
    facts = [*statements(grid, match, file, is_bound), *not_read(grid, match, file)]
    cells = [grid.rows[n][match.names_in] for n in match.strangers]
    table = Table(
        file,
        grid.line,
        match.rule_table.id,
        name,
        [fact._replace(qualified_name=name, begins=grid.line, item=grid.item) for fact in facts],
        [Located(in_line(cell.text), cell.line, cell.column) for cell in cells],
        [match.rule_table.rows[row].name for row in match.absent] if not grid.partial else [],
        any(known.sure for known in match.known.values()) and (is_bound or not other_edition(grid.scopes)),
        is_bound=is_bound,
        likely_other_game=match.is_nobodys and not is_bound,
    )
    declared = RAW.tables.get(match.rule_table.id)
    is_played = reader_of(file) not in ("markdown", "csv", "html")
    if declared is not None and declared.multiplied_by and is_played and any(head.text for head in grid.header):
        table.without_multiple = list(_without_multiple(grid, match))
    return table


def qualified_name(file: str, grid: Grid) -> str:
    """The names that a table stands under; in a document, its heading."""
    heads = [text for where, text in grid.scopes if where == "comment"] if reader_of(file) == "markdown" else []
    return named_by(grid.scopes) or (heads[-1][:MAX_NAME] if heads else "")


def named_by(scopes: Iterable[tuple[str, str]]) -> str:
    """The names that something stands under, the outermost first: `Combat.getRangeDM.rangeDMs`."""
    return ".".join(text for where, text in scopes if where in ("class", "function", "name", "key"))[:MAX_NAME]


MAX_NAME = 120
"""Characters of the names that something stands under."""


def _without_multiple(grid: Grid, match: CodeMatch) -> Iterator[Located]:
    """The records of weapons that have no field for a damage multiple."""
    if any("multipl" in head.text.lower() for head in grid.header):
        return
    for n, row in match.rows.items():
        first = min((cell for cell in grid.rows[n] if cell.text), key=lambda cell: (cell.line, cell.column))
        yield Located(match.rule_table.rows[row].name, first.line, first.column)


def _told_apart(tables: Iterable[Table]) -> Iterator[Table]:
    """Tables of one name in one file, each but the first with its number, so that they are not taken for each other."""
    seen: dict[tuple[str, str, str], int] = {}
    for table in sorted(tables, key=lambda table: table.line):
        item = table.facts[0].item if table.facts else ""
        key = (table.rule_table, table.qualified_name, item)
        seen[key] = seen.get(key, 0) + 1
        if seen[key] > 1:
            table.facts = [fact._replace(item=f"{fact.item}#{seen[key]}") for fact in table.facts]
        yield table


def _distinct(tables: list[Table]) -> Iterator[Table]:
    """Each statement once: a record is read as part of its table rather than by itself."""
    every = sorted(tables, key=lambda table: (not table.is_certain, table.is_update, -len(table.facts)))
    taken: set[tuple[int, int]] = set()
    for table in every:
        table.facts = [fact for fact in table.facts if (fact.place.line, fact.place.column) not in taken]
        taken.update((fact.place.line, fact.place.column) for fact in table.facts)
        if table.facts:
            yield table
