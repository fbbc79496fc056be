"""TypeScript: as JavaScript, with enums and types."""

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
