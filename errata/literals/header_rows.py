"""Tables with a header row (HTML, CSV, Markdown) as a list of records."""

from __future__ import annotations

import re

from errata.literals.model import Branch, Entry, Leaf
from verify.recognition.code.row_names import is_rolled
from verify.recognition.words import says_roll

_FORMER = re.compile(r"\b(?:old|wrong|previous|former|before|incorrect|was)\b", re.IGNORECASE)
"""Headings over values that are corrected, as in an errata log."""


def records(rows: list[list[Leaf]]) -> Branch | None:
    """Rows under a header as records, without columns of former values; None if there is no header."""
    if len(rows) < 2 or len(rows[0]) < 2:
        return None
    header, *body = rows
    former = {n for n, cell in enumerate(header) if _FORMER.search(cell.text)}
    rolled = _is_rolled(header[0].text, [row[0].text for row in body if row])
    table = Branch(header[0].line, header[0].column, kind="list")
    for row in filter(None, body):
        record = Branch(row[0].line, row[0].column)
        for n, (key, value) in enumerate(zip(header, row, strict=False)):
            if n in former:
                continue
            named = key.text and (n or rolled)
            place = f"column {n + 1}" if n else "roll" if rolled else "name"
            name = key if named else Leaf(place, key.line, key.column)
            record.entries.append(Entry(name, value))
        table.entries.append(Entry(None, record))
    return table


def _is_rolled(heading: str, texts: list[str]) -> bool:
    """Whether the first column holds rolls instead of names."""
    if says_roll(heading):
        return any(text[:1].isdecimal() for text in texts)
    return is_rolled(heading) and all(text.isdecimal() for text in texts)
