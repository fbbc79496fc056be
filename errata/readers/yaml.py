"""YAML, composed and never constructed: no tag of it does anything. This is the one home of PyYAML."""

from __future__ import annotations

import re
from bisect import bisect_right
from contextlib import suppress
from typing import Any, Literal

import yaml

from errata.literals.model import MAX_NUMBER, Branch, Entry, Leaf, Lifted, Node, Problem, Scope, Wanted, unreadable
from errata.literals.numerals import signed_number
from errata.source.text import decoded, decoded_exactly

MAX_NODES = 200_000
"""Nodes of a document; aliases of aliases make more of a small file."""
MAX_DEPTH = 100
_KINDS: dict[str, Literal["number", "text", "flag", "nothing"]] = {
    "tag:yaml.org,2002:int": "number",
    "tag:yaml.org,2002:float": "number",
    "tag:yaml.org,2002:bool": "flag",
    "tag:yaml.org,2002:null": "nothing",
}
_MERGE = "tag:yaml.org,2002:merge"
"""The key `<<`: its value has entries that the map inherits."""
_COMMENT = re.compile(r"(?:^|(?<=\s))#[^\n]*", re.MULTILINE)
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read(data: bytes, name: str, wanted: Wanted) -> tuple[list[Lifted], Problem | None]:
    """The trees of the documents in a file."""
    text = decoded(data)
    trees: list[Lifted] = []
    try:
        _check_depth(text)
        for document in filter(None, yaml.compose_all(text, Loader=_LOADER)):
            trees.append(Lifted((Scope("file", name),), _node(document, [MAX_NODES])))
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        return trees, unreadable("it does not parse", mark.line + 1 if mark is not None else 1)
    return trees, None


def _check_depth(text: str) -> None:
    """Refuse what is nested too deeply: composing it would overflow the stack of the library."""
    depth = 0
    for event in yaml.parse(text, Loader=_LOADER):
        if isinstance(event, (yaml.SequenceStartEvent, yaml.MappingStartEvent)):
            depth += 1
            if depth > MAX_DEPTH:
                raise RecursionError
        elif isinstance(event, (yaml.SequenceEndEvent, yaml.MappingEndEvent)):
            depth -= 1


def _node(node: Any, remaining: list[int]) -> Node:
    remaining[0] -= 1
    if remaining[0] < 0:
        raise ValueError("too many nodes")
    line, column = node.start_mark.line + 1, node.start_mark.column + 1
    if isinstance(node, yaml.ScalarNode):
        kind = _KINDS.get(node.tag, "text")
        if kind == "number" and len(node.value) <= MAX_NUMBER:
            return Leaf(signed_number(node.value), line, column, kind)
        return Leaf(node.value, line, column, "text" if kind == "number" else kind, int(bool(node.style in ("'", '"'))))
    branch = Branch(line, column, kind="list" if isinstance(node, yaml.SequenceNode) else "map")
    inherited: list[Entry] = []
    for item in node.value:
        key, value = item if isinstance(node, yaml.MappingNode) else (None, item)
        name = _node(key, remaining) if key is not None else None
        literal = _node(value, remaining)
        if key is not None and key.tag == _MERGE:
            inherited += _merged(literal)
        else:
            branch.entries.append(Entry(name if isinstance(name, Leaf) else None, literal))
    keys = {entry.key.text for entry in branch.entries if entry.key is not None}
    kept = (entry for entry in inherited if entry.key is None or entry.key.text not in keys)
    branch.entries = [*kept, *branch.entries]
    return branch


def _merged(literal: Node) -> list[Entry]:
    """The entries of the value of `<<`: one map, or several, of which the first with a key counts."""
    if not isinstance(literal, Branch):
        return []
    if literal.kind == "map":
        return literal.entries
    entries: dict[str, Entry] = {}
    for entry in (entry for _, value in literal.entries for entry in _merged(value)):
        entries.setdefault(entry.key.text if entry.key is not None else "", entry)
    return list(entries.values())


def errors_in(data: bytes) -> int:
    """1 if a file does not parse."""
    try:
        for _ in yaml.parse(decoded(data), Loader=_LOADER):
            pass
    except (yaml.YAMLError, RecursionError, ValueError):
        return 1
    return 0


def comments_in(data: bytes) -> list[tuple[int, int]]:
    """The start and end of each comment of a document, in bytes; a `#` inside a text begins none."""
    mark, text, encoding = decoded_exactly(data)
    texts: list[tuple[int, int]] = []
    with suppress(yaml.YAMLError):  # what could be read of it tells
        for token in yaml.scan(text, Loader=_LOADER):
            if isinstance(token, yaml.ScalarToken):
                texts.append((token.start_mark.index, token.end_mark.index))
    starts = [start for start, _ in texts]
    spans = []
    for comment in _COMMENT.finditer(text):
        before = bisect_right(starts, comment.start()) - 1
        if before < 0 or texts[before][1] <= comment.start() or _is_head(text, *texts[before], comment.start()):
            start, end = (len(mark + text[:at].encode(encoding, "surrogateescape")) for at in comment.span())
            spans.append((start, end))
    return spans


def _is_head(text: str, start: int, end: int, at: int) -> bool:
    """Whether a comment stands on the first line of a text over several lines: `notes: | # so`."""
    return text[start] in "|>" and "\n" not in text[start:at] and at < end
