"""The rungs of a ladder of conditions, one after the other; a ladder in a branch of another is part of that one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from errata.conditions import Key, conditions, needed
from errata.thresholds import REST, Keys, Threshold

if TYPE_CHECKING:
    from errata.lifting import Lifter


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
            subject = _subject(rung.keys) or subject
            yield rung
        here = here.next_named_sibling
    if here is not None and here.type in lifter.syntax.results:
        yield from _branch(lifter, [REST], here, here.id, subject)


def _subject(keys: Sequence[Key]) -> str:
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
            subject = _subject(keys) or subject
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
            if any(_subject([key]) in names for key in keys):
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
    subjects = filter(None, {_subject([key]) for key in keys})
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
