"""Spans of a roll, each number by itself: `"8-9": "M-Drive"` is what an 8 leads to, and what a 9 does."""

from __future__ import annotations

import re
from dataclasses import replace

from engine.rulebook.names import small_whole
from verify.grids import Grid, Passage
from verify.recognition.code.candidates import MOST_NAME_FIELDS
from verify.recognition.code.row_names import is_rolled

_SPAN = re.compile(r"(\d\d?)\s*(?:-|–|—|to)\s*(\d\d?)")
ROLLS = range(2, 13)
"""What 2D can give."""
FEWEST = 9
"""Different rolls that make a table for 2D."""


def each_roll(grid: Grid) -> Grid:
    """A grid of what 2D leads to with a row for each number of a span; the same if it is none, or has no spans."""
    for c in range(min(len(grid.header), MOST_NAME_FIELDS)):
        if len(grid.rows) <= len(ROLLS) and is_rolled(grid.header[c].text):
            rolls = [_rolls(row[c].text) if c < len(row) else [] for row in grid.rows]
            if all(rolls) and len(rolls) < sum(map(len, rolls)) and len({n for each in rolls for n in each}) >= FEWEST:
                rows = [_with(row, c, n) for row, each in zip(grid.rows, rolls, strict=True) for n in each]
                return replace(grid, rows=rows)
    return grid


def _rolls(text: str) -> list[int]:
    """The rolls that a text stands for; none if it stands for something else."""
    span = _SPAN.fullmatch(text)
    low, high = (int(span[1]), int(span[2])) if span else (small_whole(text) or 0,) * 2
    return list(range(low, high + 1)) if low in ROLLS and high in ROLLS else []


def _with(row: list[Passage], c: int, roll: int) -> list[Passage]:
    return [*row[:c], replace(row[c], text=str(roll)), *row[c + 1 :]]
