"""JSON, with or without comments; also one document per line, as Foundry keeps its packs (`.db`).

The parser of the standard library gives no places, so the text is split into tokens here, by one pattern.
"""

from __future__ import annotations

import re

from errata.literals.model import (
    MAX_NUMBER,
    Branch,
    BranchKind,
    Entry,
    Leaf,
    LeafKind,
    Lifted,
    Node,
    Problem,
    Scope,
    Wanted,
    unreadable,
)
from errata.literals.numerals import signed_number
from errata.source.text import Lines, decoded

_GAP = r"(?:\s+|//[^\n]*|/\*.*?\*/)*+"
_STRING = r""""[^"\\]*(?:\\.[^"\\]*)*"|'[^'\\]*(?:\\.[^'\\]*)*'"""
_NUMBER = r"[+-]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_TOKEN = re.compile(rf"{_GAP}({_STRING}|{_NUMBER}|[A-Za-z_$][\w$]*|.|\Z){_GAP}([,:]?)", re.DOTALL)
"""A token, and the comma or colon after it."""
_WORDS: dict[str, LeafKind] = {"true": "flag", "false": "flag", "null": "nothing", "undefined": "nothing"}
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_PLAIN = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
MAX_DEPTH = 200


class _Broken(Exception):
    pass


def read(data: bytes, name: str, wanted: Wanted) -> tuple[list[Lifted], Problem | None]:
    """The tree of a document, or of each line that may be wanted."""
    text = decoded(data)
    lines = Lines(text)
    around = (Scope("file", name),)
    try:
        return [Lifted(around, tree) for tree in _documents(text, lines)], None
    except _Broken as broken:
        if name.lower().endswith(".json"):
            return [], unreadable(f"it does not parse: {broken}")
    found: list[Lifted] = []
    lost = 0
    at = 0
    for line in text.split("\n"):
        if line.strip() and wanted(line.encode("utf-8", "surrogatepass")):
            try:
                found += [Lifted(around, tree) for tree in _documents(line, lines, at)]
            except _Broken:
                lost += 1
        at += len(line) + 1
    return found, unreadable(f"{lost} of its lines do not parse") if lost else None


def _documents(text: str, lines: Lines, offset: int = 0) -> list[Node]:
    """The values of a text, each with its place; a document has one, a line-wise pack has one to a line."""
    parser = _Parser()
    for found in _TOKEN.finditer(text):
        token, sign = found.group(1, 2)
        if not token:
            break
        line, column = lines.place(offset + found.start(1))
        parser.add(token, sign, line, column)
    if parser.outer:
        raise _Broken("it ends too early")
    return parser.documents


class _Parser:
    """Builds the values of a text from its tokens."""

    def __init__(self) -> None:
        self.documents: list[Node] = []
        self.outer: list[Branch] = []
        """The objects and lists that are open, outermost first."""
        self.key: Leaf | None = None
        """The key that has no value yet."""
        self.needs_comma = False

    def add(self, token: str, sign: str, line: int, column: int) -> None:
        """Add a token with the comma or colon after it."""
        within = self.outer[-1] if self.outer else None
        is_end = within is not None and self.key is None and token == _ENDS[within.kind]
        if within is not None and self.key is None and not is_end:
            if self.needs_comma:
                raise _Broken("a comma or an end is missing")
            if within.kind == "map":
                if sign != ":" or token in _BEGINS:
                    raise _Broken(f"line {line} has no key")
                self.key = _leaf(token, line, column)
                return
        if sign and (sign == ":" or token in _BEGINS or len(self.outer) == is_end):
            raise _Broken(f"line {line} has {sign!r} where a value belongs")
        self.needs_comma = sign != "," and token not in _BEGINS
        if within is not None and is_end:
            within.entries = _last_of_each(within.entries) if within.kind == "map" else within.entries
            self.outer.pop()
        else:
            self._add_value(within, token, line, column)

    def _add_value(self, within: Branch | None, token: str, line: int, column: int) -> None:
        if len(self.outer) > MAX_DEPTH:
            raise _Broken("it is nested too deeply")
        value = Branch(line, column, kind=_BEGINS[token]) if token in _BEGINS else _leaf(token, line, column)
        if within is not None:
            within.entries.append(Entry(self.key, value))
        elif self.documents and not isinstance(self.documents[-1], Branch):
            raise _Broken("there is something behind the value")
        else:
            self.documents.append(value)
        self.key = None
        if isinstance(value, Branch):
            self.outer.append(value)


_BEGINS: dict[str, BranchKind] = {"{": "map", "[": "list"}
_ENDS = {"map": "}", "list": "]"}


def _leaf(token: str, line: int, column: int) -> Leaf:
    """A literal or a name."""
    first = token[0]
    if first in "\"'" and len(token) > 1:
        return Leaf(_unescaped(token[1:-1]), line, column, "text", 1)
    if first.isdecimal() or (first in "+-." and len(token) > 1):
        if len(token) > MAX_NUMBER:
            return Leaf(token[:MAX_NUMBER], line, column)
        return Leaf(signed_number(token), line, column, "number")
    if not (first.isalpha() or first in "_$"):
        raise _Broken(f"line {line} has {token!r} where a value belongs")
    return Leaf(token, line, column, _WORDS.get(token, "word"))


def _last_of_each(entries: list[Entry]) -> list[Entry]:
    """The entries of an object without those whose key comes again: only the last of them is ever read."""
    last = {entry.key.text: n for n, entry in enumerate(entries) if entry.key is not None}
    return entries if len(last) == len(entries) else [entries[n] for n in sorted(last.values())]


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    return _ESCAPE.sub(lambda m: chr(int(m[1], 16)) if m[1] else _PLAIN.get(m[2], m[2]), text)
