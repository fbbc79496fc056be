"""Excerpts: the line of a finding with the two lines before and after it, and the value in it marked."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from errata.source.files import Source
from errata.source.text import as_utf8, decoded
from verify.findings import Finding

AROUND = 2
"""Lines before and after."""
ROOM = 160
"""Characters of a line that are shown."""
_TOKEN = re.compile(r"""["'`][^"'`]{0,80}["'`]|[\[({][^\[({\])}]{0,120}[\])}]|[+\-−]?[\w.]+""")
"""A value whose characters in the file are not those that were read."""


class Line(NamedTuple):
    """A line of an excerpt: its number, the value, and the text before and after it."""

    number: int
    before: str
    value: str = ""
    behind: str = ""
    here: bool = False
    """Whether it is the line of the finding."""


Excerpt = tuple[Line, ...]
Texts = Mapping[str, Callable[[], str]]
"""A function for each file that reads its text."""


def texts_of(sources: Iterable[Source], above: str = "") -> dict[str, Callable[[], str]]:
    """The functions that read the files of a codebase; `above` is put before their names."""
    return {above + source.name: partial(_text, source) for source in sources}


def _text(source: Source) -> str:
    """The text of a file as it is scanned."""
    return decoded(as_utf8(source.data()) or b"")


def is_literal(finding: Finding, texts: Texts) -> bool:
    """Whether there is a literal at the place of a finding, not the name of a constant."""
    lines = lines_in(texts, finding.place.file)
    line = lines[finding.place.line - 1] if finding.place.line <= len(lines) else ""
    return not re.match(r"[A-Za-z_$]", line[finding.place.column - 1 :]) or finding.actual[:1].isalpha()


def excerpts(findings: Sequence[Finding], texts: Texts) -> list[Excerpt]:
    """An excerpt for each finding; empty if there is none."""
    lines = {file: lines_in(texts, file) for file in {finding.place.file for finding in findings}}
    return [_excerpt(lines[finding.place.file], finding) for finding in findings]


def value_lengths(findings: Sequence[Finding], texts: Texts) -> list[int]:
    """The number of characters of each finding's value where it stands; 0 where none does."""
    lines = {file: lines_in(texts, file) for file in {finding.place.file for finding in findings}}
    places = ((lines[finding.place.file][finding.place.line - 1 :][:1], finding) for finding in findings)
    return [_length(line[0], finding.place.column - 1, finding) if line else 0 for line, finding in places]


def lines_in(texts: Texts, file: str) -> list[str]:
    """The lines of a file; none if it can no longer be read."""
    try:
        text = texts[file]() if file in texts else ""
    except OSError:
        text = ""
    return text.split("\n") if text.strip() else []


def _excerpt(lines: list[str], finding: Finding) -> Excerpt:
    """The lines around a finding, without their common indentation."""
    at = finding.place.line
    if not 1 <= at <= len(lines):
        return ()
    first = max(1, at - AROUND)
    near = [line.rstrip("\r") for line in lines[first - 1 : at + AROUND]]
    inset = min((len(line) - len(line.lstrip()) for line in near if line.strip()), default=0)
    return tuple(
        _marked(line, finding, inset) if n == at else Line(n, _cut(line[inset:])) for n, line in enumerate(near, first)
    )


def _marked(line: str, finding: Finding, inset: int) -> Line:
    """The line of a finding with the value marked; of a long line, the part around the value."""
    start = min(finding.place.column - 1, len(line))
    length = _length(line, start, finding)
    first = inset if len(line) <= ROOM else max(inset, min(start - ROOM // 2, len(line) - ROOM))
    first = min(first, start)
    value, behind = line[start : start + length], line[start + length :]
    room = max(0, ROOM - (start - first) - length)
    return Line(finding.place.line, "…" * (first > inset) + line[first:start], _cut(value), _cut(behind, room), True)


def _length(line: str, start: int, finding: Finding) -> int:
    """The number of characters of the value; 0 for something missing."""
    if finding.verdict == "missing" or not 0 <= start < len(line):
        return 0
    if finding.actual and line.startswith(finding.actual, start):
        return len(finding.actual)
    token = _TOKEN.match(line, start)
    return token.end() - start if token else 0


def _cut(text: str, room: int = ROOM) -> str:
    return text if len(text) <= room else text[:room] + "…"
