"""CSV and tab-separated values with a header."""

from __future__ import annotations

import re

from errata.literals.header_rows import records
from errata.literals.model import Leaf, Lifted, Problem, Scope, Wanted
from errata.source.text import decoded

_FIELD = {sign: re.compile(rf'"(?:[^"]|"")*"|[^{re.escape(sign)}\r\n]*') for sign in ",;\t|"}


def read(data: bytes, name: str, wanted: Wanted) -> tuple[list[Lifted], Problem | None]:
    """The rows of a file as records."""
    lines = decoded(data).split("\n")
    separator = max(_FIELD, key=lines[0].count)
    table = records([_row(line, n, separator) for n, line in enumerate(lines, 1) if line.strip()])
    return ([Lifted((Scope("file", name),), table)] if table is not None else []), None


def _row(line: str, number: int, separator: str) -> list[Leaf]:
    cells, at = [], 0
    while at <= len(line):
        field = _FIELD[separator].match(line, at)
        assert field is not None  # it matches nothing too
        text = field[0]
        if text.startswith('"'):
            text = text[1:].removesuffix('"').replace('""', '"')
        lead = len(field[0]) - len(field[0].lstrip())
        cells.append(Leaf(text.strip(), number, at + 1 + lead))
        at = field.end() + 1
    return cells
