"""The nodes of a parsed source by their kinds.

It is a walk: a query would be faster, but to make one takes as long as to walk through a hundred files.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

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
