"""Notes on what a document says of its own reliability: marks of doubt, and sections without a mark or a page."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from verify.documents.reading import Reading
from verify.findings import Fact, Finding, Place, States

_DOUBTS = (
    (
        "RC701",
        r"needs? verification|needs? to be (?:verified|checked|confirmed)|unverified|not (?:yet )?verified|\bTBD\b"
        r"|\bTODO\b|to be (?:verified|confirmed)|conflicting sources",
    ),
    ("RC702", r"\bambiguous\b|ruling needed|unclear\b"),
)
"""The marks of doubt: the code of the finding, and the pattern."""
_WORDS = ("verif", "tbd", "todo", "confirm", "check", "conflicting", "ambiguous", "ruling needed", "unclear")
"""One of these stands in any text with a mark of doubt."""
_SOURCES = {"mark": re.compile(r"\[V\]"), "page": re.compile(r"\bp{1,2}(?:age)?s?\.?\s?\d+", re.IGNORECASE)}
"""How a heading says where what stands below it comes from."""


def status_notes(reading: Reading) -> Iterator[Finding]:
    """The notes on a document's own doubts."""
    if reading.house:
        yield Finding("RC109", "unchecked", min(reading.house), words={"count": str(len(reading.house))})
    if not reading.facts and not reading.worked and not reading.house:
        yield Finding("RC106", "unchecked", Place(reading.file))
        return
    for passage in reading.layout.passages:
        small = passage.text.lower()
        if not any(word in small for word in _WORDS):
            continue
        for code, pattern in _DOUBTS:
            if match := re.search(pattern, passage.text, re.IGNORECASE):
                excerpt = " ".join(passage.text[max(0, match.start() - 40) : match.end() + 60].replace("*", "").split())
                yield Finding(code, "unchecked", reading.place(passage, match.start()), words={"excerpt": excerpt})
    yield from _unmarked(reading)


def _unmarked(reading: Reading) -> Iterator[Finding]:
    """Sections that state rules, in a document whose other sections say where they come from."""
    heads = [p for p in reading.layout.passages if p.heading]
    if sum(any(mark.search(head.text) for mark in _SOURCES.values()) for head in heads) < 3:
        return
    lines = [head.line for head in heads]
    below: list[list[Fact]] = [[] for _ in heads]
    for fact in reading.facts:
        if (at := bisect_left(lines, fact.place.line)) > 0:
            below[at - 1].append(fact)
    for head, facts in zip(heads, below, strict=True):
        above = " ".join((*head.context, head.text))
        lacks = [what for what, mark in _SOURCES.items() if not mark.search(above)]
        has_column = any(fact.states is States.CITE for fact in facts)
        if facts and lacks and not has_column:
            name = re.sub(r"(?<!\s)\s*[\[(].*", "", head.text).strip("*_# ")
            rules = f"{len(facts)} statements" if len(facts) > 1 else "a statement"
            words = {"section": name, "lacking": " and no ".join(lacks), "statements": rules}
            yield Finding("RC703", "unchecked", reading.place(head), words=words)
