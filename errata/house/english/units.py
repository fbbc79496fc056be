"""The statements of a page in plain text: lines, items and sentences, each with its place and what stands above it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from errata.house.english.families import family_told
from errata.house.english.headings import BULLET as _BULLET
from errata.house.english.headings import heading_in, is_over_all_below, lead_in, level_of, says
from errata.house.english.in_force import asks, not_in_force
from errata.house.english.plain_lines import Line, read_line
from errata.house.english.taking_back import takes_back
from errata.house.english.under import is_condition
from errata.house.english.wrapped import Block, belongs_before, blocks, goes_on
from errata.house.house_page import LONGEST

_NOTHING = re.compile(r"^[\s|:=*_#>`~-]*$")
MAX_LINE = 2_500
"""Letters of a line that are read."""


@dataclass(frozen=True)
class Unit:
    """Some text that is one statement, with the place of each of its lines: offset, line and column."""

    text: str
    starts: tuple[tuple[int, int, int], ...]
    above: tuple[str, ...]
    label: str = ""
    """What it is about, where that runs into its first line."""

    @property
    def lines(self) -> list[int]:
        """The lines that it stands in."""
        return [line for _, line, _ in self.starts]

    @property
    def last(self) -> str:
        """What stands in the last of them."""
        return self.text[self.starts[-1][0] :]

    def place(self, offset: int) -> tuple[int, int]:
        """The line and column of a sign of it."""
        start, line, column = next(one for one in reversed(self.starts) if one[0] <= offset)
        return line, column + offset - start

    def part(self, start: int, end: int) -> Unit:
        """A piece of it."""
        lead = len(self.text[start:end]) - len(self.text[start:end].lstrip(" *_"))
        line, column = self.place(start + lead)
        later = tuple((o - start - lead, n, c) for o, n, c in self.starts if start + lead < o < end)
        return Unit(self.text[start + lead : end].strip(" *_"), ((0, line, column), *later), self.above)

    def parts(self, ends: re.Pattern[str]) -> list[Unit]:
        """It in pieces, where it ends so; one that only restricts what stands before it is a part of that."""
        cuts = [0, *(found.end() for found in ends.finditer(self.text)), len(self.text)]
        cuts = [0, *(one for one, two in pairwise(cuts[1:]) if not belongs_before(self.text[one:two])), len(self.text)]
        made = [self.part(one, two) for one, two in pairwise(cuts) if self.text[one:two].strip(" *_.;,")]
        return [*made[:1], *(replace(one, above=(*one.above, self.label)) if self.label else one for one in made[1:])]

    def offset(self, line: int, column: int) -> int:
        """Where in it a place is."""
        start = next((one for one in reversed(self.starts) if one[1:] <= (line, column)), self.starts[0])
        return start[0] + column - start[2]

    def holds(self, line: int, column: int) -> bool:
        """Whether a place is in it."""
        return self.place(0) <= (line, column) <= self.place(max(0, len(self.text) - 1))


class _Above:
    """What stands above a line: the headings, by their level, and the lead-ins of the lists that it is in."""

    def __init__(self) -> None:
        self._heads: list[tuple[int, str]] = []
        self._leads: list[tuple[int, bool, str]] = []
        self._blank = False

    def heading(self, level: int, text: str) -> None:
        """A heading ends those of its own level and below."""
        self._heads = [one for one in self._heads if one[0] < level] + [(level, text)]
        self._leads = []

    def rule(self, level: int) -> None:
        """A rule that is set as a heading ends those as well, and says nothing of what stands below it."""
        if level:
            self.heading(level, "")

    def lead_in(self, line: str, text: str) -> None:
        """A line that says what those below it are about; what it says of all of them, no later heading ends."""
        self._end(line)
        if is_over_all_below(text):
            self._heads = [*self._heads, (0, text)]
            return
        self._leads.append((_indent(line), _BULLET.match(line) is not None, text))
        self._blank = False

    def blank(self) -> None:
        """An empty line: what follows it without a bullet is about something else."""
        self._blank = True

    def of(self, line: str) -> tuple[str, ...]:
        """All that stands above a line."""
        self._end(line)
        return self.here()

    def here(self) -> tuple[str, ...]:
        """All that stands above a table."""
        return (*(text for _, text in self._heads if text), *(text for _, _, text in self._leads if text))

    def _end(self, line: str) -> None:
        """Leave the lists that a line is no part of."""
        own, listed = _indent(line), _BULLET.match(line) is not None
        self._leads = [
            (indent, in_list, text)
            for indent, in_list, text in self._leads
            if (own > indent if in_list else listed or not (self._blank or own < indent))
        ]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


TITLE, LONG_TITLE = 40, 100
"""Letters of a line that is the title of those below it, and of one that says when the items below it hold."""


def _lead_in(lines: Sequence[str], n: int, block: Block) -> str | None:
    """What a line says that those below it are about; None if it says something by itself."""
    lead = lead_in(lines, n)
    return lines[n].strip() if lead is None and _is_title(lines, n, block) else lead


def _is_title(lines: Sequence[str], n: int, block: Block) -> bool:
    """Whether a line at the beginning of a block only says what the others in it are about, or that it is not played.

    >>> _is_title(["melee first", "Prone is -2"], 0, Block()), _is_title(["in melee", "is -2"], 0, Block())
    (True, False)
    """
    text, below = _bare(lines[n]), lines[n + 1].strip() if n + 1 < len(lines) else ""
    below = below or _list_below(text, lines[n + 1 :])
    first = n == 0 or not lines[n - 1].strip()
    listed = _BULLET.match(below) is not None and is_condition(text)
    if not (first and below and len(text) <= (LONG_TITLE if listed else TITLE) and (text[-1:].isalnum() or asks(text))):
        return False
    if _BULLET.match(text) or "|" in text or (not _BULLET.match(below) and goes_on(text, below, block)):
        return False
    if not_in_force([text]) or listed or _BULLET.match(below):
        return not isinstance(read_line(text), Line)
    return bool(family_told([text])) and not says(text)


def _bare(line: str) -> str:
    """A line without the signs that set all of it in italics."""
    return _ITALICS.sub(r"\2", line.strip())


_ITALICS = re.compile(r"^([*_])([^\s*_][^*_]*)\1$")


def _list_below(text: str, lines: Sequence[str]) -> str:
    """The first item of a list below an empty line, where a text says by itself that what follows is not played."""
    below = next((line.strip() for line in lines if line.strip()), "")
    return below if _BULLET.match(below) and not_in_force([text]) and not (asks(text) or takes_back(text)) else ""


def units(
    text: str, in_grids: Collection[int], labels: Mapping[int, str], tables: dict[int, tuple[str, ...]]
) -> Iterator[Unit]:
    """The lines and items of a text, those that go on joined, each with what stands above it.

    Tables stand apart; what stands above each of their lines, and of those that are empty, is added to `tables`.
    """
    above = _Above()
    held: Unit | None = None
    edge = 0  # where the item begins that is held
    lines = text.split("\n")
    set_so = blocks(lines)
    for n, raw in enumerate(lines, 1):
        line = raw.rstrip()[:MAX_LINE]
        level, told = heading_in(lines, n - 1)
        if not level and told:  # a rule that is set like a heading
            above.rule(level_of(raw))
            line = line.replace("#", " ").replace("*", " ").rstrip()
        lead = None if level else _lead_in(lines, n - 1, set_so[n - 1])
        if level or lead is not None or _NOTHING.match(line) or n in in_grids or line.lstrip().startswith("|"):
            if held:
                yield held
            held = None
            if level:
                above.heading(level, told)
            elif lead is not None:
                above.lead_in(line, lead)
            else:
                above.blank()
                tables[n] = above.here()
            continue
        bullet = _BULLET.match(line)
        start = bullet.end() if bullet else _indent(line)
        own = line[start:]
        joined = held is not None and len(held.text) + len(own) < LONGEST
        if (
            held
            and joined
            and (belongs_before(own) if bullet else goes_on(held.last, own, set_so[n - 1], start > edge))
        ):
            at = len(held.text) + 1
            held = Unit(f"{held.text} {own}", (*held.starts, (at, n, start + 1)), held.above, held.label)
            continue
        if held:
            yield held
        edge = _indent(line) if bullet else len(line)
        at = len(own) - len(own.lstrip("*_ "))
        held = Unit(own.strip("*_ "), ((0, n, start + at + 1),), above.of(line), labels.get(n, ""))
    if held:
        yield held
