"""XML: elements as records, and the Lua in their scripts. No entity is expanded and nothing outside is fetched."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any
from xml.parsers import expat

from errata.literals.lifter import lift
from errata.literals.model import Branch, Entry, Leaf, Lifted, Problem, Scope, Wanted, unreadable
from errata.readers import number_or_text
from errata.readers.lua import SYNTAX

MAX_DEPTH = 500
_ESCAPES = {b"&lt;": b"<", b"&gt;": b">", b"&quot;": b'"', b"&apos;": b"'", b"&amp;": b"&"}


class _Refused(Exception):
    """A document that is not read; the message says why."""


def read(data: bytes, name: str, wanted: Wanted) -> tuple[list[Lifted], Problem | None]:
    """The elements of a document as a tree, and what its scripts hold."""
    build = _Builder(data)
    problem = None
    try:
        build.parser.Parse(data, True)
    except expat.ExpatError as error:
        problem = unreadable("it does not parse", error.lineno)
        while build.open:  # what stands before the fault is read
            build.end(build.open[-1].tag)
    except _Refused as why:
        return [], unreadable(str(why))
    file = Scope("file", name)
    trees = [Lifted((file,), build.root)]
    for script, origin, scopes in build.scripts:
        script = _unescaped(script)
        if wanted(script):
            trees += lift(SYNTAX, script, wanted, (file, *scopes), origin)[0]
    return trees, problem


def errors_in(data: bytes) -> int:
    """1 if a document does not parse, and the errors of its scripts."""
    build = _Builder(data)
    broken = 0
    try:
        build.parser.Parse(data, True)
    except (expat.ExpatError, _Refused):
        broken = 1
    return broken + sum(SYNTAX.errors_in(_unescaped(script)) for script, _, _ in build.scripts)


def _unescaped(script: bytes) -> bytes:
    """A script without its escapes, padded so that places stay the same."""
    for escape, character in _ESCAPES.items():
        script = script.replace(escape, character.ljust(len(escape)))
    return script


@dataclass
class _Element:
    """An element that is open: its first byte, what stands in it, and the place and the pieces of its text."""

    tag: str
    start: int
    branch: Branch
    place: tuple[int, int]
    texts: list[str] = field(default_factory=list)


class _Builder:
    """Builds the tree while the parser goes on."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        try:  # whatever it says of itself: what was UTF-16 has been turned into UTF-8
            data.decode("utf-8")
            self.parser = expat.ParserCreate("utf-8")
        except UnicodeDecodeError:
            self.parser = expat.ParserCreate()
        self.parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.text
        self.parser.EntityDeclHandler = self.entity
        self.root = Branch(1, 1)
        self.open: list[_Element] = []
        self.scripts: list[tuple[bytes, tuple[int, int], list[Scope]]] = []

    def entity(self, *_: Any) -> None:
        """Refuse a document that makes up entities."""
        raise _Refused("it declares entities, which are not expanded")

    def _place(self) -> tuple[int, int]:
        return self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1

    def _place_of(self, offset: int, start: int, line: int) -> tuple[int, int]:
        """The place of a byte behind another, whose line is known."""
        first = self.data.rfind(b"\n", 0, offset) + 1
        column = len(self.data[first:offset].decode("utf-8", "replace")) + 1
        return line + self.data.count(b"\n", start, offset), column

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        if len(self.open) > MAX_DEPTH:
            raise _Refused("it is nested too deeply")
        line, column = self._place()
        element = _Element(tag, self.parser.CurrentByteIndex, Branch(line, column), (line, column))
        end = max(element.start, self.data.find(b">", element.start))
        for key, value in attributes.items():
            pattern = re.compile(rb"\s" + re.escape(key.encode()) + rb"\s*=\s*[\"']")
            quote = pattern.search(self.data, element.start, end)
            place = self._place_of(quote.end(), element.start, line) if quote is not None else (line, column)
            leaf = Leaf(value, *place, number_or_text(value))
            element.branch.entries.append(Entry(Leaf(key, *place, "word"), leaf))
        self.open.append(element)

    def text(self, text: str) -> None:
        """Some text of the element that is open."""
        if self.open and text.strip():
            element = self.open[-1]
            element.place = element.place if element.texts else self._place()
            element.texts.append(text)

    def end(self, tag: str) -> None:
        """An element ends: text alone is a value, anything else a record."""
        element = self.open.pop()
        branch = element.branch
        if tag.lower() == "script":
            self._script(element)
            return
        parent = self.open[-1].branch if self.open else self.root
        key = Leaf(tag, branch.line, branch.column, "word")
        text = " ".join("".join(element.texts).split())
        leaf = Leaf(text, *element.place, number_or_text(text))
        inner = any(isinstance(entry.value, Branch) for entry in branch.entries) or len(branch.entries) > 1
        if text and not inner and all(e.key is not None and e.key.text == "type" for e in branch.entries):
            parent.entries.append(Entry(key, leaf))
            return
        if text:
            branch.entries.append(Entry(Leaf("text", *element.place, kind="word"), leaf))
        parent.entries.append(Entry(key, branch))

    def _script(self, element: _Element) -> None:
        """A script ends; the names of the elements around it are its classes."""
        start, end = self.data.find(b">", element.start) + 1, self.parser.CurrentByteIndex
        if (cdata := self.data.find(b"<![CDATA[", start, end)) >= 0:
            start, end = cdata + 9, max(start, self.data.rfind(b"]]>", start, end))
        place = self._place_of(start, element.start, element.branch.line)
        scopes = [Scope("class", name) for name in map(_name, self.open) if name]
        self.scripts.append((self.data[start:end], place, scopes))


def _name(element: _Element) -> str:
    for key, value in element.branch.entries:
        if key is not None and key.text == "name" and isinstance(value, Leaf):
            return value.text
    return ""
