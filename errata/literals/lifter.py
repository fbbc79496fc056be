"""The Lifter: literal tables, ladders and constants out of a parsed source, with the names and comments around them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import Any

from engine.rulebook.names import small_whole
from errata.literals.ladders import LadderReader
from errata.literals.model import (
    Branch,
    Entry,
    Leaf,
    LeafKind,
    Lifted,
    Node,
    Problem,
    ProblemKind,
    Scope,
    TooLong,
    Wanted,
    unreadable,
)
from errata.literals.numerals import negated, unquoted, worked_out
from errata.literals.syntax import Syntax, nodes
from verify.recognition.code.surroundings import names_another_edition
from verify.recognition.words import words_in

MAX_COMMENT = 400
"""Characters of a comment that are read."""
MIN_RECORDS = 3
"""Constants of one block that are records and together make a table: `SHORT = ("Short", 1)`."""
MAX_CONSTANT = 200
"""Bytes of a value that can be a constant."""
MAX_NAME = 80
"""Bytes on a line before a literal that may name it."""
MAX_COUNTED = 2000
"""Bytes of a ladder over numbers, or of a list of them."""
_COMMENT_SIGNS = re.compile(r"/\*+|\*+/|^\s*\*+|//+|--+\[*|#+|={3,}|-{3,}|\n\s*\*?", re.MULTILINE)
_ENUM_MEMBER = re.compile(r"(?:[A-Z]\w*\.)+[A-Z]\w*")
"""A member of an enum: `RangeBand.VeryLong`, `Range.VERY_LONG`."""
_INFINITE = frozenset({"Infinity", "Number.POSITIVE_INFINITY", "Number.MAX_SAFE_INTEGER", "math.huge", "math.inf"})
"""Names of an infinite number."""
_DM = re.compile(r"(?:^|[._a-z])(?:DM|Mod(?:ifier)?)s?$|(?:^|[._])(?:dm|mod|modifier)s?$")
"""A name for a DM: `dm`, `roll.nMod`, `attack_modifier`."""
_NUMBERS = re.compile(rb"[\[{(][\s\d,.+\[\]{}()\"':=>-]*[\]})]")
_CASES = re.compile(rb"\bcase\s+-?\d+\s*[:|]")
_DIVISION = re.compile(rb"[\w)\]]\s*//?\s*\d")
"""Something divided by a number."""
_ARGUMENTS = frozenset({"arguments", "argument_list", "argument", "expression_list"})
"""Nodes between a quotient, the call that rounds it, and its name."""
_VERBS = frozenset({"get", "calc", "calculate", "compute", "determine", "find", "from", "for", "of", "damage"})
"""Words in the name of a function that do not say what it counts: `getCriticalSeverity`."""


def lift(
    syntax: Syntax, data: bytes, wanted: Wanted, around: tuple[Scope, ...] = (), origin: tuple[int, int] = (1, 1)
) -> tuple[list[Lifted], Problem | None]:
    """All literal trees of a source that may be wanted, and the problem that kept some of it from being read.

    `origin` is the line and the column at which a script begins in its page.
    """
    return Lifter(syntax, data, wanted, around, origin).lift()


class Lifter(LadderReader):
    """Lifts the literal trees out of one source."""

    def __init__(
        self, syntax: Syntax, data: bytes, wanted: Wanted, around: tuple[Scope, ...], origin: tuple[int, int]
    ) -> None:
        super().__init__(syntax, data, origin)
        self.wanted, self.around = wanted, around
        self.values: dict[str, list[Any]] = {}
        """The nodes of the values that are assigned to each name."""
        self.kinds: dict[str, LeafKind] = {
            **dict.fromkeys(syntax.numbers, "number"),
            **dict.fromkeys(syntax.strings, "text"),
            **dict.fromkeys(syntax.flags, "flag"),
            **dict.fromkeys(syntax.nothings, "nothing"),
            **dict.fromkeys(syntax.words, "word"),
        }

    def lift(self) -> tuple[list[Lifted], Problem | None]:
        """All literal trees that may be wanted, and the problem that kept others from being read."""
        relevant = nodes(self.root, self.syntax.relevant)
        assignments = self.syntax.assignments_in(self.root, relevant)
        self._note_values(assignments)
        lifted: list[Lifted] = []
        try:
            lifted.extend(
                chain(self._tables(relevant["table"]), self._constants(assignments), self._rounded_quotients())
            )
        except TooLong:
            return lifted, Problem(ProblemKind.TIMEOUT)
        lifted += self._changed_tables(lifted, assignments)
        broken = self.syntax.syntax_error(self.root)
        return lifted, unreadable("some of it does not parse", self.place(broken)[0]) if broken is not None else None

    # Tables and ladders

    def _tables(self, nodes: list[Any]) -> Iterator[Lifted]:
        """The outermost containers, switches and ladders that may be wanted."""
        skipped_to = -1
        for node in sorted(nodes, key=lambda n: (n.start_byte, -n.end_byte)):
            if node.end_byte <= skipped_to or node.id in self.seen:
                continue
            last = self.last_if(node) if node.type in self.syntax.ifs else node
            if not self._may_be_wanted(node, self.data[node.start_byte : last.end_byte]):
                skipped_to = last.end_byte
                continue
            self.set_by.clear()
            if node.type not in self.syntax.containers:
                table = self.ladder(node)
            elif self.syntax.is_container(node):
                table = self._branch(node)
            else:
                continue
            if table.entries:
                yield Lifted(self._table_scopes(node), table)

    def _table_scopes(self, node: Any) -> tuple[Scope, ...]:
        """The scopes of a table, and the DM that all rungs of a ladder set if no scope names one."""
        scopes = self.scopes(node)
        variable = next(iter(self.set_by)) if len(self.set_by) == 1 else ""
        named = any(_DM.search(scope.text) for scope in scopes if scope.where in ("function", "name", "key"))
        return scopes if named or not _DM.search(variable) else (*scopes, Scope("name", variable[:120]))

    def _may_be_wanted(self, node: Any, piece: bytes) -> bool:
        """Whether a piece may be wanted; a ladder over numbers, or a list of them, is wanted by its name."""
        before = self.data[
            max(self.data.rfind(b"\n", 0, node.start_byte) + 1, node.start_byte - MAX_NAME) : node.start_byte
        ]
        if self.wanted(before + piece if len(piece) < MAX_COUNTED else piece):  # its name may be that of a rule
            return True
        if node.type in self.syntax.containers:
            counted = _is_counted(piece)
        else:
            counted = piece.count(b"<") + piece.count(b">") > 1 or len(_CASES.findall(piece)) > 3
        if not counted or len(piece) > MAX_COUNTED:
            return False
        names = (scope.text for scope in self.scopes(node) if scope.where in ("name", "function"))
        return self.wanted("\n".join(f"{name} = [" for name in names).encode())

    # Constants

    def _constants(self, nodes: list[Any]) -> Iterator[Lifted]:
        """Names with one literal each, grouped by block."""
        groups: dict[int, tuple[Any, list[tuple[Any, Any]]]] = {}
        for node in sorted(nodes, key=lambda n: n.start_byte):
            name, value = self.syntax.declared(node)
            if name is None or value is None or self.syntax.is_compound(node):
                continue
            if value.end_byte - value.start_byte < MAX_CONSTANT:
                block = self.block(node)
                groups.setdefault(block.id, (block, []))[1].append((name, value))
        for block, members in groups.values():
            scopes = self.scopes(block)
            named = b"".join(scope.text.encode() + b":\n" for scope in scopes if scope.where == "class")
            if not self.wanted(named + b"\n".join(self.data[n.start_byte : v.end_byte] for n, v in members)):
                continue
            yield from self._block_constants(members, scopes)

    def _block_constants(self, members: list[tuple[Any, Any]], scopes: tuple[Scope, ...]) -> Iterator[Lifted]:
        """The constants of one block: values in one table, records in another."""
        line = self.place(members[0][0])[0]
        values, records = Branch(line, 1, kind="part"), Branch(line, 1)
        for name, value in members:
            literal = self.node(value)
            if isinstance(literal, Leaf):
                values.entries += [Entry(self.leaf(name, "word"), literal)] if literal.kind != "word" else []
            elif literal is not None and _is_row(literal, value.type in self.syntax.literals):
                records.entries.append(Entry(self.leaf(name, "word"), literal))
        for table, least in ((values, 1), (records, MIN_RECORDS)):
            if len(table.entries) >= least:
                yield Lifted(scopes, table)

    def _note_values(self, nodes: list[Any]) -> None:
        """Note the values of each plain name."""
        for node in nodes:
            name, value = self.syntax.declared(node)
            if name is not None and value is not None and name.type == "identifier":
                self.values.setdefault(self.text(name), []).append(value)

    def resolved(self, node: Any) -> Node | None:
        """The literal that a node is, or the value of a constant in capitals that is assigned once: `SHORT_DM`."""
        literal = self.node(node)
        values = self.values.get(literal.text, []) if isinstance(literal, Leaf) and literal.kind == "word" else []
        if not isinstance(literal, Leaf) or len(values) != 1 or not literal.text.isupper():
            return literal
        is_literal = values[0].type in self.kinds or values[0].type in self.syntax.negations
        value = self.node(values[0]) if is_literal else None
        if not isinstance(value, Leaf) or value.kind not in ("number", "text"):
            return literal
        return value._replace(line=literal.line, column=literal.column, inset=0)

    def _changed_tables(self, tables: list[Lifted], nodes: list[Any]) -> list[Lifted]:
        """Tables as later statements at the top of the file change them: `DM.short = 3`, `DM["short"] = 3`."""
        named: dict[str, list[Lifted]] = {}
        for table in tables:
            if isinstance(table.tree, Branch) and table.scopes and table.scopes[-1].where == "name":
                named.setdefault(table.scopes[-1].text, []).append(table)
        changed: dict[str, Lifted] = {}
        for node in nodes:
            target, value = self.syntax.declared(node)
            if target is None or value is None or not self._is_at_top(node) or self.syntax.is_compound(node):
                continue
            name, _, key = self.leaf(target, "word").text.rpartition(".")
            if len(named.get(name, ())) == 1:
                table = changed.get(name, named[name][0])
                place = self.leaf(value, "word")._replace(text=key)
                changed[name] = replace(table, tree=_with_value(table.tree, place, self.resolved(value)), later=True)
        return list(changed.values())

    def _is_at_top(self, node: Any) -> bool:
        """Whether a statement stands in no function and under no condition."""
        return any(outer is not None and outer.parent is None for outer in (node.parent, node.parent.parent))

    # Nodes

    def node(self, node: Any) -> Node | None:
        """The literal that a node is, or None."""
        syntax, kind = self.syntax, node.type
        if kind in self.kinds:
            return _named_value(self.leaf(node, self.kinds[kind]))
        if kind in syntax.containers and syntax.is_container(node):
            return self._branch(node)
        if (inner := syntax.unwrapped(node)) is not None:
            return self.node(inner)
        if kind in syntax.negations and node.named_child_count == 1:
            return self._signed(node)
        if kind in syntax.binaries:
            return self._sum_or_product(node)
        if kind in syntax.ternaries or kind in syntax.switches:
            return self.ladder(node)
        return None

    def _branch(self, node: Any) -> Branch:
        """A container with the literals in it."""
        self.seen.add(node.id)
        branch = Branch(*self.place(node))
        for key, value in self.syntax.entries(node):
            if value is None:
                branch.entries += self._next_member(branch, key)
                continue
            self.seen.update(part.id for part in self._between(value, node))
            literal = self.resolved(value)
            if literal is not None:
                branch.entries.append(Entry(self.key(key), literal))
                continue
            branch.kind = "part"
            if (name := self.key(key)) is not None:
                line, column = self.place(value)
                branch.unread.append(name._replace(line=line, column=column))
        if branch.kind == "map" and node.type not in self.syntax.maps and not any(e.key for e in branch.entries):
            branch.kind = "list"
        return branch

    def _next_member(self, branch: Branch, key: Any) -> Iterator[Entry]:
        """A member of an enum without a value: one more than the member before it, if that is a number."""
        before = branch.entries[-1].value if branch.entries and branch.kind != "part" else None
        if isinstance(before, Leaf) and before.kind == "number" and (last := small_whole(before.text)) is not None:
            name = self.leaf(key, "word")
            yield Entry(name, Leaf(str(last + 1), name.line, name.column, "number"))

    def _between(self, value: Any, container: Any) -> Iterator[Any]:
        """Containers that only hold the entries of another: the braces of an initialiser."""
        here = value.parent
        while here is not None and here.id != container.id:
            if here.type in self.syntax.containers:
                yield here
            here = here.parent

    def _signed(self, node: Any) -> Leaf | None:
        """A number with a sign: `-2`, `+1`."""
        inner = self.node(node.named_children[0]) if node.named_child_count else None
        sign = self.data[node.start_byte : node.start_byte + 1]
        if not isinstance(inner, Leaf) or inner.kind != "number" or sign not in (b"-", b"+"):
            return None
        text = negated(inner.text) if sign == b"-" else sign.decode() + inner.text.lstrip("+")
        return Leaf(text if not text.startswith("+-") else text[1:], *self.place(node), "number")

    def _sum_or_product(self, node: Any) -> Leaf | None:
        """The result of `5 * 1000000`, a concatenation of texts, or the text that is added to a name."""
        sides = self.syntax.sides(node)
        if None in sides:
            return None
        left, right = map(self.resolved, sides)
        sign = self.operator(node)
        if not isinstance(right, Leaf):
            return None
        if isinstance(left, Leaf) and left.kind == right.kind == "number":
            text = worked_out(left.text, sign, right.text)
            return Leaf(text, *self.place(node), "number") if text else None
        if sign not in ("+", "..") or right.kind != "text":
            return None
        is_text = isinstance(left, Leaf) and left.kind == "text"
        return right._replace(text=left.text + right.text) if is_text and isinstance(left, Leaf) else right

    # Rounded quotients

    def _rounded_quotients(self) -> Iterator[Lifted]:
        """Constants that something is divided by: `severity = ceil(damage / 10)` is 10 "damage per severity"."""
        for division in _DIVISION.finditer(self.data):
            quotient = self.root.descendant_for_byte_range(*division.span())
            if quotient is None or quotient.type not in self.syntax.binaries:
                continue
            dividend, divisor = self.syntax.sides(quotient)
            number = self.node(divisor) if self.operator(quotient) in ("/", "//") else None
            name = self._name_of_rounded(quotient) if isinstance(number, Leaf) and number.kind == "number" else None
            if name is not None and number is not None:
                key = self.leaf(name, "word")
                key = key._replace(text=f"{_last_name(self.text(dividend))} per {_counted_thing(key.text)}")
                yield Lifted(self.scopes(quotient), Branch(key.line, key.column, [Entry(key, number)], "part"))

    def _name_of_rounded(self, quotient: Any) -> Any:
        """The variable, or the function, that gets a quotient once a call has rounded it; None if there is none."""
        naming = self.syntax.naming
        here, rounded = quotient.parent, False
        while here is not None:
            if naming.get(here.type, ("",))[0] in ("name", "key"):
                return self.syntax.named(here) if rounded else None
            if here.type in self.syntax.results:
                while here is not None and naming.get(here.type, ("",))[0] != "function":
                    here = here.parent
                return self.syntax.named(here) if rounded and here is not None else None
            if here.type not in _ARGUMENTS | self.syntax.wrappers:
                if rounded or here.type not in self.syntax.calls:
                    return None
                rounded = True
            here = here.parent
        return None

    # Scopes

    def block(self, node: Any) -> Any:
        """The block that a statement belongs to."""
        while node.parent is not None and node.type not in self.syntax.blocks:
            node = node.parent
        return node

    def scopes(self, node: Any) -> tuple[Scope, ...]:
        """The names and comments around a node, outermost first."""
        scopes = [Scope("comment", remark)] if (remark := self._edition_remark(node)) else []
        here = node
        while here is not None:
            name = self.syntax.named(here) if here.type in self.syntax.naming else None
            if name is not None and not _inside(node, name):
                scopes.append(Scope(self.syntax.naming[here.type][0], unquoted(self.text(name))[:120]))
            if (docstring := self.syntax.docstring(here)) is not None:
                scopes.append(Scope("comment", " ".join(unquoted(self.text(docstring)).split())[:MAX_COMMENT]))
            outer = here.parent
            if outer is not None and (outer.type in self.syntax.blocks or outer.parent is None):
                scopes += [Scope("comment", comment)] if (comment := self._comment_above(here)) else []
            here = outer
        return (*self.around, *reversed(scopes))

    def _edition_remark(self, node: Any) -> str:
        """The comment at the beginning of a container, if it names another edition."""
        if node.type not in self.syntax.containers or not node.named_child_count:
            return ""
        first = node.named_children[0]
        if first.type not in self.syntax.comments:
            return ""
        remark = _COMMENT_SIGNS.sub(" ", self.text(first))[:MAX_COMMENT]
        return " ".join(remark.split()) if names_another_edition(remark) else ""

    def _comment_above(self, statement: Any) -> str:
        """The comment right above a statement."""
        lines: list[str] = []
        below, here = statement, statement.prev_named_sibling
        while here is not None and here.type in self.syntax.comments and len(lines) < 12:
            if below.start_point[0] - here.end_point[0] > 1:
                break
            lines.append(self.text(here))
            below, here = here, here.prev_named_sibling
        text = " ".join(_COMMENT_SIGNS.sub(" ", line[: 2 * MAX_COMMENT]) for line in reversed(lines))
        return " ".join(text.split())[:MAX_COMMENT]


def _with_value(table: Node, key: Leaf, value: Node | None) -> Node:
    """A table with the value of a key replaced or added; a value that is no literal counts as unread."""
    if not isinstance(table, Branch):
        return table
    entries = [entry for entry in table.entries if entry.key is None or entry.key.text != key.text]
    if value is None or value.kind == "word":
        return replace(table, entries=entries, kind="part", unread=[*table.unread, key])
    return replace(table, entries=[*entries, Entry(key, value)])


def _is_row(branch: Branch, is_literal: bool) -> bool:
    """Whether a list is a name and some values: `("Short", 1)`; a literal that has keys is a table by itself."""
    leaves = [value for key, value in branch.entries if isinstance(value, Leaf) and not (is_literal and key)]
    return 1 < len(leaves) == len(branch.entries) and any(leaf.kind == "text" for leaf in leaves)


def _named_value(leaf: Leaf) -> Leaf:
    """The value of a name that states it, such as `Infinity` or a member of an enum; else the name."""
    if leaf.kind != "word":
        return leaf
    if leaf.text in _INFINITE:
        return leaf._replace(text="Infinity", kind="number")
    if _ENUM_MEMBER.fullmatch(leaf.text):
        return leaf._replace(text=leaf.text.rpartition(".")[2], kind="text")
    return leaf


def _is_counted(piece: bytes) -> bool:
    """Whether a list holds the ends of bands, or only numbers and enough of them for a column of a table."""
    if b"min" in piece and b"max" in piece:
        return True
    return piece.count(b",") > 3 and _NUMBERS.fullmatch(piece) is not None


def _inside(inner: Any, outer: Any) -> bool:
    return bool(outer.start_byte <= inner.start_byte and inner.end_byte <= outer.end_byte)


def _counted_thing(name: str) -> str:
    """What a variable or a function counts, by its name without verbs; the whole name if only one word remains.

    >>> _counted_thing("rCrew.medics"), _counted_thing("getCriticalSeverity"), _counted_thing("getSeverity")
    ('medics', 'critical severity', 'getSeverity')
    """
    last = _last_name(name)
    words = [word for word in words_in(last) if word not in _VERBS]
    return " ".join(words) if len(words) > 1 else last


def _last_name(path: str) -> str:
    """The last name of a path, without a letter for its type: `ship.driveTons`, `rCrew["medic"]`."""
    names = re.findall(r"(?<=[\"'])[\w ]+(?=[\"'])|\w+", path)
    return re.sub(r"^[a-z](?=[A-Z])", "", names[-1]) if names else ""
