"""Calls as records and tables: what a constructor is given, and calls of one function one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from errata.literals.model import Branch, Entry, Leaf, Lifted, Node, Scope

if TYPE_CHECKING:
    from errata.literals.lifter import Lifter


def made_of(lifter: Lifter, node: Any) -> Branch | None:
    """What a constructor or a function is given, as a record: `new Band("Short", 1)`; None if it is no call."""
    if node.type not in lifter.syntax.makers and node.type not in lifter.syntax.calls:
        return None
    if (chained := _chained(lifter, node)) is not None:
        return chained
    place = lifter.place(node)
    key, value = _entry(lifter, node, *place) or (None, None)
    if key is None or value is None:
        return value if isinstance(value, Branch) else None
    if isinstance(value, Leaf):
        return with_names(lifter, node, Branch(*place, [Entry(None, key), Entry(None, value)], "list"))
    return Branch(*place, [Entry(_NAME, key), *value.entries])


def _chained(lifter: Lifter, node: Any) -> Branch | None:
    """Calls that add to what the call before them gives: `new Map().set(2, "sensors").set(3, "hull")`."""
    entries: list[Entry] = []
    here = node
    while here is not None and here.type in lifter.syntax.calls:
        name, given = lifter.syntax.called(here)
        owner = name.child_by_field_name("object") if name is not None else None
        entry = _entry(lifter, here, *lifter.place(here)) if len(given) == 2 else None
        if owner is None or entry is None or entry.key is None:
            break
        entries.append(entry)
        here = owner
    return Branch(*lifter.place(node), entries[::-1]) if len(entries) > 1 else None


_NAME = Leaf("name", 0, 0, "word")
"""The field of what a record is called."""


def calls(lifter: Lifter, nodes: list[Any]) -> Iterator[Lifted]:
    """Calls of one function that stand together, each an entry of a table: `weapons.set("Pulse Laser", {…})`."""
    by_name: dict[str, list[Any]] = {name: [*every] for name, every in lifter.assigned.appended.items()}
    for node in sorted(nodes, key=lambda n: n.start_byte):
        if name := _added_to(lifter, node):
            by_name.setdefault(name, []).append(node)
    for name, every in by_name.items():
        for members in _together(lifter, every) if _is_wanted(lifter, name, every) else ():
            if _is_wanted(lifter, name, members):
                yield from _table(lifter, name, members)


def _added_to(lifter: Lifter, node: Any) -> str:
    """What calls are of: their function; where that adds a table to a list that it is given first, the list."""
    name, given = lifter.syntax.called(node)
    if name is None:
        return ""
    adds = len(given) == 2 and given[0].type == "identifier" and given[1].type in lifter.syntax.literals
    return lifter.text(given[0] if adds else name)[:80]


_ADDS = (".push", ".append", ".Add", ".add", ".insert")


def _is_wanted(lifter: Lifter, name: str, nodes: list[Any]) -> bool:
    """Whether calls may be wanted; a list to which records of numbers are added is known by its name."""
    added = next((name.removesuffix(end) for end in _ADDS if name.endswith(end)), name)
    pieces = (lifter.data[node.start_byte : node.end_byte] for node in nodes)
    return lifter.wanted(b"\n".join((f"{added} = [".encode() if len(nodes) > 2 else b"", *pieces)))


def _together(lifter: Lifter, nodes: list[Any]) -> Iterable[list[Any]]:
    """Calls by the block that they stand in."""
    groups: dict[int, list[Any]] = {}
    for node in nodes:
        groups.setdefault(lifter.block(node).id, []).append(node)
    return groups.values()


def _table(lifter: Lifter, name: str, members: list[Any]) -> Iterator[Lifted]:
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
        row = Branch(line, column, [Entry(None, value) for value in known], "list")
        return Entry(None, with_names(lifter, node, row) if len(known) == len(read) else row)
    return None


def with_names(lifter: Lifter, node: Any, made: Branch) -> Branch:
    """What a call is given under the names that its class or function has for it, if the source says them."""
    if node.type not in lifter.syntax.makers and node.type not in lifter.syntax.calls:
        return made
    name, _ = lifter.syntax.called(node)
    known = lifter.signatures
    takes = known.get(lifter.text(name), []) if name is not None else []
    if name is None:  # `new("Pulse Laser", 9)`: of what, only its length tells
        fitting = [names for names in known.values() if len(names) >= len(made.entries)]
        takes = fitting[0] if len(fitting) == 1 else []
    unnamed = [entry.value for entry in made.entries if entry.key is None]
    if not unnamed or len(takes) < len(unnamed):
        return made
    keys = (Leaf(name, value.line, value.column, "word") for name, value in zip(takes, unnamed, strict=False))
    entries = [entry if entry.key is not None else Entry(next(keys), entry.value) for entry in made.entries]
    return Branch(made.line, made.column, entries, "map" if made.kind == "list" else made.kind)
