"""JavaScript: object and array literals, frozen ones and Maps, switches, ifs, ternaries, constants."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, ClassVar

from errata.literals.syntax import Naming, Syntax

_DECLARATIONS = frozenset({"lexical_declaration", "variable_declaration"})
_OWNED = frozenset({"member_expression", "subscript_expression"})
_PUT = frozenset({"number", "unary_expression", "string", "identifier", "binary_expression"})
_BARE_AMPERSAND = re.compile(rb"(?<!&)&(?!&|#?\w+;)")


class JavaScript(Syntax):
    """The grammar of JavaScript, modules and JSX too."""

    wheel = ("tree_sitter_javascript", "language")
    numbers = frozenset({"number"})
    strings = frozenset({"string", "template_string"})
    words = frozenset({"identifier", "member_expression", "property_identifier", "subscript_expression"})
    nothings = frozenset({"null", "undefined"})
    containers = frozenset({"object", "array"})
    maps = frozenset({"object"})
    wrappers = frozenset(
        {"parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression", "spread_element"}
    )
    switches = frozenset({"switch_statement"})
    ternaries = frozenset({"ternary_expression"})
    assignments = frozenset({"assignment_expression", "augmented_assignment_expression", "variable_declarator"})
    makers = frozenset({"new_expression"})
    functions = frozenset({"function_declaration", "arrow_function", "method_definition", "function_expression"})
    blocks = frozenset({"program", "statement_block", "class_body", "switch_body", "object", "array"})
    naming: ClassVar[Naming] = {
        "variable_declarator": ("name", "name"),
        "assignment_expression": ("name", "left"),
        "pair": ("key", "key"),
        "field_definition": ("name", "property"),
        "public_field_definition": ("name", "name"),
        "enum_declaration": ("name", "name"),
        "function_declaration": ("function", "name"),
        "method_definition": ("function", "name"),
        "function_expression": ("function", "name"),
        "class_declaration": ("class", "name"),
        "switch_statement": ("key", "value"),
        "internal_module": ("class", "name"),
    }
    declarations: ClassVar[frozenset[str]] = frozenset({"field_definition"})

    def at_top(self, root: Any) -> Iterator[Any]:
        """The variables that are declared at the top of a source, outside functions."""
        for node in root.named_children:
            declaration = node.child_by_field_name("declaration") if node.type == "export_statement" else node
            if declaration is not None and declaration.type in _DECLARATIONS:
                yield from (child for child in declaration.named_children if child.type == "variable_declarator")

    def counts(self, node: Any) -> bool:
        """Whether an assignment puts a value into a member; any declaration counts."""
        if node.type != "assignment_expression":
            return True
        left, right = self.sides(node)
        return left is not None and left.type in _OWNED and right is not None and right.type in _PUT

    def entries(self, node: Any) -> Iterator[tuple[Any, Any]]:
        """The pairs of an object, the items of an array."""
        for child in node.named_children:
            if child.type == "pair":
                key = child.child_by_field_name("key")
                if key is not None and key.type == "computed_property_name" and key.named_child_count:
                    key = key.named_children[0]
                yield key, child.child_by_field_name("value")
            elif child.type == "method_definition":
                yield child.child_by_field_name("name"), self._getter_value(child) or child
            elif child.type == "enum_assignment":
                yield child.child_by_field_name("name"), child.child_by_field_name("value")
            elif node.type == "enum_body" and child.type == "property_identifier":
                yield child, None
            elif child.type not in self.comments:
                yield None, child

    def parse(self, data: bytes) -> Any:
        """The root node; a bare `&` in an element, which the grammar refuses and every compiler takes, is read as `|`.

        That is as long, and parses as well wherever `&` is an operator.
        """
        root = super().parse(data)
        return super().parse(_BARE_AMPERSAND.sub(b"|", data)) if root.has_error else root

    def _getter_value(self, method: Any) -> Any:
        """The value of a getter that only returns one: `get short() { return 1; }`."""
        body = method.child_by_field_name("body")
        if body is None or body.named_child_count != 1 or all(child.type != "get" for child in method.children):
            return None
        only = body.named_children[0]
        return only.named_children[0] if only.type in self.results and only.named_child_count else None

    def unwrapped(self, node: Any) -> Any:
        """Also the argument of `Object.freeze` and `new Map`, and a literal that an arrow function returns."""
        if node.type in ("call_expression", "new_expression"):
            arguments = node.child_by_field_name("arguments")
            inner = arguments.named_children[0] if arguments is not None and arguments.named_child_count == 1 else None
            return inner if inner is not None and inner.type in self.containers else None
        if node.type == "arrow_function":
            return self.literal(node.child_by_field_name("body"))
        return super().unwrapped(node)

    def declared(self, node: Any) -> tuple[Any, Any]:
        """The name and the value of a declaration, a field or an assignment."""
        if node.type in self.assignments and node.type != "variable_declarator":
            return self.sides(node)
        name = node.child_by_field_name("name") or node.child_by_field_name("property")
        return name, node.child_by_field_name("value")

    def sections(self, node: Any) -> Iterator[tuple[list[Any], list[Any]]]:
        """The cases of a switch."""
        body = node.child_by_field_name("body")
        for case in body.named_children if body is not None else ():
            yield case.children_by_field_name("value"), case.children_by_field_name("body")


SYNTAX = JavaScript()
