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


class Markdown(str):
    """A text that is markdown already."""


def piped(rows: Rows, heads: Sequence[str]) -> str:
    """A table in markdown; the markup in its cells is escaped, unless they are markdown already."""
    lines = (heads, [Markdown("---")] * len(heads), *rows)
    cells = ([cell if isinstance(cell, Markdown) else cell_text(str(cell)) for cell in line] for line in lines)
    return "\n".join(f"| {' | '.join(line)} |" for line in cells)


def _table(rows: Rows, heads: Sequence[str] = (), **layout: Any) -> str:
    """A table by tabulate, which is loaded only where a report has one: it takes as long as the whole rulebook."""
    from tabulate import tabulate

    return str(tabulate(rows, heads, disable_numparse=True, **layout))


def cut(text: str, length: int) -> str:
    """A text of at most so many characters, with … for the rest."""
    return text if len(text) <= length else text[: length - 1] + "…"


def plain_code(text: str) -> Markdown:
    """Code between backticks, as it stands; for a line of its own, since a table would be split by what it holds."""
    return Markdown(f"`{text}`") if text.strip() and not re.search(r"[`\r\n]", text) else cell_text(text)


_MARKUP = re.compile(r"[\\|`*_~$>\[\]]")
_LINK = re.compile(r"(?<=[@#])(?=\w)|(?<=:)(?=//)|(?<=www)(?=\.)", re.IGNORECASE)
"""Where a mention, a reference to an issue, or a bare address is broken so that nothing links it."""


def cell_text(text: str) -> Markdown:
    r"""A text on one line of markdown with its markup escaped: it cannot become HTML, a link, an image or a mention.

    >>> print(cell_text("<img> @all ![x](http://y) a|b"))
    &lt;img\> @&#8203;all !\[x\](http:&#8203;//y) a\|b
    """
    text = _MARKUP.sub(r"\\\g<0>", text.replace("&", "&amp;").replace("<", "&lt;"))
    return Markdown(" ".join(_LINK.sub("&#8203;", text).split()))


def code_text(text: str) -> Markdown:
    """A name between backticks; one with signs that could end the code is escaped like any other text."""
    return Markdown(f"`{text}`") if re.fullmatch(r"[\w ./:#+,()-]+", text) and text.strip() else cell_text(text)
