"""Conditions in code: the names that something has to equal or contain, or the numbers that it has to pass."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

from errata.literals import Leaf
from errata.thresholds import REST, Threshold

if TYPE_CHECKING:
    from errata.lifting import Lifter

Key: TypeAlias = Leaf | Threshold
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def conditions(lifter: Lifter, node: Any) -> Sequence[Key]:
    """What a condition asks for: names that something equals or contains, or a number that it passes."""
    if node is None:
        return [REST]
    while (inner := lifter.syntax.unwrapped(node)) is not None:
        node = inner
    if node.type in lifter.syntax.words:
        return [lifter.leaf(node, "word")]
    if node.type in lifter.syntax.binaries:
        return _compared(lifter, node)
    if node.type in lifter.syntax.calls:
        return [*(leaf for leaf in _literals(lifter, node, 4) if leaf.kind == "text")][:1]
    return []


def needed(lifter: Lifter, node: Any) -> Iterator[Sequence[Key]]:
    """What a condition cannot be met without, whatever else it asks for: each part of `score >= 6 && !untrained`."""
    while (inner := lifter.syntax.unwrapped(node)) is not None:
        node = inner
    sides = lifter.syntax.sides(node) if node.type in lifter.syntax.binaries else (None, None)
    if None not in sides and lifter.operator(node) in ("&&", "and"):
        for side in sides:
            yield from needed(lifter, side)
    else:
        yield conditions(lifter, node)


def _compared(lifter: Lifter, node: Any) -> Sequence[Key]:
    if node.named_child_count == CHAINED:
        return _between(lifter, node)
    left, right = lifter.syntax.sides(node)
    if left is None or right is None:
        return []
    sign = lifter.operator(node)
    if sign in ("&&", "||", "and", "or"):
        either = sign in ("||", "or")
        one, two = conditions(lifter, left), conditions(lifter, right)
        return [*one, *two] if either else _both(lifter, one, two)
    first, second = lifter.node(left), lifter.node(right)
    if isinstance(second, Leaf) and second.kind == "number":
        return [Threshold.of(sign, second, lifter.text(left))]
    if isinstance(first, Leaf) and first.kind == "number":
        return [Threshold.of(_TURNED.get(sign, sign), first, lifter.text(right))]
    if sign in lifter.syntax.equal:
        for leaf, other in ((second, left), (first, right)):
            if isinstance(leaf, Leaf) and leaf.kind in ("text", "word"):
                lifter.subjects[leaf] = lifter.text(other)[:60]
                return [leaf]
    return []


CHAINED = 3
"""What stands in a comparison with both ends: `9 <= score <= 11`."""


def _between(lifter: Lifter, node: Any) -> Sequence[Key]:
    """Both ends of a band in one comparison."""
    first, subject, last = node.named_children
    signs = [str(child.type) for child in node.children if not child.is_named]
    low, high = lifter.node(first), lifter.node(last)
    if not (isinstance(low, Leaf) and isinstance(high, Leaf) and low.kind == high.kind == "number" and len(signs) == 2):
        return []
    of = lifter.text(subject)
    return [Threshold.of(_TURNED.get(signs[0], signs[0]), low, of).met(Threshold.of(signs[1], high, of))]


def _both(lifter: Lifter, one: Sequence[Key], two: Sequence[Key]) -> Sequence[Key]:
    """Two conditions at once: both ends of a band, or a name and whether there is one; else it asks for more."""
    bounds = [key for key in (*one, *two) if isinstance(key, Threshold)]
    if len(bounds) == 2:
        return [bounds[0].met(bounds[1])] if bounds[0].subject == bounds[1].subject else []
    for keys, others in ((one, two), (two, one)):
        subjects = [lifter.subjects.get(key, "") for key in keys if isinstance(key, Leaf) and key.kind == "text"]
        asked = [key.text for key in others if isinstance(key, Leaf) and key.kind == "word"]
        if subjects and len(asked) == 1 and all(_is_of(subject, asked[0]) for subject in subjects):
            return keys
    return []


def _is_of(subject: str, name: str) -> bool:
    """Whether something is a name itself, or a member of it: `weapon.range` of `weapon`."""
    return subject == name or subject.startswith((f"{name}.", f"{name}?.", f"{name}[", f"{name}:"))


def _literals(lifter: Lifter, node: Any, depth: int) -> Iterator[Leaf]:
    """The literals in a node, as deep as that."""
    read = lifter.node(node)
    if isinstance(read, Leaf):
        yield read
        return
    for child in node.named_children if depth else ():
        yield from _literals(lifter, child, depth - 1)


def related(lifter: Lifter, node: Any) -> Sequence[Key]:
    """What a case compares without a name for it: `>= 9`, `>= 9 and <= 11`, `1 or 2`."""
    if node.type not in lifter.syntax.relations:
        key = lifter.key(node)
        return [Threshold.of("==", key, "")] if key is not None and is_number(key) else []
    sides = [related(lifter, child) for child in node.named_children]
    sign = lifter.operator(node)
    if len(sides) == 1 and len(sides[0]) == 1 and isinstance(number := sides[0][0], Threshold):
        return [replace(number, sign=sign)]
    if len(sides) == 2 and all(sides):
        return [*sides[0], *sides[1]] if sign == "or" else _both(lifter, *sides)
    return []


def is_number(key: Key) -> bool:
    """Whether a key is a number, and nothing is compared with it."""
    return isinstance(key, Leaf) and key.kind == "number"
