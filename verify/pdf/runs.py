"""Runs: words beside each other on a line that belong together, as those of a cell do."""

from __future__ import annotations

from typing import NamedTuple

from engine.rulebook.names import normal
from verify.pdf.words import Box, Sheet, Word

SPACE = 0.55
"""The widest space within a cell, in heights of letters."""
START = 3
"""Letters by which it is seen at once that a run is no name."""


class Run(NamedTuple):
    """Words beside each other on a line with no more than a space between them."""

    words: tuple[Word, ...]
    box: Box
    base: float
    size: float
    start: str = ""
    """The first letters of what it says, as names are compared."""

    @property
    def text(self) -> str:
        """What it says."""
        return " ".join(word.text for word in self.words)


def runs_of(line: list[Word]) -> list[Run]:
    """A line as runs of words; what is further apart than a space belongs to different cells."""
    made: list[list[Word]] = []
    for word in line:
        if made and word.box.x0 - made[-1][-1].box.x1 <= blank_of(word, made[-1][-1]):
            made[-1].append(word)
        else:
            made.append([word])
    return [run_of(words) for words in made]


def blank_of(one: Word, other: Word) -> float:
    """The widest blank between two words of a cell."""
    return min(one.blank or SPACE * one.size, other.blank or SPACE * other.size)


def run_of(words: list[Word]) -> Run:
    """Words as a run."""
    if len(words) == 1:
        return Run((words[0],), words[0].box, words[0].base, words[0].size)
    box = Box.over(word.box for word in words)
    return Run(tuple(words), box, words[0].base, max(word.size for word in words))


def runs_on(sheet: Sheet) -> list[list[Run]]:
    """The runs of a sheet, line by line, with their first letters; every table that is sought on it asks for them."""
    if not sheet.runs:
        sheet.runs = [[run._replace(start=normal(run.text)[:START]) for run in runs_of(line)] for line in sheet.lines]
    return sheet.runs
