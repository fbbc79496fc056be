"""XML: elements as records, and the Lua in their scripts. No entity is expanded and nothing outside is fetched."""

from __future__ import annotations

import re
from typing import Any, Literal
from xml.parsers import expat

from errata.literals.lifter import lift
from errata.literals.model import Branch, Entry, Leaf, Lifted, Problem, Scope, Wanted, unreadable
from errata.readers.lua import SYNTAX

MAX_DEPTH = 500


class _Refused(Exception):
    """A document that is not read; the message says why."""


def read(data: bytes, name: str, wanted: Wanted) -> tuple[list[Lifted], Problem | None]:
    """The elements of a document as a tree, and what its scripts hold."""
    build = _Builder(data)
    problem = None
    try:
        build.parser.Parse(data, True)
    except expat.ExpatError as error:
        problem = unreadable(f"it does not parse at line {error.lineno}")
        while build.open:  # what stands before the fault is read
            build.end(build.open[-1][0])
    except _Refused as why:
        return [], unreadable(str(why))
    around = (Scope("file", name),)
    found = [Lifted(around, build.root)]
    for start, end, origin, scopes in build.scripts:
        piece = _unescaped(data[start:end])
        if wanted(piece):
            lifted, _ = lift(SYNTAX, piece, wanted, (*around, *scopes), origin)
            found += lifted
    return found, problem


def _is_utf8(data: bytes) -> bool:
    """Whether it is UTF-8, whatever it says of itself: what was UTF-16 has been turned into it."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


class _Builder:
    """Builds the tree while the parser goes on."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.parser = expat.ParserCreate("utf-8" if _is_utf8(data) else None)
        self.parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.text
        self.parser.EntityDeclHandler = self.entity
        self.root = Branch(1, 1)
        self.open: list[tuple[str, Branch, list[str], tuple[int, int], int]] = []
        self.scripts: list[tuple[int, int, tuple[int, int], tuple[Scope, ...]]] = []

    def entity(self, *_: Any) -> None:
        """Refuse a document that makes up entities."""
        raise _Refused("it declares entities, which are not expanded")

    def _place(self) -> tuple[int, int]:
        return self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        if len(self.open) > MAX_DEPTH:
            raise _Refused("it is nested too deeply")
        line, column = self._place()
        made = Branch(line, column)
        end = self.data.find(b">", self.parser.CurrentByteIndex)
        for key, value in attributes.items():
            place = self._attribute(key, end) or (line, column)
            made.entries.append(Entry(Leaf(key, *place, "word"), Leaf(value, *place, _kind(value))))
        self.open.append((tag, made, [], (line, column), self.parser.CurrentByteIndex))

    def _attribute(self, key: str, end: int) -> tuple[int, int] | None:
        """Where the value of an attribute of the element that begins here stands."""
        start = self.parser.CurrentByteIndex
        found = re.compile(rb"\s" + re.escape(key.encode()) + rb"\s*=\s*[\"']").search(
            self.data, start, max(start, end)
        )
        if found is None:
            return None
        at = found.end()
        first = self.data.rfind(b"\n", 0, at) + 1
        line = self.parser.CurrentLineNumber + self.data.count(b"\n", start, at)
        return line, len(self.data[first:at].decode("utf-8", "replace")) + 1

    def text(self, text: str) -> None:
        """Some text of the element that is open."""
        if self.open and text.strip():
            tag, made, parts, _, at = self.open[-1]
            if not parts:
                self.open[-1] = (tag, made, [text], self._place(), at)
            else:
                parts.append(text)

    def end(self, tag: str) -> None:
        """An element ends: text alone is a value, anything else a record."""
        _, made, parts, place, at = self.open.pop()
        parent = self.open[-1][1] if self.open else self.root
        key = Leaf(tag, made.line, made.column, "word")
        if tag.lower() == "script":
            start = self.data.find(b">", at) + 1
            end = self.parser.CurrentByteIndex
            if (cdata := self.data.find(b"<![CDATA[", start, end)) >= 0:
                start, end = cdata + 9, max(start, self.data.rfind(b"]]>", start, end))
            first = self.data.rfind(b"\n", 0, start) + 1
            column = len(self.data[first:start].decode("utf-8", "replace")) + 1
            line = made.line + self.data.count(b"\n", at, start)
            scopes = tuple(Scope("class", _named(outer)) for outer in self.open if _named(outer))
            self.scripts.append((start, end, (line, column), scopes))
            return
        text = " ".join("".join(parts).split())
        leaf = Leaf(text, *place, _kind(text))
        inner = any(isinstance(entry.value, Branch) for entry in made.entries) or len(made.entries) > 1
        if text and not inner and all(e.key is not None and e.key.text == "type" for e in made.entries):
            parent.entries.append(Entry(key, leaf))
            return
        if text:
            made.entries.append(Entry(Leaf("text", *place, kind="word"), leaf))
        parent.entries.append(Entry(key, made))


def _named(element: tuple[str, Branch, list[str], tuple[int, int], int]) -> str:
    for key, value in element[1].entries:
        if key is not None and key.text == "name" and isinstance(value, Leaf):
            return value.text
    return ""


def _kind(text: str) -> Literal["number", "text"]:
    return "number" if text.lstrip("+-").replace(".", "", 1).isdecimal() else "text"


def _unescaped(script: bytes) -> bytes:
    """A script with plain characters for the escapes of markup, each padded so that places stay the same."""
    for escape, character in _ESCAPES.items():
        if escape in script:
            script = script.replace(escape, character.ljust(len(escape)))
    return script


_ESCAPES = {b"&lt;": b"<", b"&gt;": b">", b"&quot;": b'"', b"&apos;": b"'", b"&amp;": b"&"}
