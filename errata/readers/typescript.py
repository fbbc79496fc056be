"""TypeScript: as JavaScript, with enums and types."""

from __future__ import annotations

from typing import Any

from errata.literals import Lifted, Scope
from errata.readers import Wanted
from errata.readers.html import elements
from errata.readers.javascript import JavaScript


class TypeScript(JavaScript):
    """The grammar of TypeScript."""

    containers = frozenset({"object", "array", "enum_body"})
    declarations = tuple(one.replace("(field_", "(public_field_") for one in JavaScript.declarations)

    def grammar(self) -> Any:
        """The language, from its wheel."""
        from tree_sitter_typescript import language_typescript

        return language_typescript()


class Tsx(TypeScript):
    """TypeScript with elements in it."""

    def grammar(self) -> Any:
        """The language, from its wheel."""
        from tree_sitter_typescript import language_tsx

        return language_tsx()


SYNTAX, TSX = TypeScript(), Tsx()


def read(data: bytes, name: str, wanted: Wanted) -> tuple[list[Lifted], str]:
    """The literals of a script."""
    syntax = TSX if name.lower().endswith("x") else SYNTAX
    lifted, problem = syntax.lift(data, wanted, (Scope("file", name),))
    return [*lifted, *elements(data, name)], problem
