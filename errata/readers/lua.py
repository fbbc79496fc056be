"""Lua: tables, with or without keys, ladders of ifs, constants."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from errata.literals.syntax import Naming, Syntax


class Lua(Syntax):
    """The grammar of Lua."""

    wheel = ("tree_sitter_lua", "language")
    numbers = frozenset({"number"})
    strings = frozenset({"string"})
    words = frozenset({"identifier", "dot_index_expression", "bracket_index_expression"})
    nothings = frozenset({"nil"})
    elifs = frozenset({"elseif_statement"})
    containers = frozenset({"table_constructor"})
    assignments = frozenset({"assignment_statement"})
    calls = frozenset({"function_call"})
    functions = frozenset({"function_declaration", "function_definition"})
    blocks = frozenset({"chunk", "block"})
    naming: ClassVar[Naming] = {
        "assignment_statement": ("name", "name"),
        "field": ("key", "name"),
        "function_declaration": ("function", "name"),
    }
    declarations = frozenset({"assignment_statement"})
    statements = frozenset()

    def entries(self, node: Any) -> Iterator[tuple[Any, Any]]:
        """The fields of a table."""
        for child in node.named_children:
            if child.type == "field":
                value = child.child_by_field_name("value")
                if value is not None:
                    yield child.child_by_field_name("name"), value

    def declared(self, node: Any) -> tuple[Any, Any]:
        """One name and one value."""
        sides = node.named_children
        if len(sides) != 2 or any(side.named_child_count != 1 for side in sides):
            return None, None
        return sides[0].named_children[0], sides[1].named_children[0]

    def named(self, node: Any) -> Any:
        """The name that a node gives; an assignment has it in a list."""
        if node.type == "assignment_statement":
            return self.declared(node)[0]
        return super().named(node)


SYNTAX = Lua()
