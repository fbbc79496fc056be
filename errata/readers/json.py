"""JSON, with or without comments; also one document per line, as Foundry keeps its packs (`.db`).

The standard library tells no places, so that the text is taken apart here, by one pattern.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from errata.literals.model import MAX_NUMBER, Branch, Entry, Leaf, Lifted, Node, Problem, Scope, Wanted, unreadable
from errata.literals.numerals import signed_number
from errata.source.text import Lines, decoded

_TOKEN = re.compile(
    r"""(?P<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?P<number>[+-]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)"""
    r"""|(?P<word>[A-Za-z_$][\w$]*)|(?P<sign>[{}\[\]:,])|(?P<skip>\s+|//[^\n]*|/\*.*?\*/)|(?P<odd>.)""",
    re.DOTALL,
)
_WORDS = {"true": "flag", "false": "flag", "null": "nothing", "undefined": "nothing"}
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
        return [Lifted(around, tree) for tree in _Parser(text, lines).documents()], None
    except _Broken as broken:
        if name.lower().endswith(".json"):
            return [], unreadable(f"it does not parse: {broken}")
    found: list[Lifted] = []
    lost = 0
    at = 0
    for line in text.split("\n"):
        if line.strip() and wanted(line.encode("utf-8", "surrogatepass")):
            try:
                found += [Lifted(around, tree) for tree in _Parser(line, lines, at).documents()]
            except _Broken:
                lost += 1
        at += len(line) + 1
    return found, unreadable(f"{lost} of its lines do not parse") if lost else None


class _Parser:
    """Reads one text from a place on; every value keeps its place."""

    def __init__(self, text: str, lines: Lines, offset: int = 0) -> None:
        self.text, self.lines, self.offset = text, lines, offset
        self.tokens = (found for found in _TOKEN.finditer(text) if found.lastgroup != "skip")
        self.next: re.Match[str] | None = next(self.tokens, None)

    def documents(self) -> Iterator[Node]:
        """The values of the text; a document has one, a line-wise pack has one to a line."""
        found: list[Node] = []
        while self.next is not None:
            if found and not isinstance(found[-1], Branch):
                raise _Broken("there is something behind the value")
            found.append(self.value(0))
        return iter(found)

    def take(self) -> re.Match[str]:
        """The next token."""
        found = self.next
        if found is None:
            raise _Broken("it ends too early")
        if found.lastgroup == "odd":
            line, _ = self.lines.place(self.offset + found.start())
            raise _Broken(f"line {line} has {found[0]!r} where a value belongs")
        self.next = next(self.tokens, None)
        return found

    def value(self, depth: int) -> Node:
        """A value with all that is in it."""
        if depth > MAX_DEPTH:
            raise _Broken("it is nested too deeply")
        found = self.take()
        kind = found.lastgroup
        line, column = self.lines.place(self.offset + found.start())
        if kind == "text":
            return Leaf(_unescaped(found[0][1:-1]), line, column, "text", 1)
        if kind == "number" and len(found[0]) > MAX_NUMBER:
            return Leaf(found[0][:MAX_NUMBER], line, column)
        if kind == "number":
            return Leaf(signed_number(found[0]), line, column, "number")
        if kind == "word" and found[0] in _WORDS:
            return Leaf(found[0], line, column, "flag" if _WORDS[found[0]] == "flag" else "nothing")
        if kind == "word":
            return Leaf(found[0], line, column, "word")
        if found[0] not in "{[":
            raise _Broken(f"line {line} has {found[0]!r} where a value belongs")
        made = Branch(line, column, kind="map" if found[0] == "{" else "list")
        self.fill(made, depth, "}" if found[0] == "{" else "]")
        return made

    def fill(self, made: Branch, depth: int, end: str) -> None:
        """The entries of an object or a list, up to its end."""
        while True:
            if self.next is not None and self.next[0] == end and self.next.lastgroup == "sign":
                self.take()
                made.entries = _last_of_each(made.entries) if end == "}" else made.entries
                return
            key: Leaf | None = None
            if end == "}":
                first = self.value(MAX_DEPTH)
                colon = self.take()
                if not isinstance(first, Leaf) or colon[0] != ":":
                    raise _Broken(f"line {self.lines.place(self.offset + colon.start())[0]} has no key")
                key = first
            made.entries.append(Entry(key, self.value(depth + 1)))
            if self.next is not None and self.next[0] == "," and self.next.lastgroup == "sign":
                self.take()
            elif self.next is None or self.next[0] != end:
                raise _Broken("a comma or an end is missing" if self.next is not None else "it ends too early")


def _last_of_each(entries: list[Entry]) -> list[Entry]:
    """The entries of an object without those whose key comes again: only the last of them is ever read."""
    last = {entry.key.text: n for n, entry in enumerate(entries) if entry.key is not None}
    return entries if len(last) == len(entries) else [entries[n] for n in sorted(last.values())]


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    return _ESCAPE.sub(lambda m: chr(int(m[1], 16)) if m[1] else _PLAIN.get(m[2], m[2]), text)
