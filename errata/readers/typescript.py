"""TypeScript: as JavaScript, with enums and types."""

from __future__ import annotations

from errata.literals.lifter import lift
from errata.literals.model import Lifted, Problem, Scope, Wanted
from errata.readers.javascript import JavaScript


class TypeScript(JavaScript):
    """The grammar of TypeScript."""

    containers = frozenset({"object", "array", "enum_body"})
    declarations = frozenset({"public_field_definition"})
    wheel = ("tree_sitter_typescript", "language_typescript")


class Tsx(TypeScript):
    """TypeScript with elements in it."""

    wheel = ("tree_sitter_typescript", "language_tsx")


SYNTAX, TSX = TypeScript(), Tsx()


def read(data: bytes, name: str, wanted: Wanted) -> tuple[list[Lifted], Problem | None]:
    """The literals of a script."""
    syntax = TSX if name.lower().endswith("x") else SYNTAX
    return lift(syntax, data, wanted, (Scope("file", name),))
