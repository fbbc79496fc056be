"""JSON, with or without comments; also one document per line, as Foundry keeps its packs (`.db`).

The parser of the standard library gives no places, so the text is split here, by one pattern: a value or an end, with
the key before it and the comma after it.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right

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
_LITERAL = (
    r"""(?>"[^"\\]*(?:\\.[^"\\]*)*"|'[^'\\]*(?:\\.[^'\\]*)*'"""
    r"|[+-]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|[A-Za-z_$][\w$]*)"
)
_ITEM = re.compile(rf"{_GAP}(?:({_LITERAL}){_GAP}:{_GAP})?({_LITERAL}|.|\Z){_GAP}(,?)", re.DOTALL)
"""A value, or the end of an object or a list: the key before it, and the comma after it."""
_BEGINS: dict[str, BranchKind] = {"{": "map", "[": "list"}
_ENDS: dict[str, BranchKind] = {"}": "map", "]": "list"}
_WORDS: dict[str, LeafKind] = {"true": "flag", "false": "flag", "null": "nothing", "undefined": "nothing"}
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_PLAIN = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
MAX_DEPTH = 200


class _Broken(Exception):
    """What is wrong with a document, and the line of it."""

    def __init__(self, what: str, line: int) -> None:
        super().__init__(what)
        self.line = line


def read(data: bytes, name: str, wanted: Wanted) -> tuple[list[Lifted], Problem | None]:
    """The tree of a document, or of each line that may be wanted."""
    text = decoded(data)
    starts = Lines(text).starts
    around = (Scope("file", name),)
    try:
        return [Lifted(around, tree) for tree in _documents(text, starts)], None
    except _Broken as broken:
        if name.lower().endswith(".json"):
            return [], unreadable(f"it does not parse: {broken}", broken.line)
    trees: list[Lifted] = []
    broken_lines: list[int] = []
    for n, (line, start) in enumerate(zip(text.split("\n"), starts, strict=True), 1):
        if line.strip() and wanted(line.encode("utf-8", "surrogatepass")):
            try:
                trees += [Lifted(around, tree) for tree in _documents(line, starts, start)]
            except _Broken:
                broken_lines.append(n)
    if not broken_lines:
        return trees, None
    return trees, unreadable(f"{len(broken_lines)} of its lines do not parse", broken_lines[0])


def errors_in(data: bytes) -> int:
    """How many literals JSON does not have (`+1`, `.5`, `'a'`), and 1 for whatever else is not JSON (comments)."""
    text = decoded(data)
    if _is_json(text):
        return 0
    literals = (literal for item in _ITEM.finditer(text) for literal in item.group(1, 2))
    return 1 + sum(not _is_json(literal) for literal in literals if literal and literal not in "{}[]")


def _is_json(text: str) -> bool:
    """Whether the parser of the standard library takes it."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _documents(text: str, starts: list[int], offset: int = 0) -> list[Node]:
    """The values of a text that begins at an offset of its file; a document has one, a pack has one to a line."""
    documents: list[Node] = []
    outer: list[Branch] = []  # the objects and lists that are open, outermost first
    needs_comma = False
    for item in _ITEM.finditer(text):
        key, token, comma = item.groups()
        if not token and not key:
            break
        at = offset + item.start(2)
        line = bisect_right(starts, at)
        parent = outer[-1] if outer else None
        if parent is not None and key is None and _ENDS.get(token) == parent.kind:
            if parent.kind == "map":
                parent.entries = _last_of_each(parent.entries)
            outer.pop()
        else:
            if parent is None and documents and not isinstance(documents[-1], Branch):
                raise _Broken("there is something behind the value", line)
            if parent is not None and needs_comma:
                raise _Broken("a comma or an end is missing", line)
            if (key is not None) != (parent is not None and parent.kind == "map"):
                raise _Broken("no key" if key is None else "a colon where a value belongs", line)
            if len(outer) > MAX_DEPTH:
                raise _Broken("it is nested too deeply", line)
            column = at - starts[line - 1] + 1
            value: Node = Branch(line, column, kind=_BEGINS[token]) if token in _BEGINS else _leaf(token, line, column)
            if parent is None:
                documents.append(value)
            elif key is None:
                parent.entries.append(Entry(None, value))
            else:
                at = offset + item.start(1)
                line = bisect_right(starts, at)
                parent.entries.append(Entry(_leaf(key, line, at - starts[line - 1] + 1), value))
            if isinstance(value, Branch):
                outer.append(value)
        needs_comma = not comma and token not in _BEGINS
        if comma and (token in _BEGINS or not outer):
            raise _Broken("a comma where a value belongs", line)
    if outer:
        raise _Broken("it ends too early", len(starts))
    return documents


def _leaf(token: str, line: int, column: int) -> Leaf:
    """A literal or a name."""
    first = token[:1]
    if first in ('"', "'") and len(token) > 1:
        return Leaf(_unescaped(token[1:-1]) if "\\" in token else token[1:-1], line, column, "text", 1)
    if first.isdecimal() or (first in "+-." and len(token) > 1):
        if len(token) > MAX_NUMBER:
            return Leaf(token[:MAX_NUMBER], line, column)
        return Leaf(signed_number(token), line, column, "number")
    if not (first.isalpha() or first in "_$"):
        raise _Broken(f"{token!r} where a value belongs", line)
    return Leaf(token, line, column, _WORDS.get(token, "word"))


def _last_of_each(entries: list[Entry]) -> list[Entry]:
    """The entries of an object; of several with the same key only the last, as parsers do."""
    last = {entry.key.text: n for n, entry in enumerate(entries) if entry.key is not None}
    return entries if len(last) == len(entries) else [entries[n] for n in sorted(last.values())]


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda m: chr(int(m[1], 16)) if m[1] else _PLAIN.get(m[2], m[2]), text)
