"""Labels: texts that are a name and its value, such as `Long (DM-2)`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from errata.literals.model import Branch, Leaf, Scope
from verify.grids import Grid, Passage

_NAMED_VALUE = re.compile(
    r"([A-Za-z][\w \-/'.]{1,40}?)\s*"
    r"(?:\(([^()]{1,40})\)|[:=]\s*(\S.{0,40})|(?:\s[-–—]\s*|\s)((?:DM ?)?[+-]\d{1,2}|\d{1,2}\+))\s*$"
)
MAX_LABEL = 80
"""Characters of a label."""


def named_value(leaf: Leaf) -> re.Match[str] | None:
    """A text that is a name and its value: `Long (DM-2)`, `Long: -2`, `Routine 6+`."""
    return _named_value(leaf.text) if leaf.kind == "text" else None


def _named_value(text: str) -> re.Match[str] | None:
    return _NAMED_VALUE.fullmatch(text) if len(text) < MAX_LABEL else None


def split_label(leaf: Leaf, label: re.Match[str]) -> tuple[Passage, Passage]:
    """The name and the value of such a label, each at its own place."""
    start = leaf.column + leaf.inset
    part = next(n for n in (2, 3, 4) if label[n])
    return Passage(label[1], leaf.line, start), Passage(label[part], leaf.line, start + label.start(part))


MIN_LABELS = 3
"""Labels in a list that make a table."""


def label_lists(branch: Branch, scopes: tuple[Scope, ...]) -> Iterator[Grid]:
    """Tables of the labels in a list, or of those in one field of its records: `label: 'Long (DM-2)'`."""
    fields: dict[str, list[Leaf]] = {}
    for key, value in branch.entries:
        if isinstance(value, Branch):
            for field, leaf in value.entries:
                if field is not None and isinstance(leaf, Leaf):
                    fields.setdefault(field.text, []).append(leaf)
        elif key is None:
            fields.setdefault("", []).append(value)
    for leaves in fields.values():
        labels = [(leaf, label) for leaf in leaves if (label := named_value(leaf)) is not None]
        if len(labels) >= MIN_LABELS and len(labels) * 2 > len(leaves):
            yield grid_of(["", ""], [[*split_label(*label)] for label in labels], scopes, branch.line)


@lru_cache(maxsize=20_000)
def name_in_label(text: str) -> str:
    """The name in a text that may be a label; the text itself if it is none.

    >>> name_in_label("Long (DM-2)"), name_in_label("Very Long")
    ('Long', 'Very Long')
    """
    label = _named_value(text)
    return label[1] if label is not None else text


def grid_of(header: list[str], rows: list[list[Passage]], scopes: tuple[Scope, ...], line: int) -> Grid:
    """A grid of cells under their heads."""
    heads = [Passage(text, line) for text in header]
    return Grid(heads, rows, (), line, scopes=tuple((scope.where, scope.text) for scope in scopes))
