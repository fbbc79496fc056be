"""The rulings: points where the references are doubtful, read from `references/rulings.md`."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from engine.rulebook.editions import other_editions
from engine.rulebook.raw import RAW
from engine.rulebook.values import Value

_REFERENCES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "references")
"""The folder of the references; importlib.resources would take longer to import than to read them."""


def reference(name: str) -> str:
    """The text of one of them."""
    with open(os.path.join(_REFERENCES, name), encoding="utf-8") as file:
        return file.read()


@dataclass(frozen=True)
class Ruling:
    """One ruling: its number and title, and what is said of it, which is read when it is asked for."""

    number: int
    title: str
    body: str

    @cached_property
    def fields(self) -> Mapping[str, str]:
        """Its text by field."""
        return {name: " ".join(text.split()) for name, text in _FIELD.findall(self.body)}

    @cached_property
    def rules(self) -> tuple[str, ...]:
        """The rules that it is about."""
        return tuple(re.findall(r"`([^`]+)`", self.fields.get("Rules", "")))

    @cached_property
    def others(self) -> tuple[tuple[str, Value], ...]:
        """Values that others have, each with its rule."""
        said = _OTHER.findall(self.fields.get("Others", ""))
        return tuple((rule, RAW.rule(rule).kind.value(value)) for rule, value in said)

    @property
    def contested(self) -> bool:
        """Whether a departure from it is contested, and not an error."""
        return self.fields["Departure"] == "contested"

    def covers(self, rule: str) -> bool:
        """Whether a rule is one of those that it is about."""
        from fnmatch import fnmatchcase

        return any(fnmatchcase(rule, known) for known in self.rules)


_HEAD = re.compile(r"^## (\d+)\. (.+)$", re.MULTILINE)
_FIELD = re.compile(r"^- ([A-Z][a-z]+): (.+(?:\n  .+)*)", re.MULTILINE)
_OTHER = re.compile(r"`([^`]+)` (.+?)(?= and `|$)")


@cache
def rulings() -> Mapping[int, Ruling]:
    """Every ruling by its number."""
    text = reference("rulings.md")
    heads = list(_HEAD.finditer(text))
    ends = [head.start() for head in heads[1:]] + [len(text)]
    bodies = (text[head.end() : end] for head, end in zip(heads, ends, strict=True))
    return {int(head[1]): Ruling(int(head[1]), head[2], body) for head, body in zip(heads, bodies, strict=True)}


@cache
def alternatives(rule: str) -> tuple[tuple[str, Value], ...]:
    """Who has what for a rule: other editions, and other sources by the ruling that names them."""
    found = [(f"CRB {year}", book[rule]) for year, book in other_editions(rule).items()]
    if (number := RAW.rule(rule).ruling) is not None:
        found += [(f"ruling {number}", value) for about, value in rulings()[number].others if about == rule]
    return tuple(found)


def other_values(rule: str) -> list[Value]:
    """The values that others have for a rule."""
    return [value for _, value in alternatives(rule)]
