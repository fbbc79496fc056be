"""What a wiki has as a page has it: `== Dropped ==` is `## Dropped`, and tables are tables. Each stays on its line."""

from __future__ import annotations

import re
from collections.abc import Iterator

_HEADING = re.compile(r"^(={1,6})[ \t]*([^=\s].*?)[ \t]*\1[ \t]*$", re.MULTILINE)
_TABLE = re.compile(r"^\{\|.*?^\|\}[^\n]*$", re.MULTILINE | re.DOTALL)
_CELLS = re.compile(r"\|\||!!")
_STYLE = re.compile(r"^(?:\w+=\"[^\"]*\"\s*)+\|(?!\|)")
"""What says how a cell looks."""


def as_a_page(text: str) -> str:
    r"""The text of a wiki as that of a page; any other stays as it is.

    >>> as_a_page("= Rules =\n== Dropped ==\n* '''Aiming''': +2\nx == y")
    '# Rules\n## Dropped\n* **Aiming**: +2\nx == y'
    >>> print(as_a_page("{|\n! Rule !! Ours\n|-\n| Aiming || +2\n|-\n| Prone\n| -3\n|}"))
    <BLANKLINE>
    | Rule | Ours |
    |---|---|
    | Aiming | +2 |
    | | |
    | Prone | -3 |
    | | |
    <BLANKLINE>
    """
    made = _HEADING.sub(lambda found: f"{'#' * len(found[1])} {found[2]}", text)
    made = _TABLE.sub(lambda found: "\n".join(_rows(found[0].split("\n"))), made)
    return made.replace("'''", "**") if made != text else text


def _rows(lines: list[str]) -> Iterator[str]:
    """The lines of a table, each row on that of its first cell."""
    rows: list[tuple[int, list[str]]] = []
    begins = True
    for n, line in enumerate(lines[1:-1], 1):
        if line.startswith(("|-", "|+")):
            begins = True
        elif line.startswith(("|", "!")):
            cells = [_STYLE.sub("", cell.strip()).strip() for cell in _CELLS.split(line[1:])]
            if begins:
                rows.append((n, cells))
            else:
                rows[-1][1].extend(cells)
            begins = False
        elif rows and line.strip():
            rows[-1][1][-1] += f" {line.strip()}"  # a cell goes on
    wide = max((len(cells) for _, cells in rows), default=1)
    at = dict(rows)
    empty, ruled = "|" + " |" * wide, "|" + "---|" * wide
    for n, line in enumerate(lines):
        if n in at:
            yield f"| {' | '.join([*at[n], *[''] * (wide - len(at[n]))])} |"
        elif n in (0, len(lines) - 1) or line.startswith("|+"):
            yield ""
        else:
            yield ruled if rows and n == rows[0][0] + 1 else empty
