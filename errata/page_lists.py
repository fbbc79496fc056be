"""Lists of a page: items that hold a name and its value, and terms with what they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from errata.literals import Branch, Entry, Leaf, Scope

LISTS = ("ul", "ol", "dl")
_ITEMS = ("li", "dt", "dd")
MAX_NAME, MAX_TEXT = 60, 200
"""Characters of a term, and of an item that can be a row."""


@dataclass
class _List:
    """A list that is open: what it is called, its entries, and the texts of the item that is open."""

    scopes: tuple[Scope, ...]
    made: Branch
    term: Leaf | None = None
    item: str = ""
    texts: list[Leaf] = field(default_factory=list)


class PageLists:
    """Gathers the lists of a page while it goes by; one may stand in an item of another."""

    def __init__(self) -> None:
        self.found: list[tuple[tuple[Scope, ...], Branch]] = []
        self._open: list[_List] = []

    def start(self, tag: str, given: Mapping[str, str], heading: str, line: int, column: int) -> None:
        """A list or an item begins; an item before it ends, whether a tag says so or not."""
        if tag in LISTS:
            named = " ".join(filter(None, (given.get(key, "") for key in ("id", "title", "class"))))
            scopes = (Scope("comment", heading), *([Scope("name", named)] if named else []))
            self._open.append(_List(scopes, Branch(line, column, kind="list")))
        elif tag in _ITEMS and self._open:
            _close_item(self._open[-1])
            self._open[-1].item = tag

    def text(self, leaf: Leaf) -> None:
        """Some text, which belongs to the item that is open."""
        if self._open and self._open[-1].item:
            self._open[-1].texts.append(leaf)

    def end(self, tag: str) -> None:
        """A list or an item ends."""
        if tag in _ITEMS and self._open:
            _close_item(self._open[-1])
        elif tag in LISTS and self._open:
            done = self._open.pop()
            _close_item(done)
            if len(done.made.entries) > 1:
                self.found.append((done.scopes, done.made))


def _close_item(one: _List) -> None:
    """What an item says becomes an entry: a term waits for what it is, a name in a tag of its own is a key."""
    texts, item, one.texts, one.item = one.texts, one.item, [], ""
    if not texts or sum(len(leaf.text) for leaf in texts) > MAX_TEXT:
        return
    first, rest = texts[0], texts[1:]
    if item == "dt":
        one.term = _joined(texts)
    elif item == "dd":
        one.made.entries += [Entry(one.term, _joined(texts))] if one.term is not None else []
        one.term = None
    elif rest and len(first.text) <= MAX_NAME:
        one.made.entries.append(Entry(_name(first), _value(rest)))
    else:
        one.made.entries.append(Entry(None, first))
    if any(entry.key is not None for entry in one.made.entries):
        one.made.kind = "map"


def _joined(texts: list[Leaf]) -> Leaf:
    """The texts of an item as one, without a sign at the end of a term."""
    return _name(texts[0]._replace(text=" ".join(leaf.text for leaf in texts)))


def _name(leaf: Leaf) -> Leaf:
    return leaf._replace(text=leaf.text.rstrip(" :=-–—"))


def _value(texts: list[Leaf]) -> Leaf:
    """What stands behind a name in a tag of its own, without the sign between them: `<b>Short</b>: +1`."""
    whole = " ".join(leaf.text for leaf in texts)
    bare = whole.lstrip(" :=–—")
    return texts[0]._replace(text=bare, column=texts[0].column + len(whole) - len(bare))
