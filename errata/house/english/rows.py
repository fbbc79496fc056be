"""Rows of tables and lists of which a cell beside the value says for whom it is, when, or that it is not played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from errata.house.english.beside import is_limit, restricted, sort_of
from errata.house.english.cells import compared, name_at
from errata.house.english.said_values import said_values
from errata.house.house_page import HouseRule, Page, Problem
from verify.grids import Grid, Passage
from verify.recognition.values import bare


def by_rows(page: Page, grids: Iterable[Grid]) -> None:
    """List the rules of a page that a cell in their row speaks against, and take them out."""
    for grid in grids:
        for row, beside in _rows(grid):
            if beside and (own := [rule for rule in page.rules if any(_is_in(rule, cell) for cell in row)]):
                _judge(page, own, beside)


_LISTS = ("rule", "rules", "house rule", "change")
"""Heads over the names of rules."""


class _Beside(NamedTuple):
    """A cell that holds no value, and the head over it."""

    head: str
    cell: Passage
    listed: bool
    """Whether it stands in a list of rules and values, and the head over it restricts those."""


def _rows(grid: Grid) -> Iterator[tuple[list[Passage], list[_Beside]]]:
    """Each row, with those of its cells that may say more of what the others give."""
    heads = [bare(head.text) for head in grid.header]
    old, new = compared(heads)
    named = name_at(old, new, heads)
    is_list = bool(new) or (bool(heads) and heads[0].lower() in _LISTS)
    for row in grid.rows:
        beside = []
        for n, cell in enumerate(row):
            head = heads[n] if n < len(heads) else ""
            sort = sort_of(head)
            if n in (named, old) or n in new or (n < named and sort not in ("when", "status")):
                continue
            listed = is_list and is_limit(head)
            if sort or listed or not begins_with_value(bare(cell.text)):
                beside.append(_Beside(head, cell, listed))
        yield row, beside


def _judge(page: Page, own: list[HouseRule], beside: list[_Beside]) -> None:
    for head, cell, listed in beside:
        others = [rule for rule in own if not _is_in(rule, cell)]
        if not others or (len(others) < len(own) and not sort_of(head)):
            continue  # it gives a value itself
        text = bare(cell.text)
        against = [(rule, why) for rule in others if (why := _against(head, text, rule, listed))]
        if not against:
            continue
        out = {id(rule) for rule, _ in against} | {id(rule) for rule in own if _is_in(rule, cell)}
        page.rules = [rule for rule in page.rules if id(rule) not in out]
        lines = {rule.place.line for rule, _ in against} - {rule.place.line for rule in page.rules}
        page.problems = [
            one
            for one in page.problems
            if not _is_in(one, cell) and (one.code != "RC010" or one.place.line not in lines)
        ]
        page.problems += [
            Problem("RC006", f"{rule.text}; {text}", rule.place, why, tuple(rule.changes)) for rule, why in against
        ]
        own = [rule for rule in own if id(rule) not in out]


def _against(head: str, text: str, rule: HouseRule, listed: bool) -> str:
    return next(filter(None, (restricted(head, text, one, listed) for one in rule.changes)), "")


def _is_in(one: HouseRule | Problem, cell: Passage) -> bool:
    """Whether something was read out of a cell."""
    return one.place.line == cell.line and cell.column <= one.place.column <= cell.column + len(cell.text)


def begins_with_value(text: str) -> bool:
    """Whether a cell has a value that more words may follow: `+25 (bunkers only)`."""
    said = next(iter(said_values(text)), None)
    return said is not None and said.start == 0
