"""Markdown and plain text: tables like the references', sentences that the claims know, and plain lines."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from engine.raw import RAW
from errata.house.readers import exact
from errata.house.readers.cells import read_cells
from errata.house.rules import HouseRule, Page, Problem
from verify.extract import read_document
from verify.findings import Fact, Place
from verify.plain_lines import Line, family_of, read_line, without_old

_BULLET = re.compile(r"^\s*(?:[-*+•–]|\d+[.)])\s+")
_HEADING = re.compile(
    r"^\s*(?:#{1,6}\s+(?P<hash>.+?)\s*#*|\*\*(?P<bold>[^*:]+)\*\*:?|(?P<colon>[A-Z][\w '-]{2,40}):)\s*$"
)
_RULE_ID = re.compile(r"^\s*`?(?P<id>[a-z]+(?:-[a-z]+)*(?:/[a-z0-9+-]+)+)`?\s*[:=]\s*(?P<value>.+?)\s*$")
_NOTHING = re.compile(r"^[\s|:=*_#>-]*$")
_REMARK = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
LONG = 60
"""Letters of a line that may go on in the next one."""


@dataclass(frozen=True)
class _Unit:
    """Some text that is one statement: a line, an item, or a sentence over several lines."""

    text: str
    first: int
    last: int
    column: int
    above: tuple[str, ...]


def read(text: str, name: str) -> Page:
    """All house rules of a document, in order."""
    page = Page()
    text = _REMARK.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    units = list(_units(text))
    told = {n: without_old(line) for n, line in enumerate(text.split("\n"), 1)}
    reading = read_document("\n".join(line for line, _ in told.values()), name, as_house_rules=True)
    facts: dict[int, list[Fact]] = {}
    for fact in reading.facts:
        if fact.rule in RAW and not fact.quoted:
            facts.setdefault(fact.place.line, []).append(fact)
    families = Counter(family_of(fact.rule) for own in facts.values() for fact in own)
    family = families.most_common(1)[0][0] if families else ""
    in_tables = {cell.line for grid, _ in reading.matches for row in (grid.header, *grid.rows) for cell in row}
    done: set[int] = set()
    for unit in units:
        lines = range(unit.first, unit.last + 1)
        own = [fact for n in lines for fact in facts.get(n, [])]
        done.update(lines)
        if own:
            _add_facts(page, own, unit.text, told[own[0].place.line][1])
        elif unit.first not in in_tables:
            _add_line(page, unit, name, family)
    for line in sorted(set(facts) - done):
        _add_facts(page, facts[line], text.split("\n")[line - 1].strip(" |"), "")
    known = {grid.line for grid, _ in reading.matches}
    for grid in reading.layout.grids:
        if grid.line not in known:
            page.add(read_cells(grid, name, family))
    page.rules.sort(key=lambda rule: rule.place)
    return page


def _add_facts(page: Page, facts: list[Fact], text: str, was: str) -> None:
    """The facts of one statement as one house rule; of a row of a table, one for each cell."""
    readable = [fact for fact in facts if not fact.problem]
    page.problems += [
        Problem("RC007", text, fact.place, fact.problem, (fact.rule,))
        for fact in facts
        if fact.problem and fact.printed
    ]
    groups = [[fact] for fact in readable] if any(fact.by == "table" for fact in readable) else [readable]
    for group in groups:
        if group:
            changes = {fact.rule: fact.value for fact in group}
            printed = {fact.rule: fact.printed for fact in group}
            page.rules.append(HouseRule(text, group[0].place, changes, printed, was if len(group) == 1 else ""))


def _add_line(page: Page, unit: _Unit, name: str, family: str) -> None:
    """A line that no table and no claim accounts for."""
    place = Place(name, unit.first, unit.column)
    if (by_id := _RULE_ID.match(unit.text)) is not None:
        value = by_id["value"].strip("\"'`")
        at = place._replace(column=unit.column + by_id.start("value"))
        page.add([exact(by_id["id"], value, value, unit.text, at)])
        return
    found = read_line(unit.text, unit.above, family)
    if isinstance(found, Line):
        at = place._replace(column=unit.column + found.offset)
        page.rules.append(
            HouseRule(unit.text, at, {found.rule: found.value}, {found.rule: found.printed}, found.was, found.also)
        )
    else:
        page.problems.append(Problem("RC006", unit.text, place, found.why, found.nearest))


def _units(text: str) -> Iterator[_Unit]:
    """The statements of a text, each with the headings above it; tables and code stand apart."""
    above: list[str] = []
    held: _Unit | None = None
    fenced = False
    for n, raw in enumerate(text.split("\n"), 1):
        line = raw.rstrip()
        fenced ^= line.lstrip().startswith(("```", "~~~"))
        heading = _HEADING.match(line)
        if fenced or heading or _NOTHING.match(line) or line.lstrip().startswith(("|", "```", "~~~", "<!--")):
            if held:
                yield held
            held = None
            if heading and not fenced:
                above = [heading["hash"] or heading["bold"] or heading["colon"]]
            continue
        bullet = _BULLET.match(line)
        if held and not bullet and _goes_on(held.text, line):
            held = _Unit(f"{held.text} {line.strip()}", held.first, n, held.column, held.above)
            continue
        if held:
            yield held
        start = bullet.end() if bullet else len(line) - len(line.lstrip())
        held = _Unit(line[start:].strip("*_ "), n, n, start + 1, tuple(above))
    if held:
        yield held


def _goes_on(before: str, line: str) -> bool:
    """Whether a line is the rest of the one before it."""
    return len(before) >= LONG and not before.endswith((".", "!", "?", ";", ":")) and line.lstrip()[:1].islower()
