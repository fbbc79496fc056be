"""Leads: the sentence before a table or its caption, `For vehicles, use these values:`, says what it is about, too."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.late import late
from verify.pdf.captions import above_heads, caption_of
from verify.pdf.grid import Found
from verify.pdf.runs import Run

_LINES = 4
"""Lines that such a sentence has at most."""
_CLOSE = 4.0
"""How far above a caption it stands, in heights of its letters."""
_APART = 1.7
"""How far apart the lines of a paragraph are, in heights of letters."""
_LEADS = late(r":$|\b(?:follow(?:s|ing)|below|instead)\b", re.IGNORECASE)
"""What shows that a sentence leads to a table."""
_END = late(r"(?<=[a-z)][.!?])\s+(?=[A-Z])")


def named_by(part: Found) -> str:
    """What names a table: the sentence that leads to it, and its caption; empty if there is neither."""
    caption, above = caption_of(part), above_heads(part)
    over = next(above, None) if caption else None
    return f"{_lead(above, over)} {caption}".strip()


def _lead(above: Iterator[Run], over: Run | None) -> str:
    """The sentence that leads to a table, or to its caption; empty if what stands above is about something else."""
    said: list[str] = []
    last, room = over, _CLOSE
    for run in above:
        if last is not None and (last.base - run.base > room * last.size or len(said) == _LINES):
            break
        said.insert(0, run.text)
        last, room = run, _APART
    sentence = _END.split(" ".join(said))[-1]
    return sentence if _LEADS.search(sentence) else ""
