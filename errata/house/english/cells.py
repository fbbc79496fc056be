"""Tables that are too small or too different to be known as a whole: each cell is read as a line of its own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeGuard

from engine.rulebook.names import plain
from engine.rulebook.raw import RAW
from errata.house.english.about_lines import is_apart
from errata.house.english.beside import says_whether, sort_of
from errata.house.english.clauses import condition, unaccounted
from errata.house.english.families import family_told
from errata.house.english.only_some import only_some
from errata.house.english.partial import stated
from errata.house.english.plain_lines import Line, Unclear, family_of, read_line
from errata.house.english.rivals import elsewhere
from errata.house.english.rule_names import known_to
from errata.house.english.said_values import has_value, said_values, without_values
from errata.house.english.unplayed import UNDER
from errata.house.english.whole_lines import for_all
from errata.house.english.word_forms import words
from errata.house.house_page import HouseRule, Problem
from errata.house.readers import in_part
from verify.findings import Place
from verify.grids import Grid
from verify.recognition.values import bare

VALUES = ("value", "new", "house", "ours", "our", "us", "now", "change", "mine", "homebrew", "rule")
_BEFORE = ("old", "was", "before")
OLD = (*_BEFORE, "raw", "book", "rulebook", "crb", "official", "vanilla", "written", "2016", "2022")
"""Words of the heads of columns that hold what is played, what was, and what the book has."""
PROPOSED, DECIDED = ("proposed", "proposal", "suggested", "suggestion"), ("decided", "decision", "final", "result")
"""Those over what was only asked for, and over what is played beside it."""
_GENERAL = frozenset(
    words(
        "item name entry type description situation circumstance condition option feature subject topic area category"
        " component equipment facility module part"
    )
)
"""Heads of the first column that say nothing of what stands below them."""


def read_cells(grid: Grid, name: str, family: str = "", of_several: bool = False) -> Iterator[HouseRule | Problem]:
    """What each cell states, as `Beam Laser Damage: 2D`; a row of which nothing is understood is told once.

    A table that is of one of several sorts of things is of that which its heading names, or it is told which it may be.
    """
    heads = [bare(head.text) for head in grid.header]
    old, new = compared(heads)
    by_heads = stated(grid) if old is None and not of_several else {}
    named = name_at(old, new, heads)
    for row in grid.rows:
        if len(row) <= named or not bare(row[named].text):
            continue
        first = bare(row[named].text)
        above = (*grid.context, *(text for cell in row[:named] if (text := bare(cell.text))))
        found: list[HouseRule | Problem] = []
        left: list[Problem] = []
        for n, cell in enumerate(row[named + 1 :], named + 1):
            value = bare(cell.text)
            if not value or n == old or (new and n not in new):
                continue
            head = _besides(heads[n]) if n < len(heads) else ""
            was = f" instead of {_value_in(bare(row[old].text))}" if is_book(old, heads) and old < len(row) else ""
            text = f"{f'{first} {head}'.strip()}: {value}{was if n in new else ''}"
            place = Place(name, cell.line, cell.column)
            if (fact := by_heads.get(place[1:])) is not None and not fact.problem:
                found.append(HouseRule(text, place, {fact.rule: fact.value}, {fact.rule: value}))
                continue
            near = family_told(above[-1:]) or family
            over = heads[named] if heads else ""
            made = _in_cell(_read(text, over, above, near, of_several), text, value)
            if _is_of_name(made, first, heads[n] if n < len(heads) else "", value):
                made, text = for_all(_read(first, over, above, near, of_several)), first
                place = Place(name, row[named].line, row[named].column)
            if isinstance(made, Line):
                found.append(HouseRule(text, place, {made.rule: made.value}, {made.rule: value}, made.was, made.also))
                left += [in_part(made.left, place, made.rule)] if made.left else []
            elif fact is not None:
                found.append(Problem("RC007", text, place, fact.problem, (fact.rule,)))
            else:
                found.append(Problem("RC006", text, place, made.why, made.nearest))
        found = list({(one.place, one.text): one for one in found}.values())  # a name beside two cells is read once
        known = [one for one in found if isinstance(one, HouseRule)]
        if known or by_heads:
            yield from (one for one in found if by_heads or one in known or has_value(one.text))
        else:
            yield from _as_one(found)
        yield from left


def of_some(rule: str, cell: str) -> str:
    """What says beside the one value of a cell that it is only of some; empty if nothing does. A rule may have words.

    >>> of_some("personal/cover/fortifications", "+25 (bunkers only)"), of_some("personal/cover/fortifications", "+25")
    ('bunkers only', '')
    """
    said = said_values(cell)
    if len(said) != 1 or words(without_values(RAW.rule(rule).text)):
        return ""
    return condition(cell, [rule]) or only_some(unaccounted(cell, [rule], (said[0].start, said[0].end)))


def _in_cell(found: Line | Unclear, text: str, value: str) -> Line | Unclear:
    """What a cell states, if that is its own value, and not a number in the name of its row."""
    found = for_all(found)
    if isinstance(found, Line) and (other := next(filter(has_value, found.left), "")):
        return Unclear(f"{other!r} is not understood", (found.rule,))
    if isinstance(found, Line) and has_value(value) and not _is_in(found.printed, value):
        return Unclear(f"{found.printed!r} is in the name of its row, and is not what the cell gives", (found.rule,))
    return found


def _is_of_name(made: Line | Unclear, first: str, head: str, value: str) -> bool:
    """Whether the rule of a row stands with its value in the name, and a cell says only whether it is played."""
    if not has_value(first) or has_value(value) or not says_whether(head, value):
        return False
    return not (isinstance(made, Line) and _is_in(made.printed, value))


def _is_in(printed: str, value: str) -> bool:
    """Whether a value stands in a cell, however its signs and spaces are written."""
    return re.sub(r"\s", "", plain(printed)).lower() in re.sub(r"\s", "", plain(value)).lower()


def _as_one(found: Sequence[HouseRule | Problem]) -> Iterator[Problem]:
    """A row of which nothing is understood, told once with all that stands in it."""
    if found and isinstance(found[0], Problem):
        yield replace(found[0], text="; ".join(one.text for one in found))


def compared(heads: Sequence[str]) -> tuple[int | None, list[int]]:
    """The column of what the book has, and those of what is played; beside the one, the only other is that.

    >>> compared(["Rule", "RAW", "Us"]), compared(["Situation", "Book DM", "At sea"]), compared(["Weapon", "Damage"])
    ((1, [2]), (1, [2]), (None, []))
    """
    said = [set(head.lower().split()) for head in heads]
    old = next((n for n, words_of in enumerate(said) if n and words_of.intersection(OLD)), None)
    new = [n for n, words_of in enumerate(said) if n and n != old and words_of.intersection(VALUES)]
    if len(new) > 1:
        new = [n for n in new if said[n] != {"rule"}]  # it stands over the names
    if not new and any(words_of.intersection(PROPOSED) for words_of in said):
        new = [n for n, words_of in enumerate(said) if n and words_of.intersection(DECIDED)][:1]
    others = [n for n in range(1, len(heads)) if n != old]
    return old, new or (others if old is not None and len(others) == 1 else [])


def is_book(old: int | None, heads: Sequence[str]) -> TypeGuard[int]:
    """Whether a column holds what the book has that house rules are held against: no later edition's, nor the table's.

    >>> is_book(1, ["Rule", "RAW", "New"]), is_book(1, ["Rule", "Old", "New"]), is_book(1, ["Rule", "Old RAW", "New"])
    (True, False, True)
    """
    return old is not None and "2022" not in heads[old] and not {*_BEFORE}.issuperset(heads[old].lower().split())


def name_at(old: int | None, new: Sequence[int], heads: Sequence[str] = ()) -> int:
    """The column of what each row is about: beside what the book has and what is played, whichever comes first.

    One that says whether it is played, or why, may stand between them.

    >>> name_at(2, [3]), name_at(1, [2]), name_at(None, []), name_at(None, [2], ["Rule", "Approved", "Value"])
    (1, 0, 0, 0)
    >>> name_at(None, [2], ["Rule", "Proposed", "Decided"])
    0
    """
    at = max(0, min(filter(None, (old, *new)), default=1) - 1)
    return max((n for n in range(at + 1) if n >= len(heads) or not _is_beside(heads[n])), default=at)


def _is_beside(head: str) -> bool:
    """Whether a column has no names: whether something is played, or why, or what is not played."""
    return sort_of(head) in ("status", "why") or is_not_played(head)


def is_not_played(head: str) -> bool:
    """Whether a column holds what the book has, or what was only asked for.

    >>> is_not_played("RAW"), is_not_played("Proposed DM"), is_not_played("Ours")
    (True, True, False)
    """
    return not {*OLD, *PROPOSED}.isdisjoint(head.lower().split())


def family_beside(lines: Iterable[Line | Unclear]) -> str:
    """What most of some lines are about that can be of one family only; empty if none is."""
    clear = (family_of(one.rule) for one in lines if isinstance(one, Line) and not one.also)
    return next((family for family, _ in Counter(clear).most_common(1)), "")


def _value_in(text: str) -> str:
    """The one value of a cell, without the words beside it; all of it if there are several, or none.

    >>> _value_in("Effect 6+"), _value_in("Boon")
    ('6+', 'Boon')
    """
    made = said_values(text)
    return made[0].printed if len(made) == 1 else text


def _besides(head: str) -> str:
    """What the head of a column says besides that it is the new one: `Our DM` is a DM."""
    left = [word for word in head.split() if word.lower() not in (*VALUES, *DECIDED)]
    return " ".join(left) if len(left) < len(head.split()) else head


def _read(text: str, head: str, above: Sequence[str], family: str, of_several: bool) -> Line | Unclear:
    """A cell with what stands over its row: what is listed as cargo is no rule for what is called the same."""
    if of_several and above:
        told = read_line(f"{above[-1]} {text}", above, family)
        if isinstance(told, Line) and set(words(above[-1])) <= known_to(told.rule):
            return told
    made = read_line(f"{head} {text}", above, family)
    if not isinstance(made, Line):
        made = read_line(text, above, family)
        if isinstance(made, Line) and set(words(head)) - known_to(made.rule) - _GENERAL:
            return Unclear(UNDER.format(head), (made.rule,))
    if above and isinstance(made, Line) and is_apart(made.rule, above[-1]):
        return Unclear(UNDER.format(above[-1]), (made.rule,))
    if of_several and isinstance(made, Line):
        return made._replace(also=tuple(dict.fromkeys((*made.also, *elsewhere(made.rule)))))
    return made
