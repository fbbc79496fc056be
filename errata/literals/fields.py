"""Records as cells: values by the dotted path of their field, a list or the effect of a severity as one cell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from errata.literals.model import Branch, Entry, Leaf
from errata.source.text import in_line
from verify.grids import Passage
from verify.recognition.code.candidates import NAME_FIELDS

_SPOKEN = re.compile(r"[a-z]{3} |[ ][a-z]{3}", re.IGNORECASE)
"""Text with words, which needs no field name to be understood."""


def cell(leaf: Leaf) -> Passage:
    """A literal as a cell, with a plain minus and without markup around it."""
    text = in_line(leaf.text).replace("−", "-")
    marked = _MARKED.fullmatch(text) if text[:1] == "<" else None
    if marked is not None:
        return Passage(marked[2].strip(), leaf.line, leaf.column + leaf.inset + marked.start(2))
    return Passage(text, leaf.line, leaf.column)


_MARKED = re.compile(r"(<\w[^<>]*>\s*+)+([^<>]{1,60})(?:\s*</\w+>)+")
"""A few words with markup around them: `<p>Sensors</p>`."""


_TYPE_PREFIX = re.compile(r"[a-z](?=[A-Z])")
"""A prefix for the type of a value: `nDamage`."""


@lru_cache(maxsize=20_000)
def may_hold_name(field: str) -> bool:
    """Whether a field may hold the name of its record: `name`, `system.name`, `sName`; or if its name is a number."""
    last = field.rpartition(".")[2]
    plain = last[1:] if _TYPE_PREFIX.match(last) else last
    return plain.lower() in NAME_FIELDS or plain.lstrip("+-").isdecimal()


def _without_type_prefix(node: Branch) -> Iterator[tuple[Leaf | None, Branch | Leaf]]:
    """The entries of a record, without type prefixes if all of its keys have one."""
    keys = [key for key, _ in node.entries if key is not None]
    if not keys or not all(_TYPE_PREFIX.match(key.text) for key in keys):
        yield from node.entries
        return
    for key, value in node.entries:
        yield key._replace(text=key.text[1:], column=key.column + 1) if key is not None else None, value


def fields_of(
    node: Branch | Leaf, prefix: str = "", depth: int = 0, padded: bool = False
) -> Iterator[tuple[str, Passage]]:
    """The cells of a record by the dotted path of their field; a list is one cell, and the effect of a severity too."""
    if isinstance(node, Leaf):
        if node.kind != "word" or not depth or _PROPER.fullmatch(node.text):
            yield prefix, cell(node)
        return
    if prefix and not any(entry.key is not None for entry in node.entries):
        if node.entries or node.kind != "part":  # else there is something that was not read
            yield prefix, Passage(_as_cell(node), node.line, node.column)
        return
    for n, (key, value) in enumerate(_without_type_prefix(node)):
        name = key.text if key is not None else str(n if padded else n + 1)
        is_cell = isinstance(value, Branch) and (key is None or (name in _SEVERITIES and not prefix))
        if is_cell and isinstance(value, Branch) and key is None and _is_span(value):
            yield name, Passage(_as_cell(value), value.line, value.column)
        elif is_cell and isinstance(value, Branch) and _is_effect(value):
            yield _effect(value, name)
        elif not (is_cell and key is None) and depth < MAX_DEPTH:  # a list of records is a table of its own
            yield from fields_of(value, f"{prefix}.{name}" if prefix else name, depth + 1)


MAX_DEPTH = 4
"""Records in records."""
_SEVERITIES = ("1", "2", "3", "4", "5", "6")


def is_padded(node: Branch) -> bool:
    """Whether a list begins with a blank, so that its index counts from 1."""
    several = len(node.entries) > 2 or any(isinstance(entry.value, Branch) for entry in node.entries)
    return several and _is_padding(node.entries[0])


def _is_padding(entry: Entry) -> bool:
    """Whether an entry of a list is blank."""
    key, value = entry
    return key is None and isinstance(value, Leaf) and (value.kind == "nothing" or value.text == "")


_PROPER = re.compile(r"[A-Z]\w*")
"""A constant or enum member whose name is its value: `VeryLong`, `MEDIUM`."""


def _as_cell(node: Branch) -> str:
    """A list as the text of one cell: its values, or the names of its records."""
    leaves = [entry.value for entry in node.entries if isinstance(entry.value, Leaf) and entry.value.kind != "word"]
    if leaves or not node.entries:
        return _listed(leaves) if leaves else "[]"
    return ", ".join(filter(None, (_name_of(e.value) for e in node.entries if isinstance(e.value, Branch))))


def _effect(value: Branch, place: str) -> tuple[str, Passage]:
    """A record as one cell, under its severity if a field has it, else under its position in the list."""
    fields = [(key, leaf) for key, leaf in value.entries if key is not None and isinstance(leaf, Leaf)]
    severity = next((leaf.text for key, leaf in fields if key.text.lower() in ("severity", "sev", "level")), place)
    prose = [(key, leaf) for key, leaf in fields if key.text.lower() in _PROSE and _SPOKEN.search(leaf.text)]
    if prose:
        return severity, cell(prose[0][1])
    rest = [(key, leaf) for key, leaf in fields if key.text.lower() not in ("severity", "sev", "level")] or fields
    rest = _without_kind(rest)
    text = ", ".join(leaf.text if _SPOKEN.search(leaf.text) else f"{key.text} {leaf.text}" for key, leaf in rest)
    return severity, Passage(text, rest[0][0].line, rest[0][0].column)


def _without_kind(fields: list[tuple[Leaf, Leaf]]) -> list[tuple[Leaf, Leaf]]:
    """The fields of an effect with its `kind` as the name of its value: `dm -2`.

    A kind that is an outcome becomes a field: `jumpDestroyed` is `destroyed true`.
    """
    kind = next((leaf for key, leaf in fields if key.text.lower() in _KINDS), None)
    if kind is None:
        return fields
    rest = [(key, leaf) for key, leaf in fields if leaf is not kind]
    value = next(((key, leaf) for key, leaf in rest if key.text.lower() in ("value", "amount")), None)
    if value is not None:
        others = [(key, leaf) for key, leaf in rest if leaf.kind == "number" and key is not value[0]]
        return [(value[0]._replace(text=kind.text), value[1]), *others]
    if outcome := _OUTCOME.search(kind.text):
        return [(kind._replace(text=outcome[0].lower()), kind._replace(text="true")), *rest]
    return rest or fields


_OUTCOME = re.compile(r"(?:disabled|destroyed|explodes)$", re.IGNORECASE)
_KINDS = ("kind", "type", "mechanic", "category")
_PROSE = ("description", "effect", "text", "desc", "label", "summary")
"""Fields with the effect in words; the others only repeat it."""


def _listed(leaves: list[Leaf]) -> str:
    """A list of values as one text; two numbers are a band."""
    texts = [leaf.text for leaf in leaves]
    if len(leaves) == 2 and all(text.removeprefix("-").isdecimal() for text in texts):
        between = "-" if all(map(str.isdecimal, texts)) else " to "
        return texts[0] if texts[0] == texts[1] else between.join(texts)
    return ", ".join(texts)


def _is_span(node: Branch) -> bool:
    """Whether a list is both ends of a band: `[3, 5]`."""
    return len(node.entries) == 2 and all(key is None and value.kind == "number" for key, value in node.entries)


def _name_of(record: Branch) -> str:
    """The name of a record."""
    fields = {key.text.lower(): leaf for key, leaf in record.entries if key is not None and isinstance(leaf, Leaf)}
    return next((fields[name].text for name in NAME_FIELDS if name in fields), "")


def _is_effect(value: Branch) -> bool:
    """Whether a record is one cell: a few named values, such as the effect of a critical."""
    return 0 < len(value.entries) <= 4 and all(
        entry.key is not None and isinstance(entry.value, Leaf) for entry in value.entries
    )
