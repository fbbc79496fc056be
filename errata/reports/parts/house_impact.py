"""A sweep for a terminal and for markdown: an outcome by the values of one rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from errata.impact.number_text import bar, measured
from errata.impact.results import Panel, Scene, Sweep
from errata.report import Report
from errata.reports.parts.grouping import impact_of
from errata.reports.parts.scenes_page import Figure, Shown, scenes
from errata.reports.parts.text_tables import cell_text, fitted, piped
from errata.source.text import item, printable
from errata.terminal import wrapped
from verify.findings import LEVELS, Finding, Place


def swept(sweep: Sweep, width: int) -> Iterator[str]:
    """A sweep as a table with a bar for each value; the book's own is marked."""
    yield from wrapped(f"{sweep.what[0].upper()}{sweep.what[1:]}, by the value of {sweep.rule}", width)
    yield from wrapped(_may_be(sweep), width) if sweep.also else ()
    known = [value for _, value in sweep.points if value is not None]
    top = max(Fraction(1) if sweep.unit == "%" else Fraction(0), *known, Fraction(0))
    low = max(Fraction(0), *(-value for value in known), Fraction(0))
    label = max(len(text) for text, _ in sweep.points) + 2
    room = max(10, width - label - 28)
    for text, value in sweep.points:
        told = measured(value, sweep.unit)
        drawn = _bar(value, low, top, room) if value is not None else ""
        mark = "  the book" if text == sweep.book else ""
        yield f"  {text:<{label}}{told:>14}  {drawn}{mark}".rstrip()
    yield ""


def _may_be(sweep: Sweep) -> str:
    return f"It could also be {' or '.join(sweep.also)}; an id says which is meant."


def _bar(value: Fraction, low: Fraction, top: Fraction, room: int) -> str:
    """A bar to the right for what is above 0, and to the left, where anything is below it.

    >>> _bar(Fraction(2), Fraction(2), Fraction(2), 8), _bar(Fraction(-1), Fraction(2), Fraction(2), 8)
    ('    ████', '  ██')
    """
    if not low + top:
        return ""
    left = int(room * low / (low + top))
    if value < 0:
        cells = max(1, round(left * -value / low))
        return " " * (left - cells) + "█" * cells
    return " " * left + (bar(value / top, room - left) if top else "")


def swept_in_markdown(sweep: Sweep) -> Iterator[str]:
    """The same as a table of its own."""
    yield from (f"### {cell_text(sweep.what)}, by the value of `{sweep.rule}`", "")
    yield from (_may_be(sweep), "") if sweep.also else ()
    points = [
        (f"{text} (the book)" if text == sweep.book else text, measured(v, sweep.unit)) for text, v in sweep.points
    ]
    yield from (piped(points, ("value", cell_text(sweep.what))), "")


# What house rules do at the table, for a terminal and for markdown: scenes in words and figures, and sweeps.


_SAID = {
    "RC001": "departs", "RC002": "repeats", "RC003": "again", "RC004": "contested", "RC005": "misread",
    "RC006": "unclear", "RC007": "refused", "RC008": "misquoted", "RC009": "or",
    "RC010": "in part", "RC011": "as well",
}  # fmt: skip
"""What is said of a line, in a word."""


def house_findings(report: Report, findings: list[Finding], width: int) -> Iterator[str]:
    """House rules in the order of their page: each line as it stands, and what is to be said of it."""
    if report.panel is not None and report.panel.first is not None:
        first = report.panel.first
        yield from wrapped(f"{'' if first.cancelled else 'Most of all: '}{first.sentence}", width)
        yield ""
    read = {file: _lines(report, file) for file in {finding.place.file for finding in findings}}
    titles = report.titles
    prose = _prose(findings)
    ordered = sorted((f for f in findings if f.place not in prose), key=lambda f: _order(f, f.place in titles))
    for (file, line, title), found in groupby(ordered, key=lambda f: (*f.place[:2], titles.get(f.place, ""))):
        own = list(found)
        shown, done = title or _line(read[file], line), set[str]()
        yield from wrapped(f"{file}:{line}  {shown}", width, "", "  ")
        for finding in own:
            source = f" [{finding.source}]" if finding.source and finding.code in ("RC001", "RC004", "RC005") else ""
            label = _SAID.get(finding.code, finding.level)
            if finding.code == "RC003" and finding.level == "error":
                label = "against"
            if finding.unplayed:
                label = "not played"
            is_quoted = finding.remark and len(own) == 1 and _is_quote(finding.actual, shown)
            message = finding.remark if is_quoted else finding.message
            yield from wrapped(f"{label:<9} {message}{source}", width, "  ", " " * max(12, len(label) + 3))
            if (told := impact_of(finding)) and told not in done:
                done.add(told)
                yield from wrapped(f"{'does':<10}{told}", width, "  ", " " * 12)
        yield ""
    yield from _listed(prose, width)


MANY = 3
"""Lines of prose from which on they stand together at the end."""


def _prose(findings: Sequence[Finding]) -> dict[Place, str]:
    """The lines of which nothing is said but that they give no value and are near no rule, if they are many."""
    told = Counter(finding.place[:2] for finding in findings)
    made = {
        finding.place: finding.actual
        for finding in sorted(findings, key=lambda f: f.place)
        if finding.is_prose and told[finding.place[:2]] == 1
    }
    return made if len(made) >= MANY else {}


def _listed(prose: Mapping[Place, str], width: int) -> Iterator[str]:
    """Those lines, one below the other, each cut to the width."""
    if prose:
        yield f"{len(prose)} lines give no value and were taken for prose:"
        for (file, line, _), text in prose.items():
            shown = printable(f"  {file}:{line}  {text}")
            yield shown if len(shown) <= width else f"{shown[: width - 1]}…"
        yield ""


def _is_quote(quote: str, line: str) -> bool:
    """Whether a quote, which may be cut short, is all of a line."""
    return quote == line or (quote.endswith("…") and line.startswith(quote[:-1]))


def _order(finding: Finding, titled: bool) -> tuple[str, int, int, int, str]:
    """Where a finding stands: by its line, and what has a title of its own by its place in that."""
    file, line, column = finding.place
    return file, line, column if titled else 0, LEVELS.index(finding.level), finding.code


def _lines(report: Report, file: str) -> list[str]:
    """The lines of a page as they stand; none if it cannot be read any more."""
    try:
        return report.texts[file]().split("\n") if file in report.texts else []
    except OSError:
        return []


def _line(lines: list[str], line: int) -> str:
    """One of them, cut short."""
    text = item(printable(lines[line - 1].rstrip())) if 0 < line <= len(lines) else ""
    return text if len(text) <= 100 else f"{text[:99]}…"


MOST = 8
"""Scenes of the panel that a terminal lists with their figures; the others are counted, the GM's own never left out."""
_HEADS = ("figure", "book", "here", "difference", "apart")


def panel_in_text(panel: Panel, width: int) -> Iterator[str]:
    """The scenes that change most, each as a sentence and its figures, and the sweeps with bars."""
    if panel.scenes:
        yield from wrapped(f"At the table: {_how_many(panel)}", width)
        yield ""
    kept = _distinct(panel)
    most = MOST + sum(shown.scene.own for shown, _ in kept)
    for shown, alike in kept[:most]:
        yield from wrapped(shown.scene.sentence, width)
        yield from wrapped(_titled(shown.scene, alike), width, "  ", "  ")
        rows = [(f.name, f.before, f.after, f.difference, f.distance) for f in shown.figures]
        yield from (f"  {line}" for line in fitted(rows, _HEADS, width - 2).split("\n"))
        for line in shown.together:
            yield from wrapped(line, width, "  ", "    ")
        yield ""
    if left := len(kept) - most if len(kept) > most else 0:
        more = "more scenes change less" if left > 1 else "more scene changes less"
        yield f"{left} {more}; --format html has {'them all' if left > 1 else 'it'}, with plots."
        yield ""
    for sweep in panel.sweeps:
        yield from swept(sweep, width)


def _how_many(panel: Panel) -> str:
    moved, out = len(panel.moved), panel.cancelled
    cancelled = f"; in {out:,} more, rules cancel each other out" if out else ""
    return f"{moved:,} of {panel.played:,} scenes {'comes' if moved == 1 else 'come'} out otherwise{cancelled}"


def _titled(scene: Scene, alike: int) -> str:
    """What a scene is, how many others are just so, and what it takes for granted."""
    title = f"{scene.title}{' (your own)' if scene.own else ''}{_alike(alike)}"
    return f"{title}: {scene.given}" if scene.given else title


def _alike(count: int) -> str:
    return f" (and {count} more scenes just so)" if count > 1 else " (and one more just so)" if count else ""


def _distinct(panel: Panel) -> list[tuple[Shown, int]]:
    """The scenes, each with how many others have the very same figures; the GM's own stand for themselves."""
    seen: dict[tuple[Figure, ...], int] = {}
    first: list[Shown] = []
    for shown in scenes(panel):
        if shown.figures in seen and not shown.scene.own:
            seen[shown.figures] += 1
        else:
            seen.update({} if shown.scene.own else {shown.figures: 0})
            first.append(shown)
    return [(shown, 0 if shown.scene.own else seen[shown.figures]) for shown in first]


def panel_in_markdown(panel: Panel) -> Iterator[str]:
    """All scenes as one table, and each sweep as another."""
    if panel.scenes:
        yield from ("## At the table", "", f"{_how_many(panel)}.", "")
        rows = []
        for shown, alike in _distinct(panel):
            for n, f in enumerate(shown.figures):
                title = f"{shown.scene.title}{_alike(alike)}" if n == 0 else ""
                rows.append((cell_text(title), f.name, f.before, f.after, f.difference, f.distance))
            yield f"- {cell_text(f'{shown.scene.sentence} ({_titled(shown.scene, alike)})')}"
            yield from (f"  - {cell_text(line)}" for line in shown.together)
        yield from ("", piped(rows, ("scene", *_HEADS)), "")
    for sweep in panel.sweeps:
        yield from swept_in_markdown(sweep)
