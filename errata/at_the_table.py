"""What house rules do at the table, for a terminal and for markdown: scenes in words and figures, and sweeps."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby

from errata.figures import bar
from errata.grouping import at_the_table
from errata.measured import changed, measured
from errata.scenes import Figure, Shown, scenes
from errata.tables import cell_text, fitted, piped
from errata.terminal import wrapped
from errata.text import printable
from verify.findings import LEVELS, Finding, Report
from verify.panel import Change, Panel, Sweep

_SAID = {
    "RC001": "departs", "RC002": "repeats", "RC003": "again", "RC004": "contested", "RC005": "misread",
    "RC006": "unclear", "RC007": "refused", "RC008": "misquoted", "RC009": "or",
    "RC010": "in part", "RC011": "as well",
}  # fmt: skip
"""What is said of a line, in a word."""


def by_line(report: Report, findings: list[Finding], width: int) -> Iterator[str]:
    """House rules in the order of their page: each line as it stands, and what is to be said of it."""
    if report.panel is not None and report.panel.first is not None:
        yield from wrapped(f"Most of all: {report.panel.first.sentence}", width)
        yield ""
    read = {file: _lines(report, file) for file in {finding.place.file for finding in findings}}
    for (file, line), found in groupby(sorted(findings, key=_order), key=lambda f: f.place[:2]):
        own = list(found)
        yield from wrapped(f"{file}:{line}  {_line(read[file], line)}", width, "", "  ")
        for finding in own:
            source = f" [{finding.source}]" if finding.source and finding.code in ("RC001", "RC004", "RC005") else ""
            label = _SAID.get(finding.code, finding.level)
            yield from wrapped(f"{label:<10}{finding.message}{source}", width, "  ", " " * 12)
            if told := at_the_table(finding):
                yield from wrapped(f"{'does':<10}{told}", width, "  ", " " * 12)
        yield ""


def _order(finding: Finding) -> tuple[str, int, int, str]:
    return finding.place.file, finding.place.line, LEVELS.index(finding.level), finding.code


def _lines(report: Report, file: str) -> list[str]:
    """The lines of a page as they stand; none if it cannot be read any more."""
    try:
        return report.texts[file]().split("\n") if file in report.texts else []
    except OSError:
        return []


def _line(lines: list[str], line: int) -> str:
    """One of them, cut short."""
    text = printable(lines[line - 1].rstrip()).strip(" -*|") if 0 < line <= len(lines) else ""
    return text if len(text) <= 100 else f"{text[:99]}…"


MOST = 8
"""Scenes that a terminal lists with their figures; the others are counted."""
TOGETHER = Fraction(1, 100)
"""What rules do only together is worth a line from here on: a point of a percent, or a share of an amount."""
_HEADS = ("figure", "book", "here", "difference", "apart")


def in_text(panel: Panel, width: int) -> Iterator[str]:
    """The scenes that change most, each as a sentence and its figures, and the sweeps with bars."""
    if panel.scenes:
        yield f"At the table: {_how_many(panel)}"
        yield ""
    kept = _distinct(panel)
    for shown, alike in kept[:MOST]:
        yield from wrapped(shown.scene.sentence, width)
        yield from wrapped(f"{shown.scene.title}{_alike(alike)}", width, "  ", "  ")
        rows = [(f.name, f.before, f.after, f.difference, f.distance) for f in shown.figures]
        yield from (f"  {line}" for line in fitted(rows, _HEADS, width - 2).split("\n"))
        for change in shown.scene.changes[:1]:
            if abs(change.together) > TOGETHER * (1 if change.unit == "%" else abs(change.before or Fraction(0))):
                yield from wrapped(_together(change), width, "  ", "    ")
        yield ""
    if len(kept) > MOST:
        yield f"{len(kept) - MOST} more scenes change less; --format html has them all, with plots."
        yield ""
    for sweep in panel.sweeps:
        yield from _swept(sweep, width)


def _how_many(panel: Panel) -> str:
    one = len(panel.scenes) == 1
    return f"{len(panel.scenes):,} of {panel.played:,} scenes {'comes' if one else 'come'} out otherwise"


def _together(change: Change) -> str:
    """What rules do to a figure each by itself, and what only all of them do."""
    parts = [f"{rule} {changed(effect, change.unit)}" for rule, effect in change.alone.items()]
    each = f"each by itself: {', '.join(parts)}; " if parts else ""
    return f"{change.name}, {each}only together {changed(change.together, change.unit)}"


def _alike(count: int) -> str:
    return f" (and {count} more scenes just so)" if count > 1 else " (and one more just so)" if count else ""


def _distinct(panel: Panel) -> list[tuple[Shown, int]]:
    """The scenes, each with how many others have the very same figures."""
    seen: dict[tuple[Figure, ...], int] = {}
    first: list[Shown] = []
    for shown in scenes(panel):
        if shown.figures in seen:
            seen[shown.figures] += 1
        else:
            seen[shown.figures] = 0
            first.append(shown)
    return [(shown, seen[shown.figures]) for shown in first]


def _swept(sweep: Sweep, width: int) -> Iterator[str]:
    """A sweep as a table with a bar for each value; the book's own is marked."""
    yield from wrapped(f"{sweep.what[0].upper()}{sweep.what[1:]}, by the value of {sweep.rule}", width)
    most = max((value for _, value in sweep.points if value is not None), default=Fraction(0))
    top = Fraction(1) if sweep.unit == "%" else most
    label = max(len(text) for text, _ in sweep.points) + 2
    room = max(10, width - label - 28)
    for text, value in sweep.points:
        told = measured(value, sweep.unit)
        drawn = bar(max(Fraction(0), value) / top, room) if value is not None and top > 0 else ""
        mark = "  the book" if text == sweep.book else ""
        yield f"  {text:<{label}}{told:>14}  {drawn}{mark}".rstrip()
    yield ""


def in_markdown(panel: Panel) -> Iterator[str]:
    """All scenes as one table, and each sweep as another."""
    if panel.scenes:
        yield from ("## At the table", "", f"{_how_many(panel)}.", "")
        rows = []
        for shown, alike in _distinct(panel):
            for n, f in enumerate(shown.figures):
                title = f"{shown.scene.title}{_alike(alike)}" if n == 0 else ""
                rows.append((cell_text(title), f.name, f.before, f.after, f.difference, f.distance))
            yield f"- {cell_text(shown.scene.sentence)}"
        yield from ("", piped(rows, ("scene", *_HEADS)), "")
    for sweep in panel.sweeps:
        yield from (f"### {cell_text(sweep.what)}, by the value of `{sweep.rule}`", "")
        points = [
            (f"{text} (the book)" if text == sweep.book else text, measured(v, sweep.unit)) for text, v in sweep.points
        ]
        yield from (piped(points, ("value", cell_text(sweep.what))), "")
