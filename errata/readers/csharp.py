"""C#: collection and object initialisers, enums, constants and fields, switches of both forms, ifs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from errata.literals.syntax import Naming, Syntax

_OBJECTS = frozenset({"object_creation_expression", "implicit_object_creation_expression"})
_CREATIONS = _OBJECTS | {"array_creation_expression", "implicit_array_creation_expression"}


class CSharp(Syntax):
    """The grammar of C#."""

    wheel = ("tree_sitter_c_sharp", "language")
    numbers = frozenset({"integer_literal", "real_literal"})
    strings = frozenset({"string_literal", "verbatim_string_literal", "raw_string_literal"})
    words = frozenset({"identifier", "member_access_expression"})
    flags = frozenset({"boolean_literal"})
    nothings = frozenset({"null_literal"})
    containers = _CREATIONS | {
        "initializer_expression", "enum_member_declaration_list", "collection_expression", "tuple_expression",
    }  # fmt: skip
    wrappers = frozenset({
        "parenthesized_expression", "arrow_expression_clause", "cast_expression", "argument", "constant_pattern",
        "collection_element", "expression_element",
    })  # fmt: skip
    negations = frozenset({"prefix_unary_expression"})
    switches = frozenset({"switch_statement", "switch_expression"})
    ternaries = frozenset({"conditional_expression"})
    relations = frozenset({"relational_pattern", "and_pattern", "or_pattern"})
    assignments = frozenset({"assignment_expression", "variable_declarator"})
    calls = frozenset({"invocation_expression"})
    functions = frozenset({"method_declaration", "lambda_expression", "local_function_statement"})
    blocks = frozenset({"compilation_unit", "declaration_list", "block", "switch_body"})
    naming: ClassVar[Naming] = {
        "variable_declarator": ("name", "name"),
        "assignment_expression": ("key", "left"),
        "property_declaration": ("name", "name"),
        "enum_declaration": ("name", "name"),
        "method_declaration": ("function", "name"),
        "local_function_statement": ("function", "name"),
        "class_declaration": ("class", "name"),
        "record_declaration": ("class", "name"),
        "struct_declaration": ("class", "name"),
    }
    declarations = frozenset({"variable_declarator", "property_declaration"})
    makers = _OBJECTS

    def counts(self, node: Any) -> bool:
        """Whether an assignment puts a value into a table; any declaration counts."""
        left = node.child_by_field_name("left")
        return node.type != "assignment_expression" or (left is not None and left.type == "element_access_expression")

    def entries(self, node: Any) -> Iterator[tuple[Any, Any]]:
        """Pairs in braces, indexed or named assignments, members, items."""
        if node.type in _CREATIONS:
            yield from self._created(node)
            return
        for child in node.named_children:
            if child.type == "assignment_expression":
                left = child.child_by_field_name("left")
                if left.type == "element_binding_expression" and left.named_child_count:
                    left = left.named_children[0]
                yield left, child.child_by_field_name("right")
            elif child.type == "enum_member_declaration":
                yield child.child_by_field_name("name"), child.child_by_field_name("value")
            elif child.type == "initializer_expression" and child.named_child_count == 2:
                yield child.named_children[0], child.named_children[1]
            elif child.type not in self.comments:
                yield None, child

    def _created(self, node: Any) -> Iterator[tuple[Any, Any]]:
        """The arguments of a constructor, and the entries of its initialiser."""
        for child in node.named_children:
            if child.type == "argument_list":
                arguments = (arg for arg in child.named_children if arg.named_child_count)  # a typo may leave one empty
                yield from ((arg.child_by_field_name("name"), arg.named_children[-1]) for arg in arguments)
            elif child.type == "initializer_expression":
                yield from self.entries(child)

    def unwrapped(self, node: Any) -> Any:
        """What stands inside a wrapper; the last child, behind a type or a name."""
        return node.named_children[-1] if node.type in self.wrappers and node.named_child_count else None

    def declared(self, node: Any) -> tuple[Any, Any]:
        """The name and the value of a field, a constant, a property or an assignment."""
        if node.type == "assignment_expression":
            return self.sides(node)
        name = node.child_by_field_name("name")
        value = node.child_by_field_name("value")
        if value is None and node.named_child_count > 1 and node.type == "variable_declarator":
            value = node.named_children[-1]
        return name, value

    def sections(self, node: Any) -> Iterator[tuple[list[Any], list[Any]]]:
        """Sections of a statement, arms of an expression."""
        if node.type == "switch_expression":
            for arm in node.named_children[1:]:
                if arm.type == "switch_expression_arm" and arm.named_child_count >= 2:
                    pattern = arm.named_children[0]
                    yield [] if pattern.type == "discard" else [pattern], [arm.named_children[-1]]
            return
        body = node.child_by_field_name("body")
        for section in body.named_children if body is not None else ():
            patterns = [child for child in section.named_children if child.type.endswith("_pattern")]
            yield patterns, [child for child in section.named_children if child not in patterns]


SYNTAX = CSharp()
