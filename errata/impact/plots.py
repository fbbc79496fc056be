"""Plots: distributions, lines over steps, and rule tables row by row, as coordinates that the page draws as SVG.

>>> drawn = spread("damage", "points", Distribution.die(6), Distribution.die(6) + 1)
>>> drawn.series[0].path[:26], drawn.ticks_x[0].text, drawn.rows[0]
('M47.0 171.0V51.8H95.7V51.8', '1', ('1', '16.7 %', '0 %'))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, pairwise
from math import gcd, lcm
from typing import NamedTuple

from engine.dice.distribution import Distribution
from engine.rulebook.raw import RAW
from engine.rulebook.values import Value
from errata.impact.measures import Impact, impact
from errata.impact.number_text import mean, measured, percent, square_root
from errata.report import Report

WIDTH, HEIGHT = 400, 218
LEFT, RIGHT, TOP, BOTTOM = 47, 388, 28, 171
"""The canvas, and the field in it that is drawn on; a phone shows it nearly one to one."""
MOST = 40
"""Steps of a distribution; of more values, several are taken together."""
BOOK, HERE = "by the book", "with these rules"


class Tick(NamedTuple):
    """A place on an axis, and what stands there."""

    at: str
    text: str
    leftward: bool = False
    """Whether the text ends there, for want of room on the right."""


class Series(NamedTuple):
    """A line of a plot: what it shows, its path, and the places of its marks."""

    name: str
    path: str
    marks: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Plot:
    """A drawing, what it shows in words, and the same in figures."""

    title: str
    told: str
    series: tuple[Series, ...]
    ticks_x: tuple[Tick, ...]
    ticks_y: tuple[Tick, ...]
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    along: str = ""
    """What the values along the plot are."""
    cut: tuple[Tick, ...] = ()
    """Columns that are higher than the plot, and what they come to."""
    book: str = ""
    """Where along a sweep the book's own value stands."""


def spread(
    title: str, unit: str, before: Distribution, after: Distribution, names: tuple[str, str] = (BOOK, HERE)
) -> Plot:
    """Two distributions, one over the other, as steps."""
    one, two = before.pmf(), after.pmf()
    bins = _bins(one, two)
    shares = [[sum((pmf.get(n, Fraction(0)) for n in values), Fraction(0)) for values in bins] for pmf in (one, two)]
    ends = [[n for n in values if n in one or n in two] or values for values in bins]
    labels = [f"{values[0]}" if len(values) == 1 else f"{values[0]} to {values[-1]}" for values in ends]
    largest: list[Fraction] = sorted(map(max, *shares), reverse=True)
    is_dwarfing = len(largest) > 3 and largest[0] > 3 * largest[1] > 0  # a miss, for one
    top, ticks_y = _scale(largest[is_dwarfing], "%")
    every = -(-len(bins) // 8)
    middle = [Tick(_x(2 * n + 1, 2 * len(bins)), str(ends[n][0])) for n in range(0, len(bins), every)]
    series = tuple(Series(name, _steps(of, top)) for name, of in zip(names, shares, strict=True))
    told = "; ".join(
        f"{which}, the mean is {mean(roll.mean())}, the spread ±{square_root(roll.variance(), 2)}, "
        f"from {roll.low:,} to {roll.high:,}, "
        f"most often {max(roll, key=lambda pair: pair[1])[0]:,}"
        for which, roll in zip(names, (before, after), strict=True)
    )
    rows = tuple((label, percent(a), percent(b)) for label, a, b in zip(labels, *shares, strict=True))
    cut = []
    for n, of in enumerate(zip(*shares, strict=True)):
        if max(of) > top:  # what it comes to stands beside it, on the side where there is room
            leftward = 2 * n >= len(bins)
            cut.append(Tick(_x(n if leftward else n + 1, len(bins)), " and ".join(map(percent, of)), leftward))
    heads = (unit, *names)
    return Plot(title, f"{told}.", series, tuple(middle), ticks_y, heads, rows, unit, tuple(cut))


FEW = 5
"""Columns that a distribution has at least, if it has so many values."""


def _bins(*supports: Collection[int]) -> list[range]:
    """Columns for all values: each holds as many that can come up as any other, so that no saw comes of multiples.

    >>> _bins({0, 6, 9, 12, 15, 18, 20})[-2:], _bins({1, 2})
    ([range(15, 18), range(18, 21)], [range(1, 2), range(2, 3)])
    """
    low, high = min(map(min, supports)), max(map(max, supports))
    steps = [_step(sorted(support)) for support in supports]
    span = high - low + 1
    step = next((one for one in (lcm(*steps), max(steps)) if span // one >= FEW), gcd(*steps))
    wide = step * -(-span // (step * MOST))
    return [range(start, start + wide) for start in range(low, high + 1, wide)]


def _step(values: Sequence[int]) -> int:
    """What values are multiples of, counted from one of them; a miss and a limit at the ends may be none."""
    inner = values[1:-1] if len(values) > 4 else values
    return gcd(*(more - less for less, more in pairwise(inner))) or 1


def by_step(
    title: str,
    along: str,
    unit: str,
    labels: Sequence[str],
    lines: Sequence[tuple[str, Sequence[Fraction | None]]],
    book: str = "",
) -> Plot:
    """A line for each series over some steps: range bands, or the values of a rule. What cannot be is a gap."""
    known = [value for _, values in lines for value in values if value is not None]
    top, ticks_y = _scale(max(known, default=Fraction(0)), unit)
    places = [_x(2 * n + 1, 2 * len(labels)) for n in range(len(labels))]
    every = -(-len(labels) // 8)
    series = []
    for name, values in lines:
        points = [(x, _y(value, top) if value is not None else "") for x, value in zip(places, values, strict=True)]
        runs = [list(run) for there, run in groupby(points, key=lambda point: bool(point[1])) if there]
        path = "".join("M" + "L".join(f"{x} {y}" for x, y in run) for run in runs)
        series.append(Series(name, path, tuple(point for run in runs for point in run)))
    columns = [[measured(value, unit) for value in values] for _, values in lines]
    told_labels = [f"{label} (the book)" if label == book else label for label in labels]
    rows = tuple(zip(told_labels, *columns, strict=True))
    told = "; ".join(
        f"{name}: " + ", ".join(f"{row[0]} {row[n]}" for row in rows) for n, (name, _) in enumerate(lines, 1)
    )
    ticks_x = tuple(Tick(places[n], labels[n]) for n in range(0, len(labels), every))
    heads = (along, *(name for name, _ in lines))
    at = places[labels.index(book)] if book in labels else ""
    return Plot(title, f"{told}.", tuple(series), ticks_x, ticks_y, heads, rows, along, book=at)


def _scale(most: Fraction, unit: str) -> tuple[Fraction, tuple[Tick, ...]]:
    """The top of an axis from 0, a round number, and its ticks."""
    if most <= 0:
        return Fraction(1), (Tick(_y(Fraction(0), Fraction(1)), measured(Fraction(0), unit)),)
    size = Fraction(1)
    while size * 10 <= most:
        size *= 10
    while size > most:
        size /= 10
    step = next(size * n / 10 for n in (2, 5, 10, 20, 25, 50) if size * n / 10 * 5 >= most)
    count = -(-most // step)
    if unit == "%" and most <= 1:
        count = min(count, int(1 / step))
    top = step * count
    return top, tuple(Tick(_y(step * n, top), measured(step * n, unit, short=True)) for n in range(int(count) + 1))


def _steps(shares: Sequence[Fraction], top: Fraction) -> str:
    """The outline of columns that stand side by side."""
    moves = "".join(f"V{_y(share, top)}H{_x(n + 1, len(shares))}" for n, share in enumerate(shares))
    return f"M{_x(0, 1)} {_y(Fraction(0), top)}{moves}V{_y(Fraction(0), top)}"


def _x(part: int, of: int) -> str:
    return f"{float(LEFT + Fraction(part, of) * (RIGHT - LEFT)):.1f}"


def _y(value: Fraction, top: Fraction) -> str:
    return f"{float(BOTTOM - max(Fraction(0), min(Fraction(1), value / top)) * (BOTTOM - TOP)):.1f}"


MAX_TABLE_PLOTS = 4
"""Plots of tables on a page."""
MAX_LABELS = 60
"""Letters of labels that fit along a plot."""
MAX_FILE = 40
"""Characters of the name of a file in a legend."""

Stated = dict[str, Counter[Value]]
"""The values that were found for each row of a column, and how often."""


def row_plots(report: Report) -> list[Plot]:
    """Plots of rule tables that a file states differently: book and file row by row, worst first.

    Only of what is reported: nothing that is suppressed or in the baseline.
    """
    stated: dict[tuple[str, str, str], Stated] = {}
    reported = {(finding.place, finding.rule) for finding in report.findings}
    for fact, verdict in report.facts:
        rule = RAW.rules.get(fact.rule)
        if rule is None or not rule.row or verdict not in ("differs", "contested") or fact.problem or fact.doubtful:
            continue
        if (fact.place, fact.rule) not in reported:
            continue
        stated.setdefault((rule.section, rule.column, fact.place.file), {}).setdefault(rule.row, Counter())[
            fact.value
        ] += 1
    plots = [plot for place, rows in stated.items() if (plot := _table_plot(*place, rows)) is not None]
    return [plot for _, plot in sorted(plots, key=lambda plot: -plot[0])[:MAX_TABLE_PLOTS]]


def _table_plot(table: str, column: str, file: str, rows: Stated) -> tuple[Fraction, Plot] | None:
    """The plot of a column, and how much it matters; None if its rows have different measures, or too few have one."""
    shown = RAW.tables[table]
    played: list[tuple[str, Impact]] = []
    for row in shown.rows:
        id = "/".join(filter(None, (table, row.id, column)))
        one = impact(id, rows[row.id].most_common(1)[0][0] if row.id in rows else RAW[id])
        if one is not None and one.unit != "Cr":
            played.append((row.name, one))
    if sum(len(name) for name, _ in played) > MAX_LABELS:
        played = [(name, one) for name, one in played if one.book != one.here]
    what = {one.column_measure for _, one in played}
    weight = max((one.weight for _, one in played), default=Fraction(0))
    names = [name for name, _ in played]
    if len(played) < 2 or len(what) > 1 or not weight or len("".join(names)) > MAX_LABELS:
        return None
    name_of_file = file.rpartition("/")[2][:MAX_FILE]
    lines = ((BOOK, [one.book for _, one in played]), (name_of_file, [one.here for _, one in played]))
    return weight, by_step(f"{shown.title}: {what.pop()}", shown.heading, played[0][1].unit, names, lines)
