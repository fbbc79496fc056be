"""House rules and their impact, for a terminal and for markdown: findings by line, scenes in sentences, sweeps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain, groupby, repeat

from errata.excerpts import lines_in
from errata.impact.number_text import bar, measured
from errata.impact.results import Panel, Scene, Sweep
from errata.report import Report
from errata.reports.parts.grouping import impact_of
from errata.reports.parts.scenes_page import Shown, scenes
from errata.reports.parts.text_tables import cell_text, cut, fitted, piped
from errata.source.text import item, printable
from errata.terminal import wrapped
from verify.findings import LEVELS, Finding, Place

# Findings by line

_LABELS = {
    "RC001": "departs", "RC002": "repeats", "RC003": "again", "RC004": "contested", "RC005": "misread",
    "RC006": "unclear", "RC007": "refused", "RC008": "misquoted", "RC009": "or",
    "RC010": "in part", "RC011": "as well",
}  # fmt: skip
"""What is found on a line, in a word."""
_WITH_SOURCE = ("RC001", "RC004", "RC005")
"""Codes whose findings show the source of the rule."""
MIN_PROSE = 3
"""Lines of prose that are listed together at the end rather than each in its place."""
MAX_LINE = 100
"""Characters of a line that are shown."""


def house_findings(report: Report, findings: list[Finding], width: int) -> Iterator[str]:
    """Each line of a page of house rules, with the findings on it."""
    if report.panel is not None and (first := report.panel.first) is not None:
        yield from (*wrapped(f"{'' if first.cancelled else 'Most of all: '}{first.sentence}", width), "")
    lines = {file: lines_in(report.texts, file) for file in {finding.place.file for finding in findings}}
    titles = report.titles
    prose = _prose(findings)

    def order(finding: Finding) -> tuple[str, int, int, int, str]:
        file, line, column = finding.place
        return file, line, column if finding.place in titles else 0, LEVELS.index(finding.level), finding.code

    ordered = sorted((finding for finding in findings if finding.place not in prose), key=order)
    for (file, line, title), on_line in groupby(ordered, key=lambda f: (*f.place[:2], titles.get(f.place, ""))):
        text = lines[file][line - 1] if 0 < line <= len(lines[file]) else ""
        shown = title or cut(item(printable(text.rstrip())), MAX_LINE)
        yield from (*wrapped(f"{file}:{line}  {shown}", width, "", "  "), *_on_line(list(on_line), shown, width), "")
    if prose:
        yield f"{len(prose)} lines give no value and were taken for prose:"
        for (file, line, _), text in prose.items():
            yield cut(printable(f"  {file}:{line}  {text}"), width)
        yield ""


def _on_line(findings: list[Finding], line: str, width: int) -> Iterator[str]:
    """The findings on one line, each with its impact."""
    impacts: set[str] = set()
    for finding in findings:
        label = _label(finding)
        source = f" [{finding.source}]" if finding.source and finding.code in _WITH_SOURCE else ""
        quotes_line = len(findings) == 1 and finding.actual == cut(line, len(finding.actual))
        message = finding.remark if finding.remark and quotes_line else finding.message
        yield from wrapped(f"{label:<9} {message}{source}", width, "  ", " " * max(12, len(label) + 3))
        if (impact := impact_of(finding)) and impact not in impacts:
            impacts.add(impact)
            yield from wrapped(f"{'does':<10}{impact}", width, "  ", " " * 12)


def _label(finding: Finding) -> str:
    if finding.unplayed:
        return "not played"
    if finding.code == "RC003" and finding.level == "error":
        return "against"
    return _LABELS.get(finding.code, finding.level)


def _prose(findings: Sequence[Finding]) -> dict[Place, str]:
    """The lines of prose on which nothing else is found; none if they are few."""
    counts = Counter(finding.place[:2] for finding in findings)
    prose = {
        finding.place: finding.actual
        for finding in sorted(findings, key=lambda finding: finding.place)
        if finding.is_prose and counts[finding.place[:2]] == 1
    }
    return prose if len(prose) >= MIN_PROSE else {}


# Scenes

MAX_SCENES = 8
"""Scenes that a terminal lists with their figures, besides the GM's own."""
_HEADS = ("figure", "book", "here", "difference", "apart")


def panel_in_text(panel: Panel, width: int) -> Iterator[str]:
    """The scenes that change most, each as a sentence and its figures, and the sweeps with bars."""
    if panel.scenes:
        yield from (*wrapped(f"At the table: {_changed_scenes(panel)}", width), "")
    distinct = _distinct(panel)
    most = MAX_SCENES + sum(shown.scene.own for shown, _ in distinct)
    for shown, alike in distinct[:most]:
        yield from wrapped(shown.scene.sentence, width)
        yield from wrapped(_title(shown.scene, alike), width, "  ", "  ")
        yield from (f"  {line}" for line in fitted(shown.figures, _HEADS, width - 2).split("\n"))
        for line in shown.together:
            yield from wrapped(line, width, "  ", "    ")
        yield ""
    if (more := len(distinct) - most) > 0:
        change, them = ("scenes change", "them all") if more > 1 else ("scene changes", "it")
        yield from (f"{more} more {change} less; --format html has {them}, with plots.", "")
    for sweep in panel.sweeps:
        yield from _sweep_in_text(sweep, width)


def panel_in_markdown(panel: Panel) -> Iterator[str]:
    """The scenes as a list of sentences and one table of figures, and each sweep as a table."""
    if panel.scenes:
        yield from ("## At the table", "", f"{_changed_scenes(panel)}.", "")
        rows = []
        for shown, alike in _distinct(panel):
            titles = chain([f"{shown.scene.title}{_alike(alike)}"], repeat(""))
            rows += [(title, *figure) for title, figure in zip(titles, shown.figures, strict=False)]
            yield f"- {cell_text(f'{shown.scene.sentence} ({_title(shown.scene, alike)})')}"
            yield from (f"  - {cell_text(line)}" for line in shown.together)
        yield from ("", piped(rows, ("scene", *_HEADS)), "")
    for sweep in panel.sweeps:
        yield from _sweep_in_markdown(sweep)


def _changed_scenes(panel: Panel) -> str:
    """The number of scenes that change, and of those in which rules cancel each other out."""
    changed = len(panel.moved)
    cancelled = f"; in {panel.cancelled:,} more, rules cancel each other out" if panel.cancelled else ""
    return f"{changed:,} of {panel.played:,} scenes {'comes' if changed == 1 else 'come'} out otherwise{cancelled}"


def _title(scene: Scene, alike: int) -> str:
    """The title of a scene, the number of scenes alike, and what it assumes."""
    title = f"{scene.title}{' (your own)' if scene.own else ''}{_alike(alike)}"
    return f"{title}: {scene.given}" if scene.given else title


def _alike(count: int) -> str:
    return f" (and {count} more scenes just so)" if count > 1 else " (and one more just so)" if count else ""


def _distinct(panel: Panel) -> list[tuple[Shown, int]]:
    """The scenes, each with the number of others that have the same figures; the GM's own are always listed."""
    every = scenes(panel)
    copies = Counter(shown.figures for shown in every if not shown.scene.own)
    distinct: list[tuple[Shown, int]] = []
    for shown in every:
        if shown.scene.own:
            distinct.append((shown, 0))
        elif count := copies.pop(shown.figures, 0):
            distinct.append((shown, count - 1))
    return distinct


# Sweeps


def _sweep_in_text(sweep: Sweep, width: int) -> Iterator[str]:
    """A sweep as a table with a bar for each value; the book's value is marked."""
    yield from wrapped(f"{sweep.what[0].upper()}{sweep.what[1:]}, by the value of {sweep.rule}", width)
    yield from wrapped(_other_rules(sweep), width) if sweep.also else ()
    outcomes = [outcome for _, outcome in sweep.points if outcome is not None]
    top = max(Fraction(sweep.unit == "%"), *outcomes, Fraction(0))
    low = max(Fraction(0), *(-outcome for outcome in outcomes), Fraction(0))
    label = max(len(value) for value, _ in sweep.points) + 2
    room = max(10, width - label - 28)
    for value, outcome in sweep.points:
        drawn = _bar(outcome, low, top, room) if outcome is not None else ""
        mark = "  the book" if value == sweep.book else ""
        yield f"  {value:<{label}}{measured(outcome, sweep.unit):>14}  {drawn}{mark}".rstrip()
    yield ""


def _sweep_in_markdown(sweep: Sweep) -> Iterator[str]:
    """A sweep as a table; the book's value is marked."""
    yield from (f"### {cell_text(sweep.what)}, by the value of `{sweep.rule}`", "")
    yield from (_other_rules(sweep), "") if sweep.also else ()
    points = [
        (f"{value} (the book)" if value == sweep.book else value, measured(outcome, sweep.unit))
        for value, outcome in sweep.points
    ]
    yield from (piped(points, ("value", sweep.what)), "")


def _other_rules(sweep: Sweep) -> str:
    return f"It could also be {' or '.join(sweep.also)}; an id says which is meant."


def _bar(outcome: Fraction, low: Fraction, top: Fraction, room: int) -> str:
    """A bar to the right for an outcome above 0, to the left for one below.

    >>> _bar(Fraction(2), Fraction(2), Fraction(2), 8), _bar(Fraction(-1), Fraction(2), Fraction(2), 8)
    ('    ████', '  ██')
    """
    if not low + top:
        return ""
    zero = int(room * low / (low + top))
    if outcome < 0:
        cells = max(1, round(zero * -outcome / low))
        return " " * (zero - cells) + "█" * cells
    return " " * zero + (bar(outcome / top, room - zero) if top else "")
