"""Lists that are tables: `Short: +1`, `Long: -2`, one to a line, under a heading that says what they are."""

from __future__ import annotations

import re
from collections.abc import Iterator

from verify.page import Grid, Layout, Passage

_ENTRY = re.compile(
    r"(?P<name>[^:=|]{1,40}?)\s*(?:\*\*|__)?\s*"
    r"(?::|=|—|–|→|->|\s-\s|\s(?=[+\-−]\d|DM|\d+\+|×|\((?:DM ?)?[+\-−]?\d+\+?\)$))"
    r"\s*(?:\*\*|__)?\s*(?P<value>\S.{0,60})"
)
MAX_ENTRY = 120
"""Characters of an entry; a sentence is longer."""
LEAST = 3
"""Entries that make a list."""


def list_grids(layout: Layout) -> Iterator[Grid]:
    """The lists of a document as grids of two columns, a name and what stands for it."""
    run: list[tuple[Passage, Passage]] = []
    last: Passage | None = None
    for passage in layout.passages:
        entries = [] if passage.heading else list(_entries(passage))
        follows = last is not None and passage.line - _end(last) <= 1 and passage.context == last.context
        if run and (not entries or not follows):
            yield from _grid(run)
            run = []
        run += entries
        last = passage
    yield from _grid(run)


def _end(passage: Passage) -> int:
    return passage.starts[-1][1] if passage.starts else passage.line


def _entries(passage: Passage) -> Iterator[tuple[Passage, Passage]]:
    """The entries of a passage: one to each of its lines, if each of them is one."""
    if len(passage.text) > MAX_ENTRY and "\n" not in passage.text:
        return
    found = []
    start = 0
    for line in passage.text.split("\n"):
        entry = _ENTRY.fullmatch(line.strip().rstrip(".;,")) if len(line) <= MAX_ENTRY else None
        if entry is None:
            return
        at = start + len(line) - len(line.lstrip())
        found.append(tuple(passage.part(at + entry.start(part), at + entry.end(part)) for part in ("name", "value")))
        start += len(line) + 1
    yield from ((name, value) for name, value in found)


def _grid(run: list[tuple[Passage, Passage]]) -> Iterator[Grid]:
    if len(run) >= LEAST:
        first = run[0][0]
        head = [Passage("", first.line), Passage("", first.line)]
        yield Grid(head, [[name, value] for name, value in run], first.context, first.line)
