"""How rules are written down in `engine/rules/`: tables, and facts that stand alone, each with its cite."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from engine.rulebook.kinds import Kind
from engine.rulebook.rulebook import Column, Row, Rule, Table


def names(text: str) -> tuple[str, ...]:
    """The names in a list.

    >>> names("attack dm | to hit")
    ('attack dm', 'to hit')
    """
    return tuple(name.strip() for name in text.split("|")) if text else ()


def column(
    id: str,
    title: str,
    kind: Kind,
    also: str = "",
    cite: str = "",
    ruling: int | None = None,
    near: str = "",
    unless: str = "",
) -> Column:
    """A column: its place in the id (empty if it is the only one), its heading, its kind, other headings."""
    return Column(id, title, kind, names(also), cite, ruling, names(near), names(unless))


TECH_LEVEL = "tech level | min tl | minimum tl | minimum tech level"
"""Other headings of a column of tech levels."""


def row(
    name: str,
    *cells: object,
    also: str = "",
    cite: str = "",
    ruling: int | None = None,
    distinctive: bool = False,
    misread: Mapping[str, str] | None = None,
    misplayed: Mapping[str, tuple[str, str]] | None = None,
    uncited: str = "",
    **rulings: int,
) -> Row:
    """A row: its name and cells, other names, its own cite, and the ruling on it or on one column (`cost=14`)."""
    by_column = tuple((column.replace("_", "-"), number) for column, number in rulings.items())
    wrong, played = tuple((misread or {}).items()), tuple((misplayed or {}).items())
    return Row(name, cells, names(also), cite, ruling, by_column, distinctive, wrong, played, names(uncited))


def table(
    id: str,
    title: str,
    cite: str,
    heading: str,
    columns: list[Column],
    rows: list[Row],
    also: str = "",
    near: str = "",
    unless: str = "",
    where: str = "",
    own_names: str = "",
    **more: Any,
) -> Table:
    """A rule table; `heading` is that of its first column, where the row names stand; `more` is as in `Table`."""
    return Table(
        id, title, cite, heading, tuple(columns), tuple(rows), names(also), near=names(near), unless=names(unless),
        where=names(where), own_names=names(own_names), **more,
    )  # fmt: skip


def fact(
    name: str,
    value: object,
    kind: Kind,
    title: str,
    also: str = "",
    cite: str = "",
    constants: str = "",
    in_code: str = "",
    **more: Any,
) -> Rule:
    """A fact: its name in the id, its value, its kind, the rule in words, and what people call it.

    `constants` are the names that code gives to a constant with this value, and people to the rule; those of `in_code`
    only code does, and one in capitals counts in capitals only. `more` is as in `Rule`, where the names of other facts
    of the same set stand for their ids.
    """
    return Rule(
        name, "", title, value, kind, cite, also=names(also), constants=names(constants), in_code=names(in_code), **more
    )


class Facts(NamedTuple):
    """Rules that stand in prose, under one id and one cite."""

    id: str
    members: tuple[Rule, ...]

    def path(self, name: str) -> str:
        """The id of one of its facts."""
        return next(rule.id for rule in self.members if rule.id == f"{self.id}/{name}")

    def rules(self) -> Iterator[Rule]:
        """Each fact as a rule."""
        return iter(self.members)


def facts(id: str, title: str, cite: str, *members: Rule) -> Facts:
    """Facts that share a place in the book."""
    rules = (
        replace(
            fact,
            id=f"{id}/{fact.id}",
            section=id,
            section_title=title,
            cite=fact.cite or cite,
            companions=tuple((f"{id}/{name}", text) for name, text in fact.companions),
            at_most=f"{id}/{fact.at_most}" if fact.at_most else "",
        )
        for fact in members
    )
    return Facts(id, tuple(rules))


# The sources as cites name them; a page or a section follows.


CRB = "CRB 2016 p. "
"""The Core Rulebook, through the High Guard reference."""
HG = "HG 2022 p. "
"""High Guard, through the same."""
REFERENCE = "High Guard reference, "
"""That reference itself, where it names no page."""
ERRATA_LOG = f"{REFERENCE}Errata Log"
"""Where the values stand that rules were known to be given wrongly: `Rule.misread`."""
QUICK = "Combat quick sheet, "
CHEAT = "Combat cheat sheet (CRB 2022), "
SCREEN = "Referee screen, "
