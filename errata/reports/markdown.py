"""A report as markdown: for an issue, a pull request or the summary of a job."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from engine.rulebook.raw import RAW
from errata import __version__
from errata.report import Report
from errata.reports import Options, suppressed
from errata.reports.parts.grouping import at_the_table, grouped, here
from errata.reports.parts.text_tables import cell_text, piped
from errata.reports.text import counts, decided, headline, in_print
from verify.findings import LEVELS, Finding


def render(report: Report, options: Options) -> str:
    """The summary, then a table of findings for each document."""
    shown = [f for f in report.findings if LEVELS.index(f.level) <= LEVELS.index(options.least)]
    first, *rest = decided(report) if report.decision is not None else [headline(report)]
    more = [*rest, *([headline(report)] if report.decision is not None else []), counts(report)]
    more += [*in_print(report), *report.notes]
    lines = [
        f"# rawcheck {__version__}",
        "",
        f"**{cell_text(first)}**",
        "",
        *(f"{cell_text(line)}  " for line in more),
        "",
    ]
    if report.is_of_code:
        lines += [*_by_rule(shown), *_suppressed(report, options), *_matrix(report)]
        if report.panel is not None:
            from errata.reports.parts.house_impact import in_markdown

            lines += in_markdown(report.panel)
        return "\n".join(lines).rstrip()
    order = sorted(shown, key=lambda f: (f.place.file, LEVELS.index(f.level), f.place))
    for file, found in groupby(order, key=lambda f: f.place.file):
        rows = [
            (
                f.place.line,
                f"{f.level} {f.code}",
                cell_text(f.message),
                cell_text(f.expected),
                cell_text(f.actual),
                cell_text(f.source),
            )
            for f in found
        ]
        heads = ("line", "finding", "what", "book", "here", "source")
        lines += [f"## {cell_text(file)}", "", piped(rows, heads), ""]
    if options.coverage:
        rows_of = [
            (cell_text(a.document.name), len(a.numbers), a.unclaimed_count, f"{a.share:.1%}") for a in options.coverage
        ]
        columns = ("document", "numbers", "unclaimed", "accounted for")
        lines += ["## Coverage", "", piped(rows_of, columns), ""]
    return "\n".join(lines).rstrip()


def _name(file: str) -> str:
    """A file's name between backticks in a table."""
    return file.replace("`", "'").replace("|", r"\|")


def _remark(finding: Finding) -> str:
    """The part of a message that the columns do not show; all of it, unless it is about two values."""
    return finding.remark if finding.code[:3] == "RC2" else finding.message


def _by_rule(findings: list[Finding]) -> Iterator[str]:
    """A table of rules, each value that differs with all its places; ready for an issue."""
    rows = []
    for group in grouped(findings):
        by_value: dict[tuple[str, str, str], list[Finding]] = {}
        for finding in group.findings:
            by_value.setdefault((here(finding), finding.code, _remark(finding)), []).append(finding)
        for (value, code, remark), found in by_value.items():
            places = ", ".join(f"`{_name(f.place.file)}:{f.place.line}:{f.place.column}`" for f in found)
            about = f" `{found[0].rule}`" if found[0].rule in RAW else ""
            source = f" ({group.source})" if group.source else ""
            rows.append(
                (
                    cell_text(group.title) + about,
                    cell_text(group.expected + source if group.expected else ""),
                    cell_text(value),
                    places,
                    cell_text("; ".join(filter(None, (at_the_table(found[0]), remark)))),
                    code,
                )
            )
    if rows:
        yield from (piped(rows, ("rule", "book", "here", "where", "at the table", "finding")), "")


def _suppressed(report: Report, options: Options) -> Iterator[str]:
    """What is meant, why, and what it does at the table."""
    rows = [
        (
            f"`{f.rule or f.code}`",
            cell_text(here(f)),
            f"`{_name(str(f.place))}`",
            cell_text(reason),
            cell_text(at_the_table(f)),
        )
        for f, reason in suppressed(report, options)
    ]
    if rows:
        yield from ("## Meant", "", piped(rows, ("rule", "here", "where", "reason", "at the table")), "")


def _matrix(report: Report) -> Iterator[str]:
    if report.matrix is None:
        return
    rows = [
        (f"`{rule}`", cell_text(RAW.rule(rule).text), *map(cell_text, values)) for rule, values in report.matrix.rows
    ]
    yield from ("## Side by side", "", piped(rows, ("rule", "book", *report.matrix.names)), "")
    if report.matrix.outliers:
        yield "Most of those that state these have them differently from the reference:"
        yield ""
        yield from (f"- `{rule}` ({cell_text(RAW.rule(rule).text)})" for rule in report.matrix.outliers)
