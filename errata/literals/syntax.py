"""What a programming language calls things, and sources parsed with tree-sitter; this is its only home.

A reader subclasses Syntax with the node types of its grammar. A ParsedSource gives the text and place of a node.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from importlib import import_module
from time import process_time
from typing import Any, ClassVar, Literal

from errata.literals.model import MAX_NUMBER, Leaf, LeafKind, TooLong
from errata.literals.numerals import plain_number, unquoted

Kinds = Mapping[str, Iterable[str]]
"""Node types by a name for the group."""


def nodes(root: Any, kinds: Kinds) -> dict[str, list[Any]]:
    """The nodes of some types under a root, in source order, by the names of their groups.

    This walks the tree: a query is faster, but building one takes as long as walking a hundred files.
    """
    groups: dict[str, list[Any]] = {name: [] for name in kinds}
    by_kind = {kind: groups[name] for name, every in kinds.items() for kind in every}
    cursor = root.walk()
    while True:
        node = cursor.node
        known = by_kind.get(node.type)
        if known is not None and node.is_named:
            known.append(node)
        if cursor.goto_first_child():
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return groups


Naming = Mapping[str, tuple[Literal["class", "function", "name", "key"], str]]


class Syntax(ABC):
    """How one language writes literals. Node types are those of its grammar."""

    wheel: ClassVar[tuple[str, str]]
    """The package of the grammar, and the function in it that gives it."""
    numbers: ClassVar[frozenset[str]] = frozenset()
    strings: ClassVar[frozenset[str]] = frozenset()
    words: ClassVar[frozenset[str]] = frozenset()
    flags: ClassVar[frozenset[str]] = frozenset({"true", "false"})
    nothings: ClassVar[frozenset[str]] = frozenset()
    containers: ClassVar[frozenset[str]] = frozenset()
    maps: ClassVar[frozenset[str]] = frozenset()
    """Containers that are never lists, even if nothing in them has a key."""
    wrappers: ClassVar[frozenset[str]] = frozenset({"parenthesized_expression"})
    """What stands around a value without changing it."""
    negations: ClassVar[frozenset[str]] = frozenset({"unary_expression"})
    binaries: ClassVar[frozenset[str]] = frozenset({"binary_expression"})
    ifs: ClassVar[frozenset[str]] = frozenset({"if_statement"})
    elifs: ClassVar[frozenset[str]] = frozenset()
    """Further branches of an if, where they are not ifs themselves."""
    switches: ClassVar[frozenset[str]] = frozenset()
    ternaries: ClassVar[frozenset[str]] = frozenset()
    relations: ClassVar[frozenset[str]] = frozenset()
    """Cases that compare what is asked for: `>= 9`."""
    results: ClassVar[frozenset[str]] = frozenset({"return_statement"})
    assignments: ClassVar[frozenset[str]] = frozenset()
    calls: ClassVar[frozenset[str]] = frozenset({"call_expression"})
    makers: ClassVar[frozenset[str]] = frozenset()
    """Calls that make a thing of what they are given, where that is written in a way of its own."""
    functions: ClassVar[frozenset[str]] = frozenset()
    blocks: ClassVar[frozenset[str]] = frozenset()
    """Nodes that contain statements."""
    comments: ClassVar[frozenset[str]] = frozenset({"comment"})
    naming: ClassVar[Naming] = {}
    """Nodes that name what stands in them: what they name, and the field that has the name."""
    declarations: ClassVar[frozenset[str]] = frozenset()
    """Nodes that give one name one value."""
    statements: ClassVar[frozenset[str]] = frozenset({"expression_statement"})
    """Nodes in which an assignment stands by itself."""
    equal: ClassVar[frozenset[str]] = frozenset({"==", "===", "is", "eq"})

    def grammar(self) -> Any:
        """The language of tree-sitter, from its wheel."""
        wheel, function = self.wheel
        return getattr(import_module(wheel), function)()

    @property
    def literals(self) -> frozenset[str]:
        """Containers that are no calls."""
        return self.containers - self.calls - self.makers

    # What a language may have to do its own way

    def counts(self, node: Any) -> bool:
        """Whether a declaration or an assignment can matter."""
        return True

    def at_top(self, root: Any) -> Iterator[Any]:
        """Declarations that count only at the top of a source."""
        yield from ()

    @abstractmethod
    def entries(self, node: Any) -> Iterator[tuple[Any, Any]]:
        """The keys and values of a container; a key is None in a list, a value where it is left to count on."""

    def sections(self, node: Any) -> Iterator[tuple[list[Any], list[Any]]]:
        """The sections of a switch: the values that each is for, and its statements; some languages have none."""
        yield from ()

    def cases(self, node: Any) -> Iterator[tuple[list[Any], list[Any]]]:
        """The cases of a switch: its sections, each merged with those that fall through to it."""
        values: list[Any] = []
        for labels, nodes in self.sections(node):
            values += labels
            if statements := [node for node in nodes if node.type != "break_statement"]:
                yield values, statements
                values = []

    def is_container(self, node: Any) -> bool:
        """Whether a node is an object or a list."""
        return node.type in self.containers

    def unwrapped(self, node: Any) -> Any:
        """What stands inside a wrapper; None if it is no wrapper."""
        return node.named_children[0] if node.type in self.wrappers and node.named_child_count else None

    def literal(self, node: Any) -> Any:
        """A node if it is a literal, whatever stands around it."""
        inner = node
        while inner is not None and inner.type in self.wrappers and inner.named_child_count:
            inner = inner.named_children[0]
        known = self.numbers | self.strings | self.negations | self.containers
        return node if inner is not None and inner.type in known else None

    def declared(self, node: Any) -> tuple[Any, Any]:
        """The name and the value of a declaration."""
        return node.child_by_field_name("name"), node.child_by_field_name("value")

    def is_compound(self, node: Any) -> bool:
        """Whether an assignment changes the old value by the new one: `+=`."""
        return any(child.type in _COMPOUND for child in node.children)

    def docstring(self, node: Any) -> Any:
        """The docstring of a node; None if it has none."""
        return None

    def named(self, node: Any) -> Any:
        """The name that a node gives to what stands in it; None if it gives none."""
        naming = self.naming.get(node.type)
        return node.child_by_field_name(naming[1]) if naming is not None else None

    def sides(self, node: Any) -> tuple[Any, Any]:
        """The two sides of a comparison, a sum or an assignment."""
        return node.child_by_field_name("left"), node.child_by_field_name("right")

    def ternary(self, node: Any) -> tuple[Any, Any, Any]:
        """Condition, then, else."""
        field = node.child_by_field_name
        return field("condition"), field("consequence"), field("alternative")

    def branches(self, node: Any) -> Iterator[tuple[Any, Any]]:
        """The conditions and consequences of an if, one after the other; the last may have no condition."""
        yield node.child_by_field_name("condition"), node.child_by_field_name("consequence")
        for other in node.children_by_field_name("alternative"):
            if other.type not in self.ifs and other.named_child_count == 1:
                other = other.named_children[0] if other.named_children[0].type in self.ifs else other
            if other.type in self.ifs | self.elifs:
                yield from self.branches(other)
            else:
                yield None, other.child_by_field_name("body") if self.elifs else other

    # Parsing

    @cached_property
    def parser(self) -> Any:
        """The parser of the language."""
        from tree_sitter import Language, Parser

        return Parser(Language(self.grammar()))

    @cached_property
    def relevant(self) -> Kinds:
        """The nodes that tables and constants are read from."""
        tables = self.containers | self.ifs | self.switches | self.ternaries
        return {"table": tables, "declaration": self.declarations, "statement": self.statements}

    def parse(self, data: bytes) -> Any:
        """The root node of a source; a RecursionError if it is nested too deeply, TooLong if it takes too long.

        Recovering from many errors takes the parser seconds and a gigabyte, where a source that parses takes little.
        """
        if _depth(data) > MAX_DEPTH:
            raise RecursionError
        deadline = process_time() + SECONDS_TO_PARSE + len(data) * SECONDS_PER_BYTE
        is_parsed = False
        views: list[memoryview] = []

        def read(at: int, _: Any) -> bytes | memoryview:
            """The source from a byte on. The parser never frees what it is given; a released view holds no memory."""
            if is_parsed:  # for the text of a node, which cannot be a view
                return data[at:]
            views.append(memoryview(data)[at:])
            return views[-1]

        try:
            tree = self.parser.parse(read, progress_callback=lambda *_: process_time() > deadline)
        except (ValueError, SystemError, TooLong) as error:  # the last two if a signal came within the callback
            del self.parser  # it would go on with this source when the next one is parsed, and keeps its memory
            raise TooLong from error
        finally:
            is_parsed = True
            for view in views:
                view.release()
        return tree.root_node

    def syntax_error(self, root: Any) -> Any:
        """The first node that does not parse; None if all does."""
        unseen = [root]
        while unseen:
            node = unseen.pop()
            inner = [child for child in node.children if child.has_error]
            if (node.is_error or node.is_missing) and not inner:
                return node
            unseen += reversed(inner)
        return root if root.has_error else None

    def comments_in(self, data: bytes) -> list[tuple[int, int]]:
        """The start and end of each comment of a source, in bytes, in order; none if it is nested too deeply."""
        try:
            comments = nodes(self.parse(data), {"comment": self.comments})["comment"]
        except RecursionError:
            return []
        return sorted((node.start_byte, node.end_byte) for node in comments)

    def errors_in(self, data: bytes) -> int:
        """How many pieces of a source do not parse or are missing; 1 if it is nested too deeply."""
        try:
            remaining = [self.parse(data)]
        except RecursionError:
            return 1
        count = 0
        while remaining:
            node = remaining.pop()
            count += node.is_error or node.is_missing
            remaining += node.children if node.has_error else ()
        return count

    def assignments_in(self, root: Any, relevant: dict[str, list[Any]]) -> list[Any]:
        """The declarations and assignments of a source that count, in order."""
        statements = (child for node in relevant["statement"] for child in node.named_children[:1])
        assignments = (node for node in statements if node.type in self.assignments)
        by_id = {node.id: node for node in (*relevant["declaration"], *assignments, *self.at_top(root))}
        return sorted(filter(self.counts, by_id.values()), key=lambda node: node.start_byte)


_COMPOUND = frozenset({"+=", "-=", "*=", "/=", "||=", "??=", "|=", "&&=", "//=", "%=", "**=", "++", "--"})
MAX_DEPTH = 400
"""Brackets in brackets; nobody writes more, and a parser takes long over them."""
SECONDS_TO_PARSE = 0.1
SECONDS_PER_BYTE = 6e-7
"""Time that a parser gets, several times what a source without errors takes."""


def _depth(data: bytes) -> int:
    """The greatest depth of nested brackets, whatever else stands between them."""
    deepest = depth = 0
    for sign in data.translate(None, _NO_BRACKETS):
        if sign in b"([{":
            depth += 1
            deepest = max(deepest, depth)
        elif depth:
            depth -= 1
    return deepest


_NO_BRACKETS = bytes(sign for sign in range(256) if sign not in b"()[]{}")


class ParsedSource:
    """A parsed source: the text, the place and the leaf of each of its nodes."""

    def __init__(self, syntax: Syntax, data: bytes, origin: tuple[int, int] = (1, 1)) -> None:
        self.syntax, self.data = syntax, data
        self.origin = origin
        """The line and the column at which the source begins in its file."""
        self.root = syntax.parse(data)
        self.ascii = data.isascii()

    def text(self, node: Any) -> str:
        """The source of a node."""
        return self.data[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def place(self, node: Any) -> tuple[int, int]:
        """The line and the column of a node in its file, from 1."""
        row, column = node.start_point
        if not self.ascii:
            column = len(self.data[node.start_byte - column : node.start_byte].decode("utf-8", "replace"))
        return row + self.origin[0], column + (self.origin[1] if row == 0 else 1)

    def operator(self, node: Any) -> str:
        """The operator between the sides of a node."""
        operator = node.child_by_field_name("operator")
        if operator is None:
            operator = next((child for child in node.children if not child.is_named), None)
        return str(operator.type) if operator is not None else ""

    def leaf(self, node: Any, kind: LeafKind) -> Leaf:
        """A node as a leaf: numbers without separators, texts without quotes."""
        text = self.text(node)
        if kind == "word" and "[" in text:
            text = _INDEX.sub(r".\1", text)
        if kind == "text":
            plain = unquoted(text)
            inset = max(0, text.find(plain[:20])) if plain else 0
            return Leaf(plain, *self.place(node), kind, inset)
        if kind == "number":
            kind, text = ("number", plain_number(text)) if len(text) <= MAX_NUMBER else ("text", text[:MAX_NUMBER])
        return Leaf(text, *self.place(node), kind)


_INDEX = re.compile(r"\[\s*[\"']([^\"'\]]{1,60})[\"']\s*\]")
"""A member by its name in brackets: `mods['long']` is `mods.long`."""
