"""Python: dicts, lists, tuples and records, class attributes, ifs, match, constants. Nothing is imported."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator
from typing import Any, ClassVar

from errata.literals.syntax import Naming, Syntax


class Python(Syntax):
    """The grammar of Python."""

    wheel = ("tree_sitter_python", "language")
    numbers = frozenset({"integer", "float"})
    strings = frozenset({"string", "concatenated_string"})
    words = frozenset({"identifier", "attribute", "subscript"})
    nothings = frozenset({"none"})
    containers = frozenset({"dictionary", "list", "tuple", "set", "call"})
    maps = frozenset({"dictionary"})
    wrappers = frozenset({"parenthesized_expression", "dictionary_splat"})
    negations = frozenset({"unary_operator", "case_pattern"})
    binaries = frozenset({"binary_operator", "comparison_operator", "boolean_operator"})
    elifs = frozenset({"elif_clause"})
    switches = frozenset({"match_statement"})
    ternaries = frozenset({"conditional_expression"})
    assignments = frozenset({"assignment", "augmented_assignment"})
    calls = frozenset({"call"})
    functions = frozenset({"function_definition", "lambda"})
    blocks = frozenset({"module", "block"})
    naming: ClassVar[Naming] = {
        "assignment": ("name", "left"),
        "pair": ("key", "key"),
        "keyword_argument": ("key", "name"),
        "function_definition": ("function", "name"),
        "class_definition": ("class", "name"),
        "match_statement": ("key", "subject"),
    }
    declarations = frozenset({"assignment", "augmented_assignment"})

    def is_container(self, node: Any) -> bool:
        """A call counts if it is a record: `Weapon(name="Pulse Laser", damage="2D")`."""
        if node.type != "call":
            return super().is_container(node)
        name, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        if name is None or arguments is None or arguments.type != "argument_list":
            return False
        return name.text[:1].isupper() or any(child.type == "keyword_argument" for child in arguments.named_children)

    def entries(self, node: Any) -> Iterator[tuple[Any, Any]]:
        """The pairs of a dict or of a call, the items of a list."""
        if node.type == "call":
            node = node.child_by_field_name("arguments")
        for child in node.named_children:
            if child.type == "pair":
                yield child.child_by_field_name("key"), child.child_by_field_name("value")
            elif child.type == "keyword_argument":
                yield child.child_by_field_name("name"), child.child_by_field_name("value")
            elif child.type not in self.comments:
                yield None, child

    def unwrapped(self, node: Any) -> Any:
        """Also the argument of `MappingProxyType`, `frozenset` and the like, and the default of a dataclass field."""
        if node.type == "lambda":
            return self.literal(node.child_by_field_name("body"))
        if node.type == "call":
            arguments = node.child_by_field_name("arguments")
            inner = arguments.named_children[0] if arguments is not None and arguments.named_child_count == 1 else None
            if inner is not None and inner.type == "keyword_argument":
                inner = inner.child_by_field_name("value")
            return inner if inner is not None and inner.type in ("dictionary", "list", "tuple", "set") else None
        return super().unwrapped(node)

    def errors_in(self, data: bytes) -> int:
        """Also 1 if Python itself does not parse it, which is stricter: `01` is no number."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                ast.parse(data)
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                return 1 + super().errors_in(data)
        return 0

    def docstring(self, node: Any) -> Any:
        """The docstring of a class or a function."""
        body = node.child_by_field_name("body") if node.type in ("class_definition", "function_definition") else None
        first = body.named_children[0] if body is not None and body.named_child_count else None
        inner = first.named_children[0] if first is not None and first.named_child_count else None
        return inner if inner is not None and inner.type == "string" else None

    def declared(self, node: Any) -> tuple[Any, Any]:
        """The two sides of an assignment, with or without a type."""
        return node.child_by_field_name("left"), node.child_by_field_name("right")

    def sides(self, node: Any) -> tuple[Any, Any]:
        """The two sides of a comparison or a sum."""
        if node.type == "comparison_operator" and node.named_child_count == 2:
            return node.named_children[0], node.named_children[1]
        return super().sides(node)

    def ternary(self, node: Any) -> tuple[Any, Any, Any]:
        """Condition, then, else."""
        parts = [child for child in node.named_children if child.type not in self.comments]
        then, condition, other = parts if len(parts) == 3 else (None, None, None)
        return condition, then, other

    def sections(self, node: Any) -> Iterator[tuple[list[Any], list[Any]]]:
        """The cases of a match."""
        body = node.child_by_field_name("body")
        for case in body.named_children if body is not None else ():
            patterns = (child for child in case.named_children if child.type == "case_pattern")
            values = [value for pattern in patterns for value in _patterns(pattern)]
            guard = case.child_by_field_name("guard")
            if guard is not None and not all(map(_is_capture, values)):
                continue  # it asks for more than its name
            if (consequence := case.child_by_field_name("consequence")) is not None:
                yield guard.named_children if guard is not None else values, [consequence]


def _is_capture(pattern: Any) -> bool:
    """Whether a pattern only gives a name to what comes: `case e if e <= -6`."""
    return pattern.type in ("identifier", "dotted_name") and b"." not in pattern.text


def _patterns(node: Any) -> Iterator[Any]:
    """The patterns of a case; a negative number has its minus as an unnamed child."""
    minus = any(child.type == "-" for child in node.children)
    if node.type == "union_pattern" and minus:
        return
    if node.type in ("case_pattern", "union_pattern") and not minus:
        for child in node.named_children:
            yield from _patterns(child)
    else:
        yield node


SYNTAX = Python()
