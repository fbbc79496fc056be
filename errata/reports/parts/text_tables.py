"""Tables for a terminal and for markdown. This is the one home of tabulate."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

Rows = Sequence[Sequence[object]]


def columns(rows: Rows, last_width: int) -> str:
    """Rows without a header or rules, the last column folded to a width."""
    widths = [None] * (len(rows[0]) - 1) + [last_width] if rows else []
    return _table(rows, tablefmt="plain", maxcolwidths=widths)


def ruled(rows: Rows, heads: Sequence[str], right: Sequence[int] = (), first_width: int | None = None) -> str:
    """A table with a header for a terminal; the columns `right` are aligned to the right, the first can be folded."""
    align = tuple("right" if n in right else "left" for n in range(len(heads)))
    widths = [first_width] + [None] * (len(heads) - 1)
    return _table(
        rows,
        heads,
        tablefmt="simple",
        colalign=align if rows else None,
        maxcolwidths=widths if first_width and rows else None,
    )


def fitted(rows: Rows, heads: Sequence[str], width: int) -> str:
    """A table with a header that fits a width; its first column is folded if needed."""
    wide = [f"{head}  " for head in heads]  # tabulate gives a heading two columns more than it has letters
    others = [max(len(str(row[n])) for row in (wide, *rows)) + 2 for n in range(1, len(heads))]
    return ruled(rows, heads, first_width=max(12, width - sum(others)))


def piped(rows: Rows, heads: Sequence[str]) -> str:
    """A table in markdown."""
    return _table(rows, heads, tablefmt="pipe")


def _table(rows: Rows, heads: Sequence[str] = (), **layout: Any) -> str:
    """A table by tabulate, which is loaded only where a report has one: it takes as long as the whole rulebook."""
    from tabulate import tabulate

    return str(tabulate(rows, heads, disable_numparse=True, **layout))


def cut(text: str, length: int) -> str:
    """A text of at most so many characters, with … for the rest."""
    return text if len(text) <= length else text[: length - 1] + "…"


def cell_text(text: str) -> str:
    """A text in a cell of a markdown table, with its markup escaped."""
    text = re.sub(r"([\\|`*_>\[\]])", r"\\\1", text).replace("<", "&lt;")
    return " ".join(text.split())
