"""Switches, ternaries and ladders of ifs as tables: what is asked for, and the literal that it comes to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from errata.conditions import Key, conditions, is_number, related
from errata.literals import Branch, Entry, Leaf, Node
from errata.numerals import negated
from errata.rungs import Rung, around, parts_further, rungs_of
from errata.thresholds import REST, WORKED_OUT, Threshold, banded

if TYPE_CHECKING:
    from errata.lifting import Lifter


def ladder(lifter: Lifter, node: Any) -> Branch:
    """A switch, a ternary, or ifs that stand one after the other, as a table of conditions and results."""
    steps = list(_steps(lifter, node))
    rungs = [(keys, result) for keys, result in steps if result is not None and result is not WORKED_OUT]
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
        made.entries = [Entry(key, value) for key, value in banded(steps, around(lifter, node))]
    else:
        made.entries = [Entry(_named(key, value), value) for keys, value in rungs for key in keys]
    made.entries = [entry for entry in made.entries if entry.key is not None]
    return made


def _steps(lifter: Lifter, node: Any) -> Iterator[tuple[Sequence[Key], Node | None]]:
    """What each rung asks for and comes to; one that comes to no literal is there if nothing below is for it too."""
    is_switch = node.type in lifter.syntax.switches
    rungs: list[tuple[Rung, Node | None]] = []
    for rung in _switch(lifter, node) if is_switch else rungs_of(lifter, node):
        are_records = any(_compares(above) and isinstance(r, Branch) and r.kind == "map" for above, r in rungs)
        rungs.append((rung, _result(lifter, rung, are_records)))
    told = {rung.chain for rung, result in rungs if result is not None}
    for rung, result in rungs:
        if result is not None or rung.leaves or rung.chain in told:
            yield rung.keys, result if result is not None or not rung.returns else WORKED_OUT


def _compares(rung: Rung) -> bool:
    """Whether a rung asks for numbers; what stands under a plain yes or no may be a table of its own."""
    return any(isinstance(key, Threshold) and bool(key.sign) for key in rung.keys)


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


def _switch(lifter: Lifter, node: Any) -> Iterator[Rung]:
    """The cases of a switch; where some compare, a number is compared too, and what has no case is the rest."""
    cases = [([*_case_keys(lifter, values)], body) for values, body in lifter.syntax.cases(node)]
    compares = any(isinstance(key, Threshold) for keys, _ in cases for key in keys)
    compares |= any(len(keys) > 1 and all(is_number(key) for key in keys) for keys, _ in cases)
    subject = lifter.text(node.named_children[0]).strip("()") if compares else ""
    for keys, body in cases:
        if compares:
            asked = [Threshold.of("==", k, subject) if isinstance(k, Leaf) and is_number(k) else k for k in keys]
            keys = [_asked_of(key, subject) for key in asked] or [REST]
        yield Rung(keys, body)


def _asked_of(key: Key, subject: str) -> Key:
    """A comparison in a case is of what the switch is over, whatever it is called; `switch (true)` has nothing."""
    return replace(key, subject=subject) if isinstance(key, Threshold) and subject.lower() != "true" else key


def _case_keys(lifter: Lifter, values: Iterable[Any]) -> Iterator[Key]:
    """What a case asks for: names, numbers, or what its guard compares."""
    for value in values:
        if value.type in lifter.syntax.binaries:
            yield from conditions(lifter, value)
        elif value.type in lifter.syntax.relations:
            yield from related(lifter, value)
        elif (key := lifter.key(value)) is not None and key.text != "_":
            yield key


# Results


def _result(lifter: Lifter, rung: Rung, named: bool) -> Node | None:
    """What a branch comes to: the literal that it returns or sets, or several by their names.

    A table in a branch that nothing names is no result of it, and is read by itself, unless those above have such
    results too; nor is what it asks for, set anew, or what only some of the numbers come to.
    """
    if any(isinstance(key, Threshold) for key in rung.keys) and any(parts_further(lifter, node) for node in rung.body):
        return None
    named |= any(isinstance(key, Leaf) or key.sign for key in rung.keys)
    found = [result for node in rung.body for result in _results(lifter, node, 3, named)]
    name, first = found[0] if found else (None, None)
    if first is None or (name is not None and any(name.text == _subject(lifter, key) for key in rung.keys)):
        return None
    if len(found) == 1 and name is not None:
        lifter.set_by.add(name.text)
    if len(found) == 1 or name is None:
        return first
    return Branch(first.line, first.column, [Entry(key, value) for key, value in found if key is not None])


def _subject(lifter: Lifter, key: Key) -> str:
    """What a condition asks of."""
    return key.subject if isinstance(key, Threshold) else lifter.subjects.get(key, "")


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
