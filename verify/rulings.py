"""The rulings: points where the references are doubtful, read from `references/rulings.md`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache, cached_property
from pathlib import Path

from engine.rulebook.editions import EDITIONS
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rule, Rulebook
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

    @property
    def suspects_reference(self) -> bool:
        """Whether it is our own reference that is doubtful: what others have is as likely right."""
        return "reference suspect" in self.fields["Kind"]

    @property
    def who(self) -> str:
        """Who has the other values, where our reference is doubtful."""
        return self.fields.get("Who", "")

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
def _all_values(rule: str) -> tuple[tuple[str, Value], ...]:
    """Every known value of a rule, each with who has it: an edition, our reference, or those that a ruling names."""
    editions = {f"CRB {year}": book[rule] for year, book in EDITIONS.items()}
    known = [*editions.items()] if len(set(editions.values())) > 1 else [("our reference", RAW[rule])]
    if (number := RAW.rule(rule).ruling) is not None:
        known += [(f"ruling {number}", value) for about, value in rulings()[number].others if about == rule]
    return tuple(known)


def alternatives(rule: Rule) -> list[tuple[str, Value]]:
    """The other values of a rule, each with who has it: an edition, our reference, or the ruling that names others."""
    return [(who, value) for who, value in _all_values(rule.id) if value != rule.value]


def other_values(rule: str) -> list[Value]:
    """The values of a rule that are not RAW's, without who has them."""
    return [value for _, value in _all_values(rule) if value != RAW[rule]]


def doubt_of_reference(rule: Rule) -> Ruling | None:
    """The ruling that says that our reference is doubtful, if the value of a rule is that of the reference."""
    ruling = rulings()[rule.ruling] if rule.ruling is not None else None
    return ruling if ruling is not None and ruling.suspects_reference and rule.value == RAW[rule.id] else None


def cite_of(rule: Rule) -> str:
    """The cite of a value; empty if our reference is doubtful, since then no page is known to say it."""
    return rule.cite if doubt_of_reference(rule) is None else ""


def source_of(rule: Rule) -> str:
    """Where a value stands, for people: its cite, or that our reference is doubtful."""
    doubt = doubt_of_reference(rule)
    return rule.cite if doubt is None else f"our reference, which is doubtful: ruling {doubt.number}"


def doubtful_rulings() -> frozenset[int]:
    """The rulings on which our references are doubtful."""
    return frozenset(number for number, ruling in rulings().items() if ruling.suspects_reference)


def with_other_readings(book: Rulebook, numbers: Iterable[int]) -> Rulebook:
    """A rulebook with the values that others have, by some rulings; the first where there are several."""
    for ruling in (rulings()[number] for number in sorted(numbers)):
        cite = f"ruling {ruling.number}: {ruling.who or 'others'}"
        book = book.overlay(dict(reversed(ruling.others)), f"{book.name.removesuffix(READ)}{READ}", cite)
    return book


READ = " with the values of others"
"""The end of the name of a rulebook that does not follow our references where the rulings say so."""
