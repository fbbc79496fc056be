"""What of a page in plain text is not read as rules: code, comments, what is struck out, and lines without end."""

from __future__ import annotations

import re
from collections.abc import Iterator

from errata.house.english.said_values import has_value
from errata.house.english.units import MAX_LINE
from errata.house.english.unplayed import Unplayed
from errata.house.house_page import Problem
from verify.findings import Place

_CROSSED = (
    r"^[ \t>]*(?:[-*+•–]\s+|\d+[.)]\s+)?(?:[❌✗✘✖❎🚫⛔]\ufe0f?|\[[-~/]\]|:(?:x|no_entry\w*|negative\w*|cross_mark):)"
)
"""How a line begins that is crossed out."""
_ITEM = r"^[ \t>]*(?:[-*+•–]\s+|\d+[.)]\s+)?"
_REFUSED = rf"{_ITEM}(?i:no|nope|nah)\s*[:!]+[ \t]+(?=[^\n]*\d)"
_SHORT = r"(?=[^\n]{1,200}$)"
_AND_NO = r"[ \t]*(?:[:,–—-]+[ \t]*(?i:no|nope|nah)\b[ \t!.]*|👎[^\n]*)$"
"""How a line begins, and how one with a value ends, that says no to it."""
_CHAT = (
    r"^[ \t>]*(?:[\[(]?\d{1,2}:\d\d(?::\d\d)?(?:\s?[AaPp][Mm])?[\])]?[ \t]+<?@?[\w.#-]{1,24}>?:[ \t]+"
    r"|@(?:everyone|here|all)\b)"
)
"""Who said a line in a chat, when, and to whom."""
_AGREED = (
    r"(?<=[\dD%])[ \t]+[\[(](?i:(?:is |now )?(?:approved|adopted|accepted|agreed|confirmed|in force|in use|active"
    r"|passed|kept|final|official))[ \t\d:-]*[\])](?=[ \t.]*$)"
)
"""What stands in brackets behind a value that is played."""
_REMARK = re.compile(
    r"<!--.*?(?:-->|\Z)|<(script|style|s|del|strike)\b[^<>]*>.*?</\1>|</?[a-zA-Z][^<>\n]*>|~~.*?~~|\[\^\w+\](?!:)"
    rf"|^\s*[-*+]\s+\[ \][^\n]*|^[ \t]*//[^\n]*|{_CROSSED}[^\n]*|{_REFUSED}[^\n]*|^{_SHORT}[^\n]*\d[^\n]*?{_AND_NO}"
    rf"|{_CHAT}|{_AGREED}|(?:[^\n\u0336]\u0336)+",
    re.DOTALL | re.MULTILINE,
)
"""What is no part of a page's rules: comments, markup, what is struck out, marks of footnotes, boxes not ticked."""
_CODE = re.compile(
    r"^ {0,3}(?P<fence>```+|~~~+)[^\n]*\n(?P<code>.*?)(?:^ {0,3}(?P=fence)[`~]*[ \t]*$|\Z)", re.DOTALL | re.MULTILINE
)
"""A block of code, which is an example, or a program, and no rule."""


_FOLDED = re.compile(
    r"<details\b[^<>]*>\s*<summary\b[^<>]*>(?P<told>.*?)</summary>(?P<text>.*?)(?:</details>|\Z)",
    re.DOTALL | re.IGNORECASE,
)
"""A part of a page that is folded away under a line that says what it is."""


def folded(text: str) -> dict[int, str]:
    r"""What stands over each line of a page that is folded away.

    >>> folded("<details><summary>Old</summary>\nAiming +2\n</details>\nCover -2")
    {1: 'Old', 2: 'Old', 3: 'Old'}
    """
    made: dict[int, str] = {}
    for found in _FOLDED.finditer(text):
        first, last = (text.count("\n", 0, at) + 1 for at in (found.start("text"), found.end("text")))
        made |= dict.fromkeys(range(first, last + 1), re.sub(r"<[^<>]*>", "", found["told"]).strip())
    return made


def left_out(text: str, name: str) -> Iterator[Problem]:
    """All that is told of what a page has besides its rules."""
    yield from _blocks(text, name)
    yield from _passed_over(text, name)


def without_remarks(text: str) -> str:
    """A page with blanks for what is no part of its rules; every line stays in its place.

    >>> without_remarks("Aiming ~~+1~~ +2").split()
    ['Aiming', '+2']
    """
    text = _LABELLED.sub(_as_item, text)
    text = _HTML_HEADING.sub(lambda found: ("#" * min(3, int(found[1]))).ljust(len(found[0])), _blank(_CODE, text))
    return _blank(_REMARK, text)


_LABELLED = re.compile(
    rf"{_ITEM.replace('(?:', '(?P<item>', 1)}"
    r"(?:\(?[a-z]\)|(?i:(?:house\s+)?rule\s+(?:no\.?\s*|\#)?\d{1,2})(?:\s*[:.)]|\s+[–—-]))(?=[ \t]+\S)",
    re.MULTILINE,
)
"""How an item begins that has a letter for a number, or says that it is one of the house rules: `b)`, `Rule 7:`."""


def _as_item(found: re.Match[str]) -> str:
    lead = found[0][: found.end("item") - found.start()] if found["item"] else ""
    return (lead or re.match(r"[ \t>]*", found[0])[0] + "-").ljust(len(found[0]))  # type: ignore[index]


_HTML_HEADING = re.compile(r"^[ \t]*<h([1-6])\b[^<>\n]*>", re.MULTILINE | re.IGNORECASE)


def _blank(what: re.Pattern[str], text: str) -> str:
    return what.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def _blocks(text: str, name: str) -> Iterator[Problem]:
    """The blocks of code of a page, each told once by its first line."""
    for found in _CODE.finditer(text):
        if first := next(filter(None, map(str.strip, found["code"].split("\n"))), ""):
            line = text.count("\n", 0, found.start("code")) + 1
            yield Problem("RC006", first, Place(name, line), "it stands in a block of code, which is not read as rules")


STRUCK = Unplayed("it is struck out, and was passed over")
NO = Unplayed("the line says no to it, and it is not played")
_PASSED_OVER = (
    (re.compile(r"\s*(?:[-*+]\s+)?~~(?P<text>[^~]+)~~[\s.]*$"), STRUCK),
    (re.compile(r"\s*(?:[-*+]\s+)?<(s|del|strike)\b[^<>]*>(?P<text>.+)</\1>[\s.]*$"), STRUCK),
    (re.compile(r"\s*(?:[-*+]\s+)?(?P<text>(?:[^\u0336]\u0336)+)[\s.]*$"), STRUCK),
    (re.compile(rf"{_CROSSED}(?P<text>.*)$"), Unplayed("it is crossed out, and was passed over")),
    (re.compile(rf"{_REFUSED}(?P<text>.*)$"), NO),
    (re.compile(rf"{_SHORT}{_ITEM}(?P<text>.*\d.*?){_AND_NO}"), NO),
    (re.compile(r"\s*[-*+]\s+\[ \](?P<text>.*)$"), Unplayed("its box is not ticked, and was passed over")),
    (re.compile(r"\s*//(?P<text>.*)$"), "it is a comment, and was passed over"),
)
"""Lines that are no part of a page's rules, and why; a value that is struck out within a line is what was."""


def _passed_over(text: str, name: str) -> Iterator[Problem]:
    """The lines of a page that would give a value, and are not read as rules."""
    for n, line in enumerate(_blank(_CODE, text).split("\n"), 1):
        for what, why in _PASSED_OVER:
            if (found := what.match(line[:MAX_LINE])) and has_value(struck := found["text"].replace("\u0336", "")):
                yield Problem("RC006", struck.strip(), Place(name, n), why)


def too_long(text: str, name: str) -> Iterator[Problem]:
    """The lines of which only the beginning is read."""
    for n, line in enumerate(text.split("\n"), 1):
        if len(line) > MAX_LINE:
            why = f"the line has more than {MAX_LINE:,} letters, and what stands behind those was left out"
            yield Problem("RC006", line[MAX_LINE:].strip(), Place(name, n, MAX_LINE + 1), why)
