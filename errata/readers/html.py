"""HTML and templates: options, tables, lists and hidden inputs, and the scripts inside."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from html.parser import HTMLParser

from errata.literals.header_rows import records
from errata.literals.lifter import lift
from errata.literals.model import Branch, Entry, Leaf, Lifted, Problem, Scope, Wanted, unreadable
from errata.readers import number_or_text
from errata.readers.javascript import SYNTAX
from errata.source.text import Lines, decoded

_LISTS = ("ul", "ol", "dl")
_ITEMS = ("li", "dt", "dd")
MAX_NAME, MAX_TEXT = 60, 200
"""Characters of a term, and of an item that can be a row."""
MAX_TAGS = 100_000
MAX_TAG = 200_000
"""Bytes of a tag, or of the text between two."""
MAX_REMARKS = 2000
"""Comments and the like of a page."""
MAX_LABEL = 60
"""Characters beside a button to choose with."""
_OPENED = re.compile(r"<(select|table|Table|ul|ol|dl)\b[^>]{0,400}>")
MAX_ELEMENT = 20_000
"""Characters of a table or list in code."""
_VALUE = re.compile(r"\bvalue\s*=\s*[\"']?", re.IGNORECASE)


def read(data: bytes, name: str, wanted: Wanted) -> tuple[list[Lifted], Problem | None]:
    """The options, tables and scripts of a page."""
    longest = max(map(len, data.split(b">")))
    if data.count(b"<") > MAX_TAGS or data.count(b"<!") > MAX_REMARKS or longest > MAX_TAG:
        return [], unreadable("it has more tags than a page that a person wrote")
    text = decoded(data)
    problem = None
    page = _Page(Lines(text), name)
    try:
        page.feed(text)
        page.close()
    except (AssertionError, ValueError):
        problem = unreadable("some of it does not parse", page.getpos()[0])
    for start, end, heading in page.scripts:
        piece = text[start:end].encode("utf-8", "replace")
        if wanted(piece):
            around = (Scope("file", name), Scope("class", heading))
            page.found += lift(SYNTAX, piece, wanted, around, page.lines.place(start))[0]
    return page.found, problem


def errors_in(data: bytes) -> int:
    """The errors of the scripts of a page; anything else is right in HTML."""
    text = decoded(data)
    page = _Page(Lines(text), "")
    with suppress(AssertionError, ValueError):
        page.feed(text)
        page.close()
    return sum(SYNTAX.errors_in(text[start:end].encode("utf-8", "replace")) for start, end, _ in page.scripts)


def elements(data: bytes, name: str) -> list[Lifted]:
    """The options, tables and lists that stand as elements in code."""
    text = decoded(data)
    lines = Lines(text)
    trees: list[Lifted] = []
    read_to = 0
    for opened in _OPENED.finditer(text):
        end_tag = f"</{opened[1]}>"
        end = text.find(end_tag, opened.end(), opened.end() + MAX_ELEMENT)
        if opened.start() < read_to or end < 0:
            continue
        read_to = end + len(end_tag)
        page = _Page(lines, name)
        # blanks before it, so that each value keeps its line and its column
        line, column = lines.place(opened.start())
        page.feed("\n" * (line - 1) + " " * (column - 1) + text[opened.start() : read_to])
        page.close()
        trees += page.found
    return trees


def _joined(texts: list[Leaf]) -> Leaf:
    """Several texts as one."""
    return texts[0]._replace(text=" ".join(leaf.text for leaf in texts))


def _name(texts: list[Leaf]) -> Leaf:
    """Texts as a name, without a sign at the end of it."""
    return texts[0]._replace(text=_joined(texts).text.rstrip(" :=-–—"))


@dataclass
class _List:
    """A list that is being read: its scopes and entries, and the texts of its open item."""

    scopes: tuple[Scope, ...]
    table: Branch
    term: Leaf | None = None
    item: str = ""
    texts: list[Leaf] = field(default_factory=list)

    def close_item(self) -> None:
        """Make an item an entry: a term waits for its definition, a name in a tag of its own is a key."""
        texts, item, self.texts, self.item = self.texts, self.item, [], ""
        if not texts or sum(len(leaf.text) for leaf in texts) > MAX_TEXT:
            return
        entries = self.table.entries
        if item == "dt":
            self.term = _name(texts)
        elif item == "dd":
            entries += [Entry(self.term, _name(texts))] if self.term is not None else []
            self.term = None
        elif len(texts) > 1 and len(texts[0].text) <= MAX_NAME:  # `<b>Short</b>: +1`
            value = _joined(texts[1:])
            plain = value.text.lstrip(" :=–—")
            column = value.column + len(value.text) - len(plain)
            entries.append(Entry(_name(texts[:1]), value._replace(text=plain, column=column)))
        else:
            entries.append(Entry(None, texts[0]))
        if any(entry.key is not None for entry in entries):
            self.table.kind = "map"


class _Page(HTMLParser):
    """Collects what may be a table while a page is parsed; lists may be nested."""

    def __init__(self, lines: Lines, name: str) -> None:
        super().__init__(convert_charrefs=True)
        self.lines, self.name = lines, name
        self.found: list[Lifted] = []
        self.scripts: list[tuple[int, int, str]] = []
        self.heading = self.label = self.taking = ""
        self.select: Branch | None = None
        self.option: list[Leaf] = []
        self.rows: list[list[Leaf]] | None = None
        self.sideways, self.last = False, ""
        self.cell: list[Leaf] | None = None
        self.script = -1
        self.buttons: dict[str, tuple[str, Branch]] = {}
        self.button: tuple[str, Leaf] | None = None
        self.hidden = Branch(1, 1, kind="part")
        self.lists: list[_List] = []
        self.finished_lists: list[_List] = []

    def _add(self, tree: Branch, *scopes: Scope) -> None:
        self.found.append(Lifted((Scope("file", self.name), *scopes), tree))

    def _offset(self) -> int:
        line, column = self.getpos()
        return self.lines.starts[min(line, len(self.lines.starts)) - 1] + column

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Something begins."""
        line, column = self.getpos()[0], self.getpos()[1] + 1
        values = {key: value or "" for key, value in attributes}
        if self.rows is None and tag in _LISTS:
            named = " ".join(filter(None, (values.get(key) for key in ("id", "title", "class"))))
            scopes = (Scope("comment", self.heading), *([Scope("name", named)] if named else []))
            self.lists.append(_List(scopes, Branch(line, column, kind="list")))
        elif self.rows is None and tag in _ITEMS and self.lists:
            self.lists[-1].close_item()  # even without an end tag
            self.lists[-1].item = tag
        elif tag == "script":
            self.script = self._offset() + len(self.get_starttag_text() or "")
        elif tag in ("select", "datalist"):
            named = " ".join(values.get(key, "") for key in ("name", "id", "title", "class"))
            self.select = Branch(line, column)
            self.scopes = (Scope("comment", self.heading), Scope("name", f"{self.label} {named}".strip()))
        elif tag == "option" and self.select is not None:
            self._close_option()
            self.option = [Leaf(values.get("value", ""), *self._value_place(line, column))]
        elif tag == "input" and values.get("value"):
            self._input(values, line, column)
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

    def _input(self, values: Mapping[str, str], line: int, column: int) -> None:
        """An input with a value: a constant if it is hidden, or a radio button or checkbox."""
        kind, name = values.get("type", "").lower(), values.get("name", "").removeprefix("attr_")
        value = Leaf(values["value"], *self._value_place(line, column))
        if kind == "hidden" and name:
            value = value._replace(kind=number_or_text(value.text))
            self.hidden.entries.append(Entry(Leaf(name, line, column, "word"), value))
        elif kind in ("radio", "checkbox"):
            self.button = name if kind == "radio" else f"{self.heading} modifiers", value
            if self.taking == "label" and self.label:
                self._close_button(Leaf(self.label, line, column))

    def handle_data(self, data: str) -> None:
        """Some text."""
        text = " ".join(data.split())
        if not text:
            return
        leaf = Leaf(text, *self.lines.place(self._offset() + len(data) - len(data.lstrip())))
        if self.rows is None and self.script < 0 and self.lists and self.lists[-1].item:
            self.lists[-1].texts.append(leaf)
        if self.option:
            self.option.append(leaf)
        elif self.cell is not None:
            self.cell.append(leaf)
        elif self.button is not None:
            self._close_button(leaf)
        elif self.taking == "label":
            self.label = text[:80]
        elif self.taking:
            self.heading = text[:120]

    def handle_endtag(self, tag: str) -> None:
        """Something ends."""
        if tag in (*_ITEMS, *_LISTS) and self.rows is None and self.lists:
            self.lists[-1].close_item()
            if tag in _LISTS:
                self.finished_lists.append(self.lists.pop())
        if tag == "script" and self.script >= 0:
            self.scripts.append((self.script, self._offset(), self.heading))
            self.script = -1
        elif tag == "option":
            self._close_option()
        elif tag in ("select", "datalist") and self.select is not None:
            self._close_option()
            if self.select.entries:
                self._add(self.select, *self.scopes)
            self.select = None
        elif tag in ("td", "th") or tag.endswith("cell"):
            self._close_cell()
        elif tag == "table" and self.rows is not None:
            self._close_cell()
            if self.sideways:  # its names stand in the first column, and nothing above them
                self.rows.insert(0, [cell._replace(text="") for cell in self.rows[0]])
            if (table := records(self.rows)) is not None:
                self._add(table, Scope("comment", self.heading))
            self.rows = None
        elif tag == self.taking:
            self.taking = ""

    def close(self) -> None:
        """The page ends."""
        super().close()
        for finished in self.finished_lists:
            if len(finished.table.entries) > 1:
                self._add(finished.table, *finished.scopes)
        if self.hidden.entries:
            self._add(self.hidden)
        for name, (heading, buttons) in self.buttons.items():
            self._add(buttons, Scope("comment", heading), Scope("name", name))

    def _value_place(self, line: int, column: int) -> tuple[int, int]:
        """The place of the value in the tag that is being read."""
        match = _VALUE.search(self.get_starttag_text() or "")
        return self.lines.place(self._offset() + match.end()) if match is not None else (line, column)

    def _close_option(self) -> None:
        if self.option and self.select is not None:
            value, shown = self.option[0], self.option[1] if len(self.option) > 1 else self.option[0]
            self.select.entries.append(Entry(value if value.text else shown, shown))
        self.option = []

    def _close_cell(self) -> None:
        """A cell ends, by its own tag or because another begins."""
        if self.cell is not None and self.rows:
            self.rows[-1].append(_joined(self.cell[1:] or self.cell))
        self.cell = None

    def _close_button(self, label: Leaf) -> None:
        """Add a radio button or checkbox with its label; those with the same name form one table."""
        if self.button is not None and len(label.text) < MAX_LABEL:
            name, value = self.button
            _, buttons = self.buttons.setdefault(name, (self.heading, Branch(label.line, label.column)))
            buttons.entries.append(Entry(value, label))
        self.button = None
