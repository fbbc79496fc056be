"""A report as one self-contained page. This is the one home of Jinja2, which escapes text that comes from files."""

from __future__ import annotations

import re
from base64 import b64encode
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from engine.rulebook.raw import RAW
from errata import __version__
from errata.excerpts import Excerpt, Texts, excerpts
from errata.impact import plots
from errata.report import PlayedFunction, Report
from errata.reports import Options, suppressed
from errata.reports.parts import scenes_page
from errata.reports.parts.functions import RESULTS, details, findings_on, functions_of
from errata.reports.parts.grouping import grouped, impact_of, title_of
from errata.reports.parts.side_by_side import sides
from errata.reports.parts.text_tables import cut
from errata.reports.text import counts, decided, headline, skipped
from errata.source.text import printable
from verify.documents.coverage import Account, Number
from verify.documents.layout import lines_of
from verify.finding_codes import CODES
from verify.findings import LEVELS, VERDICTS, Finding


class Row(NamedTuple):
    """A finding on a page."""

    finding: Finding
    id: str
    """Unique on the page, and the same from run to run."""
    excerpt: Excerpt
    reason: str = ""
    """Why it is suppressed, if it is."""


def rows(report: Report) -> list[Row]:
    """All findings, the gravest first; those of code are grouped by rule."""
    ordered = report.sorted()
    if report.is_of_code:
        ordered = [finding for group in grouped(ordered) for finding in group.findings]
    return _rows([(finding, "") for finding in ordered], report.texts, "f")


def _rows(findings: Sequence[tuple[Finding, str]], texts: Texts, kind: str) -> list[Row]:
    """The rows of findings, each with its reason."""
    occurrences: Counter[str] = Counter()
    page_rows = []
    for (finding, reason), excerpt in zip(findings, excerpts([finding for finding, _ in findings], texts), strict=True):
        id = f"{kind}-{finding.fingerprint}"
        occurrences[id] += 1
        page_rows.append(Row(finding, f"{id}-{occurrences[id]}" if occurrences[id] > 1 else id, excerpt, reason))
    return page_rows


class PlayedFind(NamedTuple):
    """What a probe found in a function, on a page."""

    finding: Finding
    id: str
    details: list[tuple[str, str]]
    plot: plots.Plot | None


class PlayedFunctions(NamedTuple):
    """What a probe played, on a page."""

    functions: list[tuple[PlayedFunction, list[PlayedFind]]]
    """Each function with what was found in it."""
    finds: list[PlayedFind]
    not_offered: tuple[str, ...]
    counts: list[tuple[str, int]]
    """How many functions have each result, and how many operations are not offered."""

    @property
    def results(self) -> dict[str, str]:
        """What came of a function, in words."""
        return RESULTS

    @property
    def verdicts_shown(self) -> list[str]:
        """Those that are shown at first: all of the functions."""
        return list(RESULTS) if self.functions else [NOT_OFFERED]


NOT_OFFERED = "not offered"


def played_functions(report: Report) -> PlayedFunctions:
    """What a probe played and found."""
    finds = [
        PlayedFind(row.finding, row.id, details(row.finding), _plot(row.finding, report))
        for row in _rows([(finding, "") for finding in report.sorted()], {}, "d")
    ]
    functions = [
        (function, [find for find in finds if find.finding in on])
        for function in functions_of(report)
        for on in [findings_on(function, report.findings)]
    ]
    functions.sort(key=lambda pair: list(RESULTS).index(pair[0].verdict))
    counts = [(verdict, sum(function.verdict == verdict for function, _ in functions)) for verdict in RESULTS]
    return PlayedFunctions(functions, finds, report.not_offered, [*counts, (NOT_OFFERED, len(report.not_offered))])


def _plot(finding: Finding, report: Report) -> plots.Plot | None:
    """The number that shows what differs, by the rules and here."""
    spread = report.spreads.get(finding.fingerprint)
    if spread is None:
        return None
    name = spread.output.replace("_", " ")
    return plots.spread(f"{name}: {finding.words['scene']}", name, spread.rules, spread.here, ("by the rules", "here"))


_UNREAD = ("RC006", "RC007", "RC010")
"""Codes of lines of house rules that are not understood, refused, or read in part."""


def render(report: Report, options: Options) -> str:
    """The page; its first line is the most important."""
    probe = report if report.command == "probe" else report.probe
    all_rows = rows(report) if report.command != "probe" else []
    played = played_functions(probe) if probe is not None else None
    finds = played.finds if played is not None else []
    suppressed_rows = _rows(suppressed(report, options), report.texts, "s")
    codes = {row.finding.code for row in (*all_rows, *suppressed_rows)} | {find.finding.code for find in finds}
    first, *more = _summary(report)
    unread = [row for row in all_rows if report.command == "house" and row.finding.code in _UNREAD]
    unread.sort(key=lambda row: row.finding.place)
    listed_levels = LEVELS[: LEVELS.index(options.least) + 1]
    linked = {
        name: [(row.finding, f"#{row.id}") for row in all_rows if row.finding.place.file.startswith(f"{name}/")]
        for name in (report.matrix.names if report.matrix is not None else ())
    }
    panel = report.panel
    return page(
        "report.html",
        report=report,
        played=played,
        options=options,
        first=first,
        more=[*more, *report.notes],
        rows=all_rows,
        unread=[row for row in unread if not (row.finding.unplayed or row.finding.under)],
        unplayed=[row for row in unread if row.finding.unplayed],
        doubtful=[row for row in unread if row.finding.under],
        suppressed=suppressed_rows,
        levels=[(level, sum(row.finding.level == level for row in all_rows)) for level in LEVELS],
        verdicts=[(verdict, sum(row.finding.verdict == verdict for row in all_rows)) for verdict in VERDICTS],
        least=listed_levels if any(row.finding.level in listed_levels for row in all_rows) else LEVELS,
        codes=[CODES[id] for id in sorted(codes)],
        documents=[(account, _LEGEND, list(_lines(account))) for account in options.coverage],
        matrix=report.matrix,
        sides=sides(report.matrix, linked) if report.matrix is not None else [],
        panel=panel,
        scenes=scenes_page.scenes(panel) if panel is not None else [],
        plots=scenes_page.plots(panel) if panel is not None else plots.row_plots(report),
        many=scenes_page.MANY,
    )


def _summary(report: Report) -> Iterator[str]:
    """The gate's decision, the verdicts, the counts, what was skipped, and what was fixed."""
    yield from decided(report, with_fixes=False)
    yield headline(report)
    if report.probe is not None:
        yield headline(report.probe)
    yield from (counts(report), *skipped(report), *report.fixed.splitlines())
    if report.unclaimed:
        yield f"numbers that nothing accounts for: {report.unclaimed:,}"


_LEGEND = {
    "table": "checked by a table",
    "claim": "checked by a claim",
    "cite": "a cite or heading",
    "unclaimed": "not accounted for",
}


def _lines(account: Account) -> Iterator[tuple[int, list[tuple[str, str]]]]:
    """The lines of a document in pieces: a text, and for a number what accounts for it."""
    by_line: dict[int, list[Number]] = defaultdict(list)
    for number in account.numbers:
        by_line[number.line].append(number)
    for at, line in enumerate(lines_of(account.document.text), 1):
        pieces, done = [], 0
        for number in by_line[at]:
            start, end = number.column - 1, number.column - 1 + len(number.text)
            if start >= done:
                pieces += [(line[done:start], ""), (line[start:end], number.category)]
                done = end
        yield at, [piece for piece in (*pieces, (line[done:], "")) if piece[0]]


# The templates

PAGES = Path(__file__).with_name("pages")
_INVISIBLE = re.compile("[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
"""Invisible characters, which could reorder or split the text around them."""
_PERCENT = re.compile(r"(?<=\d) (?=%)")
"""The space in `28 %`, where the line must not break."""
_MINUS = re.compile(r"(?<=\bDM)-(?=\d)")
"""The minus in `DM-4`, after which the line must not break."""
_NUMBER = re.compile(r"(?:DM|MCr|Cr|×)? ?([+\-−]?)([\d,]+(?:\.\d+)?)")
"""The number that a value begins with."""


def page(template: str, **values: Any) -> str:
    """A page from a template, with its style and script inline; nothing else may be loaded or run."""
    inline = {name: (PAGES / f"{name}.{suffix}").read_text("utf-8") for name, suffix in _INLINE.items()}
    hashes = {  # by which the content security policy allows them
        f"{name}_hash": f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}" for name, text in inline.items()
    }
    return _environment().get_template(template).render(values, version=__version__, **inline, **hashes)


_INLINE = {"style": "css", "script": "js"}


@lru_cache(maxsize=1)
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(PAGES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_visible,
    )
    environment.globals |= {"canvas": plots, "CODES": CODES, "RAW": RAW}
    environment.filters |= {
        "as_it_stands": _seen,
        "cut": cut,
        "heading": title_of,
        "impact": impact_of,
        "quoted": scenes_page.listed,
        "sort_key": sort_key,
    }
    return environment


def sort_key(text: str) -> str:
    """The sort key of a value: the number that it begins with, else its text.

    >>> sort_key("+1"), sort_key("DM-4"), sort_key("MCr1,250.5"), sort_key("Long")
    ('1', '-4', '1250.5', 'Long')
    """
    number = _NUMBER.match(text)
    if number is None:
        return text
    return ("-" if number[1] in ("-", "−") else "") + number[2].replace(",", "")


def _visible(value: object) -> object:
    r"""A printable text in which numbers are not separated from their signs and units.

    >>> _visible("92 % of the time"), _visible("DM-4")
    ('92\xa0% of the time', 'DM\u20114')
    """
    if not isinstance(value, str) or hasattr(value, "__html__"):
        return value
    return _MINUS.sub("\u2011", _PERCENT.sub("\u00a0", _seen(value)))


def _seen(text: str) -> str:
    """A printable text, with the codes of invisible characters.

    It keeps the spaces of the file, so that code can be copied from the page.
    """
    if text.isascii() and text.isprintable():
        return text
    return _INVISIBLE.sub(lambda match: f"[U+{ord(match[0]):04X}]", printable(text))
