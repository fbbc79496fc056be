"""Heads that say more than the rule does: `Maintenance Cost`, `Old TL`, `Distance (miles)` are other columns than ours.

Each word of a head is to be one of the column's names or of the table's, or a unit that its values can have.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from engine.rulebook.names import normal
from verify.pdf.runs import runs_of
from verify.pdf.together import is_together
from verify.pdf.units import TIMES
from verify.pdf.words import Box, Word, overlap
from verify.recognition.rule_tables import Column, RuleTable
from verify.recognition.words import words_in

_SMALL = frozenset(("a", "an", "and", "for", "in", "of", "on", "or", "the", "to", "with"))
"""Words that say nothing in a head."""
_MONEY = "[KMB]?Cr|(?:kilo|mega|giga)?credits?"
_TONS = r"d?-?tons?|tonnes?|t|displacement"
_UNITS = {
    "credits": _MONEY,
    "price": rf"{_MONEY}|(?:per|/)\s*(?:{_TONS})|%",
    "kilometres": "km|kilomet(?:re|er)s?",
    "tons": _TONS,
    "tonnage": rf"{_TONS}|(?:per|/)\s*(?:{_TONS})|%(?: of hull)?",
    "signed percent": "%",
    "percent": "%",
    "number": "[×x]",
    "factor": "[×x]",
    "dice": "d6",
}
"""What the numbers of a kind can be counted in, as heads say it."""
_POINTS = frozenset(("point", "required", "consumption"))
_HARMLESS = {
    "TL": frozenset(words_in("minimum min required available technology")),
    "credits": frozenset(("purchase",)),
    "price": frozenset(("purchase",)),
    "traits": frozenset(("special",)),
    "dice": frozenset(("roll",)),
    "count": _POINTS,
    "quantity": _POINTS,
}
"""Words of heads that leave the values of a kind what they are."""
_MARK = re.compile(r"\b[1-9]\b")
"""The number of a footnote."""


def unsaid(head: str, column: Column, shape: RuleTable) -> list[str]:
    """The words of a head that neither the rule table nor a unit accounts for.

    >>> from verify.recognition.rule_tables import rule_tables
    >>> bands = next(shape for shape in rule_tables() if shape.id == "space/range-bands")
    >>> heads = "Distance (km)", "Distance (miles)", "Distance in km*", "Minimum Distance", "Distance 1"
    >>> [unsaid(head, bands.columns[0], bands) for head in heads]
    [[], ['miles'], [], ['Minimum'], []]
    >>> hits = next(shape for shape in rule_tables() if shape.id == "space/critical-locations")
    >>> unsaid("HitsLocation", hits.columns[0], hits), unsaid("OldLocation", hits.columns[0], hits)
    ([], ['OldLocation'])
    """
    kind = column.kind.name if column.kind is not None else ""
    known = {word for name in (*column.called, shape.title, *shape.also, *shape.headed) for word in words_in(name)}
    known |= {*shape.near, *column.near, *_SMALL, *_HARMLESS.get(kind, ())}
    text = TIMES.sub(" ", head)
    if kind in _UNITS:
        text = re.sub(rf"(?<![A-Za-z])(?:{_UNITS[kind]})(?![A-Za-z])", " ", text, flags=re.IGNORECASE)
    said = re.findall(r"[^\s()\[\]/,;:*†‡§.]+", _MARK.sub(" ", text))
    return [word for word in said if _is_more(word, known)]


def is_harmless(word: str, column: Column) -> bool:
    """Whether a word beside a head leaves the values below it what they are: `Minimum` of `Minimum TL`."""
    own = words_in(word.lower())
    return bool(own) and column.kind is not None and _HARMLESS.get(column.kind.name, frozenset()).issuperset(own)


def more_in(own: Sequence[str], near: Iterable[str], column: Column, shape: RuleTable) -> list[str]:
    """What a head of some words, with others near it, says that the rule does not; its name can be torn apart.

    >>> from verify.recognition.rule_tables import rule_tables
    >>> weapons = next(shape for shape in rule_tables() if shape.id == "ship/turret-weapons")
    >>> damage = weapons.columns[3]
    >>> more_in(["Dam-", "age"], [], damage, weapons), more_in(["Damage"], ["Old"], damage, weapons)
    ([], ['Old'])
    """
    name, bracket, unit = " ".join(own).partition("(")
    rest = [bracket + unit] if normal(name) in column.names else own
    rest = [] if normal("".join(own)) in column.names else rest
    return unsaid(" ".join((*rest, *near)), column, shape)


def _is_more(word: str, known: Iterable[str]) -> bool:
    """Whether a word, or a sign such as %, is none of those that are known."""
    own = words_in(word.lower())
    return not (set(own) <= set(known) or is_together(word, set(known))) if own else "%" in word


def around(
    own: Sequence[Word], used: Iterable[Word], lines: Iterable[list[Word]], names: Box, row: float
) -> list[Word]:
    """The words that stand close about those of a head and are of no other: before, behind, above or below it.

    What is as near to the first row, on the line at `row`, can be a cell, and what stands beside a name is one.
    """
    taken, found = set(used) - set(own), list(own)
    last = max((word.base for word in (*taken, *own) if normal(word.text)), default=row)  # a dash can be a cell
    for line in lines:
        base, size = line[0].base, line[0].size
        if base > last + 0.2 * size and (
            row - base < base - last + 0.1 * size or any(overlap(word.box, names) > 0 for word in line)
        ):
            continue
        for run in runs_of(line):
            held = [n for n, word in enumerate(run.words) if word in own]
            if held:
                found += _joined(run.words, held, taken)
            elif not taken & set(run.words) and _is_over(run.box, run.base, run.size, own, taken):
                found += run.words if overlap(run.box, names) <= 0 else ()
    return [word for word in dict.fromkeys(found) if word not in own]


def _joined(words: Sequence[Word], held: Sequence[int], taken: set[Word]) -> list[Word]:
    """The words of a run right before and behind some of it, as far as those of another head."""
    first, last = held[0], held[-1]
    while first > 0 and words[first - 1] not in taken:
        first -= 1
    while last + 1 < len(words) and words[last + 1] not in taken:
        last += 1
    return list(words[first : last + 1])


def _is_over(box: Box, base: float, size: float, own: Sequence[Word], taken: set[Word]) -> bool:
    """Whether a line stands right above or below a head, in letters of its size, and not over another head as well."""
    near = any(abs(abs(word.base - base) - 1.15 * size) < 0.4 * size for word in own)
    same = all(abs(word.size - size) < 0.1 * size for word in own)
    return (
        near and same and any(overlap(box, w.box) > 0 for w in own) and not any(overlap(box, w.box) > 0 for w in taken)
    )
