"""A report as markdown: for an issue, a pull request or the summary of a job."""

from __future__ import annotations

from collections.abc import Iterator

from engine.rulebook.raw import RAW
from errata import __version__
from errata.report import Decision, Report
from errata.reports import Options, suppressed
from errata.reports.parts.functions import RESULTS, details, functions_of, place_in_words
from errata.reports.parts.grouping import by_file, grouped, impact_of, value_of
from errata.reports.parts.text_tables import Markdown, cell_text, code_text, piped, plain_code
from errata.reports.text import counts, decided, headline, in_print, not_read
from errata.terminal import visible
from verify.finding_codes import Chapter
from verify.findings import Finding


def render(report: Report, options: Options) -> str:
    """The summary, then a table of findings: of code by rule, of documents one for each file."""
    shown = [finding for finding in report.findings if finding.is_at_least(options.least)]
    summary = [*decided(report, lists_known=report.command != "probe"), headline(report), counts(report)]
    summary += [*in_print(report), *not_read(report), *report.notes]
    lines = [f"# rawcheck {__version__}", "", f"**{cell_text(summary[0])}**", ""]
    lines += [*(f"{cell_text(line)}  " for line in summary[1:]), ""]
    if report.command == "probe":
        lines += [*_functions(report), *_finds(shown), *_not_offered(report)]
        return _fitted(visible("\n".join(lines).rstrip()), report.command)
    if report.decision is not None:
        return _fitted(
            visible("\n".join([*lines, *_by_state(report, report.decision, shown, options)]).rstrip()), report.command
        )
    if report.is_of_code:
        lines += [*_by_rule(shown), *_suppressed(report, options), *_matrix(report)]
    else:
        lines += [*_by_file(shown), *_coverage(options)]
    if report.panel is not None:
        from errata.reports.parts.house_impact import panel_in_markdown

        lines += panel_in_markdown(report.panel)
    return "\n".join(lines).rstrip()


MAX_COMMENT = 65_536
"""Characters of a comment on a pull request."""
_ROOM = 1_000
"""Characters for the sentence that says that something was cut, and for what `write` escapes."""


def _fitted(text: str, command: str) -> str:
    """A text that fits a comment: as many whole lines as there is room for, and a sentence on the rest."""
    if len(text) <= MAX_COMMENT - _ROOM:
        return text
    kept = text[: text.rfind("\n", 0, MAX_COMMENT - _ROOM)]
    end = "\n\n</details>" * (kept.count("<details>") - kept.count("</details>"))
    rest = f"The rest does not fit into a comment; `rawcheck {command}` on the command line lists everything."
    return f"{kept}{end}\n\n{rest}"


def _by_state(report: Report, decision: Decision, shown: list[Finding], options: Options) -> Iterator[str]:
    """The findings of a gate: new, fixed, suppressed and known ones apart."""
    if new := [finding for finding in shown if finding not in decision.gone]:
        yield from (f"## New: {len(new):,}", "", *_by_rule(new))
    if decision.gone:
        rows = [
            (code_text(w["entry"]), w["value"], code_text(w["listed_in"]), w["reason"])
            for w in (finding.words for finding in decision.gone)
        ]
        heads = ("rule", "was", "where", "remark")
        if fixed := [row[:3] for row in rows if not row[3]]:
            yield from (f"## Fixed: {len(fixed):,}", "", piped(fixed, heads[:3]), "")
        if others := [row for row in rows if row[3]]:
            yield from (f"## No longer needed in the baseline: {len(others):,}", "", piped(others, heads), "")
    yield from _suppressed(report, options)
    if decision.known_findings:
        yield from ("<details>", f"<summary>Known (in the baseline): {decision.known:,}</summary>", "")
        yield from (*_by_rule(decision.known_findings), "</details>", "")


def _functions(report: Report) -> Iterator[str]:
    """A table of the functions that were played, by operation."""
    rows = [
        (code_text(f.operation), f.label, code_text(f.at), RESULTS[f.verdict], f"{f.scenes:,}", f"{f.runs:,}", f.reason)
        for f in functions_of(report)
    ]
    yield from ("## By operation", "")
    yield from (piped(rows, ("operation", "label", "where", "result", "scenes", "runs", "remark")), "")


def _finds(findings: list[Finding]) -> Iterator[str]:
    """What differs, one by one, each with the vector to paste."""
    if findings:
        yield from (f"## Findings: {len(findings):,}", "")
    for finding in findings:
        words = finding.words
        title = f"{finding.qualified_name}: {words['scene']}" if words.get("scene") else finding.message
        yield from (f"### {cell_text(title)}", "")
        level = f"- **{finding.level} {finding.code}** at "
        yield level + code_text(place_in_words(finding))
        yield from (f"- {label}: {cell_text(text)}" for label, text in details(finding))
        if again := words.get("again"):
            yield f"- again: {plain_code(again)}"
        yield ""
        if vector := words.get("vector"):
            yield from ("<details><summary>A test vector</summary>", "", plain_code(vector), "", "</details>", "")


def _not_offered(report: Report) -> Iterator[str]:
    """The operations that the adapter does not offer."""
    if report.not_offered:
        names = ", ".join(map(code_text, report.not_offered))
        summary = f"<summary>Operations that are not offered: {len(report.not_offered):,}</summary>"
        yield from ("<details>", summary, "", names, "", "</details>")


def _by_file(findings: list[Finding]) -> Iterator[str]:
    """A table of findings for each document."""
    for file, in_file in by_file(findings):
        rows = [(f.place.line, f"{f.level} {f.code}", f.message, f.expected, f.actual, f.source) for f in in_file]
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
            book = group.expected + source if group.expected else ""
            places = Markdown(", ".join(code_text(str(finding.place)) for finding in alike))
            effect = "; ".join(filter(None, (impact_of(alike[0]), remark)))
            rows.append((Markdown(cell_text(group.title) + rule), book, value, places, effect, code))
    if rows:
        yield from (piped(rows, ("rule", "book", "here", "where", "at the table", "finding")), "")


def _suppressed(report: Report, options: Options) -> Iterator[str]:
    """A table of the suppressed findings, with their reasons."""
    rows = [
        (code_text(f.rule or f.code), value_of(f), code_text(str(f.place)), reason, impact_of(f))
        for f, reason in suppressed(report, options)
    ]
    if rows:
        yield from ("## Meant", "", piped(rows, ("rule", "here", "where", "reason", "at the table")), "")


def _matrix(report: Report) -> Iterator[str]:
    """A table of the codebases side by side."""
    if report.matrix is None:
        return
    rows = [(code_text(rule), RAW.rule(rule).text, *values) for rule, values in report.matrix.rows]
    yield from ("## Side by side", "", piped(rows, ("rule", "book", *report.matrix.names)), "")
    if report.matrix.outliers:
        yield from ("Most of those that state these have them differently from the reference:", "")
        yield from (f"- `{rule}` ({cell_text(RAW.rule(rule).text)})" for rule in report.matrix.outliers)


def _coverage(options: Options) -> Iterator[str]:
    """A table of the numbers in each document, and of those that nothing accounts for."""
    rows = [(a.document.name, len(a.numbers), a.unclaimed_count, f"{a.share:.1%}") for a in options.coverage]
    if rows:
        yield from ("## Coverage", "", piped(rows, ("document", "numbers", "unclaimed", "accounted for")), "")
