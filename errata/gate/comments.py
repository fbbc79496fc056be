"""Remarks to rawcheck in the comments of a source: where they stand, and the line that each is about."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate

from errata.readers import comments

_MARKS = (b"rawcheck:", b"Rawcheck:", b"RAWCHECK:")
_PAGE = r"<!--.*?(?:-->|\Z)"
_COMMENTS = {
    "json": r'"(?:\\.|[^"\\\n])*"|(?P<comment>//[^\n]*|/\*.*?(?:\*/|\Z))',
    "markdown": r"^[ \t>]*(?P<fence>```|~~~).*?(?:^[ \t>]*(?P=fence)|\Z)|^(?: {4}|\t)[^\n]*"
    r"|(?P<tick>`+)(?!`)(?:(?!\n\s*\n).)*?(?<!`)(?P=tick)(?!`)"
    rf"|(?P<comment>{_PAGE})",
    "html": rf"(?P<comment>{_PAGE}|\{{\{{!--.*?(?:--\}}\}}|\Z)|\{{\{{!.*?(?:\}}\}}|\Z)|@\*.*?(?:\*@|\Z))"
    r"|<script[^>]*>(?P<javascript>.*?)(?:</script|\Z)|@(?:code|functions)\s*(?P<csharp>\{.*)",
    "xml": rf"<!\[CDATA\[.*?(?:\]\]>|\Z)|(?P<comment>{_PAGE})|<script[^>]*>(?P<lua>.*?)(?:</script|\Z)",
}
"""How a comment is written where no parser tells, by reader, behind what only looks like one; a list has none.

A group that is named by another reader is a script in its language.
"""
_SIGNS = re.compile(r"\s*(?:/{2,}|/\*+|\*+(?!/)|#+|--+(?:\[=*\[)?|<!--+|\{\{!(?:--)?|@\*)?\s*")
_CLOSERS = re.compile(r"\s*(?:\*+/|--+>|--\]=*\]|\]=*\]|--\}\}|\}\}|\*@)\s*$")

Remark = tuple[int, int, int, bool, str]
"""Its line, the first and the last at which what it is about may begin, whether a table begins there, what it says."""
_OPENS = (b":", b"=", b"(", b"[", b"{", b"=>", b"->", b">")
"""How a line ends whose statement goes on in the next one."""


def remarks(data: bytes, reader: str, name: str = "") -> list[Remark]:
    r"""The remarks of a source. One behind a value is about its line; one on a line of its own about the next.

    >>> remarks(b'// rawcheck: house "hits hard"\nlet dm = 5;\nlet n = 2; // rawcheck: x', "javascript")
    [(1, 2, 2, False, 'house "hits hard"'), (3, 3, 3, False, 'x')]
    """
    if not any(mark in data for mark in _MARKS):
        return []
    lines = data.split(b"\n")
    starts = list(accumulate((len(line) + 1 for line in lines), initial=0))
    found = [_Comment(data, starts, *span) for span in _spans(data, reader, name)]
    taken = {n for one in found if one.is_alone for n in range(one.first, one.last + 1)}
    made = []
    for one in found:
        below = (n for n in range(one.last + 1, len(lines)) if lines[n].strip() and n not in taken)
        names = one.before.endswith(_OPENS) and not one.is_alone  # what stands below it
        about = next(below, one.last) if one.is_alone or (names and reader == "yaml") else one.beside
        further = names or (one.is_alone and lines[about].rstrip().endswith(_OPENS))
        opens = names or (one.is_alone and _is_open(lines[about]))
        made += [(line + 1, about + 1, about + 1 + further, opens, text) for line, text in one.remarks()]
    return made


def _is_open(line: bytes) -> bool:
    """Whether what begins on a line goes on below it, by its brackets."""
    return sum(map(line.count, (b"(", b"[", b"{"))) > sum(map(line.count, (b")", b"]", b"}")))


def _spans(data: bytes, reader: str, name: str) -> Iterator[tuple[int, int]]:
    """Where the comments of a source begin and end, in order."""
    if reader not in _COMMENTS:
        yield from comments(reader, data, name)
        return
    pattern = re.compile(_COMMENTS[reader].encode(), re.DOTALL | re.MULTILINE)
    for found in pattern.finditer(data):
        for group in pattern.groupindex:
            start, end = found.span(group)
            if group == "comment" and start >= 0:
                yield start, end
            elif group in ("javascript", "csharp", "lua") and start >= 0:
                yield from ((start + one, start + two) for one, two in comments(group, data[start:end], name))


class _Comment:
    """A comment: its lines, counted from 0, and what stands beside it."""

    def __init__(self, data: bytes, starts: list[int], start: int, end: int) -> None:
        self.text = data[start:end].decode("utf-8", "replace")
        self.first, self.last = (bisect_right(starts, at) - 1 for at in (start, max(start, end - 1)))
        self.before = data[starts[self.first] : start].strip(b" \t")
        after = data[end : starts[self.last + 1]].strip(b" \t\r\n}")
        self.is_alone = not self.before.strip(b" \t{") and not after
        self.beside = self.first if self.before else self.last

    def remarks(self) -> Iterator[tuple[int, str]]:
        """What its lines say to rawcheck."""
        for n, line in enumerate(_CLOSERS.sub("", self.text).split("\n"), self.first):
            signs = _SIGNS.match(line)
            said = line[signs.end() :] if signs else line
            if said[: len(_MARKS[0])].lower() == "rawcheck:":
                yield n, said[len(_MARKS[0]) :].strip()[:MAX_REMARK]


MAX_REMARK = 1000
"""Characters of a remark; what is longer is none."""
