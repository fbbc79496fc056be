"""CSV and tab-separated values with a header."""

from __future__ import annotations

import csv
import re

from errata.literals.header_rows import records
from errata.literals.model import Leaf, Lifted, Problem, Scope, Wanted
from errata.source.text import decoded

_FIELD = {sign: re.compile(rf'"(?:[^"]|"")*"|[^{re.escape(sign)}\r\n]*') for sign in ",;\t|"}


def read(data: bytes, name: str, wanted: Wanted) -> tuple[list[Lifted], Problem | None]:
    """The rows of a file as records."""
    text = decoded(data)
    first = text.partition("\n")[0]
    sign = max(",;\t|", key=first.count)
    rows = []
    for n, line in enumerate(text.split("\n"), 1):
        if line.strip():
            rows.append(_row(line, n, sign))
    made = records(rows)
    return ([Lifted((Scope("file", name),), made)] if made is not None else []), None


def _row(line: str, number: int, sign: str) -> list[Leaf]:
    cells, at = [], 0
    while at <= len(line):
        found = _FIELD[sign].match(line, at)
        assert found is not None  # it matches nothing too
        text = next(csv.reader([found[0]], delimiter=sign), [""])
        lead = len(found[0]) - len(found[0].lstrip())
        cells.append(Leaf((text[0] if text else "").strip(), number, at + 1 + lead))
        at = found.end() + 1
    return cells
