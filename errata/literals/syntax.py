"""The nodes of a parsed source by their kinds.

It is a walk: a query would be faster, but to make one takes as long as to walk through a hundred files.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain
from time import process_time
from typing import Any, ClassVar, Literal

from errata.literals.model import Lifted, Scope
from errata.readers import MAX_SECONDS, TOO_LONG, Wanted

Kinds = Mapping[str, Iterable[str]]
"""What is looked for: a name for it, and the kinds of node that are it."""


def nodes(root: Any, kinds: Kinds) -> dict[str, list[Any]]:
    """The nodes under a root, in order, by the names of what they are."""
    found: dict[str, list[Any]] = {name: [] for name in kinds}
    by_kind = {kind: found[name] for name, every in kinds.items() for kind in every}
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
                return found


# What programming languages call things. This is the one home of tree-sitter; a reader says what its language has.


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
    """What holds statements."""
    comments: ClassVar[frozenset[str]] = frozenset({"comment"})
    naming: ClassVar[Naming] = {}
    """Nodes that name what stands in them: what they name, and the field that has the name."""
    declarations: ClassVar[frozenset[str]] = frozenset()
    """Nodes that give one name one value."""
    statements: ClassVar[frozenset[str]] = frozenset({"expression_statement"})
    """Nodes in which an assignment stands by itself."""
    equal: ClassVar[frozenset[str]] = frozenset({"==", "===", "is", "eq"})

    def grammar(self) -> Any:
        """The language, from its wheel; the package around it would look for its queries first, which takes long."""
        from importlib.machinery import PathFinder

        wheel, function = self.wheel
        package = PathFinder.find_spec(wheel)
        inside = package.submodule_search_locations if package is not None else None
        binding = PathFinder.find_spec(f"{wheel}._binding", inside)
        loader = binding.loader if binding is not None else None
        made = loader.create_module(binding) if loader is not None and binding is not None else None
        if loader is None or made is None:  # another version may be built otherwise
            from importlib import import_module

            made = import_module(wheel)
        else:
            loader.exec_module(made)
        return getattr(made, function)()

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

    def cases(self, node: Any) -> Iterator[tuple[list[Any], list[Any]]]:
        """The cases of a switch: the values that each is for, and its statements; some languages have none."""
        yield from ()

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
        """Whether an assignment works its value into the old one: `+=`."""
        return any(child.type in _COMPOUND for child in node.children)

    def remark(self, node: Any) -> Any:
        """What a node says about itself inside, such as a docstring; None if it says nothing."""
        return None

    def typed_fields(self, node: Any) -> list[str]:
        """The fields of the tuples that a declaration holds, where its type names them."""
        return []

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
        other = node.child_by_field_name("alternative")
        if other is not None and other.type not in self.ifs and other.named_child_count == 1:
            other = other.named_children[0] if other.named_children[0].type in self.ifs else other
        if other is not None:
            yield from self.branches(other) if other.type in self.ifs else [(None, other)]

    # Parsing

    @cached_property
    def _parser(self) -> Any:
        from tree_sitter import Language, Parser

        return Parser(Language(self.grammar()))

    @cached_property
    def _stating(self) -> Kinds:
        """The nodes that a source states anything with."""
        tables = self.containers | self.ifs | self.switches | self.ternaries
        return {"table": tables, "constant": self.declarations, "statement": self.statements}

    def comments_in(self, data: bytes) -> list[tuple[int, int]]:
        """Where the comments of a source begin and end, in bytes, in order."""
        if _depth(data) > MAX_DEPTH:
            return []
        found = nodes(self._parser.parse(data).root_node, {"comment": self.comments})["comment"]
        return sorted((node.start_byte, node.end_byte) for node in found)

    def lift(
        self, data: bytes, wanted: Wanted, around: tuple[Scope, ...] = (), origin: tuple[int, int] = (1, 1)
    ) -> tuple[list[Lifted], str]:
        """All literal trees of a source that may be wanted, and what could not be read of it, in words.

        `origin` is the line and the column at which a piece of a page begins.
        """
        from errata.literals.lifter import Lifter
        from errata.literals.shares import shares

        if _depth(data) > MAX_DEPTH:
            raise RecursionError
        tree = self._parser.parse(data)
        stating = nodes(tree.root_node, self._stating)
        constants = self._stated(tree.root_node, stating)
        lifter = Lifter(self, data, wanted, around, origin, tree.root_node)
        lifter.note_values(constants)
        found: list[Lifted] = []
        late = process_time() + MAX_SECONDS
        for piece in chain(
            lifter.tables(stating["table"]),
            lifter.constants(constants),
            shares(lifter),
        ):
            found.append(piece)
            if process_time() > late:
                return found, TOO_LONG
        found += lifter.changed_tables(found, constants)
        return found, "some of it does not parse" if tree.root_node.has_error else ""

    def _stated(self, root: Any, stating: dict[str, list[Any]]) -> list[Any]:
        """The declarations and assignments of a source, as far as they count, in order."""
        assigned = (child for node in stating["statement"] for child in node.named_children[:1])
        put = (node for node in assigned if node.type in self.assignments)
        constants = {node.id: node for node in (*stating["constant"], *put, *self.at_top(root))}
        return sorted(filter(self.counts, constants.values()), key=lambda node: node.start_byte)


_COMPOUND = frozenset({"+=", "-=", "*=", "/=", "||=", "??=", "|=", "&&=", "//=", "%=", "**=", "++", "--"})
MAX_DEPTH = 400
"""Brackets in brackets; nobody writes more, and a parser takes long over them."""


def _depth(data: bytes) -> int:
    """How many brackets stand inside each other at most, whatever else stands there."""
    deepest = depth = 0
    for sign in data.translate(None, _NO_BRACKETS):
        if sign in b"([{":
            depth += 1
            deepest = max(deepest, depth)
        elif depth:
            depth -= 1
    return deepest


_NO_BRACKETS = bytes(sign for sign in range(256) if sign not in b"()[]{}")


def unescaped(piece: bytes) -> bytes:
    """A script in a page with plain signs for the escapes of markup, each in its place."""
    for escape, sign in _ESCAPES.items():
        if escape in piece:
            piece = piece.replace(escape, sign.ljust(len(escape)))
    return piece


_ESCAPES = {b"&lt;": b"<", b"&gt;": b">", b"&quot;": b'"', b"&apos;": b"'", b"&amp;": b"&"}
"""How markup writes signs that a script needs."""
