"""Rows in groups: `Jump Drive: Size Reduction` stands as `Size Reduction` below a band, or beside a cell, `Jump Drive`.

The same name can be in several groups, so each is taken with the group that was named last, and all are left if one
stands where its group is not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

from engine.rulebook.names import normal
from verify.pdf.runs import Run
from verify.recognition.rule_tables import RuleTable

_BEHIND = frozenset(("", "s", "advantages", "advantage", "upgrades", "options", "modifications"))
"""What can stand behind the name of a group."""
_LEAST = 0.6
"""The share of rows that must be there."""


@cache
def _groups(shape: RuleTable) -> dict[str, dict[str, int]]:
    """The rows of each group by their own names; none unless all rows are in groups."""
    made: dict[str, dict[str, int]] = {}
    for n, row in enumerate(shape.rows):
        group, colon, name = row.name.partition(": ")
        if not colon:
            return {}
        made.setdefault(normal(group), {})[normal(name)] = n
    return made


def grouped(lines: Sequence[Sequence[Run]], shape: RuleTable) -> list[tuple[int, Run]]:
    """The rows of a table whose names stand in groups, each with its run; none if it is not certain which is which."""
    groups = _groups(shape)
    if not groups:
        return []
    edges = Counter(round(run.box.x0) for group, run, _ in _told(lines, groups) if not group)
    edge = edges.most_common(1)[0][0] if edges else 0
    found: dict[int, Run] = {}
    current = ""
    for group, run, alone in _told(lines, groups):
        if group:
            current = group if alone or run.box.x0 < edge + run.size else current
        elif abs(run.box.x0 - edge) < 0.5 * run.size:
            row = groups.get(current, {}).get(normal(run.text))
            if row is None or row in found:
                return []
            found[row] = run
    return list(found.items()) if len(found) >= _LEAST * len(shape.rows) else []


def _told(lines: Sequence[Sequence[Run]], groups: dict[str, dict[str, int]]) -> Iterator[tuple[str, Run, bool]]:
    """The runs that name a group, which they are told with, or a row in one, from the top and from the left."""
    names = {name for rows in groups.values() for name in rows}
    for line in lines:
        for run in line:
            text = normal(run.text)
            group = next((one for one in groups if text.startswith(one) and text.removeprefix(one) in _BEHIND), "")
            if group or text in names:
                yield group, run, len(line) == 1
