"""Printed page numbers: a cite names the number on the page, which is hardly ever the count of the file's pages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from verify.pdf.file import MAX_PAGES, File

Look = Callable[[int], list[str]]
"""What reads the texts along the edges of a page."""

_SAMPLE = 48
"""Pages whose numbers are looked at to find the offset."""
_NUMBER = re.compile(r"(?<![\w.,+−-])(\d{1,4})(?![\w.,%-])")
_ONLY = re.compile(r"(?:page)?[\W_]*(\d{1,4})[\W_]*", re.IGNORECASE)
_NEAR = 12
"""How far from where it should be a page is looked for by the number on it."""


@dataclass(frozen=True)
class Numbering:
    """How printed numbers and pages of the file go together."""

    by: str
    """`labels`, `numbers` or nothing: what they were worked out from."""
    offset: int | None
    """The page of the file, from 1, less the printed number, where that is the same for most pages."""
    labels: dict[str, int]
    told: str
    """What is shown of it."""
    apart: Mapping[int, int] = field(default_factory=dict)
    """Pages that print another number than the offset gives, as where only some pages of a book are in the file."""

    def page(self, number: int, pages: int, look: Look) -> int | None:
        """The page, from 0, that has a printed number; None if it cannot be known."""
        if self.by == "labels":
            return self.labels.get(str(number))
        if self.offset is None:
            return None
        there = number + self.offset - 1
        around = sorted(range(there - _NEAR, there + _NEAR + 1), key=lambda page: abs(page - there))
        for page in (page for page in around if 0 <= page < pages):
            if number in numbers_in(look(page)):
                return page
        if alone := [page for page, own in self.apart.items() if own == number]:
            return alone[0] if len(alone) == 1 else None
        return there if 0 <= there < pages else None

    def printed(self, page: int) -> str:
        """The number that is printed on a page, as far as it is known."""
        if self.by == "labels":
            return next((label for label, at in self.labels.items() if at == page), "")
        if page in self.apart:
            return str(self.apart[page])
        return str(page + 1 - self.offset) if self.offset is not None and page + 1 > self.offset else ""


def numbering(file: File, look: Look) -> Numbering:
    """How a file's pages are numbered: by what is printed on them, else by its labels."""
    step = max(1, file.pages // _SAMPLE)
    sample = range(0, min(file.pages, MAX_PAGES), step)
    texts = {page: look(page) for page in sample}
    printed = {page: numbers_in(said) for page, said in texts.items()}
    votes = Counter(page + 1 - number for page, numbers in printed.items() for number in numbers)
    offset, seen = votes.most_common(1)[0] if votes else (0, 0)
    counted = sum(map(bool, printed.values()))
    labels = _labels(file)
    if seen >= max(2, counted * 0.4) and not _confirmed(labels, offset, file):
        first = _first(offset, printed)
        told = f"page {first + 1} of the file is printed page {first + 1 - offset}"
        looked = f"{len(sample)} pages" if step == 1 else f"{len(sample)} pages that were looked at"
        told = f"{told} (by the numbers on {seen} of {looked})"
        likely = {page: printed[page] if page + 1 - offset in printed[page] else _alone(said) or printed[page]
                  for page, said in texts.items()}  # fmt: skip
        return Numbering("numbers", offset, {}, told, _apart(likely, offset))
    if labels:
        known = next((label for label in labels if label.isdecimal()), next(iter(labels)))
        return Numbering("labels", None, labels, f"page {labels[known] + 1} of the file is {known} by its page labels")
    return Numbering("", None, {}, "no printed page numbers were found, so tables are sought on every page")


def _alone(texts: list[str]) -> set[int]:
    """The numbers that are all that stands along an edge; others are of a chapter, or of a line of prose.

    >>> _alone(["76", "CHAPTER 8: SPACECRAFT"]), _alone(["| 76 |", ""]), _alone(["Chapter 8"])
    ({76}, {76}, set())
    """
    found = (_ONLY.fullmatch(text.strip()) for text in texts)
    return {int(number[1]) for number in found if number is not None}


def _apart(printed: dict[int, set[int]], offset: int) -> dict[int, int]:
    """The pages with one number, and that one beyond those before it, which is not what the offset gives.

    >>> _apart({0: set(), 1: {28}, 2: {29}, 3: {70}, 4: {76}, 5: {3}}, -26)
    {3: 70, 4: 76}
    """
    made: dict[int, int] = {}
    last = 0
    for page, numbers in sorted(printed.items()):
        (number,) = numbers if len(numbers) == 1 else (0,)
        if page + 1 - offset in numbers:
            last = page + 1 - offset
        elif last < number <= _LARGEST:
            made[page] = last = number
    return made


_LARGEST = 999
"""The largest number of a page; what is larger is a year."""


def _first(offset: int, printed: Mapping[int, set[int]]) -> int:
    """The page that shows the offset: that of printed page 1 or the first, unless it was seen to bear no such number.

    >>> _first(2, {0: set(), 2: {1}}), _first(-24, {0: set(), 1: {26}})
    (2, 1)
    """
    first = max(0, offset)
    bearing = [page for page, numbers in sorted(printed.items()) if page + 1 - offset in numbers]
    return bearing[0] if bearing and first in printed and first not in bearing else first


def _confirmed(labels: dict[str, int], offset: int, file: File) -> bool:
    """Whether the labels say what is printed."""
    middle = file.pages // 2
    return labels.get(str(middle + 1 - offset)) == middle


def _labels(file: File) -> dict[str, int]:
    """The labels of the pages; none where the file has no labels, or the first of several that are equal."""
    made: dict[str, int] = {}
    for page in range(min(file.pages, MAX_PAGES)):
        label = file.label(page)
        if not label and page == 0 and not file.label(file.pages - 1):
            return {}
        if label:
            made.setdefault(label, page)
    return made


def numbers_in(texts: list[str]) -> set[int]:
    """The numbers that stand alone in some texts."""
    return {int(found) for text in texts for found in _NUMBER.findall(text)}
