"""What names are given in a source: constants, values that are put into tables, tables that are put over others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from errata.literals.alterations import path_of
from errata.literals.model import Branch, Change, Entry, Leaf, Lifted, Node, Path

if TYPE_CHECKING:
    from errata.literals.lifter import Lifter


MERGING = frozenset({"assign", "update", "merge", "mergeObject", "extend", "deepMerge", "defaultsDeep"})
"""Calls that put the entries of one table over those of another, by the last part of their name."""
ONE = Leaf("1", 0, 0, "number")
"""What `++` adds."""
DEEP = MERGING - {"assign", "update"}
"""Those of them that put entries over each other, however deep they stand."""
SETTING = frozenset({"set", "setProperty"})
"""Calls that put a value under a name."""
MAX_ALIASES = 3
"""Names for names."""
MAX_NAME = 120
"""Bytes of a name that is given something."""
_NEXT = re.compile(r"([\w.]+)\[\s*#\1\s*\+\s*1\s*\]")
"""The place behind the last of a list, in Lua."""
_GIVEN = rb"%s(?<![\w.$]%s)\s*(?::[^=,;{}()\n]*)?([-+*/|&]|\*\*|\?\?)?=(?![=>])"
"""Where a name is given a value, or one is worked into what it has."""
_IMPORT = re.compile(
    rb"^[ \t]*(?:import\b|from\b|\} ?from\b|(?:const|let|var|local)\b[^\n=]*= ?require\b)[^\n]*", re.MULTILINE
)
"""A line that brings names of other files."""
_OVER = re.compile(
    rb"(?:\.\.\.|\*\*)([\w$.]+)|([\w$.]+)\s*\|=?\s*\{|\(\s*(?:\{\s*\}\s*,\s*)?([\w$.]+)\s*,|([\w$.]+)\.update\("
    rb"|\bnew\b[^(){}\n]{0,60}\(\s*([\w$.]+)\s*\)\s*\{|__index\s*=\s*([\w$.]+)"
)
"""What a table may be put over: `{...DM, short: 1}`, `DM | {…}`, `assign({}, DM, …)`, `DM.update(…)`, `new(DM) {…}`."""


class Assignments:
    """What names are given in one source."""

    def __init__(self, lifter: Lifter) -> None:
        self.lifter, self.syntax = lifter, lifter.syntax
        self.given: dict[str, list[Any]] = {}
        """The nodes that each plain name is given."""
        self.paths: list[tuple[Path, Any, str]] = []
        """What is put into something: the names that lead there, the node, and the sign before the one that puts it."""
        self.appended: dict[str, list[Any]] = {}
        """The tables that are put behind the last of a list, by its name: `bands[#bands + 1] = {…}`."""
        self.changes: list[Change] = []
        self._seen: dict[str, list[bytes]] = {}
        self._asked: set[str] = set()
        self.tables: set[str] = set()
        """The names of the tables that were lifted."""

    def note(self, nodes: Iterable[Any]) -> None:
        """Note all that is declared or assigned."""
        for node in sorted(nodes, key=lambda one: one.start_byte):
            name, value = self.syntax.declared(node)
            sign = self.syntax.compound(node)
            if name is None or (value is None and not sign) or name.end_byte - name.start_byte > MAX_NAME:
                continue
            if name.type == "identifier":
                self.given.setdefault(self.lifter.text(name), []).append(value)
            elif (found := _NEXT.fullmatch(self.lifter.text(name))) and value.type in self.syntax.containers:
                self.appended.setdefault(found[1], []).append(value)
            elif value is None:
                self.paths.append((self._path(self.lifter.text(name)), node, sign))
            elif value.type not in self.syntax.containers:
                self.paths.append((self._path(self.lifter.text(name)), value, sign))

    def _path(self, text: str) -> Path:
        """The names by which something is reached, by its own name; places in lists are counted from 0.

        A table may have another name here, or in the file that it comes from.
        """
        path = path_of(text)
        for _ in range(MAX_ALIASES):
            values = self.given.get(path[0], []) if path else []
            if len(values) != 1 or values[0] is None or values[0].type not in self.syntax.words:
                break
            path = (*path_of(self.lifter.text(values[0])), *path[1:])
        if path and (real := self._imported.get(path[0])):
            path = (real, *path[1:])
        return tuple(str(int(name) - self.syntax.first) if name.isdecimal() else name for name in path)

    def note_calls(self, nodes: Iterable[Any]) -> None:
        """Note the calls that put a value under a name: `DM.set("short", 1)`, `setProperty(DM, "short", 1)`."""
        for node in nodes:
            name, given = self.syntax.called(node)
            owner, _, last = self.lifter.text(name).rpartition(".") if name is not None else ("", "", "")
            if last not in SETTING or len(given) not in (2, 3):
                continue
            table = owner if len(given) == 2 else self.lifter.text(given[0])
            key = self.lifter.node(given[-2])
            if table and isinstance(key, Leaf) and key.kind == "text":
                self.paths.append(((*self._path(table), *key.text.split(".")), given[-1], ""))

    # Constants

    def meant(self, read: Node | None, node: Any) -> Node | None:
        """What was read, or what it is the name of: a constant of the whole source, at the place of its name."""
        values = self.given.get(read.text, []) if isinstance(read, Leaf) and read.kind == "word" else []
        if not isinstance(read, Leaf) or len(values) != 1:
            return read
        value = values[0]
        if value.type in self.syntax.containers or self._is_in_function(value):
            return read
        if not read.text.isupper() and self._is_in_function(node):
            return read  # something of the function may have the same name
        if len(self._signs(read.text)) != 1 or read.text in self._asked:
            return read
        self._asked.add(read.text)  # a constant may be said to be its own value
        own = self.lifter.node(value)
        self._asked.discard(read.text)
        known = isinstance(own, Leaf) and own.kind in ("number", "text")
        return own._replace(line=read.line, column=read.column, inset=0) if known and isinstance(own, Leaf) else read

    def _signs(self, name: str) -> list[bytes]:
        """What stands before each sign by which a name is given something: nothing, or a plus."""
        if name not in self._seen:
            own = re.escape(name.encode())
            self._seen[name] = re.findall(_GIVEN % (own, own), self.lifter.data)
        return self._seen[name]

    @cached_property
    def _imported(self) -> dict[str, str]:
        """The names on lines that import something, each with what the other file calls it."""
        told = b" ".join(_IMPORT.findall(self.lifter.data)).decode("utf-8", "replace")
        names = {name: name for name in re.findall(r"\w+", told)}
        return names | {own: real for real, own in re.findall(r"(\w+)(?:\s+as\s+|\s*:\s*)(\w+)", told)}

    def as_exported(self, name: str) -> str:
        """A name as the file calls it that it is imported from."""
        first, *rest = name.split(".")
        return ".".join((self._imported.get(first, first), *rest)) if first not in self.given else name

    def _is_in_function(self, node: Any) -> bool:
        while node is not None and node.type not in self.syntax.functions:
            node = node.parent
        return node is not None

    # Tables

    def may_be_over_another(self, piece: bytes) -> bool:
        """Whether a piece may put entries over those of a table that was lifted, or of one that stands elsewhere."""
        if not any(sign in piece for sign in (b"...", b"**", b"|", b"(")):
            return False
        if b"setmetatable(" in piece:
            return True
        found = (path_of(name.decode("utf-8", "replace")) for names in _OVER.findall(piece) for name in names if name)
        for path in found:
            if not self.tables.isdisjoint(path):
                return True
            if path and path[0] not in self.given and (path[0][0].isupper() or path[0] in self._imported):
                return True
        return False

    def merged(self, node: Any, piece: Lifted) -> Lifted:
        """A table, which may be put over another: that is then spread in it, or changed by it."""
        if not isinstance(piece.tree, Branch):
            return piece
        tree = piece.tree
        made = self._given_to_call(node)
        bases, is_changed, deep = made or (*self._joined(node), False)
        if bases and is_changed:
            self._put(node, self._path(bases[0]), tree, deep)
        elif bases:
            words = [Entry(None, Leaf(base, *self.lifter.place(node), "word")) for base in bases]
            piece = replace(piece, tree=replace(tree, entries=[*words, *tree.entries], kind="map"))
        else:
            where, text = piece.scopes[-1] if piece.scopes else ("", "")
            path = path_of(text) if where in ("name", "key") else ()
            self.tables.update(path[-1:])
            if where == "name" and len(path) > 1:
                self.changes.append(self._change(node, path, tree))
        return piece

    def _given_to_call(self, node: Any) -> tuple[list[str], bool, bool] | None:
        """What a call puts a table over, whether that is changed, and if deep: `Object.assign(DM, {short: 1})`."""
        call = node if node.type in self.syntax.calls else node.parent.parent if node.parent is not None else None
        if call is None or call.type not in self.syntax.calls:
            return None
        name, given = self.syntax.called(call)
        owner, _, last = self.lifter.text(name).rpartition(".") if name is not None else ("", "", "")
        if last == "setmetatable":
            return self._indexed(given[1:]), False, False
        if last not in MERGING:
            return None
        if last == "update":
            return [owner], True, False
        before = [arg for arg in given if arg.end_byte <= node.start_byte]
        bases = [self.lifter.text(arg) for arg in before if arg.type in self.syntax.words]
        return (bases, before[0].type in self.syntax.words, last in DEEP) if bases else None

    def _indexed(self, given: list[Any]) -> list[str]:
        """The table in which Lua looks for what another does not have: `setmetatable({short = 1}, {__index = DM})`."""
        pairs = (pair for table in given if table.type in self.syntax.containers for pair in self.syntax.entries(table))
        named = (value for key, value in pairs if key is not None and self.lifter.text(key) == "__index")
        return [self.lifter.text(value) for value in named if value.type in self.syntax.words]

    def _joined(self, node: Any) -> tuple[list[str], bool]:
        """What a table is put over by a sign: `DM | {"short": 1}`, `DM |= {"short": 1}`."""
        outer = node.parent
        if outer is None or not (outer.type in self.syntax.binaries or outer.type in self.syntax.assignments):
            return [], False
        left, sign = self.syntax.sides(outer)[0], self.lifter.operator(outer)
        if left is None or left.id == node.id or left.type not in self.syntax.words or sign not in ("|", "|="):
            return [], False
        return [self.lifter.text(left)], sign == "|="

    def _put(self, node: Any, path: Path, tree: Branch, deep: bool) -> None:
        """Note each entry of a table as put into another, also those of one that a call is given as a whole."""
        for key, value in tree.entries if path else ():
            own = (*path, key.text) if key is not None else path
            if isinstance(value, Branch) and value.kind != "list" and (deep or key is None):
                self._put(node, own, value, deep)
            elif key is not None:
                self.changes.append(self._change(node, own, value))

    def made(self) -> list[Change]:
        """All changes of tables, in their order."""
        for path, node, sign in (one for one in self.paths if len(one[0]) > 1):
            if self.tables.isdisjoint(path) and not path[0][0].isupper() and path[0] not in self._imported.values():
                continue
            sign, value = self._worked_in(path, node) if not sign else (sign, node)
            read = self.meant(self.lifter.node(value), value) if value.type != "update_expression" else ONE
            unknown = read is None or (isinstance(read, Leaf) and read.kind == "word")
            self.changes.append(self._change(value, path, None if unknown else read)._replace(sign=sign))
        return sorted(self.changes, key=lambda change: (change.line, change.column))

    def _worked_in(self, path: Path, node: Any) -> tuple[str, Any]:
        """The sign and the rest of a sum that begins with what it is put into: `DM.short = DM.short + 1`."""
        left, right = self.syntax.sides(node) if node.type in self.syntax.binaries else (None, None)
        if left is None or right is None or path_of(self.lifter.text(left)) != path:
            return "", node
        return self.lifter.operator(node), right

    def _change(self, node: Any, path: Path, value: Node | None) -> Change:
        """A change of a table, which may be one under a condition."""
        within, sure, here = [], True, node.parent
        while here is not None:
            sure = sure and here.type not in self.syntax.conditions
            if here.type in self.syntax.functions and path[0] in map(self.lifter.text, filter(None, self._takes(here))):
                path = ()  # something else of that name
                break
            name = self.syntax.named(here) if here.type in self.syntax.naming else None
            if name is not None and self.syntax.naming[here.type][0] in ("class", "function"):
                within.append(self.lifter.text(name))
            here = here.parent
        times = self._signs(path[0]).count(b"") if path and not self._is_required(path[0]) else 0
        return Change(path, value, *self.lifter.place(node), tuple(reversed(within)), sure, given=times)

    def _is_required(self, name: str) -> bool:
        """Whether a name is only given what another file gives: `local dms = require("rules")`."""
        values = self.given.get(name, [])
        called = self.syntax.called(values[0])[0] if len(values) == 1 and values[0].type in self.syntax.calls else None
        return called is not None and self.lifter.text(called) in ("require", "import")

    def _takes(self, function: Any) -> Iterator[Any]:
        alone = function.child_by_field_name("parameter")
        yield from self.syntax.takes(function) if alone is None else (alone,)
