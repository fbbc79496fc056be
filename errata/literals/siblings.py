"""Constants of one block that are records with the same fields: together they may be the rows of a table.

`public static Sensors Basic => new() { Modifier = -4 };` and four more such properties are what another language would
write as one map.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from errata.literals.model import Branch, Entry, Leaf, Lifted, Scope

MIN_ALIKE = 2
"""Records with several fields in common that make a table."""
MIN_SHORT = 3
"""Records with a field or two that make one."""


def together(pieces: Iterable[Lifted]) -> Iterator[Lifted]:
    """The tables that records side by side make; a row is called as its constant is, and what is said of one counts."""
    blocks: dict[tuple[Scope, ...], list[tuple[Leaf, Branch]]] = {}
    remarks: dict[int, tuple[Scope, ...]] = {}
    for piece in pieces:
        tree, name = piece.tree, piece.scopes[-1] if piece.scopes and not piece.later else None
        if isinstance(tree, Branch) and name is not None and name.where == "name" and _is_record(tree):
            around = tuple(scope for scope in piece.scopes[:-1] if scope.where != "comment")
            blocks.setdefault(around, []).append((Leaf(name.text, tree.line, tree.column, "word"), tree))
            remarks[id(tree)] = tuple(scope for scope in piece.scopes if scope.where == "comment")
    for around, records in blocks.items():
        for group in _alike(records):
            entries = [Entry(name, tree) for name, tree in group]
            said = dict.fromkeys(scope for _, tree in group for scope in remarks[id(tree)])
            yield Lifted((*said, *around), Branch(group[0][1].line, group[0][1].column, entries, "part"), joined=True)


def _is_record(branch: Branch) -> bool:
    """Whether all that stands in a branch has a name, and none of it more below it."""
    return branch.kind in ("map", "part") and all(
        key is not None and key.text and isinstance(value, Leaf) for key, value in branch.entries
    )


def _alike(records: list[tuple[Leaf, Branch]]) -> Iterator[list[tuple[Leaf, Branch]]]:
    """Records by their fields, as many as make a table."""
    groups: dict[tuple[str, ...], list[tuple[Leaf, Branch]]] = {}
    for name, tree in records:
        fields = tuple(sorted({key.text for key, _ in tree.entries if key is not None}))
        groups.setdefault(fields, []).append((name, tree))
    for fields, group in groups.items():
        if len({name.text for name, _ in group}) >= (MIN_ALIKE if len(fields) > MIN_ALIKE else MIN_SHORT):
            yield group
