"""Tables that are changed after they were made.

`RANGE_DM.short = 3`, `{ ...RANGE_DM, short: 3 }` and `Object.assign(RANGE_DM, { short: 3 })` break a right table. One
that is changed is one more table: its entries as they stand, some of them elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from errata.literals.fields import fields_of
from errata.literals.labels import grid_of
from errata.literals.model import Branch, Change, Entry, Leaf, Lifted, Node, Path, Scope
from errata.literals.numerals import worked_out
from errata.source.scan import changed_table
from errata.source.scan_results import Scanned, Table
from verify.grids import Grid, Passage
from verify.recognition.code.row_names import row_in_code, rule_tables_in_code
from verify.recognition.code.tables import recognise_code_table
from verify.recognition.rule_tables import RuleTable
from verify.recognition.words import words_in

MAX_CHANGES = 500
"""Changes of one source that are followed; what has more keeps its state in tables."""
MAX_DEPTH = 20
_STEP = re.compile(r"\[\s*(?:[\w$.]*\.)?[\"']?([\w$ -]{1,60})[\"']?\s*\]|\.?([\w$]+)")
_OURSELVES = frozenset({"this", "self", "module", "exports", "globalThis", "window", "cls", "CONFIG"})
"""Names for what everything stands in."""


def path_of(text: str) -> Path:
    """The names in an expression that reaches into a table; none if it is something else.

    >>> path_of("WEAPONS['beam laser'].damage"), path_of("this.rangeDM[Band.SHORT]"), path_of("dm(1).x")
    (('WEAPONS', 'beam laser', 'damage'), ('rangeDM', 'SHORT'), ())
    """
    names: list[str] = []
    at = 0
    while at < len(text):
        step = _STEP.match(text, at)
        if step is None:
            return ()
        names.append(step[1] if step[1] is not None else step[2])
        at = step.end()
    return tuple(names[1:] if names and names[0] in _OURSELVES else names)


def resolved(found: Iterable[Lifted], changes: list[Change]) -> list[Lifted]:
    """The tables of a source, then those that are changed, as they are in the end; and changes of tables elsewhere."""
    known = _Known()
    every = list(found)
    for piece in every:
        known.add(piece)
    altered = []
    elsewhere = [change for change in changes if change.path and not change.given and known.found(change.path) is None]
    for piece in every:
        if not isinstance(piece.tree, Branch):
            continue
        if (spread := known.spread(piece.tree)) is not piece.tree:
            said = list(known.said(piece))
            same = is_the_same(piece.scopes[-1].text if piece.scopes else "", (scope.text for scope in said))
            altered.append(Lifted((*piece.scopes[:-1], *said, *piece.scopes[-1:]), spread, later=True, same=same))
        elsewhere += known.spread_from_elsewhere(piece)
    altered += known.changed(changes[:MAX_CHANGES])
    told = [Lifted((), Branch(one.line, one.column), elsewhere=one) for one in elsewhere[:MAX_CHANGES]]
    return every + altered + told


_NO_OTHER = frozenset(
    (
        "base", "basic", "default", "standard", "core", "common", "our", "own", "my", "mine", "house", "custom",
        "final", "merged", "new", "all", "table", "map", "rule", "value", "override", "the", "of", "config",
    )
)  # fmt: skip
"""Words in a name, in the singular, that do not make it one for something else."""


def is_the_same(name: str, bases: Iterable[str]) -> bool:
    """Whether a table that is made of others is for the same, by its name.

    >>> is_the_same("RANGE_DMS", ["BASE_RANGE_DMS"]), is_the_same("rangeWithScope", ["RANGE_DMS"])
    (True, False)
    """
    own = set(words_in(path_of(name)[-1] if path_of(name) else name)) - _NO_OTHER
    return own <= {word for base in bases for word in words_in(base)}


def _functions(scopes: tuple[Scope, ...]) -> bool:
    return any(scope.where == "function" for scope in scopes)


@dataclass
class _Known:
    """The tables of a source by the last part of their names."""

    by_name: dict[str, list[Lifted]] = field(default_factory=dict)

    def add(self, piece: Lifted) -> None:
        """Note a table that has a name."""
        where, text = piece.scopes[-1] if piece.scopes else ("", "")
        names = path_of(text) if where in ("name", "key") else ()
        if names and isinstance(piece.tree, Branch) and piece.tree.kind != "ladder":
            self.by_name.setdefault(names[-1], []).append(piece)

    def found(
        self, path: Path, within: tuple[str, ...] | None = None, other_than: Branch | None = None
    ) -> tuple[Lifted, Path] | None:
        """The table that a path leads into, and the rest of the path; None if there is none, or more than one."""
        for n, name in enumerate(path):
            seen = [
                piece
                for piece in self.by_name.get(name, ())
                if piece.tree is not other_than
                and (not n or _owner(piece)[-n:] == path[:n])
                and (within is None or not _functions(piece.scopes) or _is_around(_within(piece.scopes), within))
            ]
            nearest = max((len(_within(piece.scopes)) for piece in seen), default=0)
            best = [piece for piece in seen if len(_within(piece.scopes)) == nearest]
            if len(best) == 1:
                return best[0], path[n + 1 :]
            if best:
                return None
        return None

    def branch(self, text: str, other_than: Branch) -> Branch | None:
        """The table, or part of one, that an expression names; what is made of one of its own name is another."""
        path = path_of(text)
        found = self.found(path, other_than=other_than) if path else None
        here: Node | None = found[0].tree if found else None
        for name in found[1] if found else ():
            here = _entry(here, name) if isinstance(here, Branch) else None
        return here if isinstance(here, Branch) else None

    # Tables that are spread in others

    def spread(self, branch: Branch, depth: int = 0) -> Branch:
        """A table with the entries of those that are spread in it; the same if there are none."""
        if depth > MAX_DEPTH or branch.kind not in ("map", "part"):
            return branch
        made: dict[str, Entry] = {}
        changed = False
        for n, (key, value) in enumerate(branch.entries):
            is_name = key is None and isinstance(value, Leaf) and value.kind == "word"
            base = self.branch(value.text, branch) if is_name and isinstance(value, Leaf) else None
            if base is not None and base is not branch:
                changed = True
                made |= {_text(k, f"{n}.{i}"): Entry(k, v) for i, (k, v) in enumerate(base.entries)}
                continue
            inner = self.spread(value, depth + 1) if isinstance(value, Branch) else value
            changed |= inner is not value
            made[_text(key, str(n))] = Entry(key, inner)
        return replace(branch, entries=list(made.values())) if changed and len(made) > 1 else branch

    def said(self, piece: Lifted) -> Iterator[Scope]:
        """What the tables that are spread in another are called: that tells of it too, if less than its own name."""
        entries = piece.tree.entries if isinstance(piece.tree, Branch) else ()
        yield from (
            Scope("comment", path_of(value.text)[-1])
            for key, value in entries
            if key is None and isinstance(value, Leaf) and value.kind == "word" and path_of(value.text)
        )

    def spread_from_elsewhere(self, piece: Lifted) -> Iterator[Change]:
        """What a table puts over one that is spread in it and does not stand in this source."""
        entries = piece.tree.entries if isinstance(piece.tree, Branch) and piece.tree.kind in ("map", "part") else []
        words = [v for k, v in entries if k is None and isinstance(v, Leaf) and v.kind == "word"]
        base = path_of(words[0].text) if len(words) == 1 else ()
        own_tree = piece.tree if isinstance(piece.tree, Branch) else None
        if base and self.found(base, other_than=own_tree) is None:
            for key, value in entries:
                if key is not None:
                    own = piece.scopes[-1].text
                    where = (value.line, value.column, _within(piece.scopes), is_the_same(own, base[-1:]))
                    yield Change((*base, key.text), value, *where, named=own)

    # Tables that are changed

    def changed(self, changes: list[Change]) -> Iterator[Lifted]:
        """Each table into which something is put later, as it is then; what is in doubt apart from what is sure."""
        made: dict[tuple[int, bool], tuple[Lifted, Branch, list[Change]]] = {}
        for change in changes:
            named = len(self.by_name.get(change.path[0], ())) if change.path else 0
            found = self.found(change.path, change.within) if change.given <= max(1, named) else None
            if found is None or not found[1] or not isinstance(found[0].tree, Branch):
                continue
            piece, rest = found
            own, tree, own_changes = made.get((id(piece), change.sure), (piece, self.spread(found[0].tree), []))
            value = self.spread(change.value) if isinstance(change.value, Branch) else change.value
            put = _put(tree, rest, change._replace(value=value))
            made[id(piece), change.sure] = (own, put, [*own_changes, change])
        for (_, sure), (piece, tree, own_changes) in made.items():
            inside = sorted({name for change in own_changes for name in change.within} - set(_within(piece.scopes)))
            told = [Scope("comment", f"changed {' '.join(inside)}".strip())]
            scopes = (*piece.scopes[:-1], *told, *piece.scopes[-1:])
            yield Lifted(scopes, tree, later=True, sure=sure)


def _within(scopes: tuple[Scope, ...]) -> tuple[str, ...]:
    return tuple(scope.text for scope in scopes if scope.where in ("class", "function"))


def _is_around(outer: tuple[str, ...], inner: tuple[str, ...]) -> bool:
    return inner[: len(outer)] == outer


def _owner(piece: Lifted) -> Path:
    """What a table belongs to: the classes that it stands in, and the names before its own."""
    classes = tuple(scope.text for scope in piece.scopes if scope.where == "class")
    return (*classes, *path_of(piece.scopes[-1].text)[:-1])


def _text(key: Leaf | None, other: str) -> str:
    return key.text if key is not None else f"\0{other}"


def _entry(branch: Branch, name: str) -> Node | None:
    """What stands under a name, or at a place of a list."""
    if branch.kind == "list" and name.isdecimal():
        return branch.entries[int(name)].value if int(name) < len(branch.entries) else None
    return next((value for key, value in reversed(branch.entries) if key is not None and key.text == name), None)


def _put(branch: Branch, path: Path, change: Change) -> Branch:
    """A table with a value put under a path; the same where that leads nowhere."""
    name, rest = path[0], path[1:]
    key = Leaf(name, change.line, change.column, "word")
    entries = list(branch.entries)
    at = next((n for n, entry in enumerate(entries) if entry.key is not None and entry.key.text == name), None)
    if branch.kind == "list" and name.isdecimal() and int(name) < len(entries):
        at = int(name)
    if rest:
        inner = entries[at].value if at is not None else None
        if at is None or not isinstance(inner, Branch):
            return branch
        entries[at] = Entry(entries[at].key, _put(inner, rest, change))
        return replace(branch, entries=entries)
    unread = [leaf for leaf in branch.unread if leaf.text != name]
    if change.sign:
        change = change._replace(value=worked_into(entries[at].value if at is not None else None, change))
    if change.value is None:
        entries = [entry for n, entry in enumerate(entries) if n != at]
        return replace(branch, entries=entries, kind="part", unread=[*unread, key])
    if at is None:
        entries.append(Entry(key, change.value))
    else:
        entries[at] = Entry(entries[at].key, change.value)
    return replace(branch, entries=entries, unread=unread)


def worked_into(old: Node | None, change: Change) -> Node | None:
    """What `+=` and the like make of a value; None if that cannot be told."""
    new = change.value
    if change.sign in ("??", "||") and isinstance(old, Leaf):
        return old if change.sign == "??" or old.text.strip("0.") else new
    if not isinstance(old, Leaf) or not isinstance(new, Leaf) or not old.kind == new.kind == "number":
        return None
    text = worked_out(old.text, change.sign, new.text)
    return Leaf(text, change.line, change.column, "number") if text else None


# Tables that are changed in another file than they stand in: `RANGE_DM.short = 3` behind an import.


_ELSEWHERE = 0
"""The line of a cell that stands in the other file."""


def with_changes_elsewhere(every: Sequence[Scanned]) -> list[Scanned]:
    """The files with what they put into tables of others, as tables that were changed there."""
    if not any(one.elsewhere for one in every):
        return list(every)
    by_name: dict[str, list[Table]] = {}
    for one in every:
        for table in one.tables:
            if table.sure and not table.later and not table.local:
                by_name.setdefault(table.name.rpartition(".")[2], []).append(table)
    return [
        replace(one, tables=[*one.tables, *_put_elsewhere(one, by_name)]) if one.elsewhere else one for one in every
    ]


def _put_elsewhere(one: Scanned, by_name: dict[str, list[Table]]) -> Iterator[Table]:
    """What a file makes of the tables of others."""
    for change in one.elsewhere:
        for table, rest in _found(change.path, by_name):
            if table.file != one.file:
                yield from _changed(one.file, change, table, rest)


def _found(path: Path, by_name: dict[str, list[Table]]) -> Iterator[tuple[Table, Path]]:
    """The tables that a path leads into, one of each kind, and the rest of it; none if files differ on the name."""
    for n, name in enumerate(path[:-1]):
        kinds: dict[str, dict[str, Table]] = {}
        for table in by_name.get(name, ()):
            kinds.setdefault(table.file, {})[table.shape] = table
        if len({frozenset(own) for own in kinds.values()}) == 1:
            yield from ((table, path[n + 1 :]) for table in next(iter(kinds.values())).values())
            return


def _changed(file: str, change: Change, table: Table, rest: Path) -> Iterator[Table]:
    """The table as it is after a change, if that makes it state something."""
    shape = next(shape for shape in rule_tables_in_code() if shape.id == table.shape)
    told = [Scope("comment", text) for text in (table.name, *change.within)]
    scopes = (Scope("file", file), *told, Scope("name", change.named or table.name))
    grid = _grid(shape, table, rest, change, scopes)
    if grid is None:
        return
    match, _ = recognise_code_table(grid)
    for one in [match, *match.also] if match is not None else []:
        made = changed_table(file, grid, one, change.sure or bool(change.named), change.sure)
        made.facts = [fact for fact in made.facts if fact.place.line != _ELSEWHERE]
        if made.facts:
            yield made


def _grid(shape: RuleTable, table: Table, rest: Path, change: Change, scopes: tuple[Scope, ...]) -> Grid | None:
    """What a table states, and what is put into one of its rows, under our names for rows and columns."""
    cells = {
        (r, row.rules.index(fact.rule)): Passage(fact.printed, _ELSEWHERE)
        for fact in table.facts
        for r, row in enumerate(shape.rows)
        if fact.rule in row.rules
    }
    columns = sorted({c for _, c in cells})
    row = row_in_code(shape, rest[0])
    put = dict(fields_of(change.value, ".".join(rest[1:]))) if change.value is not None and row is not None else {}
    for name, cell in put.items():
        column = columns[0] if len(columns) == 1 and not name else table.fields.get(name)
        if (
            column in columns
            and row is not None
            and (made := _made(cells.get((row, column)), cell, change)) is not None
        ):
            cells[row, column] = made
    if not put or all(cell.line == _ELSEWHERE for cell in cells.values()):
        return None
    heads = ["", *(shape.columns[c].title if len(columns) > 1 else "" for c in columns)]
    rows = [
        [Passage(shape.rows[r].name, change.line), *(cells.get((r, c), Passage("", _ELSEWHERE)) for c in columns)]
        for r in sorted({r for r, _ in cells})
    ]
    return grid_of(heads, rows, scopes, change.line)


def _made(old: Passage | None, cell: Passage, change: Change) -> Passage | None:
    """What a cell comes to where a value is put there, or worked into the one that was there."""
    if not change.sign:
        return cell
    made = worked_into(Leaf(old.text.lstrip("+"), 0, 0, "number") if old is not None else None, change)
    return Passage(made.text, change.line, change.column) if isinstance(made, Leaf) and made.line else None
