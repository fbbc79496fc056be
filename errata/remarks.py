"""Remarks to rawcheck in a source: where they stand, and the line that each is about."""

from __future__ import annotations

import re

_MARK = b"rawcheck:"
_SLASHES = r"//|/\*+|^\s*\*"
_OPENERS = {
    "javascript": _SLASHES,
    "typescript": _SLASHES,
    "csharp": _SLASHES,
    "json": r"//|/\*+",
    "python": r"\#",
    "yaml": r"\#",
    "lua": r"--+(?:\[\[)?",
    "markdown": r"<!--",
    "html": rf"<!--|\{{\{{!(?:--)?|@\*|{_SLASHES}",
    "xml": r"<!--|--+(?:\[\[)?",
}
"""How a comment begins, by reader; a list with commas has none."""
_CLOSERS = re.compile(r"\s*(?:\*+/|--+>|--\]\]|\]\]|--\}\}|\}\}|\*@)")

Remark = tuple[int, int, str]
"""Its line, the line that it is about, and what it says."""


def remarks(data: bytes, reader: str) -> list[Remark]:
    r"""The remarks of a source. One behind a value is about its line; one on a line of its own about the next.

    >>> remarks(b'// rawcheck: house "hits hard"\nlet dm = 5;\nlet n = 2; // rawcheck: x', "javascript")
    [(1, 2, 'house "hits hard"'), (3, 3, 'x')]
    """
    if _MARK not in data or reader not in _OPENERS:
        return []
    lines = data.decode("utf-8", "replace").split("\n")
    opener = re.compile(rf"(?P<before>.*?)(?:{_OPENERS[reader]})\s*rawcheck:\s*(?P<text>.*)")
    comment = re.compile(rf"\s*(?:{_OPENERS[reader]})")
    found = []
    fenced = False
    for n, line in enumerate(lines):
        fenced ^= reader == "markdown" and line.lstrip().startswith(("```", "~~~"))
        told = opener.match(line[:MAX_LINE]) if "rawcheck:" in line[:MAX_LINE] and not fenced else None
        if told is None or (reader in _QUOTING and _is_quoted(told["before"])):
            continue
        text, *behind = _CLOSERS.split(told["text"].strip(), maxsplit=1)
        below = (k for k in range(n + 1, len(lines)) if lines[k].strip() and not comment.match(lines[k]))
        alone = not told["before"].strip(" \t{") and not "".join(behind).strip(" \t}")
        found.append((n + 1, (next(below, n) if alone else n) + 1, text))
    return found


_QUOTING = frozenset({"javascript", "typescript", "csharp", "json", "python", "lua"})
"""Readers of languages in which a quote begins a text; in the others it may be an apostrophe."""


def _is_quoted(before: str) -> bool:
    r"""Whether a text has begun on the line and has not ended: what looks like a comment then is none.

    >>> _is_quoted('label: "Gunner\'s", '), _is_quoted("help = 'write ")
    (False, True)
    """
    opened = ""
    for sign in re.sub(r"\\.", "", before):
        if sign in "\"'`":
            opened = sign if not opened else "" if sign == opened else opened
    return bool(opened)


MAX_LINE = 2000
"""Characters of a line in which a remark is looked for."""
