"""Sentences that take back what stands before them: `Reverted.`, `We voted it down`, `Both of these were dropped`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from errata.house.english.clauses import ANYBODY
from errata.house.english.families import family_told, without_family
from errata.house.english.headings import BULLET, heading_in
from errata.house.english.only_some import REMARKS
from errata.house.english.plain_lines import family_of
from errata.house.english.rule_names import known_to
from errata.house.english.said_values import has_value
from errata.house.english.taking_back import MANY, named, restricts, takes_back
from errata.house.english.units import Unit
from errata.house.english.unplayed import Unplayed
from errata.house.english.word_forms import words
from errata.house.house_page import HouseRule, Page, Problem
from verify.findings import Place

_PLURAL = re.compile(rf"\b{MANY}\b|\babove\b", re.IGNORECASE)
BEHIND = Unplayed("behind it stands {!r}, so it is not played")
SO_RESTRICTED = Unplayed("behind it stands {!r}, so it holds only of that, and is not played: the rule is for all")
RESTRICTS = Unplayed("it restricts what stands before it, which is not played")
TAKES_BACK = Unplayed("it takes back what stands before it, which is not played")


def _is_left(rule: HouseRule, whom: str) -> bool:
    """Whether a rule is for more than those of whom a sentence speaks."""
    said, family = frozenset(words(without_family(whom))) - ANYBODY - REMARKS, family_told([whom])
    return any(said - known_to(id) or (family and family != family_of(id)) for id in rule.changes)


def _is_named(rule: HouseRule, text: str) -> bool:
    """Whether a sentence may speak of a rule: it names none itself, or that."""
    said = frozenset(words(named(text))) - ANYBODY - REMARKS
    return any(said <= known_to(id) for id in rule.changes)


def by_later_words(page: Page, every: Sequence[Unit], lines: Sequence[str], name: str) -> None:
    """List the rules of a page that a later sentence takes back, and take them out."""
    for n, unit in enumerate(every):
        whom = restricts(unit.text)
        if not (whom or takes_back(unit.text)):
            continue
        own = _meant(page.rules, every[:n], unit, lines)
        own = [rule for rule in own if _is_named(rule, unit.text) and (not whom or _is_left(rule, whom))]
        if own:
            out = {id(rule) for rule in own}
            page.rules = [rule for rule in page.rules if id(rule) not in out]
            page.problems = [one for one in page.problems if not _is_of(one, unit) and not _is_rest(one, own)]
            why = (SO_RESTRICTED if whom else BEHIND).format(unit.text)
            page.problems += [Problem("RC006", one.text, one.place, why, tuple(one.changes)[:3]) for one in own]
            if unit.place(0)[0] not in {rule.place.line for rule in own}:
                where = Place(name, *unit.place(0))
                page.problems.append(
                    Problem("RC006", unit.text, where, RESTRICTS if whom else TAKES_BACK, (), len(unit.lines))
                )


def by_parts(page: Page) -> None:
    """List the rules of lines of which a part that is left takes them back, and take them out: `we hated it`."""
    parts = {one.place.line: one.text for one in page.problems if one.code == "RC010" and takes_back(one.text)}
    own = [rule for rule in page.rules if rule.place.line in parts and _is_named(rule, parts[rule.place.line])]
    page.rules = [rule for rule in page.rules if rule not in own]
    page.problems = [one for one in page.problems if not _is_rest(one, own)]
    page.problems += [
        Problem("RC006", one.text, one.place, BEHIND.format(parts[one.place.line]), tuple(one.changes)[:3])
        for one in own
    ]


def _is_of(problem: Problem, unit: Unit) -> bool:
    """Whether a problem is that a sentence was not understood."""
    return unit.holds(*problem.place[1:])


def _is_rest(problem: Problem, rules: Sequence[HouseRule]) -> bool:
    """Whether a problem is that something beside some rules was not understood."""
    return problem.code == "RC010" and problem.place.line in {rule.place.line for rule in rules}


def _meant(rules: Sequence[HouseRule], before: Sequence[Unit], unit: Unit, lines: Sequence[str]) -> list[HouseRule]:
    """The rules of which a sentence speaks: of the sentence before it, or of the list or paragraph above it."""
    line, column = unit.place(0)
    for n, (first, last) in enumerate(_blocks(lines, line)):
        own = [rule for rule in rules if (first, 0) <= rule.place[1:] < (line, column) and rule.place.line <= last]
        if own and (n or _PLURAL.search(unit.text) or _is_below_list(lines, own[-1].place.line, line)):
            return own
        if own and _is_of_another(before, own[-1]):
            return []
        if own:
            holder = next((one for one in reversed(before) if one.holds(*own[-1].place[1:])), None)
            return [rule for rule in own if rule is own[-1] or (holder and holder.holds(*rule.place[1:]))]
    return []


def _is_of_another(before: Sequence[Unit], rule: HouseRule) -> bool:
    """Whether another sentence with a value stands behind a rule, of which then a later one speaks."""
    behind = [one for one in before if one.place(0) > rule.place[1:]]
    return any(has_value(one.text) for one in behind)


def _is_below_list(lines: Sequence[str], item: int, line: int) -> bool:
    """Whether a line is no item itself, and stands right below the last one of a list."""
    return item < line and BULLET.match(lines[item - 1]) is not None and BULLET.match(lines[line - 1]) is None


def _blocks(lines: Sequence[str], line: int) -> Iterator[tuple[int, int]]:
    """The first and last lines of the block that a line is in, and of those above it up to the next heading."""
    last = line
    while last > 0:
        first = last
        while first > 1 and _goes_with(lines, first - 1, last) and not heading_in(lines, first - 1)[0]:
            first -= 1
        yield first, last
        if heading_in(lines, first - 1)[0]:
            return
        last = next((n for n in range(first - 1, 0, -1) if lines[n - 1].strip()), 0)


def _goes_with(lines: Sequence[str], above: int, last: int) -> bool:
    """Whether the line above a block is a part of it: no empty one, unless it parts the items of a list."""
    if lines[above - 1].strip():
        return True
    before = next((lines[n - 1] for n in range(above - 1, 0, -1) if lines[n - 1].strip()), "")
    return all(BULLET.match(one) for one in (before, lines[above], lines[last - 1]))
