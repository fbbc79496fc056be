"""The rulings: points where the references are doubtful, read from `references/rulings.md`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache, cached_property
from pathlib import Path

from engine.rulebook.editions import other_editions
from engine.rulebook.raw import RAW
from engine.rulebook.values import Value


def reference(name: str) -> str:
    """The text of a file in `references/`."""
    return Path(__file__).parents[1].joinpath("references", name).read_text("utf-8")


@dataclass(frozen=True)
class Ruling:
    """One ruling: its number and title, and its text, from which the fields are read."""

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
        stated = _OTHER.findall(self.fields.get("Others", ""))
        return tuple((rule, RAW.rule(rule).kind.value(value)) for rule, value in stated)

    @property
    def contested(self) -> bool:
        """Whether a departure from it counts as contested instead of wrong."""
        return self.fields["Departure"] == "contested"

    def covers(self, rule: str) -> bool:
        """Whether a rule is one of those that it is about."""
        return any(fnmatchcase(rule, known) for known in self.rules)


_HEAD = re.compile(r"^## (\d+)\. (.+)$", re.MULTILINE)
_FIELD = re.compile(r"^- ([A-Z][a-z]+): (.+(?:\n  .+)*)", re.MULTILINE)
_OTHER = re.compile(r"`([^`]+)` (.+?)(?= and `|$)")


@cache
def rulings() -> Mapping[int, Ruling]:
    """Every ruling by its number."""
    _, *parts = _HEAD.split(reference("rulings.md"))
    entries = zip(map(int, parts[::3]), parts[1::3], parts[2::3], strict=True)
    return {number: Ruling(number, title, body) for number, title, body in entries}


@cache
def alternatives(rule: str) -> tuple[tuple[str, Value], ...]:
    """Other values of a rule, each with who has it: an edition, or the ruling that names other sources."""
    found = [(f"CRB {year}", book[rule]) for year, book in other_editions(rule).items()]
    if (number := RAW.rule(rule).ruling) is not None:
        found += [(f"ruling {number}", value) for about, value in rulings()[number].others if about == rule]
    return tuple(found)


def other_values(rule: str) -> list[Value]:
    """Other values of a rule, without who has them."""
    return [value for _, value in alternatives(rule)]
