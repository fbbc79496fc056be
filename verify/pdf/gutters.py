"""Gutters: where the columns of a table can be closer than the words of a cell, their runs are cut apart.

Between two heads there is a stretch that no letter of the table stands in. Where there are several, as between `MCr`
and `0.5`, the one is taken that leaves values of the column's kind; where that does not tell, the runs are in doubt.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from engine.errors import WrongKind
from engine.rulebook.kinds import Kind
from verify.pdf.heads import Head
from verify.pdf.letters import word_of
from verify.pdf.runs import Run, run_of
from verify.pdf.text import join
from verify.pdf.words import Word
from verify.recognition.rule_tables import RuleTable
from verify.recognition.values import read_value

_LEAST = 0.05
"""The narrowest gutter, in heights of letters."""
_CLEAR = 1.8
"""How much wider than the next a gutter is that needs no other proof."""


class Strip(NamedTuple):
    """A stretch from left to right in which nothing stands."""

    x0: float
    x1: float

    @property
    def middle(self) -> float:
        """Half way."""
        return (self.x0 + self.x1) / 2

    @property
    def wide(self) -> float:
        """How wide it is."""
        return self.x1 - self.x0


def cut(runs: list[Run], heads: list[Head], shape: RuleTable, left: float) -> tuple[list[Run], set[Run]]:
    """The runs cut at the gutters between heads, and those that cross one that is not certain.

    The first column can begin at `left`.
    """
    unsure: set[Run] = set()
    edge = left
    for before, after in pairwise(heads):
        found = _strips(runs, before.box.x1, after.box.x0)
        clear = [strip for strip in found if not any(_crosses(run, strip.middle) for run in runs)]
        if clear or not found:  # nothing is to be cut
            edge = max(clear, key=lambda strip: strip.wide).middle if clear else before.box.x1
            continue
        crossing = [run for strip in found for run in runs if _crosses(run, strip.middle)]
        best = found[0] if len(found) == 1 else _chosen(found, runs, before, shape, edge)
        if best is None:
            unsure.update(crossing)
            edge = found[-1].middle
            continue
        made: list[Run] = []
        for run in runs:
            parts = _cut(run, best, runs) if _crosses(run, best.middle) else [run]
            unsure |= {run} if parts == [run] and run in crossing else set()
            made += parts
        runs, edge = made, best.middle
    return runs, unsure & set(runs)


def _strips(runs: list[Run], x0: float, x1: float) -> list[Strip]:
    """The stretches between two heads in which no letter stands."""
    solid = sorted(
        (max(a, x0), min(b, x1)) for run in runs for word in run.words for a, b in _solid(word) if b > x0 and a < x1
    )
    size = max((run.size for run in runs), default=0.0)
    made, at = [], x0
    for a, b in [*solid, (x1, x1)]:
        if a - at > _LEAST * size:
            made.append(Strip(at, a))
        at = max(at, b)
    return made


def _solid(word: Word) -> list[tuple[float, float]]:
    """The stretches of a word that letters stand in, parted where they are further apart than its other letters."""
    if len(word.signs) < 2:
        return [(word.box.x0, word.box.x1)]
    gaps = [b.box.x0 - a.box.x1 for a, b in pairwise(word.signs)]
    usual = max(0.0, sorted(gaps)[len(gaps) // 2]) if len(gaps) > 1 else max(0.0, min(gaps[0], _LEAST * word.size))
    made = [(word.signs[0].box.x0, word.signs[0].box.x1)]
    for gap, sign in zip(gaps, word.signs[1:], strict=True):
        if gap > usual + _LEAST * word.size:
            made.append((sign.box.x0, sign.box.x1))
        else:
            made[-1] = made[-1][0], max(made[-1][1], sign.box.x1)
    return made


def _crosses(run: Run, x: float) -> bool:
    return run.box.x0 < x < run.box.x1


def _chosen(strips: list[Strip], runs: list[Run], head: Head, shape: RuleTable, edge: float) -> Strip | None:
    """The gutter that leaves values of the head's column left of it, if it is one; else one that is far wider."""
    kind = shape.columns[head.column].kind if head.column >= 0 else None
    if kind is not None and kind.name not in ANY:
        fitting = [strip for strip in strips if _fits(runs, kind, edge, strip.middle)]
        if len(fitting) == 1:
            return fitting[0]
        strips = fitting or strips
    first, second = sorted(strips, key=lambda strip: -strip.wide)[:2]
    return first if first.wide > _CLEAR * second.wide else None


ANY = ("prose", "skill", "changes", "traits", "posts", "choice")
"""Kinds that nearly every text is a value of, or that go on over several lines."""


def _fits(runs: list[Run], kind: Kind, x0: float, x1: float) -> bool:
    """Whether what stands between two edges, line by line, are values of a column."""
    lines: dict[int, list[Word]] = {}
    for run in runs:
        for word in (part for whole in run.words for part in _parts(whole, x1)):
            if x0 <= word.box.middle[0] < x1:
                lines.setdefault(round(run.base), []).append(word)
    texts = [join(word.text for word in sorted(words, key=lambda w: w.box.x0)) for words in lines.values()]
    read = 0
    for text in texts:
        try:
            read_value(kind, text)
            read += 1
        except WrongKind:
            continue
    return bool(texts) and read * 5 >= len(texts) * 4


def _cut(run: Run, strip: Strip, runs: list[Run]) -> list[Run]:
    """A run in two, unless it may be one cell over both columns: it has but a blank where all others are far apart."""
    parts = [part for word in run.words for part in _parts(word, strip.middle)]
    left = [word for word in parts if word.box.x1 <= strip.middle]
    right = [word for word in parts if word.box.x1 > strip.middle]
    if not left or not right:
        return [run]
    own = right[0].box.x0 - left[-1].box.x1
    blanks = sorted(b.box.x0 - a.box.x1 for side in (left, right) for a, b in pairwise(side))
    if own > 1.3 * (blanks[len(blanks) // 2] if blanks else 0.3 * run.size):
        return [run_of(left), run_of(right)]
    others = _strips([other for other in runs if other != run], strip.x0 - 4 * run.size, strip.x1 + 4 * run.size)
    without = next((other.wide for other in others if other.x0 <= strip.middle <= other.x1), own)
    if without > 2 * own and len(runs) > 2 * _FEW:
        return [run]
    return [run_of(left), run_of(right)]


_FEW = 3


def _parts(word: Word, x: float) -> list[Word]:
    """A word, or two where an edge goes through a gap between its letters."""
    if not word.signs or not word.box.x0 < x < word.box.x1:
        return [word]
    left = [sign for sign in word.signs if sign.box.middle[0] < x]
    right = [sign for sign in word.signs if sign.box.middle[0] >= x]
    if not left or not right:
        return [word]
    return [word_of(left, word.blank), word_of(right, word.blank)]
