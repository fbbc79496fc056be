"""Rivals: rule tables that share names of rows, of which one place on a page can be one only.

A beam laser is in a turret or in a barbette: the names, the values and the caption say which, or nothing does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from engine.rulebook.names import normal
from verify.pdf.anchors import names_of
from verify.pdf.captions import is_own
from verify.pdf.grid import Found
from verify.pdf.seek import is_printed
from verify.pdf.tables import Pages, Read, agreeing, parts_on
from verify.recognition.rule_tables import RuleTable, rule_tables

_SHARED = 2
"""Names of rows that two tables share which can be taken for each other."""
_CLEAR = 0.25
"""By how much better a table must fit than another for it to be certain which it is."""
_CAPTION = 0.6
"""What the name of a table above it counts for, where all its rows or all its values count for one."""


@cache
def rivals_of(shape: RuleTable) -> tuple[RuleTable, ...]:
    """The tables that share names of rows with one, and have rules of their own."""
    own, rules = _rows(shape), _rules(shape)
    made = []
    for other in rule_tables():
        if other.id != shape.id and is_printed(other) and not rules & _rules(other):
            shared = own.keys() & _rows(other).keys()
            made += [other] if len({own[name] for name in shared}) >= _SHARED else []
    return tuple(made)


@cache
def _rows(shape: RuleTable) -> dict[str, int]:
    """The row of each name."""
    return {name: row for name, (row, _) in names_of(shape).items()}


@cache
def _rules(shape: RuleTable) -> set[str]:
    return {rule for row in shape.rows for rule in row.rules}


def ours(reads: Iterable[Read], source: Pages) -> list[Read]:
    """The readings of a table without those of a place that is another's; what can be either is in doubt."""
    made = []
    for read in reads:
        leads = [lead for lead, _ in _leads(read.parts[0], read.shape, source)]
        if max(leads, default=-1.0) <= _CLEAR:
            made.append(read)
            read.doubt = EITHER if max(leads, default=-1.0) > -_CLEAR else read.doubt
    return made


EITHER = "its rows are those of another rule table too, and it may be that one"


def taken_by(parts: Iterable[Found], shape: RuleTable, source: Pages) -> str:
    """The title of the table that has the place of another; empty if there is none."""
    leads = [lead for part in parts for lead in _leads(part, shape, source)]
    return next((rival.title for lead, rival in leads if lead > _CLEAR), "")


def _leads(part: Found, shape: RuleTable, source: Pages) -> Iterator[tuple[float, RuleTable]]:
    """By how much better each rival fits the rows of a part than its own table."""
    own = {anchor.box for anchor in part.stack.anchors}
    said = {normal(anchor.text) for anchor in part.stack.anchors}
    for rival in rivals_of(shape):
        if len(said & _rows(rival).keys()) < _SHARED and not part.sheet.scanned:
            continue
        for other in parts_on(rival, part.page, source):
            shared = own & {anchor.box for anchor in other.stack.anchors}
            if other.sheet is part.sheet and len(shared) >= _SHARED:
                most = max(len(own), len(other.stack.anchors))
                yield _fit(other, rival, most) - _fit(part, shape, most), rival


def _fit(part: Found, shape: RuleTable, rows: int) -> float:
    """How well a table fits: how many of the rows it names, and how well, the values, and the caption."""
    named = is_own(part, shape)
    return part.stack.weight / rows + agreeing(part, shape) + _CAPTION * named
