"""What of a page in plain text is not read as rules: code, comments, what is struck out, and lines without end."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.late import late
from errata.house.rules import Problem
from errata.house.units import MAX_LINE
from verify.findings import Place
from verify.said_values import has_value
from verify.unplayed import Unplayed

_REMARK = late(
    r"<!--.*?(?:-->|\Z)|<(script|style)\b.*?</\1>|</?[a-zA-Z][^<>\n]*>|~~.*?~~|\[\^\w+\](?!:)|^\s*[-*+]\s+\[ \][^\n]*"
    r"|^[ \t]*//[^\n]*",
    re.DOTALL | re.MULTILINE,
)
"""What is no part of a page's rules: comments, markup, what is struck out, marks of footnotes, boxes not ticked."""
_CODE = late(
    r"^ {0,3}(?P<fence>```+|~~~+)[^\n]*\n(?P<code>.*?)(?:^ {0,3}(?P=fence)[`~]*[ \t]*$|\Z)", re.DOTALL | re.MULTILINE
)
"""A block of code, which is an example, or a program, and no rule."""


def left_out(text: str, name: str) -> Iterator[Problem]:
    """All that is told of what a page has besides its rules."""
    yield from _blocks(text, name)
    yield from _passed_over(text, name)


def without_remarks(text: str) -> str:
    """A page with blanks for what is no part of its rules; every line stays in its place.

    >>> without_remarks("Aiming ~~+1~~ +2").split()
    ['Aiming', '+2']
    """
    return _blank(_REMARK, _blank(_CODE, text))


def _blank(what: re.Pattern[str], text: str) -> str:
    return what.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def _blocks(text: str, name: str) -> Iterator[Problem]:
    """The blocks of code of a page, each told once by its first line."""
    for found in _CODE.finditer(text):
        if first := next(filter(None, map(str.strip, found["code"].split("\n"))), ""):
            line = text.count("\n", 0, found.start("code")) + 1
            yield Problem("RC006", first, Place(name, line), "it stands in a block of code, which is not read as rules")


_PASSED_OVER = (
    (late(r"\s*(?:[-*+]\s+)?~~(?P<text>[^~]+)~~[\s.]*$"), Unplayed("it is struck out, and was passed over")),
    (late(r"\s*[-*+]\s+\[ \](?P<text>.*)$"), Unplayed("its box is not ticked, and was passed over")),
    (late(r"\s*//(?P<text>.*)$"), "it is a comment, and was passed over"),
)
"""Lines that are no part of a page's rules, and why; a value that is struck out within a line is what was."""


def _passed_over(text: str, name: str) -> Iterator[Problem]:
    """The lines of a page that would give a value, and are not read as rules."""
    for n, line in enumerate(_blank(_CODE, text).split("\n"), 1):
        for what, why in _PASSED_OVER:
            if (found := what.match(line[:MAX_LINE])) and has_value(found["text"]):
                yield Problem("RC006", found["text"].strip(), Place(name, n), why)


def too_long(text: str, name: str) -> Iterator[Problem]:
    """The lines of which only the beginning is read."""
    for n, line in enumerate(text.split("\n"), 1):
        if len(line) > MAX_LINE:
            why = f"the line has more than {MAX_LINE:,} letters, and what stands behind those was left out"
            yield Problem("RC006", line[MAX_LINE:].strip(), Place(name, n, MAX_LINE + 1), why)
