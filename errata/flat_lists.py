"""Flat lists of names and values by turns: `["Short", 1, "Medium", 0]` is a table, row after row."""

from __future__ import annotations

from collections.abc import Callable

from errata.literals import Branch, Entry, Leaf

FEWEST = 3
"""Rows that make a table."""
WIDEST = 8
"""Cells of a row."""


def taken_apart(branch: Branch, named: Callable[[str], int]) -> list[Entry]:
    """A flat list as records, as wide as its names are apart; empty if it is none."""
    leaves = [entry.value for entry in branch.entries if isinstance(entry.value, Leaf)]
    widths = (n for n in range(2, WIDEST + 1) if not len(leaves) % n and len(leaves) >= n * FEWEST)
    best = max(((_weight(leaves, n, named), -n) for n in widths), default=(0.0, 0))
    width = -best[1] if best[0] >= 1 else 0
    rows = (leaves[n : n + width] for n in range(0, len(leaves), width)) if width else ()
    return [
        Entry(None, Branch(row[0].line, row[0].column, [Entry(None, leaf) for leaf in row], "list")) for row in rows
    ]


def _weight(leaves: list[Leaf], width: int, named: Callable[[str], int]) -> float:
    """How much the first of each row is its name, on an average; 0 if one is none, or no number stands beside them."""
    names = leaves[::width]
    beside = [any(map(str.isdigit, leaf.text)) for leaf in leaves[1::width]]
    texts = {leaf.text for leaf in names}
    if any(leaf.kind != "text" for leaf in names) or len(texts) < len(names) or sum(beside) * 2 <= len(beside):
        return 0
    return sum(named(leaf.text) for leaf in names) / len(names)
