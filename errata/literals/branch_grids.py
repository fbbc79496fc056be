"""Literal trees as grids: every way in which a branch can be a table, with its rows, columns and surroundings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from engine.rulebook.names import small_whole
from engine.rules.critical_hits import CRITICAL_LOCATIONS
from errata.literals.bands import with_bands, with_book_bands
from errata.literals.fields import cell, fields_of, is_padded, may_hold_name
from errata.literals.labels import (
    MAX_LABEL,
    grid_of,
    label_lists,
    name_in_label,
    named_value,
    split_label,
)
from errata.literals.model import Branch, Entry, Leaf, Lifted, Scope
from errata.source.text import in_line
from verify.grids import POSITION, Grid, Passage
from verify.recognition.code.candidates import NAME_FIELDS
from verify.recognition.code.row_names import name_a_table, names_a_row, row_names, rows_in_code
from verify.recognition.code.surroundings import EDITION_FIELDS, names_another_edition

MAX_ROWS = 2000
"""Rows of a table; a longer one is other data."""
MAX_FIELDS = 60
MAX_ALIKE = 100
"""Sibling branches that are compared with each other."""
LOWEST_ROLL = 2
"""The lowest result of 2D."""
MIN_RESULTS = 9
"""Results of a list padded to the lowest roll that make it a table for 2D."""
_DIGIT = re.compile(r"\d")
_DOTTED = re.compile(r"[A-Za-z_]\w*(?:[.:][A-Za-z_]\w*)*[.:]\w[\w -]*$")


def grids(lifted: Lifted, every: bool = False) -> Iterator[Grid]:
    """The grids that a lifted tree can be read as: those that name rows of a rule table or count, or every one."""
    if isinstance(lifted.tree, Branch):
        yield from _grids(lifted.tree, lifted.scopes, _Names(lifted.tree, every))


class _Names:
    """Tells which branches of a tree name enough rows of some rule table."""

    def __init__(self, tree: Branch, every: bool) -> None:
        self.every = every
        self._telling: set[int] = set()
        """Ids of branches that name enough rows, counting those of the branches in them."""
        self._relevant: set[int] = set()
        """Ids of branches that do, or whose rows may be numbers, and of the branches around them."""
        self._add(tree)

    def are_enough(self, branch: Branch) -> bool:
        """Whether a branch and those in it name enough rows."""
        return self.every or id(branch) in self._telling

    def is_relevant(self, branch: Branch) -> bool:
        """Whether anything in a branch can be a table."""
        return self.every or id(branch) in self._relevant

    def make_a_table(self, names: Iterable[str]) -> bool:
        """Whether these names can be those of a whole table."""
        return self.every or name_a_table(names)

    def _add(self, branch: Branch) -> set[str]:
        """Note a branch and those in it; returns the names of rows in it.

        A list of records is a table of its own: its names do not count for the record that has it as a field.
        """
        names: set[str] = set()
        relevant = _may_count(branch)
        fields = 0  # those before this one that hold a value
        for key, value in branch.entries:
            if key is not None and names_a_row(key.text):
                names.add(key.text)
            may_name = key is None or branch.kind != "map" or may_hold_name(key.text)
            if isinstance(value, Leaf):
                names |= _row_name(value, may_name or fields < 2)  # the first two are looked at, whatever they are
                fields += value.kind != "word"
                continue
            inner = self._add(value)
            fields += bool(value.entries)
            relevant |= id(value) in self._relevant
            if key is None or value.kind != "list":
                names |= inner
            else:
                names.update(*(_row_name(leaf, may_name) for _, leaf in value.entries))
        if names and name_a_table(names):
            self._telling.add(id(branch))
            relevant = True
        if relevant:
            self._relevant.add(id(branch))
        return names


_NO_NAME: frozenset[str] = frozenset()


def _row_name(value: Branch | Leaf, may_name: bool) -> frozenset[str]:
    """The name of a row in a text: that in a label, or the text itself if its field may hold a name; else none."""
    if not isinstance(value, Leaf) or value.kind != "text" or len(value.text) > MAX_LABEL:
        return _NO_NAME
    name = name_in_label(value.text)
    return frozenset((name,)) if names_a_row(name) and (may_name or name != value.text) else _NO_NAME


def _are_small_records(records: list[Branch]) -> bool:
    """Whether there are several records such as one for each band: `{ score: { min: 3, max: 5 }, dm: -1 }`."""
    return 2 < len(records) < MAX_FIELDS and not any(
        _is_nested(value) for record in records for _, value in record.entries
    )


MAX_SPAN = 3
"""Entries of a record in a record that is only a span, and its unit."""


def _is_nested(node: Branch | Leaf) -> bool:
    """Whether a field holds more than a value, a list or a span."""
    if isinstance(node, Leaf) or node.kind != "map":
        return False
    return len(node.entries) > MAX_SPAN or any(isinstance(value, Branch) for _, value in node.entries)


def _may_count(branch: Branch) -> bool:
    """Whether the rows of a branch may be numbers, positions or bands, which no name needs to tell."""
    if branch.kind in ("ladder", "part"):
        return True
    if branch.kind == "list":
        records = [value for _, value in branch.entries if isinstance(value, Branch)]
        return len(branch.entries) - len(records) > 4 or _are_small_records(records)
    return sum(key is not None and _DIGIT.search(key.text) is not None for key, _ in branch.entries) > 2


def _grids(
    branch: Branch,
    scopes: tuple[Scope, ...],
    named: _Names,
    listed: bool = False,
    siblings: int = 0,
    item: str = "",
) -> Iterator[Grid]:
    scopes = _with_edition(branch, scopes)
    for grid in map(with_book_bands, _own_grids(branch, scopes, named, listed)):
        grid.siblings, grid.item, grid.unread = siblings, item, tuple(_unread(branch))
        grid.partial = branch.rest or branch.kind == "part" or any(_is_open(entry.value) for entry in branch.entries)
        yield grid
    if len(branch.entries) > MAX_ROWS:
        return
    inner = [(key, value) for key, value in branch.entries if isinstance(value, Branch) and value.entries]
    keys = [frozenset(e.key.text for e in value.entries if e.key is not None) for _, value in inner[:MAX_ALIKE]]
    for n, (key, value) in enumerate(inner):
        if not named.is_relevant(value):
            continue
        inner_scopes = (*scopes, Scope("key", key.text)) if key is not None else scopes
        fields = keys[n] if key is not None and n < MAX_ALIKE else frozenset()
        alike = sum(_are_alike(fields, other) for k, other in enumerate(keys) if k != n) if fields else 0
        listed = alike > 0 if key is not None else len(inner) > 1
        inner_item = f"{item}/{_item_name(value) or n}" if key is None and len(inner) > 1 else item
        yield from _grids(value, inner_scopes, named, listed, alike, inner_item)


def _with_edition(branch: Branch, scopes: tuple[Scope, ...]) -> tuple[Scope, ...]:
    """The scopes of a branch, and the other edition that one of its fields names."""
    fields = [(key.text, value.text) for key, value in branch.entries[:MAX_FIELDS] if key and isinstance(value, Leaf)]
    editions = (names_another_edition(text, field=True) for name, text in fields if name.lower() in EDITION_FIELDS)
    edition = next(filter(None, editions), "")
    return (*scopes[:-1], Scope("comment", f"edition: {edition}"), *scopes[-1:]) if edition else scopes


def _item_name(branch: Branch) -> str:
    """The name of an item of a list; empty if no field has it."""
    texts = {entry.key.text.lower(): entry.value for entry in branch.entries if entry.key is not None}
    named = (texts.get(field) for field in NAME_FIELDS)
    return next((leaf.text[:60] for leaf in named if isinstance(leaf, Leaf) and leaf.kind == "text"), "")


def _unread(branch: Branch) -> Iterator[tuple[str, int, int]]:
    """The keys of entries whose values are computed or named elsewhere, with their places."""
    yield from ((leaf.text, leaf.line, leaf.column) for leaf in branch.unread)
    for key, value in branch.entries:
        if key is not None and _is_open(value):
            yield key.text, value.line, value.column


def _is_open(value: Branch | Leaf) -> bool:
    """Whether a value is no literal: a name, or a choice between values."""
    return value.kind == ("word" if isinstance(value, Leaf) else "ladder")


def _are_alike(fields: frozenset[str], other: frozenset[str]) -> bool:
    return len(fields) > 2 and len(fields & other) * 10 >= max(len(fields), len(other)) * 6


def _own_grids(branch: Branch, scopes: tuple[Scope, ...], named: _Names, listed: bool) -> Iterator[Grid]:
    counted = branch.kind == "ladder" and len(branch.entries) > 2  # its keys may be bands of numbers
    counted |= branch.kind == "list" and _may_count(branch)
    counted |= 6 < len(branch.entries) < MAX_FIELDS and all(map(_is_number_to_number, branch.entries))
    counted |= _is_numbered(branch, scopes)
    name = _record_name(branch, scopes)
    name = name if name is not None and named.make_a_table([name.text]) else None
    counted |= name is not None
    if branch.kind == "part" and 2 < len(branch.entries) <= MAX_FIELDS:  # constants may share a beginning or an end
        counted |= named.make_a_table(row_names([entry.key.text for entry in branch.entries if entry.key]))
    if len(branch.entries) > MAX_ROWS or not (counted or named.are_enough(branch)):
        return
    inner = [entry for entry in branch.entries if isinstance(entry.value, Branch)]
    values = [entry for entry in branch.entries if isinstance(entry.value, Leaf) and entry.value.kind != "word"]
    keyed = [entry for entry in values if entry.key is not None]
    records = [entry for entry in inner if isinstance(entry.value, Branch) and entry.value.entries]
    if records:
        yield from _records(branch, records, scopes)
    if len(keyed) >= 2:
        yield from _mapping(branch, keyed, scopes)
    yield from label_lists(branch, scopes)
    if not keyed and len(values) >= 5:
        yield from _by_position(branch, values, scopes)
    if keyed and not listed and len(branch.entries) <= MAX_FIELDS:
        yield from _record_grids([Entry(name, branch)], scopes, branch.line)


def _is_numbered(branch: Branch, scopes: tuple[Scope, ...]) -> bool:
    """Whether numbers continue the name above them: `fireControl: {1: …}`."""
    key, value = branch.entries[0] if branch.entries else (None, None)
    if isinstance(value, Leaf):
        return False
    first = key if key is not None else next((leaf for _, leaf in value.entries), None) if value is not None else None
    if not isinstance(first, Leaf) or first.text != "1":
        return False
    return any(rows_in_code(f"{scope.text}/1") for scope in scopes[-2:] if scope.where in ("name", "key", "class"))


def _is_number_to_number(entry: Entry) -> bool:
    return entry.key is not None and entry.key.text.isdecimal() and getattr(entry.value, "kind", "") == "number"


def _record_name(branch: Branch, scopes: tuple[Scope, ...]) -> Leaf | None:
    """The name of a record: the class whose attributes a branch holds, or the constant that it is assigned to."""
    where, text = scopes[-1] if scopes else ("", "")
    is_constant = branch.kind == "map" and where == "name" and text.isidentifier() and not _says_its_name(branch)
    if is_constant or (branch.kind == "part" and where == "class"):
        return Leaf(text, branch.line, branch.column, "word")
    return None


def _says_its_name(branch: Branch) -> bool:
    """Whether a record has a field with its name."""
    return any(
        key is not None and key.text.lower() in ("name", "id", "label", "title", "key") for key, _ in branch.entries
    )


# A map of names to values


def _mapping(branch: Branch, entries: list[Entry], scopes: tuple[Scope, ...]) -> Iterator[Grid]:
    entries, scopes = _without_title(entries, scopes)
    for prefix, members in _by_prefix(branch, entries):
        rows, keyed, same = [], [], []
        labels = [named_value(leaf) for _, leaf in members]
        for (name, leaf), label in zip(members, labels, strict=True):
            is_number = name.text.lstrip("+-").isdecimal()
            if label is None:
                is_swapped = is_number and leaf.kind == "text"
                rows.append([cell(leaf), name] if is_swapped and any(labels) else [name, cell(leaf)])
                keyed += [[cell(leaf), name]] if is_swapped else []
                continue
            label_name, value = split_label(leaf, label)
            rows.append([label_name if is_number or name.text == leaf.text else name, value])
            keyed += [[label_name, name]] if is_number else []
            same += [name.text in re.findall(r"-?\d+", value.text)] if any(map(str.isdigit, value.text)) else []
        named_scopes = (*scopes, Scope("name", prefix)) if prefix else scopes
        yield grid_of(["", ""], rows, named_scopes, branch.line)
        if len(keyed) > 1 and any(labels) and sum(same) * 2 >= len(same):  # else the keys count something else
            yield grid_of(["", ""], keyed, named_scopes, branch.line)


def _without_title(entries: list[Entry], scopes: tuple[Scope, ...]) -> tuple[list[Entry], tuple[Scope, ...]]:
    """Takes the title out of a map of numbers, as a scope: `{name: "Thrust", short: 2, medium: 5}`."""
    texts = [(key, leaf) for key, leaf in entries if isinstance(leaf, Leaf) and small_whole(leaf.text) is None]
    named = len(texts) == 1 and texts[0][0] is not None and texts[0][0].text.lower() in ("name", "label", "title")
    if not named or len(entries) < FEWEST_NUMBERS or not isinstance(texts[0][1], Leaf):
        return entries, scopes
    rest = [entry for entry in entries if entry.value is not texts[0][1]]
    return rest, (*scopes, Scope("key", texts[0][1].text[:120]))


FEWEST_NUMBERS = 5
"""Entries of a map of numbers with a title."""


def _by_prefix(branch: Branch, entries: list[Entry]) -> Iterator[tuple[str, list[tuple[Passage, Leaf]]]]:
    """The entries as they are, or grouped by a prefix that several keys share: `MGT2.Range.Short`."""
    groups: dict[str, list[tuple[Passage, Leaf]]] = {}
    for key, value in ((entry.key, entry.value) for entry in entries):
        if key is None or not isinstance(value, Leaf):
            continue
        for prefix, rest in _prefixes(key.text, branch.kind == "part"):
            at = key.text.rfind(rest) if rest else 0
            name = Passage(in_line(rest), key.line, key.column + (at + key.inset if at > 0 else 0))
            groups.setdefault(prefix, []).append((name, value))
    for prefix, members in groups.items():
        if len(members) >= (2 if not prefix else 3):
            yield prefix, members


def _prefixes(key: str, constants: bool) -> Iterator[tuple[str, str]]:
    """The ways to split a key into a prefix and a name; the name of a constant may also come first."""
    if _DOTTED.match(key):
        at = max(key.rfind("."), key.rfind(":"))
        yield key[:at], key[at + 1 :]
        return
    yield "", key
    if constants:
        words = list(re.finditer(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+", key))
        for n in range(1, min(len(words), 4)):
            yield key[: words[n - 1].end()], key[words[n].start() :]
            yield key[words[-n].start() :], key[: words[-n - 1].end()]


# Records


def _records(branch: Branch, entries: list[Entry], scopes: tuple[Scope, ...]) -> Iterator[Grid]:
    """The grids of records that have rows."""
    yield from (grid for grid in _record_grids(entries, scopes, branch.line) if grid.rows)


def _record_grids(entries: list[Entry], scopes: tuple[Scope, ...], line: int) -> Iterator[Grid]:
    """The grids of records: the key first, then fields that may name a record, then the others."""
    lists = [entry.value for entry in entries if isinstance(entry.value, Branch) and entry.value.kind == "list"]
    padded = bool(lists) and all(map(is_padded, lists))
    flat = [(entry.key, dict(fields_of(entry.value, padded=padded))) for entry in entries]
    fields = list(dict.fromkeys(name for _, record in flat for name in record))[:MAX_FIELDS]
    last = [name.rsplit(".", 1)[-1].lower() for name in fields]
    order = sorted(
        range(len(fields)), key=lambda n: NAME_FIELDS.index(last[n]) if last[n] in NAME_FIELDS else len(NAME_FIELDS)
    )
    keyed = any(key is not None for key, _ in flat)
    for order_read, records, heads in with_bands(flat, [fields[n] for n in order]):
        rows = []
        for key, record in records:
            start = [cell(key) if key is not None else Passage("", line)] if keyed else []
            rows.append(start + [record.get(name) or Passage("", line) for name in heads])
        grid = grid_of([""] * keyed + heads, rows, scopes, line)
        grid.gaps = tuple((n, *gap) for n, record in enumerate(order_read) for gap in _gaps(entries[record].value))
        yield grid


def _gaps(record: Branch | Leaf) -> Iterator[tuple[str, int, int, bool]]:
    """The fields of a record that are no plain literal, with their places and whether they are computed."""
    if isinstance(record, Branch):
        yield from ((leaf.text, leaf.line, leaf.column, True) for leaf in record.unread)
        for key, value in record.entries:
            if key is None:
                continue
            if value.kind == "word" if isinstance(value, Leaf) else value.entries and value.kind != "list":
                yield key.text, value.line, value.column, value.kind == "ladder"


# Lists by position


def _by_position(branch: Branch, entries: list[Entry], scopes: tuple[Scope, ...]) -> Iterator[Grid]:
    """A list whose position is a 2D roll, from 2 up or padded so that the index is the roll; or numbers in order."""
    leaves = [entry.value for entry in entries if isinstance(entry.value, Leaf)]
    padding = next((n for n, leaf in enumerate(leaves) if leaf.text and leaf.kind != "nothing"), len(leaves))
    results = leaves[padding:]
    is_whole = len(results) == len(CRITICAL_LOCATIONS.rows)
    if is_whole or (padding == LOWEST_ROLL and len(results) >= MIN_RESULTS):
        rows = [[Passage(str(n), leaf.line, leaf.column), cell(leaf)] for n, leaf in enumerate(results, LOWEST_ROLL)]
        yield grid_of(["2D", ""], rows, scopes, branch.line)
    if all(leaf.kind == "number" for leaf in leaves):
        rows = [[Passage(str(n), leaf.line, leaf.column), cell(leaf)] for n, leaf in enumerate(leaves)]
        yield grid_of([POSITION, ""], rows, scopes, branch.line)
