"""A rulebook is data: rule id → value, with its kind, its cite and its ruling. Nothing in it ever changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple, TypeVar, cast

from engine.dice.notation import Dice
from engine.errors import RuleBroken, UnknownRule, WrongKind
from engine.rulebook.kinds import CREDITS, Kind
from engine.rulebook.names import near_or_all, nearest, normal, slug, suggestion
from engine.rulebook.values import Amount, Band, Change, Post, Quantity, Trait, Value

T = TypeVar("T")


@dataclass(frozen=True)
class Rule:
    """One fact of a rulebook: what it is, its value, where it stands, what people call it."""

    id: str
    section_title: str
    """What the table or the set of facts that it belongs to is called."""
    own_title: str
    """What it is in there: `Short, Attack DM`."""
    declared: object
    """The value as it was written down; it is read when it is asked for."""
    kind: Kind
    cite: str
    ruling: int | None = None
    also: tuple[str, ...] = ()
    """Other names of the rule itself; those of a cell's row and column stand in its table."""
    section: str = ""
    """The id of the table or the set of facts that it belongs to."""
    row: str = ""
    row_name: str = ""
    """The name of its row as the book prints it."""
    column: str = ""
    constants: tuple[str, ...] = ()
    """What code calls a constant that has this value, word by word; people say some of that too."""
    in_code: tuple[str, ...] = ()
    """What only code calls it; a name in capitals counts in capitals only."""
    companions: tuple[tuple[str, str], ...] = ()
    """Rules that change with it, each with its value then: a flat DM for a sensor lock replaces the Boon."""
    misread: str = ""
    """The wrong value that the errata log has, as printed there: who has it repeats an old mistake."""
    misplayed: tuple[str, str] = ("", "")
    """The same as a value that can be played, and what the errata log calls it."""
    at_most: str = ""
    """The rule whose value it cannot exceed: nobody keeps more dice than are rolled."""
    covers: tuple[str, ...] = ()
    """The things that its one value holds for alike: Boon and Bane."""
    leaves_open: tuple[str, str] = ("", "")
    """A value that leaves something open, and how that is played here."""
    in_every_game: bool = False
    """Whether every game has such a value, one of its own, under the same names in code."""
    mean: tuple[str, str] = ("", "")
    """The id of the dice quantity that is the mean of its dice, and what those dice are."""

    @property
    def title(self) -> str:
        """What it is, in words: `Space range bands: Short, Attack DM`."""
        return f"{self.section_title}: {self.own_title}"

    @property
    def chapter(self) -> str:
        """The part of the rules that it belongs to: space, ship, personal, checks or healing."""
        return self.id.partition("/")[0]

    @property
    def is_about_people(self) -> bool:
        """Whether it is a rule for people, and neither for ships nor for checks of any sort."""
        return self.chapter in ("personal", "healing")

    @cached_property
    def value(self) -> Value:
        """The value, exactly."""
        return self.kind.value(self.declared)

    @property
    def text(self) -> str:
        """The value as a book would print it."""
        return self.kind.text(self.value)


class Column(NamedTuple):
    """A column of a rule table: its place in the id, its heading, its kind, what people call it."""

    id: str
    title: str
    kind: Kind
    also: tuple[str, ...] = ()
    cite: str = ""
    ruling: int | None = None
    near: tuple[str, ...] = ()
    """Words that stand near these values in code, and near no other values of rows with the same names."""
    unless: tuple[str, ...] = ()
    """Words that say that such values are another rule's."""


@dataclass(frozen=True)
class Row:
    """A row of a rule table: its name, what people call it, and its cells as RAW declares them.

    The values of a rulebook are in its rules, never here.
    """

    name: str
    declared: tuple[object, ...]
    also: tuple[str, ...] = ()
    cite: str = ""
    ruling: int | None = None
    rulings: tuple[tuple[str, int], ...] = ()
    distinctive: bool = False
    """Whether its name says what it is though it is one short word."""
    misread: tuple[tuple[str, str], ...] = ()
    """The wrong values of the errata log, by column; see `Rule.misread`."""
    misplayed: tuple[tuple[str, tuple[str, str]], ...] = ()

    @cached_property
    def id(self) -> str:
        """The name as it stands in a rule id."""
        return slug(self.name)


@dataclass(frozen=True, slots=True)
class Table:
    """A rule table, declared once: everything that reads or compares this table works from here."""

    id: str
    title: str
    cite: str
    heading: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    also: tuple[str, ...] = ()
    examples: bool = False
    """A list of examples, which a document need not have in full."""
    near: tuple[str, ...] = ()
    """Words that stand near the table in code."""
    unless: tuple[str, ...] = ()
    """Words that say that a table in code is another one."""
    where: tuple[str, ...] = ()
    """Words of which one must stand near it in code, where another table has the same names."""
    reach: tuple[int, int] | None = None
    """The least and the most that its bands can cover. Code closes the open end of a band with such a number."""
    multiplied_by: str = ""
    """The rule by which the damage in it is multiplied. Code may write dice and multiple together."""
    mounted_in: str = ""
    """The table of the mounts that its weapons stand in. Code may add up a mount and its weapons."""
    customises: bool = False
    """Whether its rows are ways to make a thing better or worse than the book's."""
    own_names: tuple[str, ...] = ()
    """The rows whose names few other games have, where every game has rows of the other names."""

    @property
    def lists_things(self) -> bool:
        """Whether each row is a thing with a price, such as a weapon, so that one alone says what it is."""
        return any(column.kind.is_a(CREDITS) for column in self.columns)

    def get(self, name: str) -> Row | None:
        """The row that a name means, in any spelling, if there is one."""
        wanted = normal(name)
        for row in self.rows:
            if wanted in map(normal, (row.name, *row.also)):
                return row
        return None

    def __contains__(self, name: str) -> bool:
        return self.get(name) is not None

    def path(self, name: str, column: str = "") -> str:
        """The id of a cell: `table/row/column`, or `table/row` in an unnamed column."""
        return f"{self.id}/{self.find(name).id}{f'/{column}' if column else ''}"

    def cells(self, column: str = "") -> tuple[str, ...]:
        """The ids of all cells of a column."""
        return tuple(self.path(row.name, column) for row in self.rows)

    def find(self, name: str) -> Row:
        """The row that a name means, in any spelling, or an error with the nearest names."""
        if (row := self.get(name)) is None:
            names = (row.name for row in self.rows)
            raise UnknownRule(f"{self.title}: there is no {name!r}; {suggestion(name, names)}")
        return row

    def column(self, id: str) -> Column:
        """The column that has this place in the ids."""
        return next(column for column in self.columns if column.id == id)

    def position(self, name: str) -> int:
        """How far down a row stands, from 0, for tables whose order means something."""
        return self.rows.index(self.find(name))

    def rules(self) -> Iterator[Rule]:
        """Each cell as a rule: `table/row/column`, or `table/row` where there is one unnamed column."""
        for row in self.rows:
            rulings, misread, misplayed = dict(row.rulings), dict(row.misread), dict(row.misplayed)
            for column, cell in zip(self.columns, row.declared, strict=True):
                yield Rule(
                    f"{self.id}/{row.id}/{column.id}" if column.id else f"{self.id}/{row.id}",
                    self.title,
                    f"{row.name}, {column.title}",
                    cell,
                    column.kind,
                    row.cite or column.cite or self.cite,
                    rulings.get(column.id, row.ruling or column.ruling),
                    section=self.id,
                    row=row.id,
                    row_name=row.name,
                    column=column.id,
                    misread=misread.get(column.id, ""),
                    misplayed=misplayed.get(column.id, ("", "")),
                )


class Rulebook(Mapping[str, Value]):
    """An immutable set of rules by id. `RAW["space/attack/target"]` is 8.

    `overlay` gives another rulebook: an edition, a set of house rules, or the values of a VTT.
    """

    def __init__(
        self, name: str, rules: Mapping[str, Rule], tables: Mapping[str, Table], base: Rulebook | None = None
    ) -> None:
        self.name = name
        self.rules = MappingProxyType(rules)
        """All rules by id."""
        self.tables = MappingProxyType(tables)
        """All tables by id, as RAW declares them."""
        self._base: Rulebook = base if base is not None else self
        """The rulebook that this one is an overlay of, through however many overlays."""

    def __getitem__(self, id: str) -> Value:
        try:
            return self.rules[id].value
        except KeyError:
            raise self._unknown(id) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self.rules)

    def __len__(self) -> int:
        return len(self.rules)

    def __contains__(self, id: object) -> bool:
        return id in self.rules

    def __repr__(self) -> str:
        return f"<Rulebook {self.name}: {len(self)} rules>"

    def __eq__(self, other: object) -> bool:
        """Two rulebooks are the same if they play the same, whatever their names and cites."""
        if not isinstance(other, Rulebook):
            return NotImplemented
        return self.rules.keys() == other.rules.keys() and not self.changes_from(other)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """A hash of the values that the overlays changed."""
        return hash(frozenset((id, value) for id, (_, value) in self.changes_from(self._base).items()))

    def rule(self, id: str) -> Rule:
        """The rule with its title, kind, cite and ruling."""
        if id not in self.rules:
            raise self._unknown(id)
        return self.rules[id]

    @cached_property
    def chapters(self) -> frozenset[str]:
        """The parts that its rules belong to; see `Rule.chapter`."""
        return frozenset(rule.chapter for rule in self.rules.values())

    def cite(self, id: str) -> str:
        """Where a rule stands."""
        return self.rule(id).cite

    def broken(self, id: str, what: str) -> RuleBroken:
        """The error of one who does what a rule does not allow, with its cite."""
        return RuleBroken(f"{what} ({self.cite(id)})")

    def table(self, id: str) -> Table:
        """The declaration of a table."""
        if id not in self.tables:
            raise UnknownRule(f"no table has the id {id!r}; {near_or_all(id, self.tables)}")
        return self.tables[id]

    def path(self, table: str, name: str, column: str = "") -> str:
        """The id of a cell, or of a row, that a name means: `path("ship/sensors", "military grade", "dm")`."""
        return self.table(table).path(name, column)

    def holding(self, table: str, column: str, number: int | Fraction) -> Row:
        """The first row of a table whose band holds a number."""
        for row in self.table(table).rows:
            if self.band(f"{table}/{row.id}/{column}").holds(number):
                return row
        raise RuleBroken(f"{self.table(table).title}: no {column} holds {number}")

    def overlay(self, changes: Mapping[str, object], name: str = "", cite: str = "", settled: bool = False) -> Rulebook:
        """Another rulebook with some values changed; ids and kinds are checked. `settled` values have no rulings.

        >>> from engine.rulebook.raw import RAW
        >>> house = RAW.overlay({"space/range-bands/short/attack-dm": "+2"}, name="House rules")
        >>> RAW["space/range-bands/short/attack-dm"], house["space/range-bands/short/attack-dm"]
        (1, 2)
        """
        rules = dict(self.rules)
        for id, given in changes.items():
            rule = self.rule(id)
            try:
                value = rule.kind.value(given)
            except WrongKind as error:
                raise WrongKind(f"{id}: {error} (now {rule.text})") from None
            ruling = None if settled else rule.ruling
            rules[id] = replace(rule, declared=value, cite=cite or rule.cite, ruling=ruling)
        return Rulebook(name or f"{self.name} with changes", rules, self.tables, self._base)

    def with_cites(self, cites: Mapping[str, str]) -> Rulebook:
        """The same rulebook with other cites: those of a book with other pages."""
        rules = {
            id: replace(rule, cite=cites[rule.cite]) if cites.get(rule.cite, rule.cite) != rule.cite else rule
            for id, rule in self.rules.items()
        }
        return Rulebook(self.name, rules, self.tables, self._base)

    def companions(self, id: str, value: Value) -> dict[str, Value]:
        """The changes of other rules that come with a new value of a rule, as its declaration says.

        >>> from engine.rulebook.raw import RAW
        >>> RAW.companions("space/sensor-lock/dm", 2), RAW.companions("space/sensor-lock/dm", 0)
        ({'space/sensor-lock/gives': 'none'}, {})
        """
        if value in (self[id], "none"):
            return {}
        values = {other: self.rule(other).kind.value(text) for other, text in self.rule(id).companions}
        return {other: given for other, given in values.items() if given != self[other]}

    def changes_from(self, other: Rulebook) -> dict[str, tuple[Value, Value]]:
        """What differs from another rulebook: id → (its value, this value)."""
        pairs = ((other.rules[id], rule) for id, rule in self.rules.items())
        return {
            mine.id: (theirs.value, mine.value)
            for theirs, mine in pairs
            if theirs is not mine and theirs.value != mine.value
        }

    def _unknown(self, id: str) -> UnknownRule:
        close = nearest(id, self.rules)
        inside = [known for known in self.rules if known.startswith(id + "/")][:3] if id else []
        hint = f"the nearest: {', '.join(close or inside)}" if close or inside else "no id is near it"
        return UnknownRule(f"no rule has the id {id!r}; {hint}")

    # Typed looks at a value, for the mechanics.

    def _typed(self, id: str, what: type[T]) -> T:
        value = self[id]
        if not isinstance(value, what) or (what is int and isinstance(value, bool)):
            raise WrongKind(f"{id} is {self.rule(id).text}, which cannot be played as a {what.__name__}")
        return value

    def number(self, id: str) -> int:
        """A DM, a count, a target, a factor, a tech level or credits."""
        return self._typed(id, int)

    def fraction(self, id: str) -> Fraction:
        """A percentage, tons or another number that need not be whole."""
        value = self[id]
        return Fraction(value) if isinstance(value, int) else self._typed(id, Fraction)

    def dice(self, id: str) -> Dice:
        """A dice expression."""
        return self._typed(id, Dice)

    def word(self, id: str) -> str:
        """A name or a sentence."""
        return self._typed(id, str)

    def flag(self, id: str) -> bool:
        """Yes or no."""
        return self._typed(id, bool)

    def band(self, id: str) -> Band:
        """A band of results or distances."""
        return self._typed(id, Band)

    def quantity(self, id: str) -> Quantity:
        """An amount with its unit."""
        return self._typed(id, Quantity)

    def traits(self, id: str) -> frozenset[Trait]:
        """The traits of a weapon."""
        return self._typed(id, frozenset)

    def posts(self, id: str) -> tuple[Post, ...]:
        """Crew for a position."""
        return cast("tuple[Post, ...]", self._typed(id, tuple))

    def changes(self, id: str) -> dict[str, Amount]:
        """What an effect does: what changes → by how much."""
        return dict(cast("tuple[Change, ...]", self._typed(id, tuple)))


class RecordingRulebook(Rulebook):
    """A rulebook that records which rules are read; it is equal to no other, so that no cache answers for it."""

    def __init__(self, book: Rulebook) -> None:
        super().__init__(book.name, book.rules, book.tables)
        self.read: set[str] = set()
        """The ids of the rules that were read."""

    def __getitem__(self, id: str) -> Value:
        self.read.add(id)
        return super().__getitem__(id)

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)
