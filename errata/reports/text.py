"""A report for the terminal: what matters most in the first line, then the findings by document."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from engine.rulebook.raw import RAW
from errata import __version__
from errata.report import Matrix, Report
from errata.reports import Options
from errata.reports.parts.grouping import Group, at_the_table, grouped, here
from errata.reports.parts.text_tables import listed, ruled
from errata.terminal import wrapped
from verify.findings import LEVELS, Finding

if TYPE_CHECKING:
    from verify.documents.coverage import Account

_COLOURS = {"error": "31", "warning": "33", "note": "36", "rule": "1"}
_MARGIN = 24
"""Columns that the place and the code take."""


def render(report: Report, options: Options) -> str:
    """The summary, the findings as far as they were asked for, and the coverage if it was."""
    shown = [f for f in report.sorted() if LEVELS.index(f.level) <= LEVELS.index(options.least)]
    first = wrapped(headline(report), options.width) if report.command == "house" else [headline(report)]
    left = [line for told in left_out(report, options.least) for line in _fitted(told, options.width)]
    head = [*decided(report), *first, counts(report), *in_print(report), *left, ""]
    head += [line for note in report.notes for line in wrapped(note, options.width, "", "  ")]
    head += [""] * bool(report.notes)
    lines = [*(head if report.files or report.command != "house" else ()), *_listed(report, shown, options)]
    hidden = len(report.findings) - len(shown)
    if report.unclaimed and not options.coverage:
        plural = "numbers are" if report.unclaimed > 1 else "number is"
        lines += [f"{report.unclaimed:,} {plural} not accounted for; --coverage lists them.", ""]
    if hidden:
        lines += [f"{hidden} more below that level; --level note lists them.", ""]
    if options.coverage:
        lines += [*_coverage(options.coverage), ""]
    if report.panel is not None:
        from errata.reports.parts.house_impact import in_text

        lines += in_text(report.panel, options.width)
    if report.matrix is not None:
        lines += [*_matrix(report.matrix, options), ""]
    if report.decision is not None:
        lines += [f"rawcheck {__version__}, by {report.rulebook.name}"]
    return "\n".join(lines).rstrip()


def _listed(report: Report, shown: list[Finding], options: Options) -> Iterator[str]:
    """The findings: of code by rule, of house rules in the order of their page, of documents by file."""
    if report.command == "house":
        from errata.reports.parts.house_impact import by_line

        yield from by_line(report, shown, options.width)
    elif report.is_of_code:
        yield from _by_rule(shown, options)
        yield from _suppressed(report, options)
        if not report.tables and not report.facts and not report.findings:
            yield from ("No rule table was recognised; --dump lists what was looked at, and why not.", "")
    else:
        ordered = sorted(shown, key=lambda f: (f.place.file, *_order(f)))
        for file, found in groupby(ordered, key=lambda f: f.place.file):
            yield from (file, _findings(list(found), options), "")


def decided(report: Report) -> Iterator[str]:
    """What a gate decided, and what it left out of account."""
    made = report.decision
    if made is None:
        return
    yield from report.fixed.splitlines()
    grave = [f for f in report.findings if LEVELS.index(f.level) <= LEVELS.index(made.fail_on)]
    told = ", ".join(
        f"{count} {level}{'s' * (count != 1)}" for level in LEVELS if (count := sum(f.level == level for f in grave))
    )
    if made.failed:
        yield f"FAILED: {told}" if told else "FAILED, by what the change did not touch"
    else:
        yield f"passed: nothing new from {made.fail_on} up"
    apart = [(made.known, "in the baseline"), (len(made.suppressed), "suppressed")]
    apart += [(made.not_counted, "not counted by the configuration")]
    apart += [(made.hidden, f"not shown, since the change from {made.since} did not touch them")] if made.since else []
    if any(count for count, _ in apart):
        yield "apart from these: " + ", ".join(f"{count:,} {what}" for count, what in apart if count)
    if made.let_through:
        yield "not the book's, and passed by: " + ", ".join(f"{by} ({count})" for by, count in made.let_through.items())
    yield from made.baseline_changes


def _suppressed(report: Report, options: Options) -> Iterator[str]:
    """What is suppressed, why, and what it does at the table."""
    if report.decision is None or not options.suppressed:
        return
    yield f"suppressed: {len(report.decision.suppressed)}"
    for finding, reason in report.decision.suppressed:
        yield f"  {finding.place}  {finding.code} {finding.rule}: {finding.actual or finding.expected}"
        yield f"        meant: {reason}"
        if played := at_the_table(finding):
            yield f"        does  {played}"
    yield ""


def _fitted(line: str, width: int) -> list[str]:
    return wrapped(line, width, "", "  ") if len(line) > width else [line]


def in_print(report: Report) -> Iterator[str]:
    """How many values were seen in print, where an attestation says so."""
    if report.seen is not None:
        yield f"seen in print, as attested: {report.seen:,} of {report.summary()['agrees']:,} that agree"


def left_out(report: Report, least: str = "note") -> Iterator[str]:
    """What was not read, and how much of it."""
    if unread := sum(f.code in ("RC110", "RC111") for f in report.findings):
        yield f"not read, or not wholly: {unread:,}" + "; --level note lists them" * (least != "note")
    if any(report.skipped.values()):
        told = ", ".join(f"{what} {count:,}" for what, count in sorted(report.skipped.items()) if count)
        yield f"left out: {told}"


def _by_rule(findings: list[Finding], options: Options) -> Iterator[str]:
    """Each rule with all its places, what matters most first."""
    for group in grouped(findings):
        yield _painted(group.title, "rule", options.coloured)
        if group.findings[0].rule in RAW:
            yield f"  rule  {group.findings[0].rule}"
        if group.findings[0].code[:4] in ("RC11", "RC90") or group.findings[0].code in ("RC304", "RC608"):
            for f in group.findings:
                mark = _painted(f"{f.level} {f.code}", f.level, options.coloured)
                told = f"{f.place}  {mark}  {f.message}"
                yield from wrapped(told, options.width, "  ", "        ")
            yield ""
            continue
        if group.expected:
            yield f"  book  {group.expected}{f' [{group.source}]' if group.source else ''}"
        values = [here(f) for f in group.findings]
        width = max(map(len, values)) if max(map(len, values)) <= 24 else 0
        for n, (f, value) in enumerate(zip(group.findings, values, strict=True)):
            label = ("lost" if f.verdict == "missing" else "here") if n == 0 and value else "    "
            mark = _painted(f"{f.level} {f.code}", f.level, options.coloured)
            yield f"  {label}  {value:<{width}}  {f.place}  {mark}" if value else f"  {f.place}  {mark}"
        yield from _told_once(group, options.width)
        yield ""


def _told_once(group: Group, width: int) -> Iterator[str]:
    """What is to be said of a group: what it does at the table, why it is contested, what it may have come from."""
    several = len({f.actual for f in group.findings}) > 1
    said: dict[str, None] = {}
    for f in group.findings:
        if played := at_the_table(f):
            said[f"does  {here(f)}: {played}" if several else f"does  {played}"] = None
    for f in group.findings:
        for line in (*_own_words(f), *f.hints):
            said[line] = None
    for line in list(said)[:8]:
        yield from wrapped(line, width, "  ", "        ")
    if len(said) > 8:
        yield f"  and {len(said) - 8} more remarks; --format json has them"


def _own_words(finding: Finding) -> tuple[str, ...]:
    """What the lines above do not say yet: of a mechanic all, of a contested value why."""
    if finding.code[:3] == "RC8":
        return (finding.message,)
    return (finding.remark,) if finding.code in ("RC203", "RC305") else ()


def _matrix(matrix: Matrix, options: Options) -> Iterator[str]:
    """What each codebase has where one of them departs from the book."""
    rows = [(rule, RAW.rule(rule).text, *values) for rule, values in matrix.rows]
    if not rows:
        yield "No rule is stated differently from the book by any of them."
        return
    first = min(44, max(len(rule) for rule, _ in matrix.rows))
    room = max(9, (options.width - first) // (len(matrix.names) + 1) - 2)
    made = [(_end(row[0], first), *(_cut(cell, room) for cell in row[1:])) for row in rows]
    yield ruled(made, ("rule", "book", *(_cut(name, room) for name in matrix.names)))
    yield ""
    if matrix.outliers:
        yield "Most of those that state these have them differently from the reference,"
        yield "so look at the reference too:"
        yield from (f"  {rule} ({RAW.rule(rule).text})" for rule in matrix.outliers)
    else:
        yield "No rule is stated differently from the reference by most of them."


def _end(text: str, room: int) -> str:
    return text if len(text) <= room else "…" + text[-room + 1 :]


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else text[: room - 1] + "…"


def headline(report: Report) -> str:
    """The summary line with all five verdicts, what is wrong first."""
    told = report.summary()
    if report.command == "house":
        codes = ("RC006", "RC010", "RC007")
        against = sum(f.code == "RC003" and f.level == "error" for f in report.findings)
        unplayed = sum(finding.unplayed for finding in report.findings)
        unclear, *others = (sum(f.code == code for f in report.findings) for code in codes)
        return _of_the_house(told, against, unplayed, unclear - unplayed, *others) + _in_doubt(report)
    doubtful = sum(f.code == "RC207" for f in report.findings)
    doubt = f" ({doubtful:,} in doubt)" if doubtful else ""
    return (
        f"{told['differs']:,} differ{doubt}, {told['contested']:,} contested, {told['missing']:,} missing, "
        f"{told['unchecked']:,} unchecked, {told['agrees']:,} agree"
    )


def _of_the_house(told: dict[str, int], against: int, unplayed: int, unclear: int, partly: int, refused: int) -> str:
    """The same for a page of house rules: how many there are, and what they are."""
    parts = (
        ("differs", "depart{} from the book"),
        ("contested", "touch{} a contested rule"),
        ("agrees", "repeat{} it" if told["differs"] else "repeat{} the book"),
    )
    said = [f"{told[v]:,} {what.format(_s(v, told[v]))}" for v, what in parts if told[v]]
    count = sum(told[verdict] for verdict, _ in parts)
    lines = f"; {against:,} contradict{'s' * (against == 1)} another" if against else ""
    lines += f"; {unplayed:,} line{'s are' if unplayed > 1 else ' is'} not played" if unplayed else ""
    lines += f"; {unclear:,} line{'s are' if unclear > 1 else ' is'} not understood" if unclear else ""
    lines += f"; {partly:,} line{'s are' if partly > 1 else ' is'} read in part" if partly else ""
    lines += f"; {refused:,} value{'s are' if refused > 1 else ' is'} refused" if refused else ""
    if not count and not lines:
        return "0 house rules: no line states one; `rawcheck house --init FILE` writes a page to begin with"
    return f"{count:,} house rule{'s' * (count != 1)}" + (f": {', '.join(said)}" if said else "") + lines


def _in_doubt(report: Report) -> str:
    """How many house rules stand under headings that are not understood, and under which."""
    found = sorted(
        (finding for finding in report.findings if finding.under and finding.rule), key=lambda finding: finding.place
    )
    rules = {(finding.place, finding.rule) for finding in found}
    heads = list(dict.fromkeys(f"{finding.under!r}" for finding in found))
    if not heads:
        return ""
    what = "stands" if len(rules) == 1 else "stand"
    which = "a heading that is" if len(heads) == 1 else "headings that are"
    few = ", ".join(heads[:NAMED]) + (f" and {len(heads) - NAMED:,} more" if len(heads) > NAMED else "")
    return f". {len(rules):,} of the rules {what} under {which} not understood: {few}"


NAMED = 5
"""Headings that are named of those that are not understood."""


def _s(verdict: str, count: int) -> str:
    """The ending of a verb for one thing."""
    return "" if count != 1 else "es" if verdict == "contested" else "s"


def counts(report: Report) -> str:
    """How much was looked at, and how many findings of each level there are."""
    told = report.summary()
    number = {level: sum(f.level == level for f in report.findings) for level in LEVELS}
    found = ", ".join(f"{number[level] or 'no'} {level}{'s' * (number[level] != 1)}" for level in LEVELS)
    things = ("file",) if report.command == "house" else ("file", "table", "fact")
    looked = ", ".join(f"{told[f'{name}s']:,} {name}{'s' * (told[f'{name}s'] != 1)}" for name in things)
    return f"{looked}; {found}"


def _order(finding: Finding) -> tuple[int, int, int]:
    return LEVELS.index(finding.level), finding.place.line, finding.place.column


def _findings(found: list[Finding], options: Options) -> str:
    rows = [
        (f"{f.place.line}:{f.place.column}", _painted(f"{f.level} {f.code}", f.level, options.coloured), _told(f))
        for f in found
    ]
    width = max(24, options.width - _MARGIN - 4)
    return listed(rows, width)


def _painted(text: str, level: str, coloured: bool) -> str:
    return f"\x1b[{_COLOURS[level]}m{text}\x1b[0m" if coloured else text


def _told(finding: Finding) -> str:
    source = f" [{finding.source}]" if finding.source else ""
    return finding.message + source + "".join(f"\n- {hint}" for hint in finding.hints)


def _coverage(accounts: tuple[Account, ...]) -> list[str]:
    heads = ("document", "numbers", "table", "claim", "cite", "unclaimed", "accounted for")
    rows = [
        (
            a.document.name,
            len(a.numbers),
            a.count("table"),
            a.count("claim"),
            a.count("cite"),
            a.unclaimed_count,
            f"{a.share:.1%}" if a.numbers else "—",
        )
        for a in accounts
    ]
    lines = [ruled(rows, heads, range(1, len(heads)))]
    for a in accounts:
        if a.unclaimed:
            lines += ["", f"Unclaimed in {a.document.name}:"]
            lines += [f"  {n.line}:{n.column}  {n.text}  in: {n.around}" for n in a.unclaimed]
    return lines
