"""Rows under a header, as a page, a document or a list of values has them: a list of records."""

from __future__ import annotations

import re

from engine.late import late
from errata.literals import Branch, Entry, Leaf

_FORMER = late(r"\b(?:old|wrong|previous|former|before|incorrect|was)\b", re.IGNORECASE)
"""Headings over what was so once and is put right, as in a log of errata."""


def records(rows: list[list[Leaf]]) -> Branch | None:
    """Rows under a header as a list of records, without the columns that only quote what was wrong."""
    if len(rows) < 2 or len(rows[0]) < 2:
        return None
    head, *rest = rows
    quoted = {n for n, cell in enumerate(head) if _FORMER.search(cell.text)}
    made = Branch(head[0].line, head[0].column, kind="list")
    for row in rest:
        if not row:
            continue
        record = Branch(row[0].line, row[0].column)
        for n, (key, value) in enumerate(zip(head, row, strict=False)):
            if n in quoted:
                continue
            name = key if key.text and n else Leaf("name" if not n else f"column {n + 1}", key.line, key.column)
            record.entries.append(Entry(name, value))
        made.entries.append(Entry(None, record))
    return made
