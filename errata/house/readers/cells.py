"""Tables that are too small or too different to be known as a whole: each cell is read as a line of its own."""

from __future__ import annotations

from collections.abc import Iterator

from errata.house.readers import in_part
from errata.house.rules import HouseRule, Problem
from verify.findings import Place
from verify.layout import Grid
from verify.plain_lines import Line, read_line
from verify.values import bare

VALUES = ("value", "new", "house", "ours", "now", "change", "new value", "house rule")
OLD = ("raw", "old", "was", "book", "before", "old value", "rules as written")
"""How columns are headed that hold what is played, and what the book has."""


def read_cells(grid: Grid, name: str, family: str = "") -> Iterator[HouseRule | Problem]:
    """What each cell states, as `Beam Laser Damage: 2D`; a row of which nothing is understood is told once."""
    heads = [bare(head.text) for head in grid.header]
    small = [head.lower() for head in heads]
    old = next((n for n, head in enumerate(small) if head in OLD), None)
    new = [n for n, head in enumerate(small) if head in VALUES]
    for row in grid.rows:
        if not row or not bare(row[0].text):
            continue
        first = bare(row[0].text)
        found: list[HouseRule | Problem] = []
        left: list[Problem] = []
        for n, cell in enumerate(row[1:], 1):
            value = bare(cell.text)
            if not value or n == old or (new and n not in new):
                continue
            head = heads[n] if n < len(heads) and n not in new else ""
            was = f" instead of {bare(row[old].text)}" if old is not None and old < len(row) else ""
            text = f"{first} {head}: {value}{was if n in new else ''}"
            made = read_line(f"{heads[0] if heads else ''} {text}", grid.context, family)
            made = made if isinstance(made, Line) else read_line(text, grid.context, family)
            place = Place(name, cell.line, cell.column)
            if isinstance(made, Line):
                found.append(HouseRule(text, place, {made.rule: made.value}, {made.rule: value}, made.was, made.also))
                left += [in_part(made.left, place, made.rule)] if made.left else []
            else:
                found.append(Problem("RC006", text, place, made.why, made.nearest))
        known = [one for one in found if isinstance(one, HouseRule)]
        yield from known or found[:1]
        yield from left
