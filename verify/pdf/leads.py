"""Leads: the sentence before a table or its caption, `For vehicles, use these values:`, says what it is about, too.

So does the heading of its section where it has no caption, and a short remark below it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from verify.pdf.grid import Found
from verify.pdf.runs import Run
from verify.pdf.sides import TALL, above_heads, below_rows, is_row, named

_LINES = 4
"""Lines that such a sentence has at most."""
_CLOSE = 4.0
"""How far above a caption it stands, in heights of its letters."""
_APART = 1.7
"""How far apart the lines of a paragraph are, in heights of letters."""
_FEW = 25
"""Words of a paragraph that is short: all of it leads to the table below it."""
_REMARK = 14
"""Words of a remark below a table."""
_LEADS = re.compile(r":$|\b(?:follow(?:s|ing)|below|instead)\b", re.IGNORECASE)
"""What shows that a sentence leads to a table."""
_POINTS = re.compile(r":$|\b(?:follow(?:s|ing)|below|instead|this|these|here|table)\b", re.IGNORECASE)
"""What shows that a sentence speaks of a table."""
_END = re.compile(r"(?<=[a-z)][.!?])\s+(?=[A-Z])")
_CONTRAST = re.compile(
    r"\breplaces?\b[^.;]*\b(?:edition|printing)\b|\b(?:unlike|rather than|other than|not for|instead of)\b[^,;.:]*"
    r"|(?:^|(?<=[,;.:]))[^,;.:]*\b(?:cannot|can't|never|do not|does not|may not)\b[^,;.:]*"
    r"|\b(?:are|is|be|been|commonly|usually) used\b|\bused (?:as|by|for|in|on|to|when|with)\b|\bfor example\b",
    re.IGNORECASE,
)
"""What a sentence says of other things than those that it leads to, and words that only look as if they named some."""


def named_by(part: Found) -> str:
    """What names a table: the sentence that leads to it, its captions, the heading above, the remark below."""
    names = named(part)
    captions = [names.own, *names.either, names.more]
    heading = "" if any(captions) else heading_of(part)
    told = (lead_of(part), _CONTRAST.sub(" ", _remark(part)), heading, *captions)
    return " . ".join(filter(None, told))


def lead_of(part: Found, is_named: bool = False) -> str:
    """What the lead of a table says of it; empty if there is none. One that is named otherwise must be pointed at."""
    above = above_heads(part)
    caption = named(part).own
    over = next(above, None) if caption else None
    if over is not None and over.text != caption:  # the caption is below
        above, over = above_heads(part), None
    lead = _lead(above, over, not caption)
    return _CONTRAST.sub(" ", lead).strip() if not is_named or _POINTS.search(lead) else ""


def _lead(above: Iterator[Run], over: Run | None, is_bare: bool) -> str:
    """The sentence that leads to a table, or to its caption; empty if what stands above is about something else."""
    said: list[str] = []
    last, room = over, _CLOSE
    for run in above:
        if last is not None and (last.base - run.base > room * last.size or len(said) == _LINES):
            break
        said.insert(0, run.text)
        last, room = run, _APART
    text = " ".join(said)
    sentence = _END.split(text)[-1]
    if _LEADS.search(sentence):
        return sentence
    return text if is_bare and len(text.split()) <= _FEW and text[-1:] in (".", "!") else ""


def heading_of(part: Found) -> str:
    """The heading that is next above a table on its page."""
    tall = TALL * part.sheet.size
    return next((run.text for run in above_heads(part) if run.size > tall and not is_row(run)), "")


def _remark(part: Found) -> str:
    """The short paragraph right below a table; a footnote is none."""
    below = list(below_rows(part))
    near: Sequence[Run] = [
        run
        for n, run in enumerate(below[:_LINES])
        if all(below[k + 1].base - below[k].base < _APART * run.size for k in range(n))
    ]
    text = " ".join(run.text for run in takewhile(lambda run: not is_row(run), near))
    return text if text[-1:] == "." and text[:1].isupper() and len(text.split()) <= _REMARK else ""
