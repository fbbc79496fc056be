"""Anchors: the row names that the engine knows, as they stand under each other on a page.

A name that stands in a sentence is none: a cell begins with it, and others of the same table stand above or below
it, at the same edge or about the same middle.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import NamedTuple

from engine.rulebook.names import normal
from verify.pdf.groups import grouped
from verify.pdf.parted import are_heads, heads_in, is_number, is_over, is_parted
from verify.pdf.runs import START, Run, run_of, runs_on
from verify.pdf.tight import run_in
from verify.pdf.words import Box, Sheet
from verify.recognition.rule_tables import RuleTable


class Anchor(NamedTuple):
    """A row name on a page: which row, where, the base lines of its first and last line, and how well it fits."""

    row: int
    box: Box
    first: float
    last: float
    size: float
    weight: float
    text: str
    is_part: bool = False
    """Whether another line stands close over or under it, and both may be one longer name."""


@dataclass
class Stack:
    """Row names of one table that stand under each other."""

    anchors: list[Anchor]

    @property
    def weight(self) -> float:
        """How many rows it has, those under another name counting for less."""
        return sum(anchor.weight for anchor in self.anchors)

    @property
    def rows(self) -> set[int]:
        """The rows that it has."""
        return {anchor.row for anchor in self.anchors}

    @property
    def box(self) -> Box:
        """The least box that holds the names."""
        return Box.over(anchor.box for anchor in self.anchors)


_LIKE = 0.8
"""How like a name must be to one that a scan got wrong."""


def names_of(shape: RuleTable) -> dict[str, tuple[int, float]]:
    """What the rows of a table are called: the row, and how telling the name is."""
    names: dict[str, tuple[int, float]] = {}
    for n, row in enumerate(shape.rows):
        for name in row.names:
            names.setdefault(name, (n, 0.8))
        names[normal(row.name)] = (n, 1.0)
    if shape.key is not None and (kind := shape.columns[shape.key].kind) is not None:
        for value, n in shape.keys.items():
            names.setdefault(normal(kind.text(value)), (n, 1.0))
    return names


def stacks(sheet: Sheet, shape: RuleTable) -> list[Stack]:
    """The stacks of row names on a sheet, the best first."""
    names = names_of(shape)
    found = list(_anchors(sheet, names, heads_in(shape)))
    found += [
        Anchor(row, run.box, run.base, run.base, run.size, _GROUPED, run.text)
        for row, run in grouped(runs_on(sheet), shape)
    ]
    made: list[Stack] = []
    for edge in range(3):
        for group in _aligned(found, edge):
            made += [Stack(run) for run in _in_runs(_without_parts(group), sheet.scanned)]
    made.sort(key=lambda s: -s.weight)
    kept: list[Stack] = []
    for stack in made:
        if not any(anchor in other.anchors for other in kept for anchor in stack.anchors):
            kept.append(_with_tight(stack, sheet, names))
    return kept


def _with_tight(stack: Stack, sheet: Sheet, names: dict[str, tuple[int, float]]) -> Stack:
    """A stack with the names between its own that run into the cells beside them."""
    first, last = stack.anchors[0], stack.anchors[-1]
    lacking = {name: row for name, (row, _) in names.items() if row not in stack.rows}
    reach = _TIGHT * first.size
    near = [line for line in runs_on(sheet) if first.first - reach < line[0].base < last.last + reach]
    more = dict(run_in([a.box for a in stack.anchors], near, lacking)) if lacking else {}
    made = [Anchor(row, run.box, run.base, run.base, run.size, _GROUPED, run.text) for row, run in more.items()]
    return Stack(sorted([*stack.anchors, *made], key=lambda anchor: anchor.first)) if made else stack


_TIGHT = 3
"""How far beyond the first and the last name of a table another can stand, in heights of letters."""


_GROUPED = 0.95
"""What a name counts for whose group stands elsewhere, or that runs into a cell."""


def _anchors(sheet: Sheet, names: dict[str, tuple[int, float]], heads: frozenset[str]) -> Iterator[Anchor]:
    """Every run that begins with a row name, alone or with the runs below it."""
    lines = runs_on(sheet)
    starts = {name[:count] for name in names for count in range(START + 1)}
    taken: set[Box] = set()
    for n, line in enumerate(lines):
        for k, run in enumerate(line):
            if run.box in taken or (run.start not in starts and not sheet.scanned):
                continue
            held = _named(lines, n, run, names, sheet.scanned)
            if held is None:
                continue
            anchor, used = held
            is_end = _is_end(anchor, names)
            if (is_end or anchor.weight < 1) and any(_is_close(before, run) for before in line[:k]):
                continue
            own = run._replace(box=anchor.box)
            is_under = any(
                other.box not in taken and not is_parted(other, above, own, line, sheet, heads)
                for m, above in enumerate(lines[max(0, n - 4) : n], max(0, n - 4))
                for other in above
                if is_over(other, own) and not (m and are_heads(lines[max(0, m - 3) : m], above, heads))
            )
            if is_end and is_under:
                continue
            taken.update(used)
            is_part = is_under or _goes_on(anchor, run, lines, n, names, sheet)
            yield anchor._replace(is_part=True) if is_part else anchor


def _goes_on(
    anchor: Anchor, run: Run, lines: list[list[Run]], n: int, names: dict[str, tuple[int, float]], sheet: Sheet
) -> bool:
    """Whether a line that is no name of a row stands close under one, and may be the rest of it: `Beam Laser Array`."""
    last = run._replace(box=anchor.box, base=anchor.last)
    own = next((line for line in lines[n : n + 9] if any(part.base == anchor.last for part in line)), lines[n])
    return any(
        _under(last, [other]) is not None
        and _named(lines, m, other, names, sheet.scanned) is None
        and not is_parted(last, own, other, below, sheet, frozenset())
        for m, below in enumerate(lines[n + 1 : n + 9], n + 1)
        for other in below
    )


def _without_parts(group: list[Anchor]) -> list[Anchor]:
    """Anchors without those that may be parts of longer names, where the name alone stands there as well."""
    whole = {anchor.row for anchor in group if not anchor.is_part}
    return [anchor for anchor in group if not anchor.is_part or anchor.row not in whole]


def _is_close(before: Run, run: Run) -> bool:
    """Whether what stands before a run is so close that it can be the first word of the same name."""
    return run.box.x0 - before.box.x1 < 1.2 * run.size


def _is_end(anchor: Anchor, names: dict[str, tuple[int, float]]) -> bool:
    """Whether a name is the end of another row's: `Prototype` of `Early Prototype`; no number is the end of another."""
    own = normal(anchor.text)
    return any(
        name.endswith(own) and name != own and row != anchor.row and not is_number(name[: -len(own)], own)
        for name, (row, _) in names.items()
    )


def _named(
    lines: list[list[Run]], n: int, run: Run, names: dict[str, tuple[int, float]], scanned: bool
) -> tuple[Anchor, list[Box]] | None:
    """The longest name that a run and those below it make, or that it begins with."""
    parts, best = [run], None
    for below in (None, *lines[n + 1 : n + 9]):
        if below is not None:
            more = _under(parts[-1], below)
            if more is None:
                continue
            if is_number(parts[-1].text, more.text):
                break
            parts.append(more)
        if len(parts) > _LINES:
            break
        text = normal("".join(part.text for part in parts))
        known = names.get(text) or (_near(text, names) if scanned else None)
        if known is not None and not (best is not None and known[1] < 1 and _is_another(parts[-1], names, best[0].row)):
            box = Box.over(part.box for part in parts)
            printed = " ".join(part.text for part in parts)
            anchor = Anchor(known[0], box, run.base, parts[-1].base, run.size, known[1], printed)
            best = anchor, [part.box for part in parts]
    return best or _begins(run, names)


def _is_another(run: Run, names: dict[str, tuple[int, float]], row: int) -> bool:
    """Whether a run is the name of another row, which stands under that of one."""
    known = names.get(normal(run.text))
    return known is not None and known[0] != row


_LINES = 4
"""Lines that the name of a row has at most."""


def _under(run: Run, line: list[Run]) -> Run | None:
    """The run of a line that goes on with a name: close below it, at its edge or about its middle."""
    for other in line:
        close = 0.5 * run.size < other.base - run.base < 1.45 * run.size
        sides = ((box.x0, box.middle[0], box.x1) for box in (other.box, run.box))
        edge = min(abs(own - its) for own, its in zip(*sides, strict=True))
        if close and edge < 0.5 * run.size and abs(other.size - run.size) < 0.2 * run.size:
            return other
    return None


def _begins(run: Run, names: dict[str, tuple[int, float]]) -> tuple[Anchor, list[Box]] | None:
    """A name that a run begins with, where a remark or, in a tight table, a value follows it."""
    for count in range(len(run.words) - 1, 0, -1):
        known = names.get(normal("".join(word.text for word in run.words[:count])))
        if known is not None:
            rest = run.words[count].text
            if not (rest.startswith("(") or rest[0] in "+-−–—×0123456789"):
                return None
            part = run_of(list(run.words[:count]))
            weight = known[1] * (_REMARKED if rest.startswith("(") else 0.5)
            return Anchor(known[0], part.box, run.base, run.base, run.size, weight, part.text), [run.box]
    return None


_REMARKED = 0.9
"""What a name counts for with a remark behind it."""


def _near(text: str, names: dict[str, tuple[int, float]]) -> tuple[int, float] | None:
    """The row whose name is nearly this, in a scan."""
    if len(text) < 5:
        return None
    like = [(SequenceMatcher(None, text, name).ratio(), name) for name in names if abs(len(name) - len(text)) <= 2]
    best = sorted(like, reverse=True)[:2]
    if not best or best[0][0] < _LIKE:
        return None
    row, weight = names[best[0][1]]
    if len(best) > 1 and names[best[1][1]][0] != row and best[0][0] - best[1][0] < 0.05:
        return None
    return row, weight * 0.9


def _aligned(found: list[Anchor], edge: int) -> Iterator[list[Anchor]]:
    """Anchors by their left edge, their middle or their right edge."""
    groups: list[list[Anchor]] = []
    for anchor in sorted(found, key=lambda a: _at(a, edge)):
        if groups and _at(anchor, edge) - _at(groups[-1][-1], edge) < 0.25 * anchor.size:
            groups[-1].append(anchor)
        else:
            groups.append([anchor])
    yield from groups


def _at(anchor: Anchor, edge: int) -> float:
    return (anchor.box.x0, anchor.box.middle[0], anchor.box.x1)[edge]


def _in_runs(group: list[Anchor], scanned: bool) -> Iterator[list[Anchor]]:
    """Anchors from the top down, parted where a row comes again or much lies between.

    A name with a remark is that of another row where the bare name stands near: `Railgun (light)`.
    """
    run: list[Anchor] = []
    for anchor in sorted(group, key=lambda a: a.first):
        far = run and anchor.first - run[-1].last > _FAR * anchor.size
        same = next((a for a in run if a.row == anchor.row), None)
        if same in run[-_BESIDE:] and not far and not scanned and {same.weight, anchor.weight} == {1.0, _REMARKED}:
            run = [a for a in run if a is not same] + [max(same, anchor, key=lambda a: a.weight)]
            run.sort(key=lambda a: a.first)
            continue
        if run and (far or same is not None):
            yield run
            run = []
        run.append(anchor)
    if run:
        yield run


_BESIDE = 2
"""Rows back to one that a row can be a variant of."""
_FAR = 14
"""Heights of letters between two rows of one table, at most."""
