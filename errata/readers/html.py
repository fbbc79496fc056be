"""HTML and templates: options, tables, lists and hidden inputs, and the scripts inside."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser

from errata.literals.header_rows import records
from errata.literals.lifter import lift
from errata.literals.model import SYNTAX_ERRORS, Branch, Entry, Leaf, Lifted, Problem, Scope, Wanted, unreadable
from errata.readers.javascript import SYNTAX
from errata.source.text import Lines, decoded

LISTS = ("ul", "ol", "dl")
_ITEMS = ("li", "dt", "dd")
MAX_NAME, MAX_TEXT = 60, 200
"""Characters of a term, and of an item that can be a row."""


@dataclass
class _List:
    """A list that is being read: its scopes and entries, and the texts of its open item."""

    scopes: tuple[Scope, ...]
    table: Branch
    term: Leaf | None = None
    item: str = ""
    texts: list[Leaf] = field(default_factory=list)


class PageLists:
    """Collects the lists of a page: items with a name and a value, terms with definitions; lists may be nested."""

    def __init__(self) -> None:
        self.found: list[tuple[tuple[Scope, ...], Branch]] = []
        self._open: list[_List] = []

    def start(self, tag: str, given: Mapping[str, str], heading: str, line: int, column: int) -> None:
        """A list or an item begins; the item before it ends even without an end tag."""
        if tag in LISTS:
            named = " ".join(filter(None, (given.get(key, "") for key in ("id", "title", "class"))))
            scopes = (Scope("comment", heading), *([Scope("name", named)] if named else []))
            self._open.append(_List(scopes, Branch(line, column, kind="list")))
        elif tag in _ITEMS and self._open:
            _close_item(self._open[-1])
            self._open[-1].item = tag

    def text(self, leaf: Leaf) -> None:
        """Text of the open item."""
        if self._open and self._open[-1].item:
            self._open[-1].texts.append(leaf)

    def end(self, tag: str) -> None:
        """A list or an item ends."""
        if tag in _ITEMS and self._open:
            _close_item(self._open[-1])
        elif tag in LISTS and self._open:
            done = self._open.pop()
            _close_item(done)
            if len(done.table.entries) > 1:
                self.found.append((done.scopes, done.table))


def _close_item(items: _List) -> None:
    """Make an item an entry: a term waits for its definition, a name in a tag of its own is a key."""
    texts, item, items.texts, items.item = items.texts, items.item, [], ""
    if not texts or sum(len(leaf.text) for leaf in texts) > MAX_TEXT:
        return
    first, rest = texts[0], texts[1:]
    if item == "dt":
        items.term = _joined(texts)
    elif item == "dd":
        items.table.entries += [Entry(items.term, _joined(texts))] if items.term is not None else []
        items.term = None
    elif rest and len(first.text) <= MAX_NAME:
        items.table.entries.append(Entry(_name(first), _value(rest)))
    else:
        items.table.entries.append(Entry(None, first))
    if any(entry.key is not None for entry in items.table.entries):
        items.table.kind = "map"


def _joined(texts: list[Leaf]) -> Leaf:
    """The texts of an item as one, without a sign at the end of a term."""
    return _name(texts[0]._replace(text=" ".join(leaf.text for leaf in texts)))


def _name(leaf: Leaf) -> Leaf:
    return leaf._replace(text=leaf.text.rstrip(" :=-–—"))


def _value(texts: list[Leaf]) -> Leaf:
    """What stands behind a name in a tag of its own, without the sign between them: `<b>Short</b>: +1`."""
    whole = " ".join(leaf.text for leaf in texts)
    bare = whole.lstrip(" :=–—")
    return texts[0]._replace(text=bare, column=texts[0].column + len(whole) - len(bare))


# Pages


def read(data: bytes, name: str, wanted: Wanted) -> tuple[list[Lifted], Problem | None]:
    """The options, tables and scripts of a page."""
    longest = max(map(len, data.split(b">")))
    if data.count(b"<") > MAX_TAGS or data.count(b"<!") > MAX_REMARKS or longest > MAX_TAG:
        return [], unreadable("it has more tags than a page that a person wrote")
    text = decoded(data)
    problem = None
    around = (Scope("file", name),)
    page = _Page(Lines(text))
    try:
        page.feed(text)
        page.close()
    except (AssertionError, ValueError):
        problem = SYNTAX_ERRORS
    found = [Lifted((*around, *scopes), tree) for scopes, tree in page.found]
    for start, end, worker in page.scripts:
        piece = text[start:end].encode("utf-8", "replace")
        if wanted(piece):
            origin = page.lines.place(start)
            lifted, _ = lift(SYNTAX, piece, wanted, (*around, Scope("class", worker)), origin=origin)
            found += lifted
    return found, problem


def elements(data: bytes, name: str) -> list[Lifted]:
    """The options, tables and lists that stand as elements in code."""
    text = decoded(data)
    lines = Lines(text)
    found: list[Lifted] = []
    for block in _ELEMENTS.finditer(text):
        page = _Page(lines)
        # blanks before it, so that each value keeps its line and its column
        line, column = lines.place(block.start())
        page.feed("\n" * (line - 1) + " " * (column - 1) + block[0])
        page.close()
        found += [Lifted((Scope("file", name), *scopes), tree) for scopes, tree in page.found]
    return found


_ELEMENTS = re.compile(r"<(select|table|Table|ul|ol|dl)\b[^>]{0,400}>.{0,20000}?</\1>", re.DOTALL)
MAX_TAGS = 100_000
MAX_TAG = 200_000
"""Bytes of a tag, or of the text between two."""
MAX_REMARKS = 2000
"""Comments and the like of a page."""
MAX_LABEL = 60
"""Characters beside a button to choose with."""
_VALUE = re.compile(r"\bvalue\s*=\s*[\"']?", re.IGNORECASE)


class _Page(HTMLParser):
    """Gathers what may be a table while the page goes by."""

    def __init__(self, lines: Lines) -> None:
        super().__init__(convert_charrefs=True)
        self.lines = lines
        self.found: list[tuple[tuple[Scope, ...], Branch]] = []
        self.scripts: list[tuple[int, int, str]] = []
        self.heading = ""
        self.label = ""
        self.select: Branch | None = None
        self.option: list[Leaf] = []
        self.rows: list[list[Leaf]] | None = None
        self.sideways, self.last = False, ""
        self.cell: list[Leaf] | None = None
        self.taking = ""
        self.script = -1
        self.buttons: dict[str, tuple[str, Branch]] = {}
        self.button: tuple[str, Leaf] | None = None
        self.hidden = Branch(1, 1, kind="part")
        self.lists = PageLists()

    def _offset(self) -> int:
        line, column = self.getpos()
        return self.lines.starts[min(line, len(self.lines.starts)) - 1] + column

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Something begins."""
        line, column = self.getpos()[0], self.getpos()[1] + 1
        given = {key: value or "" for key, value in attributes}
        if self.rows is None:
            self.lists.start(tag, given, self.heading, line, column)
        if tag == "script":
            self.script = self._offset() + len(self.get_starttag_text() or "")
        elif tag in ("select", "datalist"):
            named = " ".join(given.get(key, "") for key in ("name", "id", "title", "class"))
            self.select = Branch(line, column)
            self.scopes = (Scope("comment", self.heading), Scope("name", f"{self.label} {named}".strip()))
        elif tag == "option" and self.select is not None:
            self._close_option()
            self.option = [Leaf(given.get("value", ""), *self._value_place(line, column))]
        elif tag == "input" and given.get("value"):
            self._input(given, line, column)
        elif tag == "table":
            self.rows, self.sideways, self.last = [], False, ""
        elif self.rows is not None and (tag == "tr" or tag.endswith("row")):
            self._close_cell()
            self.rows.append([])
        elif self.rows and (tag in ("td", "th") or tag.endswith("cell")):
            self._close_cell()
            self.cell = [Leaf("", line, column)]
            self.sideways |= tag == "td" and len(self.rows) == 1 and len(self.rows[0]) == 1 and self.last == "th"
            self.last = tag
        elif tag in ("h1", "h2", "h3", "h4", "h5", "legend", "caption", "label") and self.cell is None:
            self.taking = tag
            self.label = "" if tag == "label" else self.label

    def _input(self, given: dict[str, str], line: int, column: int) -> None:
        """A field with a value: a constant if it is hidden, or a button to choose with."""
        kind, name = given.get("type", "").lower(), given.get("name", "").removeprefix("attr_")
        value = Leaf(given["value"], *self._value_place(line, column))
        if kind == "hidden" and name:
            number = value.text.lstrip("+-").replace(".", "", 1).isdecimal()
            told = value._replace(kind="number") if number else value
            self.hidden.entries.append(Entry(Leaf(name, line, column, "word"), told))
        elif kind in ("radio", "checkbox"):
            self.button = name if kind == "radio" else f"{self.heading} modifiers", value
            if self.taking == "label" and self.label:
                self._close_button(Leaf(self.label, line, column))

    def handle_data(self, data: str) -> None:
        """Some text."""
        text = " ".join(data.split())
        if not text:
            return
        lead = len(data) - len(data.lstrip())
        line, column = self.lines.place(self._offset() + lead)
        if self.rows is None and self.script < 0:
            self.lists.text(Leaf(text, line, column))
        if self.option:
            self.option.append(Leaf(text, line, column))
        elif self.cell is not None:
            self.cell.append(Leaf(text, line, column))
        elif self.button is not None:
            self._close_button(Leaf(text, line, column))
        elif self.taking == "label":
            self.label = text[:80]
        elif self.taking:
            self.heading = text[:120]

    def handle_endtag(self, tag: str) -> None:
        """Something ends."""
        if self.rows is None:
            self.lists.end(tag)
        if tag == "script" and self.script >= 0:
            self.scripts.append((self.script, self._offset(), self.heading))
            self.script = -1
        elif tag == "option":
            self._close_option()
        elif tag in ("select", "datalist") and self.select is not None:
            self._close_option()
            if self.select.entries:
                self.found.append((self.scopes, self.select))
            self.select = None
        elif tag in ("td", "th") or tag.endswith("cell"):
            self._close_cell()
        elif tag == "table" and self.rows is not None:
            self._close_cell()
            self._close_table(self.rows)
            self.rows = None
        elif tag == self.taking:
            self.taking = ""

    def _close_cell(self) -> None:
        """A cell ends, by its own tag or because another begins."""
        if self.cell is not None and self.rows:
            texts = self.cell[1:]
            first = texts[0] if texts else self.cell[0]
            self.rows[-1].append(Leaf(" ".join(leaf.text for leaf in texts), first.line, first.column))
        self.cell = None

    def _value_place(self, line: int, column: int) -> tuple[int, int]:
        """Where the value of the tag stands that begins here."""
        found = _VALUE.search(self.get_starttag_text() or "")
        return self.lines.place(self._offset() + found.end()) if found is not None else (line, column)

    def _close_button(self, label: Leaf) -> None:
        """A button to choose with, and what stands beside it; those of one name belong together."""
        if self.button is not None and len(label.text) < MAX_LABEL:
            name, value = self.button
            self.buttons.setdefault(name, (self.heading, Branch(label.line, label.column)))[1].entries.append(
                Entry(value, label)
            )
        self.button = None

    def close(self) -> None:
        """The page ends."""
        super().close()
        self.found += self.lists.found
        if self.hidden.entries:
            self.found.append(((), self.hidden))
        for name, (heading, branch) in self.buttons.items():
            self.found.append(((Scope("comment", heading), Scope("name", name)), branch))

    def _close_option(self) -> None:
        if self.option and self.select is not None:
            value, *texts = self.option
            shown = texts[0] if texts else value
            self.select.entries.append(Entry(value if value.text else shown, shown))
        self.option = []

    def _close_table(self, rows: list[list[Leaf]]) -> None:
        if self.sideways:  # its names stand in the first column, and nothing above them
            rows = [[Leaf("", cell.line, cell.column) for cell in rows[0]], *rows]
        made = records(rows)
        if made is not None:
            self.found.append(((Scope("comment", self.heading),), made))
