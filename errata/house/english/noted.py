"""Rules that something in another line restricts: a footnote, or an item of the same list that is for all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from errata.house.english.beside import FOR_SOME, restricted
from errata.house.english.headings import BULLET, says
from errata.house.english.said_values import has_value
from errata.house.english.unplayed import Unplayed
from errata.house.english.wrapped import belongs_before
from errata.house.house_page import LONGEST, HouseRule, Page, Problem

_NOTE = re.compile(
    r"[\s>]*(?:\\?(?P<star>\*{1,3})\s*|(?P<sign>[†‡§¹²³⁴⁵])\s*|\[\^(?P<id>\w+)\]:\s*|<sup>(?P<sup>\w)</sup>\s*)"
    r"(?P<text>[A-Za-z(].*?)\s*$"
)
"""A footnote, which may look like an item of a list."""
_STARS = re.compile(r"\\?(\*+)")
NOTE = Unplayed("it is a note to line {}, which is not played")
ONLY_NOTED = Unplayed("it restricts the items beside it, which are not played")


class _Note(NamedTuple):
    """A footnote: its line, its words, and the lines that have its mark."""

    line: int
    text: str
    of: frozenset[int]


def by_notes(page: Page, lines: Sequence[str]) -> frozenset[int]:
    """List the rules of a page that a footnote restricts or takes back, or an item beside them, and take them out.

    The lines of the footnotes are given back: they speak of nothing else.
    """
    notes = list(_notes(lines))
    for note in notes:
        own = [rule for rule in page.rules if rule.place.line in note.of]
        _take_out(page, [(rule, why) for rule in own if (why := _against(note.text, rule))], note.line, NOTE)
    for item in _items(lines):
        own = [rule for rule in page.rules if rule.place.line in item.of]
        _take_out(page, [(rule, FOR_SOME.format(item.text)) for rule in own], item.line, ONLY_NOTED)
    return frozenset(note.line for note in notes)


def _against(text: str, rule: HouseRule) -> str:
    """Why a note speaks against a rule; empty if it does not."""
    if belongs_before(text):
        return FOR_SOME.format(text)
    return next(filter(None, (restricted("", text, one) for one in rule.changes)), "")


def _take_out(page: Page, told: Sequence[tuple[HouseRule, str]], line: int, noted: str) -> None:
    if not told:
        return
    out = {id(rule) for rule, _ in told}
    page.rules = [rule for rule in page.rules if id(rule) not in out]
    of = ", ".join(str(n) for n in sorted({rule.place.line for rule, _ in told}))
    page.problems = [replace(one, why=noted.format(of)) if one.place.line == line else one for one in page.problems]
    page.problems += [Problem("RC006", one.text, one.place, why, tuple(one.changes)[:3]) for one, why in told]


def _notes(lines: Sequence[str]) -> Iterator[_Note]:
    """The footnotes of a page that have a mark above them."""
    seen: set[str] = set()
    marked: dict[str, list[int]] = {}
    for n, line in enumerate(lines, 1):
        found = _NOTE.match(line)
        if found is None or len(line) > LONGEST or has_value(found["text"]):
            continue
        mark = found["star"] or found["sign"] or found["id"] or found["sup"]
        if mark not in marked:
            marked[mark] = [k for k, one in enumerate(lines, 1) if len(one) <= LONGEST and _is_marked(one, found)]
        of = frozenset(k for k in marked[mark] if k < n)
        if of and mark not in seen:
            seen.add(mark)
            yield _Note(n, found["text"], of)


def _is_marked(line: str, note: re.Match[str]) -> bool:
    """Whether a line has the mark of a footnote behind a word or a value; stars in pairs set words apart.

    >>> [_is_marked(line, _NOTE.match("* Only for rifles.")) for line in ("Aiming +2*", "*Aiming* +2", "* Aiming +2")]
    [True, False, False]
    """
    bullet = BULLET.match(line)
    text = line[bullet.end() :] if bullet else line
    if note["id"]:
        return f"[^{note['id']}]" in text
    if note["sup"]:
        return f"<sup>{note['sup']}</sup>" in text
    if note["sign"]:
        return note["sign"] in text.lstrip()[1:]
    stars = [found for found in _STARS.finditer(text) if found[1] == note["star"]]
    return len(stars) == 1 and bool(text[: stars[0].start()].strip(" |")) and not text[: stars[0].start()].endswith(" ")


def _items(lines: Sequence[str]) -> Iterator[_Note]:
    """The items under one that only names something that say of what, or when, those beside them hold."""
    done = 0
    for n, line in enumerate(lines, 1):
        bullet = BULLET.match(line)
        if n <= done or bullet is None or not _indent(line) or not belongs_before(line[bullet.end() :]):
            continue
        above, beside = _siblings(lines, n)
        done = beside[-1]
        head = BULLET.match(above)
        if above and not says(above[head.end() if head else 0 :].strip(" *_:")):
            yield _Note(n, line[bullet.end() :].strip(), frozenset(beside))


def _siblings(lines: Sequence[str], n: int) -> tuple[str, list[int]]:
    """The line under which an item stands, and those of the items beside it."""
    own = _indent(lines[n - 1])
    first = next((k for k in range(n - 1, 0, -1) if lines[k - 1].strip() and _indent(lines[k - 1]) < own), 0)
    last = next((k for k in range(n, len(lines)) if lines[k].strip() and _indent(lines[k]) < own), len(lines))
    return lines[first - 1] if first else "", list(range(first + 1, last + 1))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
