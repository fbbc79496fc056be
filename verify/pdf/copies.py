"""Copies: a table that stands twice in a book is read twice; where the two differ, the book contradicts itself."""

from __future__ import annotations

from collections.abc import Iterable

from engine.rulebook.raw import RAW
from verify.pdf.meaning import meaning
from verify.pdf.tables import Read
from verify.recognition.values import same_value

At = tuple[int, int]
_NEAR = 1
"""Pages from a cited one that the cite may mean as well."""


def others(chosen: Read, reads: Iterable[Read]) -> list[Read]:
    """The readings of a table that are no part of the one that was chosen."""
    own = {(part.page, part.sheet.turn, anchor.box) for part in chosen.parts for anchor in part.stack.anchors}
    made, seen = [], set(own)
    for read in reads:
        its = {(part.page, part.sheet.turn, anchor.box) for part in read.parts for anchor in part.stack.anchors}
        if not its & seen:
            made.append(read)
            seen |= its
    if not chosen.sort:  # what is said to be about other things is no copy
        made = [read for read in made if not read.sort]
    if chosen.is_titled and not chosen.is_of_another:  # what has another caption is another table
        made = [read for read in made if not read.is_of_another]
    if chosen.is_own:  # on one page, a caption with more words in it is that of another table
        made = [read for read in made if read.is_own or not read.is_captioned or set(read.pages) != set(chosen.pages)]
    return made


def contradicted(chosen: Read, copies: list[Read]) -> dict[At, list[tuple[int, str]]]:
    """The cells that copies print otherwise: on which pages, and what."""
    made: dict[At, list[tuple[int, str]]] = {}
    for (row, column), (cell, _) in chosen.cells.items():
        rule = chosen.shape.rows[row].rules[column]
        if not cell.text or cell.doubt or rule not in RAW:
            continue
        own = meaning(cell.text, RAW.rule(rule), chosen.unit(column))
        for copy in copies:
            other, part = copy.cells.get((row, column), (None, None))
            if other is None or part is None or not other.text or other.doubt:
                continue
            its = meaning(other.text, RAW.rule(rule), copy.unit(column))
            if not its.problem and not own.problem and not same_value(own.value, its.value, RAW.rule(rule).kind):
                made.setdefault((row, column), []).append((part.page, other.text))
    return made


def is_chosen_by(cited: Iterable[int], chosen: Read, copies: list[Read]) -> bool:
    """Whether the cite leads to one of the copies, and to no other; and no other alone has the name of the table."""
    if not chosen.is_own and any(copy.is_own for copy in copies):
        return False
    near = {page + step for page in cited for step in range(-_NEAR, _NEAR + 1)}
    return bool(near & set(chosen.pages)) and not any(near & set(copy.pages) for copy in copies)
