"""Damage by a scanner, and its repair: rows that ran together, lists side by side, letters for digits, stray values.

Nothing is mended silently: each repair says what stood there, what it was taken for, and why.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from unicodedata import decimal

from engine.errors import WrongKind
from engine.rulebook.names import normal
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook
from verify.documents.layout import lines_of
from verify.documents.reading import Reading
from verify.findings import Fact, Finding, Place
from verify.grids import Grid, Passage
from verify.plain_signs import HOMOGLYPHS
from verify.recognition.rule_tables import RuleTable, rule_tables
from verify.recognition.values import bare, read_value

# Damage in tables


@dataclass(frozen=True, slots=True)
class Repair:
    """One repair: where, what stood there, what it was taken for, and the reason."""

    line: int
    column: int
    printed: str
    taken_for: str
    reason: str


def unfold(grid: Grid) -> Grid:
    """Two lists side by side as one list: `Bonuses | DM | Penalties | DM` becomes `Bonuses / Penalties | DM`."""
    width = len(grid.header)
    half = width // 2
    heads = [normal(cell.text) for cell in grid.header]
    if width < 4 or width % 2 or heads[1:half] != heads[half + 1 :]:
        return grid
    rows = [row[:half] for row in grid.rows] + [row[half:] for row in grid.rows if any(c.text for c in row[half:])]
    first = Passage(f"{grid.header[0].text} {grid.header[half].text}", grid.header[0].line, grid.header[0].column)
    return Grid([first, *grid.header[1:half]], [r for r in rows if r], grid.context, grid.line, grid.remarks)


def separate(grid: Grid) -> tuple[Grid, list[Repair]]:
    """Rows whose cells ran together, taken apart where the names of a rule table say how."""
    for shape in _likely(grid):
        for column in range(min(2, len(grid.header))):
            rows, repairs = _separated(grid, shape, column)
            if repairs:
                return Grid(grid.header, rows, grid.context, grid.line, grid.remarks), repairs
    return grid, []


def _likely(grid: Grid) -> list[RuleTable]:
    """The shapes that most of the words of the first columns belong to."""
    text = normal(" ".join(cell.text for row in grid.rows for cell in row[:2]))
    scored = [
        (sum(any(n in text for n in row.names) for row in shape.rows) / len(shape.rows), shape)
        for shape in rule_tables()
    ]
    return [shape for share, shape in sorted(scored, key=lambda pair: -pair[0]) if share >= 0.4]


def _separated(grid: Grid, shape: RuleTable, column: int) -> tuple[list[list[Passage]], list[Repair]]:
    rows: list[list[Passage]] = []
    repairs = []
    for row in grid.rows:
        cell = row[column] if column < len(row) else None
        spans = _name_spans(cell.text, shape) if cell is not None else []
        many = any(len(_number_starts(other)) > 1 for n, other in enumerate(row) if n != column)
        if cell is None or len(spans) < 2 or not many:
            rows.append(row)
            continue
        parts = [
            [cell.part(*span) for span in spans] if n == column else _value_parts(other, len(spans))
            for n, other in enumerate(row)
        ]
        separated = [list(cells) for cells in zip(*parts, strict=True)]
        rows += separated
        taken = "; ".join(" = ".join(bare(c.text) for c in cells if c.text) for cells in separated)
        reason = f"{len(spans)} rows of {shape.title} ran together"
        repairs.append(Repair(cell.line, cell.column, " | ".join(c.text for c in row if c.text), taken, reason))
    return rows, repairs


def _name_spans(text: str, shape: RuleTable) -> list[tuple[int, int]]:
    """The spans of a text that are row names, if it is nothing but row names."""
    if shape.find_row(bare(text)) is not None:
        return []
    words = [(m, m + len(w)) for w, m in _words(text)]
    spans: list[tuple[int, int]] = []
    rows: list[int] = []
    at = 0
    while at < len(words):
        for end in range(min(len(words), at + 5), at, -1):
            row = shape.find_row(text[words[at][0] : words[end - 1][1]])
            if row is not None and row not in rows:
                spans.append((words[at][0], words[end - 1][1]))
                rows.append(row)
                at = end
                break
        else:
            return []
    return spans


def _words(text: str) -> list[tuple[str, int]]:
    found, start = [], 0
    for word in text.split():
        start = text.index(word, start)
        found.append((word, start))
        start += len(word)
    return found


def _number_starts(cell: Passage) -> list[int]:
    """Where the values of a cell begin: at each number outside brackets."""
    starts = []
    for n, token in enumerate(cell.tokens):
        nested = cell.text[: token.start].count("(") > cell.text[: token.start].count(")")
        words_before = n and cell.tokens[n - 1].kind == "word" and cell.tokens[n - 1].text in ("to", "per", "or")
        if token.kind == "number" and not nested and not words_before:
            starts.append(token.start)
    return starts[:1] and [0, *starts[1:]]


def _value_parts(cell: Passage, count: int) -> list[Passage]:
    """A cell of values that ran together, a part to each; what is lost is left empty."""
    starts = _number_starts(cell)
    if len(starts) > count:
        starts = starts[:count]
    ends = [*starts[1:], len(cell.text)]
    parts = [cell.part(start, len(cell.text[:end].rstrip())) for start, end in zip(starts, ends, strict=True)]
    line, column = cell.place(len(cell.text))
    return parts + [Passage("", line, column, lost=True) for _ in range(count - len(parts))]


_ZERO = re.compile(r"(?<=\d)[oOОо]+|[oOОо]+(?=[\d.,])")
_SCRIPTS = re.compile(r"(?<=[+\-\u2212\d])[\u0660-\u0669\u06f0-\u06f9]")


def with_digits(text: str) -> str:
    """A text with digits where a scanner put letters or digits of another script.

    >>> with_digits("1o+"), with_digits("MCrO.5"), with_digits("none"), with_digits("-\u0662")
    ('10+', 'MCr0.5', 'none', '-2')
    """
    text = _ZERO.sub(lambda found: "0" * len(found[0]), text)
    return _SCRIPTS.sub(lambda found: str(decimal(found[0])), text)


def two_in_one(cell: Passage, neighbours: list[str]) -> tuple[int, int] | None:
    """Of two values in a cell, the span of the one that does not belong to a neighbouring row."""
    numbers = [t for t in cell.tokens if t.kind == "number"]
    if len(numbers) != 2 or len(cell.tokens) != 2:
        return None
    near = {normal(text) for text in neighbours}
    own = [t for t in numbers if normal(t.text) not in near]
    return (own[0].start, own[0].end) if len(own) == 1 else None


# Damage in text

_SIGNS = r"\\(?:(?:times|pm|div|leq?|geq?)\b|d?frac\{\d+\}\{\d+\})"
_FORMULA = re.compile(rf"\$[^$\n]{{0,40}}{_SIGNS}[^$\n]{{0,40}}\$|{_SIGNS}\s?\d*")
_FOREIGN = re.compile(r"\b\w*[Α-Ωα-ωА-я]\w*\b")
_SUSPECT = re.compile(r"\\[a-z]|[Α-Ωα-ωА-я]|[^\x00-\x7F\u0080-\u0660\u2000-\u2fff]|[\u0660-\u06f9]")
_DIGIT = re.compile(r"[^\x00-\x7F]")


def find_damage(text: str, reading: Reading) -> Iterator[Finding]:
    """Signs of a scanner in a text, each with what it was read as."""
    if _SUSPECT.search(text):
        for number, line in enumerate(lines_of(text), 1):
            if _SUSPECT.search(line):
                yield from _in_line(line, Place(reading.file, number))
    for passage in reading.passages():
        for token in passage.numbers:
            if token.damaged and passage.place(token.start) in reading.marks:
                yield _taken("o", "0", "a letter stands where a number belongs", reading.place(passage, token.start))


def _in_line(line: str, place: Place) -> Iterator[Finding]:
    for found in _FORMULA.finditer(line):
        yield _taken(found[0].strip(), bare(found[0]), "a formula in LaTeX", _at(place, found))
    for found in _FOREIGN.finditer(line):
        if re.search("[A-Za-z]", found[0]) and found[0].translate(HOMOGLYPHS).isascii():
            meant = found[0].translate(HOMOGLYPHS)
            yield _taken(found[0], meant, "letters of another alphabet among ours", _at(place, found))
    for found in _DIGIT.finditer(line):
        if found[0].isdecimal() and not re.search(r"[+\-\u2212\d]$", line[: found.start()]):
            yield _taken(found[0], "nothing", "a digit of another script, as scanners read a bullet", _at(place, found))


def _at(place: Place, found: re.Match[str]) -> Place:
    return Place(place.file, place.line, found.start() + 1)


def _taken(printed: str, meant: str, reason: str, place: Place) -> Finding:
    return Finding("RC104", "unchecked", f"`{printed}` was taken for `{meant}`: {reason}", place, actual=printed)


def stray_values(reading: Reading, rulebook: Rulebook = RAW) -> Iterator[tuple[Fact, Finding]]:
    """Values that stand alone after a table that has lost its last rows: the ladder tells which row each is."""
    for grid, match in reading.matches:
        last = max((row[0].line for row in grid.rows if row), default=grid.line)
        if len(match.columns) != 1 or not match.absent or len(match.rule_table.columns) != 1:
            continue
        column = match.rule_table.columns[0]
        alone = [
            p
            for p in reading.layout.passages
            if last < p.line <= last + 40
            and len(p.tokens) == 1
            and p.tokens[0].kind == "number"
            and p.place(p.tokens[0].start) not in reading.marks
        ]
        for row, passage in zip(match.absent, alone, strict=False):
            rule = match.rule_table.rows[row].rules[0]
            try:
                value = read_value(column.kind or rulebook.rule(rule).kind, passage.text)
            except WrongKind:
                break
            place = reading.place(passage)
            reading.marks[(place.line, place.column)] = "table"
            name = match.rule_table.rows[row].name
            reason = f"it stands alone after {match.rule_table.title}, whose next row that is missing is {name}"
            taken = _taken(passage.text, f"{name} = {bare(passage.text)}", reason, place)
            yield Fact(rule, bare(passage.text), value, place, "table", tuple(match.evidence), damaged=True), taken
