"""Rule tables as recognition sees them: their names, rows and columns, and the rule of each cell.

A rule table comes from the engine's declaration of it, or from a view: a table that documents print though its rules
belong to several tables, such as a list of all modifiers to an attack.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import TypeVar

from engine.errors import WrongKind
from engine.rulebook.kinds import CREDITS, DM, KM, PRICE, QUANTITY, RESULTS, Kind
from engine.rulebook.names import normal
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Table
from engine.rulebook.values import Value
from engine.rules.critical_hits import CRITICAL, ION
from engine.rules.customised_components import ADVANTAGES, CUSTOMISING
from engine.rules.personal_attack_dms import MODIFIERS, RANGES
from engine.rules.ship_armament import TURRET_WEAPONS
from engine.rules.space_combat import ATTACK_MODIFIERS, RANGE_BANDS, SENSOR_LOCK
from verify.findings import States
from verify.recognition.values import read_value
from verify.recognition.words import name_words, words_in

T = TypeVar("T")


@dataclass(frozen=True)
class Column:
    """A column: its names, and the kind of its cells."""

    called: tuple[str, ...]
    """Its title, and its other names."""
    kind: Kind | None = None
    """Without a kind its cells are read as the kind of each rule, or as prose."""
    near: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    in_words: tuple[str, ...] = ()
    """The names of which each word counts."""
    states: States = States.VALUE
    """What its cells state of their rules."""

    @property
    def title(self) -> str:
        """Its title."""
        return self.called[0]

    def is_a(self, *kinds: Kind) -> bool:
        """Whether its cells are of one of these kinds."""
        return self.kind is not None and self.kind.is_a(*kinds)

    @cached_property
    def names(self) -> frozenset[str]:
        """Its names in one spelling."""
        return _names(*self.called)

    @cached_property
    def phrases(self) -> tuple[tuple[str, ...], ...]:
        """Its names, word by word."""
        return _phrases(*self.in_words)


@dataclass(frozen=True)
class Row:
    """A row: its names, and the rule of each of its cells."""

    name: str
    also: tuple[str, ...]
    """Its other names as they are declared."""
    rules: tuple[str, ...]
    """By column; empty where the column says nothing of this row."""
    uncited: tuple[str, ...] = ()
    """Other names for which no source prints its values."""

    @cached_property
    def names(self) -> frozenset[str]:
        """Its names in one spelling."""
        return _names(self.name, *self.also)

    @cached_property
    def words(self) -> tuple[frozenset[str], ...]:
        """The words of each of its names."""
        return tuple(map(name_words, (self.name, *self.also)))


@dataclass(frozen=True)
class RuleTable:
    """A rule table as recognition sees it."""

    id: str
    title: str
    also: tuple[str, ...]
    headed: tuple[str, ...]
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    key: int | None = None
    """The column of the bands or times that a document may print in place of the row names."""
    complete: bool = True
    """Whether a document that has the table is expected to have all of it."""
    near: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    mounted_in: str = ""
    """These four are the declaration's; see `engine.rulebook.rulebook.Table`."""

    @cached_property
    def names(self) -> frozenset[str]:
        """Its names in one spelling."""
        return _names(self.title, *self.also)

    @cached_property
    def phrases(self) -> tuple[tuple[str, ...], ...]:
        """Its names, word by word."""
        return _phrases(self.title, *self.also)

    @cached_property
    def headings(self) -> frozenset[str]:
        """The headings over its row names, in one spelling."""
        return _names(*self.headed)

    @cached_property
    def keys(self) -> Mapping[Value, int]:
        """Rows by the band or the time that a document may print in place of their names."""
        return {RAW[row.rules[self.key]]: n for n, row in enumerate(self.rows)} if self.key is not None else {}

    def find_row(self, name: str) -> int | None:
        """The row that a name means."""
        return self._rows_by_name.get(normal(name))

    @cached_property
    def _rows_by_name(self) -> Mapping[str, int]:
        return {name: n for n, row in reversed(list(enumerate(self.rows))) for name in row.names}

    def row_by_words(self, name: str) -> int | None:
        """The row that has these words in another order or, in a list of examples, among others."""
        words = name_words(name)
        same = {n for n, row in enumerate(self.rows) if words in row.words}
        if len(same) == 1 or self.complete:
            return same.pop() if len(same) == 1 else None
        inside = [(len(known), n) for n, row in enumerate(self.rows) for known in row.words if known and known < words]
        most = {n for size, n in inside if size == max(inside)[0]}
        return most.pop() if len(most) == 1 else None

    def find_column(self, heading: str) -> int | None:
        """The column that a heading means."""
        if unit := _ONLY_UNIT.fullmatch(heading.strip()):
            kinds = (CREDITS, PRICE) if "cr" in unit[0].lower() else (KM,)
            return next((n for n, column in enumerate(self.columns) if column.is_a(*kinds)), None)
        for wanted in dict.fromkeys((normal(heading), normal(_UNIT.sub("", heading)))):
            for n, column in enumerate(self.columns):
                if wanted and wanted in column.names:
                    return n
        return None

    def __hash__(self) -> int:
        return hash(self.id)


_UNIT = re.compile(r"(?<!\s)\s*[(\[][^(\[)\]]*[)\]]|[,/]?(?<!\s)\s*\b(?:in )?(?:M?Cr|km|tons?)$", re.IGNORECASE)
"""A unit behind a heading: `Cost (MCr)`."""
_ONLY_UNIT = re.compile(r"[KM]?Cr|km|kilometres", re.IGNORECASE)


def _phrases(*names: str) -> tuple[tuple[str, ...], ...]:
    return tuple(dict.fromkeys(filter(None, map(words_in, names))))


def _names(*names: str) -> frozenset[str]:
    return frozenset(filter(None, map(normal, names)))


def _from_table(table: Table) -> RuleTable:
    columns = tuple(
        Column((c.title, *c.also, c.id), c.kind, c.near, c.unless, (c.title, *c.also)) for c in table.columns
    )
    ends = [f"/{column.id}" if column.id else "" for column in table.columns]
    rows = tuple(
        Row(row.name, row.also, tuple([f"{table.id}/{row.id}{end}" for end in ends]), row.uncited) for row in table.rows
    )
    return RuleTable(
        table.id,
        table.title,
        table.also,
        (table.heading,),
        columns,
        rows,
        next((n for n, c in enumerate(table.columns) if c.kind.is_a(RESULTS, QUANTITY)), None),
        not table.examples,
        table.near,
        table.unless,
        table.where,
        table.mounted_in,
    )


@cache
def rule_tables() -> tuple[RuleTable, ...]:
    """All declared tables and all views."""
    return (*map(_from_table, RAW.tables.values()), *VIEWS)


def _tables_by(names: Callable[[RuleTable], Iterable[T]]) -> Mapping[T, tuple[RuleTable, ...]]:
    """The rule tables by each of their names, or by each key that stands for one of their rows."""
    tables: dict[T, list[RuleTable]] = {}
    for rule_table in rule_tables():
        for name in names(rule_table):
            tables.setdefault(name, []).append(rule_table)
    return {name: tuple(same_name) for name, same_name in tables.items()}


@cache
def by_row_name() -> Mapping[str, tuple[RuleTable, ...]]:
    """The rule tables that have a row of a name."""
    return _tables_by(lambda rule_table: {name for row in rule_table.rows for name in row.names})


@cache
def by_key() -> Mapping[Value, tuple[RuleTable, ...]]:
    """The rule tables that have a row for a value: a band of results, a time."""
    return _tables_by(lambda rule_table: rule_table.keys)


@cache
def _key_kinds() -> tuple[Kind, ...]:
    """The kinds of the bands and times that stand for rows."""
    kinds = (rule_table.columns[rule_table.key].kind for rule_table in rule_tables() if rule_table.key is not None)
    return tuple({kind.name: kind for kind in kinds if kind is not None}.values())


@lru_cache(maxsize=4096)
def keys_of(text: str) -> tuple[Value, ...]:
    """The bands and times that a text can be."""
    keys = []
    for kind in _key_kinds():
        with suppress(WrongKind):
            keys.append(read_value(kind, text))
    return tuple(keys)


# Views: tables that documents print although their rules belong to several rule tables.


def _erratum(name: str, rule: str, *also: str) -> Row:
    """A row of a log of errata: the wrong value, the right one, and the page of one rule."""
    return Row(name, also, (rule, rule, rule))


VIEWS = (
    RuleTable(
        "space/modifiers",
        "Modifiers to spacecraft attacks",
        ("common modifiers to spacecraft attacks", "spacecraft attack modifiers"),
        ("bonuses", "penalties", "modifier", "bonus", "penalty", "bonuses penalties"),
        (Column(("DM", "modifier", "attack DM"), DM),),
        (
            *(Row(f"{row.name} Range", (), (RANGE_BANDS.path(row.name, "attack-dm"),)) for row in RANGE_BANDS.rows),
            Row("Using a Pulse Laser", ("pulse laser",), (ATTACK_MODIFIERS.path("Pulse Laser"),)),
            Row("Using a Beam Laser", ("beam laser",), (ATTACK_MODIFIERS.path("Beam Laser"),)),
        ),
        complete=False,
        near=("attack", "hit", "gunner"),
        unless=("damage", "power", "cost", "tl", "ammo", "sensor", "personal"),
    ),
    RuleTable(
        "personal/modifiers",
        "Modifiers to attacks on people",
        ("common combat modifiers", "personal combat modifiers"),
        ("bonuses", "penalties", "modifier", "bonus", "penalty", "action", "bonuses penalties", "bonus penalty"),
        (Column(("DM", "modifier", "attack DM"), DM),),
        (
            Row("Aiming", ("aim",), (MODIFIERS.path("Aiming"),)),
            Row("Laser Sight", (), (MODIFIERS.path("Laser Sight"),)),
            Row("Short Range", (), (RANGES.path("Short", "attack-dm"),)),
            Row("Long Range", (), (RANGES.path("Long", "attack-dm"),)),
            Row("Extreme Range", (), (RANGES.path("Extreme", "attack-dm"),)),
            Row(
                "Fast-Moving Target",
                ("fast moving", "fast moving tgt", "fast target", "fast moving target"),
                (MODIFIERS.path("Fast-Moving Target"),),
            ),
            Row("Dual Weapons", ("dual wielding",), (MODIFIERS.path("Dual Weapons"),)),
            Row("Prone Target", ("target prone", "prone"), (MODIFIERS.path("Prone Target"),)),
            Row("Target in Cover", ("target covered", "cover"), (MODIFIERS.path("Target in Cover"),)),
            Row("Target Dodges", (), ("",)),
            Row("Target Parries", (), ("",)),
        ),
        complete=False,
        near=("attack", "hit"),
        unless=("space", "ship", "spacecraft", "damage"),
    ),
    RuleTable(
        "errata-log",
        "Errata log",
        ("corrections", "errata"),
        ("item", "rule", "what"),
        (
            Column(("Old (Wrong) Value", "old", "wrong", "old value", "wrong value", "was"), states=States.WRONG_VALUE),
            Column(("Corrected (RAW) Value", "corrected", "RAW", "corrected value", "RAW value", "is")),
            Column(("Source", "page", "cite"), states=States.CITE),
        ),
        (
            *(
                _erratum(f"Range DM: {name}", RANGE_BANDS.path(name, "attack-dm"))
                for name in ("Short", "Medium", "Long", "Very Long", "Distant")
            ),
            _erratum("High Yield effect", ADVANTAGES.path("High Yield", "effect"), "high yield"),
            _erratum("Upgrade system", CUSTOMISING.path("bought-with")),
            _erratum("Max TL bonus", CUSTOMISING.path("maximum-tl-difference")),
            _erratum("Accurate cost", ADVANTAGES.path("Accurate", "advantages")),
            _erratum("Long Range cost", ADVANTAGES.path("Long Range", "advantages")),
            _erratum("Beam Laser TL", TURRET_WEAPONS.path("Beam Laser", "tl")),
            _erratum("Critical Severity", CRITICAL.path("severity-from")),
            _erratum("Critical Location", CRITICAL.path("location")),
            _erratum("Ion duration", ION.path("rounds")),
            _erratum("Sensor DM", SENSOR_LOCK.path("gives")),
        ),
        complete=False,
    ),
)
