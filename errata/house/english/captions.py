"""What stands over a table of a page and is none of its headings: the label of a statement that is long done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from errata.house.english.said_values import has_value
from verify.grids import Grid, Passage


def without_label(grid: Grid, passages: Sequence[Passage], lines: Sequence[str]) -> Grid:
    """A table without the label of a line above it that states something itself, or that does not stand right above.

    `Criticals (ground combat): Effect 5+` is no heading; `Barbettes:` and `Range bands: we use these` may be.
    """
    label = grid.context[-1] if grid.context else ""
    heads = {passage.text.strip("*_: ") for passage in passages if passage.heading}
    before = [one for one in passages if one.line < grid.line and not one.heading and label in one.text]
    if not label or label in heads or not before:
        return grid
    text = before[-1].text.rstrip("*_ \n")
    end = before[-1].starts[-1][1] if before[-1].starts else before[-1].line
    right_above = not any(line.strip() for line in lines[end : grid.line - 1])
    if text.endswith(":") or (right_above and not has_value(text)):
        return grid
    return replace(grid, context=grid.context[:-1])
