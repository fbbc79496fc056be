"""Literals out of a syntax tree: objects and lists, constants, and what stands around them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from engine.rulebook.names import small_whole
from errata.literals.model import MAX_NUMBER, Branch, Entry, Leaf, Lifted, Node, Scope, listed_names
from errata.literals.numerals import negated, numbers_of, plain_number, unquoted, worked_out
from errata.readers import Wanted
from verify.recognition.code.surroundings import names_another_edition

if TYPE_CHECKING:
    from errata.literals.syntax import Syntax

MAX_COMMENT = 400
"""Characters of a comment that are taken for what it says."""
MIN_RECORDS = 3
"""Constants that are records, of one block, which make a table: `SHORT = ("Short", 1)`."""
MAX_CONSTANT = 200
"""Bytes of a value that can be a constant."""
_COMMENT_SIGNS = re.compile(r"/\*+|\*+/|^\s*\*+|//+|--+\[*|#+|={3,}|-{3,}|\n\s*\*?", re.MULTILINE)

_INDEX = re.compile(r"\[\s*[\"']([^\"'\]]{1,60})[\"']\s*\]")
"""A member by its name in brackets: `mods['long']` is `mods.long`."""
_MEMBER = re.compile(r"(?:[A-Z]\w*\.)+[A-Z]\w*")
"""A member of an enum: `RangeBand.VeryLong`, `Range.VERY_LONG`."""
_ENDLESS = frozenset({"Infinity", "Number.POSITIVE_INFINITY", "Number.MAX_SAFE_INTEGER", "math.huge", "math.inf"})
"""Names for a number without end."""

_DM = re.compile(r"(?:^|[._a-z])(?:DM|Mod(?:ifier)?)s?$|(?:^|[._])(?:dm|mod|modifier)s?$")
"""A name for a DM: `dm`, `roll.nMod`, `attack_modifier`."""

LeafKind = Literal["number", "text", "word", "flag", "nothing"]


class Lifter:
    """One source while its literals are lifted."""

    def __init__(
        self,
        syntax: Syntax,
        data: bytes,
        wanted: Wanted,
        around: tuple[Scope, ...],
        origin: tuple[int, int] = (1, 1),
        root: Any = None,
    ) -> None:
        self.root = root
        self.syntax, self.data, self.wanted, self.around = syntax, data, wanted, around
        self.origin = origin
        """The line and the column at which the source begins."""
        self.ascii = data.isascii()
        self.seen: set[int] = set()
        self.set_by: set[str] = set()
        """What the branches of the ladder that is read set."""
        self.subjects: dict[Leaf, str] = {}
        """What was compared with a name in a condition."""
        self.values: dict[str, list[Any]] = {}
        """The nodes that each name is given as its value."""
        self.kinds: dict[str, LeafKind] = {
            **dict.fromkeys(syntax.numbers, "number"),
            **dict.fromkeys(syntax.strings, "text"),
            **dict.fromkeys(syntax.flags, "flag"),
            **dict.fromkeys(syntax.nothings, "nothing"),
            **dict.fromkeys(syntax.words, "word"),
        }

    def tables(self, nodes: list[Any]) -> Iterator[Lifted]:
        """The outermost containers, switches and ladders that may be wanted."""
        dead = -1
        for node in sorted(nodes, key=lambda n: (n.start_byte, -n.end_byte)):
            if node.end_byte <= dead or node.id in self.seen:
                continue
            last = self._last_if(node) if node.type in self.syntax.ifs else node
            if not self._may_be_wanted(node, self.data[node.start_byte : last.end_byte]):
                dead = last.end_byte
                continue
            self.set_by.clear()
            if node.type not in self.syntax.containers:
                made = self._ladder(node)
            elif self.syntax.is_container(node):
                made = self.branch(node)
            else:
                continue
            if made.entries:
                yield Lifted(self._set_scopes(node), made)

    def _set_scopes(self, node: Any) -> tuple[Scope, ...]:
        """What stands around a table; and the DM that all branches of a ladder change, if nothing else tells of one."""
        scopes = self.scopes(node)
        only = next(iter(self.set_by)) if len(self.set_by) == 1 else ""
        told = any(_DM.search(scope.text) for scope in scopes if scope.where in ("function", "name", "key"))
        return scopes if told or not _DM.search(only) else (*scopes, Scope("name", only[:120]))

    def _may_be_wanted(self, node: Any, piece: bytes) -> bool:
        """Whether a piece may be wanted; a ladder over numbers, or a list of them, is known by the names around it."""
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

    def constants(self, nodes: list[Any]) -> Iterator[Lifted]:
        """Names with one literal each, those of one block together."""
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
            yield from self._declared(members, scopes)

    def _declared(self, members: list[tuple[Any, Any]], scopes: tuple[Scope, ...]) -> Iterator[Lifted]:
        """The constants of one block: values together, and rows together."""
        line = self.place(members[0][0])[0]
        values, records = Branch(line, 1, kind="part"), Branch(line, 1)
        for name, value in members:
            read = self.node(value)
            if isinstance(read, Leaf):
                values.entries += [Entry(self.leaf(name, "word"), read)] if read.kind != "word" else []
            elif read is not None and _is_row(read, value.type in self.syntax.literals):
                records.entries.append(Entry(self.leaf(name, "word"), read))
        for made, least in ((values, 1), (records, MIN_RECORDS)):
            if len(made.entries) >= least:
                yield Lifted(scopes, made)

    def note_values(self, nodes: list[Any]) -> None:
        """Note what each plain name is given."""
        for node in nodes:
            name, value = self.syntax.declared(node)
            if name is not None and value is not None and name.type == "identifier":
                self.values.setdefault(self.text(name), []).append(value)

    def resolved(self, node: Any) -> Node | None:
        """The literal that a node is; a constant in capitals, such as `SHORT_DM`, as the one value that it is given."""
        read = self.node(node)
        values = self.values.get(read.text, []) if isinstance(read, Leaf) and read.kind == "word" else []
        if not isinstance(read, Leaf) or len(values) != 1 or not read.text.isupper():
            return read
        is_literal = values[0].type in self.kinds or values[0].type in self.syntax.negations
        value = self.node(values[0]) if is_literal else None
        if not isinstance(value, Leaf) or value.kind not in ("number", "text"):
            return read
        return value._replace(line=read.line, column=read.column, inset=0)

    def changed_tables(self, tables: list[Lifted], nodes: list[Any]) -> list[Lifted]:
        """Tables that statements at the top of the file change, as they are then: `DM.short = 3`, `DM["short"] = 3`."""
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
            return _meant(self.leaf(node, self.kinds[kind]))
        if kind in syntax.containers and syntax.is_container(node):
            return self.branch(node)
        if (inner := syntax.unwrapped(node)) is not None:
            return self.node(inner)
        if kind in syntax.negations and node.named_child_count == 1:
            return self._signed(node)
        if kind in syntax.binaries:
            return self._sum_or_product(node)
        if kind in syntax.ternaries or kind in syntax.switches:
            return self._ladder(node)
        return None

    def _last_if(self, node: Any) -> Any:
        from errata.literals.ladders import last_if

        return last_if(self, node)

    def _ladder(self, node: Any) -> Branch:
        from errata.literals.ladders import ladder  # most sources have none

        return ladder(self, node)

    def branch(self, node: Any) -> Branch:
        """A container with the literals in it."""
        self.seen.add(node.id)
        made = Branch(*self.place(node))
        for key, value in self.syntax.entries(node):
            if value is None:
                made.entries += self._counted_on(made, key)
                continue
            self.seen.update(part.id for part in self._between(value, node))
            read = self.resolved(value)
            if read is None:
                made.kind = "part"
                if (named := self.key(key)) is not None:
                    line, column = self.place(value)
                    made.unread.append(named._replace(line=line, column=column))
            else:
                made.entries.append(Entry(self.key(key), read))
        if made.kind == "map" and node.type not in self.syntax.maps and not any(entry.key for entry in made.entries):
            made.kind = "list"
        return made

    def _counted_on(self, made: Branch, key: Any) -> Iterator[Entry]:
        """A member of an enum without a value: one more than that before it.

        What only counts from 0 says nothing, and where a member is worked out, those behind it cannot be told.
        """
        before = made.entries[-1].value if made.entries and made.kind != "part" else None
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

    def key(self, key: Any) -> Leaf | None:
        """A key as a leaf, whatever it is written as."""
        if key is None:
            return None
        read = self.node(key)
        own = read if isinstance(read, Leaf) else self.leaf(key, "word")
        return own._replace(text=numbers_of(own.text)) if own.text.startswith("range(") else own

    def _signed(self, node: Any) -> Leaf | None:
        inner = self.node(node.named_children[0]) if node.named_child_count else None
        sign = self.data[node.start_byte : node.start_byte + 1]
        if not isinstance(inner, Leaf) or inner.kind != "number" or sign not in (b"-", b"+"):
            return None
        text = negated(inner.text) if sign == b"-" else sign.decode() + inner.text.lstrip("+")
        return Leaf(text if not text.startswith("+-") else text[1:], *self.place(node), "number")

    def _sum_or_product(self, node: Any) -> Leaf | None:
        """What two numbers come to: `5 * 1000000`; and a sum of texts; of a name and a text, the text counts."""
        left, right = self.syntax.sides(node)
        if left is None or right is None:
            return None
        one, two = (self.resolved(side) for side in (left, right))
        sign = self.operator(node)
        if not isinstance(two, Leaf):
            return None
        if isinstance(one, Leaf) and one.kind == two.kind == "number":
            text = worked_out(one.text, sign, two.text)
            return Leaf(text, *self.place(node), "number") if text else None
        if sign not in ("+", "..") or two.kind != "text":
            return None
        return two._replace(text=one.text + two.text) if isinstance(one, Leaf) and one.kind == "text" else two

    def operator(self, node: Any) -> str:
        """The sign between the sides of a node."""
        found = node.child_by_field_name("operator")
        if found is None:
            found = next((child for child in node.children if not child.is_named), None)
        return str(found.type) if found is not None else ""

    def leaf(self, node: Any, kind: LeafKind) -> Leaf:
        """A node as a leaf."""
        text = self.text(node)
        if kind == "word" and "[" in text:
            text = _INDEX.sub(r".\1", text)
        if kind == "text":
            plain = unquoted(text)
            inset = max(0, text.find(plain[:20])) if plain else 0
            return Leaf(plain, *self.place(node), kind, inset)
        if kind == "number":
            kind, text = ("number", plain_number(text)) if len(text) <= MAX_NUMBER else ("text", text[:MAX_NUMBER])
        return Leaf(text, *self.place(node), kind)

    def text(self, node: Any) -> str:
        """The source of a node."""
        return self.data[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def place(self, node: Any) -> tuple[int, int]:
        """The line and the column of a node, from 1; a piece of a page begins where it stands."""
        row, column = node.start_point
        if not self.ascii:
            column = len(self.data[node.start_byte - column : node.start_byte].decode("utf-8", "replace"))
        return row + self.origin[0], column + (self.origin[1] if row == 0 else 1)

    # Surroundings

    def block(self, node: Any) -> Any:
        """What a statement stands in."""
        while node.parent is not None and node.type not in self.syntax.blocks:
            node = node.parent
        return node

    def scopes(self, node: Any) -> tuple[Scope, ...]:
        """What stands around a node, the outermost first."""
        found = [Scope("comment", told)] if (told := self._heading(node)) else []
        here = node
        while here is not None:
            name = self.syntax.named(here) if here.type in self.syntax.naming else None
            if name is not None and not _inside(node, name):
                found.append(Scope(self.syntax.naming[here.type][0], unquoted(self.text(name))[:120]))
                if fields := self.syntax.typed_fields(here):
                    found.append(Scope("comment", ", ".join(fields)))
            if (said := self.syntax.remark(here)) is not None:
                found.append(Scope("comment", " ".join(unquoted(self.text(said)).split())[:MAX_COMMENT]))
            outer = here.parent
            if outer is not None and (outer.type in self.syntax.blocks or outer.parent is None):
                found += [Scope("comment", remark)] if (remark := self._comment(here)) else []
            here = outer
        return (*self.around, *reversed(found))

    def _heading(self, node: Any) -> str:
        """A remark at the beginning of a container that lists the fields of what stands in it."""
        if node.type not in self.syntax.containers or not node.named_child_count:
            return ""
        first = node.named_children[0]
        inner = node.named_children[-1]
        if first.type not in self.syntax.comments and inner.named_child_count and node.type in self.syntax.makers:
            first = inner.named_children[0]
        told = _COMMENT_SIGNS.sub(" ", self.text(first))[:MAX_COMMENT] if first.type in self.syntax.comments else ""
        return " ".join(told.split()) if listed_names(told) or names_another_edition(told) else ""

    def _comment(self, statement: Any) -> str:
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
    """A table with another value under a key, which may be new; what is no literal is not read."""
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


def _meant(leaf: Leaf) -> Leaf:
    """A name as what it stands for, where that can be told: a number without end, a member of an enum."""
    if leaf.kind != "word":
        return leaf
    if leaf.text in _ENDLESS:
        return leaf._replace(text="Infinity", kind="number")
    if _MEMBER.fullmatch(leaf.text):
        return leaf._replace(text=leaf.text.rpartition(".")[2], kind="text")
    return leaf


def _is_counted(piece: bytes) -> bool:
    """Whether a list holds numbers only, and enough of them to be a column of a table, or the ends of bands."""
    if b"min" in piece and b"max" in piece:
        return True
    return piece.count(b",") > 3 and _NUMBERS.fullmatch(piece) is not None


_NUMBERS = re.compile(rb"[\[{(][\s\d,.+\[\]{}()\"':=>-]*[\]})]")
_CASES = re.compile(rb"\bcase\s+-?\d+\s*[:|]")
MAX_NAME = 80
"""Bytes on a line before a literal that may name it."""
MAX_COUNTED = 2000
"""Bytes of a ladder over numbers, or of a list of them."""


def _inside(inner: Any, outer: Any) -> bool:
    return bool(outer.start_byte <= inner.start_byte and inner.end_byte <= outer.end_byte)
