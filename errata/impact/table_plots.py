"""What a codebase or a document does to a table, row by row, as plots: hit chances by range, damage by weapon."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from engine.rulebook.raw import RAW
from engine.rulebook.values import Value
from errata.impact.measures import Impact, impact
from errata.impact.plots import BOOK, Plot, by_step
from errata.report import Report

HERE = "as it stands here"
MOST = 4
"""Plots on a page."""
ROOM = 60
"""Letters that find room along a plot."""

Stated = dict[str, Counter[Value]]
"""What stands there for each row of a column, and how often."""


def row_plots(report: Report) -> list[Plot]:
    """A plot for each column of a rule table that is stated otherwise and can be played, what matters most first."""
    stated: dict[tuple[str, str], Stated] = {}
    for fact, verdict in report.facts:
        rule = RAW.rules.get(fact.rule)
        if rule is None or not rule.row or verdict not in ("differs", "contested") or fact.problem or fact.doubtful:
            continue
        stated.setdefault((rule.section, rule.column), {}).setdefault(rule.row, Counter())[fact.value] += 1
    made = [one for (table, column), rows in stated.items() if (one := _plot(table, column, rows)) is not None]
    return [plot for _, plot in sorted(made, key=lambda one: -one[0])[:MOST]]


def _plot(table: str, column: str, rows: Stated) -> tuple[Fraction, Plot] | None:
    """The plot of a column, and how much it matters; None if its rows are not played alike, or too few are."""
    played: list[tuple[str, Impact]] = []
    for row in RAW.tables[table].rows:
        id = "/".join(filter(None, (table, row.id, column)))
        value = rows[row.id].most_common(1)[0][0] if row.id in rows else RAW[id]
        one = impact(id, value)
        if one is not None and one.unit != "Cr":
            played.append((row.name, one))
    if sum(len(name) for name, _ in played) > ROOM:
        played = [(name, one) for name, one in played if one.book != one.here]
    what = {one.what.replace(f" at {name} range", "").replace(" with it", "") for name, one in played}
    weight = max((one.weight for _, one in played), default=Fraction(0))
    if len(played) < 2 or len(what) > 1 or not weight or sum(len(name) for name, _ in played) > ROOM:
        return None
    lines = ((BOOK, [one.book for _, one in played]), (HERE, [one.here for _, one in played]))
    shown = RAW.tables[table]
    title = f"{shown.title}: {what.pop()}"
    return weight, by_step(title, shown.heading, played[0][1].unit, [name for name, _ in played], lines)
