"""The rulings: points where the references are doubtful, read from `references/rulings.md`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from engine.editions import EDITIONS
from engine.late import late
from engine.raw import RAW
from engine.record import field, record
from engine.values import Value

REFERENCES = Path(__file__).parents[1] / "references"
"""The folder of the references; importlib.resources would take longer to import than to read them."""


@record
class Ruling:
    """One ruling: its number and title, the rules that it is about, and its text by field."""

    number: int
    title: str
    rules: tuple[str, ...]
    fields: Mapping[str, str]
    others: Mapping[str, Value] = field(default_factory=dict)
    """Values that others have, by rule."""

    @property
    def contested(self) -> bool:
        """Whether a departure from it is contested, and not an error."""
        return self.fields["Departure"] == "contested"

    def covers(self, rule: str) -> bool:
        """Whether a rule is one of those that it is about."""
        return any(fnmatchcase(rule, known) for known in self.rules)


_HEAD = late(r"^## (\d+)\. (.+)$", re.MULTILINE)
_FIELD = late(r"^- ([A-Z][a-z]+): (.+(?:\n  .+)*)", re.MULTILINE)
_OTHER = late(r"`([^`]+)` (.+?)(?= and `|$)")


@cache
def rulings() -> Mapping[int, Ruling]:
    """Every ruling by its number."""
    text = (REFERENCES / "rulings.md").read_text("utf-8")
    heads = list(_HEAD.finditer(text))
    ends = [head.start() for head in heads[1:]] + [len(text)]
    return {int(head[1]): _ruling(head, text[head.end() : end]) for head, end in zip(heads, ends, strict=True)}


def _ruling(head: re.Match[str], body: str) -> Ruling:
    fields = {name: " ".join(text.split()) for name, text in _FIELD.findall(body)}
    rules = tuple(re.findall(r"`([^`]+)`", fields.get("Rules", "")))
    others = {rule: RAW.rule(rule).kind.value(value) for rule, value in _OTHER.findall(fields.get("Others", ""))}
    return Ruling(int(head[1]), head[2], rules, fields, others)


@cache
def alternatives(rule: str) -> dict[str, Value]:
    """What other editions and other sources have for a rule, by who says so."""
    found = {f"CRB {year}": book[rule] for year, book in EDITIONS.items() if book[rule] != RAW[rule]}
    number = RAW.rule(rule).ruling
    if number is not None and rule in rulings()[number].others:
        found[f"ruling {number}"] = rulings()[number].others[rule]
    return found
