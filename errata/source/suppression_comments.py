"""Finds suppression comments (`rawcheck: house "why"`) in a source, and the lines that each of them covers.

What such a comment says is parsed in `errata/gate/suppressions.py`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from difflib import get_close_matches
from itertools import accumulate

from errata import readers
from errata.report import SuppressionComment

_PAGE = r"<!--.*?(?:-->|\Z)"
_COMMENTS = {
    reader: re.compile(text.encode(), re.DOTALL | re.MULTILINE)
    for reader, text in {
        "json": r""""(?:\\.|[^"\\\n])*+"?|'(?:\\.|[^'\\\n])*+'?|(?P<comment>//[^\n]*|/\*.*?(?:\*/|\Z))""",
        "markdown": r"^[ \t>]*(?P<fence>```|~~~).*?(?:^[ \t>]*(?P=fence)|\Z)|^(?: {4}|\t)[^\n]*"
        r"|(?<!`)(?P<tick>`++)(?:(?!\n\s*\n).){0,1000}?(?<!`)(?P=tick)(?!`)"
        rf"|(?P<comment>{_PAGE})",
        "html": rf"(?P<comment>{_PAGE}|\{{\{{!--.*?(?:--\}}\}}|\Z)|\{{\{{!.*?(?:\}}\}}|\Z)|@\*.*?(?:\*@|\Z))"
        r"|<script[^>]{0,400}>(?P<javascript>.*?)(?:</script|\Z)|@(?:code|functions)\s*(?P<csharp>\{.*)",
        "xml": rf"<!\[CDATA\[.*?(?:\]\]>|\Z)|(?P<comment>{_PAGE})|<script[^>]{{0,400}}>(?P<lua>.*?)(?:</script|\Z)",
    }.items()
}
"""The pattern of comments for each reader without a syntax tree; what comes before `comment` only looks like one.

A group with the name of a reader is a script in that language.
"""
_MARK = re.compile(r"(?<![\w`'\"])rawcheck:", re.IGNORECASE)
"""Where a suppression begins, on its own or behind other text of a comment; one in quotes is only mentioned."""
_MISSPELT = re.compile(r"(?<![\w`'\"])([\w-]{6,10}) ?: (?:house|ignore)\b.*", re.IGNORECASE)
"""What may be meant as one: another word in place of `rawcheck`."""
_HINTS = (b"rawcheck:", b": house", b": ignore")
_CLOSERS = re.compile(r"(?<!\s)\s*(?:(?<!\*)\*+/|(?<!-)--+>|--\]=*\]|\]=*\]|--\}\}|\}\}|\*@)\s*$")

_GOES_ON = (b":", b"=", b"(", b"[", b"{", b"=>", b"->", b">")
"""How a line ends whose statement goes on in the next one."""
MAX_CHARACTERS = 1000
"""Longer comments are cut, and so much of their line is looked at before and after them."""


def suppression_comments(data: bytes, reader: str, file: str = "") -> list[SuppressionComment]:
    r"""The suppression comments of a source. One behind a value covers its line; one on a line of its own the next.

    >>> source = b'// rawcheck: house "hits hard"\nlet dm = 5;\nlet n = 2; // rawcheck: x'
    >>> for comment in suppression_comments(source, "javascript"):
    ...     print(comment.line, comment.first, comment.text)
    1 2 house "hits hard"
    3 3 x
    """
    text = data.lower()
    if not any(hint in text for hint in _HINTS):
        return []
    spans = list(comment_spans(data, reader, file))
    code = _without(data, spans)
    lines = code.split(b"\n")
    starts = list(accumulate((len(line) + 1 for line in lines), initial=0))
    comments = [_Comment(data, code, starts, *span) for span in spans]
    only_comments = {n for comment in comments if comment.is_alone for n in range(comment.first, comment.last + 1)}
    suppressions = []
    for comment in comments:
        below = (n for n in range(comment.last + 1, len(lines)) if lines[n].strip() and n not in only_comments)
        names_next = comment.before.endswith(_GOES_ON) and not comment.is_alone
        if comment.is_alone or (names_next and reader == "yaml"):
            covered = next(below, comment.last)
        else:
            covered = comment.first if comment.before else comment.last
        goes_on = names_next or (comment.is_alone and lines[covered].rstrip().endswith(_GOES_ON))
        opens_table = names_next or (comment.is_alone and _leaves_bracket_open(lines[covered]))
        suppressions += [
            SuppressionComment(file, line + 1, covered + 1, covered + 1 + goes_on, opens_table, text)
            for line, text in comment.suppressions()
        ]
    return suppressions


def _leaves_bracket_open(line: bytes) -> bool:
    return sum(map(line.count, (b"(", b"[", b"{"))) > sum(map(line.count, (b")", b"]", b"}")))


def comment_spans(data: bytes, reader: str, file: str) -> Iterator[tuple[int, int]]:
    """The start and end of each comment of a source, in order."""
    if reader not in _COMMENTS:
        yield from readers.comments(reader, data, file)
        return
    pattern = _COMMENTS[reader]
    for match in pattern.finditer(data):
        for group in pattern.groupindex:
            start, end = match.span(group)
            if group == "comment" and start >= 0:
                yield start, end
            elif group in ("javascript", "csharp", "lua") and start >= 0:
                yield from (
                    (start + first, start + last) for first, last in readers.comments(group, data[start:end], file)
                )


def _without(data: bytes, spans: list[tuple[int, int]]) -> bytes:
    """A source with blanks in place of its comments."""
    code = bytearray(data)
    for start, end in spans:
        code[start:end] = re.sub(rb"[^\n]", b" ", data[start:end])
    return bytes(code)


def _is_misspelt(word: str) -> bool:
    """Whether a word is `rawcheck` but for a letter; `recheck` is a word of its own."""
    return bool(get_close_matches(word.lower(), ["rawcheck"], cutoff=0.85))


class _Comment:
    """A comment: its text, its first and last line, counted from 0, and the code before it on its line."""

    def __init__(self, data: bytes, code: bytes, starts: list[int], start: int, end: int) -> None:
        self.text = data[start:end].decode("utf-8", "replace")
        self.first, self.last = (bisect_right(starts, at) - 1 for at in (start, max(start, end - 1)))
        self.before = code[max(starts[self.first], start - MAX_CHARACTERS) : start].strip(b" \t")
        after = code[end : min(starts[self.last + 1], end + MAX_CHARACTERS)].strip(b" \t\r\n}")
        self.is_alone = not self.before.strip(b" \t{") and not after

    def suppressions(self) -> Iterator[tuple[int, str]]:
        """Its suppressions: the line of each, counted from 0, and the text behind `rawcheck:`.

        A misspelt one keeps its first word, and so cannot be parsed.
        """
        for n, line in enumerate(_CLOSERS.sub("", self.text).split("\n"), self.first):
            misspelt = (match[0] for match in _MISSPELT.finditer(line) if _is_misspelt(match[1]))
            for text in _MARK.split(line)[1:] or misspelt:
                yield n, text.strip()[:MAX_CHARACTERS]
