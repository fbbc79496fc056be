"""The layout of a document: its passages and tables, with their headings and places; and lists that are tables.

Reads markdown, markdown that a scanner broke, and tables set with tabs. A list such as `Short: +1`, `Long: -2`, one
entry to a line, is a table of two columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from verify.grids import Grid, Layout, Oddity, Passage

MAX_LINE = 20_000
"""Characters in a line or a paragraph; longer ones were not written by a person."""

MAX_CAPTION = 300
"""Characters in a line that is a caption."""

_HEADING = re.compile(r"\s{0,3}(#{1,6})\s+(.*)")
_CAPTION = re.compile(r"\s*(?:[-*]\s+)?(\*\*|__)(?=\S)([^*]+?)(?:\1)?:?(?:\1)?\s*(?:[(\[][^)\]]*[)\]]\s*)*$")
_STATES = re.compile(r"\d|=|[.!?]$")
_FENCE = re.compile(r"\s{0,3}(```|~~~)")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_STRUCK_OUT = re.compile(r"~~(?=\S)[^~\n]*~~")
"""What does not count."""
_ITEM = re.compile(r"(\s*)(?:[-*+•]|(\d+)[.)])\s+(?=\S)")
_RULE = re.compile(r"\s*(?:[-*_=]\s*){3,}$")
_LABEL = re.compile(r"(?:\*\*|__)?([^:.*—]{2,60}?)(?:\s*\([^)]*\))?(?:\*\*|__)?\s?(?:[:.](?:\*\*|__)?(?=\s|$)|\s—\s)")
_BOLD_LABEL = re.compile(r"(?:\*\*|__)([^*]{2,60}?)[.:]?(?:\*\*|__)")
_DELIMITER = re.compile(r"\s*+\|?\s*+:?-++:?\s*+(?:\|\s*+:?-++:?\s*+)*+\|?\s*$")
_BAR, _TAB = re.compile(r"(?<!\\)\|"), re.compile("\t")
"""The separators of cells."""


def lines_of(text: str) -> list[str]:
    """The lines of a text, as they are counted everywhere; a form feed ends none."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def read_layout(text: str) -> Layout:
    """The passages and tables of a document."""
    text = "\n".join(lines_of(text))
    if "<!--" in text or "~~" in text:
        last = text.rfind("-->") + 3  # a comment that has no end is none
        text = _COMMENT.sub(_blank, text[:last]) + text[last:] if last > 3 else text
        text = _STRUCK_OUT.sub(_blank, text)
    return _Reader(text.split("\n")).read()


def _blank(match: re.Match[str]) -> str:
    """Blanks in place of a match, with its line ends."""
    return re.sub(r"[^\n]", " ", match[0])


class _Reader:
    """Reads a document line by line."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.layout = Layout([], [], [])
        self.headings: list[tuple[int, str]] = []
        self.parent = ""
        self.open: Passage | None = None
        self.leads = False

    def read(self) -> Layout:
        at = 0
        while at < len(self.lines):
            if len(self.lines[at]) > MAX_LINE:
                self._close()
                self.layout.left_out.append((at + 1, len(self.lines[at])))
                at += 1
            else:
                at = self._fence(at) or self._table(at) or self._line(at)
        self._close()
        return self.layout

    def _context(self) -> tuple[str, ...]:
        return tuple(text for _, text in self.headings) + ((self.parent,) if self.parent else ())

    def _fence(self, at: int) -> int:
        """Read the tables in a block of code; the number of the line after it, or 0 if none starts here."""
        opened = _FENCE.match(self.lines[at])
        if not opened:
            return 0
        self._close()
        end = next((n for n in range(at + 1, len(self.lines)) if self.lines[n].strip().startswith(opened[1])), at)
        at += 1
        while at < end:
            after = self._table(at)
            if not after:
                self.layout.code.append(Passage(self.lines[at][:MAX_LINE], at + 1))
            at = after or at + 1
        return max(end, at - 1) + 1

    def _line(self, at: int) -> int:
        """Read a heading, an item of a list or some text; the number of the next line."""
        line = self.lines[at]
        item = _ITEM.match(line)
        if not line.strip() or _RULE.match(line):
            self._close()
        elif heading := _HEADING.match(line):
            self._head(len(heading[1]), heading[2].rstrip().rstrip("#").rstrip(), at, heading.start(2))
        elif self._is_caption(line) or (not item and self._is_heading(at)):
            self._head(7, line.strip(), at, len(line) - len(line.lstrip()))
        elif item:
            self._close()
            if item[2]:
                self.layout.numbering.append((at + 1, item.start(2) + 1, int(item[2])))
            self.open = Passage(line[item.end() :], at + 1, item.end() + 1, self._context())
        else:
            self._text(line, at)
        return at + 1

    def _head(self, level: int, text: str, at: int, column: int) -> None:
        self._close()
        self.headings = [(lev, head) for lev, head in self.headings if lev < level] + [(level, text.strip("*_: "))]
        self.parent = ""
        context = tuple(head for _, head in self.headings[:-1])
        self.layout.passages.append(Passage(text, at + 1, column + 1, context, heading=True))

    def _text(self, line: str, at: int) -> None:
        piece = Passage(line.strip(), at + 1, len(line) - len(line.lstrip()) + 1)
        if self.open is not None and len(self.open.text) < MAX_LINE:
            self.open.join(piece)
            return
        self._close()
        passages = self.layout.passages
        if piece.text.startswith("e.g.") and passages and not passages[-1].heading:
            passages[-1].join(piece)
            return
        self.parent = ""
        piece.context = self._context()
        self.open, self.leads = piece, True

    def _close(self) -> None:
        """Close the open passage; its label or last clause becomes the context of the list or table that follows."""
        if self.open is None:
            return
        text = self.open.text
        self.layout.passages.append(self.open)
        if self.leads and text.endswith(":"):
            self.parent = re.split(r"[.!?]\s", text)[-1].strip("*_: \n")[-200:]
        elif self.leads and (label := _BOLD_LABEL.match(text) or _LABEL.match(text)):
            self.parent = label[1].strip()
        self.open, self.leads = None, False

    def _is_caption(self, line: str) -> bool:
        """A line in bold that names something; one that states something is text."""
        caption = _CAPTION.match(line) if len(line) <= MAX_CAPTION else None
        return bool(caption and not _STATES.search(caption[2]) and (self.open is None or _ended(self.open.text)))

    def _is_heading(self, at: int) -> bool:
        """A short line on its own that opens with a capital and neither ends a sentence nor holds a number."""
        line = self.lines[at].strip()
        if len(line) > 60 or not line[:1].isupper() or line[-1] in ".,;:!?|" or any(c.isdigit() for c in line):
            return False
        if self.open is not None and not _ended(self.open.text):
            return False
        words = line.split()
        before = self.lines[at - 1].strip() if at else ""
        alone = not before or "|" in before or _ended(before)
        return len(words) <= 8 and alone

    # Tables

    def _table(self, at: int) -> int:
        """Lift the table that starts here; the number of the line after it, or 0 if none starts here."""
        is_piped = self._is_piped(at)
        if not is_piped and not _is_tabbed(self.lines[at]):
            return 0
        rows, end, spilled = self._pipe_rows(at) if is_piped else self._tab_rows(at)
        if not is_piped and len(rows) < 2:
            return 0
        self._close()
        grid = _grid(rows, self._context())
        for line, row in spilled:
            joined = " | ".join(cell.text for cell in row)
            grid.oddities.append(Oddity(line, "RC104", "spilled", {"meant": joined}))
        self.layout.grids.append(grid)
        return end

    def _pipe_rows(self, at: int) -> _Rows:
        """The rows of a pipe table; a row without its last bar goes on in the next line."""
        rows, spilled = [], []
        closed = self.lines[at].rstrip().endswith("|")
        ruled = False
        while at < len(self.lines) and len(self.lines[at]) <= MAX_LINE:
            line = self.lines[at]
            if not self._is_piped(at) and not (ruled and "|" in line):
                break
            at += 1
            if _DELIMITER.match(line):
                ruled = True
                continue
            row = _cells(line, at, _BAR)
            more = self.lines[at] if at < len(self.lines) else ""
            is_open = closed and not line.rstrip().endswith("|")
            if is_open and more.rstrip().endswith("|") and not more.lstrip().startswith("|"):
                at += 1
                first, *rest = _cells(more, at, _BAR)
                row[-1].join(first, " ")
                row += rest
                spilled.append((at - 1, row))
            rows.append(row)
        return rows, at, spilled

    def _tab_rows(self, at: int) -> _Rows:
        """The rows of a table set with tabs; a name or a value may have slipped into a line of its own."""
        rows: list[list[Passage]] = []
        spilled: list[tuple[int, list[Passage]]] = []
        while at < len(self.lines) and len(self.lines[at]) <= MAX_LINE:
            line = self.lines[at]
            more = self.lines[at + 1] if at + 1 < len(self.lines) else ""
            at += 1
            if _is_tabbed(line):
                rows.append(_cells(line, at, _TAB))
                continue
            is_name = rows and line.strip() and len(line) <= 40 and not _VALUE.match(line)
            is_broken = _is_tabbed(more) and _VALUE.match(more.partition("\t")[2])
            if not is_name or not (is_broken or (_VALUE.match(more) and len(more) < 40)):
                return rows, at - 1, spilled
            name = Passage(line.strip(), at, len(line) - len(line.lstrip()) + 1)
            cells = _cells(more, at + 1, _TAB)
            if is_broken:
                name.join(cells.pop(0), " ")
            rows.append([name, *cells])
            spilled.append((at, rows[-1]))
            at += 1
        return rows, at, spilled

    def _is_piped(self, at: int) -> bool:
        line = self.lines[at]
        if "|" not in line or line.lstrip().startswith("|"):
            return "|" in line
        near = self.lines[max(0, at - 1) : at + 2]
        return any("|" in other and _DELIMITER.match(other) for other in near)


_Rows = tuple[list[list[Passage]], int, list[tuple[int, list[Passage]]]]
"""The rows of a table, the number of the line after it, and the rows that were spilled over two lines."""
_VALUE = re.compile(r"\s*[+\-\u2212×]?\d")
"""How a value begins, and a name does not."""


def _cells(line: str, at: int, separator: re.Pattern[str]) -> list[Passage]:
    """The cells of a row; the empty pieces outside the outer bars of a pipe table are not cells."""
    ends = [match.start() for match in separator.finditer(line)]
    starts = [0, *(end + 1 for end in ends)]
    cells = [
        Passage(text.strip(), at, start + 1 + len(text) - len(text.lstrip()))
        for start, end in zip(starts, [*ends, len(line)], strict=True)
        for text in [line[start:end]]
    ]
    if separator is _BAR and not cells[0].text:
        del cells[0]
    if separator is _BAR and cells and not cells[-1].text:
        del cells[-1]
    return cells


def _ended(text: str) -> bool:
    return text.rstrip('*_ )"”').endswith((".", ":", "!", "?", "|")) or not text


def _is_tabbed(line: str) -> bool:
    return "\t" in line.rstrip() and any(c.isalnum() for c in line)


def _grid(rows: list[list[Passage]], context: tuple[str, ...]) -> Grid:
    """Rows as a table: continued rows are joined, and columns that are empty throughout are dropped."""
    line = rows[0][0].line if rows and rows[0] else 0
    full = {
        c
        for row in rows
        for c, cell in enumerate(row)
        if any(x.isalpha() or (x.isascii() and x.isdigit()) for x in cell.text)
    }
    rows = [[cell for c, cell in enumerate(row) if c in full] for row in rows]
    grid = Grid(rows[0] if rows else [], [], context, line)
    for row in rows[1:]:
        if grid.rows and _continues(row, grid.rows[-1]):
            for cell, more in zip(grid.rows[-1], row, strict=False):
                if more.text:
                    cell.join(more, " ")
            joined = " | ".join(cell.text for cell in grid.rows[-1])
            grid.oddities.append(Oddity(row[0].line, "RC104", "continued", {"meant": joined}))
            continue
        if any(cell.text for cell in row) and len(row) != len(grid.header):
            words = {"cells": str(len(row)), "headings": str(len(grid.header))}
            grid.oddities.append(Oddity(row[0].line, "RC103", "", words))
        grid.rows.append(row)
    return grid


def _continues(row: list[Passage], before: list[Passage]) -> bool:
    """Whether a row without a first cell is the rest of a sentence that the row before began."""
    if not row or row[0].text or len(row) > len(before):
        return False
    pairs = [(b.text, c.text) for b, c in zip(before, row, strict=False) if c.text]
    return bool(pairs) and all(b and not b.endswith((".", "!", "?")) for b, c in pairs)


# Lists that are tables

_ENTRY = re.compile(
    r"(?P<name>[^:=|]{1,40}?)\s*(?:\*\*|__)?\s*"
    r"(?::|=|—|–|→|->|\s-\s|\s(?=[+\-−]\d|DM|\d+\+|×|\((?:DM ?)?[+\-−]?\d+\+?\)$))"
    r"\s*(?:\*\*|__)?\s*(?P<value>\S.{0,60})"
)
MAX_ENTRY = 120
"""Characters of an entry; a sentence is longer."""
LEAST = 3
"""Entries that make a list."""


def list_grids(layout: Layout) -> Iterator[Grid]:
    """The lists of a document as grids of two columns, a name and what stands for it."""
    runs: list[list[list[Passage]]] = [[]]
    last: Passage | None = None
    for passage in layout.passages:
        entries = [] if passage.heading else _entries(passage)
        end = last.starts[-1][1] if last is not None and last.starts else last.line if last is not None else 0
        if not entries or last is None or passage.line - end > 1 or passage.context != last.context:
            runs.append([])
        runs[-1] += entries
        last = passage
    for run in runs:
        if len(run) >= LEAST:
            first = run[0][0]
            yield Grid([Passage("", first.line), Passage("", first.line)], run, first.context, first.line)


def _entries(passage: Passage) -> list[list[Passage]]:
    """The names and values of a passage: one entry to each of its lines, if each of them is one."""
    entries = []
    start = 0
    for line in passage.text.split("\n"):
        entry = _ENTRY.fullmatch(line.strip().rstrip(".;,")) if len(line) <= MAX_ENTRY else None
        if entry is None:
            return []
        at = start + len(line) - len(line.lstrip())
        entries.append([passage.part(at + entry.start(part), at + entry.end(part)) for part in ("name", "value")])
        start += len(line) + 1
    return entries
