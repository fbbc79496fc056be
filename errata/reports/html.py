"""A report as one self-contained page: the findings, and each document with its numbers in colour."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from errata import __version__
from errata.grouping import at_the_table
from errata.reports import Options
from errata.reports.text import counts, decided, headline
from verify.coverage import Account
from verify.findings import Report
from verify.layout import lines_of

_LEGEND = {
    "table": "checked by a table",
    "claim": "checked by a claim",
    "cite": "a cite or heading",
    "unclaimed": "not accounted for",
}


def render(report: Report, options: Options) -> str:
    """The page. All that comes from a document is escaped."""
    parts = [
        f"<h1>rawcheck {escape(report.command)}</h1>",
        *(f'<p class="sum">{escape(line)}</p>' for line in (*decided(report), headline(report))),
        f"<p>{escape(counts(report))}; rawcheck {__version__}</p>",
    ]
    for account in options.coverage:
        parts += _document(account)
    parts += _findings(report)
    return _PAGE.replace("@VERSION@", __version__).replace("@BODY@", "\n".join(parts))


def _findings(report: Report) -> Iterator[str]:
    if not report.findings:
        yield "<p>Nothing was found.</p>"
        return
    heads = "".join(f'<th scope="col">{name}</th>' for name in _HEADS)
    yield f'<h2 id="findings">Findings</h2><div class="wide"><table><thead><tr>{heads}</tr></thead><tbody>'
    for f in report.sorted():
        told = f"{f.message} ({f.rule})" if f.rule else f.message
        cells = (f"{f.level} {f.code}", told, f.expected, f.actual, at_the_table(f), str(f.place), f.source)
        named = zip(_HEADS, cells, strict=True)
        row = "".join(f'<td data-head="{head}">{escape(cell)}</td>' for head, cell in named)
        yield f'<tr class="{f.level}">{row}</tr>'
    yield "</tbody></table></div>"


_HEADS = ("Finding", "What", "Book", "Here", "At the table", "Place", "Source")


def _document(account: Account) -> Iterator[str]:
    name = escape(account.document.name)
    legend = ", ".join(
        f'<span class="n {kind}">{account.count(kind):,}</span> {told}' for kind, told in _LEGEND.items()
    )
    yield f"<h2>{name}</h2><p>{len(account.numbers):,} numbers, {account.share:.1%} accounted for: {legend}.</p>"
    yield f'<pre tabindex="0" aria-label="{name}">' + "".join(_coloured(account)) + "</pre>"


def _coloured(account: Account) -> Iterator[str]:
    """The text of a document, each number in a span of its category; numbers never span lines in the output."""
    by_line: dict[int, list[tuple[int, str, str]]] = {}
    for number in account.numbers:
        by_line.setdefault(number.line, []).append((number.column, number.text, number.category))
    for at, line in enumerate(lines_of(account.document.text), 1):
        yield f'<span class="l">{at:>4} </span>'
        done = 0
        for column, text, category in by_line.get(at, []):
            start, end = column - 1, column - 1 + len(text)
            if start < done:
                continue
            yield escape(line[done:start])
            yield f'<span class="n {category}" title="{_LEGEND[category]}">{escape(line[start:end])}</span>'
            done = end
        yield escape(line[done:]) + "\n"


_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="generator" content="rawcheck @VERSION@">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>rawcheck</title>
<style>
:root { color-scheme: light dark; --bg: #fff; --ink: #1a1a1a; --soft: #595959; --line: #d0d0d0;
  --table: #cfe8d0; --claim: #cfe0f5; --cite: #e4e4e4; --unclaimed: #ffd2cc; --mark: #111; }
@media (prefers-color-scheme: dark) { :root { --bg: #16181b; --ink: #e8e8e8; --soft: #a8a8a8; --line: #3c4046;
  --table: #1f4d2b; --claim: #1d3f66; --cite: #3a3d42; --unclaimed: #7a2a20; --mark: #fff; } }
body { font: 16px/1.5 system-ui, sans-serif; background: var(--bg); color: var(--ink); margin: 0 auto;
  max-width: 70rem; padding: 1rem; }
.sum { font-size: 1.25rem; font-weight: 600; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem .5rem; border-bottom: 1px solid var(--line); }
td { overflow-wrap: anywhere; } td:first-child { white-space: nowrap; } td:nth-child(2) { min-width: 16rem; }
tr.error td:first-child { font-weight: 700; }
@media (max-width: 50rem) {
  thead { display: none; } tr, td { display: block; border: 0; padding: .1rem 0; } td:empty { display: none; }
  tr { border-bottom: 1px solid var(--line); padding: .6rem 0; }
  td:nth-child(n+3)::before { content: attr(data-head) ": "; color: var(--soft); } }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: 14px/1.5 ui-monospace, monospace;
  border: 1px solid var(--line); border-radius: 6px; padding: .75rem; }
.l { color: var(--soft); user-select: none; }
.n { border-radius: 3px; padding: 0 .15em; color: var(--mark); }
.table { background: var(--table); } .claim { background: var(--claim); }
.cite { background: var(--cite); } .unclaimed { background: var(--unclaimed); outline: 2px solid currentColor; }
@media print { body { max-width: none; } pre { border: 0; } }
</style></head><body><main>
@BODY@
</main></body></html>"""
