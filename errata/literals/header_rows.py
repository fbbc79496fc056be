"""Rows under a header, as a page, a document or a list of values has them: a list of records."""

from __future__ import annotations

import re

from errata.literals.model import Branch, Entry, Leaf
from verify.recognition.code.row_names import is_rolled
from verify.recognition.words import says_roll

_ONCE = ("old", "wrong", "previous", "former", "before", "incorrect", "was")
_FORMER = re.compile(rf"\b(?:{'|'.join(_ONCE)})\b", re.IGNORECASE)
"""Headings over what was so once and is put right, as in a log of errata."""


def records(rows: list[list[Leaf]]) -> Branch | None:
    """Rows under a header as a list of records, without the columns that only quote what was wrong."""
    if len(rows) < 2 or len(rows[0]) < 2:
        return None
    head, *rest = rows
    quoted = {n for n, cell in enumerate(head) if _FORMER.search(cell.text)}
    rolled = _is_rolled(head[0].text, [row[0].text for row in rest if row])
    made = Branch(head[0].line, head[0].column, kind="list")
    for row in rest:
        if not row:
            continue
        record = Branch(row[0].line, row[0].column)
        for n, (key, value) in enumerate(zip(head, row, strict=False)):
            if n in quoted:
                continue
            named = key.text and (n or rolled)
            place = f"column {n + 1}" if n else "roll" if rolled else "name"
            name = key if named else Leaf(place, key.line, key.column)
            record.entries.append(Entry(name, value))
        made.entries.append(Entry(None, record))
    return made


def _is_rolled(heading: str, texts: list[str]) -> bool:
    """Whether the first column is of rolls and not of names, so that its own heading says more."""
    if says_roll(heading):
        return any(text[:1].isdecimal() for text in texts)
    return is_rolled(heading) and all(text.isdecimal() for text in texts)
