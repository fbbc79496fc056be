"""A report as one self-contained page. This is the one home of Jinja2, which escapes text that comes from files."""

from __future__ import annotations

import re
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from engine.rulebook.raw import RAW
from errata import __version__
from errata.impact import plots
from errata.report import Report
from errata.reports import Options, suppressed
from errata.reports.parts.excerpts import Excerpt, Texts, excerpts
from errata.reports.parts.grouping import grouped, impact_of, title_of
from errata.reports.parts.text_tables import cut
from errata.reports.text import counts, decided, headline, skipped
from errata.source.text import printable
from verify.documents.coverage import Account
from verify.documents.layout import lines_of
from verify.finding_codes import CODES, Code
from verify.findings import LEVELS, VERDICTS, Finding, Level

VALUE, TEXT, EVIDENCE = 300, 1000, 12
"""Characters of a value, characters of a text, and pieces of evidence that are shown; JSON has all."""


@dataclass(frozen=True)
class Row:
    """A finding on a page."""

    finding: Finding
    id: str
    title: str
    path: str
    excerpt: Excerpt
    reason: str = ""
    """Why it is suppressed, if it is."""

    @property
    def code(self) -> Code:
        """Its finding code."""
        return CODES[self.finding.code]

    @property
    def rule(self) -> str:
        """The id of its rule or rule table; empty if it is about none."""
        return self.finding.rule if self.finding.rule in RAW or self.finding.rule in RAW.tables else ""

    @property
    def book(self) -> str:
        """The value in the book."""
        return cut(self.finding.expected, VALUE)

    @property
    def here(self) -> str:
        """The value in the code or document."""
        return cut(self.finding.actual, VALUE)

    @property
    def book_order(self) -> str:
        """The sort key of the book's value."""
        return in_order(self.book)

    @property
    def here_order(self) -> str:
        """The sort key of the value in the code."""
        return in_order(self.here)

    @property
    def message(self) -> str:
        """The message."""
        return cut(self.finding.message, TEXT)

    @property
    def says_more(self) -> bool:
        """Whether the message says more than the two values."""
        return self.finding.code[:3] != "RC2" or not (self.finding.expected and self.finding.actual)

    @property
    def played(self) -> str:
        """The impact."""
        return cut(impact_of(self.finding), TEXT)

    @property
    def weight(self) -> str:
        """The sort key of the impact."""
        return f"{float(self.finding.weight):.4f}" if self.finding.weight else "0"

    @property
    def evidence(self) -> list[str]:
        """The evidence: first what may explain the value, and last how the rule was recognised."""
        ordered = sorted(self.finding.evidence, key=lambda line: line in self.finding.recognition)
        return [cut(line, TEXT) for line in ordered[:EVIDENCE]]


_NUMBER = re.compile(r"(?:DM|MCr|Cr|×)? ?([+\-−]?)([\d,]+(?:\.\d+)?)")


def in_order(text: str) -> str:
    """The sort key of a value: the number that it begins with, else its text.

    >>> in_order("+1"), in_order("DM-4"), in_order("MCr1,250.5"), in_order("Long")
    ('1', '-4', '1250.5', 'Long')
    """
    found = _NUMBER.match(text)
    if found is None:
        return text
    return ("-" if found[1] in ("-", "−") else "") + found[2].replace(",", "")


def rows(report: Report) -> list[Row]:
    """All findings, the gravest first; those of code are grouped by rule."""
    ordered = report.sorted()
    if report.is_of_code:
        ordered = [finding for group in grouped(ordered) for finding in group.findings]
    return list(_rows([(finding, "") for finding in ordered], report.texts, "f"))


def suppressed_rows(report: Report, options: Options) -> list[Row]:
    """The suppressed findings with their reasons, if they were asked for."""
    return list(_rows(suppressed(report, options), report.texts, "s"))


def _rows(found: Sequence[tuple[Finding, str]], texts: Texts, kind: str) -> Iterator[Row]:
    cuts = excerpts([finding for finding, _ in found], texts)
    ids = anchors((finding for finding, _ in found), kind)
    for (finding, reason), id, excerpt in zip(found, ids, cuts, strict=True):
        yield Row(finding, id, title_of(finding), cut(finding.place.file, VALUE), excerpt, cut(reason, TEXT))


def anchors(findings: Iterable[Finding], kind: str = "f") -> Iterator[str]:
    """A unique id for each finding, the same from run to run."""
    seen: Counter[str] = Counter()
    for finding in findings:
        fingerprint = finding.fingerprint
        seen[fingerprint] += 1
        yield f"{kind}-{fingerprint}" + (f"-{seen[fingerprint]}" if seen[fingerprint] > 1 else "")


def codes_of(rows: Iterable[Row]) -> list[Code]:
    """The finding codes of some rows, in order."""
    return [CODES[id] for id in sorted({row.finding.code for row in rows})]


# The page

PAGES = Path(__file__).with_name("pages")
_INVISIBLE = re.compile("[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
"""Invisible characters, which could reorder or split the text around them."""
_PERCENT = re.compile(r"(?<=\d) (?=%)")
"""The space in `28 %`, where the line must not break."""
_MINUS = re.compile(r"(?<=\bDM)-(?=\d)")
"""The minus in `DM-4`, after which the line must not break."""


def render(report: Report, options: Options) -> str:
    """The page; its first line is the most important."""
    found = rows(report)
    suppressed_too = suppressed_rows(report, options)
    first, *more = _summary(report)
    unread = _unread(report, found)
    return page(
        "report.html",
        report=report,
        options=options,
        first=first,
        more=[*more, *report.notes],
        rows=found,
        unread=[row for row in unread if not (row.finding.unplayed or row.finding.under)],
        unplayed=[row for row in unread if row.finding.unplayed],
        doubtful=[row for row in unread if row.finding.under],
        suppressed=suppressed_too,
        levels=[(level, sum(row.finding.level == level for row in found)) for level in LEVELS],
        verdicts=[(verdict, sum(row.finding.verdict == verdict for row in found)) for verdict in VERDICTS],
        least=_first_shown(found, options),
        codes=codes_of([*found, *suppressed_too]),
        documents=[(account, _LEGEND, list(_lines(account))) for account in options.coverage],
        **_side_by_side(report, found),
        **_at_the_table(report),
    )


_UNREAD = ("RC006", "RC007", "RC010")
"""Codes of lines of house rules that are not understood, refused, or read in part."""


def _unread(report: Report, found: list[Row]) -> list[Row]:
    """The findings on lines of house rules that change nothing, in the order of the page."""
    unread = [row for row in found if report.command == "house" and row.finding.code in _UNREAD]
    return sorted(unread, key=lambda row: row.finding.place)


def _first_shown(found: list[Row], options: Options) -> tuple[Level, ...]:
    """The levels that are shown at first: those that were asked for, or all if they have no findings."""
    wanted = LEVELS[: LEVELS.index(options.least) + 1]
    return wanted if any(row.finding.level in wanted for row in found) else LEVELS


def page(template: str, **values: Any) -> str:
    """A page from a template, with its style and script inline; nothing else may be loaded or run."""
    style, script = (_shipped(name) for name in ("style.css", "script.js"))
    hashes = {"style_hash": _hash(style), "script_hash": _hash(script)}
    return (
        _environment().get_template(template).render(values, style=style, script=script, version=__version__, **hashes)
    )


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
    environment.globals["canvas"] = plots
    environment.filters["as_it_stands"] = _seen
    return environment


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
    return _INVISIBLE.sub(lambda found: f"[U+{ord(found[0]):04X}]", printable(text))


def _shipped(name: str) -> str:
    """The text of a file of this package."""
    return (PAGES / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    """The hash by which the content security policy allows an inline style or script."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _summary(report: Report) -> Iterator[str]:
    """The gate's decision, the verdicts, the counts, and what was skipped."""
    fixed = report.fixed.splitlines()
    yield from list(decided(report))[len(fixed) :]
    yield from (headline(report), counts(report), *skipped(report), *fixed)
    if report.unclaimed:
        yield f"numbers that nothing accounts for: {report.unclaimed:,}"


def _side_by_side(report: Report, found: list[Row]) -> dict[str, Any]:
    """The codebases side by side, with links to their findings on the page."""
    if report.matrix is None:
        return {"matrix": None, "sides": []}
    from errata.reports.parts.side_by_side import sides

    linked = {
        name: [(row.finding, f"#{row.id}") for row in found if row.finding.place.file.startswith(f"{name}/")]
        for name in report.matrix.names
    }
    return {"matrix": report.matrix, "sides": sides(report.matrix, linked)}


def _at_the_table(report: Report) -> dict[str, Any]:
    """The impact of house rules in scenes and plots; of other findings, plots by the rows of a table."""
    if report.panel is None:
        from errata.impact.plots import row_plots

        return {"panel": None, "scenes": [], "plots": row_plots(report), "many": 0, "quoted": None}
    from errata.reports.parts import scenes_page

    shown, drawn = scenes_page.scenes(report.panel), scenes_page.plots(report.panel)
    return {
        "panel": report.panel,
        "scenes": shown,
        "plots": drawn,
        "many": scenes_page.MANY,
        "quoted": scenes_page.listed,
    }


_LEGEND = {
    "table": "checked by a table",
    "claim": "checked by a claim",
    "cite": "a cite or heading",
    "unclaimed": "not accounted for",
}


def _lines(account: Account) -> Iterator[tuple[int, list[tuple[str, str]]]]:
    """The lines of a document in pieces: a text, and for a number what accounts for it."""
    by_line: dict[int, list[tuple[int, str, str]]] = {}
    for number in account.numbers:
        by_line.setdefault(number.line, []).append((number.column - 1, number.text, number.category))
    for at, line in enumerate(lines_of(account.document.text), 1):
        pieces, done = [], 0
        for start, text, category in by_line.get(at, []):
            if start >= done:
                pieces += [(line[done:start], ""), (line[start : start + len(text)], category)]
                done = start + len(text)
        yield at, [piece for piece in (*pieces, (line[done:], "")) if piece[0]]
