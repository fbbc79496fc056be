"""Calls as records and tables: what a constructor is given, and calls of one function one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from errata.literals import Branch, Entry, Leaf, Lifted, Node, Scope

if TYPE_CHECKING:
    from errata.lifting import Lifter


def made_of(lifter: Lifter, node: Any) -> Branch | None:
    """What a constructor or a function is given, as a record: `new Band("Short", 1)`; None if it is no call."""
    if node.type not in lifter.syntax.makers and node.type not in lifter.syntax.calls:
        return None
    place = lifter.place(node)
    key, value = _entry(lifter, node, *place) or (None, None)
    if key is None or value is None:
        return value if isinstance(value, Branch) else None
    if isinstance(value, Leaf):
        return Branch(*place, [Entry(None, key), Entry(None, value)], "list")
    return Branch(*place, [Entry(_NAME, key), *value.entries])


_NAME = Leaf("name", 0, 0, "word")
"""The field of what a record is called."""


def calls(lifter: Lifter, nodes: list[Any]) -> Iterator[Lifted]:
    """Calls of one function that stand together, each an entry of a table: `weapons.set("Pulse Laser", {…})`."""
    groups: dict[tuple[int, str], list[Any]] = {}
    for node in sorted(nodes, key=lambda n: n.start_byte):
        name, _ = lifter.syntax.called(node)
        if name is not None:
            groups.setdefault((lifter.block(node).id, lifter.text(name)[:80]), []).append(node)
    for (_, name), members in groups.items():
        if not lifter.wanted(b"\n".join(lifter.data[n.start_byte : n.end_byte] for n in members)):
            continue
        made = Branch(*lifter.place(members[0]), kind="part")
        made.entries = [e for node in members if (e := _entry(lifter, node, *lifter.place(node))) is not None]
        if made.entries:
            yield Lifted((*lifter.scopes(members[0]), Scope("name", name)), made)


def _entry(lifter: Lifter, node: Any, line: int, column: int) -> Entry | None:
    """What a call adds to a table: a name and its value, a name and its record, a record, or a row of values."""
    if node.type in lifter.syntax.containers and lifter.syntax.is_container(node):
        return Entry(None, lifter.branch(node))
    read = [lifter.node(given) for given in lifter.syntax.called(node)[1]]
    known: list[Node] = [value for value in read if value is not None]
    while known and isinstance(known[0], Leaf) and known[0].kind == "word":
        known = known[1:]  # what it is added to: `table.insert(weapons, {…})`
    if len(known) == 1 and isinstance(known[0], Branch):
        return Entry(None, known[0])
    if len(known) < 2 or not isinstance(known[0], Leaf):
        return None
    if len(known) == 2:
        return Entry(known[0], known[1])
    if all(isinstance(value, Leaf) for value in known):
        return Entry(None, Branch(line, column, [Entry(None, value) for value in known], "list"))
    return None
