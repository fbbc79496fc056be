"""Damage that a scanner does to text: formulas, letters of other alphabets or for digits, values that went astray."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.errors import WrongKind
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook
from verify.findings import Fact, Finding, Place
from verify.layout import lines_of
from verify.reading import Reading
from verify.tokens import HOMOGLYPHS
from verify.values import bare, read_value

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
        if len(match.columns) != 1 or not match.absent or len(match.shape.columns) != 1:
            continue
        column = match.shape.columns[0]
        alone = [
            p
            for p in reading.layout.passages
            if last < p.line <= last + 40
            and len(p.tokens) == 1
            and p.tokens[0].kind == "number"
            and p.place(p.tokens[0].start) not in reading.marks
        ]
        for row, passage in zip(match.absent, alone, strict=False):
            rule = match.shape.rows[row].rules[0]
            try:
                value = read_value(column.kind or rulebook.rule(rule).kind, passage.text)
            except WrongKind:
                break
            place = reading.place(passage)
            reading.marks[(place.line, place.column)] = "table"
            name = match.shape.rows[row].name
            reason = f"it stands alone after {match.shape.title}, whose next row that is missing is {name}"
            taken = _taken(passage.text, f"{name} = {bare(passage.text)}", reason, place)
            yield Fact(rule, bare(passage.text), value, place, "table", tuple(match.evidence), damaged=True), taken
