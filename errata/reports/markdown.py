"""A report as markdown: for an issue, a pull request or the summary of a job."""

from __future__ import annotations

from itertools import groupby

from errata.reports import Options
from errata.reports.text import counts, headline
from errata.tables import piped
from verify.findings import LEVELS, Report


def render(report: Report, options: Options) -> str:
    """The summary, then a table of findings for each document."""
    shown = [f for f in report.findings if LEVELS.index(f.level) <= LEVELS.index(options.least)]
    lines = ["# rawcheck", "", f"**{headline(report)}**", "", f"{counts(report)}", ""]
    order = sorted(shown, key=lambda f: (f.place.file, LEVELS.index(f.level), f.place))
    for file, found in groupby(order, key=lambda f: f.place.file):
        rows = [
            (f.place.line, f"{f.level} {f.code}", _cell(f.message), _cell(f.expected), _cell(f.actual), _cell(f.source))
            for f in found
        ]
        heads = ("line", "finding", "what", "book", "here", "source")
        lines += [f"## {_cell(file)}", "", piped(rows, heads), ""]
    if options.coverage:
        rows_of = [
            (_cell(a.document.name), len(a.numbers), a.unclaimed_count, f"{a.share:.1%}") for a in options.coverage
        ]
        columns = ("document", "numbers", "unclaimed", "accounted for")
        lines += ["## Coverage", "", piped(rows_of, columns), ""]
    return "\n".join(lines).rstrip()


def _cell(text: str) -> str:
    """Text that stays one cell, and text: no bars, no markup, no line breaks."""
    for mark in "\\|`*_<>[]":
        text = text.replace(mark, "\\" + mark) if mark != "<" else text.replace("<", "&lt;")
    return " ".join(text.split())
