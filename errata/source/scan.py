"""The scan of one file: it is read if it can matter, and its tables, constants and mechanics are recognised."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterable, Iterator, Set
from contextlib import contextmanager
from dataclasses import replace
from typing import NoReturn

from engine.rulebook.raw import RAW
from errata.literals.branch_grids import grids
from errata.literals.inferences import inferences
from errata.literals.model import MAX_SECONDS, Branch, Lifted, Problem, ProblemKind, Scope, TooLong
from errata.readers import read, reader_of
from errata.signatures import Code, played
from errata.source.configured_tables import Bindings
from errata.source.files import Source
from errata.source.own_reports import HEAD, is_report
from errata.source.prefilter import Look, look, wanted
from errata.source.scan_results import Binding, Located, Scanned, Table
from errata.source.suppression_comments import suppression_comments
from errata.source.text import as_utf8, decoded, in_line, printable
from verify.documents.files import Document
from verify.findings import Fact, Finding, Place
from verify.grids import Grid
from verify.recognition.code.code_table_recogniser import recognise_code_table
from verify.recognition.code.constants import constants
from verify.recognition.code.facts import meant_row, not_read, statements
from verify.recognition.code.recognised_code_table import CodeMatch
from verify.recognition.code.surroundings import (
    edition_in_title,
    game_of,
    other_edition,
    other_game,
    speaks_of_ships,
    speaks_of_vehicles,
)

_TITLED = frozenset({"readme.md", "index.html", "index.htm", "package.json", "system.json", "module.json"})
"""Files at the top of a codebase whose title says what all of it is about."""
MAX_TITLE = 2000
"""Bytes at the beginning of such a file in which the title stands."""
MAX_FRONT = 8000
"""Bytes at the beginning of a document in which it names its book."""
_NOT_CACHED = (ProblemKind.NOT_OPENED, ProblemKind.UNREADABLE, ProblemKind.READER_FAILED, ProblemKind.TIMEOUT)
"""Problems that another run may not have."""
MAX_NAME = 120
"""Characters of a qualified name."""
_VALUES = re.compile(r"(?:[:=]\s?[-+]?\d.*?){3}", re.DOTALL)
"""So many values that a table has begun."""


def scan_file(source: Source, expected: Look | None = None) -> Scanned:
    """All that one file states. Whatever goes wrong becomes its `problem`, so that one file cannot end the run.

    `expected` is what it may hold, if that is known; else the prefilter tells.
    """
    scanned = Scanned(source.name)
    try:
        with time_limit():
            data = _text(source, scanned)
            if data is not None:
                _scan(source, data, expected or look(data, source.name), scanned)
    except TooLong:
        scanned.problem = Problem(ProblemKind.TIMEOUT)
    except OSError as error:
        scanned.problem = Problem(ProblemKind.NOT_OPENED, (error.strerror or str(error)).lower())
    except (RecursionError, MemoryError):
        scanned.problem = Problem(ProblemKind.NESTED)
    except Exception as error:
        detail = f"{type(error).__name__}: {printable(str(error))[:80]}"
        scanned.problem = Problem(ProblemKind.READER_FAILED, detail)
    if scanned.problem is not None and scanned.problem.kind in _NOT_CACHED:
        scanned.key = b""
    return scanned


@contextmanager
def time_limit() -> Iterator[None]:
    """Raise TooLong after each MAX_SECONDS of work, so that a step can be left and the next one begin.

    There is no limit in a thread, nor on Windows, where no signal can stop a regular expression.
    """
    try:
        before = signal.signal(signal.SIGVTALRM, _stop)
    except (AttributeError, ValueError):
        yield
        return
    try:
        try:
            signal.setitimer(signal.ITIMER_VIRTUAL, MAX_SECONDS, MAX_SECONDS)
            yield
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    finally:  # once more, as the signal may come just before that
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _stop(*_: object) -> NoReturn:
    raise TooLong


def _text(source: Source, scanned: Scanned) -> bytes | None:
    """The text of a file as UTF-8, without overlong lines; None if it is skipped."""
    raw = source.data()
    scanned.key = source.key(raw)
    data = as_utf8(raw)
    if data is None:
        scanned.skipped = "binary"
        return None
    if not data.strip():
        scanned.skipped = "empty"
        return None
    text = source.without_long_lines(data)
    if not text.strip():
        scanned.skipped = "minified"
        return None
    if is_report(source.reader, data):
        scanned.skipped = "reports of rawcheck"
        return None
    if text != data:
        scanned.problem = Problem(ProblemKind.LONG_LINE)
    try:
        scanned.suppression_comments = suppression_comments(text, source.reader, source.name)
    except TooLong:  # the values are read all the same
        scanned.problem = Problem(ProblemKind.TIMEOUT)
    if source.name.lower() in _TITLED:
        scanned.edition = edition_in_title(text[:MAX_TITLE].decode("utf-8", "replace"))
    if source.reader == "markdown":
        scanned.named_edition = Document(source.name, text[:MAX_FRONT].decode("utf-8", "replace")).edition
    return text


def _scan(source: Source, data: bytes, expected: Look, scanned: Scanned) -> None:
    """Read what a file may hold: tables and constants, and mechanics known by their signature."""
    if expected.tables or source.bound or source.earlier:
        scanned.names_rules = True
        lifted, problem = lifted_from(source, data)
        scanned.problem = problem or scanned.problem
        _read_tables(source, data, lifted, scanned)
        stated = {fact.place for table in scanned.tables for fact in table.facts}
        for piece in lifted:
            if not piece.later:
                scanned.constants += (fact for fact in _constants(piece, source.name) if fact.place not in stated)
            scanned.findings += inferences(piece, source.name)
    if expected.mechanics:
        code = Code(printable(decoded(data)), source.reader, source.name, game_of(head_of(data)))
        for mechanic in expected.mechanics:
            scanned.mechanics += played(mechanic, code)
    scanned.defaults_multiple_to_1 = expected.defaults_multiple_to_1


def lifted_from(source: Source, data: bytes, everything: bool = False) -> tuple[list[Lifted], Problem | None]:
    """What stands in a source as far as it may be wanted, or all of it; and what could not be read of it."""
    lifted, problem = read(source.reader, data, source.name, wanted if not everything else lambda _: True)
    if game := game_of(head_of(data)):
        lifted = [replace(piece, scopes=(Scope("comment", game), *piece.scopes)) for piece in lifted]
    return lifted, problem


def head_of(data: bytes) -> str:
    r"""The beginning of a file, up to its first table: what is said there is said of all of it.

    >>> head_of(b"// Cepheus\nconst A = {a: 1, b: 2, c: 3}; // GURPS")
    '// Cepheus\nconst A = {a'
    """
    head = data[:HEAD].decode("utf-8", "replace")
    first_table = _VALUES.search(head)
    return head[: first_table.start()] if first_table else head


# Constants


def _constants(piece: Lifted, file: str) -> Iterator[Fact]:
    """The constants of a tree that are rules."""
    if not isinstance(piece.tree, Branch) or speaks_of_vehicles(piece.scopes) or other_game(piece.scopes):
        return
    above = next((scope.text for scope in reversed(piece.scopes) if scope.where in ("name", "key")), "")
    of_ships = speaks_of_ships(piece.scopes, file)
    for fact in constants(_named_values(piece.tree, above), file):
        other = of_ships and RAW.rule(fact.rule).is_about_people
        yield fact._replace(qualified_name=named_by(piece.scopes), doubtful=fact.doubtful or other)


def _named_values(branch: Branch, above: str = "") -> Iterator[tuple[tuple[str, ...], str, int, int]]:
    """Every value of a tree that has a name: the name, also with that above it, the value, and its place."""
    for key, value in branch.entries:
        if isinstance(value, Branch):
            yield from _named_values(value, key.text if key is not None else "")
        elif key is not None and value.kind in ("number", "text"):
            names = (key.text, f"{above} {key.text}") if above else (key.text,)
            yield names, in_line(value.text), value.line, value.column


# Tables


def _read_tables(source: Source, data: bytes, lifted: list[Lifted], scanned: Scanned) -> None:
    """Recognise the tables of a file; at a timeout, those recognised so far are kept."""
    tables: list[Table] = []
    try:
        tables += _tables(source, data, lifted, scanned)
        certain = (fact for table in tables for fact in table.facts if not fact.doubtful)
        if lost := source.earlier - {(fact.qualified_name, RAW.rule(fact.rule).column_id) for fact in certain}:
            tables = list(_tables(source, data, lifted, scanned, lost))
    except TooLong:
        scanned.problem = Problem(ProblemKind.TIMEOUT)
    scanned.tables = list(_numbered(_distinct(tables)))
    if any(table.missing_rows for table in scanned.tables):
        fallbacks = {match["name"]: match["value"] for match in _FALLBACK.finditer(decoded(data))}
        for table in scanned.tables:
            table.fallback = fallbacks.get(table.qualified_name.rpartition(".")[2], "")


_FALLBACK = re.compile(
    r"(?<![\w$])(?P<name>[A-Za-z_$][\w$]{0,80})(?:\?\.)?"
    r"(?:\[[^\[\]\n]{1,80}\]\s{0,20}(?:\?\?|\|\||:|or\b)|\.get\([^()\n]{1,80},)"
    r"\s{0,20}(?P<value>[-+]?\d{1,9})(?![\w.\[])"
)
"""A look-up with the value that it gives for missing rows: `RANGE_DM[band] ?? -4`, `range_dm.get(band, -4)`."""


def _tables(
    source: Source, data: bytes, lifted: list[Lifted], scanned: Scanned, lost: Set[Binding] = frozenset()
) -> Iterator[Table]:
    """The tables that are recognised or configured, or have `lost` columns; the configured ones are noted as found."""
    bindings = Bindings(source.bound, lost)
    for piece in lifted:
        for grid in grids(piece):
            match, guesses = recognise_code_table(grid)
            if match is None and guesses and guesses[0].other_game:
                scanned.findings += _skipped_table(source.name, grid, guesses[0])
            matches = [match, *match.also] if match is not None else []
            if piece.later:
                yield from (_changed_table(source.name, grid, match) for match in matches)
                continue
            name = bindings.name(qualified_name(source.name, grid), grid.line)
            is_bound = bindings.is_bound(name)
            yield from (_table(source.name, grid, match, is_bound) for match in bindings.applied(name, grid, matches))
    if bindings.missing:  # it may look like nothing of ours
        for piece in lifted_from(source, data, everything=True)[0]:
            for grid in grids(piece, every=True) if not piece.later else ():
                name = bindings.name(qualified_name(source.name, grid), grid.line)
                is_bound = bindings.is_bound(name)
                yield from (_table(source.name, grid, match, is_bound) for match in bindings.forced(name, grid))
    scanned.bound = bindings.found.intersection(source.bound)


def _changed_table(file: str, grid: Grid, match: CodeMatch) -> Table:
    """A table as a later statement changes it; its missing rows are reported for the original only."""
    table = _table(file, grid, match)
    facts = [fact._replace(begins=0) for fact in table.facts]
    return replace(table, facts=facts, is_update=True, unknown_rows=[], missing_rows=[], without_multiple=[])


def _skipped_table(file: str, grid: Grid, guess: CodeMatch) -> Iterator[Finding]:
    """A table of another game that has most rows of one of ours: not checked is never passed."""
    if guess.rule_table.complete and len(guess.rows) * 2 > len(guess.rule_table.rows):
        words = {"title": guess.rule_table.title, "reason": guess.reason}
        yield Finding("RC304", "unchecked", Place(file, grid.line), guess.rule_table.id, case="skipped", words=words)


def _table(file: str, grid: Grid, match: CodeMatch, is_bound: bool = False) -> Table:
    """The facts of a table that was recognised, and its rows that do not fit."""
    name = qualified_name(file, grid)
    facts = [*statements(grid, match, file, is_bound), *not_read(grid, match, file)]
    cells = {n: grid.rows[n][match.names_in] for n in match.strangers}
    meant = {n: row for n in cells if (row := meant_row(grid, match, n)) is not None}
    unknown = {n: Located(in_line(cell.text), cell.line, cell.column) for n, cell in cells.items()}
    unknown |= {n: unknown[n]._replace(meant=match.rule_table.rows[row].name) for n, row in meant.items()}
    missing = [match.rule_table.rows[row].name for row in match.absent if row not in meant.values()]
    table = Table(
        file,
        grid.line,
        match.rule_table.id,
        name,
        [fact._replace(qualified_name=name, begins=grid.line, item=grid.item) for fact in facts],
        list(unknown.values()),
        missing if not grid.partial else [],
        is_certain=any(known.sure for known in match.known.values()) and (is_bound or not other_edition(grid.scopes)),
        is_bound=is_bound,
        likely_other_game=match.is_nobodys and not is_bound,
    )
    declared = RAW.tables.get(match.rule_table.id)
    is_code = reader_of(file) not in ("markdown", "csv", "html")
    if declared is not None and declared.multiplied_by and is_code and any(head.text for head in grid.header):
        table.without_multiple = list(_without_multiple(grid, match))
    return table


def _without_multiple(grid: Grid, match: CodeMatch) -> Iterator[Located]:
    """The records of weapons, if they have no field for a damage multiple."""
    if any("multipl" in head.text.lower() for head in grid.header):
        return
    for n, row in match.rows.items():
        first = min((cell for cell in grid.rows[n] if cell.text), key=lambda cell: (cell.line, cell.column))
        yield Located(match.rule_table.rows[row].name, first.line, first.column)


def qualified_name(file: str, grid: Grid) -> str:
    """The names of a table and of what encloses it; in a document, its heading."""
    headings = [text for where, text in grid.scopes if where == "comment"] if reader_of(file) == "markdown" else []
    return named_by(grid.scopes) or (headings[-1][:MAX_NAME] if headings else "")


def named_by(scopes: Iterable[tuple[str, str]]) -> str:
    """The names of the enclosing scopes, outermost first: `Combat.getRangeDM.rangeDMs`."""
    return ".".join(text for where, text in scopes if where in ("class", "function", "name", "key"))[:MAX_NAME]


def _numbered(tables: Iterable[Table]) -> Iterator[Table]:
    """The tables of a file; the second and later ones of the same name get a number, so that they differ."""
    seen: dict[tuple[str, str, str], int] = {}
    for table in sorted(tables, key=lambda table: table.line):
        item = table.facts[0].item if table.facts else ""
        key = (table.rule_table, table.qualified_name, item)
        seen[key] = seen.get(key, 0) + 1
        if seen[key] > 1:
            table.facts = [fact._replace(item=f"{fact.item}#{seen[key]}") for fact in table.facts]
        yield table


def _distinct(tables: list[Table]) -> Iterator[Table]:
    """The tables, each fact only in the most certain or largest one that states it: a table, not its single records."""
    seen: set[tuple[int, int]] = set()
    for table in sorted(tables, key=lambda table: (not table.is_certain, table.is_update, -len(table.facts))):
        table.facts = [fact for fact in table.facts if (fact.place.line, fact.place.column) not in seen]
        seen.update((fact.place.line, fact.place.column) for fact in table.facts)
        if table.facts:
            yield table
