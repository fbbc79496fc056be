"""Heads: the column heads that the engine knows, above a stack of row names.

A head that is not known is an anchor too: what stands below it belongs to none of our columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from engine.rulebook.names import normal
from verify.pdf.anchors import Stack
from verify.pdf.letters import word_of
from verify.pdf.margins import limit_of, limits_of
from verify.pdf.qualified import around, is_harmless
from verify.pdf.runs import Run, run_of, runs_of
from verify.pdf.words import Box, Sheet, Word, overlap
from verify.recognition.rule_tables import RuleTable

UNKNOWN = -1
"""The column of a head that is not known."""
_ABOVE = 7.5
"""How far above the first row a head can stand, in heights of letters."""
_ZONE = 2.7
"""How high the heads of a table stand over each other, in heights of letters."""


class Head(NamedTuple):
    """A head: which column, where, and the base line of its last line."""

    column: int
    box: Box
    base: float
    words: tuple[Word, ...]
    beside: tuple[Word, ...] = ()
    """What stands above or below it in the zone of the heads, and may be its unit."""
    around: tuple[Word, ...] = ()
    """What else stands close about it, and may say more of it."""
    doubt: str = ""
    """Why it may be the head of another column."""

    @property
    def text(self) -> str:
        """What it says."""
        return " ".join(word.text for word in (*self.words, *self.beside))


def heads_of(sheet: Sheet, stack: Stack, shape: RuleTable) -> list[Head]:
    """The heads above a stack, from the left, with those that are not known."""
    first = stack.anchors[0]
    lines = lines_over(sheet, stack)
    named = _before_again(list(candidates_in(lines, shape)), lines, stack, shape)
    candidates = _before_names(_without_heading(named, shape), lines, stack, shape)
    found = _first_whole(candidates, sheet, stack, shape)
    if not found:
        return []
    limit = limit_of(sheet, stack, [(head.box, head.base) for head in found])
    found = [head for head in found if head.box.x0 < limit] or found
    used = {word for head in found for word in head.words}
    bases = [word.base for word in used if normal(word.text)] or [word.base for word in used]  # a dash can be a cell
    top, bottom = min(bases), max(bases)
    rest = []
    for line in lines:
        if top - 0.2 * first.size <= line[0].base <= bottom + 0.2 * first.size:
            for run in runs_of([word for word in line if word not in used]):
                if run.box.x0 > stack.box.x0 + 0.5 * first.size and not _is_name(run, stack, limit):
                    rest.append(run)
    for n, head in enumerate(found):
        close = around(head.words, used, lines, stack.box, first.first)
        near = [run for run in rest if _is_under(run, head) or _is_remark(run, head)]
        beside = tuple(word for run in near for word in run.words)
        found[n] = head._replace(box=_whole(head, close, shape), beside=beside, around=tuple(close))
    rest = [run for run in rest if not any(overlap(run.box, h.box) > 0 or _is_remark(run, h) for h in found)]
    left = min(head.box.x0 for head in found)
    rest = [run for run in rest if run.box.x0 > left or normal(run.text) not in shape.headings]
    unknown = [Head(UNKNOWN, run.box, run.base, run.words) for run in rest]
    return sorted([*found, *unknown], key=lambda head: head.box.x0)


def _whole(head: Head, close: list[Word], shape: RuleTable) -> Box:
    """The box of a head with words beside it that leave it what it is: `Minimum TL`; its cells can stand below them."""
    level = [word for word in close if abs(word.base - head.base) < 0.1 * word.size]
    harmless = all(is_harmless(word.text, shape.columns[head.column]) for word in level)
    return Box.over((head.box, *(word.box for word in level))) if harmless else head.box


def lines_over(sheet: Sheet, stack: Stack) -> list[list[Word]]:
    """The lines above a stack that heads can stand on."""
    first = stack.anchors[0]
    low, high = first.first - _ABOVE * first.size, first.first - 0.5 * first.size
    return [[part for word in line for part in _in_parts(word)] for line in sheet.lines if low < line[0].base < high]


def _in_parts(word: Word) -> list[Word]:
    """A word, or several where heads stand so close that they make one: `LostOddity`."""
    signs = [sign.text for sign in word.signs]  # none begins behind one letter, as in kCr
    pairs = [n for n, (a, b) in enumerate(pairwise(signs), 1) if a.islower() and b.isupper()]
    starts = [n for n in pairs if n > 1 and signs[n - 2].isalpha()]
    edges = [0, *starts, len(word.signs)]
    return [word_of(list(word.signs[a:b]), word.blank) for a, b in pairwise(edges)] if starts else [word]


def _is_under(run: Run, head: Head) -> bool:
    """Whether a run stands below or above a head."""
    return overlap(run.box, head.box) > 0.5 * (run.box.x1 - run.box.x0)


def _is_remark(run: Run, head: Head) -> bool:
    """Whether a run is a unit or a remark that stands close behind a head: `(MCr)`."""
    gap = run.box.x0 - head.box.x1
    return run.text.startswith("(") and abs(run.base - head.base) < 0.3 * run.size and 0 < gap < 2 * run.size


def _is_name(run: Run, stack: Stack, limit: float) -> bool:
    """Whether a run stands over the row names, or beyond the table."""
    return run.box.x0 >= limit or run.box.middle[0] < stack.box.x1


def _first_whole(candidates: list[tuple[int, Head]], sheet: Sheet, stack: Stack, shape: RuleTable) -> list[Head]:
    """The heads within a column of the page, if they are all there; what stands beyond its edge is of other things."""
    wanted = set(range(len(shape.columns))) - {shape.key}
    for x in limits_of(sheet, stack):
        found = _chosen([(size, head) for size, head in candidates if head.box.x1 < x], stack, shape)
        if wanted <= {head.column for head in found}:
            return found
    return _chosen(candidates, stack, shape)


def _without_heading(candidates: list[tuple[int, Head]], shape: RuleTable) -> list[tuple[int, Head]]:
    """The candidates without what is printed over the row names: it can be centred right of them, over nothing."""
    left = min((head.box.x0 for _, head in candidates), default=0.0)
    over = [h for _, h in candidates if h.box.x0 == left and normal("".join(w.text for w in h.words)) in shape.headings]
    if not over or all(head.box.x0 <= over[0].box.x1 for _, head in candidates):
        return candidates
    return [(size, head) for size, head in candidates if not set(head.words) & set(over[0].words)]


def _before_names(
    candidates: list[tuple[int, Head]], lines: list[list[Word]], stack: Stack, shape: RuleTable
) -> list[tuple[int, Head]]:
    """The candidates left of where a table begins once more, with the heading of other rows beside: `Penalties`."""
    bases = {head.base: head.words[-1].size for _, head in candidates if head.box.x0 > stack.box.x1}
    again = [
        run.box.x0
        for line in lines
        for run in runs_of(line)
        if normal(run.text) in shape.headings and any(abs(run.base - y) < 0.3 * size for y, size in bases.items())
    ]
    for x in sorted(again):
        before = [(size, head) for size, head in candidates if head.box.x1 < x]
        if {head.column for _, head in before if head.box.middle[0] > stack.box.x1} >= {
            h.column for _, h in candidates
        }:
            return before
    return candidates


def _before_again(
    candidates: list[tuple[int, Head]], lines: list[list[Word]], stack: Stack, shape: RuleTable
) -> list[tuple[int, Head]]:
    """The candidates left of where a folded table begins once more, with the head of its key: `Score`."""
    known = {word for _, head in candidates if head.column == shape.key for word in head.words}
    for line in lines if known else ():
        runs = runs_of(line)
        keys = [run for run in runs if known & set(run.words)]
        own = [run for run in keys if run.box.x0 < stack.box.x1]
        between = [run for run in runs if own and own[-1].box.x1 < run.box.x0 and run.box.x1 < stack.box.x0]
        headings = [run for run in runs if normal(run.text) in shape.headings and run.box.x0 < stack.box.x1]
        again = [run.box.x0 for run in keys if run not in own]
        begins = len(own) >= len(headings) and (not between or keys[0] == runs[0])  # it can be the end of a block, too
        if own and again and begins:
            return [(size, head) for size, head in candidates if head.box.x1 < again[0]]
    return candidates


def candidates_in(lines: list[list[Word]], shape: RuleTable) -> Iterator[tuple[int, Head]]:
    """Words that name a column, on a line or under each other, with the length of the name; none are in prose."""
    found = list(_named(lines, shape))
    known = {word for _, head in found for word in head.words}
    prose = {
        word
        for line in lines
        for run in runs_of(line)
        if len(run.words) >= _WORDS and len(known & set(run.words)) * 2 < len(run.words)
        for word in run.words
    }
    return _without_titles([(size, head) for size, head in found if not prose & set(head.words)], lines)


def _without_titles(found: list[tuple[int, Head]], lines: list[list[Word]]) -> Iterator[tuple[int, Head]]:
    """The heads without a word of a title, `Task Difficulty`, where one that is all of its run stands below it."""
    known = {word for _, head in found for word in head.words}
    partly = {word for line in lines for run in runs_of(line) if not set(run.words) <= known for word in run.words}
    whole = [head for _, head in found if not partly & set(head.words)]
    for size, head in found:
        low = head.base + 0.5 * head.words[-1].size
        if not partly & set(head.words) or not any(w.column == head.column and w.base > low for w in whole):
            yield size, head


_WORDS = 5
"""Words of a run of which more than half name columns, or it is prose."""


def _named(lines: list[list[Word]], shape: RuleTable) -> Iterator[tuple[int, Head]]:
    names = {name: n for n, column in reversed(list(enumerate(shape.columns))) for name in column.names}
    for n, line in enumerate(lines):
        for start in range(len(line)):
            for end in range(start + 1, min(start + 6, len(line)) + 1):
                words = line[start:end]
                if end - start > 1 and words[-1].box.x0 - words[-2].box.x1 > max(words[-1].size, words[-1].blank):
                    break
                yield from _as_head(words, names, shape)
        for run in runs_of(line):
            yield from _stacked(run, lines[n + 1 : n + 5], names, shape)


def _stacked(run: Run, below: list[list[Word]], names: dict[str, int], shape: RuleTable) -> Iterator[tuple[int, Head]]:
    words, last = list(run.words), run
    for line in below:
        under = [r for r in runs_of(line) if overlap(r.box, last.box) > 0 and 0 < r.base - last.base < 1.6 * last.size]
        if not under:
            continue
        if len(under) > 1:
            return
        last = under[0]
        words += last.words
        yield from _as_head(words, names, shape)


def _as_head(words: list[Word], names: dict[str, int], shape: RuleTable) -> Iterator[tuple[int, Head]]:
    text = "".join(word.text for word in words)
    known = names.get(normal(text))
    if known is None and len(words) == 2:  # Armour Bonus, which we call Bonus Armour
        known = names.get(normal(words[1].text + words[0].text))
    if known is None and (unit := _UNIT.search(text)):
        known = names.get(normal(text[: unit.start()])) if unit.start() else shape.find_column(text)
    if known is not None:
        yield len(normal(text)), Head(known, run_of(words).box, max(w.base for w in words), tuple(words))


_UNIT = re.compile(r"(?:\([^()]*\)|[,/]?(?:in)?[KMB]?Cr|[,/]?(?:in)?km|(?:/|per)ton|%)+$", re.IGNORECASE)
"""A unit or a remark behind the name of a column: `Cost (MCr)`, `Cost in MCr`, `Price per ton`."""


def _chosen(candidates: list[tuple[int, Head]], stack: Stack, shape: RuleTable) -> list[Head]:
    """For each column the longest name to the right of the row names; the nearest to them where several fit."""
    beyond = [(size, h) for size, h in candidates if h.box.middle[0] > stack.box.x1]
    beyond.sort(key=lambda c: (-c[0], -c[1].base, c[1].box.x0))
    made: dict[int, Head] = {}
    used: set[Word] = set()
    for _, head in beyond:
        if head.column not in made and not used & set(head.words):
            made[head.column] = head
            used.update(head.words)
    if not made:
        return []
    again = {h.column: h for _, h in reversed(beyond) if not used & set(h.words)}
    line = _usual([h.base for column, h in made.items() if column not in again] or [h.base for h in made.values()])
    if len(made) > 1 and again.keys() == made.keys():  # the table goes on to the right, with all its heads once more
        again = {}
    for column, other in again.items():
        made[column] = _likelier(made[column], other, line)
    _doubt_rivals(made, [h for _, h in beyond if h.column not in again and not _is_in_longer(h, made)])
    lowest = max(head.base for head in made.values())
    return [h for h in made.values() if lowest - h.base < _ZONE * stack.anchors[0].size]


def _is_in_longer(head: Head, made: dict[int, Head]) -> bool:
    """Whether a head is a part of one that was chosen for another column: `Lost from` of `Lost from the others`."""
    return any(set(head.words) < set(other.words) for column, other in made.items() if column != head.column)


def _doubt_rivals(made: dict[int, Head], candidates: list[Head]) -> None:
    """Put heads in doubt whose name is as long elsewhere, and those that stand over or under each other."""
    for column, own in list(made.items()):
        name = len(normal("".join(word.text for word in own.words)))
        rivals = [h for h in candidates if h.column == column and overlap(h.box, own.box) < 0]
        if any(len(normal("".join(word.text for word in h.words))) == name for h in rivals):
            made[column] = own._replace(doubt=_TWO)
        if any(other != column and overlap(head.box, own.box) > 0 for other, head in made.items()):
            made[column] = own._replace(doubt="another head stands over or under its own")


_TWO = "two heads have its name"


def _likelier(one: Head, other: Head, line: float) -> Head:
    """Of two heads for a column the one on the line of the others; if both are, it is in doubt."""
    far, other_far = abs(one.base - line), abs(other.base - line)
    if abs(far - other_far) < 0.3 * one.words[0].size:
        return one._replace(doubt=_TWO)
    return one if far < other_far else other


def _usual(numbers: list[float]) -> float:
    return sorted(numbers)[len(numbers) // 2]
