"""Rows: which lines of a column belong to which row name, where cells go on over several lines.

Cells of a row begin on the line of its name, or stand about its middle, or end on its last line. What can be parted in
one way only is certain; what can be parted in several is not guessed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple


class Level(NamedTuple):
    """The height of a row: the base lines of the first and last line of its name."""

    first: float
    last: float

    @property
    def middle(self) -> float:
        """Half way between them."""
        return (self.first + self.last) / 2


Parted = tuple[tuple[int, ...], ...]
"""For each line of a column, the rows that it belongs to: one, or several for a merged cell; none if it is lost."""
MODES = ("top", "middle", "bottom")


def part(lines: Sequence[float], rows: Sequence[Level], mode: str, leading: float) -> Parted | None:
    """The rows of each line, if the lines can be parted in exactly one way; None if in none or in several.

    >>> rows = [Level(10, 10), Level(34, 34)]
    >>> part([10, 22, 34], rows, "top", 12), part([4, 16, 34], rows, "middle", 12)
    (((0,), (0,), (1,)), ((0,), (0,), (1,)))
    >>> part([22], rows, "middle", 12)
    ((0, 1),)
    """
    slack = 0.3 * leading
    if mode == "top":
        return _from_edge(lines, [row.first for row in rows], slack, leading)
    if mode == "bottom":
        turned = _from_edge([-y for y in reversed(lines)], [-row.last for row in reversed(rows)], slack, leading)
        last = len(rows) - 1
        return None if turned is None else tuple(tuple(last - r for r in each) for each in reversed(turned))
    beside = [{n for n, row in enumerate(rows) if row.first - slack <= y <= row.last + slack} for y in lines]
    plain = _one_by_one(lines, [row.middle for row in rows], beside, slack)
    return plain or _about_middles(tuple(lines), rows, beside, slack, leading)


def _from_edge(lines: Sequence[float], starts: Sequence[float], slack: float, leading: float) -> Parted | None:
    """Each line goes to the row that began last: the first on its line, the others close below each other."""
    made: list[tuple[int, ...]] = []
    last: dict[int, float] = {}
    for y in lines:
        row = max((n for n, start in enumerate(starts) if start <= y + slack), default=None)
        if row is None or (row not in last and abs(y - starts[row]) > slack):
            return None
        if row in last and y - last[row] > 1.3 * leading:
            return None
        last[row] = y
        made.append((row,))
    return tuple(made)


def _can_be_of(rows: tuple[int, ...], beside: list[set[int]]) -> bool:
    """Whether lines can be a cell of some rows: none stands beside another row, nor one beside each of several."""
    names = [tuple(each) for each in beside if each]
    each = len(rows) > 1 and len(set(names)) == len(names) == len(rows)
    return not each and set().union(*beside) <= set(rows)


def _one_by_one(lines: Sequence[float], middles: list[float], beside: list[set[int]], slack: float) -> Parted | None:
    """The rows of lines that stand each about the middle of one of its own, as most do: there is no other way then."""
    if any(len(each) != 1 for each in beside):
        return None
    own = tuple((row,) for each in beside for row in each)
    level = all(abs(y - middles[row]) <= slack for y, (row,) in zip(lines, own, strict=True))
    return own if level and len(set(own)) == len(own) else None


_SPAN = 6
"""Rows that a merged cell spans, at most."""


def _about_middles(
    lines: tuple[float, ...], rows: Sequence[Level], beside: list[set[int]], slack: float, leading: float
) -> Parted | None:
    """Each group of lines stands about the middle of its row; as few as can be stand about that of several rows.

    A line on the height of a row's name belongs to no other row.
    """
    middles = [row.middle for row in rows]

    @cache
    def ways(line: int, row: int) -> tuple[tuple[int, Parted], ...]:
        """The ways to part the rest, with the number of rows that merged cells span, the least first; two at most."""
        if line == len(lines):
            return ((0, ()),)
        if row == len(middles):
            return ()
        made = list(ways(line, row + 1))
        for end in range(line + 1, len(lines) + 1):
            if end - line > 1 and lines[end - 1] - lines[end - 2] > 1.3 * leading:
                break
            centre = (lines[line] + lines[end - 1]) / 2
            for span in range(1, min(_SPAN, len(middles) - row) + 1):
                own = (middles[row] + middles[row + span - 1]) / 2
                if abs(centre - own) <= slack and (span == 1 or not any(abs(centre - m) <= slack for m in middles)):
                    own_rows = tuple(range(row, row + span))
                    if _can_be_of(own_rows, beside[line:end]):
                        cost = span if span > 1 else 0
                        made += [
                            (cost + more, (own_rows,) * (end - line) + rest) for more, rest in ways(end, row + span)
                        ]
        return tuple(sorted(dict.fromkeys(made))[:2])

    found = ways(0, 0)
    if not found or (len(found) > 1 and found[0][0] == found[1][0]):
        return None
    return found[0][1]
