"""How rules are written down in `engine/rules/`: tables, and facts that stand alone, each with its cite."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.rulebook.kinds import Kind
from engine.rulebook.rulebook import Column, Row, Rule, Table


def column(
    id: str,
    title: str,
    kind: Kind,
    *also: str,
    cite: str = "",
    ruling: int | None = None,
    near: tuple[str, ...] = (),
    unless: tuple[str, ...] = (),
) -> Column:
    """A column: its place in the id (empty if it is the only one), its heading, its kind, other headings.

    `near` and `unless` are words that speak for and against it where only code stands around it.
    """
    return Column(id, title, kind, also, cite, ruling, near, unless)


def row(
    name: str,
    *cells: object,
    also: tuple[str, ...] = (),
    cite: str = "",
    ruling: int | None = None,
    distinctive: bool = False,
    misread: Mapping[str, str] | None = None,
    misplayed: Mapping[str, tuple[str, str]] | None = None,
    **rulings: int,
) -> Row:
    """A row: its name and cells, other names, its own cite, and the ruling on it or on one column (`cost=14`).

    `misread` and `misplayed` are the wrong values of its cells by column, as in `Rule`.
    """
    by_column = tuple((column.replace("_", "-"), number) for column, number in rulings.items())
    wrong, played = tuple((misread or {}).items()), tuple((misplayed or {}).items())
    return Row(name, cells, also, cite, ruling, by_column, distinctive, wrong, played)


def table(
    id: str,
    title: str,
    cite: str,
    heading: str,
    columns: list[Column],
    rows: list[Row],
    also: tuple[str, ...] = (),
    examples: bool = False,
    near: tuple[str, ...] = (),
    unless: tuple[str, ...] = (),
    where: tuple[str, ...] = (),
    reach: tuple[int, int] | None = None,
    multiplied_by: str = "",
    mounted_in: str = "",
    customises: bool = False,
    own_names: tuple[str, ...] = (),
) -> Table:
    """A rule table; `heading` is the heading of its first column, where the row names stand."""
    return Table(
        id,
        title,
        cite,
        heading,
        tuple(columns),
        tuple(rows),
        also,
        examples,
        near,
        unless,
        where,
        reach,
        multiplied_by,
        mounted_in,
        customises,
        own_names,
    )


@dataclass(frozen=True, slots=True)
class Fact:
    """One rule of a set of facts: its name in the id, its value and kind, and the rule in our own words."""

    name: str
    value: object
    kind: Kind
    title: str
    also: tuple[str, ...] = ()
    cite: str = ""
    ruling: int | None = None
    constants: tuple[str, ...] = ()
    in_code: tuple[str, ...] = ()
    companions: tuple[tuple[str, str], ...] = ()
    misread: str = ""
    misplayed: tuple[str, str] = ("", "")
    at_most: str = ""
    covers: tuple[str, ...] = ()
    leaves_open: tuple[str, str] = ("", "")
    mean: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class Facts:
    """Rules that stand in prose, under one id and one cite."""

    id: str
    title: str
    cite: str
    members: tuple[Fact, ...]

    def path(self, name: str) -> str:
        """The id of one of its facts."""
        return next(f"{self.id}/{fact.name}" for fact in self.members if fact.name == name)

    def rules(self) -> Iterator[Rule]:
        """Each fact as a rule."""
        for fact in self.members:
            yield Rule(
                f"{self.id}/{fact.name}",
                self.title,
                fact.title,
                fact.value,
                fact.kind,
                fact.cite or self.cite,
                fact.ruling,
                fact.also,
                section=self.id,
                constants=fact.constants,
                in_code=fact.in_code,
                companions=tuple((f"{self.id}/{name}", text) for name, text in fact.companions),
                misread=fact.misread,
                misplayed=fact.misplayed,
                at_most=f"{self.id}/{fact.at_most}" if fact.at_most else "",
                covers=fact.covers,
                leaves_open=fact.leaves_open,
                mean=fact.mean,
            )


def fact(
    name: str,
    value: object,
    kind: Kind,
    title: str,
    *also: str,
    cite: str = "",
    ruling: int | None = None,
    constants: tuple[str, ...] = (),
    in_code: tuple[str, ...] = (),
    companions: tuple[tuple[str, str], ...] = (),
    misread: str = "",
    misplayed: tuple[str, str] = ("", ""),
    at_most: str = "",
    covers: tuple[str, ...] = (),
    leaves_open: tuple[str, str] = ("", ""),
    mean: tuple[str, str] = ("", ""),
) -> Fact:
    """A fact: its name in the id, its value, its kind, the rule in words, and what people call it.

    `constants` are the names that code gives to a constant with this value, and people to the rule; those of `in_code`
    only code does, and one in capitals counts in capitals only. `companions` are facts of the same set that change with
    this one, each with the value that it then has; `at_most` is the fact of the same set that it cannot exceed. For
    `misread`, `misplayed`, `covers`, `leaves_open` and `mean` see `Rule`.
    """
    return Fact(
        name, value, kind, title, also, cite, ruling, constants, in_code, companions, misread, misplayed, at_most,
        covers, leaves_open, mean,
    )  # fmt: skip


def facts(id: str, title: str, cite: str, *members: Fact) -> Facts:
    """Facts that share a place in the book."""
    return Facts(id, title, cite, members)


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
