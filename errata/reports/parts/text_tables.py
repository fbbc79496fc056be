"""Tables for people to read. This is the one home of tabulate, which takes longer to import than a gate has."""

from __future__ import annotations

from collections.abc import Sequence

Rows = Sequence[Sequence[object]]


def listed(rows: Rows, last_width: int) -> str:
    """Rows without a header or rules, the last column folded to a width."""
    from tabulate import tabulate

    widths = [None] * (len(rows[0]) - 1) + [last_width] if rows else []
    return str(tabulate(rows, tablefmt="plain", maxcolwidths=widths, disable_numparse=True))


def ruled(rows: Rows, heads: Sequence[str], right: Sequence[int] = (), first_width: int | None = None) -> str:
    """A table with a header, for a terminal; `right` are the columns of numbers, the first can be folded."""
    from tabulate import tabulate

    align = tuple("right" if n in right else "left" for n in range(len(heads)))
    widths = [first_width] + [None] * (len(heads) - 1)
    return str(
        tabulate(
            rows,
            heads,
            tablefmt="simple",
            disable_numparse=True,
            colalign=align if rows else None,
            maxcolwidths=widths if first_width and rows else None,
        )
    )


def fitted(rows: Rows, heads: Sequence[str], width: int) -> str:
    """A table with a header in so many columns of a terminal, the first of its own folded if need be."""
    wide = [f"{head}  " for head in heads]  # tabulate gives a heading two columns more than it has letters
    others = [max(len(str(row[n])) for row in (wide, *rows)) + 2 for n in range(1, len(heads))]
    return ruled(rows, heads, first_width=max(12, width - sum(others)))


def piped(rows: Rows, heads: Sequence[str]) -> str:
    """A table in markdown."""
    from tabulate import tabulate

    return str(tabulate(rows, heads, tablefmt="pipe", disable_numparse=True))


def cell_text(text: str) -> str:
    """Text that stays one cell, and text: no bars, no markup, no line breaks."""
    for mark in "\\|`*_<>[]":
        text = text.replace(mark, "\\" + mark) if mark != "<" else text.replace("<", "&lt;")
    return " ".join(text.split())
