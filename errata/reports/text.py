"""A report for the terminal: what matters most in the first line, then the findings by document or by rule."""

from __future__ import annotations

from collections.abc import Iterator

from engine.rulebook.names import or_list
from engine.rulebook.raw import RAW
from errata import __version__
from errata.impact.number_text import counted
from errata.report import Matrix, Report, skipped_files, unread_files
from errata.reports import Options, listed, sentence
from errata.reports.parts.functions import functions_in_text, probe_headline, probed
from errata.reports.parts.grouping import Group, by_file, grouped, impact_of, value_of
from errata.reports.parts.text_tables import columns, cut, ruled
from errata.terminal import wrapped
from verify.documents.coverage import Account
from verify.finding_codes import Chapter
from verify.findings import LEVELS, Finding

_COLOURS = {"error": "31", "warning": "33", "note": "36", "rule": "1"}
_MARGIN = 28
"""Columns that the place and the code take."""
MAX_REMARKS = 8
"""Remarks that are listed for a rule."""


def render(report: Report, options: Options) -> str:
    """The summary, the listed findings, then coverage, impact and the codebases side by side, where there are any."""
    shown = listed(report, options)
    lines = [*_head(report, options)] if report.files or report.command != "house" else []
    lines += _findings(report, shown, options)
    if report.unclaimed and not options.coverage:
        numbers = "numbers are" if report.unclaimed > 1 else "number is"
        lines += [f"{report.unclaimed:,} {numbers} not accounted for; --coverage lists them.", ""]
    if hidden := len(report.findings) - len(shown):
        lines += [f"{hidden} more below that level; --level note lists them.", ""]
    if options.coverage:
        lines += [*_coverage(options.coverage), ""]
    if report.panel is not None:
        from errata.reports.parts.house_impact import panel_in_text

        lines += panel_in_text(report.panel, options.width)
    if report.matrix is not None:
        lines += [*_matrix(report.matrix, options.width), ""]
    if report.decision is not None:
        lines += [f"rawcheck {__version__}, by {report.rulebook.name}"]
    return "\n".join(lines).rstrip()


# The summary, which other formats use too


def _head(report: Report, options: Options) -> Iterator[str]:
    """The decision, the verdicts, the counts, what was skipped, and notes on the run."""
    yield from decided(report)
    long = report.command in ("house", "probe")
    yield from wrapped(headline(report), options.width) if long else [headline(report)]
    yield counts(report)
    yield from in_print(report)
    for line in skipped(report, options.least):
        yield from wrapped(line, options.width, "", "  ")
    yield ""
    for note in report.notes:
        yield from wrapped(note, options.width, "", "  ")
    if report.notes:
        yield ""


def decided(report: Report, with_fixes: bool = True, lists_known: bool = False) -> Iterator[str]:
    """What a gate fixed, its decision, and the findings that it does not list."""
    decision = report.decision
    if decision is None:
        return
    if with_fixes:
        yield from report.fixed.splitlines()
    if not decision.failed:
        yield f"Passed: no new {or_list(f'{level}s' for level in LEVELS[: LEVELS.index(decision.fail_on) + 1])}"
    elif report.fails(decision.fail_on):
        levels = [finding.level for finding in report.findings if finding.is_at_least(decision.fail_on)]
        yield f"FAILED: {', '.join(counted(levels.count(level), level) for level in LEVELS if level in levels)}"
    else:
        yield "FAILED: only lines that did not change have findings; run without --changed-since to see them"
    not_listed = (
        (0 if lists_known else decision.known, "known finding", " (baseline)"),
        (len(decision.suppressed), "suppressed finding", ""),
        (decision.not_counted, "finding", " ignored by the configuration"),
        (decision.hidden, "finding", f" on lines not changed since {decision.since}"),
    )
    if parts := [f"{counted(count, thing)}{more}" for count, thing, more in not_listed if count]:
        yield f"{', '.join(parts)} not shown"
    if decision.contested:
        rulings = ", ".join(f"`{'rawcheck explain ' * (n == 0)}{ruling}`" for n, ruling in enumerate(decision.rulings))
        yield f"{counted(decision.contested, 'contested value')} let through{'; see ' * bool(rulings)}{rulings}"
    if by_book := sum(decision.let_through.values()) - decision.contested:
        follow = "follows" if by_book == 1 else "follow"
        yield f"{counted(by_book, 'value')} {follow} the edition, the rulings or the house rules that you chose"
    if gone := len(decision.gone):
        which = f"{gone:,} baselined findings no longer occur" if gone > 1 else "One baselined finding no longer occurs"
        gating = "probe" if report.command == "probe" else "gate"
        yield f"{which}. Run `rawcheck {gating} --prune` and commit the baseline."
    yield from decision.baseline_changes


def headline(report: Report) -> str:
    """The number of facts with each verdict, wrong ones first; of house rules, what they are."""
    if report.command == "house":
        return _house_headline(report)
    if report.command == "probe":
        return probe_headline(report)
    summary = report.summary()
    doubtful, suspect = summary.get("in_doubt", 0), summary.get("doubtful_references", 0)
    in_doubt = f" ({doubtful:,} in doubt)" if doubtful else ""
    apart = f", {counted(suspect, 'value')} where our references are doubtful" if suspect else ""
    return (
        f"{summary['differs']:,} differ{in_doubt}, {summary['contested'] - suspect:,} contested{apart}, "
        f"{summary['missing']:,} missing, {summary['unchecked']:,} unchecked, {summary['agrees']:,} agree"
    )


def counts(report: Report) -> str:
    """The number of files, tables and facts, and of findings at each level; of a probe, how much was played."""
    if report.command == "probe":
        return probed(report)
    summary = report.summary()
    things = ("file",) if report.command == "house" else ("file", "table", "fact")
    levels = [finding.level for finding in report.findings]
    by_level = (counted(levels.count(level), level) if level in levels else f"no {level}s" for level in LEVELS)
    return f"{', '.join(counted(summary[f'{thing}s'], thing) for thing in things)}; {', '.join(by_level)}"


def in_print(report: Report) -> Iterator[str]:
    """The number of values that were seen in print, where an attestation says so."""
    if report.seen is not None:
        yield f"seen in print, as attested: {report.seen:,} of {report.summary()['agrees']:,} that agree"


def skipped(report: Report, least: str = "note") -> Iterator[str]:
    """The number of files that were not read, and of those that were skipped, by the reason."""
    if unread := sum(finding.code in ("RC110", "RC111") for finding in report.findings):
        more = "; --level note lists them" * (least != "note")
        yield f"{counted(unread, 'file')} could not be read completely{more}"
    yield from not_read(report)
    if reasons := skipped_files(report.skipped):
        yield f"Skipped: {reasons}"


def not_read(report: Report) -> Iterator[str]:
    """The number of files in languages without a reader."""
    if report.unread_languages:
        yield f"{unread_files(report.unread_languages)}: there is no reader"


_HOUSE_VERDICTS = {
    "differs": ("departs from the book", "depart from the book"),
    "contested": ("touches a contested rule", "touch a contested rule"),
    "agrees": ("repeats", "repeat"),
}
MAX_HEADINGS = 5
"""Unclear headings that the headline names."""


def _house_headline(report: Report) -> str:
    """The number of house rules, what they are, the lines that are no rules, and the headings not understood."""
    summary = report.summary()
    codes = [finding.code for finding in report.findings]
    unplayed = sum(finding.unplayed for finding in report.findings)
    contradicting = sum(finding.code == "RC003" and finding.level == "error" for finding in report.findings)
    rules = sum(summary[verdict] for verdict in _HOUSE_VERDICTS)
    parts = [f"{summary[v]:,} {verbs[summary[v] > 1]}" for v, verbs in _HOUSE_VERDICTS.items() if summary[v]]
    if summary["agrees"]:
        parts[-1] += " it" if summary["differs"] else " the book"
    others = [f"{contradicting:,} contradict{'s' * (contradicting == 1)} another"] if contradicting else []
    for count, thing, state in (
        (unplayed, "line", "not played"),
        (codes.count("RC006") - unplayed, "line", "not understood"),
        (codes.count("RC010"), "line", "read in part"),
        (codes.count("RC007"), "value", "refused"),
    ):
        others += [f"{counted(count, thing)} {'are' if count > 1 else 'is'} {state}"] if count else []
    if not rules and not others:
        text = "0 house rules: no line states one; `rawcheck house --init FILE` writes a page to begin with"
    else:
        text = "; ".join([counted(rules, "house rule") + (f": {', '.join(parts)}" if parts else ""), *others])
    if doubtful := sorted((f for f in report.findings if f.under and f.rule), key=lambda finding: finding.place):
        count = len({(finding.place, finding.rule) for finding in doubtful})
        headings = list(dict.fromkeys(repr(finding.under) for finding in doubtful))
        phrase = "a heading that is" if len(headings) == 1 else "headings that are"
        text += f". {count:,} of the rules stand{'s' * (count == 1)} under {phrase} not understood: "
        text += ", ".join(headings[:MAX_HEADINGS])
        text += f" and {len(headings) - MAX_HEADINGS:,} more" if len(headings) > MAX_HEADINGS else ""
    return text


# The findings


def _findings(report: Report, findings: list[Finding], options: Options) -> Iterator[str]:
    """The findings: of code by rule, of house rules by line, of documents by file."""
    if report.command == "house":
        from errata.reports.parts.house_impact import house_findings

        yield from house_findings(report, findings, options.width)
    elif report.command == "probe":
        yield from functions_in_text(report, findings, options.width, options.coloured)
    elif report.is_of_code:
        for group in grouped(findings):
            yield from (*_group(group, options), "")
        yield from _suppressed(report, options)
        if not report.tables and not report.facts and not report.findings:
            yield from ("No rule table was recognised; --dump lists what was looked at, and why not.", "")
    else:
        for file, in_file in by_file(findings):
            rows = [
                (f"{f.place.line}:{f.place.column}", _mark(f, options.coloured), "\n- ".join([sentence(f), *f.hints]))
                for f in in_file
            ]
            yield from (file, columns(rows, max(24, options.width - _MARGIN)), "")


def _group(group: Group, options: Options) -> Iterator[str]:
    """A rule with its value in the book and all findings on it, then their impact, remarks and hints, each once."""
    first = group.findings[0]
    yield _painted(group.title, "rule", options.coloured)
    if first.rule in RAW:
        yield f"  rule  {first.rule}"
    if first.chapter is Chapter.GATE or first.code in ("RC110", "RC111", "RC304", "RC608"):
        for f in group.findings:
            line = f"{f.place}  {_mark(f, options.coloured)}  {f.message}"
            yield from wrapped(line, options.width, "  ", "        ")
        return
    if group.expected:
        yield f"  book  {group.expected}{f' [{group.source}]' if group.source else ''}"
    widest = max(len(value_of(f)) for f in group.findings)
    width = widest if widest <= 24 else 0
    for f in group.findings:
        label = "    " if f is not first else "lost" if f.verdict == "missing" else "here"
        value = f"{label}  {value_of(f):<{width}}  " if value_of(f) else ""
        yield f"  {value}{f.place}  {_mark(f, options.coloured)}"

    remarks: list[str] = []
    differ = len({f.actual for f in group.findings}) > 1
    for f in group.findings:
        if impact := impact_of(f):
            remarks.append(f"does  {value_of(f)}: {impact}" if differ else f"does  {impact}")
    for f in group.findings:
        messages = (
            [f.message]
            if f.chapter is Chapter.MECHANICS or f.code == "RC309"
            else [f.remark]
            if f.code in ("RC203", "RC205", "RC206", "RC208", "RC301", "RC303", "RC305")
            else []
        )
        remarks += [*messages, *f.hints]
    remarks = list(filter(None, dict.fromkeys(remarks)))
    for line in remarks[:MAX_REMARKS]:
        yield from wrapped(line, options.width, "  ", "        ")
    if len(remarks) > MAX_REMARKS:
        yield f"  and {len(remarks) - MAX_REMARKS} more remarks; --format json has them"


def _suppressed(report: Report, options: Options) -> Iterator[str]:
    """The suppressed findings, each with its reason and its impact."""
    if report.decision is None or not options.suppressed:
        return
    yield f"suppressed: {len(report.decision.suppressed)}"
    for finding, reason in report.decision.suppressed:
        yield f"  {finding.place}  {finding.code} {finding.rule}: {finding.actual or finding.expected}"
        yield f"        meant: {reason}"
        if impact := impact_of(finding):
            yield f"        does  {impact}"
    yield ""


def _mark(finding: Finding, coloured: bool) -> str:
    """The level and the code of a finding."""
    return _painted(f"{finding.level} {finding.code}", finding.level, coloured)


def _painted(text: str, level: str, coloured: bool) -> str:
    return f"\x1b[{_COLOURS[level]}m{text}\x1b[0m" if coloured else text


# Codebases side by side, and coverage


def _matrix(matrix: Matrix, width: int) -> Iterator[str]:
    """The values of each codebase for the rules on which one of them departs from the book."""
    if not matrix.rows:
        yield "No rule is stated differently from the book by any of them."
        return
    first = min(44, max(len(rule) for rule, _ in matrix.rows))
    room = max(9, (width - first) // (len(matrix.names) + 1) - 2)
    rows = []
    for rule, values in matrix.rows:
        short = rule if len(rule) <= first else f"…{rule[1 - first :]}"
        rows.append((short, *(cut(value, room) for value in (RAW.rule(rule).text, *values))))
    yield ruled(rows, ("rule", "book", *(cut(name, room) for name in matrix.names)))
    yield ""
    if matrix.outliers:
        yield "Most of those that state these have them differently from the reference,"
        yield "so look at the reference too:"
        yield from (f"  {rule} ({RAW.rule(rule).text})" for rule in matrix.outliers)
    else:
        yield "No rule is stated differently from the reference by most of them."


def _coverage(accounts: tuple[Account, ...]) -> Iterator[str]:
    """The numbers of each document by what accounts for them, then those that nothing does."""
    heads = ("document", "numbers", "table", "claim", "cite", "unclaimed", "accounted for")
    rows = [
        (
            account.document.name,
            len(account.numbers),
            *map(account.count, ("table", "claim", "cite")),
            account.unclaimed_count,
            f"{account.share:.1%}" if account.numbers else "—",
        )
        for account in accounts
    ]
    yield ruled(rows, heads, range(1, len(heads)))
    for account in accounts:
        if account.unclaimed:
            yield from ("", f"Unclaimed in {account.document.name}:")
            yield from (f"  {n.line}:{n.column}  {n.text}  in: {n.around}" for n in account.unclaimed)
