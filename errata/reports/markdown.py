"""A report as markdown: for an issue, a pull request or the summary of a job."""

from __future__ import annotations

from collections.abc import Iterator

from engine.rulebook.raw import RAW
from errata import __version__
from errata.report import Report
from errata.reports import Options, suppressed
from errata.reports.parts.grouping import by_file, grouped, impact_of, value_of
from errata.reports.parts.text_tables import cell_text, piped
from errata.reports.text import counts, decided, headline, in_print, not_read
from verify.finding_codes import Chapter
from verify.findings import Finding


def render(report: Report, options: Options) -> str:
    """The summary, then a table of findings: of code by rule, of documents one for each file."""
    shown = [finding for finding in report.findings if finding.is_at_least(options.least)]
    summary = [*decided(report), headline(report), counts(report), *in_print(report), *not_read(report), *report.notes]
    lines = [f"# rawcheck {__version__}", "", f"**{cell_text(summary[0])}**", ""]
    lines += [*(f"{cell_text(line)}  " for line in summary[1:]), ""]
    if report.is_of_code:
        lines += [*_by_rule(shown), *_suppressed(report, options), *_matrix(report)]
    else:
        lines += [*_by_file(shown), *_coverage(options)]
    if report.panel is not None:
        from errata.reports.parts.house_impact import panel_in_markdown

        lines += panel_in_markdown(report.panel)
    return "\n".join(lines).rstrip()


def _by_file(findings: list[Finding]) -> Iterator[str]:
    """A table of findings for each document."""
    for file, in_file in by_file(findings):
        rows = [
            (f.place.line, f"{f.level} {f.code}", *map(cell_text, (f.message, f.expected, f.actual, f.source)))
            for f in in_file
        ]
        heads = ("line", "finding", "what", "book", "here", "source")
        yield from (f"## {cell_text(file)}", "", piped(rows, heads), "")


def _by_rule(findings: list[Finding]) -> Iterator[str]:
    """A table of rules, with each value that differs and all its places."""
    rows = []
    for group in grouped(findings):
        by_value: dict[tuple[str, str, str], list[Finding]] = {}
        for finding in group.findings:
            # the part of a message that the columns do not show: all of it, unless it is about two values
            remark = finding.remark if finding.chapter is Chapter.VALUES else finding.message
            by_value.setdefault((value_of(finding), finding.code, remark), []).append(finding)
        for (value, code, remark), alike in by_value.items():
            rule = f" `{alike[0].rule}`" if alike[0].rule in RAW else ""
            source = f" ({group.source})" if group.source else ""
            book = cell_text(group.expected + source if group.expected else "")
            places = ", ".join(_code(str(finding.place)) for finding in alike)
            effect = cell_text("; ".join(filter(None, (impact_of(alike[0]), remark))))
            rows.append((cell_text(group.title) + rule, book, cell_text(value), places, effect, code))
    if rows:
        yield from (piped(rows, ("rule", "book", "here", "where", "at the table", "finding")), "")


def _code(text: str) -> str:
    """A text between backticks, in a table."""
    return "`" + text.replace("`", "'").replace("|", r"\|") + "`"


def _suppressed(report: Report, options: Options) -> Iterator[str]:
    """A table of the suppressed findings, with their reasons."""
    rows = [
        (f"`{f.rule or f.code}`", cell_text(value_of(f)), _code(str(f.place)), *map(cell_text, (reason, impact_of(f))))
        for f, reason in suppressed(report, options)
    ]
    if rows:
        yield from ("## Meant", "", piped(rows, ("rule", "here", "where", "reason", "at the table")), "")


def _matrix(report: Report) -> Iterator[str]:
    """A table of the codebases side by side."""
    if report.matrix is None:
        return
    rows = [
        (f"`{rule}`", cell_text(RAW.rule(rule).text), *map(cell_text, values)) for rule, values in report.matrix.rows
    ]
    yield from ("## Side by side", "", piped(rows, ("rule", "book", *report.matrix.names)), "")
    if report.matrix.outliers:
        yield from ("Most of those that state these have them differently from the reference:", "")
        yield from (f"- `{rule}` ({cell_text(RAW.rule(rule).text)})" for rule in report.matrix.outliers)


def _coverage(options: Options) -> Iterator[str]:
    """A table of the numbers in each document, and of those that nothing accounts for."""
    rows = [(cell_text(a.document.name), len(a.numbers), a.unclaimed_count, f"{a.share:.1%}") for a in options.coverage]
    if rows:
        yield from ("## Coverage", "", piped(rows, ("document", "numbers", "unclaimed", "accounted for")), "")
