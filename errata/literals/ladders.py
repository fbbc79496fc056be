"""Ladders of conditions as tables: switches, ternaries and chains of ifs, with a literal result for each condition.

`if (km <= 10) return 0; if (km <= 1250) return 1;` is a table of bands; `case "short": return 1` one of names.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from errata.literals.model import Branch, Entry, Leaf, Node
from errata.literals.numerals import negated, numbers_of
from errata.literals.syntax import ParsedSource
from errata.literals.thresholds import REST, WORKED_OUT, Keys, Threshold, banded

Key: TypeAlias = Leaf | Threshold
_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
CHAINED = 3
"""Operands of a comparison with two ends: `9 <= score <= 11`."""
_HOLDING = frozenset({"statement_block", "block", "else_clause", "expression_list"})
"""Nodes that only hold the statements of a branch, or a returned value."""
_EXITS = frozenset(
    {
        "throw_statement",
        "raise_statement",
        "continue_statement",
        "break_statement",
        "throw_expression",
        "goto_statement",
    }
)
MAX_BETWEEN = 4000
"""Bytes between a condition and a node under it that are searched for assignments."""
MAX_BEFORE = 40
"""Statements before a ladder that are searched for conditions."""
_Condition = tuple[Keys, bool, int]
"""The keys of a condition, whether it is met, and the byte at which it ends."""


@dataclass(frozen=True)
class Rung:
    """One step of a ladder: the keys that it applies to, and its statements."""

    keys: Sequence[Key]
    body: list[Any]
    exits: bool = True
    """Whether later rungs cannot apply after it."""
    returns: bool = False
    """Whether it returns something."""
    chain: int = 0
    """The id of the if/else chain that it belongs to."""


class LadderReader(ParsedSource):
    """Reads ladders of conditions in a parsed source; the Lifter is one, and knows how to read any other node."""

    def __init__(self, *parsed: Any) -> None:
        super().__init__(*parsed)
        self.seen: set[int] = set()
        """Ids of nodes that were read as part of another."""
        self.set_by: set[str] = set()
        """The variables that the rungs of the current ladder set."""
        self.subjects: dict[Leaf, str] = {}
        """What each name in a condition was compared with."""

    @abstractmethod
    def node(self, node: Any) -> Node | None:
        """The literal that a node is, or None."""

    def key(self, key: Any) -> Leaf | None:
        """A key as a leaf, whatever it is written as."""
        if key is None:
            return None
        literal = self.node(key)
        leaf = literal if isinstance(literal, Leaf) else self.leaf(key, "word")
        return leaf._replace(text=numbers_of(leaf.text)) if leaf.text.startswith("range(") else leaf

    # Tables

    def ladder(self, node: Any) -> Branch:
        """A switch, a ternary, or consecutive ifs as a table: conditions are its keys, results its values."""
        steps = list(self._steps(node))
        rungs = [(keys, result) for keys, result in steps if result is not None and result is not WORKED_OUT]
        table = Branch(*self.place(node), kind="ladder", rest=any(_is_rest(keys) for keys, _ in rungs))
        subjects = {self.subjects.get(key) for keys, _ in rungs for key in keys if isinstance(key, Leaf)} - {None}
        if len(subjects) > 1:
            table.entries = list(self._by_subject(rungs, table))
            return table
        if any(isinstance(key, Threshold) and key.sign for keys, _ in rungs for key in keys):
            entries = [Entry(key, value) for key, value in banded(steps, self._enclosing_conditions(node))]
        else:
            entries = [Entry(_key_or_label(key, value), value) for keys, value in rungs for key in keys]
        table.entries = [entry for entry in entries if entry.key is not None]
        return table

    def _by_subject(self, rungs: list[tuple[Sequence[Key], Node]], whole: Branch) -> Iterator[Entry]:
        """A ladder over several subjects, split into one ladder per subject."""
        ladders: dict[str, Branch] = {}
        for keys, value in rungs:
            for key in keys:
                if isinstance(key, Leaf):
                    subject = self.subjects.get(key, "")
                    ladders.setdefault(subject, Branch(whole.line, whole.column, kind="ladder", rest=whole.rest))
                    ladders[subject].entries.append(Entry(key, value))
        for subject, ladder in ladders.items():
            yield Entry(Leaf(subject, whole.line, whole.column, "word"), ladder)

    def last_if(self, node: Any) -> Any:
        """The last of several ifs that follow each other."""
        last, here = node, node.next_named_sibling
        while here is not None and (here.type in self.syntax.ifs or here.type in self.syntax.comments):
            if here.type in self.syntax.ifs:
                last = here
            here = here.next_named_sibling
        return last

    def _steps(self, node: Any) -> Iterator[tuple[Sequence[Key], Node | None]]:
        """The keys and the result of each rung; one without a literal result counts if it excludes later rungs."""
        is_switch = node.type in self.syntax.switches
        rungs: list[tuple[Rung, Node | None]] = []
        for rung in self._switch_rungs(node) if is_switch else self._rungs(node):
            are_records = any(_compares(above) and isinstance(r, Branch) and r.kind == "map" for above, r in rungs)
            rungs.append((rung, self._result(rung, are_records)))
        chains = {rung.chain for rung, result in rungs if result is not None}
        for rung, result in rungs:
            if result is not None or rung.exits or rung.chain in chains:
                yield rung.keys, result if result is not None or not rung.returns else WORKED_OUT

    # Rungs

    def _switch_rungs(self, node: Any) -> Iterator[Rung]:
        """The cases of a switch. If one compares numbers, all do, and a default is the rest."""
        cases = [([*self._case_keys(values)], body) for values, body in self.syntax.cases(node)]
        compares = any(isinstance(key, Threshold) for keys, _ in cases for key in keys)
        compares |= any(len(keys) > 1 and all(_is_number(key) for key in keys) for keys, _ in cases)
        subject = self.text(node.named_children[0]).strip("()") if compares else ""
        for keys, body in cases:
            if compares:
                keys = [_with_subject(_as_threshold(key, subject), subject) for key in keys] or [REST]
            yield Rung(keys, body)

    def _case_keys(self, values: Iterable[Any]) -> Iterator[Key]:
        """The keys of a case: names, numbers, or the comparisons of its guard."""
        for value in values:
            if value.type in self.syntax.binaries:
                yield from self.condition_keys(value)
            elif value.type in self.syntax.relations:
                yield from self._pattern_keys(value)
            elif (key := self.key(value)) is not None and key.text != "_":
                yield key

    def _rungs(self, node: Any) -> Iterator[Rung]:
        """The rungs of a ternary, or of consecutive ifs and the return after them."""
        if node.type in self.syntax.ternaries:
            yield from self._ternary_rungs(node)
            return
        here, subject = node, ""
        while here is not None and (here.type in self.syntax.ifs or here.type in self.syntax.comments):
            for rung in self._if_rungs(here) if here.type in self.syntax.ifs else ():
                subject = _compared_subject(rung.keys) or subject
                yield rung
            here = here.next_named_sibling
        if here is not None and here.type in self.syntax.results:
            yield from self._branch_rungs([REST], here, here.id, subject)

    def _if_rungs(self, node: Any) -> Iterator[Rung]:
        """The branches of one if with its elses."""
        self.seen.add(node.id)
        subject = ""
        for condition, body in self.syntax.branches(node):
            if body is not None:
                self.seen.update(part.id for part in (body, body.parent) if part is not None)
                keys = self.condition_keys(condition)
                subject = _compared_subject(keys) or subject
                yield from self._branch_rungs(keys, body, node.id, subject)

    def _ternary_rungs(self, node: Any) -> Iterator[Rung]:
        """The branches of a ternary and of those in its else."""
        self.seen.add(node.id)
        condition, then, other = self.syntax.ternary(node)
        if then is None:
            return
        yield from self._branch_rungs(self.condition_keys(condition), then, node.id)
        while other is not None and (inner := self.syntax.unwrapped(other)) is not None:
            other = inner
        if other is not None and other.type in self.syntax.ternaries:
            yield from self._ternary_rungs(other)
        elif other is not None:
            yield Rung([REST], [other])

    def _branch_rungs(self, keys: Sequence[Key], body: Any, chain: int, subject: str = "") -> Iterator[Rung]:
        """The rung of a branch; a ladder over the same subject inside it gives one rung for each of its own."""
        only = keys[0] if len(keys) == 1 else None
        inner = self._nested_ladder(body) if isinstance(only, Threshold) else None
        subject = only.subject or subject if isinstance(only, Threshold) else subject
        if inner is None or not isinstance(only, Threshold) or not self._compares_subject(inner, subject):
            yield Rung(keys, [body], self._exits(body), self._exits(body, self.syntax.results), chain)
            return
        for rung in self._rungs(inner):
            both = [only.met(key) if not key.sign else key.met(only) for key in rung.keys if isinstance(key, Threshold)]
            yield Rung(both, rung.body, rung.exits, rung.returns, rung.chain)
        yield Rung(keys, [], exits=False, chain=chain)  # for what the nested ladder does not match

    def _nested_ladder(self, body: Any) -> Any:
        """The first if of a branch that holds nothing but a ladder, or the ternary that it returns; else None."""
        syntax = self.syntax
        parts = [child for child in body.named_children if child.type not in syntax.comments]
        if body.type in syntax.ternaries or not parts:
            return body if body.type in syntax.ternaries else None
        if body.type in syntax.ifs:
            return None
        if len(parts) == 1 and parts[0].type not in syntax.ifs:
            return self._nested_ladder(parts[0]) if body.type in _HOLDING | syntax.results | syntax.wrappers else None
        last = parts[-1].type in syntax.results
        return parts[0] if all(child.type in syntax.ifs for child in parts[: len(parts) - last]) else None

    def _compares_subject(self, node: Any, subject: str) -> bool:
        """Whether the first condition of a ladder compares this subject with a number."""
        if node.type in self.syntax.ternaries:
            condition = self.syntax.ternary(node)[0]
        else:
            condition = next((condition for condition, _ in self.syntax.branches(node)), None)
        keys = self.condition_keys(condition) if condition is not None else ()
        return any(isinstance(key, Threshold) and key.sign and key.subject == subject for key in keys)

    def _exits(self, body: Any, by: frozenset[str] = frozenset()) -> bool:
        """Whether a branch ends in a return or the like, or in one of these, so that later statements do not apply."""
        while body is not None and body.type in _HOLDING and body.named_child_count:
            body = body.named_children[-1]
        return body is not None and body.type in (by or self.syntax.results | _EXITS)

    def _has_inner_conditions(self, body: Any) -> bool:
        """Whether a branch has conditions of its own that exit or compare numbers, so that it has several results."""
        for inner in body.named_children if body.type in _HOLDING else ():
            for condition, branch in self.syntax.branches(inner) if inner.type in self.syntax.ifs else ():
                keys = self.condition_keys(condition) if condition else ()
                if any(isinstance(key, Threshold) for key in keys) or (branch is not None and self._exits(branch)):
                    return True
        return False

    # Conditions

    def condition_keys(self, node: Any) -> Sequence[Key]:
        """The keys of a condition: names that something equals or contains, or a threshold for a number."""
        if node is None:
            return [REST]
        while (inner := self.syntax.unwrapped(node)) is not None:
            node = inner
        if node.type in self.syntax.words:
            return [self.leaf(node, "word")]
        if node.type in self.syntax.binaries:
            return self._comparison_keys(node)
        if node.type in self.syntax.calls:
            return [*(leaf for leaf in self._literals_in(node, 4) if leaf.kind == "text")][:1]
        return []

    def _required_keys(self, node: Any) -> Iterator[Sequence[Key]]:
        """The keys of each part that must hold: both of `score >= 6 && !untrained`."""
        while (inner := self.syntax.unwrapped(node)) is not None:
            node = inner
        sides = self.syntax.sides(node) if node.type in self.syntax.binaries else (None, None)
        if None not in sides and self.operator(node) in ("&&", "and"):
            for side in sides:
                yield from self._required_keys(side)
        else:
            yield self.condition_keys(node)

    def _comparison_keys(self, node: Any) -> Sequence[Key]:
        """The keys of a comparison, or of several joined by and/or."""
        if node.named_child_count == CHAINED:
            return self._chained_comparison(node)
        left, right = self.syntax.sides(node)
        if left is None or right is None:
            return []
        sign = self.operator(node)
        if sign in ("&&", "||", "and", "or"):
            is_either = sign in ("||", "or")
            left_keys, right_keys = self.condition_keys(left), self.condition_keys(right)
            return [*left_keys, *right_keys] if is_either else self._both_conditions(left_keys, right_keys)
        first, second = self.node(left), self.node(right)
        if isinstance(second, Leaf) and second.kind == "number":
            return [Threshold.of(sign, second, self.text(left))]
        if isinstance(first, Leaf) and first.kind == "number":
            return [Threshold.of(_MIRRORED.get(sign, sign), first, self.text(right))]
        if sign in self.syntax.equal:
            for leaf, other in ((second, left), (first, right)):
                if isinstance(leaf, Leaf) and leaf.kind in ("text", "word"):
                    self.subjects[leaf] = self.text(other)[:60]
                    return [leaf]
        return []

    def _chained_comparison(self, node: Any) -> Sequence[Key]:
        """The band of a comparison with two ends: `9 <= score <= 11`."""
        first, subject, last = node.named_children
        signs = [str(child.type) for child in node.children if not child.is_named]
        low, high = self.node(first), self.node(last)
        if not (isinstance(low, Leaf) and isinstance(high, Leaf) and len(signs) == 2):
            return []
        if not low.kind == high.kind == "number":
            return []
        name = self.text(subject)
        return [Threshold.of(_MIRRORED.get(signs[0], signs[0]), low, name).met(Threshold.of(signs[1], high, name))]

    def _both_conditions(self, left: Sequence[Key], right: Sequence[Key]) -> Sequence[Key]:
        """The keys of two conditions joined by "and": one band, or a name that is checked to exist; else none."""
        bounds = [key for key in (*left, *right) if isinstance(key, Threshold)]
        if len(bounds) == 2:
            return [bounds[0].met(bounds[1])] if bounds[0].subject == bounds[1].subject else []
        for keys, others in ((left, right), (right, left)):
            subjects = [self.subjects.get(key, "") for key in keys if isinstance(key, Leaf) and key.kind == "text"]
            names = [key.text for key in others if isinstance(key, Leaf) and key.kind == "word"]
            if subjects and len(names) == 1 and all(_is_member_of(subject, names[0]) for subject in subjects):
                return keys
        return []

    def _literals_in(self, node: Any, depth: int) -> Iterator[Leaf]:
        """The literals inside a node, down to a depth."""
        literal = self.node(node)
        if isinstance(literal, Leaf):
            yield literal
            return
        for child in node.named_children if depth else ():
            yield from self._literals_in(child, depth - 1)

    def _pattern_keys(self, node: Any) -> Sequence[Key]:
        """The keys of a C# pattern: `>= 9`, `>= 9 and <= 11`, `1 or 2`."""
        if node.type not in self.syntax.relations:
            key = self.key(node)
            return [Threshold.of("==", key, "")] if key is not None and _is_number(key) else []
        sides = [self._pattern_keys(child) for child in node.named_children]
        sign = self.operator(node)
        if len(sides) == 1 and len(sides[0]) == 1 and isinstance(number := sides[0][0], Threshold):
            return [replace(number, sign=sign)]
        if len(sides) == 2 and all(sides):
            return [*sides[0], *sides[1]] if sign == "or" else self._both_conditions(*sides)
        return []

    # Conditions around a ladder

    def _enclosing_conditions(self, node: Any) -> Iterator[tuple[Keys, bool]]:
        """The conditions under which a node is reached in its function, nearest first, each with whether it is met.

        Their subject may have an alias: `const v = stat.value`.
        """
        aliases: dict[str, str] = {}
        here = node
        while here.parent is not None and here.type not in self.syntax.functions:
            aliases |= dict(self._aliases(here))
            conditions = [*self._earlier_exits(here)]
            here = here.parent
            conditions += self._conditions_above(here, node) if here.type in self.syntax.ifs else ()
            for keys, is_met, end in conditions:
                if self._is_reassigned(keys, end, node):
                    continue
                yield keys, is_met
                if any(_compared_subject([key]) in aliases for key in keys):
                    thresholds = [key for key in keys if isinstance(key, Threshold)]
                    yield [replace(key, subject=aliases.get(key.subject, "")) for key in thresholds], is_met

    def _aliases(self, node: Any) -> Iterator[tuple[str, str]]:
        """The expressions that declarations before a statement give a name, with that name."""
        for here in _statements_before(node):
            grandchildren = (inner for child in here.named_children for inner in child.children)
            for part in (here, *here.named_children, *grandchildren):
                name, value = self.syntax.declared(part) if part.type in self.syntax.assignments else (None, None)
                if name is not None and value is not None and value.type in self.syntax.words:
                    yield self.text(value), self.text(name)

    def _is_reassigned(self, keys: Keys, end: int, node: Any) -> bool:
        """Whether the subject of a condition is assigned between the end of that condition and a node."""
        between = self.data[max(end, node.start_byte - MAX_BETWEEN) : node.start_byte].decode("utf-8", "replace")
        subjects = filter(None, {_compared_subject([key]) for key in keys})
        assigned = r"\s*(?:[-+*/]?=(?![=>])|\+\+|--)"
        return any(re.search(rf"(?<![\w.]){re.escape(name)}{assigned}", between) for name in subjects)

    def _earlier_exits(self, node: Any) -> Iterator[_Condition]:
        """The conditions of ifs before a statement that exit; they are not met where the statement is reached."""
        for here in _statements_before(node):
            for condition, body in self.syntax.branches(here) if here.type in self.syntax.ifs else ():
                if condition is not None and body is not None and self._exits(body):
                    yield self.condition_keys(condition), False, body.end_byte

    def _conditions_above(self, node: Any, inner: Any) -> Iterator[_Condition]:
        """The conditions of an if up to the branch that holds a node; only the last of them is met."""
        for condition, body in self.syntax.branches(node):
            is_met = body is not None and body.start_byte <= inner.start_byte and inner.end_byte <= body.end_byte
            if condition is not None and is_met:
                yield from ((keys, True, condition.end_byte) for keys in self._required_keys(condition))
            elif condition is not None:
                yield self.condition_keys(condition), False, inner.start_byte
            if is_met:
                return

    # Results

    def _result(self, rung: Rung, named: bool) -> Node | None:
        """What a rung returns or sets: one literal, or several by the names that they are assigned to.

        None for an unnamed table, unless earlier rungs have one too, for a new value of the subject itself, and for a
        branch that has conditions of its own.
        """
        compares = any(isinstance(key, Threshold) for key in rung.keys)
        if compares and any(map(self._has_inner_conditions, rung.body)):
            return None
        named |= any(isinstance(key, Leaf) or key.sign for key in rung.keys)
        results = [result for node in rung.body for result in self._results(node, 3, named)]
        name, first = results[0] if results else (None, None)
        if first is None or (name is not None and any(name.text == self._key_subject(key) for key in rung.keys)):
            return None
        if len(results) == 1 and name is not None:
            self.set_by.add(name.text)
        if len(results) == 1 or name is None:
            return first
        return Branch(first.line, first.column, [Entry(key, value) for key, value in results if key is not None])

    def _key_subject(self, key: Key) -> str:
        """The subject that a key is compared with."""
        return key.subject if isinstance(key, Threshold) else self.subjects.get(key, "")

    def _results(self, node: Any, depth: int, named: bool) -> Iterator[tuple[Leaf | None, Node]]:
        """The literals that a statement returns or sets, with the name if it sets one."""
        syntax = self.syntax
        if node is None or node.type in (syntax.ifs | syntax.functions) or (not named and self._is_table(node)):
            return
        literal = self.node(node)
        if literal is not None:
            if not _is_word(literal):
                yield None, literal
        elif node.type in syntax.binaries:
            if (change := self._added_number(node)) is not None:
                yield None, change
        elif node.type in syntax.assignments:
            yield from self._assigned_value(node, named)
        elif node.type in syntax.calls:
            yield from self._call_argument(node)
        elif depth:
            for child in node.named_children:
                yield from self._results(child, 1 if node.type in syntax.results else depth - 1, named)

    def _is_table(self, node: Any) -> bool:
        """Whether a node is an object or a list."""
        return node.type in self.syntax.containers and self.syntax.is_container(node)

    def _call_argument(self, node: Any) -> Iterator[tuple[Leaf | None, Node]]:
        """The number that a call passes: `setValue(8)`."""
        arguments = node.child_by_field_name("arguments")
        values = [self.node(child) for child in arguments.named_children] if arguments is not None else []
        if len(values) == 1 and isinstance(values[0], Leaf) and values[0].kind == "number":
            yield self.leaf(node.named_children[0], "word"), values[0]

    def _assigned_value(self, node: Any, named: bool) -> Iterator[tuple[Leaf | None, Node]]:
        """What an assignment sets; `x += 2` and `x = x - 2` set the number that is added."""
        left, right = self.syntax.sides(node)
        if left is None:
            left, right = self.syntax.declared(node)
        if left is None or right is None or (not named and right.type in self.syntax.containers):
            return
        literal = self.node(right)
        if isinstance(literal, Leaf) and literal.kind == "number" and self.operator(node) == "-=":
            literal = Leaf(negated(literal.text), literal.line, literal.column, "number")
        if literal is None and right.type in self.syntax.binaries:
            literal = self._added_number(right, self.text(left))
        if literal is not None and not _is_word(literal):
            yield self.leaf(left, "word"), literal

    def _added_number(self, node: Any, name: str = "") -> Leaf | None:
        """The number that is added to a name: `dm - 2` is -2."""
        base, addend = self.syntax.sides(node)
        if base is None or addend is None or base.type not in self.syntax.words or (name and self.text(base) != name):
            return None
        amount, sign = self.node(addend), self.operator(node)
        if not isinstance(amount, Leaf) or amount.kind != "number" or sign not in ("+", "-"):
            return None
        return Leaf(negated(amount.text), amount.line, amount.column, "number") if sign == "-" else amount


def _is_rest(keys: Sequence[Key]) -> bool:
    """Whether a rung applies to everything that no other rung matches."""
    return not keys or any(isinstance(key, Threshold) and not key.sign for key in keys)


def _compares(rung: Rung) -> bool:
    """Whether a rung compares numbers."""
    return any(isinstance(key, Threshold) and bool(key.sign) for key in rung.keys)


def _key_or_label(key: Key, value: Node) -> Leaf | None:
    """The key of a rung; a default may name itself: `Civilian (+0 DM)`."""
    if isinstance(key, Leaf):
        return key
    return value if isinstance(value, Leaf) and value.kind == "text" else None


def _as_threshold(key: Key, subject: str) -> Key:
    """A plain number as a comparison with it; any other key as it is."""
    return Threshold.of("==", key, subject) if isinstance(key, Leaf) and key.kind == "number" else key


def _with_subject(key: Key, subject: str) -> Key:
    """A comparison in a case with the subject of its switch; `switch (true)` has none."""
    return replace(key, subject=subject) if isinstance(key, Threshold) and subject.lower() != "true" else key


def _compared_subject(keys: Sequence[Key]) -> str:
    """The first subject that these keys compare with a number."""
    return next((key.subject for key in keys if isinstance(key, Threshold) and key.sign), "")


def _is_number(key: Key) -> bool:
    """Whether a key is a plain number, compared with nothing."""
    return isinstance(key, Leaf) and key.kind == "number"


def _is_member_of(subject: str, name: str) -> bool:
    """Whether a subject is this name or a member of it: `weapon.range` of `weapon`."""
    return subject == name or subject.startswith((f"{name}.", f"{name}?.", f"{name}[", f"{name}:"))


def _statements_before(node: Any) -> Iterator[Any]:
    """The statements before one, nearest first."""
    here, count = node.prev_named_sibling, 0
    while here is not None and count < MAX_BEFORE:
        yield here
        here, count = here.prev_named_sibling, count + 1


def _is_word(node: Node) -> bool:
    """Whether a node is a name, not a literal."""
    return isinstance(node, Leaf) and node.kind == "word"
