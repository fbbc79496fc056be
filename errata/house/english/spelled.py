"""A page whose numbers are spelled out, read in figures: what is said of it stands where it is written."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import replace
from itertools import accumulate
from typing import TypeVar

from errata.house.english.number_words import Figures, in_figures
from errata.house.house_page import HouseRule, Page, Problem
from verify.findings import Place

One = TypeVar("One", HouseRule, Problem)


_COMMA = re.compile(
    r"(?<![^\s(:=;|])((?:MCr\s?)\d{1,3}|\d{1,3}(?=,\d\d?\s?(?:MCr|tons?|t|m|met(?:re|er)s|%)(?!\w))),(\d{1,2})(?![\d,])",
    re.IGNORECASE,
)
"""A comma before the decimals of a price or a measure, which parts no thousands."""


def read_in_figures(text: str, name: str, read: Callable[[str, str], Page]) -> Page:
    """What a page says, its numbers put in figures before it is read; its places and words are those of the page."""
    made = in_figures(_COMMA.sub(r"\1.\2", text) if "," in text else text)
    page = read(made.text, name)
    if made.words:
        written, shown = _starts(text), _starts(made.text)
        page.rules = [_as_written(one, made, written, shown) for one in page.rules]
        page.problems = [_as_written(one, made, written, shown) for one in page.problems]
    return page


def _starts(text: str) -> list[int]:
    """Where each line begins."""
    return list(accumulate((len(line) + 1 for line in text.split("\n")), initial=0))


AROUND = 4
"""Letters on each side of a number by which it is found again."""
NEAR = 5
"""Lines around its place in which the numbers of a statement stand."""


def _as_written(one: One, made: Figures, written: list[int], shown: list[int]) -> One:
    """A rule or a problem with the place and the words that stand on the page."""
    line, text = one.place.line, one.text
    column = made.written(shown[line - 1] + one.place.column - 1) - written[line - 1] + 1
    places = made.here[1::2]
    first, last = shown[max(0, line - 1 - NEAR)], shown[min(len(shown) - 1, line + NEAR)]
    for n in range(bisect_left(places, first), bisect_left(places, last)):
        at, (number, words) = places[n], made.words[n]
        before, after = made.text[max(0, at - AROUND) : at], made.text[at + len(number) : at + len(number) + AROUND]
        before, after = before.rpartition("\n")[2], after.partition("\n")[0]
        text = text.replace(f"{before}{number}{after}", f"{before}{' '.join(words.split())}{after}", 1)
    return replace(one, place=Place(one.place.file, line, max(1, column)), text=text)
