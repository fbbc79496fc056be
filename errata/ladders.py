"""Switches, ternaries and ladders of ifs as tables: what is asked for, and the literal that it comes to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from engine.record import replace
from errata.literals import Branch, Entry, Leaf, Node
from errata.numerals import negated
from errata.thresholds import Threshold, banded

if TYPE_CHECKING:
    from errata.lifting import Lifter

Key = Leaf | Threshold
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def ladder(lifter: Lifter, node: Any) -> Branch:
    """A switch, a ternary, or ifs that stand one after the other, as a table of conditions and results."""
    rungs: list[tuple[Sequence[Key], Node]] = []
    for keys, body in _switch(lifter, node) if node.type in lifter.syntax.switches else _rungs(lifter, node):
        result = _result(lifter, body, any(isinstance(key, Leaf) or key.sign for key in keys))
        if result is not None:
            rungs.append((keys, result))
    made = Branch(*lifter.place(node), kind="ladder")
    made.rest = any(_is_rest(keys) for keys, _ in rungs)
    made.otherwise = next(
        (v for keys, v in rungs if _is_rest(keys) and isinstance(v, Leaf) and v.kind == "number"), None
    )
    asked = {lifter.subjects.get(key) for keys, _ in rungs for key in keys if isinstance(key, Leaf)} - {None}
    if len(asked) > 1:
        made.entries = [*_by_subject(lifter, rungs, made)]
        return made
    if any(isinstance(key, Threshold) and key.sign for keys, _ in rungs for key in keys):
        made.entries = [Entry(key, value) for key, value in banded(rungs)]
    else:
        made.entries = [Entry(_named(key, value), value) for keys, value in rungs for key in keys]
    made.entries = [entry for entry in made.entries if entry.key is not None]
    return made


def _is_rest(keys: Sequence[Key]) -> bool:
    """Whether a rung is for whatever no other is for."""
    return not keys or any(isinstance(key, Threshold) and not key.sign for key in keys)


def _by_subject(lifter: Lifter, rungs: list[tuple[Sequence[Key], Node]], whole: Branch) -> Iterator[Entry]:
    """A ladder that asks for several things, as one ladder for each."""
    ladders: dict[str, Branch] = {}
    for keys, value in rungs:
        for key in keys:
            if isinstance(key, Leaf):
                subject = lifter.subjects.get(key, "")
                ladders.setdefault(subject, Branch(whole.line, whole.column, kind="ladder", rest=whole.rest))
                ladders[subject].entries.append(Entry(key, value))
    for subject, ladder in ladders.items():
        yield Entry(Leaf(subject, whole.line, whole.column, "word"), ladder)


def _named(key: Key, value: Node) -> Leaf | None:
    """What a rung is for; what is left at the end may say so itself: `Civilian (+0 DM)`."""
    if isinstance(key, Leaf):
        return key
    return value if isinstance(value, Leaf) and value.kind == "text" else None


def _switch(lifter: Lifter, node: Any) -> Iterator[tuple[Sequence[Key], list[Any]]]:
    """The cases of a switch; where some compare, a number is compared too, and what has no case is the rest."""
    cases = [([*_case_keys(lifter, values)], body) for values, body in lifter.syntax.cases(node)]
    compares = any(isinstance(key, Threshold) for keys, _ in cases for key in keys)
    compares |= any(len(keys) > 1 and all(_is_number(key) for key in keys) for keys, _ in cases)
    for keys, body in cases:
        if compares:
            keys = [Threshold.of("==", k, "") if isinstance(k, Leaf) and _is_number(k) else k for k in keys]
            keys = keys or [Threshold("", 0)]
        yield keys, body


def _is_number(key: Key) -> bool:
    return isinstance(key, Leaf) and key.kind == "number"


def _case_keys(lifter: Lifter, values: Iterable[Any]) -> Iterator[Key]:
    """What a case asks for: names, numbers, or what its guard compares."""
    for value in values:
        if value.type in lifter.syntax.binaries:
            yield from _conditions(lifter, value)
        elif value.type in lifter.syntax.relations:
            yield from _related(lifter, value)
        elif (key := lifter.key(value)) is not None and key.text != "_":
            yield key


def _related(lifter: Lifter, node: Any) -> Sequence[Key]:
    """What a case compares without a name for it: `>= 9`, `>= 9 and <= 11`, `1 or 2`."""
    if node.type not in lifter.syntax.relations:
        key = lifter.key(node)
        return [Threshold.of("==", key, "")] if key is not None and _is_number(key) else []
    sides = [_related(lifter, child) for child in node.named_children]
    sign = lifter.operator(node)
    if len(sides) == 1 and len(sides[0]) == 1 and isinstance(number := sides[0][0], Threshold):
        return [replace(number, sign=sign)]
    if len(sides) == 2 and all(sides):
        return [*sides[0], *sides[1]] if sign == "or" else _both(lifter, *sides)
    return []


def _rungs(lifter: Lifter, node: Any) -> Iterator[tuple[Sequence[Key], list[Any]]]:
    if node.type in lifter.syntax.ternaries:
        yield from _ternary(lifter, node)
        return
    here = node
    while here is not None and (here.type in lifter.syntax.ifs or here.type in lifter.syntax.comments):
        if here.type in lifter.syntax.ifs:
            lifter.seen.add(here.id)
            for condition, body in lifter.syntax.branches(here):
                if body is not None:
                    lifter.seen.update(part.id for part in (body, body.parent) if part is not None)
                    yield _conditions(lifter, condition), [body]
        here = here.next_named_sibling
    if here is not None and here.type in lifter.syntax.results:
        yield [Threshold("", 0)], [here]


def _ternary(lifter: Lifter, node: Any) -> Iterator[tuple[Sequence[Key], list[Any]]]:
    lifter.seen.add(node.id)
    condition, then, other = lifter.syntax.ternary(node)
    if then is None:
        return
    yield _conditions(lifter, condition), [then]
    while other is not None and (inner := lifter.syntax.unwrapped(other)) is not None:
        other = inner
    if other is not None and other.type in lifter.syntax.ternaries:
        yield from _ternary(lifter, other)
    elif other is not None:
        yield [Threshold("", 0)], [other]


def last_if(lifter: Lifter, node: Any) -> Any:
    """The last of the ifs that stand one after the other."""
    last, here = node, node.next_named_sibling
    while here is not None and (here.type in lifter.syntax.ifs or here.type in lifter.syntax.comments):
        if here.type in lifter.syntax.ifs:
            last = here
        here = here.next_named_sibling
    return last


# Conditions


def _conditions(lifter: Lifter, node: Any) -> Sequence[Key]:
    """What a condition asks for: names that something equals or contains, or a number that it passes."""
    if node is None:
        return [Threshold("", 0)]
    while (inner := lifter.syntax.unwrapped(node)) is not None:
        node = inner
    if node.type in lifter.syntax.words:
        return [lifter.leaf(node, "word")]
    if node.type in lifter.syntax.binaries:
        return _compared(lifter, node)
    if node.type in lifter.syntax.calls:
        return [*(leaf for leaf in _literals(lifter, node, 4) if leaf.kind == "text")][:1]
    return []


def _compared(lifter: Lifter, node: Any) -> Sequence[Key]:
    if node.named_child_count == CHAINED:
        return _between(lifter, node)
    left, right = lifter.syntax.sides(node)
    if left is None or right is None:
        return []
    sign = lifter.operator(node)
    if sign in ("&&", "||", "and", "or"):
        either = sign in ("||", "or")
        one, two = _conditions(lifter, left), _conditions(lifter, right)
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


# Results


def _result(lifter: Lifter, body: Iterable[Any], named: bool) -> Node | None:
    """What a branch comes to: the literal that it returns or sets, or several by their names.

    A table in a branch that nothing names is no result of it, and is read by itself.
    """
    found = [result for node in body for result in _results(lifter, node, 3, named)]
    if not found:
        return None
    name, first = found[0]
    if len(found) == 1 and name is not None:
        lifter.set_by.add(name.text)
    if len(found) == 1 or name is None:
        return first
    return Branch(first.line, first.column, [Entry(key, value) for key, value in found if key is not None])


def _results(lifter: Lifter, node: Any, depth: int, named: bool) -> Iterator[tuple[Leaf | None, Node]]:
    syntax = lifter.syntax
    if node is None or node.type in (syntax.ifs | syntax.functions) or (not named and _is_table(lifter, node)):
        return
    read = lifter.node(node)
    if read is not None:
        if not _is_word(read):
            yield None, read
    elif node.type in syntax.binaries:
        if (change := _change(lifter, node)) is not None:
            yield None, change
    elif node.type in syntax.assignments:
        yield from _assigned(lifter, node, named)
    elif node.type in syntax.calls:
        yield from _passed(lifter, node)
    elif depth:
        for child in node.named_children:
            yield from _results(lifter, child, 1 if node.type in syntax.results else depth - 1, named)


def _is_table(lifter: Lifter, node: Any) -> bool:
    return node.type in lifter.syntax.containers and lifter.syntax.is_container(node)


def _passed(lifter: Lifter, node: Any) -> Iterator[tuple[Leaf | None, Node]]:
    """A number that a call is given: `setValue(8)`."""
    arguments = node.child_by_field_name("arguments")
    given = [lifter.node(child) for child in arguments.named_children] if arguments is not None else []
    if len(given) == 1 and isinstance(given[0], Leaf) and given[0].kind == "number":
        yield lifter.leaf(node.named_children[0], "word"), given[0]


def _assigned(lifter: Lifter, node: Any, named: bool) -> Iterator[tuple[Leaf | None, Node]]:
    """What an assignment sets; `x += 2`, `x = x - 2` and the like set a change."""
    left, right = lifter.syntax.sides(node)
    if left is None:
        left, right = lifter.syntax.declared(node)
    if left is None or right is None or (not named and right.type in lifter.syntax.containers):
        return
    read = lifter.node(right)
    if isinstance(read, Leaf) and read.kind == "number" and lifter.operator(node) == "-=":
        read = Leaf(negated(read.text), read.line, read.column, "number")
    if read is None and right.type in lifter.syntax.binaries:
        read = _change(lifter, right, lifter.text(left))
    if read is not None and not _is_word(read):
        yield lifter.leaf(left, "word"), read


def _change(lifter: Lifter, node: Any, of: str = "") -> Leaf | None:
    """The number that is added to a name, or taken from it: `dm - 2` is -2."""
    base, by = lifter.syntax.sides(node)
    if base is None or by is None or base.type not in lifter.syntax.words or (of and lifter.text(base) != of):
        return None
    amount, sign = lifter.node(by), lifter.operator(node)
    if not isinstance(amount, Leaf) or amount.kind != "number" or sign not in ("+", "-"):
        return None
    return Leaf(negated(amount.text), amount.line, amount.column, "number") if sign == "-" else amount


def _is_word(node: Node) -> bool:
    return isinstance(node, Leaf) and node.kind == "word"
