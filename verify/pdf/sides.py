"""Sides: captions stand above their tables or below them; one between two tables can be of either.

Which side it is, the first and the last table of those that stand under each other tell: only one of them has a
caption on its outer side. Where that is not clear, both captions count as a reason for doubt and name nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from verify.pdf.grid import Found
from verify.pdf.runs import Run, run_of, runs_of, runs_on
from verify.pdf.words import Box, overlap

CLOSE = 4.0
"""How far from a table a caption stands, in heights of letters."""
_WORDS = 9
"""Words that a caption has at most."""
_LONG = 5
"""Words of a line that goes on in the next."""
_HEADS = 3.2
"""How far above the first row a line of heads stands, in heights of letters."""
_SHORT = 3
"""Words that a head on one line has at most; a cell of the first row can begin above its name, too."""
_FAR = 6.0
"""How far apart lines are, in heights of letters, that have nothing to do with each other."""
_NEARER = 1.6
"""How much nearer a caption must be to its table than to what is on its other side for that to be clear."""
LABEL = re.compile(r"^(?:table|tab\.|figure|fig\.|chart|box)\s*[A-Z]?\d+(?:[.\-–]\d+)*[a-z]?\b\s*[:.\-–—]*\s*", 2)
"""What numbers a caption: `Table 3-2:`."""


class Named(NamedTuple):
    """What captions a table has: its own, and those that may be its own or speak of it as well."""

    own: str = ""
    either: tuple[str, ...] = ()
    """Captions of which it is not clear whose they are."""
    more: str = ""
    """A second caption, on its other side."""
    perhaps: str = ""
    """What can be its caption, or a heading of what follows it."""


def caption_of(part: Found) -> str:
    """What stands alone on the line above the heads of a table, or below it; empty if that is prose, or nothing."""
    return named(part).own


def named(part: Found) -> Named:
    """The captions of a table; one that goes on below a band has those of the rows above that."""
    above, below = list(above_heads(part)), list(below_rows(part))
    is_over, is_under = not _is_between(above, _top(part.under or part)), not _is_row_next(below)
    end = part.stack.anchors[-1].last
    over, under = _over(above), _under(below, end, is_over)
    side = _side(above, below, end) if over or under else ""
    if not over and not under and is_under:
        return Named(perhaps=_perhaps(below, part.sheet.size))
    if (is_over and is_under) or side == "above":
        return Named(over or under * is_under, more=under if over and is_under else "")
    if side == "below":
        return Named(under, more=over if is_over else "")
    return Named("", (over, under))


def _side(above: Sequence[Run], below: Sequence[Run], end: float) -> str:
    """On which side the captions of tables are that stand under each other; empty if that is not clear."""
    upper, lower = list(_chain(above)), list(_chain(below))
    first = upper[-1] if upper and _is_caption(upper[-1]) else None
    last = lower[-1] if lower and _may_end(lower, below, end) else None
    if last is None:
        return "above"
    if first is None:
        return "below"
    if not LABEL.match(last.text):
        return "above"
    return "" if LABEL.match(first.text) else "below"


def _chain(lines: Sequence[Run]) -> Iterator[Run]:
    """The lines on one side of a table, from it outwards, as far as other tables and their captions go."""
    for before, run in pairwise([lines[0], *lines]) if lines else ():
        if abs(run.base - before.base) > _FAR * run.size or not (is_row(run) or _is_caption(run)):
            return
        yield run


def _may_end(chain: Sequence[Run], lines: Sequence[Run], end: float) -> bool:
    """Whether the last line below some tables, of which one ends at `end`, is a caption, and no heading."""
    last = chain[-1]
    if not _is_caption(last):
        return False
    if LABEL.match(last.text):
        return True
    before = chain[-2].base if len(chain) > 1 else end
    after = lines[len(chain)].base - last.base if len(lines) > len(chain) else _FAR * last.size
    return after > _NEARER * (last.base - before)


def is_row(run: Run) -> bool:
    """Whether a line has several cells."""
    return len(runs_of(list(run.words))) > 1


def _is_between(above: Sequence[Run], top: float) -> bool:
    """Whether a caption above a table stands as close below another one."""
    if len(above) < 2 or not is_row(above[1]):
        return False
    return above[0].base - above[1].base < _NEARER * (top - above[0].base)


def _is_row_next(below: Sequence[Run]) -> bool:
    """Whether another table follows the first line below one."""
    return len(below) > 1 and is_row(below[1]) and below[1].base - below[0].base < _FAR * below[0].size


def _over(above: Sequence[Run]) -> str:
    """The caption above a table."""
    if not above or not _is_caption(above[0]):
        return ""
    return above[0].text if not _ends_prose(above[0], above[1] if len(above) > 1 else None) else ""


def _under(below: Sequence[Run], end: float, is_alone: bool) -> str:
    """The caption below a table: what is numbered as one, stands between it and another, or is the last of several."""
    if not below or not _is_caption(below[0]):
        return ""
    is_last = not is_alone and _may_end(below[:1], below, end)
    return below[0].text if is_last or LABEL.match(below[0].text) or _is_row_next(below) else ""


def _perhaps(below: Sequence[Run], size: float) -> str:
    """A line below a table that is like a caption, in letters that are not taller than others."""
    may_be = bool(below) and _is_caption(below[0]) and below[0].size < TALL * size
    return below[0].text if may_be else ""


TALL = 1.12
"""How much taller than usual the letters of a heading are."""


def above_heads(part: Found) -> Iterator[Run]:
    """The lines over the heads of a table, from below, as far as they stand over it; none if the first is far."""
    part = part.under or part
    first, top = part.stack.anchors[0], _top(part)
    lines = (line for line in reversed(runs_on(part.sheet)) if line[0].base < top)
    return _outwards(lines, part.box, top, first.size)


def _outwards(lines: Iterable[list[Run]], box: Box, edge: float, size: float) -> Iterator[Run]:
    """The lines on one side of a box, beginning at its edge, as far as they stand over or under it."""
    is_close = False
    for line in lines:
        runs = [run for run in line if overlap(run.box, box) > 0]
        if runs:
            whole = run_of([word for run in runs for word in run.words])
            is_close = is_close or abs(edge - whole.base) < CLOSE * max(size, whole.size)
            if not is_close:
                return
            yield whole


def _top(part: Found) -> float:
    """Where a table begins: above its heads."""
    first = part.stack.anchors[0]
    heads = [word.base for head in part.heads for word in head.words] or [run.base for run in foreign_heads(part)]
    return min([first.first, *heads]) - 0.5 * first.size


def below_rows(part: Found) -> Iterator[Run]:
    """The lines below a table, from above, as far as they stand below it; none if the first is far."""
    last = part.stack.anchors[-1]
    bottom = max(part.box.y1, last.last)
    lines = (line for line in runs_on(part.sheet) if line[0].base > bottom)
    return _outwards(lines, part.box, bottom, last.size)


def _ends_prose(run: Run, before: Run | None) -> bool:
    """Whether a line is the last one of a paragraph: a long one of the same letters stands right over it."""
    if before is None or len(before.words) < _LONG or abs(before.size - run.size) > 0.05 * run.size:
        return False
    close = run.base - before.base < 1.5 * run.size
    return close and abs(run.box.x0 - before.box.x0) < 3 * run.size and run.box.x1 < before.box.x1 + 0.5 * run.size


def _is_caption(run: Run) -> bool:
    text = run.text
    is_title = any(map(str.isalpha, text)) and len(run.words) <= _WORDS and not is_row(run)
    return is_title and text[0] != "(" and text[-1] not in ".,;" and not text.islower()


def foreign_heads(part: Found) -> list[Run]:
    """The heads of a table of which none is known: what stands on the line above its rows, right of their names."""
    first, names = part.stack.anchors[0], part.stack.box
    for line in reversed(part.sheet.lines):
        if line[0].base < first.first - 0.5 * first.size:
            if line[0].base < first.first - _HEADS * first.size:
                return []
            runs = [run for run in runs_of(line) if names.x1 <= run.box.x0 < part.box.x1]
            return runs if all(len(run.words) <= _SHORT and not run.text[0].islower() for run in runs) else []
    return []
