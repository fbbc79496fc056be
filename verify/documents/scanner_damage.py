"""Damage by a scanner, and its repair: rows that ran together, lists side by side, letters for digits, stray values.

Nothing is mended silently: each repair reports the printed text, how it was read, and why.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from unicodedata import decimal

from engine.errors import WrongKind
from engine.rulebook.names import normal
from engine.rulebook.rulebook import Rulebook
from verify.documents.layout import lines_of
from verify.documents.reading import Reading
from verify.findings import Fact, Finding, Place
from verify.grids import Grid, Passage
from verify.recognition.rule_tables import RuleTable, rule_tables
from verify.recognition.values import bare, read_value
from verify.typographic_signs import HOMOGLYPHS

# Damage in tables


def taken_for(printed: str, meant: str, reason: str, place: Place) -> Finding:
    """The finding on something that was read as something else."""
    return Finding("RC104", "unchecked", place, actual=printed, words={"meant": meant, "reason": reason})


def unfold(grid: Grid) -> Grid:
    """Two lists side by side as one list: `Bonuses | DM | Penalties | DM` becomes `Bonuses / Penalties | DM`."""
    width = len(grid.header)
    half = width // 2
    heads = [normal(cell.text) for cell in grid.header]
    if width < 4 or width % 2 or heads[1:half] != heads[half + 1 :]:
        return grid
    rows = [row[:half] for row in grid.rows] + [row[half:] for row in grid.rows if any(c.text for c in row[half:])]
    first = Passage(f"{grid.header[0].text} {grid.header[half].text}", grid.header[0].line, grid.header[0].column)
    return Grid([first, *grid.header[1:half]], [r for r in rows if r], grid.context, grid.line, grid.oddities)


def separate(grid: Grid, file: str) -> tuple[Grid, list[Finding]]:
    """The grid with run-together rows split by the row names of a rule table, and a finding on each split."""
    for rule_table in _likely(grid):
        for column in range(min(2, len(grid.header))):
            rows, repairs = _separated(grid, rule_table, column, file)
            if repairs:
                return Grid(grid.header, rows, grid.context, grid.line, grid.oddities), repairs
    return grid, []


def _likely(grid: Grid) -> list[RuleTable]:
    """The rule tables with at least 40 % of their row names in the first two columns, the best match first."""
    text = normal(" ".join(cell.text for row in grid.rows for cell in row[:2]))
    shares = {
        table: sum(any(name in text for name in row.names) for row in table.rows) / len(table.rows)
        for table in rule_tables()
    }
    return [table for table in sorted(shares, key=lambda table: -shares[table]) if shares[table] >= 0.4]


def _separated(grid: Grid, rule_table: RuleTable, column: int, file: str) -> tuple[list[list[Passage]], list[Finding]]:
    rows: list[list[Passage]] = []
    repairs = []
    for row in grid.rows:
        cell = row[column] if column < len(row) else None
        spans = _name_spans(cell.text, rule_table) if cell is not None else []
        has_several_values = any(len(_number_starts(other)) > 1 for n, other in enumerate(row) if n != column)
        if cell is None or len(spans) < 2 or not has_several_values:
            rows.append(row)
            continue
        parts = [
            [cell.part(*span) for span in spans] if n == column else _value_parts(other, len(spans))
            for n, other in enumerate(row)
        ]
        separated = [list(cells) for cells in zip(*parts, strict=True)]
        rows += separated
        printed = " | ".join(other.text for other in row if other.text)
        meant = "; ".join(" = ".join(bare(c.text) for c in cells if c.text) for cells in separated)
        reason = f"{len(spans)} rows of {rule_table.title} ran together"
        repairs.append(taken_for(printed, meant, reason, Place(file, cell.line, cell.column)))
    return rows, repairs


def _name_spans(text: str, rule_table: RuleTable) -> list[tuple[int, int]]:
    """The spans of the row names in a text; none if it is a single name or contains anything else."""
    if rule_table.find_row(bare(text)) is not None:
        return []
    words = [word.span() for word in re.finditer(r"\S+", text)]
    spans: dict[int, tuple[int, int]] = {}
    at = 0
    while at < len(words):
        for end in range(min(len(words), at + 5), at, -1):
            span = words[at][0], words[end - 1][1]
            row = rule_table.find_row(text[slice(*span)])
            if row is not None and row not in spans:
                spans[row] = span
                at = end
                break
        else:
            return []
    return list(spans.values())


def _number_starts(cell: Passage) -> list[int]:
    """Where the values of a cell begin: at each number outside brackets."""
    starts = []
    for n, token in enumerate(cell.tokens):
        before = cell.text[: token.start]
        continues = n and cell.tokens[n - 1].text in ("to", "per", "or")
        if token.kind == "number" and before.count("(") <= before.count(")") and not continues:
            starts.append(token.start)
    return starts[:1] and [0, *starts[1:]]


def _value_parts(cell: Passage, count: int) -> list[Passage]:
    """The values of a cell that ran together, one per row; a lost value is an empty part."""
    starts = _number_starts(cell)[:count]
    ends = [*starts[1:], len(cell.text)]
    parts = [cell.part(start, len(cell.text[:end].rstrip())) for start, end in zip(starts, ends, strict=False)]
    line, column = cell.place(len(cell.text))
    return parts + [Passage("", line, column, lost=True) for _ in range(count - len(parts))]


_ZERO = re.compile(r"(?<=\d)[oOОо]+|(?<![oOОо])[oOОо]+(?=[\d.,])")
_SCRIPTS = re.compile(r"(?<=[+\-\u2212\d])[\u0660-\u0669\u06f0-\u06f9]")


def with_digits(text: str) -> str:
    """A text with digits where a scanner put letters or digits of another script.

    >>> with_digits("1o+"), with_digits("MCrO.5"), with_digits("none"), with_digits("-\u0662")
    ('10+', 'MCr0.5', 'none', '-2')
    """
    text = _ZERO.sub(lambda match: "0" * len(match[0]), text)
    return _SCRIPTS.sub(lambda match: str(decimal(match[0])), text)


def two_in_one(cell: Passage, neighbours: list[str]) -> tuple[int, int] | None:
    """Of two values in a cell, the span of the one that does not belong to a neighbouring row."""
    numbers = [t for t in cell.tokens if t.kind == "number"]
    if len(numbers) != 2 or len(cell.tokens) != 2:
        return None
    near = {normal(text) for text in neighbours}
    foreign = [t for t in numbers if normal(t.text) not in near]
    return (foreign[0].start, foreign[0].end) if len(foreign) == 1 else None


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
                yield from _in_line(line, reading.file, number)
    for passage in reading.passages():
        for token in passage.numbers:
            if token.damaged and passage.place(token.start) in reading.marks:
                yield taken_for("o", "0", "a letter stands where a number belongs", reading.place(passage, token.start))


def _in_line(line: str, file: str, number: int) -> Iterator[Finding]:
    for match in _FORMULA.finditer(line):
        place = Place(file, number, match.start() + 1)
        yield taken_for(match[0].strip(), bare(match[0]), "a formula in LaTeX", place)
    for match in _FOREIGN.finditer(line):
        meant = match[0].translate(HOMOGLYPHS)
        if re.search("[A-Za-z]", match[0]) and meant.isascii():
            place = Place(file, number, match.start() + 1)
            yield taken_for(match[0], meant, "letters of another alphabet among ours", place)
    for match in _DIGIT.finditer(line):
        if match[0].isdecimal() and not re.search(r"[+\-\u2212\d]$", line[: match.start()]):
            place = Place(file, number, match.start() + 1)
            yield taken_for(match[0], "nothing", "a digit of another script, as scanners read a bullet", place)


def find_stray_values(reading: Reading, rulebook: Rulebook) -> None:
    """Add values that stand alone after a table that has lost its last rows: the ladder tells which row each is."""
    for grid, match in reading.matches:
        last = max((row[0].line for row in grid.rows if row), default=grid.line)
        if len(match.columns) != 1 or not match.absent or len(match.rule_table.columns) != 1:
            continue
        alone = [
            p
            for p in reading.layout.passages
            if last < p.line <= last + 40
            and len(p.tokens) == 1
            and p.tokens[0].kind == "number"
            and p.place(p.tokens[0].start) not in reading.marks
        ]
        for n, passage in zip(match.absent, alone, strict=False):
            row, printed, place = match.rule_table.rows[n], bare(passage.text), reading.place(passage)
            try:
                value = read_value(rulebook.rule(row.rules[0]).kind, passage.text)
            except WrongKind:
                break
            reading.marks[place.line, place.column] = "table"
            reason = f"it stands alone after {match.rule_table.title}, whose next row that is missing is {row.name}"
            reading.findings.append(taken_for(passage.text, f"{row.name} = {printed}", reason, place))
            evidence = tuple(match.evidence)
            reading.facts.append(Fact(row.rules[0], printed, value, place, "table", evidence, damaged=True))
