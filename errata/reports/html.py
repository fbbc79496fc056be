"""The rows of a page: each finding with all that a reader wants of it, within bounds."""

from __future__ import annotations

import re
from base64 import b64encode
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
from verify.codes import CODES, Code
from verify.documents.coverage import Account
from verify.documents.layout import lines_of
from verify.findings import LEVELS, VERDICTS, Finding, Level

VALUE, TEXT, EVIDENCE = 300, 1000, 12
"""Signs of a value, signs of a text, and pieces of evidence that are shown; JSON has all."""


@dataclass(frozen=True)
class Row:
    """A finding as it stands on a page."""

    finding: Finding
    id: str
    title: str
    path: str
    excerpt: Excerpt
    reason: str = ""
    """Why it is meant, if it is."""

    @property
    def code(self) -> Code:
        """Its finding code, with what to do."""
        return CODES[self.finding.code]

    @property
    def rule(self) -> str:
        """The id of its rule or table, if it is about one."""
        return self.finding.rule if self.finding.rule in RAW or self.finding.rule in RAW.tables else ""

    @property
    def book(self) -> str:
        """What the book has."""
        return cut(self.finding.expected, VALUE)

    @property
    def here(self) -> str:
        """What stands there."""
        return cut(self.finding.actual, VALUE)

    @property
    def book_order(self) -> str:
        """What the book has, for sorting."""
        return in_order(self.book)

    @property
    def here_order(self) -> str:
        """What stands there, for sorting."""
        return in_order(self.here)

    @property
    def message(self) -> str:
        """What is said of it."""
        return cut(self.finding.message, TEXT)

    @property
    def says_more(self) -> bool:
        """Whether its message says what its two values do not."""
        return self.finding.code[:3] != "RC2" or not (self.finding.expected and self.finding.actual)

    @property
    def played(self) -> str:
        """What it does at the table."""
        return cut(impact_of(self.finding), TEXT)

    @property
    def weight(self) -> str:
        """How much it matters, for sorting."""
        return f"{float(self.finding.weight):.4f}" if self.finding.weight else "0"

    @property
    def evidence(self) -> list[str]:
        """The evidence: first what may explain the value, and last how the rule was recognised."""
        ordered = sorted(self.finding.evidence, key=lambda line: line in self.finding.recognition)
        return [cut(line, TEXT) for line in ordered[:EVIDENCE]]


_NUMBER = re.compile(r"(?:DM|MCr|Cr|×)? ?([+\-−]?)([\d,]+(?:\.\d+)?)")


def in_order(text: str) -> str:
    """A value as it is sorted: by the number that it begins with, else by its letters.

    >>> in_order("+1"), in_order("DM-4"), in_order("MCr1,250.5"), in_order("Long")
    ('1', '-4', '1250.5', 'Long')
    """
    found = _NUMBER.match(text)
    if found is None:
        return text
    return ("-" if found[1] in ("-", "−") else "") + found[2].replace(",", "")


def rows(report: Report) -> list[Row]:
    """All findings, the gravest first; of code, those on one rule stand together."""
    ordered = report.sorted()
    if report.is_of_code:
        ordered = [finding for group in grouped(ordered) for finding in group.findings]
    return list(_rows([(finding, "") for finding in ordered], report.texts, "f"))


def suppressed_rows(report: Report, options: Options) -> list[Row]:
    """The suppressed findings with their reasons, if they are wanted."""
    return list(_rows(suppressed(report, options), report.texts, "s"))


def _rows(found: Sequence[tuple[Finding, str]], texts: Texts, kind: str) -> Iterator[Row]:
    cuts = excerpts([finding for finding, _ in found], texts)
    ids = anchors((finding for finding, _ in found), kind)
    for (finding, reason), id, excerpt in zip(found, ids, cuts, strict=True):
        yield Row(finding, id, title_of(finding), cut(finding.place.file, VALUE), excerpt, cut(reason, TEXT))


def anchors(findings: Iterable[Finding], kind: str = "f") -> Iterator[str]:
    """A name for each finding that stays the same from run to run, and is its own on the page."""
    seen: dict[str, int] = {}
    for finding in findings:
        mark = finding.fingerprint
        seen[mark] = seen.get(mark, 0) + 1
        yield f"{kind}-{mark}" + (f"-{seen[mark]}" if seen[mark] > 1 else "")


def codes_of(rows: Iterable[Row]) -> list[Code]:
    """The finding codes that occur, in order."""
    return [CODES[id] for id in sorted({row.finding.code for row in rows})]


# A report as one self-contained page. This is the one home of Jinja2, which escapes all that comes from a file.


PAGES = Path(__file__).with_name("pages")
_TURNING = re.compile("[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
"""Signs that cannot be seen and turn the text around them round, or part it."""
_PERCENT = re.compile(r"(?<=\d) (?=%)")
"""The space in `28 %`, where no line may end."""
_MINUS = re.compile(r"(?<=\bDM)-(?=\d)")
"""The minus in `DM-4`, behind which none may end."""


def render(report: Report, options: Options) -> str:
    """The page. The first line is what matters most."""
    found = rows(report)
    hidden = suppressed_rows(report, options)
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
        suppressed=hidden,
        levels=[(level, sum(row.finding.level == level for row in found)) for level in LEVELS],
        verdicts=[(verdict, sum(row.finding.verdict == verdict for row in found)) for verdict in VERDICTS],
        least=_first_shown(found, options),
        codes=codes_of([*found, *hidden]),
        documents=[(account, _LEGEND, list(_lines(account))) for account in options.coverage],
        **_side_by_side(report, found),
        **_at_the_table(report),
    )


_UNREAD = ("RC006", "RC007", "RC010")
"""Codes of the lines of a page that are not understood, refused, or read in part."""


def _unread(report: Report, found: list[Row]) -> list[Row]:
    """The lines of house rules that change nothing, in the order of their page."""
    own = [row for row in found if report.command == "house" and row.finding.code in _UNREAD]
    return sorted(own, key=lambda row: row.finding.place)


def _first_shown(found: list[Row], options: Options) -> tuple[Level, ...]:
    """The levels that are shown at first: those that were asked for, or all if there is nothing of them."""
    wanted = LEVELS[: LEVELS.index(options.least) + 1]
    return wanted if any(row.finding.level in wanted for row in found) else LEVELS


def page(template: str, **values: Any) -> str:
    """A page of ours: its style and its script stand in it, and nothing else is allowed to be loaded or run."""
    style, script = (_shipped(name) for name in ("style.css", "script.js"))
    hashes = {"style_hash": _hash(style), "script_hash": _hash(script)}
    made = _environment().get_template(template)
    return made.render(values, style=style, script=script, version=__version__, **hashes)


@lru_cache(maxsize=1)
def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(PAGES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_visible,
    )
    made.globals["canvas"] = plots
    made.filters["as_it_stands"] = _seen
    return made


def _visible(value: object) -> object:
    r"""A text without signs that no page can hold, whose numbers stay with the sign behind them, or before them.

    >>> _visible("92 % of the time"), _visible("DM-4")
    ('92\xa0% of the time', 'DM\u20114')
    """
    if not isinstance(value, str) or hasattr(value, "__html__"):
        return value
    told = _PERCENT.sub("\u00a0", _seen(value)) if "%" in value else _seen(value)
    return _MINUS.sub("\u2011", told) if "-" in told else told


def _seen(text: str) -> str:
    """A text without signs that no page can hold; those that cannot be seen are written as their code.

    What is escaped after it has the spaces of its file, and can be copied out of the page.
    """
    if text.isascii() and text.isprintable():
        return text
    return _TURNING.sub(lambda found: f"[U+{ord(found[0]):04X}]", printable(text))


def _shipped(name: str) -> str:
    """A file of ours, as it stands in the page."""
    return (PAGES / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    """What a browser compares before it takes an inline style or script."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _summary(report: Report) -> Iterator[str]:
    """The gate's decision or the verdicts, then how much was looked at, and what was left out."""
    fixed = report.fixed.splitlines()
    yield from list(decided(report))[len(fixed) :]
    yield from (headline(report), counts(report), *skipped(report), *fixed)
    if report.unclaimed:
        yield f"numbers that nothing accounts for: {report.unclaimed:,}"


def _side_by_side(report: Report, found: list[Row]) -> dict[str, Any]:
    """What several codebases have, if there are several; their findings stand on the same page."""
    if report.matrix is None:
        return {"matrix": None, "sides": []}
    from errata.reports.parts.side_by_side import sides

    linked = {
        name: [(row.finding, f"#{row.id}") for row in found if row.finding.place.file.startswith(f"{name}/")]
        for name in report.matrix.names
    }
    return {"matrix": report.matrix, "sides": sides(report.matrix, linked)}


def _at_the_table(report: Report) -> dict[str, Any]:
    """The scenes that house rules change, if they are what was looked at; of others, what they do row by row."""
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
    """The lines of a document, each in pieces: a text, and what a number in it was taken for."""
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
