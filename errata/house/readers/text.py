"""Markdown and plain text: tables like the references', sentences that the claims know, and plain lines."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from engine.raw import RAW
from errata.house.readers import exact
from errata.house.readers.cells import read_cells
from errata.house.rules import HouseRule, Page, Problem
from verify.extract import read_document
from verify.findings import Fact, Place
from verify.plain_lines import Line, family_of, has_value, read_line, without_old
from verify.reading import Reading

_BULLET = re.compile(r"^\s*(?:[-*+•–]|\d+[.)])\s+(?:\[[ xX]\]\s+)?")
_HEADING = re.compile(
    r"^\s*(?:#{1,6}\s+(?P<hash>.+?)\s*#*|\*\*(?P<bold>[^*:\d]+)\*\*:?|(?P<colon>[A-Z][A-Za-z '-]{2,40}):)\s*$"
)
_RULE_ID = re.compile(r"^\s*`?(?P<id>[a-z]+(?:-[a-z]+)*(?:/[a-z0-9+-]+)+)`?\s*[:=]\s*(?P<value>.+?)\s*$")
_NOTHING = re.compile(r"^[\s|:=*_#>`~-]*$")
_REMARK = re.compile(r"<!--.*?(?:-->|\Z)|~~.*?~~|\[\^\w+\](?!:)|^\s*[-*+]\s+\[ \][^\n]*", re.DOTALL | re.MULTILINE)
"""What is no part of a page's rules: comments, what is struck out, marks of footnotes, boxes that are not ticked."""
_END = re.compile(r"(?<=[.!?])[\"')*]*\s+(?=[A-Z\"'(*])|;\s+")
"""Where a sentence ends."""
_CLAUSE = re.compile(r",\s+(?:and\s+)?|\s+and\s+")
_OPEN = re.compile(
    r"\b(?:by|of|to|is|are|an?|the|with|from|and|or|at|for|in|on|gives?|has|have|do|does)$", re.IGNORECASE
)
"""How a line ends that goes on in the next one."""
LONG, MOST, MAX_LINE = 60, 2000, 50_000
"""Letters of a line that may go on in the next one, statements of a page, and letters of a line that are read."""


@dataclass(frozen=True)
class _Unit:
    """Some text that is one statement, with the place of each of its lines: offset, line and column."""

    text: str
    starts: tuple[tuple[int, int, int], ...]
    above: tuple[str, ...]

    def place(self, offset: int) -> tuple[int, int]:
        """The line and column of a sign of it."""
        start, line, column = next(one for one in reversed(self.starts) if one[0] <= offset)
        return line, column + offset - start

    def part(self, start: int, end: int) -> _Unit:
        """A piece of it."""
        lead = len(self.text[start:end]) - len(self.text[start:end].lstrip(" *_"))
        line, column = self.place(start + lead)
        later = tuple((o - start - lead, n, c) for o, n, c in self.starts if start + lead < o < end)
        return _Unit(self.text[start + lead : end].strip(" *_"), ((0, line, column), *later), self.above)

    def parts(self, ends: re.Pattern[str]) -> list[_Unit]:
        """It in pieces, where it ends so."""
        cuts = [0, *(found.end() for found in ends.finditer(self.text)), len(self.text)]
        return [self.part(one, two) for one, two in pairwise(cuts) if self.text[one:two].strip(" *_.;,")]

    def holds(self, line: int, column: int) -> bool:
        """Whether a place is in it."""
        return self.place(0) <= (line, column) <= self.place(max(0, len(self.text) - 1))


def read(text: str, name: str) -> Page:
    """All house rules of a document, in order."""
    page = Page()
    text = _REMARK.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    told = {n: without_old(line) for n, line in enumerate(text.split("\n"), 1)}
    reading = read_document("\n".join(line for line, _ in told.values()), name, as_house_rules=True)
    in_grids = {cell.line for grid in reading.layout.grids for row in (grid.header, *grid.rows) for cell in row}
    facts = [
        fact
        for fact in reading.facts
        if fact.rule in RAW and not fact.quoted and (fact.by == "table" or fact.place.line not in in_grids)
    ]
    family = next((one for one, _ in Counter(family_of(fact.rule) for fact in facts).most_common(1)), "")
    units = [sentence for unit in _units(text, in_grids) for sentence in unit.parts(_END)]
    taken: set[Place] = set()
    for unit in units[:MOST]:
        own = [fact for fact in facts if unit.holds(*fact.place[1:])]
        taken.update(fact.place for fact in own)
        _add(page, unit, own, reading, told[unit.place(0)[0]][1], _family(unit.above) or family)
    if len(units) > MOST:
        why = f"the page has more than {MOST:,} statements, and the rest was left out"
        page.problems.append(Problem("RC006", units[MOST].text, Place(name, *units[MOST].place(0)), why))
    for fact in facts:
        if fact.place not in taken:
            _add_facts(page, [fact], f"{RAW.rule(fact.rule).title}: {fact.printed}", "")
    known = {grid.line for grid, _ in reading.matches}
    for grid in reading.layout.grids:
        if grid.line not in known:
            page.add(read_cells(grid, name, _family(grid.context) or family))
    page.rules.sort(key=lambda rule: rule.place)
    return page


def _family(above: Iterable[str]) -> str:
    """What a heading says that all below it is about; empty if it does not say."""
    said = {word for text in above for word in re.findall(r"[a-z]+", text.lower())}
    return next((family for family, words in _FAMILIES.items() if said & words), "")


_FAMILIES = {
    "personal": {"personal", "melee", "ground", "gunfight", "gunfights", "firefight", "firefights", "brawl", "people"},
    "space": {"space", "ship", "ships", "starship", "starships", "spacecraft", "gunnery", "naval", "vessels"},
    "healing": {"healing", "medical", "medicine", "recovery", "injury", "injuries"},
    "checks": {"checks", "tasks", "skills", "dice"},
}
"""Words of a heading that say what it is about."""


def _add(page: Page, unit: _Unit, own: list[Fact], reading: Reading, was: str, family: str) -> None:
    """One statement: by an id, by the claims that know it, or by its words; what is left of it is read by itself."""
    if (by_id := _RULE_ID.match(unit.text)) is not None:
        value = by_id["value"].strip("\"'`")
        place = Place(reading.file, *unit.place(by_id.start("value")))
        page.add([exact(by_id["id"], value, value, unit.text, place)])
        return
    if own and all(fact.problem for fact in own) and isinstance(read_line(unit.text, unit.above, family), Line):
        own = []  # its words know better than the claim
    if not own:
        _add_line(page, unit, reading.file, family)
        return
    _add_facts(page, own, unit.text, was)
    places = [*(fact.place[1:] for fact in own), *reading.marks]
    if has_value(unit.text) and not any(unit.holds(*place) for place in reading.marks) and not _prints_value(own):
        _add_line(page, unit, reading.file, family)  # what was recognised of it is not its value
        return
    for clause in unit.parts(_CLAUSE):
        if has_value(clause.text) and not any(clause.holds(*place) for place in places):
            _add_line(page, clause, reading.file, family)


def _prints_value(facts: list[Fact]) -> bool:
    return any(has_value(fact.printed) for fact in facts)


def _add_facts(page: Page, facts: list[Fact], text: str, was: str) -> None:
    """The facts of one statement as one house rule."""
    readable = [fact for fact in facts if not fact.problem]
    for fact in facts:
        if fact.problem and fact.printed:
            page.problems.append(Problem("RC007", text, fact.place, fact.problem, (fact.rule,)))
    if readable:
        changes = {fact.rule: fact.value for fact in readable}
        printed = {fact.rule: fact.printed for fact in readable}
        page.rules.append(HouseRule(text, readable[0].place, changes, printed, was if len(readable) == 1 else ""))


def _add_line(page: Page, unit: _Unit, name: str, family: str, split: bool = True) -> None:
    """A statement that no table and no claim accounts for; of several in one, each by itself."""
    found = read_line(unit.text, unit.above, family)
    clauses = unit.parts(_CLAUSE) if split and not isinstance(found, Line) else []
    if len(clauses) > 1 and all(has_value(one.text) for one in clauses):
        for clause in clauses:
            _add_line(page, clause, name, family, False)
    elif isinstance(found, Line):
        place = Place(name, *unit.place(found.offset))
        changes, printed = {found.rule: found.value}, {found.rule: found.printed}
        page.rules.append(HouseRule(unit.text, place, changes, printed, found.was, found.also))
    else:
        place = Place(name, *unit.place(0))
        page.problems.append(Problem("RC006", unit.text, place, found.why, found.nearest))


def _units(text: str, in_grids: Collection[int]) -> Iterator[_Unit]:
    """The lines and items of a text, those that go on joined, each with the heading above it; tables stand apart."""
    above: tuple[str, ...] = ()
    held: _Unit | None = None
    for n, raw in enumerate(text.split("\n"), 1):
        line = raw.rstrip()[:MAX_LINE]
        heading = _HEADING.match(line)
        told = heading["hash"] or heading["bold"] or heading["colon"] if heading else ""
        if heading and has_value(told):  # a rule that is set like a heading
            line, heading = line.replace("#", " ").replace("*", " ").rstrip(), None
        if heading or _NOTHING.match(line) or n in in_grids or line.lstrip().startswith("|"):
            if held:
                yield held
            held = None
            above = (told,) if heading else above
            continue
        bullet = _BULLET.match(line)
        start = bullet.end() if bullet else len(line) - len(line.lstrip())
        if held and not bullet and _goes_on(held.text, line):
            at = len(held.text) + 1
            held = _Unit(f"{held.text} {line[start:]}", (*held.starts, (at, n, start + 1)), held.above)
            continue
        if held:
            yield held
        lead = len(line[start:]) - len(line[start:].lstrip("*_ "))
        held = _Unit(line[start:].strip("*_ "), ((0, n, start + lead + 1),), above)
    if held:
        yield held


def _goes_on(before: str, line: str) -> bool:
    """Whether a line is the rest of the one before it."""
    if before.endswith((".", "!", "?", ";", ":")):
        return False
    return bool(_OPEN.search(before)) or (len(before) >= LONG and line.lstrip()[:1].islower())
