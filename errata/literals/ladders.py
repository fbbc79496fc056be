"""Conditions in code: the names that something has to equal or contain, or the numbers that it has to pass."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from errata.literals.model import Branch, Entry, Leaf, Node
from errata.literals.numerals import negated
from errata.literals.thresholds import REST, WORKED_OUT, Keys, Threshold, banded

if TYPE_CHECKING:
    from errata.literals.lifter import Lifter


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


# The rungs of a ladder of conditions, one after the other; a ladder in a branch of another is part of that one.


@dataclass(frozen=True)
class Rung:
    """What is asked for, and the statements that it leads to."""

    keys: Sequence[Key]
    body: list[Any]
    leaves: bool = True
    """Whether nothing that stands below is for it too."""
    returns: bool = False
    """Whether it returns something."""
    chain: int = 0
    """The chain of conditions that exclude each other in which it stands."""


def rungs_of(lifter: Lifter, node: Any) -> Iterator[Rung]:
    """The rungs of a ternary, or of ifs that stand one after the other, with what is left at the end."""
    if node.type in lifter.syntax.ternaries:
        yield from _ternary(lifter, node)
        return
    here, subject = node, ""
    while here is not None and (here.type in lifter.syntax.ifs or here.type in lifter.syntax.comments):
        for rung in _chain(lifter, here) if here.type in lifter.syntax.ifs else ():
            subject = _rung_subject(rung.keys) or subject
            yield rung
        here = here.next_named_sibling
    if here is not None and here.type in lifter.syntax.results:
        yield from _branch(lifter, [REST], here, here.id, subject)


def _rung_subject(keys: Sequence[Key]) -> str:
    """What some conditions compare with a number."""
    return next((key.subject for key in keys if isinstance(key, Threshold) and key.sign), "")


def _chain(lifter: Lifter, node: Any) -> Iterator[Rung]:
    """The branches of one if, with its elses."""
    lifter.seen.add(node.id)
    subject = ""
    for condition, body in lifter.syntax.branches(node):
        if body is not None:
            lifter.seen.update(part.id for part in (body, body.parent) if part is not None)
            keys = conditions(lifter, condition)
            subject = _rung_subject(keys) or subject
            yield from _branch(lifter, keys, body, node.id, subject)


def _ternary(lifter: Lifter, node: Any) -> Iterator[Rung]:
    lifter.seen.add(node.id)
    condition, then, other = lifter.syntax.ternary(node)
    if then is None:
        return
    yield from _branch(lifter, conditions(lifter, condition), then, node.id)
    while other is not None and (inner := lifter.syntax.unwrapped(other)) is not None:
        other = inner
    if other is not None and other.type in lifter.syntax.ternaries:
        yield from _ternary(lifter, other)
    elif other is not None:
        yield Rung([REST], [other])


# Ladders in ladders


def _branch(lifter: Lifter, keys: Sequence[Key], body: Any, chain: int, subject: str = "") -> Iterator[Rung]:
    """What a branch leads to; a ladder over the same thing in it as rungs that ask for both."""
    only = keys[0] if len(keys) == 1 else None
    inner = _inner(lifter, body) if isinstance(only, Threshold) else None
    if inner is None or not isinstance(only, Threshold) or not _is_over(lifter, inner, only.subject or subject):
        yield Rung(keys, [body], leaves(lifter, body), leaves(lifter, body, lifter.syntax.results), chain)
        return
    for rung in rungs_of(lifter, inner):
        own = [only.met(key) if not key.sign else key.met(only) for key in rung.keys if isinstance(key, Threshold)]
        yield Rung(own, rung.body, rung.leaves, rung.returns, rung.chain)
    yield Rung(keys, [], leaves=False, chain=chain)  # what the inner one has no rung for


def _inner(lifter: Lifter, body: Any) -> Any:
    """The first if of a branch that holds nothing but a ladder, or the ternary that it comes to; else None."""
    syntax = lifter.syntax
    own = [child for child in body.named_children if child.type not in syntax.comments]
    if body.type in syntax.ternaries or not own:
        return body if body.type in syntax.ternaries else None
    if body.type in syntax.ifs:
        return None
    if len(own) == 1 and own[0].type not in syntax.ifs:
        return _inner(lifter, own[0]) if body.type in _HOLDING | syntax.results | syntax.wrappers else None
    last = own[-1].type in syntax.results
    return own[0] if all(child.type in syntax.ifs for child in own[: len(own) - last]) else None


_HOLDING = frozenset({"statement_block", "block", "else_clause", "expression_list"})
"""What only holds the statements of a branch, or what one returns."""


def _is_over(lifter: Lifter, node: Any, subject: str) -> bool:
    """Whether the first condition of a ladder compares a thing with a number."""
    if node.type in lifter.syntax.ternaries:
        condition = lifter.syntax.ternary(node)[0]
    else:
        condition = next((condition for condition, _ in lifter.syntax.branches(node)), None)
    asked = conditions(lifter, condition) if condition is not None else ()
    return any(isinstance(key, Threshold) and key.sign and key.subject == subject for key in asked)


def leaves(lifter: Lifter, body: Any, by: frozenset[str] = frozenset()) -> bool:
    """Whether a branch ends in a return or the like, or in some of these, so that what stands below is not for it."""
    while body is not None and body.type in _HOLDING and body.named_child_count:
        body = body.named_children[-1]
    return body is not None and body.type in (by or lifter.syntax.results | _LEAVING)


_LEAVING = frozenset(
    {
        "throw_statement",
        "raise_statement",
        "continue_statement",
        "break_statement",
        "throw_expression",
        "goto_statement",
    }
)


def parts_further(lifter: Lifter, body: Any) -> bool:
    """Whether a branch has conditions of its own that leave, or compare numbers, so that it comes to several things."""
    for inner in body.named_children if body.type in _HOLDING else ():
        for condition, own in lifter.syntax.branches(inner) if inner.type in lifter.syntax.ifs else ():
            compares = any(isinstance(key, Threshold) for key in conditions(lifter, condition)) if condition else False
            if compares or (own is not None and leaves(lifter, own)):
                return True
    return False


# Ladders under conditions


def around(lifter: Lifter, node: Any) -> Iterator[tuple[Keys, bool]]:
    """The conditions under which something stands in its function, the nearest first, each with whether it is met.

    What they ask of may have another name there: `const v = stat.value`.
    """
    names: dict[str, str] = {}
    here = node
    while here.parent is not None and here.type not in lifter.syntax.functions:
        names |= dict(_names(lifter, here))
        found = [*_before(lifter, here)]
        here = here.parent
        found += _above(lifter, here, node) if here.type in lifter.syntax.ifs else ()
        for keys, is_met in ((keys, is_met) for keys, is_met, end in found if not _is_set(lifter, keys, end, node)):
            yield keys, is_met
            if any(_rung_subject([key]) in names for key in keys):
                yield [replace(k, subject=names.get(k.subject, "")) for k in keys if isinstance(k, Threshold)], is_met


def _names(lifter: Lifter, node: Any) -> Iterator[tuple[str, str]]:
    """What the declarations before a statement give a name, and that name."""
    for here in _siblings(node):
        for part in (here, *here.named_children, *(inner for child in here.named_children for inner in child.children)):
            name, value = lifter.syntax.declared(part) if part.type in lifter.syntax.assignments else (None, None)
            if name is not None and value is not None and value.type in lifter.syntax.words:
                yield lifter.text(value), lifter.text(name)


def _siblings(node: Any) -> Iterator[Any]:
    """The statements before one, the nearest first."""
    here, count = node.prev_named_sibling, 0
    while here is not None and count < MOST_BEFORE:
        yield here
        here, count = here.prev_named_sibling, count + 1


def _is_set(lifter: Lifter, keys: Keys, end: int, node: Any) -> bool:
    """Whether what a condition asks of is set anew between that and something below it."""
    between = lifter.data[max(end, node.start_byte - MOST_BETWEEN) : node.start_byte].decode("utf-8", "replace")
    subjects = filter(None, {_rung_subject([key]) for key in keys})
    return any(re.search(rf"(?<![\w.]){re.escape(name)}\s*(?:[-+*/]?=(?![=>])|\+\+|--)", between) for name in subjects)


MOST_BETWEEN = 4000
"""Bytes between a condition and what stands under it that are looked at."""
_Met = tuple[Keys, bool, int]
"""What a condition asks for, whether it is met, and where it ends."""


def _before(lifter: Lifter, node: Any) -> Iterator[_Met]:
    """What the ifs before a statement ask for, where they leave."""
    for here in _siblings(node):
        for condition, body in lifter.syntax.branches(here) if here.type in lifter.syntax.ifs else ():
            if condition is not None and body is not None and leaves(lifter, body):
                yield conditions(lifter, condition), False, body.end_byte


MOST_BEFORE = 40
"""Statements before a ladder that are looked at."""


def _above(lifter: Lifter, node: Any, inner: Any) -> Iterator[_Met]:
    """What an if asks for before it comes to a branch in which something stands."""
    for condition, body in lifter.syntax.branches(node):
        is_in = body is not None and body.start_byte <= inner.start_byte and inner.end_byte <= body.end_byte
        asked = () if condition is None else [*needed(lifter, condition)] if is_in else [conditions(lifter, condition)]
        yield from ((keys, is_in, condition.end_byte if is_in else inner.start_byte) for keys in asked)
        if is_in:
            return


def last_if(lifter: Lifter, node: Any) -> Any:
    """The last of the ifs that stand one after the other."""
    last, here = node, node.next_named_sibling
    while here is not None and (here.type in lifter.syntax.ifs or here.type in lifter.syntax.comments):
        if here.type in lifter.syntax.ifs:
            last = here
        here = here.next_named_sibling
    return last


# Switches, ternaries and ladders of ifs as tables: what is asked for, and the literal that it comes to.


def ladder(lifter: Lifter, node: Any) -> Branch:
    """A switch, a ternary, or ifs that stand one after the other, as a table of conditions and results."""
    steps = list(_steps(lifter, node))
    rungs = [(keys, result) for keys, result in steps if result is not None and result is not WORKED_OUT]
    made = Branch(*lifter.place(node), kind="ladder")
    made.rest = any(_is_rest(keys) for keys, _ in rungs)
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
