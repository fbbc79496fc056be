"""The rules that are declared, by id; those of a table or a set of facts are made when one of them is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Protocol, TypeAlias, TypeVar, cast

from engine.dice.notation import Dice
from engine.errors import RuleBroken, UnknownRule, WrongKind
from engine.rulebook.kinds import Kind
from engine.rulebook.names import near_or_all, nearest, normal, slug, suggestion
from engine.rulebook.values import Amount, Band, Change, Post, Quantity, Trait, Value


class Entry(Protocol):
    """A table, or a set of facts."""

    @property
    def id(self) -> str:
        """What the ids of its rules begin with."""

    def rules(self) -> Iterator[Rule]:
        """Its rules."""


class Declared(Mapping[str, "Rule"]):
    """Rules by id, in the order in which they are declared. A run asks for few of them."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._entries: dict[str, Entry] = {}
        for entry in entries:
            if entry.id in self._entries:
                raise ValueError(f"{entry.id} is declared twice")
            self._entries[entry.id] = entry
        self._made: dict[str, dict[str, Rule]] = {}
        self._known: dict[str, Rule] = {}
        """All that were made."""

    def _of(self, entry: str) -> dict[str, Rule]:
        """The rules of an entry by id; none if there is no such entry."""
        made = self._made.get(entry)
        if made is None and entry in self._entries:
            made = {}
            for rule in self._entries[entry].rules():
                if rule.id in made:
                    raise ValueError(f"{rule.id} is declared twice")
                made[rule.id] = rule
            self._made[entry] = made
            self._known.update(made)
        return made or {}

    def __contains__(self, id: object) -> bool:
        if id not in self._known and isinstance(id, str):
            section = id.rpartition("/")[0]
            for entry in (section, section.rpartition("/")[0]):
                self._of(entry)
        return id in self._known

    def __getitem__(self, id: str) -> Rule:
        if id in self:
            return self._known[id]
        raise KeyError(id)

    def __iter__(self) -> Iterator[str]:
        return (id for entry in self._entries for id in self._of(entry))

    def __len__(self) -> int:
        return sum(len(self._of(entry)) for entry in self._entries)


class Changed(Mapping[str, "Rule"]):
    """Rules of which some are others than declared."""

    def __init__(self, own: Mapping[str, Rule], under: Mapping[str, Rule]) -> None:
        self.own: Mapping[str, Rule] = {**under.own, **own} if isinstance(under, Changed) else own
        self._under: Mapping[str, Rule] = under._under if isinstance(under, Changed) else under

    def __contains__(self, id: object) -> bool:
        return id in self._under

    def __getitem__(self, id: str) -> Rule:
        return self.own[id] if id in self.own else self._under[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._under)

    def __len__(self) -> int:
        return len(self._under)


def changed(rules: Mapping[str, Rule]) -> Mapping[str, Rule]:
    """Those that are others than declared."""
    return rules.own if isinstance(rules, Changed) else {}


# A rulebook is data: rule id → value, with its kind, its cite and its ruling. Nothing in it ever changes.


T = TypeVar("T")


@dataclass(frozen=True)
class Rule:
    """One fact of a rulebook: what it is, its value, where it stands, what people call it."""

    id: str
    title: str
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
    column: str = ""
    constants: tuple[str, ...] = ()
    """What code calls a constant that has this value, word by word; people say some of that too."""
    in_code: tuple[str, ...] = ()
    """What only code calls it; a name in capitals counts in capitals only."""

    @cached_property
    def value(self) -> Value:
        """The value, exactly."""
        return self.kind.value(self.declared)

    @property
    def text(self) -> str:
        """The value as a book would print it."""
        return self.kind.text(self.value)


@dataclass(frozen=True)
class Column:
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

    @cached_property
    def id(self) -> str:
        """The name as it stands in a rule id."""
        return slug(self.name)


@dataclass(frozen=True)
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

    def __contains__(self, name: str) -> bool:
        """Whether a row has this name, in any spelling."""
        return any(normal(name) in map(normal, (row.name, *row.also)) for row in self.rows)

    def find(self, name: str) -> Row:
        """The row that a name means, in any spelling, or an error with the nearest names."""
        wanted = normal(name)
        for row in self.rows:
            if wanted in map(normal, (row.name, *row.also)):
                return row
        raise UnknownRule(f"{self.title}: there is no {name!r}; {suggestion(name, (row.name for row in self.rows))}")

    def position(self, name: str) -> int:
        """How far down a row stands, from 0, for tables whose order means something."""
        return self.rows.index(self.find(name))

    def rules(self) -> Iterator[Rule]:
        """Each cell as a rule: `table/row/column`, or `table/row` where there is one unnamed column."""
        for row in self.rows:
            rulings, own = dict(row.rulings), row.id
            for column, cell in zip(self.columns, row.declared, strict=True):
                yield Rule(
                    f"{self.id}/{own}/{column.id}" if column.id else f"{self.id}/{own}",
                    f"{self.title}: {row.name}, {column.title}",
                    cell,
                    column.kind,
                    row.cite or column.cite or self.cite,
                    rulings.get(column.id, row.ruling or column.ruling),
                    (),
                    self.id,
                    own,
                    column.id,
                    (),
                    (),
                )


Rules: TypeAlias = Mapping[str, Rule]
Tables: TypeAlias = Mapping[str, Table]


class _Values(dict[str, Value]):
    """The values that were asked for so far: most runs play few of the rules."""

    def __init__(self, rules: Mapping[str, Rule]) -> None:
        self.rules = rules

    def __missing__(self, id: str) -> Value:
        self[id] = value = self.rules[id].value
        return value


class Rulebook(Mapping[str, Value]):
    """An immutable set of rules by id. `RAW["space/attack/target"]` is 8.

    `overlay` gives another rulebook: an edition, a set of house rules, or the values of a VTT.
    """

    def __init__(self, name: str, load: Callable[[], tuple[Rules, Tables]], over: Rulebook | None = None) -> None:
        self.name = name
        self._load = load
        self._first: Rulebook = over._first if over is not None else self
        """The rulebook that this one was made from, by however many overlays."""

    @cached_property
    def _loaded(self) -> tuple[Rules, Tables]:
        return self._load()

    @cached_property
    def rules(self) -> Rules:
        """All rules by id."""
        return self._loaded[0]

    @cached_property
    def tables(self) -> Tables:
        """All tables by id, as RAW declares them."""
        return self._loaded[1]

    @cached_property
    def _values(self) -> _Values:
        return _Values(self.rules)

    def __getitem__(self, id: str) -> Value:
        try:
            return self._values[id]
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
        if other._first is not self._first:
            mine, theirs = ({id: rule.value for id, rule in book.rules.items()} for book in (self, other))
            return mine == theirs
        return self._own == other._own

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(frozenset(self._own.items()))

    @cached_property
    def _own(self) -> dict[str, Value]:
        """What it plays otherwise than the rulebook that it was made from; the rest need not even be read for that."""
        first = self._first.rules
        values = ((id, rule.value) for id, rule in changed(self.rules).items())
        return {id: value for id, value in values if value != first[id].value}

    def rule(self, id: str) -> Rule:
        """The rule with its title, kind, cite and ruling."""
        if id not in self.rules:
            raise self._unknown(id)
        return self.rules[id]

    def cite(self, id: str) -> str:
        """Where a rule stands."""
        return self.rule(id).cite

    def table(self, id: str) -> Table:
        """The declaration of a table."""
        if id not in self.tables:
            raise UnknownRule(f"no table has the id {id!r}; {near_or_all(id, self.tables)}")
        return self.tables[id]

    def path(self, table: str, name: str) -> str:
        """The id of a row that a name means: `path("ship/sensors", "military grade")` is `ship/sensors/military`."""
        return f"{table}/{self.table(table).find(name).id}"

    def holding(self, table: str, column: str, number: int | Fraction) -> Row:
        """The first row of a table whose band holds a number."""
        for row in self.table(table).rows:
            if self.band(f"{table}/{row.id}/{column}").holds(number):
                return row
        raise RuleBroken(f"{self.table(table).title}: no {column} holds {number}")

    def overlay(self, changes: Mapping[str, object], name: str = "", cite: str = "") -> Rulebook:
        """Another rulebook with some values changed; ids and kinds are checked.

        >>> from engine.rulebook.raw import RAW
        >>> house = RAW.overlay({"space/range-bands/short/attack-dm": "+2"}, name="House rules")
        >>> RAW["space/range-bands/short/attack-dm"], house["space/range-bands/short/attack-dm"]
        (1, 2)
        """
        own = {}
        for id, given in changes.items():
            rule = self.rule(id)
            try:
                value = rule.kind.value(given)
            except WrongKind as error:
                raise WrongKind(f"{id}: {error} (now {rule.text})") from None
            own[id] = replace(rule, declared=value, cite=cite or rule.cite)
        rules = Changed(own, self.rules)
        return Rulebook(name or f"{self.name} with changes", lambda: (rules, self.tables), over=self)

    def changes_from(self, other: Rulebook) -> dict[str, tuple[Value, Value]]:
        """What differs from another rulebook: id → (its value, this value)."""
        if other._first is not self._first:
            return {id: (other[id], self[id]) for id in self if other[id] != self[id]}
        put = {*changed(self.rules), *changed(other.rules)}
        return {id: (other[id], self[id]) for id in self if id in put and other[id] != self[id]}

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
